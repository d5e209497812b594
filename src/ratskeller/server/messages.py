"""Everything that goes over the wire: the WebSocket protocol and the JSON bodies, as structs.

The page's client uses nothing else, so a bot in any language can sit down with what is here.
`docs/protocol.md` explains it with examples; its tables are checked against this file.

Every socket has a version that rises by one with each change it is told of; a client that misses one
asks for the whole. It is the socket's own, so that nobody can count what others try and take back.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Raw, Struct

from ratskeller.draw.beats import Motion
from ratskeller.draw.board import Part
from ratskeller.draw.table import Sign

MAX_MESSAGE = 8 * 1024  # bytes a client may send at once

# --- from the client ---------------------------------------------------------------------------


class _Request(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    request: str = ""  # an id of the client's own; the same id twice is answered twice, done once


class Hello(_Request, frozen=True, tag="hello"):
    """Send me the whole, with the log after this entry.

    Whoever holds a seat that waits for them (a rematch) takes it by this, with a nonce of their own.
    """

    log_after: int = 0
    nonce: str = ""


class Ping(_Request, frozen=True, tag="ping"):
    """Are you there? Answered at once with `Answer`."""


class Choose(_Request, frozen=True, tag="choose"):
    """Play the action with this number in the legal list of this version."""

    version: int
    action: int
    hold: bool = False  # if this completes my turn, wait for Commit


class Foresee(_Request, frozen=True, tag="foresee"):
    """What would this action do? `Answer.data` is its `Offer` in full: long lists are sent bare."""

    version: int
    action: int


class Undo(_Request, frozen=True, tag="undo"):
    version: int


class Restart(_Request, frozen=True, tag="restart"):
    version: int


class Commit(_Request, frozen=True, tag="commit"):
    """Confirm a turn that is complete."""

    version: int


class Hint(_Request, frozen=True, tag="hint"):
    """What would you do? 1: where to look, 2: two moves to compare, 3: the move and its reason.

    Everybody reads in the log that a seat has asked. The answer is `Advice`.
    """

    version: int
    stage: int


class See(_Request, frozen=True, tag="see"):
    """Send me what my seat sees as the rules know it: `Sight`. For players that are programs."""


class WhyNot(_Request, frozen=True, tag="why_not"):
    """Why do these parts, chosen in this order, lead to nothing?"""

    path: tuple[str, ...]


class HowFar(_Request, frozen=True, tag="reach"):
    """Where could my pieces get with my next throw? `Answer.data` lists places, throws and shares."""


class Tell(_Request, frozen=True, tag="tell"):
    """A question in words: “where is the Piper”, “last move”. `words/questions.py` has them all.

    `Answer.text` is one thing a line. `Answer.data` has `last` and `told`, which are to come back with “more”,
    and `repeat` where what was said last is to be said once more.
    """

    text: str
    before: int = 0  # an entry that was not shown yet: neither it nor what came after is told
    last: str = ""  # what was asked before, if not all of its answer was told
    told: int = 0  # so many lines of that were


class Chat(_Request, frozen=True, tag="chat"):
    text: str


class Sit(_Request, frozen=True, tag="sit"):
    """Hot seat: speak for this seat of mine from now on; None draws the curtain."""

    seat: int | None


class Cover(_Request, frozen=True, tag="cover"):
    """Ask a bot to play for a seat whose person has been away for long."""

    seat: int


class Agree(_Request, frozen=True, tag="agree"):
    """The host may give this seat to somebody new, though its hand is hidden."""

    seat: int


class Return(_Request, frozen=True, tag="return"):
    """Take my seat back from the bot."""


class Resign(_Request, frozen=True, tag="resign"):
    """Leave for good; a bot takes the seat."""


class Abandon(_Request, frozen=True, tag="abandon"):
    """I would stop here (or, with agree false, not any more). All must agree."""

    agree: bool = True


class Rematch(_Request, frozen=True, tag="rematch"):
    """Play again at the same table; the start moves on by one."""

    nonce: str = ""


FromClient: TypeAlias = (
    Hello
    | Ping
    | Choose
    | Foresee
    | Undo
    | Restart
    | Commit
    | Hint
    | See
    | WhyNot
    | HowFar
    | Tell
    | Chat
    | Sit
    | Cover
    | Agree
    | Return
    | Resign
    | Abandon
    | Rematch
)

# --- to the client -----------------------------------------------------------------------------


class Badge(Struct, frozen=True, gc=False):
    """What an action would change at a place or part: "+1" at house:2."""

    at: str
    text: str
    tone: str = ""  # good, bad or empty


class Offer(Struct, frozen=True, gc=False):
    """A legal action: the parts it is played on in order, and what it will do."""

    path: tuple[str, ...]
    label: str
    notation: str
    effects: tuple[str, ...] = ()  # sentences
    badges: tuple[Badge, ...] = ()
    signs: tuple[Sign, ...] = ()  # what it brings and costs, and who is paid
    trace: tuple[tuple[str, ...], ...] = ()  # places walked over, one list a figure
    caution: str = ""  # a sentence to confirm before it is done
    commits: bool = False  # ends what can be undone
    rest: tuple[str, ...] = ()  # labels of what else of the turn follows, each without a choice


class LogLine(Struct, frozen=True, gc=False):
    """A sentence of the log, in the reader's language."""

    entry: int
    text: str
    seat: int | None = None
    by: str = ""  # person, bot:greedy, chance, table
    at: tuple[str, ...] = ()  # parts and places it is about
    indent: int = 0  # 1: a consequence of the line before
    rule: str = ""  # the rule that it follows from, where one can be named


