"""Checks of formats without specific checks: errors of readers (R1…) and warnings of readers (R2…).

Every format has the checks of whole files (R3…), which `nerkit.checks.validate` makes.

Each file is read separately, up to the first error of its reader. In texts with markup (`inline`), nerkit
lists every mark that does not match.
"""

from collections.abc import Iterator, Sequence

from nerkit import readers
from nerkit.checks.checks import Checks, Finding
from nerkit.corpora.spans import InlineTexts
from nerkit.exceptions import InputError, LibraryError
from nerkit.io import Source

REFUSED = "R101"
WARNED = "R201"
EMPTY, CUT, INCOMPLETE = "R301", "R302", "R303"
OF_FILES = {
    EMPTY: "a file without content",
    CUT: "a file that ends inside a line",
    INCOMPLETE: "a file that lacks documents of the gold file",
}


def findings(sources: Sequence[Source], form: str) -> Iterator[Finding]:
    """Yield the findings of each file, in the order of the files."""
    read = readers.reader(form).read
    for source in sources:
        try:
            if not source.head.strip():
                continue  # a side without items, in any format
            corpus = read([source])
        except InputError as error:
            yield refused(error)
            continue
        for defect in corpus.defects if isinstance(corpus, InlineTexts) else ():
            yield Finding(defect.place, REFUSED, defect.problem)
        yield from warned(source, corpus.warnings)


def refused(error: InputError) -> Finding:
    """The finding for an error of a reader. A LibraryError is raised again, because it is not a fault of
    the file.
    """
    if isinstance(error, LibraryError):
        raise error
    return Finding(error.place, REFUSED, error.problem)


def warned(source: Source, warnings: Sequence[str]) -> Iterator[Finding]:
    """Yield the findings for the warnings of a reader."""
    for warning in warnings:
        yield Finding(source.name, WARNED, warning.removeprefix(f"{source.name}: "))


CHECKS = Checks(
    {REFUSED: "an error of the format's reader", WARNED: "a warning of the format's reader"}, findings
)
