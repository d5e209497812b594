"""What lies in the town, named."""

from __future__ import annotations

import pytest

from ratskeller.core.game import Seat
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import State
from tests.games.ratzentanz.speakers import EN, NAMES
from tests.rules.ratzentanz.positions import do, doubled, number


def part(state: State, part_id: str, viewer: Seat | None = 0) -> str:
    return EN.part(GAME.conceal(state, viewer), part_id, NAMES[: state.seats])


def test_parts_say_what_lies_there_and_what_closes_it() -> None:
    rats = {"0.1": "b4*3", "0.2": "b4*3", "1.1": "b4", "1.2": "h2"}
    state = number(3, rats, lying={"a1": "1223", "b4": "55"}, piper="d4", cat="h2")
    assert part(state, "sq:b4") == (
        "Alley b4: 2 of your rats with cheese and a yellow rat; free chips: 2 × apples"
    )
    assert part(state, "sq:a1") == (
        "Your nest a1: free chips: grain, 2 × ham and cheese; 3 of 4 kinds"
    )
    assert part(state, "sq:a1", 1).startswith("The red nest a1 (Ada): ")
    assert part(state, "sq:h2") == "The storeroom of grain h2: guarded by the cat; a yellow rat"
    assert part(state, "sq:d4") == "Alley d4: the Pied Piper stands here"
    assert part(state, "sq:d5") == "The north-west canal entrance d5: closed by the Pied Piper"
    assert part(state, "sq:c7") == "The mill c7: one door"
    assert part(state, "sq:b1") == "The north-west gate b1: empty"
    assert part(state, "door:h2") == "The storeroom of grain: guarded by the cat"
    assert part(state, "door:c5") == "The storeroom of bread: the door is open"


def test_rats_chips_and_dice_are_parts() -> None:
    state = number(3, {"0.1": "b4*3", "0.2": "b4*3", "1.2": "h2"}, lying={"b4": "55"}, cat="h2")
    assert part(state, "rat:0.1") == "Your rat 1: in alley b4; with cheese; one of 2 alike"
    assert part(state, "rat:1.2") == ("Rat 2 (bo): in the storeroom of grain; locked in by the cat")
    assert part(state, "rat:0.5") == "Your rat 5: spare rat"
    assert part(state, "load:0.1") == "Your rat 1: cheese"
    assert part(state, "chip:b4.5") == "2 × apples in alley b4"
    assert part(state, "die:number") == "Number die: 3"
    assert part(state, "rim:dice") == "The dice: 3 and the flute"
    assert part(state, "rim:spare:0") == "Your spare rats: 3"
    assert part(state, "rim:spare:1") == "Spare rats (bo): 4"
    assert part(state, "rim:outside") == "Outside the town: the Pied Piper"
    assert part(state, "piper") == "The Pied Piper: outside the town"
    assert part(state, "cat") == "The cat guards the storeroom of grain"
    ran = do(doubled(2, {"0.1": "c4", "0.2": "k4"}), "1>d5>l9")
    assert part(ran, "rat:0.1").endswith("may run on")


@pytest.mark.parametrize("part_id", ["moon:1", "sq:z9", "rat:3.1", "door:a1", "btn:moon"])
def test_what_is_no_part_is_refused(part_id: str) -> None:
    with pytest.raises(ValueError, match="no part"):
        part(number(3, {"0.1": "b4"}), part_id)
