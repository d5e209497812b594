"""The Pied Piper: send the rats to your neighbours, and stay in your house the longest."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any

from ratskeller.core.encoding import Span
from ratskeller.core.game import (
    BadData,
    Credits,
    Game,
    Meta,
    Refusal,
    View,
    foresee,
    read_toml,
)
from ratskeller.games.pied_piper.rules import actions, encode, secrets, turn
from ratskeller.games.pied_piper.rules.citations import CITED
from ratskeller.games.pied_piper.rules.state import (
    BACK,
    DOUBLE,
    FIGURES,
    FORWARD,
    HAND,
    KINDS,
    MELODY,
    NOWHERE,
    PIPER,
    PLUS,
    SLOTS,
    Action,
    Box,
    Event,
    Options,
    State,
)

_CARD_KEYS = ("forward", "double", "back", "sewer", "plus", "melody")


def default_data() -> str:
    return (resources.files(__package__) / "data.toml").read_text("utf-8")


def read_box(data: str) -> Box:
    """The box of a data file; raises `BadData` with the key that is wrong."""
    tables = read_toml(data)
    numbers = [_count(tables, "action_cards", key) for key in _CARD_KEYS]
    return Box(
        actions=(*numbers, 0),
        rat_cards=_count(tables, "character_cards", "rat", least=1),  # four fill a line (PP-36)
        piper_cards=_count(tables, "character_cards", "piper"),
    )


def _count(tables: dict[str, Any], table: str, key: str, *, least: int = 0) -> int:
    rows = tables.get(table)
    if not isinstance(rows, dict):
        raise BadData(f"the data file needs a table [{table}]")
    value = rows.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= 99:
        raise BadData(f"[{table}] {key} must be a whole number from {least} to 99, not {value!r}")
    return value


class PiedPiper(Game[State, Action]):
    meta = Meta(
        id="pied_piper",
        title="The Pied Piper",
        seats=(2, 3, 4, 5),
        minutes=20,
        options=Options,
        rules_version=1,
        rule_prefix="PP",
        credits=Credits(design=("Agnès Largeaud",), illustration=("Mathieu Leyssenne",)),
        provenance="The split of the Action cards is a reconstruction; all else follows the rules.",
        bound=1000 * 9 + 60,
        setup_rule="PP-62",
    )
    state_type = State
    action_type = Action
    event_type = Event
    citations = CITED
    legacy_hash = "b4cd0451ef51d5c50b8e23382cedfe3c80c74c17773b17d96a985ac6f8985411"

    def __init__(self, data: str | None = None) -> None:
        super().__init__(default_data() if data is None else data)
        self.box = read_box(self.data)

    # The engine is reached without a detour: searches call these millions of times.
    to_act = staticmethod(turn.to_act)
    legal = staticmethod(turn.legal)
    odds = staticmethod(turn.odds)
    stream = staticmethod(turn.stream)
    play = staticmethod(turn.play)
    steps = staticmethod(turn.steps)
    outcome = staticmethod(turn.outcome)
    conceal = staticmethod(secrets.conceal)
    conceal_action = staticmethod(secrets.conceal_action)
    conceal_event = staticmethod(secrets.conceal_event)
    imagine = staticmethod(secrets.imagine)
    scramble = staticmethod(secrets.scramble)
    why_not = staticmethod(actions.why_not)
    path = staticmethod(actions.parts_of)
    notation = staticmethod(actions.notation)
    parse = staticmethod(actions.parse)
    index = staticmethod(actions.index)
    from_index = staticmethod(actions.from_index)
    index_size = actions.INDEX_SIZE

    def start(self, seats: int, options: Options) -> State:
        return turn.start(self.box, seats, options)

    def why_not_start(self, seats: int, options: Options) -> Refusal | None:
        """Player counts, variants that contradict each other, too small a deck (PP-36, PP-54)."""
        if seats not in self.meta.seats:
            return Refusal("PP-62", "seats", {"seats": seats})
        if options.rugrats and options.secret:
            return Refusal("PP-54", "variants")
        cards = self.box.actions
        count = sum(cards) - (cards[PLUS] + cards[MELODY] if options.rugrats else 0)
        if count < HAND * seats + SLOTS:
            return Refusal("PP-36", "few_cards", {"cards": count, "needed": HAND * seats + SLOTS})
        if not cards[FORWARD] + cards[DOUBLE] + cards[BACK]:
            return Refusal("PP-36", "no_walking_cards")
        return None

    def caution(self, view: View[State], action: Action) -> Refusal | None:
        return actions.caution(view.seen, foresee(self, view, action)[-1].state)

    def encode(self, view: View[State]) -> tuple[int, ...]:
        return encode.encode(self.box, view)

    def spans(self, seats: int) -> tuple[Span, ...]:
        return encode.spans(self.box, seats)

    def pieces(self, state: State) -> Mapping[str, Any]:
        """Cards of both decks, wherever they lie, trackers and figures."""
        box = state.box
        actions_seen = [
            state.deck[card]
            + state.discard[card]
            + sum(hand[card] for hand in state.hands)
            + sum(c.card == card for under in state.laid for c in under)
            for card in range(KINDS)
        ]
        characters = [
            state.character_deck[figure]
            + state.character_discard[figure]
            + state.line.count(figure)
            + (state.aside if figure == PIPER else 0)
            + (box.rat_cards if state.where[figure] == NOWHERE else 0)
            for figure in range(FIGURES)
        ]
        return {
            "action cards": tuple(actions_seen),
            "character cards": tuple(characters),
            "trackers": len(state.holders),
            "figures": len(state.where),
            "memory": secrets.memory_holds(state),
        }

    def turns(self, state: State) -> int:
        return state.turn + (state.ending in ("two_left", "roof"))


GAME = PiedPiper()
