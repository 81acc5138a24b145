"""Tagged text as Nerval reads it: texts, entities, what is an error."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.exceptions import InputError
from nerkit.io import Source, expand
from nerkit.readers.texts import noisy_bio


def read(*texts):
    return noisy_bio.read([Source(io.BytesIO(text.encode()), f"f{i}") for i, text in enumerate(texts)])


def entities(text):
    """(text, type) of every entity, in order of their beginnings."""
    corpus = read(text)
    spans = corpus.spans
    return [
        (corpus.texts[0][start:end], spans.fields["type"].value(row))
        for row, (start, end) in enumerate(zip(spans.start, spans.end, strict=True))
    ]


def tagged(tags):
    """A file of the words a, b, c … with these tags."""
    return "".join(f"{chr(97 + i)} {tag}\n" for i, tag in enumerate(tags.split()))


def test_words_are_joined_by_one_space():
    """The text is the words and single spaces, and offsets are characters of it."""
    corpus = read("Tolkien B-PER\nwas O\n\na O\nwriter B-OCC\n")
    assert corpus.texts == ["Tolkien was a writer"]
    assert entities("Tolkien B-PER\nwas O\na O\nwriter B-OCC\n") == [("Tolkien", "PER"), ("writer", "OCC")]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("B-P I-P O", [("a b", "P")]),
        ("B-P B-P", [("a", "P"), ("b", "P")]),
        ("S-P U-P B-P E-P B-P M-P L-P", [("a", "P"), ("b", "P"), ("c d", "P"), ("e f g", "P")]),
        ("I-P I-P O I-P", [("a b", "P"), ("d", "P")]),  # orphans begin
        ("B-P I-L", [("a", "P"), ("b", "L")]),
        ("B-P E-P I-P", [("a b", "P"), ("c", "P")]),  # E has closed it
        ("B-P B-L I-P", [("a b c", "P"), ("b", "L")]),  # nested
        ("B-P B-L I-L B-O I-P O I-P", [("a b c d e", "P"), ("b c", "L"), ("d", "O"), ("g", "P")]),
        ("B-P B-L I-P I-L", [("a b c", "P"), ("b", "L"), ("d", "L")]),  # the inner one is over
        ("B-P B-L B-P I-P", [("a", "P"), ("b", "L"), ("c d", "P")]),  # the outer one is over
        ("B-P S-L I-P", [("a b c", "P"), ("b", "L")]),
        ("", []),
    ],
)
def test_decoding(tags, expected):
    """Inside tags continue what is open, resume an outer entity, or begin one."""
    assert entities(tagged(tags)) == expected


def test_orphans_are_counted():
    """A warning says how many inside tags began an entity; those that resume an outer one did not."""
    assert read(tagged("I-P O B-P B-L I-P")).warnings == (
        "f0: 1 inside tag without an open entity of the type, read as the beginning of an entity",
    )


@pytest.mark.parametrize(
    ("line", "type_"),
    [
        ("x B-Date et Lieu", "Date et Lieu"),
        ("x\tB-P", "P"),
        ("x NN B-NP B-P", "P"),  # further columns: the last one is the tag
        ("x B-a-b", "a-b"),
        ("x  B-P ", "P"),
        ("x B-", ""),
        ("x B-O", "O"),
    ],
)
def test_what_is_the_tag(line, type_):
    """All that follows the first blank if it is a tag, else the last column."""
    assert entities(line + "\n") == [("x", type_)]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_newlines_blank_lines_and_byte_order_marks(ending):
    """Every newline ends a line; blank lines and a BOM are no text."""
    text = "\ufeff" + ending.join(["a B-P", "", "   ", "b I-P"])
    assert entities(text) == [("a b", "P")]


LINES = st.tuples(
    st.sampled_from(["a", "bc", "\u00e9", "\U0001f600x", "\u00a0", ""]),
    st.sampled_from([" ", "\t", "  ", ""]),
    st.sampled_from(["O", "O ", "B-P", "I-P", "B-a  b", "NN B-P", "B-\u00e9", "B-" + "t" * 300, "Q", ""]),
).map("".join)


@given(st.lists(LINES | st.sampled_from(["a O", "b B-P", "\u00e9t\u00e9 I-P", ""]), max_size=8))
def test_words_stand_where_the_text_has_them(lines):
    """The places of words in the text, and the numbers of their lines."""
    filled = [(number, line.replace("\t", " ")) for number, line in enumerate(lines, 1) if line.strip()]
    try:
        corpus = read("\n".join(lines))
    except InputError:
        return
    places = zip(corpus.tokens.start, corpus.tokens.end, strict=True)
    assert [corpus.texts[0][start:end] for start, end in places] == [
        line.partition(" ")[0] for _, line in filled
    ]
    assert corpus.tokens.line.tolist() == [number for number, _ in filled]


def test_files_of_a_directory_are_documents_with_names(write, tmp_path):
    """Names below the directory are ids; a file that was named itself has none."""
    write("d/x/a.bio", "a B-P\n")
    corpus = noisy_bio.read(expand(tmp_path / "d"))
    assert (corpus.named, corpus.documents) == (True, ["x/a"])
    assert not noisy_bio.read(expand(tmp_path / "d/x/a.bio")).named


def test_documents_in_one_place_follow_each_other():
    """Two documents filed under one keep their own offsets."""
    corpus = read("ab B-P\n", "c O\nd B-L\n")
    joined = corpus.in_documents(["both"], corpus.spans.document[:1] * 0 + [0, 0])
    assert joined.texts == ["abc d"]
    assert list(zip(joined.spans.start, joined.spans.end, strict=True)) == [(0, 2), (4, 5)]