class SeatInfo(Struct, frozen=True, gc=False):
    """A seat as everybody sees it."""

    seat: int
    name: str
    title: str  # the game's name for it: the mill house
    kind: str  # person, bot or open
    tone: str  # ink of the seat; its glyph goes with it
    glyph: str
    online: bool
    covered: bool
    resigned: bool
    choosing: bool  # has begun a turn that nobody else sees yet
    facts: tuple[Sign, ...]  # beside a name: "3 of 7 floors", "2 trackers", who leads
    away: int = 0  # seconds since the person was last seen; 0 while there
    wants_to_stop: bool = False
    level: str = ""  # of a bot, in a word: "abbess"
    face: str = ""  # address of its picture
    state: tuple[str, ...] = ()  # what is said beside its name: "you", "bot", "away", "to move"
    deeds: tuple[str, ...] = ()  # what the viewer may do about it: return, cover, code


class ChatLine(Struct, frozen=True):
    """Something said at the table; without a name it is a notice of the table itself."""

    number: int
    name: str
    text: str
    seat: int | None = None


class Result(Struct, frozen=True):
    """The end: ranks by seat, the reason in a sentence, what can be checked."""

    text: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...] | None
    seed: str
    commitment: str
    draws: int
    standing: tuple[tuple[int, str], ...] = ()  # seats in the order of ranks: "1. Ada: 33 points"


class Cast(Struct, frozen=True):
    """Dice that chance has thrown for the viewer, who has decided nothing since.

    They lie open for everybody. A page may let its viewer throw them: until then it shows them as they
    lay before, and keeps back what came with the throw.
    """

    entry: int  # in which they were thrown
    banner: str  # what is asked before
    dice: tuple[Part, ...]  # all that lies on their sheet before the throw


class Remark(Struct, frozen=True):
    """One thing that a lesson says."""

    text: str
    at: tuple[str, ...] = ()  # the parts and places that it points at
    rule: str = ""


class Teaching(Struct, frozen=True):
    """How far a lesson is: all that was said, and from where on it is new since one's own last move."""

    title: str
    said: tuple[Remark, ...]
    fresh: int
    of: int  # remarks in all
    free: bool  # it is over, and the match goes on
    further: tuple[str, str] | None = None  # then: id and title of the lesson that comes after it


class Now(Struct, frozen=True, gc=False, kw_only=True):
    """Everything but the board and the log, as it is now, for one viewer."""

    status: str  # "open" while seats are free, "playing", "over"
    seat: int | None  # the seat the socket speaks for
    my_seats: tuple[int, ...]  # more than one: hot seat
    to_act: int | None
    banner: str
    asks: bool  # something is asked of this viewer now
    seats: tuple[SeatInfo, ...]
    legal: tuple[Offer, ...]
    drafted: int  # actions that can be taken back
    held: bool  # the turn is complete and waits for Commit
    undo_hint: str  # "Undo (2)", "Cannot undo: cards were drawn"
    may_cover: tuple[int, ...]  # seats a bot may be asked to play for
    result: Result | None = None
    rematch: str = ""  # address of the next match, once somebody asked for it
    caution: str = ""  # of a held turn: what to think over before Commit
    confirm: bool | None = None  # the table's rule: always hold, never, or as the device likes
    buttons: dict[str, str] = {}  # words for parts of paths that lie on no sheet
    chat: bool = True  # whether the table talks
    sheet: tuple[tuple[str, tuple[int, ...]], ...] = ()  # the score sheet: a source, points by seat
    cast: Cast | None = None  # dice that the viewer may throw by hand
    lesson: Teaching | None = None  # at a table where one is given


