"""Messages of the library in the words of the command line.

The library names an option as Python does: `missing="empty"`, `skip_invalid=True`, `tokens=FILE`, or
`limit=…` for one whose value does not matter. Here that becomes `--missing empty`, `--skip-invalid`,
`--tokens FILE`, `--limit`. Text in angle brackets is markup of a file, and stays.
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
}  # what Python calls an option -> the parameter of commands


def worded(text: str) -> str:
    """A message with options as they are typed, without words of files that only a found file names."""
    said = without_excerpts(text)
    said = NAMED.sub(_typed, said) if "=" in said else said
    reworded = getattr(text, "reworded", None)  # of a warning, whose module the first screen does not need
    return reworded(said) if reworded else said


def reworded(error: NerkitError) -> NerkitError:
    """The error with options as they are typed; the line that it shows stays."""
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
    """The option as typed, for a match; a match that is not an option stays unchanged."""
    name = FIELDS.get(match["name"] or "", match["name"] or "")
    option = _of_command(name) or _options().get(name)
    if option is None:
        return match[0]
    value = match["text"] or match["kind"]
    return f"{option} {value}" if value else option


def _of_command(name: str) -> str | None:
    """The running command's option as typed, given its Python name; no other command is loaded."""
    import click

    context = click.get_current_context(silent=True)
    parameters = context.command.params if context else []
    own = (each for each in parameters if isinstance(each, click.Option) and each.name == name)
    return next((max(each.opts, key=len) for each in own), None)


@functools.cache
def _options() -> dict[str, str]:
    """Python name -> option as typed, for the options of all commands."""
    import click

    parameters = [each for name in COMMANDS for each in loaded(name).params]
    return {
        str(each.name): max(each.opts, key=len)
        for each in reversed(parameters)
        if isinstance(each, click.Option)
    }
