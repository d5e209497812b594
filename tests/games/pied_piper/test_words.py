"""The Pied Piper in words: complete, idiomatic, and silent about secrets."""

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
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.actions import CARD_CODES, FIGURE_CODES
from ratskeller.games.pied_piper.state import (
    BACK,
    BLUE,
    DOUBLE,
    FIGURES,
    FORWARD,
    KINDS,
    MELODY,
    ORDER,
    PIPER,
    PLACE,
    PLUS,
    RED,
    SEWER,
    SLOTS,
    UNKNOWN,
    Action,
    ActionsReshuffled,
    CardDrawn,
    CardPlaced,
    CardRevealed,
    CharacterActivated,
    CharacterDiscarded,
    CharactersReshuffled,
    CharacterTurnedUp,
    Event,
    FigureEntered,
    GameOver,
    GoFirst,
    HandDiscarded,
    HouseCrossed,
    HouseLeft,
    HousePassedUnder,
    Laid,
    NothingMoved,
    Options,
    PipersReturned,
    PipersSetAside,
    Place,
    State,
    TrackersClaimed,
    TrackersSetAside,
    TurnBegan,
)
from ratskeller.games.pied_piper.words import PiedPiperWords
from ratskeller.words import LANGUAGES

NAMES = ("Ada", "bo", "小明", "{card}", "Zoë")
WORDS = {language: PiedPiperWords(GAME, language) for language in LANGUAGES}
EN = WORDS["en"]
PARTS = (
    *(f"hand:{code}" for code in CARD_CODES),
    *(f"slot:{slot}" for slot in range(SLOTS)),
    *(f"figure:{code}" for code in FIGURE_CODES),
    "up",
    "down",
)


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> PiedPiperWords:
    return WORDS[request.param]


def walk(
    seats: int, options: Options, seed: int, longest: int = 10_000
) -> Iterator[tuple[State, Action]]:
    """A match at random: every state with the action taken there."""
    rng = random.Random(seed)
    state = GAME.start(seats, options)
    for _ in range(longest):
        mover = GAME.to_act(state)
        if mover is None:
            return
        if mover == CHANCE:
            outcomes, weights = GAME.odds(state)
            action = rng.choices(outcomes, weights)[0]
        else:
            action = rng.choice(GAME.legal(state))
        yield state, action
        state = GAME.play(state, action)


def at_the_table(seats: int = 3, **options: object) -> State:
    """The first position in which a player is asked for two cards."""
    for state, _ in walk(seats, Options(**options), seed=1):  # type: ignore[arg-type]
        if state.phase == PLACE and state.turn == 1:
            return state
    raise AssertionError("a match has a second turn")


def own(state: State) -> View[State]:
    return GAME.conceal(state, state.active)


def with_hand(state: State, *cards: int) -> State:
    hand = tuple(cards.count(card) for card in range(KINDS))
    hands = tuple(hand if s == state.active else h for s, h in enumerate(state.hands))
    return replace(state, hands=hands)


def prepared(
    state: State, line: tuple[int, ...], cards: dict[int, int], **changes: object
) -> State:
    """A position with this line and one face-up card below some of its slots."""
    under = tuple(
        (Laid(cards[slot], 0, face_down=False),) if slot in cards else () for slot in range(SLOTS)
    )
    return replace(state, line=line, laid=under, **changes)


# --- completeness ------------------------------------------------------------------------------

