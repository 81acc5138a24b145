"""The records of the measures for MRP graphs. The function of a measure turns a `GraphPair` into
`PairNumbers`.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from nerkit.scorers.graph_paths import sembleu_formula
from nerkit.scorers.measure import looking_at
from nerkit.scorers.mrp import ngrams, predications, sets, tuples
from nerkit.scorers.mrp.corresponding import all_types, some_types, unlabeled_edges
from nerkit.scorers.mrp.graph_pair import PairNumbers
from nerkit.scorers.mrp.held_fields import LOOKS
from nerkit.scorers.mrp.pairs import OfPairs
from nerkit.scorers.task import Measure

# kind of tuples -> frameworks without such tuples (see docs/mrp.md), which macro averages leave out
WITHOUT = {
    "labels": ("ucca",),
    "properties": ("ucca",),
    "anchors": ("amr", "drg"),
    "attributes": ("dm", "psd", "pas", "ccd", "eds", "amr", "drg"),
}
LEFT_OUT = {
    "mrp/labels": WITHOUT["labels"],
    "mrp/properties": WITHOUT["properties"],
    "mrp/anchors": WITHOUT["anchors"],
    "mrp/attributes": WITHOUT["attributes"],
    "edm/names": WITHOUT["labels"],
    "edm/properties": WITHOUT["properties"],
    "ucca/labeled/remote": WITHOUT["attributes"],
    "ucca/unlabeled/remote": WITHOUT["attributes"],
}
LANGUAGE = (
    ("a family prints all its rows: mrp, sdp, edm, ucca, smatch; ucca/labeled prints all its rows, too."),
    "fields: label (the framework), document, language, flavor",
)
COMMON = (
    "A graph without a system graph counts fully against recall.",
    'Values are compared as strings in lower case: 42 equals "42"; 42.0 does not.',
    (
        "In every framework nerkit turns inverted edges round (`normal`, a label in -of, or "
        "mod) and leaves out default attributes."
    ),
)

MRP = Measure(
    "mrp",
    OfPairs(all_types, (tuples.mrp,)),
    "Tuples of both graphs that agree under the best one-to-one correspondence of their nodes.",
    (
        "tuples     tops, labels, properties, anchors, edges, attributes: all with equal weight",
        "shared     max over correspondences of |gold tuples with system nodes ∩ system tuples|",
        "precision  shared / system tuples",
        "recall     shared / gold tuples",
    ),
    "Oepen et al. 2019, MRP 2019: Cross-Framework Meaning Representation Parsing; mtool 4cee3a2",
    (
        (
            "nerkit proves that the correspondence is the best (optimal). With limit=… the "
            "proof may be missing; then F cannot exceed upper_bound."
        ),
        (
            "Among equally good correspondences nerkit prefers agreement in most tops, then "
            "labels, properties, anchors, edges, attributes."
        ),
        (
            "Tuples are sets. An attribute agrees only if its edge and the edge's label agree. "
            "Two missing edge labels are equal."
        ),
        *COMMON,
    ),
    (
        "On many UCCA graphs mtool's search ends below the optimum, although mtool may report exact.",
        "mtool keeps dm and psd nodes in order; order=True does this, too.",
    ),
    summary="tuples of both graphs that agree under the best one-to-one correspondence of their nodes",
    default=True,
)
SMATCH = Measure(
    "smatch",
    OfPairs(all_types, (tuples.smatch,)),
    "SMATCH's triples of an MRP graph under the best one-to-one correspondence of the nodes.",
    (
        (
            "triples    instance, TOP (with the label of the top), anchor, properties, relations, attributes "
            "of edges as relations"
        ),
        "precision  shared / system triples",
        "recall     shared / gold triples",
    ),
    "Cai and Knight 2013; mtool 4cee3a2",
    ("Triples are sets.", "Trailing _ is not compared.", *COMMON),
    (
        "nerkit finds the optimum; mtool uses hill climbing.",
        "Repeated triples count once (mtool: k on both sides count k * k).",
    ),
    summary="SMATCH's triples of an MRP graph under the best one-to-one correspondence of the nodes",
)

PREDICATIONS = Measure(
    "predications",
    OfPairs(predications.numbers, (False,)),
    (
        "Predicates with all their arguments: a predicate is right if its arguments and their "
        "labels are right."
    ),
    (
        (
            "predication  a node and the set of (label, target) of its outgoing edges; a node "
            "without edges has none"
        ),
        "frames       predications of verbs, with the frame or sense of the node",
        "precision    shared / system predications",
        "recall       shared / gold predications",
    ),
    "Oepen et al. 2015, SemEval Task 18 (complete predications, semantic frames)",
    (
        "Spans identify nodes in bi-lexical graphs (dm, psd); anchors identify nodes in eds.",
        "In other frameworks nodes correspond as in mrp, with the same proof.",
        (
            "All outgoing edges of a node are arguments; with core_arguments=True only the core "
            "arguments of the framework."
        ),
        *COMMON,
    ),
    ("Predicates may have any part of speech; SemEval's report covers verbs and core arguments.",),
    summary="predicates with all of their arguments, as SDP's complete predications",
)

LENGTHS, WEIGHTS = (
    3,
    (0.34, 0.33, 0.34),
)  # the longest paths of SemBLEU in nodes, and the weights of paths of 1, 2, 3 nodes
SEMBLEU = Measure(
    "sembleu",
    definition="Semantic n-grams: BLEU over paths of up to 3 nodes, in every framework.",
    formula=(
        "p_n         shared paths of n nodes (clipped) / system paths of n nodes, over all graphs",
        "brevity     exp(min(0, 1 - gold nodes and edges / system nodes and edges))",
        "value       brevity * p_1^0.34 * p_2^0.33 * p_3^0.34",
    ),
    source="Song and Gildea 2019; sembleu 69ff2d4",
    edge_cases=(
        "SemBLEU is not an F1: precision, recall and f1 are null.",
        "The anchor identifies a node without a label; properties are nodes.",
        "nerkit smooths orders without matches as NIST does.",
        *COMMON,
    ),
    summary="semantic n-grams: BLEU over paths of up to 3 nodes",
    of=(
        *(
            Measure(f"sembleu/{n}", OfPairs(ngrams.paths, (n, len(WEIGHTS))))
            for n, _ in enumerate(WEIGHTS, 1)
        ),
        Measure("sembleu/size", OfPairs(ngrams.sizes)),
    ),
    combine=partial(sembleu_formula, WEIGHTS),
)

# families: records that are headings of rows and have no row themselves
SDP = Measure(
    "sdp",
    definition="Edges and tops, with nodes identified by their spans.",
    formula=(
        "labeled    {(span of source, span of target, label)} and {(top)}; unlabeled: without the label",
        "exact      the share of graphs in which both sets are equal",
    ),
    source="Oepen et al. 2014; mtool 4cee3a2",
    edge_cases=("Nodes with equal spans count as one node; nodes without an anchor, too.", *COMMON),
    differences=('With anchors="page" characters identify nodes instead of spans.',),
)
EDM = Measure(
    "edm",
    definition=(
        "Elementary dependencies: names, arguments, properties and tops, with nodes identified "
        "by their anchors."
    ),
    formula=(
        "names       {(anchor, label)}",
        "arguments   {(anchor of source, anchor of target, label)}",
        "properties  {(anchor, name, value)};  tops  {anchor};  all  their sum",
    ),
    source="Dridan and Oepen 2011; mtool 4cee3a2",
    edge_cases=("Anchors are sets of characters if both graphs have an input; if not, spans.", *COMMON),
)
UCCA = Measure(
    "ucca",
    definition="Primary and remote edges between yields, with and without labels.",
    formula=(
        ("yield       the characters of a node and of all nodes below it, over edges that are not remote"),
        "labeled     {(yield of source, yield of target, label)}; unlabeled: without the label",
    ),
    source="Hershcovich et al. 2017; mtool 4cee3a2",
    edge_cases=("A wrong attachment changes the yield of every node above it.", *COMMON),
    differences=(
        "On a cycle, yields follow the order of nodes in the file (in mtool, the order of a hash).",
    ),
)
FAMILIES = (
    SDP,
    EDM,
    UCCA,
    *(replace(UCCA, name=f"ucca/{labels}", groups=("ucca",)) for labels in ("labeled", "unlabeled")),
)


def _row(
    family: Measure, name: str, summary: str, function: Callable[..., PairNumbers], *arguments: Any
) -> Measure:
    """Make the record of a row of a family. The parts of the name before it (`ucca`, `ucca/labeled`) are its
    groups.

    *summary* is the one-line description; the family gives all other texts. `function(pair, *arguments)`
    counts a pair of graphs.
    """
    steps, edge_cases = name.split("/"), family.edge_cases
    if left_out := LEFT_OUT.get(name, ()):
        names = ", ".join(left_out)
        edge_cases = (
            f"Averages leave out {names}, because these frameworks have no such tuples.",
            *edge_cases,
        )
    return replace(
        family,
        edge_cases=edge_cases,
        name=name,
        compute=OfPairs(function, arguments, left_out),
        definition=f"{summary[0].upper()}{summary[1:]}. {family.definition}",
        groups=["/".join(steps[:depth]) for depth in range(1, len(steps))],
        summary=summary,
        default=False,
    )


BARE = (
    MRP,
    _row(MRP, "mrp/tops", "mrp: only the tops", some_types, (tuples.TOPS,)),
    _row(MRP, "mrp/labels", "mrp: only the labels of nodes", some_types, (tuples.LABELS,)),
    _row(MRP, "mrp/properties", "mrp: only the properties of nodes", some_types, (tuples.PROPERTIES,)),
    _row(MRP, "mrp/anchors", "mrp: only the anchors of nodes", some_types, (tuples.ANCHORS,)),
    _row(MRP, "mrp/edges", "mrp: only the labelled edges", some_types, (tuples.EDGES,)),
    _row(MRP, "mrp/attributes", "mrp: only the attributes of edges", some_types, (tuples.ATTRIBUTES,)),
    _row(
        MRP,
        "mrp/edges/unlabeled",
        "edges without their labels, under the correspondence of mrp",
        unlabeled_edges,
    ),
    _row(
        MRP,
        "mrp/nodes",
        "mrp: only the parts of nodes (tops, labels, properties, anchors)",
        some_types,
        tuples.OF_NODES,
    ),
    _row(MRP, "mrp/edges-all", "mrp: only edges and their attributes", some_types, tuples.OF_EDGES),
    SMATCH,
    SEMBLEU,
    PREDICATIONS,
    _row(
        PREDICATIONS,
        "predications/frames",
        "predications of verbs together with their frame or sense",
        predications.numbers,
        True,
    ),
    _row(SDP, "sdp/labeled", "edges with labels, and tops", sets.sdp, True),
    _row(SDP, "sdp/unlabeled", "edges without labels, and tops", sets.sdp, False),
    _row(
        SDP,
        "sdp/labeled/exact",
        "share of graphs whose edges with labels, and tops, are all right",
        sets.sdp_exact,
        True,
    ),
    _row(
        SDP,
        "sdp/unlabeled/exact",
        "share of graphs whose edges, and tops, are all right",
        sets.sdp_exact,
        False,
    ),
    _row(EDM, "edm/all", "names, arguments, properties and tops together", sets.edm_all),
    _row(EDM, "edm/names", "labels of nodes", sets.edm, sets.names),
    _row(EDM, "edm/arguments", "labelled edges", sets.edm, sets.arguments),
    _row(EDM, "edm/properties", "properties of nodes", sets.edm, sets.properties),
    _row(EDM, "edm/tops", "tops", sets.edm, sets.tops),
    _row(UCCA, "ucca/labeled/primary", "primary edges with labels", sets.ucca, True, False),
    _row(UCCA, "ucca/labeled/remote", "remote edges with labels", sets.ucca, True, True),
    _row(UCCA, "ucca/unlabeled/primary", "primary edges", sets.ucca, False, False),
    _row(UCCA, "ucca/unlabeled/remote", "remote edges", sets.ucca, False, True),
)
MEASURES = looking_at(BARE, LOOKS)
