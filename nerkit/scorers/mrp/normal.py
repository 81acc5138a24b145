"""Normalised MRP graphs: values as strings, edges turned round, anchors as sets of characters.

case        labels, names and values become `str(value).lower()`: 42 equals "42", True equals "true", None
            equals "none", and 42.0 differs from "42"
edges       before that, an edge with a `normal` is turned round and gets the label `normal`. Without a
            `normal`, `mod` becomes an inverted `domain`. A label that ends in `-of` and does not begin with
            `prep-` is inverted, too, in every framework (`consist-of` as well)
attributes  remote, effective and member are left out if they are false
labels      labels of edges are left out if unlabelled graphs are asked for
anchors     under `mtool`, touching spans of a node are merged and cut to the input. Blanks and punctuation
            are stripped at both ends of each span. Under `page`, the spans are one set of positions, and
            blanks and punctuation are stripped at both ends of the set

An anchor is compared as the set of its positions that are not blank: an integer with a bit for each position.
The set is empty for punctuation. Without an input, an anchor is compared as the tuple of its merged spans.
Spans that cover nothing are not an anchor.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from nerkit.corpora.mrp import Edge, MrpGraph, Node, base
from nerkit.scorers.mrp.options import PARTS

BLANK = " \t\n\f"
PUNCTUATION = ".?!;,:“\"”‘'’()[]{}"
PERIPHERY = PUNCTUATION + BLANK
INVISIBLE = re.compile(r"[ \t\n\f]")
OUTSIDE = re.compile(r"[ \t\n\f.?!;,:“\"”‘'’()\[\]{}]")
DEFAULTS = {("remote", "false"), ("effective", "false"), ("member", "false")}

Spans = tuple[tuple[int, int], ...]
Anchor = int | Spans  # the positions as bits, or the spans if there is no text


@dataclass(frozen=True)
class NormalRules:
    """The rules of normalisation.

    anchors   `mtool` or `page`
    parts     the names in PARTS that are applied
    labelled  whether edges keep their labels
    """

    anchors: str = "mtool"
    parts: frozenset[str] = frozenset(PARTS)
    labelled: bool = True


@dataclass(slots=True)
class NormalEdge:
    """A normalised edge between two nodes (0-based). *remote* says whether an attribute is called
    `remote`.
    """

    source: int
    target: int
    label: str | None
    attributes: tuple[tuple[str, str], ...] = ()
    remote: bool = False


@dataclass(slots=True)
class NormalGraph:
    """A normalised graph. Each list has an entry for each node.

    text             whether there is an input, so that anchors are sets of positions
    tops             the tops (0-based nodes), distinct
    anchors, spans   the anchor and the spans of each node; None and () for a node without an anchor
    """

    size: int = 0
    text: bool = False
    tops: tuple[int, ...] = ()
    labels: list[str | None] = field(default_factory=list)
    properties: list[tuple[tuple[str, str], ...]] = field(default_factory=list)
    anchors: list[Anchor | None] = field(default_factory=list)
    spans: list[Spans] = field(default_factory=list)
    edges: list[NormalEdge] = field(default_factory=list)


def normalise(graph: MrpGraph | None, rules: NormalRules) -> NormalGraph:
    """Normalise a graph. None becomes a graph without nodes and without a text."""
    if graph is None:
        return NormalGraph()
    text = _InputText(graph.input, rules)
    lower = "case" in rules.parts
    normal = NormalGraph(len(graph.nodes), bool(graph.input), tuple(dict.fromkeys(graph.tops)))
    for node in graph.nodes:
        normal.labels.append(None if node.label is None else _string(node.label, lower=lower))
        normal.properties.append(_pairs(node.properties, lower=lower))
        spans = text.spans(node)
        normal.spans.append(spans or ())
        normal.anchors.append(None if spans is None else text.anchor(spans))
    normal.edges = [_edge(edge, rules, lower=lower) for edge in graph.edges]
    return normal


def _string(value: Any, *, lower: bool) -> str:
    return str(value).lower() if lower else str(value)


def _pairs(pairs: Iterable[tuple[Any, Any]], *, lower: bool) -> tuple[tuple[str, str], ...]:
    """The distinct (name, value) pairs as strings."""
    return tuple(
        dict.fromkeys((_string(name, lower=lower), _string(value, lower=lower)) for name, value in pairs)
    )


def _edge(edge: Edge, rules: NormalRules, *, lower: bool) -> NormalEdge:
    """Normalise an edge."""
    source, target, label, normal, written, bare, _ = edge
    if "edges" in rules.parts:
        if normal is None:
            normal = base(label)
        if normal:
            source, target, label = target, source, normal
    attributes = _pairs(written, lower=lower)
    if "attributes" in rules.parts:
        attributes = tuple(pair for pair in attributes if pair not in DEFAULTS)
    remote = any(name == "remote" for name, _ in attributes)
    shown = None if label is None or not rules.labelled else _string(label, lower=lower)
    return NormalEdge(source, target, shown, () if bare else attributes, remote)


class _InputText:
    """The input of a graph, and masks of its characters as bits.

    visible   the characters that are not blank
    inside    the characters that are neither blank nor punctuation, under `page`
    """

    def __init__(self, text: str | None, rules: NormalRules) -> None:
        self.text, self.rules = text or "", rules
        self.whole = rules.anchors == "page"
        self.visible = _bits_without(INVISIBLE, self.text)
        self.inside = _bits_without(OUTSIDE, self.text) if self.whole else 0

    def spans(self, node: Node) -> Spans | None:
        """The normalised spans of a node; None for a node without an anchor."""
        if node.anchors is None:
            return None
        if "anchors" not in self.rules.parts:
            return node.anchors
        runs = self._runs(node.anchors)
        if not runs:
            return None
        return (
            tuple(self._stripped(start, end) for start, end in runs) if self.text and not self.whole else runs
        )

    def anchor(self, spans: Spans) -> Anchor:
        """Return spans in the form in which anchors are compared: positions as bits, or the spans without an
        input.
        """
        if not self.text:
            return spans
        positions = 0
        trimmed = not self.whole and "anchors" not in self.rules.parts
        for span in spans:
            start, end = self._stripped(*span) if trimmed else self._cut(*span)
            if end > start:
                positions |= (1 << end) - (1 << start)
        return self._peeled(positions) if self.whole else positions & self.visible

    def _runs(self, spans: Spans) -> Spans:
        """Merge spans that touch, overlap, or have only blanks between them.

        As in mtool, the characters between two spans begin with the last character of the first span.
        """
        if len(spans) == 1:
            return spans if spans[0][1] > spans[0][0] else ()
        runs: list[tuple[int, int]] = []
        for start, end in sorted(span for span in spans if span[1] > span[0]):
            first, last = runs[-1] if runs else (0, -1)
            if start <= last or (last > 0 and self.text[last - 1 : start].isspace()):
                runs[-1] = (first, max(last, end))
            else:
                runs.append((start, end))
        return tuple(runs)

    def _cut(self, start: int, end: int) -> tuple[int, int]:
        """Cut a span to the text."""
        end = max(min(end, len(self.text)), 0)
        return min(max(start, 0), end), end

    def _stripped(self, start: int, end: int) -> tuple[int, int]:
        """Cut a span to the text, without punctuation and blanks at its ends. If nothing is left, return
        (end, end).
        """
        start, end = self._cut(start, end)
        left = self.text[start:end].lstrip(PERIPHERY)
        start = end - len(left)
        return start, start + len(left.rstrip(PERIPHERY)) if left else end

    def _peeled(self, positions: int) -> int:
        """The visible positions from the first to the last that are neither blank nor punctuation."""
        core = positions & self.inside
        if not core:
            return 0
        first = (core & -core).bit_length() - 1  # x & -x is the lowest bit of x
        return positions & self.visible & ((1 << core.bit_length()) - (1 << first))


def _bits_without(pattern: "re.Pattern[str]", text: str) -> int:
    """An integer whose bit i is 1 unless a match of *pattern* begins at character i of *text*."""
    ones = bytearray(b"1") * len(text)
    for match in pattern.finditer(text):
        ones[len(text) - 1 - match.start()] = 48  # "0"
    return int(ones or b"0", 2)
