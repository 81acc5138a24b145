"""Levenshtein's distance and the edits behind it, from one of two libraries.

nerkit requires python-Levenshtein (GPL 2.0 or later). If it is not installed, rapidfuzz (MIT), on which it is
built, takes its place with the same two functions.

    distance(left, right, *, score_cutoff=None)   the fewest edits; score_cutoff + 1 if there are more. With
                                                  weights=(1, 1, 2), the fewest insertions and deletions
    editops(left, right)                          the edits as (kind, place in left, place in right), in order
"""

try:
    from Levenshtein import distance, editops
except ImportError:
    from rapidfuzz.distance.Levenshtein import distance, editops  # type: ignore[assignment, no-redef]

__all__ = ["distance", "editops"]
