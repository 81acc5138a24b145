"""Column files: what is read, and what is complained about."""

import io

import pytest

from nerkit import readers
from nerkit.corpora.tags import Tag
from nerkit.exceptions import InputError
from nerkit.io import Source, expand
from nerkit.readers.sample import Sample, recognises
from nerkit.readers.tags import bio


def read(text, column=None):
    data = text if isinstance(text, bytes) else text.encode()
    return bio.read([Source(io.BytesIO(data), "x.bio")], column)


def tags(tagged):
    return [tagged.tags.value(i) for i in range(len(tagged))]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
def test_newlines_and_bom_do_not_matter(newline, bom, end):
    """LF, CRLF, CR, a byte order mark and the end of the file change nothing."""
    tagged = read(
        bom + newline.join(["Jean B-PER", "dort O", "", "Paris B-LOC"]) + end.replace("\n", newline)
    )
    assert tagged.tokens() == ["Jean", "dort", "Paris"]
    assert tags(tagged) == [Tag("B", "PER"), Tag("O", None), Tag("B", "LOC")]
    assert tagged.first.tolist() == [0, 2]
    assert tagged.line.tolist() == [1, 4]


@pytest.mark.parametrize(
    "text",
    [
        "Jean NNP B-PER\ndort VB O\n",
        "Jean\tNNP\tB-PER\ndort\tVB\tO\n",
        "Jean   NNP  B-PER \n  dort VB\tO\n",
        "Jean\tNNP\tB-PER\t\ndort\tVB\tO\n   \n",
    ],
)
def test_columns_are_separated_by_tabs_or_blanks(text):
    """The first column is the token, the last the tag; runs of blanks separate once, trailing ones do not."""
    tagged = read(text)
    assert tagged.tokens() == ["Jean", "dort"]
    assert tags(tagged) == [Tag("B", "PER"), Tag("O", None)]


def test_tab_files_may_hold_blanks():
    """A tab file's tokens and tags may hold blanks and be empty."""
    tagged = read("New York\tB-place name\n\tO\n")
    assert tagged.tokens() == ["New York", ""]
    assert tags(tagged)[0] == Tag("B", "place name")


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("a B-PER", Tag("B", "PER")),
        ("a B_NP", Tag("B", "NP")),
        ("a B-Sous-titre", Tag("B", "Sous-titre")),
        ("a B", Tag("B", "_")),
        ("a PER-B", Tag("B", "PER")),
        ("a U-0", Tag("U", "0")),
    ],
)
def test_spellings_of_tags(text, tag):
    """Hyphen and underscore, prefix and suffix style, a bare letter."""
    assert tags(read(text)) == [tag]


def test_tags_may_hold_blanks_where_columns_differ():
    """After token and blank, `O` or a letter with a hyphen begins the tag; those with blanks are counted."""
    tagged = read("le B-Date et Lieu\njour I-Date et Lieu\nx O\n")
    assert tags(tagged) == [Tag("B", "Date et Lieu"), Tag("I", "Date et Lieu"), Tag("O", None)]
    assert "2 lines with a tag with blanks" in tagged.warnings[0]


def test_another_column_can_be_chosen():
    """Columns are counted from 1, or from the end."""
    text = "Jean B-NP B-PER x\ndort B-VP O x\n"
    assert tags(read(text, 2))[1] == Tag("B", "VP")
    assert tags(read(text, -2))[1] == Tag("O", None)


def test_two_columns_can_be_read_at_once():
    """Gold and system in the last two columns, with one text."""
    source = Source(io.BytesIO(b"a B-X B-Y\nb O B-Y\n"), "x")
    gold, system = bio.read_columns([source], (-2, -1))
    assert tags(gold) == [Tag("B", "X"), Tag("O", None)]
    assert tags(system) == [Tag("B", "Y"), Tag("B", "Y")]
    assert gold.text == system.text


@pytest.mark.parametrize(
    ("marks", "named", "names"),
    [
        (("-DOCSTART- -X- O", "-DOCSTART- -X- O"), False, ["1", "2"]),
        (("-DOCSTART- (947 EU)", "-DOCSTART- (948 UN)"), True, ["947 EU", "948 UN"]),
        (("# document = a", "# document_id b"), True, ["a", "b"]),
        (("# hipe2022:document_id = a", "# newdoc id = b"), True, ["a", "b"]),
        (("#begin document (wb/a); part 000", "#begin document (b)"), True, ["wb/a; part 000", "b"]),
    ],
)
def test_documents(marks, named, names):
    """A mark begins a document; its id is what follows, columns of fillers aside."""
    tagged = read(f"{marks[0]}\n\na x O\nb x O\n\n{marks[1]}\n\nc x B-X\n")
    assert (tagged.named, tagged.documents) == (named, names)
    assert tagged.document.tolist() == [0, 1]
    assert tagged.sizes().tolist() == [2, 1]


