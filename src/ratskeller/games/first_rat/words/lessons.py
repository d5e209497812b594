"""The first match of First Rat, and what its lessons teach. Everybody finds the same items on offer."""

from __future__ import annotations

from ratskeller.games.first_rat.words.last_lesson import END, how_it_ends, theirs
from ratskeller.words.lessons import Course, Gettext, Idea, Lesson, LessonStep


def course(_: Gettext) -> Course:
    return Course(ideas=_ideas(_), lessons=(_first(_), how_it_ends(_)))


def _ideas(_: Gettext) -> tuple[Idea, ...]:
    return (
        Idea("goal", _("The aim of the game"), ("FR-50", "FR-82")),
        Idea("one-or-several", _("One rat far or several near"), ("FR-10", "FR-13")),
        Idea("colours", _("The same colour"), ("FR-11", "FR-12", "FR-02")),
        Idea("collecting", _("Collecting"), ("FR-20", "FR-06")),
        Idea("sharing", _("Sharing a space"), ("FR-16", "FR-17")),
        Idea("shortcuts", _("Shortcuts"), ("FR-15",)),
        Idea("burrow", _("The burrow"), ("FR-27", "FR-28", "FR-29", "FR-30")),
        Idea("comics", _("Comics"), ("FR-28", "FR-62", "FR-64")),
        Idea("booths", _("Booths"), ("FR-40", "FR-42")),
        Idea("theft", _("Theft"), ("FR-41",)),
        Idea("backpacks", _("Backpacks"), ("FR-23",), ("buy pack", "steal pack", "FR-23")),
        Idea("lights", _("The light string"), ("FR-21", "FR-26")),
        Idea("drinks", _("Energy drinks"), ("FR-24",)),
        Idea("building", _("Building the rocket"), ("FR-50", "FR-52")),
        Idea("nursery", _("The Nursery"), ("FR-29", "FR-25")),
        Idea("launchpad", _("The Launchpad"), ("FR-14", "FR-25", "FR-54")),
        Idea("caps", _("Bottle caps"), ("FR-70",), ("buy cap", "steal cap")),
        Idea("donating", _("Donating cheese"), ("FR-50",), ("donate",)),
        Idea("ends", _("Two ways to end the game"), ("FR-80", "FR-51")),
        Idea("score", _("The score"), ("FR-81", "FR-03")),
    )


def _first(_: Gettext) -> Lesson:
    """The printed side of the board, where colours lie so that every idea comes early."""
    return Lesson(
        id="first",
        title=_("Your first match"),
        seats=2,
        seed=f"{24:064x}",
        options={"board": "standard"},
        partner="bolt",
        steps=(
            *_one_far(_),
            *_several_near(_),
            *_shortcut(_),
            *_burrow_and_booth(_),
            *_lights(_),
            *_lit(_),
            *_drink(_),
            *_cockpit(_),
        ),
    )


def _one_far(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="goal",
            at=("track:rattronaut", "tally:0"),
            text=_(
                "The moon is made of cheese, and the rats are building a rocket to get there. "
                "Whoever has the most points at the end wins."
            ),
        ),
        LessonStep(
            idea="one-or-several",
            at=("rat:0", "space:5"),
            text=_(
                "These rats are yours. One rat alone may go 1 to 5 spaces: move one to space 5, "
                "as far as it can."
            ),
            play=("a>5",),
            otherwise=_(
                "That would be allowed. But see first how far one rat can go: five spaces, to "
                "space 5."
            ),
        ),
        LessonStep(
            idea="collecting",
            at=("space:5", "goods:0:cheese"),
            text=_(
                "A rat collects what lies where it has landed. Press Collect: 1 cheese is yours."
            ),
            play=("take",),
            otherwise=_(
                "You may leave it there. But nobody has ever had too much cheese: collect it."
            ),
        ),
        END,
        *theirs("a>5"),
    )


