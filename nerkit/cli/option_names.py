"""Rewrite messages of the library so that they name options as typed on the command line.

The library names options as keyword arguments: `missing="empty"`, `skip_invalid=True`, `tokens=FILE`, or
`limit=…` if the value does not matter. This module turns them into `--missing empty`, `--skip-invalid`,
`--tokens FILE`, `--limit`. Text in angle brackets is markup of an input file, and does not change.
"""

import functools
import re

from nerkit.cli.commands import COMMANDS, loaded
from nerkit.exceptions import InputError, NerkitError
from nerkit.ground.containment import without_excerpts
from nerkit.ground.patterns import regex

NAMED = regex(
    r'<[^<>\n]*>|(?<![\w.-])(?P<name>[a-z][a-z0-9_]*)=(?:"(?P<text>[^"\s]+)"|(?P<flag>True)\b|…|(?P<kind>[A-Z]+)\b)'
)


FIELDS = {
    "map": "label_map",
    "jobs": "workers",
    "alpha": "gate_alpha",
}  # Python name of an option -> name of the click parameter


def worded(text: str) -> str:
    """A message that names options as typed. Words from files that only an automatically found configuration
    names are hidden.
    """
    said = without_excerpts(text)
    said = NAMED.sub(_typed, said) if "=" in said else said
    reworded = getattr(text, "reworded", None)  # of a warning, whose module the first screen does not need
    return reworded(said) if reworded else said


def reworded(error: NerkitError) -> NerkitError:
    """A copy of the error whose message names options as typed. The quoted input line does not change."""
    if not isinstance(error, InputError):
        return type(error)(worded(str(error)))
    return type(error)(
        worded(error.problem),
        source=error.source,
        line=error.line,
        column=error.column,
        text=error.text,
        remedy=None if error.remedy is None else worded(error.remedy),
    )


def _typed(match: "re.Match[str]") -> str:
    """The replacement for a regex match: the option as typed, or the matched text if it is not an option."""
    name = FIELDS.get(match["name"] or "", match["name"] or "")
    option = _of_command(name) or _options().get(name)
    if option is None:
        return match[0]
    value = match["text"] or match["kind"]
    return f"{option} {value}" if value else option


def _of_command(name: str) -> str | None:
    """The typed form of an option of the running command, given its Python name. No other command is
    imported.
    """
    import click

    context = click.get_current_context(silent=True)
    parameters = context.command.params if context else []
    own = (each for each in parameters if isinstance(each, click.Option) and each.name == name)
    return next((max(each.opts, key=len) for each in own), None)


@functools.cache
def _options() -> dict[str, str]:
    """Map the Python name of each option of all commands to its typed form."""
    import click

    parameters = [each for name in COMMANDS for each in loaded(name).params]
    return {
        str(each.name): max(each.opts, key=len)
        for each in reversed(parameters)
        if isinstance(each, click.Option)
    }
