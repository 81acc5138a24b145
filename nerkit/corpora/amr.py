"""Graphs as columns of a whole corpus, built by readers of meaning representations.

Node numbers are local: they count from 0 within a graph, in the order of the format. Roles and values are
kept as the format writes them. Scorers interpret them (inverse roles, quotes, case).
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray, Vocabulary
from nerkit.corpora.corpus import Origin, Place, places_of
from nerkit.exceptions import InputError
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned, listed
from nerkit.io import Source

if TYPE_CHECKING:
    from nerkit.corpora.pairing.id_aliases import OtherIds


def word_pattern(blank: str) -> str:
    """The pattern of a word in PENMAN notation. *blank* lists the characters that end a word, as in a
    regex set.

    A colon belongs to a word if no letter follows (`12:30`). If a letter follows, the colon begins a role.
    """
    return rf'[^{blank}()":]+(?::(?![^\W\d_])[^{blank}()":]*)*'


NAME = regex(r'[^\s()/:"~]+')  # a variable
# a constant or a concept that needs no quotes and is not taken for one with an alignment suffix
WORD = regex(word_pattern(r"\s~"))


class Nodes(NamedTuple):
    """The nodes of all graphs; graph g has the rows `first[g]` to before `first[g + 1]`.

    `name` is the variable or id of each node, `label` its concept.
    """

    first: IntArray
    name: Column
    label: Column


class Edges(NamedTuple):
    """The edges of all graphs; graph g has the rows `first[g]` to before `first[g + 1]`, between its own
    nodes.
    """

    first: IntArray
    source: IntArray
    target: IntArray
    role: Column


class Attributes(NamedTuple):
    """The attributes of all graphs; graph g has the rows `first[g]` to before `first[g + 1]`.

    Node `node` of the graph has `value` for `role`.
    """

    first: IntArray
    node: IntArray
    role: Column
    value: Column


class Graph(NamedTuple):
    """One graph, in plain lists, for writers and drawings."""

    id: str
    top: int
    names: list[str]
    labels: list[str]
    attributes: list[tuple[int, str, str]]
    edges: list[tuple[int, str, int]]
    comments: str = ""


@record(frozen=True)
class Graphs:
    """The graphs of a corpus.

    documents   ids of the graphs (*named*), or 1-based positions if ids are missing or repeated
    graph       the graph of each document; -1 if this side has no such graph
    top         the top node of each graph, -1 for an empty graph
    comments    the comment lines before each graph, if the reader kept them
    texts       the sentence of each graph, or None; empty if no graph has one
    ids         the ids of the graphs as given, with repetitions; None if graphs have no ids
    line        1-based line on which each graph begins (0 in memory)
    other_ids   ids under other names, if graphs have no ids
    """

    documents: list[str]
    graph: IntArray
    nodes: Nodes
    edges: Edges
    attributes: Attributes
    top: IntArray
    comments: list[str] = field(default_factory=list)
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True
    texts: Sequence[str | None] = ()
    ids: tuple[str | None, ...] = ()
    line: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    other_ids: "tuple[OtherIds, ...]" = ()

    def __len__(self) -> int:
        return len(self.nodes.label.codes)

    @property
    def document_texts(self) -> list[str | None]:
        """The sentence of each document's graph; None if missing."""
        return [self.text(document) for document in range(len(self.documents))]

    def text(self, document: int) -> str | None:
        """The sentence of a document's graph; None if missing."""
        g = int(self.graph[document])
        return self.texts[g] if self.texts and g != NONE else None

    def place(self, document: int) -> Place | None:
        """File and line of a document's graph, if known."""
        g = int(self.graph[document])
        return None if g == NONE else places_of(self.origins, self.line)(g)

    def in_documents(self, documents: list[str], codes: IntArray) -> "Graphs":
        """File the graphs under *documents*; *codes* has the new position of each old document, -1 drops
        the document.
        """
        graph = np.full(len(documents), NONE)
        present = codes != NONE
        graph[codes[present]] = self.graph[present]
        return replace(self, documents=documents, graph=graph)

    def of(self, document: int) -> Graph:
        """The graph of a document as plain lists; an empty graph if this side has no graph."""
        g = int(self.graph[document])
        if g == NONE:
            return Graph(self.documents[document], NONE, [], [], [], [])
        nodes, edges, attributes = (
            slice(*table.first[g : g + 2].tolist()) for table in (self.nodes, self.edges, self.attributes)
        )
        return Graph(
            self.documents[document],
            int(self.top[g]),
            _texts(self.nodes.name, nodes),
            _texts(self.nodes.label, nodes),
            list(
                zip(
                    self.attributes.node[attributes].tolist(),
                    _texts(self.attributes.role, attributes),
                    _texts(self.attributes.value, attributes),
                    strict=True,
                )
            ),
            list(
                zip(
                    self.edges.source[edges].tolist(),
                    _texts(self.edges.role, edges),
                    self.edges.target[edges].tolist(),
                    strict=True,
                )
            ),
            self.comments[g] if self.comments else "",
        )


