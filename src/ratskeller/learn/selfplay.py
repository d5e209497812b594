"""Many matches side by side, a number of decisions each: what a network learns from.

In a share of the matches one seat alone is played by the network, and the others by one of its past: else
it could forget how to beat what it used to be.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from ratskeller.batch.choice import chosen
from ratskeller.batch.engine import BatchEngine
from ratskeller.batch.luck import Luck
from ratskeller.bots.network import Network, Places, places_of, think
from ratskeller.games.parts import game_pointing
from ratskeller.learn import lacking
from ratskeller.learn.recipe import TrainingRecipe

try:
    import jax
    import jax.numpy as jnp
    from jax import Array, lax
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

_NEVER = -1e9  # the liking of what is not legal


class Decision(NamedTuple):
    """What was decided, `[steps, matches]` each, and what came of it."""

    planes: Array  # [..., width]
    legal: Array  # [..., index_size] of the answers of a network
    action: Array  # its answer
    likely: Array  # the logarithm of how likely it was
    mover: Array
    order: Array  # [..., seats]
    values: Array  # [..., seats] by seat, as they were expected
    rewards: Array  # [..., seats]
    over: Array
    learns: Array  # whether the network of today decided


class Foreseen(Protocol):
    """What was expected before decisions, and what came: `[steps, matches, ...]`."""

    @property
    def values(self) -> Array: ...
    @property
    def rewards(self) -> Array: ...
    @property
    def over(self) -> Array: ...


def prizes(engine: BatchEngine[Any], tables: Any) -> Array:
    """What is learned for: to win. 1 for who wins alone, and what all get adds up to 0.

    By rank a network learns to be second rather than to win: at four seats it lost two of three
    matches to greedy.
    """
    won = (engine.ranks(tables) == 1).astype(jnp.float32)
    share = won / won.sum(-1, keepdims=True)
    return (share * engine.seats - 1) / (engine.seats - 1)


def promised_share(recipe: TrainingRecipe, share: Array) -> Array | None:
    """How much of what a position promises counts, when this share of the run is done; None where it
    never does.
    """
    if not recipe.promised:
        return None
    return recipe.promised * jnp.maximum(1 - share / recipe.promised_until, 0.0)


def legal_answers(engine: BatchEngine[Any], tables: Any) -> tuple[Array, Array | None]:
    """The answers of a network that are legal, and which action each of them stands for."""
    legal, answers = engine.legal(tables), engine.answers(tables)
    return legal if answers is None else jnp.take_along_axis(legal, answers, axis=-1), answers


def meant(answers: Array | None, answer: Array) -> Array:
    """The action that an answer stands for."""
    if answers is None:
        return answer
    return jnp.take_along_axis(answers, answer[:, None], axis=-1)[:, 0]


def followed(
    engine: BatchEngine[Any], tables: Any, answers: Array | None, answer: Array
) -> tuple[Any, Array, Array]:
    """The tables after an answer, which matches are over, and what each seat got."""
    after = engine.step(tables, meant(answers, answer))
    over = engine.over(after)
    return after, over, jnp.where(over[:, None], prizes(engine, after), 0.0)


def begun_anew(engine: BatchEngine[Any], after: Any, over: Array, settings: Array) -> Any:
    """The same tables, with a fresh match where one is over."""
    return chosen(over, engine.start(settings, after.luck), after)


def pointed_at(engine: BatchEngine[Any]) -> Places | None:
    """What a network is told of the places of the game; None where no answer points at one."""
    pointing = game_pointing(engine.game, engine.seats)
    return pointing and places_of(pointing)


def masked(liking: Array, legal: Array) -> Array:
    return jnp.where(legal, liking, _NEVER)


def by_seat(values: Array, order: Array) -> Array:
    """Expectations in the order of play, seat by seat."""
    return jnp.take_along_axis(values, order, axis=-1)


def play_on(
    engine: BatchEngine[Any],
    network: Network,
    past: Network,
    tables: Any,
    settings: Array,
    key: Array,
    *,
    steps: int,
    past_matches: int,
    promised: Array | None = None,
) -> tuple[Any, Decision, Array]:
    """So many decisions of each match, begun anew where one ends; the tables then, the decisions, and
    what each seat expects there. What a position promises more than the one before may count as won,
    so much of it: where luck alone never wins, nothing else would be learned from.
    """
    matches, places = settings.shape[0], pointed_at(engine)
    # The last matches are those against the past; the network's seat in them goes round.
    own_seat = jnp.where(
        jnp.arange(matches) < matches - past_matches, -1, jnp.arange(matches) % engine.seats
    )

    def step(tables: Any, key: Array) -> tuple[Any, Decision]:
        planes = engine.observe(tables).astype(jnp.bfloat16)
        legal, answers = legal_answers(engine, tables)
        mover, order = engine.mover(tables), engine.order(tables)
        liking, values = think(jnp, network, planes, places)
        learns = (own_seat < 0) | (own_seat == mover)
        if past_matches:
            others, _ = think(jnp, past, planes[-past_matches:], places)
            strange = ~learns[-past_matches:, None]
            liking = liking.at[-past_matches:].set(
                jnp.where(strange, others, liking[-past_matches:])
            )
        liking = masked(liking, legal)
        action = jax.random.categorical(key, liking)
        likely = jnp.take_along_axis(jax.nn.log_softmax(liking), action[:, None], axis=-1)[:, 0]
        after, over, rewards = followed(engine, tables, answers, action)
        if promised is not None:
            coming = jnp.where(over[:, None], 0.0, engine.promise(after))
            rewards += promised * (coming - engine.promise(tables))
        decision = Decision(
            planes,
            legal,
            action,
            likely,
            mover,
            order,
            by_seat(values, order),
            rewards,
            over,
            learns,
        )
        return begun_anew(engine, after, over, settings), decision

    tables, decisions = lax.scan(step, tables, jax.random.split(key, steps))
    planes = engine.observe(tables).astype(jnp.bfloat16)
    expected = by_seat(think(jnp, network, planes, places)[1], engine.order(tables))
    return tables, decisions, expected


def advantages(decisions: Foreseen, expected: Array, horizon: float) -> tuple[Array, Array]:
    """How much better than expected it went for each seat from each decision on, and what the seat
    should have expected (generalised advantage estimation, nothing discounted): `[steps, matches, seats]`.
    """

    def back(ahead: tuple[Array, Array], decision: Foreseen) -> tuple[tuple[Array, Array], Array]:
        advantage, following = ahead
        goes_on = 1.0 - decision.over[:, None]
        surprise = decision.rewards + following * goes_on - decision.values
        advantage = surprise + horizon * goes_on * advantage
        return (advantage, decision.values), advantage

    start = (jnp.zeros_like(expected), expected)
    _, found = lax.scan(back, start, decisions, reverse=True)
    return found, found + decisions.values


def won_against(
    engine: BatchEngine[Any],
    network: Network,
    other: Network,
    settings: Array,
    luck: Luck,
    key: Array,
    *,
    steps: int,
) -> Array:
    """The mean reward of a seat that the network plays, against another, over all matches
    that end within so many decisions. The network takes what it likes best.
    """
    matches, places = settings.shape[0], pointed_at(engine)
    own_seat = jnp.arange(matches) % engine.seats
    tables = engine.start(settings, luck)

    def step(run: tuple[Any, Array], key: Array) -> tuple[tuple[Any, Array], None]:
        tables, won = run
        planes = engine.observe(tables)
        legal, answers = legal_answers(engine, tables)
        liking = masked(think(jnp, network, planes, places)[0], legal)
        own = jnp.argmax(liking, axis=-1)
        strange = jax.random.categorical(key, masked(think(jnp, other, planes, places)[0], legal))
        answer = jnp.where(engine.mover(tables) == own_seat, own, strange)
        after = engine.step(tables, meant(answers, answer))
        over = engine.over(after)
        mine = jnp.take_along_axis(prizes(engine, after), own_seat[:, None], axis=-1)[:, 0]
        return (after, jnp.where(over, mine, won)), None

    (_, won), _ = lax.scan(step, (tables, jnp.full(matches, jnp.nan)), jax.random.split(key, steps))
    return jnp.nanmean(won)
