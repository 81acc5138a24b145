"""The texts of a large page, as terse as HTML can say them: style and script know the rest.

Two words that both sides have alike, of which the style names the label; and a mistake, gold above and the
system below, of which the script knows what 7 is:

    <s class=c3>Anna</s> <s class=k3>Lind</s>
    <s><b class="c1 xl" id=g7>ORG</b><u class="c2 xl" id=s7>MISC</u>Acme</s>
"""

from collections.abc import Mapping
from html import escape

from nerkit.ground.plain_text import visible
from nerkit.views.report.flow import FlowingSentence, Piece, Segment
from nerkit.views.report.items import COLOURS, Appearance, Drawn
from nerkit.views.report.parts import TextPart

ELLIPSIS = "…"


def terse_text(part: TextPart, colours: Mapping[str, int]) -> str:
    """The sentences of a part, with items in the colours of their labels, by number."""
    return "\n".join(_sentence(sentence, part, colours) for sentence in part.sentences)


def colour_of(item: Drawn, colours: Mapping[str, int]) -> str:
    """The class of the page's style for the colour of an item: of its entity, or its label.

    >>> colour_of(Drawn("i", "gold", "", 0, 1, "PER", "missed", "A"), {"PER": 4})
    'c4'
    """
    number = colours.get(item.label, 0) if item.chain is None else (item.chain - 1) % COLOURS + 1
    return f"c{number}"


def _sentence(sentence: FlowingSentence, part: TextPart, colours: Mapping[str, int]) -> str:
    """A paragraph: its number where it stands for itself, its direction, its segments."""
    excerpt = sentence.excerpt
    attributes = "" if excerpt is None else f" data-n={excerpt.number}"
    attributes += " dir=rtl" if sentence.rtl else ""
    text = "".join(_segment(segment, part, colours) for segment in sentence.segments)
    if excerpt is not None:
        text = f"{ELLIPSIS * excerpt.before}{text}{ELLIPSIS * excerpt.after}"
    return f"<p{attributes}>{text}"


def _segment(segment: Segment, part: TextPart, colours: Mapping[str, int]) -> str:
    """A segment: bare text where it has no item."""
    text = _plain(segment.text)
    if segment.other is not None:
        mark = " class=diff" if segment.differs else ""
        below = "o diff" if segment.differs else "o"
        text = f'<i{mark}>{text}</i><i class="{below}">{_plain(segment.other)}</i>'
    elif not segment.above and not segment.below:
        return text
    if alike := _alike(segment, part, colours):
        return f"<s class={alike}>{text}</s>"
    items = "".join(_piece(piece, part.items[piece.key], "b", colours) for piece in segment.above)
    items += "".join(_piece(piece, part.items[piece.key], "u", colours) for piece in segment.below)
    css = segment.css
    return f"<s{_class(css)}>{items}{text}</s>"


def _alike(segment: Segment, part: TextPart, colours: Mapping[str, int]) -> str:
    """The class of a segment whose only two items are right and look alike; nothing of others."""
    if segment.other is not None or len(segment.above) != 1 or len(segment.below) != 1:
        return ""
    above, below = segment.above[0], segment.below[0]
    item, other = part.items[above.key], part.items[below.key]
    number = colours.get(item.item.label, 0)
    right = not item.wrong and not other.wrong and item.item.chain is None
    plain = above[1:] == below[1:] == (0, above.begins, False)
    if not number or not right or not plain or item.item.label != other.item.label:
        return ""
    return f"{'c' if above.begins else 'k'}{number}"


def _piece(piece: Piece, shown: Appearance, element: str, colours: Mapping[str, int]) -> str:
    """An item at a segment: its label where it begins, and the place that its mistake leads to."""
    item = shown.item
    row = "" if not piece.row else f"{'g' if element == 'b' else 'y'}{piece.row}"
    css = " ".join(filter(None, (row, colour_of(item, colours), shown.shape, "gap" * piece.gap)))
    if not piece.begins:
        return f"<{element}{_class(css)}></{element}>"
    place = f" id={item.anchor}" if shown.first and item.keys else ""
    chain = f" data-chain={item.chain}" if item.chain is not None else ""
    return f"<{element}{_class(css)}{place}{chain}>{_plain(item.label or '–')}</{element}>"


def _class(names: str) -> str:
    """The attribute of these classes; nothing for none."""
    return "" if not names else f' class="{names}"' if " " in names else f" class={names}"


def _plain(text: str) -> str:
    """Text of a document as HTML; control and bidirectional characters are shown by their codes."""
    return escape(visible(text), quote=False)
