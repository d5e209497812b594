"""Every game of the shelf as an environment of Pgx: matches side by side, on whatever device there is.

    import jax
    from ratskeller.adapters.pgx import make

    env = make("pied_piper", seats=3, secret=True)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1284), 1000))
    state = jax.jit(jax.vmap(env.step))(state, actions)  # a decision each, and all chance after it

The rules are those of the game's batch engine (`games.parts.game_batch`), so actions are numbered by
`Game.index`, and an observation is what the mover sees, as planes for a network. Players are seats. All
luck of a match comes from the key it began with; `step` needs none. Rewards come at the end, by rank.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from ratskeller import games
from ratskeller.adapters import lacking
from ratskeller.core.game import AnyGame
from ratskeller.draw.svg import el, write
from ratskeller.front import chosen_options
from ratskeller.games.parts import game_batch

try:
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
    from pgx import core

    from ratskeller.batch.choice import chosen
    from ratskeller.batch.engine import BatchEngine
    from ratskeller.batch.luck import Luck
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

_VERSION: Final = "v0"
_LINE: Final = 24  # the height of a line of the picture, and three quarters of it its letters
_WIDTH: Final = 640
_INK_AND_PAPER: Final = {"light": ("black", "white"), "dark": ("white", "black")}


def make(game_id: str, *, seats: int | None = None, **options: Any) -> PgxEnv:
    """An environment: `seats` is the smallest number the game allows unless given, `options` are the game's."""
    game = games.find(game_id)
    count = min(game.meta.seats) if seats is None else seats
    chosen_ones = chosen_options(game, count, options)
    return PgxEnv(_engine_of(game, count), chosen_ones)


def env_id(game_id: str) -> str:
    """`ratskeller_pied_piper` for `pied_piper`."""
    return f"ratskeller_{game_id}"


def _engine_of(game: AnyGame, seats: int) -> BatchEngine[Any]:
    """The engine that a game brings; not every game has one."""
    try:
        return game_batch(game, seats)
    except ModuleNotFoundError as missing:
        if missing.name and missing.name.endswith(".batch"):
            raise ValueError(f"{game.meta.title} has no batch engine, which Pgx needs") from None
        raise


def luck_from(key: Array) -> Luck:
    """The luck of one match, from a key of JAX of either kind."""
    half, twin = jax.random.bits(key, (2,), jnp.uint32)
    return Luck(half, twin, jnp.uint32(0))


@core.dataclass
class PgxState(core.State):
    """A match, or a row of them: what Pgx asks of every state, and the table of the engine beneath it."""

    _table: Any  # Pgx wants an underscore before whatever is not its own
    _fallback: Array
    _env_id: str = field(metadata={"pytree_node": False})

    @property
    def table(self) -> Any:
        """What the batch engine holds: with its luck and all hands, so no player may look."""
        return self._table

    @property
    def fallback(self) -> Array:
        """An action that is legal on the table, whatever the mask says after the end."""
        return self._fallback

    @property
    def env_id(self) -> str:
        return self._env_id

    def to_svg(self, *, color_theme: str | None = None, scale: float | None = None) -> str:
        """How each match stands, a line each. No board: boards are drawn from views of the product, and
        what lies on a table cannot be turned back into one.
        """
        theme = color_theme or "light"
        if theme not in _INK_AND_PAPER:
            known = " or ".join(f"“{one}”" for one in _INK_AND_PAPER)
            raise ValueError(f"there is no colour theme “{theme}”: choose {known}")
        ink, paper = _INK_AND_PAPER[theme]
        lines = list(self._lines())
        height, times = _LINE * (len(lines) + 1), scale or 1.0
        written = [
            el("text", line, x=_LINE, y=_LINE * number, fill=ink, font_size=_LINE * 3 / 4)
            for number, line in enumerate(lines, start=1)
        ]
        return write(
            el(
                "svg",
                el("rect", width=_WIDTH, height=height, fill=paper),
                written,
                xmlns="http://www.w3.org/2000/svg",
                viewBox=f"0 0 {_WIDTH} {height}",
                width=_WIDTH * times,
                height=height * times,
            )
        )

    def save_svg(
        self, filename: str, *, color_theme: str | None = None, scale: float | None = None
    ) -> None:
        """Write the picture into a file."""
        Path(filename).write_text(self.to_svg(color_theme=color_theme, scale=scale), "utf-8")

    def _lines(self) -> Iterator[str]:
        rewards = np.reshape(self.rewards, (-1, np.shape(self.rewards)[-1]))
        choices = np.sum(self.legal_action_mask, axis=-1)
        columns = (self._step_count, self.current_player, choices, self.terminated)
        for count, seat, legal, over, gained in zip(*map(np.ravel, columns), rewards, strict=True):
            if over:
                told = ", ".join(f"{reward:+.2f}" for reward in gained)
                yield f"{self.env_id}: over after {count} decisions, rewards {told}"
            else:
                yield f"{self.env_id}: decision {count + 1}, player {seat} has {legal} legal actions"


