"""AMR: meaning graphs scored by the triples that agree under the best correspondence of their nodes.

Conventions
    A graph is a set of triples: (instance, node, concept), (role, node, constant), (role, node, node), and (TOP, top node, top). `rules` says
    how texts are compared. Which node of gold is which node of the system is nobody's to say: the correspondence that
    makes most triples agree is found and proved (`algebra.latent`), not searched for. Where the proof is given up (`--limit`),
    `optimal` is false and `upper_bound` says what the value cannot exceed.

Measures
    smatch          P = agreeing / system triples, R = agreeing / gold triples, over all graphs (micro); Cai and Knight 2013.
                    smatch/instance, smatch/attribute (with TOP) and smatch/relation are its parts under the same correspondence.
    unlabeled, no_wsd, reentrancy, srl              the same of changed or fewer triples (`variants`)
    aspect/…        parts of the triples, as in smatch++ (`aspects`); `aspects` is all of them
    concepts, frames, named_entities, negation, wikification, …     sets without correspondence (`sets`)
    sembleu, wlk    paths and neighbourhoods (`paths`)

Differences from smatch 1.0.4 (`--smatch-1.0.4` computes its triples and weights, at the proven optimum)
    - a triple that stands twice counts once (there n copies against m count n*m times, and F may exceed 1).
    - a constant under an inverse role, `:mod 1` or `:ARG0-of 1`, is a triple (there it is lost).
    - a quoted string is compared whole (there up to its first blank: "New York" equals "New Jersey").
    - alignment suffixes `~e.3` are dropped, and tabs separate words (there both are parts of them).
    - the largest number of agreeing triples (there what random restarts find, which differs from run to run).
    - numbers of graphs that differ, and damaged graphs, are errors (there ignored, or a crash).

Differences from smatch++ 1.8.0 (`--standardise`)
    - a quoted string is never a variable (there quotes are taken off first, so that `:op1 "i"` becomes the node i).
    - copies of a triple count as often as both sides have them in the correspondence too (there only in the final count).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.algorithms.correspondence.solver import LIMIT
from nerkit.corpora.amr import Graphs
from nerkit.corpora.amr_mrp import as_amr
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mrp import MrpGraphs
from nerkit.corpora.selection import Selection
from nerkit.errors import PairingError, UsageError, plural, unknown
from nerkit.results.counts import ALL, BOUND, Counts, Part, numbers_of
from nerkit.results.mistakes import Mistakes
from nerkit.results.rows import Grouping
from nerkit.results.scores import Composite
from nerkit.scorers.amr import aspects as amr_aspects
from nerkit.scorers.amr import mistakes as amr_errors
from nerkit.scorers.amr import paths as amr_paths
from nerkit.scorers.amr import sets as amr_sets
from nerkit.scorers.amr import variants as amr_variants
from nerkit.scorers.amr.aspects import Described
from nerkit.scorers.amr.frames import Frames
from nerkit.scorers.amr.frames import read as read_frames
from nerkit.scorers.amr.matching import Matched, Side, match
from nerkit.scorers.amr.measures import LANGUAGE as LANGUAGE
from nerkit.scorers.amr.measures import describe as describe
from nerkit.scorers.amr.measures import measures as measures
from nerkit.scorers.amr.rules import SMATCH, SMATCH_1_0_4, STANDARDS, Keys, Rules
from nerkit.scorers.amr.triples import KINDS, triples

FORMATS = ("penman", "triples-tsv", "mrp")
NAMED_FORMATS = ("dot",)
SMATCH_PARTS = tuple(f"smatch/{kind}" for kind in KINDS)
MEASURES = (
    "smatch",
    *amr_variants.VARIANTS,
    *amr_sets.SETS,
    *amr_paths.SEMBLEU,
    amr_paths.WLK,
    *amr_aspects.MEASURES,
)
GROUPS = {"aspects": tuple(amr_aspects.ASPECTS)}
AVERAGED = ("document",)
UNIT = "graph"
OBJECTS_ARE_TEXT = True


@dataclass(frozen=True)
class Options:
    """What only this task knows.

    standardise    smatch++'s standardisation of graphs: none, generic or amr
    just           only triples of one kind: instance, attribute or relation
    smatch_1_0_4   that program's triples and weights
    skip_invalid   damaged graphs count as empty
    frames         descriptions of the arguments of frames, for aspects: a file of them, or by frame and argument
    limit          the work that is spent on a pair of graphs (elementary steps); past it the result is a bound
    """

    standardise: str | None = None
    just: str | None = None
    smatch_1_0_4: bool = False
    skip_invalid: bool = False
    frames: Frames | str | None = None
    limit: int = LIMIT
    workers: int = 1

    def __post_init__(self) -> None:
        for name, value, known in (("standardise", self.standardise, STANDARDS), ("just", self.just, KINDS)):
            if value is not None and value not in known:
                raise unknown(f"value of {name}", value, known)
        if self.standardise and self.smatch_1_0_4:
            raise UsageError("--standardise is smatch++'s, which --smatch-1.0.4 excludes")
        if self.limit < 0:
            raise UsageError(f"the limit is a number of steps, not {self.limit}")

    @property
    def rules(self) -> Rules:
        """How triples are made."""
        if self.standardise:
            return STANDARDS[self.standardise]
        return SMATCH_1_0_4 if self.smatch_1_0_4 else SMATCH


def reading(options: Options) -> dict[str, Any]:
    """What the options tell the reader."""
    return {"skip_invalid": options.skip_invalid, "literal": options.smatch_1_0_4}


def read_objects(given: Any, name: str = "<memory>", **reading: bool) -> Graphs:
    """Graphs in memory: PENMAN strings, one or several, or a mapping from id to string."""
    from nerkit.readers.graphs.penman import read_texts

    return given if isinstance(given, Graphs) else read_texts(given, name, **reading)


def prepare(
    corpora: Sequence[Graphs | MrpGraphs], selection: Selection, _: Options
) -> tuple[list[Graphs], list[str]]:
    """The graphs that are scored.

    Raises UsageError for a selection by anything but documents, PairingError for graphs in the same place with other ids where ids
    cannot pair them.
    """
    if selection.concerns_items:
        raise UsageError("graphs are chosen by --only document=… alone: they have no labels")
    converted = [as_amr(corpus) if isinstance(corpus, MrpGraphs) else corpus for corpus in corpora]
    gold, *systems = converted
    for system in systems:
        if not (gold.named and system.named):
            _check_order(gold, system)
    return [selection.documents(corpus) for corpus in converted], []


def _check_order(gold: Graphs, system: Graphs) -> None:
    for place, (one, other) in enumerate(zip(gold.ids, system.ids, strict=False), 1):
        if one is not None and other is not None and one != other:
            raise PairingError(
                f"graph {place} is {one!r} in gold and {other!r} in the system, and not every graph has an id of its own\n"
                "  make ids unique, or put the graphs of both sides in the same order"
            )


def defaults(_: Iterable[Graphs]) -> Sequence[str]:
    """The measure used when none is asked for."""
    return ("smatch",)


@dataclass(frozen=True)
class Measure:
    """A measure by its name."""

    name: str


def resolve(names: Sequence[str]) -> list[Measure]:
    """Measures by name; `smatch` has its parts with it, `aspects` is a group. Raises UsageError for a name that is none."""
    found: dict[str, Measure] = {}
    for name in chain.from_iterable(GROUPS.get(name, (name,)) for name in names):
        if name not in MEASURES and name not in SMATCH_PARTS:
            raise unknown("measure", name, (*MEASURES, *SMATCH_PARTS))
        for each in ("smatch", *SMATCH_PARTS) if name == "smatch" else (name,):
            found[each] = Measure(each)
    return list(found.values())


def count(
    batch: Batch[Graphs], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch. Raises UsageError for a cut by anything but documents."""
    fields = {name for grouping in plan for name in grouping.fields} - {"document"}
    if fields:
        raise UsageError(f"--by {min(fields)}: graphs are cut by document alone")
    scored = _Scored(batch, options)
    parts = []
    for measure in measures:
        if measure.name in amr_paths.SEMBLEU:
            found = amr_paths.path_numbers(measure.name, batch)
            parts += [_part(name, numbers, _proved(numbers)) for name, numbers in found.items()]
        else:
            parts.append(_part(measure.name, *scored.numbers(measure.name)))
    notes = scored.warnings()
    if options.frames and not any(measure.name in amr_aspects.MEASURES for measure in measures):
        notes.append("--frames changes aspects alone, of which none is asked for")
    return Counts.collect(batch.documents, (), parts, notes)


