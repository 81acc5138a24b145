"""Defaults of options from `[tool.nerkit]` of a TOML file, by default the nearest pyproject.toml.

`[tool.nerkit]` holds shared options by their long names; `[tool.nerkit.spans]` those of one command, which win.
"""

from pathlib import Path
from typing import Any

import click

from nerkit.errors import InputError, UsageError, unknown


def read_config(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    """Callback of `--config`: put the file's values where click looks for defaults."""
    path = Path(value) if value else _nearest(Path.cwd())
    if path is None:
        return
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
        if key not in options or key == "config":
            raise UsageError(f"{path}: {unknown('option', key, options)}")
        parameter = options[key]
        several = isinstance(found, str | int | float) and not isinstance(found, bool) and parameter.multiple
        defaults[str(parameter.name)] = [str(found)] if several else found
    ctx.default_map = defaults | dict(ctx.default_map or {})


def _nearest(folder: Path) -> Path | None:
    """The first pyproject.toml in *folder* or above it."""
    return next(
        (at / "pyproject.toml" for at in (folder, *folder.parents) if (at / "pyproject.toml").is_file()), None
    )


def _table(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        with path.open("rb") as file:
            read = tomllib.load(file)
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), source=str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not valid TOML: {error}", source=str(path)) from None
    found: dict[str, Any] = read.get("tool", {}).get("nerkit", {})
    return found
