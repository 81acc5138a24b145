"""Trees of units and groups in XML, where each part names its parent, as written by RSTTool (rs3).

    <segment id="1" parent="5" relname="span">…</segment>      a unit of text
    <group id="5" type="span"/>                                a nucleus with its satellites
    <group id="6" type="multinuc" parent="7" relname="List"/>  several nuclei

The parent of a satellite is its nucleus. The parent of a nucleus is a group; its relname is `span`, or a
relation of several nuclei. A file is a document. Keys of the table: `views` and `units` (`tree_views`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.custom_formats import ReadDocument, TableFormat, tree_views
from nerkit.readers.custom_formats.tree_views import NUCLEUS, SATELLITE, TreeNode
from nerkit.readers.xml_text import TextPlace, XmlReading

KEYS = tree_views.KEYS
MULTINUC = "multinuc"
SPAN = "span"  # relation of a nucleus to the group above it


def described(form: TableFormat) -> TableFormat:
    """The format of such trees in a table. Raises InputError for an invalid table."""
    tree_views.check(form)

    def read(source: Source) -> Iterator[ReadDocument]:
        item = tree_views.document(_ParentTree(source).tree(), form.table)
        yield item._replace(fields=form.finish(item.fields))

    return form._replace(read=read)


@dataclass(slots=True)
class _TreePart:
    """A segment or a group, with the parts that name it as their parent: nuclei and satellites."""

    id: str
    attributes: Mapping[str, str]
    place: TextPlace
    unit: int = -1  # the number of a segment
    words: list[str] = field(default_factory=list)
    nuclei: "list[_TreePart]" = field(default_factory=list)
    satellites: "list[_TreePart]" = field(default_factory=list)


class _ParentTree(XmlReading):
    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.parts: dict[str, _TreePart] = {}
        self.kinds: dict[str, set[str]] = {}  # relation -> its types in the header
        self.open: _TreePart | None = None
        self.units = 0
        self.parse()

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start tag of a relation, a segment or a group."""
        if name == "rel":
            self.kinds.setdefault(attributes.get("name", ""), set()).add(attributes.get("type", ""))
        if name not in ("segment", "group"):
            return
        part = _TreePart(attributes.get("id", ""), attributes, self.here)
        if not part.id or part.id in self.parts:
            raise part.place.error(f"the id {part.id!r} occurs twice" if part.id else f"the {name} has no id")
        if name == "segment":
            part.unit, self.open = self.units, part
            self.units += 1
        self.parts[part.id] = part

    def end(self, name: str) -> None:
        if name == "segment":
            self.open = None

    def characters(self, text: str) -> None:
        if self.open is not None:
            self.open.words.append(text)

    def tree(self) -> TreeNode:
        """The tree of the file. Raises InputError if the parents do not form a tree."""
        roots = [part for part in self.parts.values() if not self._hang(part)]
        if len(roots) != 1:
            named = ", ".join(repr(part.id) for part in roots[:5]) or "none"
            raise InputError(
                f"{len(roots)} parts without a parent ({named}), not one", source=self.name, line=1
            )
        done: dict[str, TreeNode] = {}
        order = self._children_first(roots[0])
        for part in order:
            done[part.id] = self._node(part, done)
        if len(order) != len(self.parts):
            lost = next(part for part in self.parts.values() if part.id not in done)
            raise lost.place.error(f"{lost.id!r} is not below the root, because its parents form a cycle")
        root = done[roots[0].id]
        root.fields = {"nuc": "Root"}
        return root

    def _hang(self, part: _TreePart) -> bool:
        """Attach a part to its parent; return whether it has a parent."""
        name, relation = part.attributes.get("parent"), part.attributes.get("relname", "")
        if name is None:
            return False
        parent = self.parts.get(name)
        if parent is None:
            raise part.place.error(f"the parent {name!r} is not a part of this file")
        several = parent.attributes.get("type") == MULTINUC and self.kinds.get(relation, {MULTINUC}) & {
            MULTINUC
        }
        (parent.nuclei if relation == SPAN or several else parent.satellites).append(part)
        return True

    def _children_first(self, root: _TreePart) -> list[_TreePart]:
        order, stack, seen = list[_TreePart](), [root], set[str]()
        while stack:
            part = stack.pop()
            if part.id in seen:
                continue
            seen.add(part.id)
            order.append(part)
            stack += [*part.nuclei, *part.satellites]
        return order[::-1]

    def _node(self, part: _TreePart, done: Mapping[str, TreeNode]) -> TreeNode:
        """The tree of a part, with its satellites as siblings of the part under a new node."""
        if part.unit >= 0:
            own = TreeNode(part.unit, part.unit + 1, {}, part.place, text="".join(part.words).strip())
        elif not part.nuclei:
            raise part.place.error(f"the group {part.id!r} has no nucleus")
        elif len(part.nuclei) == 1:
            own = done[part.nuclei[0].id]
        else:
            own = _over(part, [self._as(one, NUCLEUS, done) for one in part.nuclei])
        if not part.satellites:
            return own
        own.fields = {"nuc": NUCLEUS, "rel": SPAN}
        return _over(part, [own, *(self._as(one, SATELLITE, done) for one in part.satellites)])

    def _as(self, part: _TreePart, nuc: str, done: Mapping[str, TreeNode]) -> TreeNode:
        node = done[part.id]
        node.fields = {"nuc": nuc, "rel": part.attributes.get("relname", "")}
        return node


def _over(part: _TreePart, children: list[TreeNode]) -> TreeNode:
    children.sort(key=lambda child: child.start)
    return TreeNode(children[0].start, children[-1].end, {}, part.place, children)
