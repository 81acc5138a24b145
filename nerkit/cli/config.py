"""Default values of options from the table `[tool.nerkit]` in a TOML file, by default the nearest
pyproject.toml.

`[tool.nerkit]` sets options of all commands by their long names. `[tool.nerkit.spans]` sets options of one
command, and overrides `[tool.nerkit]`.
"""

import functools
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

import click
from click.core import ParameterSource

from nerkit.cli.commands import TYPED, departed
from nerkit.cli.output import tell
from nerkit.exceptions import InputError, UsageError, unknown
from nerkit.ground import containment
from nerkit.ground.plain_text import message, visible
from nerkit.ground.records import record

SOURCE = "nerkit.config"  # key of the file's path in click's context
FOUND = "nerkit.found"  # key of the path of an automatically found file
REPLAYED = "nerkit.replayed"  # the stored command that `nerkit verify` runs again
TYPE_CONFIG = "put a file in its place, or name a file with --config"
NAMED = "give the option on the command line, or name the file with --config"
# options that an automatically found file must not set, because they write files or run code
UNASKED = ("output", "caption", "open", "dask", "undecided")
OWN = "option"  # holds options of the task, as NAME=VALUE
DIVIDING = dict.fromkeys(("-j", "--jobs", "--shard-size", "--dask"), 1)  # options that do not change numbers
NO_FILES = ("labels",)  # options whose values are never file names, but can look like addresses


def config_options(shared: Sequence[click.Parameter]) -> list[click.Option]:
    """The options `--config` and `--show-config`. A file can set all *shared* options, even if a command has
    only some of them.
    """
    names = {name.removeprefix("--") for one in shared for name in one.opts if name.startswith("--")}
    read = functools.partial(read_config, shared=names)
    return [
        click.Option(
            ["--config"],
            type=click.Path(dir_okay=False),
            is_eager=True,
            expose_value=False,
            callback=read,
            help="Read defaults from [tool.nerkit] of this file (default: the nearest pyproject.toml).",
        ),
        click.Option(
            ["--show-config"],
            is_flag=True,
            expose_value=False,
            callback=show_config,
            help="Print the defaults that nerkit reads, and exit.",
        ),
    ]


def given(name: str) -> bool:
    """Whether the user gave the option to this command. False if its value comes from a configuration."""
    return click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT_MAP


def typed_in(name: str) -> bool:
    """Whether the user typed the option on the command line."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def would_weaken(name: str, gate: str) -> bool:
    """Whether an option in an automatically found configuration would weaken a gate that the user typed.

    nerkit ignores such an option, and prints a note.
    """
    path = click.get_current_context().meta.get(FOUND)
    if path is None or given(name) or not typed_in(gate):
        return False
    option, typed = (one.removeprefix("gate_").replace("_", "-") for one in (name, gate))
    tell(f"note: nerkit ignores {option} of {path}, because you typed --{typed}")
    return True


def typed_line() -> tuple[str, ...]:
    """The typed arguments, without the options that only divide the work, such as -j, because these do not
    change the output.
    """
    return tuple(without_options(click.get_current_context().meta.get(TYPED, ()), DIVIDING))


def without_options(words: Sequence[str], unwanted: Mapping[str, int]) -> list[str]:
    """The words of a command line without the unwanted options and without their values.

    *unwanted* maps each option to the number of words that follow it as values.
    """
    rest, kept = list(words), list[str]()
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*kept, word, *rest]
        name = word[:2] if word[:1] == "-" != word[1:2] else word.partition("=")[0]
        if name not in unwanted:
            kept.append(word)
        elif word == name:
            del rest[: unwanted[name]]
    return kept


def replayed() -> Any:
    """The `Replay` that is running, or None if the user typed the command."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(REPLAYED)


