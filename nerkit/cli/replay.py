"""Run the command of a stored result again. Only scoring commands with known options and confirmed files run.

A result file can come from anyone, so nerkit checks each part of the command before it runs:

    bio -g gold.bio a=a.bio -m chunk -j 4 -f json -o a.json
        -g, systems      as the user gives them now; otherwise as stored, if inside the current folder
        -m               kept, because its value names no file outside the current folder
        -j, -f, -o       removed, because they do not change numbers, or write files
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click

from nerkit.cli.commands import NO_PLUGINS, loaded
from nerkit.cli.config import NO_FILES, REPLAYED, UNASKED
from nerkit.cli.options import COMPARING, explicit, named_paths
from nerkit.cli.suggestions import problem_of
from nerkit.evaluation.stored.envelope import GOLD, Envelope
from nerkit.exceptions import InputError, NerkitError, UsageError
from nerkit.ground import containment
from nerkit.ground.limits import LONGEST_OPTIONS
from nerkit.ground.preset_files import built_in
from nerkit.ground.records import record
from nerkit.ground.streams import STDIN
from nerkit.readers.register import FORMATS
from nerkit.scorers import SCORERS

REPLAYABLE = (*SCORERS, "evaluate")
SYSTEMS = ("system", "systems")  # the parameters that name systems
WITHOUT_EFFECT = (  # parameters that do not change numbers; `output` writes a file
    *("output_format", "output", "digits", "percent", "quiet", "no_progress", "color"),
    *(*COMPARING, "exit_zero", "workers", "shard_size"),
)
# parameters that write, fetch, read settings, run a formula, or print and exit
REFUSED = (*UNASKED, "config", "format_file", "metric")
NAMES = {"form": FORMATS, "preset": built_in()}  # parameters whose values are names of nerkit, never files
MOST_RESAMPLES = 1_000_000


class CannotError(Exception):
    """A stored command cannot run again. The message is the reason."""


@record
class Replay:
    """A stored command that is running again. click's context holds this object.

    systems   name -> path of the systems that the user gives now
    result    the new result with its statistics; gates are not checked
    """

    systems: Mapping[str, str]
    result: Any = None


class StoredLine(NamedTuple):
    """A stored command that may run again: its name, its kept arguments, and the paths of its inputs."""

    name: str
    arguments: list[str]
    gold: str
    systems: dict[str, str]

    def path(self, role: str, name: str) -> str | None:
        """The path of an input, by its role and name. None if the input belongs to one of several runs."""
        return self.gold if role == GOLD else self.systems.get(name)


def confirmed(envelope: Envelope, gold: str | None, systems: Sequence[str]) -> StoredLine:
    """Check the command of a stored result, and insert the paths that the user gives now.

    Raises CannotError if the command cannot run again, and UsageError if -s names an unknown system.
    """
    name, command, given = _parsed(envelope)
    stored = _named(given)
    replaced = _replaced(systems, stored)
    _check_streams(envelope, stored, replaced, has_gold=gold is not None or "gold" not in given)
    root = os.path.realpath(os.getcwd())
    for system, path in stored.items():
        if system not in replaced:
            _confirm([path], f"the system {path}", root)
    if gold is None and "gold" in given:
        _confirm([given["gold"]], f"the gold {given['gold']}", root)
    _check_options(command, given, root)
    kept = {key: value for key, value in given.items() if key not in WITHOUT_EFFECT}
    if gold is not None:
        kept["gold"] = gold
    paths = stored | replaced
    found = str(kept.get("gold") or next(iter(paths.values()), ""))  # one file can hold both sides
    return StoredLine(name, _line(command, kept), found, paths)


def run_again(line: StoredLine, context: click.Context) -> Any:
    """Run a checked command and return its result. Raises CannotError if click or nerkit refuses it."""
    again = Replay(line.systems)
    context.meta[REPLAYED] = again
    command = loaded(line.name)
    try:
        with command.make_context(line.name, line.arguments, parent=context) as inner:
            command.invoke(inner)
    except click.ClickException as error:
        raise CannotError(problem_of(error, line.name)) from None
    except InputError as error:  # without the line of the file, because anyone can have written the command
        missing = not os.path.exists(error.source)
        place = ":".join(str(one) for one in (error.source, error.line, error.column) if one)
        problem = "no such file or directory" if missing else "the stored `command` cannot be run again"
        raise CannotError(f"{place}: {problem}") from None
    except NerkitError as error:
        raise CannotError(str(error)) from None
    except OSError as error:
        raise CannotError(f"{error.filename}: {(error.strerror or str(error)).lower()}") from None
    return again.result


def _parsed(envelope: Envelope) -> tuple[str, click.Command, dict[str, Any]]:
    """Parse a stored command: (its name, the click command, raw value of each typed parameter)."""
    if envelope.command is None:
        raise CannotError(
            "the result has no `command`: Python, a command that does not score, or a nerkit "
            "before 0.2 wrote it"
        )
    name, *arguments = [one for one in envelope.command if one != NO_PLUGINS] or [""]
    if name not in REPLAYABLE:
        raise CannotError(f"the stored command {name!r} is not a scoring command")
    command = loaded(name)
    context = click.Context(command, info_name=name)
    try:
        given, _, _ = command.make_parser(context).parse_args(explicit(arguments))
    except click.UsageError as error:
        raise CannotError(problem_of(error, name)) from None
    if not isinstance(given.get("systems"), tuple):  # click's marker for a missing value
        given.pop("systems", None)
    return name, command, given


def _named(given: Mapping[str, Any]) -> dict[str, str]:
    """Name -> path of the systems of a command."""
    try:
        return named_paths([path for name in SYSTEMS for path in given.get(name, ())])
    except UsageError as error:
        raise CannotError(str(error)) from None


def _replaced(typed: Sequence[str], stored: Mapping[str, str]) -> dict[str, str]:
    """Name -> path of the systems that the user gives now. If the command has one system, the name can be
    omitted.

    Raises UsageError if the stored command has no system of that name.
    """
    found: dict[str, str] = {}
    for text in typed:
        name, equals, path = text.partition("=")
        if equals and name in stored:
            found[name] = path
        elif len(stored) == 1:
            found[next(iter(stored))] = text
        else:
            names = ", ".join(f"-s {one}=FILE" for one in stored)
            raise UsageError(f"-s {text}: the result has other systems: {names}")
    return found


def _check_streams(
    envelope: Envelope, stored: Mapping[str, str], replaced: Mapping[str, str], *, has_gold: bool
) -> None:
    """Raise CannotError if the stored command read stdin or a pipe, and the user gives no file instead."""
    for one in envelope.inputs:
        if one.sha256 is None:
            raise CannotError(f"{one.name} has no digest")
        if one.path is not None:
            continue
        if one.role == GOLD and not has_gold:
            raise CannotError("the gold file was a stream; give its content with -g FILE")
        if one.role != GOLD and one.name in stored and one.name not in replaced:
            raise CannotError(f"{one.name} was a stream; give its content with -s {one.name}=FILE")


def _check_options(command: click.Command, given: Mapping[str, Any], root: str) -> None:
    """Raise CannotError for an option that can run code, or that reads a file without the user's consent."""
    parameters = {str(one.name): one for one in command.get_params(click.Context(command))}
    most = LONGEST_OPTIONS
    for name, value in given.items():
        option = parameters[name].opts[-1]
        if name in ("gold", *SYSTEMS, *WITHOUT_EFFECT):
            continue
        if name in REFUSED or not parameters[name].expose_value:
            raise CannotError(f"nerkit does not run {option} from a stored result")
        values = [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
        if name in NAMES and not set(values) <= set(NAMES[name]):
            raise CannotError(f"{option} {values[-1]} is not nerkit's own")
        if name == "resamples" and values[-1].isdigit() and int(values[-1][:20]) > MOST_RESAMPLES:
            raise CannotError(f"{option} {values[-1][:20]} is more than {MOST_RESAMPLES:,}")
        most -= 0 if name in NO_FILES else sum(map(len, values))
        if most < 0:
            raise CannotError(f"the stored options have more than {LONGEST_OPTIONS:,} characters")
        if name not in NO_FILES:
            for one in values:
                _confirm([*containment.named_paths(one)], f"{option} {one}", root)


def _confirm(paths: Sequence[str], what: str, root: str) -> None:
    """Raise CannotError if a path leads outside the folder *root*, to a remote address, or to a pipe."""
    for path in paths:
        if containment.is_address(path):
            raise CannotError(f"{what} is an address; nerkit fetches only addresses that you type")
        if path == STDIN:
            raise CannotError(f"{what} is a stream, which nerkit cannot read again")
        for one in containment.reached(path):
            if not containment.is_inside(one, root):
                raise CannotError(
                    f"{what} is outside the current folder; nerkit reads only paths there that you type"
                )
            if os.path.exists(one) and not (os.path.isfile(one) or os.path.isdir(one)):
                raise CannotError(f"{what} is a stream, which nerkit cannot read again")


def _line(command: click.Command, given: Mapping[str, Any]) -> list[str]:
    """The arguments for given values of parameters: options first, then the systems."""
    options: list[str] = ["--quiet", "--format=json"]
    positional: list[str] = []
    for parameter in command.params:
        value = given.get(str(parameter.name))
        if value is None:
            continue
        name = max(parameter.opts, key=len)
        if isinstance(parameter, click.Argument):
            positional += value
        elif isinstance(value, (str, list)):
            options += [f"{name}={one}" for one in ([value] if isinstance(value, str) else value)]
        elif value is not False:
            options.append(name)  # a flag, or an option with an optional value
    return [*options, "--", *positional]
