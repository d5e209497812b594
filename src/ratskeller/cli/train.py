"""`ratskeller train`: a network learns a game by playing against itself."""

from __future__ import annotations

import sys
from pathlib import Path

from ratskeller.cli import choices
from ratskeller.cli.mistakes import Mistake
from ratskeller.words.platform_words import PlatformWords


def train(say: PlatformWords, game_id: str, seats: str | None, minutes: str, out: Path) -> int:
    """Train for so many minutes in all; the same command goes on where it stopped."""
    game = choices.game_of(say, game_id)
    count, _ = choices.setting_of(say, game, seats, [], [])
    spent = choices.whole_number(say, "--minutes", minutes)
    try:
        from ratskeller.learn.recipe import recipe_of  # noqa: PLC0415  (it needs JAX)
        from ratskeller.learn.trainer import Progress, RunMismatch, Trainer  # noqa: PLC0415

        trainer = Trainer(game, count, recipe_of(game), out)
    except ModuleNotFoundError as missing:
        if "batch" in (missing.name or ""):
            raise Mistake(
                say._(
                    "There is no engine yet that plays many matches of {game} at once.",
                    game=game.meta.title,
                )
            ) from None
        raise Mistake(
            say._(
                "Training needs a library that is not installed: {command}.",
                command="pip install 'ratskeller[learn]'",
            )
        ) from None

    def tell(progress: Progress) -> None:
        line = (
            f"{progress.share:4.0%}  {progress.iteration}  {progress.seconds:.0f} s  "
            f"{progress.decisions_a_second / 1e6:.2f} M/s  value {float(progress.report.value_loss):.4f}  "
            f"entropy {float(progress.report.entropy):.3f}"
        )
        end = "\n"
        if progress.against_random == progress.against_random:  # it was looked at
            line += f"  random {progress.against_random:+.3f}  past {progress.against_past:+.3f}"
        elif sys.stderr.isatty():
            end = "\r"
        else:
            return
        print(line, end=end, file=sys.stderr, flush=True)

    try:
        trainer.train(minutes=spent, tell=tell)
    except RunMismatch as problem:
        raise Mistake(str(problem)) from None
    print(out / "weights.npz")
    return 0
