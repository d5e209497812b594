"""How many moves a second the batch engines make on whatever device there is.

    python -m bench.batch                           random legal play, every game with a batch engine
    python -m bench.batch --matches 1048576         so many side by side; may be given several times
    python -m bench.batch --games ratzentanz        of some games only

Matches begin anew where they end, set-up included; a move is a decision of a player with all chance after
it, and only decisions of matches that run are counted. Where Pgx is installed, four of its games are played
in the same way beside ours, but not where the machine is a processor: there each core plays its share of our
matches, and Pgx would keep to one. There the reference engine is played instead; as it works on one core, its moves
are counted once for each. The memory's roof is what a copy of the device's memory moves, over the bytes of a table
read and written once a move.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from ratskeller import games
from ratskeller.arena.pools import usable_cores
from ratskeller.batch.devices import compiled, on_processor
from ratskeller.batch.play import play_at_random
from ratskeller.core.course import playout
from ratskeller.core.game import CHANCE
from ratskeller.games.parts import game_batch

DECISIONS = 64
PGX = ("tic_tac_toe", "connect_four", "backgammon", "go_9x9")


def await_all(arrays: Any) -> None:
    """Devices work while Python goes on."""
    for leaf in jax.tree.leaves(arrays):
        leaf.block_until_ready()


def timed(run: Callable[[], Any], times: int = 5) -> float:
    """The median of the seconds it takes, compiled before."""
    await_all(run())
    taken = []
    for _ in range(times):
        before = time.perf_counter()
        await_all(run())
        taken.append(time.perf_counter() - before)
    return sorted(taken)[times // 2]


def copied_a_second() -> float:
    """Bytes that the device reads and writes in a second, by a copy that no cache holds."""
    block = jnp.arange(1 << (26 if on_processor() else 30), dtype=jnp.int32)
    copy = jax.jit(lambda a: a + 1)
    return 2 * block.nbytes / timed(lambda: copy(block))


def each_by_itself(rule: Callable[..., Any], devices: list[Any]) -> tuple[Any, Any]:
    """A rule that every device follows for its share of the matches, and how they are shared out.

    Matches know nothing of one another, so no core ever waits for another.
    """
    by_axis: Any = PartitionSpec  # it comes without types
    mesh, share = Mesh(np.array(devices), ("matches",)), by_axis("matches")
    shared = jax.shard_map(rule, mesh=mesh, in_specs=share, out_specs=share, check_vma=False)
    return compiled(shared), NamedSharding(mesh, share)


def batched(game_id: str, seats: int, matches: int) -> tuple[float, int, float]:
    """Moves a second, the bytes of a match, and seconds to compile."""
    engine = game_batch(games.find(game_id), seats)

    def play(tables: Any, settings: Any) -> tuple[Any, Any]:
        tables, made = play_at_random(engine, tables, settings, DECISIONS)
        return tables, made[None]

    cores = jax.devices() if on_processor() else jax.devices()[:1]
    rule, shares = each_by_itself(play, cores)
    matches = matches // len(cores) * len(cores)
    settings = engine.settings(matches)
    tables = jax.jit(engine.start)(settings, engine.luck(1, matches))
    tables, settings = jax.device_put((tables, settings), shares)
    before = time.perf_counter()
    run = rule.lower(tables, settings).compile()
    spent = time.perf_counter() - before
    tables, _ = run(tables, settings)  # matches are now at all stages
    made = int(run(tables, settings)[1].sum())
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(tables)) // matches
    return made / timed(lambda: run(tables, settings)), size, spent


def reference(game_id: str, seats: int) -> float:
    """Decisions a second of the reference engine on one core."""
    game = games.find(game_id)
    luck, minds = random.Random(1), [random.Random(s) for s in range(seats)]
    made, before = 0, time.perf_counter()
    while time.perf_counter() - before < 2:
        state, count = playout(game, game.start(seats, game.meta.options()), luck, minds)
        made += count
    spent = time.perf_counter() - before
    # A playout counts chance too: its share is that of some matches walked through.
    decisions = total = 0
    for _ in range(20):
        state = game.start(seats, game.meta.options())
        while (mover := game.to_act(state)) is not None:
            if mover == CHANCE:
                actions, weights = game.odds(state)
                state = game.play(state, luck.choices(actions, weights)[0])
            else:
                decisions += 1
                state = game.play(state, luck.choice(game.legal(state)))
            total += 1
    return made / spent * decisions / total


def pgx_moves(name: str, matches: int) -> float:
    """Moves a second of a game of Pgx: random legal play with its own automatic restart."""
    import pgx  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def decide(state: Any, key: Any) -> tuple[Any, None]:
        pick, luck = jax.random.split(key)
        likes = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(pick, likes)
        return step(state, action, jax.random.split(luck, matches)), None

    def play(state: Any, key: Any) -> Any:
        return jax.lax.scan(decide, state, jax.random.split(key, DECISIONS))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), matches))
    run = jax.jit(play).lower(state, jax.random.key(1)).compile()
    return matches * DECISIONS / timed(lambda: run(state, jax.random.key(2)), 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--matches", type=int, action="append", help="side by side")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--games", nargs="+", choices=games.shelf(), default=games.shelf())
    parser.add_argument(
        "--pgx-matches", type=int, default=1 << 17, help="0: none of its games, as on a processor"
    )
    wanted = parser.parse_args()
    configure: Any = jax.config.update  # it comes without types
    configure("jax_num_cpu_devices", usable_cores())
    device, on_cpu = jax.devices()[0], on_processor()
    copied = copied_a_second()
    print(f"{device.device_kind}, JAX {jax.__version__}; a copy moves {copied / 1e9:,.0f} GB/s", flush=True)  # fmt: skip
    sizes = wanted.matches or ([1 << 12, 1 << 15] if on_cpu else [1 << 17, 1 << 20, 1 << 22])
    for game_id in wanted.games:
        for seats in wanted.seats or (2, 4):
            try:
                game_batch(games.find(game_id), seats)
            except ModuleNotFoundError:
                continue
            best = 0.0
            for matches in sizes:
                moves, size, spent = batched(game_id, seats, matches)
                best = max(best, moves)
                print(
                    f"{game_id} {seats} seats, {matches:>9,} matches: {moves / 1e6:10,.1f} M moves/s, "
                    f"{moves * 2 * size / copied:6.1%} of the memory's roof ({size} bytes), "
                    f"compiled in {spent:.0f} s",
                    flush=True,
                )
            if on_cpu:
                moves, cores = reference(game_id, seats), usable_cores()
                print(
                    f"{game_id} {seats} seats, reference engine, one core: {moves / 1e6:.3f} M moves/s; "
                    f"the batch engine makes {best / (moves * cores):.1f} times as many on {cores} cores",
                    flush=True,
                )
    for name in PGX if wanted.pgx_matches and not on_cpu else ():
        try:
            moves = pgx_moves(name, wanted.pgx_matches)
        except ModuleNotFoundError as missing:
            print(f"pgx {name}: {missing.name} is not installed")
            break
        print(
            f"pgx {name}, {wanted.pgx_matches:,} matches: {moves / 1e6:,.1f} M moves/s", flush=True
        )


if __name__ == "__main__":
    main()
