"""Drawings of aligned texts with their entities, as in Nerval's README: gold above the system,
with labels.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from string import ascii_letters, digits

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import NONE
from nerkit.algorithms.text_alignment.alignment import GOLD_ONLY, SYSTEM_ONLY, Alignment
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans, Texts
from nerkit.ground.plain_text import message, visible

WIDTH = 80  # columns on a line
GAPS = "-~_¤"  # a gap is drawn as the first of these characters that neither text has
OUTSIDE = "O"
COMMAND = re.compile(r"(##\w*)\[")


def draw(name: str, batch: Batch[Texts], alignments: Sequence[Alignment]) -> str:
    """The drawings of all documents of a batch as text. A gap has the label of the character before it.

    *name* is the name of the system.
    """
    letters = _letters(batch.gold.spans, batch.system.spans)
    legend = ", ".join(f"{letter} {type_}" for type_, letter in letters.items())
    parts = [message(visible(f"{name}: {legend or 'no entities'}; {OUTSIDE} outside"))]
    for place, alignment in enumerate(alignments):
        gold, system = _flat(batch.gold.texts[place]), _flat(batch.system.texts[place])
        gap = next((mark for mark in GAPS if mark not in gold and mark not in system), GAPS[0])
        drawn = alignment.drawn(gold, system, gap)
        marks = [
            _marks(side, place, columns, absent, letters)
            for side, columns, absent in (
                (batch.gold, alignment.columns, SYSTEM_ONLY),
                (batch.system, alignment.columns, GOLD_ONLY),
            )
        ]
        if len(alignments) > 1:
            parts.append(message(visible(f"document {batch.documents[place]}")))
        parts += _lines(marks[0], *drawn, marks[1])
    return "\n".join(parts) + "\n"


def _lines(gold_marks: str, gold: str, system: str, system_marks: str) -> Iterator[str]:
    """Yield the lines of a drawing, cut at WIDTH: gold labels, gold text, system text, system labels."""
    rows = (("", gold_marks), ("gold   : ", gold), ("system : ", system), ("", system_marks))
    for first in range(0, max(len(gold), 1), WIDTH):
        yield ""
        for head, row in rows:
            yield f"{head:9}{row[first : first + WIDTH]}".rstrip()


def _marks(
    side: Texts, place: int, columns: NDArray[np.uint8], absent: int, letters: dict[object, str]
) -> str:
    """A letter for each column: the label of its character, from the innermost entity around it.

    *columns* says for each column which texts have a character. *absent* is the code of columns without a
    character on this side.
    """
    spans = side.spans
    own = np.full(len(side.texts[place]), ord(OUTSIDE), np.uint32)
    rows = np.flatnonzero(spans.document == place)
    # by start, the longest first, so that inner entities are written over outer ones
    for row in rows[np.lexsort((-spans.end[rows], spans.start[rows]))].tolist():
        own[spans.start[row] : spans.end[row]] = ord(letters[_type(spans, row)])
    present = columns != absent
    character = np.cumsum(present) - 1  # the character of each column; in a gap the character before it
    inside = character >= 0
    inside &= np.cumsum(present[::-1])[::-1] > 0  # gaps after the last character are outside
    marked = np.full(len(character), ord(OUTSIDE), np.uint32)
    marked[inside] = own[character[inside]]
    return marked.tobytes().decode("utf-32-le")


def _letters(*sides: Spans) -> dict[object, str]:
    """A letter for each label, different for all labels. A free letter of the label's name is preferred."""
    letters: dict[object, str] = {}
    types = {_type(spans, row) for spans in sides for row in range(len(spans))}
    for type_ in sorted(types, key=str):
        wanted = chain(str(type_).upper(), ascii_letters.upper(), digits, ascii_letters)
        taken = {*letters.values(), OUTSIDE}
        letters[type_] = next((mark for mark in wanted if mark.isalnum() and mark not in taken), "?")
    return letters


def _type(spans: Spans, row: int) -> object:
    column = spans.fields.get("type")
    return NONE if column is None else column.value(row)


def _flat(text: str) -> str:
    """The text on one line, with equal length. Commands of build servers in the text are made harmless."""
    return COMMAND.sub(r"\1 ", "".join(character if character.isprintable() else " " for character in text))
