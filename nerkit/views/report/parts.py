"""The parts of the drawing of a document. The template knows a part by its `kind`.

text       sentences with items above and below
drawing    strokes and words at places; the page makes SVG of them
pairs      a table of pairs, for items without places
record     a table of fields, with inner fields indented
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from nerkit.views.report.flow import FlowingSentence, columns
from nerkit.views.report.items import SIDES, Appearance

LETTER = 7.3  # pixels of a letter in a drawing
SENTENCE, SEGMENT, PIECE = 18, 7, 23  # bytes of a sentence, of a segment with items, of a piece of one
LOOK = 17  # bytes of a segment with a common look
MARK = 45  # bytes of a stroke or a word on the page, besides its text
ROW = 50  # bytes of a row of a table


class Mark(NamedTuple):
    """A stroke (its *path*), or a word (its *text*) at the place *x*, *y* in pixels.

    css   for strokes: `b` (a line), `x` (a box), `a` (an arc), `h` (an arrow's head). For words: `w` (a word
          of a sentence), `l` (a label centred at its place), `l begin` (a label that begins at its place)
    """

    css: str
    path: str = ""
    text: str = ""
    x: float = 0
    y: float = 0


@dataclass
class DrawnPiece:
    """Marks that belong together: the marks of an item or of a node.

    shown    the appearance of the item; None for marks without an item
    joined   the number of the line of corresponding nodes
    css      the style of marks without an item: `gold` or `system`, and `ok`, `wrong` or `faint`
    """

    marks: list[Mark]
    shown: Appearance | None = None
    joined: str = ""
    css: str = ""

    @property
    def side(self) -> str:
        """The side of the piece, `gold` or `system`; empty for words that both sides share."""
        if self.shown is not None:
            return self.shown.item.side
        return next((word for word in self.css.split() if word in SIDES), "")


@dataclass
class TextPart:
    """Sentences with items.

    scale  whether the text is a scale of offsets
    rows   the annotators and their rows above the text, from the top
    """

    kind: ClassVar[str] = "text"
    title: str
    sentences: Sequence[FlowingSentence]
    items: Sequence[Appearance]
    scale: bool = False
    rows: Sequence[tuple[str, int]] = ()

    @property
    def weight(self) -> int:
        """About how many bytes of the page the sentences and items take."""
        total = SENTENCE * len(self.sentences)
        for sentence in self.sentences:
            for segment in sentence.segments:
                total += size_of(segment.text) + size_of(segment.other or "")
                pieces = [*segment.above, *segment.below]
                if len(segment.above) > 1 or len(segment.below) > 1 or segment.other is not None:
                    total += SEGMENT + PIECE * len(pieces)
                    total += sum(self.items[piece.key].weight for piece in pieces if piece.begins)
                elif pieces:
                    total += LOOK
        return total


@dataclass
class DrawingPart:
    """A drawing. *title* is the name of its system, *width* and *height* are pixels."""

    kind: ClassVar[str] = "drawing"
    title: str
    width: float
    height: float
    pieces: list[DrawnPiece] = field(default_factory=list)

    @property
    def weight(self) -> int:
        """About how many bytes of the page the marks take."""
        marks = sum(len(mark.path) + len(mark.text) + MARK for piece in self.pieces for mark in piece.marks)
        return marks + sum(piece.shown.weight for piece in self.pieces if piece.shown is not None)


@dataclass
class PairsPart:
    """A table of gold items and system items, for items without places."""

    kind: ClassVar[str] = "pairs"
    title: str
    rows: list[tuple[Appearance | None, Appearance | None]]

    @property
    def weight(self) -> int:
        """About how many bytes of the page the pairs take."""
        return sum(
            side.weight + len(side.item.text or "") for row in self.rows for side in row if side is not None
        )


class RecordRow(NamedTuple):
    """A field of a record: its depth, its name, and the item and the value of each side."""

    depth: int
    name: str
    gold: Appearance | None = None
    gold_value: str = ""
    system: Appearance | None = None
    system_value: str = ""

    @property
    def is_leaf(self) -> bool:
        """Whether a side has an item at this field."""
        return self.gold is not None or self.system is not None


@dataclass
class RecordPart:
    """The fields of a record, in the order of the record."""

    kind: ClassVar[str] = "record"
    title: str
    rows: list[RecordRow]

    @property
    def weight(self) -> int:
        """About how many bytes of the page the fields take."""
        return sum(
            ROW
            + len(row.name)
            + len(row.gold_value)
            + len(row.system_value)
            + sum(side.weight for side in (row.gold, row.system) if side is not None)
            for row in self.rows
        )


Part = TextPart | DrawingPart | PairsPart | RecordPart


def size_of(text: str) -> int:
    """The number of bytes of a text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode(errors="replace"))


def width(text: str) -> float:
    """The approximate width of a text in a drawing, in pixels."""
    return columns(text) * LETTER
