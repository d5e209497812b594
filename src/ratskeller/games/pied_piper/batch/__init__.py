"""The Pied Piper for many matches at once: a match is some thirty whole numbers."""

from __future__ import annotations

from ratskeller.games.pied_piper.batch.engine import PiedPiperBatch

ENGINE = PiedPiperBatch
