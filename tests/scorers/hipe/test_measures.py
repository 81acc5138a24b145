"""HIPE's measures: against a slow twin, with ranked links, bins of noise and of time, and their refusals."""

import io
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import InputError, UsageError
from nerkit.io import Source
from nerkit.readers.spans import hipe

HEADER = "TOKEN\tNE-COARSE-LIT\tNEL-LIT\tMISC\n"


@pytest.fixture
def files(write):
    """Paths of two texts of columns."""
    return lambda gold, system: [write("g.tsv", HEADER + gold), write("s.tsv", HEADER + system)]


def counts(paths, *measures, **options):
    """(matched, of the system, of gold) by measure and label."""
    result = nerkit.evaluate(*paths, task="spans", measures=list(measures), **options)
    return {
        (row["measure"], row["label"]): (row["p_num"], row["p_den"], row["r_den"])
        for row in result.to_dict()["rows"]
        if row["document"] == "*"
    }


def hipe_corpus(text):
    """The corpus of a text."""
    return hipe.read([Source(io.StringIO(text), "file")])


@st.composite
def tags(draw):
    """Tags of six tokens, of two types."""
    return draw(st.lists(st.sampled_from(["O", "B-x", "I-x", "B-y", "I-y"]), min_size=6, max_size=6))


def entities(column):
    """(start, end, type) of the entities of some tags."""
    found, open_type = [], None
    for place, tag in enumerate([*column, "O"]):
        kind = tag[2:].upper() or None
        if open_type and (kind != open_type or tag[0] == "B"):
            found[-1] = (found[-1][0], place, open_type)
            open_type = None
        if kind and open_type is None:
            found.append((place, place, kind))
            open_type = kind
    return found


def largest(pairs):
    """The size of the largest set of pairs in which nothing occurs twice."""
    for size in range(len(pairs), 0, -1):
        for chosen in combinations(pairs, size):
            if all(len({pair[side] for pair in chosen}) == size for side in (0, 1)):
                return size
    return 0


@given(tags(), tags())
def test_against_a_slow_twin(gold, system):
    """Strict: the entities in common. Fuzzy: as many pairs as can be, of one type, with a token in common."""
    ours, theirs = entities(gold), entities(system)
    texts = [HEADER + "".join(f"w\t{tag}\t_\t_\n" for tag in column) for column in (gold, system)]
    result = nerkit.evaluate(
        *(hipe_corpus(text) for text in texts),
        task="spans", measures=["NE-COARSE-LIT/strict", "NE-COARSE-LIT/fuzzy"], by=["label"],
    )  # fmt: skip
    for kind in ("*", "X", "Y"):
        a, b = ([each for each in side if kind in ("*", each[2])] for side in (ours, theirs))
        overlapping = [
            (one, other)
            for one in a
            for other in b
            if one[2] == other[2] and max(one[0], other[0]) < min(one[1], other[1])
        ]
        wanted = {"strict": len(set(a) & set(b)), "fuzzy": largest(overlapping)}
        for regime, matched in wanted.items():
            if kind != "*" and not a and not b:
                continue
            row = result[f"NE-COARSE-LIT/{regime}", kind if kind != "*" else "*"]
            assert (row.p_num, row.p_den, row.r_den) == (matched, len(b), len(a))


def test_ranked_links(files):
    """Of gold the first link counts, of the system any of the first N."""
    paths = files("a\tB-x\tQ1|Q5\t_\nb\tB-x\tQ2\t_\n", "a\tB-x\tQ9|Q1\t_\nb\tB-x\tQ8|Q7|Q6|Q2\t_\n")
    rows = counts(paths, "NEL-LIT/strict", n_best="1,2,4")
    assert [rows[f"NEL-LIT{at}/strict", "*"] for at in ("", "@2", "@4")] == [(0, 2, 2), (1, 2, 2), (2, 2, 2)]


def test_noise(files):
    """An entity without noise is in every bin; one of the system goes with what it overlaps."""
    paths = files(
        "a\tB-x\t_\tLED0.5\nb\tO\t_\t_\nc\tB-x\t_\tLED0.0\nd\tB-x\t_\t_\ne\tO\t_\t_\n",
        "a\tB-x\t_\t_\nb\tI-x\t_\t_\nc\tB-x\t_\t_\nd\tB-x\t_\t_\ne\tB-x\t_\t_\n",
    )
    rows = counts(paths, "NE-COARSE-LIT/fuzzy", noise="0.0-0.0,0.1-0.6")
    assert rows["NE-COARSE-LIT/fuzzy", "noise=0.0-0.0"] == (2, 3, 2)
    assert rows["NE-COARSE-LIT/fuzzy", "noise=0.1-0.6"] == (2, 3, 2)
    assert rows["NE-COARSE-LIT/fuzzy", "*"] == (3, 4, 3)


