"""Certificates: what nerkit writes is accepted, and nothing that proves another number is.

The certificates in tests/data/certificates were made by trying all matchings and mappings, and were written
here; there is no text of others in them.
"""

import ast
import json
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit import evaluate
from nerkit.algorithms import nested_assignment
from nerkit.errors import UsageError
from nerkit.evaluation.certificates import certificate, open_documents, script, verifier, verify
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request

DATA = Path(__file__).parents[1] / "data" / "certificates"
VALUES = {
    "assignment": "63/2",
    "calls": "3",
    "graph": "25",
    "graph-gap": "25",
    "ceaf_e": "111/10",
    "ceaf_m": "17",
}
MUTANTS = 200  # of each certificate


def lines_of(name):
    return (DATA / f"{name}.jsonl").read_text().splitlines()


def places(value, path=()):
    """The paths of all values inside a value of JSON."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def changed(value, chance):
    """Another value of its kind, or of another."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice([-1, 1, 7])
    if isinstance(value, str):
        fractions = ["0", "1", "-1/2", "1/2", "1/3", "2", "3", "100", "x", "0.5", ""]
        return chance.choice([one for one in fractions if one != value])
    if isinstance(value, list) and value:
        shorter = list(value)
        dropped = shorter.pop(chance.randrange(len(value)))
        return shorter if chance.random() < 0.5 else [*value, dropped]
    return chance.choice([0, [], None, {}, "1"])


def mutants(name, number):
    """Certificates that differ in one place, each with that line and path."""
    lines = [json.loads(line) for line in lines_of(name)]
    chance = random.Random(name)
    for _ in range(number):
        at = chance.randrange(len(lines))
        path = chance.choice(list(places(lines[at]))[1:])
        copy = json.loads(json.dumps(lines))
        inner = copy[at]
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = changed(inner[path[-1]], chance)
        yield [json.dumps(line) for line in copy], (at, *path)


@pytest.mark.parametrize("name", VALUES)
def test_a_right_certificate_holds(name):
    """Every kind; a mapping without a tree is a lower bound, and is refused where a proof is wanted."""
    row = verify(iter(lines_of(name)), {})
    assert (row["value_exact"], row["instance"]) == (VALUES[name], "stated")
    assert row["proved"] is (name != "graph-gap")
    if not row["proved"]:
        with pytest.raises(ValueError, match="not all is proved"):
            verify(iter(lines_of(name)), {}, proof=True)


def check_mutants(name, number):
    """One changed place: refused, or the same number stands there, with a right proof."""
    refused = 0
    for lines, path in mutants(name, number):
        try:
            row = verify(iter(lines), {})
        except ValueError:
            refused += 1
        else:
            assert row["value_exact"] == VALUES[name], path
    assert refused > number // 2


@pytest.mark.parametrize("name", VALUES)
def test_a_mutant_proves_no_other_number(name):
    """Some hundreds of each kind."""
    check_mutants(name, MUTANTS)


@pytest.mark.slow
@pytest.mark.parametrize("name", VALUES)
def test_of_ten_thousand_mutants_none_proves_another_number(name):
    """Two thousand of each of six certificates."""
    check_mutants(name, 2_000)


CLUSTERS = st.lists(st.integers(0, 4), max_size=12)  # the cluster that each mention is in


def document(name, numbers):
    """A line of JSON clusters."""
    clusters = [[[2 * i, 2 * i] for i, n in enumerate(numbers) if n == k] for k in sorted(set(numbers))]
    return json.dumps({"doc_id": name, "clusters": clusters}) + "\n"


@given(st.lists(st.tuples(CLUSTERS, CLUSTERS), min_size=1, max_size=3), st.sampled_from(["ceaf_e", "ceaf_m"]))
def test_what_is_written_is_derived_from_the_files(tmp_path_factory, documents, measure):
    """With the numerator and the denominators of the row."""
    folder = tmp_path_factory.mktemp("c")
    paths = [str(folder / f"{side}.jsonl") for side in ("gold", "system")]
    for k, path in enumerate(paths):
        Path(path).write_text("".join(document(f"d{n}", both[k]) for n, both in enumerate(documents)))
    result = evaluate(*paths, task="coref", form="coref-json", measures=[measure])
    lines = certificate(result, paths)
    files = {side: Path(path).read_bytes() for side, path in zip(("gold", "system"), paths, strict=True)}
    row = verify(iter(lines), files, proof=True)
    header, scored = json.loads(lines[0]), result.pooled(measure)[0]
    assert row["instance"] == "derived"
    assert float(Fraction(header["value"])) == pytest.approx(scored.p_num, abs=1e-12)
    assert [Fraction(header[name]) for name in ("p_den", "r_den")] == [scored.p_den, scored.r_den]


