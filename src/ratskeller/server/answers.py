"""Answers to what is asked in words (`words/questions.py`), for who listens instead of looking.

They are made from a view, the moves it allows and the log as its viewer has read it, of the same labels that the
board gives its parts: nobody hears what they could not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from operator import itemgetter
from typing import Final

from msgspec import Struct

from ratskeller.core.game import AnyGame, AnyView, GameAction, Seat
from ratskeller.draw.board import Part, Place
from ratskeller.draw.table import ALWAYS, HAND, AnyBoard
from ratskeller.games.parts import game_board
from ratskeller.server.cards import cards
from ratskeller.words import questions
from ratskeller.words.languages import BY_CODE, SPACED
from ratskeller.words.phrases import fill
from ratskeller.words.platform_words import PlatformWords, platform_words
from ratskeller.words.questions import Question, folded
from ratskeller.words.speech import AnyWords, Names, game_words

PAGE: Final = 6
"""So many lines are told at once; more are asked for."""
_ENDS: Final = ",:;.，：；。"
"""What ends the name of a thing in its label: “Rat 1 (Ada): in alley e4”."""
_ARTICLE: Final = 3
"""Letters of a word that says nothing of a place."""


class Known(Struct, frozen=True):
    """What somebody who asks may know: a position, what can be done there, and what they were told."""

    game: AnyGame
    language: str
    view: AnyView
    names: Names
    asked: str  # whose turn it is, and what is asked
    legal: Sequence[GameAction] = ()
    log: Sequence[tuple[Seat, str]] = ()  # what was done: by whom, and a sentence

    @property
    def say(self) -> PlatformWords:
        return platform_words(self.language)

    @property
    def words(self) -> AnyWords:
        return game_words(self.game, self.language)

    @property
    def board(self) -> AnyBoard:
        return game_board(self.game, self.language)

    def fits(self, about: str, name: str) -> bool:
        """Whether a name has a word for each that is looked for, at least its beginning. Where words
        are written without spaces, any piece will do.
        """
        words = folded(name)
        if self.language not in SPACED:
            return all(any(one in word for word in words) for one in about.split())
        return all(any(_begins(word, one) for word in words) for one in about.split())


class Told(Struct, frozen=True):
    """As much of an answer as is told at once."""

    text: str  # one thing a line
    last: str = ""  # what was asked, if there is more to tell of it
    told: int = 0  # so many lines of that were told
    repeat: bool = False  # what was said last is to be said again


def tell(known: Known, asked: str, last: str = "", after: int = 0) -> Told:
    """The answer to what was asked; “more” goes on with what was asked last, after so many lines."""
    say, question = known.say, questions.understood(asked, known.language)
    if question == Question(questions.REPEAT):
        return Told("", repeat=True)
    if question == Question(questions.MORE):
        question, asked = questions.understood(last, known.language), last
        if question is None or question.kind not in _ANSWERS:
            return Told(say.gettext("That was all."))
    else:
        after = 0
    if question is None:
        return Told(_not_understood(say))
    lines = _ANSWERS[question.kind](known, question.about)
    end = len(lines) if question.kind == questions.HELP else after + PAGE
    rest = len(lines) - end
    if rest <= 0:
        return Told("\n".join(lines[after:]) or say.gettext("That was all."))
    more = questions.forms(say)[questions.MORE][0]
    left = say.ngettext("One more: “{more}”.", "{count} more: “{more}”.", rest, more=more)
    return Told("\n".join((*lines[after:end], left)), asked, end)


def _not_understood(say: PlatformWords) -> str:
    """One sentence that lists what can be asked."""
    first = [forms[0] for forms in questions.forms(say).values()]
    return say.gettext("That cannot be asked here. Ask: {forms}.", forms=say.either(first))


# --- one function a question ------------------------------------------------------------------


def _turn(known: Known, about: str) -> list[str]:
    del about
    return [known.asked]


def _last(known: Known, about: str) -> list[str]:
    """All that was done in a row, by whoever did something last or by one player."""
    turns = [
        (known.names[seat], [text for _, text in deeds])
        for seat, deeds in groupby(known.log, key=itemgetter(0))
    ]
    meant = [deeds for name, deeds in turns if known.fits(about, name)]
    return meant[-1] if meant else [known.say.gettext("Nothing was done yet.")]


def _options(known: Known, about: str) -> list[str]:
    """Each move with what it does; where there are many, with what they begin and how many each."""
    say, words, view = known.say, known.words, known.view
    if not known.legal:
        return [known.asked]
    groups: dict[str, list[GameAction]] = {}
    for action in known.legal:
        first = words.part(view, known.game.path(view.seen, action)[0], known.names)
        groups.setdefault(first, []).append(action)
    meant = [
        action
        for first, actions in groups.items()
        for action in actions
        if known.fits(about, _name(first)) or known.fits(about, words.action(view, action))
    ]
    if not meant:
        return [say.gettext("With that you can do nothing now.")]
    count = say.ngettext("One possibility.", "{count} possibilities.", len(meant))
    if about or len(meant) <= PAGE or len(groups) in (1, len(meant)):
        return [count, *(_option(known, action) for action in meant)]
    form = questions.forms(say)[questions.OPTIONS][1]
    one = say.gettext("“{form}” with a name tells those of one thing.", form=form)
    many = [_valued(say, _name(first), str(len(actions))) for first, actions in groups.items()]
    return [say.in_a_row((count, one)), *many]


def _option(known: Known, action: GameAction) -> str:
    label = known.words.action(known.view, action)
    effects = known.say.in_a_row(known.words.effects(known.view, action, known.names))
    return _valued(known.say, label, effects) if effects else label


def _where(known: Known, about: str) -> list[str]:
    """What is called so, then what is said to have to do with it."""
    things = list(_things(known)) if about else []
    called = [text for label, text in things if known.fits(about, _name(label))]
    concerned = [text for label, text in things if known.fits(about, label)]
    if concerned:
        return list(dict.fromkeys((*called, *concerned)))
    names = [_name(label) for label, _ in _things(known)]
    some = known.say.either(list(dict.fromkeys((known.names[-1], names[0], names[-1]))))
    return [
        known.say.gettext(
            "Nothing here is called that. There are, for example: {names}.", names=some
        )
    ]


def _hand(known: Known, about: str) -> list[str]:
    """What lies in the hand and on the strip that is always in sight; without a hand, what the own card says."""
    del about
    viewer = known.view.viewer
    if viewer is None:
        return [known.say.gettext("You are watching this match.")]
    sheets = known.board.sheets(known.view, known.names)
    places = {
        place.id for name in (HAND, ALWAYS) if name in sheets for place in sheets[name].places
    }
    parts = known.board.parts(known.view, known.names)
    mine = [part.label for part in parts if part.place in places and part.label]
    if HAND in sheets:
        return mine or [known.say.gettext("You have nothing.")]
    return [*mine, *(sign.text for sign in known.board.seat_facts(known.view, viewer))]


def _scores(known: Known, about: str) -> list[str]:
    say, seats = known.say, len(known.names)
    facts = cards(known.board, known.words, known.view, seats)
    return [
        _valued(say, name, _in_line(known, [sign.text for sign in card]))
        for name, card in zip(known.names, facts, strict=True)
        if known.fits(about, name)
    ]


def _clock(known: Known, about: str) -> list[str]:
    del about
    return [known.say.gettext("There is no clock here: take all the time you like.")]


def _help(known: Known, about: str) -> list[str]:
    del about
    say = known.say
    answers = questions.answers_to(say)
    return [_valued(say, forms[0], answers[kind]) for kind, forms in questions.forms(say).items()]


_ANSWERS: Final[Mapping[str, Callable[[Known, str], list[str]]]] = {
    questions.TURN: _turn,
    questions.LAST: _last,
    questions.OPTIONS: _options,
    questions.WHERE: _where,
    questions.HAND: _hand,
    questions.SCORES: _scores,
    questions.CLOCK: _clock,
    questions.HELP: _help,
}


# --- the names of things ----------------------------------------------------------------------


def _things(known: Known) -> Iterator[tuple[str, str]]:
    """Everything that has a label: the label, and what is told of it.

    A place is told with what lies on it, a thing with the place it lies on, unless its label says so.
    """
    sheets = known.board.sheets(known.view, known.names)
    places = {place.id: place for sheet in sheets.values() for place in sheet.places}
    lying: dict[str, list[str]] = {}
    for part in known.board.parts(known.view, known.names):
        if part.label:
            place = places[part.place]
            for at in {place.id, place.within}:
                lying.setdefault(at, []).append(part.label)
            yield part.label, _placed(known, part, place)
    for place in places.values():
        labels = lying.get(place.id, [])
        if place.label and not any(label.startswith(place.label) for label in labels):
            yield place.label, _in_line(known, [place.label, *dict.fromkeys(labels)])


def _placed(known: Known, part: Part, place: Place) -> str:
    """The label, and before it the place of which it has not a word: “Ben: burrow marker”."""
    words = folded(place.label)
    if known.language not in SPACED:
        words = [word[at : at + 2] for word in words for at in range(len(word) - 1)]
    else:
        words = [word for word in words if len(word) > _ARTICLE]
    if not words or any(known.fits(word, part.label) for word in words):
        return part.label
    return _in_line(known, [place.label, part.label])


def _begins(word: str, beginning: str) -> bool:
    """Numbers are meant whole: space 1 is not space 18."""
    return word == beginning if beginning.isdecimal() else word.startswith(beginning)


def _name(label: str) -> str:
    """What a label calls its thing, before it says more of it."""
    ends = [label.index(mark) for mark in _ENDS if mark in label]
    return label[: min(ends, default=len(label))].rstrip()


def _valued(say: PlatformWords, label: str, value: str) -> str:
    return say.gettext("{label}: {value}", label=label, value=value)


def _in_line(known: Known, texts: Sequence[str]) -> str:
    """Side by side, with commas: they are no list of equals."""
    comma = BY_CODE[known.language].comma
    return reduce(lambda left, right: fill(comma, {"left": left, "right": right}), texts)
