import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mrp_lines import JOINED, edge, line, node
from slow_mrp import best

import nerkit
from nerkit.corpora.mrp import Edge, MrpGraph, Node
from nerkit.exceptions import InputError, PairingError, UsageError
from nerkit.scorers.mrp.measures import MEASURES
from nerkit.scorers.mrp.normal import NormalRules, normalise
from nerkit.scorers.mrp.solution import correspond
from nerkit.scorers.mrp.tuples import edges_apart, mrp, smatch

ALL = ("mrp", "smatch", "sdp", "edm", "ucca")


def graph(**fields):
    """A graph in memory, as a dictionary."""
    return json.loads(line(**fields))


def score(gold, system, measure="mrp", **options):
    """Shared, system and gold tuples of a row."""
    row = nerkit.evaluate([gold], [system], task="mrp", measures=[measure], **options)[measure]
    return row.p_num, row.p_den, row.r_den


@st.composite
def small_graphs(draw):
    """Graphs of up to four nodes, with labels that repeat or are missing and edges of any kind."""
    size = draw(st.integers(0, 4))
    nodes = [
        Node(
            i,
            draw(st.sampled_from(["a", "b", None])),
            draw(st.sampled_from([(), (("p", 1),), (("p", 1), ("q", 2))])),
            draw(st.sampled_from([None, ((0, 2),), ((3, 5),)])),
        )
        for i in range(size)
    ]
    ends = st.integers(0, max(size - 1, 0))
    attributes = st.sampled_from([(), (("remote", True),)])
    edges = st.lists(
        st.tuples(ends, ends, st.sampled_from(["A", "B", "A-of", None]), attributes).map(
            lambda drawn: Edge(*drawn[:3], attributes=drawn[3])
        ),
        max_size=5,
    )
    tops = draw(st.lists(ends, max_size=2)) if size else []
    return MrpGraph("1", nodes, draw(edges) if size else [], tops, "dm", 0, None, "ab cd")


@given(
    st.lists(st.tuples(small_graphs(), small_graphs()), min_size=1, max_size=4),
    st.sampled_from([mrp, smatch, edges_apart]),
    st.booleans(),
)
def test_the_correspondence_is_the_best_of_all(graphs, tuples_of, order):
    """Totals and breakdowns of one and of several pairs are those of all correspondences, and proven."""
    pairs = [tuple(tuples_of(normalise(side, NormalRules())) for side in sides) for sides in graphs]
    for (gold, system), solved in zip(pairs, correspond(pairs, order=order), strict=True):
        assert solved.bound == solved.total
        assert gold.shared(system, solved.mapping) == best(gold, system, order=order)


def test_attributes_need_their_edge():
    """An attribute agrees only where the label of its edge does; one without value has no tuple."""
    nodes = [node(0, "a"), node(1, "b")]
    gold = graph(nodes=nodes, edges=[edge(0, 1, "A", attributes=["remote"], values=[True])])
    relabelled = graph(nodes=nodes, edges=[edge(0, 1, "B", attributes=["remote"], values=[True])])
    bare = graph(nodes=nodes, edges=[edge(0, 1, "A", attributes=["remote"])])
    assert score(gold, gold, "mrp/attributes") == (1, 1, 1)
    assert score(gold, relabelled, "mrp/attributes") == (0, 1, 1)
    assert score(gold, bare, "mrp/attributes") == (0, 0, 1)
    assert score(gold, bare, "ucca/labeled/remote") == (1, 1, 1)


def test_edges_without_label_equal_each_other():
    """An empty label is none."""
    nodes = [node(0, "a"), node(1, "b")]
    gold, system = (graph(nodes=nodes, edges=[edge(0, 1, label)]) for label in (None, ""))
    for measure in ("mrp/edges", "smatch", "sdp/labeled"):
        shared, theirs, ours = score(gold, system, measure)
        assert shared == theirs == ours > 0
    assert score(gold, graph(nodes=nodes, edges=[edge(0, 1, "A")]), "mrp/edges") == (0, 1, 1)


def test_smatch_ties_the_top_to_its_label():
    """A wrong label at the top loses two triples in smatch, one in mrp."""
    gold, system = (
        graph(nodes=[node(0, label), node(1, "x")], tops=[0], edges=[edge(0, 1, "A")]) for label in "ab"
    )
    assert score(gold, system, "smatch") == (2, 4, 4)
    assert score(gold, system, "mrp") == (3, 4, 4)