def test_of_several_measures_there_is_no_certificate(tmp_path):
    """And of a measure that has none; the error lists those that have."""
    path = tmp_path / "g.jsonl"
    path.write_text(document("d", [0, 0, 1]))
    for measures in (["ceaf_e", "ceaf_m"], ["muc"]):
        result = evaluate(str(path), str(path), measures=measures)
        with pytest.raises(UsageError, match="nerkit coref with -m ceaf_e or ceaf_m"):
            certificate(result, [str(path)] * 2)


DEMOS = Path(__file__).parents[2] / "demo"
WEIGHTS, PHI4 = {"weight": ["items=0.5", "items[].price=1.25"]}, {"mention_similarity": "phi4"}
KINDS = {  # task, measure, gold, system, options
    "amr": ("amr", "smatch", "amr/gold.amr", "amr/system.amr", {}),
    "mrp": ("mrp", "mrp", "mrp/gold.mrp", "mrp/system.mrp", {}),
    "smatch": ("mrp", "smatch", "mrp/gold.mrp", "mrp/system.mrp", {}),
    "json": (
        "json",
        "json",
        "json/gold.jsonl",
        "json/system.jsonl",
        {"weight": ["items=0.5", "items[].price=1.25"]},
    ),
    "template": (
        "ie",
        "template",
        "ie/templates-gold.jsonl",
        "ie/templates-system.json",
        {"mention_similarity": "phi4"},
    ),
    "partial": ("bio", "partial", "start/dev.bio", "start/a_1.bio", {"matching": "optimal"}),
    "strict": ("bio", "strict", "start/dev.bio", "start/a_1.bio", {"matching": "optimal"}),
    "coref": ("coref", "ceaf_e", "coref/gold.conll", "coref/system.conll", {}),
    "entity_ceaf": ("spans", "entity_ceaf", "spans/gold.tsv", "spans/system.tsv", {}),
    "mention_ceaf": ("spans", "mention_ceaf", "spans/gold.tsv", "spans/system.tsv", {}),
}


def scored(name):
    """The result, the paths and the certificate of a demo."""
    task, measure, *files, options = KINDS[name]
    paths = [str(DEMOS / file) for file in files]
    request = Request(task=task, measures=(measure,), options=options)
    result = evaluate_systems(paths[0], {"system": paths[1]}, request)
    return result.pooled(result.measures[0])[0], paths, certificate(result, paths, request)


@pytest.mark.parametrize("name", KINDS)
def test_a_score_that_is_a_best_solution_has_a_proof(name):
    """The numerators and the denominators of its row; the files are read again and hold the same."""
    row, paths, lines = scored(name)
    files = {side: Path(path).read_bytes() for side, path in zip(("gold", "system"), paths, strict=True)}
    held = verify(lines, files, paths, proof=True)
    header = json.loads(lines[0])
    assert (held["instance"], held["proved"], header["proved"]) == ("hashed", True, True)
    exact = [float(Fraction(header[name])) for name in ("value", "p_den", "r_den")]
    assert exact == pytest.approx([row.p_num, row.p_den, row.r_den], abs=1e-9)
    assert verify(lines, {})["instance"] == "stated"


def raised(stated):
    """A cell that is worth one more than another, without proof."""
    if isinstance(stated, dict):
        return {"sum": [1, nested_assignment.without_proof(stated)]}
    return str(Fraction(stated) + 1)