SAMPLES: tuple[Event, ...] = (
    FigureEntered((RED,), 1),
    CharacterTurnedUp(2, PIPER),
    PipersSetAside(1),
    PipersSetAside(2),
    PipersReturned(1),
    PipersReturned(2),
    CardDrawn(1, FORWARD),
    CardDrawn(1, UNKNOWN),
    TurnBegan(1),
    CardPlaced(1, 0, RED, SEWER, face_down=False),
    CardPlaced(1, 0, PIPER, UNKNOWN, face_down=True),
    CardRevealed(3, 0, 1, MELODY),
    CardRevealed(3, 0, 1, UNKNOWN),
    CharacterActivated(0, BLUE, (FORWARD,)),
    CharacterActivated(0, BLUE, (FORWARD, PLUS)),
    HouseCrossed((RED,), 0, 1, 3, 4),
    HouseCrossed((RED, BLUE, PIPER), 1, 2, 3, 4),
    HouseCrossed((PIPER,), 2, 3, 0, 0),
    HousePassedUnder((RED,), 2, 3),
    HousePassedUnder((RED, PIPER), 2, 3),
    NothingMoved(1, RED),
    HouseLeft(1, 2),
    TrackersClaimed(1, (2,)),
    TrackersClaimed(1, (0, 2)),
    TrackersSetAside((1,)),
    TrackersSetAside((1, 2)),
    HandDiscarded(1, (2, 0, 1, 0, 0, 1, 0)),
    CharacterDiscarded(0, RED, (FORWARD, BACK)),
    CharactersReshuffled(12),
    ActionsReshuffled(30),
    GameOver("two_left", (1, 2, 3)),
    GameOver("two_left", (1, 1, 3)),
    GameOver("turn_cap", (1, 1, 1)),
    GameOver("roof", (1, 2)),
)


def test_every_seat_has_the_name_of_its_house(words: PiedPiperWords) -> None:
    assert len({words.seat_name(seat) for seat in range(5)}) == 5


REFUSALS = (
    Refusal("PP-19", "over"),
    Refusal("PP-63", "not_your_turn"),
    Refusal("PP-30", "choose_order"),
    Refusal("PP-63", "card_first"),
    Refusal("PP-63", "not_a_card"),
    Refusal("PP-63", "not_in_hand", {"card": SEWER}),
    Refusal("PP-63", "not_a_character"),
    Refusal("PP-31", "same_character", {"figure": PIPER}),
    Refusal("PP-50", "one_face_down"),
    Refusal("PP-50", "no_face_down"),
    Refusal("PP-63", "too_many_parts"),
    Refusal("PP-62", "seats", {"seats": 6}),
    Refusal("PP-54", "variants"),
    Refusal("PP-36", "few_cards", {"cards": 9, "needed": 12}),
    Refusal("PP-36", "no_walking_cards"),
    Refusal("PP-02", "flees", {"seat": 1}),
)


def test_a_caution_names_whoever_would_be_out() -> None:
    caution = Refusal("PP-02", "flees", {"seat": 0})
    assert EN.refusal(caution, NAMES, 1) == "With this move Ada is out."
    assert EN.refusal(caution, NAMES, 0) == "With this move you are out yourself."
    assert EN.refusal(caution) == "With this move Mill house is out."


def test_help_with_notation_uses_what_can_be_parsed(words: PiedPiperWords) -> None:
    text = words.notation_help()
    for notation in ("F2>3*", "first 2"):
        assert notation in text
        assert GAME.notation(GAME.parse(notation)) == notation


# --- sentences ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "The red rat walks through the mill house: 3 → 4."),
        ("fr", "Le rat rouge traverse la maison du moulin\u202f: 3 → 4."),
        ("de", "Die rote Ratte läuft durch das Mühlenhaus: 3 → 4."),
        ("zh-Hant", "紅老鼠穿過磨坊：3 → 4。"),
    ],
)
def test_a_rat_walks_through_a_house(language: str, expected: str) -> None:
    event = HouseCrossed((RED,), 0, 1, 3, 4)
    assert WORDS[language].event(event, NAMES, None) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "The red rat, the blue rat and the Piper slip under the smithy."),
        ("fr", "Le rat rouge, le rat bleu et le joueur de flûte se faufilent sous la forge."),
        (
            "de",
            "Die rote Ratte, die blaue Ratte und der Rattenfänger schlüpfen unter der Schmiede hindurch.",
        ),
        ("zh-Hant", "紅老鼠、藍老鼠和吹笛人從鐵匠鋪底下溜過去。"),
    ],
)
def test_a_group_slips_under_a_house(language: str, expected: str) -> None:
    event = HousePassedUnder((RED, BLUE, PIPER), 2, 3)
    assert WORDS[language].event(event, NAMES, None) == expected


