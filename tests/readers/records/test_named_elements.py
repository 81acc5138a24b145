"""Ids of elements never score."""

import json
from random import Random

import pytest

from nerkit.io import expand
from nerkit.readers.records import ie_jsonl

TOKENS = [f"w{number}" for number in range(12)]


def jsonl(*lines):
    return "".join(json.dumps(each) + "\n" for each in lines)


def document(chance, number):
    """A document whose relations, events and clusters name its entities by ids."""
    ids = chance.sample("abcdefghij", 4)
    starts = sorted(chance.sample(range(10), 4))
    entities = [
        {"id": name, "start": start, "end": start + chance.choice((1, 2)), "type": chance.choice("XY")}
        for name, start in zip(ids, starts, strict=True)
    ]
    pairs = [chance.sample(ids, 2) for _ in range(4)]
    return {
        "id": f"d{number}",
        "tokens": TOKENS,
        "entities": entities,
        "relations": [{"head": h, "tail": t, "type": chance.choice("rs")} for h, t in pairs],
        "events": [
            {"id": "E1", "type": "Go", "trigger": [11, 12], "arguments": [{"role": "Who", "entity": ids[0]}]},
            {"id": "E2", "type": "Be", "trigger": ids[1], "arguments": [{"role": "Of", "event": "E1"}]},
        ],
        "clusters": [ids[:2], ids[2:]],
    }


def renamed(body, new):
    """The same document whose ids are other ones."""

    def name(value):
        return new.get(value, value) if isinstance(value, str) else value

    return {
        **body,
        "entities": [{**each, "id": name(each["id"])} for each in body["entities"]],
        "relations": [
            {**each, "head": name(each["head"]), "tail": name(each["tail"])} for each in body["relations"]
        ],
        "events": [
            {
                **event,
                "id": name(event["id"]),
                "trigger": name(event["trigger"]),
                "arguments": [
                    {key: value if key == "role" else name(value) for key, value in each.items()}
                    for each in event["arguments"]
                ],
            }
            for event in body["events"]
        ],
        "clusters": [list(map(name, cluster)) for cluster in body["clusters"]],
    }


def in_spans(body):
    """The same document with spans in place of ids."""
    spans = {each["id"]: [each["start"], each["end"]] for each in body["entities"]} | {"E1": [11, 12]}

    def place(value):
        return spans[value] if isinstance(value, str) else value

    return {
        **body,
        "entities": [{"type": each["type"], "span": spans[each["id"]]} for each in body["entities"]],
        "relations": [
            {**each, "head": place(each["head"]), "tail": place(each["tail"])} for each in body["relations"]
        ],
        "events": [
            {
                **event,
                "trigger": place(event["trigger"]),
                "arguments": [
                    {"role": each["role"], "span": place(each.get("entity", each.get("event")))}
                    for each in event["arguments"]
                ],
            }
            for event in body["events"]
        ],
        "clusters": [list(map(place, cluster)) for cluster in body["clusters"]],
    }


def moved(body):
    """The same document whose spans are all wrong."""
    entities = [{**each, "start": each["start"] + 1, "end": each["end"] + 1} for each in body["entities"]]
    return {**body, "entities": entities}


def scores(run, task, gold, system):
    done = run(task, "-g", gold, "-s", system, "-f", "json", "-q")
    assert done.code == 0, done.err
    return [
        (row["measure"], row["value"], row["p_num"], row["r_num"]) for row in json.loads(done.out)["rows"]
    ]


@pytest.mark.parametrize("task", ["ie", "coref", "evaluate"])
def test_other_ids_change_nothing(run, write, task):
    """Of one side, in forty documents: neither letters, nor those of other entities, nor integers."""
    chance = Random(7)
    gold = [document(chance, number) for number in range(40)]
    system = [document(chance, number) | {"id": each["id"]} for number, each in enumerate(gold)]
    files = write("g.jsonl", jsonl(*gold)), write("s.jsonl", jsonl(*system))
    expected = scores(run, task, *files)
    spans = (
        write("spans.jsonl", jsonl(*map(in_spans, gold))),
        write("s2.jsonl", jsonl(*map(in_spans, system))),
    )
    assert scores(run, task, *spans) == expected
    for new in (
        {name: f"x-{name}" for name in [*"abcdefghij", "E1", "E2"]},
        dict(zip("abcdefghij", "bcdefghija", strict=True)),
        {name: number for number, name in enumerate("jihgfedcba", 1)},
    ):
        other = write("other.jsonl", jsonl(*(renamed(each, new) for each in system)))
        assert scores(run, task, files[0], other) == expected


