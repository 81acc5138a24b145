"""Count rows of each measure, made from compared documents.

Counts add up over documents. A cell is a document, or a document and a path. Rows by path come from the
single matching of whole documents. For rows by label, nerkit first cuts both sides to one path and then
matches them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, join, ranked, turns
from nerkit.corpora.corpus import STATUSES, UNREADABLE, Batch
from nerkit.corpora.json_documents import MISSING, JsonDocuments
from nerkit.corpora.json_paths import Steps, path_text
from nerkit.exceptions import UsageError
from nerkit.ground.limits import FEW_LABELS, MOST_LABEL_VALUES
from nerkit.ground.records import record
from nerkit.results.counts import ALL, BOUND, NUMBERS, Headline, Label, Part, numbers_of
from nerkit.scorers.json import measures as names
from nerkit.scorers.json.answers.batch import EXACT as EM
from nerkit.scorers.json.answers.batch import scores
from nerkit.scorers.json.empty_rows import with_marks, with_silent_rows
from nerkit.scorers.json.leaf_outcomes import CLASSES, Outcomes
from nerkit.scorers.json.matching import Matching
from nerkit.scorers.json.options import Options
from nerkit.scorers.json.pairs import NO_WORTH
from nerkit.scorers.json.readings.batch import ChosenGold, chosen_gold, in_readings
from nerkit.scorers.json.rows import Rows
from nerkit.scorers.json.slots import (
    ELEMENT,
    ELEMENTS,
    FABRICATED,
    MISSED,
    RIGHT,
    SILENT,
    VERDICTS,
    WRONG,
    SlotPaths,
    Verdicts,
)
from nerkit.scorers.judgements import UNJUDGED
from nerkit.scorers.measure import Fields, Measure

A, OF_SYSTEM, OF_GOLD, SHARED = range(4)  # columns of `Outcomes.numbers`
NEAR = 1e-9
LABEL_SET_UP = 10_000  # the fixed cost of a label, as the number of values whose comparison costs as much
# headlines of measures that lack rows by path or by label
OF_WHOLES, OF_DOCUMENTS = Headline(lacks=("path",), sparse=("label",)), Headline(lacks=("path", "label"))
OF_SLOTS = Headline("p", lacks=("label",))  # a path alone would be matched in another way
OF_ALL = Headline(lacks=("path",), throughout=("label",))  # a document without the path is right


@dataclass(frozen=True)
class ComparedValues:
    """The documents of a batch. Each comparison runs when a measure first needs it.

    cut_from   the comparison of all paths, and the only path that is scored here
    """

    batch: Batch[JsonDocuments]
    options: Options
    judged: bool = True
    cut_from: "tuple[ComparedValues, Steps] | None" = None

    def rows(self, *, soft: bool = False, bags: bool = False, wrap: bool | None = None) -> Rows:
        """Return the rows of both sides, with the chosen readings of gold.

        soft   whether similar strings earn partial credit
        bags   whether the outermost arrays are bags
        wrap   replaces the option `wrap`; None keeps the option
        """
        if self.cut_from is not None:
            whole, steps = self.cut_from
            return whole.rows(soft=soft, bags=bags, wrap=wrap).at_path(steps)
        key, gold, system = (soft, bags, wrap), self.batch.gold, self.batch.system
        if key not in self._rows:
            options = self.options if wrap is None else replace(self.options, wrap=wrap)
            values = self.chosen(soft=soft, depth=1 if bags else None).values, system.values
            self._rows[key] = Rows(values, options, gold.kept, soft=soft, bags=bags, judged=self.judged)
        return self._rows[key]

    @cached_property
    def _rows(self) -> dict[tuple[bool, bool, bool | None], Rows]:
        return {}

    def chosen(self, *, soft: bool = False, depth: int | None = None) -> ChosenGold:
        """Return the gold values with the readings that are best for leaves, or for elements at a depth."""
        gold, key = self.batch.gold, (soft, depth)
        if not in_readings(self.options):
            return ChosenGold(list(gold.values))
        if key not in self._chosen:
            values = gold.values, self.batch.system.values
            made = chosen_gold(*values, self.options, gold.kept, depth, soft=soft, judged=self.judged)
            self._chosen[key] = made
        return self._chosen[key]

    @cached_property
    def _chosen(self) -> dict[tuple[bool, int | None], ChosenGold]:
        return {}

    def outcomes_of(self, rows: Rows) -> Outcomes:
        """Return the outcome of each leaf of *rows*."""
        return Outcomes(rows, Matching(rows), self.unreadable)

    @cached_property
    def unreadable(self) -> list[int]:
        """The numbers of the documents whose system side cannot be read."""
        return [i for i, status in enumerate(self.batch.system.status) if status == UNREADABLE]

    @cached_property
    def exact_rows(self) -> Rows:
        """The rows of both sides in a comparison where two leaves agree fully or not at all."""
        return self.rows()

    @cached_property
    def outcomes(self) -> Outcomes:
        """The outcomes of all leaves, without partial credit."""
        return self.outcomes_of(self.exact_rows)

    @cached_property
    def slots(self) -> "JudgedSlots":
        """The verdicts on the slots. Among the best matchings, nerkit uses one with the fewest fabricated
        values.
        """
        rows, gold = self.exact_rows, self.batch.gold
        in_gold = np.array(gold.status, np.int64) != MISSING
        slots = SlotPaths(rows, gold.kept, in_gold)
        outcomes = Outcomes(rows, Matching(rows, slots.is_slot), self.unreadable)
        return JudgedSlots(Verdicts.of(slots, outcomes, in_gold), slots.steps)

    @cached_property
    def soft(self) -> Outcomes:
        """The outcomes of all leaves, with partial credit for similar strings."""
        return self.outcomes_of(self.rows(soft=True))

    @property
    def compared_rows(self) -> list[Rows]:
        """The rows that measures have compared so far: first the exact rows, then the soft rows."""
        exact = [self.exact_rows] if "exact_rows" in self.__dict__ else []
        return [*exact, self.soft.rows] if "soft" in self.__dict__ else exact

    @cached_property
    def of_documents(self) -> "Numbered":
        """The weights and numbers of leaves (`Outcomes.numbers`) in each document."""
        return numbered(self.outcomes, by_path=False)

    @cached_property
    def of_paths(self) -> "Numbered":
        """The weights and numbers of leaves (`Outcomes.numbers`) at each path of each document."""
        return numbered(self.outcomes, by_path=True)

    @cached_property
    def items(self) -> "OuterItems":
        """The elements of the outermost arrays, and whether each element is right."""
        several = in_readings(self.options)
        if several or self.options.wrap or self.outcomes.rows.graded_below.any():
            rows = self.rows(bags=True, wrap=False)
            return OuterItems(rows, Matching(rows) if rows.graded_below.any() else None)
        return OuterItems(self.outcomes.rows, None)


class JudgedSlots(NamedTuple):
    """The verdicts on slots, and the list of paths that the verdicts refer to by number."""

    verdicts: Verdicts
    steps: list[Steps]


class OuterItems:
    """The elements of the outermost arrays, and whether each element is right as a whole.

    document   the document of each element, shape (elements,)
    system     whether each element is on the system's side
    right      whether each element is matched with an equal element
    """

    def __init__(self, rows: Rows, matching: Matching | None) -> None:
        nodes = rows.nodes
        self.rows = rows
        item = (nodes.place != NONE) & (rows.level == 1) & rows.says
        self.node = np.flatnonzero(item)
        self.document = nodes.document[self.node]
        self.system = nodes.system[self.node]
        right = np.zeros(len(nodes), bool)
        graded = rows.graded_below[nodes.path]
        self._count_equal(self.node[~graded[self.node]], right)
        if matching is not None:
            self._match_equal(matching, right)
        self.right = right[self.node]

    def _count_equal(self, items: IntArray, right: BoolArray) -> None:
        """Mark as right each element that can be paired one to one with an equal element of the other
        side.
        """
        if not len(items):
            return
        nodes = self.rows.nodes
        key = combine(nodes.document[items], nodes.path[items], self.rows.form[items])
        key = combine(key, turns(combine(key, nodes.parent[items])))
        system = nodes.system[items]
        i, j = join(key[~system], key[system])
        right[items[~system][i]] = right[items[system][j]] = True

    def _match_equal(self, matching: Matching, right: BoolArray) -> None:
        """Mark as right the elements in a largest matching of elements whose leaves all agree."""
        rows = self.rows
        own = rows.nodes.sums_up(np.where(rows.leaf, rows.weight, 0.0))
        pairs, _ = matching.levels.get(1, (NO_WORTH, NO_WORTH))
        whole = rows.graded_below[rows.nodes.path[pairs.gold]]
        whole &= (pairs.agreeing >= own[pairs.gold] - NEAR) & (pairs.agreeing >= own[pairs.system] - NEAR)
        gold, system = pairs.gold[whole], pairs.system[whole]
        chosen = best_matching(ranked(gold)[0], ranked(system)[0], np.ones(len(gold)))
        right[gold[chosen]] = right[system[chosen]] = True


Cut = tuple[IntArray, IntArray, list[Label]]  # document of each cell, label code of each cell, labels


def cells(
    document: IntArray, path: IntArray | None, texts: Sequence[str], field: str = "path"
) -> tuple[IntArray, Cut]:
    """Return the cell of each item, and the document and label of each cell.

    path    the path number of each item; None to make one cell per document
    texts   the path of each number as text
    field   the field of rows that has these texts
    """
    if path is None:
        distinct, cell = np.unique(document, return_inverse=True)
        return cell, (distinct, np.zeros(len(distinct), np.int64), [ALL])
    used = np.unique(path)
    labels: list[Label] = [((field, texts[number]),) for number in used.tolist()]
    code = np.searchsorted(used, path)
    key = document * max(len(used), 1) + code
    distinct, cell = np.unique(key, return_inverse=True)
    return cell, (distinct // max(len(used), 1), distinct % max(len(used), 1), labels or [ALL])


Count = Callable[[ComparedValues, bool, str], list[Part]]  # (documents, whether by path, name) -> rows


@record(frozen=True)
class ValueView:
    """The documents of a piece of a batch, compared with and without the user's judgements."""

    judged: ComparedValues
    unjudged: ComparedValues

    @classmethod
    def of(cls, batch: Batch[JsonDocuments], options: Options) -> "ValueView":
        """Return the view of a batch."""
        return cls(ComparedValues(batch, options), ComparedValues(batch, options, judged=False))


