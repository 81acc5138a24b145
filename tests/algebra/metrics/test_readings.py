"""Gold in several readings: the choice of all documents tried one by one, and laws."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algebra import f_measure, field, files, match_sets, readings, same
from nerkit.exceptions import InputError, UsageError

EDITS = st.lists(st.sampled_from("abcd"), max_size=3, unique=True)
DOCUMENTS = st.lists(st.tuples(st.lists(EDITS, min_size=1, max_size=3), EDITS), min_size=1, max_size=4)
NORMALIZERS = st.sampled_from(["p", "r", "f1", "f0.5", "f2", "j"])


def sides(documents):
    """Documents of gold, with readings, and of the system."""
    gold = [{"by": [{"edits": reading} for reading in readings]} for readings, _ in documents]
    return gold, [{"edits": edits} for _, edits in documents]


def value(normalizer, pairs):
    """The corpus value of pairs of a reading and the system's edits."""
    correct = sum(len(set(gold) & set(system)) for gold, system in pairs)
    wanted, found = (sum(len(pair[i]) for pair in pairs) for i in range(2))
    if normalizer in "prj":
        top, below = correct, {"p": found, "r": wanted, "j": wanted + found - correct}[normalizer]
    else:
        square = float(normalizer[1:]) ** 2
        top, below = (1 + square) * correct, square * wanted + found
    return top / below if below else 0.0


def metric(normalizer, choose):
    return readings(field("edits", match_sets(same, normalize=normalizer)), "by", choose)


@given(DOCUMENTS, NORMALIZERS)
def test_the_best_choice_is_the_largest_of_all(documents, normalizer):
    """Every choice of readings is tried."""
    pairs = [[(reading, system) for reading in readings] for readings, system in documents]
    wanted = max(value(normalizer, choice) for choice in product(*pairs))
    assert metric(normalizer, "best").score(*sides(documents)) == pytest.approx(wanted)


@given(DOCUMENTS, NORMALIZERS)
def test_the_greedy_choice_goes_through_the_documents(documents, normalizer):
    """Each takes what makes the value so far the largest, then more that is correct."""
    taken = []
    for readings_, system in documents:
        values = [value(normalizer, [*taken, (reading, system)]) for reading in readings_]
        hits = [len(set(reading) & set(system)) for reading in readings_]
        best = max(range(len(values)), key=lambda i: (round(values[i], 10), hits[i], -len(readings_[i])))
        taken.append((readings_[best], system))
    found = metric(normalizer, "greedy").score(*sides(documents))
    assert found == pytest.approx(value(normalizer, taken))
    assert metric(normalizer, "best").score(*sides(documents)) >= found - 1e-12


@given(DOCUMENTS, st.permutations(range(4)))
def test_the_best_choice_is_free_of_the_order_of_documents(documents, order):
    moved = [documents[i] for i in order if i < len(documents)]
    assert metric("f1", "best").score(*sides(moved)) == metric("f1", "best").score(*sides(documents))


@given(DOCUMENTS, st.sampled_from(["greedy", "best"]))
def test_one_reading_is_none(documents, choose):
    """The counts are those of the formula without readings, in either form."""
    single = [([readings_[0]], system) for readings_, system in documents]
    gold, system = sides(single)
    plain = field("edits", match_sets(same, normalize="f1"))
    bare = [{"edits": readings_[0]} for readings_, _ in single]
    wanted = plain.counts(bare, system).numbers.tolist()
    for form in (gold, bare):
        assert metric("f1", choose).counts(form, system).numbers.tolist() == wanted


def test_by_the_mean_each_document_takes_its_own_best():
    """1 of 1 and 1 of 1, though F1 of the corpus is larger with the longer reading."""
    gold, system = sides([([["a", "b", "c"], ["a"]], ["a"])])
    assert metric("f1", "greedy")(gold, system, average="mean").value == 1
    with pytest.raises(UsageError, match="readings cannot be used with means, only with the"):
        metric("f1", "best")(gold, system, average="means")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: readings(match_sets(same), "by", "first"), "unknown choice 'first'"),
        (lambda: readings(match_sets(same), ""), "readings must name the field that lists them, not"),
        (
            lambda: readings(f_measure(precision=same, recall=same), "by"),
            "readings need one formula, not separate formulas for precision",
        ),
        (lambda: metric("f1", "best").score([{"by": []}], [{"edits": []}]), "not a list of readings"),
        (
            lambda: metric("f1", "best").score([{"edits": []}], [{"by": [{}, {}]}]),
            "nerkit scores one reading of a system",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(make, said):
    with pytest.raises(UsageError, match=said):
        make()


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        ('choose = "best"', 3, "choose needs readings"),
        ('readings = "by"\nchoose = "bets"', 4, "unknown choice 'bets'; did you mean 'best'"),
        ("readings = 3", 3, "readings must name the field that lists them, not"),
    ],
)
def test_errors_in_a_file_have_their_line(write, lines, line, said):
    with pytest.raises(InputError, match=said) as error:
        files.read(str(write("m.toml", f'[metric]\nset = "same"\n{lines}\n')))
    assert error.value.line == line
