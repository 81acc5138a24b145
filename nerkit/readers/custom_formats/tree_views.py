"""Views of span trees as lists of records: the nodes of a tree, or the steps of a binary tree.

    views = { nodes = { root = false }, steps = { binarise = "right", leaves = false, hoist = { … } } }

This table adds two fields to a document, `nodes` and `steps`. The keys of a view:

    leaves, root   whether the view lists these nodes (true)
    binarise       "right": lists of more than two nodes become chains to the right. A nucleus is joined
                   with its left satellites first, then with its right satellites, nearest first. With
                   "left", lists become chains to the left. With "none" (default), the tree is unchanged.
    hoist          { field = "initials" }: the value is the first letters of the children's values;
                   { field = "satellite-or-left" }: the value of the satellite, otherwise of the left child

A record has `span`, the half-open range of units below the node, and the fields of the node. With `units =
"characters"` a range counts the characters of the units' texts without white space.

    ( S N S )   ->   ( ( S N ) S )        ( N N N )   ->   ( N ( N N ) )
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from nerkit.exceptions import nearest
from nerkit.readers.custom_formats import ReadDocument, TableFormat
from nerkit.readers.xml_text import TextPlace

NUCLEUS, SATELLITE = "Nucleus", "Satellite"
BINARISE = ("right", "left", "none")
HOIST = ("initials", "satellite-or-left")
UNITS = ("units", "characters")
KEYS = {"views": "{table}", "units": "text*"}
VIEW = ("leaves", "root", "binarise", "hoist")


@dataclass(slots=True)
class TreeNode:
    """A node of a span tree, with its half-open range of units. The field `nuc` says whether it is a
    nucleus or satellite.
    """

    start: int
    end: int
    fields: dict[str, Any]
    place: TextPlace
    children: "list[TreeNode]" = field(default_factory=list)
    text: str = ""

    @property
    def is_satellite(self) -> bool:
        return self.fields.get("nuc") == SATELLITE


def check(form: TableFormat) -> None:
    """Raise InputError for invalid views."""
    table = form.table
    for name, view in table["views"].items():
        form.check_keys(view, VIEW, "views", name)
        for key in ("leaves", "root"):
            if not isinstance(view.get(key, True), bool):
                form.fail(f"{key} must be true or false", "views", name, key)
        listed = [("binarise", view.get("binarise", "none"), BINARISE)]
        hoist = view.get("hoist", {})
        if not isinstance(hoist, dict):
            form.fail('hoist must be a table, { nuc = "initials" }', "views", name, "hoist")
        for key, value, known in [*listed, *((key, value, HOIST) for key, value in hoist.items())]:
            if value not in known:
                problem = f"{key} must be one of {', '.join(known)}{nearest(str(value), known)}"
                form.fail(problem, "views", name, key)
    if table.get("units", UNITS[0]) not in UNITS:
        form.fail(f"units must be one of {', '.join(UNITS)}", "units")


def document(root: TreeNode, table: Mapping[str, Any]) -> ReadDocument:
    """The document of a tree: its views, and the texts of its units.

    Raises InputError if children leave a gap or overlap.
    """
    nodes = list(_below(root))
    for node in nodes:
        _check_tiles(node)
    leaves = [node for node in nodes if not node.children]
    in_characters = table.get("units") == "characters"
    sizes = [len("".join(leaf.text.split())) if in_characters else 1 for leaf in leaves]
    begin = list(accumulate(sizes, initial=0))
    fields: dict[str, Any] = {}
    if all(leaf.text for leaf in leaves) and not in_characters:
        fields["tokens"] = [leaf.text for leaf in leaves]
    lines: dict[str, list[int]] = {}
    for name, view in table["views"].items():
        listed = list(_listed(_binary(root, view.get("binarise", "none")), view))
        first = root.start
        fields[name] = [
            {"span": [begin[node.start - first], begin[node.end - first]]} | _hoisted(node, view)
            for node in listed
        ]
        lines[name] = [node.place.line for node in listed]
    return ReadDocument(None, fields, None, lines)


def _below(root: TreeNode) -> Iterator[TreeNode]:
    """Yield a node and its descendants, each node before its children, in text order."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


def _check_tiles(node: TreeNode) -> None:
    """Raise InputError if the children do not cover their node without gaps and overlaps."""
    at = node.start
    for child in node.children:
        if child.start != at:
            raise child.place.error(
                f"unit {child.start + 1} follows unit {at}: children tile the span of their node"
            )
        at = child.end
    if node.children and at != node.end:
        problem = f"the span ends with unit {node.end}, its children with {at}: children tile their span"
        raise node.place.error(problem)


def _listed(root: TreeNode, view: Mapping[str, Any]) -> Iterator[TreeNode]:
    for node in _below(root):
        if (node.children or view.get("leaves", True)) and (node is not root or view.get("root", True)):
            yield node


def _binary(root: TreeNode, how: str) -> TreeNode:
    if how == "none":
        return root
    made: dict[int, TreeNode] = {}
    for node in reversed(list(_below(root))):  # children before their node
        children = [made[id(child)] for child in node.children]
        while len(children) > 2:
            _join_two(children, how)
        made[id(node)] = TreeNode(node.start, node.end, node.fields, node.place, children, node.text)
    return made[id(root)]


def _join_two(children: list[TreeNode], how: str) -> None:
    """Replace two adjacent children by a new node, in the order that *how* prescribes."""
    nuclei = [place for place, child in enumerate(children) if not child.is_satellite]
    of_list = len(children) - 2 if how == "right" else 0
    first = max(nuclei[0] - 1, 0) if len(nuclei) == 1 else of_list
    pair = children[first : first + 2]
    head = next((child for child in pair if not child.is_satellite), pair[0])
    children[first : first + 2] = [TreeNode(pair[0].start, pair[1].end, head.fields, pair[0].place, pair)]


def _hoisted(node: TreeNode, view: Mapping[str, Any]) -> dict[str, Any]:
    fields = dict(node.fields)
    for name, how in view.get("hoist", {}).items() if node.children else ():
        fields[name] = _from_children(node.children, name, how)
    return fields


def _from_children(children: Sequence[TreeNode], name: str, how: str) -> Any:
    if how == "initials":
        return "".join(str(child.fields.get(name, ""))[:1] for child in children)
    chosen = next((child for child in children if child.is_satellite), children[0])
    return chosen.fields.get(name)
