"""`nerkit dep`: dependency trees."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.dep.options import Options


@click.command(cls=GroupedCommand, daily=())
@scoring_options
@own_options(Options)
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
