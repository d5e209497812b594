"""The faces of an action: the parts it is played on, its notation, its index, and why not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ratskeller.core.game import BadNotation, PartPath, Refusal, View
from ratskeller.games.pied_piper.rules.state import (
    FIGURES,
    KINDS,
    ORDER,
    RATS,
    SLOTS,
    UNKNOWN,
    Action,
    Draw,
    Enter,
    GoFirst,
    PlaceCard,
    State,
    TurnUp,
)
from ratskeller.games.pied_piper.rules.turn import legal, to_act

CARD_CODES: Final = ("F1", "F2", "B1", "S1", "+1", "M", "?")
FIGURE_CODES: Final = ("red", "yellow", "blue", "green", "purple", "black", "piper")

# --- notation ----------------------------------------------------------------------------------

_PLACE: Final = re.compile(
    r"(?P<card>F1|F2|B1|S1|\+1|M|\?)\s*>\s*(?P<slot>[1-4])(?P<down>\*?)", re.IGNORECASE
)
_FIRST: Final = re.compile(r"first\s+(?P<slot>[1-4])", re.IGNORECASE)
_ENTER: Final = re.compile(rf"enter\s+(?P<figure>{'|'.join(FIGURE_CODES[:-1])})", re.IGNORECASE)
_TURN_UP: Final = re.compile(rf"turn\s+(?P<figure>{'|'.join(FIGURE_CODES)})", re.IGNORECASE)
_DRAW: Final = re.compile(r"draw\s+(?P<card>F1|F2|B1|S1|\+1|M|\?)", re.IGNORECASE)


def notation(action: Action) -> str:
    """`F2>3`: Double step under the third Character; `F2>3*`: the same, face down."""
    match action:
        case PlaceCard(card, slot, face_down):
            return f"{CARD_CODES[card]}>{slot + 1}{'*' if face_down else ''}"
        case GoFirst(slot):
            return f"first {slot + 1}"
        case Enter(rat):
            return f"enter {FIGURE_CODES[rat]}"
        case TurnUp(figure):
            return f"turn {FIGURE_CODES[figure]}"
        case Draw(card):
            return f"draw {CARD_CODES[card]}"


def parse(text: str) -> Action:
    """The action of a notation. It need not be legal."""
    text = text.strip()
    if found := _PLACE.fullmatch(text):
        card, slot = _card(found["card"]), int(found["slot"]) - 1
        return PlaceCard(card, slot, bool(found["down"]))
    if found := _FIRST.fullmatch(text):
        return GoFirst(int(found["slot"]) - 1)
    if found := _ENTER.fullmatch(text):
        return Enter(FIGURE_CODES.index(found["figure"].lower()))
    if found := _TURN_UP.fullmatch(text):
        return TurnUp(FIGURE_CODES.index(found["figure"].lower()))
    if found := _DRAW.fullmatch(text):
        return Draw(_card(found["card"]))
    raise BadNotation(
        f"“{text}” is no move. A card goes under a Character like this: F2>3 (face down: F2>3*); "
        "the cards are F1 F2 B1 S1 +1 M. Which Character goes first: first 2."
    )


def _card(code: str) -> int:
    return CARD_CODES.index(code.upper())


# --- index -------------------------------------------------------------------------------------

_ALL: Final[tuple[Action, ...]] = (
    *(
        PlaceCard(card, slot, down)
        for card in range(KINDS)
        for slot in range(SLOTS)
        for down in (False, True)
    ),
    *(GoFirst(slot) for slot in range(SLOTS)),
    *(Enter(rat) for rat in RATS),
    *(TurnUp(figure) for figure in range(FIGURES)),
    *(Draw(card) for card in range(KINDS)),
)
_INDEX: Final = {action: number for number, action in enumerate(_ALL)}
INDEX_SIZE: Final = len(_ALL)


def index(action: Action) -> int:
    return _INDEX[action]


def from_index(index: int) -> Action:
    return _ALL[index]


# --- the parts an action is played on ----------------------------------------------------------

FACE_UP: Final = "up"
FACE_DOWN: Final = "down"


def asks_face(state: State) -> bool:
    """Whether a placement has to say how the card lies: then every path has a third part."""
    return state.options.secret and not state.hid


def parts_of(state: State, action: Action) -> PartPath:
    match action:
        case PlaceCard(card, slot, face_down):
            parts = (f"hand:{CARD_CODES[card]}", f"slot:{slot}")
            if asks_face(state):
                return (*parts, FACE_DOWN if face_down else FACE_UP)
            return (*parts, FACE_DOWN) if face_down else parts  # illegal, so that it can be refused
        case GoFirst(slot):
            return (f"slot:{slot}",)
        case Enter(rat):  # chance's own are nobody's: they have parts so that they can be refused
            return (f"figure:{FIGURE_CODES[rat]}",)
        case TurnUp():
            return ("deck:character",)
        case Draw():
            return ("deck:action",)


_ENDED_BY: Final = {"two_left": "PP-19", "roof": "PP-13", "turn_cap": "PP-68"}


def why_not(view: View[State], path: Sequence[str]) -> Refusal | None:
    """Why these parts lead to no action of the viewer, or None where they do."""
    state = view.seen
    mover = to_act(state)
    if mover is None:
        return Refusal(_ENDED_BY[state.ending], "over")
    if mover != view.viewer:
        return Refusal("PP-63", "not_your_turn")
    parts = tuple(path)
    if any(parts_of(state, action)[: len(parts)] == parts for action in legal(state)):
        return None
    if state.phase == ORDER:
        return Refusal("PP-30", "choose_order")
    return _why_not_place(state, parts)


def _why_not_place(state: State, parts: PartPath) -> Refusal:
    kind, _, code = parts[0].partition(":")
    if kind == "slot":
        return Refusal("PP-63", "card_first")
    if kind != "hand" or code not in CARD_CODES[:UNKNOWN]:
        return Refusal("PP-63", "not_a_card")
    card = CARD_CODES.index(code)
    if not state.hands[state.active][card]:
        return Refusal("PP-63", "not_in_hand", {"card": card})
    slot = _slot_number(parts[1]) if len(parts) > 1 else None
    if slot is None:
        return Refusal("PP-63", "not_a_character")
    if slot == state.used:
        return Refusal("PP-31", "same_character", {"figure": state.line[slot]})
    if parts[2] == FACE_DOWN and not asks_face(state):
        return Refusal("PP-50", "one_face_down" if state.options.secret else "no_face_down")
    return (
        Refusal("PP-50", "which_face") if asks_face(state) else Refusal("PP-63", "too_many_parts")
    )


def _slot_number(part: str) -> int | None:
    kind, _, number = part.partition(":")
    if kind == "slot" and number in ("0", "1", "2", "3"):
        return int(number)
    return None


def caution(before: State, after: State) -> Refusal | None:
    """A move after which somebody flees is confirmed with the names of all who do (PP-02)."""
    fled = after.out[len(before.out) :]
    if not fled:
        return None
    rule = "PP-13" if before.seats == 2 else "PP-02"
    return Refusal(rule, "flees", {"seats": " ".join(map(str, fled))})
