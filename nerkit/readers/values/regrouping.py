"""Rearranges the documents of one side to fit the ids of the other side.

    {"d1": {…}, "d2": {…}}            keys that are ids of the other side: one document per key
    {"predictions": [{…}, {…}]}       an object around all documents: nerkit unwraps them
    {"receipt": "d1", "total": 5}     the only field that fits gives the ids

At least half of the ids must agree, if a field or the keys give them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.json_paths import brief
from nerkit.readers.values.enclosed import leaf_steps
from nerkit.readers.values.lifting import LeafPaths
from nerkit.readers.values.records import IDS


class IdFields(NamedTuple):
    """The possible id fields of records.

    The values of an id field are all different. In a *fitting* field, at least half of the values are ids of
    the other side.
    """

    unique: list[str]
    fitting: list[str]


def opened(corpus: JsonDocuments, other: JsonDocuments) -> tuple[JsonDocuments, str] | None:
    """The documents inside a file that is one object, and the warning about it; None for other files."""
    value = corpus.values[0] if len(corpus) == 1 and not corpus.named else None
    if not isinstance(value, Mapping) or not value or LeafPaths(other.values).meet(value):
        return None
    if by_id := _of_ids(corpus, value, other):
        return by_id, "one object, whose keys are ids of documents"
    lists = [key for key, part in value.items() if isinstance(part, Mapping | list) and part]
    if len(lists) != 1 or not value.keys().isdisjoint(IDS):
        return None
    inner, where = value[lists[0]], f"one object around documents, which are under {brief(str(lists[0]))!r}"
    if isinstance(inner, Mapping):
        by_id = _of_ids(corpus, inner, other)
        return (by_id, where) if by_id else None
    if len(other) < 2 or not all(isinstance(one, Mapping | str) for one in inner):
        return None
    numbers = [str(at) for at in range(1, len(inner) + 1)]
    held = replace(corpus.parted(numbers, inner), strict_ids=False, named=False)
    fits = len(inner) == len(other) or bool(other.named and _ids(inner, other))
    return (held, where) if fits else None


def _of_ids(corpus: JsonDocuments, value: Mapping[str, Any], other: JsonDocuments) -> JsonDocuments | None:
    """The values of an object, by key, if at least half of its keys are ids of the other side."""
    if not other.named or 2 * len(set(map(str, value)) & set(other.documents)) < len(value):
        return None
    if value.get("id") is not None and str(value["id"]) in other.documents:
        return None
    return corpus.parted([str(key) for key in value], list(value.values()))


def _ids(values: Sequence[Any], other: JsonDocuments) -> bool:
    """Whether at least one id of the records is an id of the other side."""
    known = set(other.documents)
    return any(str(one.get(key)) in known for one in values if isinstance(one, Mapping) for key in IDS)


def id_fields(corpus: JsonDocuments, other: JsonDocuments) -> IdFields:
    """The possible id fields of one side's records, compared with the *other* side."""
    values = corpus.values
    if not values or not all(isinstance(one, Mapping) for one in values):
        return IdFields([], [])
    known = set(other.documents)
    paths = {steps[0] for one in other.values for steps in leaf_steps(one) if len(steps) == 1}
    unique, fitting = [], []
    for key in values[0]:
        held = [one.get(key) for one in values]
        if not all(isinstance(one, str | int) and not isinstance(one, bool) for one in held):
            continue
        texts = set(map(str, held))
        if len(texts) < len(held) or key in paths:
            continue
        unique.append(key)
        if texts <= known or (2 * len(texts & known) >= len(texts) and type(held[0]) is str):
            fitting.append(key)
    return IdFields(unique, fitting)
