"""MEASURES: the measures of tagged tokens, in display order.

They read a `TaggedBatch`. The measures of pairs of chunks are measures of spans:
`nerkit.scorers.spans.overlapping_pairs` says which chunks meet, which pairs are made and what they count for.
`chunk` is `strict` there.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray, joined
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import UsageError
from nerkit.ground.records import remembered
from nerkit.results.counts import ALL, Label, Part, numbers_of
from nerkit.results.rows import Grouping
from nerkit.scorers.columns import SYNONYMS, Group
from nerkit.scorers.measure import BatchView, Fields
from nerkit.scorers.spans.options import MucRules
from nerkit.scorers.spans.overlapping_pairs import (
    EXACT_PAIRS,
    PARTIAL_PAIRS,
    STRICT_PAIRS,
    TYPE_PAIRS,
    CellView,
    SpanCells,
)
from nerkit.scorers.task import Measure, Task

CONLL = (
    "Tjong Kim Sang & Buchholz (2000), Introduction to the CoNLL-2000 shared task: chunking; "
    "conlleval.pl 2004-01-26"
)
SEQEVAL = "seqeval 1.2.2 (H. Nakayama), mode=strict"
SEMEVAL = (
    "SemEval-2013 task 9.1 (Segura-Bedmar et al. 2013), after MUC-5 (Chinchor & Sundheim 1993); "
    "nervaluate 1.2.1"
)

SETS = (
    "tp         chunks of both sides with the same start, end and type",
    "precision  tp / system chunks",
    "recall     tp / gold chunks",
    "F1         2 tp / (system chunks + gold chunks)",
)
DECODING = (
    (
        "A tag that cannot follow the tag before it (I-PER after O, or after another type) "
        "begins a chunk; a warning counts such tags."
    ),
    "If a side has no chunks, the ratio is 0/0, which is 0 unless empty=… sets another value.",
)


def _muc(good: str, bad: str = "INC", credit: str = "COR") -> tuple[str, ...]:
    """Return the lines of a formula over pairs of chunks: *good* describes correct pairs, *bad* names other
    pairs, *credit* names the counted class.
    """
    return (
        f"COR        one-to-one pairs of a system chunk and a gold chunk that {good}",
        f"{bad}        other pairs that overlap",
        "MIS, SPU   gold chunks and system chunks without a partner",
        f"precision  {credit} / (COR + INC + PAR + SPU), the system chunks",
        f"recall     {credit} / (COR + INC + PAR + MIS), the gold chunks",
    )


PAIRING = (
    (
        'matching="greedy" (default): system chunks choose a partner in reading order; in '
        "`type` they choose the gold chunk with the closest borders."
    ),
    'matching="optimal": nerkit finds the most COR, then the most pairs, whatever the order.',
    (
        "min_overlap=N: a system chunk meets a gold chunk if they share N percent of the gold "
        "chunk (default 1)."
    ),
    'by="label" matches within each label, so that a wrong type is INC overall but MIS and SPU by label.',
)


def spans_task() -> Task:
    """Return the task of spans, whose measures also count chunks. It is imported at first use."""
    from nerkit.scorers.spans.scorer import TASK

    return TASK


class TaggedBatch:
    """A batch for the measures of tagged tokens. Values that only some measures need are computed at first
    use.

    batch        sides of tagged tokens (`TaggedSide`), or spans from another format if *tokens_of* is given
    plan, rules  the groupings of rows, and the rules that pair chunks
    tokens_of    function () -> the tokens of both sides of spans
    written      views of the chunks whose tags follow their scheme exactly, by the name of the measure
    """

    def __init__(
        self,
        batch: Batch[Any],
        plan: Sequence[Grouping],
        rules: MucRules,
        tokens_of: Callable[[], Batch[Tagged]] | None = None,
    ) -> None:
        self.batch, self.plan, self.rules, self.tokens_of = batch, plan, rules, tokens_of
        self.written: dict[str, BatchView] = {}

    @remembered
    def chunks(self, *, strict: bool = False) -> Batch[Spans]:
        """The chunks of both sides; with *strict*, only chunks whose tags follow their scheme exactly. Spans
        from another format follow any scheme.
        """
        batch = self.batch
        if self.tokens_of is not None:
            return batch
        return Batch(batch.documents, batch.gold.chunks(strict=strict), batch.system.chunks(strict=strict))

    @property
    def tokens(self) -> Batch[Tagged]:
        """The tokens of both sides."""
        batch = self.batch
        if self.tokens_of is not None:
            return self.tokens_of()
        return Batch(batch.documents, batch.gold.selected_tags(), batch.system.selected_tags())

    def cells(self, fields: Fields) -> list[tuple[Group, SpanCells]]:
        """Return the chunks of each cell of these fields, by document."""
        return self._of_chunks.cells(fields)

    @cached_property
    def _of_chunks(self) -> CellView:
        return CellView(self.chunks(), self.plan, self.rules)


def strict(tagged: TaggedBatch, name: str, fields: Fields) -> Iterable[Part]:
    """Return the count rows of chunks whose tags follow their scheme exactly, compared by start, end and
    type.
    """
    from nerkit.scorers.spans.language import parse

    of_spans, equality = spans_task(), parse("sets::span+type")
    if name not in tagged.written:
        of_name, options = [equality.measure(name)], of_spans.options()
        tagged.written[name] = of_spans.view(tagged.chunks(strict=True), of_name, tagged.plan, options)
    ((_, spans),) = tagged.written[name].pieces
    return equality(spans, name, fields)


def accuracy(tagged: TaggedBatch, name: str, fields: Fields) -> list[Part]:
    """Return the count rows of tokens with the same tag, by document: in total, or by label.

    A document that one side lacks has no correct tokens. By label, p_den counts system tokens with the label,
    and r_den gold tokens. Raises UsageError for another field.
    """
    if fields and [SYNONYMS.get(field, field) for field in fields] != ["type"]:
        asked = ", ".join(fields)
        raise UsageError(f"{name}: tokens can be split only by document and label, not by {asked}")
    sides = tagged.tokens.gold, tagged.tokens.system
    sizes = [side.sizes() for side in sides]
    tags = joined([side.tags for side in sides])
    types = sorted({tag.type for tag in tags.values if tag.type is not None}) if fields else [None]
    place = {type_: i for i, type_ in enumerate(types)}
    # without fields, all tags have the label 0
    label_of = np.array([place.get(tag.type, NONE) if fields else 0 for tag in tags.values] or [NONE])
    codes, count = np.split(tags.codes, [len(sides[0])]), len(types)
    document = [np.repeat(np.arange(len(size)), size) for size in sizes]

    def cells(side: int, rows: IntArray) -> IntArray:
        """Return the number of rows of each label in each document, shape (documents × labels,)."""
        label = label_of[codes[side][rows]]
        known = np.flatnonzero(label != NONE)
        return np.bincount(
            document[side][rows[known]] * count + label[known], minlength=len(sizes[0]) * count
        )

    shared = sizes[0] == sizes[1]
    both = [np.flatnonzero(shared[of_row]) for of_row in document]
    correct = cells(0, both[0][codes[0][both[0]] == codes[1][both[1]]])
    totals = [cells(side, np.arange(len(codes[side]))) for side in (1, 0)]
    if not fields:
        totals = [np.maximum(*totals)] * 2
    numbers = numbers_of(correct, *totals)
    filled = np.flatnonzero(numbers.any(axis=1))
    labels: list[Label] = [((field, str(type_)),) for field in fields for type_ in types] or [ALL]
    return [Part(name, filled // max(count, 1), labels, filled % max(count, 1), numbers[filled])]


CHUNK = Measure(
    "chunk",
    STRICT_PAIRS,
    "Chunks with the same first and last token and the same type.",
    formula=SETS,
    source=CONLL,
    edge_cases=(*DECODING, "Also counted: cor, inc (borders or type differ), mis, spu."),
    differences=(
        (
            "conlleval merges a chunk that ends in E with a B of its type, and adjacent S; "
            "seqeval reads BILOU in strict mode only."
        ),
    ),
    groups=("conll03", "conlleval", "seqeval"),
    default=True,
)
STRICT = Measure(
    "strict",
    strict,
    "Chunks with the same first and last token and the same type, if their tags follow the scheme.",
    formula=SETS,
    source=SEQEVAL,
    edge_cases=(
        (
            "A chunk counts only if its tags open it as the scheme requires, and in BIOES and "
            "similar schemes also close it."
        ),
    ),
    differences=(
        ("nerkit reads IOE1 correctly, and reads each side in its own scheme, not in the gold scheme."),
        "nervaluate's strict accepts all chunks, whatever their tags; in nerkit this is `chunk`.",
    ),
    groups=("seqeval", "nervaluate"),
)
EXACT = Measure(
    "exact",
    EXACT_PAIRS,
    "Chunks, boundaries only: the same first and last token, whatever their type.",
    formula=_muc("have the same borders"),
    source=SEMEVAL,
    edge_cases=PAIRING,
    groups=("nervaluate",),
)
PARTIAL = Measure(
    "partial",
    PARTIAL_PAIRS,
    "Chunks that overlap, whatever their type: 1 for equal borders, 1/2 for other borders.",
    formula=_muc("have the same borders", bad="PAR", credit="(COR + PAR / 2)"),
    source=SEMEVAL,
    edge_cases=PAIRING,
    groups=("nervaluate",),
)
TYPE = Measure(
    "type",
    TYPE_PAIRS,
    "Chunks that overlap and have the same type.",
    formula=_muc("overlap and have the same type"),
    source=SEMEVAL,
    edge_cases=PAIRING,
    groups=("nervaluate",),
)
TOKEN = Measure(
    "token",
    accuracy,
    "Accuracy: tokens with the same tag.",
    formula=("accuracy   tokens with the same letter and type / tokens",),
    source=CONLL,
    edge_cases=(
        "A document that is only on one side has no correct token.",
        "By label: tokens with the label; precision and recall then differ, and the value is their F1.",
    ),
    differences=("-DOCSTART- lines are not tokens (in conlleval they are).",),
    groups=("conlleval",),
)
MEASURES = (CHUNK, STRICT, EXACT, PARTIAL, TYPE, TOKEN)

LANGUAGE = (
    ("bio also prints every measure of spans, over chunks in tokens, for example overlap-maxsum::span+type."),
)
