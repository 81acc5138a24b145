"""Samples of inputs, for recognition: the first whole lines and, of JSON, the first whole records.

    {"id": 1, "text": "…", "label": []}             no item
    {"id": 2, "text": "…", "label": [[0, 3, "A"]]}  the record that tells: the first one with an item

A sample has at least `LEAST` records or lines, and it goes on until a record has an item. It ends after
`MOST` records or `LARGEST` bytes, but it never cuts a record.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from nerkit.io import HEAD, Source
from nerkit.readers.register import ITEM_KEYS, TEXT_KEYS

LEAST = 20  # records, or lines that are not blank
MOST = 10_000  # records
LARGEST = 64 << 20  # bytes
GROWTH = 16  # times as much text is read if a sample has too few records


class Sample:
    """The first text of an input.

    text   whole lines, newlines as LF; the whole text if *whole*
    """

    def __init__(self, text: str, *, whole: bool = True) -> None:
        self.text, self.whole = text, whole
        self._records, self._at, self._inside = list[Any](), 0, False

    @classmethod
    def of(cls, source: Source) -> "Sample":
        """The sample of an input. Reading it loses nothing of the input."""
        sample, size = cls(""), HEAD
        sample.grow(source, size)
        while not (sample.whole or sample.is_enough or (size >= LARGEST and not sample.goes_on)):
            size = LARGEST if size < LARGEST < size * GROWTH else size * GROWTH
            sample.grow(source, size)
        return sample

    def grow(self, source: Source, size: int) -> None:
        """Take so many bytes of the input, if it has them."""
        self.text, self.whole = source.first_text(size)
        for known in ("records", "told"):
            self.__dict__.pop(known, None)

    @cached_property
    def records(self) -> list[Any]:
        """The whole records: the JSON values of the text, and the elements of a list of objects or lists."""
        if not self.is_json:
            return []
        for value in self._more():
            self._records.append(value)
            if len(self._records) >= MOST:
                break
        return self._records

    def _more(self) -> Iterable[Any]:
        """The further records of the text; `_at` is where the first one that is not whole begins."""
        from nerkit.readers.json_text import DECODER, LIST, skip

        text, self._at = self.text, skip(self.text, self._at)
        while self._at < len(text):
            if not self._inside and LIST.match(text, self._at):
                at = skip(text, self._at + 1)
                self._inside = text[at] != "]"
                self._at = at if self._inside else skip(text, at + 1)
                continue
            try:
                value, end = DECODER.raw_decode(text, self._at)
            except (ValueError, RecursionError):
                return
            at = skip(text, end)
            if self._inside:
                if at >= len(text) or text[at] not in ",]":
                    return
                self._inside = text[at] == ","
                at = skip(text, at + 1)
            self._at = at
            yield value

    @property
    def text_of_records(self) -> str:
        """The text up to the end of the last whole record, or of the last line before a blank one."""
        if self.records:
            return self.text[: self._at].rstrip(", \n\t") + "]" * self._inside
        blank = -1 if self.whole else self.text.rfind("\n\n")
        return self.text if blank < 0 else self.text[: blank + 1]

    @property
    def is_json(self) -> bool:
        """Whether the text begins as a JSON object or list does."""
        return self.text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")

    @property
    def is_broken(self) -> bool:
        """Whether what follows the whole records is no beginning of another one."""
        from nerkit.readers.json_text import goes_on

        return bool(self.is_json and self.records is not None) and not goes_on(self.text[self._at :])

    @cached_property
    def told(self) -> Any:
        """The first record with an item, else the first one; of damaged JSON the members that are whole."""
        from nerkit.readers.json_text import beginning

        return next(filter(has_item, self.records), self.records[0] if self.records else beginning(self.text))

    @property
    def seen(self) -> list[Any]:
        """The whole records; of JSON that is damaged in its first record the members that are whole."""
        return self.records or [self.told]

    @property
    def goes_on(self) -> bool:
        """Whether the text is the beginning of one record of JSON, which is read as a whole."""
        return self.is_json and not self.records

    @property
    def is_enough(self) -> bool:
        """Whether there are enough records and an item, or enough lines of a text that is not JSON; more of a
        text with a NUL says nothing.
        """
        if "\0" in self.text:
            return True
        if self.records or (self.is_json and not self.is_broken):
            known = len(self.records)
            full = known >= MOST or (known >= LEAST and any(map(has_item, self.records)))
            return full or self.is_broken
        return len([line for line in self.text.split("\n", 2 * LEAST) if line.strip()]) > LEAST


def holds(value: Any) -> bool:
    """Whether there is anything in a value: a list or an object with a leaf, or a leaf."""
    if isinstance(value, Mapping):
        return any(map(holds, value.values()))
    if isinstance(value, list):
        return any(map(holds, value))
    return value not in (None, "")


def has_item(record: Any) -> bool:
    """Whether a record has an item of some format; one without a text has an item if it holds anything."""
    if not isinstance(record, dict):
        return holds(record)
    if any(holds(record[key]) for key in ITEM_KEYS.intersection(record)):
        return True
    return TEXT_KEYS.isdisjoint(record) and ITEM_KEYS.isdisjoint(record) and holds(record)
