"""Strings of answers placed in gold's texts, at the optimum.

A string has as many places as it occurs in a text: as separate words, or, if it has no such place, inside
words. Its spelling is equal, or else equal apart from case and white space. Copies of a string with one label
are given to its occurrences one to one. First come occurrences that gold has with this label. Then come
occurrences with another label in the gold side, then all others from left to right. No other choice agrees
with the gold side in more spans and labels. Other copies, and strings that do not occur, have no place. They
count as predicted.

    text   Ann met Ann .      gold   (8, 11, PER)
    system Ann PER            placed at (8, 11); a second Ann would be placed at (0, 3), a third nowhere
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.corpora.corpus import UNREADABLE
from nerkit.corpora.spans import STRING, Spans
from nerkit.exceptions import InputError
from nerkit.ground.warnings import Warned, listed

Span = tuple[int, int]
WORD = re.compile(r"\w")


def placed(gold: Spans, system: Spans) -> Spans:
    """Return the strings of a system's answers with their places in the texts of the gold side.

    Documents pair by ids if both sides have ids, otherwise by order. Corpora without answers, and corpora
    beside gold answers, stay. Raises InputError if gold has no text.
    """
    if not system.statuses or not len(system) or gold.statuses:
        return system
    start, end, strings = system.start.copy(), system.end.copy(), system.fields[STRING].codes.copy()
    labels = _labels_of_spans(gold)
    missed: list[str] = []
    for document, partner in _partners(gold, system):
        rows = np.flatnonzero(system.document == document)
        if not len(rows) or partner is None:
            continue
        text = gold.texts[partner] if gold.texts else None
        if text is None:
            name = gold.origins[0].name if gold.origins else "gold"
            remedy = "give the gold side in a format with texts, or compare strings with -m string"
            raise InputError(
                "the gold side has no text in which nerkit could find strings", source=name, remedy=remedy
            )
        for row, span in _spans_of(text, system, rows, labels.get(partner, {})):
            if span is None:
                missed.append(str(system.fields[STRING].value(row)))
            else:
                start[row], end[row] = span
                strings[row] = NONE
    fields = {**system.fields, STRING: Column(system.fields[STRING].values, strings)}
    warnings = (*system.warnings, *_warning(system, missed))
    return replace(system, start=start, end=end, fields=fields, warnings=warnings)


def check_readable(gold: Spans) -> None:
    """Raise InputError for the first gold answer in which nothing could be read."""
    if UNREADABLE not in gold.statuses:
        return
    document = gold.documents[gold.statuses.index(UNREADABLE)]
    raise InputError(
        f"nerkit cannot read the answer {document}, and gold must be readable",
        source=gold.origins[0].name if gold.origins else "gold",
        remedy=(
            "write [] for an answer without entities; without form=… nerkit recognises the gold "
            "format by content"
        ),
    )


def _partners(gold: Spans, system: Spans) -> Iterator[tuple[int, int | None]]:
    """Yield the documents of the system, each with its gold document or None."""
    if gold.named and system.named:
        place = {name: code for code, name in reversed(list(enumerate(gold.documents)))}
        yield from ((code, place.get(name)) for code, name in enumerate(system.documents))
    else:
        count = len(gold.documents)
        yield from ((code, code if code < count else None) for code in range(len(system.documents)))


def _labels_of_spans(gold: Spans) -> dict[int, dict[Span, set[str | None]]]:
    """Return document -> span -> the labels that gold has there."""
    types = gold.fields.get("type")
    labels: dict[int, dict[Span, set[str | None]]] = {}
    rows = zip(gold.document.tolist(), gold.start.tolist(), gold.end.tolist(), strict=True)
    for row, (document, start, end) in enumerate(rows):
        of_span = labels.setdefault(document, {}).setdefault((start, end), set())
        of_span.add(types.value(row) if types is not None else None)
    return labels


def _spans_of(
    text: str, system: Spans, rows: IntArray, gold: dict[Span, set[str | None]]
) -> Iterator[tuple[int, Span | None]]:
    """Yield the place of each row of a document in its text, None without a place."""
    types = system.fields["type"]
    copies: dict[tuple[str, str | None], list[int]] = {}
    for row in rows.tolist():
        copies.setdefault((str(system.fields[STRING].value(row)), types.value(row)), []).append(row)
    for (string, label), its_rows in copies.items():
        spans = occurrences(text, string)
        spans.sort(key=lambda span: (label not in gold.get(span, ()), span not in gold, span))
        chosen = sorted(spans[: len(its_rows)])
        for place, row in enumerate(its_rows):
            yield row, chosen[place] if place < len(chosen) else None


def occurrences(text: str, string: str) -> list[Span]:
    """Return the places of a string in a text, from left to right.

    >>> occurrences("Ann met Anna.", "Ann"), occurrences("Anna.", "Ann"), occurrences("New  york", "New York")
    ([(0, 3)], [(0, 3)], [(0, 9)])
    """
    words = string.split()
    if not words:
        return []
    exact, loose = re.escape(string), r"\s+".join(map(re.escape, words))
    for written, flags in ((exact, 0), (loose, re.IGNORECASE)):
        spans = [match.span(1) for match in re.finditer(rf"(?=({written}))", text, flags)]
        whole = [span for span in spans if _is_whole(text, span)]
        if spans:
            return whole or spans
    return []


def _is_whole(text: str, span: Span) -> bool:
    """Return whether a span begins and ends at borders of words."""
    start, end = span
    before, after = text[start - 1 : start + 1], text[end - 1 : end + 1]
    return not (start and len(WORD.findall(before)) == 2) and len(WORD.findall(after)) != 2


def _warning(system: Spans, missed: list[str]) -> list[Warned]:
    name = system.origins[0].name if system.origins else "system"
    return listed("strings-without-place", list(map(repr, missed)), side=name)
