"""`nerkit validate` on formats whose only checks are those of their readers."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from nerkit.checks.validate import validate
from nerkit.readers import FORMATS


def test_what_the_reader_refuses(run, write):
    """The first refusal of each file is a finding with its place; exit 1."""
    good = write("d/a.tsv", "d\t0\t1\n")
    write("d/b.tsv", "d\t0\t1\nd\t9\t3\nd\t8\t3\n")
    write("d/c.tsv", "d\t5\n")
    done = run("validate", "d")
    assert (done.code, done.err) == (1, "")
    assert done.out == (
        "d/b.tsv:2:5: R101 end 3 is before start 9\nd/c.tsv:1:4: R101 2 columns where at least 3 are needed\n"
    )
    assert run("validate", "d/*.tsv", "--check", "R1").out == done.out
    assert run("validate", "d", "--check", "R2")[:2] == (0, "")
    assert run("validate", good)[:2] == (0, "")
    rows = json.loads(run("validate", "d", "-f", "json").out)["rows"]
    assert rows[0] == {"place": "d/b.tsv:2:5", "code": "R101", "message": "end 3 is before start 9"}


def test_what_the_reader_warns_of(run, write):
    """A finding without a line, on which the warning itself says more."""
    path = write("w.amr", "(b / )\n")
    assert run("validate", path)[:2] == (1, f"{path}: R201 1 node with an empty concept\n")
    lines = run("validate", write("l.tsv", "\nd\t0\t1\n"))
    assert lines.out.endswith("l.tsv: R201 skipped 1 blank line (line 1)\n")


def test_formats_are_recognised(run, write):
    """Each by its content, and each under its name; a folder of brat has other files too."""
    write("x.amr", "(b / boy\n")
    amr = run("validate", "x.amr")
    assert (amr.code, amr.out.split()[:2]) == (1, ["x.amr:1:8:", "R101"])
    bio = run("validate", write("x.bio", "a B-PER\nb I-PER\n\nc\n"))
    assert bio.code == 1
    assert " R101 " in bio.out
    write("b/one.ann", "T1\tPER 0 3\tAnn\nT2\tPER 4\n")
    write("b/one.txt", "Ann Lee\n")
    brat = run("validate", "b")
    assert (brat.code, brat.out.startswith("b/one.ann:2")) == (1, True)
    assert brat.out.count("\n") == 1
    marked = run("validate", write("t.txt", "<PER>Ann</PER> <LOC>Rome\n"), "--from", "inline")
    assert (marked.code, " R101 " in marked.out) == (1, True)
    assert run("validate", write("r.jsonl", '{"a": 1}\n'), "--from", "records").code == 0


def test_broken_files(run, write):
    """What cannot be decompressed, decoded or recognised is a finding, and the next file is validated; exit 2
    for a path that does not exist, and for usage.
    """
    write("bytes.tsv", b"d\t0\t1\n\xffd\t0\t1\n")
    write("bytes.conllu", b"1\ta\n\xff\n")
    write("bad.gz", b"\x1f\x8b\x08\x00broken")
    write("prose", "Once upon a time.\n")
    good = write("good.tsv", "d\t0\t1\n")
    for name, message in (
        ("bytes.tsv", "bytes.tsv:2:1: R101 byte 0xff is not valid UTF-8"),
        ("bytes.conllu", "byte 0xff"),
        ("bad.gz", "the compressed data are damaged"),
        ("prose", "prose:1: R101 this looks like text without annotations"),
    ):
        done = run("validate", name, good)
        assert (done.code, done.err) == (1, "")
        assert message in done.out
        assert done.out.count("\n") == 1
        assert done.read[-1:] == run("validate", good).read
    assert run("validate", "prose", good).read[0] == "prose: nerkit recognises no format"
    for form in ((), ("-f", "json")):
        done = run("validate", "prose", good, "nowhere", *form)
        assert (done.code, done.read) == (2, ())
        assert done.out[:9] == ('{"error":' if form else "")
        assert done.err == "error: nowhere: no such file or directory\n"
    assert run("validate", "prose", "--from", "x").code == 2
    assert "known: R101, R201" in run("validate", write("g.tsv", "d\t0\t1\n"), "--check", "E1").err


def test_every_format_is_validated(write):
    """Whatever a file is taken for, what is found has its name, and a blank file is empty."""
    path = write("x", "x\ty\n")
    for form in FORMATS:
        assert [finding.code for finding in validate(write("blank", "\n"), form)] == ["R301"]
        assert all(finding.place.startswith(str(path)) for finding in validate(path, form))


def test_codes_are_listed(run):
    """Of one format, or of all."""
    assert run("validate", "--list", "--from", "bio").out.splitlines() == [
        "R101  an error of the format's reader",
        "R201  a warning of the format's reader",
        "T101  a tag with a letter that the scheme does not have",
        "T201  a tag that cannot follow the tag before it",
        "T202  a tag that cannot end its sentence",
        "R301  a file without content",
        "R302  a file that ends inside a line",
        "R303  a file that lacks documents of the gold file",
    ]
    listed = run("validate", "--list").out
    assert all(f"\n{code}  " in f"\n{listed}" for code in ("E101", "U203", "R101", "R201"))


def test_a_folder_of_many_files(run, write):
    """More than can be open at a time."""
    for i in range(300):
        write(f"many/{i:04}.ann", "T1\tPER 0 3\tAnn\n")
    write("many/0000.ann", "T1\tPER 5 3\tAnn\n")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, before[1]))
    try:
        done = run("validate", "many")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert (done.code, done.out.count("\n")) == (1, 1)


def test_tags_that_do_not_follow_their_scheme(run, write):
    """Every place, against the scheme that scoring would choose; exit 1."""
    path = write("s.bio", "a B-PER\nb I-LOC\n\nc I-LOC\nd B-LOC\n\ne B-LOC\n\nf B-LOC\n")
    done = run("validate", path)
    assert (done.code, done.err) == (1, "")
    assert done.out == (
        f"{path}:2: T201 tag 'I-LOC' after 'B-PER' does not follow IOB2\n"
        f"{path}:4: T201 tag 'I-LOC' at the beginning of a sentence does not follow IOB2\n"
    )
    assert run("bio", "-g", path, "-s", path).err.count("do not follow IOB2 in 2 places") == 1
    good = write("g.bio", "a B-PER\nb I-PER\nc O\n")
    assert run("validate", good)[:2] == (0, "")
    both = run("validate", "*.bio")
    assert both.out.count("T201") == 2


def test_tags_against_a_scheme_that_is_named(run, write):
    """Letters that it lacks, tags out of order, chunks that are open at the end of a sentence."""
    path = write("s.bio", "a B-PER\nb I-PER\nc O\n\nd B-PER\n")
    assert run("validate", path, "--scheme", "bioes").out == (
        f"{path}:3: T201 tag 'O' after 'I-PER' does not follow BIOES\n"
        f"{path}:5: T202 tag 'B-PER' at the end of a sentence does not follow BIOES\n"
    )
    assert run("validate", path, "--scheme", "IO").out.splitlines() == [
        f"{path}:{line}: T101 tag 'B-PER' is not of the scheme IO (I O)" for line in (1, 5)
    ]
    assert run("validate", path, "--scheme", "BIOES", "--check", "T202").out.count("\n") == 1
    for scheme, other, said in (
        ("XX", path, "unknown scheme"),
        ("IO", write("a.tsv", "d\t0\t1\n"), "no tags"),
    ):
        done = run("validate", other, "--scheme", scheme)
        assert (done.code, done.out, said in done.err) == (2, "", True)


ANSWERS = (
    '{"id": "a", "output": "{\\"total\\": 1}"}\n'
    '{"id": "b", "output": "Sure!\\n```json\\n{\\"total\\": 2}\\n```"}\n'
    '{"id": "c", "output": "{\'total\': 3,}"}\n'
    '{"id": "d", "output": "I cannot help with that."}\n'
)


def test_answers_of_models(run, write):
    """Wrapped, repaired and unreadable ones, each with its line; clean ones are not found."""
    file = write("s.jsonl", ANSWERS)
    done = run("validate", file)
    lines = [line.removeprefix(f"{file}:") for line in done.out.splitlines()]
    assert (done.code, [line[:7] for line in lines]) == (1, ["2: A201", "3: A202", "4: A101"])
    assert [line.rpartition(" (")[2] for line in lines] == ["document b)", "document c)", "document d)"]
    assert run("validate", file, "--check", "A1").out.count("\n") == 1
    clean = run("validate", write("clean.jsonl", ANSWERS.splitlines()[0] + "\n"))
    assert (clean.code, clean.out) == (0, "")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('{"a": 1}\n{"a": 2,}\n{"a": 3}\nnope\n', ["2: A202", "4: A101"]),
        ('{"id": 1, "total": 20}\nSure! {"id": 2, "total": 3}\n', ["2: A201"]),
        ('Here it is:\n```json\n{"a": 1}\n```\n', ["1: A201"]),
        ("Here it is:\n{'a': [1, 2,]}\n", ["1: A202"]),
        ('Sure! {"entities": [{"text": "Ann", "label": "PER"}]}\n', ["1: A201"]),
        ('{"entities": [{"text": "Ann", "label": "PER"},\n', ["1: A202"]),
        ('{"id": "x", "answer": "Paris"}\n', []),  # gold, whose text need be no JSON
        ('{"id": "x", "total": "Paris"}\n', []),
    ],
)
def test_json_as_models_write_it(run, write, text, codes):
    """Records, lines that are none, and texts with a value inside."""
    file = write("s.txt", text)
    done = run("validate", file)
    assert (done.code, [line.removeprefix(f"{file}:")[:7] for line in done.out.splitlines()]) == (
        1 if codes else 0,
        codes,
    )


def test_calls_of_tools_that_are_broken_wrapped_or_repaired(run, write):
    """Each has its code and its line; whole calls, and gold with several readings, have none."""
    call = '{"id": "%s", "tool_calls": [{"function": {"name": "book", "arguments": "%s"}}]}\n'
    texts = [
        call % ("a", r"{\"x\": 1}"),
        call % ("b", r"{\"x\": 1, \"y\": 2"),
        call % ("c", "[1]"),
        '{"id": "d", "output": "So: {\\"name\\": \\"book\\", \\"arguments\\": {}}!"}\n',
        '{"id": "e", "output": "<tool_call>\\nnone fits\\n</tool_call>"}\n',
        '{"id": "f", "calls": [{"any": [{"name": "book", "arguments": {}}, null]}]}\n',
    ]
    file = write("log.jsonl", "".join(texts))
    done = run("validate", file)
    found = [line.removeprefix(f"{file}:") for line in done.out.splitlines()]
    assert [line[:7] for line in found[:4]] == ["2: A202", "3: A102", "4: A201", "5: A102"]
    assert found[1].endswith("not a JSON object (document c, tool book)")
    assert not any(line.startswith(("1:", "6:")) for line in found)
    assert done.code == 1


def test_what_each_file_is_read_as(run, write):
    """Its format, its size, its most frequent labels, at most eight, on the only line of a good file."""
    tags = "".join(f"w B-{label}\n" for label in "AAABBCDEFGHI")
    bio = write("a b.bio", f"{tags}x O\n")
    done = run("validate", bio)
    assert (done.code, done.out) == (0, "")
    (line,) = done.read
    counted = "12 entities (A 3, B 2, C 1, D 1, E 1, F 1, G 1, H 1, …)"
    assert line == f"{bio}: bio, 1 document, 13 tokens, {counted}; no findings (--from bio)"
    one = write("one.jsonl", '{"text": "Ann", "label": [[0, 3, "PER"]]}\n')
    assert (
        run("validate", one).read[0]
        == f"{one}: doccano, 1 document, 1 entity (PER 1); no findings (--from doccano)"
    )
    blank = run("validate", write("blank", "\n"))
    assert (blank.code, blank.read[0].rpartition(": ")[2]) == (1, "blank")
    assert blank.out.endswith("blank: R301 the file is empty\n")
    both = run("validate", one, bio)
    assert [line.partition(": ")[0] for line in both.read] == [str(one), str(bio)]


DEMO = Path(__file__).parents[2] / "demo"
FILES = sorted([*DEMO.glob("*/gold.*"), *DEMO.glob("formats/*")])


def test_the_option_that_pins_a_format_is_on_the_only_line_of_a_good_file(run):
    """With the option the line says the same, without the option."""
    good = 0
    for path in FILES:
        done = run("validate", path)
        if done.code == 0:
            (line,) = done.read
            before, _, form = line.removesuffix(")").partition(" (--from ")
            again = run("validate", path, "--from", form)
            assert before.endswith("; no findings")
            assert ("".join(again.read) or again.out.strip()) == before
            good += 1
    assert good > len(FILES) // 2


def test_the_facts_of_files_in_json(run, write):
    """In `inputs`, with all labels, the most frequent first."""
    path = write("x.tsv", "d\t0\t3\tNIL1\t1\tPER\nd\t4\t7\tNIL2\t1\tLOC\ne\t0\t3\tNIL2\t1\tLOC\n")
    (one,) = json.loads(run("validate", path, "-f", "json").out)["inputs"]
    assert one == {
        "name": str(path),
        "path": str(path),
        "format": "span-tsv",
        "documents": 2,
        "items": 3,
        "unit": "entities",
        "labels": {"LOC": 2, "PER": 1},
    }
    assert list(one["labels"]) == ["LOC", "PER"]


def test_files_that_cannot_be_scored_have_a_size_and_others_a_format(run, write):
    """An id twice; a file that its reader refuses; one from a pipe."""
    record = '{"id": "a", "text": "Ann", "label": [[0, 3, "PER"]]}\n'
    twice = run("validate", write("twice.jsonl", record + record))
    assert twice.read[0].endswith("twice.jsonl: doccano, 2 documents, 2 entities")
    broken = run("validate", write("broken.tsv", "d\t0\t3\td\nd\t9\t3\td\n"))
    assert (broken.code, broken.read[0].rpartition(": ")[2]) == (1, "span-tsv")
    fine = write("fine.tsv", "d\t0\t3\tNIL1\t1\tPER\n")
    line = [sys.executable, "-m", "nerkit", "validate", "-"]
    with fine.open("rb") as stream:
        done = subprocess.run(line, stdin=stream, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        done.stdout.splitlines()[0]
        == "-: span-tsv, 1 document, 1 entity (PER 1); no findings (--from span-tsv)"
    )
