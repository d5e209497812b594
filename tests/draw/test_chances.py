"""The line of chances: signs of moments that lie side by side."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from ratskeller.draw.chances import HEIGHT, ChanceChart, ChanceMark, ChancePoint, chances

STEPS = 100


def drawn(marked: list[int], chance: float = 0.5) -> ET.Element:
    """A chart with marks before these points."""
    chart = ChanceChart(
        title="Chances",
        start=chance,
        points=tuple(ChancePoint("luck", chance) for _ in range(STEPS)),
        steps=STEPS,
        scale=("0 %", "50 %", "100 %"),
        marks=tuple(
            ChanceMark(point, str(number), "A moment", "/t/1")
            for number, point in enumerate(marked)
        ),
    )
    return ET.fromstring(chances(chart))


def circles(chart: ET.Element, look: str) -> list[tuple[float, float, float]]:
    """Where they stand, and how wide they are."""
    return [
        (float(one.attrib["cx"]), float(one.attrib["cy"]), float(one.attrib["r"]))
        for one in chart.findall(".//{*}circle")
        if look in one.attrib["class"]
    ]


def signs(marked: list[int], chance: float = 0.5) -> list[tuple[float, float]]:
    return [(x, y) for x, y, _ in circles(drawn(marked, chance), "fill-paper")]


def test_a_sign_stands_on_the_line_where_it_has_room() -> None:
    (_, first), (_, second) = signs([10, 60])
    assert first == second == pytest.approx(102)


@pytest.mark.parametrize("marked", [[40, 41], [40, 42, 41, 40], [0, 0], [100, 99, 98, 97]])
@pytest.mark.parametrize("chance", [0.0, 0.5, 1.0])
def test_no_sign_covers_another(marked: list[int], chance: float) -> None:
    found = signs(marked, chance)
    assert len(found) == len(marked)
    assert all(math.dist(one, other) > 20 for one, other in combinations(found, 2))
    assert all(10 < y < HEIGHT - 10 for _, y in found)


@pytest.mark.parametrize("marked", [[40, 41], [40, 42, 41, 40], [100, 99, 98, 97], [10, 60]])
def test_no_sign_is_pressed_where_another_stands(marked: list[int]) -> None:
    found = circles(drawn(marked), "fill-none")
    assert len(found) == len(marked)
    for (x, y, room), (a, b, other) in combinations(found, 2):
        assert room + other <= math.dist((x, y), (a, b)) + 0.01
    assert all(10 <= room <= 17 for _, _, room in found)


def test_what_leads_to_a_sign_is_drawn_before_all_signs() -> None:
    parts = list(drawn([40, 41, 42]))
    signed = [number for number, part in enumerate(parts) if part.findall(".//{*}circle")]
    assert len(signed) == 3
    assert not any(parts[number].findall(".//{*}path") for number in signed)
