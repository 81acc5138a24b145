"""Ways to compare gold and system spans: the first part of `aggregator:filter:key`, with its function."""

from collections.abc import Callable, Sequence
from functools import partial

from nerkit.algorithms.columns import FloatArray
from nerkit.ground.records import record
from nerkit.results.scores import Formula
from nerkit.scorers import clusters
from nerkit.scorers.clusters import BLANC as BLANC_FORMULAS
from nerkit.scorers.clusters import CONLL as CONLL_FORMULA
from nerkit.scorers.clusters import ClusterMeasure
from nerkit.scorers.spans import matching
from nerkit.scorers.spans.matching import KeyedItems

# scopes: the place in which items are compared with each other
DOCUMENT = "document"  # in one document
KEY = "key"  # in one document if the key has the document, else anywhere in the corpus
CORPUS = "corpus"  # anywhere in the corpus: the same id in two documents is one cluster

NEL = "Hachey, Nothman & Radford (2014), Cheap and easy entity evaluation, ACL; neleval 3.1.1"
LOREHLT = "LoReHLT 2016 evaluation plan (name overlap scoring, R. Gabbard); neleval 3.1.1"


@record(frozen=True)
class Aggregator:
    """A way to compare annotations by their key: its explanation for `nerkit explain`, and its function.

    compute   (items) -> (p_num, p_den, r_num, r_den) of every cell, shape (cells, 4); None if it combines
              other
              aggregators
    scope     where nerkit compares items with each other: DOCUMENT, KEY or CORPUS
    repeats   whether nerkit warns of annotations that repeat a key, because they count once
    of        the aggregators that it combines, each with the ending of its name (empty: not shown)
    combine   the formula over their counts
    extras    the names of further numbers of each cell
    lower_is_better   whether lower values are better
    """

    name: str
    compute: Callable[[KeyedItems], FloatArray] | None
    definition: str
    formula: Sequence[str]
    source: str
    edge_cases: Sequence[str]
    differences: Sequence[str] = ()
    scope: str = CORPUS
    repeats: bool = False
    of: Sequence[tuple["Aggregator", str]] = ()
    combine: Formula | None = None
    extras: tuple[str, ...] = ()
    lower_is_better: bool = False


SETS = Aggregator(
    "sets",
    matching.sets,
    "distinct keys of both sides, matched if equal",
    formula=(
        "K_G, K_S   distinct keys of the gold and system annotations that pass the filter",
        "tp         |K_G ∩ K_S|",
        "precision  tp / |K_S|",
        "recall     tp / |K_G|",
        "F1         2 tp / (|K_S| + |K_G|)",
    ),
    source=NEL,
    edge_cases=(
        "Annotations with the same key count once, with a warning if the key holds the span.",
        (
            "Without document in the key (`sets::type`) nerkit compares the keys of the whole "
            "corpus, in one row."
        ),
        "If a side has no items, the ratio is 0/0, which is 0 unless empty=… sets another value.",
    ),
    scope=KEY,
    repeats=True,
)

WEAK = Aggregator(
    "weak",
    matching.weak,
    "distinct keys of both sides, matched one to one if their spans share a character",
    formula=(
        ("tp         the largest number of one-to-one pairs of keys that overlap and are otherwise equal"),
        "precision  tp / distinct system keys",
        "recall     tp / distinct gold keys",
        "F1         2 tp / (both together)",
    ),
    source="Usbeck et al. (2015), GERBIL, WWW (weak annotation match); Cornolti et al. (2013)",
    edge_cases=(
        "Spans that touch do not overlap. All ids that begin with NIL are equal.",
        "The filter applies to both sides. nerkit then matches the rest anew.",
    ),
    differences=(
        ("nerkit matches as many pairs as possible (GERBIL takes the first free answer in file order)."),
        "A repeated annotation counts once, with a warning (in GERBIL the second is a false positive).",
        "weak::span compares spans: two links on one span are one mention.",
    ),
    scope=DOCUMENT,
    repeats=True,
)

OVERLAP_SHARES = {
    "max": "the largest part of it that one {other} span shares: max |a ∩ b| / |a|",
    "sum": "the part of it that all {other} spans share together: |a ∩ ∪b| / |a|",
}


