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

from collections.abc import Iterable, Iterator, Mapping

from nerkit.corpora.corpus import Origin
from nerkit.corpora.mrp import Edge, MrpGraph, MrpGraphs, Node
from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine, lines
from nerkit.readers.format import Reader
from nerkit.readers.graphs.anchoring import spans

COLUMNS = ("number", "form", "lemma", "pos", "top", "pred", "frame")
MARKS = (COLUMNS.index("top"), COLUMNS.index("pred"))
FORM = (
    "a token is: number, form, lemma, tag, + or -, + or -, frame, and a role for each predicate, "
    "separated by tabs"
)
Rows = list[tuple[ColumnLine, list[str]]]  # line, cells


def read(
    sources: Iterable[Source], *, framework: str | None = None, texts: Mapping[str, str] | None = None
) -> MrpGraphs:
    """All graphs of the files. Raises InputError (file, line, column) for lines that are not tokens."""
    graphs: list[MrpGraph] = []
    origins = []
    for source in sources:
        first = len(graphs)
        for name, rows in _blocks(source):
            id_ = name or str(len(graphs) + 1)
            line = rows[0][0].number
            graph = MrpGraph(id_, framework=framework or "dm", flavor=0, source=source.name, line=line)
            _fill(graph, rows, (texts or {}).get(id_))
            graphs.append(graph)
        origins.append(Origin(source.name, source.sha256, first))
    tokenised = texts is None and any(graph.input is not None for graph in graphs)
    warnings = ("nerkit makes input and anchors from the tokens; give the texts with text=FILE",) * tokenised
    return MrpGraphs([graph.id for graph in graphs], list(graphs), tuple(origins), warnings)


def _blocks(source: Source) -> Iterator[tuple[str, Rows]]:
    """Yield the id and the rows of each sentence."""
    name = ""
    rows: Rows = []
    for line in lines(source):
        if not line.text.strip():
            if rows:
                yield name, rows
            name, rows = "", []
        elif line.text.startswith("#") and not rows:
            name = "" if line.text.startswith("#SDP") else line.text[1:].strip()
        else:
            rows.append((line, _cells(line)))
    if rows:
        yield name, rows


def _cells(line: ColumnLine) -> list[str]:
    cells = line.text.split("\t")
    wrong = [at for at in MARKS if len(cells) < len(COLUMNS) or cells[at] not in ("+", "-")]
    if wrong:
        at = wrong[0] if len(cells) >= len(COLUMNS) else len(cells)
        line.fail("not a token", FORM, at, tabs=True)
    return cells


def _fill(graph: MrpGraph, rows: Rows, text: str | None) -> None:
    """Add the nodes and edges of a sentence to its graph."""
    cells = [row for _, row in rows]
    predicates = [i for i, row in enumerate(cells) if row[5] == "+"]
    edges = []
    for i, row in enumerate(cells):
        roles = row[len(COLUMNS) :]
        if len(roles) != len(predicates):
            has, due = plural(len(roles), "role"), plural(len(predicates), "predicate")
            before = row[: len(COLUMNS) + min(len(roles), len(predicates))]
            rows[i][0].fail_at(len("\t".join(before)), f"{has} where the sentence has {due}", FORM)
        edges += [(source, i, role) for source, role in zip(predicates, roles, strict=True) if role != "_"]
    tops = [i for i, row in enumerate(cells) if row[4] == "+"]
    nodes = sorted({*tops, *(end for source, target, _ in edges for end in (source, target))})
    place = {i: at for at, i in enumerate(nodes)}
    forms = [row[1] for row in cells]
    graph.input = " ".join(forms) if text is None else text
    anchors = spans(forms, graph)
    for i in nodes:
        _, form, lemma, pos, _, _, frame = cells[i][: len(COLUMNS)]
        properties = (("pos", pos), *([] if frame == "_" else [("frame", frame)]))
        graph.nodes.append(Node(i, form if lemma == "_" else lemma, properties, (anchors[i],)))
    graph.edges += [Edge(place[source], place[target], role) for source, target, role in edges]
    graph.tops += [place[i] for i in tops]


READER = Reader(read, MrpGraphs, takes_texts=True, takes_framework=True)
