"""`nerkit spans`: mentions with offsets, types and ids."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.spans.options import Options


@click.command(cls=GroupedCommand, daily=())
@scoring_options
@own_options(Options, n_best="gold_candidates", noise="n_best", period="noise")
def command(shared: Shared, **options: Any) -> None:
    """Score spans: named entities, mentions, with offsets, types and ids.

    Reads span TSV, brat folders, HIPE's columns, spaCy (JSON, DocBin), Prodigy, Label Studio, doccano,
    WebAnno TSV 3, LangExtract, GLiNER, Hugging Face's pipeline output and dataset rows, and what models
    answer.

    Measures: aggregator:filter:key, names and groups (tac14, lorehlt, luo, nervaluate), characters.
    Default: sets::span sets::span+type overlap-maxmax::span overlap-sumsum::span, headline
    sets::span+type; with ids strong_mention_match strong_typed_mention_match strong_all_match muc b_cubed
    mention_ceaf, headline strong_all_match. `nerkit measures spans` lists all.

    \b
    Examples:
      nerkit spans -g gold.tsv -s system.tsv
      nerkit spans -g gold.tsv -s system.tsv --by label --macro
      nerkit spans -g gold.tsv -s system.tsv -m overlap-maxsum::span -m tac09
      nerkit spans -g gold.tsv -s system.tsv --type-weights types.json
      nerkit spans -g gold.tsv -s system.tsv -m nervaluate --min-overlap 50
      nerkit spans -g gold.tsv -s system.tsv -m conll -m lea --match overlap
      nerkit spans -g brat-gold/ -s brat-system/ --by document
      nerkit spans -g doccano.jsonl -s gliner.json --min-score 0.5
      nerkit spans -g inception/ -s pipeline.json --layer NamedEntity
      nerkit spans -g annotated.jsonl -s predicted.jsonl --extra ignore
      nerkit spans --preset hipe -g gold.tsv -s system.tsv --n-best 1,3,5
      nerkit spans -g gold/ -s system/ --only document=@dev.txt -f markdown
    """
    run("spans", shared, **options)
