"""The scores of answers, document by document, with the reading that gave each score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import MISSING, JsonDocuments
from nerkit.corpora.readings import Readings, is_array
from nerkit.readers.values.records import failure
from nerkit.scorers.json.answers.edits import nested_score, text_score
from nerkit.scorers.json.answers.word_overlap import TEXT_FORMS, bag_score, drop_score
from nerkit.scorers.json.written_values import shown

EXACT = "/em"  # ends the name of an exact match
DROP, STRICT, NESTED = "drop", "anls-strict", "anls-star"
REMEDY = {
    "gold": 'a gold answer must be text, a list of admitted texts, or {"any": [text, …]}',
    "system": "an answer must be text or a number; null or a missing value counts as no answer",
}


@dataclass(frozen=True)
class AnswerScore:
    """The score of one document.

    document   the number of the document
    value      the score by the measure
    exact      the exact match, 0 or 1
    place      the place of the reading that gave the score; None if there is no such reading
    """

    document: int
    value: Fraction
    exact: Fraction
    place: int | None


def scores(batch: Batch[JsonDocuments], measure: str) -> list[AnswerScore]:
    """Return the scores of all gold questions. Raises InputError for a value that is not an answer."""
    family = measure.removesuffix(EXACT)
    listed = []
    for at, (gold, system) in enumerate(zip(batch.gold.values, batch.system.values, strict=True)):
        if batch.gold.status[at] == MISSING:
            continue
        answer = None if batch.system.status[at] == MISSING else system
        listed.append(_score(batch, at, (gold, answer), family))
    return listed


def _score(batch: Batch[JsonDocuments], at: int, values: tuple[Any, Any], family: str) -> AnswerScore:
    gold, system = values
    exact, place = Fraction(0), None
    if family == NESTED:
        value = nested_score(options_of(gold, system), system)
        return AnswerScore(at, value, Fraction(value == 1), None)
    listed = readings_of(gold)
    if family == DROP:
        spans = [_spans(batch.gold, at, one, family, "gold") for one in listed]
        (value, exact), place = drop_score(spans, _spans(batch.system, at, system, family, "system"))
        return AnswerScore(at, value, exact, place)
    texts = [_text(batch.gold, at, one, family, "gold") for one in listed]
    answer = _text(batch.system, at, system, family, "system")
    if family in TEXT_FORMS:
        (value, exact), place = bag_score(texts, answer, TEXT_FORMS[family])
    else:
        value, place = text_score(texts, answer, strict=family == STRICT)
    return AnswerScore(at, value, exact, place)


def readings_of(gold: Any) -> list[Any]:
    """Return the readings of a gold value, the elements of an array at the root or of `any`; nested ones
    are flattened.
    """
    return list(_flat(Readings(list(gold)) if is_array(gold) else gold))


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, Readings):
        for one in value.values:
            yield from _flat(one)
    else:
        yield value


def options_of(gold: Any, system: Any) -> Any:
    """Return the gold value for anls-star. If the answer is a text, an array of texts becomes readings."""
    texts = is_array(gold) and len(gold) > 0 and all(isinstance(one, str) for one in gold)
    return Readings(list(gold)) if texts and isinstance(system, str) else gold


def _text(side: JsonDocuments, at: int, value: Any, measure: str, role: str) -> str:
    """Return a value as text; null is an empty text. Raises InputError for an array, an object or a
    boolean.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return str(value)
    raise failure(side, at, f"{measure} compares text, not {kind_of(value)}", REMEDY[role])


def _spans(side: JsonDocuments, at: int, value: Any, measure: str, role: str) -> list[str]:
    """Return the spans of an answer: an array of texts, or one text."""
    parts = value if is_array(value) else [value]
    return [_text(side, at, one, measure, role) for one in parts]


def kind_of(value: Any) -> str:
    """Return the JSON kind of a value that is not a text, with its article."""
    if isinstance(value, bool):
        return "a boolean"
    return "an array" if is_array(value) else "an object"


def shown_answer(value: Any) -> str:
    """Return an answer for a list of errors: a text unchanged, spans side by side, other values as JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    if is_array(value) and all(isinstance(one, str) for one in value):
        return " | ".join(value)
    return shown(value)


def shown_readings(gold: Any) -> Sequence[str]:
    """Return the readings of a gold value for a list of errors."""
    return list(map(shown_answer, readings_of(gold)))
