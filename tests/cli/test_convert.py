"""`nerkit convert`: between schemes, spans and brackets."""

import pytest

BIO = "# a comment\nThe\tDT\tB-NP\nflight\tNN\tI-NP\nleaves\tVB\tO\n\nWe\tPR\tB-NP\nyou\tPR\tB-NP\n"
BRACKETS = "[NP The flight] leaves\n[NP We] [NP you]\n"
SPANS = "1\t0\t1\t\t\tNP\n1\t3\t3\t\t\tNP\n1\t4\t4\t\t\tNP\n"


@pytest.mark.parametrize(
    ("scheme", "tags"),
    [
        ("IOB1", "I-NP I-NP O I-NP B-NP"),
        ("IOB2", "B-NP I-NP O B-NP B-NP"),
        ("IOE1", "I-NP I-NP O E-NP I-NP"),
        ("IOE2", "I-NP E-NP O E-NP E-NP"),
        ("BIOES", "B-NP E-NP O S-NP S-NP"),
        ("BILOU", "B-NP L-NP O U-NP U-NP"),
        ("BMEWO", "B-NP E-NP O W-NP W-NP"),
        ("IO", "I-NP I-NP O I-NP I-NP"),
    ],
)
def test_schemes(run, write, scheme, tags):
    """Only the tags of a column file change; what a scheme cannot say is warned of."""
    write("x.bio", BIO)
    done = run("convert", "x.bio", "--scheme", scheme)
    assert done.code == 0
    lines = [line.split("\t") for line in done.out.split("\n") if "\t" in line]
    assert [line[-1] for line in lines] == tags.split()
    assert [line[:-1] for line in lines] == [
        line.split("\t")[:-1] for line in BIO.split("\n") if "\t" in line
    ]
    assert done.out.startswith("# a comment\n")
    lost = "warning: 1 chunk touching a chunk of the same type, which IO cannot separate\n"
    assert done.err == (lost if scheme == "IO" else "")


@pytest.mark.parametrize(
    ("text", "converted"),
    [
        ("a B_NP\nb I_NP\n", "a B_NP\nb E_NP\n"),
        ("a NP-B\nb NP-I\n", "a NP-B\nb NP-E\n"),
        ("a  B  \n\nb O\n", "a  S  \n\nb O\n"),
        ("le B-a b\njour I-a b\nx O\n", "le B-a b\njour E-a b\nx O\n"),
    ],
)
def test_the_spelling_stays(run, write, text, converted):
    """Delimiter, style and blanks are those of the file."""
    write("x.bio", text)
    assert run("convert", "x.bio", "--scheme", "BIOES").out == converted


def test_another_column(run, write):
    """The column of the tags can be named."""
    write("x.bio", "a B-X 1\nb I-X 2\n")
    assert run("convert", "x.bio", "--scheme", "IO", "--column", "2").out == "a I-X 1\nb I-X 2\n"


def test_spans_and_brackets(run, write):
    """BIO, span TSV and brackets say the same: any of them gives the others."""
    write("x.bio", BIO)
    write("x.tsv", SPANS)
    write("x.txt", BRACKETS)
    assert run("convert", "x.bio", "--to", "span-tsv").out == SPANS
    assert run("convert", "x.txt", "--to", "span-tsv").out == SPANS
    assert run("convert", "x.bio", "--to", "brackets").out == BRACKETS
    assert run("convert", "x.tsv", "--to", "brackets", "--tokens", "x.bio").out == BRACKETS
    plain = "The\tB-NP\nflight\tI-NP\nleaves\tO\n\nWe\tB-NP\nyou\tB-NP\n\n"
    assert run("convert", "x.txt").out == plain
    assert run("convert", "x.tsv", "--tokens", "x.txt").out == plain
    assert run("bio", "-g", "x.bio", "-s", "x.txt", "-b", "-q").out == "1.0\n"


def test_documents_keep_their_names(run, write):
    """Ids of documents go with the spans and come back."""
    write("x.bio", "# document a\n\nx B-X\n\n# document b\n\ny O\nz B-Y\n")
    spans = run("convert", "x.bio", "--to", "span-tsv").out
    assert spans == "a\t0\t0\t\t\tX\nb\t1\t1\t\t\tY\n"
    write("x.tsv", spans)
    back = run("convert", "x.tsv", "--tokens", "x.bio").out
    assert back == "# document a\n\nx\tB-X\n\n# document b\n\ny\tO\nz\tB-Y\n\n"


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ("1\t0\t1\t\t\tNP\n1\t1\t2\t\t\tNP\n", "error: x.tsv:2: a span that overlaps another span"),
        ("1\t2\t3\t\t\tNP\n", "error: x.tsv:1: a span across the end of a sentence"),
        ("1\t4\t5\t\t\tNP\n", "error: x.tsv:1: a span beyond the last token of its document"),
        ("1\t0\t0\n2\t0\t0\n", "error: x.tsv:2: a span in a document without tokens"),
    ],
)
def test_what_tags_cannot_hold(run, write, spans, message):
    """Nothing is dropped: the span is named."""
    write("x.bio", BIO)
    write("x.tsv", spans)
    done = run("convert", "x.tsv", "--tokens", "x.bio")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)


def test_spans_need_tokens(run, write):
    """Offsets have no text."""
    write("x.tsv", SPANS)
    assert "give the tokens with --tokens FILE" in run("convert", "x.tsv").err


def test_invalid_tags_are_said(run, write):
    """Tags that no scheme allows are decoded as conlleval does, with a warning."""
    write("x.bio", "a O\nb I-X\nc B-Y\nd B-X\n")
    done = run("convert", "x.bio", "--to", "brackets")
    assert done.out == "a [X b] [Y c] [X d]\n"
    assert done.err == (
        "warning: tags do not follow IOB2 in 1 place (the first: x.bio:2); nerkit "
        "decodes them as conlleval does\n"
    )


def test_output_goes_to_a_file(run, write, tmp_path):
    """-o writes the file."""
    write("x.txt", BRACKETS)
    assert run("convert", "x.txt", "-o", "y.bio").out == ""
    assert (tmp_path / "y.bio").read_text().startswith("The\tB-NP\n")


def test_a_blank_file_is_warned_of(run, write):
    """Nothing is converted, and not without a word; whatever it should become."""
    path = write("blank", "\n")
    for to in ("bio", "span-tsv", "penman", "conllx"):
        done = run("convert", path, "--to", to)
        assert (done.code, done.out.strip()) == (0, "")
        assert done.err == f"warning: {path}: the file is blank, so nerkit has nothing to convert\n"
