"""The batch engine of The Pied Piper: the rules of the floor under the names that all engines share."""

from __future__ import annotations

from ratskeller.batch import lacking
from ratskeller.batch.engine import NOBODY, BatchEngine
from ratskeller.batch.luck import Fate, Luck
from ratskeller.batch.nibbles import get
from ratskeller.core.game import AnyGame, GameState
from ratskeller.games.pied_piper import PiedPiper
from ratskeller.games.pied_piper.batch import turn
from ratskeller.games.pied_piper.batch.seeing import open_sight, own_place, places_from, sight
from ratskeller.games.pied_piper.batch.table import (
    ENDINGS,
    HELD,
    Packed,
    code_of,
    pack,
    place_of,
    why_not_packed,
)
from ratskeller.games.pied_piper.rules.observe import open_planes, planes
from ratskeller.games.pied_piper.rules.state import OVER, Options, State

try:
    import jax.numpy as jnp
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


class PiedPiperBatch(BatchEngine[Packed]):
    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        assert isinstance(game, PiedPiper)
        self.box = game.box
        if reason := why_not_packed(self.box):
            raise ValueError(reason)
        self.step_sites = {"character deck": turn.TURN_UPS, "action deck": turn.DRAWS}
        streams = ("setup", "character deck", "action deck")
        self.start_sites = dict(zip(streams, turn.start_sites(self.box, seats), strict=True))

    def code_of(self, options: Options) -> int:
        return code_of(options)

    def start_by(self, options: Array, luck: Luck, draw: Fate) -> tuple[Packed, Array]:
        return turn.start(self.box, self.seats, options, luck, draw)

    def step_by(self, table: Packed, action: Array, draw: Fate) -> tuple[Packed, Array]:
        return turn.step(table, self.seats, action, draw)

    def mover(self, table: Packed) -> Array:
        return jnp.where(table.phase == OVER, NOBODY, table.active)

    def legal_words(self, table: Packed) -> tuple[Array, ...]:
        return turn.legal_words(table)

    def observe(self, table: Packed) -> Array:
        observed: Array = planes(jnp, sight(table, self.box, self.seats))
        return observed

    def observe_open(self, table: Packed) -> Array:
        observed: Array = open_planes(jnp, open_sight(table, self.seats))
        return observed

    def order(self, table: Packed) -> Array:
        """Who fled is counted last: the planes leave them out."""
        places = places_from(table, own_place(table, self.seats), self.seats)
        seats = [places[place_of(seat, self.seats)] for seat in range(self.seats)]
        if self.seats == 2:
            seats = [place >> 1 for place in seats]
        return jnp.stack([jnp.where(n < 0, self.seats - 1, n) for n in seats], axis=-1)

    def pack(self, state: GameState) -> Packed:
        assert isinstance(state, State)
        return pack(state)

    def ranks(self, table: Packed) -> Array:
        """Whoever fled first is last (PP-67); of two left the lower tracker wins, then more trackers
        held, else it is a draw (PP-19, PP-66). At the bound all that live share it (PP-68).
        """
        seats = range(self.seats)
        places = [place_of(seat, self.seats) for seat in seats]
        fled = [get(table.fled, place) for place in places]
        # Lower is better: floors first, then trackers held, which are fewer than a nibble holds.
        standing = [get(table.levels, p) * (1 << 4) - self._held(table, s) for s, p in zip(seats, places, strict=True)]  # fmt: skip
        two_left = table.ending == ENDINGS.index("two_left")
        ranks = []
        for seat in seats:
            behind = jnp.zeros_like(two_left)
            for other in seats:
                behind |= (fled[other] == 0) & (standing[other] < standing[seat])
            living = jnp.where(two_left & behind, 2, 1)
            ranks.append(jnp.where(fled[seat] > 0, self.seats + 1 - fled[seat], living))
        return jnp.stack(ranks, axis=-1)

    def _held(self, table: Packed, seat: int) -> Array:
        """Trackers claimed, inherited ones included, one's own never (PP-66)."""
        held = [(get(table.holders, s) == seat + HELD).astype(jnp.int32) for s in range(self.seats)]
        return sum(held[1:], held[0])
