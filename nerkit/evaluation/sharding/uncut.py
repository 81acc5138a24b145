"""Why files are scored in one piece: each moment of a run has one function of reasons, and asks it once.

Most reasons show only while the files are read (`nerkit.evaluation.sharding.shards`), so there is one such
function for each of these: what was typed, the formats and options, a block of a file, the corpora of a part,
its counts, a part beside those before it, all parts.
"""

from collections.abc import Iterable


class UncutError(Exception):
    """The reason why files are scored in one piece."""


def refuse(reasons: Iterable[str]) -> None:
    """Raise the UncutError of the first of these reasons, if there is any; no other is looked for."""
    for reason in reasons:
        raise UncutError(reason)
