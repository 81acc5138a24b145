"""LangExtract's documents."""

import json

import pytest

from nerkit import readers
from nerkit.corpora.spans import STRING
from nerkit.io import expand

TEXT = "Tolkien left  Oxford"


def extraction(label, string, start=None, end=None, status="match_exact", **more):
    interval = None if start is None else {"start_pos": start, "end_pos": end}
    status = None if start is None and status == "match_exact" else status
    return {
        "extraction_class": label,
        "extraction_text": string,
        "char_interval": interval,
        "alignment_status": status,
        **more,
    }


def file(write, *documents, name="in.jsonl"):
    lines = [
        json.dumps({"extractions": extractions, "text": TEXT, "document_id": key})
        for key, extractions in documents
    ]
    return write(name, "".join(f"{line}\n" for line in lines))


def read(write, *extractions):
    return readers.reading("langextract", "spans")(expand(str(file(write, ("d1", list(extractions))))))


def test_layout(write):
    """Offsets, classes and attributes; what was not found is a string."""
    spans = read(
        write,
        extraction("PER", "Tolkien", 0, 7, attributes={"kind": "writer", "born": 1892}),
        extraction("LOC", "Oxfrd"),
        extraction("LOC", "oxford", 14, 20),
    )
    assert spans.start.tolist()[::2] == [0, 14]
    assert [spans.fields["type"].value(row) for row in range(3)] == ["PER", "LOC", "LOC"]
    assert [spans.fields[name].value(0) for name in ("kind", "born")] == ["writer", "1892"]
    assert [spans.fields[STRING].value(row) for row in range(3)] == [None, "Oxfrd", None]
    assert spans.warnings[0].endswith(
        "1 string not found in its text, which only measures of strings can score"
    )


@pytest.mark.parametrize("status", ["match_lesser", "match_greater", "match_fuzzy", None])
def test_an_interval_may_spell_something_else(write, status):
    """Where the status says so, or there is none, as in older files."""
    assert read(write, extraction("PER", "J. Tolkien", 0, 7, status)).end.tolist() == [7]


@pytest.mark.parametrize("ids", [("doc_1a2b3c4d", "doc_00000000"), ("d1", "d2")])
def test_ids_that_were_made_up_are_not_paired(run, write, ids):
    """Documents with such ids pair by their texts; other ids have to agree."""
    gold = write("gold.jsonl", "".join(
        json.dumps({"id": name, "text": text, "ents": [{"start": 0, "end": 1, "label": text}]}) + "\n"
        for name, text in (("x", "a b"), ("y", "c d"))
    ))  # fmt: skip
    system = write("system.jsonl", "".join(
        json.dumps({
            "extractions": [extraction(text, text[0], 0, 1)], "text": text, "document_id": name
        }) + "\n"
        for name, text in zip(ids, ("c d", "a b"), strict=True)
    ))  # fmt: skip
    done = run("spans", "-g", gold, "-s", system, "-m", "sets::span+type", "-b")
    if ids[0] == "d1":
        assert (done.code, "\n  no gold document has such an id" in done.err) == (2, True)
    else:
        assert (done.code, done.out) == (0, "1.0\n")
