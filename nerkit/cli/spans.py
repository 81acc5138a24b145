"""`nerkit spans`: mentions with offsets, types and ids."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH, Shared, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.spans.options import EVERY_DOCUMENT, GOLD_CANDIDATES, MATCHES


@click.command(cls=GroupedCommand)
@scoring_options
@click.option(
    "--type-weights",
    type=PATH,
    help="Credit for related types: gold TAB system TAB credit, or a tree in JSON.",
)
@click.option("--id-weights", type=PATH, help="Credit for related ids, in the same forms.")
@click.option("--tree-decay", type=float, metavar="D", help="Credit per step up a tree (0.5).")
@click.option(
    "--match",
    type=click.Choice(list(MATCHES)),
    help="How cluster measures match spans: equal (default), or one to one by overlap.",
)
@click.option(
    "--ignore-spans", type=PATH, metavar="FILE", help="Leave out what overlaps these spans, on both sides."
)
@click.option(
    "--partial-gold",
    is_flag=False,
    flag_value=EVERY_DOCUMENT,
    metavar="[=FILE]",
    help="Do not count system spans where gold has none; FILE lists the documents, all if none is given.",
)
@click.option(
    "--gold-candidates",
    type=click.Choice(list(GOLD_CANDIDATES)),
    help="Which candidate a gold mention with several stands for: the first, or any that the system has.",
)
@click.option("--n-best", metavar="N,N…", help="HIPE: rows for links among the system's first N, as 1,3,5.")
@click.option("--noise", metavar="BINS", help="HIPE: rows by the noise of entities, as 0.0-0.0,0.001-0.1.")
@click.option("--period", metavar="BINS", help="HIPE: rows by the date of documents, as 1790-1850,1850-1900.")
@click.option(
    "--min-score", type=float, metavar="X", help="Leave out what a system gives with a lower score."
)
@click.option(
    "--text",
    metavar="NORM,…",
    help="Normal forms for `string`: nfc, nfkc, casefold, accents, punct, articles, space.",
)
@click.option("--layer", metavar="NAME", help="Layer of WebAnno that is read (NamedEntity, or the only one).")
@click.option("--feature", metavar="NAME", help="Feature of that layer that is the label (value).")
@click.option(
    "--label-names",
    metavar="A,B|FILE",
    help="Names of labels that are numbers, from 0, or a file of them (Hugging Face, doccano).",
)
@click.option("--spans-key", metavar="KEY", help="Group of spaCy's spans to read, not the entities.")
@click.option(
    "--min-overlap",
    type=float,
    metavar="PERCENT",
    help="Percent of a gold span that must be shared, in strict, exact, partial, type (1).",
)
@click.option(
    "--min-iou",
    type=float,
    metavar="X",
    help="And the least intersection over union, from 0 to 1 (0).",
)
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
