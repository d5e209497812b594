"""Ratzentanz for many matches at once: a match is where its rats and its chips are."""

from __future__ import annotations

from ratskeller.games.ratzentanz.batch.engine import RatzentanzBatch

ENGINE = RatzentanzBatch
