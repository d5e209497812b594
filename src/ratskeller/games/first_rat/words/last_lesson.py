"""The end of a match of First Rat as a lesson of its own, and what all its lessons share about turns."""

from __future__ import annotations

from typing import Final

from ratskeller.words.lessons import Gettext, Lesson, LessonStep

END: Final = LessonStep(play=("end",))
"""Nothing needs to be said where the turn ends with the press before."""


def theirs(*moves: str) -> tuple[LessonStep, ...]:
    """A turn of the other seat."""
    return tuple(LessonStep(they=move) for move in (*moves, "take", "end"))


# --- the end of a match -----------------------------------------------------------------------

_TOWARDS_THE_END: Final = (
    "a>4, take, end, a>3, take, end, a>8, take, end, a>6, take, end, a>12, take, end, "
    "a>11, take, end, a>20+R2, take, on, up, raise, end, a>16, take, end, "
    "a>21, b>2, take, steal cap:rattronaut, end, a>21, take, pass, end, a>2, take, end, "
    "a>26, take, up, comic neil>a, end, b>8, c>1, take, end, b>1, take, end, b>12, take, end, "
    "b>2, take, end, b>17, take, end, b>7, take, end, b>21, take, steal cap:things, donate, end, "
    "b>9, take, buy pack:orange, end, b>2, take, end, b>21+Y2, take, pass, end, "
    "a>9, take, up, comic discount, steal pack:orange, end, b>24, take, end, a>2, take, end, "
    "b>26, take, up, comic lola>a, rat, end, b>9, take, steal pack:bulbs, end, c>5, take, end, "
    "b>3, take, end, c>10, take, end, b>8, take, end, c>15, take, buy drink, end, a>7, take, end, "
    "c>19, take, drink, end, b>13, take, thruster-soda, end, c>22, take, end, "
    "b>18, take, cockpit-tin, end, c>24, take, end, b>23, take, cargo-soda, end, "
    "b>27, take, rat, end, c>4, b>25, a>10, take, end, c>27, take, end, c>8, take, end, "
    "d>1, take, end, a>18+R2, take, end, d>4, take, end"
)
"""Twenty-three rounds: six score markers are placed, and three rats of the other seat fly."""


def how_it_ends(_: Gettext) -> Lesson:
    return Lesson(
        id="second",
        title=_("How it ends"),
        seats=2,
        seed=f"{123:064x}",
        options={"board": "standard"},
        prelude=tuple(_TOWARDS_THE_END.split(", ")),
        partner="bolt",
        steps=(*_launch(_), *_eighth_marker(_)),
    )