def read_config(ctx: click.Context, _: click.Parameter, value: str | None, *, shared: set[str]) -> None:
    """Callback of `--config`: read the file, and set its values as click's default values."""
    path = value or _nearest()
    if path is None or REPLAYED in ctx.meta:
        return
    ctx.meta[SOURCE] = path
    file = _read(path) if value else _found(path)
    if not file.table and value:
        raise UsageError(f"{path}: no [tool.nerkit] in this file")
    if file.table and not value:
        root = _root(os.path.dirname(os.path.abspath(path)))
        _check_harmless(file, root)
        containment.begin(root, ctx.meta.get(TYPED, ()))
        ctx.meta[FOUND] = path
    options = {
        option.removeprefix("--"): parameter
        for parameter in ctx.command.params
        if isinstance(parameter, click.Option)
        for option in parameter.opts
        if option.startswith("--") and option != "--config"
    }
    of_all = {key: value for key, value in file.table.items() if not isinstance(value, dict)}
    name = ctx.info_name or ""
    own = file.table.get(name, {})
    if not isinstance(own, dict):
        raise file.error(name, f"{name} must be a table: [tool.nerkit.{name}]")
    defaults: dict[str, Any] = {}
    for key, default in (of_all | own).items():
        if key not in options and key not in own and key in shared:
            continue  # an option of other commands
        if key not in options:
            from nerkit.cli.suggestions import misspelt

            problem = departed(f"--{key}") or f"unknown option {key!r}{misspelt(key, options)}"
            raise file.error(key, problem)
        defaults[str(options[key].name)] = _default(ctx, options[key], default, file, key)
    ctx.default_map = defaults | dict(ctx.default_map or {})


def tell_config(*, quiet: bool) -> None:
    """Print on stderr which configuration file was found, unless *quiet*."""
    path = click.get_current_context().meta.get(FOUND)
    if path is not None and not (quiet and given("quiet")):
        tell(f"note: defaults from {path}; --config names another file")


@record(frozen=True)
class _ConfigFile:
    """A configuration file and its table `[tool.nerkit]`."""

    path: str
    table: dict[str, Any]
    lines: list[str]

    def error(self, key: str, problem: str, remedy: str | None = None) -> InputError:
        """An InputError that points to the line of *key*."""
        named = re.compile(rf"""\s*(\[\[?tool\.nerkit\.)?["']?{re.escape(key)}["']?\s*[=\]]""")
        numbers = (i for i, line in enumerate(self.lines, 1) if named.match(line))
        number = next(numbers, None)
        text = self.lines[number - 1] if number else None
        column = 1 if number else None
        return InputError(problem, source=self.path, line=number, column=column, text=text, remedy=remedy)


def _default(ctx: click.Context, option: click.Option, value: Any, file: _ConfigFile, key: str) -> Any:
    """Convert a value of a file to the form that click needs for a default. Raises InputError if the option
    does not accept the value.
    """
    if isinstance(value, bool) and isinstance(option.flag_value, str):
        value = option.flag_value if value else None  # an option with an optional value
    if option.multiple and not isinstance(value, list):
        value = [str(value)]
    try:
        option.type_cast_value(ctx, value)
    except (click.BadParameter, TypeError, ValueError, AttributeError, OverflowError) as error:
        import json

        problem = (
            error.message
            if isinstance(error, click.BadParameter)
            else f"the option cannot have the value {json.dumps(value, default=str)}"
        )
        raise file.error(key, f"{key}: {problem}") from None
    return value