@record(frozen=True)
class OfValues:
    """A measure of nested values.

    count      function (documents, whether by path, measure name) -> count rows
    labelled   whether the measure has rows by label, of documents that are cut to one path
    """

    count: Count
    labelled: bool = True

    def __call__(self, view: ValueView, name: str, fields: Fields) -> list[Part]:
        """Return the count rows by document, by document and path, or by label."""
        compared = view.unjudged if name.endswith(UNJUDGED) else view.judged
        if fields == ("label",):
            return _by_label(compared, self.count, name) if self.labelled else []
        return self.count(compared, fields == ("path",), name)


def _by_label(compared: ComparedValues, count: Count, name: str) -> list[Part]:
    """Return the count rows of documents in which only one path is scored, path by path."""
    rows, batch = compared.outcomes.rows, compared.batch
    numbers = np.unique(rows.nodes.path[rows.leaf]).tolist()
    _check_labels(len(numbers), len(rows.nodes.path))
    whole = None if in_readings(compared.options) else compared
    parts = []
    for steps in map(rows.paths.steps.__getitem__, numbers):
        text = path_text(steps)
        gold = replace(batch.gold, kept=replace(batch.gold.kept, only=text))
        one = replace(compared, batch=replace(batch, gold=gold), cut_from=(whole, steps) if whole else None)
        parts += [replace(part, labels=[(("label", text),)]) for part in count(one, False, name)]
    return parts


