"""The base of everything that prints itself: results, comparisons, lists of errors, whatever else is shown.

This is the one place below the formatters that knows of them, so that `print(result)` and
`result.render("latex")` work. They are loaded when text is asked for.
"""

from typing import Any


class Printed:
    """Text in any output format, a data frame, a table in a notebook: for what has `rows` and `to_dict()`."""

    __slots__ = ()

    def render(self, form: str = "table", **style: Any) -> str:
        """The text that `nerkit -f` prints, ending in a newline; *style* as in `nerkit.views.grid.Style`.

        Raises UsageError for a format that does not exist, or that lays out scores where there are none.
        """
        from nerkit.formatters import render

        shown: Any = self
        return render(shown, form, **style)

    def to_dataframe(self) -> Any:
        """The rows as a pandas data frame, one column per field. Raises ImportError without pandas."""
        try:
            import pandas as pd
        except ImportError as error:
            remedy = 'run `pip install pandas`, or take the rows as dictionaries with to_dict()["rows"]'
            raise ImportError(f"to_dataframe() needs pandas: {remedy}") from error

        shown: Any = self
        return pd.DataFrame([row.to_dict() for row in shown.rows])

    def __str__(self) -> str:
        return self.render().rstrip("\n")

    def _repr_html_(self) -> str:
        """The HTML form for a notebook."""
        return self.render("html")

    def _as_report(self, style: str) -> dict[str, Any]:
        """The dictionary of another program's report. Raises UsageError for a style that has none."""
        from nerkit.formatters import dictionary

        shown: Any = self
        return dictionary(shown, style)


class Page(str):
    """A page of HTML: text to be written to a file, and in a notebook a frame with the page in it.

    The frame is one in which nothing but the page's own script runs, and which reaches nothing of the
    notebook around it.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The frame."""
        from html import escape

        return (
            '<iframe title="nerkit report" sandbox="allow-scripts" width="100%" height="600" '
            f'srcdoc="{escape(self)}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Page of {len(self.encode()):,} bytes>"