def test_another_instance_of_the_same_files_is_refused_where_they_are_read_again():
    """Though it is a right proof of what it states, which the verifier alone cannot know."""
    _, paths, lines = scored("json")
    files = {side: Path(path).read_bytes() for side, path in zip(("gold", "system"), paths, strict=True)}
    header, first, *others = map(json.loads, lines)
    cell, value = nested_assignment.proved(raised(first["cell"]))
    first |= {"cell": cell, "value": str(value)}
    header["value"] = str(Fraction(header["value"]) + 1)
    made = [json.dumps(line) for line in (header, first, *others)]
    assert verify(made, files)["proved"]
    with pytest.raises(ValueError, match="hold another instance"):
        verify(made, files, paths)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"metric": "f.py"}, "may state"),
        ({"nothing": 1}, "may state"),
        ({"key": ["items=nothing"]}, "cannot be read"),
    ],
)
def test_a_certificate_names_no_files_to_read(options, reason):
    """Options that name files, and others that do not exist, are refused."""
    _, paths, lines = scored("json")
    files = {side: Path(path).read_bytes() for side, path in zip(("gold", "system"), paths, strict=True)}
    header = json.loads(lines[0]) | {"options": json.dumps({"options": options})}
    with pytest.raises(ValueError, match=reason):
        verify([json.dumps(header), *lines[1:]], files, paths)


def test_without_leaves_there_is_a_gap(tmp_path):
    """The score stands as a lower bound, beside the bound of the solver."""
    path = str(DEMOS / "amr" / "gold.amr")
    result = evaluate_systems(path, {"system": path}, Request(task="amr"))
    lines = certificate(result, [path, path], Request(task="amr"), leaves=0)
    row = verify(lines, {})
    assert (row["proved"], open_documents(lines)) == (False, len(lines) - 1)
    with pytest.raises(ValueError, match="not all is proved"):
        verify(lines, {}, proof=True)


def test_what_is_no_best_solution_has_no_certificate():
    """Greedy pairs, sequences, values that agree in part."""
    dev, own = (str(DEMOS / "start" / name) for name in ("dev.bio", "a_1.bio"))
    gold, system = (str(DEMOS / "json" / name) for name in ("gold.jsonl", "system.jsonl"))
    for paths, asked in (
        ((dev, own), {"task": "bio", "measures": ("chunk",)}),
        ((gold, system), {"task": "json", "measures": ("json",), "options": {"array": ["**=sequence"]}}),
        ((gold, system), {"task": "json", "measures": ("json/exact",)}),
    ):
        request = Request(**asked)
        result = evaluate_systems(paths[0], {"system": paths[1]}, request)
        with pytest.raises(UsageError, match="certificate"):
            certificate(result, list(paths), request)


def test_the_verifier_is_one_short_file_of_the_standard_library():
    """At most 150 lines of Python 3.8, which import nothing but the standard library."""
    text = script().read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    tree = ast.parse(text, feature_version=(3, 8))
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
    }
    assert imported == {"argparse", "fractions", "functools", "hashlib", "itertools", "json", "re", "sys"}
    assert verifier().__file__ == str(script())


@pytest.mark.parametrize(("name", "code"), [("ceaf_e", 0), ("graph-gap", 0), ("nothing", 2)])
def test_the_script_runs_alone(name, code, tmp_path):
    """In an interpreter that sees no package."""
    line = [sys.executable, "-I", "-S", str(script()), str(DATA / f"{name}.jsonl")]
    done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == code
    if not code:
        assert f" {VALUES[name]} holds: proved={name != 'graph-gap'} instance=stated\n" in done.stdout


@st.composite
def leaves_of_trees(draw):
    """A graph of up to 3 by 3 nodes, shifts of its gains, and pairs that a mapping may not have."""
    every = [(i, k) for i in range(3) for k in range(3)]
    rewards = draw(st.dictionaries(st.sampled_from(every), st.integers(1, 3), max_size=5))
    apart = [(p, q) for p in every for q in every if p < q and p[0] != q[0] and p[1] != q[1]]
    gains = draw(
        st.lists(st.tuples(st.sampled_from(apart), st.integers(1, 3)), max_size=8, unique_by=lambda g: g[0])
    )
    shifts = draw(st.lists(st.integers(-8, 8), min_size=len(gains), max_size=len(gains)))
    out = draw(st.sets(st.sampled_from(every), max_size=2))
    return rewards, gains, [Fraction(shift, 4) for shift in shifts], out


def profit(pair, rewards, gains, shifts, out):
    """The most that a pair earns, by the definition."""
    best = [dict[int, Fraction](), dict[int, Fraction]()]  # of each other row, and of each other column
    for ((p, q), gain), shift in zip(gains, shifts, strict=True):
        for own, other, share in ((p, q, Fraction(gain, 2) + shift), (q, p, Fraction(gain, 2) - shift)):
            if own == pair and not {p, q} & out:
                for side in (0, 1):
                    best[side][other[side]] = max(share, best[side].get(other[side], Fraction(0)))
    return rewards.get(pair, 0) + min(sum(side.values()) for side in best)


