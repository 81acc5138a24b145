import json

import pytest
from mrp_lines import JOINED, edge, line, node

SDP = (
    "#SDP 2015\n#7\n"
    "1\tPierre\t_\tNNP\t-\t+\tnamed:x\t_\t_\n"
    "2\tVinken\tVinken\tNNP\t-\t-\t_\tcompound\tARG1\n"
    "3\t,\t_\t,\t-\t-\t_\t_\t_\n"
    "4\tjoined\tjoin\tVBD\t+\t+\tv:e-i\t_\t_\n"
)
EDS = (
    '#7\n{e3:\n x9:named<0:6>("Pierre")[]\n e3:_join_v_1<14:20>{e SF prop, TENSE past}[ARG1 x9, ARG2 x23]\n'
    "|_1:proper_q<0:6>[BV x9]\n}\n\n{e2: e2:_rain_v_1<3:8>[]}\n"
)
UCCA = """<root passageID="7"><layer layerID="0">
<node ID="0.1" type="Word"><attributes text="He"/></node>
<node ID="0.2" type="Word"><attributes text="went"/></node>
<node ID="0.3" type="Punctuation"><attributes text="."/></node></layer>
<layer layerID="1">
<node ID="1.1" type="FN"><attributes/><edge toID="1.2" type="H"/><edge toID="1.5" type="U"/></node>
<node ID="1.2" type="FN"><attributes/><edge toID="1.3" type="A"><category tag="A"/></edge>
 <edge toID="1.4" type="A"><attributes remote="True"/></edge><edge toID="1.6" type="A"/></node>
<node ID="1.3" type="FN"><edge toID="0.1" type="Terminal"/></node>
<node ID="1.4" type="FN"><edge toID="0.1" type="Terminal"/><edge toID="0.2" type="Terminal"/></node>
<node ID="1.5" type="PNCT"><edge toID="0.3" type="Terminal"/></node>
<node ID="1.6" type="FN"><attributes implicit="True"/></node>
</layer></root>"""


@pytest.fixture
def converted(run, write):
    def convert(text, *options):
        outcome = run("convert", write("input", text), "--to", "mrp", *options)
        assert outcome.code == 0, outcome.err
        return [json.loads(text_line) for text_line in outcome.out.splitlines()], outcome.err

    return convert


def test_sdp_columns(converted, write):
    """Labels are lemmas or forms, roles edges; tokens without any are no nodes; the text gives anchors."""
    texts = write("texts", "7\tPierre Vinken , joined\n")
    ((graph,), err) = converted(SDP, "--framework", "psd", "--text", texts)
    assert (graph["framework"], graph["flavor"], graph["tops"], err) == ("psd", 0, [3], "")
    assert [(n["id"], n["label"]) for n in graph["nodes"]] == [(0, "Pierre"), (1, "Vinken"), (3, "join")]
    assert graph["nodes"][0]["values"] == ["NNP", "named:x"]
    assert graph["nodes"][1]["properties"] == ["pos"]
    assert graph["nodes"][2]["anchors"] == [{"from": 16, "to": 22}]
    assert graph["edges"] == [edge(0, 1, "compound"), edge(3, 1, "ARG1")]


def test_sdp_without_text_is_made_of_its_tokens(converted):
    """With a warning."""
    ((graph,), err) = converted(SDP)
    assert graph["input"] == "Pierre Vinken , joined"
    assert "give the texts with --text FILE" in err


def test_eds_native(converted):
    """Predicates, anchors, constants, arguments; what is no node is counted; one line or several."""
    (graphs, err) = converted(EDS)
    assert [graph["id"] for graph in graphs] == ["7", "2"]
    assert graphs[0]["tops"] == [1]
    assert graphs[0]["nodes"][0] == node(0, "named", 0, 6, CARG="Pierre")
    assert graphs[0]["edges"] == [edge(1, 0, "ARG1"), edge(2, 0, "BV")]
    assert "1 argument leading to no node" in err


def test_ucca_xml(converted):
    """Units, remote edges, anchors by word; implicit units are left out; the root is the top."""
    ((graph,), _) = converted(UCCA)
    assert (graph["id"], graph["input"], graph["tops"]) == ("7", "He went .", [0])
    assert graph["nodes"][3] == {"id": 3, "anchors": [{"from": 0, "to": 2}, {"from": 3, "to": 7}]}
    remote = edge(1, 3, "A", attributes=["remote"], values=[True])
    assert graph["edges"] == [edge(0, 1, "H"), edge(0, 4, "U"), edge(1, 2, "A"), remote]