def show_config(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Callback of `--show-config`: print the file that defaults come from and the defaults of this command,
    as TOML.
    """
    if not value or ctx.resilient_parsing:
        return
    import json

    names = {str(p.name): p.opts[-1].removeprefix("--") for p in ctx.command.params}
    lines = [f"# {ctx.meta.get(SOURCE, 'no pyproject.toml')}", f"[tool.nerkit.{ctx.info_name}]"]
    defaults = ctx.default_map or {}
    lines += [f"{names[name]} = {json.dumps(found, ensure_ascii=False)}" for name, found in defaults.items()]
    click.echo("\n".join(message(visible(line)) for line in lines))
    ctx.exit()


def _nearest() -> str | None:
    """The path of the nearest pyproject.toml: in the working folder, or in a folder above up to the root of
    the repository. Outside a repository only the working folder is searched. None if there is no such file,
    or if the working folder was removed.
    """
    try:
        folder = os.getcwd()
    except FileNotFoundError:
        return None
    folders = [folder]
    while not os.path.exists(os.path.join(folders[-1], ".git")):
        above = os.path.dirname(folders[-1])
        if above == folders[-1]:
            folders = [folder]
            break
        folders.append(above)
    paths = (os.path.join(each, "pyproject.toml") for each in folders)
    return next(filter(os.path.isfile, paths), None)


def _found(path: str) -> "_ConfigFile":
    """Read an automatically found configuration file.

    Raises InputError if the file is a link to a file that is not TOML, or to a file outside the repository
    with nerkit settings. The message quotes nothing from the file.
    """
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))
    is_link = os.path.realpath(path) != os.path.join(folder, os.path.basename(path))
    try:
        file = _read(path)
    except InputError:
        if not is_link:
            raise
        raise InputError(
            "the link leads to a file that is not valid TOML", source=path, remedy=TYPE_CONFIG
        ) from None
    if file.table and not containment.is_inside(path, _root(folder)):
        raise InputError("the link leads outside its repository", source=path, remedy=TYPE_CONFIG)
    return file


def _check_harmless(file: "_ConfigFile", root: str) -> None:
    """Raise InputError if an automatically found configuration would run code, write a file, or name a file
    outside its repository. `containment.admit` checks each file when it is opened; this function checks the
    line that names it.
    """
    for key, value in _items(file):
        if key in UNASKED:
            raise file.error(key, f"nerkit does not read {key} from a file that it found by itself", NAMED)
        for name, text in _named_values(key, value):
            if name == "metric" and text.endswith(".py"):
                raise file.error(key, "a file that nerkit found by itself cannot name Python to run", NAMED)
            if name == "from" and (text.endswith(".toml") or _is_installed(text)):
                raise file.error(
                    key, "a file that nerkit found by itself can name only nerkit's own formats", NAMED
                )
            paths = () if name in NO_FILES else islice(containment.named_paths(text), containment.MOST_NAMED)
            for path in chain.from_iterable(map(containment.reached, paths)):
                if containment.is_address(path):
                    raise file.error(
                        key, "a file that nerkit found by itself cannot name remote files", NAMED
                    )
                if not containment.is_inside(path, root):
                    problem = "a file that nerkit found by itself can name only files of its repository"
                    raise file.error(key, problem, NAMED)


def _is_installed(form: str) -> bool:
    """Whether an installed package provides the format *form*."""
    from nerkit.readers import FORMATS

    if form in FORMATS:
        return False
    from nerkit.readers.plugins import installed

    return form in installed()


def _root(folder: str) -> str:
    """The root folder of the repository that contains *folder*. Outside a repository, *folder* itself."""
    above = folder
    while not os.path.exists(os.path.join(above, ".git")):
        if above == os.path.dirname(above):
            return os.path.realpath(folder)
        above = os.path.dirname(above)
    return os.path.realpath(above)


def _items(file: "_ConfigFile") -> Iterator[tuple[str, Any]]:
    """(key, value) of each setting in a file, including the settings in its tables."""
    for key, value in file.table.items():
        yield from value.items() if isinstance(value, dict) else [(key, value)]


def _named_values(key: str, value: Any) -> Iterator[tuple[str, str]]:
    """(name of the option, value as text) for each value of a key."""
    for each in value if isinstance(value, list) else [value]:
        name, equals, rest = str(each).partition("=")
        yield (name.removeprefix("--"), rest) if key == OWN and equals else (key, str(each))


def _read(path: str) -> _ConfigFile:
    from nerkit.cli.commands import COMMANDS
    from nerkit.ground.toml_text import parse
    from nerkit.io import Source

    with Source(os.path.abspath(path), path) as source:
        toml = parse(source)
    tool = toml.table.get("tool")
    table = tool.get("nerkit", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise InputError("nerkit must be a table: [tool.nerkit]", source=path)
    found = _ConfigFile(path, table, toml.text.split("\n"))
    for name, value in table.items():
        if isinstance(value, dict) and name not in COMMANDS:
            raise found.error(name, str(unknown("command", name, COMMANDS)))
    return found
