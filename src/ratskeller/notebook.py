"""Positions and matches that show themselves in a notebook.

    import ratskeller.notebook

From then on a cell that ends in a state, a view or a match shows a picture. A view is drawn as its
viewer sees it. A state and a match are drawn as a spectator sees them, so that nothing is shown by
accident that somebody at the table should not know; `show(match, viewer=2)` draws what seat 2 sees.
A match has a slider over all its moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, TypeAlias

from ratskeller import games
from ratskeller.core.game import AnyGame, AnyView, GameState, Seat, View
from ratskeller.core.match import AnyMatch, Match
from ratskeller.draw.film import FilmFrame, film
from ratskeller.draw.show import picture_of
from ratskeller.games.parts import game_board
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words

Showable: TypeAlias = AnyView | GameState | AnyMatch
"""A view, a state of a game on the shelf, or a match."""


class Picture:
    """A drawing that a notebook shows."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg


class Film:
    """A match with a slider that a notebook shows."""

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


def show(thing: Showable, viewer: Seat | None = None, language: str = "en") -> Picture | Film:
    """A picture of a view or a state, or a film of a match, as a viewer sees it (None: a spectator).

    A view has its own viewer. Raises `TypeError` where the thing is none of these.
    """
    if isinstance(thing, Match):
        return _film_of(thing, viewer, language)
    if isinstance(thing, View):
        if viewer is not None and viewer != thing.viewer:
            raise ValueError("a view shows what its own viewer sees, and nothing else")
        return _picture_of(_game_of(thing.seen), thing, language)
    game = _game_of(thing)
    return _picture_of(game, game.conceal(thing, viewer), language)


def _game_of(state: GameState) -> AnyGame:
    """The game whose state this is."""
    for game_id in games.shelf():
        game = games.find(game_id)
        if isinstance(state, game.state_type):
            return game
    raise TypeError(f"a {type(state).__name__} is not a position of any game on the shelf")


def _picture_of(game: AnyGame, view: AnyView, language: str) -> Picture:
    words = game_words(game, language)
    names = [words.seat_name(seat) for seat in range(view.seen.seats)]
    return Picture(picture_of(game_board(game, language), view, names))


def _film_of(match: AnyMatch, viewer: Seat | None, language: str) -> Film:
    frames = list(_frames(match, viewer, language))
    label = platform_words(language).gettext("Move")
    return Film(film(game_board(match.game, language), frames, match.names, label))


def _frames(match: AnyMatch, viewer: Seat | None, language: str) -> Iterator[FilmFrame]:
    """The start, then one frame for every entry of the log that changed the table."""
    words = game_words(match.game, language)
    yield FilmFrame(match.game.conceal(match.state_at(0), viewer), words.title)
    for _, sightings in match.sightings(viewer):
        told = [words.event(seen.event, match.names, viewer) for seen in sightings]
        if sightings:
            yield FilmFrame(sightings[-1].view, words.in_a_row(told))


def register(shell: Any) -> None:
    """Teach a notebook's shell how to show views, states and matches.

    Beside every picture a notebook keeps a text. That of a state or a match would tell secrets, so
    it is replaced by one that tells none; `print(state)` still tells all to whoever asks.
    """
    formatters = shell.display_formatter.formatters
    html, svg, plain = (formatters[kind] for kind in ("text/html", "image/svg+xml", "text/plain"))
    html.for_type(Match, lambda match: _film_of(match, None, "en").html)
    svg.for_type(Match, lambda _match: None)  # it would be shown twice
    plain.for_type(Match, _write_match)
    svg.for_type(View, lambda view: _picture_of(_game_of(view.seen), view, "en").svg)
    for game in map(games.find, games.shelf()):
        svg.for_type(game.state_type, partial(_seen_by_all, game))
        plain.for_type(game.state_type, partial(_write_state, game))


def _seen_by_all(game: AnyGame, state: GameState) -> str:
    return _picture_of(game, game.conceal(state, None), "en").svg


def _write_match(match: AnyMatch, printer: Any, _cycle: object) -> None:
    printer.text(f"<match of {match.game.meta.title}: {len(match.entries)} entries>")


def _write_state(game: AnyGame, _state: GameState, printer: Any, _cycle: object) -> None:
    printer.text(f"<state of {game.meta.title}>")


def _running_shell() -> Any:
    """The notebook this runs in, if it runs in one."""
    try:
        from IPython import get_ipython  # noqa: PLC0415  (only notebooks have it)
    except ModuleNotFoundError:
        return None
    return get_ipython()


if _shell := _running_shell():
    register(_shell)
