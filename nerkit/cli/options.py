"""The options that all scoring commands share. A decorator adds them to a command, and the command receives
one `Shared` object. The options of a task are made from the fields of the task's `Options`.

Each option is declared once, as a field with its words. `DATA` is made from the fields of `SharedOptions`.
`OUTPUT` is made from the fields of `Output`.
"""

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import Field, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nerkit.cli import completing
from nerkit.cli.commands import departed
from nerkit.cli.config import config_options, replayed, tell_config, would_weaken
from nerkit.cli.help import GATED, without_gold
from nerkit.cli.output import check_output, progress
from nerkit.evaluation.options import SHARD_SIZE, SHARED_SIZE, SharedOptions
from nerkit.exceptions import UsageError
from nerkit.formatters import FORMATTERS
from nerkit.ground.memory import keep_freed
from nerkit.ground.options import OptionWords, options_of
from nerkit.ground.options import option as words
from nerkit.ground.records import record
from nerkit.readers.register import FORMATS
from nerkit.results.conventions import MACRO_RULES
from nerkit.scorers import SCORERS, formats_of
from nerkit.stats.options import INTERVALS, OBSERVED, SIDES, TESTS

Function = TypeVar("Function", bound=Callable[..., None])
if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # this class is not generic before click 8.2

PATH = click.Path(allow_dash=True)
ALONE = "empty"  # --macro without a value: groups without items get the value of --empty
# option -> its value if the user types none
BARE = {"--confidence": "0.95", "--partial-gold": "*", "--macro": ALONE, "--one-sided": OBSERVED}
WORSE = "worse"
COLORS = ("auto", "always", "never")
GATE = "[MEASURE[/LABEL][:FIELD]=]VALUE"
PARAMETERS = "__click_params__"  # where click stores a function's parameters, in reverse order
HUMAN = ("table", "markdown")  # formats that allow text before and after the rows


class _Remaining(_Choice):
    """A choice of values. For a value that nerkit no longer has, the error says when it was removed."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if param is not None and (sentence := departed(f"{param.opts[-1]} {value}")) is not None:
            raise UsageError(sentence)
        return super().convert(value, param, ctx)


class TaskOption(click.Option):
    """A click option of a task. Its attribute `daily` says whether `--help` shows it."""

    def __init__(self, *names: Any, daily: bool, **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self.daily = daily


def option(*names: str, **attributes: Any) -> click.Option:
    """Make a click option that several commands can share. (click's decorator makes a new object per
    command.)
    """
    return click.Option(names, **attributes)


@record(frozen=True, kw_only=True)
class Output:
    """The options that control the output of a result."""

    output_format: str = words(
        "table",
        f"Write this format: {', '.join(FORMATTERS)} (default table).",
        choices=tuple(FORMATTERS),
        metavar="NAME",
    )
    output: str | None = words(None, "Write here instead of to stdout.")
    digits: int | None = words(None, "Round human formats to N decimals (default 3).", metavar="N")
    percent: bool = words(False, "Print percentages instead of fractions in human formats.")
    score_only: bool = words(False, "Print one number: the pooled headline measure.")
    counts_only: bool = words(False, "Write JSON with all counts, for nerkit merge and compare.")
    confidence: str | None = words(
        None,
        "Add bootstrap intervals at this level (default 95 %).",
        bare=BARE["--confidence"],
        metavar="[=LEVEL]",
    )
    interval: str | None = words(
        None,
        "Choose the kind of interval (default percentile); t for few documents.",
        choices=INTERVALS,
    )
    paired: str | None = words(
        None,
        "Add p-values of the difference from the first system; null hypothesis: the systems "
        "are exchangeable.",
    )
    one_sided: str | None = words(
        None,
        "Test one direction. Without a value nerkit tests the observed direction, which is a 5 % "
        "test only if you chose it beforehand.",
        bare=OBSERVED,
        choices=SIDES,
        metavar="[=greater|less]",
    )
    resamples: int | None = words(
        None,
        "Set the number of resamples (default 1000), or of trials of randomization (10000) and "
        "exact (100000).",
        least=1,
        metavar="N",
    )
    seed: int = words(12345, "Set the seed of resamples and trials (default 12345).", least=0, metavar="N")
    fail_under: tuple[str, ...] = words(
        (),
        "Exit with 1 below this value, 0.9 or 90%. FIELD: precision, recall, f1, lower, upper. Repeatable.",
        metavar=GATE,
    )
    fail_over: tuple[str, ...] = words(
        (), "Exit with 1 above this value, for measures where lower is better. Repeatable.", metavar=GATE
    )
    compare_to: str | None = words(
        None, "Exit with 1 if the result is worse than a stored result (-f json).", metavar="FILE.json"
    )
    tolerance: float = words(0.0, "Accept a loss up to this value (default 0).", metavar="X")
    fail_if: str | None = words(
        None, "With --compare-to: exit with 1 if a paired test shows a loss.", choices=(WORSE,)
    )
    gate_alpha: str | None = words(
        None, "With --fail-if: call p significant up to this level (default 0.05).", metavar="P", name="alpha"
    )
    margin: str | None = words(
        None, "With --fail-if: exit with 1 unless the interval is above -M.", metavar="M"
    )
    exit_zero: bool = words(False, "Exit with 0 even if a gate fails; nerkit still reports the failure.")
    quiet: bool = words(False, "Print no warnings and no signature on stderr.")
    color: str = words("auto", "Use colour (default auto; nerkit honours NO_COLOR).", choices=COLORS)


@record(frozen=True, kw_only=True)
class Shared(Output):
    """The values of the shared options and of the positional systems. *asked* holds the values of the DATA
    options, named as the fields of `Request`.
    """

    gold: str | None
    systems: tuple[str, ...]
    system: tuple[str, ...]
    no_progress: bool
    asked: Mapping[str, Any]

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that -m names."""
        return tuple(self.asked["measures"])

    def asking(self, **changed: Any) -> "Shared":
        """A copy of the options with changed values of some request fields."""
        return replace(self, asked={**self.asked, **changed})

    def named_systems(self) -> dict[str, str]:
        """System name -> path, from `-s [NAME=]PATH` and from the arguments, in the order given."""
        paths = named_paths((*self.system, *self.systems))
        given_now = {} if (again := replayed()) is None else again.systems
        return {name: given_now.get(name, path) for name, path in paths.items()}


