"""`nerkit errors`: exact output for spans, tagged and noisy text."""

import json

GOLD = "The O\nmayor O\nof O\nPort B-LOC\nEllery I-LOC\nsaw O\nAnna B-PER\n"
SYSTEM = "The O\nmayor O\nof O\nPort O\nEllery B-LOC\nsaw O\nAnna B-ORG\n"


def test_tagged_text(run, write):
    """Classes, items with their words, and the words around."""
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    done = run("errors", "-g", gold, "-s", system, "-q")
    assert done.out == (
        "1  boundary  LOC 3-5 Port Ellery → LOC 4-5 Ellery  The mayor of [Port Ellery] saw Anna\n"
        "1  label     PER 6-7 Anna → ORG 6-7 Anna           mayor of Port Ellery saw [Anna]\n"
    )


def test_rows_for_machines(run, write):
    """All fields by name, full paths of both items; absent ones are null."""
    gold, system = write("g.tsv", "d\t0\t4\t\t\tA\n"), write("s.tsv", "d\t9\t12\t\t\tB\n")
    done = run("errors", "-g", gold, "-s", f"s={system}", "-f", "jsonl", "--class", "missed")
    assert json.loads(done.out) == {
        "system": "s",
        "document": "d",
        "class": "missed",
        "gold_label": "A",
        "gold_start": 0,
        "gold_end": 5,
        "gold_text": None,
        "system_label": None,
        "system_start": None,
        "system_end": None,
        "system_text": None,
        "context": None,
    }
    envelope = json.loads(run("errors", "-g", gold, "-s", system, "-f", "json").out)
    assert (envelope["schema"], len(envelope["rows"])) == (1, 2)


def test_summary_and_confusion(run, write):
    """Classes with their share; labels against labels."""
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    assert run("errors", "-g", gold, "-s", system, "-q", "--summary").out == (
        "class       errors    share\nboundary         1    0.500\nlabel            1    0.500\n"
    )
    assert run("errors", "-g", gold, "-s", system, "-q", "--confusion").out == (
        "gold        LOC    ORG    missed\n"
        "LOC           1      0         0\n"
        "PER           0      1         0\n"
        "spurious      0      0         -\n"
    )
    assert run("errors", "-g", gold, "-s", system, "--confusion", "--summary").code == 2


def test_noisy_text(run, write):
    """An entity that is found in its place with too different a text is of the class text."""
    gold = write("g.bio", "in O\nPort B-LOC\nEllery I-LOC\nsaw O\nAnna B-PER\n")
    system = write("s.bio", "in O\nPart B-LOC\nXxxxxx I-LOC\nsaw O\nAnna O\n")
    rows = run("errors", "--task", "noisy", "-g", gold, "-s", system, "-q", "-f", "jsonl").out.splitlines()
    found = [json.loads(row) for row in rows]
    assert [(row["class"], row["gold_text"], row["system_text"]) for row in found] == [
        ("text", "Port Ellery", "Part Xxxxxx"),
        ("missed", "Anna", None),
    ]
    assert found[0]["context"] == "in [Port Ellery] saw Anna"


def test_no_mistakes(run, write):
    """No lines: each would be a mistake."""
    gold = write("g.bio", GOLD)
    assert run("errors", "-g", gold, "-s", gold, "-q").out == ""


def test_what_a_list_of_errors_is_not(run, write):
    """Layouts of scores, gates and intervals do not go with it: exit 2, nothing on stdout."""
    gold = write("g.bio", GOLD)
    for options, said in (
        (["-f", "junit"], "-f junit is a layout of scores"),
        (["-f", "conlleval"], "-f conlleval is a layout of scores"),
        (["-b"], "-b does not go with nerkit errors"),
        (["--confidence"], "--confidence does not go with nerkit errors"),
        (["--by", "label"], "--by does not go with nerkit errors"),
        (["--macro"], "--macro does not go with nerkit errors"),
        (["--beta", "2"], "--beta does not go with nerkit errors"),
        (["--fail-under", "1"], "--fail-under does not go with nerkit errors"),
    ):
        done = run("errors", "-g", gold, "-s", gold, *options)
        assert (done.code, done.out) == (2, "")
        assert said in done.err


MRP_GOLD = (
    '{"id": "1", "time": "2026-01-01", "framework": "amr", "tops": [0], '
    '"nodes": [{"id": 0, "label": "go"}, {"id": 1, "label": "cat"}], '
    '"edges": [{"source": 0, "target": 1, "label": "ARG0"}]}\n'
)
AMR_GOLD, AMR_SYSTEM = "(g / go-02 :ARG0 (c / cat) :polarity -)\n", "(x0 / go-02 :ARG1 (x1 / cat))\n"


def test_graphs(run, write):
    """Tuples of MRP graphs, nodes by the ids of their side; classes are counted, kinds tabulated."""
    gold, system = (
        write("g.mrp", MRP_GOLD),
        write("s.mrp", MRP_GOLD.replace("cat", "dog")),
    )
    done = run("errors", "-g", gold, "-s", system, "-q")
    assert done.out == ("1  missed    label 1 / cat → -\n1  spurious  - → label 1 / dog\n")
    table = run("errors", "-g", gold, "-s", system, "-q", "--confusion").out.splitlines()
    assert [line.split() for line in table] == [
        ["gold", "edge", "label", "top", "missed"],
        ["edge", "1", "0", "0", "0"],
        ["label", "0", "1", "0", "1"],
        ["top", "0", "0", "1", "0"],
        ["spurious", "0", "1", "0", "-"],
    ]
    missed = run(
        "errors", "-g", gold, "-s", system, "--class", "missed", "--label", "label", "-f", "jsonl"
    ).out
    assert json.loads(missed)["gold_text"] == "1 / cat"


