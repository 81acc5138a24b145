"""Complete predications: predicates with all of their arguments, and with their frames.

e join  --arg1-->  x Pierre        (join, {(arg1, Pierre), (arg2, board)})
        --arg2-->  y board         is one predication; it is wrong if one argument is wrong

How nodes of both sides are identified:

    bi-lexical graphs   by their spans (with --anchors page, by their anchors), as for sdp
    eds                 by their anchors, as for edm
    all others          by the correspondence of mrp

Core arguments and frames, in normalised form (lower case, unless normalisation of case is switched off):

    framework      core arguments               frame                verb
    dm, pas, ccd   arg1, …; verb_arg1, …        the property frame   the property pos begins with v
    psd            …-arg                        the property frame   the property pos begins with v
    eds            arg, arg1, …                 the label            the label is _…_v_… or ends in _v
    ptg            act pat addr orig eff        the property frame   the property sempos begins with v
    amr            arg0, …                      the label            the label ends in - and 2 or 3 digits
    drg            all                          the label            the label has .v.
    ucca           a                            none, so no items
    others         all                          none, so no items
"""

import re
from collections.abc import Hashable, Sequence
from typing import Any

from nerkit.scorers.mrp import tuples
from nerkit.scorers.mrp.corresponding import unless_proved
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers
from nerkit.scorers.mrp.normal import NormalGraph
from nerkit.scorers.mrp.sets import anchored_places, shared_items, span_places

ANYTHING = re.compile("")
NUMBERED = re.compile(r"(.*_)?arg\d*\Z", re.IGNORECASE)
CORE = {  # framework -> labels of core arguments
    "dm": NUMBERED,
    "pas": NUMBERED,
    "ccd": NUMBERED,
    "psd": re.compile(r".*-arg\Z", re.IGNORECASE),
    "eds": NUMBERED,
    "ptg": re.compile(r"(act|pat|addr|orig|eff)\Z", re.IGNORECASE),
    "amr": NUMBERED,
    "ucca": re.compile(r"a\Z", re.IGNORECASE),
}
VERB = re.compile("v", re.IGNORECASE)
PROPERTIES = {  # framework -> the properties that hold the part of speech and the frame
    "dm": ("pos", "frame"),
    "pas": ("pos", "frame"),
    "ccd": ("pos", "frame"),
    "psd": ("pos", "frame"),
    "ptg": ("sempos", "frame"),
}
LABELS = {  # framework -> pattern of node labels that are frames
    "eds": re.compile(r".*_v(_.*)?\Z", re.IGNORECASE | re.DOTALL),
    "amr": re.compile(r".*-\d{2,3}\Z", re.DOTALL),
    "drg": re.compile(r".*\.v\.", re.IGNORECASE | re.DOTALL),
}


def numbers(pair: GraphPair, framed: bool) -> PairNumbers:
    """Count the predications of both sides. With *framed*, count predications of verbs together with their
    frames.
    """
    if pair.flat or pair.framework == "eds":
        places = span_places(pair) if pair.flat else anchored_places(pair)
        ours, theirs = (
            set(_items(pair, graph, of, framed))
            for graph, of in zip((pair.gold, pair.system), places, strict=True)
        )
        return shared_items(ours, theirs)
    mapping = pair.solved(tuples.mrp).best.mapping
    of_gold = _items(pair, pair.gold, mapping, framed)
    theirs = set(_items(pair, pair.system, range(pair.system.size), framed))
    return unless_proved(pair, len(of_gold), len(theirs), len(theirs.intersection(of_gold)))


def _items(
    pair: GraphPair, graph: NormalGraph, known_by: Sequence[Hashable], framed: bool
) -> list[tuple[Any, ...]]:
    """The predications of a side as (predicate, arguments, frame). *known_by* has the identity of
    each node.
    """
    core = CORE.get(pair.framework, ANYTHING) if pair.options.core_arguments else ANYTHING
    arguments: dict[int, set[tuple[str | None, Hashable]]] = {}
    for edge in graph.edges:
        if core.match(edge.label or ""):
            arguments.setdefault(edge.source, set()).add((edge.label, known_by[edge.target]))
    frames = {node: _frame(pair.framework, graph, node) if framed else "" for node in arguments}
    return [
        (known_by[node], frozenset(its), frames[node])
        for node, its in arguments.items()
        if frames[node] is not None
    ]


def _frame(framework: str, graph: NormalGraph, node: int) -> str | None:
    """The frame of a verb; None for other nodes and for verbs without a frame."""
    if framework in PROPERTIES:
        tag, name = PROPERTIES[framework]
        values = {key.lower(): value for key, value in graph.properties[node]}
        return values.get(name) if VERB.match(values.get(tag, "")) else None
    pattern, label = LABELS.get(framework), graph.labels[node] or ""
    return label if pattern and pattern.match(label) else None
