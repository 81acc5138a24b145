"""`nerkit merge`: add up results of parts of a corpus."""

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH, Output, output_options
from nerkit.cli.scoring import finish


@click.command(cls=GroupedCommand, daily=("counts_only",))
@click.argument("results", nargs=-1, required=True, type=PATH, metavar="RESULT.json...")
@output_options
def command(shared: Output, *, results: tuple[str, ...]) -> None:
    """Add results of different documents, written with --counts-only.

    The sum is exact and does not depend on the order; documents keep the order of the arguments. You cannot
    add results with different options or common documents.

    \b
    Examples:
      nerkit spans -g gold1.tsv -s system=system1.tsv --counts-only > 1.json
      nerkit merge 1.json 2.json
      nerkit merge shard-*.json --counts-only -o all.json
      nerkit merge shard-*.json -f json --confidence
    """
    from nerkit.evaluation.stored.results import merged, read

    finish(merged([read(path) for path in results]), shared, read=False)
