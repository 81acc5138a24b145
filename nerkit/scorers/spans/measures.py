"""What `nerkit explain` and `nerkit measures` say of span measures."""

from collections.abc import Iterator

from nerkit.scorers import Description
from nerkit.scorers.spans import language
from nerkit.scorers.spans.language import Expression

SETS_FORMULA = (
    "K_G, K_S   distinct keys of the gold and system annotations that pass the filter",
    "tp         |K_G ∩ K_S|",
    "precision  tp / |K_S|",
    "recall     tp / |K_G|",
    "F1         2 tp / (|K_S| + |K_G|)",
)
SETS_EDGES = (
    "Annotations with the same key count once, with a warning when the key holds the span.",
    "Without document in the key (`sets::type`) the keys of the whole corpus are compared, in one row.",
    "No items on a side: the ratio is 0/0, which is 0 unless --empty says otherwise.",
)
OVERLAP_FORMULAS = {
    "max": "the largest part of it that one {other} span shares: max |a ∩ b| / |a|",
    "sum": "the part of it that all {other} spans share together: |a ∩ ∪b| / |a|",
}
OVERLAP_EDGES = (
    "Spans are compared within a document, and within equal values of the other fields of the key.",
    "There is no one-to-one matching: one span may give credit to several others.",
    "Repeated annotations count each time, in numerators and denominators.",
    "Nested and crossing spans are compared with all spans they overlap.",
)
OVERLAP_DIFFERENCES = (
    "The filter applies to the denominators too (neleval counts filtered-out annotations as errors).",
    "No overlap is lost when spans of one side nest, cross or repeat (neleval's sweep loses some).",
    "Spans of different documents never overlap, whatever the key (neleval compares them if the key lacks span and docid).",
)
CLUSTER_FORMULAS = {  # aggregator -> formula and source; recall, precision with the sides exchanged
    "muc": (
        (
            "recall  Σ over gold clusters g of |g| - parts(g), / Σ |g| - 1",
            "parts(g)  the pieces that system clusters and missing items cut g into",
        ),
        "Vilain et al. (1995), A model-theoretic coreference scoring scheme, MUC-6; neleval 3.1.1",
    ),
    "b_cubed": (
        (
            "recall  the mean over gold items m of |G(m) ∩ S(m)| / |G(m)|",
            "G(m), S(m)  the clusters of m; an item that the system lacks counts 0",
        ),
        "Bagga & Baldwin (1998), Algorithms for scoring coreference chains; neleval 3.1.1",
    ),
    "mention_ceaf": (
        ("recall  max over one-to-one alignments of Σ |g ∩ s|, / Σ |g|", "precision  the same / Σ |s|"),
        "Luo (2005), On coreference resolution performance metrics, HLT-EMNLP, φ3; neleval 3.1.1",
    ),
    "entity_ceaf": (
        (
            "recall  max over one-to-one alignments of Σ 2 |g ∩ s| / (|g| + |s|), / number of gold clusters",
            "precision  the same / number of system clusters",
        ),
        "Luo (2005), On coreference resolution performance metrics, HLT-EMNLP, φ4; neleval 3.1.1",
    ),
    "pairwise": (
        (
            "recall  pairs of items in one cluster on both sides / pairs in one gold cluster",
            "precision  the same / pairs in one system cluster",
        ),
        "neleval 3.1.1; the coreferent links of BLANC (Recasens & Hovy 2011)",
    ),
    "pairwise_negative": (
        (
            "recall  pairs of items in different clusters on both sides / pairs in different gold clusters",
            "precision  the same / pairs in different system clusters",
        ),
        "neleval 3.1.1; the non-coreferent links of BLANC (Recasens & Hovy 2011)",
    ),
    "lea": (
        (
            "recall  Σ over gold clusters g of |g| × (links of g that the system has / links of g), / Σ |g|",
            "links   pairs of items; an item that is alone on both sides is a link of its own",
        ),
        "Moosavi & Strube (2016), Which coreference evaluation metric do you trust?, ACL",
    ),
    "blanc": (
        (
            "P, R, F1  the means of those of pairwise (links) and pairwise_negative (non-links)",
            "          of one of them alone where gold has no pairs of the other kind",
        ),
        "Recasens & Hovy (2011), BLANC, Natural Language Engineering 17(4); Luo et al. (2014), ACL",
    ),
    "conll": (
        ("P, R, F1  the means of those of muc, b_cubed and entity_ceaf",),
        "Pradhan et al. (2012), CoNLL-2012 shared task",
    ),
}
CLUSTER_EDGES = (
    "A cluster is an id (eid); the same id in several documents is one cluster, so there is one row for the corpus; --by document looks at each alone.",
    "Annotations without id are one cluster; ids that begin with NIL are clusters like others.",
    "An item in several clusters of a side is looked up in the one whose id appears last (muc, b_cubed, lea).",
    "--match overlap matches the spans of both sides one to one within a document, so that most positions are shared.",
)
CLUSTER_DIFFERENCES = (
    "CEAF with an item in several clusters: exact, and divided by the clusters' own sizes (neleval's matrix is damaged there).",
    "CEAF has no time limit (neleval returns 0 after 900 seconds).",
)
NEL = "Hachey, Nothman & Radford (2014), Cheap and easy entity evaluation, ACL; neleval 3.1.1"
LOREHLT = "LoReHLT 2016 evaluation plan (name overlap scoring, R. Gabbard); neleval 3.1.1"

