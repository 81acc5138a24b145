"""The items of a document, for drawings. The first appearance of an item on the page has its id."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.results.errors import CORRECT, Errors
from nerkit.views.report.document_texts import Text, TextOf
from nerkit.views.report.flow import Excerpt, Item, excerpts, near

SIDES = ("gold", "system")
VALUE = "value"  # a further field of leaves of a record
ITEM = 20  # bytes of the element of an item on a compact page, besides its text
COLOURS = 12  # the number of colours of frequent labels; all other labels share a colour
SHAPES = (  # style class of an item -> words in the names of its error classes; otherwise `xw`
    ("xm", ("missed", "format")),  # hatched
    ("xp", ("spurious", "duplicate", "not in text")),  # crossed
    ("xd", ("boundary", "split", "merged", "pieces", "head", "attachment")),  # dashed
    ("xl", ("label", "value")),  # double
)
ALONE = 40  # characters; with at most so much context around errors, correct items are not shown
FEWEST = 10  # the smallest number of pairs of a document that are shown


@dataclass(slots=True)
class Drawn:
    """An item of a document: its side, its system (empty for gold), its offsets, its label and its class.

    chain    the number of the mention's entity; corresponding entities share a number
    further  further error classes of the item, in pairs with other systems
    parts    the offsets of the fragments of a discontinuous item
    linked   whether a listed error links to the item
    keys     the keys of the errors of the item
    """

    id: str
    side: str
    system: str
    start: int | None
    end: int | None
    label: str
    status: str
    text: str | None
    chain: int | None = None
    further: list[str] = field(default_factory=list)
    parts: Sequence[tuple[int, int]] = ()
    linked: bool = False
    keys: list[int] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        """The id of the item on a compact page: its side and the key of its first error, if any."""
        return f"{self.side[0]}{self.keys[0]}" if self.keys else ""

    @property
    def borders(self) -> set[int]:
        """The offsets at which the item, or a fragment of it, begins and ends."""
        return {self.start or 0, self.end or 0, *(border for part in self.parts for border in part)}

    @property
    def wrong(self) -> bool:
        """Whether the item is an error."""
        return self.status != CORRECT

    def also(self, status: str) -> None:
        """Add the class of a further pair of the item."""
        if not self.wrong:
            self.status = status
        elif status not in (CORRECT, self.status, *self.further):
            self.further.append(status)


class Appearance(NamedTuple):
    """An appearance of an item on the page.

    first    whether it is the first appearance, which has the id
    status   the class of the item here; beside a system, a gold item has the class of its pair with the
             system
    """

    item: Drawn
    first: bool
    status: str

    @property
    def wrong(self) -> bool:
        """Whether the item is an error at this place."""
        return self.status != CORRECT

    @property
    def weight(self) -> int:
        """About how many bytes of the page the appearance takes, besides its text."""
        return ITEM + len(self.item.label)

    @property
    def shape(self) -> str:
        """The style class for the error's class; empty for a correct item."""
        return shape_of(self.status) if self.wrong else ""

    @property
    def further(self) -> list[str]:
        """The further error classes of the item; only at its first appearance."""
        classes = (self.item.status, *self.item.further) if self.first else ()
        return [one for one in classes if one not in (self.status, CORRECT)]


def shape_of(kind: str) -> str:
    """The style class for a class of errors.

    >>> shape_of("missed"), shape_of("label+boundary"), shape_of("link value"), shape_of("partial")
    ('xm', 'xd', 'xl', 'xw')
    """
    return next((shape for shape, words in SHAPES if any(word in kind for word in words)), "xw")


@dataclass(slots=True)
class OfSystem:
    """The part of a document that belongs to one system.

    errors     all errors of the system
    batch      the scored batch; None if the result does not have it
    texts      function: document code -> its text; the function is shared by all documents of a batch
    document   the code of the document in the batch
    pairs      the places of the document's pairs among the errors
    """

    system: str
    errors: Errors
    batch: Batch[Any] | None
    texts: TextOf
    document: int
    pairs: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def text(self) -> Text | None:
        """The text of the document, or None."""
        return None if self.batch is None else self.texts(self.document)


