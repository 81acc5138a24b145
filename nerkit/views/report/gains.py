"""Bars of the F1 that the headline would gain: by class, label, pair of labels and string.

Each is a filter of the page. Where the headline is no ratio of counts of the items that are listed, bars
say how many errors there are.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.results.error_list import ErrorList
from nerkit.results.error_parts import PairLabels, counted_pairs, grouped
from nerkit.results.errors import MISSED, SPURIOUS, Errors
from nerkit.results.gains import gains

MOST = 10  # bars of a kind and system
LONG = 60  # characters of a string; one that is longer has no bar


class Bar(NamedTuple):
    """A bar: what its errors have in common, their number, the gain (None if it is not known), how long it
    is (percent of the longest), and the filter that it presses.
    """

    by: str
    name: str
    system: str
    errors: int
    gain: float | None
    percent: int
    filter: str


class Common(NamedTuple):
    """A trait that errors have in common: kind of bar, name, and filter by columns of the page."""

    by: str
    name: str
    filter: tuple[tuple[str, str], ...]


Key = TypeVar("Key")
Filed = dict[Common, IntArray]  # -> the places of errors


def bars(listed: ErrorList) -> list[Bar]:
    """The bars of all systems; of each kind the MOST that cost most."""
    headline, _ = listed.sums.counted()
    drawn: list[Bar] = []
    if headline is None:
        return drawn
    several = len(listed.by_system) > 1
    for system, errors in listed.by_system.items():
        filed = _filed(errors)
        counted = counted_pairs(errors, filed, headline.measure)
        wrong = [counts.wrong for counts in counted.classes.values()]
        gained = gains(headline, system, counted.wrong, wrong)
        more = (("system", system),) if several else ()
        for (common, counts), (gain, _) in zip(counted.classes.items(), gained, strict=True):
            pressed = urlencode(common.filter + more)
            drawn.append(Bar(common.by, common.name, system, counts.pairs, gain, 0, pressed))
    return list(_longest_first(drawn))


def _filed(errors: Errors) -> Filed:
    """The errors of a system by class, label, pair of labels and string; of pairs and strings the most
    frequent ones.
    """
    places = np.flatnonzero(errors.kind)
    paths = any("path" in side.more for side in errors.items)
    codes = errors.kind[places]
    by_class = ((errors.kinds[errors.kind[each[0]]], each) for each in grouped(codes, places))
    filed = {Common("class", kind, (("class", kind),)): each for kind, each in _largest(by_class)}
    by_labels = PairLabels.of(errors).grouped(places).items()
    if errors.labelled or paths:
        by_label = (((own if gold is None else gold) or "", each) for (gold, own), each in by_labels)
        for label, each in _largest(by_label):
            asked = "" if label == "-" else label  # that of items without one is empty on the page
            filed[Common("label", label, (("label", asked),))] = each
    if errors.labelled:
        unlike = (((gold or SPURIOUS, own or MISSED), each) for (gold, own), each in by_labels if gold != own)
        for (gold, own), each in _largest(unlike)[:MOST]:
            asked_of_both = (("gold", gold), ("system-label", own))
            filed[Common("labels", f"{gold} → {own}", asked_of_both)] = each
    if not paths:
        for text, each in _repeated(errors, places).items():
            filed[Common("string", text, (("text", text),))] = each
    return filed


def _largest(groups: "Iterable[tuple[Key, IntArray]]") -> "list[tuple[Key, IntArray]]":
    """The places of each key together, most first."""
    parts: dict[Key, list[IntArray]] = {}
    for key, places in groups:
        parts.setdefault(key, []).append(places)
    whole = [(key, np.sort(np.concatenate(each))) for key, each in parts.items()]
    return sorted(whole, key=lambda each: -len(each[1]))


def _repeated(errors: Errors, places: IntArray) -> dict[str, IntArray]:
    """The strings that most of these errors are about, several each: those of gold's items, where they have
    any.
    """
    columns = (side[places].tolist() for side in (errors.gold, errors.system))
    texts = [_text(errors, rows) for rows in zip(*columns, strict=True)]
    most = Counter(text for text in texts if text is not None).most_common(MOST)
    found: dict[str | None, list[int]] = {text: [] for text, number in most if number > 1}
    for place, text in zip(places.tolist(), texts, strict=True):
        if text in found:
            found[text].append(place)
    return {text: np.array(each, np.int64) for text, each in found.items() if text is not None}


def _text(errors: Errors, rows: Sequence[int]) -> str | None:
    """The string of the first of two items that has one; None where it is long."""
    texts = (
        side.text(row) for side, row in zip(errors.items, rows, strict=True) if side.text and row != NONE
    )
    text = next((text for text in texts if text), None)
    return text if text is not None and len(text) <= LONG else None


def _longest_first(drawn: list[Bar]) -> Iterator[Bar]:
    """The bars with their lengths, of each kind the longest first."""
    most = max((_length(bar) for bar in drawn), default=0) or 1
    by_kind: Mapping[tuple[str, str], list[Bar]] = {}
    for bar in drawn:
        by_kind.setdefault((bar.by, bar.system), []).append(bar)  # type: ignore[attr-defined]
    for own in by_kind.values():
        for bar in sorted(own, key=lambda bar: (-_length(bar), bar.name))[:MOST]:
            yield bar._replace(percent=max(1, round(100 * _length(bar) / most)))


def _length(bar: Bar) -> float:
    return bar.errors if bar.gain is None else max(bar.gain, 0)
