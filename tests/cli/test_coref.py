"""`nerkit coref` on the command line: exact output, options, presets, what is recognised."""

import json

import pytest

import nerkit

GOLD = """#begin document (a); part 000
a\t0\t0\tAnn\t(1)
a\t0\t1\tsaw\t-
a\t0\t2\tthe\t(2
a\t0\t3\tboat\t2)

a\t0\t0\tShe\t(1)
a\t0\t1\twaved\t-
#end document
#begin document (b); part 000
b\t0\t0\tIt\t(7)
b\t0\t1\tsank\t-
#end document
"""
SYSTEM = GOLD.replace("She\t(1)", "She\t(2)")


@pytest.fixture
def sides(write):
    return "-g", write("gold.conll", GOLD), write("system.conll", SYSTEM)


def test_the_default_table(run, sides):
    """The default measures; composite measures have dashes for counts."""
    assert run("coref", *sides).out == (
        "measure        P      R     F1    correct    sys    gold\n"
        "mentions   1.000  1.000  1.000          4      4       4\n"
        "muc        0.000  0.000  0.000          0      1       1\n"
        "b_cubed    0.750  0.750  0.750          3      4       4\n"
        "ceaf_e     0.778  0.778  0.778      2.333      3       3\n"
        "conll      0.509  0.509  0.509          -      -       -\n"
    )


def test_json_rows_of_composite_measures(run, sides):
    """Counts are null; the parts of blanc stand below it and are there when asked for alone."""
    done = run("coref", *sides, "-m", "blanc", "-f", "json")
    rows = json.loads(done.out)["rows"]
    assert [row["measure"] for row in rows] == ["blanc", "blanc/links", "blanc/non-links"]
    assert [rows[0][name] for name in ("p_num", "p_den", "r_num", "r_den")] == [None] * 4
    assert [rows[2][name] for name in ("p_num", "p_den", "r_num", "r_den")] == [1, 2, 1, 2]
    alone = json.loads(run("coref", *sides, "-m", "blanc/links", "-f", "json").out)["rows"]
    assert alone == [rows[1]]
    assert json.loads(done.out)["options"] == {}
    assert json.loads(done.out)["task"] == "coref"


def test_rows_of_documents_in_gold_order(run, sides):
    """`--by document`, and averages over documents."""
    lines = run("coref", *sides, "-m", "conll", "--by", "document", "--macro", "-f", "tsv").out.splitlines()
    assert [line.split("\t")[2] for line in lines[1:]] == [
        *("(a); part 000", "(b); part 000", "macro", "micro", "weighted", "*")
    ]


