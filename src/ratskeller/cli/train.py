"""`ratskeller train`: a network learns a game by playing against itself, or what open hands are worth by watching.

What is seen of it comes together here: how far the trainer is, what the yardstick finds meanwhile in other processes,
and the picture of both.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from ratskeller.arena.plots import NoPlots, check_plots, png
from ratskeller.arena.pools import usable_cores
from ratskeller.arena.yardstick import FILE, Reading, Yardstick, readings_in, yardstick
from ratskeller.bots.net import weights_of
from ratskeller.bots.weights import ForeignWeights
from ratskeller.cli import choices
from ratskeller.cli.app import MOST_RULERS
from ratskeller.cli.curve import curve_chart
from ratskeller.cli.mistakes import Mistake
from ratskeller.core.game import AnyGame
from ratskeller.games.parts import game_open_rows
from ratskeller.words.figures import percent
from ratskeller.words.platform_words import PlatformWords

if TYPE_CHECKING:
    from ratskeller.learn.trainer import Progress, Trainer

_PICTURE: Final = "curve.png"


class TrainWishes(Struct, frozen=True, kw_only=True):
    """What was asked for, as it was typed."""

    game: str
    seats: str | None
    minutes: str
    out: Path
    yardstick: str | None
    begin: Path | None
    open_hands: bool


def train(say: PlatformWords, wishes: TrainWishes) -> int:
    """Train for so many minutes in all; the same command goes on where it stopped."""
    game = choices.game_of(say, wishes.game)
    count, _ = choices.setting_of(say, game, wishes.seats, [], [])
    spent = choices.whole_number(say, "--minutes", wishes.minutes)
    jobs = _jobs(say, wishes)
    weights = wishes.out / "weights.npz"
    with _writing_into(say, wishes.out), ExitStack() as meanwhile:
        trainer = _trainer(say, game, count, wishes)
        watch = Watch(say, trainer)
        if jobs:
            watch.yardstick = meanwhile.enter_context(yardstick(game, count, weights, jobs))
        _train(say, trainer, spent, watch)
        print(weights)
        watch.end()
    return 0


@contextmanager
def _writing_into(say: PlatformWords, folder: Path) -> Iterator[None]:
    """A disk may be full, and a folder somebody else's."""
    try:
        yield
    except BrokenPipeError:  # that is whoever reads along
        raise
    except OSError:
        raise Mistake(say._("“{path}” cannot be written.", path=str(folder))) from None


def _jobs(say: PlatformWords, wishes: TrainWishes) -> int:
    """Processes of the yardstick."""
    text = wishes.yardstick
    asked = None if text is None else choices.whole_number(say, "--yardstick", text, 0)
    if not wishes.open_hands:
        return _idle() if asked is None else asked
    if asked:
        raise Mistake(
            say._(
                "A judge of open hands plays no matches that could be measured: leave {option} out.",
                option="--yardstick",
            )
        )
    return 0


def _idle() -> int:
    """Cores that training leaves alone, where it has a device of its own."""
    return min(usable_cores() - 1, MOST_RULERS)


def _trainer(say: PlatformWords, game: AnyGame, seats: int, wishes: TrainWishes) -> Trainer:
    watched = _watched(say, game, seats, wishes) if wishes.open_hands else None
    if wishes.begin and not wishes.begin.exists():
        raise Mistake(say._("There is no file “{path}”.", path=str(wishes.begin)))
    try:
        from ratskeller.learn.devices import UnevenMatches  # noqa: PLC0415  (it needs JAX)
        from ratskeller.learn.open_hands import OpenHandsTrainer  # noqa: PLC0415
        from ratskeller.learn.recipe import recipe_of  # noqa: PLC0415
        from ratskeller.learn.trainer import Trainer  # noqa: PLC0415
    except ModuleNotFoundError:
        raise Mistake(
            say._(
                "Training needs a library that is not installed: {command}.",
                command="pip install 'ratskeller[learn]'",
            )
        ) from None
    try:
        if watched:
            return OpenHandsTrainer(game, seats, recipe_of(game, seats), wishes.out, watched)
        return Trainer(game, seats, recipe_of(game, seats), wishes.out, begin=wishes.begin)
    except ForeignWeights as foreign:
        raise Mistake(
            say._(
                "“{file}” does not fit: {problem}.",
                file=str(watched or wishes.begin),
                problem=str(foreign),
            )
        ) from None
    except ModuleNotFoundError:
        raise Mistake(
            say._(
                "There is no engine yet that plays many matches of {game} at once.",
                game=choices.title_of(say, game),
            )
        ) from None
    except UnevenMatches as uneven:
        raise Mistake(
            say._(
                "{matches} matches cannot be shared out evenly among {count} devices: train on "
                "another number of them.",
                matches=uneven.matches,
                count=uneven.devices,
            )
        ) from None


