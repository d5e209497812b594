"""What one viewer is told of a table, in one language: made from a `Scene`, which holds a view.

Nothing in this module can reach a whole state: a scene carries the public facts of the table and
what the viewer may know of the game, and that is all there is to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from ratskeller.core.game import (
    AnyGame,
    AnyView,
    GameAction,
    GameState,
    Outcome,
    Refusal,
    Seat,
    View,
    foresee,
    preview,
)
from ratskeller.core.match import LUCK, Abandoned, TableEvent
from ratskeller.draw.faces import print_of
from ratskeller.draw.palette import TONES
from ratskeller.games.parts import game_board
from ratskeller.server.cards import Card
from ratskeller.server.frames import Account, Facts, Stage
from ratskeller.server.messages import (
    Badge,
    Cast,
    ChatLine,
    LogLine,
    Now,
    Offer,
    Result,
    SeatInfo,
    Teaching,
)
from ratskeller.server.refusals import said
from ratskeller.server.repertoire import level_card
from ratskeller.server.schema import BOT, OPEN, PERSON, ChatRow
from ratskeller.words.phrases import sentence
from ratskeller.words.platform_words import PlatformWords, platform_words, table_citation
from ratskeller.words.speech import game_words

WAITING: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"

FEW: Final = 8
"""Up to so many legal actions, those that are one press are told with what follows without a choice."""

LONG: Final = 80
"""From so many legal actions on, effects are sent only when they are asked for."""


class Chair(Struct, frozen=True, gc=False, kw_only=True):
    """A seat, as the table knows it."""

    name: str
    kind: str  # open, person, bot
    bot: str = ""  # who plays when the person does not
    ready: bool = True  # has sat down
    online: bool = False
    away: int = 0
    covered: bool = False
    resigned: bool = False
    wants_to_stop: bool = False
    lost: bool = False  # away for so long that the host may give the seat anew
    agreed: tuple[Seat, ...] | None = None  # if that was asked: who agrees


class OpenSecret(Struct, frozen=True):
    """What everybody may know once the match is over."""

    seed: str
    commitment: str
    draws: int


class Scene(Struct, frozen=True, gc=False, kw_only=True):
    """Everything that may be told to one viewer."""

    game: AnyGame
    language: str
    status: str
    view: AnyView  # while seats are free: a spectator's, of the board before the deal
    chairs: tuple[Chair, ...]
    my_seats: tuple[Seat, ...] = ()
    to_act: Seat | None = None
    legal: Sequence[GameAction] = ()  # what the viewer can choose from
    begun: bool = False  # the mover has drafted something
    drafted: int = 0  # how much, for the mover's eyes only
    held: bool = False
    luck: int = 0  # the entry with which chance has opened the viewer's turn, as long as it is new
    caution: Refusal | None = None
    outcome: Outcome | None = None
    stopped: Abandoned = Abandoned()  # where it is over without an outcome
    secret: OpenSecret | None = None
    may_cover: tuple[Seat, ...] = ()
    rematch: str = ""
    confirm: bool | None = None
    chat: bool = True
    lesson: Teaching | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    @property
    def seat(self) -> Seat | None:
        return self.view.viewer

    @property
    def my_move(self) -> bool:
        seat = self.seat
        return seat is not None and seat == self.to_act and not self.chairs[seat].covered

    def stage(self) -> Stage:
        words = game_words(self.game, self.language)
        return Stage(game_board(self.game, self.language), words, self.names, self.seat)


# --- the whole picture ------------------------------------------------------------------------


def now(scene: Scene, facts: Facts) -> Now:
    """Everything but the board and the log; `facts` are the cards of the players."""
    legal = offers(scene)
    return Now(
        status=scene.status,
        seat=scene.seat,
        my_seats=scene.my_seats,
        to_act=scene.to_act,
        banner=banner(scene),
        asks=scene.to_act is not None
        and (scene.my_move or (scene.seat is None and scene.to_act in scene.my_seats)),
        seats=tuple(_seats(scene, facts)),
        legal=legal,
        drafted=scene.drafted if scene.my_move else 0,
        held=scene.held and scene.my_move,
        undo_hint=_undo_hint(scene),
        may_cover=scene.may_cover,
        result=_result(scene),
        rematch=scene.rematch,
        caution=_caution(scene, scene.caution) if scene.held and scene.my_move else "",
        confirm=scene.confirm,
        buttons=_buttons(scene, legal),
        chat=scene.chat,
        sheet=score_rows(scene),
        cast=cast(scene),
        lesson=scene.lesson,
    )


def banner(scene: Scene) -> str:
    """Whose turn it is and what is asked, in one line."""
    platform = platform_words(scene.language)
    if scene.status == WAITING:
        missing = sum(not chair.ready for chair in scene.chairs)
        return platform.ngettext(
            "One player is still missing.", "{count} players are still missing.", missing
        )
    if scene.status == OVER:
        return _ending(scene, platform)
    if scene.seat is None and scene.to_act in scene.my_seats:
        name = scene.names[scene.to_act or 0]
        return platform.gettext("{name}, it is your turn: take the device.", name=name)
    if scene.held and scene.my_move:
        return platform.gettext("Your turn is complete: confirm it or take it back.")
    return game_words(scene.game, scene.language).ask(scene.view, scene.names)


def cast(scene: Scene) -> Cast | None:
    """The dice that lie there for the viewer, as long as they may be thrown by hand."""
    if not (scene.luck and scene.my_move):
        return None
    board = game_board(scene.game, scene.language)
    dice = tuple(board.unthrown(scene.view, scene.names))
    if not dice:
        return None
    asked = platform_words(scene.language).gettext("Your turn: throw the dice.")
    return Cast(scene.luck, asked, dice)


# --- what can be done -------------------------------------------------------------------------


def offers(scene: Scene) -> tuple[Offer, ...]:
    """The legal list of the viewer, in the order that `Choose.action` counts."""
    if not scene.my_move or scene.held or scene.status != PLAYING:
        return ()
    full = len(scene.legal) <= LONG
    return tuple(offer(scene, action, full=full) for action in scene.legal)


def offer(scene: Scene, action: GameAction, *, full: bool = True) -> Offer:
    """One action with what it will do, as far as the viewer can foresee it."""
    game, view = scene.game, scene.view
    words, board = game_words(game, scene.language), game_board(game, scene.language)
    foreseen, uncertain = preview(game, view, action)
    mover = view.viewer
    ends = uncertain or any(s.reveals or game.to_act(s.state) != mover for s in foreseen)
    path = game.path(view.seen, action)
    told = full and not ends and len(path) == 1 and len(scene.legal) <= FEW
    return Offer(
        path=path,
        label=words.action(view, action),
        notation=game.notation(action),
        effects=tuple(words.effects(view, action, scene.names)) if full else (),
        badges=tuple(Badge(m.at, m.text, m.tone) for m in board.marks(view, action))
        if full
        else (),
        signs=tuple(board.brings(view, action, scene.names)) if full else (),
        trace=tuple(tuple(walk) for walk in board.trace(view, action)) if full else (),
        caution=_caution(scene, game.caution(view, action)),
        commits=ends,
        rest=_rest(scene, foreseen[-1].state) if told else (),
    )


def _rest(scene: Scene, state: GameState) -> tuple[str, ...]:
    """The rest of the viewer's turn, where it holds no choice: what is done, to the end of the turn."""
    game, words, mover = scene.game, game_words(scene.game, scene.language), scene.view.viewer
    labels: list[str] = []
    while True:
        view, legal = View(mover, state), game.legal(state)
        if len(legal) != 1 or game.caution(view, legal[0]):
            return ()
        labels.append(words.action(view, legal[0]))
        foreseen = foresee(game, view, legal[0])
        state = foreseen[-1].state
        if any(step.reveals or game.to_act(step.state) != mover for step in foreseen):
            return tuple(labels)


