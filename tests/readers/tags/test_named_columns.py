"""Columns that are called by their names: in tabs, commas and blanks."""

import io

import pytest

import nerkit
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.tags import bio


def read(text, column):
    return bio.read([Source(io.BytesIO(text.encode()), "x.tsv")], column)


@pytest.mark.parametrize(
    "text",
    [
        "TOKEN\tNE\tMISC\nBern\tB-loc\t_\nis\tO\tx\n",
        "\n\nNE\tToken\tMISC\nB-loc\tBern\t_\nO\tis\tx\n",
        "Sentence #,Word,POS,NE\n1,Bern,NNP,B-loc\n,is,VBZ,O\n",
        "word   NE  x\nBern  B-loc  _\nis    O    _\n",
        "other,NE\r\nBern,B-loc\r\nis,O\r\n",
    ],
)
def test_a_column_is_called_by_its_name(text):
    """Words are in the column of their name, else in the first."""
    tagged = read(text, "NE")
    assert len(tagged.tags.codes) == 2
    assert bytes(tagged.text).split() == [b"Bern", b"is"]
    assert [str(tag) for tag in tagged.tags.values] == [
        str(tag) for tag in read("a B-loc\nb O\n", 2).tags.values
    ]


def test_quoted_cells():
    """A comma, and a quote that is doubled."""
    tagged = read('w,NE\n",",O\n"""",B-x\n"a ""b""",I-x\n', "NE")
    assert bytes(tagged.text).split(b"\n")[:3] == [b",", b'"', b'a "b"']


def test_a_blank_file_has_no_tokens():
    """It has no names either."""
    assert len(read("\n\n", "NE").tags.codes) == 0


def test_sentences_and_lines_are_those_of_the_file():
    """Blank lines divide; the line of the names counts."""
    tagged = read("T\tNE\na\tB-x\n\nb\tO\n", "NE")
    assert tagged.line.tolist() == [2, 4]


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("TOKEN\tNE-COARSE-LIT\na\tO\n", "NE-COARS-LIT", "x.tsv:1:1: no column 'NE-COARS-LIT'; did you mean"),
        ("\nT,NE\na,O\n", "X", "x.tsv:2:1: no column 'X'"),
        ('T,NE\n"a,O\n', "NE", "x.tsv:2:1: quotes are not closed"),
        ('T,NE\n"a"b,O\n', "NE", "x.tsv:2:1: quotes are not closed, or text follows them"),
        ('"T,NE\na,O\n', "NE", "x.tsv:1:1: quotes are not closed"),
        ("T\tNE\na\tperson\n", "NE", "x.tsv:2:3: tag 'person'"),
    ],
)
def test_bad_input(text, column, problem):
    """Columns that are not there are named, with those that are."""
    with pytest.raises(InputError) as refused:
        read(text, column)
    assert problem in str(refused.value)


def test_hipe_files_are_tags_too(write):
    """One column of a file of HIPE's gives what its own measure gives."""
    header = "TOKEN\tNE-COARSE-LIT\tNEL-LIT\tMISC\n"
    gold = write("g.tsv", header + "# document_id = d1\na\tB-x\t_\t_\nb\tI-x\t_\t_\nc\tB-y\t_\t_\n")
    system = write("s.tsv", header + "# document_id = d1\na\tB-x\t_\t_\nb\tO\t_\t_\nc\tB-y\t_\t_\n")
    tags = nerkit.evaluate(gold, system, task="bio", column="NE-COARSE-LIT")["chunk"]
    columns = nerkit.evaluate(gold, system, preset="hipe")["NE-COARSE-LIT/strict"]
    assert (tags.p_num, tags.p_den, tags.r_den) == (columns.p_num, columns.p_den, columns.r_den) == (1, 2, 2)


def test_parts_of_a_file(write):
    """Shards know the names of the first line."""
    rows = "".join(f"w{i},B-x\n\nv{i},O\n" for i in range(400))
    gold, system = write("g.csv", "T,NE\n" + rows), write("s.csv", "T,NE\n" + rows.replace("w7,B-x", "w7,O"))
    whole = nerkit.evaluate(gold, system, task="bio", column="NE")
    parts = nerkit.evaluate(gold, system, task="bio", column="NE", shard_size="1kB")
    assert whole.to_dict()["rows"] == parts.to_dict()["rows"]
    assert whole["chunk"].r_den == 400
