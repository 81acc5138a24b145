"""The correspondences that `mrp` and `smatch` are the best of, for certificates."""

from collections.abc import Callable, Iterator, Mapping

from nerkit.algorithms.correspondence.problem import problem
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mrp import MrpGraphs
from nerkit.results.instances import Instance, of_graphs
from nerkit.scorers.mrp import tuples
from nerkit.scorers.mrp.graph_pair import Conditions, GraphPair
from nerkit.scorers.mrp.normal import NormalGraph
from nerkit.scorers.mrp.options import Options
from nerkit.scorers.mrp.tuples import TypedTuples, numbered

TUPLES: Mapping[str, Callable[[NormalGraph], TypedTuples]] = {"mrp": tuples.mrp, "smatch": tuples.smatch}


def instances(batch: Batch[MrpGraphs], measure: str, options: Options) -> Iterator[Instance]:
    """The instance of every document: pairs of nodes earn the tuples that agree, each 1."""
    conditions = Conditions.of(options)
    for document, gold, system in zip(batch.documents, batch.gold.graphs, batch.system.graphs, strict=True):
        ours, theirs, best = GraphPair(gold, system, conditions).solved(TUPLES[measure])
        of_gold, of_system, _ = numbered(ours, theirs)
        yield of_graphs(document, problem(of_gold, of_system), best.mapping, best.bound)
