"""What a person has played: the list of all matches, the record, and a file of everything to take home.

One query brings the list, however long it is. No match is played again for it, but those that ended
before results were kept: their tables are opened once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import Struct

import ratskeller
from ratskeller.bots.levels import levels
from ratskeller.core.game import AnyGame, Refused
from ratskeller.core.match import FORMAT
from ratskeller.server import results
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.house import House
from ratskeller.server.messages import LevelCard
from ratskeller.server.repertoire import level_card, repertoire
from ratskeller.server.results import Finish
from ratskeller.server.scene import OVER, PLAYING, WAITING
from ratskeller.server.schema import BOT, OPEN, MatchRow, SeatRow
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words

PAGE: Final = 25
"""So many matches are on one page of the list."""

WON: Final = "won"
TIED: Final = "tied"


class OwnMatch(Struct, frozen=True, kw_only=True):
    """A match of somebody's, as the store knows it."""

    row: MatchRow
    players: tuple[SeatRow, ...]  # in the order of arrival
    finish: Finish | None

    @property
    def mine(self) -> tuple[int, ...]:
        return tuple(player.number for player in self.players if player.mine)

    @property
    def ranks(self) -> tuple[int, ...]:
        return self.finish.ranks if self.finish else ()


class Finalist(Struct, frozen=True):
    """A player of a match in the list, with the rank (0 while nobody has one) and what was scored."""

    name: str
    mine: bool
    rank: int = 0
    score: int | None = None


class MatchLine(Struct, frozen=True, kw_only=True):
    """A match in the list."""

    address: str
    title: str
    time: str  # ISO 8601, UTC: when it ended, or when its table was laid
    status: str
    asks: bool = False  # the person
    turn: str = ""  # the name of who is asked, if it is somebody else
    places: tuple[Finalist, ...] = ()  # the best first
    verdict: str = ""  # for the person: won, tied, or none of them
    standing: str = ""  # the same in words


class Counts(Struct):
    """How often somebody played, won and tied."""

    played: int = 0
    won: int = 0
    tied: int = 0

    def count(self, verdict: str) -> None:
        self.played += 1
        self.won += verdict == WON
        self.tied += verdict == TIED


class Rival(Struct, frozen=True):
    """A player of the house, and how a person fared against them."""

    card: LevelCard
    tally: Counts


class Record(Struct, frozen=True):
    """How a person fared in one game."""

    title: str
    tally: Counts
    rivals: tuple[Rival, ...]


class Matches(Struct, frozen=True, kw_only=True):
    """The page of somebody's matches."""

    lines: tuple[MatchLine, ...]
    records: tuple[Record, ...]
    total: int
    page: int
    pages: int


# --- the list -----------------------------------------------------------------------------------


