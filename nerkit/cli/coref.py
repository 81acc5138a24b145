"""`nerkit coref`: mentions of entities."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.coref.options import Options


@click.command(cls=GroupedCommand, daily=())
@scoring_options
@own_options(Options)
def command(shared: Shared, **options: Any) -> None:
    """Score coreference: clusters of mentions of the same entity (MUC, B-cubed, CEAF, CoNLL, LEA).

    Reads CoNLL-2011/12 and SemEval-2010 columns, CorefUD, ARRAU, JSON clusters, chains of WebAnno,
    and span TSV with ids, whose entities may go on in other documents.

    Documents pair by their ids; `; part 000` is no part where the other side has none. --ids renames them.

    Measures: mentions muc b_cubed ceaf_e conll ceaf_m blanc lea pairwise mor zero. Default: mentions muc
    b_cubed ceaf_e conll, headline conll. `nerkit measures coref` lists all.

    \b
    Examples:
      nerkit coref -g gold.conll -s system.conll
      nerkit coref -g gold.conll -s system.conll --preset ontonotes --by document
      nerkit coref -g gold.conllu a=run1.conllu b=run2.conllu --preset corefud
      nerkit coref -g gold.jsonl -s system.jsonl -m lea -m blanc --singletons drop
      nerkit coref -g gold.tsv -s system.tsv -m all -f json
      nerkit coref -g gold.conll -s system.jsonl --ids names.tsv
    """
    run("coref", shared, **options)
