"""AIDA-CoNLL."""

from nerkit import readers
from nerkit.io import expand

TEXT = (
    "-DOCSTART- (1 EU)\nEU\tB\tEU\t--NME--\nrejects\nGerman\tB\tGerman call\tGermany\thttp://x/Germany\t11867\n"
    "call\tI\tGerman call\tGermany\thttp://x/Germany\t11867\n\nS\\u00e3o\tB\tS\tS\\u00e3o\n\n"
    "-DOCSTART- (2 Rare)\nno\n"
)


def read(write, text):
    return readers.reading("aida", "spans")(expand(str(write("in.tsv", text))))


def test_mentions_with_their_entities(run, write):
    """Tokens are joined by blanks, sentences by the ends of lines; what has no entity is NIL."""
    spans = read(write, TEXT)
    assert spans.documents == ["1 EU", "2 Rare"]
    assert spans.texts == ["EU rejects German call\nS\\u00e3o", "no"]
    assert list(zip(spans.start.tolist(), spans.end.tolist(), spans.line.tolist(), strict=True)) == [
        (0, 2, 2), (11, 22, 4), (23, 31, 7)
    ]  # fmt: skip
    assert [spans.fields["eid"].value(row) for row in range(3)] == ["NIL", "Germany", "São"]
    done = run("evaluate", "-g", "in.tsv", "-s", "in.tsv", "-m", "strong_link_match", "-m", "weak_nil_match")
    assert [line.split()[-3:] for line in done.out.splitlines()[1:]] == [["2"] * 3, ["1"] * 3]
