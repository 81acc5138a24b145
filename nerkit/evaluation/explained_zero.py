"""The usual errors that leave a score near zero, tried on the first documents.

    gold     d1  [0, 3) PER        system   d1  [0, 2] PER, its ends inclusive
    score    0.0                   1.0 with ends one larger, as system_ends="inclusive" reads them

nerkit undoes each possible error in the system (or in both sides, if both must change), and scores the first
documents again. The explanation is the change that raises the headline most, with the option that makes it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import Mentions
from nerkit.corpora.offsets import counted_in, grounds, moved
from nerkit.corpora.records import Documents
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import STRING, Spans, Texts
from nerkit.evaluation.id_mismatch import FIRST, LOW, pooled_value
from nerkit.exceptions import NerkitError, some
from nerkit.ground.meant import CHARACTERS, TOKENS, UTF_16, ReadAs
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.results.rows import POOLED
from nerkit.scorers.task import Measure, Task

LIFT = 0.5  # the least rise of the headline that counts as an explanation
MOST_LABELS = 300  # the most labels of a side that are assigned to labels of the other side
PREFIX = regex(r"^[BIOESLUMW]-(?=.)")
Labels = Mapping[str, str]  # label of the system -> label of gold


class Tried(NamedTuple):
    """A change: its description, the changed batch, and the option that makes the change (empty: no
    option).
    """

    text: str
    batch: Batch[Any]
    option: str = ""


@record(frozen=True)
class Zero:
    """A headline that may be near zero: its task, measure, options and paired documents.

    read_as  how the offsets of both sides were read
    """

    task: Task
    measure: Measure
    options: Any
    batch: Batch[Any]
    read_as: ReadAs = field(default_factory=ReadAs)

    def explained(self, system: str, *, whole: bool = True) -> list[str]:
        """Return the warning that explains a value near zero, in a list; an empty list without an
        explanation.

        *whole* says whether the batch has all documents.
        """
        known = _is_known(self.batch.gold) and _is_known(self.batch.system)
        if self.measure.lower_is_better or not known:
            return []
        first = _first(self.batch)
        whole = whole and first is self.batch
        before = self._value(first)
        if before >= LOW:
            return []
        best: tuple[float, Tried] | None = None
        for tried in self._errors(first):
            value = self._value(tried.batch)
            if value - before >= LIFT and (best is None or value > best[0]):
                best = value, tried
        if best is None:
            return []
        return [self._told(system, before, *best, first=0 if whole else len(first.documents))]

    def _told(self, system: str, before: float, value: float, tried: Tried, *, first: int) -> Warned:
        """Return the warning about a change in the *first* documents; 0 means all documents."""
        where = f" in the first {first:,} documents" if first else ""
        remedy = f"; {tried.option}" if tried.option else ""
        numbers = f"{self.measure.name} is {before:.3f}{where}, and {value:.3f} {tried.text}"
        return Warned("headline-explained", side=system, numbers=numbers, remedy=remedy)

    def _value(self, batch: Batch[Any]) -> float:
        """Return the headline of a batch; 0 for a batch that cannot be counted."""
        try:
            with np.errstate(divide="ignore", invalid="ignore"):  # a change can make spans empty
                counts = self.task.count(batch, [self.measure], POOLED, self.options)
        except NerkitError:
            return 0.0
        return pooled_value(self.task, self.measure, self.options, counts)

    def _errors(self, first: Batch[Any]) -> Iterator[Tried]:
        """Yield the changes of the first documents that apply to the data."""
        for error in (*(OF_OFFSETS if hasattr(first.system, "offset_unit") else ()), *ERRORS):
            yield from error(self, first)


def _first(batch: Batch[Any]) -> Batch[Any]:
    """Return the first documents of a batch, or the whole batch if it is small."""
    size = len(batch.documents)
    if size <= FIRST:
        return batch
    codes = np.where(np.arange(size) < FIRST, np.arange(size), NONE)
    names = batch.documents[:FIRST]
    return Batch(names, *(side.in_documents(names, codes) for side in (batch.gold, batch.system)))


def _is_known(side: Any) -> bool:
    """Return whether a side has spans or mentions, or relations and events in a known format.

    Records without a known format can have values of any form under equal keys.
    """
    if isinstance(side, Documents):
        return bool(side.form)
    return hasattr(side, "offset_unit") or hasattr(side, "chunks")


def _moves(zero: Zero, first: Batch[Any]) -> Iterator[Tried]:
    """Yield the system with ends one larger or smaller, then with all offsets one smaller or larger."""
    for start, end, text in (
        (0, 1, "with ends one larger"),
        (0, -1, "with ends one smaller"),
        (-1, -1, "with offsets one smaller"),
        (1, 1, "with offsets one larger"),
    ):
        with suppress(NerkitError):
            option = "" if start else zero.read_as.option(end)
            yield Tried(text, replace(first, system=moved(first.system, start, end)), option)


def _units(zero: Zero, first: Batch[Any]) -> Iterator[Tried]:
    """Yield the system with offsets in other units, and with exclusive or inclusive ends."""
    of_gold = first.gold.offset_unit
    beside = grounds(first.gold)
    units = product((0, 1, -1), (TOKENS, CHARACTERS, UTF_16), (CHARACTERS, TOKENS))
    for by, unit, target in units:
        ends = zero.read_as.option(by) if by else ""
        if unit == target or of_gold not in (None, target) or (by and not ends):
            continue
        option = f'system_offsets="{unit}"'
        try:
            system = counted_in(moved(first.system, 0, by), unit, target, beside, option)
        except NerkitError:
            continue
        options = [f'offsets="{target}"' * (not of_gold), option, ends]
        text = f"with its {unit} as {target}" + ("", " and ends one larger", " and ends one smaller")[by]
        yield Tried(text, replace(first, system=system), " and ".join(filter(None, options)))


def _case_of_texts(_: Zero, first: Batch[Any]) -> Iterator[Tried]:
    """Yield both sides with their texts in small letters."""
    sides = [_lowered(side) for side in (first.gold, first.system)]
    if all(side is not None for side in sides):
        yield Tried("if the case of letters in texts does not count", Batch(first.documents, *sides))


def _lowered(side: Any) -> Any:
    """Return a side with its texts, or the strings of its spans, in small letters; None for other sides."""
    if isinstance(side, Texts):
        return replace(side, texts=[_small(text) for text in side.texts])
    if isinstance(side, Spans) and STRING in side.fields:
        column = side.fields[STRING].map(lambda text: _small(text) if isinstance(text, str) else text)
        return replace(side, fields={**side.fields, STRING: column})
    return None


def _small(text: str) -> str:
    """Return a text in small letters; a letter that would become several letters stays."""
    small = text.lower()
    return small if len(small) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)


def _unicode(_: Zero, first: Batch[Any]) -> Iterator[Tried]:
    """Yield both sides with their texts in each form of Unicode."""
    from nerkit.corpora.unicode_forms import normalized

    for form in ("nfc", "nfkc"):
        try:
            gold, system = (normalized(side, form, "") for side in (first.gold, first.system))
        except NerkitError:
            return
        text = f"if texts are compared in {form.upper()}"
        yield Tried(text, Batch(first.documents, gold, system), f'unicode="{form}"')


def _ids(zero: Zero, _: Batch[Any]) -> Iterator[Tried]:
    """Yield the system with the ids of the gold side, if ids of one side have an affix."""
    from nerkit.corpora.pairing.id_affixes import option, renames

    batch = zero.batch
    held = [_documents_with_items(side) for side in (batch.gold, batch.system)]
    alone = [np.setdiff1d(held[side], held[1 - side]).tolist() for side in (0, 1)]
    new = renames(*([batch.documents[code] for code in codes] for codes in alone))
    if not new:
        return
    place = {name: code for code, name in enumerate(batch.documents)}
    codes = np.array([place[new.get(name, name)] for name in batch.documents], np.int64)
    system = batch.system.in_documents(batch.documents, codes)
    text = "if documents whose ids differ by their beginnings or ends are the same"
    yield Tried(text, _first(replace(batch, system=system)), option(new))


def _documents_with_items(side: Any) -> IntArray:
    """Return the codes of the documents in which a side has items."""
    if isinstance(side, Documents):
        return np.array([code for code, value in enumerate(side.values) if value], np.int64)
    spans = side if isinstance(side, Mentions) else _spans(side)
    found: IntArray = np.unique(spans.document)
    return found


def _spans(side: Any) -> Spans:
    """Return the labelled spans of a side."""
    if isinstance(side, Documents):
        from nerkit.readers.records.as_spans import spans_of

        names = side.selection.names if side.selection is not None else {}
        values = [{} if value is None else value for value in side.values]  # None: no document
        return Selection(names).apply(spans_of(replace(side, values=values)))
    if isinstance(side, Texts):
        return side.spans
    return side if isinstance(side, Spans) else side.chunks(strict=False)


def _labels(zero: Zero, first: Batch[Any]) -> Iterator[Tried]:
    """Yield the system with labels of the gold side that differ in letter case, in a prefix, or
    completely.
    """
    gold, system = (_labels_of(zero.task, side) for side in (first.gold, first.system))
    for text, alike in (
        ("differ in letter case", str.casefold),
        ("differ by a prefix of tags", lambda name: PREFIX.sub("", name)),
        ("differ by a prefix of tags and in letter case", lambda name: PREFIX.sub("", name).casefold()),
    ):
        yield from _called(first, _alike(gold, system, alike), f"labels {text}")
    yield from _called(first, _assigned(first), "labels differ")


def _called(first: Batch[Any], names: Labels, text: str) -> Iterator[Tried]:
    """Yield the system with new labels (old -> new); nothing if no label changes."""
    changed = {old: new for old, new in names.items() if old != new}
    if changed:
        system = _relabelled(first.system, changed)
        shown = some([f"{old} for {new}" for old, new in changed.items()])
        yield Tried(f"if labels were equal: {text} ({shown})", replace(first, system=system))


def _labels_of(task: Task, side: Any) -> list[str]:
    """Return all labels of a side, in all kinds of names."""
    found: Iterable[Any] = (*task.names(side).values(), *task.names_in_items(side).values())
    return list(
        dict.fromkeys(str(n) for one in found for n in (one.values if isinstance(one, Column) else one))
    )


def _alike(gold: Sequence[str], system: Sequence[str], alike: Callable[[str], str]) -> Labels:
    """Return label of the system -> the only label of the gold side that *alike* maps to the same text,
    for labels gold lacks.
    """
    known = Counter(map(alike, gold))
    of_gold = {alike(name): name for name in gold}
    own = set(gold)
    return {name: of_gold[alike(name)] for name in system if name not in own and known.get(alike(name)) == 1}


def _relabelled(side: Any, names: Labels) -> Any:
    """Return a side with new labels (old -> new)."""
    if isinstance(side, Texts):
        return replace(side, spans=Selection(names).apply(side.spans))
    if isinstance(side, Spans):
        return Selection(names).apply(side)
    before: Selection = side.selection or Selection()
    both = {**names, **{old: names.get(new, new) for old, new in before.names.items()}}
    return replace(side, selection=replace(before, names=both))


def _assigned(batch: Batch[Any]) -> Labels:
    """Return label of the system -> label of the gold side, one to one, by how often both are at the same
    place.
    """
    if isinstance(batch.gold, Mentions):
        return {}
    found = Counter[tuple[str, str]]()
    gold, system = (_labelled_places(side) for side in (batch.gold, batch.system))
    for place in gold.keys() & system.keys():
        found.update(product(system[place], gold[place]))
    ours, theirs = (sorted({pair[side] for pair in found}) for side in (0, 1))
    if not found or max(len(ours), len(theirs)) > MOST_LABELS:
        return {}
    table = np.array([[found[a, b] for b in theirs] for a in ours])
    rows, columns = np.arange(len(ours)), table.argmax(axis=1)
    if len(np.unique(columns)) < len(columns):  # several labels fit one label best
        from scipy.optimize import linear_sum_assignment

        rows, columns = linear_sum_assignment(table, maximize=True)
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return {ours[a]: theirs[b] for a, b in pairs if table[a, b]}


def _labelled_places(side: Any) -> dict[tuple[Any, ...], list[str]]:
    """Return place -> labels: the places of spans, and relations and events by their ends."""
    spans, places = _spans(side), dict[tuple[Any, ...], list[str]]()
    column = spans.fields.get("type", Column.of([None] * len(spans)))
    columns = (spans.document.tolist(), spans.start.tolist(), spans.end.tolist(), column.codes.tolist())
    for document, start, end, code in zip(*columns, strict=True):
        if code != NONE:
            places.setdefault((document, start, end), []).append(str(column.values[code]))
    for document, value in enumerate(side.values if isinstance(side, Documents) else ()):
        for key, ends in (("relations", ("head", "tail")), ("events", ("trigger",))):
            for item in (value or {}).get(key) or ():
                at = (document, key, *(str(item.get(end)) for end in ends))
                places.setdefault(at, []).append(str(item.get("type")))
    return places


OF_OFFSETS = (_moves, _units)
ERRORS = (_unicode, _case_of_texts, _ids, _labels)