@pytest.mark.parametrize(
    ("text", "form", "problem"),
    [
        ("#7\n{e3:\n nonsense\n}\n", "eds", ":3:2: not a node"),
        ("#7\n{e3:\n e3:a<0:1>[]\n e3:b<0:1>[]\n}\n", "eds", "the node e3 occurs twice"),
        ("#7\n{e3:\n e3:a<0:1>[]\n", "eds", ":2: the graph is not closed"),
        ("#7\n1\tx\n", "sdp", ":2:4: not a token"),
        (SDP.replace("NNP\t-\t+", "NNP\t-\t?", 1), "sdp", ":3:18: not a token"),
        (
            SDP.replace("_\tcompound\tARG1", "_\tcompound"),
            "sdp",
            ":4:35: 1 role where the sentence has 2 pred",
        ),
        ("<root", "ucca-xml", ":1:1: not valid XML"),
        (
            UCCA.replace('toID="1.3"', 'toID="1.9"'),
            "ucca-xml",
            ":7:45: an edge leads to 1.9, which does not exist",
        ),
    ],
)
def test_damaged_files_are_errors(run, write, text, form, problem):
    """With the place, exit 2, and nothing printed."""
    outcome = run("convert", write("input", text), "--from", form, "--to", "mrp")
    assert (outcome.code, outcome.out) == (2, "")
    assert problem in outcome.err


def test_a_text_without_the_tokens_is_an_error(run, write):
    """The token is named."""
    outcome = run("convert", write("a.sdp", SDP), "--to", "mrp", "--text", write("t", "7\tSomething else\n"))
    assert (outcome.code, "token 'Pierre' of graph 7 is not in its text" in outcome.err) == (2, True)


def test_mrp_survives_being_written(run, write):
    """What is read and written again is the same graph."""
    text = line(
        flavor=1,
        framework="eds",
        nodes=[node("a", "x", 0, 6, CARG="P"), node("b")],
        edges=[edge("a", "b", "X-of", normal="X"), edge("b", "a", "Y", attributes=["remote"])],
        tops=["a"],
    )
    written = run("convert", write("x.mrp", text), "--to", "mrp", "-q").out
    assert json.loads(written) == json.loads(text) | {"version": 1.1}


def test_penman_and_mrp(run, write):
    """AMR graphs go from one notation to the other and back."""
    path = write(
        "a.amr", "# ::id 1\n(w / want-01\n   :polarity -\n   :ARG0 (b / boy\n      :mod-of (g / go)))\n"
    )
    as_mrp = run("convert", path, "--to", "mrp").out
    graph = json.loads(as_mrp)
    assert graph["edges"][1] == {"source": 1, "target": 2, "label": "mod-of", "normal": "mod"}
    back = run("convert", write("a.mrp", as_mrp), "--to", "penman").out
    outcome = run("amr", "-g", path, "-s", write("b.amr", back), "-b")
    assert outcome.out == "1.0\n"


def test_pictures(run, write):
    """One digraph a graph; of two what only one has is coloured, whatever the order of the nodes."""
    reordered = {**JOINED, "nodes": [node(1, "joined", 14, 20, pos="VBD"), JOINED["nodes"][0]]}
    gold, system = write("g.mrp", line(**JOINED)), write("s.mrp", line(**reordered) + line("2"))
    assert run("convert", gold, "--to", "dot").out == (
        'digraph "1" {\n'
        '  n0 [label="Pierre\\npos = NNP\\n“Pierre”"];\n'
        '  n1 [label="join\\npos = VBD\\n“joined”", peripheries=2];\n'
        '  n1 -> n0 [label="ARG1"];\n'
        "}\n"
    )
    drawn = run("convert", gold, "--to", "dot", "--against", system).out
    assert '<font color="red">join</font>' in drawn
    assert '<font color="blue">joined</font>' in drawn
    assert 'n1 -> n0 [label="arg1"];' in drawn
    assert drawn.endswith('digraph "2" {\n}\n')


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--to", "penman", "--against", "x.mrp"), "--to dot"),
        (("--to", "dot", "--framework", "dm"), "mrp names its framework"),
        (("--to", "dot", "--text", "x.mrp"), "not with mrp"),
    ],
)
def test_options_that_mean_nothing_are_errors(run, write, options, problem):
    """They are not ignored."""
    write("x.mrp", line(**JOINED))
    outcome = run("convert", "x.mrp", *options)
    assert (outcome.code, problem in outcome.err) == (2, True)
