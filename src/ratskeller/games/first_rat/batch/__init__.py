"""First Rat for many matches at once: the rows of the seats, and masks of spaces."""

from __future__ import annotations

from ratskeller.games.first_rat.batch.engine import FirstRatBatch

ENGINE = FirstRatBatch
