"""`nerkit errors`: exact output for spans, tagged and noisy text."""

import json
from pathlib import Path

import pytest
from format_cases import FILES

GOLD = "The O\nmayor O\nof O\nPort B-LOC\nEllery I-LOC\nsaw O\nAnna B-PER\n"
SYSTEM = "The O\nmayor O\nof O\nPort O\nEllery B-LOC\nsaw O\nAnna B-ORG\n"


def test_tagged_text(run, write):
    """Classes, items with their words, and the words around."""
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    done = run("errors", "-g", gold, "-s", system, "-q")
    assert done.out == (
        "s.bio:5: boundary  LOC: 3-5 Port Ellery → 4-5 Ellery\n    The mayor of [Port Ellery] saw Anna\n"
        "s.bio:7: label  6-7 Anna: PER → ORG\n    mayor of Port Ellery saw [Anna]\n"
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
        "gold_file": str(gold),
        "gold_line": 1,
        "system_file": None,
        "system_line": None,
        "sentence": None,
    }
    envelope = json.loads(run("errors", "-g", gold, "-s", system, "-f", "json").out)
    assert (envelope["schema"], len(envelope["rows"])) == (1, 2)


def test_summary_and_confusion(run, write):
    """Classes with their share; labels against labels."""
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    assert run("errors", "-g", gold, "-s", system, "-q", "--summary").out == (
        "class       errors    share    F1 gained    with those above\nboundary         "
        "1    0.500       +0.500              +0.500\nlabel      "
        "      1    0.500       +0.500              +1.000\n"
    )
    assert run("errors", "-g", gold, "-s", system, "-q", "--confusion").out == (
        "gold        LOC    ORG    missed\n"
        "LOC           1      0         0\n"
        "PER           0      1         0\n"
        "spurious      0      0         -\n"
    )
    assert run("errors", "-g", gold, "-s", system, "--confusion", "--summary").code == 2


def test_noisy_text(run, write):
    """An entity that is found in its place with too different a text is of the class text value."""
    gold = write("g.bio", "in O\nPort B-LOC\nEllery I-LOC\nsaw O\nAnna B-PER\n")
    system = write("s.bio", "in O\nPart B-LOC\nXxxxxx I-LOC\nsaw O\nAnna O\n")
    rows = run("errors", "--task", "noisy", "-g", gold, "-s", system, "-q", "-f", "jsonl").out.splitlines()
    found = [json.loads(row) for row in rows]
    assert [(row["class"], row["gold_text"], row["system_text"]) for row in found] == [
        ("text value", "Port Ellery", "Part Xxxxxx"),
        ("missed", "Anna", None),
    ]
    assert found[0]["context"] == "in [Port Ellery] saw Anna"


def test_no_errors(run, write):
    """No lines: each would be an error."""
    gold = write("g.bio", GOLD)
    assert run("errors", "-g", gold, "-s", gold, "-q").out == ""


def test_what_a_list_of_errors_is_not(run, write):
    """Layouts of scores, gates and intervals do not go with it: exit 2, nothing on stdout."""
    gold = write("g.bio", GOLD)
    for options, said in (
        (["-f", "junit"], "-f junit shows scores"),
        (["-f", "conlleval"], "-f conlleval shows scores"),
        (["-b"], "-b cannot be used with nerkit errors"),
        (["--confidence"], "--confidence cannot be used with nerkit errors"),
        (["--by", "label"], "--by cannot be used with nerkit errors"),
        (["--macro"], "--macro cannot be used with nerkit errors"),
        (["--beta", "2"], "--beta cannot be used with nerkit errors"),
        (["--fail-under", "1"], "--fail-under cannot be used with nerkit errors"),
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
    gold, system = (write("g.mrp", MRP_GOLD), write("s.mrp", MRP_GOLD.replace("cat", "dog")))
    done = run("errors", "-g", gold, "-s", system, "-q")
    assert done.out == "g.mrp:1: missed  label 1 / cat → -\ns.mrp:1: spurious  - → label 1 / dog\n"
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
        "g.amr:1: missed  attribute polarity(g, -) → -\n"
        "g.amr:1: missed  relation arg0(g, c) → -\n"
        "s.amr:1: spurious  - → relation arg1(x0, x1)\n"
    )
    path = write("g.mrp", MRP_GOLD)
    other = write("s.mrp", MRP_GOLD.replace("cat", "dog"))
    assert "instance n1 / cat" in run("errors", "--task", "amr", "-g", path, "-s", other, "-q").out


