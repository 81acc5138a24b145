"""The library: evaluate, read, Scorer, Result."""

import doctest

import pandas as pd
import pytest

import nerkit
from nerkit.exceptions import NerkitError, UsageError

GOLD = {"a": [(0, 5, "PER"), (7, 9, "LOC")], "b": [(0, 2, "PER")]}
SYSTEM = {"a": [(0, 5, "PER"), (7, 9, "ORG")], "b": []}
LISTS = [*GOLD.values()], [*SYSTEM.values()]


@pytest.fixture
def result():
    return nerkit.evaluate(GOLD, SYSTEM, measures=["sets::span+type", "sets::span"], by=["label"])


def test_access(result):
    """The headline is the first measure; rows by measure, label, document."""
    assert (result.precision, result.recall, result.f1, result.value, float(result)) == (
        0.5,
        1 / 3,
        0.4,
        0.4,
        0.4,
    )
    assert result["sets::span"].recall == 2 / 3
    assert result["sets::span+type", "PER"].r_den == 2
    assert result["sets::span+type", "ORG", "*"].p_den == 1


def test_labels_without_rows_of_labels(result):
    """A row of a label is counted when it is asked for, and is what `by` would have shown."""
    plain = nerkit.evaluate(GOLD, SYSTEM, measures=["sets::span+type", "sets::span"])
    assert plain["sets::span+type", "PER"] == result["sets::span+type", "PER"]
    assert plain.rows == [row for row in result.rows if row.label == "*"]
    with pytest.raises(KeyError, match="did you mean 'PER'"):
        plain["sets::span", "PRE"]
    clusters = nerkit.evaluate([[[(0, 2), (5, 6)]]], [[[(0, 2), (5, 6)]]], task="coref", measures=["muc"])
    with pytest.raises(KeyError, match="the result has no row with label 'PER'"):
        clusters["muc", "PER"]


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("sets::spam", "did you mean 'sets::span'"),
        (("sets::span", "PRE"), "did you mean 'PER'"),
        (("sets::span", "*", "a"), "document"),
    ],
)
def test_rows_that_are_not_there(result, key, message):
    """A KeyError that says what there is."""
    with pytest.raises(KeyError, match=message):
        result[key]


def test_faces_of_a_result(result):
    """str is the table of the command line, a notebook shows HTML, a data frame has a row each."""
    assert str(result).startswith("measure")
    assert result._repr_html_().startswith('<section id="scores"')
    frame = result.to_dataframe()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame["label"]) == [row.label for row in result.rows]
    assert result.to_dict()["rows"][0]["measure"] == "sets::span+type"
    assert result.render("tsv").count("\n") == len(result.rows) + 1


def test_results_of_different_kinds_do_not_add(result):
    """Other measures, other options, the same documents."""
    with pytest.raises(NerkitError, match="different kinds"):
        result + nerkit.evaluate(GOLD, SYSTEM, measures=["sets::span"])
    with pytest.raises(NerkitError, match="documents with the same name: a, b"):
        result + result


def test_results_of_documents_without_ids_add():
    """They are numbered on, as in a merge."""
    one, two = (
        nerkit.evaluate([g], [s], measures="sets::span", by="document") for g, s in zip(*LISTS, strict=True)
    )
    whole = nerkit.evaluate(*LISTS, measures="sets::span", by="document")
    assert (one + two).rows == whole.rows
    assert (one + one).head.r_den == 2 * one.head.r_den


def test_scorer_equals_evaluate():
    """Adding documents one by one, and merging scorers, gives the result of all at once."""
    options = {"measures": ["sets::span+type", "sets::type"], "by": ["label"]}
    first, second = nerkit.Scorer("spans", **options), nerkit.Scorer("spans", **options)
    first.add(GOLD["a"], SYSTEM["a"])
    second.add(GOLD["b"], SYSTEM["b"])
    first.merge(second)
    whole = nerkit.evaluate(list(GOLD.values()), list(SYSTEM.values()), task="spans", **options)
    assert first.result().rows == whole.rows
    with pytest.raises(UsageError, match="different options"):
        first.merge(nerkit.Scorer("spans"))


def test_a_single_name_is_a_list_of_one():
    """measures="sets::span" is not ten one-letter measures."""
    one = nerkit.evaluate(GOLD, SYSTEM, measures="sets::span", by="label", labels="PER", only="document=a")
    assert (
        one.rows
        == nerkit.evaluate(
            GOLD, SYSTEM, measures=["sets::span"], by=["label"], labels=["PER"], only=["document=a"]
        ).rows
    )


def test_unknown_options_are_errors():
    """A typo is not swallowed."""
    with pytest.raises(UsageError, match="unknown option 'type_weight'; did you mean 'type_weights'"):
        nerkit.evaluate(GOLD, SYSTEM, type_weight={})
    with pytest.raises(UsageError, match="unknown task 'span'"):
        nerkit.evaluate(GOLD, SYSTEM, task="span")
    with pytest.raises(UsageError, match="unknown value of missing"):
        nerkit.evaluate(GOLD, SYSTEM, missing="emty")


def test_paths_objects_and_open_files_mix(write):
    """Gold from a file, the system from memory."""
    path = write("g.tsv", "a\t0\t4\tE1\t1\tPER\na\t7\t8\tE2\t1\tLOC\nb\t0\t1\tE1\t1\tPER\n")
    with path.open("rb") as file:
        from_file = nerkit.evaluate(file, SYSTEM, measures=["sets::span+type"])
    assert from_file.f1 == nerkit.evaluate(str(path), SYSTEM, measures=["sets::span+type"]).f1 == 0.4


def test_read():
    """Objects come back as columns."""
    assert nerkit.read(GOLD).documents == ["a", "b"]


def test_the_signature_names_what_changes_a_number():
    """Options at their defaults are not in it; tables by a digest."""
    plain = nerkit.evaluate(GOLD, SYSTEM, measures=["sets::span"]).signature
    assert plain == f"spans|sets::span|empty:zero|v:{nerkit.__version__}"
    weighted = [
        nerkit.evaluate(
            GOLD, SYSTEM, measures=["sets::span+type"], type_weights={("LOC", "ORG"): w}
        ).signature
        for w in (0.1, 0.2)
    ]
    assert weighted[0] != weighted[1]


def test_doctests():
    """The examples in the docstrings run."""
    from nerkit.evaluation import evaluate as evaluation

    for module in (nerkit, evaluation):
        assert doctest.testmod(module, extraglobs={"nerkit": nerkit}).failed == 0


def test_lazy_attributes():
    """Public names load on use; others are attribute errors."""
    assert "evaluate" in dir(nerkit)
    with pytest.raises(AttributeError, match="no attribute 'compar'"):
        nerkit.compar