def test_triples(run, write):
    """Triples of AMR graphs, nodes by their variables; of MRP graphs with --task amr."""
    gold, system = write("g.amr", AMR_GOLD), write("s.amr", AMR_SYSTEM)
    done = run("errors", "-g", gold, "-s", system, "-q")
    assert done.out == (
        "1  missed    attribute polarity(g, -) → -\n"
        "1  missed    relation arg0(g, c) → -\n"
        "1  spurious  - → relation arg1(x0, x1)\n"
    )
    path = write("g.mrp", MRP_GOLD)
    other = write("s.mrp", MRP_GOLD.replace("cat", "dog"))
    assert "instance n1 / cat" in run("errors", "--task", "amr", "-g", path, "-s", other, "-q").out


def test_invalid_graphs_can_be_skipped(run, write):
    """A damaged graph of the system is missed as a whole with skip-invalid, and an error without."""
    gold, system = write("g.mrp", MRP_GOLD), write("s.mrp", MRP_GOLD.replace('"target": 1', '"target": 9'))
    assert run("errors", "-g", gold, "-s", system).code == 2
    done = run("errors", "-g", gold, "-s", system, "--task", "mrp", "--option", "skip-invalid", "--summary")
    assert done.out == "class      errors    share\nmissed          4    1.000\n"


def test_names_that_do_not_exist(run, write):
    """A class or a document that is none is a typo, not a list without lines."""
    gold = write("g.tsv", "doc1\t0\t4\n")
    for option, name, near in (("--class", "mised", "missed"), ("--document", "doc", "doc1")):
        done = run("errors", "-g", gold, "-s", gold, option, name)
        assert (done.code, done.out) == (2, "")
        assert f"did you mean '{near}'" in done.err


def test_sentences_of_graphs(run, write):
    """AMR shows the sentence of the graph, in PENMAN and MRP, on either side."""
    gold, system = write("g.amr", f"# ::snt The  cat goes.\n{AMR_GOLD}"), write("s.amr", AMR_SYSTEM)
    for one, other in ((gold, system), (system, gold)):
        rows = run("errors", "-g", one, "-s", other, "-f", "jsonl").out.splitlines()
        assert {json.loads(row)["context"] for row in rows} == {"The cat goes."}
    text = MRP_GOLD.replace('"tops"', '"input": "The cat goes.", "tops"')
    gold, system = write("g.mrp", text), write("s.mrp", text.replace('cat"}', 'dog"}'))
    rows = run("errors", "--task", "amr", "-g", gold, "-s", system, "-f", "jsonl").out.splitlines()
    assert [json.loads(row)["context"] for row in rows] == ["The cat goes."] * 2


def test_brat_folders(run, write):
    """Items, and the text of the .txt files around them."""
    for side, spans in (("gold", "T1\tPER 2 5;13 18\tAda Byron\n"), ("system", "T1\tLOC 2 5\tAda\n")):
        write(f"{side}/a.ann", spans)
        write(f"{side}/a.txt", "😀 Ada,\r\nLady Byron, wrote.\r\n")
    done = run("errors", "-g", "gold", "-s", "system", "-q")
    assert done.out == (
        "a  label+boundary  PER 2-18 Ada Byron → LOC 2-5 Ada  😀 [Ada], Lady [Byron], wrote.\n"
    )


def test_a_label_that_neither_side_has(run, write):
    """An empty list, a warning that names near labels, exit 0."""
    gold = write("g.bio", GOLD)
    done = run("errors", "-g", gold, "-s", write("s.bio", SYSTEM), "--label", "PERS", "--label", "LOC")
    assert done.code == 0
    assert len(done.out.splitlines()) == 1
    assert (
        "warning: label 'PERS' occurs on neither side; did you mean 'PER'? (known: LOC, ORG, PER)\n"
        in done.err
    )


def nested_spans(size, by):
    lines = (f"d\t{2 * i + by}\t{4 * size - 2 * i - by}\te{i % 7}\t1\tPER\n" for i in range(size))
    return "".join(lines)


def test_a_crowded_document_is_told(run, write):
    """Above the limit of pairs in a document nearest spans are paired, with a warning and no item lost."""
    gold = write("gold.tsv", nested_spans(501, 0) + "e\t0\t4\te1\t1\tPER\n")
    system = write("system.tsv", nested_spans(501, 1) + "e\t1\t4\te1\t1\tPER\n")
    listed = run("errors", "-g", gold, "-s", system, "--summary", "-f", "json")
    assert {row["class"]: row["errors"] for row in json.loads(listed.out)["rows"]} == {"boundary": 502}
    (warning,) = json.loads(listed.out)["warnings"]
    assert warning.startswith("1 document where more than 250,000 pairs of items overlap (d): ")
    scored = run("spans", "-g", gold, "-s", system, "-m", "b_cubed", "--match", "overlap", "-f", "json")
    assert json.loads(scored.out)["warnings"] == [warning]