@pytest.mark.parametrize(
    ("language", "yours", "hers"),
    [
        ("en", "You place Double step below the Piper.", "Ada places Double step below the Piper."),
        (
            "fr",
            "Vous posez «\u202fDouble pas\u202f» sous le joueur de flûte.",
            "Ada pose «\u202fDouble pas\u202f» sous le joueur de flûte.",
        ),
        (
            "de",
            "Du legst „Doppelschritt“ unter den Rattenfänger.",
            "Ada legt „Doppelschritt“ unter den Rattenfänger.",
        ),
        ("zh-Hant", "你把「雙步」放在吹笛人下方。", "Ada 把「雙步」放在吹笛人下方。"),
    ],
)
def test_the_reader_is_told_you(language: str, yours: str, hers: str) -> None:
    event = CardPlaced(0, 1, PIPER, DOUBLE, face_down=False)
    assert WORDS[language].event(event, NAMES, 0) == yours
    assert WORDS[language].event(event, NAMES, 1) == hers
    assert WORDS[language].event(event, NAMES, None) == hers


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ada places a card face down below the red rat."),
        ("fr", "Ada pose une carte face cachée sous le rat rouge."),
        ("de", "Ada legt eine Karte verdeckt unter die rote Ratte."),
        ("zh-Hant", "Ada 把一張卡面朝下放在紅老鼠下方。"),
    ],
)
def test_a_concealed_card_is_a_card(language: str, expected: str) -> None:
    event = CardPlaced(0, 1, RED, UNKNOWN, face_down=True)
    assert WORDS[language].event(event, NAMES, None) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ada takes the trackers of the bakehouse and the tannery."),
        ("fr", "Ada récupère les compteurs Rat du fournil et de la tannerie."),
        ("de", "Ada bekommt die Rattenzeiger des Backhauses und der Gerberei."),
        ("zh-Hant", "Ada 取得麵包坊和製革坊的鼠患指示物。"),
    ],
)
def test_trackers_are_taken(language: str, expected: str) -> None:
    assert WORDS[language].event(TrackersClaimed(0, (1, 4)), NAMES, None) == expected


def test_ones_own_house_is_your_house() -> None:
    event = HouseCrossed((RED,), 0, 1, 6, 7)
    assert EN.event(event, NAMES, 0) == "The red rat walks through your house: 6 → 7."
    assert EN.event(HouseLeft(0, 1), NAMES, 0) == "You are out, and your house leaves the ring."
    assert EN.event(HouseLeft(0, 1), NAMES, 1) == "Ada is out, and the mill house leaves the ring."


def test_a_neutral_house_has_no_tracker_to_speak_of() -> None:
    event = HouseCrossed((RED,), 2, 1, 0, 0)
    assert EN.event(event, NAMES[:2], None) == "The red rat walks through the neutral smithy."
    assert EN.event(event, NAMES[:3], None) == "The red rat walks through the smithy: still 0."


def test_names_stay_as_they_are_written() -> None:
    for words in WORDS.values():
        assert "bo" in words.event(TurnBegan(1), NAMES, None)
        assert "Bo" not in words.event(CardDrawn(1, UNKNOWN), NAMES, None)
        assert "{card}" in words.event(CardDrawn(3, FORWARD), NAMES, None)


def test_chinese_names_stand_without_spaces() -> None:
    assert WORDS["zh-Hant"].event(TurnBegan(2), NAMES, None) == "輪到小明。"
    assert WORDS["zh-Hant"].event(TurnBegan(0), NAMES, None) == "輪到 Ada。"


def test_a_hand_is_counted() -> None:
    event = HandDiscarded(0, (2, 0, 1, 0, 0, 1, 0))
    assert EN.event(event, NAMES, None) == "Ada discards the hand: 2 × Forward, Back and Melody."
    assert (
        WORDS["zh-Hant"].event(event, NAMES, 0) == "你棄掉手牌：「前進」2 張、「後退」和「旋律」。"
    )


# --- endings -----------------------------------------------------------------------------------


def last_view(levels: tuple[int, ...], holders: tuple[int, ...]) -> View[State]:
    state = replace(at_the_table(), levels=levels, holders=holders)
    return View(None, state)


