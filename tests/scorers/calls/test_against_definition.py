"""Counts of calls against slow enumerations, and laws."""

import json
import random
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_formats import RECORDS, TURNS

import nerkit
from nerkit.scorers.calls import units
from nerkit.scorers.calls.errors import KINDS
from nerkit.scorers.calls.same_calls import LOSSES

VALUES = st.sampled_from([1, 2, "a", True, [1, 2], [2, 1], None])
ARGUMENTS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3)
CALL = st.fixed_dictionaries({"name": st.sampled_from(["f", "g"]), "arguments": ARGUMENTS})
BROKEN = st.fixed_dictionaries({"name": st.sampled_from(["f", "g", 3]), "arguments": st.just("three")})
TURN = st.lists(CALL, max_size=5)
SYSTEM = st.lists(CALL | BROKEN, max_size=5)


def told(call):
    """What a call says: its arguments that are not null."""
    return {name: json.dumps(one) for name, one in call["arguments"].items() if one is not None}


def is_broken(call):
    return isinstance(call["arguments"], str)


def rank(gold, system):
    """The first of the sets M1 to M6 that a pair is in."""
    if is_broken(system):
        return 5 if system["name"] in (gold["name"], 3) else 6
    if gold["name"] != system["name"]:
        return 6
    ours, theirs = told(gold), told(system)
    if any(ours[name] != theirs[name] for name in ours.keys() & theirs.keys()):
        return 4
    return 3 if theirs.keys() - ours.keys() else 2 if ours.keys() - theirs.keys() else 1


def matchings(gold, system):
    """All pairings of the smaller side with places of the larger one."""
    small, large = sorted((len(gold), len(system)))
    for places in permutations(range(large), small):
        pairs = list(enumerate(places))
        yield pairs if len(gold) <= len(system) else [(j, i) for i, j in pairs]


def sizes(gold, system, *, in_order=False):
    """M1 to M6, or the largest number of same calls that do not cross."""
    ranks = [[rank(one, other) for other in system] for one in gold]
    if in_order:
        best = [[0] * (len(system) + 1) for _ in range(len(gold) + 1)]
        for i in range(len(gold)):
            for j in range(len(system)):
                best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j], best[i][j] + (ranks[i][j] == 1))
        return best[-1][-1]
    every = [
        [sum(ranks[i][j] <= step for i, j in pairs) for step in range(1, 7)]
        for pairs in matchings(gold, system)
    ]
    return [max(column) for column in zip(*every, strict=True)]


def rows(gold, system, **options):
    """The pooled rows of one turn."""
    result = nerkit.evaluate([{"calls": gold}], [{"calls": system}], task="calls", **options)
    return {row["measure"]: row for row in result.to_dict()["rows"]}


@given(TURN, SYSTEM)
def test_the_loss_is_that_of_an_enumeration(gold, system):
    """The size of every matching, and so the number of each class; their sum is 1 - F1 of all calls."""
    row = rows(gold, system)["calls"]
    m = sizes(gold, system)
    assert (row["p_num"], row["p_den"], row["r_den"]) == (m[0], len(system), len(gold))
    wanted = [0, *(2 * (b - a) for a, b in pairwise(m)), len(gold) - m[-1], len(system) - m[-1]]
    assert [row[name] for name in LOSSES] == wanted
    assert sum(wanted) == len(gold) + len(system) - 2 * m[0]


@given(TURN, SYSTEM)
def test_order_costs_what_an_alignment_in_order_loses(gold, system):
    """And no more of anything else."""
    row = rows(gold, system, order="sequence")["calls"]
    in_order = sizes(gold, system, in_order=True)
    assert row["p_num"] == in_order
    assert row["order"] == 2 * (sizes(gold, system)[0] - in_order)


