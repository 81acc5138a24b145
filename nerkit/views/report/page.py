"""The page: contents rendered by the template, with style and script in it, named by their hashes."""

import base64
import hashlib
import re
from html import escape
from importlib.resources import files
from typing import Any

from nerkit.ground.plain_text import visible
from nerkit.views.report.contents import Contents
from nerkit.views.report.lanes import LINE
from nerkit.views.report.scores import full, section

GENEROUS = 1.4  # how much more documents may weigh at first: they are taken to be heavier than they are
BARE = re.compile(r"[\w.:,;+*/|()\[\]{}#@!?%$^~-]+", re.ASCII)  # a value of an attribute that needs no quotes
COLUMNS, LANES = LINE + 2, 40  # of a line of text: as many have classes in the style


def page(contents: Contents, size: int | None = None) -> str:
    """The whole page; with as many of the worst documents as make it no larger than *size* bytes, one at
    least.
    """
    import jinja2
    import markupsafe

    style, script = _file("page.css") + _grid_classes(), _file("page.js")
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    short = contents.short
    environment.filters |= {"plain": _plain, "full": full, "short": lambda name: short.get(name, name)}
    environment.filters["value"] = lambda value: markupsafe.Markup(_value(value))  # noqa: S704
    environment.filters["place"] = lambda offset: "" if offset is None else f"={offset}"
    template = environment.from_string(_file("page.html"))
    fixed = {
        "scores": markupsafe.Markup(section(contents.result, contents.scores, names=contents.short)),  # noqa: S704
        "style": markupsafe.Markup(style),  # noqa: S704
        "script": markupsafe.Markup(script),  # noqa: S704
        "style_hash": _hash(style),
        "script_hash": _hash(script),
    }
    if size is None:
        return template.render(contents=contents, **fixed)
    budget = GENEROUS * size
    while True:  # what documents take is known about, what the page takes exactly
        shown = contents.within(budget)
        text = template.render(contents=shown, **fixed)
        if len(text.encode()) <= size or len(shown.documents) <= 1:
            return text
        total = sum(document.weight for document in shown.documents)
        budget = min(budget, total) * min(0.99, size / len(text.encode()))


def _grid_classes() -> str:
    """Classes for places in the grid of a line; the policy of the page allows no style at an element."""
    columns = (f".c{n}{{grid-column-start:{n + 1}}}.e{n}{{grid-column-end:{n + 1}}}" for n in range(COLUMNS))
    rows = (
        f".r{n}{{grid-row:{n + 1}}}.g{n}>i{{grid-row:{n + 1}}}.g{n}>.o{{grid-row:{n + 2}}}"
        for n in range(LANES)
    )
    return "".join((*columns, *rows)) + "\n"


def _value(value: Any) -> str:
    """The value of an attribute, behind its name: `=12`, `="a b"`, `=""` of None.

    >>> _value("PER"), _value('a "b" <c>'), _value("a\\u202e"), _value(None)
    ('=PER', '="a &quot;b&quot; &lt;c&gt;"', '="a\\\\u202e"', '=""')
    """
    text = "" if value is None else visible(str(value))
    return f"={text}" if BARE.fullmatch(text) else f'="{escape(text)}"'


def _file(name: str) -> str:
    return (files("nerkit.views.report") / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """The hash of an element's text, as a content security policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _plain(text: Any) -> str:
    """A text of others, control and bidirectional characters shown by their codes."""
    return visible(str(text))
