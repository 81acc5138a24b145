"""Values of units: what annotators said of each token."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.columns import NONE, Column
from nerkit.evaluation.agreement.annotations import Annotations, values

LABELS = ["PER", "O", "LOC"]
LENGTHS = [4, 0, 5]  # of the documents
SPANS = st.lists(
    st.tuples(
        st.integers(0, 1), st.sampled_from((0, 2)), st.integers(0, 3), st.integers(1, 2), st.integers(0, 2)
    ),
    max_size=8,
)  # annotator, document, start, length, label


def annotations(spans, lacks):
    """Two annotators over three documents, of which the second annotator may lack the first one."""
    has = np.ones((2, 3), bool)
    has[1, 0] = not lacks
    spans = [span for span in dict.fromkeys(spans) if has[span[0], span[1]] and span[2] + span[3] <= 4]
    columns = np.array(spans, np.int64).reshape(-1, 5).T
    annotator, document, start, length, label = columns
    return Annotations(
        ("anna", "ben"),
        ["d1", "d2", "d3"],
        np.array(LENGTHS),
        has,
        annotator,
        document,
        start,
        start + length,
        Column(LABELS, label),
        row=np.arange(len(spans)),
    ).once()


def slow_values(said, tags):
    """What each annotator said of each unit, unit by unit."""
    rows = list(zip(said.annotator, said.document, said.start, said.end, said.label.codes, strict=True))
    found = []
    for annotator in range(2):
        for document, length in enumerate(LENGTHS):
            for unit in range(length):
                names = set()
                for who, where, start, end, label in rows:
                    if (who, where) == (annotator, document) and start <= unit < end:
                        letter = "" if not tags else "B-" if unit == start else "I-"
                        names.add(letter + LABELS[label])
                has = said.has[annotator, document]
                found.append(("+".join(sorted(names)) or "O") if has else None)
    return found


@given(SPANS, st.booleans(), st.booleans(), st.booleans())
def test_every_unit_has_the_labels_of_the_spans_that_cover_it(spans, apart, lacks, tags):
    """Spans in any order, which overlap or not, and documents that an annotator lacks."""
    if apart:
        spans = sorted(
            (who, where, 2 * (start // 2), length, label) for who, where, start, length, label in spans
        )
        spans = [span for i, span in enumerate(spans) if not i or span[:3] != spans[i - 1][:3]]
    said = annotations(spans, lacks)
    found = values(said, units="token", positions=False, tags=tags)
    names = [None if code == NONE else found.labels[code] for code in found.value.ravel().tolist()]
    assert names == slow_values(said, tags)