def test_invalid_graphs_can_be_skipped(run, write):
    """A damaged graph of the system is missed as a whole with skip-invalid, and an error without."""
    gold, system = write("g.mrp", MRP_GOLD), write("s.mrp", MRP_GOLD.replace('"target": 1', '"target": 9'))
    assert run("errors", "-g", gold, "-s", system).code == 2
    done = run("errors", "-g", gold, "-s", system, "--task", "mrp", "--option", "skip-invalid", "--summary")
    assert done.out == (
        "class      errors    share    F1 gained    with those above\nmissed          4  "
        "  1.000       +1.000              +1.000\n"
    )


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
        "system/a.ann:1: label+boundary  PER 2-18 Ada Byron → LOC 2-5 Ada\n"
        "    😀 [Ada], Lady [Byron], wrote.\n"
    )


def test_a_label_that_neither_side_has(run, write):
    """An empty list, a warning that names near labels, exit 0."""
    gold = write("g.bio", GOLD)
    done = run("errors", "-g", gold, "-s", write("s.bio", SYSTEM), "--label", "PERS", "--label", "LOC")
    assert done.code == 0
    assert len(done.out.splitlines()) == 2
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
    assert warning["text"].startswith("in 1 document more than 250,000 pairs of items overlap (d). ")
    scored = run("spans", "-g", gold, "-s", system, "-m", "b_cubed", "--match", "overlap", "-f", "json")
    assert json.loads(scored.out)["warnings"] == [warning]


LINES = {  # format -> first lines and sentences of all items of a second copy of its file in test_conversions
    "conll-coref": [(10, 1), (8, 1)],
    "semeval": [(10, 1), (8, 1)],
    "coref-json": [(2, None), (2, None)],
    "penman": [(5, None), (5, None), (6, None), (7, None), (7, None)],
    "triples-tsv": [(5, None)] * 4,
    "bio": [(5, 2), (7, 2)],
    "conllu": [(6, 2), (7, 2)],
    "conllx": [(4, 2), (5, 2)],
    "span-tsv": [(3, None), (4, None)],
    "prodigy": [(2, None)],
    "spacy": [(2, None)],
    "inline": [(2, None), (2, None)],
    "brackets": [(2, 2), (2, 2)],
    "ptb": [(2, 2)] * 3,
    "discbracket": [(2, 2)] * 3,
}
AGAIN = {  # what makes the second copy one of other documents, where documents have ids
    "conll-coref": ("(a)", "(b)"),
    "semeval": ("document a", "document b"),
    "coref-json": ('"a"', '"b"'),
    "triples-tsv": ("a\t", "b\t"),
    "span-tsv": ("1\t", "2\t"),
    "prodigy": ("1}", "2}"),
}


