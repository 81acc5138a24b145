"""Smatch and its parts: triples that agree under the best correspondence (Cai and Knight 2013)."""

from nerkit.algorithms.columns import FloatArray
from nerkit.results.counts import numbers_of
from nerkit.scorers.amr.graph_batch import GraphBatch


def all_triples(graphs: GraphBatch) -> FloatArray:
    """The numbers of all triples, of every document."""
    return graphs.numbers(graphs.smatch)


def one_kind(kind: str, graphs: GraphBatch) -> FloatArray:
    """The numbers of the triples of one kind under the correspondence of all."""
    matched = graphs.smatch
    gold, system = (side.only(kind).count() for side in (matched.gold, matched.system))
    return graphs.part_numbers(numbers_of(matched.agreeing()[kind], system, gold))
