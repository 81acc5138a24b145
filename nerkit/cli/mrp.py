"""`nerkit mrp`: meaning representation graphs."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.mrp.options import ANCHORS, NORMALIZE


@click.command(cls=GroupedCommand)
@scoring_options
@click.option(
    "--anchors",
    type=click.Choice(list(ANCHORS)),
    help="Punctuation at the ends of each span (mtool, the default) or of the anchor as a whole (page).",
)
@click.option("--order", is_flag=True, default=None, help="Keep dm, psd nodes in the order of the file.")
@click.option(
    "--normalize",
    multiple=True,
    type=click.Choice(list(NORMALIZE)),
    help="Parts of the normalisation that are done; repeatable (all).",
)
@click.option("--unlabeled", is_flag=True, default=None, help="Compare edges without their labels.")
@click.option(
    "--core-arguments",
    is_flag=True,
    default=None,
    help="Predications have the core arguments of their framework alone.",
)
@click.option(
    "--skip-invalid",
    is_flag=True,
    default=None,
    help="Leave invalid graphs out; in a system they are missing.",
)
@click.option(
    "--repair",
    is_flag=True,
    default=None,
    help="Merge the copies of a node (one id) that agree or are empty.",
)
@click.option(
    "--limit", type=click.IntRange(0), metavar="N", help="Work for one pair of graphs; 0 proves least."
)
def command(shared: Shared, *, normalize: tuple[str, ...], **options: Any) -> None:
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
    run("mrp", shared, normalize=list(normalize) or None, **options)
