"""The choices of options that all tasks share; without numpy, so that the command line takes them from here.

`nerkit.corpora.pairing` says what they do.
"""

import re

from nerkit.exceptions import UsageError

MISSING = ("error", "empty", "ignore")  # gold documents that the system lacks
EXTRA = ("error", "spurious", "ignore")  # system documents that gold lacks
UNICODE = ("as-is", "nfc", "nfkc")  # forms in which texts are compared
SHARD_SIZE = "8MB"  # bytes of a file that are scored at a time on the command line
SHARED_SIZE = "4MB"  # the same with several processes, so that they end together
DUPLICATES = ("error", "first", "all")  # documents whose id another one has
MEAN = "mean"
EACH = "each"
RUNS = (MEAN, EACH)  # what becomes of the runs of a group
SIZES = {"": 1, "k": 1000, "M": 1000**2, "G": 1000**3}  # bytes of each unit


def shard_size(given: int | str | None) -> int | None:
    """The bytes of a shard that `--shard-size` asks for, None for `none`.

    Raises UsageError for a value that is not a size.
    """
    if not isinstance(given, str):
        return given
    if given.lower() == "none":
        return None
    match = re.fullmatch(r"(\d{1,15})\s*([kMG]?)B?", given.strip())
    if not match or not int(match[1]):
        raise UsageError(
            f"shard_size=… must be a number of bytes as 64kB, 8MB or 1GB, or none, not {given!r}"
        )
    return int(match[1]) * SIZES[match[2]]
