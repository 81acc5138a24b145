"""The measures of SciREX's relations: formulas, and means of their scores over groups, in display order.

The formulas see a system's entities under the names of gold's.

    mentions   [{"type": "Task", "span": [0, 3]}]                    of the document, each span once
    clusters   [{"name": "DBpedia", "type": "Material", "mentions": [[0, 3], …], "counts": true}]
    binary     [{"types": "Material+Metric", "names": ["DBpedia", "Error"]}]  of each relation and two types
    nary       [{"types": "Material+Metric+Task+Method", "names": […]}], each name under its type, too
    relations  [{"types": …, "arguments": [{"role": "Material", "mentions": [[0, 3], …]}, …]}]

A mention of the system is the first of gold's with which it has more than half of the tokens of both in
common. A system entity is the gold entity with most of its mentions, if these are more than half. If not, it
gets a name that no gold entity has. Both are matchings of the algebra, computed for all documents at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from nerkit.algebra.formula import f_measure
from nerkit.algebra.levels import Level
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import field, record, same, times
from nerkit.algebra.sets import match_sets
from nerkit.algebra.similarity import Metric, Similarity
from nerkit.algebra.values import overlap
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.exceptions import UsageError
from nerkit.readers.records.scirex import TYPES
from nerkit.scorers.ie.alignments import aligned, reached
from nerkit.scorers.ie.means import OF_F1, MeanFormula, mean_scores
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.templates.measures import normalize_in
from nerkit.scorers.ie.views import PATH, Body, BothSides, NearMiss, RecordFormula, documents, listed
from nerkit.scorers.task import Measure

HALF = 0.5
SPAN = where(overlap(normalize="j"), above=HALF)  # of two mentions (Eq. 29)
SHARE = match_sets(same, normalize="p")  # of the mentions of a system's entity
ENTITY = field("mentions", times(SHARE, where(SHARE, above=HALF)))  # of two entities, whatever their roles
OF_MENTIONS = field("spans", match_sets(SPAN, "N:1"))
OF_ENTITIES = field("clusters", match_sets(ENTITY, "N:1", duplicates="multiset"))
NO_TYPE = "none"  # of an entity in no relation whose mentions are not listed
NO_NAMES = dict.fromkeys(TYPES)  # of a tuple without entities
PAIR = 2  # entities of a binary relation
OTHER = "'"  # behind the name of an entity of the system that is none of gold's, if gold has this name


def linked(batch: Batch[Documents], _: Options) -> BothSides:
    """Return the documents with the system's mentions and entities replaced by their gold partners."""
    sides = _both(batch)
    spans: list[dict[Any, Any]] = [{} for _ in sides.system]
    for place, number, partner in _partners(sides, OF_MENTIONS):
        spans[place][tuple(sides.system[place]["spans"][number])] = sides.gold[place]["spans"][partner]
    for body, known in zip(sides.system, spans, strict=True):
        for entity in body["clusters"]:
            entity["mentions"] = _distinct(known.get(tuple(span), span) for span in entity["mentions"])
    names = [_own_names(*bodies) for bodies in zip(*sides, strict=True)]
    for place, number, partner in _partners(sides, OF_ENTITIES):
        gold, system = (side[place]["clusters"] for side in sides)
        names[place][system[number]["name"]] = gold[partner]["name"]
    own: Sequence[Mapping[str, str]] = [{}] * len(sides.gold)
    for side, renamed in ((sides.gold, own), (sides.system, names)):
        for body, by_name in zip(side, renamed, strict=True):
            for size, key in ((len(TYPES), "nary"), (PAIR, "binary")):
                body[key] = list(_tuples(body, by_name, size))
    return sides


def _own_names(gold: Body, system: Body) -> dict[str, str]:
    """Return the name of each entity of a system's document -> a name that no gold entity has."""
    golds, names = {each["name"] for each in gold["clusters"]}, dict[str, str]()
    for name in (each["name"] for each in system["clusters"]):
        names[name] = name
        while names[name] in golds:
            names[name] += OTHER
    return names


def of_mentions(batch: Batch[Documents], _: Options) -> BothSides:
    """Return the relations with entities as their mentions, without relations of an entity without
    mentions.
    """
    return BothSides(*([{"relations": list(_with_mentions(body))} for body in side] for side in _both(batch)))


def _with_mentions(body: Body) -> Iterator[Body]:
    entities = {each["name"]: each["mentions"] for each in body["clusters"]}
    for relation in body["relations"]:
        arguments = [
            {"role": kind, "name": relation[kind], "mentions": entities.get(relation[kind], [])}
            for kind in TYPES
        ]
        if all(each["mentions"] for each in arguments):
            yield {"types": "+".join(TYPES), "arguments": arguments, PATH: relation[PATH]}


