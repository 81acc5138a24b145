"""The traits that errors have in common, beside ones that are gathered pair by pair."""

import numpy as np
from hypothesis import given
from random_errors import KINDS, LONG_TEXT, errors, labels_of

from nerkit.algorithms.columns import NONE
from nerkit.views.report.repair_bars import MOST, _filed, _kept


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
    traits = _filed(of)
    assert {(one.by, one.name): places.tolist() for one, places in traits.items()} == filed
    kept = _kept({"one": traits})
    for by in ("class", "label", "labels", "string"):
        sizes = sorted((len(own) for (of_kind, _), own in filed.items() if of_kind == by), reverse=True)
        wanted = [size for size in sizes if by != "string" or size > 1]
        found = [len(traits[one]) for one in kept if one.by == by]
        assert sorted(found, reverse=True) == wanted[: MOST if by in ("labels", "string") else None]
    asked = {one.name: dict(one.filter) for one in traits if one.by == "label"}
    assert asked == {name: {"label": "" if name == "-" else name} for name in asked}
