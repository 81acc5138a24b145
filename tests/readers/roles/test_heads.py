"""Heads of arguments: CoNLL-2009, CoNLL-2008, CoNLL-U with predicates, Universal Propositions."""

import io
from importlib import import_module

import pytest
from format_cases import FILES

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.roles import conll08, conll09, primesrl, up
from nerkit.readers.sample import Sample, recognises

FORMATS = ("props", "primesrl", "up", "conll09", "conll08")
NAMED = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC UP:PRED UP:ARGHEADS UP:ARGSPANS\n"
)
TREE = "{0}\tw{0}\tw\tX\t_\t_\t{1}\tdep\t_\t_\t"


def read(text, module):
    return module.READER.read([Source(io.StringIO(text), "file")])


def phrases(roles):
    """(predicate, label, start, end)."""
    columns = (column.tolist() for column in (roles.predicate, roles.start, roles.end))
    return [
        (roles.name.value(predicate), roles.label.value(i), start, end)
        for i, (predicate, start, end) in enumerate(zip(*columns, strict=True))
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_small_files(form):
    """Each format is recognised, alone among these, and gives one predicate with its argument."""
    text = FILES[form]
    assert next(name for name in FORMATS if recognises(name, Sample(text))) == form
    roles = read(text, import_module(readers.FORMATS[form].module))
    assert [phrase for phrase in phrases(roles) if phrase[1] == "A0"] == [(roles.name.value(0), "A0", 0, 1)]


def test_several_labels_and_nothing():
    """A cell may hold several labels; `_` and `-` are nothing. The last line needs no blank one behind it."""
    text = FILES["conll09"].replace("A0", "A0|AM-LOC").replace("run.01\t_\n\n", "run.01\t-")
    assert [label for _, label, *_ in phrases(read(text, conll09))] == ["A0", "AM-LOC"]


def test_trees():
    """HEAD and DEPREL are read, PHEAD and PDEPREL not."""
    roles = read(FILES["conll09"].replace("2\t2\tSBJ\tSBJ", "2\t1\tSBJ\tX"), conll09)
    assert roles.syntax.parent.tolist() == [1, -1]
    assert [roles.syntax.deprel.value(row) for row in (0, 1)] == ["SBJ", "ROOT"]


def test_support_verbs_of_2008():
    """They are left out with their arguments, with a warning."""
    roles = read(FILES["conll08"].replace("run.01", "run.SU"), conll08)
    assert (len(roles.word), len(roles)) == (0, 0)
    assert roles.warnings == ("file: 1 support verb (.SU) left out with the words below them",)


def test_universal_propositions():
    """Release 2 lists heads, or spans where it has no heads; its columns are named."""
    lines = (TREE.format(1, 2) + "_\t_\t_\n", TREE.format(2, 0) + "go.01\tA0:1|A1:3\tA0:1-1|A1:2-3\n")
    text = NAMED + "".join(lines) + "2-3\tx" + "\t_" * 11 + "\n" + TREE.format(3, 2) + "_\t_\t_\n\n"
    heads = read(text, up)
    assert (heads.heads, phrases(heads)) == (True, [("go.01", "A0", 0, 1), ("go.01", "A1", 2, 3)])
    assert phrases(read(text.removeprefix(NAMED), up)) == phrases(heads)
    short = "# global.columns = ID UP:PRED UP:ARGSPANS\n1\t_\t_\n2\tgo.01\tA0:1-1|A1:2-3\n3\t_\t_\n\n"
    spans = read(short, up)
    assert (spans.heads, spans.form, spans.syntax) == (False, None, None)
    assert phrases(spans) == [("go.01", "A0", 0, 1), ("go.01", "A1", 1, 3)]


def test_documents():
    """`# newdoc` begins one, in all formats with comments."""
    text = f"# newdoc id = a\n{FILES['primesrl']}# newdoc id = b\n{FILES['primesrl']}"
    roles = read(text, primesrl)
    assert (roles.documents, roles.named, roles.document.tolist()) == (["a", "b"], True, [0, 1])


@pytest.mark.parametrize("cell", ["A0:4", "A0", "A0:2-1", "A0:0", ":1"])
def test_arguments_outside_the_sentence(cell):
    """Of release 2."""
    text = NAMED + TREE.format(1, 0) + f"go.01\t{cell}\t_\n\n"
    with pytest.raises(InputError, match="covers no words of the sentence"):
        read(text, up)


def test_propositions_of_several_sentences():
    """Words are counted from the beginning of their sentence, predicates in the whole file."""
    lines = TREE.format(1, 2) + "_\t_\t_\n" + TREE.format(2, 0) + "go.01\tA0:1\t_\n\n"
    roles = read(NAMED + lines + lines, up)
    assert roles.plus
    assert phrases(roles) == [("go.01", "A0", 0, 1), ("go.01", "A0", 2, 3)]
    assert roles.word.tolist() == [1, 3]
    assert roles.line.tolist() == [2, 3, 5, 6]
    assert roles.syntax.parent.tolist() == [1, -1, 3, -1]
    assert roles.form.value(2) == "w1"


def test_propositions_without_a_tree():
    """Columns of the tree may be missing."""
    roles = read("# global.columns = ID UP:PRED UP:ARGSPANS\n1\tgo.01\tA0:1-1\n\n", up)
    assert (roles.syntax, roles.form, roles.heads) == (None, None, False)
    only_form = read("# global.columns = ID FORM UP:PRED UP:ARGHEADS\n1\tgo\tgo.01\tA0:1\n\n", up)
    assert (only_form.syntax, only_form.form.value(0), only_form.heads) == (None, "go", True)


@pytest.mark.parametrize(
    ("line", "column", "problem"),
    [
        ("2\tw\tw\tX\t_\t_\t0\tdep\t_\t_\t_\t_\t_", 1, "id '2', but word 1 comes next"),
        ("1\tw\tw\tX\t_\t_\t2\tdep\t_\t_\t_\t_\t_", 13, "the head is not in the sentence"),
        ("1\tw\tw\tX\t_\t_\tx\tdep\t_\t_\t_\t_\t_", 13, "the head is not a number"),
        ("1\tw\tw\tX\t_\t_\t0\tdep\t_\t_\t_\t_", 26, "12 columns where 13 are named"),
        ("1\tw\tw\tX\t_\t_\t0\tdep\t_\t_\t_\t_\t_\t_", 29, "14 columns where 13 are named"),
        ("1\tw\tw\tX\t_\t_\t0\tdep\t_\t_\tgo\tA0:0\t_", 26, "the argument 'A0:0' covers no words"),
        ("1\tw\tw\tX\t_\t_\t0\tdep\t_\t_\tgo\tA0\t_", 26, "the argument 'A0' covers no words"),
    ],
)
def test_propositions_that_are_none(line, column, problem):
    """What does not fit is an error at its line and column."""
    with pytest.raises(InputError) as caught:
        read(NAMED + line + "\n\n", up)
    assert (caught.value.line, caught.value.column) == (2, column)
    assert caught.value.problem.startswith(problem)


def test_heads_and_the_scorer_that_is_meant():
    """Arguments are heads; CoNLL-U with predicates is scored as PriMeSRL does, the others are not."""
    for form, plus in (("conll08", False), ("conll09", False), ("primesrl", True), ("up", True)):
        roles = read(FILES[form], import_module(readers.FORMATS[form].module))
        assert (roles.heads, roles.plus) == (True, plus), form


def test_a_column_that_is_named_twice():
    """The second is read; lines have as many columns as there are names."""
    names = "# global.columns = ID FORM FORM UP:PRED UP:ARGHEADS\n"
    assert read(names + "1\ta\tb\tgo.01\tA0:1\n\n", up).form.value(0) == "b"
    with pytest.raises(InputError, match="4 columns where 5 are named"):
        read(names + "1\ta\tgo.01\tA0:1\n\n", up)