def _both(batch: Batch[Documents]) -> BothSides:
    """Return the documents of both sides with their mentions, entities and relations."""
    gold, system = documents(batch)
    if any(body.get("nary") for body in system) and not any("named" in body for body in system):
        raise UsageError(
            "the system has relations of entities without mentions; give the mentions with clusters=FILE"
        )
    return BothSides(
        [_document(body, of_system=False) for body in gold],
        [_document(body, of_system=True) for body in system],
    )


def _document(body: Body, *, of_system: bool) -> Body:
    """Return a document; system entities without mentions are left out."""
    named = _salient(body) if "subnames" in body else body.get("named", {})
    kinds = {name: kind for each in listed(body, "nary") for kind, name in each.items()}
    mentions = _typed_mentions(body, named, kinds)
    entities: list[Body] = [
        {
            "name": name,
            "type": _type_of(name, spans, kinds, mentions),
            "mentions": _distinct(spans),
            "counts": True,
        }
        for name, spans in named.items()
        if spans or not of_system
    ]
    others = [span for entity in entities for span in entity["mentions"]] if of_system else []
    return {
        "mentions": [{"type": kind, "span": list(span)} for span, kind in mentions.items()],
        "spans": _distinct([*mentions, *others]),
        "clusters": entities,
        "relations": [
            {**each, PATH: f"relations[{place}]"} for place, each in enumerate(listed(body, "nary"))
        ],
        "lacking": {name for name, spans in named.items() if not spans},
    }


def _typed_mentions(
    body: Body, named: Mapping[str, Sequence[Any]], kinds: Mapping[str, str]
) -> dict[tuple[int, ...], str]:
    """Return mention -> type for a document, in order. If no types are listed, mentions have the types of
    their entities.
    """
    mentions: dict[tuple[int, ...], str] = {}
    for each in listed(body, "entities"):
        mentions.setdefault(tuple(each["span"]), each["type"])
    if "entities" not in body:
        for name, spans in named.items():
            for span in spans:
                mentions.setdefault(tuple(span), kinds.get(name, NO_TYPE))
    return mentions


def _type_of(
    name: str, spans: Sequence[Any], kinds: Mapping[str, str], mentions: Mapping[tuple[int, ...], str]
) -> str:
    """Return the type of an entity: its place in relations, otherwise the type of its first mention."""
    return kinds.get(name) or next((mentions[at] for at in map(tuple, spans) if at in mentions), NO_TYPE)


def _salient(body: Body) -> dict[str, list[list[int]]]:
    """Return the entities of relations. Methods also have the mentions of their parts, in the order of the
    file.
    """
    named = dict(body["named"])
    for method, parts in body["subnames"].items():
        for part in parts:
            named[method] = named[method] + named[part]
    return {name: named[name] for each in body["nary"] for name in each.values()}


def _partners(sides: BothSides, matching: Similarity) -> Iterator[tuple[int, int, int]]:
    """Return the pairs of a matching N:1: document, position of the system's element, position of the gold
    element.
    """
    level = Level([*sides.gold, *sides.system], len(sides.gold))
    pairs = matching.pairs(level, np.tile(np.arange(level.border), 2))
    for matched in pairs.inner:
        below, chosen = matched.level, matched.pairs
        assert below.place is not None
        columns = below.parent[chosen.gold], below.place[chosen.system], below.place[chosen.gold]
        yield from zip(*(column.tolist() for column in columns), strict=True)


def _tuples(body: Body, names: Mapping[str, str], size: int) -> Iterator[Body]:
    """Return the distinct tuples of a document's relations, for each combination of *size* types, under these
    names.

    A tuple with an entity that is known to have no mentions is left out.
    """
    for kinds in combinations(TYPES, size):
        distinct: dict[tuple[str, ...], Body] = {}
        for relation in body["relations"]:
            own = tuple(relation[kind] for kind in kinds)
            if body["lacking"].isdisjoint(own):
                renamed = tuple(names.get(name, name) for name in own)
                item = {"types": "+".join(kinds), "names": list(renamed), PATH: relation[PATH]}
                item |= NO_NAMES | dict(zip(kinds, renamed, strict=True))
                distinct.setdefault(renamed, item)
        yield from distinct.values()


