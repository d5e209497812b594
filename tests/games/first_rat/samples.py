"""What First Rat brings to the tests of every game's words."""

from __future__ import annotations

from collections.abc import Iterator

from ratskeller.core.game import Refusal, option_sets
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import (
    BULB,
    CAPS,
    CHEESE,
    COMICS,
    CORE,
    CORE_PACK,
    DISCOUNT,
    ENERGY_DRINK,
    FIRST_CAP,
    GREEN_PACK,
    KINDS,
    LAUNCHPAD,
    LIGHTS,
    LOLA,
    NEIL,
    PACKS,
    PROVISIONS,
    ROCKET,
    SODA,
    STORED_FOOD,
    THRUSTER,
    TRACKS,
    VINEGAR,
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
from tests.games.first_rat.drawn import BUTTONS
from tests.games.spoken import Speech
from tests.games.walks import walk

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
    Spent(1, VINEGAR, 4, "discount", THRUSTER),
    Spent(1, CHEESE, 10, "donation", PROVISIONS),
    RatMoved(5, 0, 5, 0, 5, "plain"),
    RatMoved(5, 4, 19, 0b110, 4, "shortcut"),
    RatMoved(5, 26, LAUNCHPAD, 0, 1, "launchpad"),
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
    RattronautSeated(5, 0, 10, "plain"),
    RattronautSeated(5, 0, 20, "neil"),
    LastRoundSet(1, "rocket", 12),
    LastRoundSet(1, "markers", 12),
    ExtraRoundBegan(12, 1),
    ExtraRoundBegan(12, 2),
    GameOver("rocket", (2, 1, 3), (40, 51, 30)),
    GameOver("markers", (2, 1, 3), (40, 40, 30)),
    GameOver("stuck", (1, 1, 3), (40, 40, 30)),
)
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
    Refusal("FR-50", "only_end"),
    Refusal("FR-20", "collect_or_move"),
    Refusal("FR-18", "nobody_awake"),
    Refusal("FR-40", "booths_over"),
    Refusal("FR-63", "mix", {"space": 8, "other": 9}),
    Refusal("FR-53", "take_discount"),
    Refusal("FR-28", "not_yet", {"comic": DISCOUNT}),
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
# Every number of players, each with another set of options: they change no sentence.
TABLES = [(seats, option_sets(GAME, seats)[seats - 2]) for seats in GAME.meta.seats]
BUTTONS_AND_WAYS = (*BUTTONS, "way:foot", "way:Y1", "way:Y1+Y2")


def all_parts(state: State) -> Iterator[str]:
    yield from BUTTONS_AND_WAYS
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


def questions() -> Iterator[State]:
    yield from (state for state, _ in walk(GAME, 3, Options(), seed=5))


SPEECH = Speech(
    samples=SAMPLES,
    refusals=REFUSALS,
    notations=("b>14", "b>19+Y1+Y2", "take", "leave 14", "drink", "dry", "steal drink"),
    tables=TABLES,
    questions=questions,
    parts=all_parts,
    marks="(?<![A-Za-z])[a-d](?![A-Za-z])",
    every=19,
)
