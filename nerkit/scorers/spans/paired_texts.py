"""The texts of both sides of a batch: whether they are equal, and agree with the spans' own texts."""

from collections.abc import Iterable, Iterator
from unicodedata import is_normalized

from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError
from nerkit.ground.meant import stands_in_units
from nerkit.ground.warnings import Warned, counted, listed

REMEDY = (
    'use system_offsets="utf-16", because by default offsets count characters from 0, and a '
    "character beyond U+FFFF, such as an emoji, counts once"
)


def differing(batch: Batch[Spans]) -> list[Warned]:
    """Return a warning about documents whose texts differ between the sides, apart from blanks at their
    ends.
    """
    texts = zip(batch.documents, batch.gold.texts, batch.system.texts, strict=False)  # a side may have none
    names = [name for name, gold, system in texts if gold and system and gold.rstrip() != system.rstrip()]
    return listed("texts-differ", names)


def of_two_forms(gold: Iterable[str | None], system: Iterable[str | None]) -> list[Warned]:
    """Return a warning about documents whose text is in NFC on only one side."""
    pairs = zip(gold, system, strict=False)  # a side may have no texts
    number = sum(
        is_normalized("NFC", ours) != is_normalized("NFC", theirs)
        for ours, theirs in pairs
        if ours and theirs and ours != theirs
    )
    return counted("texts-in-two-forms", number)


def contradicting(batch: Batch[Spans]) -> list[Warned]:
    """Return a warning about system spans whose own text differs from gold's text at their offsets.

    Raises InputError if the offsets of such a span fit in units of UTF-16.
    """
    gold, system = batch.gold, batch.system
    if "text" not in system.fields or system.texts or not gold.texts:
        return []
    rows = list(_contradicting(gold, system))
    if not rows:
        return []
    own = system.fields["text"]
    for row in rows:
        text, start = str(gold.texts[system.document[row]]), int(system.start[row])
        if stands_in_units(text, str(own.value(row)), start, int(system.end[row])):
            problem = f"start {start} counts units of UTF-16, not characters"
            name = system.place(row).rpartition(":")[0] or "system"
            raise InputError(problem, source=name, line=int(system.line[row]) or None, remedy=REMEDY)
    return [Warned("texts-contradict", len(rows), [f"{system.place(rows[0])} {own.value(rows[0])!r}"])]


def _contradicting(gold: Spans, system: Spans) -> Iterator[int]:
    """Yield the rows of continuous spans whose text differs from gold's at their place, apart from blanks
    and case.
    """
    column, pieces = system.fields["text"], system.fields.get("fragments")
    rows = zip(
        system.document.tolist(),
        system.start.tolist(),
        system.end.tolist(),
        column.codes.tolist(),
        strict=True,
    )
    for row, (document, start, end, code) in enumerate(rows):
        text = gold.texts[document]
        if text is None or code < 0 or start < 0 or (pieces is not None and pieces.codes[row] >= 0):
            continue
        own = column.values[code]
        there = text[start:end]
        if own != there and "".join(own.split()).casefold() != "".join(there.split()).casefold():
            yield row
