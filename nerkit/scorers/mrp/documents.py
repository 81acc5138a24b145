"""Which MRP graphs are scored, and under which document names.

Graphs belong together that have the same language, framework and id; a system graph without language is taken for an English
one where gold has no graph of its framework and id without language. The document is called by the id, or `framework/id` where gold
has the id in several frameworks (or the system has it in another one), with the language before it where that differs (`none/` where the system says no language and gold has another one than English).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nerkit.corpora.mrp import MrpGraph, MrpGraphs
from nerkit.corpora.selection import Selection
from nerkit.errors import plural, some, unknown

FIELDS = ("label", "language", "flavor")  # by which results can be cut, besides the document
ENGLISH = "eng"

Key = tuple[str | None, str | None, str]  # language, framework, id


def value(graph: MrpGraph, name: str) -> str:
    """What a graph has in a field."""
    found: Any = graph.framework if name == "label" else getattr(graph, name)
    return "none" if found is None else str(found)


def check_fields(names: Sequence[str]) -> None:
    """UsageError for a field that graphs do not have."""
    for name in names:
        if name not in FIELDS:
            raise unknown("field", name, ("document", *FIELDS))


def documents(corpora: Sequence[MrpGraphs], selection: Selection) -> tuple[list[MrpGraphs], list[str]]:
    """The graphs of each side that are scored under the names of their documents, and warnings."""
    warnings = _unused([graph for corpus in corpora for graph in corpus.graphs if graph], selection)
    gold, *systems = [_selected(corpus, selection) for corpus in corpora]
    keys = [_key(graph) for graph in gold.graphs if graph is not None]
    names = _names(keys)
    named = [replace(gold, documents=[names[key] for key in keys])]
    for system in systems:
        found, notes = _under_names(system, names, gold)
        named.append(found)
        warnings += notes
    if "document" in selection.only:
        named = [_among(corpus, selection.only["document"]) for corpus in named]
    return named, warnings


def _under_names(system: MrpGraphs, names: dict[Key, str], gold: MrpGraphs) -> tuple[MrpGraphs, list[str]]:
    """The system's graphs under the names of their documents, without those whose gold was left out."""
    keys = [_matched(_key(graph), names) for graph in system.graphs if graph is not None]
    theirs = _names([key for key in keys if key not in names], names) | names
    named = replace(system, documents=[theirs[key] for key in keys])
    return _without_gold(named, keys, names, gold) if gold.skipped else (named, [])


def _key(graph: MrpGraph) -> Key:
    return graph.language, graph.framework, graph.id


def _matched(key: Key, gold: dict[Key, str]) -> Key:
    """The key of the gold graph that belongs to a system graph."""
    language, framework, name = key
    english = (ENGLISH, framework, name)
    return english if language is None and key not in gold and english in gold else key


def _names(keys: Sequence[Key], others: Mapping[Key, str] = MappingProxyType({})) -> dict[Key, str]:
    """A document name for each key: as little of it as tells it from the rest and from *others*, whose names are given."""
    distinct = dict.fromkeys(keys)
    frameworks: dict[str, set[str | None]] = {}
    languages: dict[tuple[str | None, str], set[str | None]] = {}
    for language, framework, name in (*distinct, *others):
        frameworks.setdefault(name, set()).add(framework)
        languages.setdefault((framework, name), set()).add(language)
    found = {}
    names = set(others.values())
    for key in distinct:
        language, framework, name = key
        text = f"{framework}/{name}" if len(frameworks[name]) > 1 else name
        several = language is not None and len(languages[framework, name]) > 1
        taken = language is None and text in names
        found[key] = f"{language}/{text}" if several else f"none/{text}" if taken else text
    return found


def _without_gold(
    system: MrpGraphs, keys: Sequence[Key], gold: dict[Key, str], skipped: MrpGraphs
) -> tuple[MrpGraphs, list[str]]:
    """The system without the graphs whose gold was left out as invalid."""
    lost = {found.id for found in skipped.skipped}
    dropped = [i for i, key in enumerate(keys) if key not in gold and (key[2] in lost or None in lost)]
    if not dropped:
        return system, []
    names = [system.documents[i] for i in dropped]
    kept = [i for i in range(len(keys)) if i not in set(dropped)]
    warning = f"{plural(len(dropped), 'system graph')} left out, their gold being invalid: {some(names)}"
    return system.take(kept), [warning]


def _selected(corpus: MrpGraphs, selection: Selection) -> MrpGraphs:
    """The graphs that are kept, their frameworks renamed."""
    kept, wanted = [], _wanted(selection)
    for i, graph in enumerate(corpus.graphs):
        if graph is None:
            continue
        framework = selection.names.get(graph.framework or "", graph.framework)
        found = graph if framework == graph.framework else replace(graph, framework=framework)
        if selection.labels is not None and framework not in selection.labels:
            continue
        if all(value(found, name) in values for name, values in wanted.items()):
            kept.append((i, found))
    rest = corpus.take([i for i, _ in kept])
    return replace(rest, graphs=[graph for _, graph in kept])


def _among(corpus: MrpGraphs, names: frozenset[str]) -> MrpGraphs:
    return corpus.take([i for i, name in enumerate(corpus.documents) if name in names])


def _unused(graphs: Sequence[MrpGraph], selection: Selection) -> list[str]:
    """A warning for every framework and value asked for that occurs on no side."""
    frameworks = {graph.framework for graph in graphs if graph.framework}
    asked = replace(selection, only=_wanted(selection))
    return asked.unused_among(frameworks, lambda name: {value(graph, name) for graph in graphs})


def _wanted(selection: Selection) -> dict[str, frozenset[str]]:
    """Field of graphs -> the values that are kept. Raises UsageError for a field that graphs do not have."""
    names = {"framework": "label", "type": "label"}
    wanted: dict[str, frozenset[str]] = {}
    for name, values in selection.only.items():
        if name != "document":
            field = names.get(name, name)
            wanted[field] = wanted.get(field, values) & values
    check_fields([*wanted])
    return wanted
