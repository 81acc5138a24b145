"""Heads of arguments read by columns against a reading word by word."""

import re

import numpy as np
import pytest
from format_cases import FILES
from hypothesis import given
from hypothesis import strategies as st

from nerkit.corpora.roles import ROOT, UNKNOWN
from nerkit.exceptions import InputError
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.columns.words import ColumnWords
from nerkit.readers.roles import conll08, conll09, primesrl
from nerkit.readers.roles.role_heads import add
from nerkit.readers.roles.role_table import RoleTable

LAYOUTS = {"conll08": conll08.SHAPE, "conll09": conll09.SHAPE, "primesrl": primesrl.SHAPE}
CELLS = ("_", "-", "A0", "A1|AM-TMP", "", "|", "Ä0")
SENSES = ("_", "_", "run.01", "run.SU", "-")


@st.composite
def texts(draw):
    """A file of a few sentences, at times with something in it that does not belong there."""
    layout = draw(st.sampled_from(list(LAYOUTS.values())))
    lines = []
    for _ in range(draw(st.integers(0, 3))):
        size = draw(st.integers(1, 4))
        lines += [draw(st.sampled_from(["# newdoc id = a", "# text"]))] * draw(st.integers(0, 1))
        senses = [draw(st.sampled_from(SENSES)) for _ in range(size)]
        marked = [sense not in layout.nothing for sense in senses]
        for number, sense in enumerate(senses, 1):
            cells = ["_"] * layout.arguments
            cells[0], cells[layout.form] = str(number), draw(st.sampled_from(["w", "a b", "ö", "#"]))
            cells[layout.head] = draw(st.sampled_from(["0", "1", "_", "1", "0", "1", "1", str(size + 1)]))
            cells[layout.predicate] = sense
            if layout.flag >= 0:
                cells[layout.flag] = "Y" if marked[number - 1] else "_"
            cells += [draw(st.sampled_from(CELLS)) for _ in range(sum(marked))]
            lines.append("\t".join(cells))
        lines += [""] * draw(st.integers(1, 2))
    text = "\n".join(lines)
    if text and draw(st.booleans()):
        at = draw(st.integers(0, len(text) - 1))
        text = text[:at] + draw(st.sampled_from(["\t", "\n", "1-2\t", " ", "x", ""])) + text[at + 1 :]
    return layout, text


def by_words(text, layout):
    """The words, predicates and phrases of a text, read word by word; None where anything is wrong."""
    words, predicates, phrases, left_out = [], [], [], 0
    for sentence in re.split(r"\n\s*\n", text):
        lines = [line for line in sentence.split("\n") if line.strip() and not line.startswith("#")]
        rows = [line.split("\t") if "\t" in line else line.split() for line in lines]
        rows = [row for row in rows if not re.fullmatch(r"[0-9]+[-.][0-9]+", row[0])]
        if any(row[0] != str(number) or len(row) < layout.arguments for number, row in enumerate(rows, 1)):
            return None
        own = [
            (i, row[layout.predicate])
            for i, row in enumerate(rows)
            if (row[layout.flag] == "Y" if layout.flag >= 0 else row[layout.predicate] not in layout.nothing)
        ]
        heads = ["-1" if row[layout.head] in ("_", "-") else row[layout.head] for row in rows]
        if not all(re.fullmatch(r"-1|0|[1-9][0-9]{0,8}", head) and int(head) <= len(rows) for head in heads):
            return None
        if any(len(row) != layout.arguments + len(own) for row in rows):
            return None
        for column, (i, name) in enumerate(own, layout.arguments):
            if layout.support and name.endswith(".SU"):
                left_out += 1
                continue
            for word, row in enumerate(rows, len(words)):
                labels = [] if row[column] in layout.nothing else filter(None, row[column].split("|"))
                phrases += [(len(predicates), label, word) for label in labels]
            predicates.append((len(words) + i, name))
        words += [
            (row[layout.form], int(head), row[layout.deprel]) for row, head in zip(rows, heads, strict=True)
        ]
    return words, predicates, phrases, left_out


def plain(text, layout):
    """What `add` reads, in the same form; None for an error."""
    table = RoleTable()
    try:
        left_out = add(table, ColumnText("file", 1, text), layout)
    except InputError:
        return None
    roles = table.finished()
    heads = table.parts[0]["parent"] - np.repeat(roles.begin[:-1], np.diff(roles.begin)) + 1
    heads[table.parts[0]["parent"] == ROOT] = 0
    heads[table.parts[0]["parent"] == UNKNOWN] = -1
    words = [
        (roles.form.value(i), head, roles.syntax.deprel.value(i)) for i, head in enumerate(heads.tolist())
    ]
    predicates = [(word, roles.name.value(i)) for i, word in enumerate(roles.word.tolist())]
    assert (roles.end == roles.start + 1).all()
    phrases = [
        (predicate, roles.label.value(i), start)
        for i, (predicate, start) in enumerate(
            zip(roles.predicate.tolist(), roles.start.tolist(), strict=True)
        )
    ]
    return words, predicates, phrases, left_out


@given(texts())
def test_against_words(case):
    """Columns read and refuse what words do."""
    layout, text = case
    assert plain(text, layout) == by_words(text, layout)


@pytest.mark.parametrize("form", LAYOUTS)
def test_passed_over(form):
    """Multiword tokens and comments are no words."""
    first, _, rest = FILES[form].partition("\n")
    multiword = "\t".join(["1-2", *first.split("\t")[1:]])
    text = f"# text\n{multiword}\n{first}\n{rest}"
    assert plain(text, LAYOUTS[form]) == plain(FILES[form], LAYOUTS[form])
    assert plain(text, LAYOUTS[form]) is not None
    assert ColumnWords.of(ColumnText("file", 1, text), passes=True).row.tolist()[:2] == [2, 3]


def test_blanks_between_columns():
    """Lines without tabs have blanks between their columns; where anything is wrong nothing is read."""
    text = FILES["conll09"]
    blanks = text.replace("\t", "  ").replace("\n\n", "\n \t\n")
    assert plain(blanks, conll09.SHAPE) == plain(text, conll09.SHAPE)
    assert plain(text, conll09.SHAPE) is not None
    for old, new in (("run.01", "run.01\t"), ("1\t", "2\t")):  # a column more; ids out of order
        assert plain(text.replace(old, new), conll09.SHAPE) is None


def test_a_blank_before_a_hash():
    """A line is a comment if it begins with a hash, not with a blank."""
    with pytest.raises(InputError, match="id '#', but word 1 comes next"):
        add(RoleTable(), ColumnText("file", 1, " # text\n" + FILES["conll09"]), conll09.SHAPE)
