"""Rows by sentence, by length and by what training data has, on the command line."""

import json
from pathlib import Path

import pytest

import nerkit
from nerkit.scorers.slices import BINS

GOLD = "Ada B-PER\nByron I-PER\nin O\n\nPort B-LOC\nEllery I-LOC\nAda B-PER\n"
SYSTEM = "Ada B-PER\nByron O\nin O\n\nPort B-LOC\nEllery I-LOC\nAda B-LOC\n"
CONLLU = (
    "1\tHe\the\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)


def rows(done, *fields):
    """Label and fields of every row by its label."""
    assert done.code == 0, done.err
    return {
        row["label"]: tuple(row[name] for name in fields) for row in map(json.loads, done.out.splitlines())
    }


@pytest.mark.parametrize(
    ("by", "counts"),
    [
        ("length", {"length=1": (0, 2, 1), "length=2": (1, 1, 2)}),
        ("sentence", {"sentence=1": (0, 1, 1), "sentence=2": (1, 2, 2)}),
        ("seen=train.bio", {"seen=label": (0, 1, 1), "seen=no": (1, 1, 2), "seen=text": (0, 1, 0)}),
    ],
)
def test_each_side_is_cut_by_its_own(run, write, by, counts):
    """Matched, of the system, of gold; a chunk of one word is not one of two on the other side."""
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    write("train.bio", "Ada B-PER\nleft O\n")
    done = run("bio", "-g", gold, "-s", system, "--by", by, "-f", "jsonl")
    assert rows(done, "p_num", "p_den", "r_den") == counts | {"*": (1, 3, 3)}
    value = nerkit.evaluate(str(gold), str(system), by=by)
    assert {row.label: (row.p_num, row.p_den, row.r_den) for row in value.rows} == counts | {"*": (1, 3, 3)}


def test_sentences_of_several_documents(run, write):
    """They are called DOCUMENT#N, in column files and in CoNLL-U."""
    text = "# newdoc id = a\n" + CONLLU + "# newdoc id = b\n" + CONLLU
    gold = write("g.conllu", text)
    labels = rows(run("dep", "-g", gold, "-s", gold, "-m", "LAS", "--by", "sentence", "-f", "jsonl"), "r_den")
    assert labels == {
        "sentence=a#1": (2,), "sentence=a#2": (1,), "sentence=b#1": (2,), "sentence=b#2": (1,), "*": (6,)
    }  # fmt: skip


def test_dependencies_and_trees(run, write):
    """Lengths are those of the sentence; what was seen are forms, or the words of brackets."""
    gold = write("g.conllu", CONLLU)
    system = write("s.conllu", CONLLU.replace("root", "ROOT"))
    done = run("dep", "-g", gold, "-s", system, "-m", "LA", "--by", "length", "--by", f"seen={gold}",
               "-f", "jsonl")  # fmt: skip
    counts = rows(done, "p_num", "p_den", "r_den")
    assert {label: numbers for label, numbers in counts.items() if ";" not in label} == {
        "length=1": (0, 1, 1), "length=2": (1, 2, 2), "seen=label": (1, 1, 3), "seen=text": (0, 2, 0),
        "*": (1, 3, 3),
    }  # fmt: skip
    trees = write("g.mrg", "(S (NP (PRP He)) (VP (VBD left)))\n(S (NP (NN He)) (VP (VBD left)))\n")
    train = write("t.mrg", "(S (NP (PRP He)) (VP (VBD slept)))\n")
    done = run("tree", "-g", trees, "-s", trees, "-m", "brackets", "--by", f"seen={train}", "-f", "jsonl")
    assert rows(done, "r_den") == {"seen=label": (2,), "seen=no": (4,), "*": (6,)}
    done = run("tree", "-g", trees, "-s", trees, "-m", "tagging", "--by", "seen=t.mrg", "-f", "jsonl")
    assert rows(done, "r_den") == {"seen=label": (1,), "seen=no": (2,), "seen=text": (1,), "*": (4,)}
    done = run("tree", "-g", trees, "-s", trees, "-m", "brackets", "--by", "sentence", "-f", "jsonl")
    assert rows(done, "r_den") == {"sentence=1": (3,), "sentence=2": (3,), "*": (6,)}


def test_characters(run, write):
    """Offset formats count characters; an entity in another text is in the slice of its own text."""
    text = '{"text": "Ada met Bartholomew.", "ents": [{"start": 0, "end": 3, "label": "PER"}, %s]}\n'
    gold = write("g.jsonl", text % '{"start": 8, "end": 19, "label": "PER"}')
    system = write("s.jsonl", text % '{"start": 8, "end": 13, "label": "PER"}')
    measure = ["-m", "sets::span+type", "-f", "jsonl"]
    done = run("spans", "-g", gold, "-s", system, *measure, "--by", "length")
    assert rows(done, "p_num", "p_den", "r_den") == {
        "length=10+": (0, 0, 1), "length=3": (1, 1, 1), "length=5-9": (0, 1, 0), "*": (1, 2, 2)
    }  # fmt: skip
    done = run("spans", "-g", gold, "-s", system, *measure, "--by", f"seen={system}")
    assert rows(done, "p_num", "p_den", "r_den")["seen=no"] == (0, 0, 1)
    noisy = [write("g.bio", "Bartholomew B-PER\n"), write("s.bio", "Barthelomew B-PER\n")]
    done = run("noisy", "-g", noisy[0], "-s", noisy[1], "--by", "seen=g.bio", "-f", "jsonl")
    assert rows(done, "p_num", "p_den", "r_den") == {
        "PER": (1, 1, 1), "seen=label": (0, 0, 1), "seen=no": (0, 1, 0), "*": (1, 1, 1)
    }  # fmt: skip


def test_refused(run, write):
    """Formats without sentences, items without texts, tasks without slices: exit 2, nothing on stdout."""
    spans, tags = write("g.tsv", "d\t0\t4\t\t\tA\n"), write("g.bio", GOLD)
    graph = write("g.amr", "(a / b)\n")
    coref = write("g.json", '{"doc_key": "a", "clusters": [[[0, 1], [2, 3]]]}\n')
    for path, by, said in (
        (spans, "sentence", "no rows by sentence: formats of spans with offsets do not mark sentences"),
        (spans, f"seen={spans}", "g.tsv:1: the span has no text"),
        (tags, "seen", "rows by seen values need exactly one training file, as --by seen=train.bio"),
        (tags, "seen=", "rows by seen values need exactly one training file, as --by seen=train.bio"),
        (tags, "seen=absent", "absent: no such file"),
        (graph, "length", "--by length cannot be used here; graphs can only be split by document"),
        (coref, "sentence", "entities have no sentence; --by document"),
    ):
        done = run("evaluate", "-g", path, "-s", path, "--by", by)
        assert (done.code, done.out) == (2, "")
        assert said in done.err


def test_intervals_of_slices(run, write, monkeypatch):
    """Sentences are drawn where there are no documents; lengths stay those of the text."""
    monkeypatch.setattr("nerkit.stats.confidence.FEWEST", 2)
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    done = run("bio", "-g", gold, "-s", system, "--by", "sentence", "--confidence", "-f", "jsonl")
    assert rows(done, "value", "value_low", "value_high")["sentence=2"] == (0.5, 0.0, 0.5)


@pytest.mark.parametrize("by", ["length", "seen"])
@pytest.mark.parametrize("task", ["bio", "noisy", "dep", "tree"])
def test_slices_hold_every_item_once(task, by):
    """Items of each side add up to all of them; pairs of items in different slices are no matches."""
    folder = Path(__file__).parents[2] / "demo" / task
    gold, system = (str(next(folder.glob(f"{side}.*"))) for side in ("gold", "system"))
    asked = by if by == "length" else f"seen={gold}"
    result = nerkit.evaluate(gold, system, task=task, by=asked)
    whole = result.head
    parts = [row for row in result.rows if row.label.startswith(f"{by}=") and row.measure == whole.measure]
    assert sum(row.p_den for row in parts) == whole.p_den
    assert sum(row.r_den for row in parts) == whole.r_den
    assert sum(row.p_num for row in parts) <= whole.p_num


def test_bins():
    """The values that a length can have."""
    assert BINS == ("1", "2", "3", "4", "5-9", "10+")
