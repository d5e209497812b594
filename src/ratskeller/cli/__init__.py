"""The `ratskeller` command.

Only what a command needs is imported: the list of games is there before Rich would be loaded.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from ratskeller.bots import BotFailed
from ratskeller.bots.network import think_in_one_thread
from ratskeller.cli.mistakes import Mistake
from ratskeller.words import NAMES, UnknownLanguage, find_language, language_of_environment
from ratskeller.words.platform_words import PlatformWords, platform_words

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

_LANGUAGE: Final = "--lang"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status. Bad input is told in one sentence, with status 2."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    think_in_one_thread()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal without rats shows question marks
            stream.reconfigure(errors="replace")
    try:
        say = speaker_of(given)
        from ratskeller.cli import app  # noqa: PLC0415  Typer, with its help in that language

        return app.run(given, say)
    except Mistake as mistake:
        print(mistake.sentence, file=sys.stderr)
        return BAD_INPUT
    except BotFailed as failed:
        problem = str(failed)
        print(say._("A bot of your own has failed: {problem}.", problem=problem), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # somebody looked at the first lines only, with `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def speaker_of(arguments: list[str]) -> PlatformWords:
    """Take `--lang TAG` out of the arguments, wherever it stands, and speak that language.

    Without it the environment decides.
    """
    say = platform_words(language_of_environment())
    for place, argument in enumerate(arguments):
        option, equals, tag = argument.partition("=")
        if option != _LANGUAGE:
            continue
        if not equals:
            tag = "".join(arguments[place + 1 : place + 2])
        del arguments[place : place + (1 if equals else 2)]
        try:
            return platform_words(find_language(tag))
        except UnknownLanguage:
            known = say.either([f"{language} ({name})" for language, name in NAMES.items()])
            raise Mistake(
                say._("There is no language “{tag}”. Choose {known}.", tag=tag, known=known)
            ) from None
    return say
