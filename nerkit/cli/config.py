"""Defaults of options from `[tool.nerkit]` of a TOML file, by default the nearest pyproject.toml.

`[tool.nerkit]` holds shared options by their long names; `[tool.nerkit.spans]` those of one command, which win.
"""

import os
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
    table = _table(path)
    if not table and value:
        raise UsageError(f"{path}: no [tool.nerkit] in this file")
    options = {
        option.removeprefix("--"): parameter
        for parameter in ctx.command.params
        if isinstance(parameter, click.Option)
        for option in parameter.opts
        if option.startswith("--")
    }
    shared = {key: found for key, found in table.items() if not isinstance(found, dict)}
    own = table.get(ctx.info_name or "", {})
    defaults: dict[str, Any] = {}
    for key, found in (shared | own).items():
        if key not in options and key not in own and key in _shared_names():
            continue  # an option of other commands
        if key not in options or key == "config":
            raise UsageError(f"{path}: {unknown('option', key, options)}")
        parameter = options[key]
        several = isinstance(found, str | int | float) and not isinstance(found, bool) and parameter.multiple
        defaults[str(parameter.name)] = [str(found)] if several else found
    ctx.default_map = defaults | dict(ctx.default_map or {})


def show_config(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Callback of `--show-config`: print the file that defaults come from and the defaults of this command, as TOML."""
    if not value:
        return
    import json

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


def _table(path: str) -> dict[str, Any]:
    import tomllib

    try:
        with open(path, "rb") as file:
            read = tomllib.load(file)
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), source=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not valid TOML: {error}", source=path) from None
    found: dict[str, Any] = read.get("tool", {}).get("nerkit", {})
    return found
