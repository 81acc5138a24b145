"""What `nerkit explain` and `nerkit measures` say of the measures for MRP graphs."""

from collections.abc import Iterator

from nerkit.errors import unknown
from nerkit.scorers import Description

LANGUAGE = (
    "a family prints all its rows: mrp, sdp, edm, ucca, smatch; so does ucca/labeled.",
    "fields: label (the framework), document, language, flavor",
)
TASK = "Oepen et al. 2019, MRP 2019: Cross-Framework Meaning Representation Parsing; mtool 4cee3a2"
COMMON = (
    "A graph that the system lacks counts fully against recall.",
    'Values are compared as strings in lower case: 42 equals "42"; 42.0 does not.',
    "Inverted edges (`normal`, or a label in -of, or mod) are turned round in every framework, default attributes left out.",
)
FAMILIES = {
    "mrp": (
        "Tuples of both graphs that agree under the best one-to-one correspondence of their nodes.",
        (
            "tuples     tops, labels, properties, anchors, edges, attributes: all with the same weight",
            "shared     max over correspondences of |tuples of gold, renamed, ∩ tuples of the system|",
            "precision  shared / tuples of the system",
            "recall     shared / tuples of gold",
        ),
        TASK,
        (
            "The correspondence is proven to be the best (optimal); with --limit it may not be, then upper_bound says what F cannot exceed.",
            "Among equally good ones that with most tops is taken, then labels, properties, anchors, edges, attributes.",
            "Tuples are sets; an attribute agrees only if its edge and the label of that do; a missing edge label equals a missing one.",
        ),
        (
            "mtool's search ends below the optimum on many UCCA graphs, though it may say exact.",
            "mtool keeps dm and psd nodes in order: --order does too.",
        ),
    ),
    "smatch": (
        "SMATCH's triples of an MRP graph under the best one-to-one correspondence of the nodes.",
        (
            "triples    instance, TOP (with the label of the top), anchor, properties, relations, attributes of edges as relations",
            "precision  shared / triples of the system",
            "recall     shared / triples of gold",
        ),
        "Cai and Knight 2013; mtool 4cee3a2",
        ("Triples are sets.", "Trailing _ is not compared."),
        (
            "The optimum; mtool climbs hills.",
            "Repeated triples count once (mtool: k on both sides count k * k).",
        ),
    ),
    "sdp": (
        "Edges and tops of nodes that are known by their spans.",
        (
            "labeled    {(span of source, span of target, label)} and {(top)}; unlabeled: without the label",
            "exact      the share of graphs in which both sets are equal",
        ),
        "Oepen et al. 2014; mtool 4cee3a2",
        ("Nodes with the same span are the same node; those without anchor too.",),
        ("Under --anchors page nodes are known by their characters instead of their spans.",),
    ),
    "edm": (
        "Elementary dependencies: names, arguments, properties and tops of nodes that are known by their anchors.",
        (
            "names       {(anchor, label)}",
            "arguments   {(anchor of source, anchor of target, label)}",
            "properties  {(anchor, name, value)};  tops  {anchor};  all  their sum",
        ),
        "Dridan and Oepen 2011; mtool 4cee3a2",
        ("Anchors are sets of characters where both graphs have an input, else spans.",),
        (),
    ),
    "ucca": (
        "Edges between yields, primary and remote ones, with and without label.",
        (
            "yield       the characters of a node and of all below it, over edges that are not remote",
            "labeled     {(yield of source, yield of target, label)}; unlabeled: without the label",
        ),
        "Hershcovich et al. 2017; mtool 4cee3a2",
        ("A wrong attachment changes the yield of every node above it.",),
        ("On a cycle yields follow the order of nodes in the file (mtool: of a hash).",),
    ),
}
PARTS = {
    "mrp/tops": "the part of mrp that is tops",
    "mrp/labels": "the part of mrp that is labels of nodes",
    "mrp/properties": "the part of mrp that is properties of nodes",
    "mrp/anchors": "the part of mrp that is anchors of nodes",
    "mrp/edges": "the part of mrp that is labelled edges",
    "mrp/attributes": "the part of mrp that is attributes of edges",
    "sdp/labeled": "edges with labels, and tops",
    "sdp/labeled/exact": "share of graphs whose edges with labels, and tops, are all right",
    "sdp/unlabeled": "edges without labels, and tops",
    "sdp/unlabeled/exact": "share of graphs whose edges, and tops, are all right",
    "edm/all": "names, arguments, properties and tops together",
    "edm/names": "labels of nodes",
    "edm/arguments": "labelled edges",
    "edm/properties": "properties of nodes",
    "edm/tops": "tops",
    "ucca/labeled/primary": "primary edges with labels",
    "ucca/labeled/remote": "remote edges with labels",
    "ucca/unlabeled/primary": "primary edges",
    "ucca/unlabeled/remote": "remote edges",
}


def describe(name: str) -> Description:
    """The measure of this name; raises UsageError for a name that is none."""
    family = name.partition("/")[0]
    if family not in FAMILIES or (name not in FAMILIES and not any(part.startswith(name) for part in PARTS)):
        raise unknown("measure", name, (*FAMILIES, *PARTS))
    definition, formula, source, edges, differences = FAMILIES[family]
    if name in PARTS:
        definition = f"{PARTS[name][0].upper()}{PARTS[name][1:]}. {definition}"
    return Description(name, definition, formula, source, (*edges, *COMMON), differences, _groups(name))


def measures() -> Iterator[Description]:
    """All measures, as `nerkit measures` lists them."""
    for family, (definition, *_) in FAMILIES.items():
        if not any(part.startswith(f"{family}/") for part in PARTS) or family == "mrp":
            yield Description(family, definition[0].lower() + definition[1:].rstrip("."), (), "", (), ())
        for name, text in PARTS.items():
            if name.startswith(f"{family}/"):
                yield Description(name, text, (), "", (), (), _groups(name))


def _groups(name: str) -> list[str]:
    """The names that stand for this row among others."""
    steps = name.split("/")
    return ["/".join(steps[:count]) for count in range(1, len(steps))]
