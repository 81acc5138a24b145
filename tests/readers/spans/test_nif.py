"""NIF in Turtle."""

import pytest

from nerkit import readers
from nerkit.io import expand

HEAD = (
    "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
    "@prefix its: <http://www.w3.org/2005/11/its/rdf#> .\n"
)


def context(text, name="http://x/d1"):
    return f'<{name}#char=0,{len(text)}> a nif:Context ; nif:isString "{text}" .\n'


def phrase(start, end, text, more="", *, size=9):
    name = "http://x/d1"
    return (
        f"<{name}#char={start},{end}> a nif:Phrase ; nif:referenceContext <{name}#char=0,{size}> ;\n"
        f'  nif:beginIndex "{start}" ; nif:endIndex "{end}" ; nif:anchorOf "{text}" {more} .\n'
    )


def read(write, text):
    return readers.reading("nif", "spans")(expand(str(write("in.ttl", HEAD + text))))


def link(iri):
    return f"; its:taIdentRef <{iri}>"


@pytest.mark.parametrize(
    ("iri", "eid"),
    [
        ("http://www.wikidata.org/entity/Q42", "Q42"),
        ("https://www.wikidata.org/wiki/Q42", "Q42"),
        ("https://dbpedia.org/resource/S%C3%A3o_Paulo", "http://dbpedia.org/resource/São_Paulo"),
        ("http://dbpedia.org/resource/Anna\u200e", "http://dbpedia.org/resource/Anna"),
        ("http://aksw.org/notInWiki/Ann", "NIL/Ann"),
    ],
)
def test_ids(write, iri, eid):
    """Forms of an IRI that mean the same are one id, without asking anybody."""
    spans = read(write, context("Ann went.") + phrase(0, 3, "Ann", link(iri)))
    assert [spans.fields["eid"].value(row) for row in range(len(spans))] == [eid]


def test_documents_are_contexts(write):
    """Also those without phrases; a phrase may stand before its context; lines are those of phrases."""
    spans = read(write, phrase(0, 3, "Ann") + context("Ann went.") + context("Nobody", "http://x/d2"))
    assert spans.documents == ["http://x/d1", "http://x/d2"]
    assert (spans.start.tolist(), spans.end.tolist(), spans.line.tolist()) == ([0], [3], [3])
    assert spans.fields["eid"].value(0) is None


def test_a_phrase_without_a_link_is_nil_beside_others(write):
    """Type and confidence are read."""
    more = "; its:taClassRef <http://x/Person> ; its:taConfidence 0.5" + link("http://y/z")
    spans = read(write, context("Ann went.") + phrase(0, 3, "Ann", more) + phrase(4, 8, "went"))
    values = {name: [spans.fields[name].value(row) for row in range(2)] for name in ("eid", "type", "score")}
    assert values == {"eid": ["http://y/z", "NIL"], "type": ["http://x/Person", None], "score": [0.5, None]}


def test_several_links_are_the_ids_of_one_mention(write):
    """Also where their phrase is its context, or each link a statement of its own."""
    one = phrase(0, 3, "Ann", link("u:a"), size=3)
    for text in (
        phrase(0, 3, "Ann", link("u:a") + " , <u:b>", size=3),
        one + "<http://x/d1#char=0,3> its:taIdentRef <u:b> .\n",
    ):
        spans = read(write, context("Ann") + text)
        assert (len(spans), spans.any_id) == (1, True)
        assert [each.id for each in spans.candidates[0]] == ["u:a", "u:b"]


def test_a_phrase_that_is_described_twice_is_two_annotations(write):
    """Its place is said again, with another link."""
    text = phrase(0, 3, "Ann", link("u:a"), size=3) + phrase(0, 3, "Ann", link("u:b"), size=3)
    spans = read(write, context("Ann") + text)
    assert [spans.fields["eid"].value(row) for row in range(2)] == ["u:a", "u:b"]


def test_offsets_in_utf16_units_are_converted(write):
    """Where only these fit the texts of the phrases."""
    text = "😊 Ann go"
    spans = read(write, context(text) + phrase(3, 6, "Ann", size=8))
    assert (spans.start.tolist(), spans.end.tolist()) == ([2], [5])
    assert "1 document whose offsets were UTF-16 units converted to characters" in spans.warnings[0]
    plain = read(write, context(text) + phrase(2, 5, "Ann", size=8))
    assert (plain.start.tolist(), plain.warnings) == ([2], ())


def test_texts_that_do_not_fit_are_counted(write):
    """Offsets stay as they are."""
    spans = read(write, context("Ann went.") + phrase(0, 3, "Bob"))
    assert spans.warnings[0].endswith("1 phrase whose text differs from the text at the offsets")