def test_time(files):
    """The end of a bin is not in it; a document without date is in none, with a warning."""
    text = "# document_id = {}\n{}a\tB-x\t_\t_\n"
    dates = ("# date = 1849-12-31\n", "# date = 1850-01-01\n", "# date = 1850/06/30\n", "")
    whole = "".join(text.format(f"d{number}", date) for number, date in enumerate(dates))
    paths = files(whole, whole)
    result = nerkit.evaluate(
        *paths, task="spans", measures=["NE-COARSE-LIT/strict"],
        period="1800-1850,1850-1900,1850/06/30-1850/07/01",
    )  # fmt: skip
    found = {row["label"]: row["p_num"] for row in result.to_dict()["rows"]}
    assert found == {
        "*": 4, "time=1800-1850": 1, "time=1850-1900": 2, "time=1850/06/30-1850/07/01": 1
    }  # fmt: skip
    assert "1 document without a date is in no bin of time: d3" in result.warnings


def test_a_system_without_comments_is_cut_as_gold_is(files):
    """Its dates and documents are gold's."""
    gold = "# document_id = d1\na\tB-x\t_\t_\nb\tI-x\t_\t_\n# document_id = d2\nc\tB-x\t_\t_\n"
    paths = files(gold, "a\tB-x\t_\t_\nb\tI-x\t_\t_\nC\tB-x\t_\t_\n")
    result = nerkit.evaluate(*paths, preset="hipe", measures=["NE-COARSE-LIT/strict"], by=["document"])
    assert [(row["document"], row["p_num"]) for row in result.to_dict()["rows"]] == [
        ("d1", 1),
        ("d2", 1),
        ("*", 2),
    ]
    assert "tokens that differ in their text: 1" in result.warnings


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"measures": ["NE-COURSE-LIT/strict"]}, "'NE-COURSE-LIT'; did you mean 'NE-COARSE-LIT'"),
        ({"measures": ["NE-FINE-LIT/strict"]}, "the files have NE-COARSE-LIT, NEL-LIT"),
        ({"measures": ["NE-COARSE-LIT@3/strict"]}, "@3 needs a column of links"),
        ({"measures": ["NE-COARSE-LIT/strict", "sets::span"]}, "cannot be used with other measures"),
        ({"noise": "0.1"}, "noise=… must be bins"),
        ({"period": "1800"}, "period=… must be bins"),
        ({"n_best": "0"}, "n_best=… must be numbers of links, as 1,3,5, not"),
        ({"by": ["colour"]}, "unknown field 'colour'"),
    ],
)  # fmt: skip
def test_refused(files, options, problem):
    """What does not exist is named, with what there is."""
    with pytest.raises(UsageError, match=problem):
        nerkit.evaluate(*files("a\tB-x\t_\t_\n", "a\tB-x\t_\t_\n"), task="spans", **options)


def test_other_tokens(files):
    """Another number of tokens is an error; bins need columns."""
    with pytest.raises(InputError, match="document 1: 1 token where gold has 2"):
        nerkit.evaluate(*files("a\tO\t_\t_\nb\tO\t_\t_\n", "a\tO\t_\t_\n"), task="spans")
    with pytest.raises(UsageError, match="n_best=…, noise=… and period=… need HIPE columns"):
        nerkit.evaluate([(0, 1, "x")], [(0, 1, "x")], task="spans", noise="0.0-0.1")


def test_errors(files):
    """Those of the measure's column, with the words of the entities."""
    paths = files("New\tB-x\tQ1\t_\nYork\tI-x\tQ1\t_\n", "New\tB-y\tQ1\t_\nYork\tI-y\tQ1\t_\n")
    rows = nerkit.evaluate(*paths, task="spans", measures=["NE-COARSE-LIT/fuzzy"]).errors().to_dict()["rows"]
    assert [(row["gold_label"], row["system_label"], row["gold_text"], row["gold_line"]) for row in rows] == [
        ("X", "Y", "New York", 2)
    ]
