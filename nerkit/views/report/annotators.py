"""The page about annotators: how far they agree, and what they disagree on; it needs no script."""

from typing import Any

from nerkit.views.grid import short_names
from nerkit.views.report.page import environment, file_text, hash_of

ROW = 250  # bytes of a disagreement on the page, besides what each annotator said
SAID = 40  # bytes of that


def page_of_annotators(
    result: Any, listed: Any, summary: Any, size: int | None, command: str = "", *, title: str | None = None
) -> str:
    """The page of an agreement, of its disagreements and of their summary, of about *size* bytes at most: the
    first disagreements, in the order of the documents.
    """
    import markupsafe

    style = file_text("page.css")
    most = None if size is None else max(1, size // (ROW + SAID * len(listed.names)))
    head = next(row for row in result.rows if row.measure == result.headline)
    own = environment()
    short = dict(zip(listed.names, short_names(listed.names), strict=True))
    own.filters["short"] = lambda name: short.get(name, name)
    template = own.get_template("annotators.html.jinja")
    return str(
        template.render(
            result=result,
            head=head,
            listed=listed,
            rows=listed.rows[:most],
            summary=summary,
            command=command,
            title=title or f"Agreement of annotators: {', '.join(short.values())}",
            low=head.extra.get("value_low"),
            high=head.extra.get("value_high"),
            style=markupsafe.Markup(style),  # noqa: S704
            style_hash=hash_of(style),
        )
    )