def _launch(_: Gettext) -> tuple[LessonStep, ...]:
    otherwise = _(
        "That would be allowed. For this lesson move from 25 to the Launchpad, and from 18 to "
        "space 21."
    )
    return (
        LessonStep(
            idea="goal",
            at=("gauge:0", "tally:0"),
            text=_("This match is nearly over: you have placed six of your eight score markers."),
        ),
        LessonStep(
            idea="launchpad",
            at=("track:rattronaut", "space:27"),
            text=_(
                "But no rat of yours is in the rocket yet. Every one that reaches the Launchpad "
                "brings points."
            ),
        ),
        LessonStep(
            idea="launchpad",
            at=("rat:1", "space:27", "rat:0", "space:21"),
            text=_(
                "The Launchpad counts as any colour. Move from 25 to the Launchpad, and from 18 to "
                "space 21."
            ),
            play=("b>27", "a>21"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="launchpad",
            at=("rat:1", "space:27", "rat:0", "space:21"),
            text=_("Now the other of the two rats."),
            play=("a>21", "b>27"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="collecting",
            at=("space:21", "goods:0:cheese"),
            text=_("Collect. With the cheese from space 21 you have 15."),
            play=("take",),
            otherwise=_("You may do that. For this lesson collect now, with these two rats."),
        ),
        LessonStep(
            idea="launchpad",
            at=("awards", "rat:3"),
            text=_(
                "For the Launchpad you get an award, worth 3 points, or your last rat wakes up. So "
                "late the award is better, but choose as you like."
            ),
            play=("award", "rat"),
        ),
        LessonStep(
            idea="caps",
            at=("booth:crow", "cap:cockpit"),
            text=_(
                "The Madcap Crow sells bottle caps for 12 cheese. Buy this one: at the end it brings "
                "4 points for each cockpit of yours."
            ),
            play=("buy cap:cockpit",),
            otherwise=_(
                "You may do that. But this bottle cap suits you best: you can build a second cockpit "
                "now, and then it brings 8 points."
            ),
        ),
        LessonStep(
            idea="building",
            at=("track:cockpit", "goods:0:tin"),
            text=_(
                "Your comic makes parts cheaper: you build a cockpit without a tin can. Press its "
                "line, then the tin cans."
            ),
            play=("cockpit-tin",),
            otherwise=_(
                "You may end your turn like this. But then your bottle cap brings only 4 points."
            ),
        ),
        LessonStep(
            idea="launchpad",
            at=("rat:1", "track:rattronaut"),
            text=_("End your turn: then your rat on the Launchpad becomes a Rattronaut."),
            play=("end",),
        ),
        *theirs("d>7"),
    )


def _eighth_marker(_: Gettext) -> tuple[LessonStep, ...]:
    otherwise = _(
        "That would be allowed. For this lesson move to the two yellow spaces: from 8 to 11, and "
        "from 21 to 24."
    )
    return (
        LessonStep(
            idea="ends",
            at=("crew:1", "space:27"),
            text=_(
                "The other player has three rats in the rocket. If the fourth reaches the Launchpad, "
                "that round is the last."
            ),
        ),
        LessonStep(
            idea="ends",
            at=("gauge:0",),
            text=_(
                "But you are faster: as soon as you place your eighth score marker, there is only "
                "one extra round."
            ),
        ),
        LessonStep(
            idea="donating",
            at=("rat:2", "space:11", "rat:0", "space:24"),
            text=_(
                "A donation costs 10 cheese. Fetch it from two yellow spaces: move from 8 to 11, and "
                "from 21 to 24."
            ),
            play=("c>11", "a>24"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="colours",
            at=("rat:2", "space:11", "rat:0", "space:24"),
            text=_("Now your other rat, to the other yellow space."),
            play=("a>24", "c>11"),
            otherwise=otherwise,
        ),
        LessonStep(
            idea="lights",
            at=("space:11", "space:24", "goods:0:cheese"),
            text=_(
                "Collect: 4 and 2, and 1 more because space 11 is lit. With your 3 that makes 10."
            ),
            play=("take",),
            otherwise=_(
                "You may do that. But for the donation you need the cheese from both spaces."
            ),
        ),
        LessonStep(
            idea="donating",
            at=("track:provisions",),
            text=_("Donate the cheese to the provisions: that is your eighth score marker."),
            play=("donate",),
            otherwise=_(
                "You may keep the cheese. But left over, 4 cheese are 1 point, and the donation "
                "brings 6."
            ),
        ),
        END,
        *theirs("d>12"),
        LessonStep(
            idea="ends",
            at=("gauge:0", "gauge:1"),
            text=_(
                "This is the extra round: everybody has two more score markers and one last turn."
            ),
        ),
        LessonStep(
            idea="score",
            at=("tally:0", "tally:1"),
            text=_(
                "Then the points are added up: tracks, bottle caps, 3 for each award, and 1 for "
                "every 4 resources left over."
            ),
        ),
        LessonStep(
            idea="launchpad",
            at=("rat:0", "space:27"),
            text=_(
                "Play your last turn as you like. One idea: your rat on space 24 can still reach the "
                "Launchpad."
            ),
        ),
    )
