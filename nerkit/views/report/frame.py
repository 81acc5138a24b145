"""The page of a result as text that a notebook shows in a frame: `result.report()`."""

from nerkit.results.printed import Page
from nerkit.results.result import Result
from nerkit.views.report.contents import contents
from nerkit.views.report.page import page

SIZE = 2_000_000  # bytes of a page; a larger result has its worst documents on it


def report(result: Result, *, size: int | None = SIZE) -> Page:
    """The page that `nerkit report` writes about a result, with differences and p of several systems.

    size   the number of bytes that the page may have, None for any: the worst documents come whole

    Raises UsageError for a stored result, which knows no items.

    >>> result = nerkit.evaluate([[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER")]])
    >>> nerkit.report(result)[:15]
    '<!doctype html>'
    """
    return Page(page(contents(result, size), size))
