"""`nerkit tree`: bracketed constituents."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.tree.options import Options


@click.command(cls=GroupedCommand, daily=())
@scoring_options
@own_options(Options)
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
