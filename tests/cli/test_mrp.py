import json

import pytest
from mrp_lines import JOINED, edge, line, node


@pytest.fixture
def files(write):
    gold = line("1", **JOINED) + line("2", **JOINED)
    system = line("1", **JOINED) + line("2", nodes=[node(0, "Peter", 0, 6, pos="NNP")])
    return ["-g", write("gold.mrp", gold), "-s", write("system.mrp", system)]


def test_the_table(run, files):
    """All parts of mrp, shared, system and gold tuples."""
    outcome = run("mrp", *files)
    assert outcome.code == 0
    assert outcome.out == (
        "measure                  P      R     F1    correct    sys    gold\n"
        "mrp                  0.909  0.625  0.741         10     11      16\n"
        "mrp/tops             1.000  0.500  0.667          1      1       2\n"
        "mrp/labels           0.667  0.500  0.571          2      3       4\n"
        "mrp/properties       1.000  0.750  0.857          3      3       4\n"
        "mrp/anchors          1.000  0.750  0.857          3      3       4\n"
        "mrp/edges            1.000  0.500  0.667          1      1       2\n"
        "mrp/attributes           -      -      -          0      0       0\n"
        "mrp/edges/unlabeled  1.000  0.500  0.667          1      1       2\n"
        "mrp/nodes            0.900  0.643  0.750          9     10      14\n"
        "mrp/edges-all        1.000  0.500  0.667          1      1       2\n"
    )
    assert outcome.err == (
        "mrp|mrp|mrp/tops|mrp/labels|mrp/properties|mrp/anchors|mrp/edges|mrp/attributes|"
        "mrp/edges/unlabeled|mrp/nodes|mrp/edges-all|empty:zero|v:0.1.0\n"
    )


def test_rows_say_whether_they_are_optimal(run, files):
    """Every row, those of documents too; with no work allowed some may not be, and have a bound."""
    rows = json.loads(run("mrp", *files, "-m", "mrp", "-m", "sdp", "--by", "document", "-f", "json").out)[
        "rows"
    ]
    assert {row["optimal"] for row in rows} == {True}
    assert "upper_bound" not in rows[0]


def test_options_are_in_the_signature(run, files):
    """What changes numbers is said."""
    err = run("mrp", *files, "-m", "smatch", "--anchors", "page", "--normalize", "case", "--order").err
    assert err == "mrp|smatch|normalize:case|anchors:page|order:yes|empty:zero|v:0.1.0\n"


def test_each_part_of_the_normalisation_can_be_chosen(run, write):
    """A part that is done alone makes nothing else equal; `page` strips an anchor as a whole."""
    shared = {"input": "Mr. Smith went", "framework": "ucca"}
    gold = line(
        nodes=[node(0, "Smith"), {"id": 1, "anchors": [{"from": 0, "to": 3}, {"from": 4, "to": 9}]}, node(2)],
        edges=[edge(0, 1, "A-of"), edge(1, 2, "B", attributes=["remote"], values=["false"])],
        **shared,
    )
    system = line(
        nodes=[node(0, "smith"), node(1, None, 0, 9), node(2)],
        edges=[edge(1, 0, "A"), edge(1, 2, "B")],
        **shared,
    )

    def counts(*options):
        done = run("mrp", "-g", write("g", gold), "-s", write("s", system), *options, "-f", "json")
        rows = {row["measure"].removeprefix("mrp/"): row for row in json.loads(done.out)["rows"]}
        names = ("labels", "anchors", "edges", "attributes")
        return [(rows[name]["r_num"], rows[name]["r_den"]) for name in names]

    nothing, label, turned = [(0, 1), (0, 1), (1, 2), (0, 1)], (1, 1), (2, 2)
    assert counts("--normalize", "none") == nothing
    assert counts("--normalize", "case") == [label, *nothing[1:]]
    assert counts("--normalize", "edges") == [*nothing[:2], turned, nothing[3]]
    assert counts("--normalize", "attributes") == [*nothing[:3], (0, 0)]
    assert counts("--normalize", "case", "--normalize", "edges") == [label, nothing[1], turned, nothing[3]]
    assert counts() == counts("--normalize", "all") == [label, (0, 1), turned, (0, 0)]
    assert counts("--anchors", "page") == [label, (1, 1), turned, (0, 0)]
    assert run("mrp", "-g", write("g", gold), write("s", system), "--normalize", "cases").code == 2


def test_graphs_are_the_units_of_statistics(run, files):
    """In the signature of intervals, paired tests and comparisons, whose layouts are those of other tasks."""
    for command in (
        ["mrp", "--confidence", "--resamples", "20"],
        ["mrp", "--paired", "randomization"],
        ["compare"],
    ):
        systems = [] if "--confidence" in command else [f"b={files[1]}"]
        assert "|unit:graph|" in run(*command, *files, *systems, "-m", "mrp/tops").err
    rows = json.loads(run("compare", *files, f"b={files[1]}", "-m", "mrp/tops", "-f", "json").out)["rows"]
    assert [row["delta"] for row in rows] == [None, 0.33333333333333337]
    latex = run("compare", *files, f"b={files[1]}", "-m", "mrp/tops", "-f", "latex").out
    assert latex.startswith("\\begin{tabular}")


def test_the_preset_of_the_shared_tasks(run, write):
    """`mrp`, by framework and their macro average; as evaluate has it too."""
    gold = write("g", line("1", **JOINED) + line("1", framework="psd", **JOINED))
    wanted = run("mrp", "-g", gold, gold, "-f", "tsv").out
    assert run("mrp", "-g", gold, gold, "--preset", "mrp2019", "-f", "tsv").out == wanted
    assert run("evaluate", "-g", gold, gold, "--preset", "mrp2019", "-f", "tsv").out == wanted
    assert "mrp\t*\tmacro\t1.0" in wanted


