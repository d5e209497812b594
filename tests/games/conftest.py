"""A game's words in every language, for the tests in its folder."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from ratskeller.words import LANGUAGES


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Any:
    game_id = request.path.parent.name
    return import_module(f"tests.games.{game_id}.speakers").WORDS[request.param]
