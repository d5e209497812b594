"""The board is that of the first version."""

from tests.crumbs.draw import BOARD

__all__ = ["BOARD"]
