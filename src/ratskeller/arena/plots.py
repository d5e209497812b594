"""Charts in ink: drawn with Matplotlib, printed as PNG or as SVG that follows the reader's theme."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from ratskeller.arena.charts import Bars, Boxes, Chart, Curve, CurvePanel, Curves, Dots, Picture
from ratskeller.draw.palette import INKS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH: Final = 7.2  # inches
_BARS_HEIGHT: Final = 3.0
_PANEL_HEIGHT: Final = 1.9
_ROW_HEIGHT: Final = 0.42
_FRAME_HEIGHT: Final = 1.0  # what the axis below takes
_DPI: Final = 144
_LETTERS: Final = 80  # of small labels fit side by side
_PAPER, _INK, _MARK, _HAIR, _REFERENCE = "paper", "ink", "teal", "shade", "rust"
_ON_A_PAGE: Final = {_HAIR: "hair"}  # the page mixes its hairlines, for contrast by night
_STROKES: Final = (("teal", "solid", "o"), ("plum", "dashed", "s"))  # ink, line and mark
_FEW: Final = 60  # places with a mark each; more would run into each other
_MARKED: Final = 0.3  # of a row, to either side of its dot
_PAD: Final = 0.1  # inches
_FONTS: Final = ("DejaVu Sans", "Noto Sans CJK TC", "Noto Sans CJK JP", "PingFang TC")
_SVG_FONT: Final = re.compile(r"font: ([\d.]+px) [^;\"]+")

_METADATA: Final = re.compile(r"<metadata>.*?</metadata>\s*", re.DOTALL)
_ID: Final = re.compile(r'(\bid="|href="#|url\(#)')  # several drawings share a page


class NoPlots(ImportError):
    """The library that draws is not installed."""


def check_plots() -> None:
    """Raises `NoPlots` where nothing can be drawn."""
    if find_spec("matplotlib") is None:
        raise NoPlots("matplotlib")


def png(chart: Chart) -> bytes:
    """A picture with the title on it, by daylight."""
    with _style():
        figure = _figure(chart)
        figure.suptitle(chart.title, x=0.02, ha="left", fontsize=13, fontweight="bold")
        out = io.BytesIO()
        figure.savefig(out, format="png", dpi=_DPI, metadata={"Software": None})
    return out.getvalue()


def svg(chart: Chart) -> str:
    """A drawing for a page: inks are CSS variables, and the page's own letters are used."""
    with _style():
        out = io.StringIO()
        _figure(chart).savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = _METADATA.sub("", text[text.index("<svg") :])
    text = _ID.sub(rf"\1{chart.name}-", text)
    for name in (_PAPER, _INK, _MARK, _HAIR, _REFERENCE):
        text = text.replace(INKS["light"][name].lower(), f"var(--{_ON_A_PAGE.get(name, name)})")
    return _SVG_FONT.sub(r"font-size: \1", text)


@contextmanager
def _style() -> Iterator[None]:
    import matplotlib as mpl  # noqa: PLC0415  an extra
    from matplotlib import font_manager  # noqa: PLC0415

    known = {font.name for font in font_manager.fontManager.ttflist}
    ink = INKS["light"]
    settings: Any = {  # typed by a list of every key that exists, in one release
        "font.family": [name for name in _FONTS if name in known],
        "font.size": 10,
        "axes.edgecolor": ink[_INK],
        "axes.labelcolor": ink[_INK],
        "axes.facecolor": ink[_PAPER],
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "figure.facecolor": ink[_PAPER],
        "grid.color": ink[_HAIR],
        "text.color": ink[_INK],
        "xtick.color": ink[_INK],
        "ytick.color": ink[_INK],
        "svg.fonttype": "none",
        "svg.hashsalt": "ratskeller",  # the same chart gives the same bytes
    }
    with mpl.rc_context(settings):
        yield


def _figure(chart: Chart) -> Figure:
    from matplotlib.figure import Figure  # noqa: PLC0415  an extra
    from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415

    picture = chart.picture
    assert picture is not None
    layout = ConstrainedLayoutEngine(w_pad=_PAD, h_pad=_PAD)
    figure = Figure(figsize=(_WIDTH, _height(picture)), layout=layout)
    if isinstance(picture, Curves):
        _draw_curves(figure, picture)
        return figure
    axes = figure.add_subplot()
    match picture:
        case Dots():
            _draw_dots(axes, picture)
        case Boxes():
            _draw_boxes(axes, picture)
        case Bars(lying=True):
            _draw_lying_bars(axes, picture)
        case Bars():
            _draw_bars(axes, picture)
    return figure


def _height(picture: Picture) -> float:
    if isinstance(picture, Curves):
        return _PANEL_HEIGHT * len(picture.panels)
    if isinstance(picture, Bars) and not picture.lying:
        return _BARS_HEIGHT
    return _FRAME_HEIGHT + _ROW_HEIGHT * len(picture.labels)


