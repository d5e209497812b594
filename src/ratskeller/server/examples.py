"""Drawn examples: a position, and what the engine makes of it, as anybody may look at it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ratskeller.core.game import AnyGame, GameState
from ratskeller.draw.board import Board
from ratskeller.draw.palette import Theme
from ratskeller.draw.panels import VIEWS, Cutout, Panel, crop, draw_panels, frames
from ratskeller.draw.table import MAIN
from ratskeller.games.parts import game_board
from ratskeller.server.repertoire import BOT_NAMES
from ratskeller.words.lessons import Example
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words


class Drawn(NamedTuple):
    """An example on a page: its words, and the address and size of its picture or pictures."""

    rule: str
    text: str
    address: str
    views: tuple[tuple[str, Cutout], ...]  # by the name of the view


@lru_cache(maxsize=64)
def all_examples(game: AnyGame, language: str) -> dict[str, Example]:
    """Those of the opening and those of the rules, by id."""
    words = game_words(game, language)
    opening = words.opening()
    return {example.id: example for example in (*(opening or ()), *words.examples())}


def moments(game: AnyGame, example: Example) -> list[GameState]:
    """The position, and then one for each step of its moves."""
    states = [example.before]
    for text in example.play:
        states += [step.state for step in game.steps(states[-1], game.parse(text))]
    return states


@lru_cache(maxsize=512)
def drawn(game: AnyGame, name: str, language: str) -> Drawn:
    """How an example stands on a page."""
    example = all_examples(game, language)[name]
    _, panels, box = _laid(game, example, language)
    views = tuple(zip(VIEWS, frames(box, panels), strict=False))
    address = f"/rules/{game.meta.id}/{language}/{name}.svg"
    return Drawn(example.rule, example.text, address, views)


@lru_cache(maxsize=64)  # of 150 kB each
def picture(game: AnyGame, name: str, language: str, theme: Theme | None) -> str:
    """The picture of an example. Raises `KeyError` where there is none of this name."""
    sheet, panels, box = _laid(game, all_examples(game, language)[name], language)
    return draw_panels(sheet, panels, box, theme)


def _laid(game: AnyGame, example: Example, language: str) -> tuple[Board, list[Panel], Cutout]:
    """The sheet, what lies on it before and after, and how much of it is shown."""
    board = game_board(game, language)
    names = (platform_words(language).gettext("You"), *BOT_NAMES)[: example.before.seats]
    states = moments(game, example)
    shown = [states[at] for at in example.moments] if example.play else states
    views = [game.conceal(state, example.seat) for state in shown]
    sheets = board.sheets(views[0], names)
    parts = [board.parts(view, names) for view in views]
    strip = sheets.get(board.strip) if example.play else None
    walked = [ways(game, example, language), []]
    panels = [Panel(lying, way, strip) for lying, way in zip(parts, walked, strict=False)]
    return sheets[MAIN], panels, crop(sheets[MAIN], example.at, board.margin)


def ways(game: AnyGame, example: Example, language: str) -> list[tuple[str, ...]]:
    """Where the moves of an example lead whom."""
    board, state = game_board(game, language), example.before
    found = []
    for text in example.play:
        action = game.parse(text)
        if game.to_act(state) == example.seat:
            found += board.trace(game.conceal(state, example.seat), action)
        state = game.play(state, action)
    return found
