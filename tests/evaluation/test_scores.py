"""`nerkit.scores`: the numbers of `--by document`, one for each pair."""

import math
import random

import pytest
from tries import each

import nerkit

TYPES = ("PER", "LOC", "ORG")


def spans(draw):
    starts = sorted(draw.sample(range(0, 40, 4), 5))
    return [(at, at + draw.choice((1, 3)), draw.choice(TYPES)) for at in starts]


def tags(draw):
    return [draw.choice(("O", "B-PER", "I-PER", "B-LOC")) for _ in range(8)]


def value(draw):
    return {
        "id": draw.choice("ab"),
        "name": draw.choice("xyz"),
        "lines": [{"price": draw.randint(0, 3), "sku": draw.choice("pq")} for _ in range(draw.randint(0, 3))],
    }


def calls(draw):
    return [
        {"name": draw.choice("fg"), "arguments": {"x": draw.randint(0, 2), "y": draw.choice("ab")}}
        for _ in range(draw.randint(0, 3))
    ]


def words(draw):
    return [
        (form, draw.randint(1, place) if place else 0, draw.choice(("obj", "det")) if place else "root")
        for place, form in enumerate(("book", "the", "flight"))
    ]


def graph(draw):
    concepts = draw.sample(("want-01", "go-02", "boy", "city"), 3)
    return (
        f"(a / {concepts[0]} :ARG0 (b / {concepts[1]}) :{draw.choice(('ARG1', 'time'))} (c / {concepts[2]}))"
    )


def tree(draw):
    kinds = [draw.choice(("NP", "VP", "PP")) for _ in range(2)]
    return f"(S ({kinds[0]} (D the) (N dog)) ({kinds[1]} (V runs)))"


def record(draw):
    entities = [{"id": name, "text": name, "type": draw.choice(TYPES)} for name in "abc"]
    relations = [{"head": "a", "tail": draw.choice("bc"), "type": draw.choice("rs")}]
    return {"entities": entities, "relations": relations}


MAKERS = {  # task -> a maker of an answer, and the measures that are asked for
    "spans": (spans, (None, "sets::span+type", "sets::span", "overlap-maxsum::span", "loss")),
    "bio": (tags, (None, "chunk", "strict", "token")),
    "json": (value, (None, "json/format")),
    "calls": (calls, (None, "tools")),
    "dep": (words, (None, "UAS")),
    "amr": (graph, (None, "smatch")),
    "tree": (tree, (None,)),
    "ie": (record, (None,)),
}
CASES = [(task, measure) for task, (_, measures) in MAKERS.items() for measure in measures]


def by_document(golds, systems, task, measure, **options):
    """The values of the rows by document of the same pairs, under their numbers as ids."""
    sides = [golds, systems]
    if task in ("json", "calls"):
        key = "value" if task == "json" else "calls"
        sides = [[{"id": f"d{i}", key: one} for i, one in enumerate(map(without_id, side))] for side in sides]
    else:
        sides = [{str(i): [one] if task == "dep" else one for i, one in enumerate(side)} for side in sides]
    named = {} if measure is None else {"measures": measure}
    result = nerkit.evaluate(*sides, task=task, by="document", **named, **options)
    rows = [row for row in result.rows if row.measure == result.headline and row.document != "*"]
    return [row.value for row in rows]


def without_id(one):
    return {key: part for key, part in one.items() if key != "id"} if isinstance(one, dict) else one


@each("task, measure", CASES)
@each("seed", range(3))
def test_scores_are_the_rows_by_document(task, measure, seed):
    """A score is the value of its document's row, bit for bit, whatever else is in the batch."""
    draw = random.Random(seed)
    make = MAKERS[task][0]
    golds = [make(draw) for _ in range(12)]
    systems = [one if draw.random() < 0.3 else make(draw) for one in golds]
    expected = by_document(golds, systems, task, measure)
    assert nerkit.scores(golds, systems, task=task, measure=measure) == expected
    assert len(expected) == 12
    assert len(set(expected)) > 1 or measure == "json/format"


@pytest.mark.parametrize("task", MAKERS)
def test_nothing_is_a_document(task):
    """None and an empty answer score 0 in their place, and change no other score."""
    draw = random.Random(1)
    golds = [MAKERS[task][0](draw) or calls(random.Random(2)) for _ in range(4)]
    empty = "" if task in ("amr", "tree", "json") else []
    assert nerkit.scores(golds, [golds[0], None, empty, golds[3]], task=task) == [1, 0, 0, 1]
    assert nerkit.scores(golds, [None] * 4, task=task) == [0, 0, 0, 0]
    assert nerkit.scores([], [], task=task) == []


@pytest.mark.parametrize("task", ["spans", "bio", "amr", "tree", "dep"])
def test_pairs_of_nothing_have_the_value_of_zero_by_zero(task):
    """A pair without items on both sides is 0/0, and keeps its place if a whole side is empty."""
    gold = MAKERS[task][0](random.Random(3))
    scored = nerkit.scores([None, gold, None], [None, None, None], task=task, empty="one")
    assert scored == [1, 0, 1]
    scored = nerkit.scores([None, gold], [None, gold], task=task, empty="null")
    assert math.isnan(scored[0])
    assert scored[1] == 1


def test_ids_in_the_data_pair_nothing():
    """The same gold may stand in several pairs, and ids that differ pair by their place."""
    gold = {"id": "q", "text": "Ann left", "entities": [{"start": 0, "end": 3, "label": "PER"}]}
    other = {**gold, "id": "r"}
    assert nerkit.scores([gold, gold, gold], [gold, other, None], task="spans") == [1, 1, 0]
    assert nerkit.scores([{"id": 1, "a": 1}] * 2, [{"id": 2, "a": 1}, '{"a": 2}'], task="json") == [1, 0]


@pytest.mark.parametrize(
    ("task", "good", "bad", "told"),
    [
        ("bio", ["B-PER", "O"], ["O", "X-PER"], "pair 5: systems?.*no known prefix"),
        ("bio", ["B-PER", "O"], ["O"], "pair 5: system: 1 token where gold has 2"),
        ("spans", [(0, 5, "PER")], [(5, 1, "PER")], "pair 5: system.*end 1 is not after start 5"),
        ("amr", "(w / want-01)", "(w / want-01", "pair 5: .*1 node still open"),
        ("json", {"a": 1}, {"a": {1, 2}}, "pair 5: .*is not a value of JSON"),
    ],
)
def test_errors_name_the_pair(task, good, bad, told):
    """What cannot be read is told with the number of its pair."""
    with pytest.raises(nerkit.InputError, match=told):
        nerkit.scores([good] * 7, [good] * 4 + [bad] + [good] * 2, task=task)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"golds": [[]], "systems": [[], []]}, "1 gold and 2 answers"),
        ({"task": "boi"}, "did you mean 'bio'"),
        ({"measure": "chunkk"}, "unknown measure 'chunkk'"),
        ({"measure": "all"}, "all stands for several measures"),
        ({"by": "label"}, "by=… cannot be used with scores"),
        ({"schem": "IOB2"}, "unknown option 'schem'"),
    ],
)
def test_calls_that_make_no_sense(arguments, told):
    """Arguments that do not fit are usage errors."""
    call = {"golds": [["O"]], "systems": [["O"]], "task": "bio"} | arguments
    with pytest.raises(nerkit.UsageError, match=told):
        nerkit.scores(call.pop("golds"), call.pop("systems"), **call)
