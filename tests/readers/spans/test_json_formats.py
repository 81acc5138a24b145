"""What spaCy, Prodigy and Label Studio JSON have in common: recognition, offsets, scoring."""

import io
import json

import pytest
from tries import each

from nerkit import readers
from nerkit.evaluation.public import read
from nerkit.exceptions import InputError
from nerkit.readers.sample import Sample, recognises

TEXT = "Tolkien was born in Bloemfontein."
ENTS = [{"start": 0, "end": 7, "label": "PER"}, {"start": 20, "end": 32, "label": "LOC"}]
SPACY = {"text": TEXT, "ents": ENTS}
PRODIGY = {"text": TEXT, "_input_hash": 7, "_task_hash": 8, "spans": ENTS, "answer": "accept"}
RESULT = [
    {"type": "labels", "value": {"start": e["start"], "end": e["end"], "labels": [e["label"]]}} for e in ENTS
]
STUDIO = {"id": 1, "data": {"text": TEXT}, "annotations": [{"id": 5, "result": RESULT}]}
MINIMAL = {
    "id": 1,
    "text": TEXT,
    "label": [{"start": e["start"], "end": e["end"], "labels": [e["label"]]} for e in ENTS],
    "annotation_id": 5,
}
FORMATS = {"spacy": SPACY, "prodigy": PRODIGY, "label-studio": STUDIO}
DOCUMENTS = {**FORMATS, "pair": [TEXT, {"entities": [[0, 7, "PER"], [20, 32, "LOC"]]}], "minimal": MINIMAL}
NAMES = {"pair": "spacy", "minimal": "label-studio"}


def lines(*documents):
    return "".join(json.dumps(document) + "\n" for document in documents)


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("layout", ["line", "list", "indented"])
def test_recognised_by_content_in_every_layout(name, layout):
    """JSONL, a list and indented JSON are known by what they hold, and read the same."""
    document = DOCUMENTS[name]
    text = {
        "line": lines(document, document),
        "list": json.dumps([document, document]),
        "indented": json.dumps([document, document], indent=2),
    }[layout]
    known = [form for form in readers.BY_CONTENT if recognises(form, Sample(text))]
    assert known[0] == NAMES.get(name, name)
    if name == "minimal":
        text = json.dumps([document, {**document, "id": 2}])
    spans = read(io.StringIO(text))
    assert (spans.document.tolist(), spans.start.tolist()) == ([0, 0, 1, 1], [0, 20, 0, 20])
    assert [spans.fields["type"].value(i) for i in range(2)] == ["PER", "LOC"]


@pytest.mark.parametrize("name", FORMATS)
def test_recognised_with_a_text_longer_than_recognition_sees(name):
    """The first document may be cut off."""
    document = json.loads(json.dumps(FORMATS[name]))
    (document.get("data") or document)["text"] = TEXT + "x" * 100_000
    assert len(read(io.StringIO(json.dumps([document])))) == 2


def place_of(name, start, end):
    """The document with these offsets in its second span."""
    document = json.loads(json.dumps(DOCUMENTS[name]))
    if name == "label-studio":
        document["annotations"][0]["result"][1]["value"] |= {"start": start, "end": end}
    elif name == "minimal":
        document["label"][1] |= {"start": start, "end": end}
        document["id"] = 2
    elif name == "pair":
        document[1]["entities"][1][:2] = start, end
    else:
        document.get("ents", document.get("spans"))[1] |= {"start": start, "end": end}
    return document


@each("name", DOCUMENTS)
@each(
    "start, end, problem, at",
    [
        (5, 5, "end 5 is not after start 5", "end"),
        (5, 4, "end 4 is not after start 5", "end"),
        (-1, 4, "start -1 is negative", "start"),
        (0, 34, "end 34 is beyond the text, which has 33 characters", "end"),
        (0, 2.0, "end 2.0 is not an integer", "end"),
        ("0", 2, 'start "0" is not an integer', "start"),
        (True, 2, "start true is not an integer", "start"),
        (None, 2, "a span without start", "start"),
        (0, 10**30, "is beyond", "end"),
    ],
)
def test_offsets_that_are_none_are_errors_with_their_place(name, start, end, problem, at):
    """The caret stands at the number."""
    text = json.dumps([DOCUMENTS[name], place_of(name, start, end)], indent=1)
    with pytest.raises(InputError, match=problem) as raised:
        read(io.StringIO(text), NAMES.get(name, name))
    value = raised.value.text[raised.value.column - 1 :]
    assert value.rstrip(",") == json.dumps({"start": start, "end": end}[at])
    assert raised.value.line > text[: len(text) // 2].count("\n")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", ['"x"', "17", "null", "[1]", "{}", '{"text": 3, "ents": []}', "[[[]]]"])
def test_other_json_is_an_error(write, run, form, text):
    """What is no document is refused at its place, with a word about what one is."""
    done = run(
        "spans", "--from", form, "-g", write("x.json", text), "-s", write("y.json", lines(FORMATS[form]))
    )
    assert (done.code, done.out) == (2, "")
    assert "x.json:1:" in done.err


def test_broken_json_is_an_error_of_json(write, run):
    """Without --from too, the first thing that is wrong is said, not that the format is unknown."""
    done = run("spans", "-g", write("x.json", "{text: 1}"), "-s", write("y.json", lines(SPACY)))
    assert (done.code, done.out) == (2, "")
    assert "x.json:1:2: not valid JSON" in done.err
    done = run("spans", "-g", write("x.json", '{"a": 1}'), "-s", write("y.json", lines(SPACY)))
    assert 'x.json:1: this looks like JSON with "a"\n' in done.err
    assert "nerkit json compares the values of any JSON; if it has annotations, name it with" in done.err
    done = run("spans", "-g", write("x.json", "[" * 100_000), "-s", write("y.json", lines(SPACY)))
    assert (done.code, done.out) == (2, "")
    assert "nested too deeply" in done.err


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_blank_file_is_a_side_without_items(write, run, name):
    """Blank gold makes all of the system spurious; a blank system misses all of gold, whose ids stay."""
    write("x.json", lines(DOCUMENTS[name]))
    write("blank", " \n")
    command = ["spans", "-m", "sets::span", "--by", "document", "-f", "json"]
    for gold, system, numbers in (("blank", "x.json", [0, 2, 0, 0]), ("x.json", "blank", [0, 0, 0, 2])):
        done = run(*command, "-g", gold, "-s", system)
        assert done.code == 0, done.err
        first, pooled = json.loads(done.out)["rows"]
        assert [first[key] for key in ("p_num", "p_den", "r_num", "r_den")] == numbers
        assert [pooled[key] for key in ("p_num", "p_den", "r_num", "r_den")] == numbers
        assert first["document"] == {"prodigy": "7"}.get(name, "1")
