"""Static files: kept for a year by browsers, because their address changes with their content.

The address is `/static/<tag>/name`, with one tag for all files, so that modules that import each
other by relative addresses always fit together. Without the tag the newest file is served. Comments are
for who reads the source: a fifth of the scripts, they are not sent.
"""

from __future__ import annotations

import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

import ratskeller
from ratskeller.draw.palette import drawing_css, theme_css
from ratskeller.server.refusals import refused

WEB: Final = Path(ratskeller.__file__).parent / "web"
STATIC: Final = WEB / "static"
INKS: Final = "inks.css"
FOR_EVER: Final = "public, max-age=31536000, immutable"
_COMMENT: Final = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/)[ \t]*$", re.DOTALL | re.MULTILINE)
"""What fills lines of its own; whatever stands behind code stays."""
_TYPES: Final = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}


@cache
def inks() -> bytes:
    """The colours of all themes, and the strokes and fills of the drawings."""
    return f"{theme_css()}\n{drawing_css()}".encode()


def _files() -> list[Path]:
    return sorted(path for path in STATIC.rglob("*") if path.is_file())


def tag() -> str:
    """Changes when any static file does."""
    return _tag(tuple((str(path), path.stat().st_mtime_ns) for path in _files()))


@cache
def _tag(files: tuple[tuple[str, int], ...]) -> str:
    digest = hashlib.sha256(inks())
    for path, _ in files:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:12]


def tagged(page: str) -> str:
    """A page whose links to static files carry the tag."""
    return page.replace('="/static/', f'="/static/{tag()}/')


async def static(request: Request) -> Response:
    name: str = request.path_params["path"]
    first, _, rest = name.partition("/")
    current = bool(rest) and first == tag()
    if rest and len(first) == len(tag()) and not (STATIC / first).exists():
        name = rest  # a page from before the last change asks for what there is now
    return _file(name, FOR_EVER if current else "no-cache")


async def favicon(_: Request) -> Response:
    return _file("favicon.svg", "no-cache")


def as_sent(path: Path) -> bytes:
    """A static file as it goes over the line. The lines of a script keep their numbers."""
    if path.suffix != ".js":
        return path.read_bytes()
    script = path.read_text("utf-8")
    return _COMMENT.sub(lambda found: "\n" * found.group().count("\n"), script).encode()


def _file(name: str, keep: str) -> Response:
    if name == INKS:
        content = inks()
    else:
        path = (STATIC / name).resolve()
        if not path.is_relative_to(STATIC.resolve()) or not path.is_file():
            raise refused("unknown_page")
        content = as_sent(path)
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    headers = {"cache-control": keep}
    return Response(content, media_type=kind or "application/octet-stream", headers=headers)
