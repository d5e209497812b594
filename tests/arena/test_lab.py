"""The rule laboratory: what may be varied, and what it finds."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest
from markupsafe import escape

from ratskeller import games
from ratskeller.arena.contest import Contest, Pairing, options_of, pairings, rules_of
from ratskeller.arena.findings import lab_charts, lab_page, overview, sentence
from ratskeller.arena.lab import (
    Finding,
    UnfitValue,
    UnknownKey,
    Variant,
    findings,
    keys_of,
    variants,
    with_number,
)
from ratskeller.arena.playing import MatchRecord, luck_of, play
from ratskeller.bots import evaluation_of
from ratskeller.core.course import by_seal, course
from ratskeller.core.game import AnyGame, BadData
from ratskeller.games.pied_piper.rules.state import State
from ratskeller.words import LANGUAGES
from ratskeller.words.platform_words import platform_words
from tests.arena.matches import match
from tests.kinds import as_a

pytestmark = pytest.mark.heavy

BASE = Contest("pied_piper", ("random",), 2, options={"roof": 7, "secret": True})


def test_an_option_is_varied_and_the_others_stay() -> None:
    seven, eight = variants(BASE, "roof", ["7", "8"])
    assert seven.contest == BASE
    assert eight.contest.options == {"roof": 8, "secret": True}
    assert (seven.text, eight.text) == ("roof=7", "roof=8")
    assert variants(BASE, "secret", ["False"])[0].contest.options["secret"] is False


def test_a_number_of_the_data_file_is_varied_by_its_dotted_key() -> None:
    ten, twelve = variants(BASE, "action_cards.forward", ["10", "12"])
    assert ten.contest == BASE, "it is 10 in the box"
    changed = tomllib.loads(twelve.contest.data)
    original = tomllib.loads(rules_of(BASE).data)
    assert changed["action_cards"].pop("forward") == 12
    assert original["action_cards"].pop("forward") == 10
    assert changed == original
    assert rules_of(twelve.contest).data_hash != rules_of(BASE).data_hash


def test_matches_of_a_variant_are_played_with_its_data() -> None:
    """A box with no card but Forward and Back: the other rules of the game still hold."""
    data = rules_of(BASE).data
    for kind in ("double", "sewer", "plus", "melody"):
        data = with_number(data, f"action_cards.{kind}", "0")
    contest = Contest("pied_piper", ("random",), 2, data=data)
    state = rules_of(contest).start(2, rules_of(contest).meta.options())
    assert as_a(State, state).box.actions == (10, 0, 10, 0, 0, 0, 0)
    assert play(contest, next(pairings(contest, 0))).turns > 1


def test_who_leads_is_judged_by_the_data_of_the_match() -> None:
    """With another die the ways of Ratzentanz are longer, and other rats are ahead."""
    data = games.find("ratzentanz").data
    for face, count in {"new_blood": "0", "back": "0", "double": "5", "flute": "0"}.items():
        data = with_number(data, f"symbol_die.{face}", count)
    contest = Contest("ratzentanz", ("random",), 2, options={"turn_cap": 60}, data=data)
    pairing = next(pairings(contest, 0))
    recorded = play(contest, pairing).leads
    assert recorded == leads_by(rules_of(contest), contest, pairing)
    assert recorded != leads_by(games.find("ratzentanz"), contest, pairing)


def leads_by(judge: AnyGame, contest: Contest, pairing: Pairing) -> tuple[int, ...]:
    """Who leads after each turn of a match, as the evaluation of this game has it."""
    game, evaluate, found, turns = rules_of(contest), evaluation_of(judge), list[int](), 0
    minds = [random.Random(f"{contest.seed}/{pairing.deal}/{n}/random") for n in range(2)]
    seats = [lambda state, mind=mind: mind.choice(game.legal(state)) for mind in minds]
    movers = [*seats, by_seal(game, luck_of(contest, pairing.deal))]
    for state, _, _ in course(game, game.start(2, options_of(contest)), movers):
        if game.turns(state) > turns:
            turns = game.turns(state)
            first, second = (evaluate(state, seat) for seat in range(2))
            found.append(-1 if first == second else int(second > first))
    return tuple(found)


@pytest.mark.parametrize("game_id", games.shelf())
def test_every_number_that_is_offered_can_be_changed_alone(game_id: str) -> None:
    data = games.find(game_id).data
    keys = keys_of(tomllib.loads(data))
    assert keys
    for key in keys:
        place: Any = tomllib.loads(with_number(data, key, "7"))
        for step in key.split("."):
            place = place[step]
        assert place == 7


def test_numbers_in_braces_are_found() -> None:
    changed = with_number(games.find("first_rat").data, "costs.cockpit.tin", "3")
    assert tomllib.loads(changed)["costs"]["cockpit"] == {"tin": 3, "calculator": 2}
    assert tomllib.loads(changed)["costs"]["cargo"]["tin"] == 2


def test_what_the_game_itself_refuses_is_refused_with_its_reason() -> None:
    with pytest.raises(BadData, match="forward must be a whole number from 0 to 99, not 100"):
        variants(BASE, "action_cards.forward", ["10", "100"])


def test_an_unknown_name_is_answered_with_those_that_exist() -> None:
    with pytest.raises(UnknownKey) as unknown:
        variants(BASE, "cellar", ["1", "2"])
    assert {"roof", "action_cards.forward"} <= set(unknown.value.keys)


@pytest.mark.parametrize(
    ("key", "value"), [("roof", "9"), ("roof", "high"), ("character_cards.rat", "2.5")]
)
def test_a_value_that_does_not_fit_is_refused(key: str, value: str) -> None:
    with pytest.raises(UnfitValue):
        variants(BASE, key, [value])


# --- what it finds -----------------------------------------------------------------------------


def played(turns: int, wobble: int) -> list[MatchRecord]:
    return [
        match(deal, "a a", "12" if deal % 2 else "21", turns=turns + deal + wobble * (deal % 2))
        for deal in range(30)
    ]


def found(turns: int, wobble: int = 1) -> list[list[Finding]]:
    base, other = (Variant(f"roof={roof}", BASE) for roof in (7, 8))
    return findings([(base, played(20, 0)), (other, played(turns, wobble))])


def test_differences_are_taken_deal_by_deal() -> None:
    """Lengths go from 20 to 49, yet 23 against 20 is seen: the deals are the same."""
    _, (turns, *others) = found(23)
    assert turns.difference is not None
    assert turns.difference.mean == 3.5
    assert turns.difference.margin < 0.3
    assert turns.measurable
    assert not any(finding.measurable for finding in others)


def test_the_sentence_says_what_the_change_does() -> None:
    base, other = found(23)
    told = sentence(platform_words("en"), base[0].variant, other)
    assert told.startswith("With roof=8 instead of roof=7: matches take 3.5 turns longer (±0.2); ")
    assert "the first seat’s advantage does not change measurably" in told
    assert told.endswith(".")


def test_the_sentence_knows_shorter_from_longer() -> None:
    told = sentence(platform_words("en"), "roof=7", found(17, wobble=-1)[1])
    assert "matches take 3.5 turns less (±0.2)" in told


def test_a_difference_of_nothing_but_noise_is_not_called_a_change() -> None:
    rng = random.Random(3)
    one, other = (
        [match(deal, "a a", "12", turns=rng.randint(10, 30)) for deal in range(40)]
        for _ in range(2)
    )
    _, (turns, *_) = findings([(Variant("x=1", BASE), one), (Variant("x=2", BASE), other)])
    assert turns.difference is not None
    assert turns.difference.mean != 0
    assert not turns.measurable


@pytest.mark.parametrize(
    ("language", "begins"),
    [
        ("fr", "Avec roof=8 au lieu de roof=7\u202f: les parties durent 3,5 tours de plus (±0,2)"),
        ("de", "Mit roof=8 statt roof=7: Partien dauern 3,5 Züge länger (±0,2); der Vorteil"),
        ("zh-Hant", "以 roof=8 取代 roof=7：每局多 3.5 回合（±0.2）；先手優勢"),
    ],
)
def test_the_sentence_is_said_in_every_language(language: str, begins: str) -> None:
    assert sentence(platform_words(language), "roof=7", found(23)[1]).startswith(begins)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_holds_the_sentence_the_table_and_a_chart_for_each_measure(language: str) -> None:
    say = platform_words(language)
    both = found(23)
    text = lab_page(say, "The Pied Piper", [("seed", "0")], both)
    assert escape(sentence(say, "roof=7", both[1])) in text
    assert text.count("<svg") == len(lab_charts(say, both)) == 5
    headings, rows = overview(say, both)
    assert headings[1:] == ["roof=7", "roof=8"]
    assert len(rows) == 5
