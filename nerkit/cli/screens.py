"""The first screen, the list of all commands, and `nerkit help` with its topics."""

import click

from nerkit.cli.commands import COMMANDS, GROUPS
from nerkit.cli.help import TITLE_OF, TOPICS, GroupedCommand

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
TEXTS = {  # topic -> text and examples; the options in the group of that title follow
    "gates": """\
A gate compares a score with a value, or with a result that you stored. If the score is worse, nerkit exits
with 1 and the last line on stderr says why. Every system must pass, and nerkit compares unrounded values.

Other documents give another score. The field lower compares the lower bound of the interval. --fail-if worse
fails only if a paired test shows a loss; write the stored result with --counts-only. Both print the smallest
loss that they catch in 80 % of cases.

If you name no measure, the gate is about the headline measure. A gate on a label needs no --by label.

\b
Examples:
  nerkit bio -g gold.bio -s system.bio --fail-under chunk/PER:recall=0.8
  nerkit bio -g gold.bio -s system.bio --fail-under chunk:lower=0.58
  nerkit bio -g gold.bio -s system.bio --counts-only -o main.json
  nerkit bio -g gold.bio -s system.bio --compare-to main.json --fail-if worse
""",
    "statistics": """\
--confidence adds intervals to the scores: nerkit draws the documents anew many times and scores each draw.
--paired tests the difference between each system and the first system. `nerkit compare` does both and
ranks the systems. `nerkit power` says which differences your test set can show.

\b
Examples:
  nerkit bio -g gold.bio -s system.bio --confidence
  nerkit bio -g gold.bio -s before.bio -s after.bio --paired randomization
  nerkit compare -g gold.bio before.bio after.bio
  nerkit power -g gold.bio -s before.bio -s after.bio
""",
    "output": """\
The rows go to stdout. Notes, warnings and the signature go to stderr. The formats table, markdown, latex and
html are for people and round the scores. The formats tsv, csv, json and jsonl hold every number in full.

\b
Examples:
  nerkit bio -g gold.bio -s system.bio -f markdown --percent -d 1
  nerkit bio -g gold.bio -s system.bio -f json -o result.json
  nerkit bio -g gold.bio -s system.bio --score-only
  nerkit bio -g gold.bio -s system.bio -f latex -q
""",
}


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
        _show_topic(ctx, name)
        return
    arguments = ["--help"] if name is None else [name, "--help"]
    ctx.parent.command.main(arguments, prog_name="nerkit", standalone_mode=False)


def _show_topic(ctx: click.Context, name: str) -> None:
    """Print the text about a topic, then the options that belong to it."""
    from nerkit.cli.options import OUTPUT, PROGRESS

    options = [one for one in (*OUTPUT, PROGRESS) if TITLE_OF[str(one.name)].lower() == name]
    formatter = ctx.make_formatter()
    formatter.write_text(TEXTS[name])
    with formatter.section("Options"):
        formatter.write_dl([record for one in options if (record := one.get_help_record(ctx)) is not None])
    click.echo(formatter.getvalue().rstrip("\n"))
