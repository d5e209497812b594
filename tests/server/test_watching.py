"""Whoever watches over the house: is it well, what does it count, and what does its log say."""

from __future__ import annotations

import asyncio
import json
import random
import re
import resource
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from ratskeller.cli import main
from tests.server.harness import PATIENCE, Person, free_port
from tests.statements import statement

pytestmark = [pytest.mark.placed, pytest.mark.heavy]

FIELDS = {"time", "level", "logger", "message", "table", "entries", "milliseconds", "trace"}


class Watched:
    """`ratskeller serve --watch --log json`, and what it wrote when it has ended."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, watch: int) -> None:
        self.process = process
        self.base = f"http://127.0.0.1:{port}"
        self.watch = httpx.AsyncClient(base_url=f"http://127.0.0.1:{watch}", timeout=PATIENCE)
        self.written = ""

    async def metric(self, name: str) -> float:
        text = (await self.watch.get("/metrics")).text
        found = re.search(rf"^ratskeller_{name} (\S+)$", text, re.MULTILINE)
        assert found, text
        return float(found[1])

    def limit(self, size: int) -> None:
        """Let the server write no file any further than this."""
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, hard))


@asynccontextmanager
async def watched(db: Path) -> AsyncIterator[Watched]:
    port, watch = free_port(), free_port()
    code = "import sys; from ratskeller.cli import main; sys.exit(main())"
    options = ["--port", str(port), "--watch", str(watch), "--log", "json", "--db", str(db)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, "serve", "--no-browser", *options,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None
    reading = asyncio.create_task(process.stderr.read())
    server = Watched(process, port, watch)
    try:
        while process.returncode is None:
            try:
                await server.watch.get("/healthz")
                break
            except httpx.TransportError:
                await asyncio.sleep(0.05)
        yield server
    finally:
        await server.watch.aclose()
        if process.returncode is None:
            process.send_signal(signal.SIGINT)  # as Ctrl-C does
        await process.wait()
        server.written = (await reading).decode()


def refuse(db: Path, *tables: str) -> None:
    """Have the file refuse new rows of these tables, and of no other."""
    with closing(sqlite3.connect(db, isolation_level=None, timeout=PATIENCE)) as store:
        for table in ("entries", "tables", "players", "guests"):
            store.execute(f"DROP TRIGGER IF EXISTS no_{table}_insert")
            store.execute(f"DROP TRIGGER IF EXISTS no_{table}_update")
        for table in tables:
            for what in ("insert", "update"):
                store.execute(
                    f"CREATE TRIGGER no_{table}_{what} BEFORE {what} ON {table} "
                    "BEGIN SELECT RAISE(ABORT, 'refused'); END"
                )


async def play_to_the_end(server: Watched, *, trouble: Path | None = None) -> list[str]:
    """A whole match, with trouble in a file on the way; the tokens of who played."""
    rng = random.Random(3)
    ada = Person(server.base)
    made = await ada.lay("me", "bot:random")
    async with ada.line(made["table"]) as line:
        while line.now.status != "over":
            if not (line.now.legal or line.now.held):
                await line.next()
                continue
            if trouble is not None:
                refuse(trouble, "entries", "tables", "players", "guests")
                refusal = await line.move(rng)
                assert refusal.rule == "TB-24"
                await ada.post(
                    "/api/tables", game="pied_piper", seats=[{"kind": "me"}, {"kind": "open"}]
                )
                refuse(trouble)
                await line.settle()
                trouble = None
            await line.move(rng)
    tokens = [value for value in ada.http.cookies.values() if value]
    await ada.http.aclose()
    return tokens


def secrets_of(db: Path) -> list[str]:
    """Seeds, hashes of tokens, nonces, invitations and what was played: all that a row may hide."""
    with closing(sqlite3.connect(db)) as store:
        rows = [
            *store.execute("SELECT seed FROM tables"),
            *store.execute("SELECT invitation FROM tables"),
            *store.execute("SELECT token_hash FROM guests"),
            *store.execute("SELECT nonce FROM players"),
            *store.execute("SELECT json_extract(entry, '$.body') FROM entries"),
        ]
    return [str(value) for (value,) in rows]


@statement("S25", "S45")
def test_no_line_of_the_log_holds_a_hand_a_token_or_a_seed(tmp_path: Path) -> None:
    """Over a whole match, and where writing fails: traces tell of statements, not of their values."""
    db = tmp_path / "house.db"

    async def story() -> tuple[str, list[str]]:
        async with watched(db) as server:
            tokens = await play_to_the_end(server, trouble=db)
        return server.written, tokens

    written, tokens = asyncio.run(story())
    lines = [json.loads(line) for line in written.splitlines()]
    assert all(set(line) <= FIELDS for line in lines)
    with closing(sqlite3.connect(db)) as store:
        tables = {table for (table,) in store.execute("SELECT id FROM tables WHERE header != ''")}
        entries = store.execute("SELECT count(*) FROM entries").fetchone()[0]
    assert {line["table"] for line in lines if "table" in line} == tables
    assert sum(line.get("entries", 0) for line in lines) == entries, "each is logged once"
    assert any("trace" in line for line in lines), "the trouble is in it, with its trace"
    hidden = [*secrets_of(db), *tokens]
    assert len(hidden) > 20
    for secret in hidden:
        assert secret not in written
        assert json.dumps(secret)[1:-1] not in written
    assert "[parameters:" not in written


def test_the_house_says_whether_it_is_well_and_what_it_has_done(tmp_path: Path) -> None:
    db = tmp_path / "house.db"

    async def story() -> None:
        async with watched(db) as server:
            get = server.watch.get
            assert (await get("/readyz")).text == "ready\n"
            assert (await get("/t/anything")).status_code == 404
            assert await server.metric("entries_total") == 0
            await play_to_the_end(server)
            with closing(sqlite3.connect(db)) as store:
                (entries,) = store.execute("SELECT count(*) FROM entries").fetchone()
            assert await server.metric("entries_total") == entries
            assert await server.metric("tables_open") == 1
            assert await server.metric("write_seconds_count") > 0
            assert await server.metric("troubles_total") == 0
            for name in ("memory_bytes", "cpu_seconds_total"):
                assert await server.metric(name) > 0
            server.limit(0)
            sick = await get("/readyz")
            assert (sick.status_code, sick.text) == (503, "the tables cannot be read or written\n")
            assert (await get("/healthz")).status_code == 200
            server.limit(resource.RLIM_INFINITY)
            assert (await get("/readyz")).status_code == 200
            async with httpx.AsyncClient(base_url=server.base, timeout=PATIENCE) as player:
                for path in ("/healthz", "/readyz", "/metrics"):
                    assert (await player.get(path)).status_code == 404, "not on the port of players"

    asyncio.run(story())


def test_metrics_have_the_form_that_prometheus_reads(tmp_path: Path) -> None:
    async def story() -> str:
        async with watched(tmp_path / "house.db") as server:
            await play_to_the_end(server)
            answer = await server.watch.get("/metrics")
            assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
            return answer.text

    text = asyncio.run(story())
    kinds: dict[str, str] = {}
    buckets: list[tuple[float, float]] = []
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert name not in kinds
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            found: Any = re.fullmatch(r"(ratskeller_\w+)(?:\{(\w+)=\"([^\"]+)\"\})? (\S+)", line)
            assert found, line
            family = re.sub(r"_(bucket|sum|count)$", "", found[1])
            assert kinds[family if family in kinds else found[1]] in (
                "gauge",
                "counter",
                "histogram",
            )
            if found[2] == "le":
                buckets.append((float(found[3]), float(found[4])))
    bounds, counted = zip(*buckets, strict=True)
    assert list(bounds) == sorted(bounds)
    assert list(counted) == sorted(counted), "each bucket holds the smaller ones"
    assert bounds[-1] == float("inf")
    assert f"ratskeller_write_seconds_count {int(counted[-1])}\n" in text


@pytest.mark.parametrize(
    "options", [["--watch", "door"], ["--watch", "127.0.0.1:99999"], ["--log", "runes"]]
)
def test_a_port_or_a_form_that_is_none_is_told_in_a_sentence(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(tmp_path / "house.db")
    assert main(["serve", "--no-browser", "--db", db, "--lang", "en", *options]) == 2
    assert "is not a port" in (said := capsys.readouterr().err) or "is no form of a log" in said