class Builder:
    """Collects graphs one after another, and builds the columns at the end. Equal strings are stored once.

    With *skip_invalid*, graphs that `attempt` cannot read count as empty.
    """

    def __init__(self, *, skip_invalid: bool = False) -> None:
        self.skip_invalid, self.damaged = skip_invalid, list[InputError]()
        self.attempted: set[str | None] = set()  # the ids of the graphs that were given to `attempt`
        self.names, self.labels, self.roles, self.values = (Vocabulary() for _ in range(4))
        self.name, self.label = array("q"), array("q")
        self.edge = array("q")  # source, role, target, source, role, target, …
        self.attribute = array("q")  # node, role, value, …
        self.ids: list[str | None] = []
        self.top: list[int] = []
        self.ends: list[Sequence[int]] = [(0, 0, 0)]  # nodes, edges, attributes up to the end of a graph
        self.comments: list[str] = []
        self.texts: list[str | None] = []
        self.lines: list[int] = []
        self.line = 0  # line of the current graph

    def read(self, sources: Iterable[Source], add: Callable[[Source, "Builder"], None]) -> Graphs:
        """The graphs of all inputs; *add* adds the graphs of one input to this builder."""
        origins = []
        for source in sources:
            first = len(self.ids)
            add(source, self)
            origins.append(Origin(source.name, source.sha256, first))
        return self.graphs(origins, counted_as_empty(self.damaged))

    def attempt(self, id_: str | None, line: int, fill: Callable[[], int]) -> None:
        """Add a graph, which begins at a line; *fill* adds its rows, and returns the number of its top."""
        self.line = line
        try:
            top = fill()
        except InputError as error:
            if not self.skip_invalid:
                raise
            self.damaged.append(error)
            self.drop()
            top = NONE
        self.attempted.add(id_)
        self.finish(id_, top)

    def finish(self, id_: str | None, top: int, comments: str | None = None, text: str | None = None) -> None:
        """End a graph, which has all rows added since the last call."""
        self.lines.append(self.line)
        self.ids.append(id_)
        self.top.append(top)
        self.ends.append((len(self.label), len(self.edge) // 3, len(self.attribute) // 3))
        self.texts.append(text)
        if comments is not None:
            self.comments.append(comments)

    def drop(self) -> None:
        """Forget the rows added since the last call of `finish`."""
        nodes, edges, attributes = self.ends[-1]
        del self.name[nodes:], self.label[nodes:], self.edge[3 * edges :], self.attribute[3 * attributes :]

    def retract(self) -> None:
        """Undo the last call of `finish`; its graph is open again."""
        for column in (self.ids, self.top, self.ends, self.texts, self.lines):
            column.pop()
        if self.comments:
            self.comments.pop()

    def graphs(self, origins: Sequence[Origin] = (), warnings: Sequence[str] = ()) -> Graphs:
        """The columns of all graphs. The corpus has ids if every graph has a different id."""
        ends = np.array(self.ends, np.int64)
        edges = np.array(self.edge, np.int64).reshape(-1, 3).T
        attributes = np.array(self.attribute, np.int64).reshape(-1, 3).T
        ids = [id_ for id_ in self.ids if id_ is not None]
        named = len(set(ids)) == len(self.ids) and bool(ids)
        roles = list(self.roles)
        return Graphs(
            documents=ids if named else [str(i + 1) for i in range(len(self.ids))],
            graph=np.arange(len(self.ids)),
            nodes=Nodes(ends[:, 0], _column(self.names, self.name), _column(self.labels, self.label)),
            edges=Edges(ends[:, 1], edges[0], edges[2], Column(roles, edges[1])),
            attributes=Attributes(
                ends[:, 2],
                attributes[0],
                Column(roles, attributes[1]),
                Column(list(self.values), attributes[2]),
            ),
            top=np.array(self.top, np.int64),
            comments=self.comments,
            origins=tuple(origins),
            warnings=tuple(warnings),
            named=named,
            texts=self.texts if any(text is not None for text in self.texts) else (),
            ids=tuple(self.ids),
            line=np.array(self.lines, np.int64),
        )


def counted_as_empty(damaged: Sequence[InputError]) -> list[Warned]:
    """The warning about damaged graphs that count as empty, with their number and the places of the first
    few.
    """
    return listed("graphs-damaged", [f"{error.place}: {error.problem}" for error in damaged])


def _column(vocabulary: Vocabulary, codes: "array[int]") -> Column:
    return Column(list(vocabulary), np.array(codes, np.int64))


def _texts(column: Column, rows: slice) -> list[Any]:
    values = column.values
    return [values[code] for code in column.codes[rows].tolist()]
