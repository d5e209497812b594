"""Positions of Ratzentanz that random play would not come to in a thousand turns.

Rats, chips, Piper and cat are strewn over the town, mostly where rules meet: in nests, storerooms, at canals
and on stairs. Nobody has won yet, but mostly somebody is about to. Then the dice are thrown, one time in two
a 2x.
"""

from __future__ import annotations

import random

import msgspec

from ratskeller.core.game import CHANCE, GameState
from ratskeller.games.ratzentanz import Ratzentanz
from ratskeller.games.ratzentanz.rules.chips import ONE, variety
from ratskeller.games.ratzentanz.rules.state import (
    DOUBLE,
    KINDS,
    NO_CHIP,
    NO_RAT,
    NOWHERE,
    RATS,
    SYMBOLS,
    THROW,
    State,
    Throw,
)
from ratskeller.games.ratzentanz.rules.walks import PACE_BITS
from tests.batch.replays import Change


def strewn(game: Ratzentanz, seed: int) -> Change:
    """Puts everything somewhere else; each call another way."""
    rng = random.Random(seed)

    def change(state: GameState) -> GameState:
        assert isinstance(state, State)
        state = _Strewing(game, state, rng).done()
        while game.to_act(state) == CHANCE:
            symbol = DOUBLE if rng.random() < 0.5 else rng.choice(SYMBOLS)
            state = game.play(state, Throw(rng.randint(1, 6), symbol))
        return state

    return change


def alone(game: Ratzentanz, seed: int) -> Change:
    """The mover has one rat, a 2x, and a way to a canal or to stairs, and food lies on all of them: only
    running on uses the whole 2x.
    """
    rng, ground = random.Random(seed), game.ground
    walks, shafts = ground.walks["no_square_twice"], [*ground.canals, *ground.stairs]
    spots = [
        (square, number)
        for square in range(len(ground.town.names))
        for number in range(1, 7)
        if ground.alley[square]
        and not walks[square << PACE_BITS | number].ends.keys().isdisjoint(shafts)
    ]

    def change(state: GameState) -> GameState:
        assert isinstance(state, State)
        square, number = rng.choice(spots)
        at, lying = list(state.at), list(state.lying)
        first = state.seat * RATS
        at[first : first + RATS] = [square] + [NOWHERE] * (RATS - 1)
        for place, shaft in enumerate(shafts):
            kind = place % KINDS + 1
            lying[shaft] += ONE[kind]
            lying[ground.town.storeroom(kind)] -= ONE[kind]
        left = msgspec.structs.replace(state, phase=THROW, at=tuple(at), lying=tuple(lying))
        return game.play(left, Throw(number, DOUBLE))

    return change


class _Strewing:
    def __init__(self, game: Ratzentanz, state: State, rng: random.Random) -> None:
        self.state, self.rng, self.ground = state, rng, game.ground
        self.town, self.homes = self.ground.town, self.ground.homes[state.seats]
        self.at = [NOWHERE if rng.random() < 0.3 else self.somewhere() for _ in state.at]
        if rng.random() < 0.5:  # few rats: then a 2x is hard to use
            self.at = [square if rng.random() < 0.3 else NOWHERE for square in self.at]
        self.load = [NO_CHIP] * len(self.at)
        self.lying = [0] * len(self.town.names)

    def done(self) -> State:
        rng, ground = self.rng, self.ground
        chips = [k for k in range(1, KINDS + 1) for _ in range(ground.box.chips[self.state.seats])]
        rng.shuffle(chips)
        if rng.random() < 0.7:
            self.nearly_won(chips)
        for kind in chips:
            self.strew(kind)
        posts = [post for post in ground.post_of if post not in self.at]
        near = [post for post in posts if any(n in self.at for n in self.town.links[post])]
        piper = rng.choice(near if near and rng.random() < 0.6 else posts)
        return msgspec.structs.replace(
            self.state,
            phase=THROW,
            at=tuple(self.at),
            load=tuple(self.load),
            lying=tuple(self.lying),
            piper=piper if rng.random() < 0.85 else NOWHERE,
            cat=rng.choice(ground.storerooms) if rng.random() < 0.85 else NOWHERE,
            used=NO_RAT,
            hand=NO_RAT,
            runs=False,
        )

    def somewhere(self) -> int:
        town, ground = self.town, self.ground
        special = [*town.nests, *ground.storerooms, *ground.canals, *(2 * town.stairs)]
        return self.rng.choice(special if self.rng.random() < 0.6 else range(len(town.names)))

    def nearly_won(self, chips: list[int]) -> None:
        """The mover lacks one kind, and its rats sit on it, two steps from home."""
        seat = self.state.seat
        home = self.homes[seat]
        gate = self.town.links[home][0]
        ways = [square for square in self.town.links[gate] if square != home]
        kinds = self.rng.sample(range(1, KINDS + 1), self.state.options.kinds)
        for kind in kinds[1:]:
            chips.remove(kind)
            self.lying[home] += ONE[kind]
        for rat in self.rng.sample(range(RATS), 2):
            self.at[seat * RATS + rat] = self.rng.choice(ways)
            chips.remove(kinds[0])
            self.load[seat * RATS + rat] = kinds[0]

    def strew(self, kind: int) -> None:
        rng = self.rng
        bare = [
            rat
            for rat, square in enumerate(self.at)
            if square >= 0 and not self.load[rat] and square != self.homes[rat // RATS]
        ]
        if bare and rng.random() < 0.4:
            self.load[rng.choice(bare)] = kind
            return
        square = rng.choice(self.homes) if rng.random() < 0.4 else self.somewhere()
        if square in self.homes:
            if variety(self.lying[square] + ONE[kind]) >= self.state.options.kinds:
                square = self.town.storeroom(kind)
        self.lying[square] += ONE[kind]
