"""Entities marked in the text."""

import re

import pytest
from growth import counting, exponent
from hypothesis import given
from hypothesis import strategies as st

from nerkit import readers
from nerkit.corpora.spans import check_markup
from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers.texts import inline
from nerkit.readers.texts.inline import notation_of, parse


def read(target, form):
    """The corpus in a path or an open file."""
    return readers.reader(form).read(readers.select(expand(target), form))


def entities(parsed):
    return [(parsed.text[e.start : e.end], e.label) for e in parsed.entities]


@pytest.mark.parametrize(
    ("notation", "raw", "text", "found"),
    [
        ("tags", "<PER>Tolkien</PER> was.", "Tolkien was.", [("Tolkien", "PER")]),
        (
            "tags",
            "<ORG>University of <LOC>Oxford</LOC></ORG><PER>X</PER>",
            "University of OxfordX",
            [("University of Oxford", "ORG"), ("Oxford", "LOC"), ("X", "PER")],
        ),
        ("tags", 'a <ENAMEX TYPE="PERSON" id=3>Tolkien</ENAMEX>', "a Tolkien", [("Tolkien", "PERSON")]),
        ("tags", "in <LOC> Oxford </LOC>.", "in  Oxford .", [("Oxford", "LOC")]),
        ("tags", "1 < 2 and a<b [PER] <3 >", "1 < 2 and a<b [PER] <3 >", []),
        ("brackets", "[Tolkien](PER) was.", "Tolkien was.", [("Tolkien", "PER")]),
        (
            "brackets",
            "[[Oxford](LOC) University](ORG) [1] [x](http://y) [z",
            "Oxford University [1] [x](http://y) [z",
            [("Oxford University", "ORG"), ("Oxford", "LOC")],
        ),
        ("labels", "Tolkien [PER] was.", "Tolkien was.", [("Tolkien", "PER")]),
        ("labels", "Tolkien[PER], was [sic].", "Tolkien, was [sic].", [("Tolkien", "PER")]),
        (
            "labels",
            "In Oxford. J. R. R. Tolkien [PER] Edith Bratt [PER] saw (the hobbit [WORK])",
            "In Oxford. J. R. R. Tolkien Edith Bratt saw (the hobbit)",
            [("J. R. R. Tolkien", "PER"), ("Edith Bratt", "PER"), ("hobbit", "WORK")],
        ),
        (
            "labels",
            "The\nHobbit [WORK] Dr. Who [PER]",
            "The\nHobbit Dr. Who",
            [("Hobbit", "WORK"), ("Dr. Who", "PER")],
        ),
    ],
)
def test_markup_is_taken_out_and_entities_stand_in_what_remains(notation, raw, text, found):
    """Entities nest; their ends have no blanks; what is not of the notation is text."""
    parsed = parse(raw, notation)
    assert (parsed.text, entities(parsed), parsed.defects) == (text, found, [])


@pytest.mark.parametrize(
    ("notation", "raw", "text", "found", "problems"),
    [
        ("tags", "<A>x", "<A>x", [], [(0, "the tag <A> is not closed")]),
        ("tags", "x</A>", "x</A>", [], [(1, "the tag </A> closes nothing")]),
        (
            "tags",
            "<A>x<B>y</A>z</B>",
            "x<B>yz</B>",
            [("x<B>y", "A")],
            [(4, "the tag <B> is not closed before </A>"), (13, "the tag </B> closes nothing")],
        ),
        (
            "tags",
            "<A> </A><br/>",
            "<A> </A><br/>",
            [],
            [(0, "the entity has no text"), (8, "the tag <br/> has no text")],
        ),
        (
            "brackets",
            "x](PER) [y](PER",
            "x](PER) [y](PER",
            [],
            [(1, "the label (PER) closes nothing"), (10, "not closed")],
        ),
        ("brackets", "[](PER)", "[](PER)", [], [(0, "the entity has no text")]),
        (
            "labels",
            "[PER] x , [PER]",
            "[PER] x , [PER]",
            [],
            [(0, "the label [PER] follows no word"), (9, "follows no word")],
        ),
    ],
)
def test_markup_that_does_not_fit_stays_text(notation, raw, text, found, problems):
    """It is noted where it stands; what fits around it is read."""
    parsed = parse(raw, notation)
    assert (parsed.text, entities(parsed)) == (text, found)
    assert [at for at, _ in parsed.defects] == [at for at, _ in problems]
    assert all(part in problem for (_, problem), (_, part) in zip(parsed.defects, problems, strict=True))


