"""The first match of The Pied Piper, and what it teaches. Everybody is dealt the same cards."""

from __future__ import annotations

from ratskeller.words.lessons import Course, Gettext, Idea, Lesson, LessonStep


def course(_: Gettext) -> Course:
    return Course(ideas=_ideas(_), lessons=(_first(_),))


def _ideas(_: Gettext) -> tuple[Idea, ...]:
    return (
        Idea("goal", _("What it is about"), ("PP-61", "PP-02", "PP-29")),
        Idea("ring", _("The ring of houses"), ("PP-62",)),
        Idea("two-cards", _("Two cards set a character off"), ("PP-64",)),
        Idea("turn", _("Your turn"), ("PP-63", "PP-31", "PP-33")),
        Idea("basics", _("The basic cards"), ("PP-65", "PP-11")),
        Idea("plus-one", _("The card +1"), ("PP-27", "PP-20", "PP-21")),
        Idea("sewer", _("The card Sewer"), ("PP-65",)),
        Idea("melody", _("The card Melody"), ("PP-24", "PP-22", "PP-23")),
        Idea("piper", _("The Piper"), ("PP-29", "PP-03")),
        Idea("order", _("Two characters at once"), ("PP-30",)),
        Idea("roof", _("Your own roof"), ("PP-02", "PP-04")),
        Idea("elimination", _("Who is out, and who wins"), ("PP-10", "PP-12")),
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
