"""`nerkit mrp`: meaning representation graphs."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.mrp.options import Options


@click.command(cls=GroupedCommand, daily=())
@scoring_options
@own_options(Options, limit="repair")
def command(shared: Shared, **options: Any) -> None:
    """Score meaning representation graphs (MRP JSONL: DM, PSD, EDS, UCCA, AMR, PTG, DRG).

    Nodes of gold and system correspond so that most tuples agree, which is proven; measures sdp, edm, ucca
    and smatch as well. A file of several frameworks has a row for each and their macro average.

    Measures: mrp smatch sdp edm ucca. Default: mrp, headline mrp. `nerkit measures mrp` lists all.

    \b
    Examples:
      nerkit mrp -g gold.mrp -s system.mrp
      nerkit mrp -g gold.mrp -s system.mrp -m mrp -m ucca --by document
      nerkit mrp -g gold.mrp -s system.mrp --labels dm,psd --order
      nerkit mrp -g gold.mrp -s system.mrp --skip-invalid --jobs auto
    """
    run("mrp", shared, normalize=options.pop("normalize"), **options)  # first in signatures
