"""Defaults of options from `[tool.nerkit]` of a TOML file, by default the nearest pyproject.toml.

`[tool.nerkit]` holds shared options by their long names; `[tool.nerkit.spans]` those of one command, which win.
"""

import json
import os
import re
from dataclasses import dataclass
from typing import Any

import click

from nerkit.errors import InputError, UsageError, unknown

SOURCE = "nerkit.config"  # where the context keeps the path of the file


def read_config(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    """Callback of `--config`: put the file's values where click looks for defaults."""
    path = value or _nearest(os.getcwd())
    if path is None:
        return
    ctx.meta[SOURCE] = path
    file = _read(path)
    if not file.table and value:
        raise UsageError(f"{path}: no [tool.nerkit] in this file")
    options = {
        option.removeprefix("--"): parameter
        for parameter in ctx.command.params
        if isinstance(parameter, click.Option)
        for option in parameter.opts
        if option.startswith("--") and option != "--config"
    }
    shared = {key: found for key, found in file.table.items() if not isinstance(found, dict)}
    own = file.table.get(ctx.info_name or "", {})
    defaults: dict[str, Any] = {}
    for key, found in (shared | own).items():
        if key not in options and key not in own and key in _shared_names():
            continue  # an option of other commands
        if key not in options:
            raise file.error(key, str(unknown("option", key, options)))
        defaults[str(options[key].name)] = _default(ctx, options[key], found, file, key)
    ctx.default_map = defaults | dict(ctx.default_map or {})


@dataclass(frozen=True)
class _File:
    """A file and its `[tool.nerkit]`."""

    path: str
    table: dict[str, Any]
    lines: list[str]

    def error(self, key: str, problem: str) -> InputError:
        """The error for a key, at its line."""
        named = re.compile(rf"""\s*(\[tool\.nerkit\.)?["']?{re.escape(key)}["']?\s*[=\]]""")
        numbers = (i for i, line in enumerate(self.lines, 1) if named.match(line))
        number = next(numbers, None)
        text = self.lines[number - 1] if number else None
        return InputError(problem, source=self.path, line=number, column=1 if number else None, text=text)


def _default(ctx: click.Context, option: click.Option, found: Any, file: _File, key: str) -> Any:
    """A value as click takes a default. Raises InputError for one that the option does not take."""
    if found is True and isinstance(option.flag_value, str):
        found = option.flag_value  # an option whose value may be left out
    if option.multiple and not isinstance(found, list):
        found = [str(found)]
    try:
        option.type_cast_value(ctx, found)
    except (click.BadParameter, TypeError, ValueError, AttributeError) as error:
        problem = (
            error.message
            if isinstance(error, click.BadParameter)
            else f"{json.dumps(found, default=str)} is not a value of it"
        )
        raise file.error(key, f"{key}: {problem}") from None
    return found


def show_config(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Callback of `--show-config`: print the file that defaults come from and the defaults of this command, as TOML."""
    if not value or ctx.resilient_parsing:
        return
    names = {str(p.name): p.opts[-1].removeprefix("--") for p in ctx.command.params}
    lines = [f"# {ctx.meta.get(SOURCE, 'no pyproject.toml')}", f"[tool.nerkit.{ctx.info_name}]"]
    defaults = ctx.default_map or {}
    lines += [f"{names[name]} = {json.dumps(found, ensure_ascii=False)}" for name, found in defaults.items()]
    click.echo("\n".join(lines))
    ctx.exit()


def _shared_names() -> set[str]:
    """The long names of the options that scoring commands share, without hyphens."""
    from nerkit.cli.options import DATA, OUTPUT

    def probe() -> None: ...

    for option in (*DATA, *OUTPUT):
        option(probe)
    found: list[click.Option] = getattr(probe, "__click_params__", [])
    return {name.removeprefix("--") for option in found for name in option.opts if name.startswith("--")}


def _nearest(folder: str) -> str | None:
    """The first pyproject.toml in *folder* or above it."""
    path = os.path.join(folder, "pyproject.toml")
    if os.path.isfile(path):
        return path
    above = os.path.dirname(folder)
    return _nearest(above) if above != folder else None


def _read(path: str) -> _File:
    import tomllib

    from nerkit.cli import COMMANDS

    try:
        with open(path, "rb") as file:
            text = file.read().decode()
        read = tomllib.loads(text)
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), source=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not valid TOML: {error}", source=path) from None
    tool = read.get("tool")
    table = tool.get("nerkit", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise InputError("nerkit is not a table: [tool.nerkit]", source=path)
    found = _File(path, table, text.splitlines())
    for name, value in table.items():
        if isinstance(value, dict) and name not in COMMANDS:
            raise found.error(name, str(unknown("command", name, COMMANDS)))
    return found
