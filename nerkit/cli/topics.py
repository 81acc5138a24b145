"""The help topics that concern all scoring commands: `nerkit help gates`, `statistics` and `output`."""

import click

from nerkit.cli.help import TITLE_OF

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


def show_topic(ctx: click.Context, name: str) -> None:
    """Print the text about a topic, then its options."""
    from nerkit.cli.options import OUTPUT, PROGRESS

    options = [one for one in (*OUTPUT, PROGRESS) if TITLE_OF[str(one.name)].lower() == name]
    formatter = ctx.make_formatter()
    formatter.write_text(TEXTS[name])
    with formatter.section("Options"):
        formatter.write_dl([record for one in options if (record := one.get_help_record(ctx)) is not None])
    click.echo(formatter.getvalue().rstrip("\n"))