async def matches(house: House, guest: int | None, page: int, language: str) -> Matches | None:
    """One page of a person's matches, and the record of all; None where there is no such page."""
    played = await matches_of(house, guest)
    pages = max(1, -(-len(played) // PAGE))
    if not 1 <= page <= pages:
        return None
    here = slice((page - 1) * PAGE, page * PAGE)
    if await _complete(house, played[here]):
        played = await matches_of(house, guest)
    return Matches(
        lines=tuple(_line(one, language) for one in played[here]),
        records=tuple(records((one for one in played if not one.row.lesson), language)),
        total=len(played),
        page=page,
        pages=pages,
    )


async def matches_of(house: House, guest: int | None) -> list[OwnMatch]:
    """All matches of a person, running ones first, then the newest."""
    found = await house.store.matches_of(guest) if guest is not None else []
    return [
        OwnMatch(
            row=row,
            players=tuple(sorted(_SEATS.decode(row.seats), key=lambda player: player.number)),
            finish=results.read(row.result),
        )
        for row in found
    ]


_SEATS: Final = msgspec.json.Decoder(tuple[SeatRow, ...])


async def _complete(house: House, played: Iterable[OwnMatch]) -> bool:
    """Open tables whose rows do not say yet how the match stands; whether there were any."""
    unknown = [
        one.row.id for one in played if one.row.begun and one.row.turn is None and not one.finish
    ]
    for table_id in unknown:
        try:
            await house.open(table_id)
        except (Refused, StoreTrouble):
            continue  # it stays in the list, without a result
    return bool(unknown)


def _line(one: OwnMatch, language: str) -> MatchLine:
    row, players = one.row, {player.number: player for player in one.players}
    asked = players.get(row.turn) if row.turn is not None else None
    verdict = verdict_of(one)
    return MatchLine(
        address=f"/t/{row.id}",
        title=_title(row.game, language),
        time=datetime.fromtimestamp(row.ended or row.created, UTC).isoformat(timespec="seconds"),
        status=OVER if row.over else PLAYING if row.begun else WAITING,
        asks=asked is not None and asked.mine,
        turn=asked.name if asked is not None and not asked.mine else "",
        places=tuple(_places(one)),
        verdict=verdict,
        standing=_standing(one, verdict, language) if row.over else "",
    )


def _places(one: OwnMatch) -> Iterator[Finalist]:
    ranks = one.ranks or (0,) * len(one.players)
    scores = one.finish.scores if one.finish else None
    for player in sorted(one.players, key=lambda player: ranks[player.number]):
        if player.kind != OPEN:
            score = scores[player.number] if scores else None
            yield Finalist(player.name, player.mine, ranks[player.number], score)


def verdict_of(one: OwnMatch) -> str:
    """What the match was for its person. Who left has won nothing, whatever a bot made of it."""
    finish = one.finish
    if finish is None or not finish.ranks or not one.mine or set(one.mine) & set(finish.left):
        return ""
    if min(finish.ranks[number] for number in one.mine) > 1:
        return ""
    return WON if finish.ranks.count(1) == 1 else TIED


def _standing(one: OwnMatch, verdict: str, language: str) -> str:
    """How it ended for the person, in a word or two."""
    _, finish, mine = platform_words(language).gettext, one.finish, one.mine
    if finish is None:
        return ""
    if mine and set(mine) <= set(finish.left):
        return _("you left")
    if not finish.ranks:
        return _("abandoned")
    if verdict:
        return _("won") if verdict == WON else _("tied")
    rank = min(finish.ranks[number] for number in mine)
    return _("place {rank} of {count}", rank=rank, count=len(finish.ranks))


# --- the record ---------------------------------------------------------------------------------


def records(played: Iterable[OwnMatch], language: str) -> Iterator[Record]:
    """Of each game on the shelf that was finished: how often the person won, and against whom.

    Matches of several people on one device are nobody's own, and are not counted.
    """
    tallies: dict[str, Counts] = {}
    rivals: dict[tuple[str, str], Counts] = {}
    for one in played:
        if not one.ranks or len(one.mine) != 1:
            continue
        tallies.setdefault(one.row.game, Counts()).count(verdict_of(one))
        for player in one.players:
            if player.kind == BOT:
                against = rivals.setdefault((one.row.game, player.bot), Counts())
                against.count(_against(one, player.number))
    for game in repertoire():
        if tally := tallies.get(game.meta.id):
            met = {bot: count for (name, bot), count in rivals.items() if name == game.meta.id}
            title = game_words(game, language).title
            yield Record(title, tally, tuple(_rivals(game, met, language)))


def _against(one: OwnMatch, rival: int) -> str:
    """Who came in before whom, the person or a bot."""
    (mine,) = one.mine
    if one.finish is None or mine in one.finish.left:
        return ""
    left, right = one.ranks[mine], one.ranks[rival]
    return WON if left < right else TIED if left == right else ""


def _rivals(game: AnyGame, met: dict[str, Counts], language: str) -> Iterator[Rival]:
    """The players of the house that were met, the weakest first."""
    known = [level.id for level in levels(game)]
    for bot in sorted(met, key=lambda bot: known.index(bot) if bot in known else len(known)):
        yield Rival(level_card(game, bot, language), met[bot])


def _title(game_id: str, language: str) -> str:
    for game in repertoire():
        if game.meta.id == game_id:
            return game_words(game, language).title
    return game_id  # it is not on the shelf any more


# --- the file -----------------------------------------------------------------------------------


async def download(house: House, guest: int) -> AsyncIterator[bytes]:
    """All matches of a person as one JSON file, made one after the other: what is over is there as a
    whole, what is running as the person sees it. First of all, the puzzles that they have solved.
    """
    version = msgspec.json.encode(ratskeller.__version__)
    solved = msgspec.json.encode([one.puzzle for one in await house.store.solved_by(guest)])
    yield b'{"ratskeller": %b, "solved": %b, "matches": [' % (version, solved)
    between = b"\n"
    for one in await matches_of(house, guest):
        if one.row.begun and (content := await _content(house, one, guest)):
            yield between + content
            between = b",\n"
    yield b"\n]}\n"


async def _content(house: House, one: OwnMatch, guest: int) -> bytes:
    """The file of one match, as `/t/<table>/export` gives it."""
    try:
        if one.row.over:
            return await _whole(house, one.row.id)
        table = await house.open(one.row.id)
        async with table.lock:
            return table.playing().export(table.viewer_of(guest))
    except (Refused, StoreTrouble):
        return b""  # a damaged table keeps nobody from the others


async def _whole(house: House, table_id: str) -> bytes:
    """A match that is over has no secrets: it is taken from the store as it is."""
    row, log = await house.store.table(table_id), await house.store.entries(table_id)
    if row is None or not row.over:
        return b""
    return msgspec.json.encode(
        {
            "format": FORMAT,
            "kind": "export",
            "header": msgspec.Raw(row.header),
            "entries": [msgspec.Raw(entry.entry) for entry in log],
            "seed": row.seed,
        }
    )
