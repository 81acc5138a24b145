"""The measure `mrp` by going through all correspondences: for small graphs only."""

import itertools

from nerkit.scorers.mrp.tuples import BARE, TypedTuples


def best(gold: TypedTuples, system: TypedTuples, *, order: bool = False) -> list[int]:
    """Shared tuples by type of the correspondence with most in all, then of the first type, and so on.

    Edges without labels come last and are not counted in all.
    """
    choices = itertools.product(range(-1, system.size), repeat=gold.size)
    counted = []
    for mapping in choices:
        used = [target for target in mapping if target >= 0]
        if len(set(used)) < len(used) or (order and used != sorted(used)):
            continue
        counts = gold.shared(system, list(mapping))
        counted.append((sum(counts[:BARE]), counts))
    return max(counted)[1]
