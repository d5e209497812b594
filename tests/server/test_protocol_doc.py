"""`docs/protocol.md` says what the code does: every struct, every example, every rule id."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller.server import api, messages, pages, table_pages
from ratskeller.server.refusals import ONLINE
from ratskeller.words.platform_words import ROTATION, TABLE_REFUSALS

DOCUMENT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", DOCUMENT, re.DOTALL)


def structs() -> dict[str, Any]:
    return {
        name: kind
        for name, kind in vars(messages).items()
        if inspect.isclass(kind)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == messages.__name__
        and not name.startswith("_")
    }


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_every_example_is_what_it_says_it_is(name: str, text: str) -> None:
    kind = structs()[name]
    decoded = msgspec.json.decode(text, type=kind)
    shown = set(msgspec.json.decode(text)) if text.lstrip().startswith("{") else set()
    known = {field.encode_name for field in msgspec.structs.fields(kind)} | {"type"}
    assert shown <= known, "an example shows a field that does not exist"
    assert isinstance(decoded, kind)


def test_no_struct_is_missing() -> None:
    assert set(structs()) == {name for name, _ in EXAMPLES}


def test_every_rule_id_is_listed() -> None:
    listed = set(re.findall(r"^\| (TB-\d\d) \|", DOCUMENT, re.MULTILINE))
    refusing = {rule for rule, _ in ONLINE.values()} | set(TABLE_REFUSALS.values())
    assert listed == refusing | {ROTATION}


def test_every_address_of_the_api_is_listed() -> None:
    for route in api.ROUTES:
        path = re.sub(r"\{(\w+)(:\w+)?\}", r"<\1>", route.path)
        for method in (route.methods or set()) - {"HEAD"}:
            assert f"`{method} {path}`" in DOCUMENT, f"{method} {path}"
    served = {route.path for route in (*pages.ROUTES, *table_pages.ROUTES)}
    assert {"/t/{table}/export", "/t/{table}/report"} <= served
