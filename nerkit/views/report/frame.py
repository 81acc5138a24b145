"""The page of a result as text that a notebook shows in a frame: `result.report()`."""

from typing import Any

from nerkit.evaluation.public import asking, result_of
from nerkit.results.printable import Page
from nerkit.views.report.contents import contents
from nerkit.views.report.page import page

SIZE = 2_000_000  # bytes of a page; a larger result has its worst documents on it


@asking
def report(
    gold: Any, system: Any = None, *, size: int | None = SIZE, title: str | None = None, **asked: Any
) -> Page:
    """Make the page that `nerkit report` writes: `report(result)`, or `report(gold, system)`.

    gold, system   as in `nerkit.evaluate`; or only a result
    size           the largest size of the page in bytes, None for no limit; the worst documents are complete
    title          the title of the page; without a title the page names the files

    For several systems, the page has differences and p. Raises UsageError for a stored result, because it has
    no items.

    >>> result = nerkit.evaluate([[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER")]])
    >>> nerkit.report(result)[:15]
    '<!doctype html>'
    """
    return Page(page(contents(result_of("report", gold, system, asked), size, title=title), size))