def test_smatch_triples_are_a_set():
    """What repeats counts once, and a trailing underscore is not compared."""
    gold = graph(nodes=[node(0, "go_", op="x")])
    system = graph(nodes=[{"id": 0, "label": "go", "properties": ["op", "op"], "values": ["x", "X"]}])
    assert score(gold, system, "smatch") == (2, 2, 2)


def test_sdp_compares_spans_and_page_characters():
    """[0, 13] and [0, 6] + [7, 13] are one node under --anchors page only, as far as sdp goes."""
    pieces = [{"id": 0, "anchors": [{"from": 0, "to": 6}, {"from": 7, "to": 13}]}]
    gold, system = graph(nodes=[node(0, None, 0, 13)], tops=[0]), graph(nodes=pieces, tops=[0])
    assert score(gold, system, "sdp/labeled") == (0, 1, 1)
    assert score(gold, system, "sdp/labeled", anchors="page") == (1, 1, 1)
    assert score(gold, system, "edm/tops") == (1, 1, 1)


def test_edm_takes_nodes_at_the_same_anchor_for_one():
    """Sets: two names at an anchor that are equal are one; mrp counts nodes one to one."""
    twice = graph(nodes=[node(0, "x", 0, 6), node(1, "x", 0, 6)])
    once = graph(nodes=[node(0, "x", 0, 6)])
    assert score(twice, once, "edm/names") == (1, 1, 1)
    assert score(twice, once, "mrp/labels") == (1, 1, 2)


def test_ucca_compares_yields():
    """A unit is what it covers, remote edges apart; a cycle ends."""
    nodes = [node(0, None, 0, 6), node(1, None, 7, 13), node(2), node(3)]
    edges = [edge(2, 0, "A"), edge(3, 1, "P"), edge(2, 3, "H"), edge(3, 2, "E")]
    gold = graph(framework="ucca", nodes=nodes, edges=edges)
    assert score(gold, gold, "ucca/labeled/primary") == (4, 4, 4)
    remote = edge(3, 0, "A", attributes=["remote"], values=[True])
    gold = graph(framework="ucca", nodes=nodes, edges=[*edges[:3], remote])
    assert score(gold, gold, "ucca/labeled/remote") == (1, 1, 1)


def test_order_keeps_words_in_order():
    """Nodes of dm in another order do not correspond under --order, and a note says what that costs."""
    nodes = [node(0, "a"), node(1, "b")]
    gold, system = graph(nodes=nodes), graph(nodes=nodes[::-1])
    assert score(gold, system) == (2, 2, 2)
    result = nerkit.evaluate([gold], [system], task="mrp", order=True)
    assert result["mrp"].p_num == 1
    assert result.warnings[-1] == (
        "order=True lowers the score of 1 graph (1 tuple): nodes out of order would correspond better"
    )
    assert score(gold | {"framework": "amr"}, system | {"framework": "amr"}, order=True) == (2, 2, 2)


def test_empty_graphs_are_scored():
    """On either side or both, by every measure; all rows are proven."""
    full, empty = graph(**JOINED), graph(input=None)
    for gold, system in ((full, empty), (empty, full), (empty, empty)):
        result = nerkit.evaluate([gold], [system], task="mrp", measures=ALL)
        assert all(row.extra["optimal"] for row in result.rows)
        assert result["mrp"].p_num == 0
    assert score(full, empty) == (0, 0, 8)
    assert score(empty, full) == (0, 8, 0)


def test_graphs_pair_by_language_framework_and_id():
    """A system graph without language is English where gold is; no other guess is made."""
    gold = [graph(id_="1", language="eng", **JOINED), graph(id_="2", **JOINED)]
    system = [graph(id_="1", **JOINED), graph(id_="2", language="eng", **JOINED)]
    result = nerkit.evaluate(gold, system, task="mrp", extra="ignore", by="document")
    assert result["mrp", "*", "1"].p_num == 8
    assert result["mrp", "*", "2"].p_num == 0
    assert "eng/2" in result.warnings[1]


