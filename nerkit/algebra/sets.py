"""`match_sets`, the matching of two sets, and `subset`, made with it; `matching` has the arithmetic."""

from typing import Any

from nerkit.algebra.matching import DUPLICATES, SetMatching, checked
from nerkit.algebra.normalizers import normalize as normalize_by
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import same
from nerkit.algebra.ranked import RankedMatching, checked_first, repeated_in_gold
from nerkit.algebra.similarity import Similarity, similarity
from nerkit.exceptions import UsageError, unknown


def match_sets(
    inner: Any,
    constraint: str = "1:1",
    normalize: str | None = None,
    *,
    duplicates: str = "set",
    latent: bool | str = False,
    first: int | str | None = None,
    pad: bool = False,
) -> Similarity:
    """The matching score of two collections, whose elements *inner* compares; normalised if *normalize* is
    given.

    constraint   "1:1", "N:1" (several system elements to one gold element), "1:N" or "N:N"
    normalize    "p", "r", "f1", "f0.5" (any F-beta), "j" or None
    duplicates   "set": repeated elements count once; "multiset": each copy counts. "gold": each gold copy
                 counts, and one system copy is enough for all (`ranked`)
    latent       whether elements have variables, which correspond one to one (`latent_sets`): True for
                 `Variable`
                 values, or the name of the field that lists the variables
    first        the number of system elements that count, in their order, after repeated elements are
                 dropped;
                 "gold": the number of gold elements of the document
    pad          whether the system's own score is *first* if it has an element

    >>> print(match_sets(match_sets(same) - 1, "N:N", "f1"))
    F1[N:N](max(0, Σ[1:1](same) − 1))
    """
    if duplicates not in DUPLICATES:
        raise unknown("value of duplicates", str(duplicates), DUPLICATES)
    matching: Similarity
    if first is not None or pad:
        if latent is not False or duplicates != "set" or constraint != "1:1":
            raise UsageError("first can be used only with a matching of sets, 1:1, without variables")
        matching = RankedMatching(similarity(inner), constraint, duplicates, *checked_first(first, pad))
    elif duplicates == "gold":
        if latent is not False or constraint != "1:1":
            raise UsageError(
                'duplicates="gold" can be used only with a matching of sets, 1:1, without variables'
            )
        matching = repeated_in_gold(similarity(inner))
    elif latent is False:
        matching = SetMatching(similarity(inner), checked(constraint), duplicates)
    else:
        from nerkit.algebra.latent_sets import LatentMatching  # loads the solver of correspondences

        if checked(constraint) != "1:1":
            raise UsageError(
                f"a latent matching must be 1:1, not {constraint}, because variables correspond one to one"
            )
        declared = None if latent is True else latent
        matching = LatentMatching(similarity(inner), constraint, duplicates, declared)
    return matching if normalize is None else normalize_by(matching, normalize)


# the system's set is part of gold's, and not empty (Eq. 25)
subset = where(match_sets(same, normalize="p"), at_least=1)