def _caution(scene: Scene, caution: Refusal | None) -> str:
    if caution is None:
        return ""
    words = game_words(scene.game, scene.language)
    return said(caution, scene.language, words, scene.names, scene.seat)


def _buttons(scene: Scene, legal: Sequence[Offer]) -> dict[str, str]:
    board = game_board(scene.game, scene.language)
    needed = {part for one in legal for part in one.path}
    words = {part: board.button(scene.view, part) for part in sorted(needed)}
    return {part: word for part, word in words.items() if word}


def _undo_hint(scene: Scene) -> str:
    if not scene.my_move:
        return ""
    platform = platform_words(scene.language)
    if not scene.drafted:
        return platform.gettext("There is nothing to take back.")
    return platform.gettext("Take back ({count})", count=scene.drafted)


# --- seats and the end ------------------------------------------------------------------------


def _seats(scene: Scene, facts: Facts) -> Iterator[SeatInfo]:
    begun = scene.status != WAITING
    for seat, chair in enumerate(scene.chairs):
        yield _seat(scene, seat, chair, facts[seat] if begun else ())


def _seat(scene: Scene, seat: Seat, chair: Chair, card: Card) -> SeatInfo:
    board, words = game_board(scene.game, scene.language), game_words(scene.game, scene.language)
    begun = scene.status != WAITING
    ink, glyph = board.seat_ink(seat)
    plays = chair.kind == BOT or chair.covered or chair.resigned
    bot = level_card(scene.game, chair.bot, scene.language) if plays else None
    return SeatInfo(
        seat=seat,
        name=chair.name,
        title=sentence(words.seat_name(seat)) if begun else "",
        kind=chair.kind,
        tone=ink if begun else "",
        glyph=glyph if begun else "",
        online=chair.online,
        covered=chair.covered,
        resigned=chair.resigned,
        choosing=scene.begun and seat == scene.to_act,
        facts=card,
        away=chair.away,
        wants_to_stop=chair.wants_to_stop,
        level=bot.calling if bot else "",
        face=(bot.face if bot else "") or (_likeness(chair, ink) if begun else ""),
        state=_state(scene, seat, chair, bot.calling if bot else ""),
        deeds=_deeds(scene, seat, chair),
    )


