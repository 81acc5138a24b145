"""Rows by sentence, length and what training data has: of relations, triggers and arguments."""

import json

import pytest

import nerkit
from nerkit.exceptions import UsageError

TOKENS = ["Anna", "Lee", "left", "Oxford", ".", "She", "runs", "Acme", "."]
GOLD = {
    "doc_key": "d",
    "sentences": [TOKENS[:5], TOKENS[5:]],
    "ner": [[], []],
    "relations": [[[0, 1, 3, 3, "from"]], [[5, 5, 7, 7, "heads"]]],
    "events": [[[[2, "Leave"], [0, 1, "Who"], [3, 3, "Where"]]], [[[6, "Lead"], [5, 5, "Who"]]]],
}
SYSTEM = GOLD | {
    "relations": [[[0, 1, 3, 3, "from"]], [[5, 5, 7, 7, "owns"]]],
    "events": [[[[2, "Leave"], [0, 0, "Who"], [3, 3, "Where"]]], [[[6, "Lead"], [5, 5, "Who"]]]],
}


def counts(result, measure):
    """(matched, of the system, of gold) of the rows of a measure that are slices and have items."""
    return {
        row["label"]: (row["p_num"], row["p_den"], row["r_den"])
        for row in result.to_dict()["rows"]
        if row["measure"] == measure and "=" in row["label"] and (row["p_den"] or row["r_den"])
    }


@pytest.fixture
def paths(write):
    """A file of gold and one of a system in DyGIE++ form, which has sentences."""
    return [write(f"{n}.jsonl", json.dumps(each) + "\n") for n, each in (("g", GOLD), ("s", SYSTEM))]


@pytest.mark.parametrize(
    ("measure", "by", "wanted"),
    [
        ("relation", "sentence", {"sentence=1": (1, 1, 1), "sentence=2": (0, 1, 1)}),
        ("relation", "length", {"length=3": (0, 1, 1), "length=4": (1, 1, 1)}),
        ("argument-c", "sentence", {"sentence=1": (1, 2, 2), "sentence=2": (1, 1, 1)}),
        ("argument-c", "length", {"length=1": (2, 3, 2), "length=2": (0, 0, 1)}),
        ("trigger-c", "length", {"length=1": (2, 2, 2)}),
        ("event-eq16", "sentence", {"sentence=1": (1.5, 2, 2), "sentence=2": (1, 1, 1)}),
    ],
)
def test_slices(paths, measure, by, wanted):
    """Each side is cut by its own, then matched."""
    found = counts(nerkit.evaluate(*paths, task="ie", measures=[measure], by=[by]), measure)
    if measure == "event-eq16":
        assert list(found) == list(wanted)
    else:
        assert found == wanted


def test_seen(paths, write):
    """A trigger of training data is no argument of it; a label that training data does not have is `text`."""
    training = write("t.jsonl", json.dumps(GOLD | {"relations": [GOLD["relations"][0], []]}) + "\n")
    result = nerkit.evaluate(
        *paths, task="ie", measures=["relation", "argument-c", "trigger-c"], by=[f"seen={training}"]
    )
    assert counts(result, "relation") == {"seen=label": (1, 1, 1), "seen=no": (0, 1, 1)}
    assert counts(result, "argument-c") == {"seen=label": (2, 2, 3), "seen=no": (0, 1, 0)}
    assert counts(result, "trigger-c") == {"seen=label": (2, 2, 2)}


