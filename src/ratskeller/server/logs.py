"""The log of the process, for people or as lines of JSON for programs.

A line may name a table, by its id. It never holds a hand, a token or a seed: entries and rows are not
logged, and the store hides the values of a statement that failed (`store._engine`).
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Final

PLAIN: Final = "text"
LINES: Final = "json"
FORMATS: Final = (PLAIN, LINES)
_FIELDS: Final = ("table", "entries", "milliseconds")
"""What a record may carry besides its sentence."""


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: str) -> None:
    """People read what went wrong; programs read what happened, too."""
    handler = logging.StreamHandler(sys.stderr)
    if form == LINES:
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("ratskeller").setLevel(logging.INFO if form == LINES else logging.WARNING)
