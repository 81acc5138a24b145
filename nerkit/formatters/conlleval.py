"""The report of conlleval.pl (2004-01-26), byte for byte: percentages of chunks, and the accuracy of tags.

The last number of a label's line is the number of its system chunks. With several systems, each report is
below the system's name.
"""

from typing import NamedTuple

from nerkit.exceptions import UsageError
from nerkit.formatters import Formatter, Needs, stacked
from nerkit.results.counts import ALL, NUMBERS, Counts, Label
from nerkit.results.result import Result
from nerkit.scorers.bio import measures
from nerkit.views.grid import Style

CHUNK, TOKEN = measures.CHUNK.name, measures.TOKEN.name  # the measures that the report shows
WIDTH = 17  # width of the label column


class LabelCounts(NamedTuple):
    """The counts of a measure for one label: correct, system and gold chunks."""

    p_num: float
    p_den: float
    r_num: float
    r_den: float


class ConllevalReport(NamedTuple):
    """The numbers in the report of one system: counts of tokens, of chunks, and of the chunks of
    each label.
    """

    tokens: LabelCounts
    chunks: LabelCounts
    labels: dict[str, LabelCounts]


def reports(result: Result, _: Style) -> dict[str, ConllevalReport]:
    """The counts for the conlleval report of each system.

    Raises UsageError if the result lacks one of the two measures.
    """
    missing = [name for name in (CHUNK, TOKEN) if name not in result.measures]
    if missing:
        raise UsageError(
            f"the conlleval report shows {CHUNK} and {TOKEN}; score with -m {' -m '.join(missing)}, too"
        )
    return {name: _report(counts) for name, counts in result.counts.items()}


def render(content: dict[str, ConllevalReport], _: Style) -> str:
    """The conlleval reports of all systems as text."""
    return stacked({name: _text(report) for name, report in content.items()})


def _report(counts: Counts) -> ConllevalReport:
    pooled = counts.pooled()
    place = {label: at for at, label in enumerate(counts.labels)}

    def numbers(measure: str, label: Label) -> LabelCounts:
        """The counts of a measure for one label; zeros if the result does not have the measure."""
        if measure not in counts.measures:
            return LabelCounts(0, 0, 0, 0)
        cell = pooled[counts.measures.index(measure), place[label]]
        return LabelCounts(*cell[: len(NUMBERS)].tolist())

    labels = sorted(label for label in counts.labels if len(label) == 1 and label[0][0] == "label")
    by_label = {label[0][1]: numbers(CHUNK, label) for label in labels}
    return ConllevalReport(
        numbers(TOKEN, ALL), numbers(CHUNK, ALL), {name: cell for name, cell in by_label.items() if any(cell)}
    )


def _text(report: ConllevalReport) -> str:
    tokens, chunks = report.tokens, report.chunks
    text = (
        f"processed {tokens.r_den:.0f} tokens with {chunks.r_den:.0f} phrases; "
        f"found: {chunks.p_den:.0f} phrases; correct: {chunks.p_num:.0f}.\n"
    )
    if not tokens.r_den:
        return text
    text += f"accuracy: {100 * tokens.r_num / tokens.r_den:6.2f}%; {_scores(chunks)}\n"
    for name, numbers in report.labels.items():
        padding = " " * (WIDTH - len(name.encode()))  # conlleval counts bytes
        text += f"{padding}{name}: {_scores(numbers)}  {numbers.p_den:.0f}\n"
    return text


def _scores(numbers: LabelCounts) -> str:
    """Precision, recall and F in percent, computed in the same order as in conlleval."""
    precision = 100 * numbers.p_num / numbers.p_den if numbers.p_den else 0.0
    recall = 100 * numbers.r_num / numbers.r_den if numbers.r_den else 0.0
    total = precision + recall
    f_score = 2 * precision * recall / total if total else 0.0
    return f"precision: {precision:6.2f}%; recall: {recall:6.2f}%; FB1: {f_score:6.2f}"


FORMATTER = Formatter(
    render, reports, takes=Result, needs=Needs((CHUNK, TOKEN), by=("label",), tasks=("bio", "noisy"))
)
