"""The laws, held against a game: so many matches over all its settings.

Match number n uses the seed n and the setting n modulo the number of settings, so a broken law is
seen again with `--games 1 --seed n`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.arena.pools import Pool
from ratskeller.core.conformance import (
    SPOT_LAWS,
    Law,
    LawBroken,
    Renderer,
    Spot,
    check_imagination,
    check_marks,
    check_match,
    check_walk,
    law_6_non_interference,
    settings,
)
from ratskeller.core.game import Action, AnyGame, AnyView, GameAction, State
from ratskeller.draw.show import picture_of
from ratskeller.games.parts import game_board, game_letters
from ratskeller.words import LANGUAGES
from ratskeller.words.speech import game_words

_RENDERED: Final = 40  # of so many positions one is drawn and told in every language


class CheckedMatch(Struct, frozen=True):
    """What came of one match: how many positions were checked, and the law it broke, if any."""

    setting: int  # its place in `settings`
    seed: int
    positions: int
    law: int = 0
    problem: str = ""


def check_game(game_id: str, seeds: range, pool: Pool) -> Iterator[CheckedMatch]:
    """Check a match for each seed, in the order in which they are done."""
    return pool.run(partial(check_one, game_id), seeds)


def check_one(game_id: str, seed: int) -> CheckedMatch:
    """One match against all laws."""
    game = games.find(game_id)
    known = settings(game)
    place = seed % len(known)
    seats, options = known[place]
    rng = random.Random(f"law {seed}")
    try:
        check_marks(game)
        positions = check_walk(game, seats, options, rng, laws=_laws(game, rng))
        check_match(game, seats, options, rng)
    except LawBroken as broken:
        return CheckedMatch(place, seed, 0, broken.law, str(broken))
    except Exception as error:  # noqa: BLE001  a game that fails has broken law 2
        return CheckedMatch(place, seed, 0, 2, f"law 2: {type(error).__name__}: {error}")
    return CheckedMatch(place, seed, positions)


def _laws(game: AnyGame, rng: random.Random) -> list[Law]:
    """The laws of every position, and those that are too slow for more than a sample."""
    turn = rng.randrange(_RENDERED)
    shown = renderers(game, LANGUAGES[turn % len(LANGUAGES)])

    def law_6_with_words_and_pictures(spot: Spot[State, Action], rng: random.Random) -> None:
        if spot.number % _RENDERED == turn:
            law_6_non_interference(spot, rng, shown)
            check_imagination(spot.game, spot.seats, spot.state, rng)

    return [*SPOT_LAWS, law_6_with_words_and_pictures]


# --- what people get to see --------------------------------------------------------------------


def renderers(game: AnyGame, drawn_in: str) -> dict[str, Renderer]:
    """The words and the terminal board of a game in every language, the drawn board in one."""
    found = {f"drawn board ({drawn_in})": _picture_renderer(game, drawn_in)}
    for language in LANGUAGES:
        found[f"words ({language})"] = _words_renderer(game, language)
        found[f"terminal board ({language})"] = _board_renderer(game, language)
    return found


def _words_renderer(game: AnyGame, language: str) -> Renderer:
    words = game_words(game, language)

    def render(view: AnyView) -> str:
        texts = [words.ask(view)]
        for action in _own_moves(game, view):
            texts += [words.action(view, action), *words.effects(view, action)]
            texts += [words.part(view, part) for part in game.path(view.seen, action)]
        return "\n".join(texts)

    return render


def _board_renderer(game: AnyGame, language: str) -> Renderer:
    words = game_words(game, language)
    draw = game_letters(game)

    def render(view: AnyView) -> str:
        names = [words.seat_name(seat) for seat in range(max(game.meta.seats))]
        return draw(view, words, names, _own_moves(game, view)).markup

    return render


def _picture_renderer(game: AnyGame, language: str) -> Renderer:
    board, words = game_board(game, language), game_words(game, language)

    def render(view: AnyView) -> str:
        seats = range(view.seen.seats)
        names = [words.seat_name(seat) for seat in seats]
        drawn: list[object] = [picture_of(board, view, names)]
        drawn += [(board.seat_facts(view, seat), board.score_sheet(view, seat)) for seat in seats]
        for action in _own_moves(game, view):
            drawn += [board.marks(view, action), board.trace(view, action)]
            drawn += [board.button(view, part) for part in game.path(view.seen, action)]
        return repr(drawn)

    return render


def _own_moves(game: AnyGame, view: AnyView) -> list[GameAction]:
    mover = game.to_act(view.seen)
    return list(game.legal(view.seen)) if mover is not None and mover == view.viewer else []


def setting_text(game: AnyGame, place: int) -> str:
    """`4 seats, secret=true`: a setting by the options that are not as usual."""
    seats, options = settings(game)[place]
    usual = msgspec.to_builtins(game.meta.options())
    chosen = msgspec.to_builtins(options)
    unusual = [f"{k}={str(v).lower()}" for k, v in chosen.items() if v != usual[k]]
    return " ".join([str(seats), *unusual])