PIECES = st.sampled_from(["a", " ", "\n", "B", "<X>", "</X>", "<Y>", "</Y>", "[", "](X)", "]", " [X]"])


@given(st.lists(PIECES, max_size=12).map("".join), st.sampled_from(["tags", "brackets", "labels"]))
def test_any_text_can_be_read(raw, notation):
    """Entities are never empty or padded, lie in the text, and only markup is taken out of it."""
    parsed = parse(raw, notation)
    for entity in parsed.entities:
        inner = parsed.text[entity.start : entity.end]
        assert inner
        assert inner == inner.strip()
    rest = iter(raw)
    assert all(letter in rest for letter in parsed.text)
    assert parse(parsed.text, notation).text == parsed.text or parsed.defects or notation != "tags"


def test_a_side_is_in_the_notation_of_most_of_its_entities(write, tmp_path):
    """Files among others are known by their paths without suffix."""
    write("out/a.txt", "[Tolkien](PER) met [Edith](PER) <b>there</b> in [Oxford](LOC).")
    write("out/sub/b.md", "Nobody [PER].")
    corpus = read(tmp_path / "out", "inline")
    assert corpus.texts == ["Tolkien met Edith <b>there</b> in Oxford.", "Nobody [PER]."]
    assert corpus.documents == ["a", "sub/b"]
    assert corpus.spans.start.tolist() == [0, 12, 34]
    assert corpus.named
    assert notation_of(["A [PER] <x>b</x>"]) == "tags"


def test_defects_are_a_warning_and_in_gold_an_error(write):
    """The reader counts them; `check` raises the first with its place."""
    corpus = read(write("gold.txt", "Tolkien <PER>Edith</PER>\nand <LOC>Oxford.\n</PER>"), "inline")
    assert [w.partition(": ")[2] for w in corpus.warnings] == [
        "2 pieces of markup without a partner, kept as text"
    ]
    assert corpus.spans.line.tolist() == [1]
    with pytest.raises(InputError, match="the tag <LOC> is not closed") as raised:
        check_markup(corpus)
    assert (raised.value.line, raised.value.column, raised.value.text) == (2, 5, "and <LOC>Oxford.")
    check_markup(read(write("good.txt", "<PER>Edith</PER>"), "inline"))


def test_how_many_beginnings_were_taken_is_said(write):
    """Nothing in this notation says where an entity of several words begins."""
    corpus = read(write("a.txt", "Edith Bratt [PER] and Tolkien [PER]"), "inline")
    assert "1 entity at the first capitalised word" in corpus.warnings[0]
    assert not corpus.named


def test_too_many_entities_inside_one_another_are_an_error(write, monkeypatch):
    """On either side; as many one after the other, or unclosed tags, are none."""
    monkeypatch.setattr(inline, "DEEPEST_TAGS", 3)
    deep = "<A>a " * 3 + "</A>" * 3
    assert len(read(write("deep", deep + deep), "inline")) == 6
    assert len(read(write("unclosed", "<A>a</A>" + "<A>b " * 9), "inline")) == 1
    with pytest.raises(InputError, match="more than 3 nested entities") as error:
        read(write("deeper", "x\n" + "<A>a " * 4 + "</A>" * 4), "inline")
    assert (error.value.line, error.value.column) == (2, 16)