@pytest.mark.parametrize(
    ("languages", "theirs", "paired"),
    [
        (["eng"], [None], {"1": 8}),
        (["deu"], [None], {"1": 0, "none/1": 0}),
        ([None], ["eng"], {"1": 0, "eng/1": 0}),
        (["eng", "deu"], [None, "deu"], {"eng/1": 8, "deu/1": 8}),
        (["eng", "deu"], [None], {"eng/1": 8, "deu/1": 0}),
        (["eng"], ["eng", "deu"], {"1": 8, "deu/1": 0}),
        ([None], [None, "deu"], {"1": 8, "deu/1": 0}),
    ],
)
def test_an_id_in_several_languages(languages, theirs, paired):
    """Only English stands in for no language; --extra says what becomes of other graphs."""
    gold, system = (
        [graph(id_="1", **JOINED, **({"language": name} if name else {})) for name in names]
        for names in (languages, theirs)
    )

    def rows(extra):
        result = nerkit.evaluate(gold, system, task="mrp", extra=extra, by="document")
        return {
            row.document: row.p_num for row in result.rows if row.measure == "mrp" and row.document != "*"
        }

    assert rows("spurious") == paired
    known = dict(list(paired.items())[: len(languages)])
    assert rows("ignore") == known
    if known != paired:
        with pytest.raises(PairingError, match="without a partner in gold"):
            rows("error")


def test_an_id_of_several_frameworks_has_the_framework_before_it():
    """Documents are `dm/1` and `psd/1`; there is a row for each framework, and their macro average."""
    gold = [
        graph(framework=name, id_=id_, **JOINED) for name, id_ in (("dm", "1"), ("psd", "1"), ("dm", "2"))
    ]
    result = nerkit.evaluate(gold, gold[:2], task="mrp", by="document", measures="mrp")
    rows = {(row.document, row.label): row.f1 for row in result.rows if row.measure == "mrp"}
    assert rows == {
        ("dm/1", "*"): 1,
        ("psd/1", "*"): 1,
        ("2", "*"): 0,
        ("*", "dm"): 2 / 3,
        ("*", "psd"): 1,
        ("*", "macro"): pytest.approx(5 / 6),
        ("*", "*"): 0.8,
    }


def test_frameworks_can_be_chosen_and_renamed():
    """--labels, --map and --only work on frameworks, as they do on labels elsewhere."""
    gold = [graph(framework=name, **JOINED) for name in ("dm", "psd")]
    for how in ({"labels": "dm"}, {"only": "framework=dm"}, {"only": "label=dm"}):
        assert (
            len(nerkit.evaluate(gold, gold, task="mrp", by="document", measures="mrp/tops", **how).rows) == 2
        )
    renamed = nerkit.evaluate(gold[:1], [gold[1]], task="mrp", label_map={"psd": "dm"})
    assert renamed.f1 == 1
    with pytest.raises(UsageError, match="unknown field 'colour'"):
        nerkit.evaluate(gold, gold, task="mrp", by="colour")


def test_normalisation_by_parts():
    """Without `case`, Pierre differs from pierre; `none` leaves everything as it is."""
    gold, system = (graph(nodes=[node(0, label)]) for label in ("Pierre", "pierre"))
    assert score(gold, system) == (1, 1, 1)
    assert score(gold, system, normalize=["anchors", "edges"]) == (0, 1, 1)
    assert score(gold, system, normalize="none") == (0, 1, 1)
    with pytest.raises(UsageError, match="unknown part of the normalisation 'cases'"):
        score(gold, system, normalize="cases")


@st.composite
def _shuffled(draw):
    """Two graphs without cycles whose nodes and edges are much alike, and the same in another order."""
    pairs = []
    for _ in range(2):
        size = draw(st.integers(1, 6))
        nodes = [
            node(i, draw(st.sampled_from([None, "a", "b"])), *draw(st.sampled_from([(), (0, 6), (7, 13)])))
            for i in range(size)
        ]
        ends = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1), st.sampled_from("XY"))
        drawn = draw(st.lists(ends, unique=True, max_size=8))
        edges = [
            edge(a, b, label, attributes=["remote"], values=[True]) if label == "Y" else edge(a, b, label)
            for a, b, label in drawn
            if a < b
        ]
        tops = draw(st.lists(st.sampled_from(range(size)), unique=True, max_size=2))
        again = {
            "nodes": draw(st.permutations(nodes)),
            "edges": draw(st.permutations(edges)),
            "tops": tops[::-1],
        }
        pairs.append(
            (graph(framework="ucca", nodes=nodes, edges=edges, tops=tops), graph(framework="ucca", **again))
        )
    return pairs


@given(_shuffled())
def test_the_order_of_nodes_and_edges_does_not_matter(pairs):
    """All rows are the same, those of each type too, though several correspondences may share as much."""
    (gold, gold_again), (system, system_again) = pairs
    measures = ["mrp", "smatch", "sdp", "edm", "ucca"]
    one, again = (
        nerkit.evaluate([ours], [theirs], task="mrp", measures=measures).rows
        for ours, theirs in ((gold, system), (gold_again, system_again))
    )
    assert [row.to_dict() for row in one] == [row.to_dict() for row in again]
    assert all(row.to_dict()["optimal"] for row in one)


