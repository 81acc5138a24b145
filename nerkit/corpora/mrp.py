"""Meaning representation graphs as MRP files hold them: nodes, edges, tops, anchors in a text.

Node and edge numbers are positions in the lists of a graph. The `id` of a node is its id in the file. Strings
are unchanged; scorers normalise them for comparison.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.corpora.corpus import Origin
from nerkit.exceptions import UsageError
from nerkit.ground.records import record

Pairs = tuple[tuple[Any, Any], ...]  # (name, value), as written
FLAVORS = {  # framework -> allowed flavors, the default first
    "dm": (0,),
    "psd": (0,),
    "pas": (0,),
    "ccd": (0,),
    "eds": (1,),
    "ptg": (1, 0),
    "ucca": (1,),
    "amr": (2,),
    "drg": (2,),
}


def base(label: Any) -> str | None:
    """The base label of an inverted label, guessed as mtool does if `normal` is missing; None for other
    labels.
    """
    if not isinstance(label, str):
        return None
    if label == "mod":
        return "domain"
    return label[:-3] or None if label.endswith("-of") and not label.startswith("prep-") else None


class Node(NamedTuple):
    """A node; *anchors* are half-open spans of the input, None if the field is missing.

    *rest* holds fields that no measure uses (`anchorings`).
    """

    id: Any
    label: Any = None
    properties: Pairs = ()
    anchors: tuple[tuple[int, int], ...] | None = None
    rest: dict[str, Any] | None = None


class Edge(NamedTuple):
    """An edge between two nodes of a graph; *normal* is the base label of an inverted edge.

    An attribute without a value (no `values` in the file) has the value None and is *bare*. *rest* holds `id`
    and `anchors`.
    """

    source: int
    target: int
    label: Any = None
    normal: Any = None
    attributes: Pairs = ()
    bare: bool = False
    rest: dict[str, Any] | None = None


@dataclass(slots=True)
class MrpGraph:
    """One graph, with its id, language and framework.

    tops        the top nodes, in the order of the file
    input       the text that anchors refer to, in code points
    meta        further fields of the file (time, version, source, provenance, targets)
    source      the file of the graph ("" in memory)
    line        1-based line at which the graph begins (0 in memory)
    """

    id: str
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    tops: list[int] = field(default_factory=list)
    framework: str | None = None
    flavor: int | None = None
    language: str | None = None
    input: str | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    source: str = ""
    line: int = 0

    @property
    def place(self) -> str:
        """`file:line` of the graph, or its id if it is from memory."""
        return f"{self.source}:{self.line}" if self.source else f"graph {self.id!r}"

    @property
    def cost(self) -> int:
        """An estimate of the time needed to match the graph."""
        return len(self.nodes) + len(self.edges)


class Skipped(NamedTuple):
    """A graph that was left out: its place, and its id and framework if nerkit could read them."""

    place: str
    problem: str
    id: str | None = None
    framework: str | None = None


@record(frozen=True)
class MrpGraphs:
    """The graphs of a corpus, one per document; None for a document without a graph.

    *skipped* has the unreadable graphs, if requested. If *joint_names* is set, the name of a graph depends on
    all graphs with the same id.
    """

    documents: list[str]
    graphs: list[MrpGraph | None]
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True
    skipped: tuple[Skipped, ...] = ()
    joint_names: bool = True

    @classmethod
    def of(cls, graphs: Iterable[MrpGraph]) -> "MrpGraphs":
        """The corpus of MrpGraph objects from memory, filed under their ids."""
        listed = list(graphs)
        return cls([graph.id for graph in listed], list(listed))

    def __len__(self) -> int:
        return sum(len(graph.nodes) for graph in self.graphs if graph is not None)

    @property
    def places(self) -> list[str]:
        """The place of each document's graph."""
        return [graph.place if graph else "" for graph in self.graphs]

    def take(self, places: Sequence[int]) -> "MrpGraphs":
        """The documents at these positions."""
        return replace(
            self, documents=[self.documents[i] for i in places], graphs=[self.graphs[i] for i in places]
        )

    def in_documents(self, documents: list[str], codes: IntArray) -> "MrpGraphs":
        """File the graphs under *documents*; *codes* has each old document's new position, -1 drops the
        document.

        Raises UsageError if two graphs come under one document.
        """
        graphs: list[MrpGraph | None] = [None] * len(documents)
        for old, new in zip(self.graphs, codes.tolist(), strict=True):
            if new == NONE:
                continue
            if graphs[new] is not None:
                raise UsageError(
                    f'two graphs with the id {documents[new]!r} cannot become one; use duplicates="first"'
                )
            graphs[new] = old
        return replace(self, documents=documents, graphs=graphs)
