"""Distinguish entities and structure in the elements of XML and HTML documents, especially TEI.

    <TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>…</teiHeader><text><body>
      <p><persName>Tolkien</persName> left <name type="place">Oxford</name>.</p></body></text></TEI>

Here persName and name are entities, and text, body and p are structure. Other documents do not say which of
their elements are entities. Elements that divide a text in HTML or TEI (DIVISIONS) are structure. Elements
around such elements are structure, too. The first element is structure if it contains all other elements.
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
LETTERS_OF_HTML = frozenset("abipu")  # names of HTML; in upper case they can be labels
ATTRIBUTES = regex(r"\s(?:class|style|href|src|eid|tid|xmlns(?::\w+)?|xml:\w+|xsi:\w+)\s*=")
BEGINNING = regex(r"\s*+<(?:\?xml|!DOCTYPE|html)\b", re.IGNORECASE)
LETTER = regex(r"[^\W\d_]")
MOST_TAGS = 400  # tags by which XML and HTML are recognised
TEI = regex(
    r"(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>-][^>]*+>)*+<(?:\w++:)?(?:TEI(?:\.2)?|teiCorpus(?:\.2)?)[\s>]"
)
ENTITIES = ("persName", "placeName", "orgName", "geogName", "name", "rs", "date", "time")
TYPED = ("name", "rs")  # elements whose label is their attribute `type`
NO_TEXT = regex(r"<(?:\?|!--|!|teiHeader\b)")  # the beginning of a declaration, comment or header
ANY_END = regex(">")
ENDS = {  # beginning of a declaration, comment or header -> its possible ends, in order of preference
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
    """The names of the elements of a document.

    structure  the names of elements that are structure
    others     the names of other elements
    at         the offset of the first element that is structure
    """

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
    """Whether an element with this name is an HTML element, and not a label."""
    return name in LETTERS_OF_HTML or (len(name) > 1 and name.lower() in NAMES_OF_HTML)


def is_xml(head: str) -> bool:
    """Whether a text is XML: most tags have typical attributes, or the first element contains all others.

    If the first element contains only one other element, it must not contain text beside this element.
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
    return inside > 2 and len(tags) > inside  # the first element is not closed yet, but other elements are


def _has_text_beside(head: str, tags: "list[re.Match[str]]") -> bool:
    first, opening, closing, last = tags[0], *tags[1:3], tags[-1]
    own = head[first.end() : opening.start()] + head[closing.end() : last.start()]
    return LETTER.search(own) is not None


def _tags(head: str) -> "list[re.Match[str]]":
    return [tag for tag, _ in zip(TAG.finditer(head), range(MOST_TAGS), strict=False)]


def is_tei(text: str) -> bool:
    """Whether the first element of a document is a TEI element."""
    return TEI.match(text) is not None


def elements_of(text: str) -> ElementNames:
    """The names of the elements of an XML or HTML document; empty for other texts, or without structure."""
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
    """The ranges (start, end) of declarations, comments and headers that have an end."""
    at, absent = 0, set[object]()
    for begin in NO_TEXT.finditer(text):
        for end in ENDS[begin[0]] if begin.start() >= at else ():
            found = None if end in absent else end.search(text, begin.end())
            if found:
                at = found.end()
                yield begin.start(), at
                break
            absent.add(end)  # this end does not occur in the rest of the text


def _without(ranges: Iterable[tuple[int, int]], text: str) -> str:
    """The text with blanks in place of these ranges."""
    parts, at = list[str](), 0
    for start, end in ranges:
        parts += [text[at:start], " " * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def _is_around(text: str, tags: "list[re.Match[str]]") -> bool:
    """Whether the first element contains all other elements, and no text is outside it."""
    first, last = tags[0], tags[-1]
    alone = [tag["name"] for tag in tags].count(first["name"]) == 2  # one opening and one closing tag
    beside = text[: first.start()] + text[last.end() :]
    return alone and len(tags) > 2 and last["name"] == first["name"] and not beside.strip()


def refusal(text: str, source: str) -> InputError | None:
    """The error for a document that has structure and is not TEI; None for other texts."""
    found = elements_of(text)
    if not found.structure or is_tei(text):
        return None
    problem = f"elements that are the structure of a document, not entities: {some(found.structure)}"
    return InputError.at(problem, text, found.at, source=source, remedy=advice(text, source))


def advice(text: str, source: str) -> str:
    """Advice on reading the entities of an XML or HTML text with form="inline"; empty without entities."""
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