def test_measures_by_name_and_group():
    """A name stands for its row and those below it; an unknown one is an error."""
    result = nerkit.evaluate(
        [graph(**JOINED)], [graph(**JOINED)], task="mrp", measures=["ucca/labeled", "edm/all"]
    )
    assert result.measures == ("ucca/labeled/primary", "ucca/labeled/remote", "edm/all")
    with pytest.raises(UsageError, match="unknown measure 'mrq'"):
        score(graph(), graph(), "mrq")


def test_several_processes_give_the_same():
    """For any number of jobs the same result."""
    gold = [graph(id_=str(i), **JOINED) for i in range(40)]
    system = [graph(id_=str(i), nodes=JOINED["nodes"][: i % 3]) for i in range(40)]
    results = [
        nerkit.evaluate(gold, system, task="mrp", measures=ALL, by="document", workers=n).to_dict()
        for n in (1, 2)
    ]
    assert results[0] == results[1]


def test_a_large_graph_ends_with_an_honest_bound():
    """3,000 nodes, many of which look alike: the work is bounded, and what is not proven is not called so."""
    size = 3000
    nodes = [node(i, f"x{i % 97}") for i in range(size)]
    gold = graph(
        framework="amr", nodes=nodes, edges=[edge(i, (i * 7 + 1) % size, f"A{i % 23}") for i in range(size)]
    )
    system = graph(
        framework="amr", nodes=nodes, edges=[edge(i, (i * 11 + 3) % size, f"A{i % 23}") for i in range(size)]
    )
    row = nerkit.evaluate([gold], [system], task="mrp", limit=1_000_000)["mrp"]
    assert row.extra["optimal"] is False
    assert row.value <= row.extra["upper_bound"] <= 1


def test_objects_that_are_no_graphs_are_errors():
    """A dictionary that is no graph is named by its place."""
    with pytest.raises(InputError, match="graph 2: the node has no id"):
        nerkit.evaluate([graph(), {"nodes": [{}]}], [], task="mrp")


def frameworks(*names, **fields):
    """A graph of each framework, the same but for it."""
    return [graph(framework=name, **fields) for name in names]


def macro(gold, system, measure, **options):
    result = nerkit.evaluate(gold, system, task="mrp", measures=[measure], **options)
    row = next(row for row in result.rows if row.label == "macro")
    return (row.value, row.r_den), result


def test_macro_leaves_out_frameworks_without_such_tuples():
    """Attributes of edges are of UCCA and PTG alone; the warning and `nerkit explain` say so."""
    remote = {"attributes": ["remote"], "values": [True]}
    nodes, bare = [node(0), node(1)], frameworks("dm", "amr", nodes=[node(0)])
    ucca = frameworks("ucca", "ptg", nodes=nodes, edges=[edge(0, 1, "A", **remote)])
    (value, gold), result = macro([*bare, *ucca], [*bare, *ucca], "mrp/attributes")
    assert (value, gold) == (1, 1)
    assert (
        "macro averages leave out frameworks without tuples: mrp/attributes without amr, dm"
        in result.warnings
    )
    assert {row.label: row.value for row in result.rows}["dm"] == 0
    measure = next(one for one in MEASURES if one.name == "mrp/attributes")
    assert any("leave out dm, psd" in said for said in measure.edge_cases)
    others = macro([*bare, *ucca], [*bare, *ucca], "mrp/tops")[1].warnings
    assert not any(said.startswith("macro") for said in others)


def test_surplus_anchors_lower_the_row_and_no_macro():
    """AMR has no anchors: those of the system cost precision in its own row and in all."""
    gold = frameworks("eds", nodes=[node(0, start=0, end=6)]) + frameworks("amr", nodes=[node(0)])
    system = frameworks("eds", "amr", nodes=[node(0, start=0, end=6)])
    (value, _), result = macro(gold, system, "mrp/anchors")
    assert value == 1
    assert result["mrp/anchors"].precision == 0.5


def test_macro_of_no_framework_is_null():
    """Where none of the frameworks has such tuples there is no average, and no interval of one."""
    graphs = [*frameworks("dm", "amr", nodes=[node(0)]), graph(framework="dm", id="2", nodes=[node(0)])]
    (value, _), result = macro(graphs, graphs, "mrp/attributes")
    assert value is None
    bounds = result.confidence().to_dict()["rows"]
    assert [row["value_low"] for row in bounds if row["label"] == "macro"] == [None]
