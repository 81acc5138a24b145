"""The names of all commands, the modules that define them, and the exit codes other than 0 and 1."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

WRONG = 2  # exit code of usage, input and I/O errors
INTERRUPTED = 130
NO_PLUGINS = "--no-plugins"  # an option that every command accepts anywhere
TYPED = "nerkit.typed"  # key of the typed arguments in click's context
LEFT = dict.fromkeys(  # removed option -> first version without it
    (
        *("--certificate", "--certificate-limit", "--require-proof", "--script"),
        *("--paired sequential", "--paired exact,sequential", "--document-order", "--stop-at", "--level"),
    ),
    "0.2",
)

TASKS = "nerkit.cli.task_commands"  # the module that makes the commands of most tasks
# purpose -> command -> module that defines it, in the order of the help
GROUPS = {
    "Score": {
        "evaluate": "nerkit.cli.evaluate",
        "spans": TASKS,
        "bio": "nerkit.cli.bio",
        "noisy": "nerkit.cli.noisy",
        "coref": TASKS,
        "mrp": TASKS,
        "amr": "nerkit.cli.amr",
        "ie": TASKS,
        "srl": TASKS,
        "dep": TASKS,
        "tree": TASKS,
        "json": TASKS,
        "calls": TASKS,
    },
    "Understand and compare": {
        "errors": "nerkit.cli.errors",
        "report": "nerkit.cli.report",
        "compare": "nerkit.cli.compare",
        "agree": "nerkit.cli.agree",
        "power": "nerkit.cli.power",
        "estimate": "nerkit.cli.estimate",
        "plot": "nerkit.cli.plot",
    },
    "Files": {
        "convert": "nerkit.cli.convert",
        "validate": "nerkit.cli.validate",
        "merge": "nerkit.cli.merge",
        "verify": "nerkit.cli.verify",
    },
    "Find out": {
        "list": "nerkit.cli.list",
        "measures": "nerkit.cli.measures",
        "presets": "nerkit.cli.presets",
        "explain": "nerkit.cli.explain",
        "demo": "nerkit.cli.demo",
        "acid": "nerkit.cli.acid",
        "help": "nerkit.cli.screens",
        "completion": "nerkit.cli.completion",
    },
    "Lecture": {
        "cky": "nerkit.cli.cky",
        "chunk": "nerkit.cli.chunk",
    },
    "As another program": {
        "nerval": "nerkit.cli.nerval",
    },
}
COMMANDS = {name: module for commands in GROUPS.values() for name, module in commands.items()}


def loaded(name: str) -> "click.Command":
    """Import the module of the command *name*, and return the command."""
    module = import_module(COMMANDS[name])
    command: click.Command = module.command_of(name) if COMMANDS[name] == TASKS else module.command
    return command


def departed(option: str) -> str | None:
    """The message about a removed option, or about a removed value of an option. None if nothing was
    removed.
    """
    return f"`{option}` left nerkit in {LEFT[option]}; see CHANGELOG" if option in LEFT else None
