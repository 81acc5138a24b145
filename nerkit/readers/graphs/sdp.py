"""SDP 2015: bi-lexical semantic dependencies in columns (DM, PAS, PSD, CCD).

    #SDP 2015
    #20001001
    1   Pierre   Pierre   NNP   -   +   named:x-c   _          _
    2   Vinken   Vinken   NNP   -   -   named:x-c   compound   ARG1

Columns (tabs): number, form, lemma, tag, top (`+`), predicate (`+`), frame, then one column per predicate, in
order, with the role of the token. The label of a node is the lemma, or the form if the lemma is `_`. The
properties are pos and, unless `_`, frame. A token is a node if it is a top, has a role, or is a predicate
with roles. The anchors are found in *texts*, by id. Without *texts*, the input is the tokens joined by
blanks. The file does not name the framework.
"""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from nerkit.corpora.mrp import Edge, MrpGraphs, Node
from nerkit.exceptions import plural
from nerkit.readers.columns.line_shape import BLANK, LineShape, LineUnit
from nerkit.readers.columns.text import TextRow
from nerkit.readers.format import Reader
from nerkit.readers.graphs.graph_table import GraphTable, spans

COLUMNS = ("number", "form", "lemma", "pos", "top", "pred", "frame")
MARKS = (COLUMNS.index("top"), COLUMNS.index("pred"))
FORM = (
    "a token is: number, form, lemma, tag, + or -, + or -, frame, and a role for each predicate, "
    "separated by tabs"
)
TOKENISED = "nerkit makes input and anchors from the tokens; give the texts with text=FILE"


class SdpShape(LineShape):
    """A format in which a blank line ends each graph."""

    def table(
        self, *, framework: str | None = None, texts: Mapping[str, str] | None = None, **_: Any
    ) -> GraphTable:
        """An empty table of SDP graphs."""
        return GraphTable(framework or "dm", 0, texts)

    def add(self, unit: LineUnit, table: GraphTable) -> None:
        """Add a graph, whose id is in its last comment. Raises InputError for lines that are not tokens."""
        comments = list(takewhile(lambda row: row.text.startswith("#"), unit.rows))
        rows = unit.rows[len(comments) :]
        if rows:
            name = comments[-1].text if comments else "#SDP"
            self.fill(table, "" if name.startswith("#SDP") else name[1:].strip(), rows)

    def fill(self, table: GraphTable, name: str, rows: list[TextRow]) -> None:
        """Add the nodes and edges of a sentence as a graph."""
        for row in rows:
            wrong = [at for at in MARKS if row.cells[at : at + 1] not in (["+"], ["-"])]
            if wrong or len(row.cells) < len(COLUMNS):
                at = wrong[0] if len(row.cells) >= len(COLUMNS) else len(row.cells)
                row.fail(at, "not a token", FORM)
        graph = table.graph(name, rows[0].source, rows[0].line)
        tops, predicates = ([i for i, row in enumerate(rows) if row.cells[at] == "+"] for at in MARKS)
        edges = []
        for i, row in enumerate(rows):
            roles = row.cells[len(COLUMNS) :]
            if len(roles) != len(predicates):
                has, due = plural(len(roles), "role"), plural(len(predicates), "predicate")
                at = len(COLUMNS) + min(len(roles), len(predicates))
                row.fail(at, f"{has} where the sentence has {due}", FORM, within=-1)
            pairs = zip(predicates, roles, strict=True)
            edges += [(source, i, role) for source, role in pairs if role != "_"]
        nodes = sorted({*tops, *(end for source, target, _ in edges for end in (source, target))})
        place = {i: at for at, i in enumerate(nodes)}
        forms = [row.cells[1] for row in rows]
        if graph.input is None:
            graph.input = " ".join(forms)
            table.warnings = [TOKENISED] if table.texts is None else []
        anchors = spans(forms, graph)
        for i in nodes:
            _, form, lemma, pos, _, _, frame, *_ = rows[i].cells
            properties = (("pos", pos), *([] if frame == "_" else [("frame", frame)]))
            graph.nodes.append(Node(i, form if lemma == "_" else lemma, properties, (anchors[i],)))
        graph.edges += [Edge(place[source], place[target], role) for source, target, role in edges]
        graph.tops += [place[i] for i in tops]


SHAPE = SdpShape(ends=BLANK)
READER = Reader(SHAPE.read, MrpGraphs, takes_texts=True, takes_framework=True)