def test_an_ending_says_who_won_and_by_how_much() -> None:
    won = Outcome((1, 2, 3), "two_left")
    assert EN.ending(won, NAMES[:3]) == "Only two players are left, and Ada wins!"
    assert EN.ending(won, NAMES[:3], 0) == "Only two players are left, and you win!"
    lower = last_view((2, 5, 7), (-1, -1, 0))
    assert EN.ending(won, NAMES[:3], None, lower) == "Ada wins with the lower tracker: 2 to 5!"
    assert EN.ending(won, NAMES[:3], 0, lower) == "You win with the lower tracker: 2 to 5!"
    tied = last_view((5, 5, 7), (-1, -1, 0))
    assert (
        EN.ending(won, NAMES[:3], 1, tied) == "Ada wins the tie with more trackers taken: 1 to 0!"
    )
    assert EN.ending(won, NAMES[:3], 0, tied).startswith("You win the tie")


def test_a_draw_names_all_who_share_it() -> None:
    draw = Outcome((1, 1, 3), "two_left")
    assert EN.ending(draw, NAMES[:3]) == "Only two players are left: a draw between Ada and bo."
    assert EN.ending(draw, NAMES[:3], 1) == "Only two players are left: a draw between Ada and you."
    capped = Outcome((1, 1, 1), "turn_cap")
    assert EN.ending(capped, NAMES[:3]).endswith("a draw between Ada, bo and 小明.")
    assert "zwischen dir und bo" in WORDS["de"].ending(draw, NAMES[:3], 0)


def test_the_first_on_the_roof_loses_between_two() -> None:
    won = Outcome((2, 1), "roof")
    assert EN.ending(won, NAMES[:2]) == "Ada reaches the roof: bo wins!"
    assert EN.ending(won, NAMES[:2], 1) == "Ada reaches the roof: you win!"
    assert EN.ending(won, NAMES[:2], 0) == "You reach the roof: bo wins!"


def test_every_ending_is_told_in_every_language(words: PiedPiperWords) -> None:
    lower, tied = last_view((2, 5, 7), (-1, -1, 0)), last_view((5, 5, 7), (-1, -1, 0))
    for viewer in (None, 0, 1, 2):
        said = {
            words.ending(Outcome((1, 2, 3), "two_left"), NAMES[:3], viewer),
            words.ending(Outcome((1, 2, 3), "two_left"), NAMES[:3], viewer, lower),
            words.ending(Outcome((1, 2, 3), "two_left"), NAMES[:3], viewer, tied),
            words.ending(Outcome((1, 1, 3), "two_left"), NAMES[:3], viewer, tied),
            words.ending(Outcome((1, 1, 1), "turn_cap"), NAMES[:3], viewer, tied),
        }
        assert len(said) == 5


# --- questions, labels, effects ----------------------------------------------------------------


def test_the_mover_is_asked_for_a_card() -> None:
    state = at_the_table()
    assert EN.ask(own(state)) == "Place your first card below a Character card."
    after = GAME.play(state, GAME.legal(state)[0])
    assert EN.ask(own(after)) == "Place your second card below a different Character card."
    assert EN.ask(GAME.conceal(state, None), NAMES[:3]) == f"{NAMES[state.active]} is choosing."
    assert EN.ask(GAME.conceal(state, None)) == "Bakehouse is choosing."
    assert EN.ask(own(replace(state, turn=0, to_place=1))).startswith("Place one card")
    secret = at_the_table(secret=True)
    assert EN.ask(own(secret)).endswith("It may lie face down.")


def test_no_question_is_longer_than_twenty_words() -> None:
    for options in (Options(), Options(secret=True), Options(rugrats=True)):
        for state, _ in walk(3, options, seed=5):
            for language in ("en", "fr", "de"):
                for viewer in (None, state.active):
                    text = WORDS[language].ask(GAME.conceal(state, viewer))
                    assert 0 < len(text.split()) <= 20


def test_a_placement_is_labelled_with_card_and_character() -> None:
    state = prepared(at_the_table(), (RED, BLUE, PIPER, RED), {})
    assert EN.action(own(state), Place(PLUS, 2)) == "+1 below the Piper"
    assert EN.action(own(state), Place(BACK, 1, True)) == "Back face down below the blue rat"
    assert EN.action(own(state), Place(BACK, 3)) == "Back below the red rat (slot 4)"
    assert EN.action(own(state), GoFirst(1)) == "The blue rat goes first"


