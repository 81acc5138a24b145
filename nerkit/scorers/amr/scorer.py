"""The task `amr`: it turns corpora of AMR graphs into counts."""

from collections.abc import Sequence

from nerkit.corpora.amr import Graphs
from nerkit.corpora.amr_mrp import as_amr
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mrp import MrpGraphs
from nerkit.corpora.selection import Selection
from nerkit.exceptions import PairingError, UsageError
from nerkit.ground.warnings import Warned, listed
from nerkit.results.counts import Part
from nerkit.results.rows import Grouping, Scoring
from nerkit.scorers.amr.aspects import described
from nerkit.scorers.amr.graph_batch import GraphBatch
from nerkit.scorers.amr.measures import LANGUAGE, MEASURES
from nerkit.scorers.amr.options import Options
from nerkit.scorers.measure import BatchView
from nerkit.scorers.missing_fields import ItemField, in_column
from nerkit.scorers.task import OF_CORPUS, Measure, Task, counted

HELD = {
    "concept": ItemField(
        "node", "a concept", lambda side: in_column(side.nodes.label, varies=True), meeting_is_told=True
    ),
    "role": ItemField(
        "edge", "a role", lambda side: in_column(side.edges.role, varies=True), meeting_is_told=True
    ),
}


def prepare(
    corpora: Sequence[Graphs | MrpGraphs], selection: Selection, _: Options
) -> tuple[list[Graphs], list[str]]:
    """The graphs that are scored, and warnings.

    Raises UsageError for a selection by anything but documents. Raises PairingError if ids cannot pair the
    graphs and graphs at the same position have different ids.
    """
    if selection.concerns_items:
        raise UsageError('select graphs with only="document=…", because graphs have no labels')
    converted = [as_amr(corpus) if isinstance(corpus, MrpGraphs) else corpus for corpus in corpora]
    gold, *systems = converted
    said = list[str]()
    for system in systems:
        if not (gold.named and system.named):
            _check_order(gold, system)
            said += listed("other-sentences", _other_sentences(gold, system))
    return [selection.documents(corpus) for corpus in converted], said


def _other_sentences(gold: Graphs, system: Graphs) -> list[str]:
    """The places (from 1) where gold and the system have different sentences. Blanks do not matter."""
    pairs = enumerate(zip(gold.document_texts, system.document_texts, strict=False), 1)
    return [
        str(place)
        for place, (ours, theirs) in pairs
        if ours and theirs and "".join(ours.split()) != "".join(theirs.split())
    ]


def _check_order(gold: Graphs, system: Graphs) -> None:
    """Raise PairingError if graphs at the same position have different ids."""
    for place, (ours, theirs) in enumerate(zip(gold.ids, system.ids, strict=False), 1):
        if ours is not None and theirs is not None and ours != theirs:
            raise PairingError(
                f"graph {place} is {ours!r} in the gold file but {theirs!r} in the system, and some ids "
                "repeat\n  make ids unique, or use one order"
            )


def view(
    batch: Batch[Graphs], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """The graphs of both sides of the batch. Raises UsageError for a cut by anything but documents."""
    fields = {name for grouping in plan for name in grouping.fields} - {"document"}
    if fields:
        raise UsageError(f'by="{min(fields)}" cannot be used here; graphs can only be split by document')
    graphs = GraphBatch(batch, options)

    def notes(parts: Sequence[Part]) -> list[str]:
        """Warnings about repeated triples, about missing proofs, and about frames that have no effect."""
        said: list[str] = [*graphs.warnings(part.numbers for part in parts)]
        if options.frames and not graphs.computed(described):
            said.append(Warned("frames-without-effect"))
        return said

    return BatchView(batch.documents, counted(measures), [()], [(0, graphs)], warnings=notes)


TASK = Task(
    name="amr",
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    headlines=(MEASURES[0].name,),
    read_objects="nerkit.readers.graphs.in_memory.amr_graphs",
    reading=lambda options, _: {"skip_invalid": options.skip_invalid, "literal": options.smatch_1_0_4},
    fields=HELD,
    language=LANGUAGE,
    items={OF_CORPUS: "nodes", "": "triples"},
    scoring=lambda _: Scoring(averaged=("document",)),
    unit="graph",
    names=lambda side: {"role of edges": side.edges.role, "concept": side.nodes.label},
)
