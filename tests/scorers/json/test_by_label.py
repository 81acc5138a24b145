"""Rows by label: one path at a time is matched, with what is elsewhere left out."""

import pytest
from growth import counting, exponent
from hypothesis import given
from hypothesis import strategies as st
from tries import tries

import nerkit
from nerkit.exceptions import UsageError
from nerkit.scorers.json import counting as counting_module
from nerkit.scorers.json import rows

SCALARS = st.sampled_from(["a", "b", "", None, 1, True])
KEYS = st.sampled_from(["k", "v", "w"])


def nested(depth):
    value = SCALARS
    for _ in range(depth):
        value = st.one_of(
            SCALARS, st.lists(value, max_size=3), st.dictionaries(KEYS | st.just(1), value, max_size=3)
        )
    return value


SIDES = st.lists(st.tuples(nested(4), nested(4)), min_size=1, max_size=3)
MEASURES = ["json", "json/exact", "json/item", "json-soft"]


def counts(pairs, **options):
    pairs = [*pairs, ({"k": ["a", {"k": 1}]}, {"k": ["b", {"k": 1}]})]  # paths that options name
    gold, system = (list(side) for side in zip(*pairs, strict=True))
    made = nerkit.evaluate(gold, system, task="json", measures=MEASURES, by=["label", "document"], **options)
    return [row.to_dict() for row in made.rows]


@pytest.mark.parametrize(
    "options", [{}, {"wrap": True}, {"array": ["k=sequence"]}, {"key": ["**=k"]}, {"absent": "none"}], ids=str
)
@given(SIDES)
@tries(4)
def test_what_is_cut_off_would_not_be_scored(options, pairs):
    """Rows are those of documents that are compared anew for each path, as if gold had readings."""
    cut = counts(pairs, **options)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(counting_module, "in_readings", lambda _: True)
        anew = counts(pairs, **options)
    bounds = ("unproven", "slack", "optimal")
    assert [{name: each for name, each in row.items() if name not in bounds} for row in anew] == cut


def test_work_grows_with_the_number_of_paths(monkeypatch):
    """Of an object with n keys each key is looked at by itself."""
    listed = counting(monkeypatch, rows, "leaves_of", lambda nodes, _: len(nodes))
    work, sizes = [], (20, 40, 80, 160)
    for size in sizes:
        counts([({f"k{i}": i for i in range(size)},) * 2])
        work.append(sum(listed))
        listed.clear()
    assert exponent(sizes, work) < 1.1


def test_work_grows_with_the_number_of_rows(monkeypatch):
    """Of documents whose rows have fields of their own, only those with a field are looked at for it."""
    listed = counting(monkeypatch, rows, "leaves_of", lambda nodes, _: int((nodes.parent >= 0).sum()))
    work, sizes = [], (20, 40, 80, 160)
    for size in sizes:
        documents = [{"rows": [{"id": i, f"k{i}": i}, {"id": -i}]} for i in range(size)]
        counts([(one, one) for one in documents], key=["rows=id"])
        listed.sort()
        work.append(sum(listed))
        listed.clear()
    assert exponent(sizes, work) < 1.1


def test_a_path_without_elements_has_no_row_of_elements():
    """A scalar field has none on either side: no row, and no part in an average; it has rows of leaves."""
    gold, system = {"date": "x", "items": [{"k": 1}, {"k": 2}]}, {"date": "y", "items": [{"k": 1}]}
    result = nerkit.evaluate([gold], [system], task="json", by=["label"], macro=True)
    labels = {name: [row.label for row in result.rows if row.measure == name] for name in MEASURES[:3]}
    averages = ["macro", "micro", "weighted", "*"]
    assert labels["json/item"] == ["items[].k", *averages]
    assert labels["json"] == labels["json/exact"] == ["date", "items[].k", *averages]
    assert result["json/item", "macro"].recall == result["json/item", "items[].k"].recall == 0.5


def test_shares_are_those_of_what_f1_lacks():
    """A leaf that is misread is wrong on both sides, so that it counts twice; together they are 1 - F1."""
    gold, system = {"a": 1, "b": 2, "c": [{"d": 1, "e": 2}]}, {"a": 9, "c": []}
    summary = nerkit.evaluate([gold], [system], task="json").errors().summary().rows
    shares = {row["class"]: (row["errors"], row["share"]) for row in summary}
    assert shares == {"field value": (1, 2 / 5), "field missed": (1, 1 / 5), "item missed": (2, 2 / 5)}


def test_too_many_labels_are_refused(monkeypatch):
    """Labels times values; a few labels may have many values, and rows by path have no such limit."""
    gold = [{f"k{at}": at for at in range(6)}]
    monkeypatch.setattr(counting_module, "FEW_LABELS", 5)
    monkeypatch.setattr(counting_module, "MOST_LABEL_VALUES", 6 * (14 + counting_module.LABEL_SET_UP) - 1)
    with pytest.raises(UsageError, match="6 labels times 14 values"):
        nerkit.evaluate(gold, gold, task="json", by=["label"])
    assert nerkit.evaluate(gold, gold, task="json", by=["path"]).rows
    monkeypatch.setattr(counting_module, "FEW_LABELS", 6)
    assert nerkit.evaluate(gold, gold, task="json", by=["label"]).rows
