"""One similarity where it finds partners, another one where it finds none."""

from dataclasses import dataclass

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.operators import Several
from nerkit.algebra.similarity import Similarity, SparsePairs, joined
from nerkit.algorithms.columns import FloatArray, IntArray


@dataclass(frozen=True, eq=False, repr=False)
class Otherwise(Several):
    """The first similarity, for system objects that it finds similar to some object; else the second."""

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        first, second = (part.pairs(level, block) for part in self.parts)
        without = np.ones(len(level), bool)
        without[first.system] = False
        return joined([first, second.take(without[second.system])])

    def own(self, level: Level) -> FloatArray:
        first, second = (part.own(level) for part in self.parts)
        return np.where(first > 0, first, second)

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        return False

    def text(self, name: str = "") -> str:
        listed = " otherwise ".join(map(str, self.parts))
        return f"{name}({listed})" if name else f"({listed})"


def otherwise(first: Similarity, second: Similarity) -> Similarity:
    """*first* of a system object and those that it finds similar to it; *second* where there are none.

    Which objects there are is a matter of the block: the equalities of a product are looked at before.

    >>> from nerkit.algebra import field, same
    >>> print(otherwise(field("span", same), field("cluster", same)))
    (span otherwise cluster)
    """
    return Otherwise((first, second))
