"""Tagged tokens in CSV."""

import io

import pytest

from nerkit.io import expand
from nerkit.readers.sample import Sample, recognises
from nerkit.readers.tags import bio, csv_tags

KAGGLE = (
    'Sentence #,Word,POS,Tag\nSentence: 1,Tolkien,NNP,B-per\n,left,VBD,O\n,"Oxford, UK",NNP,B-geo\n'
    'Sentence: 2,He,PRP,O\n,"""",``,O\n,",",",",O\n'
)
COLUMNS = 'Tolkien\tB-per\nleft\tO\nOxford, UK\tB-geo\n\nHe\tO\n"\tO\n,\tO\n'


def read(text, **options):
    return csv_tags.SHAPE.read(expand(io.StringIO(text)), **options)


def test_kaggle():
    """The sentence is filled in its first row only; words may be commas and quotes."""
    tagged, columns = read(KAGGLE), bio.read(expand(io.StringIO(COLUMNS)))
    assert recognises("csv-tags", Sample(KAGGLE))
    assert tagged.tokens() == columns.tokens()
    assert tagged.first.tolist() == columns.first.tolist() == [0, 3]
    assert tagged.line.tolist() == [2, 5]
    assert [tagged.tags.value(i) for i in range(6)] == [columns.tags.value(i) for i in range(6)]


@pytest.mark.parametrize(
    "text",
    [
        KAGGLE.replace("\n,", "\nSentence: 1,", 2).replace("\n,", "\nSentence: 2,"),  # in every row
        'token;ner_tag\nTolkien;B-per\nleft;O\nOxford, UK;B-geo\n\nHe;O\n"""";O\n,;O\n',
        'Tag\tToken\nB-per\tTolkien\nO\tleft\nB-geo\tOxford, UK\n\nO\tHe\nO\t""""\nO\t,\n',
    ],
)
def test_other_forms(text):
    """Sentences in every row, or divided by blank lines; any delimiter and order."""
    tagged = read(text)
    assert recognises("csv-tags", Sample(text))
    assert tagged.tokens() == read(KAGGLE).tokens()
    assert tagged.first.tolist() == [0, 3]


def test_documents():
    """A column of documents names them, and ends sentences; their rows stand together."""
    head = "doc_id,sentence_id,word,tag\n"
    tagged = read(head + "a,1,x,O\na,2,y,B-P\nb,2,z,O\n")
    assert (tagged.documents, tagged.document.tolist(), tagged.named) == (["a", "b"], [0, 0, 1], True)
    with pytest.raises(Exception, match="the rows of the document 'a' are not together"):
        read(head + "a,1,x,O\nb,1,y,O\na,2,z,O\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (KAGGLE + ",x,NNP,per\n", "x.csv:8:8: tag 'per' has no known prefix"),
        (KAGGLE + ",,NNP,O\n", "x.csv:8:2: the row has no word"),
        (KAGGLE + ",a,O\n", "x.csv:8:5: 3 cells where the first line names 4"),
        ("a,b\nx,B-PER\n", "CSV without a column of words, tags (it has a, b)"),
    ],
)
def test_errors(run, write, text, message):
    """File, line and column; exit 2, no score."""
    write("x.csv", text)
    done = run("bio", "-g", "x.csv", "x.csv")
    assert (done.code, done.out, message in done.err) == (2, "", True), done.err


def test_the_column_that_is_asked_for(run, write):
    """By its name or number, also where no column is called so."""
    write("x.csv", "a,b,c\nTolkien,B-PER,O\nleft,O,O\n")
    assert run("bio", "-g", "x.csv", "x.csv", "--column", "b", "-f", "jsonl").out.count('"cor": 1') == 1
    assert run("bio", "-g", "x.csv", "x.csv", "--column", "-2", "-b").out == "1.0\n"
    assert (
        "the CSV has no column 'z'; its columns are a, b, c"
        in run("bio", "-g", "x.csv", "x.csv", "--column", "z").err
    )
