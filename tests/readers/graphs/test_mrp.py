import pytest
from mrp_lines import JOINED, edge, line, node

import nerkit
from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers import sniff
from nerkit.readers.graphs import mrp
from nerkit.readers.sample import Sample, recognises


@pytest.fixture
def read(write):
    def reader(text, **how):
        return mrp.read(expand(write("graphs.mrp", text)), **how)

    return reader


def test_every_field_is_read(read):
    """Nodes, edges and tops by position, what is not scored in `rest` and `meta`."""
    text = line(
        flavor=1,
        framework="eds",
        language="eng",
        version=1.1,
        targets=["eds"],
        provenance="here",
        source="wsj",
        nodes=[node("a", "x", 0, 6, CARG="Pierre") | {"anchorings": [[{"from": 0, "to": 6}]]}, node("b")],
        edges=[edge("a", "b", "ARG1-of", normal="ARG1", attributes=["remote"], values=[True], id=7)],
        tops=["b"],
    )
    corpus = read(text)
    (graph,) = corpus.graphs
    assert (graph.id, graph.framework, graph.flavor, graph.language) == ("1", "eds", 1, "eng")
    assert (graph.input, graph.tops, graph.line) == ("Pierre Vinken joined.", [1], 1)
    first, second = graph.nodes
    assert first[:4] == ("a", "x", (("CARG", "Pierre"),), ((0, 6),))
    assert first.rest == {"anchorings": [[{"from": 0, "to": 6}]]}
    assert second[:4] == ("b", None, (), None)
    assert graph.edges == [(0, 1, "ARG1-of", "ARG1", (("remote", True),), False, {"id": 7})]
    assert graph.meta == {
        "time": "2020-01-01",
        "version": 1.1,
        "targets": ["eds"],
        "provenance": "here",
        "source": "wsj",
    }


def test_a_graph_may_be_empty(read):
    """Without nodes, edges and tops a graph is a graph; blank lines are none."""
    corpus = read("\n" + line("1") + "  \n" + line(2, nodes=None))
    assert corpus.documents == ["1", "2"]
    assert len(corpus) == 0


@pytest.mark.parametrize(("framework", "flavor"), [("dm", 0), ("ucca", 1), ("amr", 2), ("other", None)])
def test_flavors_follow_from_frameworks(read, framework, flavor):
    """Where a file does not say, the framework does."""
    assert read(line(framework=framework)).graphs[0].flavor == flavor


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ('{"id": "1", \n', 13, "not valid JSON"),
        ('{"id": "1"} {}\n', 13, "a second value on the line"),
        ("[1]\n", 1, "[1] is not a graph"),
        ('{"time": "2020-01-01"}\n', 1, "a graph without id"),
        ('{"id": "1"}\n', 1, "a graph without time"),
        ('{"id": "1", "time": "yesterday"}\n', 21, '"yesterday" is not a time'),
        (line(nodes=[{"label": "x"}]), None, "the node has no id"),
        (line(nodes=[node(0), node(0)]), None, "a second node with the id 0"),
        (line(nodes=[{"id": 0, "properties": ["pos"]}]), None, "1 property and 0 values"),
        (
            line(nodes=[{"id": 0, "properties": ["a", "b"], "values": ["x"]}]),
            None,
            "2 properties and 1 value",
        ),
        (line(nodes=[node(0, "x", "0", 6)]), None, '"0" is not a position'),
        (line(nodes=[node(0, ["x"])]), None, '["x"] is not a label'),
        (line(nodes=[{"id": 0, "anchors": [3]}]), None, "3 is not an anchor"),
        (line(nodes=[node(0)], edges=[edge(0, 5, "X")]), None, "edge of a node 5 that does not exist"),
        (line(nodes=[node(0)], edges=[{"source": 0}]), None, "an edge without its ends"),
        (
            line(nodes=[node(0)], edges=[edge(0, 0, "X", attributes=["a", "b"], values=[1])]),
            None,
            "2 attributes",
        ),
        (line(nodes=[node(0)], tops=[4]), None, "top of a node 4 that does not exist"),
        (line(nodes=7), None, "nodes must be a list"),
        (line(flavor="0"), None, 'flavor is "0"'),
    ],
)
def test_invalid_graphs_are_errors_with_their_place(read, text, column, problem):
    """What is wrong is said with line and column, and how to go on with the graphs that are valid."""
    with pytest.raises(InputError) as error:
        read(line("0", nodes=[node(0)]) + text)
    assert error.value.problem.startswith(problem)
    assert error.value.line == 2
    assert column in (None, error.value.column)
    assert "skip_invalid=True" in error.value.remedy


def test_all_invalid_graphs_are_listed(read):
    """The first at length, the others by place; more than twenty as a number."""
    with pytest.raises(InputError) as error:
        read(line("0", nodes=[node(0)]) + line("1", time=None) * 25)
    assert "graphs.mrp:2:1: a graph without time" in str(error.value)
    assert "24 more graphs:" in str(error.value)
    assert "graphs.mrp:22:1: a graph without time" in str(error.value)
    assert "and 4 more" in str(error.value)


def test_invalid_graphs_can_be_left_out(read):
    """With skip_invalid invalid graphs are counted, and known by id where it can be read."""
    corpus = read(line("1") + '{"id": "2", \n' + line("3", time=None) + "{\n", skip_invalid=True)
    assert corpus.documents == ["1"]
    assert [found[2:] for found in corpus.skipped] == [("2", None), ("3", "dm"), (None, None)]
    assert corpus.warnings[-1].startswith("3 invalid graphs left out: ")


