"""The spellings of a relation."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tries import some

from nerkit.io import expand
from nerkit.readers import recognised
from nerkit.readers.records.relation_spelling import ENDS, LABELS, NAME

TOKENS = ["Ann", "works", "at", "Acme", "in", "Oslo", "."]
TEXT = " ".join(TOKENS)
PLACES = {"tokens": [(0, 1), (3, 4), (5, 6)], "text": [(0, 3), (13, 17), (21, 25)]}
TYPES = ["PER", "ORG", "LOC"]
RELATIONS = [(0, "works", 1), (1, "based", 2)]
FEWER = [(0, "works", 1), (2, "based", 1)]
SPELLED = {
    **{f"{h}/{t}": (lambda s, p, o, h=h, t=t: {h: s, t: o, "label": p}) for h, t in ENDS},
    **{key: (lambda s, p, o, key=key: {"source": s, "target": o, key: p}) for key in (*LABELS, NAME)},
    **{f"own {key}": (lambda s, p, o, key=key: {"head": s, "tail": o, key: p}) for key in (*LABELS, NAME)},
    "s, p, o": lambda s, p, o: [s, p, o],
    "head, tail, label": lambda s, p, o: [s, o, p],
}
FORMS = {
    "id": lambda number, place: f"e{number}",
    "integer id": lambda number, place: number + 7,
    "object with id": lambda number, place: {"id": f"e{number}"},
    "place in the list": lambda number, place: number,
    "span": lambda number, place: list(place),
    "object": lambda number, place: {"start": place[0], "end": place[1]},
    "text": lambda number, place: TOKENS[PLACES["tokens"][number][0]],
    "object with text": lambda number, place: {"text": TOKENS[PLACES["tokens"][number][0]]},
}


def line(spell, form, unit="text", relations=RELATIONS, name="d"):
    """A document whose relations have a spelling, and ends of a form."""
    ids = {"id": "e{}".format, "object with id": "e{}".format, "integer id": lambda n: n + 7}.get(form)
    entities = [
        {"start": start, "end": end, "type": kind} | ({"id": ids(number)} if ids else {})
        for number, ((start, end), kind) in enumerate(zip(PLACES[unit], TYPES, strict=True))
    ]
    ends = [FORMS[form](number, place) for number, place in enumerate(PLACES[unit])]
    made = [SPELLED[spell](ends[s], p, ends[o]) for s, p, o in relations]
    own = {"text": TEXT} if unit == "text" else {"tokens": TOKENS}
    return {"id": name, **own, "entities": entities, "relations": made}


def rows(done):
    assert done.code == 0, done.err
    return {
        (row["measure"], row["value"], row["p_den"], row["r_den"]) for row in json.loads(done.out)["rows"]
    }


def jsonl(*lines):
    return "".join(json.dumps(each) + "\n" for each in lines)


@pytest.mark.parametrize("command", ["ie", "evaluate"])
@pytest.mark.parametrize("form", FORMS)
def test_every_spelling_gives_one_number(run, write, command, form):
    """Whatever the keys, the form of the ends, the unit and the side, half of the relations are right."""
    for number, spell in enumerate(some(SPELLED, 6)):
        unit = ("tokens", "text")[(number + (command == "ie")) % 2]
        plain = write("plain.jsonl", jsonl(line("head/tail", "span", unit)))
        gold = write("g.jsonl", jsonl(line(spell, form, unit)))
        system = write("s.jsonl", jsonl(line(spell, form, unit, FEWER)))
        expected = {("relation", 0.5, 2, 2)}
        more = ("-m", "relation") if command == "ie" else ()
        assert rows(run(command, *more, "-g", gold, "-s", system, "-f", "json")) == expected, spell
        assert rows(run(command, *more, "-g", plain, "-s", system, "-f", "json")) == expected, spell


def test_types_of_ends_are_known_in_every_form(run, write):
    """relation-strict compares them."""
    plain = write("plain.jsonl", jsonl(line("head/tail", "span")))
    for form in FORMS:
        system = write("s.jsonl", jsonl(line("s, p, o", form)))
        done = run("ie", "-m", "relation-strict", "-g", plain, "-s", system, "-f", "json")
        assert rows(done) == {("relation-strict", 1, 2, 2)}, form


@given(st.permutations(range(3)), st.sampled_from(["id", "text"]))
def test_entities_say_which_string_is_the_label(order, form):
    """In every order of head before tail, and label."""
    if order.index(0) > order.index(1):
        return
    import tempfile
    from pathlib import Path

    from nerkit import readers

    document = line("head/tail", form)
    ends = [document["relations"][0][key] for key in ("head", "tail")]
    document["relations"] = [[[*ends, "works"][place] for place in order]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "in.jsonl")
        path.write_text(jsonl(document))
        (relation,) = readers.reading("ie-jsonl", "records")(expand(str(path))).values[0]["relations"]
    assert relation["type"] == "works"
    assert (relation["head_type"], relation["tail_type"]) == ("PER", "ORG")


def test_without_entities_the_middle_string_is_the_label(run, write):
    """As in subject, predicate, object."""
    gold = write("g.jsonl", jsonl({"id": 1, "relations": [{"head": "Ann", "tail": "Acme", "type": "works"}]}))
    system = write("s.jsonl", jsonl({"id": 1, "relations": [["Ann", "works", "Acme"]]}))
    assert rows(run("evaluate", "-g", gold, "-s", system, "-f", "json")) == {("relation", 1, 1, 1)}


BAD = {
    "two labels": (
        {"source": "e0", "target": "e1", "label": "x", "relation": "y"},
        "several labels: label and",
    ),
    "two pairs": (
        {"source": "e0", "target": "e1", "from": "e0", "to": "e1", "label": "x"},
        "source/target and",
    ),
    "half a pair": ({"source": "e0", "object": "e1", "label": "x"}, "a relation without target"),
    "no label": ({"source": "e0", "target": "e1"}, "no type"),
    "a label that is no string": ({"source": "e0", "target": "e1", "label": 3}, "label is 3, not a string"),
    "two members": (["e0", "e1"], "is not a relation"),
    "four members": (["e0", "x", "e1", 0.5], "is not a relation"),
    "three ids": (["e0", "e1", "e2"], "may be [head, label, tail] or [head, tail, label]"),
    "no end": ({"source": None, "target": "e1", "label": "x"}, "a relation without source"),
    "a number that is no span": ({"source": True, "target": "e1", "label": "x"}, "true is not a span"),
}


@pytest.mark.parametrize("command", ["ie", "evaluate"])
@pytest.mark.parametrize("name", BAD)
def test_what_looks_like_a_relation_is_read_or_refused(run, write, command, name):
    """With its line and column; none is left out."""
    relation, message = BAD[name]
    gold = write("g.jsonl", jsonl(line("head/tail", "id")))
    system = write("s.jsonl", jsonl({**line("head/tail", "id"), "relations": [relation]}))
    done = run(command, "-g", gold, "-s", system)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "s.jsonl:1:" in done.err


def test_own_keys_win(write):
    """A relation with `head`, `tail` and `type` may have other members of any name."""
    relation = {"head": [0, 3], "tail": [13, 17], "type": "works", "label": "x", "from": "a", "to": "b"}
    path = write("in.jsonl", jsonl({"id": 1, "text": TEXT, "relations": [relation]}))
    assert recognised(expand(str(path)), ["ie-jsonl"]) == "ie-jsonl"


def test_a_null_label_is_none(run, write):
    """The label is under the key that has one."""
    document = line("own label", "id")
    document["relations"] = [{**relation, "type": None} for relation in document["relations"]]
    gold, system = write("g.jsonl", jsonl(line("s, p, o", "id"))), write("s.jsonl", jsonl(document))
    assert rows(run("evaluate", "-g", gold, "-s", system, "-f", "json")) == {("relation", 1, 2, 2)}
