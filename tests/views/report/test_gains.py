"""The traits that errors have in common, beside ones that are gathered pair by pair."""

import numpy as np
from hypothesis import given
from random_errors import KINDS, LONG_TEXT, errors, labels_of

from nerkit.algorithms.columns import NONE
from nerkit.views.report.gains import MOST, _filed


@given(errors())
def test_what_bars_have_in_common(of):
    """Classes and labels are all there; of pairs of labels and repeated strings those that are frequent."""
    filed = {}
    for place in np.flatnonzero(of.kind).tolist():
        gold, own = labels_of(of, place)
        found = [("class", KINDS[of.kind[place]])]
        found += [("label", (gold if gold is not None else own) or "")] if of.labelled else []
        found += (
            [("labels", f"{gold or 'spurious'} → {own or 'missed'}")] if of.labelled and gold != own else []
        )
        rows = zip(of.items, (of.gold[place], of.system[place]), strict=True)
        texts = [side.text(row) for side, row in rows if side.text and row != NONE]
        text = next(filter(None, texts), None)
        found += [("string", text)] if text and len(text) < LONG_TEXT else []
        for one in found:
            filed.setdefault(one, []).append(place)
    wanted = {}
    for by in ("class", "label", "labels", "string"):
        own = sorted((one for one in filed.items() if one[0][0] == by), key=lambda one: -len(one[1]))
        frequent = [one for one in own if by != "string" or len(one[1]) > 1]
        wanted |= frequent[: MOST if by in ("labels", "string") else None]
    bars = _filed(of)
    assert [((one.by, one.name), places.tolist()) for one, places in bars.items()] == list(wanted.items())
    asked = [dict(one.filter) for one in bars if one.by == "label"]
    assert asked == [{"label": "" if name == "-" else name} for by, name in wanted if by == "label"]
