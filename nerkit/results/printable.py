"""The base class of everything that prints itself: results, comparisons, lists of errors.

It is the only module below the formatters that uses them, so that `print(result)` and
`result.render("latex")` work. It loads the formatters at the first request for text.
"""

from typing import Any


class Printed:
    """Text in any output format, a data frame, and a notebook table, for a class with `rows` and
    `to_dict()`.
    """

    __slots__ = ()

    def render(self, form: str = "table", **style: Any) -> str:
        """Return the text that `nerkit -f` prints, with a newline at the end.

        *style* takes the fields of `nerkit.views.grid.Style`. Raises UsageError for a format that does not
        exist, and for a format of scores if there are no scores.
        """
        from nerkit.formatters import render

        shown: Any = self
        return render(shown, form, **style)

    def to_dataframe(self) -> Any:
        """Return the rows as a pandas data frame, one column per field. Raises ImportError without pandas."""
        try:
            import pandas as pd
        except ImportError as error:
            remedy = 'run `pip install pandas`, or use the rows as dicts: to_dict()["rows"]'
            raise ImportError(f"to_dataframe() needs pandas: {remedy}") from error

        shown: Any = self
        return pd.DataFrame([row.to_dict() for row in shown.rows])

    def __str__(self) -> str:
        return self.render().rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the HTML form for a notebook."""
        return self.render("html")

    def _as_report(self, style: str) -> dict[str, Any]:
        """Return the dictionary of another program's report. Raises UsageError for an unknown style."""
        from nerkit.formatters import dictionary

        shown: Any = self
        return dictionary(shown, style)


class Page(str):
    """A page of HTML: text for a file, and in a notebook a frame with the page.

    Only the page's own script runs in the frame, and it cannot reach the notebook.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return the HTML of the frame that shows the page in a notebook."""
        from html import escape

        return (
            '<iframe title="nerkit report" sandbox="allow-scripts" width="100%" height="600" '
            f'srcdoc="{escape(self)}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Page of {len(self.encode()):,} bytes>"
