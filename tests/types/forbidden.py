"""Calls that must not pass the type checker, each beside its twin that must.

`test_forbidden.py` type-checks this file; nothing here is ever run. A line that ends in `# wrong:` and
the code of an error must have that error, every other line must have none.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ratskeller.bots import Bot, Budget, Evaluate
from ratskeller.bots.hints import judgement
from ratskeller.core.archive import Recording
from ratskeller.core.conformance import Renderer
from ratskeller.core.course import AnyMover
from ratskeller.core.game import (
    AnyGame,
    AnySighting,
    AnyView,
    GameAction,
    GameState,
    View,
    preview,
    watch,
)
from ratskeller.core.match import (
    AnyEntry,
    AnyHappening,
    AnyMatch,
    AnyTold,
    Match,
    TableEvent,
    conceal,
)
from ratskeller.draw.film import FilmFrame
from ratskeller.draw.show import picture_of
from ratskeller.draw.table import AnyBoard
from ratskeller.games.parts import game_board, game_letters
from ratskeller.games.pied_piper import GAME as PIPER
from ratskeller.games.pied_piper.draw.board import PiedPiperBoard
from ratskeller.games.pied_piper.rules import state as piper
from ratskeller.games.pied_piper.words.game_words import PiedPiperWords
from ratskeller.games.ratzentanz.rules import state as thieves
from ratskeller.notebook import show
from ratskeller.server import scene as scenes
from ratskeller.server.handlers import _written
from ratskeller.server.messages import Sight
from ratskeller.server.scene import Scene
from ratskeller.server.thinking import Thinker
from ratskeller.words.speech import AnyWords, game_words

NAMES = ("Ada", "Ben")
LUCK = random.Random(1)

# --- boards, words, bots and learners get a view, never a whole state --------------------------


def drawn(board: AnyBoard, match: AnyMatch, action: GameAction) -> None:
    view, state = match.view(0), match.state
    board.sheets(view, NAMES)
    board.sheets(state, NAMES)  # wrong: arg-type
    board.parts(view, NAMES)
    board.parts(state, NAMES)  # wrong: arg-type
    board.parts(view.seen, NAMES)  # wrong: arg-type
    board.parts(match.state_at(3), NAMES)  # wrong: arg-type
    board.parts(match.game.play(state, action), NAMES)  # wrong: arg-type
    board.marks(view, action)
    board.marks(state, action)  # wrong: arg-type
    board.trace(view, action)
    board.trace(state, action)  # wrong: arg-type
    board.seat_facts(view, 1)
    board.seat_facts(state, 1)  # wrong: arg-type
    board.score_sheet(view, 1)
    board.score_sheet(state, 1)  # wrong: arg-type
    board.button(view, "up")
    board.button(state, "up")  # wrong: arg-type
    picture_of(board, view, NAMES)
    picture_of(board, state, NAMES)  # wrong: arg-type
    FilmFrame(view, "")
    FilmFrame(state, "")  # wrong: arg-type


def in_letters(match: AnyMatch, words: AnyWords, sighting: AnySighting) -> None:
    draw, view = game_letters(match.game), match.view(0)
    draw(view, words, NAMES)
    draw(match.state, words, NAMES)  # wrong: arg-type
    draw(view.seen, words, NAMES)  # wrong: arg-type
    draw(sighting.view, words, NAMES)
    draw(sighting.view.seen, words, NAMES)  # wrong: arg-type
    draw(view, words, NAMES, match.legal(0))
    draw(view, words, NAMES, match.entries)  # wrong: arg-type


def told(words: AnyWords, match: AnyMatch, action: GameAction) -> None:
    view, state = match.view(0), match.state
    words.ask(view)
    words.ask(state)  # wrong: arg-type
    words.action(view, action)
    words.action(state, action)  # wrong: arg-type
    words.effects(view, action)
    words.effects(state, action)  # wrong: arg-type
    words.part(view, "slot:1")
    words.part(state, "slot:1")  # wrong: arg-type
    outcome = match.outcome
    assert outcome is not None
    words.ending(outcome, NAMES, 0, view)
    words.ending(outcome, NAMES, 0, state)  # wrong: arg-type


def seated(bot: Bot, game: AnyGame) -> Iterator[AnyMover]:
    legal = game.legal
    yield lambda state: bot.choose(game.conceal(state, 0), legal(state), Budget(), LUCK)
    yield lambda state: bot.choose(state, legal(state), Budget(), LUCK)  # wrong: arg-type


def asked(bot: Bot, match: AnyMatch, thinker: Thinker) -> None:
    game, view, state, legal = match.game, match.view(0), match.state, match.legal(0)
    bot.choose(view, legal, Budget(), LUCK)
    bot.choose(state, legal, Budget(), LUCK)  # wrong: arg-type
    bot.choose(view.seen, legal, Budget(), LUCK)  # wrong: arg-type
    bot.choose(view, (state,), Budget(), LUCK)  # wrong: arg-type
    game.play(state, bot.choose(view, legal, Budget(), LUCK))
    game.play(bot.choose(view, legal, Budget(), LUCK), legal[0])  # wrong: arg-type
    judgement("greedy", game, view, legal, LUCK)
    judgement("greedy", game, state, legal, LUCK)  # wrong: arg-type
    _ = thinker.choose(game, "greedy", view, legal)
    _ = thinker.choose(game, "greedy", state, legal)  # wrong: arg-type
    _ = thinker.judge(game, "greedy", view)
    _ = thinker.judge(game, "greedy", state)  # wrong: arg-type


def looked_at(game: AnyGame, match: AnyMatch, action: GameAction, render: Renderer) -> None:
    view, state = match.view(0), match.state
    game.encode(view)
    game.encode(state)  # wrong: arg-type
    game.imagine(view, LUCK)
    game.imagine(state, LUCK)  # wrong: arg-type
    game.why_not(view, ("slot:1",))
    game.why_not(state, ("slot:1",))  # wrong: arg-type
    game.caution(view, action)
    game.caution(state, action)  # wrong: arg-type
    preview(game, view, action)
    preview(game, state, action)  # wrong: arg-type
    render(view)
    render(state)  # wrong: arg-type


def on_the_line(match: AnyMatch, scene: Scene) -> None:
    """What a browser or a bot elsewhere is told."""
    view, state, legal = match.view(0), match.state, match.legal(0)
    Scene(game=match.game, language="en", status="", view=view, chairs=())
    Scene(game=match.game, language="en", status="", view=state, chairs=())  # wrong: arg-type
    scenes.offer(scene, legal[0])
    scenes.offer(scene, state)  # wrong: arg-type
    Sight(1, "", "", 1, "", 2, {}, _written(view), (_written(legal[0]),))
    Sight(1, "", "", 1, "", 2, {}, _written(state), ())  # wrong: arg-type
    Sight(1, "", "", 1, "", 2, {}, state, ())  # wrong: arg-type


# --- and a view is no whole state ---------------------------------------------------------------


def concealed_once(game: AnyGame, match: AnyMatch, action: GameAction) -> None:
    view, state = match.view(0), match.state
    game.conceal(state, 0)
    game.conceal(view, 0)  # wrong: arg-type
    game.conceal_action(state, action, 0)
    game.conceal_action(view, action, 0)  # wrong: arg-type
    game.scramble(state, 0, LUCK)
    game.scramble(view, 0, LUCK)  # wrong: arg-type
    game.play(state, action)
    game.play(view, action)  # wrong: arg-type
    game.legal(state)
    game.legal(view)  # wrong: arg-type
    game.outcome(state)
    game.outcome(view)  # wrong: arg-type
    game.steps(state, action)
    game.steps(view, action)  # wrong: arg-type
    watch(game, game.steps(state, action), 0)
    watch(game, watch(game, game.steps(state, action), 0), 0)  # wrong: arg-type
    for happening in match.happenings():
        told = conceal(game, happening, 0)
        conceal(game, told, 0)  # wrong: arg-type
        conceal(game, happening.entry, 0)  # wrong: arg-type
    match.tell(match.happenings(), 0)
    match.tell(match.sightings(0), 0)  # wrong: arg-type
    match.tell(match.entries, 0)  # wrong: arg-type
    View(0, view.seen)
    View(0, view)  # wrong: type-var
    show(match)
    show(view)
    show(action)  # wrong: arg-type


def judged(evaluate: Evaluate, view: AnyView) -> None:
    evaluate(view.seen, 0)
    evaluate(view, 0)  # wrong: arg-type


# --- a state, an action, an event and an entry of the log are four things -----------------------


def as_it_happened(words: AnyWords, happening: AnyHappening, told: AnyTold) -> None:
    entry, sightings = told
    words.ask(sightings[-1].view)
    words.ask(happening.before)  # wrong: arg-type
    words.ask(happening.steps[-1].state)  # wrong: arg-type
    words.event(sightings[-1].event, NAMES, 0)
    words.event(entry, NAMES, 0)  # wrong: arg-type
    words.event(sightings[-1].view.seen, NAMES, 0)  # wrong: arg-type


def in_the_log(game: AnyGame, words: AnyWords, entry: AnyEntry) -> None:
    if isinstance(entry.body, TableEvent):
        game.notation(entry.body)  # wrong: arg-type
    else:
        game.notation(entry.body)
        words.event(entry.body, NAMES, None)  # wrong: arg-type


def kept_apart(match: AnyMatch, sighting: AnySighting, board: AnyBoard, words: AnyWords) -> None:
    game, state, action, event = match.game, match.state, match.legal(0)[0], sighting.event
    match.choose(0, action)
    match.choose(0, state)  # wrong: arg-type
    match.choose(0, event)  # wrong: arg-type
    match.choose(action, action)  # wrong: arg-type
    match.view(0)
    match.view(state)  # wrong: arg-type
    match.apply(action)
    match.apply(event)  # wrong: arg-type
    game.notation(action)
    game.notation(match.entries[-1])  # wrong: arg-type
    game.index(action)
    game.index(state)  # wrong: arg-type
    game.conceal_event(event, 0)
    game.conceal_event(action, 0)  # wrong: arg-type
    game.conceal_event(state, 0)  # wrong: arg-type
    words.event(event, NAMES, 0)
    words.event(sighting, NAMES, 0)  # wrong: arg-type
    words.event(action, NAMES, 0)  # wrong: arg-type
    words.event(state, NAMES, 0)  # wrong: arg-type
    board.about(event)
    board.about(state)  # wrong: arg-type
    board.beat(event)
    board.beat(state)  # wrong: arg-type
    board.beat(action)  # wrong: arg-type
    board.motions(sighting.view, event, sighting.view)
    board.motions(state, event, sighting.view)  # wrong: arg-type
    board.motions(sighting.view, event, state)  # wrong: arg-type
    board.motions(sighting.view, action, sighting.view)  # wrong: arg-type


def kept(recording: Recording, state: GameState) -> Sequence[AnyEntry]:
    views: tuple[AnyView, ...] = recording.views
    views = (*views, View(0, state))
    views = (*views, state)  # wrong: arg-type
    return recording.entries


# --- one game's things do not get into another's -------------------------------------------------


def of_one_game(board: PiedPiperBoard, cards: View[piper.State], town: View[thieves.State]) -> None:
    board.parts(cards, NAMES)
    board.parts(town, NAMES)  # wrong: arg-type
    board.parts(cards.seen, NAMES)  # wrong: arg-type
    board.words.part(cards, "slot:1")
    board.words.part(cards.seen, "slot:1")  # wrong: arg-type
    PIPER.encode(cards)
    PIPER.encode(town)  # wrong: arg-type
    PIPER.legal(cards.seen)
    PIPER.legal(town.seen)  # wrong: arg-type
    PIPER.play(cards.seen, piper.GoFirst(0))
    PIPER.play(cards.seen, thieves.Pass())  # wrong: arg-type
    anybody: AnyView = cards  # a view only gives away, so one of a game is one of any
    cards = anybody  # wrong: assignment


def of_any_game(
    game: AnyGame,
    match: AnyMatch,
    board: AnyBoard,
    words: AnyWords,
    own_match: Match[piper.State, piper.Action],
    own_words: PiedPiperWords,
) -> None:
    """What takes something in must know its game: those of any game come from the shelf."""
    match = Match(game, match.header, match.seal)
    match = own_match  # wrong: assignment
    game = match.game
    game = PIPER  # wrong: assignment
    words = game_words(game, "en")
    words = own_words  # wrong: assignment
    board = game_board(game, "en")
    board = PiedPiperBoard(own_words)  # wrong: assignment
    board.cover()
    PiedPiperBoard(words)  # wrong: arg-type