def named_paths(texts: Sequence[str]) -> dict[str, str]:
    """Name -> path, from arguments `[NAME=]PATH`. Raises UsageError if two arguments have the same name."""
    paths: dict[str, str] = {}
    for text in texts:
        name, path = _named(text)
        if name in paths:
            raise UsageError(f"two systems have the name {name!r}; tell them apart with -s NAME=PATH")
        paths[name] = path
    return paths


def _named(text: str) -> tuple[str, str]:
    """Split `NAME=PATH` into (name, path). If a file has the whole text as its path, the text is not
    split.
    """
    name, equals, path = text.partition("=")
    if not equals or not name or not path or "/" in name or os.path.exists(text):
        return text, text
    return name, path


def _listed(_: click.Context, __: click.Parameter, value: str | None) -> list[str] | None:
    """Callback: split the value `A,B` into a list."""
    return None if value is None else [label.strip() for label in value.split(",")]


def _processes(_: click.Context, __: click.Parameter, value: str | None) -> int:
    """Callback: the number of processes; `auto` means the number of processors."""
    if value in (None, "1"):
        return 1
    from nerkit.parallel import jobs

    return jobs(value)


def _bytes(context: click.Context, _: click.Parameter, value: str | None) -> int | None:
    """Callback: the size of a shard in bytes, or None to read the whole input at once."""
    from nerkit.evaluation.options import shard_size

    default = SHARED_SIZE if context.params.get("workers", 1) > 1 else SHARD_SIZE
    return shard_size(default if value is None else value)


COMPARING = GATED[2:-1]  # the gates that compare with a stored result
FLAGS = {  # field of `SharedOptions` or `Output` -> its flags, if they differ from the field name
    "measures": ("-m", "--measure"),
    "form": ("--from",),
    "settings": ("--set",),
    "workers": ("-j", "--jobs"),
    "output_format": ("-f", "--format"),
    "output": ("-o", "--output"),
    "digits": ("-d", "--digits"),
    "score_only": ("-b", "--score-only"),
    "quiet": ("-q", "--quiet"),
}
IN_SHELL: dict[str, dict[str, Any]] = {  # field -> further attributes of its click option
    "measures": {"shell_complete": completing.measures},
    "by": {"shell_complete": completing.fields},
    "macro": {
        "default": None,
        "is_flag": False,
        "flag_value": ALONE,
        "type": click.Choice([*MACRO_RULES, ALONE]),
        "callback": lambda _ctx, _option, value: value == ALONE or value or False,
    },
    "labels": {"callback": _listed, "shell_complete": completing.labels},
    "form": {"shell_complete": completing.formats},
    "preset": {"shell_complete": completing.presets},
    "workers": {  # eager, because the default size of shards depends on it
        "default": "1",
        "type": click.STRING,
        "callback": _processes,
        "is_eager": True,
    },
    "shard_size": {"callback": _bytes},
    "output": {"type": click.Path(dir_okay=False)},
    "digits": {"type": click.IntRange(0, 17)},
    "paired": {"type": _Remaining(TESTS)},
    "fail_under": {"multiple": True},
    "fail_over": {"multiple": True},
    "compare_to": {"type": click.Path(dir_okay=False, allow_dash=True)},
    "tolerance": {"type": click.FloatRange(0)},
}


