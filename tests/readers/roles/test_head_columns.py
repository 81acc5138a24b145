"""Heads of arguments read by columns against the reading word by word."""

import numpy as np
import pytest
from cli.test_conversions import FILES
from hypothesis import given
from hypothesis import strategies as st

from nerkit.errors import InputError
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.roles import conll08, conll09, primesrl
from nerkit.readers.roles.head_columns import by_columns
from nerkit.readers.roles.role_heads import by_words

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


def plain(read):
    """Everything that was read, the phrases in the order in which they are kept."""
    rows = read.rows
    order = rows.phrases.order()
    columns = (rows.first, rows.line, rows.head, rows.word)
    names = (rows.name, rows.form, rows.deprel, rows.phrases.label.take(order))
    phrases = rows.phrases
    return (
        [column.tolist() for column in columns],
        [[column.value(row) for row in range(len(column.codes))] for column in names],
        np.stack([phrases.predicate, phrases.start, phrases.end, phrases.around])[:, order].tolist(),
        (read.comments, read.left_out),
    )


@given(texts())
def test_against_words(case):
    """What columns read, words read too; what words refuse, columns leave to them."""
    layout, text = case
    columns = by_columns(text, layout)
    try:
        words = by_words(ColumnText("file", 1, text), layout)
    except InputError:
        assert columns is None
        return
    if columns is not None:
        assert plain(columns) == plain(words)


@pytest.mark.parametrize("form", LAYOUTS)
def test_columns_read_what_is_plain(form):
    """Nothing but tabs and words as they should be; multiword tokens and comments are no obstacle."""
    text = FILES[form]
    assert by_columns(text, LAYOUTS[form]) is not None
    first, _, rest = text.partition("\n")
    multiword = "\t".join(["1-2", *first.split("\t")[1:]])
    read = by_columns(f"# text\n{multiword}\n{first}\n{rest}", LAYOUTS[form])
    assert read is not None
    assert read.rows.line.tolist() == [2, 3]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\t", " "),  # blanks between columns
        ("run.01", "run.01\t"),  # a column more
        ("1\t", "2\t"),  # ids out of order
    ],
)
def test_columns_leave_to_words(old, new):
    """Anything else is read word by word."""
    assert by_columns(FILES["conll09"].replace(old, new), conll09.SHAPE) is None
