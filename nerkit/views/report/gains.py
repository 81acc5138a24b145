"""Bars of the F1 that the headline would gain: by class, label, pair of labels and string.

Each is a filter of the page. Where the headline is no ratio of counts of the items that are listed, bars
say how many mistakes there are.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import urlencode

import numpy as np

from nerkit.results.gains import gains
from nerkit.results.mistake_list import MistakeList
from nerkit.results.mistake_parts import counted_pairs, label_of
from nerkit.results.mistakes import MISSED, SPURIOUS, Mistakes

MOST = 10  # bars of a kind and system


class Bar(NamedTuple):
    """A bar: what its mistakes have in common, their number, the gain (None if it is not known), how long it
    is (percent of the longest), and the filter that it presses.
    """

    by: str
    name: str
    system: str
    mistakes: int
    gain: float | None
    percent: int
    filter: str


Filed = dict[tuple[str, str, str], list[int]]  # by, name, filter -> places of mistakes


def bars(listed: MistakeList) -> list[Bar]:
    """The bars of all systems; of each kind the MOST that cost most."""
    headline, _ = listed.sums.counted()
    drawn: list[Bar] = []
    if headline is None:
        return drawn
    several = len(listed.by_system) > 1
    for system, mistakes in listed.by_system.items():
        filed = _filed(mistakes)
        counted = counted_pairs(mistakes, filed, headline.measure)
        wrong = [counts.wrong for counts in counted.classes.values()]
        gained = gains(headline, system, counted.wrong, wrong)
        more = {"system": system} if several else {}
        for (key, counts), (gain, _) in zip(counted.classes.items(), gained, strict=True):
            by, name, pressed = key
            pressed = "&".join(filter(None, (pressed, urlencode(more))))
            drawn.append(Bar(by, name, system, counts.pairs, gain, 0, pressed))
    return list(_longest_first(drawn))


def _filed(mistakes: Mistakes) -> Filed:
    """The mistakes of a system by class, label, pair of labels and string."""
    filed: Filed = {}
    paths = any("path" in side.more for side in mistakes.items)
    for place in np.flatnonzero(mistakes.kind).tolist():
        rows = int(mistakes.gold[place]), int(mistakes.system[place])
        kind = mistakes.kinds[mistakes.kind[place]]
        gold, own = (label_of(side, row) for side, row in zip(mistakes.items, rows, strict=True))
        filed.setdefault(("class", kind, urlencode({"class": kind})), []).append(place)
        if mistakes.labelled or paths:
            label = (gold if gold is not None else own) or ""
            filed.setdefault(("label", label, _asks(label=label)), []).append(place)
        if mistakes.labelled and gold != own:
            pair = gold or SPURIOUS, own or MISSED
            key = ("labels", " → ".join(pair), urlencode({"gold": pair[0], "system-label": pair[1]}))
            filed.setdefault(key, []).append(place)
        texts = (s.text(row) for s, row in zip(mistakes.items, rows, strict=True) if s.text and row >= 0)
        text = next((text for text in texts if text), None)
        if text and not paths and len(text) <= 60:
            filed.setdefault(("string", text, urlencode({"text": text})), []).append(place)
    return _frequent(filed)


def _asks(**asked: str) -> str:
    """A filter; the label of items without one is empty on the page."""
    return urlencode({name: "" if value == "-" else value for name, value in asked.items()})


def _frequent(filed: Filed) -> Filed:
    """Without strings and pairs that are not among the most frequent ones."""
    kept: Filed = {}
    for by in ("class", "label", "labels", "string"):
        own = sorted((item for item in filed.items() if item[0][0] == by), key=lambda item: -len(item[1]))
        frequent = [item for item in own if by != "string" or len(item[1]) > 1]
        kept |= dict(frequent[: MOST if by in ("labels", "string") else None])
    return kept


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
    return bar.mistakes if bar.gain is None else max(bar.gain, 0)