@pytest.mark.parametrize("piece", ["<A>b ", "[b](A ", "b [A] ", "[b](A) ", "</A> ", "<A/> "])
def test_markup_of_any_number_is_scanned_once(piece, monkeypatch):
    """What is found grows with the text: pieces that fit, and those that do not."""
    work, sizes = [], (500, 1_000, 2_000, 4_000)
    searched = counting(monkeypatch, inline.re, "finditer", lambda _, text, *__: len(text))
    for size in sizes:
        parsed = parse("<A>a</A> [a](A) " + piece * size, notation_of(["<A>a</A>" + piece * size]))
        work.append(len(parsed.entities) + len(parsed.defects) + sum(searched) + len(parsed.text))
        searched.clear()
    assert exponent(sizes, work) < 1.1


TEI = (
    '<?xml version="1.0"?>\n<!-- a <p>note</p> -->\n<TEI xmlns="http://www.tei-c.org/ns/1.0">'
    ""
    ""
    ""
    ""
    ""
    ""
    "<teiHeader><title>Letters</title><persName>Nobody</persName></teiHeader><text><body>{}</body></text></TEI>"
)
PIECES = st.lists(
    st.tuples(
        st.sampled_from(["persName", "placeName", "orgName", "date", "hi", "foreign", "seg", None]),
        st.sampled_from(
            ["Tolkien", "the <lb/>old man", "<hi>O</hi>xford", "Smith &amp; Sons", "3&#160;June"]
        ),
        st.sampled_from([" ", "<lb/> ", "</p>\n<p>", "</p></div><div><head>I</head> <p>"]),
    ),
    max_size=6,
)
SHOWN = {"the <lb/>old man": "the old man", "<hi>O</hi>xford": "Oxford", "Smith &amp; Sons": "Smith & Sons"}


@given(PIECES, st.sampled_from(["", "tei:"]))
def test_entities_of_tei(pieces, prefix):
    """Elements of names and dates are entities, all others are taken out, and so are header and comments."""
    text = "".join(
        f"left {inside}{after}"
        if name is None
        else f"left <{prefix}{name} n='1'>{inside}</{prefix}{name}>{after}"
        for name, inside, after in pieces
    )
    parsed = parse(TEI.format(f"<div><p>{text}</p></div>"), "tags")
    expected = [
        (name, SHOWN.get(inside, inside).replace("&#160;", "\xa0"))
        for name, inside, _ in pieces
        if name in ("persName", "placeName", "orgName", "date")
    ]
    assert [(one.label, parsed.text[one.start : one.end]) for one in parsed.entities] == expected
    assert not parsed.defects
    assert not re.search("[<>]|Nobody|note|amp;", parsed.text)


def test_types_of_tei(write):
    """Names and referring strings have their type as label; what is not closed is a defect."""
    inside = (
        '<p><name type="person">Ann</name> met <rs>her</rs> <persName type="birth">Bo</persName> <date>x</p>'
    )
    corpus = read(write("a.xml", TEI.format(inside)), "inline")
    types = corpus.spans.fields["type"]
    assert [types.value(row) for row in range(3)] == ["person", "rs", "persName"]
    assert "1 piece of markup without a partner" in corpus.warnings[0]


@pytest.mark.parametrize("names", ["doc s", "corpus text", "TimeML", "div p", "x"])
def test_documents_with_structure(write, names):
    """Elements that divide a text, and one around all others, are no entities."""
    outer, *inner = names.split()
    sentences = ["<PER>Ann</PER> left <LOC>Rome</LOC>.", "He saw <LOC>Oslo</LOC>."]
    within = "\n".join(f"<{inner[0]}>{one}</{inner[0]}>" if inner else one for one in sentences)
    with pytest.raises(InputError, match=f"not entities: {', '.join(names.split())}\n") as error:
        read(write("a.xml", f"<?xml version='1.0'?>\n<{outer}>{within}</{outer}>\n"), "inline")
    assert (error.value.line, error.value.column) == (2, 1)
    assert "if PER, LOC are entities" in error.value.remedy
    assert len(read(write("b.txt", "\n".join(sentences)), "inline")) == 3
