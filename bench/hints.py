"""Print whether hints are true: every sentence of many of them, checked against the engine.

Positions come from matches of bots that leave some of their moves to luck, and the last question of
every match is among them, since there a move may win. The hint is read in English, sentence by
sentence. A planned turn and the next best one are played by the engine from the true position, and
what a sentence says of them is looked up there, by other ways than the one it was made by. What is no
claim (the names of the moves) is compared with what the buttons say.

    python -m bench.hints [--games GAME ...] [--positions 200] [--bot search:400] [--seed 0]
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import find_bot
from ratskeller.bots.hints import Judged, judgement
from ratskeller.core.game import CHANCE, AnyGame, AnyView, GameAction, Seat, option_choices
from ratskeller.games.parts import game_judging
from ratskeller.server import advice
from ratskeller.server.scene import PLAYING, Chair, Scene
from ratskeller.words.speech import game_words

WORLDS: Final = 12  # in which a win must be one
A_MATCH: Final = 8  # positions of each, the last question included

Claim = Callable[["Case", tuple[str, ...]], bool]


class Case(Struct, frozen=True):
    """A hint, and where its two turns lead by the engine; None where chance or a secret decides."""

    game: Any
    seat: Seat
    names: tuple[str, ...]
    judged: Sequence[Judged]
    state: Any
    best: Any
    other: Any


class Verdicts(Struct, frozen=True):
    """What became of the hints of a game."""

    game: str
    hints: int
    sentences: int = 0
    reasons: int = 0  # hints that give one
    first_steps: int = 0  # hints whose first step says more than where to look
    wins: int = 0  # positions in which the turn wins
    wins_told: int = 0
    evenly: int = 0  # hints that compare two turns
    much_better: int = 0
    false: tuple[str, ...] = ()  # sentences that are not so, much-betters that are none among them

    @property
    def true(self) -> bool:
        return not self.false and self.wins == self.wins_told


# --- positions ---------------------------------------------------------------------------------


def positions(game: AnyGame, count: int, seed: int) -> Iterator[tuple[Any, Seat]]:
    """True positions, each with the seat that is asked; of every number of seats and all options."""
    luck = random.Random(f"{seed}/{game.meta.id}")
    found = number = 0
    while found < count:
        seats = luck.choice(game.meta.seats)
        options = _options(game, seats, luck)
        bots = [find_bot("greedy:400~0.3", game)] * seats
        asked = [
            (state, mover)
            for state, mover, _ in play_match(game, options, bots, seed, number)
            if mover not in (None, CHANCE) and len(game.legal(state)) > 1
        ]
        chosen = luck.sample(asked[:-1], min(A_MATCH - 1, len(asked) - 1)) + asked[-1:]
        for state, mover in chosen[: count - found]:
            assert mover is not None
            yield state, mover
        found += len(chosen)
        number += 1


def _options(game: AnyGame, seats: int, luck: random.Random) -> Any:
    """Some options that go together."""
    choices = option_choices(game.meta.options)
    while True:
        options = game.meta.options(**{name: luck.choice(some) for name, some in choices.items()})
        if game.why_not_start(seats, options) is None:
            return options


def case_of(game: AnyGame, state: Any, seat: Seat, bot: str) -> tuple[Case, Scene]:
    view = game.conceal(state, seat)
    legal = list(game.legal(view.seen))
    judged = judgement(bot, game, view, legal, random.Random(1))
    words = game_words(game, "en")
    names = tuple(words.seat_name(one) for one in range(state.seats))
    ends = [_played(game, state, seat, one.plan) for one in judged[:2]]
    scene = _scene(game, view, names, legal)
    return Case(game, seat, names, judged, state, ends[0], ends[1] if ends[1:] else None), scene


def _played(game: AnyGame, state: Any, seat: Seat, plan: Sequence[GameAction]) -> Any:
    """The position after a plan, by the engine alone."""
    for action in plan:
        if game.to_act(state) != seat or action not in game.legal(state):
            break
        state = game.play(state, action)
    return state


def _scene(
    game: AnyGame, view: AnyView, names: Sequence[str], legal: Sequence[GameAction]
) -> Scene:
    chairs = tuple(Chair(name=name, kind="person") for name in names)
    return Scene(
        game=game,
        language="en",
        status=PLAYING,
        view=view,
        chairs=chairs,
        to_act=view.viewer,
        legal=legal,
    )


# --- what is claimed ---------------------------------------------------------------------------


def _counts(of: Callable[[Case, Any], int]) -> Claim:
    """“... {count} instead of {other}”: both are looked up."""
    return lambda case, said: (
        (of(case, case.best), of(case, case.other))
        == (
            int(said[-2]),
            int(said[-1]),
        )
    )


def _house(case: Case, name: str) -> int:
    nouns = game_words(case.game, "en").nouns  # type: ignore[attr-defined]
    forms = ("subject", "through", "beside")
    return next(
        house
        for house in range(5)
        for form in forms
        if nouns.house(form, house, case.state.seats, case.seat).lower() == name.lower()
    )


def _figure(case: Case, name: str) -> int:
    nouns = game_words(case.game, "en").nouns  # type: ignore[attr-defined]
    return [nouns.figure("subject", one).lower() for one in range(7)].index(name.lower())


def _level(case: Case, said: tuple[str, ...]) -> bool:
    house = _house(case, said[0])
    return (case.best.levels[house], case.other.levels[house]) == (int(said[1]), int(said[2]))


def _stands(case: Case, said: tuple[str, ...]) -> tuple[bool, bool]:
    """A gap bears the number of the house on its right: so a figure there stands to its left."""
    figure, house = _figure(case, said[0]), _house(case, said[1])
    return case.best.where[figure] == house, case.other.where[figure] == house


def _has_card(case: Case, said: tuple[str, ...]) -> tuple[bool, bool]:
    figure, house = _figure(case, said[0]), _house(case, said[1])
    return _leads(case.best, figure, house), _leads(case.other, figure, house)


def _leads(state: Any, figure: int, house: int) -> bool:
    """Forward and Double step pass the next houses of the ring, Back the one before (PP-65)."""
    passes = {0: (0,), 1: (0, 1), 2: (-1,)}
    place = state.ring.index(state.where[figure])
    return any(
        state.ring[(place + step) % len(state.ring)] == house
        for slot, cards in enumerate(state.laid)
        if state.line[slot] == figure and len(cards) == 1
        for step in passes.get(cards[0].card, ())
    )


def _nest(case: Case, name: str) -> int:
    nouns = game_words(case.game, "en").nouns  # type: ignore[attr-defined]
    homes = nouns.ground.homes[case.state.seats]
    called = [nouns.place(home, case.state.seats, case.seat).name for home in homes]
    return [one.lower() for one in called].index(name.lower())


def _kinds(case: Case, said: tuple[str, ...]) -> bool:
    seat = _nest(case, said[0])
    home = case.game.ground.homes[case.state.seats][seat]
    found = [sum(digit != "0" for digit in str(end.lying[home])) for end in (case.best, case.other)]
    return found == [int(said[1]), int(said[3])] and case.state.options.kinds == int(said[2])


def _own_rats(case: Case, state: Any) -> list[tuple[int, int]]:
    first = 5 * case.seat
    return list(zip(state.at[first : first + 5], state.load[first : first + 5], strict=True))


def _carried(case: Case, state: Any) -> int:
    home = case.game.ground.homes[state.seats][case.seat]
    return len(
        {
            load
            for _, load in _own_rats(case, state)
            if load and state.lying[home] // 10 ** (load - 1) % 10 == 0
        }
    )


def _exposed(case: Case, state: Any) -> int:
    marks = case.game.ground.town.marks
    return sum(square >= 0 and marks[square] == "." for square, _ in _own_rats(case, state))


def _turns(seat_of: Callable[[Case, str], int]) -> Claim:
    def check(case: Case, said: tuple[str, ...]) -> bool:
        judge = game_judging(case.game).evaluate.__self__  # type: ignore[attr-defined]
        seat = seat_of(case, said[0])
        needed = [round(judge.turns_needed(end)[seat]) for end in (case.best, case.other)]
        return needed == [int(said[-2]), int(said[-1])]

    return check


def _goods(case: Case, said: tuple[str, ...]) -> bool:
    kinds = ("cheese", "vinegar", "baking soda", "tin can", "calculator")
    kind = next(number for number, name in enumerate(kinds) if said[1].startswith(name))
    place = 5 * case.seat + kind
    return (case.best.goods[place], case.other.goods[place]) == (int(said[0]), int(said[2]))


def _points(case: Case, seat: Seat, said: tuple[str, ...]) -> bool:
    found = []
    for end in (case.best, case.other):
        words, view = game_words(case.game, "en"), case.game.conceal(end, case.seat)
        lines = words.score_sheet(view, seat)  # type: ignore[attr-defined]
        figures = [re.findall("-?\\d+", line.replace("−", "-"))[-1] for line in lines]
        found.append(sum(map(int, figures)))
    return found == [int(one.replace("−", "-")) for one in said[-2:]]


def _spaces(case: Case, said: tuple[str, ...]) -> bool:
    first, path = 4 * case.seat, range(28)  # Start to Launchpad
    ways = [
        [space for space in end.rats[first : first + 4] if space in path]
        for end in (case.best, case.other)
    ]
    return len(ways[0]) == len(ways[1]) and sum(ways[0]) - sum(ways[1]) == int(said[0])


def _mine(name: str) -> Claim:
    return _counts(lambda case, state: getattr(state, name)[case.seat])


def _how_many(name: str) -> Claim:
    return _counts(lambda case, state: f"{getattr(state, name)[case.seat]:b}".count("1"))


_INSTEAD: Final = r"(\d+) instead of (\d+)\."
CLAIMS: Final[dict[str, tuple[tuple[str, Claim], ...]]] = {
    "pied_piper": (
        (r"(.+) is at level (\d+) then instead of (\d+)\.", _level),
        (r"Otherwise you would be out\.",
         lambda case, _: case.seat in case.other.out and case.seat not in case.best.out),
        (f"Trackers that you hold then: {_INSTEAD}",
         _counts(lambda case, state: state.holders.count(case.seat))),
        (r"(.+) then stands just to the left of (.+)\.",
         lambda case, said: _stands(case, said) == (True, False)),
        (r"Otherwise (.+) would stand just to the left of (.+)\.",
         lambda case, said: _stands(case, said) == (False, True)),
        (r"(.+) then has a card that leads through (.+)\.",
         lambda case, said: _has_card(case, said) == (True, False)),
        (r"Otherwise (.+) would have a card that leads through (.+)\.",
         lambda case, said: _has_card(case, said) == (False, True)),
    ),
    "ratzentanz": (
        (r"(.+) then has (\d+) of (\d) kinds instead of (\d+)\.", _kinds),
        (f"Kinds you lack that your rats then carry: {_INSTEAD}", _counts(_carried)),
        (f"Rats of yours in the alleys, where the flute takes them: {_INSTEAD}", _counts(_exposed)),
        (f"Turns you then need, by my reckoning: about {_INSTEAD}",
         _turns(lambda case, _: case.seat)),
        (f"Turns (.+) then needs, by my reckoning: about {_INSTEAD}",
         _turns(lambda case, name: case.names.index(name))),
    ),
    "first_rat": (
        (r"You then have ([−\d]+) points? instead of ([−\d]+)\.",
         lambda case, said: _points(case, case.seat, said)),
        (r"(.+) then has ([−\d]+) points? instead of ([−\d]+)\.",
         lambda case, said: _points(case, case.names.index(said[0]), said)),
        (r"You then have (\d+) (.+) instead of (\d+)\.", _goods),
        (r"Your rats then are (\d+) spaces? further, all together\.", _spaces),
        (f"Your light marker is then on light {_INSTEAD}", _mine("light")),
        (f"Energy drinks: {_INSTEAD}", _mine("drinks")),
        (f"Backpacks: {_INSTEAD}", _how_many("packs")),
        (f"Comics: {_INSTEAD}", _how_many("comics")),
        (f"Bottle caps: {_INSTEAD}", _how_many("caps")),
    ),
}  # fmt: skip


def _ahead(case: Case) -> float:
    assert case.judged[1].even, "only what was looked at evenly may be compared"
    return case.judged[0].value - case.judged[1].value


EVERYWHERE: Final[tuple[tuple[str, Claim], ...]] = (
    (r"Take a closer look here: (.+)\.", lambda _case, _said: True),
    (r"This wins the match\.", lambda case, _: case.game.outcome(case.best).winners == (case.seat,)),
    (r"This ends the match, and you share the win\.",
     lambda case, _: case.seat in case.game.outcome(case.best).winners),
    (r"This ends the match\.",
     lambda case, _: case.seat not in case.game.outcome(case.best).winners),
    (r"As far as I can see, this wins the match\.", lambda case, _: wins(case)),
    (r"It is much better than the next best: (.+)\.",
     lambda case, _: _ahead(case) >= advice.MUCH),
    (r"It is a little better than the next best: (.+)\.",
     lambda case, _: advice.LITTLE <= _ahead(case) < advice.MUCH),
    (r"About as good is this: (.+)\.", lambda case, _: 0 <= _ahead(case) < advice.LITTLE),
    (r"The best move is much better than the next best\.",
     lambda case, _: _ahead(case) >= advice.MUCH),
    (r"The best move is a little better than the next best\.",
     lambda case, _: advice.LITTLE <= _ahead(case) < advice.MUCH),
    (r"Two moves are about equally good\.", lambda case, _: 0 <= _ahead(case) < advice.LITTLE),
    (r"All good turns that I see begin here\.", lambda case, _: not case.judged[1].even),
)  # fmt: skip


def is_true(case: Case, said: str) -> bool | None:
    """Whether a sentence holds; None for one that is no known claim."""
    said = said.removeprefix("What speaks for it: ")
    for pattern, claim in (*EVERYWHERE, *CLAIMS[case.game.meta.id]):
        if found := re.fullmatch(pattern, said):
            return claim(case, found.groups())
    return None


# --- reading hints -----------------------------------------------------------------------------


def examine(game_id: str, count: int, bot: str, seed: int = 0) -> Verdicts:
    """Read the hints of so many positions."""
    game = games.find(game_id)
    tally: Counter[str] = Counter()
    false: list[str] = []
    for state, seat in positions(game, count, seed):
        case, scene = case_of(game, state, seat, bot)
        plans = [advice.plan_of(scene, one) for one in case.judged[:2]]
        look, explain = (
            advice.sentences(scene, plans, case.judged, stage)
            for stage in (advice.LOOK, advice.EXPLAIN)
        )
        where = f"{game_id}, turn {game.turns(state)}, seat {seat}"
        told = (*look, *explain, *advice.why(scene, plans))  # also the reasons that are left out
        false += [f"{where}: {said}" for said in untrue(case, scene, told)]
        tally["sentences"] += len(told)
        won = wins(case)
        tally["wins"] += won
        tally["wins_told"] += won and all(
            any("this wins the match" in said.lower() for said in stage)
            for stage in (look, explain)
        )
        tally["evenly"] += len(case.judged) > 1 and case.judged[1].even
        tally["much_better"] += any("much better" in said for said in explain)
        tally["reasons"] += won or any(_is_reason(game_id, said) for said in explain)
        tally["first_steps"] += len(look) > 1
    return Verdicts(game=game_id, hints=count, false=tuple(false), **tally)


def wins(case: Case) -> bool:
    """Whether the turn wins, whatever is hidden: in the true position and in some imagined ones."""
    game, seat, plan = case.game, case.seat, case.judged[0].plan
    view, luck = game.conceal(case.state, seat), random.Random(2)
    worlds = [case.state, *(game.imagine(view, luck) for _ in range(WORLDS))]
    outcomes = [game.outcome(_played(game, world, seat, plan)) for world in worlds]
    return all(outcome is not None and outcome.winners == (seat,) for outcome in outcomes)


def untrue(case: Case, scene: Scene, told: Sequence[str]) -> list[str]:
    """The sentences that the engine does not bear out."""
    known = _foretold(case, scene)
    verdicts = {said: is_true(case, said) for said in told}
    return [
        said for said, true in verdicts.items() if not (said in known if true is None else true)
    ]


def _is_reason(game_id: str, said: str) -> bool:
    return any(re.fullmatch(pattern, said) for pattern, _ in CLAIMS[game_id])


def _foretold(case: Case, scene: Scene) -> set[str]:
    """The sentences that are no claims of the hint: the turn by its buttons, what its last decision
    will do in the words of its button, and how the match ends, in the words of its last page.
    """
    game, seat = case.game, case.seat
    words, state = game_words(game, "en"), scene.view.seen
    told = set[str]()
    moves: list[str] = []
    for action in case.judged[0].plan:
        view = game.conceal(state, seat)
        legal = game.legal(view.seen)
        if game.to_act(state) != seat or action not in legal:
            break
        if not moves or len(legal) > 1:
            moves.append(words.action(view, action))
        told.update(words.effects(view, action, scene.names))
        *_, last = game.steps(view.seen, action)
        state = last.state
        if last.reveals and game.outcome(state) is None:
            break  # what follows cannot be foreseen
    told.add(f"I would play this: {', then: '.join(moves)}.")
    if (outcome := game.outcome(state)) is not None:
        told.add(words.ending(outcome, scene.names, seat, game.conceal(state, seat)))
    return told


def table(found: Sequence[Verdicts]) -> Table:
    printed = Table(title="Hints, sentence by sentence")
    columns: dict[str, Callable[[Verdicts], object]] = {
        "game": lambda one: one.game,
        "hints": lambda one: one.hints,
        "sentences": lambda one: one.sentences,
        "false": lambda one: len(one.false),
        "wins told": lambda one: f"{one.wins_told} of {one.wins}",
        "with a reason": lambda one: one.reasons,
        "first step useful": lambda one: one.first_steps,
        "compare evenly": lambda one: one.evenly,
        "much better": lambda one: one.much_better,
    }
    for name in columns:
        printed.add_column(name, justify="left" if name == "game" else "right")
    for one in found:
        printed.add_row(*(str(cell(one)) for cell in columns.values()))
    return printed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--positions", type=int, default=200, help="of each game")
    parser.add_argument("--bot", default="search:400", help="who gives the hints")
    parser.add_argument("--seed", type=int, default=0)
    wishes = parser.parse_args()
    console = Console(width=120)
    found = [
        examine(game_id, wishes.positions, wishes.bot, wishes.seed) for game_id in wishes.games
    ]
    for said in (said for one in found for said in one.false):
        console.print(f"FALSE  {said}", markup=False)
    console.print(table(found))
    sys.exit(0 if all(one.true for one in found) else 1)


if __name__ == "__main__":
    main()
