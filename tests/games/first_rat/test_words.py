"""First Rat in words: complete, idiomatic, and with every gain and cost in its place."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from ratskeller.core.game import (
    CHANCE,
    Outcome,
    Refusal,
    Seat,
    View,
    option_sets,
    watch,
)
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.data import default_data
from ratskeller.games.first_rat.scoring import sheet
from ratskeller.games.first_rat.state import (
    BULB,
    CAPS,
    CHEESE,
    COCKPIT,
    COMICS,
    CORE,
    CORE_PACK,
    ENERGY_DRINK,
    FIRST_CAP,
    GREEN_PACK,
    ITEMS,
    KINDS,
    LAUNCHPAD,
    LIGHTS,
    LOLA,
    MOVE,
    NEIL,
    PACKS,
    PROVISIONS,
    ROCKET,
    SODA,
    STORED_FOOD,
    SUPER_RATS,
    THRUSTER,
    TRACKS,
    VINEGAR,
    Action,
    AwardTaken,
    BoothsPassed,
    BulbsLost,
    BurrowMoved,
    ComicDeclined,
    ComicStocked,
    ComicTaken,
    DrinkSaved,
    DrinkUsed,
    Event,
    ExtraChosen,
    ExtraRoundBegan,
    Gained,
    GameOver,
    GoodsLeft,
    ItemStocked,
    ItemTaken,
    LastRoundSet,
    LightMoved,
    MarkerMissing,
    MarkerPlaced,
    MouldTaken,
    MoveSkipped,
    MovingDone,
    Options,
    RatLetSleep,
    RatMoved,
    RatRaised,
    RatSentHome,
    RattronautSeated,
    Spent,
    State,
    StripLaid,
    TileLaid,
    TokenPlaced,
    TollPaid,
    TurnBegan,
    TurnEnded,
)
from ratskeller.games.first_rat.words import FirstRatWords
from ratskeller.words import LANGUAGES
from ratskeller.words.check import domains, problems
from tests.rules.first_rat.positions import N, do, position

NAMES = ("Ada", "bo", "小明", "{goods}", "Zoë")
WORDS = {language: FirstRatWords(GAME, language) for language in LANGUAGES}
EN = WORDS["en"]
BUTTONS = (
    "take", "leave", "dry", "no_comic", "no_rat", "sleep", "buy", "steal", "full_price", "pass",
    "end", "way:foot", "way:Y1", "way:Y1+Y2",
)  # fmt: skip


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> FirstRatWords:
    return WORDS[request.param]


def walk(seats: int, options: Options, seed: int) -> Iterator[tuple[State, Action]]:
    """A match at random: every state with the action taken there."""
    rng = random.Random(seed)
    state = GAME.start(seats, options)
    while (mover := GAME.to_act(state)) is not None:
        if mover == CHANCE:
            outcomes, weights = GAME.odds(state)
            action = rng.choices(outcomes, weights)[0]
        else:
            action = rng.choice(GAME.legal(state))
        yield state, action
        state = GAME.play(state, action)


def own(state: State) -> View[State]:
    return GAME.conceal(state, state.mover)


def effects(state: State, notation: str, language: str = "en") -> list[str]:
    action = GAME.parse(notation)
    assert action in GAME.legal(state)
    return WORDS[language].effects(own(state), action, NAMES[: state.seats])


def label(state: State, notation: str, language: str = "en") -> str:
    return WORDS[language].action(own(state), GAME.parse(notation))


# --- completeness ------------------------------------------------------------------------------

SAMPLES: tuple[Event, ...] = (
    TileLaid(4, 4),
    StripLaid(THRUSTER, 7),
    ItemStocked(GREEN_PACK),
    ItemStocked(FIRST_CAP),
    ComicStocked(NEIL),
    TurnBegan(1, 3),
    MoveSkipped(1),
    Spent(1, SODA, 1, "shortcut", 1),
    Spent(1, CHEESE, 6, "booth", GREEN_PACK),
    Spent(1, VINEGAR, 5, "part", THRUSTER),
    Spent(1, CHEESE, 10, "donation", PROVISIONS),
    RatMoved(5, 0, 5, 0, 5),
    RatMoved(5, 4, 19, 0b110, 4),
    RatMoved(5, 26, LAUNCHPAD, 0, 1),
    MouldTaken(1, 3),
    TollPaid(1, 0, 5),
    MovingDone(1, (5,)),
    MovingDone(1, ()),
    GoodsLeft(1, 5),
    ExtraChosen(1, SODA),
    DrinkUsed(1),
    DrinkSaved(1),
    Gained(1, BULB, 2, "space", 8),
    Gained(1, BULB, 1, "light", 8),
    Gained(1, CORE, 2, "pack", CORE_PACK),
    Gained(1, CHEESE, 1, "arnold", 11),
    Gained(1, CHEESE, 4, "drink", -1),
    LightMoved(1, 12, 15),
    BulbsLost(1, 2),
    BurrowMoved(1, 4, 5),
    MarkerPlaced(1, LIGHTS, 0, 7),
    MarkerMissing(1, STORED_FOOD),
    ComicTaken(1, LOLA),
    ComicDeclined(1),
    TokenPlaced(LOLA, 5),
    RatRaised(6, "nursery"),
    RatRaised(6, "launchpad"),
    RatLetSleep(1),
    AwardTaken(1),
    ItemTaken(1, ENERGY_DRINK, "bought"),
    ItemTaken(1, GREEN_PACK, "stolen"),
    ItemTaken(1, FIRST_CAP, "free"),
    RatSentHome(5, 9),
    BoothsPassed(1),
    TurnEnded(1),
    RattronautSeated(5, 0, 10),
    LastRoundSet(1, "rocket", 12),
    LastRoundSet(1, "markers", 12),
    ExtraRoundBegan(12, 1),
    ExtraRoundBegan(12, 2),
    GameOver("rocket", (2, 1, 3), (40, 51, 30)),
    GameOver("markers", (2, 1, 3), (40, 40, 30)),
    GameOver("stuck", (1, 1, 3), (40, 40, 30)),
)


def test_no_sentence_of_these_files_lacks_its_translation() -> None:
    (domain,) = (domain for domain in domains() if domain.locale.parent.name == "first_rat")
    files = ("words.py", "nouns.py", "narration.py", "items.py")
    mine = replace(domain, sources=tuple(path for path in domain.sources if path.name in files))
    assert [problem for problem in problems(mine) if "no code says" not in problem] == []


def test_every_seat_has_a_name(words: FirstRatWords) -> None:
    assert len({words.seat_name(seat) for seat in range(5)}) == 5


def test_every_thing_has_a_name_and_a_text_of_its_own(words: FirstRatWords) -> None:
    items = words.items
    for named in (items.item, items.comic):
        count = ITEMS if named == items.item else len(COMICS)
        assert len({named("label", thing) for thing in range(count)}) == count
        assert len({named("object", thing) for thing in range(count)}) == count
    assert len({items.item_text(item) for item in range(ITEMS)}) == ITEMS
    assert len({items.comic_text(comic) for comic in range(len(COMICS))}) == len(COMICS)
    assert len({items.token(token) for token in range(SUPER_RATS)}) == SUPER_RATS
    assert len({words.nouns.track("label", track) for track in range(len(TRACKS))}) == len(TRACKS)
    nodes = range(len(words.tables.nodes))
    assert len({words.nouns.node("label", node) for node in nodes}) == len(nodes)
    assert len({words.nouns.node("to", node) for node in nodes}) == len(nodes)


def test_names_in_the_rulebook_are_the_names_on_the_table(words: FirstRatWords) -> None:
    rules = " ".join(f"{rule.title} {rule.text}" for rule in words.rulebook().rules).casefold()
    named = [words.nouns.track("label", track) for track in range(len(TRACKS))]
    named += [words.items.comic("label", token) for token in range(SUPER_RATS)]
    named += [words.items.booth("subject", booth) for booth in range(3)]
    named += [words.nouns.place("label", space) for space in (0, LAUNCHPAD, N)]
    for name in named:
        assert name.casefold() in rules, name


REFUSALS = (
    Refusal("FR-80", "over"),
    Refusal("FR-06", "not_your_turn"),
    Refusal("FR-10", "choose_rat"),
    Refusal("FR-20", "take_or_leave"),
    Refusal("FR-23", "choose_kind"),
    Refusal("FR-24", "drink_or_not"),
    Refusal("FR-27", "choose_way"),
    Refusal("FR-28", "choose_comic"),
    Refusal("FR-29", "raise_or_not"),
    Refusal("FR-25", "choose_reward"),
    Refusal("FR-40", "choose_item"),
    Refusal("FR-50", "choose_track"),
    Refusal("FR-13", "nowhere_to_go", {"rat": 5}),
    Refusal("FR-10", "choose_space", {"rat": 5}),
    Refusal("FR-15", "no_such_way"),
    Refusal("FR-10", "must_move"),
    Refusal("FR-12", "owes_move", {"rat": 5, "space": 8}),
    Refusal("FR-20", "nothing_to_leave"),
    Refusal("FR-10", "not_your_rat", {"rat": 5}),
    Refusal("FR-29", "asleep", {"rat": 5}),
    Refusal("FR-54", "launched", {"rat": 5}),
    Refusal("FR-10", "moved_already", {"rat": 5}),
    Refusal("FR-19", "same_rat", {"rat": 5}),
    Refusal("FR-10", "went_alone", {"rat": 5, "limit": 3}),
    Refusal("FR-14", "past_launchpad"),
    Refusal("FR-10", "backwards"),
    Refusal("FR-10", "too_far", {"limit": 5}),
    Refusal("FR-15", "shortcut_unpaid", {"limit": 5}),
    Refusal("FR-12", "own_rat", {"rat": 5, "space": 8}),
    Refusal("FR-11", "colour", {"space": 8, "other": 9}),
    Refusal("FR-13", "cannot_finish", {"rat": 5, "space": 8}),
    Refusal("FR-28", "not_in_library", {"comic": LOLA}),
    Refusal("FR-64", "cannot_carry", {"rat": 5}),
    Refusal("FR-64", "choose_carrier"),
    Refusal("FR-64", "no_token"),
    Refusal("FR-40", "booth_closed", {"booth": 2}),
    Refusal("FR-42", "second_pack", {"item": GREEN_PACK}),
    Refusal("FR-42", "sold_out", {"item": FIRST_CAP}),
    Refusal("FR-40", "price", {"price": 6, "cheese": 2}),
    Refusal("FR-65", "neil_never_steals"),
    Refusal("FR-68", "ratwoman_never_steals"),
    Refusal("FR-40", "buy_or_steal", {"item": GREEN_PACK}),
    Refusal("FR-10", "moving_is_over"),
    Refusal("FR-24", "too_late_to_drink"),
    Refusal("FR-54", "not_for_goods", {"track": ROCKET}),
    Refusal("FR-51", "no_marker"),
    Refusal("FR-53", "wrong_discount"),
    Refusal("FR-53", "no_discount"),
    Refusal("FR-50", "goods_short", {"kind": SODA, "have": 1, "need": 3}),
    Refusal("FR-84", "no_solo"),
    Refusal("FR-01", "seats", {"seats": 6}),
    Refusal("FR-18", "out_of_the_race"),
)


def test_help_with_notation_uses_what_can_be_parsed(words: FirstRatWords) -> None:
    text = words.notation_help()
    for notation in ("b>14", "b>19+Y1+Y2", "take", "leave 14", "drink", "dry", "steal drink"):
        assert notation in text
        assert GAME.notation(GAME.parse(notation)) == notation


# --- sentences ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "yours", "hers"),
    [
        (
            "en",
            "You move rat b from space 4 to space 12, by the red shortcut 3–12.",
            "Ada moves rat b from space 4 to space 12, by the red shortcut 3–12.",
        ),
        (
            "fr",
            "Vous déplacez votre rat b de la case 4 jusqu’à la case 12, par le raccourci rouge 3–12.",
            "Ada déplace son rat b de la case 4 jusqu’à la case 12, par le raccourci rouge 3–12.",
        ),
        (
            "de",
            "Du bewegst Ratte b von Feld 4 auf Feld 12, über die rote Abkürzung 3–12.",
            "Ada bewegt Ratte b von Feld 4 auf Feld 12, über die rote Abkürzung 3–12.",
        ),
        (
            "zh-Hant",
            "你把老鼠 b 從第 4 格移動到第 12 格，走紅色捷徑 3–12。",
            "Ada 把老鼠 b 從第 4 格移動到第 12 格，走紅色捷徑 3–12。",
        ),
    ],
)
def test_the_reader_is_told_you(language: str, yours: str, hers: str) -> None:
    event = RatMoved(1, 4, 12, 1, 2)
    assert WORDS[language].event(event, NAMES, 0) == yours
    assert WORDS[language].event(event, NAMES, 1) == hers
    assert WORDS[language].event(event, NAMES, None) == hers


def test_a_toll_says_who_pays_whom() -> None:
    toll = TollPaid(0, 1, 14)
    assert EN.event(toll, NAMES, 0) == "You give bo 1 cheese for sharing space 14."
    assert EN.event(toll, NAMES, 1) == "Ada gives you 1 cheese for sharing space 14."
    assert EN.event(toll, NAMES, None) == "Ada gives bo 1 cheese for sharing space 14."
    assert (
        WORDS["zh-Hant"].event(toll, ("Ada", "小明"), None) == "Ada 共用第 14 格，給小明 1 個起司。"
    )


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ada places a score marker on the construction lights track: 7 points."),
        (
            "fr",
            "Ada pose un marqueur de score sur la piste des lampes de chantier\u202f: 7 points.",
        ),
        ("de", "Ada setzt einen Wertungsstein auf die Leiste der Baulampen: 7 Punkte."),
        ("zh-Hant", "Ada 在工程燈計分軌放一個計分標記：7 分。"),
    ],
)
def test_a_marker_goes_on_a_track_at_a_value(language: str, expected: str) -> None:
    assert WORDS[language].event(MarkerPlaced(0, LIGHTS, 0, 7), NAMES, None) == expected


def test_each_share_of_a_yield_has_its_reason() -> None:
    shares = (
        Gained(0, BULB, 2, "space", 8),
        Gained(0, BULB, 1, "light", 8),
        Gained(0, BULB, 2, "pack", 2),
        Gained(0, BULB, 1, "arnold", 8),
        Gained(0, BULB, 6, "drink", -1),
    )
    assert [EN.event(share, NAMES, 0) for share in shares] == [
        "You collect 2 light bulbs from space 8.",
        "Space 8 is lit: you get 1 light bulb more.",
        "Light bulb backpack: you get 2 light bulbs more.",
        "Arnold: you get 1 light bulb more.",
        "The energy drink doubles this: you get 6 light bulbs more.",
    ]


def test_names_stay_as_they_are_written() -> None:
    for words in WORDS.values():
        assert "Bo" not in words.event(TurnEnded(1), NAMES, None)
        assert "{goods}" in words.event(DrinkUsed(3), NAMES, None)


def test_chinese_names_stand_without_spaces() -> None:
    assert WORDS["zh-Hant"].event(TurnBegan(2, 1), NAMES, None) == "第 1 輪：輪到小明。"
    assert WORDS["zh-Hant"].event(TurnBegan(0, 1), NAMES, None) == "第 1 輪：輪到 Ada。"


# --- endings -----------------------------------------------------------------------------------


def test_an_ending_says_what_ended_it_and_who_won_by_how_much() -> None:
    won = Outcome((1, 2, 3), "rocket", (64, 58, 40))
    assert (
        EN.ending(won, NAMES[:3]) == "A fourth rat is in the rocket. Ada wins with 64 points to 58!"
    )
    assert EN.ending(won, NAMES[:3], 0).endswith("You win with 64 points to 58!")
    extra = Outcome((1, 2, 3), "markers", (64, 58, 40))
    assert EN.ending(extra, NAMES[:3], 1).startswith(
        "After the eighth marker, the extra round is over."
    )
    assert EN.ending(Outcome((1, 2), "stuck", (9, 8)), NAMES[:2]).startswith("Nobody can move")


def test_a_tie_is_broken_by_rattronauts_or_shared() -> None:
    broken = Outcome((2, 1, 3), "rocket", (50, 50, 40))
    assert EN.ending(broken, NAMES[:3]).endswith(
        "It is a tie at 50 points, and bo wins with more Rattronauts!"
    )
    shared = Outcome((1, 1, 3), "rocket", (50, 50, 40))
    assert EN.ending(shared, NAMES[:3], 0).endswith(
        "Shared victory for you and bo, with 50 points!"
    )
    assert "für dich und bo" in WORDS["de"].ending(shared, NAMES[:3], 0)


def test_every_ending_is_told_in_every_language(words: FirstRatWords) -> None:
    for viewer in (None, 0, 1, 2):
        said = {
            words.ending(Outcome(ranks, reason, scores), NAMES[:3], viewer)
            for reason in ("rocket", "markers", "stuck")
            for ranks, scores in (
                ((1, 2, 3), (64, 58, 40)),
                ((1, 2, 3), (64, 64, 40)),
                ((1, 1, 3), (64, 64, 40)),
            )
        }
        assert len(said) == 9


# --- questions ---------------------------------------------------------------------------------


def test_every_question_names_its_step() -> None:
    state = position((8, 3, N, N), goods="6 cheese")
    assert EN.ask(own(state)).startswith("Step 1, moving: one rat up to 5, or several up to 3")
    state = do(state, "a>9")
    assert EN.ask(own(state)) == "Step 1, moving: another rat to a white space, or collect."
    assert EN.ask(GAME.conceal(state, None), NAMES[:2]) == "Step 1: Ada is moving."
    assert EN.ask(GAME.conceal(state, 1)) == "Step 1: Kettle is moving."
    state = do(state, "take")
    assert EN.ask(own(state)) == "Step 3, booths: do you take an item? (Harry Hamster)"
    assert EN.ask(GAME.conceal(state, 1), NAMES[:2]) == "Step 3: Ada is at the booths."
    state = do(state, "pass")
    assert EN.ask(own(state)).startswith("Step 4, scoring: nothing to build")
    assert EN.ask(GAME.conceal(state, 1), NAMES[:2]) == "Step 4: Ada is scoring."


def test_with_longer_legs_several_rats_go_further() -> None:
    state = position((8, 3, N, N), comics="legs")
    assert "several up to 4 spaces" in EN.ask(own(state))


def test_a_rat_that_must_make_room_is_named() -> None:
    state = do(position((13, 16, N, N), comics="colours"), "a>16")
    assert EN.ask(own(state)) == "Step 1, moving: rat b must move on."


def test_where_colours_mix_no_colour_is_asked_for() -> None:
    state = do(position((13, 17, N, N), comics="colours"), "a>16")
    assert EN.ask(own(state)) == "Step 1, moving: another rat, or collect."


def test_a_rat_that_went_far_ends_step_one() -> None:
    state = do(position((8, 3, N, N)), "a>13")
    assert EN.ask(own(state)).startswith("Step 2, collecting: take everything")


def test_the_burrow_asks_for_the_way_and_counts_the_cores() -> None:
    state = do(position((11, N, N, N), burrow="R_bot"), "a>12", "take")
    assert EN.ask(own(state)) == "Step 2, burrow: which way? 3 apple cores are left."
    assert EN.ask(GAME.conceal(state, 1), NAMES[:2]) == "Step 2: Ada is collecting."
    assert label(state, "up") == "Up, to the Library"
    assert label(state, "on") == "Straight on, to the second intersection"
    assert EN.ask(own(do(state, "up"))) == "Step 2, Library: which comic do you take?"


# --- labels and effects ------------------------------------------------------------------------


def test_a_move_is_labelled_with_rat_and_space() -> None:
    state = position((4, 0, N, N), goods="1 soda 1 tin", tokens={"lola": 0})
    assert label(state, "a>9") == "Rat a (Lola Rat) to space 9"
    assert label(state, "b>3") == "Rat b to space 3"
    assert label(state, "a>10+Y1") == "Rat a (Lola Rat) to space 10, by the yellow shortcut 5–10"
    assert label(state, "a>9", "zh-Hant") == "讓老鼠 a（蘿拉）走到第 9 格"


def test_what_a_move_brings_is_seen_before_it_is_made() -> None:
    state = position((7, N, N, N), packs="bulbs", light=13)
    assert effects(state, "a>8") == [
        "You collect 5 light bulbs: space 8 +2, light +1 and backpack +2.",
        "You move your light marker to light 15.",
        "You place a score marker on the construction lights track: 7 points.",
        "You move your light marker to light 18.",
    ]


def test_what_a_move_costs_comes_first() -> None:
    state = position((4, N, N, N), (10, N, N, N), seats=3, goods="1 soda")
    assert effects(state, "a>10+Y1") == [
        "You pay 1 baking soda for the yellow shortcut 5–10.",
        "Without cheese to pay with, you take 1 mouldy cheese and 3 cheese.",
        "You give bo 1 cheese for sharing space 10.",
        "You collect 1 baking soda.",
    ]


def test_tolls_to_one_player_are_added_up() -> None:
    state = position((4, N, N, N), (5, 5, N, N), goods="3 cheese")
    assert effects(state, "a>5")[0] == "You give bo 2 cheese for sharing space 5."


def test_a_booth_and_a_rat_in_the_way_are_announced() -> None:
    state = position((6, 9, N, N))
    assert effects(state, "a>9") == [
        "You move rat b from space 9 to space 12.",
        "You collect 5 apple cores: space 9 +2 and space 12 +3.",
        "You move your burrow marker 4 spaces, to the first intersection.",
        "Harry Hamster's booth: backpacks for 6 cheese each.",
        "With one apple core left, you choose the way at the intersection.",
    ]
    crowd = position((13, 16, N, N), comics="colours")
    assert effects(crowd, "a>16") == ["Rat b must move on then.", "You collect 1 tin can."]


def test_a_drink_doubles_each_kind() -> None:
    state = do(position((10, N, N, N), drinks=1, packs="cheese"), "a>11")
    assert effects(state, "take") == [
        "You collect 4 cheese: space 11 +2 and backpack +2.",
        "You may double what you collect with an energy drink.",
    ]
    state = do(state, "take")
    assert effects(state, "drink") == [
        "You collect 8 cheese: space 11 +2, backpack +2 and energy drink ×2."
    ]
    assert effects(state, "dry") == ["You collect 4 cheese: space 11 +2 and backpack +2."]


def test_the_extra_of_a_colour_backpack_is_announced() -> None:
    state = do(position((1, 5, N, N), packs="orange"), "a>3", "b>7")
    assert effects(state, "take") == [
        "You collect 1 baking soda.",
        "You collect 1 vinegar.",
        "Your backpack adds 1, of a kind you choose.",
    ]
    state = do(state, "take")
    assert EN.ask(own(state)).endswith("of which kind is the extra for the orange backpack?")
    assert label(state, "+soda") == "1 baking soda more"
    assert effects(state, "+soda") == [
        "You collect 2 baking soda: space 3 +1 and backpack +1.",
        "You collect 1 vinegar.",
    ]


def test_the_launchpad_rewards_with_an_award_or_a_rat() -> None:
    state = position((26, N, N, N))
    assert effects(state, "a>27") == [
        "Reward of the Launchpad: an award, or a rat from the Nursery to Start."
    ]
    state = do(state, "a>27")
    assert label(state, "rat") == "Rat b from the Nursery to Start"
    assert effects(state, "rat") == []
    assert effects(state, "award") == ["You get an award, worth 3 points."]
    caution = GAME.caution(own(state), GAME.parse("award"))
    assert caution is not None
    assert EN.refusal(caution).endswith("you will never move again.")


def test_an_item_is_bought_or_stolen_with_open_eyes() -> None:
    state = do(position((8, N, N, N), goods="6 cheese"), "a>9", "take")
    assert label(state, "buy pack:cheese") == "Buy the cheese backpack for 6 cheese"
    assert effects(state, "buy pack:cheese") == [
        "Whenever you collect cheese, 2 more in all.",
        "You pay 6 cheese for the cheese backpack.",
    ]
    assert label(state, "steal pack:cheese", "de") == "Den Käse-Rucksack stehlen"
    assert effects(state, "steal pack:cheese")[-1] == (
        "The thief must go back: you move rat a from space 9 to Start."
    )
    free = do(position((8, N, N, N), tokens={"ratwoman": 0}), "a>9", "take")
    assert label(free, "buy pack:cheese") == "Take the cheese backpack for nothing"


def test_a_comic_is_taken_with_what_it_does() -> None:
    state = do(position((11, N, N, N), burrow="R_bot"), "a>12", "take", "up")
    assert label(state, "comic lola>a") == "Take the comic “Lola Rat”, with the token on rat a"
    assert effects(state, "comic toll")[:2] == [
        "You pay nothing for sharing a space with other rats.",
        "It works from your next turn on.",
    ]


def test_a_part_that_completes_the_rocket_brings_two_markers() -> None:
    state = do(
        position(
            (1, N, N, N),
            goods="1 tin 2 calculator",
            tracks={"thruster": (0,), "cargo": (0,)},
        ),
        "a>2",
        "take",
    )
    assert effects(state, "cockpit") == [
        "You pay 1 tin can and 2 calculators for the cockpit.",
        "You place a score marker on the cockpit track: 8 points.",
        "You place a score marker on the Rocket track: 5 points.",
    ]


def test_the_discount_tells_its_choices_apart() -> None:
    state = do(position((1, N, N, N), goods="1 tin 2 calculator", comics="discount"), "a>2", "take")
    assert label(state, "cockpit-tin") == "Build the cockpit, 1 tin can less"
    assert label(state, "cockpit-calculator") == "Build the cockpit, 1 calculator less"


# --- parts and the score sheet -----------------------------------------------------------------


def test_parts_say_what_lies_there() -> None:
    state = position(
        (5, 9, N, N),
        (9, 0, N, N),
        goods="2 tin",
        tokens={"neil": 1},
        tracks={"cockpit": (1, 0)},
        light=9,
        drinks=1,
    )
    view, names = own(state), NAMES[:2]

    def part(part_id: str) -> str:
        return EN.part(view, part_id, names)

    assert part("rat:0") == "Rat a (yours), on space 5"
    assert part("rat:4") == "Rat a (bo), on space 9"
    assert part("rat:2") == "Rat c (yours), in the Nursery"
    assert part("space:9") == (
        "Space 9: white, 2 apple cores; lit for you; Harry Hamster's booth; "
        "rat b (yours, Neil Ratstrong) and rat a (bo)"
    )
    assert part("space:3").endswith("entrance of the red shortcut 3–12 for 1 calculator")
    assert part("space:27") == "Launchpad"
    assert part("track:cockpit") == (
        "Cockpit track; 8 (bo) and 5 (yours); next: 4 points; cost: 1 tin can and 2 calculators"
    )
    assert part("burrow:M_top") == "Start of the burrow; markers: yours and bo"
    assert part("light:9") == "Light 9; markers: yours"
    assert part("light:15") == "Construction light 15"
    assert part("goods:0:tin") == "2 tin cans (yours)"
    assert part("drink:0") == "Energy drinks (yours): 1 full, 0 used"
    assert part("awards") == "Awards left: 16"
    assert part("pack:cheese").startswith("Cheese backpack (for sale: 1). Whenever")
    assert part("comic:neil").startswith("Neil Ratstrong (yours). Alone, Neil")
    assert part("nursery:1") == "Nursery; rat c (bo) and rat d (bo)"
    assert part("way:Y1") == "By the yellow shortcut 5–10"
    for unknown in ("moon:1", "rat:8", "space:28", "track:moon", "goods:0:bulb", "way:Z9", "buy:1"):
        with pytest.raises(ValueError, match="no part"):
            part(unknown)


def test_the_score_sheet_has_a_line_for_every_source(words: FirstRatWords) -> None:
    state = position((0, 0, N, N), caps=" ".join(CAPS), tracks={"cockpit": (0,)})
    lines = words.score_sheet(own(state), 0)
    assert len(set(lines)) == len(lines) == len(sheet(state, 0))
    if words is EN:
        assert "Cockpit (1): 8 points" in lines
        assert "Bottle cap “Thrift” (1): 10 points" in lines


def test_points_below_zero_are_plural_points() -> None:
    assert WORDS["fr"].nouns.points(-2) == "−2 points"
    assert WORDS["fr"].nouns.points(0) == "0 point"


def test_an_edited_burrow_has_names_too() -> None:
    from ratskeller.games.first_rat import FirstRat

    edited = FirstRat(default_data().replace("F_top", "attic"))
    words = FirstRatWords(edited, "en")
    assert words.nouns.node("label", edited.tables.nodes.index("attic")).startswith("Space ")


# --- whole matches -----------------------------------------------------------------------------


def all_parts(state: State) -> Iterator[str]:
    yield from BUTTONS
    yield from (f"rat:{rat}" for rat in range(len(state.rats)))
    yield from (f"space:{space}" for space in range(LAUNCHPAD + 1))
    yield from (f"track:{name}" for name in TRACKS)
    yield from (f"burrow:{name}" for name in GAME.tables.nodes)
    yield from (f"light:{light}" for light in (0, 7, 15, 40))
    yield from (f"extra:{name}" for name in KINDS)
    yield from (f"pack:{name}" for name in PACKS)
    yield from (f"cap:{name}" for name in CAPS)
    yield from (f"comic:{name}" for name in COMICS)
    yield from ("drinks", "awards")
    for seat in range(state.seats):
        yield from (f"nursery:{seat}", f"drink:{seat}")
        yield from (f"goods:{seat}:{name}" for name in KINDS[:5])


def everything_said(words: FirstRatWords, view: View[State], names: tuple[str, ...]) -> list[str]:
    """All that a room may show of a view."""
    state = view.seen
    said = [words.ask(view, names)]
    said += [words.part(view, part, names) for part in all_parts(state)]
    said += words.score_sheet(view, 0)
    if GAME.to_act(state) == view.viewer:
        legal = GAME.legal(state)
        labels = [words.action(view, action) for action in legal]
        assert len(set(labels)) == len(labels)
        said += labels
        for action in legal:
            said += words.effects(view, action, names)
            said += [words.part(view, part, names) for part in GAME.path(state, action)]
    return said


def check_language(words: FirstRatWords, text: str, names: tuple[str, ...]) -> None:
    """Nothing of another language is left in a text."""
    assert text
    assert "  " not in text, text
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    if words.language == "zh-Hant":
        assert not re.search("[A-Za-z]{2}|[A-Ze-z]", text), text
        assert not re.search("[\u4e00-\u9fff] [\u4e00-\u9fff]", text), text
    elif words.language in ("fr", "de"):
        assert not re.search(r"\b(the|space|you|and|is|yours|from|marker on)\b", text), text
    assert "{" not in text, text


# Every number of players, each with another set of options: they change no sentence.
SETTINGS = [(seats, option_sets(GAME, seats)[seats - 2]) for seats in GAME.meta.seats]


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_a_whole_match_is_told_to_everybody(seats: int, options: Options) -> None:
    names = ("Ada", "bo", "小明", "Q9", "Zoë")[:seats]
    for number, (state, action) in enumerate(walk(seats, options, seed=seats)):
        viewers: tuple[Seat | None, ...] = (None, state.mover, (state.mover + 1) % seats)
        for viewer in viewers:
            events = [sighting.event for sighting in watch(GAME, state, action, viewer)]
            view = GAME.conceal(state, viewer)
            for words in WORDS.values():
                said = [words.event(event, names, viewer) for event in events]
                said.append(words.action(view, action))
                if number % 19 == 0:
                    said += everything_said(words, view, names)
                for text in said:
                    check_language(words, text, names)


def test_no_two_legal_actions_share_a_label() -> None:
    for state, _ in walk(4, Options(), seed=12):
        if state.phase < MOVE:
            actions = list(GAME.odds(state)[0])
        else:
            actions = list(GAME.legal(state))
        for words in WORDS.values():
            labels = {words.action(own(state), action) for action in actions}
            assert len(labels) == len(actions)


def test_no_question_is_longer_than_twenty_words() -> None:
    for state, _ in walk(3, Options(), seed=5):
        for language in ("en", "fr", "de"):
            for viewer in (None, state.mover):
                text = WORDS[language].ask(GAME.conceal(state, viewer))
                assert 0 < len(text.split()) <= 20, text


def test_three_booths_make_the_longest_question() -> None:
    state = do(position((8, N, N, N)), "a>9", "take")
    for language in ("en", "fr", "de"):
        assert len(WORDS[language].ask(own(replace(state, booths=7))).split()) <= 20


def test_the_rocket_parts_are_built_by_name(words: FirstRatWords) -> None:
    assert len({words.nouns.rocket_part(part) for part in (THRUSTER, COCKPIT, 2)}) == 3
