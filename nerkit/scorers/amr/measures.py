"""The records of the measures of meaning graphs. A measure's function gives a row for each document of a
`GraphBatch`.
"""

from collections.abc import Callable
from functools import partial

from nerkit.scorers.amr import aspects, paths, sets, variants
from nerkit.scorers.amr.graph_batch import OfGraphs, all_triples, one_kind
from nerkit.scorers.amr.options import Options
from nerkit.scorers.amr.rules import TripleRules
from nerkit.scorers.amr.triples import ATTRIBUTE, INSTANCE, RELATION
from nerkit.scorers.graph_paths import sembleu_formula
from nerkit.scorers.measure import looking_at
from nerkit.scorers.task import MEANS, SHARES, Measure, Range

ASPECTS = "aspects"  # the name of the group of all aspects
LANGUAGE = (
    "smatch prints its parts smatch/instance, smatch/attribute and smatch/relation with it.",
    (
        "If public codes disagree, a suffix names the code that defines the measure; without a "
        "suffix nerkit follows amrlib."
    ),
)

TRIPLES = (
    "m           the one-to-one mapping of gold nodes to system nodes under which most triples agree",
    "agreeing    gold triples that m maps to a system triple",
    "precision   agreeing / system triples",
    "recall      agreeing / gold triples",
    "F1          2 P R / (P + R), over the sums of all graphs",
)
ITEMS = (
    "common      |G ∩ S| for the sets (multisets) of each graph, summed over graphs",
    "precision   common / Σ |S|",
    "recall      common / Σ |G|",
)
PATHS = (
    "p_n         shared paths of n nodes (clipped) / system paths of n nodes, over all graphs",
    "brevity     min(1, exp(1 - gold size / system size)), sizes being nodes and edges",
    "SemBLEU     brevity * exp(Σ w_n log p_n), w = 0.34, 0.33, 0.34 for three lengths, or equal weights",
)
PATH_EDGES = (
    ("The first length without matches counts as 1/2 of a match, the next as 1/4, and so on (NIST)."),
    "SemBLEU is not an F1: precision, recall and f1 are null. Swapping the sides changes the value.",
    (
        "The number equals SemBLEU's if every variable comes after its node. nerkit reads an "
        "earlier variable as its node; SemBLEU reads a leaf."
    ),
)
KERNEL = (
    "features    in rounds i = 0, 1, 2: all labels and all (label, role, label), with weight 1 / (1 + i)",
    "refinement  each label is extended by the sorted roles and labels of its neighbours",
    "wlk         the cosine of the features of both graphs, averaged over graphs",
)
CAI_AND_KNIGHT = "Cai and Knight 2013; smatch 1.0.4"
DAMONTE = "Damonte, Cohen and Satta 2017"
AMRLIB = f"{DAMONTE}; amrlib smatch_enhanced"
EDGES = (
    (
        "A graph without a partner counts as empty, so all triples of the other side are "
        "missed or spurious. With skip_invalid=True a damaged graph does, too."
    ),
    "Two empty sides are 0/0, which is 0 unless empty=… says otherwise.",
)
SMATCH_EDGES = (
    *EDGES,
    (
        "Repeated triples count once, and constants under inverse roles count. nerkit compares "
        "whole quoted strings."
    ),
    (
        "Among equally good mappings, the parts come from the mapping with most instances, then "
        "most attributes."
    ),
    "If the search reaches limit=…, optimal is false, and the value cannot exceed upper_bound.",
)
ASPECT_EDGES = (
    *EDGES,
    (
        'For the numbers of smatch++, use standardise="amr" and frames=FILE, the list of '
        "PropBank frames that smatch++ downloads."
    ),
)
SEARCHED = ("nerkit uses the best mapping. amrlib and Damonte's script use a random search.",)
ASPECT_FORMS = (  # suffix, function, correspondence, definition in smatch++, groups
    ("", aspects.under_smatch, "correspondence of all triples", "all-onealign", (ASPECTS,)),
    ("-own", aspects.alone, "best correspondence of these triples only", "all-multialign", ()),
)
NAMED, NEGATED = partial(sets.having, "name"), partial(sets.having, "polarity")
LENGTHS = range(1, 5)  # the longest paths, in nodes, of SemBLEUs with equal weights


def _triple_range(options: Options) -> Range:
    """The range of a measure of triples. Under smatch 1.0.4 it has no upper limit, because copies
    multiply.
    """
    return MEANS if options.smatch_1_0_4 else SHARES


def _smatch_part(name: str, kind: str, definition: str) -> Measure:
    compute = OfGraphs(partial(one_kind, kind))
    return Measure(name, compute, definition, TRIPLES, CAI_AND_KNIGHT, SMATCH_EDGES, range=_triple_range)


def _variant(
    name: str,
    changed: Callable[[TripleRules], TripleRules],
    definition: str,
    source: str = AMRLIB,
    differences: tuple[str, ...] = SEARCHED,
) -> Measure:
    compute = OfGraphs(partial(variants.smatch_by, changed))
    return Measure(name, compute, definition, TRIPLES, source, EDGES, differences, range=_triple_range)


def _set(name: str, collect: sets.Collect, definition: str) -> Measure:
    copies = name.endswith("-damonte")
    compute = OfGraphs(partial(sets.common, collect, copies=copies))
    return Measure(name, compute, definition, ITEMS, DAMONTE if copies else AMRLIB, EDGES)