def _check_labels(labels: int, values: int) -> None:
    """Raise UsageError if a separate comparison of the values for each label would take too long."""
    if labels > FEW_LABELS and labels * (values + LABEL_SET_UP) > MOST_LABEL_VALUES:
        raise UsageError(
            f"{labels:,} labels times {values:,} values + {LABEL_SET_UP:,} is more than "
            f"{MOST_LABEL_VALUES:,}, because nerkit compares the values anew for each label. "
            'Rows by path need only one comparison: by="path"'
        )


Numbered = tuple[FloatArray, Cut]  # `Outcomes.numbers` of cells


def numbered(outcomes: Outcomes, *, by_path: bool) -> Numbered:
    """Return the weights and numbers of leaves in every document, or at every path of every document."""
    texts = [path_text(steps) for steps in outcomes.rows.paths.steps] if by_path else []
    cell, cut = cells(outcomes.document, outcomes.path if by_path else None, texts)
    return outcomes.numbers(cell, len(cut[0])), cut


def _leaves(compared: ComparedValues, by_path: bool, name: str, *, soft: bool = False) -> list[Part]:
    if soft:
        numbers, cut = numbered(compared.soft, by_path=by_path)
    else:
        numbers, cut = compared.of_paths if by_path else compared.of_documents
    four = numbers_of(numbers[:, A], numbers[:, OF_SYSTEM], numbers[:, OF_GOLD])
    extras = () if soft else CLASSES
    rows = four if soft else np.concatenate([four, numbers[:, SHARED + 1 :]], axis=1)
    if in_readings(compared.options):
        bounds = compared.chosen(soft=soft).bounds
        rows = np.insert(rows, [len(NUMBERS)] * len(BOUND), bounds[cut[0]], axis=1)
        extras = (*BOUND, *extras)
    return [_part(name, cut, rows, extras)]


