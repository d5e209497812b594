"""What every batch engine answers. A game's folder holds one on its floor `batch`.

All functions are pure and take any number of matches: a single one, a row of them, or whatever `vmap`
makes of it. They compile, and hold no loop whose length hangs on a match, but for chance that follows upon chance.
An action is the product's own index. Options are part of a match, so matches with different ones can be played side by side.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from ratskeller.batch import lacking
from ratskeller.batch.choice import chosen, handed_on, worked_out
from ratskeller.batch.luck import Fate, Luck, bits, later, luck_of
from ratskeller.batch.nibbles import bits_set, nth_bit
from ratskeller.core.game import AnyGame, GameState

try:
    import jax.numpy as jnp
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

NOBODY = -1
"""The mover of a match that is over."""


Table = TypeVar("Table")
"""The tables of an engine: a named tuple of arrays, one of which is the `Luck` of each match."""


class BatchEngine(ABC, Generic[Table]):
    """The rules of one game for one number of seats, for many matches at once."""

    # The chance points of a set-up and of a step, whether they are due or not, by the stream that the
    # product draws them from.
    start_sites: Mapping[str, range]
    step_sites: Mapping[str, range]

    def __init__(self, game: AnyGame, seats: int) -> None:
        """Raises `ValueError` with a sentence where the game's data do not fit the engine."""
        if seats not in game.meta.seats:
            counts = ", ".join(map(str, game.meta.seats))
            raise ValueError(f"{game.meta.title} is played with {counts} seats, not with {seats}")
        self.game, self.seats = game, seats

    # --- what a game brings ---

    @abstractmethod
    def code_of(self, options: Any) -> int:
        """Options as one number; 0 are the usual ones."""

    @abstractmethod
    def start_by(self, options: Array, luck: Luck, draw: Fate) -> tuple[Table, Array]:
        """Set up and deal: the table at the first decision, and what chance did at each point."""

    @abstractmethod
    def step_by(self, table: Table, action: Array, draw: Fate) -> tuple[Table, Array]:
        """A decision of the mover with all that follows, up to the next, and what chance did at each
        point. A match that is over stays.
        """

    @abstractmethod
    def mover(self, table: Table) -> Array:
        """Whose decision is due; `NOBODY` where the match is over."""

    @abstractmethod
    def legal_words(self, table: Table) -> tuple[Array, ...]:
        """The legal actions as bits of the product's index space, 32 a word, lowest first."""

    @abstractmethod
    def ranks(self, table: Table) -> Array:
        """The ranks of a match that is over, `[..., seats]`; 1 has won."""

    @abstractmethod
    def observe(self, table: Table) -> Array:
        """What the mover sees, as planes for a network, `[..., width]`: those of the game's
        `rules.observe`.
        """

    def observe_open(self, table: Table) -> Array:
        """What the mover would see if all hidden things lay open, for who judges whole positions."""
        return self.observe(table)

    def order(self, table: Table) -> Array:
        """For each seat how many come before it in the order of play, from the mover on; as the planes
        count them. `[..., seats]`.
        """
        return (jnp.arange(self.seats) - self.mover(table)[..., None]) % self.seats

    def answers(self, _table: Table) -> Array | None:
        """Which action each answer of a network stands for, `[..., index_size]`, where the planes are turned
        towards the mover; as in `games.parts.game_answers`. None: an answer is its action.
        """
        return None

    def promise(self, table: Table) -> Array:
        """What a position promises each seat at first sight, in shares of a win that add up to 0:
        `[..., seats]`. A network may begin with it, where luck alone never wins.
        """
        return jnp.zeros((*self.mover(table).shape, self.seats))

    @abstractmethod
    def pack(self, state: GameState) -> Table:
        """A whole state of the product at a decision or at the end, as the engine would hold it, but for
        the luck: that is any.
        """

    def in_order(self, table: Table) -> Table:
        """The same table in the one form that equal tables share; `pack` gives this form."""
        return table

    # --- what follows from it ---

    def luck(self, seed: int, matches: int) -> Luck:
        return luck_of(seed, matches)

    def settings(self, matches: int, options: Any = None) -> Array:
        """The same options for each of the matches; the usual ones unless given."""
        return jnp.full(matches, self.code_of(options) if options else 0, jnp.int32)

    def start(self, options: Array, luck: Luck) -> Table:
        return self.start_told(options, luck)[0]

    def step(self, table: Table, action: Array) -> Table:
        return self.step_told(table, action)[0]

    def start_told(
        self, options: Array, luck: Luck, forced: Array | None = None
    ) -> tuple[Table, Array]:
        """The set-up, and what chance did at each point: by luck, or as it is told."""
        after = later(luck, _draws(self.start_sites))
        return self.start_by(options, after, Fate(luck, forced))

    def step_told(
        self, table: Table, action: Array, forced: Array | None = None
    ) -> tuple[Table, Array]:
        """A step, and what chance did at each point: by luck, or as it is told."""
        after, told = self.step_by(table, action, Fate(luck_in(table), forced))
        return with_luck(after, later(luck_in(table), _draws(self.step_sites))), told

    def over(self, table: Table) -> Array:
        return self.mover(table) == NOBODY

    def legal(self, table: Table) -> Array:
        """A mask of the product's index space, `[..., index_size]`."""
        words = worked_out(jnp.stack(worked_out(self.legal_words(table)), axis=-1))
        spread = words[..., None] >> jnp.arange(32, dtype=jnp.uint32) & 1
        return spread.reshape(*words.shape[:-1], -1)[..., : self.game.index_size].astype(bool)

    def at_random(self, table: Table) -> tuple[Table, Array]:
        """One of the legal actions, each as likely; it uses up one draw of the luck."""
        words = self.legal_words(table)
        count = sum((bits_set(word) for word in words[1:]), bits_set(words[0]))
        luck = luck_in(table)
        number = (bits(luck, 0) >> 12) * count >> 20
        return with_luck(table, later(luck, 1)), handed_on(nth_bit(words, number))

    def rewards(self, table: Table) -> Array:
        """What each seat gets at the end, as in `adapters.common.rewards`: `[..., seats]`."""
        ranks = self.ranks(table)
        mine, theirs = ranks[..., :, None], ranks[..., None, :]
        beaten = (theirs > mine).sum(-1) - (theirs < mine).sum(-1)
        return beaten.astype(jnp.float32) / (self.seats - 1)

    def restarted(self, table: Table, options: Array) -> Table:
        """The table, or a fresh one where the match is over."""
        return chosen(self.over(table), self.start(options, luck_in(table)), table)


def luck_in(table: Any) -> Luck:
    luck: Luck = table.luck
    return luck


def with_luck(table: Table, luck: Luck) -> Table:
    changeable: Any = table
    changed: Table = changeable._replace(luck=luck)
    return changed


def _draws(sites: Mapping[str, range]) -> int:
    return max((points.stop for points in sites.values()), default=0)
