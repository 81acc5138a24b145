"""Tuples of aspect-based sentiment. Each line has the text of a sentence, ####, and a list of tuples.

    great pizza####[['pizza', 'food quality', 'positive', 'great']]     aspect, category, polarity, opinion
    stiff keyboard####[['keyboard', 'stiff', 'negative']]               aspect, opinion, polarity
    stiff keyboard####[([1], [0], 'NEG')]                               the first tuple, with token numbers
    ok wine####[['drinks prices', 'wine', 'neutral']]                   category, aspect, polarity

nerkit reads lists and tuples as Python writes them, and executes nothing. Each sentence is a document.
Documents pair by order, in folders by file. nerkit infers the order of the parts from the content, or you
give it with --absa.

In JSON, each line is a sentence, or the file is a list of sentences. Sentences pair by id. Names and keys may
be in any case, and null is the implicit part, NULL:

    {"text": "great pizza", "quads": [["pizza", "food quality", "positive", "great"]]}
    {"id": "r1", "sentence": "great pizza",
     "labels": [{"aspect": "pizza", "opinion": "great", "sentiment": "POS"}]}

A decoder's paraphrases have one line per sentence. The sentence and #### may precede the paraphrase. A blank
line is then a sentence without tuples:

    food quality is great because pizza is tasty [SSEP] service is bad because it is slow

A piece is `CATEGORY is great|ok|bad because ASPECT is OPINION`, where `it` is an implicit aspect (NULL). If a
piece cannot be split in exactly one way, its tuple has empty texts.
"""

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NoReturn

from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers import python_text
from nerkit.readers.conditions import condition
from nerkit.readers.format import is_json
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.document_table import Body, DocumentRead, DocumentReading, name_in
from nerkit.readers.records.shape import Shape
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_table import ReadingTable