def _exact(compared: ComparedValues, by_path: bool, name: str) -> list[Part]:
    if by_path:
        return []
    numbers, cut = compared.of_documents
    right = numbers[:, SHARED + 2 :].sum(axis=1) == 0  # no leaf is misread, missing or invented
    every = np.ones(len(compared.batch.documents))
    every[cut[0]] = right
    every[compared.unreadable] = 0
    _compare_silent_rows(compared, every)
    return [_share(name, np.arange(len(every)), every, OF_ALL)]


def _compare_silent_rows(compared: ComparedValues, right: FloatArray) -> None:
    """Set *right* to 0 for documents whose objects without leaves differ between the sides."""
    rows = compared.outcomes.rows
    some = with_silent_rows(rows)
    some = some[right[some] > 0]
    if not len(some) or compared.batch.gold.kept.only is not None:
        return
    equal = np.zeros(len(right))
    for beside_silence in (True, False):
        marked = with_marks(rows, some, beside_silence=beside_silence)
        numbers, cut = numbered(compared.outcomes_of(marked), by_path=False)
        same = np.ones(len(right))
        same[cut[0]] = numbers[:, SHARED + 2 :].sum(axis=1) == 0
        equal = np.maximum(equal, same)
    right[some] = equal[some]


def _items(compared: ComparedValues, by_path: bool, name: str) -> list[Part]:
    if by_path:
        return []
    items = compared.items
    cell, cut = cells(items.document, None, ())
    size = len(cut[0])
    right, own, gold = (
        np.bincount(cell[some], minlength=size)
        for some in (items.right & ~items.system, items.system, ~items.system)
    )
    return [_part(name, cut, numbers_of(right, own, gold), (), OF_WHOLES)]


def _format(compared: ComparedValues, by_path: bool, name: str) -> list[Part]:
    return [] if by_path else [of_statuses(name, compared.batch.system.status)]


def of_statuses(name: str, statuses: Sequence[int]) -> Part:
    """Return the count rows of a measure of clean documents, with the number of documents by status."""
    status = np.array(statuses, np.int64)
    documents = np.flatnonzero(status != MISSING)
    of_each = status[documents, None] == np.arange(len(STATUSES))
    rows = np.concatenate([shares(of_each[:, 0]), of_each], axis=1)
    cut: Cut = documents, np.zeros(len(documents), np.int64), [ALL]
    return _part(name, cut, rows, STATUSES, OF_DOCUMENTS)


