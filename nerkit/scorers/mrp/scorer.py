"""MRP: from corpora of graphs to counts."""

from collections.abc import Sequence

from nerkit.corpora.corpus import Batch
from nerkit.corpora.mrp import MrpGraphs
from nerkit.exceptions import check_fields, plural
from nerkit.ground.warnings import Added, SummedWarning
from nerkit.readers.graphs import in_memory
from nerkit.results.rows import Grouping, Scoring
from nerkit.scorers import names as naming
from nerkit.scorers.measure import BatchView, cuts_of
from nerkit.scorers.mrp.counting import CountedPairs, OfPairs
from nerkit.scorers.mrp.documents import FIELDS, documents, value
from nerkit.scorers.mrp.graph_pair import Conditions
from nerkit.scorers.mrp.held_fields import HELD
from nerkit.scorers.mrp.measures import FAMILIES, LANGUAGE, LEFT_OUT, MEASURES
from nerkit.scorers.mrp.options import Options
from nerkit.scorers.mrp.pairs import PairCounts, count_pairs
from nerkit.scorers.task import Measure, Task, counted

UNPROVED = SummedWarning("", "graph", " not proved optimal within the limit; see upper_bound")


def view(
    batch: Batch[MrpGraphs], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """The pairs of graphs, counted for all measures.

    Raises UsageError for an unknown field.
    """
    cuts = cuts_of(plan)
    check_fields((name for fields in cuts for name in fields), FIELDS, ("document", *FIELDS))
    pairs = list(zip(batch.gold.graphs, batch.system.graphs, strict=True))
    parts_of = counted(measures)
    numbers = {one.name: one.compute.numbers for one in parts_of if isinstance(one.compute, OfPairs)}
    counts = count_pairs(pairs, numbers, Conditions.of(options), options.workers)
    frameworks = {value(graph, "label") for pair in pairs for graph in pair if graph}
    said = [*_notes(counts, options)]
    said.append(_left_out(frozenset(frameworks), [one.name for one in parts_of]))
    counted_pairs = CountedPairs(pairs, counts)
    return BatchView(batch.documents, parts_of, cuts, [(0, counted_pairs)], warnings=lambda _: said)


def _notes(counts: Sequence[PairCounts], options: Options) -> list[str]:
    """How many pairs are not proven, and what --order did."""
    unproven = sum(any(one.bound > one.shared for one in pair.numbers.values()) for pair in counts)
    notes: list[str] = [UNPROVED.warning(unproven)] if unproven else []
    changed = [pair.changed for pair in counts if pair.changed]
    return [*notes, _lowered(len(changed), sum(changed))] if options.order and changed else notes


def _left_out(frameworks: frozenset[str], measures: Sequence[str]) -> Added:
    """The sentence about frameworks that macro averages leave out; empty where there is no average."""
    known = {name: sorted(frameworks.intersection(LEFT_OUT.get(name, ()))) for name in measures}
    parts = [f"{name} without {', '.join(names)}" for name, names in known.items() if names]
    text = f"macro: {'; '.join(parts)} (no such tuples there)" if parts and len(frameworks) > 1 else ""
    return Added(text, _all_left_out, (frameworks, tuple(measures)), UNPROVED.rank + 2)


def _all_left_out(parts: Sequence[Added]) -> list[Added]:
    return [_left_out(frozenset().union(*(part.data[0] for part in parts)), parts[0].data[1])]


def _lowered(graphs: int, tuples: int) -> Added:
    """The warning about graphs in which --order keeps so many tuples from agreeing."""
    lost = f"{plural(graphs, 'graph')} ({plural(tuples, 'tuple')})"
    text = f"order=True lowers the score of {lost}, whose nodes would correspond better out of order"
    return Added(text, _all_lowered, (graphs, tuples), UNPROVED.rank + 1)


def _all_lowered(parts: Sequence[Added]) -> list[Added]:
    return [_lowered(*map(sum, zip(*(part.data for part in parts), strict=True)))]


TASK = Task(
    name="mrp",
    options=Options,
    measures=MEASURES,
    prepare=lambda corpora, selection, _: documents(corpora, selection),
    view=view,
    headlines=(MEASURES[0].name,),
    read_objects=in_memory.mrp_graphs,
    reading=lambda options, _: {"skip_invalid": options.skip_invalid, "repair": options.repair},
    fields=HELD,
    written=lambda name, explained: [one for one in FAMILIES if explained and one.name == name],
    language=LANGUAGE,
    items={
        "": "nodes",
        **dict.fromkeys(("mrp", "edm"), "tuples"),
        **dict.fromkeys(("sdp", "ucca", "mrp/edges"), "edges"),
        "smatch": "triples",
        "predications": "predicates",
    },
    scoring=lambda _: Scoring(ranked=("label",)),
    unit="graph",
    names_in_items=naming.in_mrp,
)
