"""Semantic n-grams of MRP graphs: by hand, against AMR's, and against a slow twin."""

import json
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mrp_lines import edge, line, node

import nerkit


def graph(framework, nodes, edges, **fields):
    return json.loads(line(framework=framework, nodes=nodes, edges=edges, input="ab cd ef", **fields))


def sembleu(gold, system, **options):
    return nerkit.evaluate([gold], [system], task="mrp", measures=["sembleu"], **options)["sembleu"].value


def test_by_hand():
    """sleep -arg1-> cat -bv-> black, of gold; the system has another colour. Paths of 1: 2 of 3; of 2: 1 of
    2; of 3: 0 of 1, which counts as half a match. As many nodes and edges: no penalty.
    """
    nodes = [node(0, "sleep"), node(1, "cat"), node(2, "black")]
    other = [node(0, "sleep"), node(1, "cat"), node(2, "white")]
    edges = [edge(0, 1, "ARG1"), edge(1, 2, "BV")]
    value = math.exp(0.34 * math.log(2 / 3) + 0.33 * math.log(1 / 2) + 0.34 * math.log(1 / 2))
    for framework in ("dm", "eds", "amr", "drg"):
        gold, system = (graph(framework, each, edges, tops=[0]) for each in (nodes, other))
        assert sembleu(gold, system) == pytest.approx(value, abs=1e-12)
        assert sembleu(gold, gold) == 1
    assert sembleu(graph("dm", nodes, edges), graph("dm", other, edges), unlabeled=True) == pytest.approx(
        value
    )


def test_nodes_without_labels_are_known_by_their_anchors():
    """UCCA's words are told apart by their places."""
    nodes = [node(0), node(1, None, 0, 2), node(2, None, 3, 5)]
    moved = [node(0), node(1, None, 0, 2), node(2, None, 6, 8)]
    edges = [edge(0, 1, "A"), edge(0, 2, "P")]
    gold, system = (graph("ucca", each, edges, tops=[0]) for each in (nodes, moved))
    assert sembleu(gold, gold) == 1
    assert 0 < sembleu(gold, system) < 1


def test_amr_has_the_number_of_its_own_command(run, write):
    """The same graphs in PENMAN and in MRP."""
    gold = '# ::id 1\n(w / want-01 :ARG0 (b / boy :name (n / name :op1 "Kim")) :ARG1 (g / go-02 :ARG0 b))\n'
    system = (
        '# ::id 1\n(w / want-01 :ARG0 (b / girl :name (n / name :op1 "Kim")) :ARG1 (g / go-02 :polarity -))\n'
    )
    penman = [write(name, text) for name, text in (("gold.amr", gold), ("system.amr", system))]
    mrp = [write(f"{path.name}.mrp", run("convert", path, "--to", "mrp").out) for path in penman]
    values = [
        run(task, "-g", ours, "-s", theirs, "-m", "sembleu", "-b").out
        for task, (ours, theirs) in (("amr", penman), ("mrp", mrp))
    ]
    assert values[0] == values[1]
    assert 0 < float(values[0]) < 1


@st.composite
def chains(draw):
    """Graphs in which every edge leads to a later node, so that there is no circle."""
    size = draw(st.integers(1, 4))
    labels = [draw(st.sampled_from("ab")) for _ in range(size)]
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    edges = [edge(i, j, draw(st.sampled_from("RS"))) for i, j in chosen]
    return graph("eds", [node(i, label) for i, label in enumerate(labels)], edges, tops=[0])


def walks(side, length):
    """All paths of so many nodes, node by node."""
    labels = [each["label"] for each in side["nodes"]]
    paths = [((label,), i) for i, label in enumerate(labels)]
    for _ in range(length - 1):
        paths = [
            ((*path, each["label"], labels[each["target"]]), each["target"])
            for path, end in paths
            for each in side["edges"]
            if each["source"] == end
        ]
    return Counter(path for path, _ in paths)


@given(chains(), chains())
def test_against_a_slow_twin(gold, system):
    """Clipped counts of walks, the mean of their logarithms, the penalty."""
    counted = [(walks(gold, length), walks(system, length)) for length in (1, 2, 3)]
    counted = [pair for pair in counted if pair[1]]  # lengths of which the system has paths
    weights = (0.34, 0.33, 0.34) if len(counted) == 3 else [1 / len(counted)] * len(counted)
    logarithm, halved = 0.0, 0
    for (ours, theirs), weight in zip(counted, weights, strict=True):
        matched = (ours & theirs).total()
        halved += not matched
        logarithm += weight * math.log((matched or 0.5**halved) / theirs.total())
    sizes = [len(side["nodes"]) + len(side["edges"]) for side in (gold, system)]
    expected = math.exp(logarithm + min(0, 1 - sizes[0] / sizes[1]))
    some = (counted[0][0] & counted[0][1]).total()
    assert sembleu(gold, system) == pytest.approx(expected if some else 0.0, abs=1e-12)
