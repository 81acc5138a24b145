"""What `nerkit convert` writes says the same when it is read again, or nothing is written."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nerkit import readers
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError, UsageError
from nerkit.io import expand
from nerkit.readers.tags import token_spans
from nerkit.writers.convert import convert, convert_files

TARGETS = ("spacy", "prodigy", "label-studio", "doccano", "webanno", "brat", "span-tsv")
FOLDERS = ("webanno", "brat")
TEXTS = st.text(st.sampled_from('ab😊é \n\t_*|[]\\;->#"1'), min_size=1, max_size=14).filter(str.strip)
LABELS = st.sampled_from(["PER", "a|b", "x_y", "*", "_", "[1]", "é", "->", "a b", "{}"])
SAFE_LABELS = st.sampled_from(["PER", "x_y", "é"])  # what a type of brat can be


@st.composite
def corpora(draw):
    """Documents of spaCy: texts and spans, some with ids and scores."""
    documents = []
    for place in range(draw(st.integers(1, 3))):
        text = draw(TEXTS)
        spans = []
        for _ in range(draw(st.integers(0, 4))):
            start = draw(st.integers(0, len(text) - 1))
            span = {"start": start, "end": draw(st.integers(start + 1, len(text)))}
            span["label"] = draw(LABELS if draw(st.booleans()) else SAFE_LABELS)
            if draw(st.integers(0, 4)) == 0:
                span["kb_id"] = draw(st.sampled_from(["Q1", "wd:Q2"]))
            if draw(st.integers(0, 4)) == 0:
                span["score"] = draw(st.sampled_from([0.5, 0.25, 1.0]))
            spans.append(span)
        documents.append({"id": f"d{place}", "text": text, "ents": spans})
    return documents


def items(spans: Spans):
    """The annotations: document, offsets, label, id and score."""
    fields = [spans.fields.get(name) for name in ("type", "eid", "score")]
    return sorted(
        (
            spans.documents[spans.document[row]],
            int(spans.start[row]),
            int(spans.end[row]),
            *(repr((column.value(row) if column else None) or None) for column in fields),
        )
        for row in range(len(spans))
    )


def again(source, to, home):
    """What is read of a file that was converted to another format."""
    path = Path(home) / "out"
    if to in FOLDERS:
        for name, content in convert_files(str(source), to, "spacy")[0]:
            path.mkdir(exist_ok=True)
            (path / name).write_text(content, encoding="utf-8", newline="")
    else:
        path.write_text("".join(convert(str(source), to, "spacy")[0]), encoding="utf-8", newline="")
    return readers.reading(to, "spans")(readers.select(expand(str(path)), to))


@pytest.mark.parametrize("to", TARGETS)
@given(documents=corpora())
@example(documents=[{"id": "d0", "text": "a 😊b", "ents": [{"start": 2, "end": 3, "label": "PER"}]}])
def test_spans(to, documents):
    """Offsets, labels, ids and scores come back, or the format cannot hold one of them and says so."""
    with tempfile.TemporaryDirectory() as home:
        source = Path(home) / "in.jsonl"
        source.write_text("".join(json.dumps(each) + "\n" for each in documents), encoding="utf-8")
        before = readers.reading("spacy", "spans")(expand(str(source)))
        try:
            after = again(source, to, home)
        except UsageError as refusal:
            after = refusal
    if isinstance(after, UsageError):
        assert ("cannot hold" in str(after), allowed(to, documents)) == (True, True)
    else:
        assert items(after) == items(before)
        if to not in ("span-tsv", "webanno"):
            assert list(after.texts) == [each["text"] for each in documents]


def allowed(to, documents):
    """Whether there is something in the documents that a format cannot hold."""
    spans = [(span, each["text"]) for each in documents for span in each["ents"]]
    scores = any("score" in span for span, _ in spans)
    ids = any("kb_id" in span for span, _ in spans)
    at_blanks = any(text[span["start"]].isspace() or text[span["end"] - 1].isspace() for span, text in spans)
    reasons = {
        "doccano": scores or ids,
        "label-studio": ids,
        "brat": scores or any(" " in span["label"] for span, _ in spans),
        "webanno": scores or at_blanks,
    }
    return reasons.get(to, False)


@pytest.mark.parametrize("to", ["bio", "hf-datasets"])
@given(documents=corpora())
def test_tags(to, documents):
    """Of spans that tags can hold the words and labels come back, or it is said what they cannot hold."""
    spans = [(each["text"], span) for each in documents for span in each["ents"]]
    with tempfile.TemporaryDirectory() as home:
        source, path = Path(home) / "in.jsonl", Path(home) / "out"
        source.write_text("".join(json.dumps(each) + "\n" for each in documents), encoding="utf-8")
        try:
            path.write_text("".join(convert(str(source), to, "spacy")[0]), encoding="utf-8", newline="")
        except (UsageError, InputError) as error:
            refusal = str(error)
        else:
            refusal = ""
        if refusal:
            assert any(words in refusal for words in ("cannot hold", "without a token"))
            return
        tagged = readers.reader(to).read(expand(str(path)))
        after = token_spans.spans_of(tagged)
    texts = [after.texts[document] for document in after.document]
    written = [text[a:b].split() for text, a, b in zip(texts, after.start, after.end, strict=True)]
    labels = [after.fields["type"].value(row) for row in range(len(after))]
    expected = sorted((text[span["start"] : span["end"]].split(), span["label"]) for text, span in spans)
    # a token that is cut where a span begins or ends is two, so blanks do not count
    assert sorted(("".join(words), label) for words, label in zip(written, labels, strict=True)) == sorted(
        ("".join(words), label) for words, label in expected
    )
    assert not any("score" in span or "kb_id" in span for _, span in spans)
