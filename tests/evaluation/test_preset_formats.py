"""Formats of published tasks beside the first one, spellings that are one value, and what is said of data."""

import json

import pytest

import nerkit
from nerkit.exceptions import InputError

TRIPLES = '[["Aarhus_Airport", "cityServed", "Aarhus"], ["A", "b", "C"]]\n'
OTHERS = (
    '{"id": "1", "triples": [["aarhus airport", "city served", "Riga"], {"s": "a", "p": "b", "o": "c"}]}\n'
)


def test_triples_are_read_from_json_lines(write):
    """A document is a list of triples, or an object with one; five of six slots are right."""
    gold, system = write("g.jsonl", TRIPLES), write("s.jsonl", OTHERS)
    row = nerkit.evaluate(gold, system, preset="webnlg")["webnlg/strict"]
    assert (row.p_num, row.p_den, row.r_den) == (5, 6, 6)
    with pytest.raises(InputError, match="2 parts, not 3") as error:
        nerkit.evaluate(gold, write("x.jsonl", '[["A", "b", "C"], ["A", "b"]]\n'), preset="webnlg")
    assert (error.value.line, error.value.column) == (1, 19)
    with pytest.raises(InputError, match="3 is not a list"):
        nerkit.evaluate(gold, write("x.jsonl", '{"triples": 3}\n'), preset="webnlg")


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ("spo", "triples"),
        (("subject", "predicate", "object"), "triples"),
        (("head", "relation", "tail"), "relations"),
        (("h", "r", "t"), "triplets"),
        (("source", "label", "target"), "facts"),
    ],
)
def test_triples_have_the_usual_keys(write, keys, name):
    """And their list has the usual names; a triple without one of its parts is an error."""
    rows = [("Ann", "works", "Acme"), ("Acme", "in", "Oslo")]
    gold = write(
        "g.jsonl", json.dumps({"id": 1, name: [dict(zip(keys, row, strict=True)) for row in rows]}) + "\n"
    )
    system = write("s.jsonl", json.dumps({"id": 1, "triples": [rows[0], ("Acme", "in", "Bergen")]}) + "\n")
    row = nerkit.evaluate(gold, system, preset="webnlg")["webnlg/strict"]
    assert (row.p_num, row.p_den, row.r_den) == (5, 6, 6)
    short = write("x.jsonl", json.dumps({"id": 1, name: [dict(zip(keys, rows[0][:2], strict=False))]}) + "\n")
    with pytest.raises(InputError, match=f"a relation without {keys[2]}"):
        nerkit.evaluate(gold, short, preset="webnlg")


def test_temporal_links_have_the_usual_keys(write):
    """Or are lists of from, type and to."""
    gold = of_links(write, "t.jsonl", CHAIN)
    for links in (
        [{"source": a, "target": b, "relation": kind} for a, b, kind in CHAIN],
        [[a, kind, b] for a, b, kind in CHAIN],
    ):
        system = write("s.jsonl", json.dumps({"id": "d", "links": links}) + "\n")
        assert nerkit.evaluate(gold, system, preset="temporal")["temporal"].f1 == 1


LINKS = {
    "t.tml": "<TimeML><DOCID>d</DOCID>\n{}</TimeML>",
    "t.tsv": "{}",
    "t.jsonl": '{{"id": "d", "tlinks": [{}]}}\n',
}
LINK = {
    "t.tml": '<TLINK eventInstanceID="{}" relatedToEventInstance="{}" relType="{}"/>\n',
    "t.tsv": "d\t{}\t{}\t{}\n",
    "t.jsonl": '{{"from": "{}", "to": "{}", "type": "{}"}}',
}
CHAIN = [("a", "b", "BEFORE"), ("b", "c", "BEFORE")]


def of_links(write, name, links):
    """The file of relations in the format of a name."""
    between = ", " if name == "t.jsonl" else ""
    return write(
        f"{len(links)}{name}", LINKS[name].format(between.join(LINK[name].format(*one) for one in links))
    )


@pytest.mark.parametrize("name", LINKS)
def test_relations_are_read_from_three_formats(write, name):
    """Of the chain a-b-c the system says a-c alone: that follows, and neither of gold's does."""
    gold = of_links(write, "t.tml", CHAIN)
    row = nerkit.evaluate(gold, of_links(write, name, [("c", "a", "AFTER")]), preset="temporal")["temporal"]
    assert (row.p_num, row.p_den, row.r_num, row.r_den) == (1, 1, 0, 2)


@pytest.mark.parametrize(
    ("name", "place"), [("t.tml", "3t.tml:4"), ("t.tsv", "3t.tsv:3"), ("t.jsonl", "3t.jsonl:1")]
)
def test_contradictions_are_counted_with_their_places(write, name, place):
    """The third relation closes a circle: it is in the number of its side, and a warning says where it is."""
    gold, system = of_links(write, name, CHAIN), of_links(write, name, [*CHAIN, ("c", "a", "BEFORE")])
    result = nerkit.evaluate(gold, system, preset="temporal", measures=["temporal"])
    assert (result["temporal"].p_num, result["temporal"].p_den) == (2, 3)
    (said,) = result.warnings
    assert "1 element of tlinks that contradict earlier elements" in said
    assert said.endswith(place)


