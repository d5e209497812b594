"""How a page is made: a template in the viewer's language, sheets with what lies on them, pictures, downloads.

`web/README.md` says what each template is given.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Final

import jinja2
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from ratskeller.core.game import Refused
from ratskeller.draw.board import Board, Part, body
from ratskeller.draw.svg import write
from ratskeller.server.api import guest_of
from ratskeller.server.assets import WEB, tagged
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.refusals import refused, said, status_of
from ratskeller.server.security import is_secure, keep_guest, language_of, settings_of
from ratskeller.words.languages import BY_CODE, NAMES
from ratskeller.words.platform_words import platform_words

Endpoint = Callable[[Request], Awaitable[Response]]
SheetOnPage = tuple[str, Board, Markup]

_TEMPLATES: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(WEB / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


PICTURE: Final = {
    # A picture brings its own style, and needs nothing else.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "private, max-age=86400",
    "vary": "Cookie",
}


def page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """A page of the house."""
    settings = settings_of(request)
    language = context.pop("language", None) or language_of(request, settings)
    words = platform_words(language)
    html = _TEMPLATES.get_template(template).render(
        _=words.gettext,
        ngettext=words.ngettext,
        pgettext=words.pgettext,
        language=language,
        languages=NAMES,
        between=BY_CODE[language].between,
        comma=BY_CODE[language].comma.format(left="", right=""),
        both=words.both,
        in_a_row=words.in_a_row,
        rotation=words.rotation,
        settings=_Settings(settings),
        secure=is_secure(request) or request.url.hostname in ("localhost", "127.0.0.1", "::1"),
        game=context.pop("game", None),
        **context,
    )
    headers = {"cache-control": "no-store", "vary": "Cookie, Accept-Language"}
    return Response(tagged(html), status, headers, "text/html")


class _Settings(dict[str, str]):
    """Settings by attribute or key; what was not set is empty."""

    def __missing__(self, _key: str) -> str:
        return ""


def showing(endpoint: Endpoint) -> Endpoint:
    """Turn a refusal into a page with one sentence, and let a known guest stay known."""

    @wraps(endpoint)
    async def shown(request: Request) -> Response:
        try:
            response = await endpoint(request)
        except Refused as no:
            return error_page(request, no)
        except StoreTrouble:
            return error_page(request, refused("trouble"))
        keep_guest(response, request, await guest_of(request))
        return response

    return shown


def error_page(request: Request, no: Refused) -> Response:
    code = status_of(no.refusal)
    text = said(no.refusal, language_of(request))
    return page(request, "error.html", code, code=code, rule=no.refusal.rule, text=text)


# --- sheets -------------------------------------------------------------------------------------


def laid(found: Mapping[str, Board], parts: Sequence[Part]) -> list[SheetOnPage]:
    return [
        (name, sheet, _drawn(sheet, [part for part in parts if part.place in places_of(sheet)]))
        for name, sheet in found.items()
    ]


def places_of(sheet: Board) -> set[str]:
    return {place.id for place in sheet.places}


def _drawn(sheet: Board, parts: Sequence[Part]) -> Markup:
    return Markup("".join(write(element) for element in body(sheet, parts)))  # noqa: S704  escaped by write


# --- files --------------------------------------------------------------------------------------


def downloaded(content: bytes, name: str) -> Response:
    headers = {**saved_as(name), "cache-control": "no-store"}
    return Response(content, media_type="application/json", headers=headers)


def saved_as(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
