"""What The Pied Piper teaches: a first match, and one for each variant. Everybody is dealt the same cards."""

from __future__ import annotations

from ratskeller.words.lessons import Course, Gettext, Idea, Lesson, LessonStep


def course(_: Gettext) -> Course:
    return Course(ideas=_ideas(_), lessons=(_first(_), _rugrats(_), _secret(_)))


def _ideas(_: Gettext) -> tuple[Idea, ...]:
    return (
        Idea("goal", _("The aim of the game"), ("PP-61", "PP-02", "PP-29")),
        Idea("ring", _("The ring of houses"), ("PP-62",)),
        Idea("two-cards", _("Two cards set a character off"), ("PP-64",)),
        Idea("turn", _("Your turn"), ("PP-63", "PP-31", "PP-33")),
        Idea("basics", _("The basic cards"), ("PP-65", "PP-11"), ("F1>", "F2>", "B1>")),
        Idea("plus-one", _("The card +1"), ("PP-27", "PP-20", "PP-21"), ("+1>", "PP-27")),
        Idea("sewer", _("The card Sewer"), ("PP-65",), ("S1>",)),
        Idea("melody", _("The card Melody"), ("PP-24", "PP-22", "PP-23"), ("M>", "PP-24", "PP-22")),
        Idea("piper", _("The Piper"), ("PP-29", "PP-03")),
        Idea("order", _("Two characters at once"), ("PP-30",), ("first ",)),
        Idea("roof", _("Your own roof"), ("PP-02", "PP-04")),
        Idea(
            "elimination",
            _("Who is out, and who wins"),
            ("PP-10", "PP-12"),
            ("PP-14", "PP-12", "PP-19"),
        ),
        Idea("rugrats", _("Rugrats: every card acts at once"), ("PP-40", "PP-43")),
        Idea("fresh", _("Rugrats: a fresh Character"), ("PP-41",)),
        Idea("secret", _("Cards that lie face-down"), ("PP-50", "PP-51", "PP-53"), ("PP-50",)),
        Idea("turning-over", _("Turning cards over"), ("PP-52",)),
    )


def _first(_: Gettext) -> Lesson:
    """Three players, so that the match ends when the first of them is out."""
    return Lesson(
        id="first",
        title=_("Your first match"),
        seats=3,
        seed=f"{1012:064x}",
        partner="gret",
        steps=(*_first_card(_), *_first_pair(_), *_piper_and_melody(_), *_roof(_)),
    )


def _first_card(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="goal",
            at=("house:0", "level:0"),
            text=_("This is your house. Its tracker shows how many rats live in it: none yet."),
        ),
        LessonStep(
            idea="goal",
            at=("figure:yellow", "figure:blue"),
            text=_("Every rat that walks through a house moves its tracker one floor up."),
        ),
        LessonStep(
            idea="ring",
            at=("gap:0", "gap:1", "gap:2"),
            text=_(
                "The figurines stand in the gaps and look to the right. Forward means: through the "
                "house on their right."
            ),
        ),
        LessonStep(
            idea="two-cards",
            at=("slot:0", "slot:1", "slot:2", "slot:3"),
            text=_(
                "These four Characters take orders. Each acts as soon as it has two Action cards, "
                "whoever laid them."
            ),
        ),
        LessonStep(
            idea="turn",
            at=("hand:+1", "slot:1"),
            text=_("Your very first turn is one card only. Lay +1 below the second purple rat."),
            play=("+1>2",),
            otherwise=_(
                "That would be allowed. But +1 is worth seeing first: take it, and then the second "
                "purple rat."
            ),
        ),
        LessonStep(they="M>1"),
        LessonStep(they="F1>2"),
        LessonStep(
            idea="plus-one",
            at=("house:2", "house:0"),
            text=_(
                "Forward and your +1 together: the purple rat went one house further, through the "
                "smithy and through yours. Each has a rat now."
            ),
        ),
        LessonStep(they="B1>2"),
        LessonStep(they="S1>3"),
    )