class DocumentItems:
    """The items of a document during its drawing.

    cut          whether the last pairs are left out
    context      the number of characters of a sentence on both sides of an error; None for whole texts
    annotators   the annotators, whose items are all above the text; empty for systems
    """

    def __init__(
        self, id_: str, name: str, systems: Sequence[OfSystem], annotators: Sequence[str] = ()
    ) -> None:
        self.id, self.name, self.systems, self.annotators = id_, name, systems, annotators
        self.drawn: dict[tuple[str, int], Drawn] = {}
        self.cut = False
        self.context: int | None = None
        self.listed: list[Any] | None = None  # the errors of the document, or None before they are made
        self._statuses: dict[tuple[str, str], str] = {}  # (system, item) -> the class of their pair
        self._appeared: set[str] = set()

    def shorten(self, share: float) -> bool:
        """Leave out the last pairs so that about *share* of them remain, and forget earlier drawings.

        Return False if no pair can be left out.
        """
        if max(len(one.pairs) for one in self.systems) <= FEWEST:
            return False
        for one in self.systems:
            one.pairs = one.pairs[: max(FEWEST, int(len(one.pairs) * min(share, 0.95)))]
        self.drawn, self._statuses, self.listed = {}, {}, None
        self.forget(self.context)
        self.cut = True
        return True

    def forget(self, context: int | None = None) -> None:
        """Forget which items have appeared, so that they can be drawn again with *context* characters."""
        self._appeared, self.context = set(), context

    def excerpts(
        self, text: str, items: Sequence[tuple[Item, bool]]
    ) -> tuple[list[Item], list[Excerpt] | None]:
        """The items to show, and the excerpts of the text around wrong items.

        *items* are (item, whether it is wrong). If the context is None, all items and the whole text are
        shown. With little context, only wrong items are shown.
        """
        if self.context is None:
            return [item for item, _ in items], None
        wrong = [item for item, is_wrong in items if is_wrong]
        parts = excerpts(text, [(item.start, item.end) for item in wrong], self.context)
        if self.context <= ALONE:
            return wrong, parts
        return near([item for item, _ in items], parts), parts

    def item(self, of: OfSystem, side: int, row: int, status: str | None = None) -> Drawn | None:
        """The item in a row of gold (side 0) or of the system (side 1), made at the first call.

        None for no item and for a leaf without a value.

        status   the class of a pair of the item; the item is wrong if one of its pairs is wrong
        """
        if row == NONE:
            return None
        items = of.errors.items[side]
        key = self._key(of, side, row)
        if key not in self.drawn:
            fields = items.fields(row)
            if not fields.get(VALUE, True):
                return None
            label = "" if fields["label"] is None else str(fields["label"])
            place, text = (fields["start"], fields["end"]), fields["text"]
            name = f"{self.id}i{len(self.drawn)}"
            system = of.system if side else ""
            drawn = Drawn(name, SIDES[side], system, *place, label, status or CORRECT, text)
            if items.parts is not None and drawn.start is not None:
                drawn.parts = items.parts(row)
            self.drawn[key] = drawn
        elif status is not None:
            self.drawn[key].also(status)
        item = self.drawn[key]
        if status is not None and self._statuses.get((of.system, item.id), CORRECT) == CORRECT:
            self._statuses[of.system, item.id] = status
        return item

    def known(self, of: OfSystem, side: int, row: int) -> Drawn | None:
        """The item in a row, if a pair has made it; otherwise None."""
        return self.drawn.get(self._key(of, side, row))

    def _key(self, of: OfSystem, side: int, row: int) -> tuple[str, int]:
        """The key of a row in `drawn`. Systems share gold items, except for leaves of records."""
        return "" if not side and VALUE not in of.errors.items[0].more else f"{side}{of.system}", row

    def show(self, item: Drawn, beside: OfSystem | None = None) -> Appearance:
        """The appearance of an item now, *beside* one system or beside all systems."""
        first = item.id not in self._appeared
        self._appeared.add(item.id)
        status = item.status if beside is None else self._statuses.get((beside.system, item.id), CORRECT)
        return Appearance(item, first, status)

    def pairs(self, of: OfSystem) -> Iterator[tuple[int, int, str]]:
        """Gold row, system row and class of each pair of a system."""
        errors = of.errors
        kinds = (errors.kinds[kind] for kind in errors.kind[of.pairs].tolist())
        return zip(errors.gold[of.pairs].tolist(), errors.system[of.pairs].tolist(), kinds, strict=True)

    def title(self, of: OfSystem) -> str:
        """The title of a part about one system; empty if there is only one system."""
        return of.system if len(self.systems) > 1 else ""

    def unseen(self) -> list[Drawn]:
        """The wrong items that have not appeared."""
        return [item for item in self.drawn.values() if item.id not in self._appeared and item.wrong]
