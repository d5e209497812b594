"""The line of chances: signs of moments that lie side by side."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from ratskeller.draw.chances import HEIGHT, ChanceChart, ChanceMark, ChancePoint, chances

STEPS = 100


def signs(marked: list[int], chance: float = 0.5) -> list[tuple[float, float]]:
    """Where the circles of signs before these points stand."""
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
    drawn = ET.fromstring(chances(chart)).findall(".//{*}circle")
    return [
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for circle in drawn
        if circle.attrib["r"] == "10"
    ]


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
