"""What readers forgive: counted, an error where reading is strict, and the same in parts; one list of it."""

import json
import re
from pathlib import Path

import pytest

import nerkit
from nerkit import readers
from nerkit.exceptions import InputError, plural
from nerkit.io import expand
from nerkit.readers import FORMATS
from nerkit.readers.leniency import counting
from nerkit.readers.trees import ptb

DOCS = Path(__file__).parents[2] / "docs" / "formats"
HEAD = "0.  MESSAGE: ID                    A-1\n1.  MESSAGE: TEMPLATE              1\n"
LAYER = "#FORMAT=WebAnno TSV 3.3\n#T_SP=a.Entity|value\n\n#Text=a\n1-1\t0-1\ta\tPER\n"
TREE = "(S (NP (DT a) (NN b)) (VP (VBZ c)))\n"
HEADER = "*x*x*x*\n*x* here *x*\n\n"


def opinion(end):
    """A sentence of 9 characters, with an opinion whose target ends there."""
    opinions = [{"Source": [[], []], "Target": [["b"], [f"2:{end}"]],
                 "Polar_expression": [["a"], ["0:1"]], "Polarity": "positive"}]  # fmt: skip
    return {"sent_id": f"s{end}", "text": "a bcd efg", "opinions": opinions}


CASES = {  # what is forgiven, by format and the verdict: files, how often, line of the first
    ("sentiment", "beyond the end of the text"): (
        {"x.json": "\n".join(map(json.dumps, (opinion(9), opinion(11), opinion(99))))}, 2, 2
    ),
    ("muc4", "in column 0"): ({"x.txt": HEAD + '9. PERP: INDIVIDUAL ID "A"\n"B"\nMEN: "C"\n'}, 2, 4),
    ("muc4", "a colon but no tag"): (
        {"x.txt": HEAD + '19. HUM TGT: DESCRIPTION "A"\n23. HUM TGT: EFFECT OF INCIDENT INJURY:\n'}, 1, 4
    ),
    ("muc4", "quotes do not match"): ({"x.txt": HEAD + '9. PERP: INDIVIDUAL ID "A" / B"\n'}, 1, 3),
    ("brat", "of a kind that brat"): ({"x.ann": "T1\tPER 0 1\ta\nX1\tfoo\ngoes on\n"}, 2, 2),
    ("brat", "to an id that the file does"): ({"x.ann": "T1\tPER 0 1\ta\nN1\tReference T7 W:1\tb\n"}, 1, 2),
    ("brat", "ending beyond the text"): ({"x.ann": "T1\tPER 0 3\ta\n", "x.txt": "a\n"}, 1, 1),
    ("webanno", "without the chosen layer"): (
        {"x.tsv": LAYER.splitlines()[0] + "\n\n#Text=a\n1-1\t0-1\ta\n"}, 1, 1
    ),
    ("ptb", "of a header"): ({"x.mrg": HEADER + TREE}, 2, 1),
    ("discbracket", "of a header"): ({"x.dbr": HEADER + "(S (DT 0=a) (NN 1=b))\n"}, 2, 1),
}  # fmt: skip


def listed():
    """Every kind of fault that a format forgives."""
    return [(name, fault) for name in FORMATS for fault in readers.reader(name).forgives]


@pytest.mark.parametrize(("form", "verdict"), CASES)
def test_a_fault_is_counted_or_strictly_an_error(write, form, verdict):
    """The warning says how many, where the first is, and what makes it an error; that names the same line."""
    files, count, line = CASES[form, verdict]
    for name, text in files.items():
        write(name, text)
    path = write(next(iter(files)), files[next(iter(files))])
    (warning,) = (text for text in nerkit.read(path, form).warnings if verdict in text)
    fault = next(one for name, one in listed() if name == form and verdict in one.verdict)
    said = f"{plural(count, fault.noun)} {fault.verdict}"
    assert warning == f"{path}: {said} (first in line {line}; an error with strict=True)"
    with pytest.raises(InputError) as error:
        nerkit.read(path, form, strict=True)
    assert error.value.line == line
    assert error.value.remedy or form == "webanno"


def test_every_kind_has_a_case():
    """What a record lists is what its reader does."""
    kinds = {(name, fault.verdict) for name, fault in listed()}
    assert all(any(name == form and said in verdict for form, said in CASES) for name, verdict in kinds)


