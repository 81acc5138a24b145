"""The steps that are shared by runs in one piece and runs in shards: runs, measures, plan, pairing, slices,
result.

A pattern of files can name a group of runs, for example of random seeds, or the parts of one system. The
files are runs if each file pairs with all of the gold side. A file pairs if it has the gold ids or, if one
side has no ids, the same number of sentences. If one file does not pair, all files are parts of one system.

Some measures do not fit the corpora. For example, a measure of labels would find everything right if no item
has a label. The program refuses such a measure if the user names it. Otherwise it leaves the measure out,
with a note.
"""

import glob
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from nerkit import readers
from nerkit.algorithms.columns import NONE
from nerkit.corpora.corpus import Batch, Corpus
from nerkit.corpora.pairing import Policy, by_text, judge_extra, pair, pair_by_order
from nerkit.corpora.selection import Selection
from nerkit.corpora.tags import Tagged
from nerkit.evaluation.facts import OBJECTS
from nerkit.evaluation.inputs import Input, Inputs, check_number, is_data, read_all
from nerkit.evaluation.options import MEAN
from nerkit.evaluation.request import Request
from nerkit.exceptions import UsageError, some
from nerkit.ground.meant import INCLUSIVE, ReadAs
from nerkit.ground.warnings import Names, Warned
from nerkit.io import expand
from nerkit.results.counts import Counts
from nerkit.results.result import Result
from nerkit.results.rows import Grouping, Scoring
from nerkit.results.signature import signature
from nerkit.scorers.missing_fields import Unfit
from nerkit.scorers.slices import SLICES, Known, Slices
from nerkit.scorers.task import ALL, Measure, Task

EMPTY = "empty"  # the policy that scores missing documents as empty


class ReadRuns(NamedTuple):
    """Gold and the systems as they were read, with each run as a system.

    groups   name of a group -> names of its runs, if their mean is shown
    notes    a note for each pattern: its files are runs, or parts of one system
    """

    inputs: list[Input]
    read: Inputs
    groups: dict[str, tuple[str, ...]]
    notes: list[str]


def read_runs(inputs: Sequence[Input], request: Request) -> ReadRuns:
    """Read gold and the systems, each run as a system. Raises the errors of reading."""
    runs = {one.name: runs_of(one) for one in inputs[1:]}
    split = [inputs[0], *(each for one in inputs[1:] for each in runs[one.name] or [one])]
    check_number(split[1:])
    read = read_all(split, request)
    triples = list(zip(split, read.corpora, read.forms, strict=True))
    known = {triple[0].name: triple for triple in triples}
    kept, groups, notes = triples[:1], dict[str, tuple[str, ...]](), list[str]()
    for one in inputs[1:]:
        own = runs[one.name]
        if own:  # their files were read one by one, so warnings about the pattern are added here
            read.warnings.extend(expand(one.target).warnings)
        apart = [run for run in own if not _pairs(read.corpora[0], known[run.name][1])]
        if apart:  # the files are parts of one system
            again = read_all([one], replace(request, task=read.task.name))
            kept.append((one, again.corpora[0], again.forms[0]))
            notes.append(Warned("files-as-one-system", len(own), [str(apart[0].target)], side=one.name))
            continue
        kept += [known[each.name] for each in own or [one]]
        if own and request.runs == MEAN:
            groups[one.name] = tuple(run.name for run in own)
        if own:
            shown = "their means are shown" if request.runs == MEAN else "each by itself"
            notes.append(Warned("runs", len(own), side=one.name, shown=shown))
    listed, corpora, forms = map(list, zip(*kept, strict=True))
    return ReadRuns(listed, read._replace(corpora=corpora, forms=forms), groups, notes)


def runs_of(one: Input) -> list[Input]:
    """Return the files of a named pattern as inputs; an empty list for other inputs and for a single file."""
    path = one.target
    if not isinstance(path, str) or path == one.name or is_data(path) or "\n" in path:
        return []
    if os.path.exists(path) or not glob.has_magic(path):
        return []
    files = [source.name for source in expand(path)]
    bases = [os.path.basename(file) for file in files]
    if len(files) == 1:
        return []
    names = bases if len(set(bases)) == len(bases) else files
    return [Input(one.role, f"{one.name}/{name}", file) for name, file in zip(names, files, strict=True)]


def sentences_of(corpus: Corpus) -> int:
    """Return the number of sentences of a corpus, or of its documents if it has no sentences."""
    return int(getattr(corpus, "sentence_count", len(corpus.documents)))


