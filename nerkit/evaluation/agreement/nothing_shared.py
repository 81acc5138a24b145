"""Warnings about pairs of annotators that have no document, no label or no span in common."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.algorithms.keys import combine, contained, distinct
from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.evaluation.id_mismatch import of_names
from nerkit.ground.warnings import Names, Warned
from nerkit.scorers.names import LABEL

SHOWN = 5  # warnings that are shown one by one


def nothing_shared(said: Annotations) -> list[str]:
    """Return a warning for each pair of annotators with nothing in common; after SHOWN warnings, their
    number.
    """
    one = said.once()
    own = [np.flatnonzero(one.annotator == k) for k in range(len(said.names))]
    pairs = list(combinations(range(len(said.names)), 2))
    key = combine(one.document, one.start, one.end, one.label.codes) if len(one.start) else one.start
    warnings = [text for pair in pairs for text in _of_pair(one, key, own, pair)]
    more = len(warnings) - SHOWN
    return [
        *warnings[:SHOWN],
        *([Warned("more-pairs", more)] if more > 0 else []),
    ]


def _of_pair(
    said: Annotations, key: IntArray, own: Sequence[IntArray], pair: tuple[int, int]
) -> Iterator[str]:
    """Yield the warnings about a pair of annotators.

    *key* identifies each span and its label, *own* are the rows of the spans of each annotator.
    """
    one, other = who = (said.names[pair[0]], said.names[pair[1]])
    both: BoolArray = said.has[pair[0]] & said.has[pair[1]]
    if not both.any():
        ids = [[said.documents[i] for i in np.flatnonzero(said.has[k])] for k in pair]
        if all(ids):
            facts = {"of_one": Names.of(ids[0]), "of_other": Names.of(ids[1])}
            yield Warned("no-document-in-common", facts=facts, one=one, other=other)
        return
    rows = [own[k] if both.all() else own[k][both[said.document[own[k]]]] for k in pair]
    counts = [np.bincount(said.label.codes[each], minlength=len(said.label.values)) for each in rows]
    names = [
        {str(said.label.values[code]): int(each[code]) for code in np.flatnonzero(each).tolist()}
        for each in counts
    ]
    told = of_names(LABEL, (names[0], names[1]), who)
    yield from told
    if not told and all(map(len, rows)) and not contained(key[rows[0]], distinct(key[rows[1]])).any():
        sizes = f"{len(rows[0]):,} and {len(rows[1]):,}"
        yield Warned("no-span-in-common", one=one, other=other, sizes=sizes)
