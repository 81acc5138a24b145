"""`nerkit noisy`: score entities if the gold text and the system text differ."""

from collections.abc import Iterator
from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import HUMAN, Shared, check_drawing, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.noisy.options import Options


@click.command(cls=GroupedCommand, daily=("show_alignment",))
@scoring_options
@own_options(Options)
@click.option("--show-alignment", is_flag=True, help="Print the aligned texts with their entities first.")
def command(shared: Shared, *, show_alignment: bool, **options: Any) -> None:
    """Score named entities in texts that differ: recognised handwriting, print or speech.

    nerkit aligns texts by characters. An entity is recognised if the edit distance is at most 30 % of its
    length. For measures of `spans`, nerkit first carries the system spans onto the gold text.

    Measures: noisy, dictionary (with --dictionary), and all measures of bio and spans. Default: noisy,
    headline noisy. `nerkit measures noisy` lists all.

    \b
    Examples:
      nerkit noisy -g gold.bio -s system.bio
      nerkit noisy -g gold/ -s system/ --macro --by document
      nerkit noisy -g gold.bio system.bio --threshold 0.1 --noise-bins 0.1,0.2,0.5
      nerkit noisy -g gold.bio system.bio -m overlap-maxmax::span+type
      nerkit noisy -g gold.bio system.bio --dictionary names.tsv
      nerkit noisy -g gold.bio system.bio --nerval --show-alignment
    """
    if show_alignment:
        check_drawing(shared)
    if options["noise_bins"] is not None and "noise" not in shared.asked["by"]:
        shared = shared.asking(by=(*shared.asked["by"], "noise"))
    human = shared.output_format in HUMAN and not shared.score_only
    notes = _qualities if human else lambda _: ()
    run("noisy", shared, draw=_draw if show_alignment else None, notes=notes, **options)


def _draw(name: str, batch: Any, options: Any) -> list[str]:
    from nerkit.views.alignment import draw

    return [draw(name, batch, options.align(batch).alignments)]


def _qualities(result: Any) -> Iterator[str]:
    """A sentence per system with the CER and WER of its text. Nothing for systems without a text of their
    own.
    """
    from nerkit.scorers.noisy.measures import NOISY

    rows = result.pooled(NOISY.name) if NOISY.name in result.measures else ()
    return (_quality(row) for row in rows if "characters" in row.extra)


def _quality(row: Any) -> str:
    """A sentence with the CER and WER of a system's text."""
    rates = []
    for name, unit in (("CER", "character"), ("WER", "word")):
        errors, total = row.extra[f"{unit}_errors"], row.extra[f"{unit}s"]
        rate = f"{errors / total:.3f}" if total else "-"
        rates.append(f"{name} {rate} ({errors:,} errors in {total:,} {unit}s)")
    return f"text of {row.system}: {', '.join(rates)}"
