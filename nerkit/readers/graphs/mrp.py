"""MRP JSONL: one meaning representation graph per line, as CoNLL 2019 and 2020 defined them (0.9 to 1.1).

    {"id": "1", "flavor": 0, "framework": "dm", "version": 1.1, "time": "2020-01-01",
     "input": "Pierre joined.", "tops": [1],
     "nodes": [{"id": 0, "label": "Pierre", "properties": ["pos"], "values": ["NNP"],
                "anchors": [{"from": 0, "to": 6}]}, …],
     "edges": [{"source": 1, "target": 0, "label": "ARG1", "normal": …,
                "attributes": ["remote"], "values": [true]}]}

Required are `id` (a string, or a number that nerkit reads as a string) and `time`; nodes, tops and edges are
optional. `attributes` of an edge may be called `properties` (2019). A repeated edge (equal ends and label)
counts once, with its first attributes. An empty edge label counts as missing. Attributes can lack values;
properties cannot, and an incomplete list of values is an error. nerkit ignores anchors without `from` and
`to`, and blank lines. It keeps unknown fields in `meta`.

Invalid graphs are an error that lists all of them. With *skip_invalid* they are left out and listed in
`skipped`. With *repair* the copies of a node that agree are merged first, and counted. Published UCCA outputs
list a node in full and again with its id alone.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from nerkit.corpora.mrp import FLAVORS, Edge, MrpGraph, MrpGraphs, Node, Pairs, Skipped
from nerkit.exceptions import InputError, plural
from nerkit.ground.limits import MOST_PROBLEMS
from nerkit.ground.warnings import Warned, listed
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.graphs.graph_table import GraphTable
from nerkit.readers.json_text import (
    TOO_DEEP,
    Path,
    Value,
    decode,
    is_broken,
    shown,
    values,
)
from nerkit.readers.spans.span_table import Tally

NESTED = (list, dict)  # types that are not ids or labels
TIME = re.compile(r"\d{4}-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\d|3[01])( \((\d|[01]\d|2[0-3]):[0-5]?\d\))?")
OWN = ("id", "framework", "flavor", "language", "input", "tops", "nodes", "edges")
ID = re.compile(r'"id"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d+))')
SINGULAR = {"properties": "property", "attributes": "attribute"}
LISTED = 20  # invalid graphs that a message lists
FORM = (
    'a graph is one line: {"id": …, "time": "2020-01-31", "framework": …, '
    '"nodes": […], "edges": […], "tops": […]}'
)
REMEDY = "repair the lines, or leave out these graphs with skip_invalid=True"
REPEATED = "a second node with the id"
MERGE = "merge agreeing copies of a node with repair=True; skip_invalid=True would leave out the graphs"


class InvalidError(Exception):
    """Raised for an invalid graph, with the path to the wrong part."""

    def __init__(self, problem: str, *path: str | int) -> None:
        super().__init__(problem)
        self.problem, self.path = problem, path


def read(
    sources: Iterable[Source],
    *,
    skip_invalid: bool = False,
    repair: bool = False,
    literal: bool = False,  # noqa: ARG001  (the readers of graphs take the same)
    comments: bool = False,  # noqa: ARG001
) -> MrpGraphs:
    """All graphs of the files.

    Raises InputError (file, line, column, remedy, the places of further errors) for invalid graphs.
    """
    table, problems, skipped = GraphTable(), list[InputError](), list[Skipped]()

    def add(source: Source, _: GraphTable) -> None:
        """Add the valid graphs of an input to the table, and the invalid graphs to the lists."""
        for line, text in source.lines():
            if not text or text.isspace():
                continue
            decoded = None
            try:
                decoded = decode(text)
                graph = from_mrp(decoded, table.tally, repair=repair)
            except InvalidError as error:
                problems.append(_located(error, decoded, source.name, line, text))
                skipped.append(_skipped(problems[-1], decoded))
            except ValueError:
                problems.append(_not_json(source.name, line, text))
                skipped.append(_skipped(problems[-1], text))
            else:
                graph.source, graph.line = source.name, line
                table.graphs.append(graph)
            if len(problems) >= MOST_PROBLEMS and not skip_invalid:
                _fail(problems, has_valid=bool(table.graphs))

    corpus = table.read(sources, add)
    if problems and not skip_invalid:
        _fail(problems, has_valid=bool(table.graphs))
    return replace(corpus, warnings=(*corpus.warnings, *_count(problems)), skipped=tuple(skipped))


def from_mrp(decoded: Any, tally: Tally, *, timed: bool = True, repair: bool = False) -> MrpGraph:
    """The graph of a JSON object from a file. Raises InvalidError for an object that is not a graph."""
    if not isinstance(decoded, dict):
        raise InvalidError(f"{shown(decoded)} is not a graph")
    id_ = decoded.get("id")
    if not isinstance(id_, str | int) or isinstance(id_, bool):
        raise InvalidError("a graph without id" if id_ is None else "an id must be a string", "id")
    if timed:
        _check_time(decoded.get("time"))
    graph = MrpGraph(
        str(id_),
        framework=_optional(decoded, "framework", str),
        flavor=_optional(decoded, "flavor", int),
        language=_optional(decoded, "language", str),
        input=_optional(decoded, "input", str),
        meta={key: decoded[key] for key in decoded if key not in OWN},
    )
    if graph.flavor is None:
        graph.flavor = FLAVORS.get(graph.framework or "", (None,))[0]
    place: dict[Any, int] = {}
    listed = _list(decoded, "nodes")
    for at, node in _merged(listed, tally) if repair else enumerate(listed):
        graph.nodes.append(_node(node, at, place))
    _add_edges(graph, _list(decoded, "edges"), place, tally)
    for at, top in enumerate(_list(decoded, "tops")):
        graph.tops.append(_end(top, place, "top", "tops", at))
    _check_anchors(graph, tally)
    return graph


def _merged(listed: list[Any], tally: Tally) -> list[tuple[int, Any]]:
    """The nodes with their list positions, after merging copies (nodes with one id) into the first copy.

    Copies agree if each field that both have is equal, properties together with their values. A null field is
    missing; an empty list is not. Raises InvalidError if copies disagree, because any choice would be a
    guess. Elements that are not nodes, or have no id, stay unchanged.
    """
    first: dict[Any, int] = {}  # id -> position in `nodes`
    nodes: list[tuple[int, Any]] = []
    for at, node in enumerate(listed):
        name = node.get("id") if isinstance(node, dict) else None
        if name is None or isinstance(name, NESTED):
            nodes.append((at, node))
        elif name not in first:
            first[name] = len(nodes)
            nodes.append((at, node))
        else:
            place, known = nodes[first[name]]
            mine, theirs = _fields(known), _fields(node)
            for field in mine.keys() & theirs.keys() - {"id"}:
                # as JSON texts, 1, 1.0 and true differ
                if json.dumps(mine[field], sort_keys=True) != json.dumps(theirs[field], sort_keys=True):
                    problem = f"{REPEATED} {shown(name)}, with other {field}"
                    problem += ": repair=True merges copies that agree"
                    raise InvalidError(problem, "nodes", at, field)
            lacking = {key: value for key, value in node.items() if known.get(key) is None}
            nodes[first[name]] = place, {**known, **lacking}
    copies = len(listed) - len(nodes)
    tally.add("node", "merged into an earlier copy of the same id (repair=True)", copies)
    return nodes


def _fields(node: dict[str, Any]) -> dict[str, Any]:
    """The fields that are not missing. Properties are joined with their values."""
    present = {name: value for name, value in node.items() if value is not None}
    properties = [present.pop(name, None) for name in ("properties", "values")]
    return present if properties == [None, None] else {**present, "properties": properties}


def _node(decoded: Any, at: int, place: dict[Any, int]) -> Node:
    """A node of the graph; its number is registered under its id."""
    if not isinstance(decoded, dict):
        raise InvalidError(f"{shown(decoded)} is not a node", "nodes", at)
    name = decoded.get("id")
    if "id" not in decoded or isinstance(name, NESTED):
        raise InvalidError("the node has no id", "nodes", at, "id")
    if name in place:
        raise InvalidError(f"{REPEATED} {shown(name)}", "nodes", at, "id")
    place[name] = len(place)
    properties = _pairs(decoded, "properties", ("nodes", at)) if decoded.get("properties") else ()
    anchors = _anchors(decoded["anchors"], at) if decoded.get("anchors") is not None else None
    rest = {"anchorings": decoded["anchorings"]} if decoded.get("anchorings") else None
    return Node(name, _scalar(decoded.get("label"), ("nodes", at, "label")), properties, anchors, rest)


def _anchors(listed: Any, node: int) -> tuple[tuple[int, int], ...]:
    """The spans of a node, in the order of its list of anchors."""
    if not isinstance(listed, list):
        raise InvalidError("anchors must be a list", "nodes", node, "anchors")
    spans = []
    for at, span in enumerate(listed):
        if not isinstance(span, dict):
            raise InvalidError(f"{shown(span)} is not an anchor", "nodes", node, "anchors", at)
        start, end = span.get("from"), span.get("to")
        if type(start) is int and type(end) is int:
            spans.append((start, end))
            continue
        for key, value in (("from", start), ("to", end)):
            if value is not None and type(value) is not int:
                problem = f"{shown(value)} is not a position"
                raise InvalidError(problem, "nodes", node, "anchors", at, key)
    return tuple(spans)


def _pairs(owner: dict[str, Any], key: str, path: Path) -> Pairs:
    """Names and values from two parallel lists. Extra values are ignored."""
    names, listed = owner[key], owner.get("values")
    if not isinstance(names, list):
        raise InvalidError(f"{key} must be a list", *path, key)
    if not isinstance(listed, list) or len(listed) < len(names):
        count = len(listed) if isinstance(listed, list) else 0
        noun = SINGULAR[key] if len(names) == 1 else key
        raise InvalidError(f"{len(names)} {noun} and {plural(count, 'value')}", *path, key)
    return tuple(zip(names, listed, strict=False))


def _add_edges(graph: MrpGraph, listed: list[Any], place: dict[Any, int], tally: Tally) -> None:
    """Add the edges, without repeated edges."""
    seen = set()
    for at, decoded in enumerate(listed):
        edge = _edge(decoded, at, place)
        key = (edge.source, edge.target, edge.label)
        if key in seen:
            tally.add("edge", "repeating another edge between the same nodes, left out with its attributes")
            continue
        seen.add(key)
        graph.edges.append(edge)
        if edge.bare:
            tally.add("edge", "whose attributes have no values, which only marks the edge as remote")


def _edge(decoded: Any, at: int, place: dict[Any, int]) -> Edge:
    path = ("edges", at)
    if not isinstance(decoded, dict):
        raise InvalidError(f"{shown(decoded)} is not an edge", *path)
    source, target = (_end(decoded.get(end), place, "edge", *path, end) for end in ("source", "target"))
    label = _scalar(decoded.get("label"), (*path, "label"))
    label = None if label == "" else label
    normal = _scalar(decoded.get("normal"), (*path, "normal"))
    key = "attributes" if decoded.get("attributes") else "properties"
    bare = bool(decoded.get(key)) and not decoded.get("values")
    attributes: Pairs = ()
    if bare:
        names = decoded[key] if isinstance(decoded[key], list) else [decoded[key]]
        attributes = tuple((name, None) for name in names)
    elif decoded.get(key):
        attributes = _pairs(decoded, key, path)
    rest = {name: decoded[name] for name in ("id", "anchors") if decoded.get(name) is not None}
    return Edge(source, target, label, normal, attributes, bare, rest or None)


def _end(name: Any, place: dict[Any, int], what: str, *path: str | int) -> int:
    """The number of the node with an id."""
    try:
        return place[name]
    except (KeyError, TypeError):
        pass
    problem = (
        "an edge without its ends" if name is None else f"{what} of a node {shown(name)} that does not exist"
    )
    raise InvalidError(problem, *path)


def _optional(decoded: dict[str, Any], key: str, kind: type) -> Any:
    value = decoded.get(key)
    if value is None or type(value) is kind:
        return value
    raise InvalidError(f"{key} is {shown(value)}", key)


def _list(decoded: dict[str, Any], key: str) -> list[Any]:
    value = decoded.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise InvalidError(f"{key} must be a list", key)
    return value


def _scalar(value: Any, path: Path) -> Any:
    if isinstance(value, list | dict):
        raise InvalidError(f"{shown(value)} is not a label", *path)
    return value


def _check_time(time: Any) -> None:
    if time is None:
        raise InvalidError("a graph without time", "time")
    if not isinstance(time, str) or not TIME.fullmatch(time):
        raise InvalidError(f"{shown(time)} is not a time: 2020-01-31 or 2020-01-31 (23:59)", "time")


def _check_anchors(graph: MrpGraph, tally: Tally) -> None:
    """Count the anchors that go beyond the input. The scorer cuts them."""
    if not graph.input:
        return
    length = len(graph.input)
    for node in graph.nodes:
        if node.anchors and any(start < 0 or end > length for start, end in node.anchors):
            tally.add("node", "with anchors beyond the input, which were cut")


def _located(error: InvalidError, decoded: Any, name: str, line: int, text: str) -> InputError:
    """The error with its place in the line."""
    at = len(text) - len(text.lstrip())
    try:
        Value(decoded, name, line, text, at, line).fail(error.problem, *error.path, remedy=FORM)
    except InputError as located:
        return located


def _not_json(name: str, line: int, text: str) -> InputError:
    try:
        *before, last = values(name, iter([(line, text)]), FORM)
        last.fail("a second value on the line" if before else TOO_DEEP, remedy=FORM)
    except InputError as located:
        return located


def _skipped(error: InputError, decoded: Any) -> Skipped:
    """The record of a skipped graph. The line may not be JSON; its id is found if possible."""
    match = ID.search(decoded) if isinstance(decoded, str) else None
    body = decoded if isinstance(decoded, dict) else {"id": match and (match[1] or match[2])}
    name, framework = body.get("id"), body.get("framework")
    name = None if name is None else str(name)
    return Skipped(error.place, error.problem, name, framework if isinstance(framework, str) else None)


def _fail(problems: list[InputError], *, has_valid: bool) -> NoReturn:
    """Raise one error for all invalid graphs: the message of the first, and the places of the rest.

    The remedy suggests skipping invalid graphs only if at least one graph is valid.
    """
    first, *further = problems
    lines = [f"{e.place}: {e.problem}" for e in further[:LISTED]]
    more = [f"and {len(further) - LISTED:,} more"] if len(further) > LISTED else []
    merge = [MERGE] if any(e.problem.startswith(REPEATED) for e in problems) else []
    head = [f"{plural(len(further), 'more graph')}:"] if further else []
    first.remedy = "\n  ".join([*head, *lines, *more, *merge, REMEDY if has_valid or merge else FORM])
    raise first


def _count(problems: list[InputError]) -> list[Warned]:
    places = [f"{e.source}:{e.line} ({e.problem})" for e in problems]
    return listed("graphs-invalid", places)


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Whether to try this format on text that no format recognises: broken JSON, or any text for `nerkit
    mrp`.
    """
    return formats[0] == "mrp" or ("spacy" not in formats and is_broken(head))


# passing graphs to another process takes longer than reading them
READER = Reader(read, MrpGraphs, guess=_meant, cut="json lines")