def test_the_documentation_lists_them():
    """The section of each format in docs/formats/ names what its record forgives."""
    found = {
        name: re.findall(r"^- \*\*Forgiven and counted\*\*: (.*)\.$", section, re.MULTILINE)
        for page in DOCS.glob("*.md")
        for name, _, section in (
            part.partition('"></a>') for part in page.read_text().split('<a id="format-')
        )
    }
    for name in FORMATS:
        faults = "; ".join(f"{fault.noun} {fault.verdict}" for each, fault in listed() if each == name)
        assert found[name] == ([faults] if faults else []), name


def test_a_reader_lists_what_it_forgives(write):
    """Nothing is forgiven in silence: a fault that the record does not list is a defect of ours."""
    with pytest.raises(ValueError, match="its record does not list"):
        counting(ptb.read, ())(expand(write("x.mrg", HEADER + TREE)))


def test_parts_add_up(run, write):
    """Numbers and warnings of shards and of processes are those of one piece."""
    tree = "(S\n  (NP (DT a) (NN b))\n  (VP (VBZ c)))\n"
    write("g.mrg", tree + "*x* a\n" + (tree * 40 + "*x* b\n") * 100)
    hows = ((), ("--shard-size", "64kB"), ("--shard-size", "64kB", "--jobs", "2"), ("--jobs", "2"))
    whole, *parts = (run("tree", "-g", "g.mrg", "-s", "g.mrg", "-f", "json", *how) for how in hows)
    assert "g.mrg: 101 lines of a header (*x*), skipped (first in line 4; an error" in whole.err
    for part in parts:
        assert (part.code, part.out, part.err) == (0, whole.out, whole.err)
    for how in hows:
        strict = run("tree", "-g", "g.mrg", "-s", "g.mrg", "--strict", *how)
        assert (strict.code, strict.out) == (2, "")
        assert "g.mrg:4:1: the word is outside of all brackets" in strict.err


def test_files_of_a_folder_add_up(run, write):
    """They are counted together, and the first is named with its file."""
    for i in range(300):
        write(f"gold/{i:03}.ann", "T1\tPER 0 3\tAda\n" + "?\n" * (i > 3) + "#1\tNote T1\t" + "x" * 500 + "\n")
    outs = [
        run("spans", "-g", "gold", "-s", "gold", "-m", "sets::span", *how)
        for how in ((), ("--shard-size", "64kB"), ("--shard-size", "64kB", "--jobs", "2"))
    ]
    said = "296 lines of a kind that brat does not have, left out (first at gold/004.ann:2:1; an error with"
    assert all(said in out.err for out in outs)
    assert len(set(outs)) == 1


@pytest.mark.parametrize(
    "command",
    [
        ("spans", "-g", "a", "-s", "b"),
        ("evaluate", "-g", "a", "-s", "b"),
        ("errors", "-g", "a", "-s", "b"),
        ("errors", "a", "b"),
        ("compare", "-g", "a", "a", "b"),
        ("compare", "a", "b"),
        ("report", "-g", "a", "-s", "b", "-o", "out.html"),
        ("agree", "a", "b"),
        ("agree", "a", "b", "-m", "sets::span"),
        ("convert", "a", "--to", "span-tsv", "--lossy"),
        ("convert", "a", "--to", "brat", "-o", "copy/"),
        ("validate", "a"),
        ("ie", "-g", "a", "-s", "b"),
    ],
)
def test_commands_that_read(run, write, command):
    """Each says what was forgiven, with what is typed to refuse it; and that works."""
    for side in "ab":
        write(f"{side}/1.ann", "T1\tPER 0 3\tAda\nT2\tPER 4 7\tBob\nR1\tKin Arg1:T1 Arg2:T2\nmore\n")
        write(f"{side}/1.txt", "Ada Bob")
    done = run(*command)
    assert "1 line of a kind that brat does not have, left out" in done.out + done.err
    assert "an error with --strict)" in done.out + done.err
    strict = run(*command, "--strict")
    assert strict.code == (1 if command[0] == "validate" else 2)
    assert "1.ann:4:1: " in strict.out + strict.err
    assert "not an annotation of brat" in strict.out + strict.err


def test_a_grammar_of_trees_is_read_strictly_too(run, write):
    """`nerkit cky --induce` and `nerkit chunk` read as the others do."""
    write("t.mrg", HEADER + TREE)
    for command in (("cky", "--induce", "t.mrg"), ("chunk", "t.mrg", "--rules", "conll2000")):
        assert run(*command).code == 0
        strict = run(*command, "--strict")
        assert (strict.code, "t.mrg:1:1: the word is outside" in strict.err) == (2, True)
