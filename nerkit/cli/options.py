"""Options that every scoring command shares, as one decorator; a command sees them as one `Shared`."""

import functools
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import click

from nerkit.cli import gates, statistics
from nerkit.cli.config import read_config, show_config
from nerkit.errors import UsageError
from nerkit.evaluation.presets import PRESETS
from nerkit.formatters import FORMATTERS
from nerkit.readers import READERS

PATH = click.Path(allow_dash=True)
HUMAN = ("table", "markdown")  # formats in which something may stand before the rows and after them


@dataclass(frozen=True)
class Output:
    """The values of the options about what is said of a result, and how."""

    output_format: str
    output: str | None
    digits: int | None
    percent: bool
    score_only: bool
    counts_only: bool
    confidence: str | None
    interval: str | None
    paired: str | None
    one_sided: bool
    resamples: int | None
    seed: int
    fail_under: tuple[str, ...]
    compare_to: str | None
    tolerance: float
    quiet: bool
    color: str


@dataclass(frozen=True)
class Shared(Output):
    """The values of the shared options and of the positional systems."""

    gold: str | None
    systems: tuple[str, ...]
    system: tuple[str, ...]
    measure: tuple[str, ...]
    by: tuple[str, ...]
    macro: bool
    labels: str | None
    label_map: str | None
    only: tuple[str, ...]
    form: str | None
    extra: str | None
    missing: str | None
    duplicates: str | None
    preset: str | None
    beta: float
    empty: str
    jobs: str
    no_progress: bool

    def with_by(self, field: str) -> "Shared":
        """The same options with rows by one more field."""
        return replace(self, by=(*self.by, field))

    def named_systems(self) -> dict[str, str]:
        """System name -> path, of `-s [NAME=]PATH` and of the arguments, in the order given."""
        return named_paths((*self.system, *self.systems))


OUTPUT = [  # what is said of a result, and how
    click.option(
        "-f",
        "--format",
        "output_format",
        type=click.Choice(list(FORMATTERS)),
        default="table",
        show_default=True,
        help="Output format.",
    ),
    click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write here instead of to stdout."),
    click.option(
        "-d", "--digits", type=click.IntRange(0, 17), help="Decimals in human formats (3).", metavar="N"
    ),
    click.option("--percent", is_flag=True, help="Percent instead of fractions, in human formats."),
    click.option(
        "-b", "--score-only", is_flag=True, help="Print one number: the first measure, everything pooled."
    ),
    click.option("--counts-only", is_flag=True, help="JSON with all counts, for nerkit merge and compare."),
    *statistics.OPTIONS,
    *gates.OPTIONS,
    click.option("-q", "--quiet", is_flag=True, help="No warnings and no signature on stderr."),
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colour (NO_COLOR is honoured).",
    ),
]

DATA = [  # what is scored, and against what
    click.option("-s", "--system", multiple=True, metavar="[NAME=]PATH", help="System file; repeatable."),
    click.option("-m", "--measure", multiple=True, metavar="NAME", help="Measure or group; repeatable."),
    click.option(
        "--by", multiple=True, metavar="FIELD", help="Extra rows by label, document or any field; repeatable."
    ),
    click.option("--macro", is_flag=True, help="Add macro, micro and weighted averages."),
    click.option("--labels", metavar="A,B", help="Keep only these labels, on both sides."),
    click.option("--map", "label_map", type=PATH, help="Rename labels: a file of old TAB new."),
    click.option(
        "--only",
        multiple=True,
        metavar="FIELD=VALUE|@FILE",
        help="Keep documents or items; @FILE lists documents.",
    ),
    click.option(
        "--from",
        "form",
        metavar="FORMAT",
        help=f"Input format ({', '.join(READERS)}); by content if not given.",
    ),
    click.option(
        "--extra",
        type=click.Choice(["error", "spurious", "ignore"]),
        help="System documents that gold lacks.",
    ),
    click.option(
        "--missing",
        type=click.Choice(["error", "empty", "ignore"]),
        help="Gold documents that the system lacks (empty).",
    ),
    click.option(
        "--duplicates",
        type=click.Choice(["error", "first", "all"]),
        help="Documents with the same id (error).",
    ),
    click.option("--preset", type=click.Choice(list(PRESETS)), help="Measures and options of a shared task."),
    click.option("--beta", type=float, default=1.0, metavar="B", help="F-beta instead of F1."),
    click.option(
        "--empty",
        type=click.Choice(["zero", "one", "null"]),
        default="zero",
        show_default=True,
        help="The value of 0/0.",
    ),
    click.option(
        "-j", "--jobs", default="1", metavar="N|auto", help="Processes; the output is the same for any N."
    ),
    click.option("--no-progress", is_flag=True, help="No progress bar on a terminal."),
]

CONFIG = [
    click.option(
        "--config",
        type=click.Path(dir_okay=False),
        is_eager=True,
        expose_value=False,
        callback=read_config,
        help="Defaults from [tool.nerkit] of this file (the nearest pyproject.toml).",
    ),
    click.option(
        "--show-config",
        is_flag=True,
        expose_value=False,
        callback=show_config,
        help="Print the defaults from there, and exit.",
    ),
]

SYSTEMS = click.argument("systems", nargs=-1, type=PATH, metavar="[SYSTEM]...")


def scoring_options(
    function: Callable[..., None] | None = None, *, gold: str | None = None
) -> Callable[..., Any]:
    """Give a command the shared options; it is called with one `Shared` and with its own options.

    With *gold*, the help of `-g`, that option may be left out.
    """
    if function is None:
        return functools.partial(scoring_options, gold=gold)
    text = gold or "Gold file, directory, glob, or - for stdin."
    first = click.option("-g", "--gold", type=PATH, required=gold is None, help=text)
    return _collected(function, Shared, [first, *DATA, *OUTPUT, *CONFIG, SYSTEMS])


def output_options(function: Callable[..., None]) -> Callable[..., Any]:
    """Give a command the options about output; it is called with one `Output` and with its own options."""
    return _collected(function, Output, [*OUTPUT, *CONFIG])


def check_drawing(shared: Output) -> None:
    """Raises UsageError where alignments cannot be drawn before the rows."""
    if shared.output_format not in HUMAN:
        raise UsageError(f"--show-alignment goes with -f {' or -f '.join(HUMAN)}")


def named_paths(texts: Sequence[str]) -> dict[str, str]:
    """Name -> path of arguments `[NAME=]PATH`. Raises UsageError for a name that two have."""
    found: dict[str, str] = {}
    for text in texts:
        name, path = _named(text)
        if name in found:
            raise UsageError(f"two systems are called {name!r}; tell them apart with -s NAME=PATH")
        found[name] = path
    return found


def _collected(
    function: Callable[..., None], kind: type[Output], options: Sequence[Callable[[Any], Any]]
) -> Callable[..., Any]:
    """A function that takes the values of *options* and passes those of *kind* on as one object."""
    names = [field.name for field in fields(kind)]

    @functools.wraps(function)
    def call(**given: Any) -> None:
        function(kind(**{name: given.pop(name) for name in names}), **given)

    for option in reversed(options):
        call = option(call)
    return call


def _named(text: str) -> tuple[str, str]:
    """`NAME=PATH` as (name, path); a file that exists under the whole text is a path."""
    name, equals, path = text.partition("=")
    if not equals or not name or not path or "/" in name or os.path.exists(text):
        return text, text
    return name, path
