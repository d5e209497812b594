"""One policy plays itself on every seat of 256 matches of The Pied Piper, in Pgx.

The policy is a row of weights that nobody has trained: what a trainer would improve stands in its place.

python docs/examples/pgx_selfplay.py
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from pgx.experimental import auto_reset

from ratskeller.adapters.pgx import PgxState, make

MATCHES, DECISIONS = 256, 200

env = make("pied_piper", seats=3, secret=True)
init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))
weights = jax.random.normal(jax.random.key(1284), (*env.observation_shape, env.num_actions)) / 20


def policy(state: PgxState, luck: jax.Array) -> jax.Array:
    """A legal action of each match, drawn by what the observation makes of the weights."""
    likes = state.observation @ weights
    return jax.random.categorical(luck, jnp.where(state.legal_action_mask, likes, -jnp.inf))


def decide(state: PgxState, luck: jax.Array) -> tuple[PgxState, tuple[jax.Array, jax.Array]]:
    """A decision of each match; one that ends begins anew, with the luck of a key of its own."""
    draw, fresh = jax.random.split(luck)
    state = step(state, policy(state, draw), jax.random.split(fresh, MATCHES))
    return state, (state.rewards, state.terminated)


@jax.jit
def play(luck: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The rewards of all matches at each decision, and which of them ended there."""
    first, rest = jax.random.split(luck)
    state = init(jax.random.split(first, MATCHES))
    return jax.lax.scan(decide, state, jax.random.split(rest, DECISIONS))[1]


rewards, ended = play(jax.random.key(1))
shares = rewards.sum((0, 1)) / ended.sum()
print(f"{ended.sum()} matches ended in {MATCHES * DECISIONS} decisions")
print("rewards a match, seat by seat:", " ".join(f"{share:+.2f}" for share in shares))
