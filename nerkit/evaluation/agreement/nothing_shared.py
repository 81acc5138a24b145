"""Warnings about pairs of annotators that have no document, no label or no span in common."""

from collections.abc import Iterator

import numpy as np

from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.evaluation.agreement.items import AnnotatorPair, pairs_of_spans
from nerkit.evaluation.id_mismatch import of_names
from nerkit.ground.warnings import Names, Warned
from nerkit.scorers.names import LABEL

SHOWN = 5  # warnings that are shown one by one


def nothing_shared(said: Annotations) -> list[str]:
    """Return a warning for each pair of annotators with nothing in common; after SHOWN warnings, their
    number.
    """
    pairs = pairs_of_spans(said.once(), by_document=False)
    warnings = [text for who, pair in pairs for text in _of_pair(said, who, pair)]
    more = len(warnings) - SHOWN
    return [
        *warnings[:SHOWN],
        *([Warned("more-pairs", more)] if more > 0 else []),
    ]


def _of_pair(said: Annotations, who: tuple[int, int], pair: AnnotatorPair) -> Iterator[str]:
    """Yield the warnings about a pair of annotators."""
    one, other = (said.names[i] for i in who)
    if not pair.common.any():
        ids = [[said.documents[i] for i in np.flatnonzero(said.has[k])] for k in who]
        if all(ids):
            facts = {"of_one": Names.of(ids[0]), "of_other": Names.of(ids[1])}
            yield Warned("no-document-in-common", facts=facts, one=one, other=other)
        return
    left, right = (
        {str(said.label.values[code]): int(n) for code, n in zip(side.key, side.number, strict=True)}
        for side in (pair.left, pair.right)
    )
    told = of_names(LABEL, (left, right), (one, other))
    yield from told
    if left and right and not told and not len(pair.equal.key):
        sizes = f"{sum(left.values()):,} and {sum(right.values()):,}"
        yield Warned("no-span-in-common", one=one, other=other, sizes=sizes)
