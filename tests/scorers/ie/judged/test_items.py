"""Judgements of what items are made of: ends of relations, triggers, arguments, types, parts of opinions."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import UsageError

TOKENS = ["The", "mayor", "of", "Bergen", "met", "a", "ferry", "crew"]
GOLD = {
    "tokens": TOKENS,
    "relations": [{"type": "Leads", "head": [0, 2], "tail": [3, 4]}],
    "events": [{"type": "Meet", "trigger": [4, 5], "arguments": [{"role": "Who", "span": [0, 2]}]}],
}
SYSTEM = {
    "tokens": TOKENS,
    "relations": [{"type": "Leads", "head": [1, 2], "tail": [3, 4]}],
    "events": [{"type": "Contact", "trigger": [4, 5], "arguments": [{"role": "Who", "span": [1, 2]}]}],
}


def written(path, *lines):
    """A file of judgements: path, gold, system, credit."""
    keys = ("path", "gold", "system", "credit")
    path.write_text("".join(f"{json.dumps(dict(zip(keys, one, strict=True)))}\n" for one in lines))
    return str(path)


def right(measure, path, gold=GOLD, system=SYSTEM, **asked):
    """What is right with and without judgements."""
    asked = {"measures": [measure], "judgements": path, **asked}
    result = nerkit.evaluate([gold], [system], task="ie", **asked)
    return result[measure].p_num, result[f"{measure}/unjudged"].p_num


@pytest.mark.parametrize(
    ("measure", "lines", "numbers"),
    [
        ("relation", [("head", "The mayor", "mayor", 1)], (1, 0)),
        ("relation", [("head", "the  MAYOR", "Mayor", 0.5)], (0.5, 0)),
        ("relation", [("head", [0, 2], [1, 2], 1)], (1, 0)),  # as it is written
        ("relation", [("head", ["a chief", "the mayor"], ["mayor"], 1)], (1, 0)),
        ("relation", [("tail", "The mayor", "mayor", 1)], (0, 0)),
        ("relation-untyped", [("head", "The mayor", "mayor", 1), ("tail", "Bergen", "Bergen", 0)], (0, 0)),
        ("trigger-c", [("type", "Meet", "Contact", 0.25)], (0.25, 0)),
        ("trigger-i", [("trigger", "met", "met", 0)], (0, 1)),
        ("argument-i", [("span", "the mayor", "mayor", 1)], (0, 0)),  # of an event of another type
        ("argument-c", [("Who", "the mayor", "mayor", 1), ("event", "Meet", "Contact", 0.5)], (0.5, 0)),
        ("role-filler", [("Who", "the mayor", "mayor", 1)], (1, 0)),
        ("role-filler", [("Whom", "the mayor", "mayor", 1)], (0, 0)),
        ("event-eq16", [("Who", "the mayor", "mayor", 1), ("type", "Meet", "Contact", 1)], (1, 0)),
    ],
)
def test_by_hand(tmp_path, measure, lines, numbers):
    """A field that was judged is worth its credit; an item is the product over its fields."""
    assert right(measure, written(tmp_path / "judged.jsonl", *lines)) == numbers


def test_entities_of_docred(tmp_path, write):
    """An entity that is a number is looked up by any of its names."""
    vertices = [[{"name": name, "sent_id": 0, "pos": [0, 1], "type": "PER"}] for name in ("Ann", "Bo", "Cy")]
    gold = {"title": "d", "sents": [["x"]], "vertexSet": vertices}
    gold["labels"] = [{"r": "P1", "h": 0, "t": 1, "evidence": []}]
    paths = (
        write("g.json", json.dumps([gold])),
        write("s.json", '[{"title":"d","h_idx":2,"t_idx":1,"r":"P1"}]'),
    )
    judged = written(tmp_path / "judged.jsonl", ("head", "Ann", "cy", 1))
    result = nerkit.evaluate(*paths, task="ie", measures=["docred"], judgements=judged)
    assert (result["docred"].p_num, result["docred/unjudged"].p_num) == (1, 0)


def test_labels_are_cut(tmp_path):
    """`by label` filters, then matches with judgements too."""
    path = written(tmp_path / "judged.jsonl", ("Who", "the mayor", "mayor", 0.5))
    result = nerkit.evaluate(
        [GOLD], [SYSTEM], task="ie", measures=["role-filler"], judgements=path, by=["label"]
    )
    assert result["role-filler", "Who"].p_num == 0.5


def test_errors(tmp_path):
    """Judged items are right or right in part, and no errors of their boundaries."""
    whole, part = (written(tmp_path / f"{c}.jsonl", ("head", "The mayor", "mayor", c)) for c in (1, 0.5))
    kinds = [
        [
            row.kind
            for row in nerkit.evaluate([GOLD], [SYSTEM], task="ie", measures=["relation"], judgements=path)
            .errors()
            .rows
        ]
        for path in (None, part, whole)
    ]
    assert kinds == [["boundary"], ["partial"], []]


def test_open_pairs(run, write, tmp_path):
    """Places of items that agree in everything else; not those that were judged."""
    paths = (
        write("g.jsonl", json.dumps({"id": "1", **GOLD})),
        write("s.jsonl", json.dumps({"id": "1", **SYSTEM})),
    )
    for measure, lines in (
        ("relation", [{"path": "head", "gold": "The mayor", "system": "mayor"}]),
        ("role-filler", [{"path": "Who", "gold": "The mayor", "system": "mayor"}]),
        ("argument-c", []),
        ("trigger-c", []),
    ):
        found = tmp_path / f"{measure}.jsonl"
        arguments = ("errors", "--task", "ie", "-g", paths[0], "-s", paths[1], "-m", measure)
        run(*arguments, "--undecided", str(found))
        assert [json.loads(line) for line in found.read_text().splitlines()] == lines
        if lines:
            judged = written(tmp_path / f"{measure}-judged.jsonl", (*lines[0].values(), 0))
            again = tmp_path / f"{measure}-again.jsonl"
            run(*arguments, "--judgements", judged, "--undecided", str(again))
            assert again.read_text() == ""


def test_fillers_of_iterx(tmp_path):
    """A judged filler goes to the one that it was judged to be; credit counts on both sides."""

    def templates(*mentions):
        fillers = [{"role": "Victim", "mentions": [mention]} for mention in mentions]
        return {"templates": [{"type": "attack", "fillers": fillers}]}

    gold, system = templates("Juan Perez", "Ana"), templates("Perez", "Ana")
    for measure in ("rme-subset", "rme-phi3"):
        for credit in (0.5, 1):
            path = written(tmp_path / f"{measure}{credit}.jsonl", ("Victim", "Juan Perez", "Perez", credit))
            result = nerkit.evaluate([gold], [system], task="ie", measures=[measure], judgements=path)
            row, alone = result[measure], result[f"{measure}/unjudged"]
            assert (row.p_num, row.p_den, row.r_num, row.r_den) == (1 + credit, 2, 1 + credit, 2)
            assert (alone.p_num, alone.r_num) == (1, 1)


def test_opinions(tmp_path):
    """A part of an opinion that was judged meets the other one by its credit."""
    text = "We love it dearly"

    def opinion(words, start):
        part = [[words], [f"{start}:{start + len(words)}"]]
        return {
            "Source": [[], []], "Target": [[], []], "Polar_expression": part, "Polarity": "Positive",
        }  # fmt: skip

    gold, system = (
        [{"sent_id": "1", "text": text, "opinions": [opinion(*one)]}] for one in (("love", 3), ("dearly", 11))
    )
    files = [tmp_path / name for name in ("gold.json", "system.json")]
    for file, value in zip(files, (gold, system), strict=True):
        file.write_text(json.dumps(value))
    path = written(tmp_path / "judged.jsonl", ("expression", "love", "dearly", 1))
    result = nerkit.evaluate(*map(str, files), task="ie", measures=["sentiment-f1"], judgements=path)
    assert (result["sentiment-f1"].p_num, result["sentiment-f1/unjudged"].p_num) == (1, 0)


def test_measures_without_fillers(tmp_path):
    """Judgements that concern no measure that is scored are an error with what to score."""
    path = written(tmp_path / "judged.jsonl", ("head", "a", "b", 1))
    with pytest.raises(UsageError, match=r"scirex.* does not compare; score argument-c"):
        nerkit.evaluate([GOLD], [SYSTEM], task="ie", measures=["scirex"], judgements=path)


ITEMS = st.lists(
    st.fixed_dictionaries(
        {"type": st.sampled_from("ab"), "head": st.sampled_from("xyz"), "tail": st.sampled_from("uv")}
    ),
    max_size=3,
    unique_by=lambda one: (one["type"], one["head"], one["tail"]),
)
CREDITS = st.sampled_from((0, 0.5, 1))
JUDGED = st.lists(
    st.one_of(
        st.tuples(st.just("head"), st.sampled_from("xyz"), st.sampled_from("xyz"), CREDITS),
        st.tuples(st.just("type"), st.sampled_from("ab"), st.sampled_from("ab"), CREDITS),
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda one: one[:3],
)


@given(ITEMS, ITEMS, JUDGED)
def test_against_all_matchings(tmp_path_factory, gold, system, lines):
    """The best one-to-one sum of the products of what fields are worth, all tried."""
    credit = {one[:3]: one[3] for one in lines}

    def worth(one, other):
        product = 1.0
        for name in ("type", "head", "tail"):
            product *= credit.get((name, one[name], other[name]), float(one[name] == other[name]))
        return product

    def best(i, free):
        if i == len(gold):
            return 0.0
        return max([best(i + 1, free), *(worth(gold[i], system[j]) + best(i + 1, free - {j}) for j in free)])

    path = written(tmp_path_factory.mktemp("judged") / "judged.jsonl", *lines)
    number, _ = right("relation", path, {"relations": gold}, {"relations": system})
    assert number == pytest.approx(best(0, frozenset(range(len(system)))))
