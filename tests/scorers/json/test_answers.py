"""Answers to questions: normal forms, the best reading, file forms, and the slow twin of anls-star."""

import itertools
import json
from fractions import Fraction
from types import NoneType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.corpora.readings import Readings
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers.json.answers.edits import is_silent, leaf_text, nested_score, places, similarity
from nerkit.scorers.json.answers.word_overlap import drop_form, drop_score, squad_form, triviaqa_form
from nerkit.scorers.json.measures import ANSWER_NAMES

TEXTS = st.lists(
    st.sampled_from(["the", "a", "cat", "dog", "1", "1.0", "-", "U.S.", "ten-yard"]), max_size=4
).map(" ".join)
LEAVES = st.sampled_from(["a", "ab", "abc", "xy", "", None, 1, 1.0, True])


def nested(with_readings):
    value = LEAVES
    for _ in range(2):
        parts = [
            LEAVES,
            st.lists(value, max_size=3),
            st.dictionaries(st.sampled_from("ab"), value, max_size=2),
        ]
        if with_readings:
            parts.append(st.builds(Readings, st.lists(value, min_size=1, max_size=2)))
        value = st.one_of(parts)
    return value


def every_count(gold, system):
    """All (sum of s, places) that any pairing and any reading can reach, as the definition reads."""
    if isinstance(gold, Readings):
        return {each for one in gold.values for each in every_count(one, system)}
    if gold is None:
        return {(Fraction(is_silent(system)), max(1, places(system)))}
    if isinstance(gold, dict) and isinstance(system, dict):
        parts = [every_count(value, system.get(key)) for key, value in gold.items()]
        parts += [every_count(None, v) for k, v in system.items() if k not in gold and not is_silent(v)]
        return sums(parts)
    if isinstance(gold, list) and isinstance(system, list):
        return {
            each for pairing in pairings(len(gold), len(system)) for each in paired(gold, system, pairing)
        }
    if not isinstance(gold, list | dict) and not isinstance(system, list | dict | NoneType):
        return {(similarity(leaf_text(gold), leaf_text(system)), 1)}
    return {(Fraction(0), max(size, places(system))) for size in every_size(gold)}


def every_size(value):
    """All numbers of places of a value alone."""
    if isinstance(value, Readings):
        return {size for one in value.values for size in every_size(one)}
    inner = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        return {sum(sizes) for sizes in itertools.product(*map(every_size, inner))}
    return {1}


def sums(parts):
    reached = {(Fraction(0), 0)}
    for part in parts:
        reached = {(a + c, b + d) for a, b in reached for c, d in part}
    return reached


def pairings(rows, columns):
    if not rows:
        yield {}
        return
    for rest in pairings(rows - 1, columns):
        yield rest
        for column in set(range(columns)) - set(rest.values()):
            yield rest | {rows - 1: column}


def paired(gold, system, pairing):
    parts = [every_count(gold[i], system[j]) for i, j in pairing.items()]
    parts += [{(Fraction(0), n) for n in every_size(one)} for i, one in enumerate(gold) if i not in pairing]
    left = [one for j, one in enumerate(system) if j not in pairing.values()]
    return sums([*parts, {(Fraction(0), sum(map(places, left)))}])


@given(nested(with_readings=True), nested(with_readings=False))
def test_anls_star_is_the_best_of_all_pairings_and_readings(gold, system):
    expected = max(s / n if n else Fraction(1) for s, n in every_count(gold, system))
    assert nested_score(gold, system) == expected


def score(gold, system, measure):
    return nerkit.evaluate([gold], [system], task="json", measures=[measure]).rows[0].value


@pytest.mark.parametrize(
    ("form", "text", "normal"),
    [
        (squad_form, "The  Levi's Stadium!", "levis stadium"),
        (squad_form, "one-two", "onetwo"),
        (squad_form, "it’s", "it’s"),
        (triviaqa_form, "Sinclair_Lewis", "sinclair lewis"),
        (triviaqa_form, "U.S.", "u s"),
        (drop_form, "1,000 nan ten-yard $5", "1000.0 nan ten yard 5.0"),
        (drop_form, "a - the", ""),
    ],
)
def test_normal_forms_are_those_of_the_data_sets(form, text, normal):
    assert form(text) == normal


@pytest.mark.parametrize(
    ("measure", "gold", "system", "value"),
    [
        ("squad", ["the"], "", 1),
        ("squad", ["the", "cat"], "", 0),
        ("squad", [], "1995", 0),
        ("squad", "x", None, 0),
        ("squad", ["5"], 5, 1),
        ("squad/em", ["a cat", "dog"], "The cat.", 1),
        ("squad", {"any": ["a b c", {"any": ["b c"]}]}, "b", 2 / 3),
        ("drop", [["Ann", "Bo"]], ["Bo", "Ann"], 1),
        ("drop", ["12 yards"], "13 yards", 0),
        ("drop", [["", "x"]], "", 0),
        ("drop/em", ["4", "four"], "4.0", 1),
        ("anls", ["abcd"], "abxy", 0.5),
        ("anls-strict", ["abcd"], "abxy", 0),
        ("anls", [""], "", 1),
        ("anls-star", {"a": "x"}, {"a": "x", "b": ""}, 1),
        ("anls-star", ["a", "b"], "b", 1),
        ("anls-star", [], [], 1),
    ],
)
def test_an_answer_has_the_score_of_its_best_reading(measure, gold, system, value):
    assert score(gold, system, measure) == pytest.approx(value)


