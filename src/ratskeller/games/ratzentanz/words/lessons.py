"""The first match of Ratzentanz and the end of another, and what they teach. The dice fall alike for everybody."""

from __future__ import annotations

from ratskeller.words.lessons import Course, Gettext, Idea, Lesson, LessonStep


def course(_: Gettext) -> Course:
    return Course(ideas=_ideas(_), lessons=(_first(_), _fourth(_)))


def _ideas(_: Gettext) -> tuple[Idea, ...]:
    return (
        Idea("goal", _("Four kinds of food"), ("RT-120", "RT-107", "RT-01")),
        Idea("food", _("Chips and who carries them"), ("RT-101", "RT-100", "RT-103")),
        Idea("dice", _("Two dice"), ("RT-10", "RT-12", "RT-13")),
        Idea("exact", _("Exact numbers"), ("RT-20", "RT-11", "RT-24")),
        Idea("new-blood", _("New blood"), ("RT-80",)),
        Idea("shelter", _("Indoors a rat is safe"), ("RT-23", "RT-22", "RT-70")),
        Idea("cat", _("The cat"), ("RT-75", "RT-76")),
        Idea("flute", _("The flute"), ("RT-70", "RT-71")),
        Idea("piper", _("The Pied Piper"), ("RT-60", "RT-61", "RT-63")),
        Idea("back", _("Back to the nest"), ("RT-85", "RT-86", "RT-87")),
        Idea("canal", _("The canal"), ("RT-30",)),
        Idea("double", _("Doubled dice"), ("RT-50", "RT-57")),
        Idea("stairs", _("The magic stairs"), ("RT-40",)),
        Idea("running-on", _("Running on"), ("RT-52",)),
        Idea("robbery", _("Robbing nests"), ("RT-108", "RT-26")),
    )


def _first(_: Gettext) -> Lesson:
    """Five turns in which every symbol is thrown; at the end a rat sits in the other nest."""
    return Lesson(
        id="first",
        title=_("Your first match"),
        seats=2,
        seed=f"{16584:064x}",
        partner="crumb",
        steps=(
            *_bread(_),
            *_cat_and_building(_),
            *_piper(_),
            *_home_and_canal(_),
            *_robbery(_),
        ),
    )


def _bread(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="goal",
            at=("larder:0",),
            text=_(
                "This is the larder of your nest. Whoever is the first to have four different kinds "
                "of food there wins."
            ),
        ),
        LessonStep(
            idea="food",
            at=("sq:h2", "sq:c5", "sq:m5", "sq:c9", "sq:m9", "sq:h12"),
            text=_(
                "The food lies in six storerooms, one kind in each. Your rats fetch it, one chip a rat."
            ),
        ),
        LessonStep(
            idea="dice",
            at=("die:number", "die:symbol"),
            text=_(
                "You carry out both dice, and you choose which comes first. With 6 and New blood it "
                "makes no difference: press one of them."
            ),
            play=("symbol", "number"),
        ),
        LessonStep(
            idea="exact",
            at=("rat:0.1", "sq:c5"),
            text=_(
                "A rat goes exactly as many steps as the number shows. Six steps lead right into the "
                "storeroom with the bread."
            ),
            play=("1>c5",),
            otherwise=_("That would be allowed. But the bread is exactly six steps away."),
        ),
        LessonStep(
            idea="food",
            at=("chip:c5.6",),
            text=_("Well counted! Let your rat sit on a chip: it will carry it along."),
            play=("*6",),
            otherwise=_("You may leave the chip. But it is what you came for."),
        ),
        LessonStep(
            idea="new-blood",
            at=("rat:0.4", "rat:1.4"),
            text=_("New blood: everybody has one more rat in the nest."),
        ),
        LessonStep(they="number"),
        LessonStep(they="1>m9"),
        LessonStep(they="*3"),
        LessonStep(they="piper>b5"),
        LessonStep(
            idea="piper",
            at=("piper", "sq:c5", "rat:1.1"),
            text=_(
                "The other gang has cheese now, and put the Pied Piper at your door. A rat that runs past "
                "him follows him and is lost."
            ),
        ),
    )


