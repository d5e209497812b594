"""What an action would bring, and what an event is about: ids of places and parts, and signs.

A move by itself only walks. What a landing is worth shows when it is collected, so a move is played
on as if it were the last and everything were taken, up to the next question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ratskeller.core.game import GameEvent, Seat, Step
from ratskeller.draw.table import Ghost
from ratskeller.games.first_rat.rules.actions import ITEM_CODES, shelf, way_names
from ratskeller.games.first_rat.rules.state import (
    BULB,
    CHEESE,
    COMICS,
    CORE,
    KINDS,
    LAUNCHPAD,
    RATS,
    START,
    TRACKS,
    Action,
    AwardTaken,
    BurrowMoved,
    ComicDeclined,
    ComicStocked,
    ComicTaken,
    EndTurn,
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
    Move,
    MovingDone,
    RatMoved,
    RatRaised,
    RatSentHome,
    RattronautSeated,
    Space,
    Spent,
    State,
    Steal,
    StripLaid,
    TileLaid,
    TokenPlaced,
    TollPaid,
    Via,
)
from ratskeller.games.first_rat.rules.tables import Tables, tables_of
from ratskeller.games.first_rat.words.effects import collecting

# --- marks --------------------------------------------------------------------------------------


def foreseen(action: Action, steps: Sequence[Step[State]]) -> list[Step[State]]:
    """Return the steps of an action; of a move also those of collecting right after it."""
    if not isinstance(action, Move):
        return list(steps)
    return [*steps, *collecting(steps[-1].state)]


def tally_of(state: State, action: Action, steps: Sequence[Step[State]]) -> EventTally:
    """Return what an action does, added up."""
    tally = EventTally(tables_of(state), state)
    for step in foreseen(action, steps):
        tally.enter(step.event)
    return tally


def marks_of(state: State, action: Action, steps: Sequence[Step[State]]) -> list[Ghost]:
    """Return what changes where: yields on spaces, goods in the kit, points on tracks."""
    return tally_of(state, action, steps).marks(state.mover)


class EventTally:
    """Events added up by the place they are seen at."""

    def __init__(self, tables: Tables, state: State) -> None:
        self.tables, self.state = tables, state
        self.yields: Counter[Space] = Counter()
        self.goods: Counter[tuple[Seat, int]] = Counter()
        self.walked: Counter[str] = Counter()
        """Steps of a light or burrow marker, by where it would end."""
        self.points: Counter[str] = Counter()
        self.mouldy = 0
        self.notes: list[Ghost] = []

    def enter(self, event: GameEvent) -> None:
        """Take an event into account."""
        match event:
            case Gained(seat, kind, amount, reason, source):
                if reason in ("space", "light", "arnold"):
                    self.yields[source] += amount
                if kind not in (BULB, CORE):
                    self.goods[seat, kind] += amount
            case Spent(seat, kind, amount):
                self.goods[seat, kind] -= amount
            case TollPaid(seat, to):
                self.goods[seat, CHEESE] -= 1
                self.goods[to, CHEESE] += 1
            case MouldTaken(seat, cheese):
                self.mouldy += 1
                self.goods[seat, CHEESE] += cheese
                self.points[f"change:{seat}"] += self.tables.box.points.mouldy
            case LightMoved(_, origin, position):
                before = self.walked.pop(f"light:{origin}", 0)
                self.walked[f"light:{position}"] = before + position - origin
            case BurrowMoved(_, origin, node):
                before = self.walked.pop(f"burrow:{self.tables.nodes[origin]}", 0)
                self.walked[f"burrow:{self.tables.nodes[node]}"] = before + 1
            case MarkerPlaced(_, track, slot, points):
                self.points[f"slot:{TRACKS[track]}:{slot}"] += points
            case RattronautSeated(_, slot, points):
                self.points[f"slot:{TRACKS[0]}:{slot}"] += points
            case AwardTaken():
                self.points["pile:awards"] += self.tables.box.points.award
            case GoodsLeft(_, space):
                self.notes.append(Ghost(f"space:{space}", "0"))

    @property
    def lights(self) -> int:
        """Return how far the light marker goes on."""
        return sum(count for at, count in self.walked.items() if at.startswith("light:"))

    @property
    def tunnels(self) -> int:
        """Return how far the burrow marker goes on."""
        return sum(count for at, count in self.walked.items() if at.startswith("burrow:"))

    def marks(self, mover: Seat) -> list[Ghost]:
        """Return all sums that are not 0, as the mover feels about them."""
        found = [Ghost(f"space:{space}", _signed(n), "good") for space, n in self.yields.items()]
        for (seat, kind), amount in sorted(self.goods.items()):
            if not amount:
                continue
            if seat == mover:
                tone = "good" if amount > 0 else "bad"
                found.append(Ghost(f"goods:{seat}:{KINDS[kind]}", _signed(amount), tone))
            else:
                found.append(Ghost(f"change:{seat}", _signed(amount), "bad"))
        found += [Ghost(at, _signed(n)) for at, n in self.walked.items()]
        found += [
            Ghost(at, _signed(n), "good" if n > 0 else "bad") for at, n in self.points.items() if n
        ]
        return [*found, *self.notes]


def _signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


# --- ways ---------------------------------------------------------------------------------------


def traces_of(state: State, action: Action, steps: Sequence[Step[State]]) -> list[tuple[str, ...]]:
    """Return the ways of rats: space by space and pipe by pipe; of a thief, the way home."""
    tables = tables_of(state)
    if isinstance(action, Move):
        rat = RATS * state.mover + action.rat
        return [walk_way(tables, state.rats[rat], action.space, action.via)]
    if not isinstance(action, Steal | EndTurn):
        return []
    ways: list[tuple[str, ...]] = []
    for step in steps:
        match step.event:
            case RatSentHome(_, origin):
                ways.append((f"space:{origin}", f"space:{START}"))
            case RattronautSeated(_, slot):
                ways.append((f"space:{LAUNCHPAD}", f"slot:{TRACKS[0]}:{slot}"))
    return ways


def walk_way(tables: Tables, origin: Space, goal: Space, via: Via) -> tuple[str, ...]:
    """Return the spaces and pipes between two spaces, both of them included."""
    taken = [tables.box.shortcuts[name] for name in way_names(tables, via)]
    names = {pipe.entrance: name for name, pipe in tables.box.shortcuts.items() if pipe in taken}
    way = [f"space:{origin}"]
    space = origin
    while space < goal:
        if space in names:
            name = names[space]
            way.append(f"shortcut:{name}")
            space = tables.box.shortcuts[name].exit
        else:
            space += 1
        way.append(f"space:{space}")
    return tuple(way)


# --- events -------------------------------------------------------------------------------------


def about_event(tables: Tables, event: GameEvent) -> tuple[str, ...]:
    """Return the places and parts that an event is about."""
    return _about_path(tables, event) or _about_things(tables, event) or _about_seat(event)


def _about_path(tables: Tables, event: GameEvent) -> tuple[str, ...]:
    match event:
        case RatMoved(rat, origin, space, via):
            pipes = (f"shortcut:{name}" for name in way_names(tables, via))
            return (f"rat:{rat}", f"space:{origin}", *pipes, f"space:{space}")
        case RatSentHome(rat, origin):
            return (f"rat:{rat}", f"space:{origin}", f"space:{START}")
        case RatRaised(rat):
            return (f"rat:{rat}", f"space:{START}")
        case TileLaid(space) | GoodsLeft(_, space):
            return (f"space:{space}",)
        case TollPaid(seat, to, space):
            return (f"space:{space}", f"row:{seat}", f"row:{to}")
        case MovingDone(seat, spaces):
            return tuple(f"space:{space}" for space in spaces) or (f"row:{seat}",)
        case LightMoved(seat, _, position):
            return (f"pin:{seat}", f"light:{position}")
        case BurrowMoved(seat, _, node):
            return (f"paw:{seat}", f"burrow:{tables.nodes[node]}")
        case Gained(seat, _, _, reason, source) if reason in ("space", "light", "arnold"):
            return (f"space:{source}", f"row:{seat}")
    return ()


def _about_things(tables: Tables, event: GameEvent) -> tuple[str, ...]:
    match event:
        case Spent(seat, _, _, reason, source):
            at = {
                "shortcut": lambda: f"shortcut:{tables.shortcuts[source]}",
                "booth": lambda: _booth_of(source),
                "part": lambda: f"track:{TRACKS[source]}",
                "discount": lambda: f"track:{TRACKS[source]}",
                "donation": lambda: f"track:{TRACKS[source]}",
            }[reason]()
            return (at, f"row:{seat}")
        case MarkerPlaced(seat, track, slot):
            return (f"track:{TRACKS[track]}", f"slot:{TRACKS[track]}:{slot}", f"row:{seat}")
        case MarkerMissing(seat, track):
            return (f"track:{TRACKS[track]}", f"row:{seat}")
        case RattronautSeated(rat, slot):
            return (f"rat:{rat}", f"slot:{TRACKS[0]}:{slot}")
        case StripLaid(track):
            return (f"track:{TRACKS[track]}",)
        case ItemStocked(item):
            return (shelf(item), _booth_of(item))
        case ItemTaken(seat, item):
            return (_booth_of(item), f"row:{seat}")
        case ComicStocked(comic):
            return (f"comic:{COMICS[comic]}",)
        case ComicTaken(seat):
            return (_library(tables), f"row:{seat}")
        case ComicDeclined(seat):
            return (_library(tables), f"row:{seat}")
        case TokenPlaced(_, rat):
            return (f"rat:{rat}",)
        case AwardTaken(seat):
            return (f"space:{LAUNCHPAD}", f"row:{seat}")
    return ()


def _about_seat(event: GameEvent) -> tuple[str, ...]:
    match event:
        case GameOver(_, ranks):
            return tuple(f"row:{seat}" for seat, rank in enumerate(ranks) if rank == 1)
        case ExtraRoundBegan():
            return ("banner",)
        case LastRoundSet(seat):
            return ("banner", f"row:{seat}")
    owner: Seat | None = getattr(event, "seat", None)
    return () if owner is None else (f"row:{owner}",)


def _booth_of(item: int) -> str:
    kind = ITEM_CODES[item].partition(":")[0]
    return {"pack": "booth:hamster", "drink": "booth:frog", "cap": "booth:crow"}[kind]


def _library(tables: Tables) -> str:
    """Return the chamber where comics lie."""
    return next(
        f"burrow:{name}" for name, node in tables.box.burrow.items() if node.effect == "library"
    )