SEPARATOR = "####"  # between a sentence and its tuples
BETWEEN = "[SSEP]"  # separates the pieces of a paraphrase
GENERATED = {"great": "positive", "ok": "neutral", "bad": "negative"}  # polarity in a paraphrase -> polarity
IMPLICIT = "it"
NULL = "NULL"
SENTENCES = ("text", "sentence", "review", "input")
OWN_LISTS = ("tuples", "quads", "quadruples", "quadruplets", "quadruplet", "triplets", "triplet")
LISTS = (*OWN_LISTS, "triples", "aspects", "labels", "label", "predictions", "prediction", "output")
IDS = ("id", "sent_id", "ID", "sentence_id")
NAMES = {  # part -> its possible keys in objects
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
# the polarities that identify lists of tuples
POLARITIES = {"positive", "negative", "neutral", "pos", "neg", "neu", "conflict", "mixed"}
IS_TUPLE = condition("[any, any, text] | [any, any, text, any]")
SIZES = (3, 4)  # parts of a tuple
SAMPLE = 20  # lines that recognition looks at
FORM = "write lines as sentence####[['aspect', 'category', 'polarity', 'opinion'], …]"
JSON_FORM = (
    'a line is {"text": …, "quads": [["aspect", "category", "polarity", "opinion"], …]}, '
    "or objects with these names"
)


def recognise(sample: Sample) -> bool:
    """Whether the first lines are sentences with lists of tuples (plain or JSON), or mostly paraphrases."""
    if _in_json(sample.text):
        return _is_of_tuples(sample)
    lines = _sample(sample.text)
    listed = all(SEPARATOR + "[" in line.replace(f"{SEPARATOR} [", f"{SEPARATOR}[") for line in lines)
    return bool(lines) and (listed or _are_generated(lines))


def _in_json(head: str) -> bool:
    """Whether a text looks like JSON. False for a plain line whose sentence begins like JSON."""
    plain = SEPARATOR not in head.partition("\n")[0]
    return isinstance(beginning(head), dict) or (plain and is_json(head))


def _sample(head: str) -> list[str]:
    """The first lines of a text, without blank lines and without a last line that is cut off."""
    lines = [line for line in head.split("\n")[:SAMPLE] if line.strip()]
    return lines if len(lines) < SAMPLE and len(head) < 1 << 16 else lines[:-1] or lines


def _are_generated(lines: list[str]) -> bool:
    """Whether at least half of the lines have a paraphrase that can be decoded. False if a line is blank."""
    readable = [line for line in lines if any("unread" not in each for each in _decoded(line))]
    return 2 * len(readable) >= len(lines)


def _is_of_tuples(sample: Sample) -> bool:
    """Whether a JSON sample holds sentiment tuples.

    The first tuple must have a polarity. If there is no tuple, a sentence must have an empty list of tuples.
    """
    empty = False
    for sentence in sample.seen:
        if not isinstance(sentence, dict):
            return False
        lists = {key.lower(): each for key, each in sentence.items() if key.lower() in LISTS}
        first = next((each[0] for each in lists.values() if isinstance(each, list) and each), None)
        if isinstance(first, dict):
            names = _names(first)
            return "polarity" in names and len(names) in SIZES
        if first is not None:
            return IS_TUPLE(first) and first[2].lower() in POLARITIES
        if not lists:
            return False
        empty |= any(lists.get(key) == [] for key in OWN_LISTS)
    return empty


class TupleShape(Shape):
    """A reader of sentences with tuples, from lines of text or from JSON."""

    def each(self, source: Source, table: ReadingTable) -> Iterable[DocumentRead]:
        """Yield the sentences of a file."""
        return super().each(source, table) if _in_json(source.head) else _of_lines(source, table)

    def made_of(self, reading: DocumentReading, body: Body) -> DocumentRead:
        """The document of a JSON object: its text and its tuples."""
        known = [key for key in body if key.lower() in LISTS]
        held = [key for key in known if isinstance(body[key], list)] or known[:1]
        if not held:
            reading.fail(f"none of {', '.join(LISTS)}")
        if len(held) > 1:
            problem = f"the record has both {held[0]} and {held[1]}"
            reading.fail(problem, held[1], remedy="give a sentence one list of tuples")
        key = held[0]
        tuples = [_in_order(reading, each, key, place) for place, each in enumerate(reading.items(body, key))]
        text = next((body[name] for name in body if name.lower() in SENTENCES), None)
        made = {**({"text": text} if isinstance(text, str) else {}), "tuples": tuples}
        return DocumentRead(name_in(reading, body, IDS), made, reading.value)


def _of_lines(source: Source, table: ReadingTable) -> Iterator[DocumentRead]:
    """Yield the sentences of a file of lines. A warning counts the paraphrases that cannot be decoded."""
    generated = _are_generated(_sample(source.head))
    for number, line in source.lines():
        place = Value(None, source.name, number, line, 0, number)
        make = partial(_of_line, place)
        if generated and not line.partition(SEPARATOR)[2].lstrip().startswith("["):
            make = partial(_of_paraphrase, line, table)
        elif not line.strip():
            continue
        if (body := table.attempt(make)) is not None:
            yield DocumentRead(None, body, place)


def _of_paraphrase(line: str, table: ReadingTable) -> Body:
    """The document of a line: a paraphrase, or a sentence, `####` and a paraphrase."""
    text, separator, _ = line.partition(SEPARATOR)
    tuples = _decoded(line)
    unread = sum("unread" in each for each in tuples)
    table.tally.add("generated tuple", "that nerkit cannot decode (agrees with nothing)", unread)
    return {**({"text": text} if separator else {}), "tuples": tuples}


def _decoded(line: str) -> list[Body]:
    """The tuples of a line of paraphrases; a blank line has none."""
    text, separator, after = line.partition(SEPARATOR)
    target = after if separator else text
    return [_of_piece(piece.strip()) for piece in target.split(BETWEEN)] if target.strip() else []


def _of_piece(piece: str) -> Body:
    """The tuple of one piece of a paraphrase. If the piece cannot be decoded, the tuple has empty texts."""
    try:
        judged, reason = piece.split(" because ")
        (category, word), (aspect, opinion) = judged.split(" is "), reason.split(" is ")
        polarity = GENERATED[word]
    except (ValueError, KeyError):
        return {"type": "", "parts": [""] * 4, "unread": True}
    named = NULL if aspect.lower() == IMPLICIT else aspect
    return {"type": polarity, "parts": [named, category, polarity, opinion]}


def _of_line(place: Value) -> Body:
    """The document of a line: the sentence before `####`, and the Python list of tuples after it."""
    text, separator, written = place.text.partition(SEPARATOR)
    at = len(text) + len(separator) if separator else 0

    def fail(problem: str, value: Any = None, *_: int) -> NoReturn:
        problem = problem.format(python_text.shown(value))
        raise InputError.at(problem, place.text, at, source=place.source, first=place.line, remedy=FORM)

    if not separator:
        fail(f"no {SEPARATOR}")
    try:
        listed = python_text.literal(written)
    except ValueError:
        fail("not a list of tuples")
    if not isinstance(listed, list):
        fail("not a list of tuples")
    tuples = [
        _tuple(each, each if isinstance(each, list | tuple) else (), fail, sys.maxsize) for each in listed
    ]
    return {"text": text, "tuples": tuples}


def _in_order(reading: DocumentReading, given: Any, key: str, place: int) -> Body:
    """A tuple in JSON (a list or an object) as a record whose parts are in the order of lists."""
    at: Sequence[str | int] = range(len(given)) if isinstance(given, list) else ()
    if isinstance(given, dict):
        names = _names(given)
        order = next((each for each in ORDERS if set(each) == set(names)), None)
        if order is None:
            reading.fail(f"a tuple of {', '.join(names) or 'unknown parts'}", key, place)
        at = [names[part] for part in order]

    def fail(problem: str, value: Any, *path: str | int) -> NoReturn:
        reading.fail(problem.format(shown(value)), key, place, *path)

    return _tuple(given, [NULL if given[each] is None else given[each] for each in at], fail, math.inf, at)


def _names(given: Body) -> dict[str, str]:
    """Part -> key, for the parts that an object has."""
    keys = {key.lower(): key for key in given}
    return {part: keys[name] for part, known in NAMES.items() for name in reversed(known) if name in keys}


def _tuple(
    given: Any,
    parts: Sequence[Any],
    fail: Callable[..., NoReturn],
    largest: float,
    at: Sequence[Any] = range(4),
) -> Body:
    """A sentiment tuple as a record with its parts and its polarity, which is the third part.

    given, parts   the tuple as written, and the list of its parts
    fail           function (problem, value, key or index) that raises the error
    largest        the largest allowed token number
    at             the key or index of each part, for errors
    """
    if len(parts) not in SIZES:
        fail("{} must have three or four parts", given)
    for place, part in zip(at, parts, strict=False) if set(map(type, parts)) != {str} else ():
        numbers = isinstance(part, list | tuple) and all(
            type(one) is int and abs(one) <= largest for one in part
        )
        if not (isinstance(part, str) or numbers):
            fail("{} is neither a text nor numbers of tokens", part, place)
    parts = [part if isinstance(part, str) else list(part) for part in parts]
    if not isinstance(parts[2], str):
        fail("the polarity {} is not a text", parts[2], at[2])
    return {"type": parts[2], "parts": parts}


SHAPE = TupleShape("absa", form=JSON_FORM)
READER = SHAPE.reader(others={}, cut="lines", meant_for=lambda _: None)
