"""What models answer: entities of many shapes, and how each was read."""

import io

import pytest

from nerkit import readers
from nerkit.corpora.corpus import CLEAN, REPAIRED, UNREADABLE, WRAPPED
from nerkit.io import expand
from nerkit.readers.texts import answers, instructuie, uie_sel

ANN, ROME = ("Ann", "PER"), ("Rome", "LOC")


def read(text, form="answers"):
    """The answers of a file: [(label, string), …] of each, and statuses."""
    corpus = readers.reader(form).read(expand(io.StringIO(text)))
    listed = [[] for _ in corpus.documents]
    for row in range(len(corpus)):
        entity = corpus.fields["string"].value(row), corpus.fields["type"].value(row)
        listed[corpus.document[row]].append(entity)
    return listed, list(corpus.statuses)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ('{"entities": [{"text": "Ann", "type": "PER"}, {"text": "Rome", "label": "LOC"}]}', CLEAN),
        ('{"PER": ["Ann"], "LOC": "Rome", "ORG": [], "MISC": null}', CLEAN),
        ('[["Ann", "PER"], ["Rome", "LOC"]]', CLEAN),
        ('[{"PER": "Ann"}, {"LOC": ["Rome"]}]', CLEAN),
        ('{"PER": [{"name": "Ann"}], "LOC": [{"text": "Rome"}]}', CLEAN),
        ('Sure!\n```json\n{"PER": ["Ann"], "LOC": ["Rome"]}\n```\nAnything else?', WRAPPED),
        ("{'PER': ['Ann'], 'LOC': ['Rome'],}", REPAIRED),
        ('{"PER": ["Ann"], "LOC": ["Rome"], "ORG": ["Ac', REPAIRED),
        ('result = [PER(span="Ann"), LOC(span="Rome")]', CLEAN),
        ('```python\nresult = [\n  PER(span="Ann"),\n  LOC(span="Rome"),\n]\n```', CLEAN),
        ('[PER(span="Ann"), LOC(span="Rome"), ORG(sp', REPAIRED),
        ("I found nobody.", UNREADABLE),
        ('{"answer": 5}', UNREADABLE),
        ("", UNREADABLE),
    ],
)
def test_an_answer(text, status):
    """The entities are the same, however they are written; the status says how they were."""
    found = answers.parse(text)
    assert [tuple(entity) for entity in found.entities] == ([] if status == UNREADABLE else [ANN, ROME])
    assert found.status == status


def test_nothing_of_python_is_run():
    """Calls are read as what they look like; what is not a string is not an entity."""
    found = answers.parse('result = [PER(span="Ann"), LOC(span=open("/etc/passwd").read()), 1 + 1]')
    assert [tuple(entity) for entity in found.entities] == [ANN]
    assert found.skipped == 2
    assert answers.parse("[" + "A(" * 5_000 + ")" * 5_000 + "]").status == UNREADABLE


def test_records():
    """JSON lines with ids, in envelopes or not; a line that was cut off keeps what is whole."""
    text = (
        '{"id": "a", "output": "{\\"PER\\": [\\"Ann\\"]}"}\n'
        '{"id": "b", "output": "Nobody, \\"text\\"."}\n'
        '{"custom_id": "c", "response": {"body": {"choices": [{"message": '
        '{"content": "{\\"LOC\\": \\"Rome\\"}"}}]}}}\n'
    )
    corpus = answers.read(expand(io.StringIO(text)))
    assert corpus.documents == ["a", "b", "c"]
    assert read(text) == ([[ANN], [], [ROME]], [CLEAN, UNREADABLE, CLEAN])
    assert read('{"id": "a", "PER": ["Ann"]}\n{"id": "b", "LOC": ["Rome"]}\n')[0] == [[ANN], [ROME]]


