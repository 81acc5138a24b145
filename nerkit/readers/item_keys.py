"""Count unknown keys of items, and read an unknown key as the label if it is the only candidate.

    {"start": 0, "end": 7, "ner": "PER"}      `ner` is the label if it is the only unknown text of every item

A reader names the keys that it reads or ignores (`ItemKeys.know`), and passes each item and its label to
`see`. BESIDE lists keys that programs write beside labels, such as scores, ids and notes; they are ignored.
"""

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from nerkit.algorithms.columns import Column, Vocabulary
from nerkit.corpora.spans import Hint
from nerkit.exceptions import some
from nerkit.ground.warnings import Warned
from nerkit.readers.conditions import BESIDE as BESIDE

LABELS = ("label", "type", "entity_type", "entity_group", "category", "tag")  # in order of preference
OFFSETS = frozenset({"start", "end"})


class ItemKeys:
    """A counter of the keys in the items of one side that the reader does not know."""

    def __init__(self) -> None:
        self.labels: Sequence[str] = LABELS  # the keys that the reader reads labels from
        self.known: frozenset[str] = OFFSETS | BESIDE | {*LABELS}
        self.kept = False  # whether unknown keys are kept in the output, so that there is no warning
        self.counts: dict[str, int] = {}
        self.items = 0
        self.labelled = False  # whether an item has a label
        self.with_label: set[str] = set()  # unknown keys with texts in items with a label
        self.without_label: set[str] = set()
        # key that every item has with a text, a possible label -> its texts, and their code for each item
        self.possible: dict[str, tuple[Vocabulary, array[int]]] = {}

    def know(self, *keys: str, labels: Sequence[str] = LABELS, kept: bool = False) -> "ItemKeys":
        """Set the further known *keys* and the keys of *labels* of a format, and return this object.

        *kept* means that a converter keeps unknown keys, so that `warnings` is empty.
        """
        self.labels, self.kept = labels, kept
        self.known = OFFSETS | BESIDE | {*keys, *labels}
        return self

    def see(self, item: Mapping[str, Any], label: str | None, text: str | None = None) -> None:
        """Count the unknown keys of an item; *label* is its label as read, *text* the text that it covers."""
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
        """Whether an item without a label has an unknown text that could be its label.

        A key that occurs with a text in an item with a label does not count.
        """
        return bool(self.without_label - self.with_label) and not self.label_key

    @property
    def label_key(self) -> str:
        """The unknown key that is read as the label; empty unless exactly one key is a candidate."""
        return next(iter(self.possible)) if len(self.possible) == 1 else ""

    def column(self) -> Column | None:
        """The texts under `label_key`, one per item; None without this key."""
        if not self.label_key:
            return None
        values, codes = self.possible[self.label_key]
        return values.column(codes)

    def warnings(self, place: str) -> list[Warned]:
        """A warning with the number of items for each unknown key; empty if there are none."""
        every = {} if self.kept else self.counts
        left = {_quoted(key): count for key, count in every.items() if key != self.label_key}
        return [Warned("keys-not-read", facts={"keys": left}, side=place)] if left else []

    def notes(self, place: str) -> list[Warned]:
        """A note about the unknown key that is read as the label; empty if there is none."""
        return [read_as_label(place, self.label_key)] if self.label_key else []

    def hints(self, place: str) -> dict[str, Hint]:
        """A hint about the keys of labels, if no item has a label that was read."""
        if not self.items or self.label_key or (self.labelled and not self.unsure):
            return {}
        return {"type": unread(list(self.counts), place, self.labels)}


def unread(keys: Sequence[str], place: str, labels: Sequence[str]) -> Hint:
    """A hint for data without labels: *keys* are the unknown keys, *labels* the keys of labels."""
    read_from = f"nerkit reads labels from {', '.join(labels)}"
    if not keys:
        return Hint(read_from)
    keys_were = "the key {} of {} was" if len(keys) == 1 else "the keys {} of {} were"
    return Hint(f"{keys_were.format(some(map(_quoted, keys)), place)} not read; {read_from}", is_trace=True)


def read_as_label(place: str, key: str) -> Warned:
    """The note that the key *key* is read as the label; *place* names the side."""
    return Warned("labels-read-from", side=place, field=_quoted(key))


def _text(value: Any, covered: str | None) -> str | None:
    """The label that a value can be: a text, or the only text of a list.

    None for other values, and for the text that the item covers.
    """
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value if isinstance(value, str) and value and value != covered else None


def _quoted(key: str) -> str:
    return repr(key if len(key) <= 40 else f"{key[:40]}…")