def test_invalid_graphs_are_refused_or_skipped(run, write):
    """Exit 2 with all places; with --skip-invalid missing in the system, and left out with gold's."""
    gold = write("gold.mrp", line("1", **JOINED) + '{"id": "2", \n' + line("3", **JOINED))
    system = write(
        "system.mrp", line("1", **JOINED) + line("2", **JOINED) + line("3", nodes=[node(0), node(0)])
    )
    outcome = run("mrp", "-g", gold, "-s", system)
    assert (outcome.code, outcome.out) == (2, "")
    assert "gold.mrp:2:" in outcome.err
    outcome = run(
        "mrp", "-g", gold, "-s", system, "--skip-invalid", "--by", "document", "-f", "tsv", "-m", "mrp"
    )
    assert outcome.code == 0
    rows = [row.split("\t")[2:6] for row in outcome.out.splitlines()[1:] if row.split("\t")[1] == "mrp"]
    assert [row[0::2] for row in rows] == [["1", "1.0"], ["3", "0.0"], ["*", "0.6666666666666666"]]
    assert "1 invalid graph left out" in outcome.err
    assert "nerkit left out 1 system graph, because the gold graph is invalid: 2" in outcome.err
    assert "3; counted as empty" in outcome.err


@pytest.mark.parametrize("first", ['{"framework": "dm"}\n', "garbage\n", "[1]\n", "{\n"])
def test_a_first_line_that_is_no_graph(run, write, first):
    """It is one invalid graph among others, not a file of an unknown format; validate lists it."""
    gold, system = write("g", line("1", **JOINED)), write("s", first + line("1", **JOINED))
    outcome = run("mrp", "-g", gold, "-s", system)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {system}:1:")
    assert "--skip-invalid" in outcome.err
    assert run("mrp", "-g", gold, "-s", system, "--skip-invalid", "-b").out == "1.0\n"
    assert run("validate", system, "--check", "E1").out.startswith(f"{system}:1:")


def test_extra_and_repeated_graphs_are_errors(run, write):
    """The remedy is in the message, and works."""
    gold, system = (
        write("g.mrp", line("1", **JOINED)),
        write("s.mrp", line("1", **JOINED) + line("4", **JOINED)),
    )
    outcome = run("mrp", "-g", gold, "-s", system)
    assert (outcome.code, "--extra" in outcome.err) == (2, True)
    assert run("mrp", "-g", gold, "-s", system, "--extra", "ignore", "-b").out == "1.0\n"
    assert run("mrp", "-g", gold, "-s", system, "--extra", "spurious", "-b").out == "0.6666666666666666\n"
    twice = write("t.mrp", line("1", **JOINED) * 2)
    outcome = run("mrp", "-g", gold, "-s", twice)
    assert outcome.code == 2
    assert "t.mrp:1, 2)" in outcome.err
    assert run("mrp", "-g", gold, "-s", twice, "--duplicates", "first", "-b").out == "1.0\n"
    outcome = run("mrp", "-g", gold, "-s", twice, "--duplicates", "all")
    assert (outcome.code, "--duplicates first" in outcome.err) == (2, True)


def test_amr_reads_mrp(run, write):
    """An AMR graph in MRP scores as the same graph in PENMAN."""
    graph = line(
        framework="amr",
        input=None,
        nodes=[node(0, "want-01", polarity="-"), node(1, "boy")],
        edges=[edge(0, 1, "ARG0")],
        tops=[0],
    )
    penman = "# ::id 1\n(w / want-01 :ARG0 (b / boy) :polarity -)\n"
    outcome = run("amr", "-g", write("g.mrp", graph), "-s", write("s.amr", penman), "-b")
    assert (outcome.code, outcome.out) == (0, "1.0\n")


def test_validate_lists_findings(run, write):
    """A line for each: place, code, message; exit 1. A file without any is silent."""
    path = write(
        "x.mrp", line("1", **JOINED) + line("2", time=None) + line("1", flavor=2, nodes=[node(0, "x", 3, 99)])
    )
    outcome = run("validate", path)
    assert outcome.code == 1
    assert outcome.out.splitlines() == [
        f"{path}:2:1: E101 a graph without time",
        f"{path}:3: E102 a second graph '1'",
        f"{path}:3: E202 an anchor beyond the input: it is cut: node 0",
        f"{path}:3: E206 no top",
        f"{path}:3: E301 a flavor that is not that of the framework: dm, flavor 2",
    ]
    assert run("validate", path, "--check", "E3").out.count("\n") == 1
    assert run("validate", write("fine.mrp", line("1", **JOINED)))[:2] == (0, "")
    outcome = run("validate", path, "-f", "json", "--check", "E1")
    report = json.loads(outcome.out)
    assert (outcome.code, report["schema"], report["task"]) == (1, 1, "validate")
    assert report["rows"][0] == {"place": f"{path}:2:1", "code": "E101", "message": "a graph without time"}
    assert json.loads(run("validate", write("one.mrp", line("1", **JOINED)), "-f", "json").out)["rows"] == []
    assert run("validate", "not-there.mrp").code == 2
    assert run("validate", path, "--check", "E9").code == 2
    assert run("validate").code == 2
    assert run("validate", "--list").out.startswith("E101  a line that is not a graph\n")
