"""Take samples of inputs for recognition: the first complete lines, or the first complete JSON records.

    {"id": 1, "text": "…", "label": []}             no item
    {"id": 2, "text": "…", "label": [[0, 3, "A"]]}  the record that decides: the first record with an item

A sample has at least `LEAST` records or lines, and it is extended until a record has an item. It ends after
`MOST` records or `LARGEST` bytes, but never inside its first record. `recognises` compares the evidence of a
format with a sample, and `best_of` the evidence of many formats.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from importlib import import_module
from itertools import dropwhile, islice
from typing import Any

from nerkit.ground.patterns import regex
from nerkit.io import HEAD, Source
from nerkit.readers.register import FORMATS, ITEM_KEYS, JSON, TEXT_KEYS, FormatEvidence, extended

LEAST = 20  # records, or lines that are not blank
MOST = 10_000  # records
LARGEST = 64 << 20  # bytes
CELLED = 100  # lines whose cells are compared
ROWS = 200  # lines that are compared with `FormatEvidence.rows` and `half`
BELOW = 50  # lines of a table that are compared with its header
GROWTH = 16  # factor by which a sample grows if it has too few records
BLANKS = regex("[ \t]+")  # no other white space separates columns
FENCE = regex(r"\s*(```|~~~)\w*\s*")


class Sample:
    """The first text of an input.

    text   complete lines with LF line ends
    whole  whether *text* is the whole input
    """

    def __init__(self, text: str, *, whole: bool = True) -> None:
        self.text, self.whole = text, whole
        self._records, self._at, self._inside = list[Any](), 0, False

    @classmethod
    def of(cls, source: Source) -> "Sample":
        """The sample of an input, which can be read again from its beginning afterwards."""
        sample, size = cls(""), HEAD
        sample.grow(source, size)
        while not (sample.whole or sample.is_enough or (size >= LARGEST and not sample.goes_on)):
            size = LARGEST if size < LARGEST < size * GROWTH else size * GROWTH
            sample.grow(source, size)
        return sample

    def grow(self, source: Source, size: int) -> None:
        """Read the first *size* bytes of the input, or the whole input if it is shorter."""
        self.text, self.whole = source.first_text(size)
        for known in ("records", "told"):
            self.__dict__.pop(known, None)

    @cached_property
    def records(self) -> list[Any]:
        """The complete JSON records: values of the text, or elements of a list of objects or lists."""
        if not self.is_json:
            return []
        for value in self._more():
            self._records.append(value)
            if len(self._records) >= MOST:
                break
        return self._records

    def _more(self) -> Iterable[Any]:
        """Parse further complete records; afterwards, `_at` is the start of the first incomplete record."""
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
        """The text up to the end of its last complete record, or of the last line before a blank line."""
        if self.records:
            return self.text[: self._at].rstrip(", \n\t") + "]" * self._inside
        blank = -1 if self.whole else self.text.rfind("\n\n")
        return self.text if blank < 0 else self.text[: blank + 1]

    @property
    def unfenced(self) -> "Sample":
        """The sample from its first object on, without code fences; for JSON, the sample itself."""
        if self.is_json or "`" not in self.text:
            return self
        lines = [line for line in self.text.split("\n") if not FENCE.fullmatch(line)]
        inside = dropwhile(lambda line: not line.startswith("{"), lines)
        return Sample("\n".join(inside), whole=self.whole)

    @property
    def is_json(self) -> bool:
        """Whether the text begins like a JSON object or list."""
        return self.text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")

    @property
    def is_broken(self) -> bool:
        """Whether the text after the complete records does not begin another record."""
        from nerkit.readers.json_text import goes_on

        return bool(self.is_json and self.records is not None) and not goes_on(self.text[self._at :])

    @cached_property
    def told(self) -> Any:
        """The first record with an item, or the first record if none has an item.

        For JSON that is damaged in its first record, the complete members of this record.
        """
        from nerkit.readers.json_text import beginning

        return next(filter(has_item, self.records), self.records[0] if self.records else beginning(self.text))

    @property
    def seen(self) -> list[Any]:
        """The complete records; for JSON that is damaged in its first record, one record: `told`."""
        return self.records or [self.told]

    @property
    def goes_on(self) -> bool:
        """Whether the text is JSON that ends inside its first record."""
        return self.is_json and not self.records

    @property
    def is_enough(self) -> bool:
        """Whether the sample is large enough: it has enough records and an item, or enough lines if not JSON.

        A text with a NUL character is always large enough, because it is binary.
        """
        if "\0" in self.text:
            return True
        if self.records or (self.is_json and not self.is_broken):
            known = len(self.records)
            full = known >= MOST or (known >= LEAST and any(map(has_item, self.records)))
            return full or self.is_broken
        return len([line for line in self.text.split("\n", 2 * LEAST) if line.strip()]) > LEAST


def has_item(record: Any) -> bool:
    """Whether a JSON record has an item of any format; a record without known keys only needs a value."""
    from nerkit.readers.conditions import holds

    if not isinstance(record, dict):
        return holds(record)
    if any(holds(record[key]) for key in ITEM_KEYS.intersection(record)):
        return True
    return TEXT_KEYS.isdisjoint(record) and ITEM_KEYS.isdisjoint(record) and holds(record)


def best_of(sample: Sample, names: Iterable[str], refused: Callable[[str], bool]) -> list[str]:
    """The formats among *names* that fit a sample best and are not *refused*, sorted by name.

    A format is left out if a format that extends it fits, too. Fallback formats are left out if another
    format fits.
    """
    asked = sorted(names, key=lambda name: (FORMATS[name].fallback, -len(extended(name))))
    fitting: list[str] = []
    for name in asked:
        if FORMATS[name].fallback and fitting and not FORMATS[fitting[0]].fallback:
            break
        readable = FORMATS[name].binary or "\0" not in sample.text
        below = any(name in extended(other) for other in fitting)
        if readable and not below and recognises(name, sample) and not refused(name):
            fitting = [other for other in fitting if other not in extended(name)] + [name]
    return sorted(fitting)


def recognises(name: str, sample: Sample) -> bool:
    """Whether a sample has all the evidence of a format of this package, including its code."""
    form = FORMATS[name]
    likely = is_likely(form.evidence, sample)
    return likely and (not form.evidence.code or import_module(form.module).recognise(sample))


def is_likely(evidence: FormatEvidence, sample: Sample) -> bool:
    """Whether a sample has all the evidence of a format except for its code."""
    text = sample.text
    first = text.lstrip().removeprefix("\ufeff").lstrip()[:1]
    if evidence.begins and first not in evidence.begins:
        return False
    if evidence.has and not any(part in f"\n{text}" for part in evidence.has):
        return False
    if evidence.fenced:
        sample = sample.unfenced
    return (
        (evidence.finds is None or evidence.finds.search(text) is not None)
        and (evidence.lacks is None or evidence.lacks.search(text) is None)
        and (evidence.rows is None or _are_rows(text, evidence.rows))
        and (evidence.half is None or _are_rows(text, evidence.half, half=True))
        and (not (evidence.cells or evidence.header) or _has_lines(sample, evidence))
        and (
            not evidence.record
            or (first not in JSON and not evidence.fenced)
            or _has_record(sample, evidence)
        )
    )


def _has_lines(sample: Sample, evidence: FormatEvidence) -> bool:
    """Whether the first lines fulfil the conditions on cells and on the header."""
    from nerkit.readers.conditions import condition

    rows = _rows(sample.text, evidence) if evidence.cells else []
    if evidence.cells and not condition(evidence.cells)(rows):
        return False
    if not (evidence.header or evidence.unlike) or (evidence.bare and condition(evidence.bare)(rows)):
        return True
    if evidence.unlike:
        return not recognises(evidence.unlike, sample)
    facts = header(sample.text, rows[0][1:] if rows else [], evidence.roles)
    return condition(evidence.header)(facts)


def _rows(text: str, evidence: FormatEvidence) -> list[list[str]]:
    """The first lines that count, each as a list: the line, and its cells."""
    from nerkit.readers.conditions import condition

    rows = ([line, *cells(line, evidence.split)] for line in text.split("\n", CELLED)[:CELLED])
    return list(filter(condition(evidence.counts), rows))


def cells(line: str, split: str = " ") -> list[str]:
    """The cells of a line; with a blank as *split*, tabs at the end separate no cells, and blanks can."""
    if split == "\t":
        return line.split("\t")
    stripped = line.strip(" ").rstrip("\t")
    return stripped.split("\t") if "\t" in stripped else BLANKS.split(stripped)


def header(text: str, names: list[str], roles: str) -> dict[str, Any] | None:
    """The header of a table as an object: the names, and the number of the column of each role.

    names  the cells of the header; if empty, the header is the first nonblank line of *text*
    roles  the module below `nerkit.readers` with the ROLES

    The key `width` has the number of columns. The key `tabs` exists if tabs separate cells, and `regular` if
    the first lines have equally many cells. `below` has the cells of the first lines below the header.
    """
    from nerkit.readers.csv_rows import CsvHeader, header_of, table_of

    known = CsvHeader("\t", names) if names else header_of(text)
    if known is None:
        return None
    sign = known.delimiter
    places = known.places(import_module(f"nerkit.readers.{roles}").ROLES)
    return {
        **places,
        **({"tabs": True} if sign == "\t" else {}),
        **({"regular": True} if table_of(text) else {}),
        "names": known.names,
        "width": len(known.names),
        "below": [line.split(sign) for line in text.split("\n", BELOW)[1:BELOW]],
    }


def _has_record(sample: Sample, evidence: FormatEvidence) -> bool:
    """Whether the first record of the sample with an item fulfils the condition `evidence.record`."""
    from nerkit.readers.conditions import condition

    of = evidence.of
    record = next(filter(condition(of), sample.records), sample.told) if of else sample.told
    return condition(evidence.record)(record)


def _are_rows(text: str, row: Any, *, half: bool = False) -> bool:
    """Whether the first lines match the pattern *row*; with *half*, whether at least half of them match.

    Blank lines and comments do not count. Without *half*, the last line does not count, as it may be cut off.
    """
    lines = text.split("\n")
    rows = (
        line
        for line in lines[: None if half else len(lines) - 1 or 1]
        if line.strip() and not line.startswith("#")
    )
    first = list(islice(rows, ROWS))
    if half:
        return 2 * len([line for line in first if row.fullmatch(line)]) >= len(first)
    return bool(first) and all(map(row.fullmatch, first))