@given(leaves_of_trees())
def test_the_bound_of_a_leaf_is_that_of_the_definition(leaf):
    """Potentials as low as the profits of all pairs allow are taken; a quarter less is refused."""
    rewards, gains, shifts, out = leaf
    every = [(i, k) for i in range(3) for k in range(3) if (i, k) not in out]
    profits = {pair: profit(pair, rewards, gains, shifts, out) for pair in every}
    u = [max((profits.get((i, k), Fraction(0)) for k in range(3)), default=Fraction(0)) for i in range(3)]
    node = {
        "shift": [[k, str(one)] for k, one in enumerate(shifts) if one],
        "u": list(map(str, u)),
        "v": [0] * 3,
    }
    number = {(i, k): 3 * i + k for i in range(3) for k in range(3)}  # as the verifier has pairs
    flat = [number[p] for (p, _), _ in gains], [number[q] for (_, q), _ in gains], [gain for _, gain in gains]
    rest = (
        {number[pair]: worth for pair, worth in rewards.items()},
        flat,
        (3, 3),
        {number[one] for one in out},
    )
    bound = verifier().leaf(node, *rest)
    assert bound == sum(u) // 1
    for row in range(3):
        if u[row] > 0:
            less = {**node, "u": [str(one - Fraction(k == row, 4)) for k, one in enumerate(u)]}
            with pytest.raises(ValueError, match="above its potentials"):
                verifier().leaf(less, *rest)


def test_the_bound_of_a_leaf_is_that_of_the_definition_in_a_large_graph():
    """Where pairs have no list of all places."""
    node = {"shift": [], "u": [2, *[0] * 1999], "v": [0] * 2000}
    assert verifier().leaf(node, {0: 2}, ([0], [2001], [1]), (2000, 2000), {2001}) == 2
    with pytest.raises(ValueError, match="above its potentials"):
        verifier().leaf(node, {0: 2}, ([0], [2001], [1]), (2000, 2000), set())


GRAPH = {
    "left": 2,
    "right": 3,
    "rewards": [[0, 0, 1]],
    "gains": [[0, 0, 1, 1, 2]],
    "mapping": [[0, 0], [1, 1]],
    "tree": {"shift": [], "u": [2, 1], "v": [0, 0, 0]},
}


@pytest.mark.parametrize(
    "change",
    [
        {"rewards": [[0, 0, 1], [0, 0, 1]]},
        {"rewards": [[0, -3, 1], [0, 0, 1]]},
        {"rewards": [[0, 3, 1], [0, 0, 1]]},
        {"rewards": [[2, 0, 1], [0, 0, 1]]},
        {"gains": [[0, 0, 1, 1, 2], [1, 1, 0, 0, 2]]},
        {"gains": [[0, 0, 1, 1, 2], [0, 4, 1, 0, 2]]},
        {"gains": [[0, 0, 1, 1, 2], [-1, 0, 1, 1, 2]]},
        {"gains": [[0, 0, 1, 1, 2], [0, 1, 0, 1, 2]]},
        {"gains": [[0, 0, 1, 1, 2], [0, 1, 1, 0, -1]]},
        {"gains": [[0, 0, 1, 1, 2, 0]]},
        {"mapping": [[0, 0], [1, 0]]},
        {"mapping": [[0, 0], [0, 1]]},
        {"mapping": [[0, 0], [0, 0]]},
        {"mapping": [[0, 0], [1, 4]]},
        {"tree": {"shift": [], "u": [1, 1], "v": [0, 0, 0]}},
        {"tree": {"shift": [], "u": [2, 1, 0], "v": [0, 0, 0]}},
        {"tree": {"shift": [[0, 1]], "u": [2, 1], "v": [0, 0, 0]}},
        {"tree": {"pair": [0, 4], "with": GRAPH["tree"], "without": {**GRAPH["tree"], "u": [2, 0]}}},
    ],
)
def test_what_no_graph_has_is_refused(change):
    """Places that do not exist, those that stand twice, gains below 0, and bounds that are too low."""
    assert verifier().graph(GRAPH) == (3, True)
    with pytest.raises(verifier().MALFORMED):
        verifier().graph({**GRAPH, **change})
