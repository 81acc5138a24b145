"""Bracketed trees as text, in each format, and between them by `nerkit convert`."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import sentences, text

from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.trees import discbracket, export, ptb
from nerkit.writers import writer

READERS = {"ptb": ptb, "discbracket": discbracket, "export": export.SHAPE}
DISCONTINUOUS = "(S (X (A 0=a) (A 2=b)) (B 1=c))\n"
TRACES = "( (S (NP-SBJ (-NONE- *)) (VP (VBD went) (NP))))\n"


def read(form, text):
    return READERS[form].read([Source(io.BytesIO(text.encode()), "x")])


def written(form, trees):
    return "".join(writer(form).write(trees))


@given(st.lists(sentences(), min_size=1, max_size=4), st.sampled_from(["ptb", "discbracket"]))
def test_what_is_written_is_read(trees, form):
    """The same text again, whatever the trees."""
    lines = "".join(f"{text(tree)}\n" for tree in trees)
    corpus = read("ptb", lines)
    assert written("ptb", corpus) == lines
    assert written("ptb", read(form, written(form, corpus))) == lines


@pytest.mark.parametrize("line", [DISCONTINUOUS, "(S (A 0=a))\n", "(VROOT (S-X (A 0=a)) (. 1=.))\n"])
def test_export_and_back(line):
    """A root is written as 0, and comes back as one."""
    again = written("discbracket", read("export", written("export", read("discbracket", line))))
    assert again == (line if line.startswith("(VROOT") else f"(VROOT {line[:-1]})\n")


def test_export():
    """Nodes are numbered, the deepest first; the function is the edge."""
    assert written("export", read("ptb", "(TOP (S (NP-SB (N Das)) (V ist)) (. .))")) == (
        "#FORMAT 3\n#BOS 1 0 0 0\n"
        "Das\tN\t--\t--\t500\nist\tV\t--\t--\t501\n.\t.\t--\t--\t0\n"
        "#500\tNP\t--\tSB\t501\n#501\tS\t--\t--\t0\n#EOS 1\n"
    )


def test_brackets_in_words():
    """They are written otherwise, or the text could not be read."""
    corpus = read("export", "#BOS 1\n(\t$(\t--\t--\t0\n#EOS 1\n")
    assert written("ptb", corpus) == "(VROOT ($-LRB- -LRB-))\n"
    assert written("export", corpus).split("\n")[2] == "(\t$(\t--\t--\t0"


def test_sentences_without_trees():
    """They are (()), which no reader takes for a separator."""
    assert written("ptb", read("ptb", "(A b)\n\n(A b)\n(A c)\n")) == "(A b)\n(())\n(A b)\n(A c)\n"


def test_discontinuous_trees_cannot_be_plain_brackets():
    """The error names the constituent, and formats that can."""
    with pytest.raises(
        InputError, match="a discontinuous constituent X, which brackets cannot hold"
    ) as error:
        written("ptb", read("discbracket", DISCONTINUOUS))
    assert error.value.line == 1


@pytest.mark.parametrize(
    ("options", "text", "converted"),
    [
        (["--to", "ptb"], TRACES, "( (S (NP-SBJ (-NONE- *)) (VP (VBD went) (NP))))\n"),
        (["--to", "discbracket"], "(S (A a)\n  (B b))", "(S (A 0=a) (B 1=b))\n"),
        (["--to", "ptb", "--binary", "right"], "(S (A a) (B b) (C c))", "(S (A a) (S|<B-C> (B b) (C c)))\n"),
        (["--to", "ptb", "--binary", "no"], "(S (A a) (S|<B-C> (B b) (C c)))", "(S (A a) (B b) (C c))\n"),
        (["--to", "discbracket"], DISCONTINUOUS, DISCONTINUOUS),
        (["--to", "ptb", "--from", "ptb"], "(S (A 0=a))", "(S (A 0=a))\n"),
    ],
)
def test_convert(run, write, options, text, converted):
    """Between dialects, binary or not; formats are recognised."""
    write("x", text)
    done = run("convert", "x", *options)
    assert (done.out, done.err, done.code) == (converted, "", 0)


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        ("( (S (A a)))", "the name of the root in 2 sentences (none), which is read as VROOT"),
        ("(TOP (S (A a)))", "the name of the root in 2 sentences (TOP), which is read as VROOT"),
        ("(S (A a))", "that 2 trees had no root (they get VROOT)"),
        ("(VROOT (S (A a)))", ""),
    ],
)
def test_export_says_what_becomes_of_roots(write, run, tree, said):
    """Its root has no name: a warning says which names are lost, and where a root comes in."""
    done = run("convert", write("t.mrg", f"{tree}\n" * 2), "--to", "export")
    assert done.code == 0
    assert said in done.err
    assert bool(said) == bool(done.err)
    again = run("convert", write("t.export", done.out), "--to", "ptb")
    assert again.out == "(VROOT (S (A a)))\n" * 2
