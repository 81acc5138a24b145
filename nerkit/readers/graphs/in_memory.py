"""Graphs in memory: PENMAN texts for AMR, dictionaries or `MrpGraph` objects for MRP."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nerkit.corpora.amr import Graphs
from nerkit.corpora.mrp import MrpGraph, MrpGraphs
from nerkit.exceptions import InputError
from nerkit.readers.graphs import penman


def amr_graphs(
    texts: Any, name: str = "<memory>", *, skip_invalid: bool = False, literal: bool = False
) -> Graphs:
    """The graphs in PENMAN strings: one or several strings, or a mapping from id to string. Options as in
    `penman.read`.

    Raises InputError for a value that is not a graph.
    """
    if isinstance(texts, Graphs):
        return texts
    return penman.read_texts(texts, name, skip_invalid=skip_invalid, literal=literal)


def mrp_graphs(objects: Any, name: str = "<memory>", *, repair: bool = False, **_reading: bool) -> MrpGraphs:
    """The graphs in `MrpGraph` objects, or in dictionaries with the keys of MRP files (`time` and `id`
    optional).

    With *repair*, copies of a node are merged as in `mrp.read`. Options that concern files have no effect.
    Raises InputError for a value that is not a graph.
    """
    if isinstance(objects, MrpGraphs):
        return objects
    from nerkit.readers.graphs import mrp
    from nerkit.readers.spans.span_table import Tally

    graphs, tally = [], Tally()
    for place, one in enumerate([objects] if isinstance(objects, Mapping) else objects):
        try:
            if isinstance(one, MrpGraph):
                graphs.append(one)
            else:
                numbered = one if "id" in one else {**one, "id": str(place + 1)}
                graphs.append(mrp.from_mrp(numbered, tally, timed=False, repair=repair))
        except (mrp.InvalidError, TypeError) as error:
            raise InputError(str(error), source=f"{name}: graph {place + 1}", remedy=mrp.FORM) from None
    return replace(MrpGraphs.of(graphs), warnings=tuple(tally.of(name)))
