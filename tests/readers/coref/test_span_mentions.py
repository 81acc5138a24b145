"""Spans with ids as mentions."""

import io

from nerkit import io as nio
from nerkit import readers
from nerkit.readers.coref.span_mentions import of_spans


def test_ids_are_entities_of_the_corpus():
    """An id, NIL or not, is one entity in all documents; a mention without an id is an entity of its own."""
    text = (
        "d\t0\t1\tE1\nd\t3\t3\ne\t0\t0\tE1\ne\t2\t2\tNIL7\n"
        "d\t5\t5\tNIL7\t1\tPER\nd\t6\t6\t\t1\tPER\nd\t7\t7\n"
    )
    spans = readers.reader("span-tsv").read(nio.expand(io.StringIO(text)))
    mentions = of_spans(spans)
    names = [mentions.entities[code] for code in mentions.entity.tolist()]
    assert names == ["E1", "", "E1", "NIL7", "NIL7", "", ""]
    assert len(set(mentions.entity.tolist())) == len(mentions.entities) == 5
    assert mentions.corpus_wide
    assert mentions.documents == ["d", "e"]
    assert mentions.span.end.tolist() == [2, 4, 1, 3, 6, 7, 8]
    assert mentions.line.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert mentions.place(2) == "<stream>:3"


def test_no_spans():
    """A blank file has no mention."""
    spans = readers.reader("span-tsv").read(nio.expand(io.StringIO("\n")))
    assert len(of_spans(spans)) == 0