def test_what_is_repaired_is_counted(read):
    """Repeated edges, anchors beyond the input and attributes without values are warned of."""
    corpus = read(
        line(
            nodes=[node(0, "x", -1, 6), node(1, "y", 3, 99)],
            edges=[
                edge(0, 1, "A", attributes=["remote"]),
                edge(0, 1, "A", attributes=["remote"], values=[True]),
                edge(1, 0, ""),
            ],
        )
    )
    graph = corpus.graphs[0]
    assert [(e.label, e.attributes, e.bare) for e in graph.edges] == [
        ("A", (("remote", None),), True),
        (None, (), False),
    ]
    assert [warning.split(": ", 1)[1][:20] for warning in corpus.warnings] == [
        "1 edge repeating ano",
        "1 edge whose attribu",
        "2 nodes with anchors",
    ] or len(corpus.warnings) == 3


def test_attributes_of_2019(read):
    """Edges of 2019 say `properties`."""
    graph = read(line(nodes=[node(0)], edges=[edge(0, 0, "A", properties=["remote"], values=[True])])).graphs[
        0
    ]
    assert graph.edges[0].attributes == (("remote", True),)


def test_numbers_keep_all_their_digits(read):
    """However they are decoded: a number of thirty digits is not rounded, NaN is read."""
    number = "1" * 30
    text = line(nodes=[node(0, quant=0)]).replace('"values": [0]', f'"values": [{number}]')
    assert read(text).graphs[0].nodes[0].properties == (("quant", int(number)),)
    text = line(nodes=[node(0, quant=0)]).replace('"values": [0]', '"values": [NaN]')
    assert str(read(text).graphs[0].nodes[0].properties[0][1]) == "nan"


MESSY = (
    line(**JOINED),
    line(
        nodes=[node(0, "Zoë \U0001f600\u2028", 0, 6, big=2**70, small=-(2**63), real=0.1, one=1.0, zero=-0.0)]
    ),
    line(nodes=[node(0, quant=0)]).replace('"values": [0]', '"values": [1e400]'),
    line(nodes=[node(0, quant=0)]).replace('"values": [0]', '"values": [NaN]'),
    line(nodes=[node(0, "x")]).replace('"x"', '"\\ud800"'),
    line().replace('"id": "1"', '"id": "0", "id": "1"'),
)
BROKEN = (
    "{'id': 1}\n",
    line()[:-3] + "\n",
    line().rstrip() + " {}\n",
    '"text"\n',
    line().replace('"1"', "01"),
)


@pytest.mark.parametrize("text", MESSY + BROKEN)
def test_what_is_a_line_of_json(read, text):
    """Repeated keys, numbers of many digits and blanks are; a cut line, two values or a text are not."""
    if text in BROKEN:
        with pytest.raises(InputError):
            read(text)
    else:
        assert read(text).graphs


def test_mrp_is_recognised(write):
    """By its first line, beside other formats of JSON lines."""
    path = write("x", line(**JOINED) * 3)
    assert sniff(expand(path), ("spacy", "prodigy", "mrp", "entity-json")) == "mrp"
    assert not recognises("mrp", Sample('{"text": "x", "ents": []}'))


def test_copies_of_a_node_that_agree_are_merged(read):
    """With repair a node has what any of its copies says, and stands where the first of them does.

    Edges and tops find it under its id; how many copies there were is told.
    """
    nodes = [node(0), node(1, "join", 14, 20), node(0, "Pierre", 0, 6, pos="NNP"), {"id": 0, "label": None}]
    corpus = read(line(nodes=nodes, edges=[edge(1, 0, "ARG1")], tops=[1]), repair=True)
    (graph,) = corpus.graphs
    assert [(one.id, one.label, one.anchors) for one in graph.nodes] == [
        (0, "Pierre", ((0, 6),)),
        (1, "join", ((14, 20),)),
    ]
    assert graph.nodes[0].properties == (("pos", "NNP"),)
    assert (graph.edges[0].source, graph.edges[0].target, graph.tops) == (1, 0, [1])
    assert any("2 nodes merged into an earlier copy" in warning for warning in corpus.warnings)


@pytest.mark.parametrize(
    ("first", "second", "field"),
    [
        (node(0, "a"), node(0, "b"), "label"),
        (node(0, "1"), node(0, 1), "label"),
        (node(0, "a", 0, 6), node(0, "a", 0, 5), "anchors"),
        (node(0, "a", 0, 6), {"id": 0, "anchors": []}, "anchors"),
        (node(0, pos="NNP"), node(0, pos="NN"), "properties"),
    ],
)
def test_copies_that_disagree_stay_an_error(read, first, second, field):
    """The error stands at the field of the second copy; lists have to be equal."""
    with pytest.raises(InputError, match=f"a second node with the id 0, with other {field}"):
        read(line(nodes=[first, second]), repair=True)


def test_without_repair_the_remedy_is_named(read):
    """A node id twice is an error that names repair, as leaving the graph out loses all of it."""
    with pytest.raises(InputError, match="a second node with the id 0") as error:
        read(line(nodes=[node(0, "a"), node(0)]))
    assert "repair=True" in error.value.remedy


def test_copies_are_merged_in_memory_too():
    """Dictionaries take the same option as files, and the same warning."""
    graph = {"id": "1", "nodes": [node(0, "a"), node(0)], "tops": [0]}
    result = nerkit.evaluate([graph], [graph], task="mrp", repair=True)
    assert result.f1 == 1
    assert any("1 node merged into an earlier copy" in warning for warning in result.warnings)