def _several_near(_: Gettext) -> tuple[LessonStep, ...]:
    otherwise = _(
        "That would be allowed. Now try two rats in one turn: from Start to space 3, and from "
        "space 5 to space 7. Both are orange."
    )
    return (
        LessonStep(
            idea="sharing",
            at=("space:5", "goods:0:cheese"),
            text=_(
                "Another rat has come to your space, and its owner gave you 1 cheese for it. You "
                "would have to pay the same."
            ),
        ),
        LessonStep(
            idea="colours",
            at=("space:3", "space:7"),
            text=_(
                "Instead of one rat you may move several, 1 to 3 spaces each, if they all land on "
                "spaces of the same colour."
            ),
        ),
        LessonStep(
            idea="colours",
            at=("rat:1", "space:3", "rat:0", "space:7"),
            text=_("Move from Start to space 3, and from space 5 to space 7. Both are orange."),
            play=("b>3", "a>7"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="one-or-several",
            at=("rat:1", "space:3", "rat:0", "space:7"),
            text=_("Now your other rat, to the other orange space."),
            play=("a>7", "b>3"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="collecting",
            at=("space:3", "space:7"),
            text=_(
                "Collect from both: baking soda and vinegar. The rocket is built of such things."
            ),
            play=("take",),
            otherwise=_(
                "You may leave out a space. But you will need the baking soda in a moment, and the "
                "vinegar later."
            ),
        ),
        END,
        *theirs("a>10"),
    )


def _shortcut(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="shortcuts",
            at=("shortcut:Y1",),
            text=_(
                "This pipe is a shortcut: from space 5 to space 10 in a single step. It costs 1 "
                "baking soda."
            ),
        ),
        LessonStep(
            idea="shortcuts",
            at=("rat:1", "shortcut:Y1", "space:12"),
            text=_(
                "Your rat on space 3 takes two steps, the pipe, and two more steps: that makes 5. "
                "Move it to space 12."
            ),
            play=("b>12+Y1",),
            otherwise=_(
                "That would be allowed. But try the pipe: with it your rat gets from space 3 to "
                "space 12 at once."
            ),
        ),
        LessonStep(
            idea="burrow",
            at=("space:12", "paw:0"),
            text=_(
                "White spaces give apple cores. Collect three, and your burrow marker goes three "
                "spaces along the arrows."
            ),
            play=("take",),
            otherwise=_(
                "You may leave them there. But your burrow marker walks on apple cores only."
            ),
        ),
        END,
        LessonStep(
            idea="burrow",
            at=("paw:0", "burrow:R_mid"),
            text=_("In the burrow below you are now two apple cores away from the Library."),
        ),
        *theirs("b>4"),
    )


def _burrow_and_booth(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="booths",
            at=("rat:0", "space:9", "booth:hamster"),
            text=_(
                "Harry Hamster has his booth on space 9 and sells backpacks. Go and see him with "
                "your rat on space 7."
            ),
            play=("a>9",),
            otherwise=_("That would be allowed. But Harry Hamster is waiting for you on space 9."),
        ),
        LessonStep(
            idea="burrow",
            at=("space:9", "burrow:R_bot"),
            text=_(
                "Two apple cores lie here, too. Collect them: the first leads your marker to an "
                "intersection."
            ),
            play=("take",),
            otherwise=_(
                "You may leave them there. But two more apple cores bring you to the Library."
            ),
        ),
        LessonStep(
            idea="burrow",
            at=("paw:0", "burrow:R_mid"),
            text=_(
                "Straight on you would come to the Nursery and the Stored Food later. Up is the "
                "Library: go up."
            ),
            play=("up",),
            otherwise=_(
                "That would be allowed. But you have one apple core left, and only upwards does it "
                "reach something: the Library."
            ),
        ),
        LessonStep(
            idea="comics",
            at=("comic:legs",),
            text=_(
                "A comic helps you from your next turn on, for the whole game. Take this one: several "
                "rats may then go 1 space further each."
            ),
            play=("comic legs",),
            otherwise=_(
                "You may choose that. For this lesson, take the comic for longer legs: you will "
                "need it soon."
            ),
        ),
        LessonStep(
            idea="theft",
            at=("pack:bulbs", "booth:hamster"),
            text=_(
                "A backpack costs 6 cheese, and you have 3. But rats may steal: steal the backpack "
                "for light bulbs."
            ),
            play=("steal pack:bulbs",),
            otherwise=_(
                "You may do that. But the backpack for light bulbs will help you in your very next "
                "turn."
            ),
        ),
        LessonStep(
            idea="theft",
            at=("rat:0", "space:0"),
            text=_("A thief pays nothing, but has to go back to Start. Now end your turn."),
            play=("end",),
        ),
        *theirs("a>11"),
    )


