"""Clusters as JSON lines: what is written is what was read."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit import readers
from nerkit.io import expand
from nerkit.writers.coref_json import lost, write

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "demo" / "coref"
UNUSED = "\t".join("_" * 6)
HEADER = "# global.Entity = eid-etype-head-other\n# newdoc id = a\n# sent_id = 1\n# text = Tolkien left it\n"
WORDS = ("Tolkien", "left", "it")
SPAN = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(sorted)


def read(path):
    return readers.reader("coref-json").read(expand(str(path)))


def corefud(tmp_path, *cells):
    """A document of three words, and an empty node behind the second; a cell each."""
    rows = [f"{i + 1}\t{word}\t{UNUSED}\t_\t{cells[i]}\n" for i, word in enumerate(WORDS)]
    rows.insert(2, f"2.1\tthere\t_\t_\t_\t_\t_\t_\t0:exroot\t{cells[3]}\n")
    (tmp_path / "a.conllu").write_text(HEADER + "".join(rows) + "\n")
    return readers.reader("corefud").read(expand(str(tmp_path / "a.conllu")))


@given(st.lists(st.lists(SPAN, min_size=1, max_size=4), max_size=4), st.booleans(), st.booleans())
def test_what_is_read_is_written(tmp_path_factory, clusters, with_tokens, with_text):
    """Spans of one cluster are distinct; characters of a text have exclusive ends, words inclusive ones."""
    clusters = [[list(span) for span in {tuple(span) for span in cluster}] for cluster in clusters]
    made = {"doc_id": "d", "clusters": clusters}
    if with_tokens:
        made["tokens"] = [f"w{i}" for i in range(10)]
    elif with_text:
        made["text"] = "0123456789 and more"
        made["clusters"] = [[[a, b + 1] for a, b in cluster] for cluster in clusters]
    path = tmp_path_factory.mktemp("made") / "d.json"
    path.write_text(json.dumps(made) + "\n")
    mentions = read(path)
    assert lost(mentions) == []
    (line,) = write(mentions)
    again = json.loads(line)
    assert again.keys() == made.keys()
    assert sorted(map(sorted, again.pop("clusters"))) == sorted(map(sorted, made.pop("clusters")))
    assert again == made


@pytest.mark.parametrize("name", ["gold", "system"])
def test_columns_become_lines(run, tmp_path, name):
    """The scores are those of the columns, for every measure."""
    gold, system = str(DEMO / "gold.conll"), str(DEMO / f"{name}.conll")
    for path, to in ((gold, "g.jsonl"), (system, "s.jsonl")):
        done = run("convert", path, "--to", "coref-json", "-o", str(tmp_path / to))
        assert (done.code, done.err) == (0, "")
    printed = [
        run("coref", "-g", *sides, "-m", "all", "-f", "tsv", "--by", "document", "-q").out
        for sides in ((gold, system), map(str, (tmp_path / "g.jsonl", tmp_path / "s.jsonl")))
    ]
    columns, lines = ([row.split("\t")[1:] for row in text.splitlines()[1:]] for text in printed)
    assert lines == columns != []


def test_what_has_no_place(run, tmp_path):
    """Pieces, empty nodes and heads are counted, refused, and with --lossy left out."""
    mentions = corefud(
        tmp_path, "Entity=(e1[1/2]-1)(e2--1)", "_", "Entity=(e1[2/2])(e2--1)", "Entity=(e3--1)"
    )
    assert lost(mentions) == [
        "1 mention of several pieces",
        "1 mention with empty nodes",
        "the heads of 2 mentions",
    ]
    (line,) = write(mentions)
    assert json.loads(line) == {"doc_id": "a", "clusters": [[[0, 0], [2, 2]]], "tokens": [*WORDS]}
    done = run("convert", str(tmp_path / "a.conllu"), "--from", "corefud", "--to", "coref-json")
    assert (done.code, done.out) == (2, "")
    assert "coref-json cannot hold 1 mention of several pieces, 1 mention with empty nodes" in done.err
    assert "nerkit writes nothing\n  --lossy writes the rest" in done.err
    done = run("convert", str(tmp_path / "a.conllu"), "--from", "corefud", "--to", "coref-json", "--lossy")
    assert (done.code, done.out) == (0, line)
    assert "1 mention with empty nodes not written" in done.err


def test_documents_without_a_mention_are_written(run, write):
    path = write(
        "a", "#begin document (a)\nHe\t-\n\n#end document\n#begin document (b)\nIt\t(1)\n\n#end document\n"
    )
    done = run("convert", path, "--to", "coref-json")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [(line["clusters"], line["tokens"]) for line in lines] == [([], ["He"]), ([[[0, 0]]], ["It"])]


def test_an_empty_node_alone(tmp_path):
    """Before the first word its position is below that of any word."""
    mentions = corefud(tmp_path, "_", "_", "_", "Entity=(e3--1)")
    (line,) = write(mentions)
    assert json.loads(line)["clusters"] == []
    assert lost(mentions) == ["1 mention with empty nodes"]


def test_the_first_entity_keeps_a_mention_of_two(run, write, tmp_path):
    """The order of clusters is that of entities, not of the brackets that close first."""
    gold = write("g", "#begin document (a)\nA\t(1(2\nB\t2)1)\nC\t(1)\nD\t(2)\n\n#end document\n")
    system = write("s", "#begin document (a)\nA\t(1\nB\t1)\nC\t(1)\nD\t-\n\n#end document\n")
    for path in (gold, system):
        run("convert", path, "--to", "coref-json", "-o", f"{path}.jsonl")
    printed = [
        run("coref", "-g", *sides, "-m", "muc", "-f", "tsv", "-q").out.split("\t")[-8:]
        for sides in ((gold, system), (f"{gold}.jsonl", f"{system}.jsonl"))
    ]
    assert printed[0] == printed[1]
