"""Alone, in processes or on a Ray cluster: the same matches."""

from __future__ import annotations

import multiprocessing
import signal
from contextlib import AbstractContextManager
from functools import partial

import pytest

from ratskeller.arena import pools
from ratskeller.arena.contest import Contest, Pairing, pairings
from ratskeller.arena.playing import MatchRecord, play_share
from ratskeller.arena.pools import NoRay, Pool, pool_of, ray_pool, shares_of
from ratskeller.arena.records import Records
from ratskeller.arena.running import run

CONTEST = Contest("pied_piper", ("greedy~0.7", "random", "greedy~0.3"), 3, seed=11)


def played_by(pool: AbstractContextManager[Pool], deals: int = 2) -> list[MatchRecord]:
    with Records(CONTEST) as records, pool as workers:
        run(records, range(deals), workers)
    return records.sorted()


def test_two_processes_play_what_one_plays() -> None:
    alone, shared = played_by(pool_of(1), 10), played_by(pool_of(2), 10)
    assert len(alone) == 30
    assert alone == shared


@pytest.mark.heavy
def test_a_ray_cluster_plays_what_one_process_plays() -> None:
    assert played_by(ray_pool("local", 1)) == played_by(pool_of(1))


def test_without_ray_that_is_said_before_anything_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "find_spec", lambda _: None)
    with pytest.raises(NoRay), ray_pool("local", 1):
        pass


def test_shares_hold_all_work_once_and_none_is_too_large() -> None:
    work = [pairing for deal in range(40) for pairing in pairings(CONTEST, deal)]
    shares = shares_of(work, 2, 32)
    assert [pairing for share in shares for pairing in share] == work
    assert all(len(share) <= 32 for share in shares)
    assert {len(share) for share in shares_of(work, 1, 1)} == {1}


def test_processes_end_at_once_where_the_person_stops() -> None:
    quick = Pairing(0, 0, 0, ("random", "random", "random"))
    long = Pairing(1, 0, 0, ("search:999999999", "random", "random"))
    before = set(multiprocessing.active_children())

    def play_until_somebody_stops_it() -> None:
        with pool_of(2) as workers:
            next(workers.run(partial(play_share, CONTEST), [[quick], [long]]))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_until_somebody_stops_it()
    assert set(multiprocessing.active_children()) == before


def test_workers_leave_ctrl_c_to_the_process_that_writes_the_file() -> None:
    with pool_of(2) as workers:
        handlers = list(workers.run(signal.getsignal, [signal.SIGINT]))
    assert handlers == [signal.SIG_IGN]
