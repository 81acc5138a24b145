"""`nerkit tree`: bracketed constituents."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.tree.options import MISMATCH, PARAMS, PUNCTUATION


@click.command(cls=GroupedCommand)
@scoring_options
@click.option(
    "--params",
    metavar="NAME|FILE",
    help="What is left out and what is the same: "
    f"{', '.join(PARAMS)} (collins), or a parameter file of EVALB.",
)
@click.option(
    "--punctuation",
    type=click.Choice(PUNCTUATION),
    help="Whose tag leaves punctuation out: each side's own, as in EVALB, or gold's on both "
    "(own; under proper gold).",
)
@click.option(
    "--max-length", type=click.IntRange(0), metavar="N", help="Only sentences of gold with up to N words."
)
@click.option(
    "--functions", is_flag=True, default=None, help="Labels are compared with their functions: NP-SBJ."
)
@click.option(
    "--align",
    is_flag=True,
    default=None,
    help="Sentences and words may differ: they are aligned by their characters.",
)
@click.option(
    "--mismatch",
    type=click.Choice(MISMATCH),
    help="Sentences whose words differ: exclude them (the default), or refuse them.",
)
def command(shared: Shared, **options: Any) -> None:
    """Score constituents of bracketed trees (PTB, discbracket, NEGRA export), as EVALB and disco-dop do.

    Sentences whose words differ are excluded and told, as EVALB does, unless --align compares them by their
    characters.

    Measures: brackets unlabeled tagging exact crossing no-crossing 2-or-less-crossing avg-crossing.
    Default: brackets, headline brackets. `nerkit measures tree` lists all.

    \b
    Examples:
      nerkit tree -g gold.mrg -s parsed.mrg
      nerkit tree -g gold.mrg -s parsed.mrg -m all --params new --punctuation gold
      nerkit tree -g gold.mrg a=run1.mrg b=run2.mrg --by label
      nerkit tree -g gold.mrg -s parsed.mrg --params COLLINS.prm -f evalb
      nerkit tree -g gold.dbr -s parsed.dbr --params proper
    """
    run("tree", shared, **options)