def test_means_of_drop_are_rounded_half_to_even():
    """Two of 16 words in common, on one of two spans: 1/8."""
    gold, system = [["a1 b c d", "x1 y"]], ["a1 e f g"]
    assert drop_score(gold, system)[0][0] == Fraction(12, 100)


@given(st.lists(TEXTS, min_size=1, max_size=3), TEXTS, TEXTS, st.sampled_from([*ANSWER_NAMES]))
def test_a_further_reading_lowers_no_score_where_all_say_something(readings, further, answer, measure):
    readings, further = [f"{one} x" for one in readings], f"{further} y"
    before, after = score(readings, answer, measure), score([*readings, further], answer, measure)
    assert after >= before
    assert score([*reversed(readings), readings[0]], answer, measure) == before


@given(TEXTS, st.sampled_from([name for name in ANSWER_NAMES if not name.startswith("drop")]))
def test_each_reading_is_a_right_answer(text, measure):
    assert score([f"{text} x", "other"], f"{text} x", measure) == 1


@pytest.mark.parametrize(
    ("measure", "gold", "system", "problem"),
    [
        ("squad", [{"a": 1}], "x", "squad compares text, not an object"),
        ("anls", ["x"], {"a": 1}, "anls compares text, not an object"),
        ("triviaqa/em", ["x"], ["x"], "triviaqa compares text, not an array"),
        ("squad", [True], "x", "not a boolean"),
        ("drop", [[["x"]]], "x", "drop compares text, not an array"),
    ],
)
def test_a_value_that_is_no_answer_is_an_error(measure, gold, system, problem):
    with pytest.raises(InputError, match=problem):
        score(gold, system, measure)


def test_answers_and_other_values_are_not_scored_together():
    with pytest.raises(UsageError, match="ask for only one"):
        nerkit.evaluate([["x"]], ["x"], task="json", measures=["squad", "json"])


GOLD_FILES = {
    "squad": {
        "data": [{"paragraphs": [{"qas": [{"id": "q", "answers": [{"text": "cat"}, {"text": "dog"}]}]}]}]
    },
    "drop": {
        "p": {
            "qa_pairs": [
                {
                    "query_id": "q",
                    "answer": {"number": "3", "spans": []},
                    "validated_answers": [
                        {"number": "", "spans": ["cat"]},
                        {"number": "", "spans": [], "date": {"day": "3", "month": "May"}},
                    ],
                }
            ]
        }
    },
    "triviaqa": {"Data": [{"QuestionId": "q", "Answer": {"Value": "cat", "Aliases": ["dog"]}}]},
    "anls": {"data": [{"questionId": "q", "answers": ["cat"]}]},
    "datasets": {"id": "q", "answers": {"text": ["dog", "cat"], "answer_start": [0, 1]}},
    "lines": {"id": "q", "value": ["cat"]},
}
SYSTEM_FILES = [{"q": "cat"}, [{"questionId": "q", "answer": "cat"}], {"id": "q", "prediction_text": "cat"}]


@pytest.mark.parametrize("form", GOLD_FILES)
@pytest.mark.parametrize("system", SYSTEM_FILES)
def test_files_of_data_sets_are_recognised_on_either_side(form, system, tmp_path):
    gold, answers = tmp_path / "gold.json", tmp_path / "system.json"
    gold.write_text(json.dumps(GOLD_FILES[form]))
    answers.write_text(json.dumps(system))
    measure = form if form in ANSWER_NAMES else "squad"
    result = nerkit.evaluate(gold, answers, task="json", measures=[measure], by="document")
    assert [(row.document, row.value) for row in result.rows if row.measure == measure] == [
        ("q", 1),
        ("*", 1),
    ]


def test_a_missing_answer_is_an_empty_one_with_a_warning(tmp_path):
    gold, answers = tmp_path / "gold.jsonl", tmp_path / "system.jsonl"
    gold.write_text('{"id": "a", "value": ["x"]}\n{"id": "b", "value": []}\n{"id": "c", "value": ["y"]}\n')
    answers.write_text('{"id": "c", "value": "y"}\n')
    result = nerkit.evaluate(gold, answers, task="json", preset="squad")
    assert result.rows[0].value == pytest.approx(2 / 3)
    assert any("no partner" in warning for warning in result.warnings)


def test_errors_name_the_reading_and_the_score():
    result = nerkit.evaluate([["cat", "the dog sat"]], ["dog"], task="json", measures=["squad"])
    assert "score 0.667; reading 2 of 2: cat | the dog sat" in str(result.errors())
