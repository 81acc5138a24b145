"""scorer.pl 8.01: `python -P -m nerkit.compat.conll_coref METRIC KEY RESPONSE [NAME]`, over `nerkit coref`.

METRIC is muc, bcub, ceafm, ceafe, blanc, or all. A NAME restricts scoring to the document of this name. With
`none`, all documents are scored, and only totals are printed. As in the script, percentages are cut off after
two decimals.

Differences from scorer.pl 8.01
    - Documents are in the order of the key (the script uses the order of a hash, which changes from run to
    run).
    - Repeated mentions of a side count once, and a warning names them. In the script, repeated mentions of
    the key corrupt the scores, and more than ten of the response stop the scoring. Comment lines are not
    tokens.
    - A NAME that is not in the key is an error (in the script, all scores are 0). Documents that share a name
      are an error, too (in the script, the last document counts).
    - Errors name the line, and the exit code is 2.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from nerkit.compat.command import SYSTEM, number, run, scored
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import Mentions
from nerkit.exceptions import UsageError, unknown
from nerkit.results.result import Result

METRICS = {"muc": "muc", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc"}
ALL, NONE = "all", "none"
MENTIONS = "mentions"
LINKS = {"Coreference links": "blanc/links", "Non-coreference links": "blanc/non-links"}
RULE = "-" * 74 + "\n"
USAGE = "usage: conll_coref METRIC KEY RESPONSE [NAME|none]\n  METRIC  muc bcub ceafm ceafe blanc all\n"


class Fractions(NamedTuple):
    """Recall and precision, each as (numerator, denominator)."""

    recall: tuple[float, float]
    precision: tuple[float, float]


def main(arguments: Sequence[str]) -> str:
    """The output of scorer.pl: the usage message, or a block of text per metric."""
    if len(arguments) < 3:
        return USAGE
    metric, key, response, *name = arguments
    if metric.lower() not in (*METRICS, ALL):
        raise unknown("metric", metric, [*METRICS, ALL])
    only = name[0] if name and name[0] != NONE else None
    metrics = list(METRICS) if metric.lower() == ALL else [metric.lower()]
    measures = [METRICS[each] for each in metrics]
    result = scored(
        key,
        response,
        task="coref",
        form="conll-coref",
        preset="ontonotes",
        measures=[MENTIONS, *measures],
        extra="ignore",
        by=["document"],
        only=[] if only is None else [f"document={only}"],
    )
    if only is not None and not _batch(result).documents:
        raise UsageError(f"the key has no document {only!r}")
    text = f"version: 8.01 {Path(__file__).resolve()}\n"
    for each in metrics:
        title = f"\nMETRIC {each}:\n" if metric.lower() == ALL else ""
        verbose = "" if NONE in name else documents(result, each)
        text += title + verbose + totals(result, each)
    return text


def totals(result: Result, metric: str) -> str:
    """The text with the totals of a metric."""
    text = f"\n====== TOTALS =======\nIdentification of Mentions: {_line(_numbers(result, MENTIONS))}{RULE}"
    return text + (
        _blanc(result)
        if metric == "blanc"
        else f"Coreference: {_line(_numbers(result, METRICS[metric]))}{RULE}"
    )


def documents(result: Result, metric: str) -> str:
    """The text with the entities of both sides and the counts, for each document."""
    batch = _batch(result)
    text = ""
    for code, name in enumerate(batch.documents):
        text += "".join(_entities(side, code, name) for side in (batch.gold, batch.system))
        numbers = _numbers(result, MENTIONS, name)
        correct, key, response = numbers.recall[0], numbers.recall[1], numbers.precision[1]
        text += f"{'' if metric == 'blanc' else name}:\n"
        text += f"Total key mentions: {key:.0f}\nTotal response mentions: {response:.0f}\n"
        text += f"Strictly correct identified mentions: {correct:.0f}\n"
        text += "Partially correct identified mentions: 0\n"
        text += f"No identified: {key - correct:.0f}\nInvented: {response - correct:.0f}\n"
        if metric != "blanc":
            text += _line(_numbers(result, METRICS[metric], name)) + RULE
    return text


def _entities(side: Mentions, document: int, name: str) -> str:
    """The text with the entities of a document; each mention is its first and last word (0-based), in text
    order.
    """
    clusters: dict[int, list[tuple[int, int]]] = {}
    for row in (side.document == document).nonzero()[0].tolist():
        first, last = int(side.span.first[row]), int(side.span.first[row + 1]) - 1
        mention = int(side.span.start[first]), int(side.span.end[last]) - 1
        clusters.setdefault(int(side.entity[row]), []).append(mention)
    text = f"====> {name}:\nFile {name}:\n"
    for place, mentions in enumerate(sorted(map(sorted, clusters.values()))):
        text += f"Entity {place}: {' '.join(f'({first},{last})' for first, last in mentions)}\n"
    return text


def _batch(result: Result) -> Batch[Mentions]:
    """The mentions of both sides, in one batch."""
    assert result.scored is not None  # the result was scored in this process, without shards
    batch: Batch[Mentions] = result.scored.batches[SYSTEM]
    return batch


def _numbers(result: Result, measure: str, document: str | None = None) -> Fractions:
    row = next(
        row
        for row in result.rows
        if row.measure == measure and row.document == ("*" if document is None else document)
    )
    return Fractions((number(row.r_num), number(row.r_den)), (number(row.p_num), number(row.p_den)))


def _blanc(result: Result) -> str:
    """The text about BLANC: its two kinds of links, and the measure with recall and precision as fractions of
    1.
    """
    text = "\nCoreference:\n"
    for title, measure in LINKS.items():
        text += f"{title}: {_line(_numbers(result, measure))}{RULE}"
    row = result["blanc"]
    numbers = Fractions((number(row.recall), 1), (number(row.precision), 1))
    return f"{text}BLANC: {_line(numbers, row.f1)}{RULE}"


def _line(numbers: Fractions, f_score: float | None = None) -> str:
    """The text with recall, precision and F1. Percentages are cut off after two decimals."""
    recall, precision = (part / whole if whole else 0.0 for part, whole in numbers)
    if f_score is None:
        f_score = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    shown = (
        f"{title}: ({part:.15g} / {whole:.15g}) {_percent(score)}"
        for title, (part, whole), score in zip(Fractions._fields, numbers, (recall, precision), strict=True)
    )
    return "\t".join([*(text.capitalize() for text in shown), f"F1: {_percent(f_score)}"]) + "\n"


def _percent(score: float) -> str:
    return f"{int(score * 10000) / 100:.15g}%"


if __name__ == "__main__":
    run(main)
