"""Spans: mentions with offsets, types and ids, scored by equality of keys or by overlap.

Conventions
    A span is half-open `[start, end)` in the units of its format (characters in annotation files); spans may nest,
    cross and repeat. Gold and system are compared within documents of the same name. A discontinuous span (brat) equals
    only one of the same fragments; overlap takes it from its first to its last position.

Measures: `aggregator:filter:key` (`span_language` has the fields and names; neleval 3.1.1, Hachey et al. 2014)
    sets            K_G, K_S the sets of keys. tp = |K_G ∩ K_S|, P = tp / |K_S|, R = tp / |K_G|. A key without document
                    is compared over the corpus as a whole.
    overlap-RP      Recall mode R, precision mode P, each max or sum. r_num sums over gold spans g the part of g that
                    system spans of the same document and key share: max_s |g ∩ s| / |g|, or |g ∩ ∪s| / |g|; r_den is the
                    number of gold spans. Precision is the same with the sides exchanged. Spans are not matched one to
                    one, and repeated lines count each time (LoReHLT 2016 evaluation plan, Gabbard).
    Type and id weights (`--type-weights`, `--id-weights`) give credit w(gold, system) from 0 to 1 where the key's type or
    id differ. sets: the best one-to-one matching of the items that agree in the rest of the key, tp = Σ w; overlap: a
    position counts the best w that covers it. Denominators are Σ w(x, x), the number of items unless the table says otherwise.

Differences from neleval 3.1.1
    - overlap: the filter applies to the denominators too (there filtered-out annotations count as errors).
    - overlap: nested, crossing and repeated spans are compared with all others (there a sweep loses matches).
    - overlap: never across documents, whatever the key (there `overlap-maxmax::type` compares different documents).
    - grouping: groups that only the system has are scored (there left out), and a missing value is the group `null` (there
      a TypeError).
    - weights: work in overlap and with repeated items (there NotImplementedError).
    - `end` is exclusive as a field (there inclusive), which changes what `--by end` prints.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nerkit.algebra.credit import Table
from nerkit.algebra.keys import combine, first_of_each, ranked
from nerkit.counts import ALL, Counts, Label, Part
from nerkit.errors import UsageError, unknown
from nerkit.model import NONE, Batch, IntArray, Spans
from nerkit.readers import weights
from nerkit.readers.objects import read as read_objects  # noqa: F401  (part of the skeleton)
from nerkit.scorers import span_language as language
from nerkit.scorers.span_columns import Columns
from nerkit.scorers.span_descriptions import LANGUAGE as LANGUAGE
from nerkit.scorers.span_descriptions import describe as describe
from nerkit.scorers.span_descriptions import measures as measures
from nerkit.scorers.span_language import Expression
from nerkit.scorers.span_matching import Cells, Matcher
from nerkit.scores import Grouping
from nerkit.selection import Selection

FORMATS = ("span-tsv", "brat", "label-studio", "prodigy", "spacy")
MEASURES = (*language.NAMES, *language.LOREHLT)
WITHOUT_IDS = ("sets::span", "sets::span+type", "overlap-maxmax::span", "overlap-sumsum::span")
WITH_IDS = ("strong_mention_match", "strong_typed_mention_match", "strong_all_match")


@dataclass(frozen=True)
class Options:
    """What only this task knows: credits of (gold, system) types and ids, as tables or files of them."""

    type_weights: Table | str | None = None
    id_weights: Table | str | None = None
    tree_decay: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.tree_decay <= 1:
            raise UsageError(f"the decay of a tree is a number from 0 to 1, not {self.tree_decay}")

    def tables(self) -> dict[str, Table]:
        """The credits by the field of the key to which they apply."""
        found: dict[str, Table] = {}
        for names, given in ((("type",), self.type_weights), (("eid", "kbid"), self.id_weights)):
            if given:
                table = given if isinstance(given, Mapping) else weights.read(given, self.tree_decay)
                found |= dict.fromkeys(names, table)
        return found


def resolve(names: Sequence[str]) -> list[Expression]:
    """The expressions of measure and group names; raises UsageError for what does not parse."""
    return [language.parse(name) for name in language.expand(names)]


def prepare(corpora: Sequence[Spans], selection: Selection, _: Options) -> tuple[list[Spans], list[str]]:
    """The spans of each side that are scored, relabelled and filtered; labels that occur nowhere are warned of."""
    return [selection.apply(corpus) for corpus in corpora], selection.unused(*corpora)


def defaults(sides: Iterable[Spans]) -> Sequence[str]:
    """The measures used when none is asked for: those for linked mentions where any side has ids."""
    has_ids = any("eid" in side.fields and (side.fields["eid"].codes != NONE).any() for side in sides)
    return WITH_IDS if has_ids else WITHOUT_IDS


def count(
    batch: Batch[Spans], measures: Sequence[Expression], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch for every measure and every grouping of the plan.

    Raises UsageError for a field that the data does not have.
    """
    columns = Columns(batch)
    for measure in measures:
        language.check_fields(measure, columns.known)
    known = [*columns.known, "document", "label"]
    for name in {name for grouping in plan for name in grouping.fields}:
        if name not in known:
            raise unknown("field", name, known)
    cuts = [_Cut(columns, fields, plan) for fields in dict.fromkeys(grouping.labels for grouping in plan)]
    matcher = Matcher(columns, options.tables())
    parts = [part for measure in measures for cut in cuts for part in cut.parts(measure, matcher)]
    labels = [label for cut in cuts for label in cut.labels]
    return Counts.collect(batch.documents, labels, parts, matcher.warnings())


