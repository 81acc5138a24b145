"""`nerkit amr` and `nerkit convert` of graphs, as typed."""

import json

import pytest

GOLD = """# ::id a
(w / want-01
   :ARG0 (b / boy)
   :ARG1 (g / go-02
      :ARG0 b))

# ::id b
(s / see-01 :quant 2)
"""
SYSTEM = """# ::id a
(w / want-01 :ARG0 (p / boy) :ARG1 (g / go-01))

# ::id b
(s / see-01 :quant 3)
"""


@pytest.fixture
def files(write):
    return write("gold.amr", GOLD), write("system.amr", SYSTEM)


def test_the_table(run, files):
    """The default: smatch and its parts, pooled; the signature on stderr."""
    gold, system = files
    done = run("amr", "-g", gold, "-s", system)
    assert done.code == 0
    assert done.out == (
        "measure               P      R     F1    correct    sys    gold\n"
        "smatch            0.778  0.700  0.737          7      9      10\n"
        "smatch/instance   0.750  0.750  0.750          3      4       4\n"
        "smatch/attribute  0.667  0.667  0.667          2      3       3\n"
        "smatch/relation   1.000  0.667  0.800          2      2       3\n"
    )
    assert done.err == "amr|smatch|smatch/instance|smatch/attribute|smatch/relation|empty:zero|v:0.1.0\n"


def test_every_row_says_whether_it_is_optimal(run, files):
    """JSON rows carry `optimal`, those of documents too; the numbers of the solver are not shown."""
    gold, system = files
    done = run("amr", "-g", gold, system, "--by", "document", "-m", "smatch", "-m", "concepts", "-f", "json")
    rows = json.loads(done.out)["rows"]
    assert [row["document"] for row in rows[:3]] == ["a", "b", "*"]
    assert all(row["optimal"] is True for row in rows)
    assert not {"unproven", "slack", "upper_bound"} & {name for row in rows for name in row}


def test_the_alignment(run, files):
    """--show-alignment prints nodes that correspond and every triple once, before the table."""
    gold, system = files
    done = run("amr", "-g", gold, system, "--show-alignment", "--only", "document=a", "-q")
    assert done.out.startswith(
        f"graph a, {system}: 5 of 7 gold and 6 system triples agree\n"
        "  w / want-01 -> w / want-01\n"
        "  b / boy     -> p / boy\n"
        "  g / go-02   -> g / go-01\n"
        "  agrees    w / want-01\n"
        "  agrees    top(w, top)\n"
        "  agrees    b / boy\n"
        "  agrees    arg0(w, b)\n"
        "  agrees    arg1(w, g)\n"
        "  missed    g / go-02\n"
        "  missed    arg0(g, b)\n"
        "  spurious  g / go-01\n"
    )
    refused = run("amr", "-g", gold, system, "--show-alignment", "-f", "json")
    assert (refused.code, refused.out[:9]) == (2, '{"error":')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a / b :x (c)\n", "system.amr:1:8: a node without a concept"),
        ("(a / b :x (c / d)\n", "system.amr:1:17: the graph ends with 1 node still open"),
        ("(a / b))\n", "system.amr:1:8: there is one closing parenthesis too many"),
        ('(a / b :x "c)\n', "system.amr:1:8: a quote that is not closed"),
        ("(a / b :x (a / c))\n", "system.amr:1:12: the variable 'a' has two concepts"),
        ("()\n", "system.amr:1:1: an empty graph"),
        ("(a / b) no graph\n", "system.amr:1:9: 'no' outside of any graph"),
    ],
)
def test_damage(run, write, text, message):
    """Damage is exit 2 with file, line, column and no output; with --skip-invalid an empty graph."""
    gold = write("gold.amr", "(a / b)\n")
    system = write("system.amr", text)
    done = run("amr", "-g", gold, "-s", system)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    skipped = run("amr", "-g", gold, "-s", system, "--skip-invalid")
    assert skipped.code == 0
    assert f"1 damaged graph counted as empty: {gold.parent}/{message}" in skipped.err
    assert skipped.out.splitlines()[1].split() == ["smatch", "0.000", "0.000", "0.000", "0", "0", "2"]


