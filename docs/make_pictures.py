"""Draw the pictures of the README: `python docs/make_pictures.py`. The same seeds, the same bytes."""

from __future__ import annotations

import random
from pathlib import Path

import ratskeller
from ratskeller.draw.palette import INKS
from ratskeller.draw.show import picture_of
from ratskeller.games.parts import game_board

PICTURES = Path(__file__).parent / "pictures"
GAME, SEED, SEATS, DECISIONS = "pied_piper", 115, 4, 34
PLAYERS = [ratskeller.Player(name) for name in ("Ada", "Bo", "Cleo", "Dara")]


def main() -> None:
    match = ratskeller.new(GAME, SEATS, players=PLAYERS, seed=SEED)
    rng = random.Random(SEED)
    for _ in range(DECISIONS):
        seat = match.to_act
        assert seat is not None, "the match is over before its picture is taken"
        match.choose(seat, rng.choice(match.legal(seat)))
    board = game_board(match.game, "en")
    PICTURES.mkdir(exist_ok=True)
    for theme in INKS:
        path = PICTURES / f"{GAME.replace('_', '-')}-{theme}.svg"
        path.write_text(picture_of(board, match.view(0), match.names, theme), "utf-8")
        print(f"{path.relative_to(PICTURES.parent.parent)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