def _likeness(chair: Chair, ink: str) -> str:
    """The address of a picture by the name; it has no more of the name than its print."""
    tone = next(tone.name for tone in TONES if tone.ink == ink)
    return f"/faces/people/{tone}/{print_of(chair.name)}.svg"


def _state(scene: Scene, seat: Seat, chair: Chair, level: str) -> tuple[str, ...]:
    """What is said of a seat beside its name."""
    _ = platform_words(scene.language).gettext
    plays = not (chair.resigned or chair.covered)
    said_of = (
        seat in scene.my_seats and _("you"),
        chair.kind == BOT and _("bot"),
        level,
        chair.kind == OPEN and _("free seat"),
        chair.resigned and _("has left"),
        chair.covered and not chair.resigned and _("a bot steps in"),
        chair.kind == PERSON and plays and not chair.online and _("away"),
        scene.status == WAITING and chair.kind == PERSON and chair.online and _("is here"),
        seat == scene.to_act and (_("is choosing") if scene.begun else _("to move")),
        chair.wants_to_stop and _("would stop"),
    )
    return tuple(words for words in said_of if words)


def _deeds(scene: Scene, seat: Seat, chair: Chair) -> tuple[str, ...]:
    """What the viewer may do about a seat: take it back, let a bot step in, give it anew."""
    mine, asked = seat in scene.my_seats, chair.lost and chair.agreed is not None
    may = (
        ("return", mine and chair.covered),
        ("cover", seat in scene.may_cover),
        ("code", chair.lost and not mine),
        ("agree", asked and not set(scene.my_seats) <= set(chair.agreed or ())),
    )
    if chair.resigned or scene.status == OVER:
        return ()
    return tuple(deed for deed, holds in may if holds)


