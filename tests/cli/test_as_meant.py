"""Data are read as their owner meant them: by evidence in whole records, or not at all."""

import json

import pytest

TEXTS = [f"Ann{i} met Bob in Rome." for i in range(30)]
SPANS = [[(0, len(text.split()[0]), "PER"), (len(text) - 5, len(text) - 1, "LOC")] for text in TEXTS]


def objects(spans):
    return [{"start": start, "end": end, "label": label} for start, end, label in spans]


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def shifted(spans):
    return [(start + 1, end + 1, label) for start, end, label in spans]


@pytest.fixture
def headline(run, write):
    """The headline of a command on records of gold and a system."""

    def value(command, gold, system, *more):
        files = write("g.jsonl", lines(gold)), write("s.jsonl", lines(system))
        done = run(command, "-g", files[0], "-s", files[1], "-b", *more)
        assert done.code == 0, done.err
        return float(done.out)

    return value


@pytest.mark.parametrize("command", ["spans", "evaluate"])
def test_offsets_without_a_text_are_offsets(headline, run, write, command):
    """Records without a text have spans by their offsets; wrong ones get no point, and the gate fails."""
    gold = [{"id": i, "entities": objects(spans)} for i, spans in enumerate(SPANS)]
    wrong = [{"id": i, "entities": objects(shifted(spans))} for i, spans in enumerate(SPANS)]
    assert headline(command, gold, gold) == 1
    assert headline(command, gold, wrong) == 0
    gate = run(command, "-g", write("g", lines(gold)), "-s", write("s", lines(wrong)), "--fail-under", ".9")
    assert gate.code == 1


@pytest.mark.parametrize("command", ["spans", "evaluate"])
def test_a_text_on_one_side_changes_nothing(headline, command):
    """Gold with texts, a system without them."""
    gold = [{"id": i, "text": TEXTS[i], "entities": objects(spans)} for i, spans in enumerate(SPANS)]
    system = [{"id": i, "entities": objects(spans[:1])} for i, spans in enumerate(SPANS)]
    assert headline(command, gold, system) == pytest.approx(2 / 3)
    assert headline(command, system, gold) == pytest.approx(2 / 3)


@pytest.mark.parametrize("command", ["spans", "evaluate"])
@pytest.mark.parametrize("key", ["label", "labels"])
def test_empty_documents_and_long_ones_come_first(headline, command, key):
    """However many documents without items come first, and however long the first one is."""
    rows = [{"id": i, "text": TEXTS[i], key: [list(one) for one in spans]} for i, spans in enumerate(SPANS)]
    wrong = [{**row, key: [list(one) for one in shifted(SPANS[i])]} for i, row in enumerate(rows)]
    for before in ([], [{"text": "x", key: []}] * 50, [{"text": "x " * 500_000, key: []}]):
        first = [{**one, "id": f"e{i}"} for i, one in enumerate(before)]
        assert headline(command, first + rows, first + wrong) == 0
        assert headline(command, first + rows, first + rows) == 1


LISTED = [
    [{"text": "Ann", "label": "PER"}, {"text": "Rome", "label": "LOC"}],
    [{"text": "Bob", "label": "PER"}],
]
OTHER = [
    [{"text": "Ann", "label": "LOC"}, {"text": "Rome", "label": "LOC"}],
    [{"text": "Bob", "label": "PER"}],
]


def test_texts_with_labels_are_entities(headline, run, write):
    """`evaluate` reads them as `spans` does, a list for each text, one a line or in an array."""
    assert headline("evaluate", LISTED, OTHER) == headline("spans", LISTED, OTHER) == pytest.approx(2 / 3)
    files = write("g.json", json.dumps(LISTED)), write("s.json", json.dumps(OTHER))
    done = run("evaluate", "-g", files[0], "-s", files[1], "-b")
    assert float(done.out) == pytest.approx(2 / 3)


def test_lists_of_strings_may_be_any_values(run, write):
    """`evaluate` compares them as values, and names the line that reads them as entities."""
    gold, system = write("g.jsonl", '{"PER": ["Ann", "Bob"]}\n'), write("s.jsonl", '{"PER": ["Ann"]}\n')
    done = run("evaluate", "-g", gold, "-s", system)
    line = f"nerkit spans -g {gold} {system}"
    assert f"the data could also be lists of entities, as {line} reads them" in done.read[0]
    assert run(*line.split()[1:], "-b").code == 0


def test_a_key_with_items_is_not_left_unread(run, write):
    """The error names the formats that read it; other keys are no error, nor is an empty one."""
    row = {"text": TEXTS[0], "ents": objects(SPANS[0]), "meta": {"page": 3}, "relations": []}
    path = write("g.jsonl", lines([row, {**row, "relations": [{"head": 0, "tail": 1, "label": "in"}]}]))
    done = run("spans", "-g", path, "-s", path, "--from", "spacy")
    assert done.code == 2
    assert done.err.startswith(f"error: {path}:2:")
    assert "spacy does not read 'relations', which holds items" in done.err
    assert "doccano" in done.err
    path = write("h.jsonl", lines([row]))
    assert run("spans", "-g", path, "-s", path, "--from", "spacy").code == 0
    path = write("i.jsonl", lines([{**row, "highlights": objects(SPANS[0])}]))
    assert "spacy does not read 'highlights'" in run("spans", "-g", path, "-s", path).err


def test_entities_alone_are_for_spans(headline):
    """Records whose lists of relations and events are empty have entities to be scored."""
    gold = [{"doc_key": f"d{i}", "sentences": [["Ann", "left"]], "ner": [[[0, 0, "PER"]]], "relations": [[]]}
            for i in range(3)]  # fmt: skip
    wrong = [{**row, "ner": [[[1, 1, "PER"]]]} for row in gold]
    assert headline("evaluate", gold, gold) == 1
    assert headline("evaluate", gold, wrong) == 0
