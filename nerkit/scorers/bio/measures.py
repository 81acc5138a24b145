"""MEASURES: the measures of tagged tokens, in display order.

They read a `TaggedBatch`; the measures of pairs of chunks are measures of spans.
"""

from collections.abc import Iterable

from nerkit.results.counts import Part
from nerkit.scorers.bio import tokens
from nerkit.scorers.bio.matching import TaggedBatch, spans_task
from nerkit.scorers.measure import Fields
from nerkit.scorers.spans.overlapping_pairs import EXACT_PAIRS, PARTIAL_PAIRS, STRICT_PAIRS, TYPE_PAIRS
from nerkit.scorers.task import Measure

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


def _strict(tagged: TaggedBatch, name: str, fields: Fields) -> Iterable[Part]:
    """Return the count rows of chunks whose tags follow their scheme exactly, compared by start, end and
    type.
    """
    from nerkit.scorers.spans.language import parse

    of_spans, equality = spans_task(), parse("sets::span+type")
    if name not in tagged.written:
        of_name = [equality.measure(name)]
        tagged.written[name] = of_spans.view(tagged.strict_of(), of_name, tagged.plan, of_spans.options())
    ((_, spans),) = tagged.written[name].pieces
    return equality(spans, name, fields)


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
    _strict,
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
    tokens.accuracy,
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
