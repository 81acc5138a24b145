"""`nerkit errors`: exact output for spans, tagged and noisy text."""

import json

GOLD = "The O\nmayor O\nof O\nPort B-LOC\nEllery I-LOC\nsaw O\nAnna B-PER\n"
SYSTEM = "The O\nmayor O\nof O\nPort O\nEllery B-LOC\nsaw O\nAnna B-ORG\n"


def test_tagged_text(run, write):
    """Classes, items with their words, and the words around."""
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    done = run("errors", "-g", gold, "-s", system, "-q")
    assert done.out == (
        "document    class     gold                 system          text\n"
        "1           boundary  LOC 3-5 Port Ellery  LOC 4-5 Ellery  The mayor of [Port Ellery] saw Anna\n"
        "1           label     PER 6-7 Anna         ORG 6-7 Anna    mayor of Port Ellery saw [Anna]\n"
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
    """A header and no lines."""
    gold = write("g.bio", GOLD)
    assert run("errors", "-g", gold, "-s", gold, "-q").out == "document    class    gold    system\n"


def test_what_a_list_of_errors_is_not(run, write):
    """Layouts of scores, gates and intervals do not go with it: exit 2, nothing on stdout."""
    gold = write("g.bio", GOLD)
    for options, said in (
        (["-f", "junit"], "-f junit is a layout of scores"),
        (["-f", "conlleval"], "-f conlleval is a layout of scores"),
        (["-b"], "--score-only does not go with errors"),
        (["--confidence"], "--confidence does not go with errors"),
    ):
        done = run("errors", "-g", gold, "-s", gold, *options)
        assert (done.code, done.out) == (2, "")
        assert said in done.err


def test_names_that_do_not_exist(run, write):
    """A class or a document that is none is a typo, not a list without lines."""
    gold = write("g.tsv", "doc1\t0\t4\n")
    for option, name, near in (("--class", "mised", "missed"), ("--document", "doc", "doc1")):
        done = run("errors", "-g", gold, "-s", gold, option, name)
        assert (done.code, done.out) == (2, "")
        assert f"did you mean '{near}'" in done.err
