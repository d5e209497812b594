"""From two lists of parts to what glides, appears and fades."""

from __future__ import annotations

from ratskeller.draw.board import Part
from ratskeller.server.frames import CAP, compare, fitted
from ratskeller.server.messages import Change, Frame


def part(name: str, symbol: str, place: str, count: int = 1) -> Part:
    return Part(id=name, symbol=symbol, place=place, count=count)


def test_what_stays_is_not_mentioned() -> None:
    board = (part("rat", "rat", "gap:1"),)
    assert compare(board, board) == Change()


def test_a_part_that_keeps_its_id_moves() -> None:
    after = part("rat", "rat", "gap:2")
    assert compare((part("rat", "rat", "gap:1"),), (after,)) == Change(move=(after,))


def test_a_card_comes_out_of_the_hand_that_lost_one_like_it() -> None:
    hand, fewer = part("hand:F", "forward", "hand:0", 2), part("hand:F", "forward", "hand:0", 1)
    card = part("card:1:0", "forward", "nail:1:0")
    change = compare((hand,), (fewer, card))
    assert change == Change(move=(fewer,), enter=((card, "hand:0"),))


def test_a_drawn_card_comes_from_the_only_pile_that_shrank() -> None:
    deck, smaller = part("deck", "back", "deck", 9), part("deck", "back", "deck", 8)
    card = part("hand:S", "sewer", "hand:1")
    assert compare((deck,), (smaller, card)).enter == ((card, "deck"),)


def test_a_discarded_card_goes_to_the_pile_that_shows_it_now() -> None:
    pile, card = part("pile", "back", "discard"), part("card", "forward", "nail")
    turned = part("pile", "forward", "discard")
    change = compare((pile, card), (turned,))
    assert change == Change(move=(turned,), leave=(("card", "discard"),))


def test_where_something_alike_enters_the_old_one_only_fades() -> None:
    old, new = part("hand:F", "forward", "hand:0"), part("card", "forward", "nail")
    change = compare((old,), (new,))
    assert change == Change(enter=((new, "hand:0"),), leave=(("hand:F", ""),))


def test_all_frames_of_a_change_together_stay_under_the_cap() -> None:
    frames = [Frame(Change(), "", 400) for _ in range(10)]
    total = sum(frame.milliseconds for frame in fitted(frames))
    assert CAP - 10 < total <= CAP
    assert fitted(frames[:2]) == tuple(frames[:2])
