"""Tuples of aspects in JSON, a sentence a line (or one list of them).

    {"text": "great pizza", "quads": [["pizza", "food quality", "positive", "great"]]}
    {"id": "r1", "sentence": "great pizza",
     "labels": [{"aspect": "pizza", "opinion": "great", "sentiment": "POS"}]}

A tuple is a list, its parts in the order of the lines with ####, or an object whose names say what they are;
null is the implicit part, NULL. Names and keys may be written in any case.
"""

from collections.abc import Sequence
from typing import Any

from nerkit.readers.borders import Borders, json_lines
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.absa_paraphrase import NULL
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    name_in,
)

SENTENCES = ("text", "sentence", "review", "input")
OWN_LISTS = ("tuples", "quads", "quadruples", "quadruplets", "quadruplet", "triplets", "triplet")
LISTS = (*OWN_LISTS, "triples", "aspects", "labels", "label", "predictions", "prediction", "output")
OWN_IDS = ("ID", "sentence_id")  # those that `borders` does not know
IDS = ("id", "sent_id", *OWN_IDS)
NAMES = {  # part -> what objects call it
    "aspect": ("aspect", "aspect_term", "term", "target"),
    "category": ("category", "aspect_category"),
    "polarity": ("polarity", "sentiment", "sentiment_polarity"),
    "opinion": ("opinion", "opinion_term"),
}
ORDERS = (  # the parts of tuples in their order
    ("aspect", "category", "polarity", "opinion"),
    ("aspect", "opinion", "polarity"),
    ("category", "aspect", "polarity"),
)
# by which lists tell
POLARITIES = {"positive", "negative", "neutral", "pos", "neg", "neu", "conflict", "mixed"}
SIZES = (3, 4)  # parts of a tuple
SAMPLE = 20  # lines that recognition looks at
UNIT = Unit()
FORM = (
    'a line is {"text": …, "quads": [["aspect", "category", "polarity", "opinion"], …]}, '
    "or objects with these names"
)


def recognise(head: str) -> bool:
    """True when the first tuple has a polarity, or the first sentences have empty lists of tuples alone."""
    empty = False
    for line in (head, *filter(str.strip, head.split("\n")[1:SAMPLE])):
        sentence = beginning(line)
        if not isinstance(sentence, dict):
            return False
        lists = {key.lower(): each for key, each in sentence.items() if key.lower() in LISTS}
        first = next((each[0] for each in lists.values() if isinstance(each, list) and each), None)
        if first is not None:
            return _is_tuple(first)
        if not lists:
            return False
        empty |= any(lists.get(key) == [] for key in OWN_LISTS)
    return empty


def borders(head: bytes) -> Borders | None:
    """Where a file may be cut: at lines, unless its sentences are called by what only this format knows."""
    sentence = beginning(head.decode(errors="replace"))
    called = isinstance(sentence, dict) and any(name in sentence for name in OWN_IDS)
    return None if called else json_lines(head)


def _is_tuple(given: Any) -> bool:
    """Whether a value is a tuple of aspects and of nothing else."""
    if isinstance(given, dict):
        names = _names(given)
        return "polarity" in names and len(names) in SIZES
    if not isinstance(given, list) or len(given) not in SIZES:
        return False
    return isinstance(given[2], str) and given[2].lower() in POLARITIES


def _names(given: Body) -> dict[str, str]:
    """The parts that an object has, and the keys where they are."""
    keys = {key.lower(): key for key in given}
    return {part: keys[name] for part, known in NAMES.items() for name in reversed(known) if name in keys}


def document(value: Value, _: DocumentTable) -> DocumentRead:
    """The sentence of an object, and its tuples."""
    body, reading = value.value, DocumentReading(value, FORM, UNIT)
    known = [key for key in body if key.lower() in LISTS]
    held = [key for key in known if isinstance(body[key], list)] or known[:1]
    if not held:
        reading.fail(f"none of {', '.join(LISTS)}")
    if len(held) > 1:
        reading.fail(f"both {held[0]} and {held[1]}", held[1], remedy="a sentence has one list of tuples")
    key = held[0]
    tuples = [_tuple(reading, each, key, place) for place, each in enumerate(reading.items(body, key))]
    text = next((body[name] for name in body if name.lower() in SENTENCES), None)
    told = {"text": text} if isinstance(text, str) else {}
    return DocumentRead(name_in(reading, body, IDS), {**told, "tuples": tuples})


def _tuple(reading: DocumentReading, given: Any, key: str, place: int) -> dict[str, Any]:
    """A tuple in JSON: its parts, and its polarity, which is the third."""
    at: Sequence[str | int] = range(len(given)) if isinstance(given, list) else ()
    if isinstance(given, dict):
        names = _names(given)
        order = next((each for each in ORDERS if set(each) == set(names)), None)
        if order is None:
            reading.fail(f"a tuple of {', '.join(names) or 'nothing that is known'}", key, place)
        at = [names[part] for part in order]
    if len(at) not in SIZES:
        reading.fail(f"{shown(given)} has not three or four parts", key, place)
    parts = [NULL if given[each] is None else given[each] for each in at]
    for each, part in zip(at, parts, strict=True):
        numbers = isinstance(part, list) and all(type(number) is int for number in part)
        if not (isinstance(part, str) or numbers):
            reading.fail(f"{shown(part)} is neither a text nor numbers of tokens", key, place, each)
    if not isinstance(parts[2], str):
        reading.fail(f"the polarity {shown(parts[2])} is no text", key, place, at[2])
    return {"type": parts[2], "parts": parts}