def _cat_and_building(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="dice",
            at=("die:symbol",),
            text=_("You have thrown a 3 and the cat. Carry out the symbol first."),
            play=("symbol",),
            otherwise=_("That would be allowed, and the cat would come after it. Begin with her."),
        ),
        LessonStep(
            idea="cat",
            at=("sq:h12", "cat"),
            text=_(
                "Nobody gets into the storeroom that the cat guards, and nobody out. Put her at the fish."
            ),
            play=("cat>h12",),
            otherwise=_(
                "She may sit there. But the fish is the nearest food that the other gang does not have yet."
            ),
        ),
        LessonStep(
            idea="shelter",
            at=("rat:0.2", "sq:c2"),
            text=_(
                "Three steps lead into this building. In there a rat is safe, in the alleys it is not: "
                "you will see why."
            ),
            play=("2>c2",),
            otherwise=_("That would be allowed. But only the building is a safe place."),
        ),
        LessonStep(they="number"),
        LessonStep(they="2>n13"),
        LessonStep(
            idea="flute",
            at=("rat:1.2", "rat:0.1", "rat:0.2"),
            text=_(
                "The flute! All rats in the alleys are lost: here one of the other gang, which becomes a "
                "spare rat. Yours are safe."
            ),
        ),
    )


def _piper(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="dice",
            at=("die:symbol",),
            text=_(
                "A 3 and the Pied Piper. Carry out the symbol first, and your door will be free."
            ),
            play=("symbol",),
            otherwise=_(
                "That would be allowed. But as long as he stands there, your rat with the bread cannot "
                "get out unharmed."
            ),
        ),
        LessonStep(
            idea="piper",
            at=("sq:n11", "rat:1.1", "piper"),
            text=_(
                "You may put him almost anywhere in the alleys. On n11 he closes the short way home to the "
                "rat with the cheese."
            ),
            play=("piper>n11",),
            otherwise=_(
                "He may stand there. But on n11 he closes the short way from the cheese to the other nest."
            ),
        ),
        LessonStep(
            idea="shelter",
            at=("rat:0.3", "sq:c2"),
            text=_("Now the 3: send another rat into the building. Rats may share a square."),
            play=("3>c2",),
            otherwise=_(
                "That would be allowed. But from the building the canal and the stairs are near."
            ),
        ),
        LessonStep(they="number"),
        LessonStep(they="3>j13"),
        LessonStep(they="1.1>home"),
        LessonStep(
            idea="back",
            at=("larder:1", "piper"),
            text=_(
                "Back to the nest: a rat with a chip may go straight home if there is a way round the "
                "Piper. So the cheese is in the other larder."
            ),
        ),
    )


def _home_and_canal(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="back",
            at=("die:symbol",),
            text=_("You have thrown Back to the nest, too. Carry out the symbol first."),
            play=("symbol",),
            otherwise=_("That would be allowed. But let the bread come home first."),
        ),
        LessonStep(
            idea="back",
            at=("rat:0.1", "sq:a1"),
            text=_("Call the rat with the bread into your nest."),
            play=("0.1>home",),
            otherwise=_("You may do without. But then the bread stays in the storeroom."),
        ),
        LessonStep(
            idea="goal",
            at=("larder:0",),
            text=_("The bread is in your larder: one kind of four."),
        ),
        LessonStep(
            idea="canal",
            at=("rat:0.2", "sq:d5", "sq:d9", "sq:l5", "sq:l9"),
            text=_(
                "Now the 5: it leads from the building to the canal. There your rat dives and comes up at "
                "another entrance; choose which."
            ),
            play=("2>d5>l9", "2>d5>l5", "2>d5>d9"),
            otherwise=_("That would be allowed. But try the canal: it is exactly five steps away."),
        ),
        LessonStep(they="number"),
        LessonStep(they="3>l13"),
        LessonStep(they="piper>l10"),
    )