def test_the_preset_and_options_that_win_over_it(run, sides):
    """The signature says what was done."""
    done = run("coref", *sides, "--preset", "ontonotes")
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == (
        ["mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "blanc/links", "blanc/non-links", "conll"]
    )
    done = run("coref", *sides, "--preset", "ontonotes", "--singletons", "drop", "-m", "mentions", "-b")
    assert done.out == "0.5\n"
    done = run("bio", *sides, "--preset", "ontonotes")
    assert (done.code, done.out) == (2, "")
    assert "the preset ontonotes is for nerkit coref, not for nerkit bio" in done.err


def test_evaluate_recognises_coreference(run, sides, write):
    """Columns and JSON clusters; gold and system may differ in format."""
    assert run("evaluate", *sides).out == run("coref", *sides).out
    assert run("evaluate", *sides, "--preset", "ontonotes", "-m", "muc", "-b").out == "0.0\n"
    clusters = write("a.jsonl", json.dumps({"doc_key": "a", "clusters": [[[0, 0], [4, 4]], [[2, 3]]]}) + "\n")
    assert run("evaluate", "-g", clusters, clusters, "-b").out == "1.0\n"
    system = write("b.jsonl", json.dumps({"doc_key": "(a); part 000", "clusters": [[[0, 0], [4, 4]]]}) + "\n")
    assert run("coref", sides[0], sides[1], system, "-m", "muc", "-b").out == "1.0\n"


@pytest.mark.parametrize("system", ["[]", "[]\n[]\n", " [ ]"])
def test_a_list_without_clusters_is_a_document(run, write, system):
    """A system that predicts nothing writes an empty list."""
    gold = write("gold.json", "[[[0, 1], [3, 3]]]\n" + "[[[0, 1]]]" * (system.count("[") > 1))
    done = run("coref", "-g", gold, "-s", write("system.json", system), "-m", "mentions", "-f", "tsv")
    assert done.code == 0
    assert "\tmentions\t*\t*\t0.0\t0.0\t0.0\t" in done.out


def test_an_empty_side_is_scored(run, sides, write):
    """With a warning."""
    done = run("coref", *sides[:2], write("empty", ""), "-m", "mentions", "-f", "tsv")
    assert done.out.splitlines()[1].split("\t")[-4:] == ["0", "0", "0", "4"]
    assert "no items" in done.err


def test_corefud_goes_with_corefud(run, sides, write):
    """Positions of empty nodes mean nothing where words are counted."""
    ud = write(
        "a.conllu",
        "# newdoc id = (a); part 000\n# global.Entity = eid-etype-head-other\n# sent_id = s1\n# text = Ann\n"
        "1\tAnn\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1--1)\n\n",
    )
    done = run("coref", *sides[:2], ud)
    assert done.code == 2
    assert "cannot be compared" in done.err or "words" in done.err


def test_minimal_spans_of_a_format_that_has_none(run, write):
    """--match min says what lacks."""
    path = write("a.tsv", "d\t0\t1\te\t1\tX\n")
    done = run("coref", "-g", path, path, "--match", "min")
    assert (done.code, done.out) == (2, "")
    assert "match 'min' needs minimal spans" in done.err


MENTIONS = "a\t0\t0\tAnn\t(1)\na\t0\t1\tleft\t-\n"


def conll(*names):
    """Columns of a document for each name, with one mention each."""
    return "".join(f"#begin document {name}\n{MENTIONS}\n#end document\n" for name in names)


def test_renamed_documents(run, write):
    """On both sides; an id that no document has is warned of, and named in errors and comparisons too."""
    gold, system = write("g.conll", conll("a", "b")), write("s.conll", conll("x", "y"))
    sides = ["-g", gold, "-s", system]
    assert run("coref", *sides).code == 2
    ids = write("ids.tsv", "# old TAB new\na\tA\nx\tA\ny\tb\nlost\tz\n")
    done = run("coref", *sides, "--ids", ids, "-m", "mentions", "--by", "document", "-f", "jsonl")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["document"], row["p_num"], row["r_den"]) for row in rows] == [
        ("A", 1, 1),
        ("b", 1, 1),
        ("*", 2, 2),
    ]
    assert "warning: --ids: no document has this id: lost" in done.err
    assert run("errors", *sides, "--ids", ids, "-q").out == ""
    names = {"a": "A", "x": "A", "y": "b"}
    assert nerkit.evaluate(str(gold), str(system), task="coref", ids=names)["mentions"].f1 == 1
    parts = run("coref", *sides, "--ids", ids, "-m", "mentions", "--by", "document", "--shard-size", "64kB")
    assert parts.out == run("coref", *sides, "--ids", ids, "-m", "mentions", "--by", "document").out


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("a\tc\nb\tc\n", "2:1", "two documents would get the id 'c': 'a' and 'b'"),
        ("b\tc\na\tc\n", "2:1", "two documents would get the id 'c': 'a' and 'b'"),
        ("a\tb\n", "1:1", "two documents would get the id 'b': 'a' and 'b'"),
        ("a\tc\na\td\n", "2:1", "line 1 already renames 'a'"),
        ("a c\n", "1:1", "the line does not have two columns"),
    ],
)
def test_names_that_are_refused(run, write, text, place, problem):
    """Two documents of one id, two ids of one document, a line of another form: at their lines."""
    gold, ids = write("g.conll", conll("a", "b")), write("ids.tsv", text)
    done = run("coref", "-g", gold, "-s", gold, "--ids", ids)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {ids}:{place}: {problem}\n")
    swapped = nerkit.evaluate(str(gold), str(gold), task="coref", ids={"a": "b", "b": "a"})
    assert swapped["mentions"].f1 == 1
    with pytest.raises(nerkit.UsageError, match="two documents would get the id"):
        nerkit.evaluate(str(gold), str(gold), task="coref", ids={"a": "b"})


@pytest.mark.parametrize(
    ("gold", "system", "paired"),
    [
        (["(a); part 000"], ["(a)"], True),
        (["(a); part 000"], ["a"], True),
        (["a"], ["(a); part 000"], True),
        (["(a); part 000", "(b); part 000"], ["(b); part 000", "(a)"], True),
        (["(a); part 001"], ["(a)"], False),
        (["(a); part 000", "(a); part 001"], ["(a)"], False),
        (["(a); part 000"], ["(a)", "a"], False),
        (["(a); part 000"], ["(a); part 001"], False),
    ],
)
def test_the_first_part_is_no_part(run, write, gold, system, paired):
    """Where one side has part 000 alone and the other no part; else ids are what they are."""
    sides = ["-g", write("g.conll", conll(*gold)), "-s", write("s.conll", conll(*system))]
    for more in ([], ["--shard-size", "64kB"]):
        done = run("coref", *sides, *more, "-b", "-m", "mentions", "--extra", "spurious")
        assert (done.code, float(done.out) == 1) == (0, paired)
        assert ("names no part" in done.err) == paired
