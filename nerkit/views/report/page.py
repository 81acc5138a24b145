"""The page: contents rendered by the templates, with style and script in it, named by their hashes."""

import base64
import hashlib
import re
from collections.abc import Callable
from html import escape
from importlib.resources import files
from pathlib import PurePath
from typing import Any

from nerkit.ground.plain_text import visible
from nerkit.views.report.contents import Contents
from nerkit.views.report.documents import IN_FULL, LARGE
from nerkit.views.report.flow import MOST_ROWS
from nerkit.views.report.items import shape_of
from nerkit.views.report.parts import TextPart
from nerkit.views.report.scores import full, section
from nerkit.views.report.table import table

BARE = re.compile(r"[\w.:,;+*/|()\[\]{}#@!?%$^~-]+", re.ASCII)  # a value of an attribute that needs no quotes
ENOUGH, ROUNDS = 0.93, 8  # of the size: a page that is full; attempts to fill one
ROW = 1.05  # rem: the height of a row above or below a text


def page(contents: Contents, size: int | None = None) -> str:
    """The whole page; with as many of the worst documents as make it no larger than *size* bytes, one at
    least. Where a large page would be larger still, the script makes the attributes of items from a table.
    """
    render = _renderer(contents)
    if size is None:
        return str(render(contents, compact=False))
    total = sum(document.weight for document in contents.documents)
    text = ""
    if not contents.left_out and total < size:
        text = render(contents, compact=False)
    if not text or len(text.encode()) > size:
        text = _within(contents, size, render)
    return text


def _within(contents: Contents, size: int, render: Callable[..., str]) -> str:
    """The page with as many documents as there is room for, one at least."""
    compact = size >= LARGE
    best, budget = "", float(size) if compact else size / IN_FULL
    for _ in range(ROUNDS):  # what documents take is known about, what the page takes exactly
        shown = contents.within(budget)
        text = render(shown, compact=compact)
        length, every = len(text.encode()), len(shown.documents) == len(contents.documents)
        if length <= size:
            best = max(best, text, key=len)
        if (length <= size and (every or length > ENOUGH * size)) or (
            len(shown.documents) <= 1 < length / size
        ):
            break
        taken = sum(document.weight for document in shown.documents)
        budget = max(taken, 1) * 0.97 * size / length
    return best or text


def environment() -> Any:
    """The templates of pages, and how they write values."""
    import jinja2
    import markupsafe

    own = jinja2.Environment(
        loader=jinja2.FunctionLoader(file_text),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    own.filters |= {"plain": _plain, "full": full}
    own.filters["value"] = lambda value: markupsafe.Markup(_value(value))  # noqa: S704
    own.filters["place"] = lambda offset: "" if offset is None else f"={offset}"
    own.filters["shape"] = shape_of
    own.filters["file"] = lambda path: PurePath(path).name
    return own


def _renderer(contents: Contents) -> Any:
    """A function that renders contents like these."""
    import markupsafe

    style, script = file_text("page.css") + _row_classes(contents), file_text("page.js")
    own = environment()
    short = contents.short
    own.filters["short"] = lambda name: short.get(name, name)
    template = own.get_template("page.html.jinja")
    fixed = {
        "scores": markupsafe.Markup(section(contents.result, contents.scores, names=contents.short)),  # noqa: S704
        "style": markupsafe.Markup(style),  # noqa: S704
        "script": markupsafe.Markup(script),  # noqa: S704
        "style_hash": hash_of(style),
        "script_hash": hash_of(script),
    }

    def render(shown: Contents, *, compact: bool) -> str:
        """The page of these contents."""
        data = markupsafe.Markup(table(shown.mistakes, compact=compact))  # noqa: S704
        return str(template.render(contents=shown, compact=compact, data=data, **fixed))

    return render


def _row_classes(contents: Contents) -> str:
    """Classes for rows above and below a text; the policy of the page allows no style at an element."""
    above, below = 1, 1
    for part in (part for document in contents.documents for part in document.parts):
        for sentence in part.sentences if isinstance(part, TextPart) else ():
            for segment in sentence.segments:
                above = max(above, *(piece.row + 1 for piece in segment.above), 1)
                below = max(below, *(piece.row + 1 for piece in segment.below), 1)
    below = min(below, 2 * MOST_ROWS)
    rows = [f".text .a{n}{{padding-top:{ROW * n:.2f}rem}}" for n in range(above + 1)]
    rows += [f".text .z{n}{{padding-bottom:{ROW * n:.2f}rem}}" for n in range(below + 1)]
    rows += [f".text em.g{n}{{top:{-ROW * (n + 1):.2f}rem}}" for n in range(1, above)]
    rows += [f".text em.y{n}{{top:calc({1.55 + ROW * n:.2f}rem + var(--o,0rem))}}" for n in range(1, below)]
    return "".join(rows) + "\n"


def _value(value: Any) -> str:
    """The value of an attribute, behind its name: `=12`, `="a b"`, `=""` of None.

    >>> _value("PER"), _value('a "b" <c>'), _value("a\\u202e"), _value(None)
    ('=PER', '="a &quot;b&quot; &lt;c&gt;"', '="a\\\\u202e"', '=""')
    """
    text = "" if value is None else visible(str(value))
    return f"={text}" if BARE.fullmatch(text) else f'="{escape(text)}"'


def file_text(name: str) -> str:
    """A template, the style or the script."""
    return (files("nerkit.views.report") / name).read_text(encoding="utf-8")


def hash_of(text: str) -> str:
    """The hash of an element's text, as a content security policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _plain(text: Any) -> str:
    """A text of others, control and bidirectional characters shown by their codes."""
    return visible(str(text))