def _first_pair(_: Gettext) -> tuple[LessonStep, ...]:
    otherwise = _(
        "That would be allowed. For this lesson lay Double step below the black rat and Sewer below "
        "the blue one."
    )
    return (
        LessonStep(
            idea="turn",
            at=("hand:F2", "slot:3"),
            text=_(
                "From now on a turn is two cards, below two different Characters. Lay Double step "
                "below the black rat: there it waits for a second card."
            ),
            play=("F2>4", "S1>2"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="basics",
            at=("hand:S1", "slot:1"),
            text=_(
                "The blue rat has Back already, so one more card sets it off. Lay Sewer there: it goes "
                "back through the smithy, and then forward again under it."
            ),
            play=("S1>2", "F2>4"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="basics",
            at=("house:2",),
            text=_(
                "Two basic cards are two actions, the older one first. The smithy has one rat more."
            ),
        ),
        LessonStep(they="F1>2"),
        LessonStep(they="S1>4"),
        LessonStep(
            idea="sewer",
            at=("house:0",),
            text=_(
                "Your Double step led the black rat through two houses. Then came Sewer: under your "
                "house, and no tracker moved."
            ),
        ),
        LessonStep(they="B1>4"),
        LessonStep(they="F2>2"),
    )


def _piper_and_melody(_: Gettext) -> tuple[LessonStep, ...]:
    otherwise = _(
        "That would be allowed. For this lesson lay Double step below the purple rat and Back below "
        "the Piper."
    )
    return (
        LessonStep(
            idea="melody",
            at=("slot:0", "figure:purple", "figure:black"),
            text=_(
                "The purple rat has Melody: all figurines in its gap go along, here the black rat, too. "
                "Lay Double step below it."
            ),
            play=("F2>1", "B1>3"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="piper",
            at=("slot:2", "figure:piper", "house:0"),
            text=_(
                "The Piper walks like a rat, but brings a tracker one floor down. With Sewer he slips "
                "under your house; lay Back, and he comes home through it."
            ),
            play=("B1>3", "F2>1"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="order",
            at=("slot:0", "slot:2"),
            text=_(
                "Two Characters have two cards now. You choose which goes first; here both ways are good."
            ),
            play=("first 1", "first 3"),
        ),
        LessonStep(
            idea="melody",
            at=("house:1", "house:2"),
            text=_(
                "Two rats together: two floors up in each house on their way. And the Piper has brought "
                "your house down to 1."
            ),
        ),
        LessonStep(they="M>3"),
        LessonStep(they="F1>2"),
        LessonStep(they="F2>1"),
        LessonStep(they="+1>2"),
    )


def _roof(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="roof",
            at=("left:0", "raisers:0"),
            text=_(
                "The tags on a roof say how many levels are left below it, and how many Characters could "
                "fill them next. Keep an eye on your own."
            ),
        ),
        LessonStep(
            idea="elimination",
            at=("level:2", "left:2"),
            text=_(
                "The smithy stands at 6: one more rat and its owner is out. Then two players are left, "
                "and the one with fewer rats wins. You have 2."
            ),
        ),
        LessonStep(
            idea="elimination",
            at=("slot:3", "figure:yellow"),
            text=_(
                "Now you play on your own. One idea: the yellow rat has Back already, and the smithy is "
                "the house behind it."
            ),
        ),
    )


def _rugrats(_: Gettext) -> Lesson:
    """The pupil's first card and the next one below the same Character, which makes way for the Piper."""
    otherwise = _(
        "That would be allowed. For this lesson lay Double step below the first green rat and then "
        "Forward below whoever takes its slot."
    )
    return Lesson(
        id="rugrats",
        title=_("Rugrats"),
        seats=3,
        seed=f"{19:064x}",
        partner="gret",
        options={"rugrats": True},
        steps=(
            LessonStep(
                idea="rugrats",
                at=("hand:F1", "hand:F2", "hand:B1", "hand:S1"),
                text=_(
                    "In Rugrats a card acts as soon as it is laid. +1 and Melody are not in the deck: "
                    "there is nothing for them to wait for."
                ),
            ),
            LessonStep(
                idea="rugrats",
                at=("hand:B1", "slot:0", "figure:green"),
                text=_(
                    "Your very first turn is one card, as ever. Lay Back below the green rat, and it "
                    "goes at once through the bakehouse behind it."
                ),
                play=("B1>1",),
                otherwise=_(
                    "That would be allowed. But take Back for this lesson, and then the green rat."
                ),
            ),
            LessonStep(
                idea="rugrats",
                at=("card:0:0", "level:1"),
                text=_(
                    "The bakehouse has a rat. Your card stays below the green rat until a second one has "
                    "acted there, too."
                ),
            ),
            LessonStep(they="F2>2"),
            LessonStep(they="B1>4"),
            LessonStep(they="F2>3"),
            LessonStep(they="F1>4"),
            LessonStep(
                idea="fresh",
                at=("slot:3",),
                text=_(
                    "Forward was the second card below the blue rat. It acted, and at once another "
                    "Character was turned up in its slot."
                ),
            ),
            LessonStep(
                idea="rugrats",
                at=("hand:F2", "slot:0", "house:1", "house:2"),
                text=_(
                    "Now you lay two cards. Begin with Double step below the green rat that has your "
                    "Back: it walks through both neighbours."
                ),
                play=("F2>1",),
                otherwise=otherwise,
            ),
            LessonStep(
                idea="fresh",
                at=("slot:0", "hand:F1", "figure:piper"),
                text=_(
                    "The Piper has taken the slot. He is a different Character, so your second card may "
                    "go there: lay Forward, and he walks through your house."
                ),
                play=("F1>1",),
                otherwise=otherwise,
            ),
            LessonStep(
                idea="rugrats",
                at=("level:0", "level:1", "level:2"),
                text=_(
                    "You stand at 1, the others at 3 and 4. There is never an order to choose, and after "
                    "each card it is checked who is out."
                ),
            ),
            LessonStep(they="S1>3"),
            LessonStep(they="F1>1"),
            LessonStep(they="B1>3"),
            LessonStep(they="F1>4"),
            LessonStep(
                idea="rugrats",
                at=("slot:0", "slot:1", "slot:2", "slot:3"),
                text=_("Now you play on your own: two cards, and each of them acts at once."),
            ),
        ),
    )


def _secret(_: Gettext) -> Lesson:
    """The pupil hides a card below the Piper, and finds out what a neighbour has hidden."""
    otherwise = _(
        "That would be allowed. For this lesson lay Back below the Piper and Double step below the third "
        "Character, both face-up."
    )
    return Lesson(
        id="secret",
        title=_("A Happy Life is a Secret Life"),
        seats=3,
        seed=f"{36:064x}",
        partner="gret",
        options={"secret": True},
        steps=(
            LessonStep(
                idea="secret",
                at=("hand:F1", "hand:F2", "hand:B1", "hand:M"),
                text=_(
                    "In this variant one of the cards that you lay in a turn may lie face-down. Whoever "
                    "laid it may look at it, nobody else."
                ),
            ),
            LessonStep(
                idea="secret",
                at=("hand:F1", "slot:3"),
                text=_(
                    "The Piper stands on the left of your house. Lay Forward below him, face-down: nobody "
                    "need know whom he will visit."
                ),
                play=("F1>4*",),
                otherwise=_(
                    "That would be allowed. But hide Forward for this lesson: take it, then the Piper, then "
                    "face-down."
                ),
            ),
            LessonStep(
                idea="secret",
                at=("card:3:0",),
                text=_("There it lies. The others see its back and whose card it is, and no more."),
            ),
            LessonStep(they="B1>3*"),
            LessonStep(they="F1>2"),
            LessonStep(they="B1>2"),
            LessonStep(they="S1>1"),
            LessonStep(
                idea="secret",
                at=("card:2:0",),
                text=_("A neighbour has hidden a card, too. You can only guess what it is."),
            ),
            LessonStep(
                idea="turning-over",
                at=("hand:B1", "slot:3"),
                text=_(
                    "The red rat went through your house, there and back. Lay Back below the Piper, face-up: with your "
                    "Forward he comes through your house and back again."
                ),
                play=("B1>4", "F2>3"),
                otherwise=otherwise,
            ),
            LessonStep(
                idea="turning-over",
                at=("hand:F2", "slot:2"),
                text=_(
                    "And now let us see what the neighbour has hidden: lay Double step below the third "
                    "Character, face-up."
                ),
                play=("F2>3", "B1>4"),
                otherwise=otherwise,
            ),
            LessonStep(
                idea="turning-over",
                at=("slot:2", "slot:3"),
                text=_(
                    "Both are turned over before anything moves: it was Back. You have seen all cards, and "
                    "now you choose who goes first; here both ways are good."
                ),
                play=("first 4", "first 3"),
            ),
            LessonStep(
                idea="turning-over",
                at=("level:0", "level:1", "level:2"),
                text=_(
                    "The Piper has emptied your house, and the green rat went through the others. Hide a "
                    "card when it pays that nobody foresees it."
                ),
            ),
            LessonStep(they="S1>3"),
            LessonStep(they="F1>4"),
            LessonStep(they="M>4"),
            LessonStep(they="F2>2"),
            LessonStep(
                idea="secret",
                at=("slot:0", "slot:1", "slot:2", "slot:3"),
                text=_("Now you play on your own: two cards, and one of them may lie face-down."),
            ),
        ),
    )
