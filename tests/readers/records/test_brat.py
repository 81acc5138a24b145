"""Relations, events and attributes of brat standoff annotation."""

from nerkit import readers
from nerkit.io import expand

SPANS = "T1\tPER 0 7\tTolkien\nT2\tLOC 13 15;16 19\tOx ord\nT3\tLeave 8 12\tleft\n"


def read(write, lines):
    return readers.reading("brat", "records")(expand(str(write("a.ann", SPANS + lines))))


def test_events(write):
    """A trigger is not an entity; an event as an argument stands at its trigger; lines stand in any order."""
    lines = "E2\tPlan:T1 Theme:E1\nE1\tLeave:T3 Who:T1 Who2:T2 Step2:T1\nM1\tNegation E1\nA2\tSure E1 High\n"
    (document,) = read(write, lines).values
    assert document["entities"] == [{"type": "LOC", "span": [13, 15, 16, 19]}]
    plan, leave = document["events"]
    assert plan == {
        "id": "E2",
        "type": "Plan",
        "trigger": [0, 7],
        "arguments": [{"role": "Theme", "span": [8, 12]}],
    }
    assert leave["attributes"] == {"Negation": True, "Sure": "High"}
    roles = [argument["role"] for argument in leave["arguments"]]
    assert roles == ["Who", "Who", "Step2"], "a number is left where the role has none without it"


def test_relations_and_ids(write):
    """The first argument is the head; an id of a span is its entity's."""
    lines = (
        "R1\tVisit Arg1:T1 Arg2:T2\t\nN1\tReference T1 Wiki:5\tx\nA1\tSure R1\n#1\tAnnotatorNotes T1\tno\n"
    )
    corpus = read(write, lines)
    assert corpus.values[0]["relations"] == [
        {
            "type": "Visit",
            "head": [0, 7],
            "tail": [13, 15, 16, 19],
            "head_type": "PER",
            "tail_type": "LOC",
            "attributes": {"Sure": True},
        }
    ]
    assert corpus.values[0]["entities"][0]["eid"] == "Wiki:5"
    assert corpus.unread == {"note": 1}


def test_spans_stay_spans(run, write):
    """`nerkit spans` reads all T lines; `nerkit evaluate` takes what the lines hold."""
    path = write("a.ann", SPANS + "E1\tLeave:T3 Who:T1\n")
    assert run("spans", "-g", path, "-s", path).out.splitlines()[1].split()[-1] == "3"
    assert run("evaluate", "-g", path, "-s", path).out.splitlines()[1].startswith("trigger-i")
    alone = write("b.ann", SPANS)
    assert run("evaluate", "-g", alone, "-s", alone).out.splitlines()[1].startswith("sets::span")
