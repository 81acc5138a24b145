"""Formulas with variables on the command line: proved rows, bounds, and names that are wrong."""

import json

import pytest

import nerkit
from nerkit.algebra import field, match_sets, record, variable
from nerkit.exceptions import UsageError

TRIPLES = (
    '[metric]\nname = "smatch"\nfield = "graph.triples"\nset = "T"\nlatent = "vars"\nnormalize = "f1"\n'
    '[class.T]\nrel = "same"\nsubj = "variable"\nobj = { variable = "same" }\n'
)
METRIC = field(
    "graph", field("triples", match_sets(record(subj=variable, obj=variable), latent="vars", normalize="f1"))
)


def graph(name, variables, *triples):
    named = [dict(zip(("rel", "subj", "obj"), triple.split(), strict=True)) for triple in triples]
    return {"id": name, "graph": {"vars": list(variables), "triples": named}}


GRAPHS = [
    graph("hard", "xyz", "r x y", "r y z", "r z x", "r x x"),
    graph("easy", "x", "i x boy"),
    graph("missing", "x", "i x boy"),
    graph("empty", ""),
]
OTHERS = [
    graph("hard", "uvw", "r u v", "r v w", "r u w", "r w w"),
    graph("easy", "a", "i a boy"),
    graph("empty", ""),
]


def lines(documents):
    return "".join(json.dumps(document) + "\n" for document in documents)


@pytest.fixture
def score(run, write):
    """Score graphs by a formula with variables, or by another one; without any work unless told otherwise."""

    def command(*arguments, limit=0, gold=GRAPHS, system=OTHERS, formula=TRIPLES):
        sides = ("-g", write("gold.jsonl", lines(gold)), "-s", write("system.jsonl", lines(system)))
        more = () if limit is None else ("--limit", limit)
        return run("ie", *sides, "--metric", write("m.toml", formula), *more, *arguments)

    return command


def bounds(done):
    """What the rows of a result in JSON say of their bounds."""
    assert done.code == 0
    return {
        row["document"]: (row["value"], row["optimal"], row.get("upper_bound"))
        for row in json.loads(done.out)["rows"]
    }


def test_rows_of_formulas_with_variables_are_proved(score):
    """Every row says so: of documents, missing and empty ones too, of their averages, and of all."""
    rows = bounds(score("--by", "document", "--macro", "-f", "json", limit=None))
    assert [*rows] == ["hard", "easy", "missing", "empty", "macro", "micro", "weighted", "*"]
    assert {(optimal, bound) for _, optimal, bound in rows.values()} == {(True, None)}
    assert rows["hard"][0] == 0.75


def test_past_the_limit_there_is_a_bound(score):
    """Unproved rows have an upper bound that the value of the proved run keeps; others are optimal."""
    arguments = ("--by", "document", "--macro", "-f", "json")
    cut, proved = bounds(score(*arguments)), bounds(score(*arguments, limit=None))
    for name, (value, optimal, bound) in cut.items():
        assert optimal is (name in ("easy", "missing", "empty"))
        assert (bound is None) is optimal
        assert value <= proved[name][0] <= (bound or value)
    assert cut["hard"] == (0.5, False, 0.75)
    assert cut["*"] == (6 / 11, False, 8 / 11)
    assert cut["macro"] == (1.5 / 4, False, 1.75 / 4)


def test_formats_of_bounds(score):
    """TSV and CSV have both columns, JSON both keys; tables have a warning; the signature has the limit."""
    head, row = (line.split("\t") for line in score("-f", "tsv").out.splitlines())
    assert head[-2:] == ["optimal", "upper_bound"]
    assert row[-2:] == ["False", str(8 / 11)]
    assert score("-f", "csv", limit=None).out.splitlines()[0].endswith(",r_den,optimal")
    assert json.loads(score("-f", "jsonl").out)["upper_bound"] == 8 / 11
    done = score()
    assert done.out == (
        "measure        P      R     F1    correct    sys    gold\n"
        "smatch     0.600  0.500  0.545          3      5       6\n"
    )
    assert "smatch: 1 document not proved optimal within the limit; see upper_bound" in done.err
    assert done.err.splitlines()[-1].endswith("|limit:0|empty:zero|v:0.1.0")
    plain = (
        TRIPLES.replace('latent = "vars"\n', "")
        .replace('"variable"', '"same"')
        .replace("{ variable =", "{ is =")
    )
    assert "optimal" not in score("-f", "json", formula=plain).out
    assert "optimal" not in score("-f", "tsv", formula=plain).out


