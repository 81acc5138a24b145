"""The first screen, the list of all commands, and `nerkit help`."""

import click

from nerkit.cli.commands import COMMANDS, GROUPS
from nerkit.cli.help import GroupedCommand

FIRST = """\
nerkit: score structured predictions
  nerkit evaluate -g GOLD -s SYSTEM         the task is found from the files
  nerkit errors   -g GOLD -s SYSTEM         what is wrong, item by item
  nerkit report   -g GOLD -s SYSTEM --open  the same as a page
  nerkit compare  -g GOLD A B               is the difference real?
Tasks  text               bio spans noisy coref
       trees and graphs   dep tree srl amr mrp
       records            ie json
More   agree power plot   convert validate list demo
nerkit TASK --help: daily options · --help-all: everything · nerkit list formats"""


def write_commands(formatter: click.HelpFormatter) -> None:
    """All commands in groups, each with the whole first sentence of its help; no command is loaded."""
    from nerkit.cli.summaries import SUMMARIES

    longest = max(map(len, COMMANDS))
    for title, commands in GROUPS.items():
        with formatter.section(title):
            formatter.write_dl([(name.ljust(longest), SUMMARIES.get(name, "")) for name in commands])


def _commands(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in COMMANDS if name.startswith(incomplete)]


@click.command(cls=GroupedCommand)
@click.argument("name", metavar="[COMMAND]", required=False, shell_complete=_commands)
@click.pass_context
def command(ctx: click.Context, name: str | None) -> None:
    """Show the first screen, or the daily options of a command (--help-all shows all).

    \b
    Examples:
      nerkit help
      nerkit help evaluate
    """
    assert ctx.parent is not None
    arguments = ["--help"] if name is None else [name, "--help"]
    ctx.parent.command.main(arguments, prog_name="nerkit", standalone_mode=False)