def _sembleu(name: str, weights: tuple[float, ...], definition: str, source: str) -> Measure:
    """Make the record of a SemBLEU: a formula over the counts of paths of each length, and over sizes.

    The records of these counts have no rows of their own. *weights* has a weight for each length of paths.
    """
    longest = len(weights)
    lengths = [
        Measure(f"{name}/{n}", OfGraphs(partial(paths.paths, n, longest))) for n in range(1, longest + 1)
    ]
    return Measure(
        name,
        definition=definition,
        formula=PATHS,
        source=source,
        edge_cases=PATH_EDGES,
        of=(*lengths, Measure(f"{name}/size", OfGraphs(partial(paths.sizes, longest)))),
        combine=partial(sembleu_formula, weights),
    )


BARE = (
    Measure(
        "smatch",
        OfGraphs(all_triples),
        "triples that agree under the best correspondence",
        TRIPLES,
        CAI_AND_KNIGHT,
        SMATCH_EDGES,
        (
            (
                "nerkit proves that the mapping is the best. smatch takes the best of 5 random "
                "starts, so its score varies and is often lower."
            ),
            (
                "Repeated triples count once (smatch: as products, F may exceed 1); constants under inverse "
                "roles count (smatch loses them)."
            ),
            (
                "Quoted strings are compared whole (smatch: up to the first blank). "
                "smatch_1_0_4=True follows smatch in all these points."
            ),
        ),
        default=True,
        range=_triple_range,
    ),
    _smatch_part("smatch/instance", INSTANCE, "smatch: only the triples of concepts"),
    _smatch_part("smatch/attribute", ATTRIBUTE, "smatch: only the triples of constants and of the top"),
    _smatch_part("smatch/relation", RELATION, "smatch: only the triples of relations"),
    _variant(
        "unlabeled",
        variants.unlabeled,
        "smatch with all roles equal, in their direction as written",
        differences=(
            "Roles are changed, not text (amrlib also changes what looks like a role inside strings).",
        ),
    ),
    _variant(
        "unlabeled-turned",
        variants.unlabeled_turned,
        "smatch with all roles equal, after inverse roles are turned round",
        "nerkit",
        (),
    ),
    _variant("no_wsd", variants.no_wsd, "smatch with all senses of a frame equal"),
    _variant(
        "srl",
        partial(variants.restricted, variants.arguments, variants.concepts_at_targets),
        "smatch of the ARG roles and of the concepts to which they lead",
    ),
    _variant(
        "srl-damonte",
        partial(variants.restricted, variants.arguments, variants.constants_and_tops),
        "smatch of the ARG roles",
        DAMONTE,
    ),
    _variant(
        "reentrancy",
        partial(variants.restricted, variants.reentrant, variants.concepts_at_targets),
        "smatch of the relations into reentrant nodes and of the concepts to which they lead",
    ),
    _variant(
        "reentrancy-damonte",
        partial(variants.restricted, variants.reentrant, variants.constants_and_tops),
        "smatch of the relations into reentrant nodes",
        DAMONTE,
    ),
    _set("concepts", sets.concepts, "concepts, each once per graph"),
    _set("frames", sets.frames, "concepts with a sense, each once per graph"),
    _set(
        "non_sense_frames",
        sets.frames_without_sense,
        "concepts with a sense, compared without the sense, each once per graph",
    ),
    _set(
        "named_entities",
        NAMED,
        "concepts of nodes with a name, each once per graph; nerkit does not compare the name itself",
    ),
    _set("negation", NEGATED, "concepts of nodes with a polarity, each once per graph"),
    _set("wikification", sets.wiki_values, "values of :wiki, each once per graph"),
    _set(
        "ignore_vars",
        sets.triples_of_concepts,
        "attributes and relations with concepts in place of nodes",
    ),
    _set("concepts-damonte", sets.concepts, "concepts, counted each time they occur"),
    _set("named_entities-damonte", NAMED, "concepts of nodes with a name, counted each time they occur"),
    _set("negation-damonte", NEGATED, "concepts of nodes with a polarity, counted each time they occur"),
    _set("wikification-damonte", sets.wiki_values, "values of :wiki, counted each time they occur"),
    _sembleu(
        "sembleu",
        (0.34, 0.33, 0.34),
        "BLEU over paths of up to 3 nodes",
        "Song and Gildea 2019; sembleu 69ff2d4",
    ),
    *(
        _sembleu(
            f"sembleu-k{n}",
            (1 / n,) * n,
            f"BLEU over paths of up to {n} nodes, equal weights",
            "Song and Gildea 2019",
        )
        for n in LENGTHS
    ),
    *(
        Measure(
            f"{name}{suffix}",
            OfGraphs(partial(compute, aspect)),
            f"{aspect.what}; with the triples that belong to the aspect, under the {correspondence}",
            TRIPLES,
            f"smatch++ 1.8.0, {source}",
            ASPECT_EDGES,
            groups=groups,
            range=_triple_range,
        )
        for suffix, compute, correspondence, source, groups in ASPECT_FORMS
        for name, aspect in aspects.ASPECTS.items()
    ),
    Measure(
        "wlk",
        OfGraphs(paths.neighbourhoods),
        "similarity of the neighbourhoods of nodes",
        KERNEL,
        "Opitz, Daza and Frank 2021",
        ("A graph without a partner has similarity 0.",),
    ),
)
CONCEPTS = ("concepts", "concepts-damonte", "smatch/instance", "unlabeled", "unlabeled-turned")
LOOKS = {  # measure -> fields
    **dict.fromkeys(("smatch", "no_wsd"), ("concept", "role")),
    **dict.fromkeys(CONCEPTS, ("concept",)),
    **dict.fromkeys(("srl", "srl-damonte", "smatch/relation"), ("role",)),
}
MEASURES = looking_at(BARE, LOOKS)
