"""The list of a system's errors, beside one that looks at pair after pair."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from random_errors import DOCUMENTS, KINDS, errors, labels_of

from nerkit.results.error_changes import Change
from nerkit.results.error_parts import PairLabels, Selected, SystemPart

some_of = [st.none() | st.lists(st.sampled_from(own)) for own in (KINDS, ["A", "-", "7", "", "Z"], DOCUMENTS)]


@given(errors(), st.builds(Selected, *some_of), st.none() | st.frozensets(st.integers(0, 11)))
def test_what_is_listed_and_tabulated(of, selected, changed):
    """Pairs of the classes, labels and documents that are asked for; correct ones are tabulated too."""
    changed = changed and frozenset(place for place in changed if place < len(of.kind))
    part = SystemPart.of("s", of, selected, None if changed is None else Change("fixed", changed))
    places, tabulated = [], Counter()
    for place in range(len(of.kind)):
        kind, labels = KINDS[of.kind[place]], labels_of(of, place)
        if selected.kinds is not None and kind not in (*selected.kinds, "correct"):
            continue
        if not selected.has(labels, DOCUMENTS[of.document[place]]):
            continue
        if of.further is None or not of.further[place]:
            tabulated[labels[0] or "spurious", labels[1] or "missed"] += 1
        if kind != "correct" and (changed is None or place in changed):
            places.append(place)
    assert part.places == places
    assert [row.kind for row in part.rows] == [KINDS[of.kind[place]] for place in places]
    assert part.labels == tabulated
    assert list(part.labels) == list(tabulated)


@given(errors())
def test_labels_of_pairs(of):
    labels = PairLabels.of(of)
    assert [labels.labels(place) for place in range(len(of.kind))] == [
        labels_of(of, place) for place in range(len(of.kind))
    ]