class _Cut:
    """The rows of a batch cut by the values of some fields; the documents come in as a further cut."""

    def __init__(self, columns: Columns, fields: tuple[str, ...], plan: Sequence[Grouping]) -> None:
        self.documents = columns.both("document")
        found = [columns.column(name) for name in fields]
        code = combine(np.zeros(columns.rows, np.int64), *(column.codes for column in found))
        self.code, _ = ranked(code)
        self.labels: list[Label] = [
            tuple((name, text(column.value(row))) for name, column in zip(fields, found, strict=True))
            for row in first_of_each(code)
        ] or [ALL]
        asked = [grouping.fields for grouping in plan if grouping.labels == fields]
        self.pooled = any("document" not in names for names in asked)
        self.per_document = any("document" in names for names in asked)
        self._cells: dict[bool, tuple[Cells, IntArray]] = {}

    def parts(self, measure: Expression, matcher: Matcher) -> Iterator[Part]:
        """Counts per document where the measure has documents; else pooled, and per document where that is asked."""
        if measure.by_document or self.per_document:
            yield self._part(measure, matcher, per_document=True)
        if not measure.by_document and self.pooled:
            yield self._part(measure, matcher, per_document=False)

    def _part(self, measure: Expression, matcher: Matcher, *, per_document: bool) -> Part:
        cells, first = self._cut(per_document=per_document)
        numbers = matcher.numbers(measure, cells)
        some = np.flatnonzero(numbers.any(axis=1))
        documents = self.documents[first[some]] if per_document else np.full(len(some), NONE)
        return Part(measure.name, documents, self.labels, self.code[first[some]], numbers[some])

    def _cut(self, *, per_document: bool) -> tuple[Cells, IntArray]:
        """The cells of all rows, and the first row of each cell; made once for all measures."""
        if per_document not in self._cells:
            key = combine(self.documents, self.code) if per_document else self.code
            _, first, cell = np.unique(key, return_index=True, return_inverse=True)
            self._cells[per_document] = Cells(cell, len(first)), first
        return self._cells[per_document]


def text(value: object) -> str:
    """How a value of a field stands in a row: text as it is, the rest as in JSON (an absent value is `null`)."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
