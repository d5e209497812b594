"""A whole match in pieces: what they show together is the match, and each costs what it shows."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ratskeller import games
from ratskeller.core.game import AnyView
from ratskeller.server.frames import Shown, Stage
from tests.server.harness import running
from tests.server.shelved import shelve_corpus

pytestmark = pytest.mark.placed
PIECE = 20  # entries


class Film:
    """A replay that is shown frame by frame: what lies on the board and what the cards say after each entry."""

    def __init__(self) -> None:
        self.positions: dict[int, tuple[dict[str, Any], list[Any]]] = {}
        self.log: list[Any] = []

    def show(self, told: dict[str, Any]) -> None:
        parts, facts = {part["id"]: part for part in told["parts"]}, list(told["facts"])
        frames = list(told["frames"])
        for entry in range(told["first"], told["last"] + 1):
            while frames and frames[0]["entry"] <= entry:
                frame = frames.pop(0)
                change = frame["change"]
                for name, _ in change.get("leave", ()):
                    del parts[name]
                for part in (*change.get("move", ()), *(one for one, _ in change.get("enter", ()))):
                    parts[part["id"]] = part
                for seat, said in frame["facts"]:
                    facts[seat] = said
            shown = (dict(parts), list(facts))
            assert self.positions.setdefault(entry, shown) == shown, (
                "a piece begins where one ended"
            )
        assert not frames
        self.log += told["log"]


@pytest.mark.parametrize("game", games.shelf())
def test_a_match_in_pieces_is_the_match_and_a_piece_costs_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    drawn: list[object] = []
    show = Stage.show

    def show_and_count(stage: Stage, view: AnyView, before: Shown | None = None) -> Shown:
        drawn.append(view)
        return show(stage, view, before)

    monkeypatch.setattr(Stage, "show", show_and_count)

    async def story() -> None:
        (table,) = await shelve_corpus(tmp_path / "house.db", game, 1)
        async with running(tmp_path / "house.db") as house:
            ada = house.person()

            async def told(asked: str) -> dict[str, Any]:
                drawn.clear()
                answer = await ada.http.get(f"/api/tables/{table}/replay{asked}")
                assert answer.status_code == 200, answer.text
                found: dict[str, Any] = answer.json()
                return found

            whole, pieces = Film(), Film()
            match = await told("")
            whole.show(match)
            costs, last = len(drawn), match["last"]
            assert last > 3 * PIECE, "one piece is far less than the whole"
            for after in range(0, last, PIECE):
                until = min(last, after + PIECE)
                piece = await told(f"?after={after}&until={until}")
                assert (piece["first"], piece["last"]) == (after, until)
                assert len(drawn) < costs / 2
                pieces.show(piece)
            assert pieces.positions == whole.positions
            assert pieces.log == whole.log
            for asked in ("after=5&until=4", f"until={last + 1}", "until=x"):
                refused = await ada.http.get(f"/api/tables/{table}/replay?{asked}")
                assert refused.status_code == 404

    asyncio.run(story())