def _accuracy(compared: ComparedValues, by_path: bool, name: str) -> list[Part]:
    numbers, cut = compared.of_paths if by_path else compared.of_documents
    union = numbers[:, OF_SYSTEM] + numbers[:, OF_GOLD] - numbers[:, SHARED]
    return [_part(name, cut, numbers_of(numbers[:, A], union, union), ())]


def _schema(compared: ComparedValues, by_path: bool, name: str) -> list[Part]:
    from nerkit.scorers.json.validity import valid

    system = compared.batch.system
    documents = [i for i, status in enumerate(system.status) if status != MISSING]
    if by_path:
        return []
    readable = [system.values[i] for i in documents]
    right = valid(compared.options.loaded, readable)
    right = [ok and system.status[i] != UNREADABLE for ok, i in zip(right, documents, strict=True)]
    return [_share(name, np.array(documents, np.int64), np.array(right, float), OF_DOCUMENTS)]


def _answers(compared: ComparedValues, by_path: bool, name: str) -> list[Part]:
    """Return the count rows of answers to questions under the measure *name*."""
    if by_path:
        return []
    listed = scores(compared.batch, name)
    value = np.array([float(one.exact if name.endswith(EM) else one.value) for one in listed])
    document = np.array([one.document for one in listed], np.int64)
    return [_share(name, document, value, OF_DOCUMENTS)]


# measure of slots -> (verdicts in the numerator, verdicts in the denominator)
SLOT_SHARES = {
    names.FABRICATION: ((FABRICATED,), (FABRICATED, SILENT)),
    names.SILENCE: ((SILENT,), (FABRICATED, SILENT)),
    names.COVERAGE: ((RIGHT, WRONG), (RIGHT, WRONG, MISSED)),
    names.ELEMENTS: ((ELEMENT,), (ELEMENTS,)),
}


def _slots(compared: ComparedValues, by_path: bool, name: str) -> list[Part]:
    verdicts, steps = compared.slots
    texts = list(map(path_text, steps)) if by_path else ()
    cell, cut = cells(verdicts.document, verdicts.path if by_path else None, texts)
    numbers = verdicts.numbers(cell, len(cut[0]))
    top, bottom = (numbers[:, some].sum(axis=1) for some in SLOT_SHARES[name.removesuffix(UNJUDGED)])
    rows = np.concatenate([numbers_of(top, bottom, bottom), numbers[:, : len(VERDICTS)]], axis=1)
    return [_part(name, cut, rows, VERDICTS, OF_SLOTS)]


def _part(
    name: str,
    cut: Cut,
    numbers: FloatArray,
    extras: tuple[str, ...],
    headline: Headline | None = None,
) -> Part:
    document, label, labels = cut
    return Part(name, document, labels, label, numbers, extras, headline)


def _share(name: str, documents: IntArray, right: FloatArray, headline: Headline) -> Part:
    """Return one count row per document: how right it is, out of 1."""
    return _part(name, (documents, np.zeros(len(documents), np.int64), [ALL]), shares(right), (), headline)


def shares(right: BoolArray | FloatArray) -> FloatArray:
    """Return the counts of items that are right or wrong, one item per row."""
    one = np.ones(len(right))
    return numbers_of(right, one, one)


COUNTED: dict[str, Count] = {
    names.LEAVES: _leaves,
    names.EXACT: _exact,
    names.ITEM: _items,
    names.FORMAT: _format,
    names.SOFT: partial(_leaves, soft=True),
    names.ACCURACY: _accuracy,
    names.SCHEMA: _schema,
    **dict.fromkeys(SLOT_SHARES, _slots),
    **dict.fromkeys(names.ANSWER_NAMES, _answers),
}


def computed(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """Return copies of the measures, each with the function that counts it."""
    wholes = (names.FORMAT, names.SCHEMA, *SLOT_SHARES)
    return tuple(
        replace(one, compute=OfValues(COUNTED[one.name], one.name not in wholes)) for one in measures
    )
