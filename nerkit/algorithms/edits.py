"""Levenshtein's distance and the edits behind it, from whichever of two libraries is installed.

python-Levenshtein (GPL 2.0 or later) is required; rapidfuzz (MIT), which it is built on, has the same two
functions and takes its place where it is not installed.

    distance(left, right, *, score_cutoff=None)   the fewest edits; score_cutoff + 1 where they are more; with
                                                  weights=(1, 1, 2) the fewest insertions and deletions
    editops(left, right)                          the edits as (kind, place in left, place in right), in order
"""

try:
    from Levenshtein import distance, editops
except ImportError:
    from rapidfuzz.distance.Levenshtein import distance, editops  # type: ignore[assignment, no-redef]

__all__ = ["distance", "editops"]
