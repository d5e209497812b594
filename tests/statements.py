"""`@statement("S12")` says which statement of the experience a test holds."""

from __future__ import annotations

import pytest


def statement(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as the proof of these statements."""
    return pytest.mark.statement(*ids)
