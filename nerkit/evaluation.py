"""The way from paths or objects to a result: read, select, pair, count."""

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from nerkit import readers, scorers
from nerkit.errors import InputError, UsageError, unknown
from nerkit.io import Source, check_stdin, expand
from nerkit.mentions import Mentions
from nerkit.model import Batch, Corpus
from nerkit.pairing import Pairing, Policy, pair, pair_by_order
from nerkit.parallel import ordered_map
from nerkit.readers import objects, tag_lists, tree_lists
from nerkit.request import Request, request_of
from nerkit.result import Result, Scoring
from nerkit.rows import AVERAGED, Grouping
from nerkit.scored import Scored
from nerkit.signature import signature

if TYPE_CHECKING:
    from nerkit.stats.comparison import Comparison

Progress = Callable[[list[Any]], Iterable[Any]]


@dataclass(frozen=True)
class Side:
    """One side of an evaluation: its role (`gold` or `system`), its name, and where its data is."""

    role: str
    name: str
    target: Any

    @property
    def is_file(self) -> bool:
        """Whether it can be opened again, in another process too."""
        if not isinstance(self.target, str | os.PathLike):
            return False
        mode = os.stat(self.target).st_mode if os.path.exists(self.target) else 0
        return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def evaluate(
    gold: Any,
    system: Any,
    *,
    task: str | None = None,
    measures: Sequence[str] | str = (),
    by: Sequence[str] | str = (),
    macro: bool = False,
    labels: Sequence[str] | str | None = None,
    label_map: Mapping[str, str] | str | None = None,
    only: Sequence[str] | str = (),
    form: str | None = None,
    missing: str | None = None,
    extra: str | None = None,
    duplicates: str | None = None,
    preset: str | None = None,
    beta: float = 1.0,
    empty: str = "zero",
    workers: int = 1,
    **options: Any,
) -> Result:
    """Score a system against gold.

    gold, system   paths (as on the command line), open files, or objects in memory (see `nerkit.readers.objects`)
    task, form     what is scored and its format; recognised by content when not given
    measures       names or groups; the task's defaults when not given
    by             fields to cut by: `label`, `document`, or any field of the data
    label_map      old label -> new label, or a file of them;  labels  those that are kept;  only  as `--only`
    preset         the measures and options of a shared task (`nerkit.presets`); what is given besides wins
    options        the task's own, `type_weights="types.tsv"` for spans; an unknown one is a UsageError

    Raises InputError for input that does not parse, PairingError for documents that do not pair, UsageError for names that
    do not exist.
    """
    request = request_of(
        task=task,
        measures=measures,
        by=by,
        macro=macro,
        labels=labels,
        label_map=label_map,
        only=only,
        form=form,
        missing=missing,
        extra=extra,
        duplicates=duplicates,
        preset=preset,
        beta=beta,
        empty=empty,
        workers=workers,
        **options,
    )
    return evaluate_systems(gold, {_name(system, "system"): system}, request)


def compare(
    gold: Any,
    systems: Mapping[str, Any],
    *,
    paired: str = "randomization",
    resamples: int | None = None,
    seed: int = 12345,
    one_sided: bool = False,
    alpha: float = 0.05,
    **given: Any,
) -> "Comparison":
    """Compare systems, by name, on the same gold: every pair tested, systems ranked.

    paired, resamples, seed, one_sided   the test (`nerkit.stats.significance`)
    alpha                                what p, corrected by Holm, is significant
    given                                everything else as in `evaluate`

    Raises what `evaluate` raises, and UsageError for fewer than two systems, and where all measures are computed over the corpus as a whole.
    """
    from nerkit.stats.comparison import compare as compared
    from nerkit.stats.significance import PairedTest

    result = evaluate_systems(gold, systems, request_of(**given))
    return compared(result, PairedTest(paired, resamples, seed, one_sided), alpha)


