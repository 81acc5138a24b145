"""Elements of XML and HTML: those of TEI that are entities, and those that are the structure of a document.

    <TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>…</teiHeader><text><body>
      <p><persName>Tolkien</persName> left <name type="place">Oxford</name>.</p></body></text></TEI>

Here persName and name are entities, and text, body and p are structure. Other documents do not say which of
their elements are entities. Elements that divide a text, in HTML or TEI, are structure (DIVISIONS), and so is
what such an element is in, and the first element if it is around all others.
"""

import re
from shlex import quote
from typing import NamedTuple

from nerkit.errors import InputError, some
from nerkit.ground.patterns import regex
from nerkit.readers.foreign import is_markup, is_of_html

TAG = regex(r"<(?P<close>/)?(?P<name>[^\W\d_][\w.:-]*)(?P<more>(?:\s[^<>]*)?/?)>")
TEI = regex(
    r"(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>-][^>]*+>)*+<(?:\w++:)?(?:TEI(?:\.2)?|teiCorpus(?:\.2)?)[\s>]"
)
ENTITIES = ("persName", "placeName", "orgName", "geogName", "name", "rs", "date", "time")
TYPED = ("name", "rs")  # whose label is their type
NO_TEXT = regex(r"<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>]*+>|<(teiHeader)\b[\s\S]*?</\1\s*>")
PIECE = regex(rf"{TAG.pattern}|&(?:#\d{{1,7}}|#x[0-9A-Fa-f]{{1,6}}|\w{{1,32}});")  # a tag, or a reference
DIVIDING = (
    "tei teicorpus teiheader text group front body back div div1 div2 div3 p ab s w pc seg lg l head opener"
    " closer list item note table row cell html section article main header footer nav tr td th ul ol li h1"
    " h2 h3 h4 h5 h6 document doc corpus root sentence paragraph"
)
DIVISIONS = frozenset(DIVIDING.split())


class Elements(NamedTuple):
    """The names of elements that are structure, and of all others; the first one of structure is *at*."""

    structure: list[str]
    others: list[str]
    at: int = 0


def is_tei(text: str) -> bool:
    """Whether a document says that it is in TEI."""
    return TEI.match(text) is not None


def elements_of(text: str) -> Elements:
    """The elements of a document of XML or HTML; none of another text, and of one without structure."""
    if not is_markup(text):
        return Elements([], [])
    text = NO_TEXT.sub(lambda piece: " " * len(piece[0]), text)
    tags = list(TAG.finditer(text))
    names = dict.fromkeys(tag["name"] for tag in tags if not tag["close"])
    structure, opened, seen = set[str](), list[str](), 0
    for tag in tags:
        name = tag["name"]
        if tag["close"]:
            if name in opened:
                del opened[len(opened) - 1 - opened[::-1].index(name) :]
                seen = min(seen, len(opened))
            continue
        if name.lower() in DIVISIONS:
            structure.update(opened[seen:], [name])
            seen = len(opened)
        if not tag["more"].endswith("/"):
            opened.append(name)
    if tags and _is_around(text, tags):
        structure.add(tags[0]["name"])
    if not structure:
        return Elements([], [])
    structure.update(filter(is_of_html, names))
    at = next(tag.start() for tag in tags if tag["name"] in structure)
    return Elements(
        [name for name in names if name in structure], [name for name in names if name not in structure], at
    )


def _is_around(text: str, tags: "list[re.Match[str]]") -> bool:
    """Whether the first element is around all others."""
    first, last = tags[0], tags[-1]
    alone = [tag["name"] for tag in tags].count(first["name"]) == 2  # it opens, and closes
    beside = text[: first.start()] + text[last.end() :]
    return alone and len(tags) > 2 and last["name"] == first["name"] and not beside.strip()


def refusal(text: str, source: str) -> InputError | None:
    """The error for a document with structure that is not TEI; None for another text."""
    found = elements_of(text)
    if not found.structure or is_tei(text):
        return None
    problem = f"elements that are the structure of a document, not entities: {some(found.structure)}"
    return InputError.at(problem, text, found.at, source=source, remedy=advice(text, source))


def advice(text: str, source: str) -> str:
    """How to read the entities of a document of XML or HTML with form="inline"; empty if it has none."""
    if is_tei(text):
        return f'nerkit noisy with form="inline" reads the entities of TEI ({", ".join(ENTITIES)})'
    found = elements_of(text)
    if not found.structure:
        return 'nerkit noisy with form="inline" reads it as tagged text'
    if not found.others:
        return ""
    pattern = f"</?({'|'.join(found.structure)})([ /][^<>]*)?>|<[?!][^<>]*>"
    path = quote(source)
    return (
        f"if {some(found.others)} are entities, take out the other elements, and read the result with "
        f"form=\"inline\":\n  sed -E 's#{pattern}##g' {path} > {path}.txt"
    )
