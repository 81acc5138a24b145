"""The names of the items of a side, by kind of name, for all tasks (`Task.names`, `.names_in_items`).

Both sides should share names; `evaluation.meeting` says where they share none.
"""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nerkit.algorithms.columns import Column

if TYPE_CHECKING:
    from nerkit.corpora.json_documents import JsonDocuments
    from nerkit.corpora.mrp import MrpGraphs
    from nerkit.corpora.records import Documents
    from nerkit.corpora.spans import Spans

LABEL = "label"  # the kind of names that rows are cut by, of which there are few
Columns = dict[str, Column]
NIL = "NIL"  # how ids of clusters that are in no knowledge base begin


def of_spans(side: "Spans") -> Columns:
    """Count the labels of spans."""
    return {LABEL: side.fields["type"]} if "type" in side.fields else {}


def ids_of_spans(side: "Spans") -> Mapping[str, Mapping[str, int]]:
    """Count the ids that spans are linked to, without clusters that have no id."""
    ids = side.fields.get("eid")
    if ids is None:
        return {}
    return {"id": Counter(str(ids.values[code]) for code in ids.codes.tolist() if _linked(ids, code))}


def _linked(ids: Column, code: int) -> bool:
    return code >= 0 and ids.values[code] is not None and not str(ids.values[code]).startswith(NIL)


def in_mrp(side: "MrpGraphs") -> Mapping[str, Mapping[str, int]]:
    """Count the labels of nodes and of edges."""
    graphs = [graph for graph in side.graphs if graph is not None]
    return {
        "node label": Counter(str(node.label) for graph in graphs for node in graph.nodes if node.label),
        "edge label": Counter(str(edge.label) for graph in graphs for edge in graph.edges if edge.label),
    }


def in_records(side: "Documents") -> Mapping[str, Mapping[str, int]]:
    """Count the types of items in documents of relations and events, list by list."""
    renamed = side.selection.names if side.selection is not None else {}
    found: dict[str, Counter[str]] = {}
    for body in side.values:
        for key, items in body.items() if isinstance(body, dict) else ():
            types = _types(items) if isinstance(items, list) else []
            if types:
                found.setdefault(key, Counter()).update(types)
    if renamed:
        found = {key: _renamed(counts, renamed) for key, counts in found.items()}
    return {f"type of {key}": counts for key, counts in found.items()}


def _renamed(counts: Counter[str], names: Mapping[str, str]) -> Counter[str]:
    """Return counts under new names; counts with equal new names are added."""
    renamed = Counter[str]()
    for name, number in counts.items():
        renamed[str(names.get(name, name))] += number
    return renamed


def _types(items: list[Any]) -> list[str]:
    """Return the types of the records among some items, if they are texts."""
    types = [item.get("type") for item in items if isinstance(item, dict)]
    return [each for each in types if isinstance(each, str)]


def in_json(side: "JsonDocuments") -> Mapping[str, Mapping[str, int]]:
    """Return path of a leaf -> number of leaves, unless both sides are known to share a path."""
    from nerkit.corpora.json_paths import path_text
    from nerkit.readers.values.enclosed import leaf_steps

    if side.meets:
        return {}
    paths = Counter(steps for value in side.values for steps in leaf_steps(value))
    renamed = {steps: side.kept.renamed(steps) for steps in paths}
    named = {steps: (*steps[:-1], new) if (new := renamed[steps]) is not None else steps for steps in paths}
    found: Counter[str] = Counter()
    for steps, number in paths.items():
        found[path_text(named[steps])] += number
    return {"path": found}
