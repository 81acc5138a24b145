"""The page: contents rendered by the templates, with style and script, which the page names by
their hashes.
"""

import base64
import hashlib
import math
import re
from collections.abc import Callable, Mapping
from html import escape
from importlib.resources import files
from pathlib import PurePath
from typing import Any

from nerkit.evaluation.facts import held, read_as
from nerkit.ground.plain_text import visible, visible_value
from nerkit.views.report.compact_html import Terse, css_string
from nerkit.views.report.contents import Contents
from nerkit.views.report.documents import IN_FULL, LARGE, MOST_WORDS
from nerkit.views.report.flow import MOST_ROWS, STEP
from nerkit.views.report.items import shape_of
from nerkit.views.report.parts import TextPart
from nerkit.views.report.scores import full, section
from nerkit.views.report.table import table

BARE = re.compile(r"[\w.:,;+*/|()\[\]{}#@!?%$^~-]+", re.ASCII)  # a value of an attribute that needs no quotes
FIRST, ENOUGH, ROUNDS = 0.85, 0.9, 8  # shares of the size: first attempt, full page; number of attempts
GUESS, FULLER = 1.15, 2  # largest error of an estimate; least factor of the size of a page with attributes
BLOCK = 50  # documents of a large page that are laid out together
ROW = 1.05  # rem: the height of a row above or below a text
GAP = 0.3  # rem: between the last row below a text and the next line


def page(contents: Contents, size: int | None = None) -> str:
    """Render the whole page, with at most *size* bytes.

    It has as many of the worst documents as fit, at least one. On a large page, the script makes the
    attributes of items from a table, and texts are cut around errors. Only then are errors left out.
    """
    render = _renderer(contents)
    if size is None:
        return str(render(contents, compact=False))
    if not contents.left_out and sum(document.weight for document in contents.documents) < size / FULLER:
        whole = str(render(contents, compact=False))
        if len(whole.encode()) <= size:
            return whole
    failed = math.inf  # the weight of the last contents that were too large; only lighter ones are tried
    while contents.terser is not None:
        if contents.weight < failed:
            complete = _complete(contents, size, _renderer(contents))
            if complete is not None:
                return complete
            failed = contents.weight
        contents = contents.terser()
    return _within(contents, size, _renderer(contents))


def _complete(contents: Contents, size: int, render: Callable[..., str]) -> str | None:
    """The page with all errors, and with as many correct documents as fit into *size* bytes.

    None if the page would be larger.
    """
    if contents.weight > GUESS * size:
        return None
    for budget in (ENOUGH * size, 0):
        shown = contents.within(max(budget, contents.weight))
        text = render(shown, compact=True)
        if len(text.encode()) <= size:
            return text
        if len(shown.documents) == sum(bool(document.errors) for document in shown.documents):
            return None
    return None