def _distinct(spans: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return each span once, in the order of first occurrence."""
    return [list(span) for span in dict.fromkeys(map(tuple, spans))]


SMOOTHING = 1e-7  # of SciREX's scores
SOURCE = "Jain et al. (2020), SciREX, ACL; its scirex_relation_evaluate.py"
EACH = field("counts", same)  # an entity, whether it has mentions or not

MENTIONS = f_measure(
    precision=normalize_in("mentions", match_sets(field("span", SPAN), "N:1"), "p"),
    recall=normalize_in("mentions", reached(field("span", SPAN)), "r"),
)
ENTITIES = f_measure(
    precision=normalize_in("clusters", aligned(ENTITY, EACH, "N:1"), "p"),
    recall=normalize_in("clusters", reached(ENTITY, EACH), "r"),
)


def tuples(name: str) -> Metric:
    """Return the formula of equal tuples in a list of tuples of relations."""
    return normalize_in(name, match_sets(record(types=same, names=same)), "f1")


ROLE_AND_ENTITY = record(role=same, mentions=where(match_sets(SPAN, normalize="p"), above=HALF))  # Eq. 29, 30
ALL_RIGHT = field("arguments", where(match_sets(ROLE_AND_ENTITY, normalize="f1"), at_least=1))  # Eq. 31
PAPER = RecordFormula(
    "scirex-paper",
    normalize_in("relations", match_sets(ALL_RIGHT), "f1"),
    view=of_mentions,
    lists=("relations",),
    label="types",
)


def mean_of(name: str, metric: Metric, items: str, definition: str, **about: Any) -> Measure:
    """Return the measure of a mean over groups, made of the sums of their scores and of their F1."""
    formula = MeanFormula(
        name,
        metric,
        view=linked,
        lists=(items,),
        fields=about.pop("fields", ()),
        relaxed=about.pop("relaxed", ()),
        label=about.pop("label", "type"),
        by_label=about.pop("by_label", False),
        smoothing=SMOOTHING,
    )
    of_f1 = replace(formula, summed=OF_F1)
    return Measure(
        name,
        of=tuple(Measure(f"{name}+{each.summed}", each, listed=False) for each in (formula, of_f1)),
        combine=lambda _: mean_scores,
        definition=definition,
        fields=(items,),
        formula=(
            str(metric),
            "all scores   means over groups of the group's score",
            f"of a group   n / (system + ε), n / (gold + ε), 2 P R / (P + R + ε) with ε = {SMOOTHING:g}",
        ),
        source=SOURCE,
        groups=("n-ary",),
        **about,
    )


LINKED = (
    "A system mention is the first gold mention that shares more than half of the tokens of both.",
    "A system entity is the gold entity with more than half of its mentions, if there is one.",
    "nerkit does not compare roles and types, and several system entities may be one gold entity.",
    "A system entity without a gold entity is wrong, even if a gold entity has its name.",
)
NO_MENTIONS = "nerkit leaves out a gold relation if one of its entities has no mentions."
NARY = "Relations of all four entities, found by their right names in each document: the mean over documents."
ONE_WRONG = tuple(  # a tuple with one wrong name
    NearMiss(f"{kind.lower()} value", ("types", *(other for other in TYPES if other != kind)))
    for kind in TYPES
)
of_tuples = {"label": "types", "fields": ("types", "names"), "relaxed": ONE_WRONG, "by_label": True}
MEASURES = (
    mean_of(
        "scirex", tuples("nary"), "nary", f"{NARY} The main number of SciREX; equal to scirex/nary.",
        edge_cases=(*LINKED, NO_MENTIONS, "nerkit leaves out documents without such gold relations."),
        default=True, **of_tuples,
    ),
    mean_of(
        "scirex/mentions", MENTIONS, "mentions",
        "Mentions that correspond to a gold mention: the mean over documents.",
        edge_cases=(LINKED[0], "nerkit does not compare types."),
        differences=("SciREX's script pairs mentions in this way but prints no score for mentions.",),
    ),
    mean_of(
        "scirex/entities", ENTITIES, "clusters",
        "Entities in relations (salient clusters) that correspond to a gold entity: the mean "
"over documents.",
        edge_cases=(*LINKED, "Gold entities without mentions count as missed."),
    ),
    mean_of(
        "scirex/binary", tuples("binary"), "binary",
        "Relations of two entities, taken from relations of four: the mean over documents and "
"pairs of types.",
        edge_cases=(*LINKED, NO_MENTIONS, "nerkit leaves out pairs of types without a gold relation."),
        **of_tuples,
    ),
    mean_of("scirex/nary", tuples("nary"), "nary", NARY, edge_cases=(*LINKED, NO_MENTIONS), **of_tuples),
    Measure(
        PAPER.name,
        PAPER,
        definition=("Relations of four entities that agree role by role. An entity agrees if more than "
"half of its mentions, one to one, share more than half of their tokens with gold "
"mentions."),
        formula=(str(PAPER.metric),),
        source="Eq. 29 to 31 of Chen, Gantt, Chen, White & Van Durme (2023), EMNLP",
        edge_cases=(
            "On both sides nerkit leaves out relations with an entity without mentions.",
            "Relations of the same entities count once.",
        ),
        groups=("n-ary",),
        default=True,
    ),
)  # fmt: skip
