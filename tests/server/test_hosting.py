"""`docs/hosting.md`, `compose.yaml` and `Containerfile` name commands, options and metrics that exist."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from ratskeller.cli import app
from ratskeller.server.limits import DEFAULT_LIMITS
from ratskeller.server.meter import Meter
from ratskeller.server.watching import metrics_of
from ratskeller.words.platform_words import platform_words

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
RECIPE = (ROOT / "Containerfile").read_text("utf-8")
SERVICES: Any = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def commands() -> list[list[str]]:
    """Every command of the house in the three files, by its words."""
    found = [
        shlex.split(line)[1:]
        for block in re.findall(r"```\n(.*?)```", GUIDE, re.DOTALL)
        for line in block.splitlines()
        if line.startswith("ratskeller ")
    ]
    found.append(json.loads(RECIPE.rpartition("\nCMD ")[2]))
    found.append(
        [word for one in SERVICES["services"]["house"]["command"] for word in one.split("=", 1)]
    )
    return found


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_and_option_exists(words: list[str]) -> None:
    import typer

    command = typer.main.get_command(app.build(platform_words("en")))
    known: Any = command.commands[words[0]]  # type: ignore[attr-defined]
    options = {name for parameter in known.params for name in parameter.opts}
    given = [word for word in words[1:] if word.startswith("--")]
    assert set(given) <= options


def test_every_command_for_the_keeper_is_told() -> None:
    told = {words[0] for words in commands()}
    assert told >= {"serve", "backup", "restore", "audit", "admin"}


def test_the_metrics_of_the_guide_are_those_of_the_house() -> None:
    class Empty:
        meter, tables = Meter(), dict[str, Any]()

    text = "".join(metrics_of(Empty()))  # type: ignore[arg-type]
    kept = set(re.findall(r"^# TYPE (ratskeller_\w+)", text, re.MULTILINE))
    told = set(re.findall(r"`(ratskeller_\w+)`", GUIDE))
    assert told == kept - {"ratskeller_build_info"}


def test_the_figures_of_the_limits_are_those_of_the_house() -> None:
    rate = DEFAULT_LIMITS.guests
    assert f"{rate.rush} guests in a rush" in GUIDE
    assert rate.a_second == pytest.approx(1 / 10), "one every ten seconds"


def test_the_proxy_of_the_services_is_the_one_that_is_believed() -> None:
    (network,) = SERVICES["networks"]["inside"]["ipam"]["config"]
    assert f"--proxy={network['subnet']}" in SERVICES["services"]["house"]["command"]
    assert "ports" not in SERVICES["services"]["house"], "players reach it by the proxy only"