def _overlap(recall: str, precision: str, definition: str) -> Aggregator:
    return Aggregator(
        f"overlap-{recall}{precision}",
        partial(matching.overlap, recall=recall, precision=precision),
        f"shared positions; {definition}",
        formula=(
            f"recall     the mean over gold spans a of {OVERLAP_SHARES[recall].format(other='system')}",
            f"precision  the mean over system spans a of {OVERLAP_SHARES[precision].format(other='gold')}",
            "F1         2 P R / (P + R)",
            "|a|        the positions of a span; ends in annotation files are inclusive, so 3 to 4 is two",
        ),
        source=LOREHLT,
        edge_cases=(
            (
                "nerkit compares spans within a document, and within equal values of the other "
                "fields of the key."
            ),
            "There is no one-to-one matching: one span may give credit to several others.",
            "Repeated annotations count each time, in numerators and denominators.",
            "nerkit compares nested and crossing spans with all spans that they overlap.",
            "Each span counts 1, long or short; `characters` adds up positions (micro).",
        ),
        differences=(
            "The filter applies to the denominators too (neleval counts filtered-out annotations as errors).",
            "No overlap is lost when spans of one side nest, cross or repeat (neleval's sweep loses some).",
            (
                "Spans of different documents never overlap, whatever the key (neleval "
                "compares such spans if the key lacks span and docid)."
            ),
        ),
        scope=DOCUMENT,
    )


MAXMAX = _overlap("max", "max", "compares each span with the span of the other side that shares most")
MAXSUM = _overlap(
    "max", "sum", "recall as in maxmax; precision compares each system span with all gold spans together"
)
SUMMAX = _overlap(
    "sum", "max", "precision as in maxmax; recall compares each gold span with all system spans together"
)
SUMSUM = _overlap("sum", "sum", "compares each span with all spans of the other side together")
OVERLAPS = (MAXMAX, MAXSUM, SUMMAX, SUMSUM)

CLUSTER_EDGES = (
    (
        "A cluster is an id (eid). An id in several documents is one cluster, so there is one "
        'row for the corpus; by="document" scores each document by itself.'
    ),
    "Annotations without an id form one cluster; ids that begin with NIL are ordinary clusters.",
    (
        "If a side has an item in several clusters, nerkit looks it up in the cluster whose id "
        "appears last (muc, b_cubed, lea)."
    ),
    (
        'match="overlap" matches one to one the spans of both sides in each document, '
        "so that the pairs share the most positions."
    ),
)
CLUSTER_DIFFERENCES = (
    (
        "CEAF with an item in several clusters: exact, and divided by the clusters' own sizes "
        "(neleval's matrix is damaged there)."
    ),
    "CEAF has no time limit (neleval returns 0 after 900 seconds).",
)


def _clusters(
    name: str, measure: ClusterMeasure, definition: str, formula: Sequence[str], source: str
) -> Aggregator:
    return Aggregator(
        name,
        partial(matching.clustered, measure=measure),
        f"clusters of keys by id; {definition}",
        formula,
        source,
        CLUSTER_EDGES,
        CLUSTER_DIFFERENCES,
    )


