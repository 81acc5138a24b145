"""Builds a corpus of meaning graphs, one graph at a time, and finds tokens in texts."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from nerkit.corpora.corpus import Origin
from nerkit.corpora.mrp import MrpGraph, MrpGraphs
from nerkit.exceptions import InputError
from nerkit.io import Source, single
from nerkit.readers.spans.span_table import Tally


class GraphTable:
    """Meaning graphs under construction.

    framework, flavor  the framework and the flavor of new graphs
    texts              id of a graph -> its text; None if the texts are not known
    graphs             the graphs read so far
    tally              a counter of items for warnings
    warnings           further warnings
    """

    def __init__(self, framework: str = "", flavor: int = 0, texts: Mapping[str, str] | None = None) -> None:
        self.framework, self.flavor, self.texts = framework, flavor, texts
        self.graphs, self.tally, self.warnings = list[MrpGraph](), Tally(), list[str]()

    def graph(self, name: str | None, source: str, line: int) -> MrpGraph:
        """Begin a graph with this id, or with its number, at a line of a file; return the graph."""
        id_ = name or str(len(self.graphs) + 1)
        text = (self.texts or {}).get(id_)
        graph = MrpGraph(
            id_, framework=self.framework, flavor=self.flavor, input=text, source=source, line=line
        )
        self.graphs.append(graph)
        return graph

    def read(self, sources: Iterable[Source], add: Callable[[Source, "GraphTable"], None]) -> MrpGraphs:
        """The corpus of all inputs; *add* adds the graphs of one input to this table."""
        sources, origins = list(sources), list[Origin]()
        for source in sources:
            first = len(self.graphs)
            add(source, self)
            origins.append(Origin(source.name, source.sha256, first))
        warnings = (*self.tally.warnings(sources), *self.warnings)
        return MrpGraphs([graph.id for graph in self.graphs], [*self.graphs], tuple(origins), warnings)


def spans(tokens: Sequence[str], graph: MrpGraph) -> list[tuple[int, int]]:
    """The offsets of each token in the input of the graph: its first place after the previous token.

    Raises InputError for a token that does not occur.
    """
    text, at = graph.input or "", 0
    places = []
    for token in tokens:
        start = text.find(token, at)
        if start < 0:
            problem = f"token {token!r} of graph {graph.id} is not in its text after character {at}"
            raise InputError(problem, source=graph.source, line=graph.line, text=text, column=at + 1)
        at = start + len(token)
        places.append((start, at))
    return places


def read_texts(path: str) -> dict[str, str]:
    """Id -> text, from lines with id, tab, text. Raises InputError for a line without a tab."""
    texts = {}
    with single(path) as source:
        for number, line in source.lines():
            name, tab, text = line.partition("\t")
            if not tab and line.strip():
                raise InputError(
                    "the line is not an id and a text", source=source.name, line=number, text=line
                )
            if tab:
                texts[name] = text
    return texts