@given(TURN, SYSTEM)
def test_errors_add_up_to_the_loss(gold, system):
    """One line a call, whose arguments may have further ones, each of its own class."""
    result = nerkit.evaluate([{"calls": gold}], [{"calls": system}], task="calls")
    row = next(row for row in result.to_dict()["rows"] if row["measure"] == "calls")
    (listed,) = result.errors().by_system.values()
    calls = [
        KIND for KIND, more in zip(listed.kind.tolist(), listed.further.tolist(), strict=True) if not more
    ]
    count = {name: calls.count(place) for place, name in enumerate(listed.kinds)}
    worth = [2] * 6 + [1] * 2
    of_errors = [number * count[listed.kinds[at]] for at, number in enumerate(worth, 1)]
    of_row = [row[name] for name in LOSSES]
    # calls that several alignments explain may have other classes of arguments, as many in all
    assert (of_errors[0], sum(of_errors[1:4]), of_errors[4:]) == (of_row[0], sum(of_row[1:4]), of_row[4:])
    for error in result.errors():
        if error.kind.startswith("argument "):
            sides = tuple(bool(item["value"]) for item in (error.gold_item, error.system_item))
            assert error.kind == {(True, False): "argument missed", (False, True): "argument spurious"}.get(
                sides, "argument value"
            )
    assert count["correct"] == row["p_num"]


def _by_level(of_classes):
    """Sums over the classes of arguments: calls that several alignments explain may have other ones."""
    sums = dict.fromkeys(("argument" if name.startswith("argument ") else name for name in of_classes), 0)
    for name, one in of_classes.items():
        sums["argument" if name.startswith("argument ") else name] += one
    return sums


@given(TURN, SYSTEM, st.sampled_from(["bag", "sequence"]))
def test_shares_of_the_summary_are_the_split_of_the_loss(gold, system, order):
    """Each share times 1 - F1 is the class of the row over all calls; together they are 1 - F1."""
    result = nerkit.evaluate([{"calls": gold}], [{"calls": system}], task="calls", order=order)
    row = next(row for row in result.rows if row.measure == "calls")
    calls = len(gold) + len(system)
    lost = {
        kind: int(row.extra[name]) for name, kind in zip(LOSSES, KINDS[1:], strict=True) if row.extra[name]
    }
    loss = 1 - Fraction(2 * int(row.p_num), calls) if calls else Fraction(0)
    assert sum(Fraction(one, calls) for one in lost.values()) == loss
    shares = {each["class"]: each["share"] for each in result.errors().summary().rows if each["share"]}
    assert _by_level(shares) == pytest.approx(
        _by_level({name: float(Fraction(one, calls) / loss) for name, one in lost.items()})
    )
    near = [Fraction(share).limit_denominator(calls) for share in shares.values()]
    assert sum(share * loss for share in near) == loss


@given(TURN, TURN, st.randoms())
def test_laws(gold, system, chance):
    """Self is 1, order of bags is nothing, calls are at most tools, a right call more loses no recall."""
    found = rows(gold, system)
    mixed = [*system]
    chance.shuffle(mixed)
    assert rows(gold, mixed) == found
    assert found["calls"]["p_num"] <= found["tools"]["p_num"]
    assert rows(gold, system, order="sequence")["calls"]["p_num"] <= found["calls"]["p_num"]
    assert rows(gold, gold)["calls/exact"]["value"] == 1
    swapped = rows(system, gold)
    assert [swapped["calls"][one] for one in ("precision", "recall")] == [
        found["calls"][one] for one in ("recall", "precision")
    ]
    for call in gold[:1]:
        assert rows(gold, [*system, call])["calls"]["r_num"] >= found["calls"]["r_num"]


@pytest.mark.parametrize("form", RECORDS)
def test_the_same_answer_has_the_same_score_in_every_wire_format(form):
    """All rows but that of the format."""
    gold = [
        {"id": name, "calls": [{"name": n, "arguments": a} for n, a in calls[:1]]}
        for name, calls in TURNS.items()
    ]
    numbers = []
    for one in ("own", form):
        system = [RECORDS[one](name, calls) for name, calls in TURNS.items()]
        listed = nerkit.evaluate(
            gold, system, task="calls", measures=["calls", "tools", "arguments"]
        ).to_dict()["rows"]
        numbers.append([row for row in listed if row["measure"] != "calls/format"])
    assert numbers[0] == numbers[1]
    assert numbers[0][0]["p_num"] == 2
    assert numbers[0][0]["p_den"] == 3


