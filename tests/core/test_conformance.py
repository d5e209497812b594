"""The laws hold for every game on the shelf, and the suite catches a game that breaks one.

Hypothesis chooses the walks: the setting and the luck. Each mutant below is a game with one thing
wrong; a suite that lets it pass would be worth nothing.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratskeller import games
from ratskeller.core import conformance
from ratskeller.core.conformance import LawBroken, check_match, check_walk
from ratskeller.core.game import Mark, Seat, Step, View
from ratskeller.games.pied_piper import PiedPiper
from ratskeller.games.pied_piper.rules.secrets import gather, spread, take
from ratskeller.games.pied_piper.rules.state import HAND, KINDS, UNKNOWN, Options, PlaceCard, State
from tests.core.test_archive import EDITED
from tests.lengths import NIGHTLY, often

pytestmark = pytest.mark.heavy


QUIET = settings(
    deadline=None,
    max_examples=often(3, 60),
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)


@pytest.mark.parametrize("game_id", games.shelf())
@QUIET
@given(choice=st.integers(0, 10**6), luck=st.integers(0, 2**32))
def test_every_game_on_the_shelf_keeps_the_laws(game_id: str, choice: int, luck: int) -> None:
    game = games.find(game_id)
    options = conformance.settings(game)
    seats, chosen = options[choice % len(options)]
    rng = random.Random(luck)
    assert check_walk(game, seats, chosen, rng) > 0
    check_match(game, seats, chosen, rng)


@pytest.mark.parametrize("game_id", games.shelf())
def test_every_setting_keeps_the_laws_once(game_id: str) -> None:
    game = games.find(game_id)
    conformance.check_marks(game)
    settings = conformance.settings(game)
    for number, (seats, options) in enumerate(settings if NIGHTLY else few(settings)):
        check_match(game, seats, options, random.Random(number))
        check_walk(game, seats, options, random.Random(number))


def few(settings: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Some of the settings, in which every number of seats and every value of an option occurs."""
    chosen, missing = [], {one for setting in settings for one in features(*setting)}
    while missing:
        best = max(settings, key=lambda setting: len(missing & features(*setting)))
        missing -= features(*best)
        chosen.append(best)
    return chosen


def features(seats: int, options: Any) -> set[tuple[str, Any]]:
    return {("seats", seats), *msgspec.structs.asdict(options).items()}


@pytest.mark.parametrize("options", [Options(), Options(rugrats=True), Options(secret=True)])
def test_a_small_deck_with_many_reshuffles_keeps_the_laws(options: Options) -> None:
    """Reshuffles are where a memory matters; the deck of the box has one a game at most."""
    game = PiedPiper(EDITED)
    for luck in range(6):
        check_walk(game, 2, options, random.Random(luck))


def test_a_viewer_can_imagine_more_than_one_world() -> None:
    game = games.find("pied_piper")
    rng = random.Random(3)
    for seats, options in ((2, Options()), (4, Options(secret=True))):
        spots = list(conformance.walk(game, seats, options, rng))
        for spot in spots[30::25]:
            conformance.check_imagination(game, seats, spot.state, rng)


def test_a_walk_is_the_same_whatever_the_hash_seed() -> None:
    """Law 1 across processes: nothing may hang on the order of a set or a dict of strings."""
    script = (
        "import ratskeller, random\n"
        "match = ratskeller.new('pied_piper', seats=4, seed=5, secret=True)\n"
        "rng = random.Random(2)\n"
        "while not match.over:\n"
        "    match.choose(match.to_act, rng.choice(match.legal(match.to_act)))\n"
        "print(match.to_bytes().hex())\n"
    )
    logs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(logs) == 1


def test_imagining_always_the_same_world_is_caught() -> None:
    class Stubborn(PiedPiper):
        def imagine(self, view: View[State], rng: random.Random) -> State:
            return PiedPiper.imagine(view, random.Random(0))

    game = Stubborn()
    spots = list(conformance.walk(game, 3, Options(), random.Random(1)))
    with pytest.raises(LawBroken, match="one world only"):
        conformance.check_imagination(game, 3, spots[40].state, random.Random(1))


# --- mutants -----------------------------------------------------------------------------------

SECRET = Options(secret=True)


def caught_by(
    game: PiedPiper,
    options: Options = SECRET,
    seats: int = 3,
    laws: Sequence[conformance.Law] = conformance.SPOT_LAWS,
) -> int:
    """The law that a mutant breaks; fails where the suite lets it pass."""
    for luck in range(12):
        try:
            check_walk(game, seats, options, random.Random(luck), laws=laws)
            check_match(game, seats, options, random.Random(luck))
        except LawBroken as broken:
            return broken.law
    pytest.fail("the suite lets this mutant pass")


@pytest.mark.parametrize("field", conformance.secret_fields(games.find("pied_piper")))
def test_a_conceal_that_copies_a_secret_field_is_caught(field: str) -> None:
    class Leaky(PiedPiper):
        def conceal(self, state: State, viewer: Seat | None) -> View[State]:
            seen = PiedPiper.conceal(state, viewer).seen
            leak = msgspec.structs.replace(seen, **{field: getattr(state, field)})
            return View(viewer, leak)

    # Few cards, so that the memory of a reshuffle holds something to leak.
    assert caught_by(Leaky(EDITED), seats=2) == 6


def test_a_secret_field_list_that_is_empty_would_prove_nothing() -> None:
    assert set(conformance.secret_fields(games.find("pied_piper"))) == {
        "laid",
        "hands",
        "deck",
        "drawn",
    }


class Mutating(PiedPiper):
    """`play` raises the turn counter of its input."""

    def play(self, state: State, action: Any) -> State:
        after = PiedPiper.play(state, action)
        msgspec.structs.force_setattr(state, "turn", state.turn + 1)
        return after