@pytest.mark.parametrize("form", LINES)
def test_lines_and_sentences(run, write, form):
    """Every format with lines says on which an item begins, and its sentence where it has sentences."""
    text = FILES[form].replace(*AGAIN.get(form, ("", "")))
    between = "\n" if form in ("bio", "penman") and not FILES[form].endswith("\n\n") else ""
    gold = write("gold", FILES[form] + between + text)
    task = ["--task", "noisy"] if form == "inline" else []
    done = run("errors", "-g", gold, "-s", write("system", ""), "--from", form, *task, "-f", "jsonl", "-q")
    rows = [json.loads(line) for line in done.out.splitlines()]
    places = [(row["gold_line"], row["sentence"]) for row in rows]
    assert sorted(places[len(places) // 2 :], key=str) == LINES[form]
    assert {(row["gold_file"], row["system_line"], row["system_file"]) for row in rows} == {
        (str(gold), None, None)
    }


def test_the_lines_of_the_other_side(run, write):
    """The system's line is told before gold's; GitHub annotates it."""
    gold, system = write("g.tsv", "#\n\nd\t0\t4\t\t\tA\nd\t7\t8\t\t\tB\n"), write("s.tsv", "d\t0\t4\t\t\tB\n")
    (label, missed) = run("errors", "-g", gold, "-s", system, "-q").out.splitlines()
    assert (label.split()[0], missed.split()[0]) == ("s.tsv:1:", "g.tsv:4:")
    done = run("errors", "-g", gold, "-s", system, "-f", "github")
    assert f"::warning file={system},line=1,title=label::0-5: A → B\n" in done.out
    assert f"::warning file={gold},line=4,title=missed::B 7-9 → -\n" in done.out


def test_what_changed(run, write):
    """Items that only the first of two systems gets wrong are fixed, others broken."""
    gold = write("g.tsv", "d\t0\t1\t\t\tA\nd\t3\t4\t\t\tA\nd\t6\t7\t\t\tA\n")
    old = write("old.tsv", "d\t0\t1\t\t\tA\nd\t3\t4\t\t\tB\nd\t30\t31\t\t\tB\nd\t40\t41\t\t\tB\n")
    new = write("new.tsv", "d\t3\t4\t\t\tA\nd\t6\t7\t\t\tB\nd\t40\t41\t\t\tB\nd\t50\t51\t\t\tB\n")
    rows = run("errors", "-g", gold, "-s", old, "-s", new, "--changed", "-f", "jsonl", "-q").out.splitlines()
    assert [
        (row["change"], row["class"], row["system"], row["gold_line"], row["system_line"])
        for row in map(json.loads, rows)
    ] == [
        ("fixed", "label", str(old), 2, 2),
        ("fixed", "spurious", str(old), None, 3),
        ("broken", "missed", str(new), 1, None),
        ("broken", "spurious", str(new), None, 4),
    ]
    table = run("errors", "-g", gold, "-s", old, "-s", new, "--changed", "--class", "label", "-q").out
    assert table == "old.tsv:2: fixed  label  3-5: A → B\n"
    counted = run("errors", "-g", gold, "-s", old, "-s", new, "--changed", "--summary", "-f", "tsv", "-q").out
    assert counted.splitlines()[1] == f"{old}\tfixed\tlabel\t1\t0.5\t\t"
    for systems, more in (([old], []), ([old, new], ["--confusion"])):
        named = [word for system in systems for word in ("-s", system)]
        done = run("errors", "-g", gold, *named, "--changed", *more)
        assert (done.code, done.out) == (2, "")


@pytest.fixture
def demo():
    """The folder of demos."""
    return Path(__file__).parents[2] / "demo"


GAINS = ("amr", "bio", "dep", "mrp", "noisy", "spans", "tree")


@pytest.mark.parametrize("task", GAINS)
def test_all_gains_together(run, demo, task):
    """With all classes repaired F1 is 1; each gain alone is what recounted files would give."""
    gold, system = (next(demo.glob(f"{task}/{side}.*")) for side in ("gold", "system"))
    named = ["-g", gold, "-s", system]
    rows = json.loads(run("errors", "--task", task, *named, "--summary", "-f", "json").out)["rows"]
    f1 = float(run(task, *named, "-b", "-q").out)
    assert rows[-1]["gain_cumulative"] == pytest.approx(1 - f1)
    assert rows[0]["gain"] == rows[0]["gain_cumulative"]
    assert all(row["gain"] >= 0 for row in rows)


def test_no_gains(run, demo):
    """The mean of three measures is no ratio of counts; a measure of links does not count mentions."""
    named = ["-g", demo / "coref/gold.conll", "-s", demo / "coref/system.conll", "--summary", "-f", "jsonl"]
    for measure in ((), ("-m", "muc"), ("-m", "blanc")):
        rows = run("errors", *named, *measure, "-q").out.splitlines()
        assert {json.loads(row)["gain"] for row in rows} == {None}
    (wrong, missed) = map(json.loads, run("errors", *named, "-m", "mentions", "-q").out.splitlines())
    assert missed["gain"] > 0 == wrong["gain"]


def test_the_first_errors(run, write):
    """As many as asked for, and how many there are: below a table, in the envelope, beside rows on stderr."""
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    sides = ["errors", "-g", gold, "-s", system]
    whole = run(*sides, "-q").out.splitlines()
    done = run(*sides, "-n", "1")
    assert (done.out.splitlines(), "of 2 errors" in done.err) == ([*whole[:2], "1 of 2 errors"], False)
    assert run(*sides, "--items", "9").out.splitlines() == [*whole, "2 of 2 errors"]
    assert run(*sides, "-n", "0").out == "0 of 2 errors\n"
    for form in ("tsv", "csv", "jsonl"):
        one, every = run(*sides, "-n", "1", "-f", form), run(*sides, "-f", form)
        assert one.out.splitlines() == every.out.splitlines()[:-1]
        assert ("note: 1 of 2 errors" in one.err, "of 2 errors" in every.err) == (True, False)
    envelope = json.loads(run(*sides, "-n", "1", "-f", "json").out)
    assert (len(envelope["rows"]), envelope["errors"]) == (1, 2)
    assert "errors" not in json.loads(run(*sides, "-f", "json").out)
    for form in ("markdown", "latex", "html"):
        assert "1 of 2 errors" in run(*sides, "-n", "1", "-f", form).out
    annotators = run("errors", gold, system, "-n", "1").out.splitlines()
    assert annotators[-1] == f"1 of {len(run('errors', gold, system).out.splitlines()) // 2} disagreements"
    assert len(annotators) == 3


def test_numbers_of_errors_that_are_refused(run, write):
    """Fewer than none, and beside sums, which are of all."""
    gold = write("g.bio", GOLD)
    assert run("errors", "-g", gold, "-s", gold, "-n", "-1").code == 2
    for sums in ("--summary", "--confusion"):
        done = run("errors", "-g", gold, "-s", gold, "-n", "1", sums)
        assert (done.code, done.out) == (2, "")
        assert "--items cannot be used with --summary or --confusion" in done.err


def test_an_answer_that_cannot_be_read_is_one_line(run, write):
    """Whatever gold holds; rows for machines have all of it."""
    gold = write("g.jsonl", '{"id": "a", "name": "Ann Lee", "tags": ["x", "y"]}\n')
    system = write("s.jsonl", '{"id": "a", "output": "I am sorry, no."}\n')
    done = run("errors", "-g", gold, "-s", system, "-q")
    assert done.out == "g.jsonl:1: format  the answer cannot be read (3 leaves)\n"
    row = json.loads(run("errors", "-g", gold, "-s", system, "-q", "-f", "jsonl").out)
    assert (row["context"], "Ann Lee" in row["gold_value"]) == ("3 leaves", True)
    spans = '{"id": "a", "text": "Ann met Bob.", "ents": [{"start": 0, "end": 3, "label": "PER"}, '
    gold = write("g2.jsonl", spans + '{"start": 8, "end": 11, "label": "PER"}]}\n')
    answer = write("answer.jsonl", '{"id": "a", "output": "I cannot help with that."}\n')
    done = run("errors", "-g", gold, "-s", answer, "-q")
    assert done.out == "g2.jsonl:1: format  the answer cannot be read (2 items)\n"


def test_values_of_json_have_their_place_once(run, write):
    """The place with its numbers stands for the path; a different place on each side."""
    gold = write("g.json", '{"rows": [{"k": 1, "v": 2}, {"k": 5, "v": 6}]}')
    system = write("s.json", '{"rows": [{"k": 5, "v": 7}, {"k": 1, "v": 3}]}')
    lines = run("errors", "-g", gold, "-s", system, "-q").out.splitlines()
    assert [line.partition(": ")[2] for line in lines] == [
        "field value  rows[0].v 2 → rows[1].v 3",
        "field value  rows[1].v 6 → rows[0].v 7",
    ]
