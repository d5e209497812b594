"""The picture of a training: what its curve says, and what the yardstick found."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ratskeller.arena.charts import Chart, Curve, CurvePanel, Curves
from ratskeller.arena.yardstick import RIVALS, Reading
from ratskeller.learn.curve import read_curve
from ratskeller.words.platform_words import PlatformWords

_EVEN = 0.5


def curve_chart(
    say: PlatformWords, game: str, seats: int, run: Path, readings: Sequence[Reading]
) -> Chart | None:
    """All panels over the iterations of a run; one where nobody has looked yet is left out. None where all are:
    the curve of a run that is done was lost.
    """
    _ = say.gettext
    title = _("{game} with {count} seats: how the training went", game=game, count=seats)
    panels = [panel for panel in _panels(say, read_curve(run), readings) if panel.curves]
    return Chart("curve", title, "", [], [], Curves(panels, _("iteration"))) if panels else None


def _panels(
    say: PlatformWords, curve: Mapping[str, Sequence[float]], readings: Sequence[Reading]
) -> Iterator[CurvePanel]:
    _ = say.gettext

    def seen(column: str, label: str = "") -> list[Curve]:
        """A column of the curve, where it was looked at."""
        both = zip(curve["iteration"], curve[column], strict=True)
        found = [(place, value) for place, value in both if not math.isnan(value)]
        return [Curve(label, *zip(*found, strict=True))] if found else []

    yield CurvePanel(_("How far off its expectations are"), seen("value_loss"))
    yield CurvePanel(_("How much it still tries out (entropy)"), seen("entropy"))
    yield CurvePanel(
        _("What a seat wins: 1 is every match, 0 its even share"),
        seen("against_random", _("against luck")) + seen("against_past", _("against its past")),
        reference=0.0,
    )
    yield CurvePanel(
        _("Share of the wins, with 95 % intervals"),
        [
            _against(rival, readings)
            for rival in RIVALS
            if any(reading.rival == rival for reading in readings)
        ],
        reference=_EVEN,
        percent=True,
    )


def _against(rival: str, readings: Sequence[Reading]) -> Curve:
    met = [reading for reading in readings if reading.rival == rival]
    return Curve(
        rival,
        [reading.iteration for reading in met],
        [reading.wins.mean for reading in met],
        [(reading.wins.low, reading.wins.high) for reading in met],
    )