class Fantasist(PiedPiper):
    """Imagines one card too many in every strange hand."""

    def imagine(self, view: View[State], rng: random.Random) -> State:
        world = PiedPiper.imagine(view, rng)
        hands = [gather([*spread(hand), 0]) for hand in world.hands]
        return msgspec.structs.replace(world, hands=tuple(hands))


class Forgetful(PiedPiper):
    """Imagines as if the deck had never been reshuffled."""

    def imagine(self, view: View[State], rng: random.Random) -> State:
        state = PiedPiper.imagine(view, rng)
        pool = spread(state.deck)
        others = [seat for seat in range(state.seats) if seat != view.viewer]
        for seat in others:
            pool += spread(state.hands[seat])
        rng.shuffle(pool)
        hands = list(state.hands)
        for seat in others:
            hands[seat] = gather(take(pool, sum(hands[seat])))
        return msgspec.structs.replace(state, hands=tuple(hands), deck=gather(pool))


class Peeking(PiedPiper):
    """Forgets that turning over a card is a barrier, so that it could be undone."""

    def steps(self, state: State, action: Any) -> Iterator[Step[State]]:
        for step in PiedPiper.steps(state, action):
            yield msgspec.structs.replace(step, reveals=False)


class Talkative(PiedPiper):
    """Tells everybody in the log which card was drawn or laid face down."""

    def conceal_event(self, event: Any, viewer: Seat | None) -> Any:
        return event


class Indiscreet(PiedPiper):
    """Shows face-down placements in the entries."""

    def conceal_action(self, state: State, action: Any, viewer: Seat | None) -> Any:
        return (
            action
            if isinstance(action, PlaceCard)
            else PiedPiper.conceal_action(state, action, viewer)
        )


class Doubling(PiedPiper):
    """Offers the first action twice."""

    def legal(self, state: State) -> Any:
        legal = PiedPiper.legal(state)
        return [*legal, *legal[:1]]


class Moody(PiedPiper):
    """Lists its actions in a different order each time."""

    def legal(self, state: State) -> Any:
        legal = list(PiedPiper.legal(state))
        random.shuffle(legal)
        return legal


class Wasteful(PiedPiper):
    """Loses the discarded cards."""

    def steps(self, state: State, action: Any) -> Iterator[Step[State]]:
        for step in PiedPiper.steps(state, action):
            lost = msgspec.structs.replace(step.state, discard=(0,) * KINDS)
            yield msgspec.structs.replace(step, state=lost)

    def play(self, state: State, action: Any) -> State:
        return list(self.steps(state, action))[-1].state


class Mumbling(PiedPiper):
    """Writes two actions alike."""

    def notation(self, action: Any) -> str:
        return PiedPiper.notation(action).replace("F2", "F1")


class Permissive(PiedPiper):
    """Finds nothing against anything."""

    def why_not(self, view: View[State], path: Any) -> None:
        return None


class Endless(PiedPiper):
    """Never finishes: the turn counter stands still and nobody ever flees."""

    meta = msgspec.structs.replace(PiedPiper.meta, bound=80)


class Hurried(PiedPiper):
    """Leaves the last thing out of its steps."""

    def steps(self, state: State, action: Any) -> Iterator[Step[State]]:
        steps = list(PiedPiper.steps(state, action))
        return iter(steps[:-1] or steps)


class Overgenerous(PiedPiper):
    """Lets the mover's legal list hang on what a rival holds."""

    def legal(self, state: State) -> Any:
        legal = PiedPiper.legal(state)
        rival = state.hands[(state.active + 1) % state.seats]
        return legal[: len(legal) // 2] if rival[0] > rival[UNKNOWN] else legal


@pytest.mark.parametrize(
    ("mutant", "law"),
    [
        (Mutating, 4),
        (Fantasist, 7),
        (Talkative, 6),
        (Indiscreet, 6),
        (Doubling, 3),
        (Moody, 3),
        (Wasteful, 8),
        (Mumbling, 5),
        (Permissive, 2),
        (Endless, 9),
        (Hurried, 4),
    ],
)
def test_a_mutant_is_caught_by_its_law(mutant: type[PiedPiper], law: int) -> None:
    assert caught_by(mutant()) == law


def test_a_forgotten_barrier_is_caught_by_the_law_of_drafts_alone() -> None:
    law = conformance.law_10_nothing_is_learnt_before_a_barrier
    assert caught_by(Peeking(), laws=[law]) == 10


def test_a_legal_list_that_hangs_on_a_secret_is_caught_by_non_interference_alone() -> None:
    assert caught_by(Overgenerous(), laws=[conformance.law_6_non_interference]) == 6


def test_imagining_an_impossible_world_after_a_reshuffle_is_caught() -> None:
    assert caught_by(Forgetful(EDITED), Options(), seats=2) == 7


def test_a_field_without_a_mark_is_caught() -> None:
    class Careless(State, frozen=True):
        pocket: int = 0

    class Unmarked(PiedPiper):
        state_type = Careless

    with pytest.raises(LawBroken, match="pocket"):
        conformance.check_marks(Unmarked())


def test_a_renderer_that_looks_at_a_secret_is_caught() -> None:
    """Renderers get the view; one that hangs on more than it tells two worlds apart."""
    spot = list(conformance.walk(PiedPiper(), 3, Options(), random.Random(1)))[30]
    moods = iter(range(1000))
    with pytest.raises(LawBroken, match="law 6: the picture"):
        conformance.law_6_non_interference(
            spot, random.Random(2), {"the picture": lambda _view: str(next(moods))}
        )


def test_marks_are_the_four_of_the_design() -> None:
    assert {mark.value for mark in Mark} == {"open", "owner", "placer", "nobody"}
    assert HAND == 4
