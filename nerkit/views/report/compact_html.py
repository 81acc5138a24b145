"""The texts of a large page, in HTML as short as possible. The page's style and script add the rest.

An example has three parts. Two words that both sides label alike: the style names the label. An error with a
common look: the style names both labels, and the script makes the items. An error with its own elements for
the items, gold above and system below: the script knows the error with key 7.

    <s class=c3>Anna</s> <s class=k3>Lind</s>
    <s class=xl2>Acme</s>
    <s><b class="c1 xl" id=g7>ORG</b><u class="c2 xl" id=s7>MISC</u>Acme</s>
"""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from nerkit.ground.plain_text import visible
from nerkit.views.report.flow import FlowingSentence, Piece, Segment
from nerkit.views.report.items import COLOURS, Appearance, Drawn
from nerkit.views.report.parts import TextPart

ELLIPSIS = "…"
MOST_LOOKS = 120  # the largest number of looks of a page; each look takes room in the style
LONG_LABEL = 40  # characters; an item with a longer label has no look


class SeenItem(NamedTuple):
    """The appearance of an item at a segment.

    colour   the number of its colour
    label    its label if it begins at the segment, otherwise None
    ends     whether it ends at the segment
    """

    colour: int
    label: str | None
    ends: bool = True


class Look(NamedTuple):
    """The appearance of an error at a segment: the items of both sides, and the style class of the error's
    class.
    """

    gold: SeenItem | None
    system: SeenItem | None
    shape: str

    @property
    def begins(self) -> bool:
        """Whether an item begins at the segment."""
        return any(side is not None and side.label is not None for side in self[:2])


class Terse:
    """The writer of the texts of a large page.

    colours   label -> the number of its colour
    looks     the looks of errors, with their numbers from 0
    turns     for each segment where an item of a look begins, the key of the error, in the order of the page
    """

    def __init__(self, colours: Mapping[str, int]) -> None:
        self.colours = colours
        self.looks: dict[Look, int] = {}
        self.turns: list[int] = []

    def text(self, part: TextPart) -> str:
        """The sentences of a part as HTML."""
        return "\n".join(self._sentence(sentence, part) for sentence in part.sentences)

    def style(self) -> str:
        """The style rules for the looks of errors: colours and labels of both sides."""
        return "".join(_rules(f".text s.{look.shape}{number}", look) for look, number in self.looks.items())

    def _sentence(self, sentence: FlowingSentence, part: TextPart) -> str:
        """A sentence or an excerpt as a paragraph, with its number and its direction."""
        excerpt = sentence.excerpt
        attributes = "" if excerpt is None else f" data-n={excerpt.number}"
        attributes += " dir=rtl" if sentence.rtl else ""
        text = ""
        for word in sentence.unbroken:
            whole = "".join(self._segment(segment, part) for segment in word)
            text += whole if len(word) == 1 else f"<nobr>{whole}</nobr>"
        if excerpt is not None:
            text = f"{ELLIPSIS * excerpt.before}{text}{ELLIPSIS * excerpt.after}"
        return f"<p{attributes}>{text}"

    def _segment(self, segment: Segment, part: TextPart) -> str:
        """A segment as HTML; bare text if it has no item."""
        text = _plain(segment.text)
        if segment.other is not None:
            mark = " class=diff" if segment.differs else ""
            below = "o diff" if segment.differs else "o"
            text = f'<i{mark}>{text}</i><i class="{below}">{_plain(segment.other)}</i>'
        elif not segment.above and not segment.below:
            return f"<i class={segment.roomy}>{text}</i>" if segment.room else text
        css = _alike(segment, part, self.colours) or self._look(segment, part)
        if css:
            return f"<s{_class(f'{css} {segment.roomy}'.rstrip())}>{text}</s>"
        items = "".join(_piece(piece, part.items[piece.key], "b", self.colours) for piece in segment.above)
        items += "".join(_piece(piece, part.items[piece.key], "u", self.colours) for piece in segment.below)
        return f"<s{_class(segment.css)}>{items}{text}</s>"

    def _look(self, segment: Segment, part: TextPart) -> str:
        """The style class of a segment whose items belong to one error with a common look; otherwise an empty
        text.
        """
        if segment.other is not None or len(segment.above) > 1 or len(segment.below) > 1:
            return ""
        pieces = [next(iter(side), None) for side in (segment.above, segment.below)]
        shown = [part.items[piece.key] for piece in pieces if piece is not None]
        keys = {tuple(one.item.keys) for one in shown}
        shapes = {one.shape for one in shown}
        simple = all(piece is None or (piece.row, piece.gap) == (0, False) for piece in pieces)
        short = all(one.item.chain is None and len(one.item.label) < LONG_LABEL for one in shown)
        first = all(one.first for one in shown)
        if not (simple and short and first) or len(keys) > 1 or len(shapes) > 1 or "" in shapes:
            return ""
        (key,), (shape,) = keys, shapes
        if len(key) != 1:
            return ""
        gold, own = (piece and _side(piece, part, self.colours) for piece in pieces)
        look = Look(gold, own, shape)
        if look not in self.looks and len(self.looks) == MOST_LOOKS:
            return ""
        if look.begins:
            self.turns += key
        return f"{shape}{self.looks.setdefault(look, len(self.looks))}"


