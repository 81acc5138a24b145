"""The report of EVALB, byte for byte: a row per sentence, the totals, and two summaries, the second for short
sentences.

Numbers are percentages. If F is 0/0, it is -nan as in EVALB. With several systems, each report is below the
name of its system. The spelling errors are in EVALB, too.
"""

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError
from nerkit.formatters import Formatter, Needs, stacked
from nerkit.results.counts import ALL, Counts, Label
from nerkit.results.result import Result
from nerkit.views.grid import Style

MEASURES = ("brackets", "tagging", "exact", "avg-crossing", "no-crossing", "2-or-less-crossing")
SENTENCES = "sentences"  # counts of scored pairs, all pairs, skipped pairs, gold words
HEAD = """\
  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
============================================================================
"""
VALID, ERROR, SKIP = range(3)  # the status of a sentence


def reports(result: Result, _: Style) -> dict[str, str]:
    """The EVALB report of each system. Raises UsageError for a result without the measures of EVALB."""
    missing = [name for name in MEASURES if name not in result.measures]
    if missing:
        raise UsageError(f"-f evalb shows {', '.join(MEASURES)}; score with -m evalb")
    by_sentence = result.units
    return {name: _report(counts) for name, counts in (by_sentence or ("", result.counts))[1].items()}


def _report(counts: Counts) -> str:
    cutoff = next((label for label in counts.labels if len(label) == 1 and label[0][0] == "cutoff"), None)
    whole = _Numbers(counts)
    text = HEAD + "".join(whole.rows()) + whole.total() + "=== Summary ===\n\n-- All --\n" + whole.summary()
    if cutoff is not None:
        text += f"\n-- len<={cutoff[0][1]} --\n" + _Numbers(counts, cutoff).summary()
    return text


class _Numbers:
    """The counts for an EVALB report, by sentence and in total. *label* restricts them to sentences of that
    label.
    """

    def __init__(self, counts: Counts, label: Label = ALL) -> None:
        self.names = counts.documents
        self.table = {name: _of(counts, name, label) for name in (*MEASURES, SENTENCES)}
        self.sums = {name: numbers.sum(axis=0) for name, numbers in self.table.items()}

    def rows(self) -> list[str]:
        """A line per sentence. With --align, a line per aligned pair, numbered by its first gold sentence."""
        columns = [self.table[name] for name in (SENTENCES, "brackets", "avg-crossing", "tagging")]
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return [_row(place, *numbers) for place, numbers in enumerate(rows, 1) if any(numbers[0])]

    def total(self) -> str:
        """The line of totals below the sentences."""
        matched, system, _, gold = self.sums["brackets"].tolist()
        tags, _, _, words = self.sums["tagging"].tolist()
        crossing = self.sums["avg-crossing"][0]
        text = "=" * 76 + "\n"
        if gold and system:
            text += f"                {100 * matched / gold:6.2f} {100 * matched / system:6.2f}"
            text += f" {matched:6.0f} {gold:5.0f} {system:5.0f}  {crossing:5.0f}"
        return text + f"  {words:5.0f} {tags:5.0f}   {_percent(tags, words):6.2f}\n"

    def summary(self) -> str:
        """The summary: numbers of sentences, then scores."""
        valid, every, skipped, _ = self.sums[SENTENCES].tolist()
        matched, system, _, gold = self.sums["brackets"].tolist()
        recall, precision = _percent(matched, gold), _percent(matched, system)
        tags, _, _, words = self.sums["tagging"].tolist()
        total = recall + precision
        shares = [_percent(self.sums[name][0], valid) for name in MEASURES[2:]]
        shares[1] /= 100  # the average number of crossing brackets
        scores = [recall, precision, 2 * precision * recall / total if total else None]
        numbers = [f"{count:6.0f}" for count in (every, every - valid - skipped, skipped, valid)]
        numbers += [
            "  -nan" if score is None else f"{score:6.2f}"
            for score in (*scores, *shares, _percent(tags, words))
        ]
        return "".join(f"{title:<25} = {number}\n" for title, number in zip(TITLES, numbers, strict=True))


TITLES = (
    *("Number of sentence", "Number of Error sentence", "Number of Skip  sentence"),
    *("Number of Valid sentence", "Bracketing Recall", "Bracketing Precision", "Bracketing FMeasure"),
    *("Complete match", "Average crossing", "No crossing", "2 or less crossing", "Tagging accuracy"),
)


def _row(
    place: int, sentence: list[float], brackets: list[float], crossing: list[float], tags: list[float]
) -> str:
    """The line of one sentence. *place* is its 1-based number, and the lists are counts of the measures."""
    valid, _, skipped, length = sentence
    matched, system, _, gold = brackets
    status = VALID if valid else SKIP if skipped else ERROR
    correct, _, _, words = tags
    return (
        f"{place:4d}  {length:3.0f}    {status}"
        f"  {_percent(matched, gold):6.2f} {_percent(matched, system):6.2f}"
        f"   {matched:3.0f}    {gold:3.0f}  {system:3.0f}    {crossing[0]:3.0f}"
        f"   {words:4.0f}  {correct:4.0f}   {_percent(correct, words):6.2f}\n"
    )


def _of(counts: Counts, measure: str, label: Label) -> FloatArray:
    """The numbers of a measure by document, shape (documents, 4). Zeros if the measure or label is
    missing.
    """
    if measure not in counts.measures or label not in counts.labels:
        return np.zeros((len(counts.documents), 4))
    found: FloatArray = counts.by_document(measure, [label])[:, 0, :4]
    return found


def _percent(part: float, whole: float) -> float:
    return 100 * part / whole if whole else 0.0


FORMATTER = Formatter(stacked, reports, takes=Result, needs=Needs(MEASURES, ("cutoff",), ("tree",)))
