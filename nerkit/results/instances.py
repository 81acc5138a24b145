"""Instances: the problem that the score of a document is the best solution of, as certificates state it.

A task says what its measures solve, document by document (`instances` of its module `instances`); what it
says is the content of a line of a certificate but for its proof, which is made by the same functions for all
tasks.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from nerkit.algorithms import nested_assignment

if TYPE_CHECKING:
    from nerkit.algorithms.columns import IntArray
    from nerkit.algorithms.correspondence.problem import Problem

Line = dict[str, Any]
Clusters = Sequence[Sequence[str]]  # of a document, each the items in it
FACTORS = {"phi4": 2, "phi3": 1}  # similarities of clusters: of the number of shared items
PROOFS = {  # what a line has beside its document and its instance
    "clusters": ("pairs", "u", "v", "value"),
    "assignment": ("value",),
    "graph": ("mapping", "value", "tree", "bound"),
}


class Instance(NamedTuple):
    """The problem of one document.

    stated    what is in its line but for the proof
    prove     (most leaves of a tree) -> the fields of the line with the proof, and `value`
    """

    document: str
    stated: Line
    prove: Callable[[int], Line]

    def line(self, leaves: int) -> Line:
        """The line of a certificate."""
        return {"document": self.document, **self.stated, **self.prove(leaves)}


def of_cells(document: str, cell: nested_assignment.Cell) -> Instance:
    """A number, a sum, or a matching of matrices (`nested_assignment`)."""

    def prove(_: int) -> Line:
        with_proof, value = nested_assignment.proved(cell)
        return {"cell": with_proof, "value": str(value)}

    return Instance(document, {"cell": cell}, prove)


def of_clusters(document: str, gold: Clusters, system: Clusters, similarity: str) -> Instance:
    """The best alignment of clusters a, b under φ3, |a ∩ b|, or φ4, 2 |a ∩ b| / (|a| + |b|)."""
    stated = {"gold": gold, "system": system, "similarity": similarity}

    def prove(_: int) -> Line:
        """Pairs, dual potentials `u` and `v`, and the value, the sum of both, as fractions."""
        where = {item: j for j, cluster in enumerate(system) for item in cluster}
        weights = dict[tuple[int, int], Fraction]()
        for i, j in ((i, where[item]) for i, cluster in enumerate(gold) for item in cluster if item in where):
            size = len(gold[i]) + len(system[j]) if similarity == "phi4" else 1
            weights[i, j] = weights.get((i, j), Fraction(0)) + Fraction(FACTORS[similarity], size)
        pairs, u, v, value = nested_assignment.best(weights, len(gold), len(system))
        texts = ([str(one) for one in side] for side in (u, v))
        return {"pairs": pairs, **dict(zip("uv", texts, strict=True)), "value": str(value)}

    return Instance(document, stated, prove)


def of_graphs(document: str, problem: "Problem", mapping: "IntArray | Sequence[int]", bound: int) -> Instance:
    """The best correspondence of two graphs.

    mapping   the right node of each left node, -1 for none
    bound     no mapping earns more, said by the solver; it stands where there is no tree
    """
    from nerkit.algorithms.correspondence import proof

    stated = proof.instance(problem)

    def prove(leaves: int) -> Line:
        """The mapping with a tree of bounds of at most *leaves* leaves, or with the solver's bound alone."""
        pairs = [[i, int(k)] for i, k in enumerate(mapping) if k >= 0]
        value = _earned(stated, {tuple(pair) for pair in pairs})
        tree = proof.tree(problem, value, leaves)
        end = (
            {"tree": None, "bound": str(max(bound, value))}
            if tree is None
            else {"tree": proof.node(problem, tree)}
        )
        return {"mapping": pairs, "value": str(value), **end}

    return Instance(document, stated, prove)


def _earned(stated: Mapping[str, Any], pairs: set[tuple[int, ...]]) -> int:
    rewards = sum(worth for i, k, worth in stated["rewards"] if (i, k) in pairs)
    gains = sum(worth for *at, worth in stated["gains"] if {tuple(at[:2]), tuple(at[2:])} <= pairs)
    return int(rewards + gains)


def without_proof(kind: str, line: Line) -> Line:
    """A line of a certificate as the instance that it states, with its document."""
    stated = {name: value for name, value in line.items() if name not in PROOFS[kind]}
    return {**stated, "cell": nested_assignment.without_proof(stated["cell"])} if "cell" in stated else stated
