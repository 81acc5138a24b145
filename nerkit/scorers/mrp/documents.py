"""The choice of the MRP graphs that are scored, and the document name of each graph.

Graphs pair by language, framework and id. A system graph without a language counts as English, unless gold
has a graph with its id and framework and without a language. The document name is the id, or `framework/id`
if gold has the id in several frameworks (or the system has it in another framework). The language precedes
the name if several languages have the id. The prefix is `none/` if the system graph has no language and the
gold graph is not English.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nerkit.corpora.mrp import MrpGraph, MrpGraphs
from nerkit.corpora.selection import Selection
from nerkit.exceptions import check_fields
from nerkit.ground.warnings import listed

FIELDS = ("label", "language", "flavor")  # fields that can cut results, besides the document
ENGLISH = "eng"

Key = tuple[str | None, str | None, str]  # language, framework, id


def value(graph: MrpGraph, name: str) -> str:
    """The value of a graph in one of FIELDS as text; `none` if the graph has no value."""
    of_graph: Any = graph.framework if name == "label" else getattr(graph, name)
    return "none" if of_graph is None else str(of_graph)


def documents(corpora: Sequence[MrpGraphs], selection: Selection) -> tuple[list[MrpGraphs], list[str]]:
    """The scored graphs of each side with their document names, and warnings. Gold is first in *corpora*."""
    warnings = _unused([graph for corpus in corpora for graph in corpus.graphs if graph], selection)
    gold, *systems = [_selected(corpus, selection) for corpus in corpora]
    keys = [_key(graph) for graph in gold.graphs if graph is not None]
    names = _names(keys)
    named = [replace(gold, documents=[names[key] for key in keys])]
    for system in systems:
        renamed, notes = _under_names(system, names, gold)
        named.append(renamed)
        warnings += notes
    if "document" in selection.only:
        named = [_among(corpus, selection.only["document"]) for corpus in named]
    return named, warnings


def _under_names(system: MrpGraphs, names: dict[Key, str], gold: MrpGraphs) -> tuple[MrpGraphs, list[str]]:
    """Name the system's graphs by their documents, and drop graphs whose gold graph was left out."""
    keys = [_key_in_gold(_key(graph), names) for graph in system.graphs if graph is not None]
    theirs = _names([key for key in keys if key not in names], names) | names
    named = replace(system, documents=[theirs[key] for key in keys])
    return _without_gold(named, keys, names, gold) if gold.skipped else (named, [])


def _key(graph: MrpGraph) -> Key:
    return graph.language, graph.framework, graph.id


def _key_in_gold(key: Key, gold: dict[Key, str]) -> Key:
    """The key of the gold graph that a system graph belongs to. Without a language the graph may
    be English.
    """
    language, framework, name = key
    english = (ENGLISH, framework, name)
    return english if language is None and key not in gold and english in gold else key


def _names(keys: Sequence[Key], named: Mapping[Key, str] = MappingProxyType({})) -> dict[Key, str]:
    """A document name for each key, as short as possible but different from the names of all other keys.

    *named* holds keys that have a name already.
    """
    distinct = dict.fromkeys(keys)
    frameworks: dict[str, set[str | None]] = {}
    languages: dict[tuple[str | None, str], set[str | None]] = {}
    for language, framework, name in (*distinct, *named):
        frameworks.setdefault(name, set()).add(framework)
        languages.setdefault((framework, name), set()).add(language)
    names = {}
    taken = set(named.values())
    for key in distinct:
        language, framework, name = key
        text = f"{framework}/{name}" if len(frameworks[name]) > 1 else name
        several = language is not None and len(languages[framework, name]) > 1
        clashes = language is None and text in taken
        names[key] = f"{language}/{text}" if several else f"none/{text}" if clashes else text
    return names


def _without_gold(
    system: MrpGraphs, keys: Sequence[Key], gold: dict[Key, str], skipped: MrpGraphs
) -> tuple[MrpGraphs, list[str]]:
    """The system without the graphs whose gold graph was left out as invalid, and a warning about them.

    *keys* are the keys of the system's graphs, *gold* the names of gold keys, *skipped* the gold corpus.
    """
    invalid = {graph.id for graph in skipped.skipped}
    dropped = [i for i, key in enumerate(keys) if key not in gold and (key[2] in invalid or None in invalid)]
    if not dropped:
        return system, []
    names = [system.documents[i] for i in dropped]
    remaining = sorted(set(range(len(keys))) - set(dropped))
    # if an invalid graph has no id, the graphs that one shard leaves out depend on the other shards
    return system.take(remaining), [*listed("gold-invalid", names, is_whole=None in invalid)]


def _selected(corpus: MrpGraphs, selection: Selection) -> MrpGraphs:
    """The graphs of a corpus that the selection keeps, with their frameworks renamed."""
    chosen, wanted = [], _wanted(selection)
    for i, graph in enumerate(corpus.graphs):
        if graph is None:
            continue
        framework = selection.names.get(graph.framework or "", graph.framework)
        renamed = graph if framework == graph.framework else replace(graph, framework=framework)
        if selection.labels is not None and framework not in selection.labels:
            continue
        if all(value(renamed, name) in values for name, values in wanted.items()):
            chosen.append((i, renamed))
    return replace(corpus.take([i for i, _ in chosen]), graphs=[graph for _, graph in chosen])


def _among(corpus: MrpGraphs, names: frozenset[str]) -> MrpGraphs:
    """The graphs of a corpus whose document name is in *names*."""
    return corpus.take([i for i, name in enumerate(corpus.documents) if name in names])


def _unused(graphs: Sequence[MrpGraph], selection: Selection) -> list[str]:
    """A warning for each framework and each value of the selection that no graph has."""
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
    check_fields(wanted, FIELDS, ("document", *FIELDS))
    return wanted