def score_rows(scene: Scene) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The score sheet of the table: who has nothing of a source has 0 there; the last row sums up."""
    if scene.status == WAITING:
        return ()
    board = game_board(scene.game, scene.language)
    seats = [dict(board.score_sheet(scene.view, seat)) for seat in range(len(scene.chairs))]
    sources = list(dict.fromkeys(source for rows in seats for source in rows))
    if not sources:
        return ()
    total = platform_words(scene.language).gettext("Total")
    return (
        *((source, tuple(rows.get(source, 0) for rows in seats)) for source in sources),
        (total, tuple(sum(rows.values()) for rows in seats)),
    )


def _ending(scene: Scene, platform: PlatformWords) -> str:
    if scene.outcome is None:
        return platform.table_event(scene.stopped, None, scene.names, scene.seat)
    words = game_words(scene.game, scene.language)
    return words.ending(scene.outcome, scene.names, scene.seat, scene.view)


def _result(scene: Scene) -> Result | None:
    secret = scene.secret
    if scene.status != OVER or secret is None:
        return None
    outcome = scene.outcome
    return Result(
        text=_ending(scene, platform_words(scene.language)),
        ranks=outcome.ranks if outcome else (),
        scores=outcome.scores if outcome else None,
        seed=secret.seed,
        commitment=secret.commitment,
        draws=secret.draws,
        standing=standing(scene, outcome) if outcome else (),
    )


def standing(scene: Scene, outcome: Outcome) -> tuple[tuple[Seat, str], ...]:
    platform, words = platform_words(scene.language), game_words(scene.game, scene.language)
    lines = []
    for seat, rank in sorted(enumerate(outcome.ranks), key=lambda ranked: ranked[1]):
        line = f"{rank}. {scene.names[seat]}"
        if outcome.scores is not None:
            scored = words.scored(outcome.scores[seat])
            line = platform.gettext("{label}: {value}", label=line, value=scored)
        lines.append((seat, line))
    return tuple(lines)


# --- log and chat -----------------------------------------------------------------------------


def log_lines(stage: Stage, account: Account) -> list[LogLine]:
    """The lines of what happened."""
    platform = platform_words(stage.words.language)
    lines: list[LogLine] = []
    for entry, steps in account:
        if isinstance(entry.body, TableEvent):
            text = platform.table_event(entry.body, entry.seat, stage.names, stage.viewer)
            rule = table_citation(entry.body)
            lines.append(LogLine(entry.number, text, entry.seat, entry.by, rule=rule))
            continue
        indent = int(entry.by == LUCK)
        for step in steps:
            if step.text:
                event = step.sighting.event
                at, rule = stage.board.about(event), stage.words.game.cite(event)
                line = LogLine(entry.number, step.text, entry.seat, entry.by, at, indent, rule)
                lines.append(line)
                indent = 1
    return lines


def chat_line(row: ChatRow, order: Sequence[int] | None, language: str) -> ChatLine:
    """A line of the chat; `order[seat]` is the player, once there are seats."""
    seat = row.player
    if order is not None and seat is not None:
        seat = order.index(seat)
    if row.notice:
        return ChatLine(row.number, "", notice(row, language), seat)
    return ChatLine(row.number, row.name, row.text, seat)


def notice(row: ChatRow, language: str) -> str:
    """What the table tells everybody, besides the log."""
    _, name = platform_words(language).gettext, row.name
    return {
        "moved": _("{name} plays on another device now.", name=name),
        "reissued": _("The host has made a new code for the seat of {name}.", name=name),
        "lent": _("Somebody new has the seat of {name}, who may take it back.", name=name),
        "regained": _("{name} is back and has the seat again.", name=name),
        "asked": _(
            "The host would give the seat of {name} to somebody new, who would see what is hidden "
            "there. All others have to agree.",
            name=name,
        ),
        "taken_back": _(
            "The house has taken the match back to entry {entry}. The reason: {reason}",
            entry=name,
            reason=row.text,
        ),
        "repaired": _("The house has repaired this table. The reason: {reason}", reason=row.text),
        "dropped": _(
            "What {name} had begun to choose did not fit the match any more and was dropped.",
            name=name,
        ),
        "agreed": _(
            "{name} agrees to a new person for the seat of {other}.", name=name, other=row.text
        ),
    }[row.notice]
