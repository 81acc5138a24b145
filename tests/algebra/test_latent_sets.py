"""Matchings of sets with variables: Eq. 34-36 in one line, against every mapping tried in turn."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algebra import Variable, field, match_sets, overlap, record, same, variable
from nerkit.exceptions import InputError, UsageError

TRIPLE = record({0: variable, 1: same, 2: variable | same})
SMATCH = field("triples", match_sets(TRIPLE, latent="vars", normalize="f1"))
GOLD = {
    "vars": ["x", "y", "z"],
    "triples": [
        ("x", "instance", "want-01"),
        ("y", "instance", "boy"),
        ("z", "instance", "football"),
        ("x", "ARG0", "y"),
        ("x", "ARG1", "z"),
    ],
}
SYSTEM = {
    "vars": ["a", "b", "c"],
    "triples": [
        ("a", "instance", "want-01"),
        ("b", "instance", "boy"),
        ("c", "instance", "go-01"),
        ("a", "ARG0", "b"),
        ("a", "ARG1", "c"),
        ("c", "ARG0", "b"),
    ],
}


def test_the_example_of_smatch():
    """4 of 5 and 6 triples agree: F1 = 8/11 (Cai and Knight 2013, Figure 1, without TOP)."""
    score = SMATCH([GOLD], [SYSTEM])
    assert score.value == pytest.approx(8 / 11)
    assert score.counts.numbers.tolist() == [[4, 6, 4, 5, 0, 0]]


def test_wrapped_variables_are_those_that_a_document_declares():
    """`Variable("x")` in the elements says what a field beside the collection says."""
    metric = match_sets(record(rel=same, subj=variable, obj=variable | same), latent=True, normalize="f1")

    def wrapped(graph):
        made = lambda value: Variable(value) if value in graph["vars"] else value  # noqa: E731
        return [{"rel": rel, "subj": made(s), "obj": made(o)} for s, rel, o in graph["triples"]]

    assert metric.score([wrapped(GOLD)], [wrapped(SYSTEM)]) == pytest.approx(8 / 11)


def test_explanations_hold_the_mapping_and_the_triples():
    """Variables that correspond come first, then elements that agree, then the rest."""
    rows = SMATCH.explain([GOLD], [SYSTEM])
    assert [(row.gold, row.system) for row in rows if row.level == "vars"] == [
        ("x", "a"),
        ("y", "b"),
        ("z", "c"),
    ]
    assert rows[0].gold_path == "vars[0]"
    agreeing = [row.gold for row in rows if row.level == "triples" and row.similarity]
    assert agreeing == [GOLD["triples"][i] for i in (0, 1, 3, 4)]
    assert sum(row.system is None for row in rows) == 1
    assert sum(row.gold is None for row in rows) == 2


def test_constants_and_variables_of_one_name_do_not_agree():
    """A quoted "x" is no variable x, on either side."""
    metric = field("triples", match_sets(record({0: variable | same}), latent="vars"))
    assert metric.score([{"vars": ["x"], "triples": [("x",)]}], [{"vars": [], "triples": [("x",)]}]) == 0


def test_elements_without_variables_are_a_set():
    """They agree whatever the mapping, once each; a multiset counts copies."""
    gold, system = ({"vars": [], "triples": [("g", "r", "h")] * times} for times in (2, 3))
    inner = record({0: variable | same, 1: same, 2: variable | same})
    for duplicates, wanted in (("set", 1), ("multiset", 2)):
        metric = field("triples", match_sets(inner, latent="vars", duplicates=duplicates))
        assert metric.score([gold], [system]) == wanted


def test_nested_below_other_matchings():
    """Events that are alike in type are paired by how well their frames correspond."""
    frames = field("triples", match_sets(TRIPLE, latent="vars", normalize="f1"))
    metric = match_sets(record(type=same, frame=frames), normalize="f1")
    gold = [{"type": "A", "frame": GOLD}, {"type": "A", "frame": SYSTEM}]
    system = [{"type": "A", "frame": SYSTEM}, {"type": "A", "frame": GOLD}]
    assert metric.score([gold], [system]) == 1
    assert metric.score([gold[:1]], [system[:1]]) == pytest.approx(8 / 11)


def test_misuse_is_said():
    """Variables outside or none inside, constraints, inexact comparisons, too many variables, constants."""
    outside = match_sets(record({0: variable}))
    hidden = match_sets(match_sets(variable), latent=True)
    none = match_sets(same, latent=True)
    inexact = match_sets(record({0: variable, 1: overlap()}), latent=True)
    many = match_sets(record(dict.fromkeys(range(3), variable)), latent=True)
    x, y, z = map(Variable, "xyz")
    for metric, elements, message in (
        (outside, [(x,)], "variable can be used only in the elements of"),
        (hidden, [[x]], "only in the elements|equalities"),
        (none, [x], "at least one variable"),
        (inexact, [(x, (0, 1))], "equalities"),
        (many, [(x, y, z)], "variables; an element can have at most two"),
        (match_sets(variable, latent=True), ["x"], "is not a variable"),
    ):
        with pytest.raises(UsageError, match=message):
            metric.score([elements], [elements])
    with pytest.raises(UsageError, match="one to one"):
        match_sets(variable, "N:1", latent=True)
    with pytest.raises(UsageError, match="one equality"):
        _ = variable | overlap()
    with pytest.raises(UsageError, match="beside the collection"):
        match_sets(variable, latent="vars").score([["x"]], [["x"]])


def test_in_a_file(run, write):
    """The same in TOML; a document that the system lacks counts as empty."""
    metric = write(
        "smatch.toml",
        '[metric]\nfield = "triples"\nset = "T"\nlatent = "vars"\nnormalize = "f1"\n'
        '[class.T]\nrel = "same"\nsubj = "variable"\nobj = { variable = "same" }\n',
    )
    line = '{"id": "%s", "vars": ["x"], "triples": [{"rel": "instance", "subj": "x", "obj": "boy"}]}\n'
    gold, system = write("g.jsonl", line % "a" + line % "b"), write("s.jsonl", line % "a")
    done = run("ie", "-g", gold, "-s", system, "--metric", metric, "-f", "csv", "-q")
    assert done.out.splitlines()[1].split(",")[8:12] == ["1", "1", "1", "2"]
    wrong = write("wrong.toml", '[metric]\nset = "variable"\nlatent = true\n')
    assert "wrong.toml:3:" in run("ie", "-g", gold, "-s", system, "--metric", wrong).err


values = st.sampled_from(["x", "y", "z", "w", "A", "B"])
graphs = st.builds(
    lambda triples, size: {"vars": ["x", "y", "z", "w"][:size], "triples": triples},
    st.lists(st.tuples(st.sampled_from("xyzwA"), st.sampled_from("rs"), values), max_size=7),
    st.integers(0, 4),
)


def best(gold, system):
    """The largest number of triples that agree, over all mappings of variables."""
    wanted = set(system["triples"])
    ours, theirs = gold["vars"], [*system["vars"], *[None] * len(gold["vars"])]
    scores = []
    for order in permutations(theirs, len(ours)):
        mapping = {name: (other, True) for name, other in zip(ours, order, strict=True)}
        known = {(other, True) for other in system["vars"]}
        marked = {
            tuple((v, True) if i != 1 and (v, True) in known else v for i, v in enumerate(t)) for t in wanted
        }
        moved = {tuple(mapping.get(v, v) if i != 1 else v for i, v in enumerate(t)) for t in gold["triples"]}
        scores.append(len(moved & marked))
    return max(scores)


@given(st.lists(st.tuples(graphs, graphs), min_size=1, max_size=3))
def test_against_every_mapping(pairs):
    """The value is that of the best of all mappings, own scores are numbers of distinct triples."""
    inner = record({0: variable | same, 1: same, 2: variable | same})
    metric = field("triples", match_sets(inner, latent="vars", normalize="f1"))
    gold, system = zip(*pairs, strict=True)
    numbers = metric(list(gold), list(system)).counts.numbers.tolist()
    for row, (one, other) in zip(numbers, pairs, strict=True):
        common = best(one, other)
        assert row == [common, len(set(other["triples"])), common, len(set(one["triples"])), 0, 0]


def test_input_errors_are_located():
    """InputError is for files; a formula in memory raises UsageError with the path in the data."""
    with pytest.raises(UsageError, match=r"gold\[0\]\.triples\[0\]") as caught:
        SMATCH.score([{"vars": [], "triples": [("x", "r", "y")]}], [GOLD])
    assert not isinstance(caught.value, InputError)