def test_marks_that_do_not_fit_have_their_line(write):
    """Both sides have as many marks."""
    with pytest.raises(InputError, match="3 marks, but the gold document has 4") as error:
        nerkit.evaluate(
            write("g", "01\n0100\n"), write("s", "01\n010\n"), preset="seg", settings={"window": 2}
        )
    assert error.value.line == 2


STATE = '{{"id": "1", "state": {{"hotel-area": {}, "hotel-name": "{}"}}}}\n'


@pytest.mark.parametrize(("alias", "right"), [("none", 0), ("multiwoz", 1), ("names.tsv", 1)])
def test_spellings_are_one_value_where_a_table_says_so(write, monkeypatch, tmp_path, alias, right):
    """No table is used where none is named; the name of one stands in the signature."""
    monkeypatch.chdir(tmp_path)
    write("names.tsv", "the Ritz\tritz\n")
    gold = write("g.jsonl", STATE.format('"centre"', "ritz"))
    system = write("s.jsonl", STATE.format('"center"', "the Ritz"))
    result = nerkit.evaluate(gold, system, preset="dst", settings={"alias": alias})
    assert (result["dst/slot"].p_num, result["dst/joint"].p_num) == (right, 0)
    assert f"preset:dst[alias={alias}]" in str(result.signature)


def test_spellings_leave_values_that_are_no_texts_alone(write):
    """A list is no spelling."""
    gold = write("g.jsonl", STATE.format('["centre", "north"]', "x"))
    result = nerkit.evaluate(gold, gold, preset="dst", settings={"alias": "multiwoz"})
    assert result["dst/joint"].value == 1


def test_a_table_that_does_not_exist_is_told(write):
    """With the place where the preset asks for it, and the nearest name."""
    gold = write("g.jsonl", STATE.format('"a"', "b"))
    with pytest.raises(InputError, match=r"no alias 'multiwos'; did you mean 'multiwoz'\?"):
        nerkit.evaluate(gold, gold, preset="dst", settings={"alias": "multiwos"})


FRAME = '{{"service": "Hotels", "state": {{"slot_values": {{"city": {}, "price": ["{}"]}}}}}}'
DIALOGUES = """[{{"dialogue_id": "1_0", "turns": [
  {{"speaker": "USER", "frames": [{}]}},
  {{"speaker": "SYSTEM", "frames": [{{"service": "Hotels", "actions": []}}]}},
  {{"speaker": "USER", "frames": [{{"service": "Hotels", "state": {{"slot_values": {{}}}}}}]}}]}}]
"""


def test_dialogues_are_read_frame_by_frame(write):
    """Frames of the user have states; cheap and cheapest share 5 of 5 and of 8 letters, .77."""
    gold = write("g.json", DIALOGUES.format(FRAME.format('["San Francisco", "SF"]', "cheap")))
    system = write("s.json", DIALOGUES.format(FRAME.format('["sf"]', "cheapest")))
    result = nerkit.evaluate(gold, system, preset="sgd", by=["document"])
    values = {row.document: row.value for row in result.rows if row.measure == "sgd/joint"}
    assert values == pytest.approx({"1_0:0:0": 0.77, "1_0:2:0": 1, "*": 1.77 / 2})
    exact = nerkit.evaluate(gold, system, preset="sgd", settings={"categorical": ["price", "area"]})
    assert exact["sgd/joint"].value == 0.5
    assert "preset:sgd[categorical=price+area]" in str(exact.signature)


def test_a_key_that_may_lack_is_on_the_way_to_documents_alone(write):
    """A field that is not there has a default, or is an error."""
    path = write(
        "x.toml",
        'schema = 1\nsummary = "x"\n[format.a]\nkind = "jsonl"\nfields = { a = "b.c?" }\n'
        '[measure.m]\nfield = "a"\nis = "same"\n',
    )
    with pytest.raises(InputError, match=r"a key with \? can be used only on the path to documents") as error:
        nerkit.evaluate(write("g", "{}\n"), write("s", "{}\n"), preset=str(path))
    assert error.value.line == 5


SELF_PAIR = "1|t|x\n1\tBind\tD1\tD1\n1\tBind\tD1\tD2\tNovel\n"


def test_a_pair_of_a_concept_with_itself_is_a_pair(write):
    """Gold has it, and another one; the system has the other one in the other direction, without a cell."""
    gold = write("g", SELF_PAIR)
    result = nerkit.evaluate(gold, write("s", "1|t|x\n1\tBind\tD2\tD1\n"), preset="pubtator")
    row, novel = result["relations"], result["relations/novel"]
    assert (row.p_num, row.p_den, row.r_num, row.r_den) == (1, 1, 1, 2)
    assert (novel.p_num, novel.r_den) == (0, 2)
    assert nerkit.evaluate(gold, gold, preset="pubtator")["relations/novel"].p_num == 2