def _form(field: "Field[Any]", words: OptionWords) -> dict[str, Any]:
    """The click attributes of the option of a field. The value of an option that is not given is None, so
    that the default of the class applies.
    """
    form: dict[str, Any] = {"help": words.help, "metavar": words.metavar}
    if field.type is bool:
        return form | {"is_flag": True, "default": None}
    if words.bare is not None:
        form |= {"is_flag": False, "flag_value": words.bare}
    return form | {"multiple": words.several, "type": _type(field.type, words)}


def _type(annotation: Any, words: OptionWords) -> Any:
    """The click type for the annotation of a field; None for text."""
    if words.choices:
        return click.Choice(list(words.choices))
    if words.file:
        return PATH
    if words.least is not None:
        return click.IntRange(words.least)
    return next((kind for kind in (float, int) if annotation in (kind, kind | None)), None)


def _flag(field: "Field[Any]", words: OptionWords) -> str:
    return f"--{words.name or field.name.replace('_', '-')}"


def _shared(field: "Field[Any]", words: OptionWords) -> click.Option:
    """The click option for a field of `SharedOptions` or `Output`, with its default."""
    names = FLAGS.get(field.name) or (_flag(field, words),)
    form = _form(field, words) | {"default": field.default} | IN_SHELL.get(field.name, {})
    if words.several:
        form["help"] = f"{words.help.removesuffix('.')}; repeatable."
    return option(*names, field.name, **form)


DATA = [_shared(*each) for each in options_of(SharedOptions) if each[0].name != "task"]
ASKED = [str(parameter.name) for parameter in DATA]
OUTPUT = [_shared(*each) for each in options_of(Output)]

INPUT = [  # options that name the input
    option(
        "-s",
        "--system",
        multiple=True,
        metavar="[NAME=]PATH",
        help="Score this file, or runs NAME=GLOB; repeatable.",
    ),
]
PROGRESS = option("--no-progress", is_flag=True, help="Do not show progress on a terminal.")

FORMAT_FILE = option(
    "--format-file",
    type=click.Path(),
    metavar="FILE.toml",
    help="Read the input format that this TOML file describes, in place of --from.",
)

CONFIG = config_options([*INPUT, *DATA, FORMAT_FILE, PROGRESS, *OUTPUT])


def text_or_json(help_text: str) -> Callable[[Function], Function]:
    """Add the option `-f` (text or JSON) to a command, as the parameter *output_format*."""
    kinds = click.Choice(["text", "json"])
    return click.option("-f", "--format", "output_format", type=kinds, default="text", help=help_text)


SYSTEMS = click.Argument(["systems"], nargs=-1, type=PATH, metavar="[SYSTEM]...")


def scoring_options(
    function: Callable[..., None] | None = None,
    *,
    gold: str | None = None,
    without: Sequence[str] = (),
    task: str | None = None,
) -> Callable[..., Any]:
    """Add the shared options to a command. The command is called with one `Shared` object and its own
    options.

    *gold* is the help of `-g` for a command that can run without gold. *without* names the shared options
    that the command does not have. If the task of the command is not the name of its module, *task* is its
    task.
    """
    if function is None:
        return functools.partial(scoring_options, gold=gold, without=without, task=task)
    text = gold or "Read gold: file, folder, glob or -.  [required]"
    command = task or function.__module__.rpartition(".")[2]
    sides = [option("-g", "--gold", type=PATH, help=text), *INPUT]
    options = [*sides, *DATA, FORMAT_FILE, PROGRESS, *OUTPUT]
    formats = ", ".join(formats_of(command)) if command in SCORERS else "nerkit list formats"
    had = [_naming(one, formats) if one.name == "form" else one for one in options if one.name not in without]
    return _collected(function, Shared, [*had, *CONFIG, SYSTEMS], required=gold is None)


def format_asked(form: str | None, file: str | None) -> str | None:
    """The format that --from or --format-file gives. Raises UsageError if both are given."""
    if file is None:
        return form
    if form is not None:
        raise UsageError("--from cannot be used with --format-file")
    if not file.endswith(".toml"):
        raise UsageError(f"--format-file needs a file whose name ends in .toml, not {file}")
    return file


