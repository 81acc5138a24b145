"""`nerkit srl` on the command line: tables, errors, checks, gates, statistics, stored counts."""

import json

import pytest

GOLD = "-       (A0*\n-          *)\ngive     (V*)\n-       (A1*)\n-       (A2*\n-          *)\n\n"
SYSTEM = GOLD.replace("(A0*", "(A0*)").replace("*)\ngive", "*\ngive").replace("A2", "A3")


@pytest.fixture
def sides(write):
    return "-g", write("gold.props", GOLD), "-s", write("system.props", SYSTEM)


def test_table(run, sides):
    """The default measures of spans; the signature on stderr."""
    done = run("srl", *sides)
    assert done.out == (
        "measure               P      R     F1    correct    sys    gold\n"
        "srl               0.333  0.333  0.333          1      3       3\n"
        "srl/unlabeled     0.667  0.667  0.667          2      3       3\n"
        "srl/propositions  0.000  0.000  0.000          0      1       1\n"
    )
    assert done.err == "srl|srl|srl/unlabeled|srl/propositions|empty:zero|v:0.1.0\n"


def test_by_label(run, sides):
    """V has a row and is in no average; measures without labels have no rows."""
    done = run("srl", *sides, "--by", "label", "--macro", "-f", "tsv")
    lines = [line.split("\t") for line in done.out.splitlines()[1:]]
    assert [(line[1], line[3]) for line in lines] == [
        *(("srl", label) for label in ("A0", "A1", "A2", "A3", "V", "macro", "micro", "weighted", "*")),
        ("srl/unlabeled", "*"),
        ("srl/propositions", "*"),
    ]
    macro = next(line for line in lines if line[3] == "macro")
    assert float(macro[4]) == 0.25


def test_errors(run, sides):
    """Which argument of which predicate, by words where the format has none."""
    assert run("errors", *sides).out == (
        "system.props:1: argument boundary  A0: 0-2 words 1-2 ← give → 0-1 word 1 ← give\n"
        "system.props:5: argument label  4-6 words 5-6 ← give: A2 → A3\n"
    )


def test_blank_sides(run, write):
    """A blank file is a side without items, with a warning."""
    blank, gold = write("blank", ""), write("gold", GOLD)
    done = run("srl", "-g", gold, "-s", blank, "-f", "json")
    assert [(row["p_den"], row["r_den"]) for row in json.loads(done.out)["rows"]] == [(0, 3), (0, 3), (0, 1)]
    assert json.loads(done.out)["warnings"]
    assert run("srl", "-g", blank, "-s", blank, "-b").out == "0.0\n"


def test_refused(run, write):
    """The message points at the column; nothing is printed."""
    gold = write("gold.props", GOLD)
    done = run("srl", "-g", gold, "-s", write("s.props", "go (V*) *\n- (A0*) (A1*)\n"))
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"error: {gold.parent}/s.props:2:9: 2 columns of arguments where the sentence has "
        "1 predicate\n  - (A0*) (A1*)\n          ^\n  write one column of arguments per "
        "predicate, in the order of predicates\n"
    )


def test_validate(run, write):
    """One finding for a sentence that cannot be read, and what is doubtful in the others."""
    text = "go (V*)\n- (C-A0*)\n- (R-A1*)\n\n- (A0*\ngo (V*)\n\nrun *\n\nsay *\n- (A1(A1*))\n\n"
    path = write("x.props", text)
    done = run("validate", path)
    assert done.code == 1
    assert done.out == (
        f"{path}:2: S203 C-X without an X before it\n{path}:3: S204 R-X without an "
        f"X\n{path}:5:3: S104 the bracket (A0 is never closed\n{path}:8: S201 a predicate "
        f"without phrases: its column of arguments is missing or empty\n{path}:10: S202 a "
        f"predicate without a V on its word\n{path}:11: S205 an argument given "
        f"twice\n{path}:11: S206 an argument inside another argument of the same "
        "predicate\n"
    )
    surplus = write("y.props", "go (V*) (A0*)\n\n")
    assert run("validate", surplus, "--check", "S102").out == (
        f"{surplus}:1:9: S102 2 columns of arguments where the sentence has 1 predicate\n"
    )
    assert run("validate", write("z.props", GOLD)).code == 0


def test_convert(run, write):
    """Propositions of CoNLL-2012 become props, if what is lost may be. Heads do not."""
    text = "#begin document (a); part 000\na 0 0 We PRP * - - - - * (A0*) -\n"
    text += "a 0 1 run VBP * run 01 - - * (V*) -\n\n"
    command = ("convert", write("a.gold_conll", text), "--from", "conll12", "--to", "props")
    refused = run(*command)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "error: props cannot hold the text of 2 words, the marks of 1 document; nerkit "
        "writes nothing\n  --lossy writes the rest\n"
    )
    done = run(*command, "--lossy")
    assert done.out == "-\t(A0*)\nrun\t(V*)\n\n"
    assert done.err == (
        "warning: the text of 2 words not written\nwarning: the marks of 1 document not written\n"
    )
