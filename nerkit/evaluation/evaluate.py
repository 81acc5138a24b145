"""The way from paths or objects to a result: read, select, pair, count."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from nerkit.corpora.corpus import Batch, Corpus
from nerkit.corpora.pairing import Pairing, Policy, pair, pair_by_order
from nerkit.errors import UsageError
from nerkit.evaluation import slices as slicing
from nerkit.evaluation.inputs import Input, input_name, read_all
from nerkit.evaluation.objects import plain
from nerkit.evaluation.request import Request
from nerkit.evaluation.runs import read_runs
from nerkit.io import check_stdin
from nerkit.results.notes import parted
from nerkit.results.result import Result
from nerkit.results.rows import Grouping, Scoring
from nerkit.results.scored import Scored
from nerkit.results.signature import signature
from nerkit.scorers import task_named
from nerkit.scorers.task import Task

if TYPE_CHECKING:
    from nerkit.stats.comparison import Comparison


def evaluate(gold: Any, system: Any, **asked: Any) -> Result:
    """Score a system against gold.

    gold, system   paths (as on the command line), open files, or objects in memory (`in_memory` in the
                   folders of `nerkit.readers` says which; what else a task takes is said by its
                   `read_objects`)
    asked          the fields of `nerkit.evaluation.request.Request` by name (task, measures, by, macro,
                   labels, label_map, only, form, missing, extra, duplicates, preset, beta, empty, workers),
                   and the task's own options, `type_weights="types.tsv"` for spans; an unknown one is a
                   UsageError

    Raises InputError for input that does not parse, PairingError for documents that do not pair, UsageError
    for names that do not exist.
    """
    return evaluate_systems(gold, {input_name(system, "system"): system}, Request.of(**asked))


def compare(
    gold: Any,
    systems: Mapping[str, Any],
    *,
    paired: str = "randomization",
    resamples: int | None = None,
    seed: int = 12345,
    one_sided: bool = False,
    alpha: float = 0.05,
    baseline: str | None = None,
    sort: str | None = None,
    **asked: Any,
) -> "Comparison":
    """Compare systems, by name, on the same gold: every pair tested, systems ranked.

    paired, resamples, seed, one_sided   the test (`nerkit.stats.significance`)
    alpha                                what p, corrected by Holm, is significant
    baseline, sort                       the system that differences are from (the first), and the measure or
                                         `name` that systems are sorted by (as given)
    asked                                everything else as in `evaluate`

    Raises what `evaluate` raises, and UsageError for fewer than two systems and where all measures are
    computed over the corpus as a whole.
    """
    from nerkit.stats.comparison import compare as compared
    from nerkit.stats.significance import PairedTest

    result = evaluate_systems(gold, systems, Request.of(**asked))
    return compared(
        result, PairedTest(paired, resamples, seed, one_sided), alpha, baseline=baseline, sort=sort
    )


def evaluate_systems(
    gold: Any,
    systems: Mapping[str, Any],
    request: Request,
    *,
    inspect: Callable[[str, Batch[Any], Any], None] = lambda *_: None,
) -> Result:
    """Score several systems, by name, against the same gold.

    *inspect* is shown every system's name, its batch as
    it is scored, and the task's options.
    """
    prepared = prepare(gold, systems, request)
    for name, batch in prepared.scored.batches.items():
        inspect(name, batch, prepared.scored.options)
    return prepared.result()


@dataclass(frozen=True)
class Prepared:
    """Systems that are read, selected and paired with gold, and not yet counted."""

    request: Request
    scored: Scored
    scoring: Scoring
    inputs: tuple[dict[str, Any], ...]
    warnings: tuple[str, ...]
    named: bool
    headline: str
    notes: tuple[str, ...] = ()
    recognised: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def result(self) -> Result:
        """The counts of all systems, as a result."""
        counts = self.scored.counts()
        notes = [note for counted in counts.values() for note in counted.warnings]
        return replace(
            self.uncounted(), counts=counts, warnings=tuple(dict.fromkeys((*self.warnings, *notes)))
        )

    def uncounted(self) -> Result:
        """The result without counts, and so without rows: enough for its `errors()`, and nothing is counted
        for them.
        """
        task, request = self.scored.task, self.request
        names = [measure.name for measure in self.scored.measures]
        stated = request.changed() | dict(task.stated(self.scored.options)) | dict(self.recognised)
        return Result(
            task=task.name,
            signature=signature(task.name, names, stated, self.scoring.empty),
            measures=tuple(names),
            counts={},
            scoring=self.scoring,
            options=request.changed(),
            inputs=self.inputs,
            warnings=self.warnings,
            notes=self.notes,
            composites=task.composites(self.scored.measures, self.scored.options),
            named=self.named,
            scored=self.scored,
            headline=self.headline,
            groups=self.groups,
            lower_is_better=tuple(one.name for one in self.scored.measures if one.lower_is_better),
        )


def prepare(gold: Any, systems: Mapping[str, Any], request: Request) -> Prepared:
    """Read gold and the systems, select what is scored, and pair their documents."""
    named_first = bool(request.measures)  # what a preset names besides is no choice of the user's
    request = request.with_preset()
    if not systems:
        raise UsageError("no system to score: give one with -s FILE, or as an argument")
    check_stdin([gold, *systems.values()])
    inputs = [
        Input("gold", input_name(gold, "gold"), plain(gold)),
        *(Input("system", name, plain(at)) for name, at in systems.items()),
    ]
    inputs, (task, corpora, implicit, left_out), groups, noted = read_runs(inputs, request)
    options = task.own_options(request.options, request.workers)
    selected, warnings = task.prepare(corpora, request.selection, options)
    measures = task.asked_measures(request.measures, selected, options)
    names = [measure.name for measure in measures]
    scoring, plan = _plan(task, request, names)
    warnings += [*left_out, *request.selection.lacking(selected)]
    warnings += [note for corpus in corpora for note in corpus.warnings]
    warnings += [
        f"{one.name}: no items" for one, corpus in zip(inputs, corpora, strict=True) if not len(corpus)
    ]
    slices = slicing.asked(request, task)
    batches: dict[str, Batch[Any]] = {}
    for name, corpus in zip((one.name for one in inputs[1:]), selected[1:], strict=True):
        policy = _policy(request, selected[0], corpus, implicit)
        batch, unpaired = _paired(selected[0], corpus, policy, name)
        batches[name] = slicing.sliced(batch, slices, task)
        warnings += unpaired
    notes, warned = parted([*noted, *warnings])
    return Prepared(
        request,
        Scored(task, batches, measures, plan, options),
        scoring,
        tuple(one.told(corpus) for one, corpus in zip(inputs, corpora, strict=True)),
        warned,
        all(corpus.named for corpus in selected),
        names[0] if named_first else task.headline_of(names),
        notes,
        task.recognised(selected, options),
        groups,
    )


def _plan(task: Task, request: Request, names: Sequence[str]) -> tuple[Scoring, list[Grouping]]:
    """How counts become rows, and what is counted: the cuts of the rows, and those that reports and gates
    need.
    """
    scoring = replace(
        request.scoring,
        always=tuple(task.shown),
        averaged=task.averaged,
        ranked=tuple(task.ranked),
    )
    of_label = () if set(request.gated) <= set(names) else ("label",)
    hidden = (*task.counted, *of_label)
    return scoring, [*scoring.plan, *(Grouping((name,), shown=False) for name in hidden)]


def read(target: Any, form: str | None = None) -> Corpus:
    """The corpus in a path, an open file or an object, to be given to `evaluate` as often as needed.

    Its format is recognised by content when not given. Raises InputError for what does not parse, UsageError
    for an unknown format.
    """
    one = Input("gold", input_name(target, "input"), target)
    return read_all([one], Request(form=form), plain=True).corpora[0]


class Scorer:
    """Scores documents as they come, in a training loop for one; they are kept, and scored together when the
    result is asked for.

    >>> scorer = Scorer("spans", measures=["sets::span+type"])
    >>> scorer.add([(0, 5, "PER")], [(0, 5, "PER"), (7, 9, "LOC")])
    >>> scorer.result().precision
    0.5
    """

    def __init__(self, task: str, **options: Any) -> None:
        self.options = {"task": task, **options}
        self.gold: list[Any] = []
        self.system: list[Any] = []
        task_named(task)

    def add(self, gold: Any, system: Any) -> None:
        """Add one document: its gold and its system items, as in a list of documents given to `evaluate`."""
        self.gold.append(gold)
        self.system.append(system)

    def merge(self, other: "Scorer") -> None:
        """Add the documents of another scorer. Raises UsageError unless it has the same task and options."""
        if other.options != self.options:
            raise UsageError("scorers with different options do not merge")
        self.gold += other.gold
        self.system += other.system

    def result(self) -> Result:
        """The result over all documents so far."""
        return evaluate(self.gold, self.system, **self.options)


def _policy(request: Request, gold: Corpus, system: Corpus, implicit: bool) -> Policy:
    """What is to become of documents without a partner, where that was not asked for.

    Missing ones are empty if documents have ids, further ones spurious if documents exist through their items
    only; a side without any document is a blank one, which is scored. All else is an error.
    """
    by_id = gold.named and system.named
    return Policy(
        request.missing or ("empty" if by_id or not system.documents else "error"),
        request.extra or ("spurious" if implicit or not gold.documents else "error"),
        request.duplicates or "error",
    )


def _paired(gold: Corpus, system: Corpus, policy: Policy, name: str) -> tuple[Batch[Any], tuple[str, ...]]:
    if gold.named and system.named:
        places = (getattr(gold, "places", ()), getattr(system, "places", ()))
        pairing = pair(gold.documents, system.documents, policy, system_name=name, places=places)
    else:
        pairing = pair_by_order(len(gold.documents), len(system.documents), policy, system_name=name)
    return _batch(gold, system, pairing), pairing.warnings


def _batch(gold: Corpus, system: Corpus, pairing: Pairing) -> Batch[Any]:
    return Batch(
        pairing.documents,
        gold.in_documents(pairing.documents, pairing.gold),
        system.in_documents(pairing.documents, pairing.system),
    )