def _pairs(gold: Corpus, run: Corpus) -> bool:
    """Return whether a run pairs with all of the gold side."""
    if gold.named and run.named:
        return sorted(gold.documents) == sorted(run.documents)
    return sentences_of(gold) == sentences_of(run)


class FitMeasures(NamedTuple):
    """The measures to score, and the reasons for measures that were left out."""

    measures: list[Measure]
    left_out: Mapping[str, Unfit]

    @property
    def notes(self) -> list[Warned]:
        """A note for each reason for which measures were left out."""
        by_reason: dict[str, list[str]] = {}
        for name, unfit in self.left_out.items():
            by_reason.setdefault(unfit.problem, []).append(name)
        return [
            Warned("measures-left-out", len(names), names, problem=problem, names=some(names))
            for problem, names in by_reason.items()
        ]

    def lost_headline(self, task: Task) -> str:
        """Return why the task's default headline is not scored, if the data has a trace of the field
        it needs.

        The text is empty without a trace. Then the next measure is the headline.
        """
        every = [*self.left_out, *(measure.name for measure in self.measures)]
        headline = task.headline_of(every) if self.left_out else ""
        unfit = self.left_out.get(headline)
        return f"{headline}: {unfit}" if unfit is not None and unfit.is_trace else ""


def choose(task: Task, names: Sequence[str], corpora: Sequence[Any], options: Any) -> FitMeasures:
    """Return the measures with these names, or the default measures without a name.

    Options can bring further measures. The group `all` contains the measures that suit the corpora, or
    the defaults if none suits them. Raises UsageError for a named measure that does not fit the corpora,
    and for a group of such measures.
    """
    brought = task.brought(options)
    asked: list[Measure] = []
    left_out: dict[str, Unfit] = {}
    for name in (single for each in names or () for single in task.separated(each, brought)):
        measures = [brought[name]] if name in brought else task.resolve([name])
        if name == ALL:
            others = task.unfit(measures, corpora, options)
            measures = [one for one in measures if not others.get(one.name, Unfit()).elsewhere]
        fit = _fit(task, measures, corpora, options, typed=name)
        if fit.left_out and (name not in task.groups or not fit.measures):
            refused, reason = next(iter(fit.left_out.items()))
            raise UsageError(f"{refused}: {reason}")
        asked += fit.measures
        left_out |= fit.left_out
    if not asked:
        return _fit(task, task.default_measures(corpora, options), corpora, options)
    distinct = list({measure.name: measure for measure in asked}.values())
    return FitMeasures(list(task.beside(distinct, options)), left_out)


def _fit(
    task: Task, measures: Sequence[Measure], corpora: Sequence[Any], options: Any, *, typed: str = ""
) -> FitMeasures:
    """Return the measures that fit the corpora, and the reasons against the other measures.

    *typed* is the name of the measure or group as typed.
    """
    found = task.unfit(measures, corpora, options)
    unfit = {name: why for name, why in found.items() if why.problem and (not why.stays or name == typed)}
    return FitMeasures([measure for measure in measures if measure.name not in unfit], unfit)


def scoring_of(task: Task, request: Request, options: Any) -> Scoring:
    """Return the scoring options of the request, with the fields by which the task always shows rows."""
    own = task.scoring(options)
    return replace(request.scoring, always=own.always, averaged=own.averaged, ranked=own.ranked)


def plan_of(task: Task, request: Request, names: Sequence[str], options: Any) -> list[Grouping]:
    """Return the groupings that rows, reports and gates need."""
    of_label = () if set(request.gated) <= set(names) else ("label",)
    hidden = [Grouping((name,), shown=False) for name in (*task.counted, *of_label)]
    return [*scoring_of(task, request, options).plan, *hidden]


def with_rest(corpora: Sequence[Any], request: Request) -> Sequence[Any]:
    """Return gold and the systems; tagged systems get the tag `O` for missing tokens, if `missing` is
    `empty`.
    """
    gold, fill = corpora[0], request.missing == EMPTY
    if request.missing not in (None, EMPTY) or not isinstance(gold, Tagged):
        return corpora
    from nerkit.corpora.pairing import truncated_output

    return [gold, *(truncated_output.with_rest(gold, system, fill=fill) for system in corpora[1:])]


