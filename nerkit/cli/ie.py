"""`nerkit ie`: relations, events, roles and templates, by formulas."""

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH, Shared, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.ie.options import ABSA, MENTION_SIMILARITIES


@click.command(cls=GroupedCommand)
@scoring_options
@click.option(
    "--metric",
    multiple=True,
    type=PATH,
    metavar="FILE",
    help="A formula of your own, in TOML; repeatable. A .py file is run as your code.",
)
@click.option(
    "--limit",
    type=int,
    metavar="STEPS",
    help="Work on one correspondence of variables; past it a bound is given.",
)
@click.option(
    "--undirected", is_flag=True, default=None, help="Compare the ends of relations without their order."
)
@click.option("--seen", type=PATH, metavar="FILE", help="DocRED's training data, for docred-ign.")
@click.option(
    "--clusters",
    type=PATH,
    metavar="FILE",
    help="WikiEvents' clusters of entities, for wikievents-coref-*; SciREX's clusters of a system.",
)
@click.option("--mentions", type=PATH, metavar="FILE", help="SciREX's mentions of a system.")
@click.option(
    "--type-weights",
    type=PATH,
    metavar="FILE",
    help="Credit for related types: gold TAB system TAB credit, or a tree in JSON.",
)
@click.option("--tree-decay", type=float, metavar="D", help="Credit per step up a tree (0.5).")
@click.option(
    "--mention-similarity",
    type=click.Choice(MENTION_SIMILARITIES),
    help="How template compares the mentions of two fillers (default: subset).",
)
@click.option("--absa", type=click.Choice(ABSA), help="What the parts of tuples of aspects are (by content).")
@click.option(
    "--judgements", type=PATH, metavar="FILE", help="Pairs of fillers that were judged, JSON lines."
)
def command(
    shared: Shared,
    *,
    metric: tuple[str, ...],
    limit: int | None,
    undirected: bool | None,
    seen: str | None,
    clusters: str | None,
    mentions: str | None,
    type_weights: str | None,
    tree_decay: float | None,
    mention_similarity: str | None,
    absa: str | None,
    judgements: str | None,
) -> None:
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
    run(
        "ie",
        shared,
        metric=metric or None,
        limit=limit,
        undirected=undirected,
        seen=seen,
        clusters=clusters,
        mentions=mentions,
        type_weights=type_weights,
        tree_decay=tree_decay,
        mention_similarity=mention_similarity,
        absa=absa,
        judgements=judgements,
    )