def test_what_is_no_entity_is_counted():
    corpus = answers.read(expand(io.StringIO('{"PER": ["Ann", 5, {"x": []}], "LOC": [null]}')))
    assert [warning.partition(": ")[2] for warning in corpus.warnings] == [
        "2 values without an entity, skipped"
    ]
    assert len(corpus) == 1


def test_sel_keeps_whole_records_of_a_line_that_does_not_close():
    """Roles in records are no entities, and a null span names nothing."""
    line = (
        "<extra_id_0> <extra_id_0> PER <extra_id_5> Ann <extra_id_0> born in <extra_id_5> Rome <extra_id_1> "
        "<extra_id_1> <extra_id_0> ORG <extra_id_5> <extra_id_6> <extra_id_1> <extra_id_0> LOC "
        "<extra_id_5> Ro"
    )
    found = uie_sel.parse(line)
    assert ([tuple(entity) for entity in found.entities], found.status) == ([ANN], REPAIRED)
    assert uie_sel.parse("PER: Ann").status == UNREADABLE
    assert uie_sel.parse("<extra_id_0> <extra_id_1>") == answers.ReadAnswer([], CLEAN)


@pytest.mark.parametrize(
    ("line", "entities"),
    [
        ("PER: Ann, LOC: Rome", [ANN, ROME]),
        ("ORG: O'Neil, Inc., PER: Ann", [("O'Neil, Inc.", "ORG"), ANN]),
        ("PER: Ann, note: late", [("Ann, note: late", "PER")]),
        ("None", []),
    ],
)
def test_commas_in_names(line, entities):
    """A comma begins an entity where a label that is spelt like the others follows it."""
    found = instructuie.parse(line)
    assert ([tuple(entity) for entity in found.entities], found.status) == (entities, CLEAN)


def test_lines():
    assert read("PER: Ann\nNone\nI do not know\n", "instructuie") == ([[ANN], [], []], [0, 0, UNREADABLE])


def test_questions_about_one_text_are_one_document():
    """A document whose answers cannot be read at all is unreadable."""

    def record(text, label, answer):
        turns = [
            ("human", f"Text: {text}"),
            ("gpt", "Read."),
            ("human", f"What describes {label} in the text?"),
        ]
        turns.append(("gpt", answer))
        listed = ", ".join(f'{{"from": "{who}", "value": "{what}"}}' for who, what in turns)
        return f'{{"conversations": [{listed}]}}'

    text = "[" + ",".join([
        record("Ann", "PER", '[\\"Ann\\"]'), record("Bob", "PER", "no"), record("Ann", "LOC", '[\\"Rome\\"]')
    ]) + "]"  # fmt: skip
    assert read(text, "universalner") == ([[ANN, ROME], []], [CLEAN, UNREADABLE])


@pytest.mark.parametrize(
    "record", ['{"conversations": 5}', '{"conversations": [{"from": "gpt", "value": "x"}]}']
)
def test_conversations_without_a_text(run, write, record):
    """What is no record of turns is pointed at."""
    path = write("gold", f"[{record}]")
    done = run("spans", path, "-g", path, "--from", "universalner")
    assert done.code == 2
    assert "gold:1:" in done.err
    assert "a record is" in done.err


@pytest.mark.parametrize(
    ("begin", "end"), [("[", "]"), ('{"PER":', "}"), ('{"entities":[', "]}"), ('[{"a":', "}]")]
)
def test_entities_deep_inside_one_another(begin, end):
    """As deep as an answer may be, which Python cannot follow by functions that call themselves."""
    (listed,), (status,) = read(begin * 480 + '"Ann"' + end * 480)
    assert ([string for string, _ in listed], status) == (["Ann"], CLEAN)


def test_warnings_of_python_about_an_answer_are_not_ours(recwarn):
    """What Python thinks of escapes and numbers in calls."""
    assert answers.parse('result = [Person(span="Ann"), Place(span="\\d", at=1if 1else 2)]').status == CLEAN
    assert not recwarn.list
