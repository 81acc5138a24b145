"""Complete predications, by hand and against a slow twin; the pooled and unlabelled rows of mrp."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mrp_lines import edge, line, node

import nerkit
from nerkit.exceptions import UsageError
from nerkit.scorers.mrp.options import Options

TEXT = "Kim gave Lee books and slept"


def graph(framework, nodes, edges, **fields):
    return json.loads(line(framework=framework, input=TEXT, nodes=nodes, edges=edges, **fields))


def scored(gold, system, measure, **options):
    """Shared, system's, gold's."""
    row = nerkit.evaluate([gold], [system], task="mrp", measures=[measure], **options)[measure]
    return row.p_num, row.p_den, row.r_den


# gold: give(ARG1 Kim, ARG2 books, ARG3 Lee), sleep(ARG1 Kim), and(_and_c sleep): three predications, two of
# verbs. The system has give without ARG3, sleep with another frame, and the same conjunction.
WORDS = {
    "kim": node(0, "Kim", 0, 3, pos="NNP", frame="named:x"),
    "give": node(1, "give", 4, 8, pos="VBD", frame="v:e-i-i-i"),
    "lee": node(2, "Lee", 9, 12, pos="NNP", frame="named:x"),
    "books": node(3, "book", 13, 18, pos="NNS", frame="n:x"),
    "and": node(4, "and", 19, 22, pos="CC", frame="c:i-i"),
    "sleep": node(5, "sleep", 23, 28, pos="VBD", frame="v:e-i"),
}


def test_a_label_or_an_argument_too_many_breaks_a_predication():
    """The whole set of arguments and labels is compared; the order of edges is not."""

    def gives(*arguments):
        return graph("dm", list(WORDS.values()), [edge(1, target, label) for target, label in arguments])

    gold = gives((0, "ARG1"), (3, "ARG2"))
    for system, shared in (
        (gives((3, "ARG2"), (0, "ARG1")), 1),
        (gives((0, "ARG1"), (3, "ARG3")), 0),
        (gives((0, "ARG1"), (3, "ARG2"), (2, "ARG3")), 0),
        (gives((0, "ARG1")), 0),
        (gives((0, "ARG2"), (3, "ARG1")), 0),
    ):
        assert scored(gold, system, "predications") == (shared, 1, 1)
    assert scored(gold, gives((0, "ARG2"), (3, "ARG1")), "predications", unlabeled=True) == (1, 1, 1)


VERBS = [  # framework, a verb, a noun, the label of a core argument, one of an adjunct
    ("psd", {"label": "give", "pos": "VBD", "frame": "w1"}, {"label": "gift", "pos": "NN"}, "PAT-arg", "LOC"),
    ("pas", {"label": "give", "pos": "VBD", "frame": "f"}, {"label": "give", "pos": "NN"}, "verb_ARG1", "x"),
    ("eds", {"label": "_give_v_1"}, {"label": "_gift_n_1"}, "ARG2", "L-INDEX"),
    ("eds", {"label": "_sleep_v"}, {"label": "_viva_n"}, "ARG2", "L-INDEX"),
    ("ptg", {"label": "give", "sempos": "v", "frame": "v#1"}, {"label": "a", "sempos": "n"}, "PAT", "LOC"),
    ("amr", {"label": "give-01"}, {"label": "gift"}, "ARG1", "location"),
    ("amr", {"label": "give-101"}, {"label": "catch-22-x"}, "ARG1", "time"),
    ("drg", {"label": "give.v.01"}, {"label": "gift.n.01"}, "Theme", None),
]


@pytest.mark.parametrize(("framework", "verb", "noun", "core", "further"), VERBS)
def test_verbs_frames_and_core_arguments_of_a_framework(framework, verb, noun, core, further):
    """A verb has a frame, a noun none; an argument is core or not."""
    target, verb, noun = (
        node(0, "Kim", 0, 3),
        node(1, start=4, end=8, **verb),
        node(1, start=4, end=8, **noun),
    )
    verbal = graph(framework, [target, verb], [edge(1, 0, core)])
    assert scored(verbal, verbal, "predications/frames") == (1, 1, 1)
    nominal = graph(framework, [target, noun], [edge(1, 0, core)])
    assert scored(nominal, nominal, "predications/frames") == (0, 0, 0)
    assert scored(nominal, nominal, "predications", core_arguments=True) == (1, 1, 1)
    if further:
        adjunct = graph(framework, [target, noun], [edge(1, 0, further)])
        assert scored(adjunct, adjunct, "predications", core_arguments=True) == (0, 0, 0)
        assert scored(adjunct, adjunct, "predications") == (1, 1, 1)


def test_core_arguments_need_labels():
    with pytest.raises(
        UsageError, match="core_arguments=True cannot be used with unlabeled=True, because labels mark"
    ):
        Options(unlabeled=True, core_arguments=True)


@st.composite
def unanchored(draw):
    """A graph of up to four nodes without anchors."""
    size = draw(st.integers(1, 4))
    ends = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(ends, ends, st.sampled_from(["ARG0", "ARG1", "ARG0-of"])), max_size=5))
    labels = st.sampled_from(["go-01", "cat", "dog"])
    nodes = [node(i, draw(labels)) for i in range(size)]
    return graph("amr", nodes, [edge(*one) for one in dict.fromkeys(edges)], tops=[0])


def straight(edges):
    """(source, target, label) of edges, inverted ones turned round."""
    for one in edges:
        label = one["label"].lower()
        turned = (one["target"], one["source"], label[:-3])
        yield turned if label.endswith("-of") else (one["source"], one["target"], label)


def slow_predications(side):
    """Node -> the set of its (label, target)."""
    of = {}
    for source, target, label in straight(side["edges"]):
        of.setdefault(source, set()).add((label, target))
    return of


@given(unanchored(), unanchored())
def test_predications_under_a_correspondence(gold, system):
    """They agree under one of the correspondences with most tuples of mrp; going through all finds it."""
    shared, predicted, expected = scored(gold, system, "predications")
    ours, theirs = slow_predications(gold), slow_predications(system)
    assert (predicted, expected) == (len(theirs), len(ours))
    sizes = len(gold["nodes"]), len(system["nodes"])
    totals = {}
    for mapping in itertools.product((*range(sizes[1]), None), repeat=sizes[0]):
        used = [target for target in mapping if target is not None]
        if len(set(used)) < len(used):
            continue
        agreeing = sum(
            mapping[i] is not None and gold["nodes"][i]["label"] == system["nodes"][mapping[i]]["label"]
            for i in range(sizes[0])
        )
        agreeing += mapping[0] == 0  # the top
        edges = {(mapping[s], mapping[t], label) for s, t, label in straight(gold["edges"])}
        agreeing += len(edges & set(straight(system["edges"])))
        complete = sum(
            theirs.get(mapping[node]) == {(label, mapping[target]) for label, target in arguments}
            for node, arguments in ours.items()
        )
        totals.setdefault(agreeing, set()).add(complete)
    assert shared in totals[max(totals)]


@given(unanchored(), unanchored())
def test_pooled_rows_are_sums(gold, system):
    """mrp/nodes and mrp/edges-all add up to mrp; unlabelled edges are pairs of nodes."""
    result = nerkit.evaluate([gold], [system], task="mrp")

    def counts(name):
        row = result[name]
        return [row.p_num, row.p_den, row.r_den]

    nodes = [counts(f"mrp/{name}") for name in ("tops", "labels", "properties", "anchors")]
    edges = [counts(f"mrp/{name}") for name in ("edges", "attributes")]
    assert counts("mrp/nodes") == [sum(one) for one in zip(*nodes, strict=True)]
    assert counts("mrp/edges-all") == [sum(one) for one in zip(*edges, strict=True)]
    total = [sum(one) for one in zip(counts("mrp/nodes"), counts("mrp/edges-all"), strict=True)]
    assert counts("mrp") == total
    unlabelled = len({(source, target) for source, target, _ in straight(gold["edges"])})
    assert counts("mrp/edges/unlabeled")[2] == unlabelled