def colour_of(item: Drawn, colours: Mapping[str, int]) -> str:
    """The style class for the colour of an item: by its entity, or by its label.

    >>> colour_of(Drawn("i", "gold", "", 0, 1, "PER", "missed", "A"), {"PER": 4})
    'c4'
    """
    number = colours.get(item.label, 0) if item.chain is None else (item.chain - 1) % COLOURS + 1
    return f"c{number}"


def css_string(text: str) -> str:
    """A text as a string in CSS, with codes for special characters.

    >>> css_string("ORG-1")
    '"ORG\\\\2d 1"'
    """
    plain = (one if one.isascii() and one.isalnum() else f"\\{ord(one):x} " for one in text)
    return f'"{"".join(plain)}"'


def _side(piece: Piece, part: TextPart, colours: Mapping[str, int]) -> SeenItem:
    """The appearance of a piece of an item."""
    label = part.items[piece.key].item.label
    return SeenItem(colours.get(label, 0), label if piece.begins else None, piece.ends)


def _rules(selector: str, look: Look) -> str:
    """The style rules for a look. A side without an item takes no room."""
    rules = ""
    for pseudo, side in (("before", look.gold), ("after", look.system)):
        if side is not None:
            content = "" if side.label is None else f"✗ {visible(side.label) or '–'}"
            edges = "" if side.ends else "border-inline-end-width:0"
            edges += "" if content else ";border-inline-start-width:0;z-index:0"
            rules += (
                f"{selector}::{pseudo}{{--c:var(--c{side.colour});content:{css_string(content)};{edges}}}"
            )
    if look.gold is None:
        rules += f"{selector}{{padding-top:0}}{selector}::after{{top:1.55rem}}"
    if look.system is None:
        rules += f"{selector}{{padding-bottom:0}}"
    return rules


def _alike(segment: Segment, part: TextPart, colours: Mapping[str, int]) -> str:
    """The style class of a segment whose two items are correct and look alike; otherwise an empty text."""
    if segment.other is not None or len(segment.above) != 1 or len(segment.below) != 1:
        return ""
    above, below = segment.above[0], segment.below[0]
    item, other = part.items[above.key], part.items[below.key]
    number = colours.get(item.item.label, 0)
    right = not item.wrong and not other.wrong and item.item.chain is None
    plain = above[1:] == below[1:] and (above.row, above.gap) == (0, False)
    if not number or not right or not plain or item.item.label != other.item.label:
        return ""
    return f"{'c' if above.begins else 'k'}{number}"


def _piece(piece: Piece, shown: Appearance, element: str, colours: Mapping[str, int]) -> str:
    """An item at a segment as HTML. The first piece has the label of the item, and the id that
    links lead to.
    """
    item = shown.item
    row = "" if not piece.row else f"{'g' if element == 'b' else 'y'}{piece.row}"
    end = "e" if piece.ends and shown.wrong else ""
    css = " ".join(filter(None, (row, colour_of(item, colours), shown.shape, "gap" * piece.gap, end)))
    if not piece.begins:
        return f"<{element}{_class(css)}></{element}>"
    place = f" id={item.anchor}" if shown.first and item.keys else ""
    chain = f" data-chain={item.chain}" if item.chain is not None else ""
    return f"<{element}{_class(css)}{place}{chain}>{_plain(item.label or '–')}</{element}>"


def _class(names: str) -> str:
    """The attribute `class` with these names; empty without names."""
    return "" if not names else f' class="{names}"' if " " in names else f" class={names}"


def _plain(text: str) -> str:
    """A document's text as HTML, with codes for control and bidirectional characters."""
    return escape(visible(text), quote=False)
