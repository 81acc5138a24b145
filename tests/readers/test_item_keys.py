"""Keys of items that no reader knows: read as the label where they can be nothing else, counted otherwise."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tries import each

import nerkit
from nerkit.readers.item_keys import ItemKeys

KEYS = ["ner", "class", "entity", "entity_label", "Type", "名"]
PLACES = [(0, 7, "PER"), (13, 19, "LOC")]
TEXT = "Tolkien left Oxford"


def spacy(key, list_key="ents"):
    """Of spaCy, Prodigy and others like them."""
    return {"text": TEXT, list_key: [{"start": s, "end": e, key: label} for s, e, label in PLACES]}


def prodigy(key):
    return spacy(key, "spans") | {"answer": "accept", "_input_hash": 1}


def gliner(key):
    return [[{"start": s, "end": e, key: label, "score": 0.5} for s, e, label in PLACES]]


def label_studio(key):
    values = [{"start": s, "end": e, "text": TEXT[s:e], key: [label]} for s, e, label in PLACES]
    results = [{"type": "labels", "value": value} for value in values]
    return [{"id": 1, "data": {"text": TEXT}, "annotations": [{"result": results}]}]


def doccano(key):
    entities = [{"id": i, "start_offset": s, "end_offset": e, key: x} for i, (s, e, x) in enumerate(PLACES)]
    return {"id": 1, "text": TEXT, "entities": entities, "relations": []}


def records(key):
    entities = [{"span": [s, e], key: label} for s, e, label in PLACES]
    relations = [{"type": "v", "head": [0, 7], "tail": [13, 19]}]
    return {"id": "1", "text": TEXT, "entities": entities, "relations": relations}


FORMS = {
    "spacy": (spacy, "label"),
    "prodigy": (prodigy, "label"),
    "gliner": (gliner, "label"),
    "label-studio": (label_studio, "labels"),
    "doccano": (doccano, "label"),
    "ie-jsonl": (records, "type"),
}


@pytest.fixture
def saved(write):
    return lambda name, value: write(name, json.dumps(value) + "\n")


@each("key", KEYS)
@each("form", FORMS)
def test_the_only_text_of_every_item_is_the_label(run, saved, form, key):
    """In every format, with a note; `validate` finds it."""
    make, known = FORMS[form]
    gold, system = saved("g.json", make(known)), saved("s.json", make(key))
    done = run("spans", "--from", form, "-g", gold, system, "-m", "sets::span+type", "-f", "json")
    (row,) = json.loads(done.out)["rows"]
    assert (row["value"], row["r_den"]) == (1, 2)
    assert f"s.json: nerkit reads labels from the key {key!r}" in done.err
    found = run("validate", "--from", form, system)
    assert found.code == 1
    assert f"R201 nerkit reads labels from the key {key!r}" in found.out


def test_lists_of_strings_have_labels_too(run, saved):
    """Of entities without offsets, for spans and for noisy text."""
    gold = saved("g.json", spacy("label"))
    system = saved("s.json", {"entities": [{"text": TEXT[s:e], "ner": label} for s, e, label in PLACES]})
    for task, measure in (("spans", "sets::span+type"), ("noisy", "noisy")):
        done = run(task, "-g", gold, system, "-m", measure, "-f", "json")
        assert {row["value"] for row in json.loads(done.out)["rows"]} == {1}
        assert "ner" in done.err


@pytest.mark.parametrize("more", [{"other": "x"}, {"class": "x", "other": "y"}])
def test_of_several_texts_nobody_knows_which_it_is(run, saved, more):
    """Refused where labels are needed, whatever the other side has; else left out, and counted."""
    spans = [{"start": s, "end": e, "ner": label, **more} for s, e, label in PLACES]
    gold, system = saved("g.json", spacy("label")), saved("s.json", {"text": TEXT, "ents": spans})
    done = run("spans", "-g", gold, system, "-m", "strict")
    assert (done.code, done.out) == (2, "")
    assert "were not read; nerkit reads labels from label, type, entity_type" in done.err
    done = run("spans", "-g", gold, system)
    assert "sets::span+type" not in done.out
    assert "nerkit does not read these keys of items: 'ner' (2), " in done.err


def test_a_label_under_one_key_here_and_another_there(run, saved):
    """The items without a label are not taken for others without one."""
    spans = [span := {"start": 0, "end": 7, "label": "PER"}, {"start": 13, "end": 19, "class": "LOC"}]
    path = saved("g.json", {"text": TEXT, "ents": spans})
    done = run("spans", "-g", path, path, "-m", "strict")
    assert done.code == 2
    assert "1 of 2 annotations of" in done.err
    stray = saved(
        "h.json", {"text": TEXT, "ents": [span | {"why": "a"}, {"start": 13, "end": 19, "why": "b"}]}
    )
    assert run("spans", "-g", stray, stray, "-m", "strict").code == 0


def test_texts_that_are_no_labels(run, saved):
    """What an item covers, scores, ids, notes and whatever is not in every item."""
    spans = [{"start": s, "end": e, "covers": TEXT[s:e], "note": "?", "id": 1} for s, e, _ in PLACES]
    path = saved("g.json", {"text": TEXT, "ents": spans})
    done = run("spans", "-g", path, path)
    assert "nerkit reads labels from" not in done.err
    assert "nerkit does not read these keys of items: 'covers' (2)" in done.err


def test_objects_in_memory():
    """Dictionaries with a further text; tuples have their label at its place."""
    spans = [[{"start": s, "end": e, "ner": label, "word": "w"} for s, e, label in PLACES]]
    wrong = [[(s, e, "ORG") for s, e, _ in PLACES]]
    assert nerkit.evaluate(spans, [PLACES], measures=["strict"]).f1 == 1
    result = nerkit.evaluate(spans, wrong, measures=["strict"])
    assert result.f1 == 0
    assert "nerkit reads labels from the key 'ner'" in result.notes[0]


items = st.lists(
    st.dictionaries(
        st.sampled_from(["a", "b", "label", "score"]), st.sampled_from(["X", "Y", 3]), max_size=4
    ),
    max_size=6,
)


@given(items)
def test_the_key_equals_that_of_a_slow_twin(listed):
    """The only key with a text in every item, where no item has a label."""
    keys = ItemKeys()
    for item in listed:
        keys.see(item, "X" if "label" in item else None)
    texts = [{key for key in ("a", "b") if isinstance(item.get(key), str)} for item in listed]
    common = set.intersection(*texts) if texts and not any("label" in item for item in listed) else set()
    assert keys.label_key == (next(iter(common)) if len(common) == 1 else "")
    assert keys.counts == {key: count for key in ("a", "b") if (count := sum(key in item for item in listed))}


def test_parts_of_a_file_read_the_same_key(run, write):
    """Notes, counts and rows are those of the whole."""

    def side(name, key):
        spans = [{"start": 0, "end": 7, key: "PER", "n": 1}]
        body = [json.dumps({"id": str(i), "text": TEXT, "ents": spans}) for i in range(3000)]
        return write(name, "\n".join(body) + "\n")

    scored = ("spans", "-g", side("g.jsonl", "ner"), f"s={side('s.jsonl', 'class')}")
    whole, parts = run(*scored, "--shard-size", "none"), run(*scored, "--shard-size", "64kB")
    assert (whole.out, whole.err) == (parts.out, parts.err)
    assert "'n' (3,000)" in whole.err


@pytest.mark.parametrize("size", ["none", "64kB"])
def test_every_command_tells_of_the_key(run, write, size):
    """Lists of errors, in parts of a file too, and agreement."""
    body = [
        json.dumps({"id": str(i), "text": TEXT, "ents": [{"start": 0, "end": 7, "ner": "PER"}]})
        for i in range(3000)
    ]
    path = write("g.jsonl", "\n".join(body) + "\n")
    done = run("errors", "-g", path, f"s={path}", "--shard-size", size)
    assert done.err.count("note: ") == done.err.count("nerkit reads labels from the key 'ner'") == 1
    done = run("agree", f"a={path}", f"b={path}", "-m", "kappa")
    assert done.err.count("nerkit reads labels from the key 'ner'") == 1
