"""`nerkit coref`: mentions of entities."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH, Shared, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.coref.options import BLANC, MATCHES, MENTIONS, SINGLETONS, ZEROS


@click.command(cls=GroupedCommand)
@scoring_options
@click.option(
    "--match",
    type=click.Choice(list(MATCHES)),
    help="Which mentions are the same: words (exact), part with head, head, minimal span.",
)
@click.option("--singletons", type=click.Choice(list(SINGLETONS)), help="Entities of one mention (keep).")
@click.option(
    "--zeros",
    type=click.Choice(list(ZEROS)),
    help="Match empty nodes by what they depend on (dependent) or by position.",
)
@click.option(
    "--blanc",
    type=click.Choice(list(BLANC)),
    help="BLANC without links of a kind: as scorer.pl (conll), or as Luo et al. 2014.",
)
@click.option(
    "--mentions",
    type=click.Choice(list(MENTIONS)),
    help="Mentions of the same words in a document (first).",
)
@click.option("--layer", metavar="NAME", help="Layer of WebAnno that is read (the only one of chains).")
@click.option(
    "--ids", type=PATH, metavar="FILE", help="Rename documents, on both sides: a file of old TAB new."
)
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
