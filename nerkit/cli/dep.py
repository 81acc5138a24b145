"""`nerkit dep`: dependency trees."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.dep.options import ELAS, PUNCTUATION, SUBTYPES


@click.command(cls=GroupedCommand)
@scoring_options
@click.option(
    "--punctuation",
    type=click.Choice(list(PUNCTUATION)),
    help="Words of nothing but punctuation: count them (score), or not.",
)
@click.option(
    "--subtypes",
    type=click.Choice(list(SUBTYPES)),
    help="What follows the colon of a label (drop in CoNLL-U, keep in CoNLL-X).",
)
@click.option(
    "--elas",
    type=click.Choice(list(ELAS)),
    help="Edges of ELAS and EULAS agree with one other at most (multiset), or with every equal one.",
)
@click.option(
    "--skip-invalid",
    is_flag=True,
    default=None,
    help="Leave sentences that are no trees out, on both sides.",
)
@click.option("--multiple-roots-okay", is_flag=True, default=None, help="A sentence may have several roots.")
def command(shared: Shared, **options: Any) -> None:
    """Score dependency trees (CoNLL-U, CoNLL-X): attachment, tags, features, lemmas, segmentation, enhanced
    graphs.

    Both sides have the same text, but may cut it into other tokens, words and sentences: words are aligned by
    their characters. In CoNLL-X they are compared one by one.

    Measures: UAS LAS CLAS MLAS BLEX UPOS XPOS UFeats AllTags Lemmas Words Tokens Sentences LA ELAS EULAS.
    Default: UAS LAS, headline LAS. `nerkit measures dep` lists all.

    \b
    Examples:
      nerkit dep -g gold.conllu -s system.conllu
      nerkit dep -g gold.conllu -s system.conllu --preset ud18
      nerkit dep -g gold.conllu a=run1.conllu b=run2.conllu -m LAS --by label
      nerkit dep -g gold.conllu -s system.conllu -m ELAS -m EULAS --skip-invalid
      nerkit dep -g gold.conll -s system.conll --preset conllx
    """
    run("dep", shared, **options)