def drawn(chance, *, system):
    """A turn of up to five calls, of a system with broken ones."""
    values = [1, 2, "a", True, [1, 2], [2, 1], None]
    turn = []
    for _ in range(chance.randrange(6)):
        arguments = {name: chance.choice(values) for name in "abc" if chance.random() < 0.4}
        call = {"name": chance.choice("fg"), "arguments": arguments}
        if system and chance.random() < 0.1:
            call = {"name": chance.choice(["f", "g", 3]), "arguments": "three"}
        turn.append(call)
    return turn


def by_document(gold, system, measures=("calls",), **options):
    """(measure, number of the document) -> the row of a turn."""
    sides = [[{"calls": turn} for turn in side] for side in (gold, system)]
    asked = {"task": "calls", "by": ["document"], "measures": list(measures), **options}
    return {(row.measure, row.document): row for row in nerkit.evaluate(*sides, **asked).rows}


def admitted(chance, turn):
    """A turn of gold with readings of arguments, of calls and of nothing."""
    listed = []
    for call in turn:
        more = {"name": call["name"], "arguments": {name: 2 for name in "ab" if chance.random() < 0.5}}
        arguments = {
            name: {"any": [one, chance.choice([1, "a", None, [1, 2], {"o": 1}])]}
            for name, one in call["arguments"].items()
        }
        one = {"name": call["name"], "arguments": arguments}
        listed.append(chance.choice([one, call, {"any": [one, None]}, {"any": [one, more]}]))
    return listed


@pytest.mark.parametrize("order", ["bag", "sequence", "set"])
def test_parameters_of_many_readings_are_compared_leaf_by_leaf(monkeypatch, order):
    """With the counts that all their forms give."""
    chance = random.Random(40)
    gold, system = ([drawn(chance, system=one) for _ in range(300)] for one in (False, True))
    gold = [admitted(chance, turn) for turn in gold]
    measures = ("calls", "calls/exact", "tools", "arguments")
    by_forms = by_document(gold, system, measures, order=order)
    monkeypatch.setattr(units, "MOST_FORMS", 1)
    assert by_document(gold, system, measures, order=order) == by_forms
    assert sum(row.r_den > 0 for row in by_forms.values()) > 600


@pytest.mark.slow
def test_a_further_reading_of_random_turns_never_lowers_the_f1_of_a_document():
    """Readings of arguments, calls that may be left out, and plans; nor do order and repetition change it."""
    chance = random.Random(39)

    def admitted(turn, more):
        listed = []
        for call in turn:
            arguments = {name: {"any": [one, *more]} for name, one in call["arguments"].items()}
            listed.append({"name": call["name"], "arguments": arguments})
        return listed

    gold, system, plans = ([drawn(chance, system=False) for _ in range(2_000)] for _ in range(3))
    few, many = ([admitted(turn, more) for turn in gold] for more in ([7], [7, 2, "a"]))
    again = [admitted(turn, ["a", 2, 7, 7, 2]) for turn in gold]
    optional = [[{"any": [call, None]} for call in turn] for turn in gold]
    either = [{"any": [turn, plan]} for turn, plan in zip(gold, plans, strict=True)]
    scores = [by_document(one, system) for one in (gold, few, many, again, optional, either)]

    def f1(rows, at):
        row = rows.get(("calls", at))
        return 1 if row is None or not row.p_den + row.r_den else row.f1

    for at in map(str, range(1, 2_001)):
        plain, some, most, turned, open_, planned = (f1(rows, at) for rows in scores)
        assert plain <= some <= most == turned
        assert plain <= open_
        assert plain <= planned
