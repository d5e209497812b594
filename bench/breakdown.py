"""Print whether the score sheets of First Rat add up, in every finished match.

A second book is kept beside the rules: it hears the events of the match, as everybody at the table
does, and the numbers of the data file. At the end it must come to the same points for every line of
every sheet, and the lines must add up to the score of the outcome.

    python -m bench.breakdown [--games 1000] [--greedy 100] [--seed 0]

`--greedy` of the matches are played by greedy bots, all others at random; seats and options go round.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import cycle, islice

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import find_bot
from ratskeller.core.game import GameEvent, option_sets
from ratskeller.games.first_rat.rules.scoring import sheet
from ratskeller.games.first_rat.rules.state import (
    BULB,
    CAPS,
    CORE,
    FIRST_CAP,
    FRUGAL_CAP,
    GOODS,
    NEIL,
    PARTS,
    RATS,
    THINGS_CAP,
    TRACKS,
    AwardTaken,
    ComicTaken,
    Gained,
    ItemTaken,
    MarkerPlaced,
    MouldTaken,
    RattronautSeated,
    Spent,
    State,
    TokenPlaced,
    TollPaid,
)
from ratskeller.games.first_rat.rules.tables import tables_of


class Book:
    """What one seat has, by hearsay."""

    def __init__(self, goods: int) -> None:
        self.points: Counter[str] = Counter()  # by track, awards and mould
        self.pieces: Counter[str] = Counter()  # by track
        self.goods = goods
        self.things = 0
        self.caps: set[int] = set()

    def lines(self, state: State) -> Counter[str]:
        """The points of every line at the end."""
        box = tables_of(state).box
        lines = Counter(self.points)
        for cap in self.caps:
            value = box.caps[CAPS[cap]]
            if cap == FRUGAL_CAP:
                parts = sum(self.pieces[TRACKS[part]] for part in PARTS)
                lines[f"cap:{CAPS[cap]}"] = max(0, value - box.caps["part"] * parts)
            else:
                count = self.things if cap == THINGS_CAP else self.pieces[CAPS[cap]]
                lines[f"cap:{CAPS[cap]}"] = value * count
        lines["leftovers"] = self.goods // box.points.leftovers
        return lines


def listen(books: list[Book], state: State, event: GameEvent, neil: int) -> int:
    """Write an event into the books; the rat that Neil's token lies on."""
    points = tables_of(state).box.points
    match event:
        case MarkerPlaced(seat, track, _, worth):
            books[seat].points[f"track:{TRACKS[track]}"] += worth
            books[seat].pieces[TRACKS[track]] += 1
        case RattronautSeated(rat, _, worth):
            book = books[rat // RATS]
            book.points[f"track:{TRACKS[0]}"] += worth * (2 if rat == neil else 1)
            book.pieces[TRACKS[0]] += 1
        case TokenPlaced(token, rat) if token == NEIL:
            return rat
        case AwardTaken(seat):
            books[seat].points["awards"] += points.award
        case MouldTaken(seat, cheese):
            books[seat].points["mouldy"] += points.mouldy
            books[seat].goods += cheese
        case Gained(seat, kind, amount) if kind not in (BULB, CORE):
            books[seat].goods += amount
        case Spent(seat, _, amount):
            books[seat].goods -= amount
        case TollPaid(seat, to):
            books[seat].goods -= 1
            books[to].goods += 1
        case ItemTaken(seat, item):
            books[seat].things += 1
            if item >= FIRST_CAP:
                books[seat].caps.add(item - FIRST_CAP)
        case ComicTaken(seat):
            books[seat].things += 1
    return neil


def check(matches: int, greedy: int, seed: int) -> Counter[str]:
    """Play the matches and compare all books with all sheets."""
    game = games.find("first_rat")
    settings = [(seats, one) for seats in game.meta.seats for one in option_sets(game, seats)]
    found: Counter[str] = Counter()
    for number, (seats, options) in enumerate(islice(cycle(settings), matches)):
        level = "greedy" if number < greedy else "random"
        bots = [find_bot(level, game) for _ in range(seats)]
        last = game.start(seats, options)
        assert isinstance(last, State)
        books = [Book(sum(last.goods[GOODS * seat : GOODS * (seat + 1)])) for seat in range(seats)]
        neil = -1
        for last, mover, action in play_match(game, options, bots, seed, number):
            assert isinstance(last, State)
            for step in game.steps(last, action) if mover is not None else ():
                neil = listen(books, last, step.event, neil)
        outcome = game.outcome(last)
        assert outcome is not None
        assert outcome.scores is not None
        found[f"matches of {level} bots"] += 1
        compare(found, books, last, outcome.scores)
    return found


def compare(
    found: Counter[str], books: Iterable[Book], last: State, scores: tuple[int, ...]
) -> None:
    for seat, book in enumerate(books):
        lines = {line.source: line.points for line in sheet(last, seat)}
        heard = book.lines(last)
        found["score sheets"] += 1
        found["lines with points"] += sum(map(bool, lines.values()))
        found["sheets that do not add up"] += sum(heard.values()) != scores[seat]
        for source in {*lines, *heard}:
            if lines.get(source, 0) != heard[source]:
                found[f"wrong: {source}"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--greedy", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    wishes = parser.parse_args()
    found = check(wishes.games, wishes.greedy, wishes.seed)
    for what, count in found.items():
        print(f"{count:8,} {what}")
    if found["sheets that do not add up"] or any(what.startswith("wrong") for what in found):
        sys.exit(1)


if __name__ == "__main__":
    main()
