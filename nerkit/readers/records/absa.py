"""Tuples of aspect-based sentiment, a sentence a line: its text, ####, and a list of tuples.

    great pizza####[['pizza', 'food quality', 'positive', 'great']]     aspect, category, polarity, opinion
    stiff keyboard####[['keyboard', 'stiff', 'negative']]               aspect, opinion, polarity
    stiff keyboard####[([1], [0], 'NEG')]                               the same by numbers of tokens
    ok wine####[['drinks prices', 'wine', 'neutral']]                   category, aspect, polarity

Lists and tuples are read as Python writes them, and nothing is executed. A sentence is a document; they pair
by order, in folders by their files. Which part is what, `scorers.ie` decides.
"""

import ast
from collections.abc import Iterable
from typing import Any

from nerkit.corpora.corpus import Origin
from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.borders import lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value
from nerkit.readers.spans.span_records import places

SEPARATOR = "####"
SIZES = (3, 4)  # parts of a tuple
FORM = "a line is: sentence####[['aspect', 'category', 'polarity', 'opinion'], …]"
SAMPLE = 20  # lines that recognition looks at


def recognise(head: str) -> bool:
    """True when the first lines are sentences with lists of tuples."""
    lines = [line for line in head.split("\n")[:SAMPLE] if line.strip()]
    whole = lines if len(lines) < SAMPLE and len(head) < 1 << 16 else lines[:-1] or lines
    return bool(whole) and all(
        SEPARATOR + "[" in line.replace(f"{SEPARATOR} [", f"{SEPARATOR}[") for line in whole
    )


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All sentences of the files as one corpus.

    Raises InputError (file, line, column, remedy) for a line that has not this form.
    """
    values: list[dict[str, Any]] = []
    at: list[tuple[Value, ...]] = []
    ids: list[str | None] = []
    origins: list[Origin] = []
    for source in sources:
        first = len(values)
        for number, line in source.lines():
            if not line.strip():
                continue
            place = Value(None, source.name, number, line, 0, number)
            try:
                values.append(_sentence(place))
            except InputError as error:
                if refused is None:
                    raise
                refused.append(error)
                continue
            at.append((place,))
        ids += places(source, len(values) - first)
        origins.append(Origin(source.name, source.sha256, first))
    named = bool(ids) and None not in ids
    names = [str(name if named else number) for number, name in enumerate(ids, 1)]
    return Documents(names, values, tuple(at), tuple(origins), named=named, form="absa")


def _sentence(place: Value) -> dict[str, Any]:
    """The document of a line."""
    text, separator, written = place.text.partition(SEPARATOR)
    if not separator:
        _fail(place, 0, f"no {SEPARATOR}")
    begin = len(text) + len(separator)
    try:
        listed = ast.literal_eval(written.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        _fail(place, begin, "not a list of tuples")
    if not isinstance(listed, list):
        _fail(place, begin, "not a list of tuples")
    tuples = [_tuple(place, begin, each) for each in listed]
    return {"text": text, "tuples": tuples}


def _tuple(place: Value, begin: int, given: Any) -> dict[str, Any]:
    """A tuple: its parts, and its polarity, which is the third."""
    if not isinstance(given, list | tuple) or len(given) not in SIZES:
        _fail(place, begin, f"{str(given)[:40]} has not three or four parts")
    for part in given:
        numbers = isinstance(part, list | tuple) and all(type(number) is int for number in part)
        if not (isinstance(part, str) or numbers):
            _fail(place, begin, f"{str(part)[:40]} is neither a text nor numbers of tokens")
    parts = [part if isinstance(part, str) else list(part) for part in given]
    if not isinstance(parts[2], str):
        _fail(place, begin, f"the polarity {parts[2]} is no text")
    return {"type": parts[2], "parts": parts}


def _fail(place: Value, at: int, problem: str) -> None:
    raise InputError.at(problem, place.text, at, source=place.source, first=place.line, remedy=FORM)


READER = Reader(recognise, read, Documents, borders=lines)