def paired(
    gold: Corpus, system: Corpus, request: Request, implicit: bool, name: str, *, by_gold: bool = False
) -> tuple[Batch[Any], tuple[str, ...]]:
    """Pair the documents of both sides; return the batch, and warnings.

    *implicit* says whether documents exist only through their items. With *by_gold* documents that are
    paired by order get the names of the gold side. Raises PairingError for documents that do not pair.
    """
    policy = _policy(request, gold, system, implicit)
    if gold.named and system.named:
        # the places of documents, if known, are for messages about ids that occur twice
        places = partial(getattr, gold, "places", ()), partial(getattr, system, "places", ())
        pairing = pair(gold.documents, system.documents, policy, system_name=name, places=places)
        common = len({*pairing.gold.tolist()} & {*pairing.system.tolist()} - {NONE})
        held = ([], []) if common else (list(gold.documents), list(system.documents))
        facts = {"of_gold": Names.of(held[0]), "of_system": Names.of(held[1]), "unless": common}
        warnings = [Warned("no-id-in-common", facts=facts, detail=_has_both, side=name)]
    else:
        sizes = len(gold.documents), len(system.documents)
        names = gold.documents if by_gold else ()
        pairing = pair_by_order(*sizes, policy, system_name=name, names=names)
        warnings = unused_ids(gold, system, ("gold", name))
    ids = pairing.documents
    batch = Batch(ids, gold.in_documents(ids, pairing.gold), system.in_documents(ids, pairing.system))
    return batch, (*warnings, *pairing.warnings)


def _has_both(warned: Warned) -> dict[str, Any] | None:
    """Return {} to keep the warning if both sides have ids, None to drop it."""
    return {} if warned.facts["of_gold"].number and warned.facts["of_system"].number else None


def unused_ids(first: Corpus, second: Corpus, names: tuple[str, str]) -> list[Warned]:
    """Return a warning, in a list, if only one of two sides has ids, so that documents are paired by
    order.

    *names* are the names of the sides. The list is empty for a single document, because its partner is
    clear.
    """
    if first.named == second.named or not (first.documents and second.documents):
        return []
    with_ids, without = names if first.named else names[::-1]
    ids = (first if first.named else second).documents
    facts = {"side": with_ids, "without": without}
    return [Warned("ids-not-used", len(ids), ids, facts=facts, detail=_several)]


def _several(warned: Warned) -> dict[str, Any] | None:
    """Return {} to keep the warning unless it is about a single document, None to drop it."""
    return {} if warned.number != 1 else None


def under_one_name(corpora: Sequence[Any], called: Sequence[str]) -> tuple[list[Any], list[str]]:
    """Give gold and systems common ids, if they share ids in another form; return the corpora, and
    warnings.

    *called* are the names of the sides.
    """
    if not any(getattr(corpus, "other_ids", ()) for corpus in corpora):
        return list(corpora), []
    from nerkit.corpora.pairing import id_aliases

    return id_aliases.under_one_name(corpora, called)


def as_asked(corpora: Sequence[Any], called: Sequence[str], request: Request) -> tuple[list[Any], list[str]]:
    """Apply the requested offsets, ids and form of Unicode to the gold side and systems; return the
    corpora, and warnings.

    *called* are the names of the gold side and the systems. Raises UsageError for options that do not fit
    the data, and for offsets in different units.
    """
    sides, warnings = list(corpora), list[str]()
    asked = [name for name in ("ends", "system_ends", "offsets", "system_offsets") if getattr(request, name)]
    if asked and not any(hasattr(side, "offset_unit") for side in sides):
        raise UsageError(f"{asked[0]}=… needs offsets, which these files do not have")
    units = {side.offset_unit for side in sides if hasattr(side, "offset_unit")} - {None}
    if len(units) > 1 or any(name.endswith("offsets") for name in asked):
        from nerkit.corpora.offsets import in_one_unit

        meant = [request.meant("gold"), *[request.meant("system")] * (len(sides) - 1)]
        sides = in_one_unit(sides, called, meant)
    if request.ids is not None:
        from nerkit.corpora.new_ids import renamed

        sides, warnings = renamed(sides, request.new_names)
    if (form := request.form_of_texts) is not None:
        from nerkit.corpora.unicode_forms import normalized

        sides = [normalized(side, form, name) for side, name in zip(sides, called, strict=True)]
    return sides, warnings


def read_as(request: Request, gold: str, system: str) -> ReadAs:
    """Return whether the ends of the gold side and of a system were read as inclusive.

    *gold* and *system* are the formats; objects have no format that decides.
    """
    meant = (gold, request.ends), (system, request.system_ends or request.ends)
    own = [form != OBJECTS and readers.reader(form).inclusive for form, _ in meant]
    pairs = zip(own, meant, strict=True)
    return ReadAs(*[int(known if ends is None else ends == INCLUSIVE) for known, (_, ends) in pairs])


