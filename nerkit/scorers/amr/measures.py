"""What `nerkit explain` and `nerkit measures` say of the measures of meaning graphs."""

from collections.abc import Iterator
from typing import NamedTuple

from nerkit.errors import unknown
from nerkit.scorers import Description
from nerkit.scorers.amr.aspects import ASPECTS

LANGUAGE = (
    "smatch prints its parts smatch/instance, smatch/attribute and smatch/relation with it.",
    "a suffix names the code whose definition is taken where public codes disagree; without one it is amrlib's.",
)
SMATCH = (
    "m           the one-to-one mapping of gold nodes to system nodes under which most triples agree",
    "agreeing    gold triples that are a system triple once m is applied",
    "precision   agreeing / system triples",
    "recall      agreeing / gold triples",
    "F1          2 P R / (P + R), over the sums of all graphs",
)
SETS = (
    "common      |G ∩ S| for the sets (multisets) of each graph, summed over graphs",
    "precision   common / Σ |S|",
    "recall      common / Σ |G|",
)
PATHS = (
    "p_n         paths of n nodes that both have (clipped) / those of the system, over all graphs",
    "brevity     min(1, exp(1 - gold size / system size)), sizes being nodes and edges",
    "SemBLEU     brevity * exp(Σ w_n log p_n), w = 0.34, 0.33, 0.34 for three lengths, else equal",
)
PATH_EDGES = (
    "An order without matches counts as 1/2, the next one as 1/4, … of a path (NIST).",
    "It is no F1: precision, recall and f1 are null, and swapping the sides changes it.",
)
KERNEL = (
    "features    in round i = 0, 1, 2: the labels, and (label, role, label), with weight 1 / (1 + i)",
    "refinement  a label takes in the sorted roles and labels around it",
    "wlk         the cosine of the features of both graphs, averaged over graphs",
)
KERNEL_EDGES = ("A graph without partner has similarity 0.",)
SMATCH_SOURCE = "Cai and Knight 2013; smatch 1.0.4"
FINE = "Damonte, Cohen and Satta 2017"
EDGES = (
    "A graph without partner, and a damaged one with --skip-invalid, is empty: all triples of the other are missed or spurious.",
    "Two empty sides are 0/0, which is 0 unless --empty says otherwise.",
    "Repeated triples count once; constants under inverse roles count; quoted strings are compared whole.",
    "Of several best mappings the parts are those of one, always the same.",
    "Past --limit, optimal is false and upper_bound is what the value cannot exceed.",
)
DIFFERENCES = (
    "The mapping is proved to be the best (smatch takes the best of 5 random starts, so its score varies and is often lower).",
    "Repeated triples count once (smatch: as products, F may exceed 1); constants under inverse roles count (smatch loses them).",
    "Quoted strings are compared whole (smatch: up to the first blank). --smatch-1.0.4 does all that as smatch does.",
)


class Entry(NamedTuple):
    """One measure: what it stands for, its formula, its source, edge cases, differences."""

    definition: str
    formula: tuple[str, ...] = SMATCH
    source: str = FINE + "; amrlib smatch_enhanced"
    edge_cases: tuple[str, ...] = EDGES[:2]
    differences: tuple[str, ...] = ()


_EXACT = ("The best mapping (amrlib and Damonte: a random search).",)
ASPECT_EDGE = "smatch++'s numbers are those with --standardise amr and --frames FILE, the list of PropBank frames that it downloads."
ENTRIES = {
    "smatch": Entry(
        "triples that agree under the best correspondence", SMATCH, SMATCH_SOURCE, EDGES, DIFFERENCES
    ),
    "smatch/instance": Entry("the concepts among them", source=SMATCH_SOURCE, edge_cases=EDGES),
    "smatch/attribute": Entry(
        "the constants among them, and the top", source=SMATCH_SOURCE, edge_cases=EDGES
    ),
    "smatch/relation": Entry("the relations among them", source=SMATCH_SOURCE, edge_cases=EDGES),
    "unlabeled": Entry(
        "smatch where all roles are alike, in their direction as written",
        differences=(
            "Roles are changed, not text (amrlib also changes what looks like a role inside strings).",
        ),
    ),
    "unlabeled-turned": Entry("the same after inverse roles are turned round", source="nerkit"),
    "no_wsd": Entry("smatch where all senses of a frame are alike", differences=_EXACT),
    "srl": Entry("smatch of the ARG roles, and of the concepts they lead to", differences=_EXACT),
    "srl-damonte": Entry("smatch of the ARG roles", source=FINE, differences=_EXACT),
    "reentrancy": Entry(
        "smatch of the relations into nodes with several, and the concepts they lead to", differences=_EXACT
    ),
    "reentrancy-damonte": Entry(
        "smatch of the relations into nodes with several", source=FINE, differences=_EXACT
    ),
    "concepts": Entry("concepts, each once a graph", SETS),
    "frames": Entry("concepts with a sense, each once a graph", SETS),
    "non_sense_frames": Entry("the same without the sense", SETS),
    "named_entities": Entry(
        "concepts of nodes with a name, each once a graph; the name itself is not compared", SETS
    ),
    "negation": Entry("concepts of nodes with a polarity, each once a graph", SETS),
    "wikification": Entry("values of :wiki, each once a graph", SETS),
    "ignore_vars": Entry("attributes and relations with concepts in place of nodes", SETS),
    "concepts-damonte": Entry("concepts, as often as they stand", SETS, FINE),
    "named_entities-damonte": Entry("concepts of nodes with a name, as often as they stand", SETS, FINE),
    "negation-damonte": Entry("concepts of nodes with a polarity, as often as they stand", SETS, FINE),
    "wikification-damonte": Entry("values of :wiki, as often as they stand", SETS, FINE),
    "sembleu": Entry(
        "BLEU over paths of up to 3 nodes", PATHS, "Song and Gildea 2019; sembleu 69ff2d4", PATH_EDGES
    ),
    **{
        f"sembleu-k{n}": Entry(
            f"BLEU over paths of up to {n} nodes, equal weights", PATHS, "Song and Gildea 2019", PATH_EDGES
        )
        for n in range(1, 5)
    },
    **{
        f"{name}{suffix}": Entry(
            f"{aspect.what}; with what belongs to it, under {which}",
            source=f"smatch++ 1.8.0, {mode}",
            edge_cases=(*EDGES[:2], ASPECT_EDGE),
        )
        for suffix, which, mode in (
            ("", "the correspondence of all triples", "all-onealign"),
            ("-own", "the best correspondence of these alone", "all-multialign"),
        )
        for name, aspect in ASPECTS.items()
    },
    "wlk": Entry(
        "similarity of the neighbourhoods of nodes", KERNEL, "Opitz, Daza and Frank 2021", KERNEL_EDGES
    ),
}


def describe(name: str) -> Description:
    """Everything there is to say of a measure. Raises UsageError for a name that is none."""
    if name not in ENTRIES:
        raise unknown("measure", name, ENTRIES)
    found = ENTRIES[name]
    return Description(
        name, found.definition, found.formula, found.source, found.edge_cases, found.differences
    )


def measures() -> Iterator[Description]:
    """All measures, as `nerkit measures` lists them."""
    yield from (describe(name) for name in ENTRIES)
