"""Elements of XML and HTML: the entities of TEI, and the structure of a document.

    <TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>…</teiHeader><text><body>
      <p><persName>Tolkien</persName> left <name type="place">Oxford</name>.</p></body></text></TEI>

Here persName and name are entities, and text, body and p are structure. Other documents do not say which of
their elements are entities. Elements that divide a text, in HTML or TEI, are structure (DIVISIONS), and so is
what such an element is in, and the first element if it is around all others.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from shlex import quote
from typing import NamedTuple

from nerkit.exceptions import InputError, some
from nerkit.ground.patterns import regex

TAG = regex(r"<(?P<close>/)?(?P<name>[^\W\d_][\w.:-]*)(?P<more>(?:\s[^<>]*)?/?)>")
NAMES_OF_HTML = frozenset(
    re.findall(
        r"\w+",
        "html head body title meta link script style div span p a b i u em strong small h1 h2 h3 h4 h5 h6 ul"
        " ol li dl dt dd table thead tbody tr td th caption br hr img pre blockquote form input button mark",
    )
)
LETTERS_OF_HTML = frozenset("abipu")  # names that are labels where they are capitals
ATTRIBUTES = regex(r"\s(?:class|style|href|src|eid|tid|xmlns(?::\w+)?|xml:\w+|xsi:\w+)\s*=")
BEGINNING = regex(r"\s*+<(?:\?xml|!DOCTYPE|html)\b", re.IGNORECASE)
LETTER = regex(r"[^\W\d_]")
MOST_TAGS = 400  # by which a text is known as XML or HTML
TEI = regex(
    r"(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>-][^>]*+>)*+<(?:\w++:)?(?:TEI(?:\.2)?|teiCorpus(?:\.2)?)[\s>]"
)
ENTITIES = ("persName", "placeName", "orgName", "geogName", "name", "rs", "date", "time")
TYPED = ("name", "rs")  # whose label is their type
NO_TEXT = regex(r"<(?:\?|!--|!|teiHeader\b)")  # what begins a piece that is no text
ANY_END = regex(">")
ENDS = {  # what ends it, else the next
    "<?": (regex(r"\?>"),),
    "<!--": (regex("-->"), ANY_END),
    "<!": (ANY_END,),
    "<teiHeader": (regex(r"</teiHeader\s*+>"),),
}
PIECE = regex(rf"{TAG.pattern}|&(?:#\d{{1,7}}|#x[0-9A-Fa-f]{{1,6}}|\w{{1,32}});")  # a tag, or a reference
DIVIDING = (
    "tei teicorpus teiheader text group front body back div div1 div2 div3 p ab s w pc seg lg l head opener"
    " closer list item note table row cell html section article main header footer nav tr td th ul ol li h1"
    " h2 h3 h4 h5 h6 document doc corpus root sentence paragraph"
)
DIVISIONS = frozenset(DIVIDING.split())


class ElementNames(NamedTuple):
    """The names of elements that are structure, and of all others; the first one of structure is *at*."""

    structure: list[str]
    others: list[str]
    at: int = 0


def is_html(head: str) -> bool:
    """Whether at least half of the elements in a text have names of HTML."""
    tags = _tags(head)
    if tags and head.lstrip().startswith(tags[0][0]) and not is_of_html(tags[0]["name"]):
        return False
    opening = [tag["name"] for tag in tags if not tag["close"]]
    return 0 < len(opening) <= 2 * sum(map(is_of_html, opening))


def is_of_html(name: str) -> bool:
    """Whether an element of this name is one of HTML, and no label."""
    return name in LETTERS_OF_HTML or (len(name) > 1 and name.lower() in NAMES_OF_HTML)


def is_xml(head: str) -> bool:
    """Whether attributes of tags are those of XML, or one element is around all others: more than one of
    them, or one without text beside it.
    """
    tags = _tags(head)
    odd = sum(ATTRIBUTES.search(tag["more"]) is not None for tag in tags)
    if odd and 2 * odd >= sum(not tag["close"] for tag in tags):
        return True
    text = head.lstrip()
    if not tags or not text.startswith(tags[0][0]) or tags[0]["more"].endswith("/"):
        return False
    depth = inside = 0
    for tag in tags:
        if tag["more"].endswith("/"):
            continue
        depth += -1 if tag["close"] else 1
        inside += not tag["close"]
        if depth <= 0:  # the first element ends here
            last = tag.end() >= len(head.rstrip())
            return last and (inside > 2 or (inside == 2 and not _has_text_beside(head, tags)))
    return inside > 2 and len(tags) > inside  # it goes on behind what is seen, and others are closed


def _has_text_beside(head: str, tags: "list[re.Match[str]]") -> bool:
    first, opening, closing, last = tags[0], *tags[1:3], tags[-1]
    own = head[first.end() : opening.start()] + head[closing.end() : last.start()]
    return LETTER.search(own) is not None


def _tags(head: str) -> "list[re.Match[str]]":
    return [tag for tag, _ in zip(TAG.finditer(head), range(MOST_TAGS), strict=False)]


def is_tei(text: str) -> bool:
    """Whether a document says that it is in TEI."""
    return TEI.match(text) is not None


def elements_of(text: str) -> ElementNames:
    """The elements of a document of XML or HTML; none of another text, and of one without structure."""
    if not (BEGINNING.match(text) or is_html(text) or is_xml(text)):
        return ElementNames([], [])
    text = _without(no_text(text), text)
    tags = list(TAG.finditer(text))
    names = dict.fromkeys(tag["name"] for tag in tags if not tag["close"])
    structure, opened, seen = set[str](), list[str](), 0
    unclosed: Counter[str] = Counter()
    for tag in tags:
        name = tag["name"]
        if tag["close"]:
            while unclosed[name] and (last := opened.pop()):
                unclosed[last] -= 1
                seen = min(seen, len(opened))
                if last == name:
                    break
            continue
        if name.lower() in DIVISIONS:
            structure.update(opened[seen:], [name])
            seen = len(opened)
        if not tag["more"].endswith("/"):
            opened.append(name)
            unclosed[name] += 1
    if tags and _is_around(text, tags):
        structure.add(tags[0]["name"])
    if not structure:
        return ElementNames([], [])
    structure.update(filter(is_of_html, names))
    at = next(tag.start() for tag in tags if tag["name"] in structure)
    return ElementNames(
        [name for name in names if name in structure], [name for name in names if name not in structure], at
    )


def no_text(text: str) -> Iterator[tuple[int, int]]:
    """The ranges of declarations, comments and headers; what has no end is text."""
    at, absent = 0, set[object]()
    for begin in NO_TEXT.finditer(text):
        for end in ENDS[begin[0]] if begin.start() >= at else ():
            found = None if end in absent else end.search(text, begin.end())
            if found:
                at = found.end()
                yield begin.start(), at
                break
            absent.add(end)  # it is not looked for again


def _without(ranges: Iterable[tuple[int, int]], text: str) -> str:
    """The text with blanks in these ranges."""
    parts, at = list[str](), 0
    for start, end in ranges:
        parts += [text[at:start], " " * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


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
        return 'use nerkit noisy with form="inline" to read the file as tagged text'
    if not found.others:
        return ""
    pattern = f"</?({'|'.join(found.structure)})([ /][^<>]*)?>|<[?!][^<>]*>"
    path = quote(source)
    return (
        f"if {some(found.others)} are entities, take out the other elements, and read the result with "
        f"form=\"inline\":\n  sed -E 's#{pattern}##g' {path} > {path}.txt"
    )