@pytest.mark.parametrize("measure", ["relation", "argument-c", "b_cubed"])
def test_wrong_spans_with_right_ids_are_wrong(run, write, measure):
    """No relation, argument or mention is right; `errors` lists them."""
    entities = [{"id": name, "start": 2 * n, "end": 2 * n + 1, "type": "X"} for n, name in enumerate("abc")]
    gold = {
        **document(Random(1), 1),
        "entities": entities,
        "relations": [{"head": "a", "tail": "b", "type": "r"}],
        "events": [{"type": "Go", "trigger": [11, 12], "arguments": [{"role": "Who", "entity": "a"}]}],
        "clusters": [["a", "b"]],
    }
    task = "coref" if measure == "b_cubed" else "ie"
    files = "-g", write("g.jsonl", jsonl(gold)), "-s", write("s.jsonl", jsonl(moved(gold)))
    assert run(task, *files, "-m", measure, "-b").out == "0.0\n"
    if measure == "relation":
        listed = run("errors", "--task", "ie", *files, "-m", measure, "-q").out
        assert listed.count("missed") == listed.count("spurious") == 1


BASE = {
    "id": "d",
    "tokens": TOKENS,
    "entities": [
        {"id": "a", "start": 0, "end": 1, "type": "X"},
        {"id": "b", "start": 2, "end": 3, "type": "X"},
    ],
}
RELATION = {"head": "a", "tail": "b", "type": "r"}
BARE = [{"start": 0, "end": 1, "type": "X"}, {"start": 2, "end": 3, "type": "X"}]
ARGUMENT = [{"type": "Go", "trigger": [4, 5], "arguments": [{"role": "Who", "entity": "q"}]}]
NUMBERED = [{**each, "id": number} for number, each in enumerate(BARE, 1)]
BY_PLACE = [{"source": 0, "target": 2, "type": "r"}]
TWICE = [*BASE["entities"], {**BARE[0], "id": "a", "end": 2}]
EVENT = [{"id": 0, "type": "Go", "trigger": [4, 5], "arguments": []}]
REFUSED = {
    "relation": ({"relations": [RELATION | {"tail": "q"}]}, 'tail "q" is not an entity'),
    "list": ({"relations": [["a", "r", "q"]]}, 'tail "q" is not an entity'),
    "argument": ({"events": ARGUMENT}, 'argument "q" is not an entity'),
    "trigger": (
        {"events": [{"type": "Go", "trigger": "q", "arguments": []}]},
        'trigger "q" is not an entity',
    ),
    "cluster": ({"relations": [], "clusters": [["a", "q"]]}, 'mention "q" is not an entity'),
    "two entities": ({"entities": TWICE, "relations": [RELATION]}, 'the id "a" is given twice'),
    "no id anywhere": ({"entities": BARE, "relations": [RELATION]}, 'head "a" is not an entity'),
    "beyond the list": ({"entities": BARE, "relations": BY_PLACE}, "tail 2 is not an entity"),
    "integer ids": (
        {"entities": NUMBERED, "relations": BY_PLACE},
        "leave out ids to count places in the list",
    ),
    "event or entity": ({"entities": BARE, "events": EVENT, "relations": BY_PLACE}, "the event with this id"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_ids_that_point_to_nothing_are_errors(run, write, name):
    """Where they stand, in `ie` and in `validate`, with what to do."""
    members, message = REFUSED[name]
    gold = write("g.jsonl", jsonl({**BASE, "relations": [RELATION]}))
    system = write("s.jsonl", jsonl({**BASE, **members}))
    done = run("ie", "-g", gold, "-s", system)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "s.jsonl:1:" in done.err
    found = run("validate", "--from", "ie-jsonl", system)
    assert found.code == 1
    if "leave" not in message:  # a remedy, which validate leaves out
        assert message in found.out


def test_an_id_of_another_document_points_to_nothing(run, write):
    """A file in which strings are ids has no texts in their place."""
    gold = write("g.jsonl", jsonl({**BASE, "relations": [RELATION]}, {**BASE, "id": "e", "relations": []}))
    lines = {**BASE, "relations": [RELATION]}, {**BASE, "id": "e", "entities": [], "relations": [RELATION]}
    done = run("ie", "-g", gold, "-s", write("s.jsonl", jsonl(*lines)))
    assert done.code == 2
    assert "s.jsonl:2:" in done.err
    assert 'head "a" is not an entity' in done.err


def test_texts_are_compared_as_strings(run, write):
    """Of entities without ids, of entities that are texts, and beside ids."""
    gold = write("g.jsonl", jsonl({**BASE, "relations": [RELATION]}))
    for members in (
        {"entities": BARE, "relations": [["w0", "r", "w2"]]},
        {"relations": [{"head": {"text": "w0"}, "tail": "b", "type": "r"}]},
        {"entities": [{"id": 1, "text": "w0", "type": "X"}, {"id": 2, "text": "w2", "type": "X"}],
         "relations": [{"head": 1, "tail": 2, "type": "r"}]},
    ):  # fmt: skip
        system = write("s.jsonl", jsonl({**BASE, **members}))
        assert run("ie", "-m", "relation", "-g", gold, "-s", system, "-b").out == "1.0\n"


def test_mentions_are_entities(write):
    """In a document without entities, as triples are relations; triggers may stand in a list, too."""
    mentions = [{"id": "a", "span": [0, 1], "label": "X"}, {"id": "b", "span": [2, 3], "label": "X"}]
    body = {"id": "d", "tokens": TOKENS, "mentions": mentions, "triples": [["a", "r", "b"]]}
    body |= {"triggers": [{"id": "t", "start": 4, "end": 5}], "events": [ARGUMENT_OF_A[0] | {"trigger": "t"}]}
    (read,) = ie_jsonl.SHAPE.read(expand(str(write("in.jsonl", jsonl(body))))).values
    assert read["relations"] == [
        {"head_type": "X", "tail_type": "X", "type": "r", "head": [0, 1], "tail": [2, 3]}
    ]
    assert read["events"][0]["trigger"] == [4, 5]
    assert read["events"][0]["arguments"][0]["span"] == [0, 1]


ARGUMENT_OF_A = [{"type": "Go", "trigger": [4, 5], "arguments": [{"role": "Who", "entity": "a"}]}]


def test_clusters_of_ids_beside_entities_alone(run, write):
    """A document without relations is for coreference."""
    bodies = {**BASE, "clusters": [["a", "b"]]}, moved({**BASE, "clusters": [["a", "b"]]})
    gold, system = (write(f"{n}.jsonl", jsonl(body)) for n, body in enumerate(bodies))
    for other, value in ((gold, 1.0), (system, 0.0)):
        done = run("coref", "--from", "ie-jsonl", "-m", "b_cubed", "-g", gold, "-s", other, "-b")
        assert done.out == f"{value}\n"


def test_docred_numbers_are_of_entities(run, write):
    """Another order of the vertexSet changes nothing, other mentions do."""
    mentions = [[{"name": f"n{n}", "sent_id": 0, "pos": [n, n + 1], "type": "X"}] for n in range(3)]
    body = {"title": "d", "sents": [TOKENS], "vertexSet": mentions, "labels": [{"h": 0, "t": 1, "r": "P1"}]}
    gold = write("g.json", json.dumps([body]))
    turned = body | {"vertexSet": mentions[::-1], "labels": [{"h": 2, "t": 1, "r": "P1"}]}
    other = body | {"vertexSet": [[{**each[0], "pos": [9 - n, 10 - n]}] for n, each in enumerate(mentions)]}
    for system, value in ((turned, 1.0), (other, 0.0)):
        done = run("ie", "-m", "relation", "-g", gold, "-s", write("s.json", json.dumps([system])), "-b")
        assert done.out == f"{value}\n"


def test_wikievents_ids_of_events_do_not_score(run, write):
    """Events at one trigger are paired, whatever their ids."""
    entities = [{"id": f"d-T{n}", "entity_type": "X", "start": n, "end": n + 1} for n in range(4)]
    events = [
        {"id": f"d-E{n}", "event_type": "Go", "trigger": {"start": n, "end": n + 1},
         "arguments": [{"entity_id": f"d-T{n}", "role": "Who"}]}
        for n in range(2)
    ]  # fmt: skip
    body = {
        "doc_id": "d",
        "tokens": TOKENS,
        "sentences": [],
        "entity_mentions": entities,
        "event_mentions": events,
    }
    files = [write("g.jsonl", jsonl(body))]
    for ids in (("d-E1", "d-E0"), ("x", "y")):
        renamed_events = [{**each, "id": name} for each, name in zip(events, ids, strict=True)]
        files.append(write(f"{ids[0]}.jsonl", jsonl(body | {"event_mentions": renamed_events})))
    for system in files:
        assert run("ie", "-m", "wikievents-c", "-g", files[0], "-s", system, "-b").out == "1.0\n"
