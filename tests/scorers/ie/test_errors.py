"""Lists of errors of records: elements without a partner or with partial credit, at every level."""

import json

import pytest
from growth import counting

import nerkit
from nerkit.algebra import f_measure, field, match_sets, record, same
from nerkit.exceptions import UsageError
from nerkit.scorers.ie import document_text
from nerkit.scorers.ie.document_text import DocumentText

RELATIONS = [
    {"relations": [{"type": "in", "head": "a", "tail": "b"}, {"type": "of", "head": "c", "tail": "d"}]}
]
EVENTS = field(
    "events",
    match_sets(
        record(type=same, args=match_sets(record(role=same, at=same), normalize="f1")), normalize="f1"
    ),
)


def kinds(result):
    """(class, gold label, system label) of each error."""
    return [(row.kind, row.gold_item["label"], row.system_item["label"]) for row in result.errors().rows]


def test_relations():
    """Missed and spurious, with the place in the document and what the element says."""
    system = [
        {"relations": [{"type": "in", "head": "a", "tail": "b"}, {"type": "by", "head": "c", "tail": "e"}]}
    ]
    result = nerkit.evaluate(RELATIONS, system, task="ie")
    assert kinds(result) == [("missed", "of", None), ("spurious", None, "by")]
    text = result.errors().rows[0].gold_item["text"]
    assert text == "relations[1] c → d: of"
    assert {tuple(row.values()) for row in result.errors().confusion().rows} == {
        ("in", "in", 1),
        ("of", "missed", 1),
        ("spurious", "by", 1),
    }


def test_partial_credit():
    """A matched event whose arguments are not all right is partial; wrong arguments are listed beside it."""
    gold = [{"events": [{"type": "Sale", "args": [{"role": "Who", "at": 1}, {"role": "What", "at": 2}]}]}]
    system = [{"events": [{"type": "Sale", "args": [{"role": "Who", "at": 1}, {"role": "What", "at": 3}]}]}]
    asked = {"task": "ie", "form": "records", "metric": {"events": EVENTS}}
    result = nerkit.evaluate(gold, system, **asked)
    assert kinds(result) == [
        ("partial", "Sale", "Sale"),
        ("missed", "What", None),
        ("spurious", None, "What"),
    ]
    assert nerkit.evaluate(gold, gold, **asked).errors().rows == []


def test_documents_of_one_side(run, write):
    """All elements of a document that the system lacks are missed; repeated ones are not listed."""
    gold = write("g.jsonl", "".join(json.dumps({"id": str(i), **RELATIONS[0]}) + "\n" for i in range(2)))
    twice = {"id": "0", "relations": RELATIONS[0]["relations"] * 2}
    system = write("s.jsonl", json.dumps(twice) + "\n")
    done = run("errors", "--task", "ie", "-g", gold, "-s", system, "-q", "-f", "jsonl", "--label", "of")
    (row,) = map(json.loads, done.out.splitlines())
    assert (row["document"], row["class"], row["gold_start"]) == ("1", "missed", None)


def test_the_first_measure_is_listed():
    """Of several formulas the first; of two for precision and recall what both say is said once."""
    first, second = match_sets(same), match_sets(same, "N:1")
    result = nerkit.evaluate([["a"]], [["b"]], task="ie", metric={"one": first, "two": second})
    assert kinds(result) == [("missed", None, None), ("spurious", None, None)]
    both = f_measure(precision=first, recall=first)
    listed = nerkit.evaluate([["a"]], [["b"]], task="ie", metric={"both": both}).errors()
    assert [row.kind for row in listed.rows] == ["missed", "spurious"]


RAW = ("x", 7, ["a"], {"at": "a"})  # items that have no form of relations, events, entities or clusters


@pytest.mark.parametrize("key", ["entities", "relations", "events", "clusters"])
@pytest.mark.parametrize("item", RAW)
def test_records_of_any_form_may_score_zero(run, write, key, item):
    """Nothing looks for shifted offsets or other labels in values whose form no format says."""
    formula = write("m.toml", f'[metric]\nfield = "{key}"\nset = "same"\nnormalize = "f1"\n')
    gold = write("g.jsonl", json.dumps({"id": "1", key: [item]}) + "\n")
    system = write("s.jsonl", json.dumps({"id": "1", key: ["other"]}) + "\n")
    done = run("ie", "-g", gold, "-s", system, "--from", "records", "--metric", formula, "-b", "-q")
    assert (done.code, done.out) == (0, "0.0\n"), done.err


