"""The batch engine of First Rat: the rules of the floor under the names that all engines share."""

from __future__ import annotations

from ratskeller.batch import lacking
from ratskeller.batch.choice import handed_on, worked_out
from ratskeller.batch.engine import NOBODY, BatchEngine, with_luck
from ratskeller.batch.luck import Fate, Luck, bits, later
from ratskeller.batch.nibbles import WORD, bits_set, nth_bit_of_row
from ratskeller.core.game import AnyGame, GameState
from ratskeller.games.first_rat import FirstRat
from ratskeller.games.first_rat.batch import scoring, seeing, setup, turn
from ratskeller.games.first_rat.batch.atlas import atlas_of, why_no_atlas
from ratskeller.games.first_rat.batch.table import Packed, code_of, looked_up, pack
from ratskeller.games.first_rat.rules.observe import planes
from ratskeller.games.first_rat.rules.state import (
    OVER,
    PARTS,
    RATS,
    Build,
    Buy,
    Collect,
    Donate,
    Drink,
    EndTurn,
    Extra,
    Fork,
    Leave,
    Options,
    PassBooths,
    Raise,
    Reward,
    State,
    Steal,
    TakeComic,
    Tile,
)

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


class FirstRatBatch(BatchEngine[Packed]):
    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        assert isinstance(game, FirstRat)
        if reason := why_no_atlas(game.tables):
            raise ValueError(reason)
        self.sheet = scoring.PointRules(game.tables, seats)
        self.yard = turn.Yard(atlas_of(game.tables), self.sheet, index_of(game))
        self.start_sites = setup.start_sites(self.sheet)
        self.step_sites = {}  # after the set-up nothing is random (FR-08)

    def code_of(self, options: Options) -> int:
        return code_of(options)

    def start_by(self, options: Array, luck: Luck, draw: Fate) -> tuple[Packed, Array]:
        return setup.start(self.sheet, options, luck, draw)

    def step_by(self, table: Packed, action: Array, draw: Fate) -> tuple[Packed, Array]:
        del draw
        after = turn.step(self.yard, table, action)
        return after, jnp.zeros((*action.shape, 0), jnp.int32)

    def mover(self, table: Packed) -> Array:
        return jnp.where(table.phase == OVER, NOBODY, table.mover)

    def legal(self, table: Packed) -> Array:
        atlas = self.yard.atlas
        moves, others = worked_out(turn.offer(self.yard, table))
        walks = moves[..., atlas.way_chain] >> atlas.way_space & 1  # [..., 4, ways]
        parts = [
            others[..., number, None] >> np.arange(size) & 1
            for number, size in enumerate(turn.FAMILIES)
        ]
        flat = walks.reshape(*walks.shape[:-2], -1)
        chance = self.game.index_size - self.yard.places.chance
        none = jnp.zeros((*flat.shape[:-1], chance), flat.dtype)
        return jnp.concatenate([flat, *parts, none], axis=-1).astype(bool)

    def legal_words(self, table: Packed) -> tuple[Array, ...]:
        legal = self.legal(table).astype(jnp.uint32)
        size = -(-self.game.index_size // WORD)
        spare = [(0, 0)] * (legal.ndim - 1) + [(0, size * WORD - self.game.index_size)]
        rows = jnp.pad(legal, spare).reshape(*legal.shape[:-1], size, WORD)
        words = (rows << np.arange(WORD, dtype=np.uint32)).sum(-1, dtype=jnp.uint32)
        return tuple(words[..., number] for number in range(size))

    def at_random(self, table: Packed) -> tuple[Packed, Array]:
        """One of the legal actions, each as likely: counted as they are found, not in the order of the index."""
        moves, others = turn.offer(self.yard, table)
        walks = moves.reshape(*moves.shape[:-2], -1)
        words = worked_out(jnp.concatenate([walks, others], axis=-1).astype(jnp.uint32))
        count = bits_set(words).sum(-1, dtype=jnp.uint32)
        number = handed_on((bits(table.luck, 0) >> 12) * count >> 20)
        place = jnp.where(count == 0, 0, nth_bit_of_row(words, number))
        return with_luck(table, later(table.luck, 1)), handed_on(looked_up(self._meaning(), place))

    def _meaning(self) -> np.ndarray:
        """The action of each bit of the words that `at_random` draws from."""
        atlas, sizes = self.yard.atlas, turn.FAMILIES
        meaning = np.zeros((RATS * atlas.chains + len(sizes), WORD), np.int32)
        ways = len(atlas.way_space)
        for way, (chain, space) in enumerate(zip(atlas.way_chain, atlas.way_space, strict=True)):
            for n in range(RATS):
                meaning[n * atlas.chains + chain, space] = n * ways + way
        begin = RATS * ways
        for number, size in enumerate(sizes):
            meaning[RATS * atlas.chains + number, :size] = np.arange(begin, begin + size)
            begin += size
        return meaning

    def ranks(self, table: Packed) -> Array:
        return scoring.ranks(self.sheet, table)

    def observe(self, table: Packed) -> Array:
        observed: Array = planes(jnp, self.sheet.tables, seeing.sight(self.sheet, table))
        return observed

    def promise(self, table: Packed) -> Array:
        return seeing.promise(self.sheet, table)

    def pack(self, state: GameState) -> Packed:
        assert isinstance(state, State)
        return pack(state)


def index_of(game: FirstRat) -> turn.ActionPlaces:
    return turn.ActionPlaces(
        ways=len(game.tables.ways),
        take=game.index(Collect()),
        drink=game.index(Drink(use=True)),
        fork=game.index(Fork(up=True)),
        no_comic=game.index(TakeComic(-1)),
        wake=game.index(Raise(wake=True)),
        reward=game.index(Reward(wake=True)),
        pass_=game.index(PassBooths()),
        donate=game.index(Donate()),
        end=game.index(EndTurn()),
        extra=game.index(Extra(0)),
        leave=game.index(Leave(1)),
        buy=game.index(Buy(0)),
        steal=game.index(Steal(0)),
        build=game.index(Build(PARTS[0])),
        comic=game.index(TakeComic(0)),
        token=game.index(TakeComic(0, 0)),
        chance=game.index(Tile(1)),
    )
