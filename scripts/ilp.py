"""The paper's integer linear program (Eq. 40 to 44), beside nerkit's solver: `python -m scripts.ilp SEED`.

Two random sets of triples with variables are matched twice: by `match_sets(…, latent=True)`, and by scipy's
`milp` under the constraints of the paper's appendix A.1. Printed are the total of nerkit, and that of the
program for each matching constraint. These are all the same: once variables correspond one to one, a triple
of a set agrees with one triple at most.

    max Σ m[u, v] φ(u, v)
    m[u, v] <= w[x, y]           where triples u and v have the variables x and y in the same place (41)
    Σ w[x, ·] <= 1, Σ w[·, y] <= 1                                                                  (42)
    Σ m[u, ·] <= 1 for N:1, Σ m[·, v] <= 1 for 1:N, both for 1:1, none for N:N                (43), (44)
"""

import random
import sys
from collections.abc import Iterator

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from nerkit.algebra import Variable, match_sets, record, same, variable

Triple = dict[str, object]
FIELDS = ("a", "b")  # of triples, those that may be variables
CONSTRAINTS = ("1:1", "N:1", "1:N", "N:N")


def triples(chance: random.Random, names: str, size: int) -> list[Triple]:
    """Random relations between the variables *names*, and concepts of them."""
    constants = ["boy", "go", "want"]
    listed: dict[tuple[object, ...], Triple] = {}
    for _ in range(size):
        a = Variable(chance.choice(names))
        b = Variable(chance.choice(names)) if chance.random() < 0.6 else chance.choice(constants)
        relation = chance.choice(["ARG0", "ARG1"]) if isinstance(b, Variable) else "instance"
        listed[relation, a, b] = {"r": relation, "a": a, "b": b}
    return list(listed.values())


def ours(system: list[Triple], gold: list[Triple]) -> float:
    """The total of nerkit."""
    inner = record(r=same, a=variable | same, b=variable | same)
    return float(match_sets(inner, latent=True).score([gold], [system]))


def optimum(system: list[Triple], gold: list[Triple], constraint: str) -> float:
    """The total of the integer linear program."""
    pairs = [(u, v) for u in range(len(system)) for v in range(len(gold)) if _alike(system[u], gold[v])]
    wanted = [list(_variables(system[u], gold[v])) for u, v in pairs]
    names = sorted({pair for each in wanted for pair in each}, key=str)
    number = {pair: len(pairs) + i for i, pair in enumerate(names)}
    rows: list[tuple[dict[int, float], float]] = []
    for i, each in enumerate(wanted):
        rows += [({i: 1.0, number[pair]: -1.0}, 0.0) for pair in each]
    for side in (0, 1):
        for name in {pair[side] for pair in names}:
            rows.append(({number[pair]: 1.0 for pair in names if pair[side] == name}, 1.0))
        if constraint[2 * (1 - side)] == "1":  # "N:1": each of the system's, side 0, has one partner at most
            for item in {pair[side] for pair in pairs}:
                rows.append(({i: 1.0 for i, pair in enumerate(pairs) if pair[side] == item}, 1.0))
    size = len(pairs) + len(names)
    if not pairs:
        return 0.0
    matrix = np.zeros((len(rows), size))
    for i, (row, _) in enumerate(rows):
        matrix[i, list(row)] = list(row.values())
    bound = np.array([limit for _, limit in rows])
    objective = np.append(-np.ones(len(pairs)), np.zeros(len(names)))
    constraints = LinearConstraint(matrix, ub=bound)
    return -round(milp(objective, constraints=constraints, integrality=1, bounds=Bounds(0, 1)).fun, 6)


def _alike(u: Triple, v: Triple) -> bool:
    """Whether two triples agree if their variables are matched: the upper bound of the paper."""
    kinds = all(isinstance(u[name], Variable) == isinstance(v[name], Variable) for name in FIELDS)
    return u["r"] == v["r"] and kinds and all(isinstance(u[n], Variable) or u[n] == v[n] for n in FIELDS)


def _variables(u: Triple, v: Triple) -> Iterator[tuple[object, object]]:
    """The pairs of variables that have to be matched for two triples to agree."""
    return ((u[name], v[name]) for name in FIELDS if isinstance(u[name], Variable))


def both(seed: int) -> dict[str, float]:
    """The totals for random triples: nerkit's, and the program's by constraint."""
    chance = random.Random(seed)
    system, gold = triples(chance, "abcd", 8), triples(chance, "wxyz", 8)
    totals = {"nerkit": ours(system, gold)}
    return totals | {f"ILP {name}": optimum(system, gold, name) for name in CONSTRAINTS}


if __name__ == "__main__":
    print(", ".join(f"{name} {total}" for name, total in both(int(sys.argv[1])).items()))
