"""The record of each input in a result: its format, its documents, its items, and the name of its items.

    {"role": "gold", "name": "dev.bio", "sha256": "…", "format": "bio", "documents": 126, "tokens": 8288,
     "items": 831, "unit": "entities"}

If the headline counts items, `items` is their number: `r_den` for gold, `p_den` for a system. Otherwise it is
the size of the corpus. Corpora of tags also have `tokens`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from nerkit.algorithms.columns import NONE
from nerkit.corpora.corpus import Corpus
from nerkit.corpora.spans import Texts
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import plural
from nerkit.results.counts import ALL, Counts
from nerkit.scorers.task import Measure, Task

Facts = dict[str, Any]  # the record of one input
OBJECTS = "objects"  # the format of data in memory
SINGULAR = {
    "entities": "entity",
    "leaves": "leaf",
    "dependencies": "dependency",
}  # other plurals end in s
Sides = tuple[int, int]  # items of gold and of a system


class Size(NamedTuple):
    """The size of a corpus: its documents, its items, and its tokens if it has tags (otherwise None)."""

    documents: int
    items: int
    tokens: int | None = None

    @classmethod
    def of(cls, corpus: Corpus) -> "Size":
        """Return the size of a corpus as it was read."""
        tokens: Any = corpus if isinstance(corpus, Tagged) else None
        if isinstance(corpus, Texts):
            tokens = corpus.tokens
        return cls(len(corpus.documents), len(corpus), None if tokens is None else len(tokens))

    def __add__(self, other: Any) -> "Size":
        """Return the size of two parts together."""
        tokens = [size.tokens for size in (self, other) if size.tokens is not None]
        documents, items = self.documents + other.documents, self.items + other.items
        return Size(documents, items, sum(tokens) if tokens else None)

    def facts(self, form: str, unit: str) -> Facts:
        """Return the record of an input of this size and format; *unit* is the name of its items."""
        tokens = {} if self.tokens is None else {"tokens": self.tokens}
        return {"format": form, "documents": self.documents, **tokens, "items": self.items, "unit": unit}


def form_of(data: Any) -> str:
    """Return the format of data in memory: `objects`, or for a corpus the format of its files."""
    origins = getattr(data, "origins", ())
    return origins[0].form or OBJECTS if origins else OBJECTS


def items_of(counts: Counts, measure: Measure) -> Sides | None:
    """Return the numbers of items of the gold side and of the system that a measure counts: pooled
    `r_den` and `p_den`.

    Returns None for a measure that combines other measures, and for numbers with a fraction.
    """
    if measure.of or measure.name not in counts.measures:
        return None
    rows = counts.measure == counts.measures.index(measure.name)
    rows &= counts.label == counts.labels.index(ALL)
    wide = rows & (counts.document == NONE)
    _, system, _, gold = counts.numbers[wide if wide.any() else rows, :4].sum(axis=0).tolist()
    return (int(gold), int(system)) if float(gold).is_integer() and float(system).is_integer() else None


def with_items(
    inputs: Iterable[Facts], task: Task, measure: Measure, items: Mapping[str, Sides | None]
) -> tuple[Facts, ...]:
    """Return the records of the gold side and the systems, with the numbers of items that the headline
    *measure* counts.

    *items* are these numbers by system. Gold gets the greatest of its numbers. Records stay unchanged if
    the measure counts no items.
    """
    known = {name: sides for name, sides in items.items() if sides is not None}
    unit = task.items_of(measure.name)
    found = []
    for one in inputs:
        is_gold = one["role"] == "gold"
        numbers = [sides[not is_gold] for name, sides in known.items() if is_gold or name == one["name"]]
        found.append(one | {"items": max(numbers), "unit": unit} if numbers else one)
    return tuple(found)


def read_as(one: Mapping[str, Any]) -> str:
    """Return the format and the size of an input, from its record: `bio, 1 document, 5,000 tokens, 312
    entities`.

    A `note` in the record, about how the format was found, is at the end.
    """
    note = f"; {one['note']}" if one.get("note") else ""
    return f"{one['format']}, {held(one)}{note}"


def held(one: Mapping[str, Any], document: str = "document") -> str:
    """Return the size of an input as text: its documents (named *document*), its tokens if it has tags,
    its items.
    """
    numbers = {one["unit"]: one["items"]}
    if "tokens" in one:
        numbers = {"tokens": one["tokens"]} | numbers
    numbers.pop("documents", None)  # the text begins with the documents in any case
    return ", ".join([plural(one["documents"], document), *map(amount, numbers.values(), numbers)])


def amount(number: int, unit: str) -> str:
    """Return a number of items with their name, given in the plural: `1 entity` or `841 entities`."""
    return f"{number:,} {SINGULAR.get(unit, unit.removesuffix('s')) if number == 1 else unit}"
