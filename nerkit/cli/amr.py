"""`nerkit amr`: meaning graphs."""

from collections.abc import Iterator
from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, check_drawing, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.amr.options import Options


@click.command(cls=GroupedCommand, daily=("aspects", "show_alignment"))
@scoring_options
@own_options(Options, frames="aspects")
@click.option(
    "--aspects", is_flag=True, help="Add the aspects: the parts of the triples about agents, time and so on."
)
@click.option(
    "--show-alignment", is_flag=True, help="First print corresponding nodes, and matched and missed triples."
)
def command(shared: Shared, *, show_alignment: bool, aspects: bool, **options: Any) -> None:
    """Score meaning graphs (AMR in PENMAN notation) by the triples that agree.

    nerkit proves that the correspondence of nodes is the best, so the numbers are equal in every run. Graphs
    pair by id (# ::id), or by order if ids are missing or repeated.

    Measures: smatch unlabeled no_wsd concepts named_entities negation wikification reentrancy srl frames
    sembleu. Default: smatch, headline smatch. `nerkit measures amr` lists all.

    \b
    Examples:
      nerkit amr -g gold.amr -s system.amr
      nerkit amr -g gold.amr system.amr --by document --macro
      nerkit amr -g gold.amr system.amr -m smatch -m reentrancy -m srl
      nerkit amr -g gold.amr system.amr --standardise amr
      nerkit amr -g gold.amr system.amr --aspects --frames propbank-frames.txt
      nerkit amr -g gold.amr system.amr --smatch-1.0.4 -d 2
      nerkit amr -g gold.amr system.amr --show-alignment
    """
    if show_alignment:
        check_drawing(shared)
    if aspects:
        from nerkit.scorers.amr.measures import ASPECTS, MEASURES

        default = (measure.name for measure in MEASURES if measure.default)
        shared = shared.asking(measures=(*(shared.measures or default), ASPECTS))
    run("amr", shared, draw=_draw if show_alignment else None, **options)


def _draw(name: str, batch: Any, options: Any) -> Iterator[str]:
    from nerkit.views.graph_alignment import draw

    return draw(name, batch, options)