def test_facts_are_seen_by_any_names_of_their_entities(write):
    """As docred-ign looks at them; they have no place, so neither sentence nor length."""
    names = [["Acme", "Acme Corp"], ["Bonn"], ["Ann"]]
    vertices = [[{"name": name, "sent_id": 0, "pos": [0, 1], "type": "X"} for name in each] for each in names]
    facts = [(0, "in", 1), (0, "boss", 2), (2, "in", 1)]

    def document(title, facts):
        labels = [{"h": head, "r": relation, "t": tail, "evidence": [0]} for head, relation, tail in facts]
        return {"title": title, "sents": [["w", "w"]], "vertexSet": vertices, "labels": labels}

    gold = write("gold.json", json.dumps([document("d", facts)]))
    training = write("train.json", json.dumps([document("t", [(0, "in", 1), (0, "heads", 2)])]))
    said = [
        {"title": title, "h_idx": head, "r": relation, "t_idx": tail, "evidence": [0]}
        for title, (head, relation, tail) in [
            ("d", (0, "in", 1)),
            ("d", (2, "in", 1)),
            ("other", (0, "in", 1)),
        ]
    ]
    system = write("system.json", json.dumps(said))
    asked = {"task": "ie", "measures": ["docred", "docred-evidence"], "extra": "spurious"}
    result = nerkit.evaluate(gold, system, by=[f"seen={training}"], **asked)
    seen = {"seen=label": (1, 1, 1), "seen=text": (0, 0, 1)}
    assert counts(result, "docred") == seen | {"seen=no": (1, 2, 1)}
    assert counts(result, "docred-evidence") == seen | {"seen=no": (1, 1, 1)}  # of documents that gold has
    with pytest.raises(
        UsageError, match="docred: no rows by sentence or length, because its items have no place"
    ):
        nerkit.evaluate(gold, system, by=["length"], **asked)


def test_fillers_are_seen_by_any_of_their_mentions(write):
    """With the role, or with another one alone."""
    gold = {"docid": "d", "extracts": {"Victim": [[["juan", 1], ["juan p.", 9]], [["ana", 3]]], "Target": []}}
    system = {"d": {"pred_extracts": {"Victim": [["juan"]], "Target": [["bus"]]}}}
    training = {"docid": "t", "extracts": {"Victim": [[["juan p.", 0]]], "Target": [[["ana", 5]]]}}
    paths = [write(f"{i}.json", json.dumps(each)) for i, each in enumerate((gold, system, training))]
    result = nerkit.evaluate(*paths[:2], task="ie", measures=["ree"], by=[f"seen={paths[2]}"])
    assert counts(result, "ree") == {"seen=label": (0, 0, 1), "seen=text": (0, 0, 1), "seen=no": (0, 2, 0)}


def test_several_fields_and_documents(paths):
    """A row for each combination; with several documents a sentence says of which it is."""
    result = nerkit.evaluate(*paths, task="ie", measures=["relation"], by=["length", "label"])
    assert "length=4;from" in {row["label"] for row in result.to_dict()["rows"]}
    two = [{"id": name, "tokens": TOKENS, "relations": []} for name in "ab"]
    with pytest.raises(UsageError, match="the documents do not mark where sentences begin"):
        nerkit.evaluate(two, two, task="ie", by=["sentence"])


@pytest.mark.parametrize(
    ("document", "by", "problem"),
    [
        ({"relations": [{"type": "in", "head": 1, "tail": 2}]}, "length", "no place in the text"),
        ({"relations": [{"type": "in", "head": [0, 1], "tail": [1, 2]}]}, "colour", "unknown field 'colour'"),
        ({"templates": [{"type": "a", "fillers": []}]}, "length", "no place in the text"),
    ],
)
def test_refused(document, by, problem):
    """Items without offsets have no length, and only slices are fields."""
    measures = ["template"] if "templates" in document else ["relation"]
    filled = document
    if "templates" in document:
        filled = {"templates": [{"type": "a", "fillers": [{"role": "r", "mentions": ["m"]}]}]}
    with pytest.raises(UsageError, match=problem):
        nerkit.evaluate([filled], [filled], task="ie", measures=measures, by=[by])


def test_strings_have_words():
    """The length of a string is its words."""
    events = [{"type": "Leave", "trigger": "left", "arguments": [{"role": "Who", "span": "Anna Maria Lee"}]}]
    document = [{"id": "d", "events": events}]
    result = nerkit.evaluate(document, document, task="ie", measures=["argument-c"], by=["length"])
    assert counts(result, "argument-c") == {"length=3": (1, 1, 1)}
