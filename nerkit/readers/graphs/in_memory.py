"""Graphs that are in memory: PENMAN texts for AMR, dictionaries or `MrpGraph` objects for MRP."""

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
    """PENMAN strings, one or several, or a mapping from id to string; the options are as in `penman.read`.

    Raises InputError for a value that is not a graph.
    """
    if isinstance(texts, Graphs):
        return texts
    return penman.read_texts(texts, name, skip_invalid=skip_invalid, literal=literal)


def mrp_graphs(objects: Any, name: str = "<memory>", *, repair: bool = False, **_reading: bool) -> MrpGraphs:
    """`MrpGraph` objects, or dictionaries as a line of a file holds them (`time` may be missing, `id` too).

    With *repair* copies of a node are merged, as in `mrp.read`; what else is for files has no meaning here.
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