def composites(measures: Iterable[Measure], _: Options) -> dict[str, Composite]:
    """The measures that are formulas over the counts of others."""
    return {m.name: amr_paths.composite(m.name) for m in measures if m.name in amr_paths.SEMBLEU}


def solved(batch: Batch[Graphs], options: Options) -> tuple[Matched, Keys]:
    """The correspondences of a batch and the keys of its triples, for showing them."""
    scored = _Scored(batch, options)
    return scored.smatch, scored.keys


def errors(batch: Batch[Graphs], options: Options) -> Mistakes:
    """What is wrong, triple by triple (`mistakes`), under the correspondence of `smatch`."""
    return amr_errors.find(batch, *solved(batch, options))


def _part(name: str, numbers: FloatArray, bounds: FloatArray) -> Part:
    documents = np.arange(len(numbers))
    return Part(name, documents, [ALL], np.zeros_like(documents), np.hstack([numbers, bounds]), BOUND)


class _Scored:
    """One batch; what several measures need is computed once."""

    def __init__(self, batch: Batch[Graphs], options: Options) -> None:
        self.batch, self.options = batch, options
        self.keys = Keys()

    @cached_property
    def smatch(self) -> Matched:
        """The correspondences over all triples, or those of one kind."""
        return self._match(self.options.rules, self.options.just)

    @cached_property
    def described(self) -> tuple[Described, Described]:
        """The triples of both sides, told apart by aspects."""
        frames = self.options.frames or {}
        named = amr_aspects.roles_of(read_frames(frames) if isinstance(frames, str) else frames)
        gold, system = self.batch.gold, self.batch.system
        rules = self.options.rules
        return Described(gold, self.keys, rules, named), Described(system, self.keys, rules, named)

    def numbers(self, name: str) -> tuple[FloatArray, FloatArray]:
        """The four numbers of every document, and its bounds."""
        if name == amr_paths.WLK:
            numbers = amr_paths.kernel_numbers(self.batch)
            return numbers, _proved(numbers)
        if name in amr_sets.SETS:
            numbers = amr_sets.numbers(name, self.batch, literal=self.options.smatch_1_0_4)
            return numbers, _proved(numbers)
        if name in amr_aspects.ASPECTS:
            return self._aspect(name)
        if name in SMATCH_PARTS:
            return self._piece(name.removeprefix("smatch/"))
        found = self.smatch if name == "smatch" else self._alone(name)
        gold, system = found.gold.count(), found.system.count()
        bound = (
            found.bound if self.options.smatch_1_0_4 else np.minimum(found.bound, np.minimum(gold, system))
        )
        slack = np.maximum(bound - found.value, 0)
        return numbers_of(found.value, system, gold), np.stack([slack > 0, slack], axis=1).astype(float)

    def _aspect(self, name: str) -> tuple[FloatArray, FloatArray]:
        numbers = amr_aspects.numbers(name, self.smatch, *self.described)
        return numbers, self._open(numbers)

    def _piece(self, kind: str) -> tuple[FloatArray, FloatArray]:
        """The triples of one kind under the correspondence of all."""
        found = self.smatch
        agreeing = found.agreeing()[kind]
        system, gold = (
            Side(side.triples.only(kind), side.graph).count() for side in (found.system, found.gold)
        )
        numbers = numbers_of(agreeing, system, gold)
        return numbers, self._open(numbers)

    def _open(self, numbers: FloatArray) -> FloatArray:
        """The bounds of a part of the triples: where the correspondence is not proved, all of them may agree."""
        p_num, p_den, _, r_den = numbers.T
        slack = np.where(self.smatch.unproven, np.maximum(np.minimum(p_den, r_den) - p_num, 0), 0)
        return np.stack([self.smatch.unproven, slack], axis=1).astype(float)

    def _alone(self, name: str) -> Matched:
        """The correspondences of a measure that has its own."""
        if name.endswith(amr_aspects.OWN):
            return self._matched(*(side.part(name.removesuffix(amr_aspects.OWN)) for side in self.described))
        return self._match(amr_variants.VARIANTS[name](self.options.rules), None)

    def _match(self, rules: Rules, just: str | None) -> Matched:
        sides = self._sides(rules)
        return self._matched(*(Side(side.triples.only(just), side.graph) if just else side for side in sides))

    def _matched(self, gold: Side, system: Side) -> Matched:
        return match(gold, system, self.options.limit, self.options.workers)

    def _sides(self, rules: Rules) -> tuple[Side, Side]:
        gold, system = self.batch.gold, self.batch.system
        return (
            Side(triples(gold, self.keys, rules), gold.graph),
            Side(triples(system, self.keys, rules), system.graph),
        )

    def warnings(self) -> list[str]:
        """What was counted in a way the user should know of."""
        if "smatch" not in self.__dict__:
            return []
        found = self.smatch
        notes = []
        for role, side in (("gold", found.gold), ("system", found.system)):
            if side.triples.dropped:
                notes.append(f"{role}: {plural(side.triples.dropped, 'repeated triple')} counted once")
        open_ = int(found.unproven.sum())
        if open_:
            notes.append(f"{plural(open_, 'graph')} not proved optimal within the limit; see upper_bound")
        return notes


def _proved(numbers: FloatArray) -> FloatArray:
    """The bounds of numbers that nothing was searched for."""
    return np.zeros((len(numbers), len(BOUND)))
