"""Rows of bars that show the gain of F1 from repairs: by class, label, pair of labels and string.

Each bar is a filter of the page. If the headline is not a ratio of counts of the listed items, bars show
numbers of errors.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.results.error_list import ErrorList
from nerkit.results.error_parts import PairLabels, counted_pairs, grouped
from nerkit.results.errors import MISSED, SPURIOUS, Errors
from nerkit.results.repair_gains import gains

KINDS = ("class", "label", "labels", "string")
MOST = 10  # the largest number of rows of a kind
LONG = 60  # characters; a longer string has no row


class Bar(NamedTuple):
    """The bar of a system in a row.

    errors    the number of its errors
    gain      the gain of F1 from their repair, or None
    percent   the length of the bar in percent of the longest bar
    filter    the filter that a click on the bar selects, as a query
    """

    system: str
    errors: int
    gain: float | None
    percent: int
    filter: str

    @property
    def length(self) -> float:
        """The gain, or the number of errors if there is no gain."""
        return self.errors if self.gain is None else max(self.gain, 0)


class Common(NamedTuple):
    """A common trait of errors: the kind of its row, its name, and its filter as (column, value) pairs."""

    by: str
    name: str
    filter: tuple[tuple[str, str], ...]


class GainRow(NamedTuple):
    """A row of bars: the kind and name of the trait of its errors, and a bar for each system with such
    errors.
    """

    by: str
    name: str
    bars: list[Bar]


Key = TypeVar("Key")
Filed = dict[Common, IntArray]  # trait -> the places of its errors


def gain_rows(listed: ErrorList) -> list[GainRow]:
    """The rows of classes and labels, of frequent pairs of labels and of repeated strings.

    The row with the longest bar comes first.
    """
    headline, _ = listed.sums.counted()
    if headline is None:
        return []
    filed = {system: _filed(errors) for system, errors in listed.by_system.items()}
    drawn: dict[Common, list[Bar]] = {common: [] for common in _kept(filed)}
    for system, errors in listed.by_system.items():
        own = {common: filed[system][common] for common in drawn if common in filed[system]}
        counted = counted_pairs(errors, own, headline.measure)
        wrong = [counts.wrong for counts in counted.classes.values()]
        gained = gains(headline, system, counted.wrong, wrong)
        more = (("system", system),) if len(filed) > 1 else ()
        for (common, counts), (gain, _) in zip(counted.classes.items(), gained, strict=True):
            drawn[common].append(Bar(system, counts.pairs, gain, 0, urlencode(common.filter + more)))
    most = max((bar.length for own in drawn.values() for bar in own), default=0) or 1
    rows = [
        GainRow(by, name, [bar._replace(percent=max(1, round(100 * bar.length / most))) for bar in own])
        for (by, name, _), own in drawn.items()
    ]
    return sorted(rows, key=lambda row: (-max(bar.length for bar in row.bars), row.name))


def of_kind(rows: Sequence[GainRow], by: str) -> list[GainRow]:
    """The rows of one kind."""
    return [row for row in rows if row.by == by]


def _kept(filed: Mapping[str, Filed]) -> list[Common]:
    """The traits that have rows: classes, labels, and the most frequent pairs of labels and strings."""
    sizes: dict[Common, int] = {}
    for own in filed.values():
        for common, places in own.items():
            sizes[common] = max(sizes.get(common, 0), len(places))
    kept = [common for common in sizes if common.by in ("class", "label")]
    for by in ("labels", "string"):
        least = 2 if by == "string" else 1
        several = [common for common in sizes if common.by == by and sizes[common] >= least]
        kept += sorted(several, key=lambda common: -sizes[common])[:MOST]
    return kept


def _filed(errors: Errors) -> Filed:
    """The errors of a system by class, label, pair of labels and string."""
    places = np.flatnonzero(errors.kind)
    paths = any("path" in side.more for side in errors.items)
    codes = errors.kind[places]
    by_class = ((errors.kinds[errors.kind[each[0]]], each) for each in grouped(codes, places))
    filed = {Common("class", kind, (("class", kind),)): each for kind, each in _largest(by_class)}
    by_labels = PairLabels.of(errors).grouped(places).items()
    if errors.labelled or paths:
        by_label = (((own if gold is None else gold) or "", each) for (gold, own), each in by_labels)
        for label, each in _largest(by_label):
            asked = "" if label == "-" else label  # the page has an empty label for items without a label
            filed[Common("label", label, (("label", asked),))] = each
    if errors.labelled:
        unlike = (((gold or SPURIOUS, own or MISSED), each) for (gold, own), each in by_labels if gold != own)
        for (gold, own), each in _largest(unlike):
            asked_of_both = (("gold", gold), ("system-label", own))
            filed[Common("labels", f"{gold} → {own}", asked_of_both)] = each
    if not paths:
        for text, own_places in _strings(errors, places).items():
            filed[Common("string", text, (("text", text),))] = np.array(own_places, np.int64)
    return filed


def _largest(groups: "Iterable[tuple[Key, IntArray]]") -> "list[tuple[Key, IntArray]]":
    """Join the places of each key, and sort keys by the number of places, most first."""
    parts: dict[Key, list[IntArray]] = {}
    for key, places in groups:
        parts.setdefault(key, []).append(places)
    whole = [(key, np.sort(np.concatenate(each))) for key, each in parts.items()]
    return sorted(whole, key=lambda each: -len(each[1]))


def _strings(errors: Errors, places: IntArray) -> dict[str, list[int]]:
    """String -> the places of its errors. The string is the text of the gold item, or else of the system
    item.
    """
    columns = (side[places].tolist() for side in (errors.gold, errors.system))
    found: dict[str, list[int]] = {}
    for place, rows in zip(places.tolist(), zip(*columns, strict=True), strict=True):
        if (text := _text(errors, rows)) is not None:
            found.setdefault(text, []).append(place)
    return found


def _text(errors: Errors, rows: Sequence[int]) -> str | None:
    """The text of a pair's gold item, or of its system item if gold has no text; None if the text is long."""
    texts = (
        side.text(row) for side, row in zip(errors.items, rows, strict=True) if side.text and row != NONE
    )
    text = next((text for text in texts if text), None)
    return text if text is not None and len(text) <= LONG else None
