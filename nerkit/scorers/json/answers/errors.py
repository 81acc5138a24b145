"""The answers that are not fully right: one line per question, with the reading that gave its score."""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.results.errors import CORRECT, Errors, Items
from nerkit.scorers.json.answers.batch import EXACT, AnswerScore, scores, shown_answer, shown_readings
from nerkit.scorers.task import Measure

RIGHT, PARTLY, WRONG = 0, 1, 2
KINDS = (CORRECT, "partial", "value")


def of_answers(batch: Batch[JsonDocuments], measures: Sequence[Measure]) -> Errors:
    """Return the answers to all questions as errors, scored by the first measure."""
    family = measures[0].name.removesuffix(EXACT)
    listed = scores(batch, family)
    document = np.array([one.document for one in listed], np.int64)
    kind = np.array([RIGHT if one.value == 1 else PARTLY if one.value else WRONG for one in listed], np.int64)
    items = _items(batch.gold, {one.document: one for one in listed}), _items(batch.system, {})
    return Errors(batch.documents, document, KINDS, kind, document, document, items, labelled=False)


def _items(side: JsonDocuments, listed: dict[int, AnswerScore]) -> Items:
    has_lines = len({at and at.line for at in side.at}) > 1  # False if one object holds all questions

    def text(row: int) -> str:
        """Return the reading that gave the score, or the answer."""
        if row not in listed:
            return shown_answer(side.values[row])
        readings, place = shown_readings(side.values[row]), listed[row].place
        return readings[place or 0] if readings else ""

    def note(row: int) -> str | None:
        """Return the score, and the readings if there are several."""
        if row not in listed:
            return None
        readings, one = shown_readings(side.values[row]), listed[row]
        said = [f"score {float(one.value):.3f}"]
        if len(readings) > 1 and one.place is not None:
            said.append(f"reading {one.place + 1} of {len(readings)}: {' | '.join(readings)}")
        return "; ".join(said)

    def line(row: int) -> tuple[str, int] | None:
        at = side.at[row] if has_lines else None
        return (at.source, at.line) if at else None

    labels = Column(["answer"], np.zeros(len(side), np.int64))
    return Items(labels, text=text, around=note, place=line)