def _watched(say: PlatformWords, game: AnyGame, seats: int, wishes: TrainWishes) -> Path:
    """The weights whose matches a judge of open hands learns from."""
    title = choices.title_of(say, game)
    if wishes.begin:
        raise Mistake(say._("--begin and --open-hands do not go together: choose one of them."))
    weights = weights_of(game) / f"{seats}.npz"
    if not weights.is_file():
        raise Mistake(
            say._(
                "No network for {count} seats comes with {game}, so there is nobody to watch.",
                count=seats,
                game=title,
            )
        )
    if game_open_rows(game) is None:
        raise Mistake(
            say._("Nothing is hidden in {game}: there are no hands to lay open.", game=title)
        )
    return weights


def _train(say: PlatformWords, trainer: Trainer, minutes: int, watch: Watch) -> None:
    from ratskeller.learn.trainer import (  # noqa: PLC0415  (it needs JAX)
        BrokenCheckpoint,
        RunMismatch,
    )

    try:
        trainer.train(minutes=minutes, tell=watch.tell, saved=watch.saved)
    except RunMismatch:
        raise Mistake(
            say._(
                "“{folder}” holds a run of another game or another recipe: name another folder.",
                folder=str(trainer.run),
            )
        ) from None
    except BrokenCheckpoint as broken:
        raise Mistake(
            say._(
                "“{path}” cannot be read: delete it to begin anew, or name another folder.",
                path=str(broken.file),
            )
        ) from None


class Watch:
    """What a person sees of a training."""

    def __init__(self, say: PlatformWords, trainer: Trainer) -> None:
        self.say, self.trainer = say, trainer
        self.yardstick: Yardstick | None = None
        self.draws = True
        try:
            check_plots()
        except NoPlots:
            self.draws = False
        self._newest = {reading.rival: reading for reading in readings_in(trainer.run / FILE)}

    def tell(self, progress: Progress) -> None:
        """A line every now and then and for what was found; on a terminal one that is always there."""
        found = self.yardstick.readings() if self.yardstick else []
        self._newest |= {reading.rival: reading for reading in found}
        stays = bool(found) or progress.iteration % self.trainer.recipe.yardstick == 0
        if stays or sys.stderr.isatty():
            end = "\n" if stays else "\r"
            print(self._line(progress), end=end, file=sys.stderr, flush=True)

    def _line(self, progress: Progress) -> str:
        """What is not a number was not looked at, or there is nothing to look at."""
        numbers = {
            "value": f"{float(progress.report.value_loss):.4f}",
            "entropy": f"{float(progress.report.entropy):.3f}",
            "random": f"{progress.against_random:+.3f}",
            "past": f"{progress.against_past:+.3f}",
        }
        return "  ".join(
            (
                f"{progress.share:4.0%}",
                f"{progress.iteration}",
                f"{progress.seconds:.0f} s",
                f"{progress.decisions_a_second / 1e6:.2f} M/s",
                *(f"{name} {text}" for name, text in numbers.items() if "nan" not in text),
                *(self._told(reading) for reading in self._newest.values()),
            )
        )

    def _told(self, reading: Reading) -> str:
        low, mean, high = (
            percent(part, self.say.language)
            for part in (reading.wins.low, reading.wins.mean, reading.wins.high)
        )
        return f"{reading.rival} {mean} [{low}, {high}] ({reading.iteration})"

    def saved(self, iteration: int) -> None:
        if self.yardstick:
            self.yardstick.show(iteration)
        self._draw()

    def _draw(self) -> None:
        if self.draws:
            run = self.trainer.run
            title = choices.title_of(self.say, self.trainer.game)
            chart = curve_chart(self.say, title, self.trainer.seats, run, readings_in(run / FILE))
            if chart:
                (run / _PICTURE).write_bytes(png(chart))

    def end(self) -> None:
        """What was found last; where the picture is, or how to get one; and why nobody looked any more. The
        yardstick's processes must still be there: whatever they were at would seem to have broken.
        """
        if found := self.yardstick.last_readings() if self.yardstick else []:
            self._mention("  ".join(self._told(reading) for reading in found))
            self._draw()
        picture = self.trainer.run / _PICTURE
        if self.draws and picture.exists():
            print(picture)
        elif not self.draws:
            self._mention(
                self.say._(
                    "The curve would be drawn, too, with a library that is not installed: {command}.",
                    command="pip install 'ratskeller[arena]'",
                )
            )
        if self.yardstick and self.yardstick.problem:
            self._mention(
                self.say._("The yardstick broke: {problem}.", problem=self.yardstick.problem)
            )

    def _mention(self, sentence: str) -> None:
        print(sentence, file=sys.stderr)
