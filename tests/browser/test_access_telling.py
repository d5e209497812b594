"""What a page announces, and that it tells no secret (A13, A14)."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import msgspec
import pytest

from ratskeller import games
from ratskeller.core.game import CHANCE
from tests.browser.conftest import House, Invite
from tests.browser.prepared import at_turn, put
from tests.server.worlds import bodies_of, other_world, play_at_random
from tests.statements import statement

# --- hearing ---


@statement("A13")
@pytest.mark.parametrize(
    ("game", "speed"),
    [("pied_piper", "0"), ("pied_piper", "250"), ("first_rat", "0"), ("ratzentanz", "0")],
)
def test_moves_of_others_are_announced_once_and_the_own_turn_once(
    house: House, invite: Invite, game: str, speed: str
) -> None:
    ada = invite(settings={"speed": speed, "language": "en"})
    at_turn(house, ada, game=game)
    assert ada.heard("assertive") == [ada.look()["banner"]]
    before = ada.look()["log"]
    spoken, heard = len(ada.heard("polite")), len(ada.updates)
    theirs = ada.one("#log li[data-seat='1'], #log li[data-seat='2']")
    moved = theirs.count()
    while theirs.count() == moved:  # quick bots are done before anybody sees that they were to move
        if not ada.act():
            ada.page.wait_for_timeout(20)
    ada.wait_for(
        "() => document.querySelector('main.asked') || !document.getElementById('result').hidden"
    )
    polite = ada.heard("polite")[spoken:]
    lines = ada.one("#log li > a:not(.cite)").all_inner_texts()[before:]
    told = " ".join(polite)
    others = [line for line in lines if re.match(r"(Ben|Cleo) (places|walks|moves|throws)", line)]
    for line in others:
        assert told.count(line) == lines.count(line), line
    assert len(polite) <= len(ada.updates[heard:]) < len(lines), "a burst of moves is merged"
    begun = turns_begun(ada.updates[heard:])
    assert begun or ada.look()["over"]
    assert len(ada.heard("assertive")) == 1 + begun


def turns_begun(updates: list[str]) -> int:
    """How often I was asked anew: others moved in between, perhaps within the same update."""
    asked, turns = True, 0
    for update in map(json.loads, updates):
        asked = asked and all(line["seat"] in (None, 0) for line in update["log"])
        turns += update["now"]["asks"] and not asked
        asked = update["now"]["asks"]
    return turns


# --- secrets ---


@statement("A14", "S01")
@pytest.mark.parametrize("viewer", [0, None])
def test_two_secret_worlds_have_the_same_page(
    house: House, invite: Invite, viewer: int | None
) -> None:
    """What lies face down has no name, id, class or order of its own."""
    people = [invite() for _ in range(3)]
    watcher = invite() if viewer is None else people[viewer]
    match, other, cut = twins(viewer)
    pages = []
    for number, bodies in enumerate((bodies_of(match), other)):
        entries = [match.entries[0]] + [
            msgspec.structs.replace(entry, body=body)
            for entry, body in zip(match.entries[1 : cut + 1], bodies, strict=False)
        ]
        name = f"world{viewer}{number}"
        address = put(house, people, match, entries, table=name, over=False)
        watcher.open(address)
        watcher.seated()
        pages.append(
            [
                part.replace(name, "world").replace(name.upper(), "WORLD")
                for part in (
                    watcher.page.content(),
                    watcher.one("body").aria_snapshot(),
                    watcher.context.request.get(watcher.page.url).text(),
                )
            ]
        )
    assert bodies_of(match)[:cut] != other[:cut]
    assert pages[0] == pages[1]


def twins(viewer: int | None) -> tuple[Any, list[Any], int]:
    """A match with face-down cards, a world that the viewer cannot tell from it, and how many
    entries are to be played: then the worlds differ, and somebody is to choose.
    """
    game = games.find("pied_piper")
    for seed in range(200):
        rng = random.Random(seed)
        match = play_at_random(game, 3, game.meta.options(secret=True), rng)
        other = other_world(match, viewer, rng)
        if other is None:
            continue
        bodies = bodies_of(match)
        differ = [n for n, (one, two) in enumerate(zip(bodies, other, strict=True)) if one != two]
        for cut in range(differ[0] + 1, differ[-1] + 1):
            if game.to_act(match.state_at(cut + 1)) not in (CHANCE, None):
                return match, other, cut
    raise AssertionError("no twins found")
