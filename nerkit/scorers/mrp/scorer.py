"""The task `mrp`: it turns corpora of MRP graphs into counts."""

from collections.abc import Sequence

from nerkit.corpora.corpus import Batch
from nerkit.corpora.mrp import MrpGraphs
from nerkit.exceptions import check_fields
from nerkit.ground.warnings import Warned
from nerkit.ground.warnings import counted as number_of
from nerkit.results.rows import Grouping, Scoring
from nerkit.scorers import names as naming
from nerkit.scorers.measure import BatchView, cuts_of
from nerkit.scorers.mrp.documents import FIELDS, documents, value
from nerkit.scorers.mrp.held_fields import HELD
from nerkit.scorers.mrp.measures import FAMILIES, LANGUAGE, LEFT_OUT, MEASURES
from nerkit.scorers.mrp.options import Options
from nerkit.scorers.mrp.pairs import CountedPairs, OfPairs, PairCounts, count_pairs
from nerkit.scorers.task import Measure, Task, counted


def view(
    batch: Batch[MrpGraphs], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Count the pairs of graphs of a batch for all measures.

    Raises UsageError for an unknown field.
    """
    cuts = cuts_of(plan)
    check_fields((name for fields in cuts for name in fields), FIELDS, ("document", *FIELDS))
    pairs = list(zip(batch.gold.graphs, batch.system.graphs, strict=True))
    parts_of = counted(measures)
    numbers = {one.name: one.compute.numbers for one in parts_of if isinstance(one.compute, OfPairs)}
    counts = count_pairs(pairs, numbers, options)
    frameworks = {value(graph, "label") for pair in pairs for graph in pair if graph}
    about = {"frameworks": frozenset(frameworks)}
    names = tuple(one.name for one in parts_of)
    left_out = Warned("left-out-of-macro", facts=about, detail=_left_out, measures=names)
    said = [*_notes(counts, options), left_out]
    counted_pairs = CountedPairs(pairs, counts)
    return BatchView(batch.documents, parts_of, cuts, [(0, counted_pairs)], warnings=lambda _: said)


def _notes(counts: Sequence[PairCounts], options: Options) -> list[str]:
    """Notes about pairs without a proof, and about the effect of --order."""
    unproven = sum(any(one.bound > one.shared for one in pair.numbers.values()) for pair in counts)
    notes: list[str] = [*number_of("not-proved", unproven, noun="graph")]
    changed = [pair.changed for pair in counts if pair.changed]
    if options.order:
        notes.append(Warned("order-lowers", len(changed), facts={"tuples": sum(changed)}))
    return notes


def _left_out(warned: Warned) -> dict[str, str] | None:
    """The frameworks that macro averages leave out, as facts of a warning; None if there are no such
    frameworks.
    """
    frameworks, measures = warned.facts["frameworks"], warned.values["measures"]
    known = {name: sorted(frameworks.intersection(LEFT_OUT.get(name, ()))) for name in measures}
    parts = [f"{name} without {', '.join(names)}" for name, names in known.items() if names]
    return {"left_out": "; ".join(parts)} if parts and len(frameworks) > 1 else None


TASK = Task(
    name="mrp",
    options=Options,
    measures=MEASURES,
    prepare=lambda corpora, selection, _: documents(corpora, selection),
    view=view,
    headlines=(MEASURES[0].name,),
    read_objects="nerkit.readers.graphs.in_memory.mrp_graphs",
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
