"""`nerkit evaluate`: score files of any task; the content of the files decides the task."""

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.scoring import run


@click.command(cls=GroupedCommand, daily=())
@scoring_options
def command(shared: Shared) -> None:
    """Score system output against a gold file; nerkit recognises the format by content.

    \b
    Examples:
      nerkit evaluate -g gold.tsv -s system.tsv
      nerkit evaluate -g gold.tsv -s base=run1.tsv -s new=run2.tsv.gz
      zcat system.tsv.gz | nerkit evaluate -g gold.tsv -s - -f json
      nerkit evaluate -g <(cut -f1-3 gold.tsv) <(cut -f1-3 system.tsv)
    """
    run(None, shared)
