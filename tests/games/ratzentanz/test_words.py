"""Ratzentanz in words: complete, idiomatic, and clear about who loses what."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from ratskeller.core.game import (
    CHANCE,
    Outcome,
    Refusal,
    Seat,
    View,
    watch,
)
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.state import (
    BACK,
    CALL_HOME,
    CAT,
    DOUBLE,
    FLUTE,
    NEW_BLOOD,
    NOWHERE,
    PIPER,
    SYMBOLS,
    Action,
    Born,
    CatPut,
    DieChosen,
    Event,
    Evicted,
    Fetched,
    First,
    FlutePlayed,
    GameOver,
    Handle,
    Home,
    Lapsed,
    LeftLying,
    Lost,
    Mirrored,
    Options,
    Passed,
    PiperPut,
    PutDown,
    RatMoved,
    SatOn,
    Starts,
    StartThrown,
    StartTied,
    State,
    Stored,
    Surfaced,
    Take,
    Thrown,
    TurnEnded,
    Walk,
    Walked,
)
from ratskeller.games.ratzentanz.town import ALLEY
from ratskeller.games.ratzentanz.words import RatzentanzWords
from ratskeller.words import LANGUAGES
from ratskeller.words.check import domains, problems
from tests.rules.ratzentanz.positions import do, doubled, number, position, sq, thrown

NAMES = ("Ada", "bo", "小明", "{food}")
WORDS = {language: RatzentanzWords(GAME, language) for language in LANGUAGES}
EN = WORDS["en"]
TOWN = GAME.ground.town

GRAIN, HAM, CHEESE, FISH, APPLES, BREAD = range(1, 7)

PARTS = (
    *(f"sq:{name}" for name in TOWN.names),
    *(f"door:{TOWN.names[square]}" for square in GAME.ground.storerooms),
    *(f"chip:{name}.{kind}" for name in ("h2", "a1") for kind in range(1, 7)),
    *("die:number", "die:symbol", "btn:sacrifice", "btn:none", "btn:pass"),
    *("piper", "cat", "rim:dice", "rim:outside"),
)


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> RatzentanzWords:
    return WORDS[request.param]


def walk(seats: int, options: Options, seed: int) -> Iterator[tuple[State, Action]]:
    """A match at random, by players with an eye for food: the rarer actions happen too."""
    rng = random.Random(seed)
    state = GAME.start(seats, options)
    while (mover := GAME.to_act(state)) is not None:
        if mover == CHANCE:
            outcomes, weights = GAME.odds(state)
            action = rng.choices(outcomes, weights)[0]
        else:
            legal = GAME.legal(state)
            action = rng.choices(legal, [_appeal(action) for action in legal])[0]
        yield state, action
        state = GAME.play(state, action)


def _appeal(action: Action) -> int:
    match action:
        case Walk(_, to):
            return 1 if TOWN.marks[to] == ALLEY else 12
        case Handle(_, kind):
            return 12 if kind else 2
        case Take(kind):
            return 8 if kind else 1
        case Home():
            return 8
    return 1


def own(state: State) -> View[State]:
    return GAME.conceal(state, state.seat)


def label(state: State, move: str, language: str = "en") -> str:
    return WORDS[language].action(own(state), GAME.parse(move))


def effects(state: State, move: str, language: str = "en") -> list[str]:
    action = GAME.parse(move)
    assert action in GAME.legal(state)
    return WORDS[language].effects(own(state), action, NAMES[: state.seats])


# --- completeness ------------------------------------------------------------------------------


def moved(seat: Seat, rat: int, start: str, to: str, kind: int = 0) -> RatMoved:
    left, reached = (sq(name) if name else NOWHERE for name in (start, to))
    return RatMoved(seat, rat, left, reached, kind)


SAMPLES: tuple[Event, ...] = (
    StartThrown(1, 5),
    StartTied((0, 1)),
    Starts(1),
    *(Thrown(1, 4, symbol) for symbol in SYMBOLS),
    DieChosen(1, "number"),
    DieChosen(1, "symbol"),
    *(Lapsed(1, "number", rule) for rule in ("RT-11", "RT-14", "RT-51", "RT-76")),
    *(Lapsed(1, "symbol", rule) for rule in ("RT-60", "RT-80", "RT-85", "RT-99")),
    Passed(1, "number"),
    Passed(1, "symbol"),
    PutDown(1, 2, CHEESE, sq("b4")),
    SatOn(1, 2, APPLES, sq("c9")),
    LeftLying(1, 2, sq("a1")),
    Walked(1, 2, (sq("b1"), sq("c1"), sq("c2"))),
    Surfaced(1, 2, sq("d5"), sq("l9")),
    Surfaced(1, 2, sq("f2"), sq("j12")),
    Mirrored((moved(0, 1, "f2", "j2"), moved(2, 3, "j2", "f2"))),
    Stored(1, 2, FISH, sq("o1")),
    Lost(1, 2, (sq("b4"), sq("b5")), 0),
    Lost(1, 2, (sq("b4"), sq("b5")), BREAD),
    CatPut(NOWHERE, sq("c5")),
    CatPut(sq("c5"), sq("h2")),
    PiperPut(NOWHERE, sq("h7")),
    PiperPut(sq("h7"), sq("e7")),
    FlutePlayed(()),
    FlutePlayed((moved(0, 1, "b4", ""), moved(0, 2, "b4", ""), moved(2, 1, "k3", "", HAM))),
    Born((moved(0, 4, "", "a1"), moved(1, 5, "", "o1"))),
    Fetched(1, 2, (sq("b4"), sq("b3"))),
    Evicted(1, 2, sq("a1"), sq("o1"), 0),
    Evicted(1, 2, sq("a1"), sq("o1"), GRAIN),
    TurnEnded(1),
    GameOver("kinds", 1, (2, 1, 3)),
    GameOver("turn_cap", -1, (1, 1, 1)),
)


def test_no_entry_is_missing_from_any_catalogue() -> None:
    (domain,) = [found for found in domains() if found.locale.parent.name == "ratzentanz"]
    assert problems(domain) == []


def test_large_numbers_are_grouped_as_the_language_does() -> None:
    said = {name: words.option_value("turn_cap", 1000) for name, words in WORDS.items()}
    assert said["en"] == "draw after 1,000 turns"
    assert said["fr"] == "partie nulle après 1\u202f000 tours"
    assert said["de"] == "unentschieden nach 1.000 Zügen"


def test_every_gang_has_the_name_of_its_colour(words: RatzentanzWords) -> None:
    assert len({words.seat_name(seat) for seat in range(4)}) == 4
    assert EN.seat_name(0) == "Red gang"


def test_every_square_has_a_name_of_its_own(words: RatzentanzWords) -> None:
    for seats in GAME.meta.seats:
        for form in range(4):
            places = [words.nouns.place(square, seats, 0) for square in range(len(TOWN.names))]
            assert len({place[form] for place in places}) == len(places)


def test_food_is_called_what_the_rulebook_calls_it(words: RatzentanzWords) -> None:
    rule = words.rulebook().find("RT-01")
    assert rule is not None
    for kind in range(1, 7):
        assert words.nouns.food("label", kind) in str(rule)


REFUSALS = (
    Refusal("RT-03", "seats", {"seats": 6}),
    Refusal("RT-122", "turn_cap", {"turns": 0, "most": 10_000}),
    Refusal("RT-120", "over"),
    Refusal("RT-04", "not_your_turn"),
    Refusal("RT-10", "choose_die"),
    Refusal("RT-101", "chip_or_none"),
    Refusal("RT-103", "chip_elsewhere"),
    Refusal("RT-104", "no_such_chip", {"kind": HAM}),
    Refusal("RT-100", "one_chip"),
    Refusal("RT-75", "not_a_storeroom"),
    Refusal("RT-75", "cat_must_move"),
    Refusal("RT-75", "too_many_parts"),
    Refusal("RT-60", "not_an_alley"),
    Refusal("RT-60", "in_front_of_a_nest"),
    Refusal("RT-60", "rat_there"),
    Refusal("RT-60", "piper_must_move"),
    Refusal("RT-85", "rat_or_pass"),
    Refusal("RT-80", "spare"),
    Refusal("RT-85", "not_in_your_nest"),
    Refusal("RT-86", "carries_nothing"),
    Refusal("RT-75", "behind_the_cat"),
    Refusal("RT-76", "behind_the_cat"),
    Refusal("RT-61", "piper_in_the_way"),
    Refusal("RT-62", "piper_in_the_way"),
    Refusal("RT-87", "piper_in_the_way"),
    Refusal("RT-88", "piper_in_the_way"),
    Refusal("RT-17", "equal_rat", {"rat": 2}),
    Refusal("RT-88", "way_is_free"),
    Refusal("RT-85", "only_to_its_nest"),
    Refusal("RT-11", "must_move"),
    Refusal("RT-11", "rat_first"),
    Refusal("RT-11", "foreign_rat"),
    Refusal("RT-20", "no_walk", {"steps": 4}),
    Refusal("RT-61", "piper_is_a_wall"),
    Refusal("RT-61", "meets_nobody"),
    Refusal("RT-20", "not_a_square"),
    Refusal("RT-102", "other_rat_bound", {"rat": 3}),
    Refusal("RT-53", "has_moved"),
    Refusal("RT-102", "has_handled"),
    Refusal("RT-105", "own_nest"),
    Refusal("RT-55", "runs_on"),
    Refusal("RT-17", "same_kind"),
    Refusal("RT-51", "use_both"),
    Refusal("RT-102", "cannot_walk"),
    Refusal("RT-30", "another_exit"),
    Refusal("RT-40", "not_an_exit"),
    Refusal("RT-54", "surfaced_there"),
    Refusal("RT-21", "square_twice"),
    Refusal("RT-20", "count", {"steps": 4}),
    Refusal("RT-61", "sacrifice", {"seat": 0, "rat": 2}),
    Refusal("RT-120", "gives_the_game", {"seat": 1}),
)


def test_a_game_given_away_is_confirmed_by_name() -> None:
    caution = Refusal("RT-120", "gives_the_game", {"seat": 0})
    assert EN.refusal(caution, NAMES, 1) == "With this move Ada wins the game."
    assert EN.refusal(caution) == "With this move Red gang wins the game."
    sacrifice = Refusal("RT-61", "sacrifice", {"seat": 0, "rat": 1})
    assert EN.refusal(sacrifice).startswith("This is a sacrifice")


def test_help_with_notation_uses_what_can_be_parsed(words: RatzentanzWords) -> None:
    text = words.notation_help()
    moves = "2>k3 2>d5>l9 2>>k3 2>x 2*0 2*4 *4 *0 number symbol cat>c5 piper>h7 0.2>home pass"
    for notation in moves.split():
        assert notation in text
        assert GAME.notation(GAME.parse(notation)) == notation


# --- sentences ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "yours", "hers"),
    [
        (
            "en",
            "You walk a rat from your nest to the bakery.",
            "Ada walks a rat from the red nest to the bakery.",
        ),
        (
            "fr",
            "Vous menez un rat de votre nid à la boulangerie.",
            "Ada mène un rat du nid rouge à la boulangerie.",
        ),
        (
            "de",
            "Du läufst mit einer Ratte aus deinem Nest in die Backstube.",
            "Ada läuft mit einer Ratte aus dem roten Nest in die Backstube.",
        ),
        ("zh-Hant", "你的老鼠從你的鼠窩走到麵包坊。", "Ada 的老鼠從紅色鼠窩走到麵包坊。"),
    ],
)
def test_a_walk_is_told_from_where_to_where(language: str, yours: str, hers: str) -> None:
    event = Walked(0, 1, (sq("a1"), sq("b1"), sq("c1"), sq("c2")))
    assert WORDS[language].event(event, NAMES, 0) == yours
    assert WORDS[language].event(event, NAMES, 1) == hers
    assert WORDS[language].event(event, NAMES, None) == hers


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            (
                "The flute sounds, and these are lost: 2 red rats in alley b4 and one of your rats at "
                "the north-east gate (left behind: cheese)."
            ),
        ),
        (
            "fr",
            (
                "La flûte se fait entendre, et voici les rats perdus\u202f: 2 rats rouges dans la ruelle "
                "b4 et un de vos rats devant la porte nord-est (jeton laissé\u202f: fromage)."
            ),
        ),
        (
            "de",
            (
                "Das Flötenspiel ertönt, und verloren sind: 2 rote Ratten in der Gasse b4 und eine "
                "deiner Ratten am Tor im Nordosten (zurückgelassen: Käse)."
            ),
        ),
        (
            "zh-Hant",
            (
                "笛聲響起，這些老鼠離場：在巷道 b4 的 2 隻紅老鼠和在東北門口的 1 隻你的老鼠"
                "（留下：起司）。"
            ),
        ),
    ],
)
def test_the_flute_is_told_with_all_that_it_takes(language: str, expected: str) -> None:
    rats = (moved(0, 1, "b4", ""), moved(0, 2, "b4", ""), moved(1, 1, "n1", "", CHEESE))
    assert WORDS[language].event(FlutePlayed(rats), NAMES[:3], 1) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ada throws 3 and “new blood”."),
        ("fr", "Ada obtient 3 et «\u202fSang neuf\u202f»."),
        ("de", "Ada würfelt 3 und „Nachwuchs für alle“."),
        ("zh-Hant", "Ada 擲出 3 和「新血」。"),
    ],
)
def test_a_throw_names_both_dice(language: str, expected: str) -> None:
    assert WORDS[language].event(Thrown(0, 3, NEW_BLOOD), NAMES, None) == expected


def test_nests_bear_the_colours_of_those_who_play() -> None:
    there = SatOn(0, 1, HAM, sq("o13"))
    assert EN.event(there, NAMES[:2], 0) == "You take ham in the yellow nest."
    assert EN.event(there, NAMES[:2], 1) == "Ada takes ham in your nest."
    assert EN.event(there, NAMES[:3], 0) == "You take ham in the blue nest."
    unused = SatOn(0, 1, HAM, sq("a13"))
    assert EN.event(unused, NAMES[:3], 0) == "You take ham in the unused south-west nest."


def test_a_loss_to_the_piper_is_called_a_sacrifice() -> None:
    event = Lost(0, 1, (sq("b4"), sq("b5")), APPLES)
    assert EN.event(event, NAMES, 0) == (
        "You sacrifice a rat in alley b4: it leaves apples there and follows the Piper."
    )
    assert EN.event(replace(event, kind=0), NAMES, 1) == (
        "Ada sacrifices a rat in alley b4: it follows the Piper."
    )


def test_the_next_in_turn_is_named() -> None:
    assert EN.event(TurnEnded(2), NAMES[:3], None) == "It is Ada's turn."
    assert EN.event(TurnEnded(2), NAMES[:3], 0) == "It is your turn."


def test_names_stay_as_they_are_written() -> None:
    for words in WORDS.values():
        assert "bo" in words.event(Starts(1), NAMES, None)
        assert "Bo" not in words.event(Stored(1, 1, HAM, sq("o1")), NAMES, None)
        assert "{food}" in words.event(Stored(3, 1, HAM, sq("a13")), NAMES, None)


def test_chinese_names_stand_without_spaces() -> None:
    chinese = WORDS["zh-Hant"]
    assert chinese.event(Starts(2), NAMES, None) == "由小明先開始。"
    assert chinese.event(Starts(0), NAMES, None) == "由 Ada 先開始。"


# --- endings -----------------------------------------------------------------------------------


def test_an_ending_says_who_won_and_in_whose_turn() -> None:
    won = Outcome((1, 2, 3), "kinds", (4, 2, 1))
    names = NAMES[:3]
    assert EN.ending(won, names, 0) == "You have enough kinds of food in your nest: you win!"
    in_own_turn = View(None, position({}, seats=3, seat=0))
    in_bos_turn = View(None, position({}, seats=3, seat=1))
    told = {
        (in_own_turn, 0): "You win with 4 kinds of food in your nest!",
        (in_own_turn, 1): "Ada wins with 4 kinds of food in the nest!",
        (in_bos_turn, 0): "In bo's turn you win with 4 kinds of food in your nest!",
        (in_bos_turn, 1): "In your turn Ada wins with 4 kinds of food in the nest!",
        (in_bos_turn, 2): "In bo's turn Ada wins with 4 kinds of food in the nest!",
    }
    for (view, viewer), expected in told.items():
        assert EN.ending(won, names, viewer, view) == expected


def test_at_the_cap_it_is_a_draw_for_everyone(words: RatzentanzWords) -> None:
    draw = Outcome((1, 1, 1), "turn_cap", (3, 2, 1))
    capped = View(None, position({}, seats=3, turn=1000))
    assert words.ending(draw, NAMES[:3])
    assert "000" in words.ending(draw, NAMES[:3], None, capped)
    assert EN.ending(draw, NAMES[:3], 0, capped) == (
        "After 1,000 turns nobody has enough kinds of food: a draw for everyone."
    )


# --- questions ---------------------------------------------------------------------------------


def test_the_mover_is_asked_with_both_dice_named() -> None:
    state = thrown(4, CAT, {"0.1": "b4"})
    assert EN.ask(own(state)) == "4 and the cat: which die comes first?"
    assert EN.ask(own(do(state, "symbol"))).endswith("which storeroom shall the cat guard?")
    assert EN.ask(own(do(state, "number"))) == "4 and the cat: walk a rat exactly 4 steps."
    assert EN.ask(GAME.conceal(state, 1), NAMES[:2]) == (
        "Ada has thrown 4 and the cat and is choosing."
    )
    assert EN.ask(GAME.conceal(state, None)).startswith("Red gang has thrown")


def test_a_double_asks_for_one_rat_or_two() -> None:
    state = doubled(3, {"0.1": "b4", "0.2": "k4"})
    assert EN.ask(own(state)) == "3 and 2x: 6 steps with one rat, or 3 with each of two."
    after = do(state, "1>b7")
    assert EN.ask(own(after)) == "3 and 2x: the second half, with another rat."


def test_where_only_a_sacrifice_is_left_it_is_said() -> None:
    state = number(2, {"0.1": "h2"}, piper="h1")
    assert EN.ask(own(state)).endswith("only a sacrifice is left. Sacrifice or pass?")
    assert label(state, "pass") == "Pass: no sacrifice"


def test_no_question_is_longer_than_twenty_words() -> None:
    states = [state for state, _ in walk(3, Options(turn_cap=25), seed=5)]
    states += [number(6, {"0.1": "h2"}, piper="h1"), doubled(6, {"0.1": "b4", "0.2": "b4"})]
    states += [replace(number(2, {"0.1": "h2"}, piper="h1"), symbol=symbol) for symbol in SYMBOLS]
    for state in states:
        for language in ("en", "fr", "de"):
            for viewer in (None, state.seat):
                text = WORDS[language].ask(GAME.conceal(state, viewer), NAMES[: state.seats])
                assert 0 < len(text.split()) <= 20, text


# --- labels and effects ------------------------------------------------------------------------


def test_a_walk_is_labelled_with_rat_steps_and_place() -> None:
    state = number(3, {"0.1": "a1", "0.2": "b4*3"})
    assert label(state, "1>c2") == "Rat in your nest: 3 steps to the bakery"
    assert label(state, "2>b1") == "Rat in alley b4 with cheese: 3 steps to the north-west gate"
    assert label(state, "2>b1", "de") == (
        "Ratte in der Gasse b4 mit Käse: 3 Schritte zum Tor im Nordwesten"
    )
    assert label(number(2, {"0.1": "c4"}), "1>d5>l9") == (
        "Rat in alley c4: 2 steps to the north-west canal entrance, "
        "then to the south-east canal entrance"
    )


def test_the_rat_that_runs_on_is_told_from_its_equal() -> None:
    state = do(doubled(2, {"0.1": "c4", "0.2": "l9"}), "1>d5>l9")
    labels = [EN.action(own(state), action) for action in GAME.legal(state)]
    assert len(set(labels)) == len(labels)
    assert any(
        text.startswith("Rat at the south-east canal entrance, running on") for text in labels
    )


def test_handling_a_chip_names_both_kinds() -> None:
    state = number(3, {"0.1": "b4*3"}, lying={"b4": "2"})
    assert label(state, "1*0") == "Rat in alley b4 with cheese: leave cheese, then walk"
    assert label(state, "1*2") == "Rat in alley b4 with cheese: leave cheese, take ham, then walk"


def test_sacrifices_are_marked_in_labels_and_effects(words: RatzentanzWords) -> None:
    state = number(3, {"0.1": "b4*3"}, piper="b6")
    assert label(state, "1>x") == "Sacrifice! Rat in alley b4 with cheese: 3 steps, past the Piper"
    assert effects(state, "1>x") == [
        "You sacrifice a rat in alley b4: it leaves cheese there and follows the Piper."
    ]
    marked = {"en": "acrifi", "fr": "acrifi", "de": "pfer", "zh-Hant": "犧牲"}[words.language]
    assert marked in label(state, "1>x", words.language)
    assert marked in effects(state, "1>x", words.language)[0]


def test_a_chip_that_comes_home_is_foreseen_up_to_the_win() -> None:
    state = number(3, {"0.1": "c2*3"}, lying={"a1": "12"})
    assert effects(state, "1>a1") == ["You bring cheese home.", "Your nest: 2 → 3 of 4 kinds."]
    again = number(3, {"0.1": "c2*2"}, lying={"a1": "12"})
    assert effects(again, "1>a1")[-1] == "That kind is there already and does not count again."
    winning = number(3, {"0.1": "c2*3"}, lying={"a1": "124"})
    assert effects(winning, "1>a1")[-1] == "You win with 4 kinds of food in your nest!"


def test_a_game_given_to_another_is_foreseen() -> None:
    state = number(3, {"0.1": "o13*3"}, lying={"o13": "124"})
    assert effects(state, "1*0") == [
        "The yellow nest: 3 → 4 of 4 kinds.",
        "In your turn bo wins with 4 kinds of food in the nest!",
    ]


def test_what_a_rat_may_take_and_that_it_may_run_on_is_foreseen() -> None:
    state = number(6, {"0.1": "a1"}, lying={"c5": "64"})
    assert effects(state, "1>c5") == ["Then you may take fish or bread."]
    running = doubled(2, {"0.1": "c4", "0.2": "k4"})
    assert effects(running, "1>d5>l9") == ["Then this rat may run on."]


def test_mirrored_rats_are_foreseen() -> None:
    state = number(1, {"0.1": "f1", "1.1": "j2", "1.2": "j2", "0.2": "f12"})
    assert effects(state, "1>f2>j2") == [
        (
            "The other rats on the stairs move along: one of your rats to the south-east stairs and "
            "2 yellow rats to the north-west stairs."
        )
    ]


def test_what_the_flute_will_take_is_foreseen_before_the_walk() -> None:
    state = do(thrown(1, FLUTE, {"0.1": "b4", "1.1": "k4*1"}), "number")
    assert effects(state, "1>b5") == [
        (
            "The flute sounds, and these are lost: one of your rats in alley b5 and a yellow rat in "
            "alley k4 (left behind: grain)."
        )
    ]


def test_cat_and_piper_say_what_they_close_and_open() -> None:
    cat = do(thrown(1, CAT, {"0.1": "b4", "1.1": "h2*1"}, cat="c5"), "symbol")
    assert label(cat, "cat>h2") == "The cat guards the storeroom of grain"
    assert effects(cat, "cat>h2") == [
        "Locked in: a yellow rat with grain.",
        "Open again: the storeroom of bread.",
    ]
    piper = do(thrown(1, PIPER, {"0.1": "b4"}, piper="h1"), "symbol")
    assert label(piper, "piper>d4") == "The Pied Piper to alley d4"
    assert effects(piper, "piper>d4") == [
        "Closed: the north-west canal entrance.",
        "Open again: the storeroom of grain.",
    ]


def test_calling_home_and_sending_away_are_labelled_apart() -> None:
    state = do(thrown(1, BACK, {"0.1": "b4*3", "1.1": "a1*2"}), "symbol")
    assert state.phase == CALL_HOME
    assert label(state, "0.1>home") == "Rat in alley b4 with cheese: back to your nest"
    assert label(state, "1.1>home") == "Send away a yellow rat with ham"
    assert label(state, "pass") == "Pass: call nobody home"
    assert effects(state, "1.1>home") == [
        "A yellow rat is sent away from your nest to the yellow nest and leaves ham behind.",
        "Your nest: 0 → 1 of 4 kinds.",
    ]


def test_taking_a_chip_where_one_surfaced_ends_the_run() -> None:
    state = do(doubled(2, {"0.1": "c4", "0.2": "k4"}, lying={"l9": "3"}), "1>d5>l9")
    assert effects(state, "*3") == ["Then this rat does not run on."]
    assert label(state, "*0") == "Take nothing"


# --- parts -------------------------------------------------------------------------------------


def part(state: State, part_id: str, viewer: Seat | None = 0) -> str:
    return EN.part(GAME.conceal(state, viewer), part_id, NAMES[: state.seats])


def test_parts_say_what_lies_there_and_what_closes_it() -> None:
    rats = {"0.1": "b4*3", "0.2": "b4*3", "1.1": "b4", "1.2": "h2"}
    state = number(3, rats, lying={"a1": "1223", "b4": "55"}, piper="d4", cat="h2")
    assert part(state, "sq:b4") == (
        "Alley b4: 2 of your rats with cheese and a yellow rat; free chips: 2 × apples"
    )
    assert part(state, "sq:a1") == (
        "Your nest a1: free chips: grain, 2 × ham and cheese; 3 of 4 kinds"
    )
    assert part(state, "sq:a1", 1).startswith("The red nest a1 (Ada): ")
    assert part(state, "sq:h2") == "The storeroom of grain h2: guarded by the cat; a yellow rat"
    assert part(state, "sq:d4") == "Alley d4: the Pied Piper stands here"
    assert part(state, "sq:d5") == "The north-west canal entrance d5: closed by the Pied Piper"
    assert part(state, "sq:c7") == "The mill c7: one door"
    assert part(state, "sq:b1") == "The north-west gate b1: empty"
    assert part(state, "door:h2") == "The storeroom of grain: guarded by the cat"
    assert part(state, "door:c5") == "The storeroom of bread: the door is open"


def test_rats_chips_and_dice_are_parts() -> None:
    state = number(3, {"0.1": "b4*3", "0.2": "b4*3", "1.2": "h2"}, lying={"b4": "55"}, cat="h2")
    assert part(state, "rat:0.1") == "Your rat 1: in alley b4; with cheese; one of 2 alike"
    assert part(state, "rat:1.2") == ("Rat 2 (bo): in the storeroom of grain; locked in by the cat")
    assert part(state, "rat:0.5") == "Your rat 5: spare rat"
    assert part(state, "load:0.1") == "Your rat 1: cheese"
    assert part(state, "chip:b4.5") == "2 × apples in alley b4"
    assert part(state, "die:number") == "Number die: 3"
    assert part(state, "rim:dice") == "The dice: 3 and the flute"
    assert part(state, "rim:spare:0") == "Your spare rats: 3"
    assert part(state, "rim:spare:1") == "Spare rats (bo): 4"
    assert part(state, "rim:outside") == "Outside the town: the Pied Piper"
    assert part(state, "piper") == "The Pied Piper: outside the town"
    assert part(state, "cat") == "The cat guards the storeroom of grain"
    ran = do(doubled(2, {"0.1": "c4", "0.2": "k4"}), "1>d5>l9")
    assert part(ran, "rat:0.1").endswith("may run on")


@pytest.mark.parametrize("part_id", ["moon:1", "sq:z9", "rat:3.1", "door:a1", "btn:moon"])
def test_what_is_no_part_is_refused(part_id: str) -> None:
    with pytest.raises(ValueError, match="no part"):
        part(number(3, {"0.1": "b4"}), part_id)


# --- whole matches -----------------------------------------------------------------------------

FEW = 24  # effects are told of so many actions of a position; labels of all


def everything_said(words: RatzentanzWords, view: View[State], names: tuple[str, ...]) -> list[str]:
    """All that a room may show of a view."""
    state = view.seen
    rats = [
        f"{kind}:{seat}.{rat}"
        for kind in ("rat", "load")
        for seat in range(state.seats)
        for rat in (1, 5)
    ]
    spare = [f"rim:spare:{seat}" for seat in range(state.seats)]
    said = [words.ask(view, names)]
    said += [words.part(view, part_id, names) for part_id in (*PARTS, *rats, *spare)]
    if GAME.to_act(state) == view.viewer:
        legal = GAME.legal(state)
        labels = [words.action(view, action) for action in legal]
        assert len(set(labels)) == len(labels)
        said += labels
        for action in random.Random(state.turn).sample(legal, min(FEW, len(legal))):
            said += words.effects(view, action, names)
            said += [words.part(view, part_id, names) for part_id in GAME.path(state, action)]
            if caution := GAME.caution(view, action):
                said.append(words.refusal(caution, names, view.viewer))
    return said


def check_language(words: RatzentanzWords, text: str, names: tuple[str, ...]) -> None:
    """Nothing of another language is left in a text."""
    assert text == text.strip(), text
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    if words.language == "zh-Hant":
        assert not re.search("[A-Za-z]", re.sub(r"[a-o]\d+|2x", "", text)), text
    elif words.language in ("fr", "de"):
        assert not re.search(r"\b(the|nest of|chip|chips|with|and|is|you|your)\b", text), text
    assert "{" not in text, text


SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {"walk": "no_reversal"}),
    (4, {"piper": "wall"}),
    (2, {"kinds": 5}),
)


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_a_whole_match_is_told_to_everybody(seats: int, options: dict[str, Any]) -> None:
    names = ("Ada", "bo", "小明", "Q9")[:seats]
    viewers: tuple[Seat | None, ...] = (None, *range(seats))
    match = walk(seats, Options(turn_cap=40, **options), seed=seats)
    for count, (state, action) in enumerate(match):
        for viewer in viewers:
            events = [sighting.event for sighting in watch(GAME, state, action, viewer)]
            view = GAME.conceal(state, viewer)
            for words in WORDS.values():
                said = [words.event(event, names, viewer) for event in events]
                assert all(said)
                if count % 9 == 0:
                    said += everything_said(words, view, names)
                said.append(words.action(view, action))
                for text in said:
                    check_language(words, text, names)


def test_labels_are_unique_wherever_a_match_leads(words: RatzentanzWords) -> None:
    for state, _ in walk(2, Options(turn_cap=400), seed=8):
        if state.phase and (legal := GAME.legal(state)):
            labels = {words.action(own(state), action) for action in legal}
            assert len(labels) == len(legal)


def test_the_order_of_the_dice_is_labelled_with_what_they_show() -> None:
    state = thrown(4, CAT, {"0.1": "b4"})
    assert EN.action(own(state), First("number")) == "First the number: 4"
    assert EN.action(own(state), First("symbol")) == "First the symbol: the cat"
    assert EN.action(own(replace(state, symbol=DOUBLE)), First("symbol")).endswith("2x")
