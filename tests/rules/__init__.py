"""Tests that carry the rules, one folder a game. `@rule("PP-23")` says which rule a test holds."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as carrying these rule ids; `make rules` lists rules that no test carries."""
    return pytest.mark.rule(*ids)
