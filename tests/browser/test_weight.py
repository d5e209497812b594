"""What a page weighs over the wire."""

from __future__ import annotations

import pytest
from playwright.sync_api import Response

from tests.browser.conftest import House, Invite
from tests.browser.prepared import over, prepare

pytestmark = pytest.mark.new_windows

PAGE = 150_000
SCRIPT = 45_000
BOTS = ("random", "random", "random", "random")


@pytest.mark.parametrize("page", ["front", "table", "replay", "new", "rules"])
def test_a_page_is_light(house: House, invite: Invite, page: str) -> None:
    ada = invite(settings={"language": "de"})
    table = prepare(house, ada, *BOTS)
    finished = prepare(house, ada, *BOTS, wanted=over)
    paths = {"front": "/", "table": table, "replay": f"{finished}/1", "new": "/new/pied_piper"}
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    ada.page.on("response", note)
    ada.open(paths.get(page, "/rules/pied_piper"))
    ada.page.wait_for_load_state("networkidle")
    sizes = {one.url.rpartition("/")[2]: one.request.sizes()["responseBodySize"] for one in answers}
    scripts = {name: size for name, size in sizes.items() if name.endswith(".js")}
    assert sum(sizes.values()) < PAGE, sizes
    assert sum(scripts.values()) <= SCRIPT, scripts
    print(page, sum(sizes.values()), "bytes over the wire,", sum(scripts.values()), "of script")