class Change(Struct, frozen=True, gc=False):
    """How the parts of the board change in one frame.

    Parts keep their id while they glide; a part that enters says where from, one that leaves where
    to (a place id; empty: it appears or fades where it is). Motions say which of them go a way of
    their own instead, and what turns over or tumbles.
    """

    move: tuple[Part, ...] = ()
    enter: tuple[tuple[Part, str], ...] = ()
    leave: tuple[tuple[str, str], ...] = ()
    motions: tuple[Motion, ...] = ()


class Frame(Struct, frozen=True, gc=False):
    """One visible step: what changes, what is said, how long it is meant to be seen.

    One with a kind begins a beat, a moment with its sentence; those without belong to the one before.
    """

    change: Change
    text: str
    milliseconds: int  # at normal pace
    at: tuple[str, ...] = ()
    entry: int = 0
    kind: str = ""  # of `draw.beats.KINDS`
    seat: int | None = None  # whose deed or whose luck it is
    facts: tuple[tuple[int, tuple[Sign, ...]], ...] = ()  # of the seats whose card changes with it
    lines: int = 0  # of the log, that tell of it


class Whole(Struct, frozen=True, tag="whole", tag_field="type"):
    """Everything, after a hello or a gap."""

    version: int
    parts: tuple[Part, ...]
    now: Now
    log: tuple[LogLine, ...]
    chat: tuple[ChatLine, ...]
    request: str = ""


