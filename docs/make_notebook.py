"""Make and run the example notebook: `python docs/make_notebook.py [FILE]`.

What a cell holds is written here; what it shows is what the program answers. The file holds no time
and no path, so that it changes only when the program does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

NOTEBOOK = Path(__file__).parent / "notebooks" / "ratskeller.ipynb"
_SECONDS = 300

CELLS: Final = (
    """# Ratskeller in a notebook
Complete rules of three games about rats, from Python. Importing `ratskeller.notebook` makes positions
and matches show themselves.""",
    """>>>import random

import ratskeller
import ratskeller.notebook

ratskeller.games.shelf()""",
    """## Rules from Python
A match is dealt and waits for the first decision. There is one list of legal actions, and every
refusal names its rule.""",
    """>>>match = ratskeller.new("pied_piper", seats=3, seed=1284)
[match.game.notation(action) for action in match.moves()]""",
    """>>>try:
    match.push("M>1")
except ratskeller.Refused as refused:
    print(refused)""",
    """## A match
Play it to the end at random. The slider goes through all its moves, as a spectator saw them.""",
    """>>>rng = random.Random(1284)
while moves := match.moves():
    match.push(rng.choice(moves))
print(match.outcome)
match""",
    """## Who may know what
A view is a concealed state. Here is a running match as seat 1 sees it: its own hand, and nothing of
the others'.""",
    """>>>running = ratskeller.new("pied_piper", seats=3, seed=7, secret=True)
for _ in range(9):
    running.push(rng.choice(running.moves()))
running.view(1)""",
    """The hands as two seats know them; the last number counts unknown cards.""",
    """>>>for viewer in (0, 1):
    print(viewer, running.view(viewer).seen.hands)""",
    """## Search against greedy
Bots get a view and the legal list, and nothing else. `greedy` plays its own turn as well as it can,
`search` looks further. Eight matches say little; the arena plays as many as it takes.""",
    """>>>one = ratskeller.simulate("pied_piper", ["search:2000", "greedy"], matches=4)
other = ratskeller.simulate("pied_piper", ["greedy", "search:2000"], matches=4)
{"search:2000": one.wins[0] + other.wins[1], "greedy": one.wins[1] + other.wins[0]}""",
    """## What a bot thinks of the moves
`rate` asks it for every move of the seat to move, from that seat's own view.""",
    """>>>position = ratskeller.new("pied_piper", seats=2, seed=7)
for move in ratskeller.rate(position, "search:2000")[:4]:
    print(move)""",
    """## Other games, the same questions
Nothing above names The Pied Piper but the first line. First Rat, after the set-up:""",
    """>>>first_rat = ratskeller.new("first_rat", seats=2, seed=3)
first_rat.state""",
    """## Numbers for programs that learn
`encode` gives all that a viewer knows as whole numbers from 0 to a bound; `spans` says what they are.""",
    """>>>rules = running.game
code = rules.encode(running.view(1))
spans = rules.spans(3)
print(len(code), "numbers, for instance:")
at = 0
for span in spans[:12]:
    print(f"  {span.name}: {code[at : at + span.count]} of 0-{span.high}")
    at += span.count""",
    """## Other people's libraries
PettingZoo, Gymnasium and OpenSpiel know the games under their own kinds of names
(`docs/adapters.md`).""",
    """>>>from ratskeller.adapters.pettingzoo import pied_piper_v0

env = pied_piper_v0.env(seats=3)
env.reset(seed=1)
observation, reward, over, cut_off, info = env.last()
env.agent_selection, observation["observation"].shape, observation["action_mask"].sum()""",
    """>>>import pyspiel
import ratskeller.adapters.open_spiel

game = pyspiel.load_game("python_ratskeller_pied_piper(players=3)")
state = game.new_initial_state()
print(game, [(state.action_to_string(a), round(p, 2)) for a, p in state.chance_outcomes()])""",
)


def notebook() -> Any:
    """The cells, not yet run."""
    cells = []
    for number, text in enumerate(CELLS):
        new_cell = new_code_cell if text.startswith(">>>") else new_markdown_cell
        cells.append(new_cell(text.removeprefix(">>>"), id=f"cell-{number:02}"))
    return new_notebook(cells=cells, metadata={"language_info": {"name": "python"}})


def run(book: Any) -> Any:
    """Run every cell; an error in one is an error here."""
    client = NotebookClient(book, timeout=_SECONDS, kernel_name="python3", record_timing=False)
    client.execute()
    book.metadata = {"language_info": {"name": "python"}}
    return book


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOK
    nbformat.write(run(notebook()), path)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
