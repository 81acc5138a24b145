import json

import numpy as np
import pytest
from mrp_lines import edge, line, node

import nerkit
from nerkit.corpora.corpus import Batch
from nerkit.readers.graphs.in_memory import mrp_graphs
from nerkit.results.errors import CORRECT, Errors
from nerkit.scorers.mrp import errors, graph_pair
from nerkit.scorers.mrp.options import Options
from nerkit.scorers.mrp.scorer import TASK


def wrong(gold: list[str], system: list[str], **options: str) -> list[tuple[str, str, str]]:
    """Class, kind and text of every wrong tuple of one document."""
    sides = []
    for texts in (gold, system):
        corpus = mrp_graphs([json.loads(text) for text in texts])
        sides.append(corpus.in_documents(["1"], np.zeros(len(texts), np.int64)))
    return _wrong(errors.find(Batch(["1"], sides[0], sides[1]), (), Options(**options)))


def _wrong(listed: Errors) -> list[tuple[str, str, str]]:
    wrong = []
    columns = (listed.kind.tolist(), listed.gold.tolist(), listed.system.tolist())
    for kind, gold, system in zip(*columns, strict=True):
        if listed.kinds[kind] != CORRECT:
            fields = listed.items[0].fields(gold) if gold >= 0 else listed.items[1].fields(system)
            wrong.append((listed.kinds[kind], fields["label"], fields["text"]))
    return wrong


def test_missed_and_spurious_tuples_have_the_ids_of_their_side():
    """A wrong label is missed and spurious, an attribute missed; anchors are ranges without blanks."""
    gold = line(
        framework="ucca",
        input="He went",
        nodes=[node("a", "x", 0, 2), node("b")],
        edges=[edge("b", "a", "A", attributes=["remote"], values=[True])],
        tops=["b"],
    )
    system = line(
        framework="ucca",
        input="He went",
        nodes=[node(7, "y", 0, 4), node(8)],
        edges=[edge(8, 7, "A")],
        tops=[8],
    )
    assert wrong([gold], [system]) == [
        ("missed", "label", "a / x"),
        ("missed", "anchor", "a <0:2>"),
        ("missed", "attribute", "a(b, a, remote, true)"),
        ("spurious", "label", "7 / y"),
        ("spurious", "anchor", "7 <0:2 3:4>"),
    ]


def test_a_graph_without_partner_is_wrong_as_a_whole():
    """All its tuples are missed, or spurious; spans without input stand as they are."""
    graph = line(
        nodes=[{**node(0, "x", 0, 3), "properties": ["pos"], "values": ["NN"]}, node(1)],
        edges=[edge(0, 1, None)],
        tops=[0],
    )
    tuples = [
        ("top", "0"),
        ("label", "0 / x"),
        ("property", "pos(0, nn)"),
        ("anchor", "0 <0:3>"),
        ("edge", "-(0, 1)"),
    ]
    assert wrong([graph], []) == [("missed", *one) for one in tuples]
    assert wrong([], [graph]) == [("spurious", *one) for one in tuples]


def test_what_is_listed_is_what_is_scored():
    """Under --normalize none, case makes a difference; with the rest of the options as they are, none."""
    gold, system = line(nodes=[node(0, "Cat")], tops=[0]), line(nodes=[node(0, "cat")], tops=[0])
    assert wrong([gold], [system]) == []
    assert wrong([gold], [system], normalize="none") == [
        ("missed", "label", "0 / Cat"),
        ("spurious", "label", "0 / cat"),
    ]


def test_the_text_around_tuples():
    """The anchors of a tuple's nodes are in brackets; the whole input is shown where there are none."""
    nodes = [node(0, "he", 0, 2), node(1, "go", 3, 7), node(2, "x"), node(3, "all", 0, 5)]
    graph = {"framework": "eds", "input": "He\nwent home."}
    gold = line(**graph, tops=[1], nodes=nodes, edges=[edge(1, 0, "A"), edge(1, 3, "B"), edge(1, 2, "C")])
    system = line(**graph | {"input": None}, tops=[1], nodes=nodes, edges=[edge(2, 1, "D")])
    result = nerkit.evaluate([json.loads(gold)], [json.loads(system)], task="mrp")
    contexts = {
        row.gold_item["text"] or row.system_item["text"]: row.context
        for row in result.errors(["missed", "spurious"], ["edge"]).rows
    }
    assert contexts == {
        "a(1, 0)": "[He] [went] home.",
        "b(1, 3)": "[He went] home.",
        "c(1, 2)": "He [went] home.",
        "d(2, 1)": "He [went] home.",
    }
    bare = [json.loads(line(**graph, nodes=[node(0, label)])) for label in ("a", "b")]
    rows = nerkit.evaluate([bare[0]], [bare[1]], task="mrp").errors(labels=["label"]).rows
    assert {row.context for row in rows} == {"He went home."}


@pytest.fixture
def solved(monkeypatch):
    """The pairs of graphs whose best correspondence was searched for, one after the other."""
    searches = []
    correspond = graph_pair.correspond

    def counting(pairs, *settings, **options):
        searches.extend(pairs)
        return correspond(pairs, *settings, **options)

    monkeypatch.setattr(graph_pair, "correspond", counting)
    return searches


def batch():
    nodes = [node(0, "x"), node(1, "y")]
    gold = [line(id_, nodes=nodes, edges=[edge(1, 0, "A")], tops=[1]) for id_ in "123"]
    system = [line(id_, nodes=nodes[::-1], edges=[edge(1, 0, "A")], tops=[0]) for id_ in "123"]
    sides = [mrp_graphs([json.loads(text) for text in texts]) for texts in (gold, system)]
    return Batch(["1", "2", "3"], *sides)


@pytest.mark.parametrize("names", [["mrp"], ["mrp", "smatch", "ucca", "edm/all"]])
@pytest.mark.parametrize("order", [False, True])
def test_every_correspondence_is_solved_once(solved, names, order):
    """Three pairs of graphs are three searches, whatever was asked for besides, --order or not."""
    listed = TASK.errors(batch(), TASK.resolve(names), Options(order=order))
    assert len(solved) == 3
    assert {listed.kinds[kind] for kind in listed.kind} >= {"correct", "missed"}


@pytest.mark.parametrize(
    ("names", "times"), [(["mrp"], 1), (["mrp/tops", "smatch"], 2), (["sdp", "edm", "ucca"], 0)]
)
def test_only_what_is_asked_for_is_solved(solved, names, times):
    """All parts of mrp share one correspondence, smatch has its own, and the sets need none."""
    TASK.count(batch(), TASK.resolve(names), [], Options())
    assert len(solved) == 3 * times