class Update(Struct, frozen=True, gc=False, tag="update", tag_field="type"):
    """One change of the table: frames to show, then what is the case."""

    version: int
    frames: tuple[Frame, ...]
    now: Now
    log: tuple[LogLine, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    request: str = ""  # the request of this socket that caused it


class Answer(Struct, frozen=True, tag="answer", tag_field="type"):
    """The answer to a question that changes nothing."""

    request: str
    text: str = ""
    rule: str = ""
    data: Any = None


class Denial(Struct, frozen=True, tag="refusal", tag_field="type"):
    """No: with the rule, a sentence for the person, and the current version."""

    request: str
    rule: str
    text: str
    version: int


class Advice(Struct, frozen=True, tag="advice", tag_field="type"):
    """The answer to `Hint`, for the seat that asked alone. Without paths there is nothing to point at."""

    request: str
    stage: int  # how far the hints have come: if there is none now, no further than before
    paths: tuple[tuple[str, ...], ...]  # of the actions it is about, or the first part of one
    text: str


class Sight(Struct, frozen=True, tag="view", tag_field="type"):
    """The answer to `See`: the position as the rules know it, concealed for the asking seat."""

    version: int
    request: str
    game: str
    rules_version: int
    data_hash: str
    seats: int
    options: dict[str, Any]
    view: Raw  # a `core.game.View`: the viewer, and a state with everything hidden left out
    legal: tuple[Raw, ...]  # actions in the order that `Choose.action` counts


ToClient: TypeAlias = Whole | Update | Answer | Denial | Advice | Sight

# --- JSON bodies -------------------------------------------------------------------------------


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit: "me", "open" (a friend by invitation), "here" (on this device) or "bot"."""

    kind: str
    name: str = ""
    bot: str = ""
    look: int | None = None  # house, colour or nest: the number of the seat that usually has it


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables"""

    game: str
    seats: tuple[SeatWish, ...] = ()
    options: dict[str, Any] = {}
    nonce: str = ""  # 32 hex digits of the host's own
    name: str = ""
    cover_after: int = 120  # seconds until a bot may be asked to cover a person who is away
    confirm: bool | None = None  # ask for Commit at the end of each turn; None: on touch screens
    chat: bool = True
    lesson: str = ""  # which is to be given; it decides about seats and options


class TableMade(Struct, frozen=True):
    table: str
    address: str  # /t/<table>
    invitation: str  # address that claims a free seat
    code: str  # the same as a short code to type
    commitment: str


class JoinTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/<table>/seats"""

    invitation: str
    nonce: str = ""
    name: str = ""
    look: int | None = None  # as in `SeatWish`


class Invited(Struct, frozen=True):
    """GET /api/invitations/<code>: where a code leads."""

    table: str
    game: str
    free: int  # seats
    moves: bool = False  # it is the one-time code of a seat
    rules_version: int = 0
    data_hash: str = ""  # of the data file the game is played with


class Joined(Struct, frozen=True):
    table: str
    address: str
    seat: int


class Forget(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/forget: nothing here is to know me any more. It cannot be undone."""

    sure: bool


class Forgotten(Struct, frozen=True):
    """Your name is gone from so many matches, and your cookie leads nowhere."""

    matches: int
    address: str  # where to go now


class Problem(Struct, frozen=True):
    """What every failed request answers: a rule id, a sentence, and never a stack trace."""

    rule: str
    text: str


class InvitationWish(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/<table>/invitation: a new one; the old one is void. The host's right."""

    locked: bool = False


class TableWish(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/<table>/settings: what the host may change; None leaves it."""

    chat: bool | None = None
    cover_after: int | None = None
    confirm: bool | None = None


class LookWish(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/<table>/look: another house, colour or nest for me, while we wait; None: whatever comes."""

    look: int | None


class BotWish(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/<table>/seats/<seat>/bot: a bot instead of the friend who was awaited."""

    bot: str


class SeatCode(Struct, frozen=True):
    """A code that moves a seat to the device that enters it; good once, for a quarter of an hour."""

    code: str
    address: str


class Replay(Struct, frozen=True):
    """GET /api/tables/<table>/replay: the position after entry n is `parts` with all frames whose
    `entry` is at most n. With `?after=<entry>` it begins there, with `&until=<entry>` it ends there: a
    page shows one piece of a long match at once, and fetches the others meanwhile.
    """

    parts: tuple[Part, ...]
    frames: tuple[Frame, ...]
    log: tuple[LogLine, ...]
    seats: tuple[SeatInfo, ...]
    last: int  # the entry with which it ends
    first: int = 0  # the entry after which it begins
    facts: tuple[tuple[Sign, ...], ...] = ()  # what the cards of the seats say then


class LookBack(Struct, frozen=True):
    """POST /api/tables/<table>/seats/<seat>/lookback, once the match is over; asked again, it goes on.

    The findings are those of `coach/findings.py`, without a language.
    """

    found: int  # steps of the match that were looked at
    of: int  # in all; 0: nobody has begun yet
    analysis: Raw | None = None  # the whole, when it is done


ExerciseAsk: TypeAlias = Hello | Choose | Undo | Restart | Commit | Foresee | WhyNot | Hint


class ExerciseWish(Struct, frozen=True, forbid_unknown_fields=True):
    """POST to the address of an exercise: what was decided so far, and one of the messages of a table.

    Nobody keeps a draft of it: whoever asks brings it along. Versions are not looked at.
    """

    ask: ExerciseAsk
    line: tuple[str, ...] = ()  # decisions, by their notation
    shown: bool = False  # the best was shown already: then nothing is remembered


class Tried(Struct, frozen=True, tag="tried", tag_field="type"):
    """The answer to `Commit` in an exercise: what became of the try."""

    request: str
    verdict: str  # best, close (too close to call) or worse; empty where the coach does not answer
    counts: bool
    text: str  # the verdict with its reason; the best is named if the try counts
    leads_to: tuple[str, ...] = ()  # sentences: what it would bring, as far as it can be foreseen
    instead: tuple[str, ...] = ()  # the next best, to be tried now that the best is known


class SealedDraw(Struct, frozen=True, array_like=True):
    """One draw to recompute: draw `number` of `stream` by `weights` gave `outcome`, from 0."""

    stream: str
    number: int
    weights: tuple[int, ...]
    outcome: int


class OpenSeal(Struct, frozen=True):
    """GET /api/tables/<table>/seal, once the match is over: what the page does the sums with."""

    table: str
    seed: str
    commitment: str
    nonces: tuple[str, ...]
    draws: tuple[SealedDraw, ...]


class TableCard(Struct, frozen=True):
    """GET /api/tables lists my tables."""

    address: str
    title: str
    names: tuple[str, ...]
    asks: bool  # it is my turn
    status: str
    result: str = ""  # how it ended, in a sentence


class LevelCard(Struct, frozen=True):
    """A bot that can be asked to play."""

    id: str
    name: str  # what it is called at the table
    calling: str  # "abbess"
    manner: str  # how it plays, in a sentence
    face: str  # address of its picture


class GameCard(Struct, frozen=True):
    """GET /api/games lists the shelf."""

    id: str
    title: str
    blurb: str
    seats: tuple[int, ...]
    minutes: int
    credits: str  # who designed and illustrated it, in sentences
    provenance: str
    playable: bool  # it has a board
    bot: str  # level of the one-click table
    options: dict[str, tuple[Any, ...]]
    levels: tuple[LevelCard, ...]  # weakest first
    lessons: tuple[tuple[str, str], ...] = ()  # id and title