def _draw_curves(figure: Figure, picture: Curves) -> None:
    rows = figure.subplots(len(picture.panels), 1, sharex=True, squeeze=False)
    for (axes,), panel in zip(rows, picture.panels, strict=True):
        _draw_panel(axes, panel)
    axes.set_xlabel(picture.things)
    _count_in_whole_numbers(axes.xaxis)


def _draw_panel(axes: Axes, panel: CurvePanel) -> None:
    ink = INKS["light"]
    if panel.reference is not None:
        axes.axhline(panel.reference, color=ink[_REFERENCE], linewidth=1.2, linestyle=(0, (4, 3)))
    for curve, stroke in zip(panel.curves, _STROKES, strict=False):
        _draw_curve(axes, curve, *stroke)
    axes.grid(axis="y")
    axes.set_title(panel.title, loc="left", fontsize=10)
    if len(panel.curves) > 1:
        axes.legend(frameon=False, fontsize=9)
    if panel.percent:
        _count_in_percent(axes.yaxis)


def _draw_curve(axes: Axes, curve: Curve, colour: str, dashes: str, mark: str) -> None:
    ink, few = INKS["light"][colour], len(curve.places) <= _FEW
    axes.plot(
        curve.places,
        curve.values,
        color=ink,
        linestyle=dashes,
        linewidth=1.6,
        marker=mark if few else "",
        markersize=4,
        label=curve.label,
    )
    if curve.intervals:
        low, high = zip(*curve.intervals, strict=True)
        axes.fill_between(curve.places, low, high, color=ink, alpha=0.15, linewidth=1)


def _draw_dots(axes: Axes, picture: Dots) -> None:
    ink = INKS["light"]
    rows = _rows(axes, picture.labels)
    means = [value.mean for value in picture.values]
    reach = [
        [value.mean - value.low for value in picture.values],
        [value.high - value.mean for value in picture.values],
    ]
    if picture.reference is not None:
        axes.axvline(picture.reference, color=ink[_REFERENCE], linewidth=1.2, linestyle=(0, (4, 3)))
    if picture.marks:
        ends = ([row - _MARKED for row in rows], [row + _MARKED for row in rows])
        axes.vlines(picture.marks, *ends, color=ink[_REFERENCE], linewidth=2)
    axes.errorbar(
        means,
        rows,
        xerr=reach,
        fmt="o",
        color=ink[_MARK],
        ecolor=ink[_INK],
        elinewidth=1.4,
        capsize=4,
        markersize=8,
        markeredgecolor=ink[_INK],
    )
    axes.grid(axis="x")
    axes.set_xlabel(picture.axis)
    if picture.percent:
        _count_in_percent(axes.xaxis)


def _draw_bars(axes: Axes, picture: Bars) -> None:
    ink = INKS["light"]
    places = range(len(picture.labels))
    axes.bar(places, picture.counts, color=ink[_MARK], edgecolor=ink[_INK], width=0.86)
    letters = sum(len(label) + 2 for label in picture.labels)
    step = -(-letters // _LETTERS)  # more labels would run into each other
    axes.set_xticks(places[::step], picture.labels[::step])
    axes.grid(axis="y")
    axes.set_xlabel(picture.things)
    axes.set_ylabel(picture.axis)
    _count_in_whole_numbers(axes.yaxis)


def _draw_lying_bars(axes: Axes, picture: Bars) -> None:
    ink = INKS["light"]
    rows = _rows(axes, picture.labels)
    axes.barh(rows, picture.counts, color=ink[_MARK], edgecolor=ink[_INK], height=0.62)
    axes.grid(axis="x")
    axes.set_xlabel(picture.axis)
    _count_in_whole_numbers(axes.xaxis)


def _draw_boxes(axes: Axes, picture: Boxes) -> None:
    ink = INKS["light"]
    rows = _rows(axes, picture.labels)
    for row, (least, lower, middle, upper, most) in zip(rows, picture.fives, strict=True):
        axes.hlines(row, least, most, color=ink[_INK], linewidth=1.4)
        axes.barh(row, upper - lower, left=lower, height=0.5, color=ink[_MARK], edgecolor=ink[_INK])
        axes.vlines(middle, row - 0.25, row + 0.25, color=ink[_PAPER], linewidth=3)
    axes.grid(axis="x")
    axes.set_xlabel(picture.axis)


def _rows(axes: Axes, labels: Sequence[str]) -> range:
    """A row for each label, the first on top."""
    rows = range(len(labels))
    axes.set_yticks(rows, labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    return rows


def _count_in_whole_numbers(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415  an extra

    axis.set_major_locator(MaxNLocator(integer=True))


def _count_in_percent(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter  # noqa: PLC0415  an extra

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0))