class PgxEnv(core.Env):
    """One game with its number of seats and its options. Nothing changes in it, and all of it compiles."""

    def __init__(self, engine: BatchEngine[Any], options: Any) -> None:
        super().__init__()
        self.engine, self.options = engine, options
        self._setting = engine.code_of(options)

    @property
    def id(self) -> str:
        return env_id(self.engine.game.meta.id)

    @property
    def version(self) -> str:
        return _VERSION

    @property
    def num_players(self) -> int:
        return self.engine.seats

    @property
    def num_actions(self) -> int:
        return self.engine.game.index_size

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """Pgx would play a match's set-up for it; the shape is known without."""
        shape: tuple[int, ...] = jax.eval_shape(self.init, jax.random.key(0)).observation.shape
        return shape

    def observe(self, state: PgxState, player_id: Array | None = None) -> Array:
        """What the mover sees. Pgx is giving up the other argument, and nobody may look for somebody else."""
        if player_id is not None:
            raise ValueError(
                "a state is seen by its current player; there is no `player_id` to ask for"
            )
        observation: Array = super().observe(state)
        return observation

    def _init(self, key: Array) -> PgxState:
        table = self.engine.start(jnp.int32(self._setting), luck_from(key))
        mask = self.engine.legal(table)
        return PgxState(
            current_player=self.engine.mover(table),
            observation=jnp.zeros(()),  # `init` looks at the table next
            rewards=jnp.zeros(self.num_players, jnp.float32),
            terminated=core.FALSE,
            truncated=core.FALSE,
            legal_action_mask=mask,
            _step_count=jnp.int32(0),
            _table=table,
            _fallback=jnp.argmax(mask).astype(jnp.int32),
            _env_id=self.id,
        )

    def _step(self, state: PgxState, action: Array, key: Array | None) -> PgxState:
        """Play an action that is legal; of any other Pgx says what follows, and it is not played.

        Side by side even matches that are over come here before Pgx takes back what was done to them, and
        after the end every action is in the mask. The engine gets none that the rules forbid.
        """
        del key
        meant = jnp.arange(self.num_actions)[action]  # as Pgx reads the mask: -1 is the last
        legal = state.legal_action_mask[action] & ~state.terminated
        after = self.engine.step(state.table, jnp.where(legal, meant, state.fallback))
        table = chosen(legal, after, state.table)
        over, mask = self.engine.over(table), self.engine.legal(table)
        return state.replace(  # type: ignore[no-any-return]
            current_player=jnp.where(over, state.current_player, self.engine.mover(table)),
            rewards=jnp.where(over, self.engine.rewards(table), 0.0),
            terminated=over,
            legal_action_mask=mask,
            _table=table,
            _fallback=jnp.argmax(mask).astype(jnp.int32),
        )

    def _observe(self, state: PgxState, player_id: Array) -> Array:
        """Where nothing is left to decide nobody sees anything: zeros."""
        del player_id
        seen = self.engine.observe(state.table)
        return jnp.where(self.engine.over(state.table), jnp.zeros_like(seen), seen)

    def _step_with_illegal_action(self, state: PgxState, loser: Array) -> PgxState:
        """Whoever breaks the rules has come last, and the others tie: rewards add up to 0 as always. Pgx
        would give each of them as many as there are of them.
        """
        others = self.num_players - 1
        rewards = jnp.full(self.num_players, 1 / others, jnp.float32).at[loser].set(-1.0)
        return state.replace(rewards=rewards, terminated=core.TRUE)  # type: ignore[no-any-return]
