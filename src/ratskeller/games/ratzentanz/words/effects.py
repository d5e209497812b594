"""What will happen, told to one reader before a choice is made.

Nothing is hidden in this game, so an action can be played up to the next choice or the end of the
turn. Told is what it does to rats, which places close or open, and what the nests gain and lose.
"""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.core.game import Game, Step, View, foresee
from ratskeller.games.ratzentanz.rules.chips import collected, kinds_in
from ratskeller.games.ratzentanz.rules.state import (
    MOVE,
    NOWHERE,
    RATS,
    TAKE,
    Action,
    Born,
    CatPut,
    Evicted,
    FlutePlayed,
    GameOver,
    Lapsed,
    Lost,
    Mirrored,
    Passed,
    PiperPut,
    Square,
    State,
    Stored,
    Take,
    Walk,
)
from ratskeller.games.ratzentanz.words.narration import Narrator
from ratskeller.words.phrases import sentence

# What a player wants to foresee. Where the rat goes and what it takes stands in the label already.
_FORESEEN = (Lapsed, Passed, Mirrored, Stored, Lost, FlutePlayed, Born, Evicted)


class Foreteller(Narrator):
    """Tells what an action will do."""

    def foresee(self, game: Game[State, Action], view: View[State], action: Action) -> list[str]:
        """What an action does up to the next choice or the end of the turn: nothing is hidden."""
        lines: list[str] = []
        state = before = view.seen
        for step in foresee(game, view, action):
            lines += self._effect(game, before, step)
            before = step.state
        lines.append(self._outlook(state, action, before))
        return [line for line in lines if line]

    def _effect(self, game: Game[State, Action], before: State, step: Step[State]) -> list[str]:
        event, after = step.event, step.state
        match event:
            case GameOver():
                outcome = game.outcome(after)
                return [self.ending(outcome, after)] if outcome else []
            case CatPut(start, to):
                rats = self.rats_at(after, to)
                locked = self._("Locked in: {rats}.", rats=rats) if rats else ""
                return [locked, self._open_again([start] if start != NOWHERE else [])]
            case PiperPut(start, to):
                places = self.places(self.behind(to))
                closed = self._("Closed: {places}.", places=places) if places else ""
                return [closed, self._open_again(self.behind(start))]
        told = [self.tell(event)] if isinstance(event, _FORESEEN) else []
        nests = self._nests(before, after)
        if isinstance(event, Stored) and not nests:
            return [*told, self._("That kind is there already and does not count again.")]
        return [*told, *nests]

    def _nests(self, before: State, after: State) -> list[str]:
        """What the nests gain and lose by a step."""
        if before.lying is after.lying:
            return []
        ground = self.nouns.ground
        counts = zip(collected(ground, before), collected(ground, after), strict=True)
        return [
            sentence(
                self._(
                    "{nest}: {old} → {new} of {needed} kinds.",
                    nest=self.place(ground.homes[after.seats][seat]).name,
                    old=old,
                    new=new,
                    needed=after.options.kinds,
                )
            )
            for seat, (old, new) in enumerate(counts)
            if old != new
        ]

    def _open_again(self, squares: Sequence[Square]) -> str:
        return self._("Open again: {places}.", places=self.places(squares)) if squares else ""

    def _outlook(self, before: State, action: Action, after: State) -> str:
        """What the mover may go on with."""
        if after.phase == TAKE and isinstance(action, Walk):
            here = after.lying[after.at[after.seat * RATS + after.hand - 1]]
            foods = self.either([self.nouns.food("object", kind) for kind in kinds_in(here)])
            return self._("Then you may take {foods}.", foods=foods)
        if after.phase == MOVE and after.runs and isinstance(action, Walk):
            return self._("Then this rat may run on.")
        if isinstance(action, Take) and action.kind and before.runs and after.phase == MOVE:
            return self._("Then this rat does not run on.")
        return ""