def evaluate_systems(
    gold: Any,
    systems: Mapping[str, Any],
    request: Request,
    *,
    progress: Progress = list,
    inspect: Callable[[str, Batch[Any], Any], None] = lambda *_: None,
) -> Result:
    """Score several systems, by name, against the same gold.

    *progress* wraps the list of inputs as they are read; *inspect* is shown every system's name, its batch as it is
    scored, and the task's options.
    """
    request = request.with_preset()
    if not systems:
        raise UsageError("no system to score: give one with -s FILE, or as an argument")
    check_stdin([gold, *systems.values()])
    sides = [
        Side("gold", _name(gold, "gold"), gold),
        *(Side("system", name, at) for name, at in systems.items()),
    ]
    task, corpora, implicit = _read_sides(sides, request, progress)
    scorer = scorers.scorer(task)
    options = _options(scorer, request.options)
    if hasattr(options, "workers"):
        options = replace(options, workers=request.workers)
    selected, warnings = scorer.prepare(corpora, request.selection, options)
    measures = _measures(scorer, request.measures, selected, options)
    names = [measure.name for measure in measures]
    scoring, plan = _plan(scorer, request, selected, names)
    warnings += [note for corpus in corpora for note in corpus.warnings]
    warnings += [f"{s.name}: no items" for s, corpus in zip(sides, corpora, strict=True) if not len(corpus)]
    batches: dict[str, Batch[Any]] = {}
    for side, corpus in zip(sides[1:], selected[1:], strict=True):
        policy = _policy(request, selected[0], corpus, implicit)
        batches[side.name], notes = _paired(selected[0], corpus, policy, side.name)
        inspect(side.name, batches[side.name], options)
        warnings += notes
    counts = {name: scorer.count(batch, measures, plan, options) for name, batch in batches.items()}
    warnings += [note for found in counts.values() for note in found.warnings]
    stated = scorer.stated(options) if hasattr(scorer, "stated") else {}
    return Result(
        task=task,
        signature=signature(task, names, request.changed() | stated, scoring.empty),
        measures=tuple(names),
        counts=counts,
        scoring=scoring,
        options=request.changed(),
        inputs=tuple(_input(side, corpus) for side, corpus in zip(sides, corpora, strict=True)),
        warnings=tuple(dict.fromkeys(warnings)),
        composites=scorer.composites(measures, options) if hasattr(scorer, "composites") else {},
        named=all(corpus.named for corpus in selected),
        scored=Scored(task, batches, measures, plan, options),
    )


def _plan(
    scorer: ModuleType, request: Request, selected: Sequence[Corpus], names: Sequence[str]
) -> tuple[Scoring, list[Grouping]]:
    """How counts become rows, and what is counted: the cuts of the rows, and those that reports and gates need."""
    scoring = replace(
        request.scoring,
        always=getattr(scorer, "SHOWN", ()),
        averaged=getattr(scorer, "AVERAGED", AVERAGED),
        ranked=scorer.ranked(selected) if hasattr(scorer, "ranked") else (),
    )
    of_label = () if set(request.gated) <= set(names) else ("label",)
    hidden = (*getattr(scorer, "COUNTED", ()), *of_label)
    return scoring, [*scoring.plan, *(Grouping((name,), shown=False) for name in hidden)]


def read(target: Any, form: str | None = None) -> Corpus:
    """The corpus in a path, an open file or an object; its format is recognised by content when not given."""
    return _read_sides([Side("gold", _name(target, "input"), target)], Request(form=form))[1][0]


class Scorer:
    """Scores documents as they come, in a training loop for one.

    >>> scorer = Scorer("spans", measures=["sets::span+type"])
    >>> scorer.add([(0, 5, "PER")], [(0, 5, "PER"), (7, 9, "LOC")])
    >>> scorer.result().precision
    0.5
    """

    def __init__(self, task: str, **options: Any) -> None:
        self.options = {"task": task, **options}
        self.gold: list[Any] = []
        self.system: list[Any] = []
        scorers.scorer(task)

    def add(self, gold: Any, system: Any) -> None:
        """Add one document: its gold and its system items."""
        self.gold.append(gold)
        self.system.append(system)

    def merge(self, other: "Scorer") -> None:
        """Add the documents of another scorer of the same task."""
        if other.options != self.options:
            raise UsageError("scorers with different options do not merge")
        self.gold += other.gold
        self.system += other.system

    def result(self) -> Result:
        """The result over all documents so far."""
        return evaluate(self.gold, self.system, **self.options)


def _read_sides(
    sides: Sequence[Side], request: Request, progress: Progress = list
) -> tuple[str, list[Corpus], bool]:
    """The task, the corpus of each side, and whether documents exist through their items only."""
    in_memory = [objects.is_data(side.target) for side in sides]
    with ExitStack() as stack:
        opened = {i: expand(side.target) for i, side in enumerate(sides) if not in_memory[i]}
        for found in opened.values():
            for source in found:
                stack.enter_context(source)
        task, forms = _formats(opened, request, sides)
        elsewhere = [
            i
            for i in opened
            if request.workers > 1
            and sides[i].is_file
            and getattr(readers.reader(forms[i]), "PARALLEL", True)
        ]
        how = _reading(scorers.scorer(task), request.options)
        paths = [(sides[i].target, forms[i], how) for i in elsewhere]
        done = dict(zip(elsewhere, ordered_map(_read_path, paths, request.workers), strict=True))
        corpora: list[Corpus] = []
        for i, side in progress(list(enumerate(sides))):
            if in_memory[i]:
                scorer = scorers.scorer(task)
                told = how if getattr(scorer, "OBJECTS_ARE_TEXT", False) else {}
                corpora.append(scorer.read_objects(side.target, side.name, **told))
            else:
                corpora.append(done[i] if i in done else _read_sources(opened[i], forms[i], side.name, how))
    implicit = any(getattr(readers.reader(form), "IMPLICIT_DOCUMENTS", False) for form in forms.values())
    return task, corpora, implicit