LANGUAGE = (
    "Any other combination is written aggregator:filter:key, for example sets:is_linked:span+type.",
    f"aggregators: {', '.join(language.AGGREGATORS)}",
    f"fields:      {', '.join(language.FIELDS)}, and the keys of JSON types",
    f"groups:      {', '.join(group for group in language.GROUPS)}",
)


def measures() -> Iterator[Description]:
    """All named measures, in display order."""
    for name, (expression, groups) in language.NAMES.items():
        yield Description(name, expression, (), "", (), (), tuple(groups.split()))
    for name in language.LOREHLT:
        yield Description(name, name, (), "", (), (), ("lorehlt",))


def describe(name: str) -> Description:
    """Everything there is to say of a measure. Raises UsageError for a name that does not parse."""
    measure = language.parse(name)
    known = [*language.FIELDS, *measure.fields]  # the data may bring fields of its own
    language.check_fields(measure, known)
    groups = tuple(language.NAMES[name][1].split()) if name in language.NAMES else ()
    if measure.aggregator in CLUSTER_FORMULAS:
        formula, source = CLUSTER_FORMULAS[measure.aggregator]
        return Description(
            measure.name, _definition(measure), formula, source, CLUSTER_EDGES, CLUSTER_DIFFERENCES, groups
        )
    if measure.aggregator == "sets":
        return Description(str(measure.name), _definition(measure), SETS_FORMULA, NEL, SETS_EDGES, (), groups)
    return Description(
        measure.name,
        _definition(measure),
        _overlap_formula(measure),
        LOREHLT,
        OVERLAP_EDGES,
        OVERLAP_DIFFERENCES,
        groups or (("lorehlt",) if name in language.LOREHLT else ()),
    )


def _definition(measure: Expression) -> str:
    fields = ", ".join(f"{name} ({language.FIELDS.get(name, 'a field of the data')})" for name in measure.key)
    kept = f"annotations where {measure.filter} holds" if measure.filter else "all annotations"
    how = language.AGGREGATORS[measure.aggregator]
    return f"{measure}: {how}; over {kept}; two annotations are the same when these are equal: {fields}."


def _overlap_formula(measure: Expression) -> tuple[str, ...]:
    recall, precision = measure.aggregator[-6:-3], measure.aggregator[-3:]
    return (
        f"recall     the mean over gold spans a of {OVERLAP_FORMULAS[recall].format(other='system')}",
        f"precision  the mean over system spans a of {OVERLAP_FORMULAS[precision].format(other='gold')}",
        "F1         2 P R / (P + R)",
        "|a|        the positions of a span; ends in annotation files are inclusive, so 3 to 4 is two",
    )
