"""Checks of every format without checks of its own: what its reader refuses (R1…), and what it warns of (R2…).

Each file is read by itself, up to the first thing that its reader refuses; markup in texts (`inline`) that does not fit is listed whole.
"""

from collections.abc import Iterator, Sequence

from nerkit import readers
from nerkit.checks.validate import Finding
from nerkit.errors import InputError, UnreadableError
from nerkit.io import Source

REFUSED = "R101"
WARNED = "R201"


def messages() -> dict[str, str]:
    """Code -> message."""
    return {REFUSED: "what the reader of the format refuses", WARNED: "what it warns of"}


def findings(sources: Sequence[Source], form: str) -> Iterator[Finding]:
    """The findings of each file, in the order of the files. Raises InputError for one that cannot be opened or decoded."""
    read = readers.reader(form).read
    for source in sources:
        if not source.head.strip():
            continue  # a side without items, in any format
        try:
            corpus = read([source])
        except UnreadableError:
            raise
        except InputError as error:
            yield Finding(error.place, REFUSED, error.problem)
            continue
        for defect in getattr(corpus, "defects", ()):
            yield Finding(defect.place, REFUSED, defect.problem)
        for warning in corpus.warnings:
            yield Finding(source.name, WARNED, warning.removeprefix(f"{source.name}: "))