def _reading(scorer: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    """What the options of the task tell its readers."""
    return dict(scorer.reading(_options(scorer, given))) if hasattr(scorer, "reading") else {}


def _read_path(item: tuple[Any, str, dict[str, Any]]) -> Corpus:
    """A file or directory read in a process of its own."""
    path, form, how = item
    with ExitStack() as stack:
        sources = [stack.enter_context(source) for source in expand(path)]
        return _read_sources(sources, form, os.fspath(path), how)


def _read_sources(sources: Sequence[Source], form: str, name: str, how: Mapping[str, Any]) -> Corpus:
    chosen = readers.select(sources, form)
    if not chosen:
        raise InputError(f"no file of the format {form}", source=name)
    corpus: Corpus = readers.reader(form).read(chosen, **how)
    return corpus


def _formats(
    opened: Mapping[int, list[Source]], request: Request, sides: Sequence[Side]
) -> tuple[str, dict[int, str]]:
    """The task and the format of each input: as asked, else by content; a blank input has that of the others."""
    if request.form is not None:
        readers.reader(request.form)
        task = request.task or scorers.task_of(request.form)
        return task, dict.fromkeys(opened, request.form)
    if request.task is None and not opened:
        if any(isinstance(side.target, Mentions) for side in sides):
            return "coref", {}
        if any(tree_lists.is_trees(side.target) for side in sides):
            return "dep", {}
        tagged = any(tag_lists.is_tags(side.target) for side in sides)
        return ("bio" if tagged else "spans"), {}
    allowed = scorers.scorer(request.task).FORMATS if request.task else readers.BY_CONTENT
    found = {i: readers.sniff(sources, allowed) for i, sources in opened.items()}
    known = [form for form in found.values() if form]
    if not known and request.task is None and opened:
        blank = sides[next(iter(opened))].name
        remedy = "say what it is with --from, or use the command of the task, nerkit spans for one"
        raise InputError("every input is blank, so its format is unknown", source=blank, remedy=remedy)
    default = known[0] if known else (scorers.scorer(request.task).FORMATS[0] if request.task else "span-tsv")
    task = request.task or scorers.task_of(default)
    forms = {i: form or default for i, form in found.items()}
    for i, form in forms.items():
        if form not in scorers.scorer(task).FORMATS:
            raise InputError(f"{form} where the other side is {default}", source=sides[i].name)
    return task, forms


def _options(scorer: ModuleType, given: Mapping[str, Any]) -> Any:
    """The task's own options. Raises UsageError for a name that is none of them."""
    known = [option.name for option in fields(scorer.Options) if option.name != "workers"]
    for name in given:
        if name not in known:
            raise unknown("option", name, known)
    return scorer.Options(**given)


def _measures(scorer: ModuleType, names: Sequence[str], corpora: Sequence[Corpus], options: Any) -> list[Any]:
    """The measures of these names, which may be brought by the options; all of those, or the task's defaults, if none is named."""
    brought = scorer.brought(options) if hasattr(scorer, "brought") else {}
    if not names:
        return list(brought.values()) or list(scorer.resolve(scorer.defaults(corpora)))
    if not any(name in brought for name in names):
        return list(scorer.resolve(names))
    known = {name: brought[name] for name in names if name in brought}
    return [known[name] if name in known else scorer.resolve([name])[0] for name in dict.fromkeys(names)]


def _policy(request: Request, gold: Corpus, system: Corpus, implicit: bool) -> Policy:
    """What is to become of documents without a partner, where that was not asked for.

    Missing ones are empty if documents have ids, further ones spurious if documents exist through their items only; a side
    without any document is a blank one, which is scored. All else is an error.
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


def _input(side: Side, corpus: Corpus) -> dict[str, Any]:
    return {
        "role": side.role,
        "name": side.name,
        "sha256": _digest(origin.sha256 for origin in corpus.origins),
        "documents": len(corpus.documents),
        "items": len(corpus),
    }


def _digest(digests: Iterable[str]) -> str | None:
    """The digest of one input; of several files, the digest of their digests."""
    found = list(digests)
    if len(found) < 2:
        return found[0] if found else None
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


def _name(target: Any, default: str) -> str:
    """What a side is called: the path as typed."""
    if isinstance(target, str | os.PathLike) and not objects.is_data(target):
        return os.fspath(target)
    if getattr(target, "origins", None):  # a corpus that was read before
        return str(target.origins[0].name)
    return str(getattr(target, "name", default)) if hasattr(target, "read") else default