def known_by_texts(
    corpora: Sequence[Any], called: Sequence[str], extra: str | None = None, *, equal_counts: bool = False
) -> tuple[list[Any], list[str]]:
    """Pair documents that only their texts identify: give systems the ids of the gold side; return the
    corpora, and warnings.

    *called* are the names of the gold side and the systems. With *equal_counts*, a system with more or
    fewer documents than gold stays unchanged.

    Raises PairingError if documents are in another order than in the gold side and texts do not tell the
    order. Raises PairingError for documents that gold lacks unless *extra* allows them.
    """
    gold, *systems = corpora
    found = [
        None
        if equal_counts and len(one.documents) != len(gold.documents)
        else by_text.known(gold, one, (called[0], name))
        for one, name in zip(systems, called[1:], strict=True)
    ]
    for one, name in zip(found, called[1:], strict=True):
        if one is not None and extra in (None, "error"):
            judge_extra(list(one.extra), "error", name, [], counts=one.counts)
    warnings = [one.warning for one in found if one is not None and one.warning]
    known = [
        one if its is None else replace(one, documents=its.names, named=True)
        for one, its in zip(systems, found, strict=True)
    ]
    if not gold.named and any(found):  # the numbers of gold documents are the ids of systems in gold order
        gold = replace(gold, named=True)
        for i, one in enumerate(known):
            if found[i] is None and len(one.documents) == len(gold.documents):
                warnings += unused_ids(corpora[0], one, (called[0], called[1 + i]))
                known[i] = replace(one, documents=list(gold.documents), named=True)
    return [gold, *by_text.under_ids_of(gold, known)], warnings


def slices_of(request: Request, task: Task, selection: Selection | None = None) -> Slices | None:
    """Return the slices of a request; None without slices, or if the task has none.

    *selection* selects and renames the items of training data; by default it is the selection of the
    request. Raises UsageError for misspelt slices, InputError for training data that does not parse.
    """
    training = request.training
    fields = SLICES.intersection(request.fields)
    if not fields or task.sliced is None:
        return None
    items = (selection or request.selection).items
    return Slices(fields, None if training is None else _known(training, request, task, items))


def sliced(batch: Batch[Any], slices: Slices | None, task: Task) -> Batch[Any]:
    """Return the batch with the fields of the slices."""
    return batch if slices is None or task.sliced is None else task.sliced(batch, slices)


def _known(path: str, request: Request, task: Task, selection: Selection) -> Known:
    """Return the items of training data, with labels renamed and selected as in the gold side and the
    systems.
    """
    asks = Request(task=task.name, options=request.options, workers=request.workers, strict=request.strict)
    corpora = read_all([Input("training", path, path)], asks).corpora
    options = task.own_options(request.options, request.workers, request.measures)
    (side, *_), _warnings = task.prepare(corpora, selection, options)
    return Known.of(task.seen_items(side))


def result_of(
    task: Task,
    request: Request,
    options: Any,
    measures: Sequence[Measure],
    *,
    counts: dict[str, Counts],
    stated: Mapping[str, str],
    **further: Any,
) -> Result:
    """Return the result of these counts; *further* are more fields of the result."""
    names = tuple(measure.name for measure in measures)
    changed = request.changed()
    scoring = scoring_of(task, request, options)
    return Result(
        task=task.name,
        signature=signature(task.name, names, changed | dict(stated), scoring.empty),
        measures=names,
        counts=counts,
        scoring=scoring,
        options=changed,
        composites=task.composites(measures, options),
        preset=preset.told() if (preset := request.preset_record) else {},
        lower_is_better=tuple(one.name for one in measures if one.lower_is_better),
        details=_details(request, measures),
        **further,
    )


def _details(request: Request, measures: Sequence[Measure]) -> frozenset[str]:
    """Return the parts `X/…` of each default measure X that the user named without naming the parts.

    Tables leave these parts out, because a run without named measures shows them.
    """
    if request.preset or not request.measures:
        return frozenset()
    typed = {name.strip() for each in request.measures for name in each.split(",")}
    whole = tuple(f"{one.name}/" for one in measures if one.default and one.name in typed)
    names = (one.name for one in measures)
    return frozenset(name for name in names if name.startswith(whole) and name not in typed)


def _policy(request: Request, gold: Corpus, system: Corpus, implicit: bool) -> Policy:
    """Return what happens to documents without a partner.

    By default, missing documents are empty if documents have ids, and extra documents are spurious if
    documents exist only through their items. A side without any document is blank and is scored.
    Otherwise, documents without a partner are errors.
    """
    by_id = gold.named and system.named
    return Policy(
        request.missing or (EMPTY if by_id or not system.documents else "error"),
        request.extra or ("spurious" if implicit or not gold.documents else "error"),
        request.duplicates or "error",
    )
