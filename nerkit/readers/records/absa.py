"""Tuples of aspect-based sentiment, a sentence a line: its text, ####, and a list of tuples.

    great pizza####[['pizza', 'food quality', 'positive', 'great']]     aspect, category, polarity, opinion
    stiff keyboard####[['keyboard', 'stiff', 'negative']]               aspect, opinion, polarity
    stiff keyboard####[([1], [0], 'NEG')]                               the same by numbers of tokens
    ok wine####[['drinks prices', 'wine', 'neutral']]                   category, aspect, polarity

Lists and tuples are read as Python writes them, and nothing is executed. A sentence is a document; they pair
by order, in folders by their files. Which part is what, content decides (or --absa).

The same in two other forms: JSON (`absa_json`), and generated paraphrases (`absa_paraphrase`), a line for
each sentence, which may stand before it with ####; there a blank line is a sentence without tuples.
"""

import sys
from collections.abc import Iterable
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers import python_text
from nerkit.readers.borders import Borders, lines
from nerkit.readers.format import Reader, is_json
from nerkit.readers.json_text import Value, beginning
from nerkit.readers.records import absa_json, absa_paraphrase
from nerkit.readers.records.absa_json import SIZES
from nerkit.readers.records.absa_paraphrase import SEPARATOR
from nerkit.readers.records.document_table import DocumentTable

FORM = "a line is: sentence####[['aspect', 'category', 'polarity', 'opinion'], …]"
SAMPLE = 20  # lines that recognition looks at


def recognise(head: str) -> bool:
    """True when the first lines are sentences with lists of tuples, in JSON too, or most are paraphrases."""
    if _in_json(head):
        return absa_json.recognise(head)
    sample = _sample(head)
    listed = all(SEPARATOR + "[" in line.replace(f"{SEPARATOR} [", f"{SEPARATOR}[") for line in sample)
    return bool(sample) and (listed or absa_paraphrase.recognise(sample))


def _in_json(head: str) -> bool:
    """Whether a text is meant to be JSON, and is not a line whose sentence begins like JSON."""
    plain = SEPARATOR not in head.partition("\n")[0]
    return isinstance(beginning(head), dict) or (plain and is_json(head))


def _sample(head: str) -> list[str]:
    """The first lines that are not blank, and are not cut off."""
    lines = [line for line in head.split("\n")[:SAMPLE] if line.strip()]
    return lines if len(lines) < SAMPLE and len(head) < 1 << 16 else lines[:-1] or lines


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All sentences of ABSA files as one corpus.

    What cannot be decoded of paraphrases is counted in a warning. Raises InputError (file, line, column,
    remedy) for a line that has none of these forms.
    """
    table = DocumentTable("absa", refused=refused)
    sources = list(sources)
    for source in sources:
        if _in_json(source.head):
            table.read_source(source, absa_json.FORM, absa_json.document)
        else:
            _read_lines(source, table)
    return table.documents(sources)


def _read_lines(source: Source, table: DocumentTable) -> None:
    """Add the sentences of a file of lines."""
    first = len(table.ids)
    generated = absa_paraphrase.recognise(_sample(source.head))
    for number, line in source.lines():
        place = Value(None, source.name, number, line, 0, number)
        make = partial(_sentence, place)
        if generated and not line.partition(SEPARATOR)[2].lstrip().startswith("["):
            make = partial(absa_paraphrase.sentence, line, table.tally)
        elif not line.strip():
            continue
        if (body := table.attempt(make)) is not None:
            table.add(None, body, place)
    table.finish(source, first)


def _sentence(place: Value) -> dict[str, Any]:
    """The document of a line."""
    text, separator, written = place.text.partition(SEPARATOR)
    if not separator:
        _fail(place, 0, f"no {SEPARATOR}")
    begin = len(text) + len(separator)
    try:
        listed = python_text.literal(written)
    except ValueError:
        _fail(place, begin, "not a list of tuples")
    if not isinstance(listed, list):
        _fail(place, begin, "not a list of tuples")
    tuples = [_tuple(place, begin, each) for each in listed]
    return {"text": text, "tuples": tuples}


def _tuple(place: Value, begin: int, given: Any) -> dict[str, Any]:
    """A tuple of ABSA: its parts, and its polarity, which is the third."""
    if not isinstance(given, list | tuple) or len(given) not in SIZES:
        _fail(place, begin, f"{python_text.shown(given)} has not three or four parts")
    for part in given:
        numbers = isinstance(part, list | tuple) and all(_is_number(number) for number in part)
        if not (isinstance(part, str) or numbers):
            _fail(place, begin, f"{python_text.shown(part)} is neither a text nor numbers of tokens")
    parts = [part if isinstance(part, str) else list(part) for part in given]
    if not isinstance(parts[2], str):
        _fail(place, begin, f"the polarity {python_text.shown(parts[2])} is no text")
    return {"type": parts[2], "parts": parts}


def _is_number(value: Any) -> bool:
    """Whether a value can be the number of a token, which arrays hold."""
    return type(value) is int and abs(value) <= sys.maxsize


def _fail(place: Value, at: int, problem: str) -> None:
    raise InputError.at(problem, place.text, at, source=place.source, first=place.line, remedy=FORM)


def borders(head: bytes) -> Borders | None:
    """Where a file may be cut: none of paraphrases, of which the first lines say that blank ones count."""
    text = head.decode(errors="replace")
    if _in_json(text):
        return absa_json.borders(head)
    return None if absa_paraphrase.recognise(_sample(text)) else lines(head)


READER = Reader(recognise, read, Documents, borders=borders)
