"""Write WebAnno TSV 3.3 for INCEpTION: one file per document, with one layer, NamedEntity.

Sentences are the lines of the text, and tokens are the texts between blanks. If an annotation begins or ends
inside a token, the token has a row for each of its parts. The text between sentences is not in the file. An
annotation that begins or ends at a blank cannot be written.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from nerkit.corpora.records import Documents
from nerkit.exceptions import plural
from nerkit.writers.annotated import BLANKS, token_lines
from nerkit.writers.format import CHARACTERS
from nerkit.writers.record_parts import ENTITIES, IDS, Body, folder, items_of

LAYER = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
HEADER = f"#FORMAT=WebAnno TSV 3.3\n#T_SP={LAYER}|identifier|value\n\n"
NOTHING, WITHOUT_VALUE = "_", "*"
ESCAPES = str.maketrans(
    {**{character: f"\\{character}" for character in "\\[]|_;*"}, "\t": "\\t", "\n": "\\n", "\r": "\\r"}
)


def files(documents: Documents) -> Iterator[tuple[str, str]]:
    """The name and the content of the file of each document."""
    for name, body in zip(documents.documents, documents.values, strict=True):
        yield f"{name}.tsv", _file(body)


def lost(documents: Documents) -> list[str]:
    """A phrase that counts the annotations that begin or end at a blank; empty if there are none."""
    count = sum(
        not _fits(entity, body.get("text") or "")
        for body in documents.values
        for entity in items_of(body, ENTITIES)
    )
    return [f"{plural(count, 'span')} that begin or end at a blank"] if count else []


def _fits(entity: Body, text: str) -> bool:
    start, *_, end = entity["span"]
    return text[start : start + 1] not in BLANKS and text[end - 1 : end] not in BLANKS


class TextPiece(NamedTuple):
    """A token, or a part of a token.

    number       its number, such as `1-2`, or `1-2.1` for a part
    start, end   its offsets in characters
    identifiers  the values in the column `identifier`
    values       the values in the column `value`
    """

    number: str
    start: int
    end: int
    identifiers: list[str]
    values: list[str]


def _file(body: Body) -> str:
    text = body.get("text") or ""
    entities = [entity for entity in items_of(body, ENTITIES) if _fits(entity, text)]
    borders = sorted({offset for entity in entities for offset in entity["span"]})
    sentences = list(_sentences(text, borders))
    _annotate([piece for _, pieces in sentences for piece in pieces], entities)
    units = _units_before(text)
    lines = [HEADER]
    for sentence, pieces in sentences:
        lines.append(f"\n#Text={_escaped(sentence)}\n")
        for number, start, end, identifiers, values in pieces:
            cells = ("|".join(column) or NOTHING for column in (identifiers, values))
            offsets = f"{units[start]}-{units[end]}"
            lines.append("\t".join((number, offsets, _escaped(text[start:end]), *cells, "\n")))
    return "".join(lines)


def _sentences(text: str, borders: Sequence[int]) -> Iterator[tuple[str, list[TextPiece]]]:
    """The lines of a text with tokens, and the rows of each line."""
    for number, (line, tokens) in enumerate(token_lines(text, borders), 1):
        pieces: list[TextPiece] = []
        for place, cuts in enumerate(tokens, 1):
            parts = [(f"{number}-{place}", (cuts[0], cuts[-1]))]
            if len(cuts) > 2:
                parts += [(f"{number}-{place}.{part}", ends) for part, ends in enumerate(pairwise(cuts), 1)]
            pieces += [TextPiece(name, *ends, [], []) for name, ends in parts]
        yield line, pieces


def _annotate(pieces: Sequence[TextPiece], entities: Sequence[Body]) -> None:
    """Add entities to the columns of the pieces that they cover: whole tokens, or else parts of tokens."""
    starts = [piece.start for piece in pieces]
    for number, entity in enumerate(entities, 1):
        start, *_, end = entity["span"]
        until = start
        for place in range(bisect_left(starts, start), len(pieces)):
            piece = pieces[place]
            if piece.start >= end:
                break
            if piece.start >= until and piece.end <= end:
                until = piece.end
                for column, value in (
                    (piece.identifiers, entity.get("eid")),
                    (piece.values, entity.get("type")),
                ):
                    column.append(f"{_escaped(str(value)) if value else WITHOUT_VALUE}[{number}]")


def _units_before(text: str) -> Sequence[int]:
    """The number of UTF-16 units before each character of a text; the last element is the total number."""
    if text.isascii():
        return range(len(text) + 1)
    sizes = np.fromiter((1 + (ord(character) > 0xFFFF) for character in text), np.int64, len(text))
    return [0, *np.cumsum(sizes).tolist()]


def _escaped(text: str) -> str:
    return text.translate(ESCAPES).replace("->", "\\->")


WRITER = folder("webanno", files, lost, CHARACTERS, ENTITIES, IDS)
