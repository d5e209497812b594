"""What the commands that play many matches share: where they are played, and how far they are.

Progress goes to the standard error, results to the standard output.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from ratskeller.arena.pools import NoRay, Pool, Progress, check_ray, pool_of, ray_pool
from ratskeller.cli import choices
from ratskeller.cli.mistakes import Mistake
from ratskeller.words.platform_words import PlatformWords


def pool_for(say: PlatformWords, jobs: str, ray: str | None) -> AbstractContextManager[Pool]:
    """So many processes here, or a Ray cluster."""
    count = choices.whole_number(say, "--jobs", jobs)
    if ray is None:
        return pool_of(count)
    try:
        check_ray(ray)
    except NoRay:
        raise Mistake(
            say._(
                "--ray needs a library that is not installed: {command}.",
                command="pip install 'ratskeller[ray]'",
            )
        ) from None
    except ConnectionError:
        raise Mistake(_no_cluster(say)) from None
    return ray_pool(ray, count)


@contextmanager
def at_work(
    say: PlatformWords, label: str, total: int, pool: AbstractContextManager[Pool]
) -> Iterator[tuple[Pool, Progress]]:
    """The pool at work, with a bar on the standard error while a terminal is there to see it."""
    console = Console(stderr=True)
    what = TextColumn("{task.description}")
    columns = (what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Bar(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(label, total=total)
    try:
        with bar, pool as workers:
            yield workers, lambda done: bar.advance(task, done)
    except ConnectionError:  # a cluster that answered a moment ago
        raise Mistake(_no_cluster(say)) from None


def _no_cluster(say: PlatformWords) -> str:
    return say._("No Ray cluster answers at that address.")