def test_the_bound_is_of_the_headline(score):
    """Of precision, of Jaccard, of the mean over documents, of the sum: whatever is the value."""
    for change, wanted in (
        ('normalize = "p"', (0.5, False, 0.75)),
        ('normalize = "j"', (1 / 3, False, 3 / 5)),
        ("", (2, False, 3)),
        ('normalize = "f1"\naverage = "macro"', (0.5, False, 0.75)),
    ):
        formula = TRIPLES.replace('normalize = "f1"', change)
        done = score("-f", "json", gold=GRAPHS[:1], system=OTHERS[:1], formula=formula)
        assert bounds(done)["*"] == pytest.approx(wanted)


def test_merged_results_keep_their_bounds(score, run, write):
    """Counts that were stored apart have the bound of all of them."""
    for limit in (0, None):
        parts = [
            write(name, score("--counts-only", gold=gold, system=system, limit=limit).out)
            for name, gold, system in (
                ("hard.json", GRAPHS[:1], OTHERS[:1]),
                ("rest.json", GRAPHS[1:], OTHERS[1:]),
            )
        ]
        whole = bounds(score("-f", "json", limit=limit))
        assert bounds(run("merge", *parts, "-f", "json")) == whole
    one, other = (
        nerkit.evaluate(
            *({name: side[0] | {"id": name}} for side in (GRAPHS, OTHERS)), task="ie", metric=METRIC, limit=0
        )
        for name in "ab"
    )
    assert (one + other).rows[0].extra == {"optimal": False, "upper_bound": 0.75}


def test_limits_in_python():
    """`limit` is an option of evaluate, and of the metric; below 0 it is an error."""
    gold, system = GRAPHS[:1], OTHERS[:1]
    result = nerkit.evaluate(gold, system, task="ie", metric=METRIC, limit=0)
    assert result.rows[0].extra == {"optimal": False, "upper_bound": 0.75}
    assert result.f1 == METRIC.score(gold, system, limit=0) == 0.5
    with pytest.raises(UsageError, match="limit=… must be a number of steps, not -1"):
        nerkit.evaluate(gold, system, task="ie", metric=METRIC, limit=-1)


def test_errors_within_the_limit(run, write):
    """The list of errors is that of the correspondence that was found."""
    gold, system = write("g.jsonl", lines(GRAPHS[:1])), write("s.jsonl", lines(OTHERS[:1]))
    path = write("m.toml", TRIPLES)
    options = ("-g", gold, "-s", system, "--task", "ie", "--option", f"metric={path}")
    cut = run("errors", *options, "--option", "limit=0")
    assert cut.code == 0
    assert len(run("errors", *options).out.splitlines()) < len(cut.out.splitlines())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"vars"',
            '"vasr"',
            "m.toml:5:1: no field 'vasr'; did you mean 'vars'? (the fields are vars, triples)",
        ),
        ('"graph.triples"', '"graph.tripels"', "m.toml:3:1: no field 'tripels'; did you mean 'triples'?"),
        ('"graph.triples"', '"grahp.triples"', "m.toml:3:1: no field 'grahp'; did you mean 'graph'?"),
        ('"graph.triples"', '"id.triples"', "m.toml:3:1: no field 'triples': 'hard' is not a record"),
        (
            "subj =",
            "sbj =",
            "m.toml:9:1: no field 'sbj'; did you mean 'subj'? (the fields are rel, subj, obj)",
        ),
        (
            'rel = "same"',
            'rel = { overlap = ["start", "end"] }',
            "m.toml:8:9: no field 'start': 'r' is not a record",
        ),
        ('rel = "same"', "rel = { overlap = [0, 1] }", "m.toml:8:9: no field 0: 'r' is not a record"),
        (
            'rel = "same"',
            'rel = { graph = "same", edges = "arcs" }',
            "m.toml:8:9: no field 'nodes': 'r' is not a record",
        ),
    ],
)
def test_every_name_that_no_document_has_points_at_the_formula(score, old, new, message):
    """Documents that the system lacks do not change that: they have no fields of their own."""
    done = score(formula=TRIPLES.replace(old, new))
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "no document has this field" in done.err
