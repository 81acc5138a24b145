"""The correspondences that `smatch` is the best of, for certificates."""

from collections.abc import Iterator, Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.correspondence.problem import Tuples, problem
from nerkit.corpora.amr import Graphs
from nerkit.corpora.corpus import Batch
from nerkit.results.instances import Instance, of_graphs
from nerkit.scorers.amr.graph_batch import GraphBatch
from nerkit.scorers.amr.matching import TripleSide
from nerkit.scorers.amr.options import Options

NO_TRIPLES: IntArray = np.empty(0, np.int64)


def instances(batch: Batch[Graphs], _: str, options: Options) -> Iterator[Instance]:
    """The instance of every document: pairs of nodes earn the triples that agree, each 1."""
    matched = GraphBatch(batch, options).smatch
    first = matched.gold.first
    for place, document in enumerate(batch.documents):
        graph = int(matched.gold.graph[place])
        mapping: Sequence[int] = (
            matched.mapping[first[graph] : first[graph + 1]].tolist() if graph != NONE else ()
        )
        gold, system = (_triples(side, place) for side in (matched.gold, matched.system))
        yield of_graphs(document, problem(gold, system), mapping, int(matched.bound[place]))


def _triples(side: TripleSide, place: int) -> Tuples:
    """The triples of a document; none where the side lacks it."""
    graph = int(side.graph[place])
    return side.triples.of(graph) if graph != NONE else Tuples(0, *(NO_TRIPLES for _ in range(5)))