def test_unknown_class():
    """Named with the nearest."""
    with pytest.raises(UsageError, match="did you mean 'missed'"):
        nerkit.evaluate(RELATIONS, RELATIONS, task="ie").errors(kinds=["mised"])


@pytest.mark.parametrize(
    ("document", "element", "wanted"),
    [
        ({"tokens": ["Anna", "met", "Bob"]}, {"head": [0, 1], "tail": [2, 3]}, "[Anna] met [Bob]"),
        ({"words": ["Anna", "met", "Bob"], "text": "x"}, {"start": 1, "end": 3}, "Anna [met Bob]"),
        ({"text": "😀 Anna\nmet Bob"}, {"start": 2, "end": 6}, "😀 [Anna] met Bob"),
        ({"text": "Anna\nmet"}, {"head": "Anna"}, "Anna met"),
        ({"sentence": "Anna met"}, {"head": [5, 9]}, "Anna met"),
        ({"tokens": ["Anna", "met"]}, {"head": [1, 3]}, "Anna met"),
        ({"text": "Anna " * 100}, {"head": "Anna"}, None),
        ({"text": 7, "tokens": [{"id": 1}]}, {"head": [0, 1]}, None),
        ({}, {"head": [0, 1]}, None),
    ],
)
def test_the_text_around_elements(document, element, wanted):
    """The words that an element's offsets name stand in brackets; a short text is shown whole."""
    relation = {"type": "in", "head": "a", "tail": "b"} | element
    for gold, system in (([relation], []), ([], [relation])):
        for others in ({}, document):
            result = nerkit.evaluate(
                [document | {"relations": gold}], [others | {"relations": system}], task="ie", form="records"
            )
            assert [row.context for row in result.errors().rows] == [wanted]


BRAT = (
    "T1\tPER 0 4\tAnna\nT2\tORG 14 18\tAcme\nT3\tLOC 22 28\tBerlin\nT4\tWork 5 10\tworks\n"
    "R1\tWorks Arg1:T1 Arg2:T2\nR2\tIn Arg1:T2 Arg2:T3\nE1\tWork:T4 Who:T1 Place:T3\n"
)


@pytest.mark.parametrize(
    ("measure", "labels", "lines"),
    [
        ("relation", None, {(6, 6)}),
        ("relation", ["At", "In"], {(6, 6)}),  # R1 is not scored, and R2 stands where it stands
        ("argument-c", None, {(7, 7)}),
        ("event-eq16", None, {(7, 7), (7, None), (None, 7)}),
        ("trigger-c", None, set()),
    ],
)
def test_items_of_brat_have_the_lines_of_their_file(tmp_path, measure, labels, lines):
    """Relations have that of R, arguments and triggers that of E."""
    for side, text in (("gold", BRAT), ("system", BRAT.replace("\tIn ", "\tAt ").replace("Place", "Where"))):
        (tmp_path / f"{side}.ann").write_text(text)
    paths = [str(tmp_path / f"{side}.ann") for side in ("gold", "system")]
    result = nerkit.evaluate(*paths, task="ie", measures=[measure], labels=labels)
    rows = result.errors().to_dict()["rows"]
    assert {(row["gold_line"], row["system_line"]) for row in rows} == lines
    assert {row["gold_file"] for row in rows if row["gold_line"]} == ({paths[0]} if lines else set())


@pytest.mark.parametrize(
    ("line", "place", "problem"),
    [
        ('{"relations": 5}', "1:15", "5 is not a collection"),
        ("[1, [2]]", "1:1", "[1, [2]] is not a document"),
    ],
)
def test_documents_of_another_form(run, write, line, place, problem):
    """The place in the file, as where such documents are scored."""
    gold = write("g.jsonl", '{"relations": [{"type": "a", "head": 1, "tail": 2}]}\n')
    system = write("s.jsonl", line + "\n")
    done = run("errors", "--from", "records", "-g", gold, "-s", system)
    assert (done.code, done.out) == (2, "")
    assert f"s.jsonl:{place}: {problem}" in done.err


def test_a_text_is_looked_at_once(monkeypatch):
    """However many items of its document have no place in it; and a long span is cut where it is shown."""
    looked_at = counting(monkeypatch, document_text, "excerpt", lambda text, ranges: 1)
    text = DocumentText("word " * 50)
    assert [text.around({"a": "b"}) for _ in range(9)] == [text.text.strip()] * 9
    assert vars(text)["_whole"] == text.text.strip()
    assert len(looked_at) == 9
    assert DocumentText("word " * 100).around({}) is None
    assert DocumentText("x" * 3000).covered([0, 2000]) == f"{'x' * 500} … {'x' * 500}"
