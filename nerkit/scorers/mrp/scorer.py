"""Meaning representation graphs of the CoNLL shared tasks of 2019 and 2020 (MRP): mtool's five metrics.

Conventions
    A graph of gold and one of the system are compared (`documents` says which), after both were normalised (`normal`):
    case, values as strings, inverted edges, default attributes, anchors as sets of characters. A missing graph counts fully
    against recall. Everything is micro: counts are added up over graphs. The label is the framework; where gold or a system holds
    several there is a row for each, and `macro`, the mean over frameworks, by which the shared tasks ranked.

Measures (`tuples` and `sets` have the tuples)
    mrp     Tuples of six types: tops, labels, properties, anchors, edges, attributes. Nodes of both graphs correspond one to one, such
            that most tuples agree; P = shared / system, R = shared / gold. Among correspondences of the same total the one with most
            tops is taken, then labels, and so on. The total is proven to be the largest (`optimal`), unless `--limit` ended the work
            (then `upper_bound` says what nothing can exceed). `--order`: nodes of bi-lexical graphs (dm, psd) correspond in the
            order in which they are listed.
    smatch  The same with SMATCH's triples: the top has the label of its node, attributes of edges are relations.
    sdp     Edges between nodes that are known by their anchors, and tops; `exact` is the share of graphs without any difference.
    edm     Names, arguments, properties, tops of nodes known by their anchors (Dridan and Oepen 2011, and tops).
    ucca    Edges between yields, primary and remote (Hershcovich et al. 2017, as mtool has it).

Differences from mtool (4cee3a2)
    - mrp: the optimum, always. There a search with a limit, and rules that keep it from the optimum on UCCA (leaves only with
      leaves) and bi-lexical graphs (no crossing: `--order`); pairs of unlabelled nodes weigh there what does not count.
    - smatch: the optimum over distinct triples (there hill-climbing; repeated triples count k·k times); edges without label have
      triples (there an AttributeError).
    - an empty graph has counts (there gold without nodes stops the run); extra graphs of the system are an error by default.
    - invalid graphs are an error or, with --skip-invalid, missing (there left out of gold in silence); so are repeated node ids and
      properties without values.
    - ids are compared as text (there 1 and "1" differ).
    - spans with a gap and without input are compared as they stand (there a TypeError).
    - ucca: yields on a cycle follow the order of the nodes (there the hash of the edges).
    - --anchors page: an anchor is stripped as a whole, also for sdp, as the definition of the task says.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mrp import MrpGraph, MrpGraphs
from nerkit.corpora.selection import Selection
from nerkit.errors import InputError, UsageError, plural, unknown
from nerkit.readers.graphs import mrp as reader
from nerkit.readers.spans.span_table import Tally
from nerkit.results.counts import ALL, BOUND, Counts, Label, Part
from nerkit.results.mistakes import Mistakes
from nerkit.results.rows import Grouping
from nerkit.scorers.mrp import mistakes as mrp_errors
from nerkit.scorers.mrp.documents import check_fields, documents, value
from nerkit.scorers.mrp.measures import LANGUAGE as LANGUAGE
from nerkit.scorers.mrp.measures import describe as describe
from nerkit.scorers.mrp.measures import measures as measures
from nerkit.scorers.mrp.normal import PARTS, Rules
from nerkit.scorers.mrp.pairs import Found, Plan, count_pairs
from nerkit.scorers.mrp.sets import NAMES
from nerkit.scorers.mrp.tuples import TYPES

FORMATS = ("mrp",)
FAMILIES = {
    "mrp": ("mrp", *(f"mrp/{name}" for name in TYPES)),
    "sdp": NAMES["sdp"],
    "edm": NAMES["edm"],
    "ucca": NAMES["ucca"],
    "smatch": ("smatch",),
}
MEASURES = tuple(name for names in FAMILIES.values() for name in names)
ANCHORS = ("mtool", "page")
UNIT = "graph"
RANKED = ("label",)  # the framework


@dataclass(frozen=True)
class Options:
    """What only this task knows.

    anchors       `mtool`, or `page`: stripped as a whole
    order         nodes of bi-lexical graphs correspond in their order
    normalize     the parts of the normalisation that are done (all; `none`)
    limit         the work for one pair of graphs, as the solver counts it
    skip_invalid  leave invalid graphs out
    workers       processes
    """

    anchors: str = "mtool"
    order: bool = False
    normalize: Sequence[str] | str | None = None
    limit: int | None = None
    skip_invalid: bool = False
    workers: int = 1

    def __post_init__(self) -> None:
        if self.anchors not in ANCHORS:
            raise unknown("value of anchors", self.anchors, ANCHORS)
        if self.limit is not None and self.limit < 0:
            raise UsageError(f"a limit is not negative: {self.limit}")
        self.rules()

    def rules(self) -> Rules:
        """How graphs are normalised."""
        if self.normalize is None:
            return Rules(self.anchors)
        given = self.normalize.split(",") if isinstance(self.normalize, str) else self.normalize
        for name in given:
            if name not in (*PARTS, "all", "none"):
                raise unknown("part of the normalisation", name, (*PARTS, "all", "none"))
        return Rules(self.anchors, frozenset(PARTS if "all" in given else given) - {"none"})


@dataclass(frozen=True)
class Measure:
    """A row by name, and the family that it is computed with."""

    name: str
    family: str


def reading(options: Options) -> dict[str, Any]:
    """What the reader is told."""
    return {"skip_invalid": options.skip_invalid}


def read_objects(given: Any, name: str = "<memory>") -> MrpGraphs:
    """Graphs in memory: `MrpGraph` objects, or dictionaries as a line of a file holds them (`time` may be missing, `id` too).

    Raises InputError for what is no graph.
    """
    if isinstance(given, MrpGraphs):
        return given
    graphs, tally = [], Tally()
    for place, one in enumerate([given] if isinstance(given, Mapping) else given):
        try:
            numbered = one if isinstance(one, MrpGraph) or "id" in one else {**one, "id": str(place + 1)}
            graphs.append(one if isinstance(one, MrpGraph) else reader.from_mrp(numbered, tally, timed=False))
        except (reader.InvalidError, TypeError) as error:
            raise InputError(str(error), source=f"{name}: graph {place + 1}", remedy=reader.FORM) from None
    return MrpGraphs.of(graphs)


def prepare(
    corpora: Sequence[MrpGraphs], selection: Selection, _: Options
) -> tuple[list[MrpGraphs], list[str]]:
    """The graphs of each side that are scored, under the names of their documents; and warnings."""
    return documents(corpora, selection)


def defaults(_: Iterable[MrpGraphs]) -> Sequence[str]:
    """The measures used when none is asked for."""
    return ("mrp",)


def resolve(names: Sequence[str]) -> list[Measure]:
    """The rows of measure and group names: the name itself and what begins with it and `/`. UsageError for what is none."""
    found: dict[str, Measure] = {}
    for asked in names:
        rows = {
            name: Measure(name, family)
            for family, members in FAMILIES.items()
            for name in members
            if name == asked or name.startswith(f"{asked}/")
        }
        if not rows:
            raise unknown("measure", asked, (*FAMILIES, *MEASURES))
        found |= rows
    return list(found.values())


def count(
    batch: Batch[MrpGraphs], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of every pair of graphs for every measure and every grouping of the plan. UsageError for an unknown field."""
    fields = list(dict.fromkeys(grouping.labels for grouping in plan))
    check_fields([name for names in fields for name in names])
    pairs = list(zip(batch.gold.graphs, batch.system.graphs, strict=True))
    families = tuple(dict.fromkeys(measure.family for measure in measures))
    how = Plan(families, options.rules(), options.order, options.limit)
    found = count_pairs(pairs, how, options.workers)
    labels = Vocabulary()
    cuts = [labels.codes([_label(gold or system, names) for gold, system in pairs]) for names in fields]
    parts = [_part(measure.name, found, cut, list(labels)) for measure in measures for cut in cuts]
    return Counts.collect(batch.documents, labels, parts, _notes(found, options))