MUC = _clusters(
    "muc",
    clusters.muc,
    "links within clusters",
    (
        "recall  Σ (|g| - parts(g)) / Σ (|g| - 1), both over gold clusters g",
        "parts(g)  the number of pieces into which system clusters and missing items cut g",
    ),
    "Vilain et al. (1995), A model-theoretic coreference scoring scheme, MUC-6; neleval 3.1.1",
)
B_CUBED = _clusters(
    "b_cubed",
    clusters.b_cubed,
    "the share of each item's cluster that is right",
    (
        "recall  the mean over gold items m of |G(m) ∩ S(m)| / |G(m)|",
        "G(m), S(m)  the clusters of m; an item without a system item counts 0",
    ),
    "Bagga & Baldwin (1998), Algorithms for scoring coreference chains; neleval 3.1.1",
)
MENTION_CEAF = _clusters(
    "mention_ceaf",
    clusters.ceaf_m,
    "items shared under the best one-to-one alignment of clusters",
    (
        "recall  (max over one-to-one alignments of Σ |g ∩ s|) / Σ |g|",
        "precision  (max over one-to-one alignments of Σ |g ∩ s|) / Σ |s|",
    ),
    "Luo (2005), On coreference resolution performance metrics, HLT-EMNLP, φ3; neleval 3.1.1",
)
ENTITY_CEAF = _clusters(
    "entity_ceaf",
    clusters.ceaf_e,
    "similarity of clusters under the best one-to-one alignment",
    (
        "recall  (max over one-to-one alignments of Σ 2 |g ∩ s| / (|g| + |s|)) / gold clusters",
        "precision  (max over one-to-one alignments of Σ 2 |g ∩ s| / (|g| + |s|)) / system clusters",
    ),
    "Luo (2005), On coreference resolution performance metrics, HLT-EMNLP, φ4; neleval 3.1.1",
)
PAIRWISE = _clusters(
    "pairwise",
    clusters.pairwise,
    "pairs of items in the same cluster",
    (
        "recall  pairs of items in one cluster on both sides / pairs in one gold cluster",
        "precision  pairs of items in one cluster on both sides / pairs in one system cluster",
    ),
    "neleval 3.1.1; the coreferent links of BLANC (Recasens & Hovy 2011)",
)
PAIRWISE_NEGATIVE = _clusters(
    "pairwise_negative",
    clusters.pairwise_negative,
    "pairs of items in different clusters",
    (
        "recall  pairs of items in different clusters on both sides / pairs in different gold clusters",
        (
            "precision  pairs of items in different clusters on both sides / pairs in different "
            "system clusters"
        ),
    ),
    "neleval 3.1.1; the non-coreferent links of BLANC (Recasens & Hovy 2011)",
)
LEA = _clusters(
    "lea",
    clusters.lea,
    "links of each cluster, weighted by its items",
    (
        "recall  (Σ over gold clusters g of |g| × links of g that the system has / links of g) / Σ |g|",
        "links   pairs of items; an item that is alone on both sides counts as a link",
    ),
    "Moosavi & Strube (2016), Which coreference evaluation metric do you trust?, ACL",
)
BLANC = Aggregator(
    "blanc",
    None,
    "clusters of keys by id; the mean of pairwise and pairwise_negative",
    (
        "P, R, F1  the means of P, R and F1 of pairwise (links) and pairwise_negative (non-links)",
        "          if the gold clusters have no links or no non-links, only the other kind counts",
    ),
    "Recasens & Hovy (2011), BLANC, Natural Language Engineering 17(4); Luo et al. (2014), ACL",
    CLUSTER_EDGES,
    CLUSTER_DIFFERENCES,
    of=((PAIRWISE, "/links"), (PAIRWISE_NEGATIVE, "/non-links")),
    combine=BLANC_FORMULAS["conll"],
)
CONLL = Aggregator(
    "conll",
    None,
    "clusters of keys by id; the mean of muc, b_cubed and entity_ceaf",
    ("P, R, F1  the means of P, R and F1 of muc, b_cubed and entity_ceaf",),
    "Pradhan et al. (2012), CoNLL-2012 shared task",
    CLUSTER_EDGES,
    CLUSTER_DIFFERENCES,
    of=((MUC, ""), (B_CUBED, ""), (ENTITY_CEAF, "")),
    combine=CONLL_FORMULA,
)

BAGS = Aggregator(
    "bags",
    matching.bags,
    "keys of both sides with their repeats, matched if equal",
    formula=(
        "tp         over distinct keys, the smaller number of annotations of either side with the key",
        "precision  tp / annotations of the system",
        "recall     tp / gold annotations",
        "F1         2 tp / (both together)",
    ),
    source="Sainz et al. (2024), GoLLIE, ICLR (its scorer counts strings in this way); here with any key",
    edge_cases=("A repeated annotation counts twice.",),
    scope=KEY,
)
LOST = Aggregator(
    "lost",
    matching.lost,
    "annotations that are wrong on either side, by class of error",
    formula=("Each row has the number of annotations that each class loses.",),
    source="nerkit",
    edge_cases=(),
    scope=DOCUMENT,
    extras=matching.LOSSES,
)
LOSS = Aggregator(
    "loss",
    None,
    "1 - F1 of sets::span+type, with the annotations that each class of errors loses",
    formula=(
        "M0         size of the largest matching of items with equal span and label (tp)",
        "M1         the size if items with equal spans may be pairs, too",
        "M2         the size if overlapping items with one label may be pairs, too",
        "M3         the size if all overlapping items may be pairs, too",
        "format         gold annotations of documents with an unreadable answer",
        "not_in_text    system annotations without a place in the text",
        "type           2 (M1 - M0)      boundary  2 (M2 - M1)      boundary_type  2 (M3 - M2)",
        "spurious       system - not_in_text - M3          missed  gold - format - M3",
        "value      the sum of all seven / (gold + system) = 1 - F1, exactly",
    ),
    source="nerkit",
    edge_cases=(
        "A repeated annotation counts once, as in sets::span+type.",
        "If both sides are empty, the value is 1 - F1 of 0/0, so 1 with empty=zero.",
    ),
    scope=DOCUMENT,
    of=((LOST, ""),),
    combine=matching.one_minus_f1,
    lower_is_better=True,
)
AGGREGATORS = {  # by name, in display order; LOSS is for one key only
    aggregator.name: aggregator
    for aggregator in (
        SETS,
        WEAK,
        BAGS,
        *OVERLAPS,
        MUC,
        B_CUBED,
        MENTION_CEAF,
        ENTITY_CEAF,
        PAIRWISE,
        PAIRWISE_NEGATIVE,
        LEA,
        BLANC,
        CONLL,
    )
}
