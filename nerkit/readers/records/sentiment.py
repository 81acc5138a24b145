"""Structured sentiment of SemEval-2022 task 10: opinions of holders about targets, in JSON.

    [{"sent_id": "s1", "text": "We should never revisit that museum", "opinions": [
      {"Source": [["We"], ["0:2"]], "Target": [["that museum"], ["24:35"]],
       "Polar_expression": [["should never revisit"], ["3:23"]], "Polarity": "negative"}]}]

- A sentence is a document, called by its `sent_id`. The three parts of an opinion are sets of tokens; single
  blanks of the text separate tokens. A piece `b:e` has character offsets, ends exclusive. A part has every
  token that shares a character with one of its pieces, and may be empty. A piece that ends beyond the text is
  cut, with a warning.
- A repeated opinion counts once, with a warning. nerkit also warns if polarities differ only in case. It
  ignores intensity.
"""

import re
from typing import Any

from nerkit.readers.conditions import condition
from nerkit.readers.json_text import shown
from nerkit.readers.leniency import BEYOND_TEXT
from nerkit.readers.records.document_table import Body, DocumentReading, Unit
from nerkit.readers.records.shape import Shape, ShapedReading, WholeText

PARTS = {"Source": "source", "Target": "target", "Polar_expression": "expression"}  # key -> nerkit's name
OF_OPINION = ("type", *PARTS.values())  # the fields that decide whether two opinions are equal
SAID = {"source": "holder", "target": "about"}  # part -> the field with its text
NONE = -1  # the token number of an empty part
IS_PART = condition("[any, [...]]")
PIECE = re.compile(r"(\d{1,15}):(\d{1,15})")
TOKEN = re.compile(r"[^ ]+")
FORM = (
    'an opinion is {"Source": [["We"], ["0:2"]], "Target": [[], []], '
    '"Polar_expression": [["never"], ["3:8"]], "Polarity": "negative"}'
)


class Opinions:
    """The list of opinions of a sentence."""

    def read(self, reading: ShapedReading, body: Body, made: Body) -> None:
        """Read the opinions; warn about repeated opinions and about polarities that differ only in case."""
        made["opinions"] = opinions = list[Body]()
        seen, spelt, count, text = (
            list[list[Any]](),
            reading.table.of_all,
            reading.table.tally.add,
            made["text"],
        )
        tokens = [match.span() for match in TOKEN.finditer(text)]
        for place, each in enumerate(reading.items(body, "opinions")):
            if type(each) is not dict:
                reading.record(each, "an opinion", "opinions", place)
            opinion = _opinion(reading, each, (text, tokens), place)
            polarity = opinion["type"]
            other_case = spelt.setdefault(polarity.lower(), polarity) != polarity
            count("polarity", "differing from another text only in case", other_case)
            own = [opinion[key] for key in OF_OPINION]
            repeated = own in seen
            seen.append(own)
            count("opinion", "repeating another opinion of its sentence, counted once", repeated)
            if not repeated:
                opinions.append(opinion)


def _opinion(
    reading: DocumentReading, opinion: Body, context: tuple[str, list[tuple[int, int]]], place: int
) -> Body:
    """An opinion: its polarity, the tokens of its parts, the span of its expression, and the texts of
    holder and target.
    """
    text, tokens = context
    made: Body = {"type": reading.text(opinion, "Polarity", "opinions", place)}
    for key, name in PARTS.items():
        pieces = _pieces(reading, opinion, key, place)
        shared = [
            number
            for number, (begin, end) in enumerate(tokens)
            if any(begin < last and first < end for first, last in pieces)
        ]
        made[name] = shared or [NONE]
        if name == "expression":
            made["span"] = [min(pieces)[0], max(last for _, last in pieces)] if pieces else [0, 0]
        else:
            made[SAID[name]] = " ".join(text[first:last] for first, last in pieces)
    return made


def _pieces(reading: DocumentReading, opinion: Body, key: str, place: int) -> list[list[int]]:
    """The character offsets of the pieces of one part."""
    path: tuple[str | int, ...] = ("opinions", place, key)
    part = opinion.get(key)
    if part is None or part == []:
        return []
    reading.need(IS_PART(part), part, "[texts, offsets]", *path)
    pieces = []
    for number, piece in enumerate(part[1]):
        match = PIECE.fullmatch(piece) if isinstance(piece, str) else None
        if match is None:
            reading.fail(f"{shown(piece)} is not a piece of a text, as 3:23", *path, 1, number)
        start, end = int(match[1]), int(match[2])
        usual = not reading.unit.after and start < end <= reading.size
        pieces.append(
            [start, end] if usual else reading.span(start, end, *path, 1, first=number, last=number)
        )
    return pieces


SHAPE = Shape(
    "sentiment",
    WholeText(),
    ("sent_id", "id"),
    [],
    unit=Unit("character", cut=True),
    form=FORM,
    parts=[Opinions()],
)
READER = SHAPE.reader(others={}, cut="", together=True, forgives=(BEYOND_TEXT,), meant_for=lambda _: None)
