"""Keys of items that their reader does not know: counted, and one that can be nothing else read as the label.

    {"start": 0, "end": 7, "ner": "PER"}      `ner` is the label if it is the only unread text of every item

A reader names the keys that it reads or may leave (`ItemKeys.know`), and shows each item with its label. Keys
that programs write beside the labels of items (scores, ids, texts, notes) are in BESIDE; they are not labels.
"""

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from nerkit.algorithms.columns import Column, Vocabulary
from nerkit.corpora.spans import Hint
from nerkit.exceptions import some
from nerkit.ground.warnings import Warned
from nerkit.readers.register import BESIDE as BESIDE

LABELS = ("label", "type", "entity_type", "entity_group", "category", "tag")  # the first that is there counts
OFFSETS = frozenset({"start", "end"})


class ItemKeys:
    """The keys of the items of one side that its reader does not know."""

    def __init__(self) -> None:
        self.labels: Sequence[str] = LABELS  # the keys that labels are read from
        self.known: frozenset[str] = OFFSETS | BESIDE | {*LABELS}
        self.kept = False  # whether what is not known is kept as it is
        self.counts: dict[str, int] = {}
        self.items = 0
        self.labelled = False  # whether an item has a label
        self.with_label: set[str] = set()  # unread texts of items with a label
        self.without_label: set[str] = set()
        self.possible: dict[str, tuple[Vocabulary, array[int]]] = {}  # texts of every item, by key

    def know(self, *keys: str, labels: Sequence[str] = LABELS, kept: bool = False) -> "ItemKeys":
        """A copy for a format with further keys, and with its own keys for labels."""
        self.labels, self.kept = labels, kept
        self.known = OFFSETS | BESIDE | {*keys, *labels}
        return self

    def see(self, item: Mapping[str, Any], label: str | None, text: str | None = None) -> None:
        """Count an item, its label as it is read, and the *text* that it covers, if that is known."""
        self.items += 1
        is_first = self.items == 1
        self.labelled |= label is not None
        if item.keys() <= self.known:
            self.possible = {}
            return
        unread = [key for key in item if key not in self.known]
        for key in unread:
            self.counts[key] = self.counts.get(key, 0) + 1
        texts = {key: value for key in unread if (value := _text(item[key], text))}
        (self.without_label if label is None else self.with_label).update(texts)
        if self.labelled:
            self.possible = {}
            return
        if is_first:
            self.possible = {key: (Vocabulary(), array("q")) for key in texts}
        self.possible = {key: column for key, column in self.possible.items() if key in texts}
        for key, (values, codes) in self.possible.items():
            codes.append(values[texts[key]])

    @property
    def unsure(self) -> bool:
        """Whether items without a label have texts that may be it, and that no item with a label has."""
        return bool(self.without_label - self.with_label) and not self.label_key

    @property
    def label_key(self) -> str:
        """The key that is the label; empty without a label, or if several keys may be labels."""
        return next(iter(self.possible)) if len(self.possible) == 1 else ""

    def column(self) -> Column | None:
        """The labels that are under `label_key`."""
        if not self.label_key:
            return None
        values, codes = self.possible[self.label_key]
        return values.column(codes)

    def warnings(self, place: str) -> list[Warned]:
        """A warning that counts the items with each key that is not read."""
        every = {} if self.kept else self.counts
        left = {_quoted(key): count for key, count in every.items() if key != self.label_key}
        return [Warned("keys-not-read", facts={"keys": left}, side=place)] if left else []

    def notes(self, place: str) -> list[Warned]:
        """The note about the key that is read as the label."""
        return [read_as_label(place, self.label_key)] if self.label_key else []

    def hints(self, place: str) -> dict[str, Hint]:
        """Hints where labels seem to be, if no item has a label that was read."""
        if not self.items or self.label_key or (self.labelled and not self.unsure):
            return {}
        return {"type": unread(list(self.counts), place, self.labels)}


def unread(keys: Sequence[str], place: str, labels: Sequence[str]) -> Hint:
    """A hint for data in which no item has a label: *keys* were not read, *labels* are the keys that nerkit
    reads as labels.
    """
    read_from = f"nerkit reads labels from {', '.join(labels)}"
    if not keys:
        return Hint(read_from)
    keys_were = "the key {} of {} was" if len(keys) == 1 else "the keys {} of {} were"
    return Hint(f"{keys_were.format(some(map(_quoted, keys)), place)} not read; {read_from}", is_trace=True)


def read_as_label(place: str, key: str) -> Warned:
    """The note about a key that is read as the label."""
    return Warned("labels-read-from", side=place, field=_quoted(key))


def _text(value: Any, covered: str | None) -> str | None:
    """A value as a label: a text, or the only text of a list. None for other values, and for the text that
    the item covers.
    """
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value if isinstance(value, str) and value and value != covered else None


def _quoted(key: str) -> str:
    return repr(key if len(key) <= 40 else f"{key[:40]}…")