def test_different_numbers_of_graphs(run, write):
    """Without ids, more or fewer graphs are always an error; with ids a missing one counts as empty."""
    one, two = write("one.amr", "(a / b)\n"), write("two.amr", "(a / b)\n\n(c / d)\n")
    assert run("amr", "-g", one, two).code == run("amr", "-g", two, one).code == 2
    for options in (("--missing", "empty"), ("--missing", "ignore", "--extra", "ignore")):
        done = run("amr", "-g", two, one, *options)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("error: gold has 2 documents, ")
    named = write("named.amr", GOLD), write("first.amr", GOLD.partition("\n\n")[0] + "\n")
    done = run("amr", "-g", *named, "-b", "-d", "3")
    assert (done.code, done.out) == (0, "0.824\n")
    assert "1 gold document has no partner" in done.err
    assert run("amr", "-g", *reversed(named)).code == 2


def test_an_empty_file_is_a_side_without_graphs(run, write):
    """Both empty: 0, with warnings; one empty: everything is missed."""
    empty, full = write("empty.amr", ""), write("gold.amr", "(a / b)\n")
    assert run("amr", "-g", empty, empty, "-b", "-d", "3").out == "0.000\n"
    done = run("amr", "-g", full, empty, "-b", "-d", "3")
    assert (done.code, done.out) == (0, "0.000\n")


@pytest.mark.parametrize(
    "options",
    [
        ("--standardise", "amr", "--smatch-1.0.4"),
        ("-m", "nonsense"),
        ("--by", "label"),
        ("--labels", "x"),
        ("--limit", "-1"),
    ],
)
def test_what_makes_no_sense_is_refused(run, files, options):
    """Options that exclude each other, unknown measures and fields: exit 2."""
    done = run("amr", "-g", *files, *options)
    assert (done.code, done.out) == (2, "")


def test_conversion_keeps_the_graph(run, write, files):
    """PENMAN to triples and back is the same graph, its comments kept from PENMAN to PENMAN."""
    gold, _ = files
    assert run("convert", gold, "--to", "penman").out == GOLD.replace(" :quant 2", "\n   :quant 2") + "\n"
    triples = write("gold.tsv", run("convert", gold, "--to", "triples-tsv").out)
    assert run("convert", triples, "--to", "penman").out == GOLD.replace(" :quant 2", "\n   :quant 2") + "\n"


def test_conversion_turns_edges_round(run, write):
    """A node that is only reached against its edge has an inverse role; loose nodes are refused."""
    text = "x\tb\tinstance\tboy\nx\tw\tinstance\twant-01\nx\tw\tARG0\tb\n"
    done = run("convert", write("t.tsv", text), "--to", "penman")
    assert done.out == "# ::id x\n(b / boy\n   :ARG0-of (w / want-01))\n\n"
    loose = run("convert", write("t.tsv", text.replace("x\tw\tARG0\tb\n", "")), "--to", "penman")
    assert (loose.code, loose.out) == (2, "")
    assert "not connected" in loose.err


def test_dot(run, write):
    """Graphviz: nodes, constants as boxes, quotes escaped."""
    done = run("convert", write("g.amr", '(a / x :op1 "A" :r (b / y))'), "--to", "dot")
    assert done.out == (
        'digraph "1" {\n'
        '  n0 [label="a / x", peripheries=2];\n'
        '  n1 [label="b / y"];\n'
        '  c0 [label="\\"A\\"", shape=box];\n'
        '  n0 -> c0 [label="op1"];\n'
        '  n0 -> n1 [label="r"];\n'
        "}\n"
    )


def test_repeated_ids_pair_by_order_where_they_agree(run, write):
    """Graphs whose ids disagree are never paired by their position."""
    gold = write("g.amr", "# ::id a\n(x / x)\n\n# ::id a\n(y / y)\n\n# ::id b\n(z / z)\n")
    system = write("s.amr", "# ::id a\n(x / x)\n\n# ::id b\n(z / z)\n\n# ::id a\n(y / y)\n")
    assert run("amr", "-g", gold, gold, "-b").out == "1.0\n"
    done = run("amr", "-g", gold, system)
    assert (done.code, done.out) == (2, "")
    assert "graph 2 is 'a' in the gold file but 'b' in the system" in done.err


def test_reports_of_chunks_are_for_tagged_text(run, write):
    """What lays out chunks says so where there are none."""
    gold = write("g.amr", "(b / boy)\n")
    for form in ("conlleval", "seqeval"):
        done = run("amr", "-g", gold, "-s", gold, "-f", form)
        assert (done.code, done.out) == (2, "")
        assert f"-f {form} reports chunk" in done.err
        assert "nerkit bio scores these measures, nerkit amr does not" in done.err