def _robbery(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="double",
            at=("die:number", "die:symbol"),
            text=_("2x doubles the 6: one rat goes twelve steps, or two rats go six each."),
        ),
        LessonStep(
            idea="stairs",
            at=("rat:0.1", "sq:f2", "sq:j12"),
            text=_(
                "Six steps lead to the magic stairs, and from there a rat always goes on to others. Choose "
                "those at the lower right."
            ),
            play=("1>f2>j12",),
            otherwise=_("That would be allowed. But these stairs lead close to the other nest."),
        ),
        LessonStep(
            idea="running-on",
            at=("rat:0.1", "sq:o13"),
            text=_(
                "After stairs or canal a rat may run on with the second half. Six more steps: right into "
                "the other nest!"
            ),
            play=("1>o13",),
            otherwise=_("That would be allowed. But the cheese is exactly six steps away."),
        ),
        LessonStep(
            idea="robbery",
            at=("chip:o13.3",),
            text=_("Steal the cheese! From this moment it does not count for the other gang."),
            play=("*3",),
            otherwise=_("You may leave it. But then it counts for the other gang."),
        ),
        LessonStep(they="number"),
        LessonStep(they="3>n13"),
        LessonStep(they="cat>h2"),
        LessonStep(
            idea="goal",
            at=("rat:0.1", "larder:0"),
            text=_("Now bring the cheese home, and you have two kinds of four."),
        ),
        LessonStep(
            idea="flute",
            at=("die:symbol", "rat:1.3"),
            text=_(
                "From here on you play on your own. One idea: the flute first and then the 1, so that it "
                "finds none of your rats in the alleys."
            ),
        ),
    )


PRELUDE = """
    symbol 1>f2>j12         number 1>l11 cat>c5
    number 1>h12 *4 0.1>home      2>n13 1>m13
    symbol 1>c2             number 1>o13 cat>m5
    2>c5 *6 3>b6            number 1>l11 cat>h12
    number 3>c9 *5 0.3>home       number 1>o13 cat>m5
"""


def _fourth(_: Gettext) -> Lesson:
    """The last two turns of a match that is nearly won."""
    return Lesson(
        id="fourth",
        title=_("The fourth kind"),
        seats=2,
        seed=f"{20568:064x}",
        partner="crumb",
        prelude=tuple(PRELUDE.split()),
        steps=(*_third_kind(_), *_moved_along(_)),
    )


def _third_kind(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="goal",
            at=("larder:0", "rat:0.2"),
            text=_(
                "This match is nearly won: fish and apples lie in your larder, and one rat has the bread."
            ),
        ),
        LessonStep(
            idea="double",
            at=("die:symbol", "rat:0.2", "sq:a1"),
            text=_(
                "6 and 2x: this time two rats go six steps each. First bring the bread home, and it is "
                "yours."
            ),
            play=("2>a1",),
            otherwise=_("That would be allowed. But the bread is exactly six steps from home."),
        ),
        LessonStep(
            idea="stairs",
            at=("rat:0.3", "sq:f2", "sq:j12"),
            text=_(
                "Three kinds! With the second half send another rat to the magic stairs, and over to "
                "those at the lower right."
            ),
            play=("3>f2>j12",),
            otherwise=_("That would be allowed. But on the stairs your rat is safe and far ahead."),
        ),
        LessonStep(they="number"),
        LessonStep(they="2>j12>f2"),
    )


def _moved_along(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="stairs",
            at=("rat:0.3", "rat:1.2"),
            text=_(
                "When a rat goes over the stairs, all others on stairs make the same move. So the other "
                "gang has brought yours back to the upper left."
            ),
        ),
        LessonStep(
            idea="dice",
            at=("die:number", "die:symbol"),
            text=_("A 4 and Back to the nest. This time the number comes first."),
            play=("number",),
            otherwise=_("That would be allowed. But no rat of yours has a chip to bring home yet."),
        ),
        LessonStep(
            idea="exact",
            at=("rat:0.3", "sq:h2"),
            text=_("Four steps lead from the stairs to the grain, and grain is a new kind."),
            play=("3>h2",),
            otherwise=_("That would be allowed. But the grain is exactly four steps away."),
        ),
        LessonStep(
            idea="food",
            at=("chip:h2.1",),
            text=_("Let the rat sit on the grain."),
            play=("*1",),
            otherwise=_("You may leave it. But it is the kind that you need."),
        ),
        LessonStep(
            idea="goal",
            at=("rat:0.3", "larder:0"),
            text=_(
                "The grain would be your fourth kind, and Back to the nest is still to come. The last "
                "move is yours!"
            ),
        ),
    )
