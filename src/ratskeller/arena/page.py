"""The report of a contest as one HTML file: it asks nothing of any server, by day and by night."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup, escape

from ratskeller.arena.charts import Chart
from ratskeller.arena.plots import svg
from ratskeller.draw.palette import theme_css

_STYLE: Final = """
:root { color-scheme: light dark;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", "Noto Serif CJK TC", Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK TC", Arial, sans-serif;
  --hair: color-mix(in srgb, var(--ink) 26%, var(--ground)); }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0 auto; max-width: 78rem; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 var(--sans); font-variant-numeric: tabular-nums; }
h1, h2 { font-family: var(--serif); line-height: 1.2; }
h1 { font-size: clamp(1.7rem, 1.2rem + 2vw, 2.6rem); margin: 0 0 .3em; }
h2 { font-size: 1.35rem; margin: 0 0 .3em; }
p { margin: 0 0 .8em; max-width: 66ch; }
section { margin-top: 2.5rem; padding-top: 1rem; border-top: 3px double var(--ink); }
.pair { display: grid; grid-template-columns: minmax(0, 35rem) minmax(0, 1fr); gap: 2rem;
  align-items: start; }
@media (max-width: 60rem) { .pair { grid-template-columns: minmax(0, 1fr); } }
figure { margin: 0; overflow-x: auto; border: 1px solid var(--hair); background: var(--paper); }
figure svg { display: block; width: 100%; min-width: 30rem; height: auto; }
figure text { font-family: var(--sans); }
.scroll { overflow: auto; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { padding: .3rem .5rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--hair); }
th:first-child, td:first-child { text-align: left; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; margin: 0; }
dt { font-weight: 700; } dd { margin: 0; }
.scroll:focus-visible, figure:focus-visible { outline: 3px solid var(--teal); outline-offset: 2px; }
@media print { body { background: none; } .scroll { max-height: none; } section { break-inside: avoid; } }
"""


class ReportPage:
    """A page that is written section by section."""

    def __init__(self, language: str, title: str) -> None:
        self._language, self._title = language, title
        self._sections: list[Markup] = []

    def facts(self, pairs: Sequence[tuple[str, str]]) -> None:
        rows = Markup("").join(Markup("<dt>{}</dt><dd>{}</dd>").format(*pair) for pair in pairs)
        self._sections.append(Markup("<dl>{}</dl>").format(rows))

    def sentences(self, sentences: Sequence[str]) -> None:
        self._sections.append(Markup("").join(Markup("<p>{}</p>").format(s) for s in sentences))

    def table(self, title: str, note: str, headings: Sequence[str], rows: _Rows) -> None:
        body = _table(title, headings, rows)
        self._section(title, note, body)

    def chart(self, chart: Chart) -> None:
        if chart.picture is None:
            self._section(chart.title, chart.note, Markup())
            return
        drawing = Markup(svg(chart)).replace(  # noqa: S704  drawn here, its texts escaped by the drawer
            Markup("<svg "), Markup('<svg role="img" aria-label="{}" ').format(chart.note), 1
        )
        body = Markup('<div class="pair"><figure tabindex="0">{}</figure>{}</div>').format(
            drawing, _table(chart.title, chart.headings, chart.rows)
        )
        self._section(chart.title, chart.note, body)

    def html(self) -> str:
        return (
            f'<!doctype html>\n<html lang="{escape(self._language)}">\n<head>\n'
            '<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self._title)}</title>\n<style>\n{theme_css()}\n{_STYLE}</style>\n"
            f"</head>\n<body>\n<main>\n<h1>{escape(self._title)}</h1>\n"
            + "\n".join(self._sections)
            + "\n</main>\n</body>\n</html>\n"
        )

    def _section(self, title: str, note: str, body: Markup) -> None:
        section = Markup("<section>\n<h2>{}</h2>\n<p>{}</p>\n{}\n</section>")
        self._sections.append(section.format(title, note, body))


_Rows = Sequence[Sequence[str]]


def _table(caption: str, headings: Sequence[str], rows: _Rows) -> Markup:
    """A table that can be scrolled with the keys where it is long."""
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(h) for h in headings)
    body = Markup("\n").join(
        Markup("<tr>{}</tr>").format(
            Markup('<th scope="row">{}</th>').format(row[0])
            + Markup("").join(Markup("<td>{}</td>").format(cell) for cell in row[1:])
        )
        for row in rows
    )
    return Markup(
        '<div class="scroll" tabindex="0" role="region" aria-label="{}"><table>'
        "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
    ).format(caption, head, body)