def test_the_first_card_waits() -> None:
    state = with_hand(prepared(at_the_table(), (RED, BLUE, PIPER, RED), {}), FORWARD, BACK)
    assert EN.effects(own(state), Place(FORWARD, 0)) == ["Forward waits for a second card."]


def test_a_second_card_below_a_character_announces_its_move() -> None:
    state = with_hand(
        prepared(at_the_table(), (RED, BLUE, PIPER, RED), {1: FORWARD}), FORWARD, BACK
    )
    assert EN.effects(own(state), Place(FORWARD, 1)) == [
        "The blue rat activates once you have placed your second card."
    ]


def test_the_effects_of_a_move_are_foreseen_house_by_house() -> None:
    start = at_the_table()
    state = with_hand(
        prepared(
            start,
            (PIPER, BLUE, PIPER, PIPER),
            {0: FORWARD},
            to_place=1,
            used=3,
            where=(1, 1, 0, 1, -1, -1, 0),
            levels=(3, 2, 1),
        ),
        BACK,
        SEWER,
    )
    assert EN.effects(own(state), Place(SEWER, 0), NAMES[:3]) == [
        "The Piper walks through the mill house: 3 → 2.",
        "The Piper slips under your house.",
        "A new Character card is turned up: which one?",
    ]


def test_an_elimination_is_foreseen_up_to_the_end_of_the_game() -> None:
    start = at_the_table()
    state = with_hand(
        prepared(
            start,
            (RED, BLUE, PIPER, PIPER),
            {0: FORWARD},
            to_place=1,
            used=3,
            where=(0, 1, 0, 1, -1, -1, 0),
            levels=(6, 2, 3),
        ),
        BACK,
        SEWER,
    )
    assert EN.effects(own(state), Place(SEWER, 0), NAMES[:3]) == [
        "The red rat walks through the mill house: 6 → 7.",
        "Ada is out, and the mill house leaves the ring.",
        "You take the tracker of the mill house.",
        "You win with the lower tracker: 2 to 3!",
    ]


def test_a_strangers_face_down_card_ends_in_a_question() -> None:
    state = at_the_table(secret=True)
    hidden = (Laid(FORWARD, 0, face_down=True),)
    state = replace(state, laid=(hidden, (), (), ()), to_place=1, used=3)
    state = with_hand(state, BACK, SEWER)
    for language, words in WORDS.items():
        last = words.effects(own(state), Place(BACK, 0))[-1]
        assert last.endswith("？" if language == "zh-Hant" else "?")
    assert EN.effects(own(state), Place(BACK, 0)) == [
        "The face-down card in slot 1 is turned over: which one?"
    ]


def test_a_choice_of_order_is_announced() -> None:
    state = with_hand(
        prepared(at_the_table(), (RED, BLUE, PIPER, RED), {0: FORWARD, 1: BACK}, to_place=2),
        FORWARD,
        BACK,
    )
    after = GAME.play(state, Place(FORWARD, 0))
    assert EN.effects(own(after), Place(BACK, 1)) == [
        "Two characters activate: you choose which goes first."
    ]
    choosing = GAME.play(after, Place(BACK, 1))
    assert choosing.phase == ORDER
    assert EN.ask(own(choosing)) == "Two characters activate: which goes first?"


# --- parts -------------------------------------------------------------------------------------


