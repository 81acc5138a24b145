"""The options that all tasks share; this module loads no numpy, so that the command line can import it.

`nerkit.corpora.pairing` explains the choices for documents.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from nerkit.exceptions import UsageError
from nerkit.ground.meant import ENDS, UNITS
from nerkit.ground.options import option
from nerkit.ground.records import record
from nerkit.results.conventions import EMPTY

MISSING = ("error", "empty", "ignore")  # for gold documents that the system lacks
EXTRA = ("error", "spurious", "ignore")  # for system documents that gold lacks
UNICODE = ("as-is", "nfc", "nfkc")  # the form of Unicode in which texts are compared
SHARD_SIZE = "8MB"  # the default size of a shard on the command line
SHARED_SIZE = "4MB"  # the default size with several processes, smaller so that they end together
DUPLICATES = ("error", "first", "all")  # for documents with the same id
MEAN = "mean"
EACH = "each"
RUNS = (MEAN, EACH)  # show the mean of the runs of a group, or each run
SIZES = {"": 1, "k": 1000, "M": 1000**2, "G": 1000**3}  # bytes of each unit


def shard_size(given: int | str | None) -> int | None:
    """Return the bytes of a shard that `--shard-size` asks for; None for `none`.

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


@record(frozen=True)
class SharedOptions:
    """The options of all tasks. None means the default of the task or format.

    From these fields nerkit makes the options of the commands, the parameters of the Python functions,
    and their documentation.
    """

    task: str | None = option(None, "Score this task (default: by content).")
    measures: Sequence[str] | str = option((), "Score this measure or group.", metavar="NAME", several=True)
    by: Sequence[str] | str = option(
        (),
        "Add rows by label, document, sentence, length, seen=FILE or any field.",
        metavar="FIELD",
        several=True,
    )
    macro: bool | str = option(
        False,
        "Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.",
        metavar="[=RULE]",
    )
    labels: Sequence[str] | str | None = option(None, "Keep only these labels, on both sides.", metavar="A,B")
    label_map: Mapping[str, str] | str | None = option(
        None,
        "Rename labels by this file: lines of old TAB new (in Python also {old: new}).",
        name="map",
        file=True,
    )
    only: Sequence[str] | str = option(
        (),
        "Keep only these documents or items (@FILE lists documents).",
        metavar="FIELD=VALUE|@FILE",
        several=True,
    )
    form: str | None = option(None, "Read this format (default: by content).", metavar="FORMAT")
    missing: str | None = option(
        None,
        "Count gold documents without a system document as empty (default), or ignore or refuse them.",
        choices=MISSING,
    )
    extra: str | None = option(
        None,
        "Count system documents without a gold document as errors or spurious, or ignore them.",
        choices=EXTRA,
    )
    duplicates: str | None = option(
        None, "Refuse documents with the same id (default), or take the first or all.", choices=DUPLICATES
    )
    ends: str | None = option(
        None, "Read the ends of offsets as exclusive or inclusive (default: by format).", choices=ENDS
    )
    system_ends: str | None = option(
        None, "Read the ends of system offsets as exclusive or inclusive (default: as gold).", choices=ENDS
    )
    offsets: str | None = option(None, "Read offsets in this unit (default: by format).", choices=UNITS)
    system_offsets: str | None = option(
        None, "Read system offsets in this unit (default: as gold).", choices=UNITS
    )
    ids: Mapping[str, str] | str | None = option(
        None,
        "Rename system documents by this file: lines of old TAB new (in Python also {old: new}).",
        metavar="FILE",
        file=True,
    )
    unicode: str | None = option(
        None, "Compare texts in this form of Unicode (default as-is).", choices=UNICODE
    )
    strict: bool = option(False, "Treat faults that nerkit forgives with a warning as errors.")
    preset: str | None = option(
        None,
        "Score as this shared task did, or as a TOML file describes (nerkit presets).",
        metavar="NAME|FILE",
    )
    settings: Mapping[str, Any] | Sequence[str] | str = option(
        (), "Set an option of the preset (in Python {name: value}).", metavar="NAME=VALUE", several=True
    )
    runs: str = option(
        MEAN, "Show the mean of the runs of a system, NAME=GLOB (default), or each run.", choices=RUNS
    )
    beta: float = option(1.0, "Compute F-beta instead of F1.", metavar="B")
    empty: str = option("zero", "Set the value of 0/0 (default zero).", choices=tuple(EMPTY))
    workers: int = option(1, "Use N processes; the output is equal for any N.", name="jobs", metavar="N|auto")
    shard_size: int | str | None = option(
        None,
        f"Score large files in parts of 64kB, 8MB, none (default {SHARD_SIZE}, or {SHARED_SIZE} with "
        "several processes; in Python none). The output does not change.",
        metavar="SIZE",
    )
    dask: str | None = option(
        None, "Score parts on a Dask cluster; the output does not change.", metavar="ADDRESS|local"
    )