def _within(contents: Contents, size: int, render: Callable[..., str]) -> str:
    """The page with as many documents as fit into *size* bytes, at least one."""
    compact = size >= LARGE and not contents.names
    best, budget = "", FIRST * size if compact else size / IN_FULL
    for _ in range(ROUNDS):  # the bytes of documents are estimates, the bytes of the page are exact
        shown = contents.listed_within(budget) if compact else contents.within(budget)
        text = render(shown, compact=compact)
        length, every = len(text.encode()), shown.documents == contents.documents
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
    """The environment of the templates, with the filters that write values."""
    import jinja2
    import markupsafe

    own = jinja2.Environment(
        loader=jinja2.FunctionLoader(file_text),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    own.filters |= {"plain": visible_value, "full": full, "briefly": _briefly}
    own.filters["value"] = lambda value: markupsafe.Markup(_value(value))  # noqa: S704
    break_here = markupsafe.Markup("(<wbr>")
    own.filters["foldable"] = lambda value: markupsafe.escape(visible_value(value)).replace("(", break_here)
    own.filters["held"], own.filters["read_as"] = held, read_as
    own.filters["place"] = lambda offset: "" if offset is None else f"={offset}"
    own.filters["shape"] = shape_of
    own.filters["file"] = lambda path: PurePath(path).name
    return own


def _renderer(contents: Contents) -> Any:
    """A function that renders contents. They may differ from *contents* only in their documents."""
    import markupsafe

    common = file_text("page.css") + _row_classes(contents) + _label_names(contents.colours)
    script = file_text("page.js")
    own = environment()
    short = contents.short
    own.filters["short"] = lambda name: short.get(name, name)
    template = own.get_template("page.html.jinja")
    colours = contents.colours
    scores = "" if contents.names else section(contents.result, contents.scores, names=contents.short)
    fixed = {
        "block_size": BLOCK,
        "colours": colours,
        "scores": markupsafe.Markup(scores),  # noqa: S704
        "script": markupsafe.Markup(script),  # noqa: S704
        "script_hash": hash_of(script),
    }

    def render(shown: Contents, *, compact: bool) -> str:
        """The page of these contents as HTML. With *compact*, it is a large page."""
        terse = Terse(colours)
        texts = _texts(shown, terse) if compact else {}
        style = common + terse.style()
        own = {
            "style": markupsafe.Markup(style),  # noqa: S704
            "style_hash": hash_of(style),
            "data": markupsafe.Markup(table(shown, terse if compact else None)),  # noqa: S704
            "terse_of": lambda part: markupsafe.Markup(texts[id(part)]),  # noqa: S704
        }
        return str(template.render(contents=shown, compact=compact, **fixed, **own))

    return render


def _texts(contents: Contents, terse: Terse) -> dict[int, str]:
    """Identity of a part -> its text as compact HTML, in the order of the page."""
    parts = (part for document in contents.documents for part in document.parts)
    return {id(part): terse.text(part) for part in parts if isinstance(part, TextPart)}


def _row_classes(contents: Contents) -> str:
    """Style classes for rows above and below a text. The policy of the page forbids styles at elements."""
    above, below, room = 1, 1, 0
    for part in (part for document in contents.documents for part in document.parts):
        above = (
            max(above, *(row + 1 for _, row in part.rows))
            if isinstance(part, TextPart) and part.rows
            else above
        )
        for sentence in part.sentences if isinstance(part, TextPart) else ():
            for segment in sentence.segments:
                room = max(room, segment.room)
                above = max(above, *(piece.row + 1 for piece in segment.above), 1)
                below = max(below, *(piece.row + 1 for piece in segment.below), 1)
    below = min(below, 2 * MOST_ROWS)
    rows = [f".text .a{n}{{padding-top:{ROW * n:.2f}rem}}" for n in range(above + 1)]
    rows += [f".text .z{n}{{padding-bottom:{ROW * n + GAP * (n > 0):.2f}rem}}" for n in range(below + 1)]
    rows += [f".text .w{n}{{--w:{STEP * n:.1f}rem;margin-inline-end:var(--w)}}" for n in range(1, room + 1)]
    rows += [f".text em.g{n},.text b.g{n}{{top:{-ROW * (n + 1):.2f}rem}}" for n in range(1, above)]
    rows += [
        f".text em.y{n},.compact .text u.y{n}{{top:calc({1.55 + ROW * n:.2f}rem + var(--o,0rem))}}"
        for n in range(1, below)
    ]
    return "".join(rows) + "\n"


def _label_names(colours: Mapping[str, int]) -> str:
    """Style rules that name the labels of correct items on a compact page.

    >>> _label_names({"PER": 1})
    '.text s.c1::before,.text s.c1::after{content:"PER"}'
    """
    return "".join(
        f".text s.c{number}::before,.text s.c{number}::after{{content:{css_string(visible(label) or '–')}}}"
        for label, number in colours.items()
    )


def _value(value: Any) -> str:
    """The value of an attribute behind its name: `=12`, `="a b"`, and `=""` for None.

    >>> _value("PER"), _value('a "b" <c>'), _value("a\\u202e"), _value(None)
    ('=PER', '="a &quot;b&quot; &lt;c&gt;"', '="a\\\\u202e"', '=""')
    """
    text = "" if value is None else str(value)
    if BARE.fullmatch(text) and "##" not in text:
        return f"={text}"  # it has no character that must be replaced by a code
    text = visible(text)
    return f"={text}" if BARE.fullmatch(text) else f'="{escape(text)}"'


def file_text(name: str) -> str:
    """The text of a file in this folder: a template, the style or the script."""
    return (files("nerkit.views.report") / name).read_text(encoding="utf-8")


def hash_of(text: str) -> str:
    """The hash of an element's text in the form of a content security policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _briefly(text: str) -> str:
    """The text, cut to MOST_WORDS characters."""
    return text if len(text) <= MOST_WORDS else f"{text[: MOST_WORDS - 1]}…"
