"""`nerkit ie`: relations, events, roles and templates, by formulas."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, in_order, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.ie.options import Options


@click.command(cls=GroupedCommand, daily=())
@scoring_options
@own_options(Options)
def command(shared: Shared, **options: Any) -> None:
    """Score extracted records: relations, events, templates, opinions, or by a formula of your own.

    Reads OneIE and TextEE, DyGIE++, DocRED, WikiEvents, RAMS, SpERT, brat, Prodigy, Label Studio, doccano,
    GRIT, GTT, IterX, MUC-4, SciREX, structured sentiment, ABSA tuples and JSON lines, recognised by content.
    A formula is written in a small TOML file; docs/algebra.md tells how.

    Measures: relation, relation-untyped, relation-strict; trigger-i, trigger-c, argument-i, argument-c;
    wikievents-c, docred, docred-ign; ree, template, template-gtt, template-muc4, better, rme-subset, scirex
    and others; sentiment-f1, absa-tuple; and the formulas of --metric. Default: what the file holds, headline
    relation, argument-c, docred, wikievents-c, ree, template, scirex, sentiment-f1 or absa-tuple. `nerkit
    measures ie` lists all.

    \b
    Examples:
      nerkit ie -g gold.jsonl -s system.jsonl
      nerkit ie -g gold.jsonl -s system.jsonl -m argument-c --by label
      nerkit ie -g dev.json -s submission.json --seen train.json
      nerkit ie -g gold.jsonl -s system.jsonl --mention-similarity phi4
      nerkit ie -g key.txt -s response.txt -m template-muc4 -f muc4
      nerkit ie -g scirex.jsonl -s relations.jsonl --clusters clusters.jsonl
      nerkit ie -g gold.jsonl -s system.jsonl --metric arguments.toml
      nerkit ie -g gold.jsonl a.jsonl b.jsonl --metric arguments.toml
      nerkit ie -g gold.jsonl -s system.jsonl --metric my_metric.py -f json
    """
    run("ie", shared, **in_order(Options, options))
