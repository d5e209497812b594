"""The rail: a ticket for each player with portrait, signs and numbers, and a mark for who leads."""

from __future__ import annotations

from typing import Any

import pytest

from ratskeller.games.parts import game_board
from ratskeller.server.cards import leaders
from ratskeller.words.speech import game_words
from tests.browser import prepared
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import every_game, found, levels, prepare, put

LAPTOP = {"width": 1366, "height": 768}
CUT = """() => {
  const people = document.querySelector(".people");
  const over = [...document.querySelectorAll(".chip")].filter((chip) => chip.scrollWidth > chip.clientWidth + 1);
  return [people.scrollHeight - people.clientHeight, over.length, document.querySelector(".panels").getBoundingClientRect().bottom - innerHeight];
}"""
TICKETS = """() => [...document.querySelectorAll(".chip")].map((chip) => ({
  face: chip.querySelector(".face")?.naturalWidth > 0,
  leads: !!chip.querySelector(".sign-leads"),
  signs: [...chip.querySelectorAll("li:not(.sign-leads)")].map((one) => [one.textContent, one.querySelector("use")?.getAttribute("href") ?? ""]),
  drawn: [...chip.querySelectorAll("use")].every((one) => document.querySelector(one.getAttribute("href"))),
}))"""


WORDS = """() => {
  const inside = (word, line) => word.right <= line.right + 0.5 && word.left >= line.left - 0.5;
  const lines = [...document.querySelectorAll(".chip small")].map((small) => {
    const line = small.getBoundingClientRect();
    const words = [...small.querySelectorAll("span:not(.title)")].map((one) => [one.textContent, one.getBoundingClientRect()]);
    return { line, words: words.filter(([, word]) => word.top < line.bottom - 2) };
  });
  const cut = lines.flatMap(({ line, words }) => words.filter(([, word]) => !inside(word, line) || word.bottom > line.bottom + 2).map(([text]) => text));
  return [lines.map(({ words }) => words.map(([text]) => text).join("")), cut];
}"""
"""The words beside the names that are seen, and those that are seen in part."""


def at_a_full_table(house: House, person: Person, game: str) -> Any:
    """As many seats as the game has, well into a match."""
    seats = 4 if game == "ratzentanz" else 5
    chairs: list[Person | str] = [person, *["random"] * (seats - 1)]
    match = found(
        seats,
        lambda match: match.to_act == 0 and not match.drafted and len(match.entries) > 150,
        {},
        levels(chairs),
        game,
        "greedy",
    )
    person.open(put(house, chairs, match, match.entries)).seated().asked()
    return match


@every_game
def test_tickets_tell_what_the_game_says_and_who_leads(
    house: House, invite: Invite, game: str
) -> None:
    ada = invite(viewport=LAPTOP)
    match = at_a_full_table(house, ada, game)
    board, words, view = game_board(match.game, "en"), game_words(match.game, "en"), match.view(0)
    expect(ada.one(".chip .face").first).to_be_visible()
    ada.wait_for("() => [...document.querySelectorAll('.chip .face')].every((one) => one.complete)")
    tickets = ada.page.evaluate(TICKETS)
    race = words.race(view)
    assert race is not None
    assert {seat for seat, one in enumerate(tickets) if one["leads"]} == leaders(race)
    for seat, ticket in enumerate(tickets):
        assert ticket["face"]
        assert ticket["drawn"], "every sign is a symbol of this page"
        facts = board.seat_facts(view, seat)
        assert ticket["signs"] == [
            [f"{one.count if one.icon else ''}{one.text}", f"#{one.icon}" if one.icon else ""]
            for one in facts
        ]
        assert any(one.icon and one.count for one in facts) or facts[0].text == "out"


@every_game
def test_no_ticket_is_cut_off_on_a_laptop(house: House, invite: Invite, game: str) -> None:
    ada = invite(viewport=LAPTOP)
    at_a_full_table(house, ada, game)
    hidden, wide, below = ada.page.evaluate(CUT)
    assert hidden <= 0
    assert wide == 0
    assert below <= 0


@pytest.mark.parametrize("bots", [2, 4])  # three in a row, one row or two
@pytest.mark.parametrize(
    ("game", "language"), [("first_rat", "de"), ("first_rat", "fr"), ("pied_piper", "fr")]
)
def test_no_word_beside_a_name_is_cut(
    house: House,
    invite: Invite,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    language: str,
    bots: int,
) -> None:
    """What does not fit is left out as a whole; who you are and who is a bot fits beside names as the house gives them."""
    monkeypatch.setattr(prepared, "NAMES", ("Invité 1", "Boulon", "Josse", "Margot", "Hazel"))
    ada = invite(settings={"speed": "0", "language": language}, viewport=LAPTOP)
    ada.open(prepare(house, ada, *["random"] * bots, game=game)).seated().asked()
    shown, cut = ada.page.evaluate(WORDS)
    assert cut == []
    assert all(words for words in shown)


def test_a_short_word_on_a_button_is_not_broken(house: House, invite: Invite) -> None:
    """The narrowest phone, and letters as large as they get."""
    large = {"speed": "0", "language": "en", "large": "on"}
    ada = invite("finger", large, **{**PHONE, "viewport": {"width": 320, "height": 640}})
    at_a_full_table(house, ada, "first_rat")
    lines = ada.one("#hint").evaluate(
        "(one) => { const range = document.createRange(); range.selectNodeContents(one); return range.getClientRects().length; }"
    )
    assert lines == 1


def test_no_word_overhangs_its_button_on_a_french_phone(house: House, invite: Invite) -> None:
    ada = invite("finger", {"speed": "0", "language": "fr"}, **PHONE)
    ada.open(prepare(house, ada, "random", "random")).seated().asked()
    wide = ada.page.evaluate(
        """() => [...document.querySelectorAll(".acts > button")].filter((one) => {
          one.hidden = false;
          return one.scrollWidth > one.clientWidth;
        }).map((one) => one.textContent)"""
    )
    assert wide == []


@pytest.mark.parametrize(("language", "device"), [("fr", PHONE), ("de", {"viewport": LAPTOP})])
def test_no_word_touches_the_edge_of_its_button(
    house: House, invite: Invite, language: str, device: dict[str, Any]
) -> None:
    ada = invite(settings={"speed": "0", "language": language}, **device)
    ada.open(prepare(house, ada, "random", "random", game="ratzentanz")).seated().asked()
    shown, tight = ada.page.evaluate(
        """() => {
          const shown = [...document.querySelectorAll(".acts > button, .tools > button")].filter((one) => one.checkVisibility());
          const tight = shown.filter((one) => {
            const words = document.createRange();
            words.selectNodeContents(one);
            const inner = words.getBoundingClientRect(), outer = one.getBoundingClientRect();
            return inner.left - outer.left < 2 || outer.right - inner.right < 2;
          });
          return [shown, tight].map((some) => some.map((one) => one.textContent));
        }"""
    )
    assert len(shown) >= 3
    assert tight == []