def test_tokens_before_the_first_mark_are_a_document():
    """They belong to a document of their own, and an empty document is one too."""
    tagged = read("a O\n\n-DOCSTART- O\n\n-DOCSTART- O\nb O\n")
    assert tagged.sizes().tolist() == [1, 0, 1]


def test_several_files_are_documents(write):
    """In a directory each file is a document called by its path below it."""
    write("d/a.bio", "a O\n")
    write("d/sub/b.bio", "b O\n\nc B-X\n")
    folder = write("d/c.bio", "").parent
    tagged = bio.read(expand(str(folder)))
    assert tagged.documents == ["a.bio", "c.bio", "sub/b.bio"]
    assert tagged.sizes().tolist() == [1, 0, 2]
    assert tagged.place(2).endswith("b.bio:3")


def test_comments_and_breaks():
    """`#` before a tag is a token, before anything else a comment; `-X-` ends a sentence."""
    tagged = read("# text = a b\na O\n# O\n-X- O\n- B-X\n")
    assert tagged.tokens() == ["a", "#", "-"]
    assert tagged.first.tolist() == [0, 2]
    assert tagged.warnings == ("x.bio: 1 line with a comment (line 1), skipped",)


@pytest.mark.parametrize("head", ["\n", "# a comment\n", "  \n"])
def test_more_blank_lines_and_comments_than_are_looked_at(head):
    """The columns are those of the first token, wherever it stands."""
    number = bio.LAYOUT + 5
    tagged = read(head * number + "Jean NNP B-PER\ndort VB O\n")
    assert tagged.tokens() == ["Jean", "dort"]
    assert tagged.line.tolist() == [number + 1]
    with pytest.raises(InputError, match=f"x.bio:{number + 2}:"):
        read(head * number + "Jean NNP B-PER\ndort O\n")


def test_long_files_are_read_in_blocks(monkeypatch):
    """Blocks of any size give the same corpus: sentences, documents and lines go on across their borders."""
    lines = [
        f"tok{i} {'B-X' if i % 5 == 0 else 'I-X' if i % 7 else 'O'}" if i % 9 else "" for i in range(400)
    ]
    lines[100] = "-DOCSTART- O"
    text = "\n".join(lines)
    whole = read(text)
    monkeypatch.setattr("nerkit.io.BLOCK", 64)
    monkeypatch.setattr("nerkit.io.HEAD", 64)
    parts = read(text)
    assert parts.tokens() == whole.tokens()
    assert tags(parts) == tags(whole)
    for name in ("first", "document", "line"):
        assert getattr(parts, name).tolist() == getattr(whole, name).tolist()


def test_a_column_that_is_not_there():
    """Its number is named."""
    with pytest.raises(InputError, match="there is no column 5, because lines have 2 columns"):
        read("a O\n", 5)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("a B-X\n\nb O\n", "bio"),
        ("a\t0\t5\tB-X\nb\t6\t7\tO\n", "bio"),
        ("doc\t0\t5\tB-X\t1.0\tPER\n", "span-tsv"),
        ("doc\t0\t5\tE1\t1\tO\ndoc\t6\t7\tE2\t1\tI\n", "span-tsv"),
        ("doc\t0\t5\ndoc\t6\t7\n", "span-tsv"),
        ("The prose of a book\nhas lines of many words\n", None),
        ("[NP The flight] leaves\n", "brackets"),
        ("a O\nb Q-X\nc O\n", "bio"),
    ],
)
def test_recognition(text, form):
    """Column files and span files are told apart by what is in them."""
    known = next((name for name in readers.BY_CONTENT if recognises(name, Sample(text))), None)
    assert known == form
    assert recognises("span-tsv", Sample(text)) == (form == "span-tsv") or form == "bio"


def test_nothing():
    """A blank file has no documents."""
    for text in ("", "\n \n"):
        tagged = read(text)
        assert (len(tagged), tagged.documents) == (0, [])