def _lights(_: Gettext) -> tuple[LessonStep, ...]:
    otherwise = _(
        "That would be allowed. For this lesson move to the two blue spaces: from Start to space "
        "1, and from space 12 to space 14."
    )
    return (
        LessonStep(
            idea="lights",
            at=("pin:0",),
            text=_(
                "Along the path hangs a string of lights. Every light bulb moves your light marker "
                "one light further."
            ),
        ),
        LessonStep(
            idea="lights",
            at=("rat:0", "space:1", "rat:1", "space:14"),
            text=_(
                "Blue spaces give light bulbs. Move from Start to space 1, and from space 12 to "
                "space 14."
            ),
            play=("a>1", "b>14"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="colours",
            at=("rat:0", "space:1", "rat:1", "space:14"),
            text=_("Now your other rat, to the other blue space."),
            play=("b>14", "a>1"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="backpacks",
            at=("pin:0", "space:5"),
            text=_(
                "That is 1 light bulb and 2, and your backpack adds 2 more. Collect, and your marker "
                "reaches light 5."
            ),
            play=("take",),
            otherwise=_(
                "You may leave out a space. But every light bulb counts: collect them all."
            ),
        ),
        END,
        *theirs("b>8"),
    )


def _lit(_: Gettext) -> tuple[LessonStep, ...]:
    otherwise = _(
        "That would be allowed. For this lesson move to the two yellow spaces: from 1 to 5, and "
        "from 14 to 15."
    )
    return (
        LessonStep(
            idea="lights",
            at=("pin:0", "space:5"),
            text=_(
                "The spaces behind your light marker are lit, up to space 5. From a lit space you "
                "collect 1 more."
            ),
        ),
        LessonStep(
            idea="comics",
            at=("rat:0", "space:5", "rat:1", "space:15"),
            text=_(
                "Move to two yellow spaces: from 1 to 5, and from 14 to 15. Thanks to your comic "
                "two rats may go up to 4 spaces."
            ),
            play=("a>5", "b>15"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="colours",
            at=("rat:0", "space:5", "rat:1", "space:15"),
            text=_("Now your other rat, to the other yellow space."),
            play=("b>15", "a>5"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="lights",
            at=("space:5", "space:15", "goods:0:cheese"),
            text=_("Collect: 1 cheese and 2, and 1 more because space 5 is lit. Then you have 7."),
            play=("take",),
            otherwise=_("You may leave out a space. But you will need all this cheese right now."),
        ),
        LessonStep(
            idea="booths",
            at=("booth:frog", "drinks"),
            text=_(
                "Zippy the Frog sells energy drinks for 7 cheese. Buy one: who buys does not have to "
                "go back."
            ),
            play=("buy drink",),
            otherwise=_(
                "You may do that. But you have just enough cheese: buy the energy drink, and your rat "
                "stays here."
            ),
        ),
        LessonStep(
            idea="drinks",
            at=("drink:0",),
            text=_("Keep your energy drink for a good moment. It is near: end your turn."),
            play=("end",),
        ),
        *theirs("a>16"),
    )


def _drink(_: Gettext) -> tuple[LessonStep, ...]:
    otherwise = _(
        "That would be allowed. For this lesson move to the two orange spaces: from 5 to 7, and "
        "from 15 to 18."
    )
    return (
        LessonStep(
            idea="building",
            at=("track:cockpit",),
            text=_(
                "Now to the rocket! A cockpit costs 1 tin can and 2 calculators: you see it on its "
                "line."
            ),
        ),
        LessonStep(
            idea="building",
            at=("rat:0", "space:7", "rat:1", "space:18"),
            text=_(
                "A calculator lies on space 18. Move from 15 to 18, and from 5 to 7, which is orange, "
                "too."
            ),
            play=("b>18", "a>7"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="colours",
            at=("rat:0", "space:7", "rat:1", "space:18"),
            text=_("Now your other rat, to the other orange space."),
            play=("a>7", "b>18"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="collecting",
            at=("space:7", "space:18"),
            text=_("Collect. As you have an energy drink, you are asked about it first."),
            play=("take",),
            otherwise=_(
                "You may leave out a space. But your energy drink works best on all of it."
            ),
        ),
        LessonStep(
            idea="drinks",
            at=("drink:0",),
            text=_(
                "An energy drink doubles all that you collect in one turn. Use it: then you have two "
                "calculators."
            ),
            play=("drink",),
            otherwise=_(
                "You may keep it. But with it you have both calculators for the cockpit now."
            ),
        ),
        END,
        *theirs("b>10"),
    )


def _cockpit(_: Gettext) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            idea="building",
            at=("rat:1", "space:23"),
            text=_(
                "Only the tin can is missing. It lies on space 23, five spaces ahead: fetch it."
            ),
            play=("b>23",),
            otherwise=_(
                "That would be allowed. But on space 23 you find the tin can for your cockpit."
            ),
        ),
        LessonStep(
            idea="collecting",
            at=("space:23", "goods:0:tin"),
            text=_("Collect the tin can. This time your turn is not over yet: you can build."),
            play=("take",),
            otherwise=_("You may leave it there. But without a tin can there is no cockpit."),
        ),
        LessonStep(
            idea="building",
            at=("track:cockpit",),
            text=_("You have all that a cockpit costs. Build it: press its line."),
            play=("cockpit",),
            otherwise=_(
                "You may end your turn like this. But who builds first gets the most points, and you "
                "have all it takes."
            ),
        ),
        END,
        LessonStep(
            idea="building",
            at=("track:cockpit", "tally:0"),
            text=_(
                "Your score marker hangs on the first space: 8 points. Whoever builds the next "
                "cockpit gets fewer."
            ),
        ),
        *theirs("b>11"),
        LessonStep(
            idea="ends",
            at=("gauge:0", "crew:0"),
            text=_(
                "It goes on until somebody has placed 8 score markers, or somebody’s four rats have "
                "all reached the Launchpad."
            ),
        ),
        LessonStep(
            idea="nursery",
            at=("rat:2", "rat:3", "burrow:M_mid"),
            text=_(
                "Now you play on your own. Two of your rats are still asleep: the way through the "
                "Nursery wakes them."
            ),
        ),
    )
