"""Clusters as JSON: every layout, every convention, every error."""

import gzip
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from listed import mentions_listed

from nerkit import io as nio
from nerkit import readers
from nerkit.readers.sample import Sample, recognises


def read(target):
    return readers.reader("coref-json").read(
        nio.expand(io.StringIO(target) if isinstance(target, str) else target)
    )


CLUSTERS = [[[0, 1], [3, 3]], [[2, 2]]]
EXPECTED = [(0, 2, "1"), (3, 4, "1"), (2, 3, "2")]
EXCLUSIVE = [[[0, 2], [3, 4]], [[2, 3]]]
NAMED = {"1": EXCLUSIVE[0], "2": EXCLUSIVE[1]}
BY_SENTENCE = [[[0, 0, 1], [1, 0, 0]], [[0, 2, 2]]]
SENTENCES = [["a", "b", "c"], ["d", "e"]]

LAYOUTS = [  # (a value, id of its document, mentions)
    ({"doc_key": "d", "sentences": SENTENCES, "clusters": CLUSTERS}, "d", EXPECTED),
    ({"doc_id": "d", "tokens": list("abcde"), "predicted_clusters": CLUSTERS}, "d", EXPECTED),
    ({"id": 7, "document": list("abcde"), "clusters": CLUSTERS}, "7", EXPECTED),
    ({"document_id": "d", "cased_words": list("abcde"), "span_clusters": EXCLUSIVE}, "d", EXPECTED),
    ({"doc_id": "d", "sentences": [[0, 3], [3, 5]], "words": list("abcde"), "coref": NAMED}, "d", EXPECTED),
    ({"id": "d", "text": "abcde", "clusters": EXCLUSIVE}, "d", EXPECTED),
    ({"clusters": CLUSTERS}, None, EXPECTED),
    ({"clusters": {"x": CLUSTERS[0], "y": CLUSTERS[1]}}, None, [(0, 2, "x"), (3, 4, "x"), (2, 3, "y")]),
    ({"x": CLUSTERS[0], "y": CLUSTERS[1]}, None, [(0, 2, "x"), (3, 4, "x"), (2, 3, "y")]),
    (CLUSTERS, None, EXPECTED),
    ({"d": CLUSTERS}, "d", EXPECTED),
    ({"d": {"clusters": CLUSTERS, "sentences": [3, 2]}}, "d", EXPECTED),
    ({"doc_key": "d", "sentences": SENTENCES, "clusters": BY_SENTENCE}, "d", EXPECTED),
    ([{"doc_key": "d", "clusters": CLUSTERS}], "d", EXPECTED),
    ([CLUSTERS], None, EXPECTED),
    ({"doc_key": "d", "clusters": []}, "d", []),
    ([], None, []),
]  # fmt: skip


@pytest.mark.parametrize(("value", "name", "expected"), LAYOUTS, ids=[json.dumps(e[0])[:60] for e in LAYOUTS])
@pytest.mark.parametrize("indent", [None, 1])
def test_layouts(value, name, expected, indent):
    """Each way to write a document gives half-open offsets and its id."""
    mentions = read(json.dumps(value, indent=indent))
    assert mentions_listed(mentions) == [(name or "1", *row) for row in expected]
    assert mentions.named is (name is not None)
    assert mentions.warnings == ()
    if value and list(value) != ["x", "y"]:  # which could be offsets of labels
        assert recognises("coref-json", Sample(json.dumps(value, indent=indent)))


def test_words_and_sentences():
    """Words are those of the sentences; where only their number is known there are no forms.

    Without any there are none.
    """
    text = json.dumps({"doc_key": "d", "sentences": SENTENCES, "clusters": CLUSTERS})
    mentions = read(text + "\n" + text.replace('"d"', '"e"', 1))
    assert mentions.words.form == list("abcde") * 2
    assert mentions.words.first.tolist() == [0, 5, 10]
    assert mentions.words.line.tolist() == [1] * 5 + [2] * 5
    assert mentions.sentence.tolist() == [0, 1, 0] * 2
    assert mentions.line.tolist() == [1] * 3 + [2] * 3
    sizes = read('{"sentences": [3, 2], "clusters": [[[4, 4]]]}')
    assert (sizes.words.form, sizes.words.first.tolist(), sizes.sentence.tolist()) == (None, [0, 5], [1])
    assert read("[[[4, 4]]]").words is None
    assert read("[[[4, 4]]]").sentence is None


def test_documents_of_a_file(write):
    """One a line, a list, an object of ids; in a folder those without an id are called after their file."""
    lines = "[[[0, 1]]]\n\n[]\n[[[2, 2], [4, 5]]]\n"
    assert mentions_listed(read(lines)) == [("1", 0, 2, "1"), ("3", 2, 3, "1"), ("3", 4, 6, "1")]
    assert read("[[[[0, 1]]], [[[2, 2]]]]").documents == ["1", "2"]
    assert read('{"a": [], "b": [[[2, 2]]]}').documents == ["a", "b"]
    write("f/a.json", b"\xef\xbb\xbf[[[0, 1]]]\r\n")
    path = write("f/b.json.gz", gzip.compress(b'[[[0, 1]]]\n{"doc_key": "x", "clusters": []}\n'))
    assert read(path.parent).documents == ["a", "b:1", "x"]


def test_predictions_go_before_the_clusters_they_are_for():
    """A file of predictions holds gold too; a warning says which are read."""
    text = '{"doc_key": "d", "clusters": [[[0, 1]]], "predicted_clusters": [[[2, 2]]]}'
    mentions = read(text)
    assert mentions_listed(mentions) == [("d", 2, 3, "1")]
    assert mentions.warnings == (
        "<stream>: 1 document whose 'clusters' are not read, because it has 'predicted_clusters'",
    )


def test_long_documents_are_recognised():
    """A document whose clusters are beyond the first text is known by its key."""
    text = json.dumps({"doc_key": "d", "sentences": [["word"] * 20_000], "clusters": []})
    assert recognises("coref-json", Sample(text[: nio.HEAD]))
    assert readers.sniff(nio.expand(io.StringIO(text)), readers.BY_CONTENT) == "coref-json"


@pytest.mark.parametrize("text", ['{"a": 1}', '{"clusters": [[[0, 1]', "[[0, 1]]"])
def test_json_where_mentions_are_expected(text):
    """Any JSON is read, and told what clusters look like, where only coreference is asked for."""
    only = ("conll-coref", "semeval", "corefud", "arrau", "coref-json", "span-tsv")
    assert readers.sniff(nio.expand(io.StringIO(text)), only) == "coref-json"


CLUSTER = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).map(sorted), min_size=1, max_size=4)


@given(st.lists(st.lists(CLUSTER, max_size=4), min_size=1, max_size=3), st.booleans())
def test_what_is_written_is_read(documents, apart):
    """Clusters come back as they were written, one document a line or all in an object."""
    named = {f"d{i}": clusters for i, clusters in enumerate(documents)}
    text = (
        "\n".join(json.dumps({"doc_key": name, "clusters": clusters}) for name, clusters in named.items())
        if apart
        else json.dumps({name: {"clusters": clusters} for name, clusters in named.items()})
    )
    assert mentions_listed(read(text)) == [
        (name, start, end + 1, str(i + 1))
        for name, clusters in named.items()
        for i, cluster in enumerate(clusters)
        for start, end in cluster
    ]
