"""The first screen, the list of all commands, and `nerkit help`."""

import click

from nerkit.cli.commands import COMMANDS, GROUPS
from nerkit.cli.help import TOPICS, GroupedCommand

FIRST = """\
nerkit: score structured predictions
  nerkit evaluate -g GOLD -s SYSTEM         the task is found from the files
Score                                    Understand and compare
  evaluate  any task, by content           errors      what is wrong, listed
  bio       tags in columns                report      the same as a page
  spans     mentions with offsets          compare     is the difference real?
  noisy     tags in differing texts        agree       agreement of annotators
  coref     coreference clusters           power       documents that you need
  dep       dependency trees               estimate    scores from few labels
  tree      bracketed trees                plot        figures for papers
  srl       semantic roles               Find out
  amr       AMR meaning graphs             list        all formats and measures
  mrp       graphs of seven frameworks     measures    the measures of tasks
  ie        relations, events, templates   explain     what a measure counts
  json      nested JSON values             presets     rules of shared tasks
  calls     tool calls of models           demo        try it on examples
Files                                      acid        check this installation
  convert   into another format            help        help on a command
  validate  find faults in files           completion  completion for your shell
  merge     add stored counts            More
  verify    score a stored result again    cky         parse with a grammar
                                           chunk       base phrases from trees
                                           nerval      as Nerval 0.3.3 does
nerkit TASK -h: daily options · nerkit help gates | statistics | output"""


def write_commands(formatter: click.HelpFormatter) -> None:
    """Write all commands in groups, each with the first sentence of its help. No command is imported."""
    from nerkit.cli.summaries import SUMMARIES

    longest = max(map(len, COMMANDS))
    for title, commands in GROUPS.items():
        with formatter.section(title):
            formatter.write_dl([(name.ljust(longest), SUMMARIES.get(name, "")) for name in commands])


def _commands(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in (*COMMANDS, *TOPICS) if name.startswith(incomplete)]


@click.command(cls=GroupedCommand)
@click.argument("name", metavar="[COMMAND|TOPIC]", required=False, shell_complete=_commands)
@click.pass_context
def command(ctx: click.Context, name: str | None) -> None:
    """Show the first screen, the daily options of a command, or a topic: gates, statistics, output.

    \b
    Examples:
      nerkit help
      nerkit help evaluate
      nerkit help gates
    """
    assert ctx.parent is not None
    if name in TOPICS:
        from nerkit.cli.topics import show_topic

        show_topic(ctx, name)
        return
    arguments = ["--help"] if name is None else [name, "--help"]
    ctx.parent.command.main(arguments, prog_name="nerkit", standalone_mode=False)
