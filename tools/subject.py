"""Is the subject of a commit message fit to be read in a list? A hook for `commit-msg`.

python tools/subject.py .git/COMMIT_EDITMSG
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

LONGEST: Final = 71  # a line of `git log --oneline` fits into 80 columns


def complaint(message: str) -> str | None:
    """What is wrong with the first lines of a message; None if nothing is."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if not subject.strip():
        return "The first line of the message is empty; it should say what the change does."
    if len(subject) > LONGEST:
        return f"The subject has {len(subject)} characters; {LONGEST} fit. The reasons go below it."
    if len(lines) > 1 and lines[1].strip():
        return "A blank line is missing between the subject and the rest."
    return None


def main(file: str) -> int:
    wrong = complaint(Path(file).read_text("utf-8"))
    if wrong:
        print(wrong, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