class FormatName(_Choice):
    """The click type for the name of an input format, of nerkit or of an installed package. The help does not
    list formats of packages.
    """

    def __init__(self) -> None:
        click.Choice.__init__(self, list(FORMATS))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name if a format has it. Raises UsageError otherwise."""
        if value not in FORMATS:
            from nerkit.readers.plugins import installed

            if value in installed():
                return value
        return click.Choice.convert(self, value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[Any]":
        """The format names that begin with *incomplete*."""
        from click.shell_completion import CompletionItem

        from nerkit.readers.plugins import installed

        names = completing.beginning(incomplete, [*FORMATS, *installed()])
        return [CompletionItem(name) for name in names]


def _naming(form: click.Parameter, formats: str) -> click.Parameter:
    """A copy of the option --from whose help lists *formats*."""
    named = copy(form)
    assert isinstance(named, click.Option)
    named.help = f"Read this format: {formats} (default: by content)."
    return named


@functools.cache
def _defaults() -> dict[str, Any]:
    """The default values of the shared options, for commands that do not have these options."""
    probe = click.Command("probe", params=[*INPUT, *DATA, PROGRESS, *OUTPUT])
    return probe.make_context("probe", []).params


def own_options(kind: Any, **behind: str) -> Callable[[Function], Function]:
    """Add the options of a class to a command, before its own options, in field order. The mapping *behind*
    moves a field behind an option in the help.
    """

    def with_options(function: Function) -> Function:
        """Add the options of the class to a command's function."""
        listed = {
            each.name: TaskOption([_flag(each, words), each.name], daily=words.daily, **_form(each, words))
            for each, words in options_of(kind)
        }
        listed |= {str(more.name): more for more in reversed(getattr(function, PARAMETERS, []))}
        order = list(listed)
        for name, before in behind.items():
            order.remove(name)
            order.insert(order.index(before) + 1, name)
        setattr(function, PARAMETERS, [listed[name] for name in reversed(order)])
        return function

    return with_options


def in_order(kind: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Sort the option values by the order of the fields of the class. Signatures use this order, so the order
    of typing has no effect.
    """
    return {each.name: values[each.name] for each, _ in options_of(kind)}


def output_options(function: Callable[..., None]) -> Callable[..., Any]:
    """Add the output options to a command. The command is called with one `Output` object and its own
    options.
    """
    return _collected(function, Output, [*OUTPUT, *CONFIG])


def explicit(arguments: list[str]) -> list[str]:
    """Insert the default value after each option that was typed without its optional value. Then click does
    not take the next word as the value.
    """
    return [f"{argument}={BARE[argument]}" if argument in BARE else argument for argument in arguments]


def check_drawing(shared: Output) -> None:
    """Raise UsageError if the options ask for drawings of alignments that nerkit cannot print before the
    rows.
    """
    if shared.output_format not in HUMAN or shared.counts_only:
        raise UsageError(f"--show-alignment needs -f {' or -f '.join(HUMAN)}")


def _collected(
    function: Callable[..., None],
    kind: type[Output],
    options: Sequence[click.Parameter],
    *,
    required: bool = False,
) -> Callable[..., Any]:
    """Wrap a command so that the values of *options* arrive as one object of the class *kind*, before the
    command's own options.

    *required* is True if the command needs a gold file.
    """
    names = [field.name for field in fields(kind) if field.name != "asked"]
    needed = {*names, *ASKED} if kind is Shared else set[str]()

    @functools.wraps(function)
    def call(**given: Any) -> None:
        """Check the shared options, then call the command with them while the progress line is visible."""
        values = given if needed <= given.keys() else _defaults() | given
        if required and given["gold"] is None:
            raise without_gold(given["systems"])
        if (file := values.pop("format_file", None)) is not None:
            values["form"] = format_asked(values["form"], file)
        own = {name: values.pop(name) for name in names}
        gates = (*own["fail_under"], *own["fail_over"])
        if any(gate.rpartition("=")[0].endswith((":lower", ":upper")) for gate in gates):
            level = BARE["--confidence"]  # which a gate on a bound of an interval needs
            is_found = any(would_weaken("confidence", gate) for gate in ("fail_under", "fail_over"))
            own["confidence"] = level if is_found else own["confidence"] or level
        tell_config(quiet=own["quiet"])
        check_output(own["output"])
        if kind is Shared:
            own["asked"] = {name: values.pop(name) for name in ASKED}
        keep_freed()
        with progress(visible=not own["quiet"] and not own.get("no_progress")):
            function(kind(**own), **values)

    own_options: list[click.Parameter] = getattr(function, PARAMETERS, [])
    setattr(call, PARAMETERS, [*own_options, *reversed(options)])
    return call
