"""The list of errors of items in documents: rows of both sides, in the order of their documents."""

from collections.abc import Callable
from typing import Any

from nerkit.algorithms.columns import Column, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.results.errors import Errors, Items, OfRow
from nerkit.results.pairing_steps import ItemPairing


class RecordPairing(ItemPairing):
    """A pairing whose rows are items of documents, in the order of their documents."""

    def listed(
        self,
        batch: Batch[Documents],
        label: Column,
        text: Callable[[int], str],
        *,
        path: Callable[[int], str] = lambda _: "",
        around: OfRow | None = None,
        ends: tuple[IntArray, IntArray] | None = None,
        parts: Callable[[int], list[tuple[int, int]]] | None = None,
        **more: Any,
    ) -> Errors:
        """Return all pairs, document by document: in gold order, then in system order.

        label   the label of each row
        text    function: row -> the text of the item
        path    function: row -> the path of the item in its document, for its line
        around, parts   functions of rows, as in `Items`
        ends    the first and the last offset of each row
        """
        number = self.columns["document"]

        def items(first: int, last: int | None, corpus: Documents) -> Items:
            """Return the rows from *first* to *last*, which are the items of a side."""
            start, end = (None, None) if ends is None else (column[first:last] for column in ends)
            return Items(
                label.take(slice(first, last)),
                start,
                end,
                text=lambda row: text(first + row),
                around=around and (lambda row: around(first + row)),
                place=lambda row: corpus.place(int(number[first + row]), path(first + row)),
                parts=parts and (lambda row: parts(first + row)),
            )

        sides = items(0, self.split, batch.gold), items(self.split, None, batch.system)
        return self.errors(batch.documents, sides, "document spurious row", **more)