def errors(batch: Batch[MrpGraphs], options: Options) -> Mistakes:
    """What is wrong, tuple by tuple (`mistakes`), under the correspondence of `mrp`."""
    return mrp_errors.find(batch, Plan(("mrp",), options.rules(), options.order, options.limit))


def _label(graph: MrpGraph | None, fields: Sequence[str]) -> Label:
    """What a pair is cut by."""
    return tuple((name, value(graph, name)) for name in fields) if graph else ALL


def _part(name: str, found: Sequence[Found], label: IntArray, labels: Sequence[Label]) -> Part:
    """The rows of one measure, one for each pair."""
    numbers = np.array([one.numbers[name] for one in found], float).reshape(-1, 4)
    gold, system, shared, bound = numbers.T
    columns = np.stack([shared, system, shared, gold, bound > shared, bound - shared], axis=1)
    return Part(name, np.arange(len(found)), labels, label, columns, BOUND)


def _notes(found: Sequence[Found], options: Options) -> list[str]:
    """How many pairs are not proven, and what --order did."""
    open_ = sum(any(bound > shared for _, _, shared, bound in one.numbers.values()) for one in found)
    notes = (
        [f"{plural(open_, 'graph')} not proved optimal within the limit; see upper_bound"] if open_ else []
    )
    changed = [one.changed for one in found if one.changed]
    if not options.order or not changed:
        return notes
    lost = f"{plural(len(changed), 'graph')} ({plural(sum(changed), 'tuple')})"
    return [*notes, f"--order lowers the score of {lost}, whose nodes would correspond better out of order"]
