"""The batch engine of Ratzentanz: the rules of the floor under the names that all engines share."""

from __future__ import annotations

from ratskeller.batch import lacking
from ratskeller.batch.choice import handed_on, worked_out
from ratskeller.batch.engine import NOBODY, BatchEngine, with_luck
from ratskeller.batch.luck import Fate, Luck, bits, later
from ratskeller.batch.nibbles import bits_set, nth_bit_of_row
from ratskeller.core.game import AnyGame, GameState
from ratskeller.games.ratzentanz import Ratzentanz
from ratskeller.games.ratzentanz.batch import turn
from ratskeller.games.ratzentanz.batch.atlas import atlas_of
from ratskeller.games.ratzentanz.batch.moving import SeatedTown, looked_up
from ratskeller.games.ratzentanz.batch.seeing import looks_of, promise, sight
from ratskeller.games.ratzentanz.batch.table import (
    Packed,
    code_of,
    in_order,
    pack,
    why_not_packed,
)
from ratskeller.games.ratzentanz.rules.observe import planes, scene_of
from ratskeller.games.ratzentanz.rules.state import OVER, Options, State

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


class RatzentanzBatch(BatchEngine[Packed]):
    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        assert isinstance(game, Ratzentanz)
        self.box = game.ground.box
        if reason := why_not_packed(self.box):
            raise ValueError(reason)
        homes = game.ground.homes[seats]
        nests = tuple(game.ground.town.nests.index(home) for home in homes)
        self.ground = SeatedTown(atlas_of(game.ground), seats, homes, nests)
        self.looks, self.scene = looks_of(game, seats), scene_of(game.ground)
        self.start_sites = turn.start_sites(seats)
        self.step_sites = turn.step_sites(seats)

    def code_of(self, options: Options) -> int:
        return code_of(options)

    def start_by(self, options: Array, luck: Luck, draw: Fate) -> tuple[Packed, Array]:
        everywhere = options == options
        return turn.start(self.ground, self.box, options, luck, draw, everywhere)

    def step_by(self, table: Packed, action: Array, draw: Fate) -> tuple[Packed, Array]:
        return turn.step(self.ground, self.box, table, action, draw)

    def mover(self, table: Packed) -> Array:
        return jnp.where(table.phase == OVER, NOBODY, table.seat)

    def legal_words(self, table: Packed) -> tuple[Array, ...]:
        return turn.legal_words(self.ground, table, self.game.index_size)

    def at_random(self, table: Packed) -> tuple[Packed, Array]:
        """One of the legal actions, each as likely: there are fifty words of them."""
        words = worked_out(jnp.stack(worked_out(self.legal_words(table)), axis=-1))
        count = bits_set(words).sum(-1, dtype=jnp.uint32)
        number = (bits(table.luck, 0) >> 12) * count >> 20
        return with_luck(table, later(table.luck, 1)), handed_on(nth_bit_of_row(words, number))

    def ranks(self, table: Packed) -> Array:
        """The winner, then the others by kinds at home, ties allowed; at the cap all alike (RT-122)."""
        seats = jnp.arange(self.seats)
        wins = (seats == table.winner[..., None]).astype(jnp.int32)
        standing = turn.collected(self.ground, table) + 100 * wins
        better = (standing[..., None, :] > standing[..., :, None]).sum(-1)
        return jnp.where(table.winner[..., None] < 0, 1, 1 + better)

    def observe(self, table: Packed) -> Array:
        observed: Array = planes(jnp, self.scene, sight(self.looks, table))
        return observed

    def answers(self, table: Packed) -> Array:
        seat = jnp.maximum(self.mover(table), 0)[..., None]
        return looked_up(
            self.looks.answers, seat * self.game.index_size + np.arange(self.game.index_size)
        )

    def promise(self, table: Packed) -> Array:
        return promise(self.ground, self.looks, table)

    def pack(self, state: GameState) -> Packed:
        assert isinstance(state, State)
        return pack(state)

    def in_order(self, table: Packed) -> Packed:
        return in_order(table)
