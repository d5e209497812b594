"""Positions and matches show themselves in a notebook, and tell nothing by it."""

from __future__ import annotations

import html
import json
import random
import re
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

import ratskeller
from ratskeller import games
from ratskeller.draw.film import FilmFrame, film
from ratskeller.games.parts import game_board
from ratskeller.notebook import Film, Picture, register, show
from ratskeller.words.languages import LANGUAGES
from tests.adapters.settings import short

pytestmark = pytest.mark.heavy


def played(game_id: str, decisions: int, seed: int = 5, **options: Any) -> Any:
    match = ratskeller.new(game_id, 3, seed=seed, **short(game_id), **options)
    rng = random.Random(seed)
    for _ in range(decisions):
        if match.over:
            break
        seat = match.to_act
        assert seat is not None
        match.choose(seat, rng.choice(match.legal(seat)))
    return match


def reel_of(shown: Any) -> dict[str, Any]:
    """What the script of a film is given."""
    assert isinstance(shown, Film)
    page = html.unescape(re.search(r"srcdoc='([^']*)'", shown.html)[1])  # type: ignore[index]
    found = re.search(r'id="reel">(.*?)</script>', page, re.DOTALL)
    assert found
    reel: dict[str, Any] = json.loads(found[1])
    return reel


@pytest.fixture(scope="module")
def shell() -> Any:
    kind: Any = InteractiveShell  # its methods have no types
    shell = kind()
    register(shell)
    return shell


def shown_in(shell: Any, thing: Any) -> dict[str, str]:
    data, _ = shell.display_formatter.format(thing)
    return dict(data)


@pytest.mark.parametrize("game_id", games.shelf())
def test_states_views_and_matches_show_themselves(game_id: str, shell: Any) -> None:
    match = played(game_id, 12)
    for thing in (match.state, match.view(None), match.view(1)):
        assert shown_in(shell, thing)["image/svg+xml"].startswith("<svg")
    assert shown_in(shell, match)["text/html"].startswith("<iframe sandbox='allow-scripts'")


def test_a_state_shows_itself_as_a_spectator_sees_it(shell: Any) -> None:
    match = played("pied_piper", 12, secret=True)
    other = match.game.scramble(match.state, None, random.Random(1))
    assert other != match.state
    assert shown_in(shell, other) == shown_in(shell, match.state)
    assert shown_in(shell, match.state)["text/plain"] == "<state of The Pied Piper>"


def test_a_match_shows_everybody_their_own_cards_alone() -> None:
    match = played("pied_piper", 9, secret=True)
    assert not match.over
    reels = {viewer: reel_of(show(match, viewer)) for viewer in (None, 1)}
    for reel in reels.values():
        drawn = [line for line in reel["lines"] if "draws" in line]
        assert drawn
        assert all("draws a card" in line for line in drawn)
    own = " ".join(reels[1]["lines"])
    assert "You draw" in own
    assert "You draw a card" not in own
    hands = {who: sum('data-part="hand' in look for look in reels[who]["parts"]) for who in reels}
    assert hands[None] == 0
    assert hands[1] >= 4


@pytest.mark.parametrize("game_id", games.shelf())
def test_a_film_has_a_frame_for_every_entry_that_changed_the_table(game_id: str) -> None:
    match = played(game_id, 20)
    reel = reel_of(show(match))
    changes = [entry for entry, seen in match.sightings(None) if seen]
    assert len(reel["frames"]) == len(reel["lines"]) == len(changes) + 1
    assert {look for frame in reel["frames"] for look in frame} == set(range(len(reel["parts"])))
    board = game_board(match.game, "en")
    for number, view in ((0, match.game.conceal(match.state_at(0), None)), (-1, match.view(None))):
        assert len(reel["frames"][number]) == len(board.parts(view, match.names))


def test_the_frames_of_a_film_differ_where_the_parts_do() -> None:
    reel = reel_of(show(played("ratzentanz", 30)))
    assert len({tuple(frame) for frame in reel["frames"]}) > 10


def test_names_cannot_break_out_of_a_film() -> None:
    players = [ratskeller.Player(f"</script><b>'{number}\"&") for number in range(2)]
    match = ratskeller.new("pied_piper", 2, seed=1, players=players)
    reel = reel_of(show(match))
    assert any("</script><b>'0\"&" in line for line in reel["lines"])


def test_a_picture_speaks_the_language_asked_for() -> None:
    match = played("pied_piper", 5)
    lines = {reel_of(show(match, language=language))["lines"][5] for language in LANGUAGES}
    assert len(lines) == len(LANGUAGES)


def test_sentences_of_a_film_follow_each_other_as_their_language_sets_them() -> None:
    lines = reel_of(show(played("pied_piper", 60), language="zh-Hant"))["lines"]
    assert any(line.count("。") > 1 for line in lines)
    assert not any("。 " in line for line in lines)


def test_a_view_has_one_viewer_and_strange_things_are_refused() -> None:
    match = played("pied_piper", 5)
    picture = show(match.view(1), viewer=1)
    assert isinstance(picture, Picture)
    assert picture._repr_svg_() == show(match.view(1)).svg  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="its own viewer"):
        show(match.view(1), viewer=0)
    strange: Any = ratskeller.Player("Ada")
    with pytest.raises(TypeError, match="not a position of any game"):
        show(strange)


def test_a_film_of_one_frame_is_a_film() -> None:
    game = games.find("ratzentanz")
    board = game_board(game, "en")
    start = game.conceal(game.start(2, game.meta.options()), None)
    assert reel_of(Film(film(board, [FilmFrame(start, "x")], ["a", "b"], "Move")))["lines"] == ["x"]
