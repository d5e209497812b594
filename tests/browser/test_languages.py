"""Lists, sentences and names are set in the client as the language of the page sets them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ratskeller.words.phrases import in_a_row
from tests.browser.conftest import Invite

IN_A_ROW = """async (all) => {
  const dom = await import(document.querySelector("script[type=module]").src.replace("app.js", "dom.js"));
  return dom.inARow(all);
}"""


@pytest.mark.parametrize(
    ("language", "comma", "colon"),
    [("en", ", ", ": "), ("fr", ", ", "\u202f: "), ("zh-Hant", "、", "："), ("de", ", ", ": ")],
)
def test_a_page_joins_names_sentences_and_what_is_said_as_its_language_does(
    invite: Invite, language: str, comma: str, colon: str
) -> None:
    ada = invite(settings={"language": language, "speed": "0"})
    ada.open(ada.lay("me:Ada", "bot:random"))
    ada.seated()
    labels = "all => all.map((one) => one.getAttribute('aria-label'))"
    places = ada.one("[data-place][aria-label]").evaluate_all(labels)
    assert any(comma in name for name in places), "a place with what lies there"
    assert comma == ", " or not [name for name in places if ", " in name]
    said = ["Ada.", "Ben."]
    assert ada.page.evaluate(IN_A_ROW, said) == in_a_row(said, language)
    ada.one("#panel-chat summary").click()
    ada.one("#say-text").fill("Cleo")
    ada.one("#say-text").press("Enter")
    expect(ada.one("#chat li")).to_have_text(f"Ada{colon}Cleo")


@pytest.mark.parametrize(("name", "shown"), [("Ada", "我是 Ada"), ("小明", "我是小明")])
def test_the_curtain_sets_a_space_beside_foreign_names_only(
    invite: Invite, name: str, shown: str
) -> None:
    ada = invite(settings={"language": "zh-Hant", "speed": "0"})
    ada.open(ada.lay(f"me:{name}", f"here:{name}", f"here:{name}"))
    ada.seated()
    expect(ada.one("#curtain-open")).to_have_text(re.compile(f"^{shown}"))
