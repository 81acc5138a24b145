"""The output of `nerkit cky` for people: sentences with their parses, tables of the algorithm,
conversions.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from nerkit.grammar.ambiguity import (
    ATTACHMENT,
    BRACKETING,
    CATEGORY,
    COORDINATION,
    ParseDifference,
    ParseReading,
)
from nerkit.grammar.cnf import Conversion
from nerkit.grammar.notation import spelt
from nerkit.grammar.parsing import Parse, ParsedSentence, ParseOptions
from nerkit.grammar.rules import GrammarRule, Symbol
from nerkit.grammar.table import Span, Table, Versions, too_large
from nerkit.ground.limits import LONGEST_TABLES, MOST_DIGITS
from nerkit.ground.plain_text import message, visible

WIDTH = 80  # columns; a wider tree is written on several lines
LONG = 60  # digits; of a longer number only the beginning is written
SHOWN = 12  # differences of bracketing that are listed


EMPTY = "(())"  # a sentence without a parse, in files of trees


def trees(found: ParsedSentence) -> list[str]:
    """Trees for programs, one per line: all trees if all were found, otherwise the best tree."""
    listed = [*(found.trees or ()), *(one.tree for one in found.k_best or ())]
    return listed or [found.best.tree if found.best else EMPTY]


def sentence(found: ParsedSentence, asked: ParseOptions) -> str:
    """The words of a sentence, and indented lines about its parses."""
    return _block([visible(" ".join(found.sentence.words)), *(f"  {line}" for line in _about(found, asked))])


def _block(lines: Iterable[str]) -> str:
    return "".join(f"{message(line)}\n" for line in lines)


def _about(found: ParsedSentence, asked: ParseOptions) -> Iterator[str]:
    """Yield the lines about the parses of a sentence."""
    if not found.recognised:
        unknown = ", ".join(map(visible, found.unknown))
        yield f"no parse; the grammar does not have the words {unknown}" if unknown else "no parse"
        return
    if found.parses is not None:
        yield number_of_parses(found.parses)
    elif not asked.count or not found.uncounted:
        yield "recognised"
    else:
        yield "recognised; more parses than are counted"
    for place, text in enumerate(found.trees or (), 1):
        yield from numbered(place, text)
    if asked.best:
        yield from _best(found)
    for place, one in enumerate(found.k_best or (), 1):
        yield f"{place}. probability {chance(one)}"
        yield from (f"   {line}" for line in pretty(visible(one.tree), WIDTH - 5))
    for difference in (found.ambiguity or ())[:SHOWN]:
        yield from _difference(difference, found.sentence.words)


def _best(found: ParsedSentence) -> Iterator[str]:
    """Yield the lines about the best parse of a sentence."""
    if found.best is None:
        yield "best: none, every parse has a rule of probability 0"
        return
    yield f"best: probability {chance(found.best)}{', one of several' if found.tied else ''}"
    yield from (f"  {line}" for line in pretty(visible(found.best.tree), WIDTH - 4))


def number_of_parses(count: int) -> str:
    """The number of parses as text: `1 parse`, `36,122 parses`, or the first digits of a long number."""
    if count >= 10**MOST_DIGITS:
        return "over 10^4300 parses"
    text = f"{count:,}"
    digits = len(str(count))
    if digits > LONG:
        text = f"{str(count)[:20]}… ({digits} digits)"
    return f"{text} parse{'' if count == 1 else 's'}"


def chance(parse: Parse) -> str:
    """The probability of a parse as text. A probability below the smallest float is written as a
    power of 2.
    """
    return f"{parse.probability:.6g}" if parse.probability else f"2^{parse.log2_probability:.6g}"


def numbered(place: int, tree: str) -> Iterator[str]:
    """Yield the lines of a tree, with its number before the first line."""
    head = f"{place}. "
    lines = pretty(visible(tree), WIDTH - len(head) - 2)
    yield head + lines[0]
    yield from (" " * len(head) + line for line in lines[1:])


def pretty(tree: str, width: int) -> list[str]:
    """A tree on one line if it fits into *width* columns. Otherwise its children are on indented lines below
    it.
    """
    lines: list[str] = []
    todo: list[tuple[int, str, int]] = [(0, tree, 0)]  # indentation, text, brackets to close behind it
    while todo:
        indent, text, closing = todo.pop()
        if len(text) + indent + closing <= width or "(" not in text[1:]:
            lines.append(" " * indent + text + ")" * closing)
            continue
        label, children = _parts(text)
        lines.append(" " * indent + "(" + label)
        last = len(children) - 1
        todo += [
            (indent + 2, child, (closing + 1) * (place == last))
            for place, child in reversed(list(enumerate(children)))
        ]
    return lines


def _parts(text: str) -> tuple[str, list[str]]:
    """The label of a tree, and its children, which are words and trees."""
    label, _, rest = text[1:-1].partition(" ")
    children: list[str] = []
    depth = begin = 0
    for place, character in enumerate(rest):
        depth += (character == "(") - (character == ")")
        if character == " " and depth == 0:
            children.append(rest[begin:place])
            begin = place + 1
    return label, [*children, rest[begin:]]


def _difference(found: ParseDifference, words: Sequence[str]) -> Iterator[str]:
    """Yield the lines about a place where parses differ."""
    text = visible(" ".join(words[slice(*found.words)]))
    where = f"[{found.words[0]},{found.words[1]}]"
    category = f"{visible(found.category)} " if found.category else ""
    if found.kind == BRACKETING:
        yield f"{found.kind}: {category}{text!r} {where} in {number_of_parses(found.readings[0].parses)}"
        return
    yield f"{found.kind}: {category}{text!r} {where}"
    for reading in found.readings:
        yield f"  {number_of_parses(reading.parses)}: {_reading(found.kind, reading, words)}"


def _reading(kind: str, reading: ParseReading, words: Sequence[str]) -> str:
    """A reading of an ambiguous place as text."""
    texts = [visible(" ".join(words[slice(*span)])) for span in reading.words]
    name = visible(reading.category)
    if kind == ATTACHMENT:
        return f"to {name} {texts[0]!r}"
    if kind == COORDINATION:
        return " and ".join(map(repr, texts))
    assert kind == CATEGORY
    return name


def drawn(tables: Sequence[Table]) -> Iterator[str]:
    """Yield the drawing of each table: a column for each word, a row for each beginning, then all pointers.

    Raises InputError if the drawings have more than LONGEST_TABLES characters together.
    """
    size = 0
    for table in tables:
        texts = {
            (first, last): [*_entries(entries), f"[{first},{last}]"]
            for (first, last), entries in table.cells.items()
        }
        widths = _widths(table, texts)
        size += sum(height for _, height in _heights(texts)) * (sum(widths) + 3 * len(widths))
        if size > LONGEST_TABLES:
            raise too_large(table.sentence, f"{LONGEST_TABLES:,} characters")
        yield _block(_grid(table.sentence.words, texts, widths)) + "".join(_pointers(table))


def _widths(table: Table, texts: Mapping[Span, Sequence[str]]) -> list[int]:
    """The width of each column: the longest line in its word and its cells."""
    widths = list(map(len, table.sentence.words))
    for (_, last), lines in texts.items():
        widths[last - 1] = max(widths[last - 1], *map(len, lines))
    return widths


def _heights(texts: Mapping[Span, Sequence[str]]) -> list[tuple[int, int]]:
    """The first word and the number of lines of each row: an edge and the highest cell."""
    heights: dict[int, int] = {}
    for (first, _), lines in texts.items():
        heights[first] = max(heights.get(first, 0), len(lines) + 1)
    return sorted(heights.items())


def _grid(words: Sequence[str], texts: Mapping[Span, Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    """Yield the lines of the drawing, from the words down."""
    count = len(words)
    edge = "+".join(["", *("-" * (width + 2) for width in widths), ""])
    yield " ".join(["", *(f" {word:<{w}} " for word, w in zip(words, widths, strict=True))]).rstrip()
    blank = 0
    for first, height in _heights(texts):
        yield " " * blank + edge[blank:]
        row = [texts[first, last] for last in range(first + 1, count + 1)]
        padded = [[*cell[:-1], *[""] * (height - 1 - len(cell)), cell[-1]] for cell in row]
        for level in range(height - 1):
            cells = (f" {cell[level]:<{w}} " for cell, w in zip(padded, widths[first:], strict=True))
            yield " " * blank + "|".join(["", *cells, ""])
        blank += widths[first] + 3
    blank -= widths[-1] + 3
    yield " " * blank + edge[blank:]
    yield ""


def _entries(entries: Mapping[str, Versions]) -> list[str]:
    """The nonterminals of a cell, with the number of versions of entries that have several."""
    return [
        visible(name) + (f" ×{len(versions)}" if len(versions) > 1 else "")
        for name, versions in entries.items()
    ]


def _pointers(table: Table) -> Iterator[str]:
    """Yield a line for each version of each entry, in the order of the algorithm."""
    for (first, last), entries in table.cells.items():
        for name, versions in entries.items():
            before = f"[{first},{last}] {visible(name)} -> "
            yield "".join(f"{before}{visible(version)}\n" for version in versions)


def conversion(rules: Sequence[Conversion]) -> str:
    """Two columns as text: the rules of the grammar, and the rules in normal form that replace each."""
    rows = []
    for one in rules:
        right = _grouped(one.converted)
        rows += [(_rule(one.rule) if place == 0 else "", text) for place, text in enumerate(right or ["-"])]
    width = max(len("grammar"), *(len(left) for left, _ in rows))
    lines = [f"{left:<{width}}   {right}".rstrip() for left, right in [("grammar", "normal form"), *rows]]
    return _block(lines)


def _rule(rule: GrammarRule) -> str:
    """A rule as text, with its probability."""
    share = "" if rule.probability is None else f" [{rule.probability:.6g}]"
    return visible(f"{spelt(Symbol(rule.left))} -> {' '.join(map(spelt, rule.right))}{share}")


def _grouped(rules: Sequence[GrammarRule]) -> list[str]:
    """Rules as text. Adjacent rules that rewrite one symbol as a word share a line."""
    lines: list[str] = []
    before: GrammarRule | None = None
    for rule in rules:
        text = _rule(rule)
        if before is not None and before.lexical and rule.lexical and before.left == rule.left:
            lines[-1] += f" | {text.partition(' -> ')[2]}"
        else:
            lines.append(text)
        before = rule
    return lines
