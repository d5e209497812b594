"""Match files: what is saved comes back, what is damaged is named, what is sealed checks."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import ratskeller
from ratskeller import games
from ratskeller.core.archive import Recording, read, verify
from ratskeller.core.match import LUCK, AnyMatch, BadFile, Match, TakenBack
from ratskeller.games.pied_piper.rules.state import State
from tests.core.test_match import new, play_on
from tests.kinds import as_a

SMALL = "[action_cards]\nforward=6\ndouble=4\nback=6\nsewer=2\nplus=2\nmelody=2\n"
EDITED = SMALL + "[character_cards]\nrat=3\npiper=3\n"


def again(content: bytes) -> AnyMatch:
    match = read(content, games.find)
    assert isinstance(match, Match)
    return match


def finished() -> AnyMatch:
    match = new(secret=True)
    play_on(match, random.Random(4))
    return match


def running() -> AnyMatch:
    match = new(secret=True)
    play_on(match, random.Random(4), decisions=9)
    return match


def test_a_saved_match_goes_on_where_it_stopped() -> None:
    match = running()
    copy = again(match.to_bytes())
    assert copy.state == match.state
    assert copy.drafted == match.drafted
    play_on(match, random.Random(8))
    play_on(copy, random.Random(8))
    assert copy.to_bytes() == match.to_bytes()


def test_a_draft_and_a_held_action_are_saved_too() -> None:
    match = new()
    play_on(match, random.Random(1), decisions=1)
    seat = match.to_act
    assert seat is not None
    match.choose(seat, match.legal(seat)[0], hold=True)
    assert again(match.to_bytes()).drafted == match.drafted
    match.choose(seat, match.legal(seat)[0], hold=True)
    copy = again(match.to_bytes())
    assert copy.awaits_commit
    assert copy.view(seat) == match.view(seat)


def test_an_export_of_a_running_match_is_the_exporters_view_of_it() -> None:
    match = running()
    assert match.seal is not None
    for viewer in (None, 0, 1, 2):
        content = match.export(viewer)
        assert match.seal.seed.encode() not in content
        recording = read(content, games.find)
        assert isinstance(recording, Recording)
        assert recording.viewer == viewer
        assert recording.views[-1] == match.game.conceal(match.state, viewer)
        assert len(recording.entries) == len(match.entries)


def test_an_export_tells_nothing_that_the_exporter_may_not_know() -> None:
    """Change every secret of the last position: the exported last view stays the same bytes."""
    match = running()
    rng = random.Random(1)
    for viewer in (None, 0, 1, 2):
        other = match.game.scramble(match.state, viewer, rng)
        assert match.game.conceal(other, viewer) == match.game.conceal(match.state, viewer)


def test_an_export_of_a_finished_match_holds_everything_and_verifies() -> None:
    match = finished()
    copy = again(match.export(0))
    assert copy.state == match.state
    result = verify(copy)
    assert not result.problems
    assert result.draws == sum(entry.by == "chance" for entry in match.entries)


def test_edited_data_travels_with_the_match() -> None:
    game = type(games.find("pied_piper"))(EDITED)
    match = Match.begin(
        game,
        2,
        game.meta.options(),
        [ratskeller.Player("Ann"), ratskeller.Player("Ben")],
        ratskeller.seal_of(2, seed=3),
    )
    play_on(match, random.Random(1))
    copy = again(match.to_bytes())
    assert copy.state == match.state
    assert sum(as_a(State, copy.state).box.actions) == 22


def test_a_match_of_newer_rules_opens_read_only_and_says_why() -> None:
    file = json.loads(running().to_bytes())
    file["header"]["rules_version"] = 99
    recording = read(json.dumps(file).encode(), games.find)
    assert isinstance(recording, Recording)
    assert "rules version 99" in recording.why


def break_entry(file: dict[str, Any]) -> None:
    entry = next(e for e in file["entries"] if e["body"]["type"] == "place")
    entry["body"] = {"type": "go_first", "slot": 0}


def break_draw(file: dict[str, Any]) -> None:
    entry = next(e for e in file["entries"] if e["body"]["type"] == "draw")
    entry["body"]["card"] = 6


def lose_entry(file: dict[str, Any]) -> None:
    del file["entries"][5]


def steal_turn(file: dict[str, Any]) -> None:
    entry = next(e for e in file["entries"] if e["body"]["type"] == "place")
    entry["seat"] = 2


def lose_data(file: dict[str, Any]) -> None:
    file["header"].update(data="", data_hash="00" * 32)


def change_field(*path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(file: dict[str, Any]) -> None:
        place = file
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (break_entry, "not a legal action"),
        (break_draw, "could not have drawn"),
        (lose_entry, "entry 6 is missing"),
        (steal_turn, "turn, not seat 2's"),
        (change_field("format", value=9), "format 9"),
        (change_field("header", "game", value="chess"), "no game “chess”"),
        (change_field("header", "seats", value=9), "refused by PP-62"),
        (change_field("header", "options", value={"roof": 9}), "options in the file"),
        (change_field("header", "players", value=[]), "as many players"),
        (change_field("header", "data", value="[action_cards]"), "the data in the file"),
        (change_field("header", "data", value=EDITED), "does not match its hash"),
        (change_field("header", "data_hash", value="00" * 32), "does not match its hash"),
        (lose_data, "another data file"),
        (change_field("header", "rules_version", value=0), ">= 1"),
        (change_field("seed", value="xyz"), "not a hexadecimal"),
        (change_field("entries", value=[]), "who sits where"),
        (change_field("draft", value=[{"type": "go_first", "slot": 3}]), "draft"),
    ],
)
def test_a_damaged_file_is_refused_with_what_is_wrong(
    damage: Callable[[dict[str, Any]], None], says: str
) -> None:
    file = json.loads(running().to_bytes())
    damage(file)
    with pytest.raises(BadFile, match=says):
        read(json.dumps(file).encode(), games.find)


@pytest.mark.parametrize("content", [b"", b"hello", b"{}", b"\xff\xfe", b"[1, 2"])
def test_what_is_no_match_file_is_called_so(content: bytes) -> None:
    with pytest.raises(BadFile, match="not a whole match file"):
        read(content, games.find)


def test_a_cut_off_file_is_refused() -> None:
    content = running().to_bytes()
    with pytest.raises(BadFile):
        read(content[: len(content) // 2], games.find)


def test_a_changed_draw_breaks_the_seal() -> None:
    """A possible draw in place of the true one, with the rest of the log still legal."""
    match = finished()
    file = json.loads(match.export(None))
    found = 0
    for number, entry in enumerate(match.entries):
        if entry.body.__class__.__name__ != "TurnUp":
            continue
        changed = json.loads(json.dumps(file))
        figure = changed["entries"][number]["body"]["figure"]
        changed["entries"][number]["body"]["figure"] = (figure + 1) % 6
        try:
            copy = again(json.dumps(changed).encode())
        except BadFile:
            continue
        found += 1
        assert any(f"entry {number + 1}" in problem for problem in verify(copy).problems)
    assert found, "no draw of this match could be exchanged"


def test_another_seed_or_seating_breaks_the_seal() -> None:
    file = json.loads(finished().export(None))
    file["seed"] = "00" * 32
    problems = verify(again(json.dumps(file).encode())).problems
    assert any("published before" in problem for problem in problems)
    file = json.loads(finished().export(None))
    order = file["entries"][0]["body"]["order"]
    file["entries"][0]["body"]["order"] = [order[1], order[0], order[2]]
    problems = verify(again(json.dumps(file).encode())).problems
    assert problems == ("entry 1: the seats are not those that were drawn",)


def test_what_was_drawn_does_not_come_again_after_the_match_was_taken_back() -> None:
    """The same choices from the same position, once as it was, and after the house has cut the log there."""
    match = running()
    log, drawn = match.to_bytes(), []
    for times in (0, 1, 2):
        branch = again(log)
        if times:
            branch.note(TakenBack(times), None)
        play_on(branch, random.Random(8), decisions=20)
        assert not verify(again(branch.to_bytes())).problems
        luck = [entry.body for entry in branch.entries[len(match.entries) :] if entry.by == LUCK]
        assert luck
        drawn.append(luck)
    assert drawn[0] != drawn[1] != drawn[2] != drawn[0]


def test_a_log_says_how_often_it_was_taken_back_and_never_less_often() -> None:
    match = finished()
    file = json.loads(match.export(None))
    at = next(number for number, entry in enumerate(match.entries, 1) if entry.by == "person")
    event = {"number": 0, "time": 0, "seat": None, "by": "table"}
    for times, problem in (((1,), "was due"), ((2, 1), "as often before"), ((0,), "times")):
        forged = json.loads(json.dumps(file))
        bodies = [{"type": "taken_back", "times": number} for number in times]
        forged["entries"][at:at] = [{**event, "body": body} for body in bodies]
        for number, entry in enumerate(forged["entries"], 1):
            entry["number"] = number
        try:
            found = "; ".join(verify(again(json.dumps(forged).encode())).problems)
        except BadFile as no:
            found = str(no)
        assert problem in found