def test_parts_say_what_lies_there() -> None:
    state = at_the_table(secret=True)
    cards = (Laid(FORWARD, 0, face_down=False), Laid(BACK, 1, face_down=True))
    state = replace(
        with_hand(state, DOUBLE, DOUBLE),
        line=(RED, PIPER, BLUE, BLUE),
        laid=(cards, (), (), ()),
        where=(0, 1, 2, -1, -1, -1, 0),
        levels=(3, 0, 0),
        holders=(-1, -1, 0),
    )
    mine, hers, nobodys = (GAME.conceal(state, viewer) for viewer in (1, 0, None))
    names = NAMES[:3]
    assert EN.part(mine, "hand:F2") == "Double step: 2 in your hand"
    assert EN.part(nobodys, "hand:F2") == "Double step"
    assert (
        EN.part(mine, "slot:0", names)
        == "Slot 1: the red rat, with Forward (Ada) and Back face down (yours)"
    )
    assert (
        EN.part(hers, "slot:0", names)
        == "Slot 1: the red rat, with Forward (yours) and a card face down (bo)"
    )
    assert EN.part(hers, "slot:1") == "Slot 2: the Piper, no cards"
    assert EN.part(nobodys, "house:0") == "The mill house: level 3, roof at 7, trackers taken: 1"
    assert EN.part(hers, "house:0").startswith("Your house: level 3")
    assert EN.part(hers, "gap:0") == "Gap to the left of your house: the red rat and the Piper"
    assert EN.part(nobodys, "figure:red") == "The red rat, in the gap to the left of the mill house"
    assert EN.part(nobodys, "figure:green") == "The green rat, not in play"
    with pytest.raises(ValueError, match="no part"):
        EN.part(nobodys, "moon:1")


# --- whole matches -----------------------------------------------------------------------------


def everything_said(words: PiedPiperWords, view: View[State], names: tuple[str, ...]) -> list[str]:
    """All that a room may show of a view."""
    state = view.seen
    places = [f"{kind}:{house}" for kind in ("house", "gap") for house in state.ring]
    said = [words.ask(view, names)]
    said += [words.part(view, part, names) for part in (*PARTS, *places)]
    if GAME.to_act(state) == view.viewer:
        legal = GAME.legal(state)
        labels = [words.action(view, action) for action in legal]
        assert len(set(labels)) == len(labels)
        said += labels
        for action in legal:
            said += words.effects(view, action, names)
    return said


def check_language(words: PiedPiperWords, text: str, names: tuple[str, ...]) -> None:
    """Nothing of another language is left in a text."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    if words.language == "zh-Hant":
        assert not re.search("[A-Za-z]", text), text
    elif words.language in ("fr", "de"):
        assert not re.search(r"\b(the|below|card|cards|rat walks|through|and|is|you)\b", text), text
    assert "{" not in text, text


SETTINGS = [(seats, options) for seats in GAME.meta.seats for options in option_sets(GAME, seats)]


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_a_whole_match_is_told_to_everybody(seats: int, options: Options) -> None:
    names = ("Ada", "bo", "小明", "Q9", "Zoë")[:seats]
    for number, (state, action) in enumerate(walk(seats, options, seed=seats)):
        viewers: tuple[Seat | None, ...] = (None, *range(seats))
        for viewer in viewers:
            events = [sighting.event for sighting in watch(GAME, state, action, viewer)]
            view = GAME.conceal(state, viewer)
            for words in WORDS.values():
                said = [words.event(event, names, viewer) for event in events]
                assert all(said)
                if number % 5 == 0:
                    said += everything_said(words, view, names)
                said.append(words.action(view, GAME.conceal_action(state, action, viewer)))
                for text in said:
                    check_language(words, text, names)


@pytest.mark.parametrize("options", [Options(), Options(secret=True)], ids=str)
def test_texts_of_two_worlds_that_differ_in_secrets_are_the_same(options: Options) -> None:
    rng = random.Random(7)
    names = NAMES[:3]
    for number, (state, _) in enumerate(walk(3, options, seed=11)):
        if number % 7:
            continue
        for viewer in (None, *range(3)):
            worlds = [GAME.scramble(state, viewer, rng) for _ in range(2)]
            for words in WORDS.values():
                texts = [everything_said(words, GAME.conceal(w, viewer), names) for w in worlds]
                assert texts[0] == texts[1]


def test_concealed_events_sound_alike_whatever_the_card(words: PiedPiperWords) -> None:
    for viewer in (None, 1):
        drawn = [CardDrawn(0, card) for card in range(UNKNOWN)]
        hidden = [CardPlaced(0, 2, RED, card, face_down=True) for card in range(UNKNOWN)]
        for events in (drawn, hidden):
            seen = [GAME.conceal_event(event, viewer) for event in events]
            assert len({words.event(event, NAMES, viewer) for event in seen}) == 1


def test_every_figure_has_a_name(words: PiedPiperWords) -> None:
    assert len({words.nouns.figure("subject", figure) for figure in range(FIGURES)}) == FIGURES
