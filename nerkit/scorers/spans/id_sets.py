"""Mentions with several ids and no top id. Two mentions have the same link if they share an id.

    gold    0-10  {Q61, Q1223}     system  0-10  {Q1223}    the same link: they share Q1223
            20-30 {Q61}                    20-30 {Q1223}    another link

Sharing an id is not transitive, so sets cannot become equal values. A set is one value, named by its ids. A
table of credits holds the pairs of values: 1 if they share an id, or the credit of their ids. Ids that begin
with NIL count only in sets of such ids. In clusters of one side, sets that share an id are one cluster.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import Column, IntArray, Vocabulary
from nerkit.algorithms.credit import Table
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans

FIELDS = ("eid", "kbid")  # the fields of keys that hold ids
BETWEEN = " | "  # joins the ids in the name of a set
NIL = "NIL"


def named(batch: Batch[Spans]) -> Batch[Spans]:
    """Return the batch in which the id of each mention with several ids is the name of its set."""
    return Batch(batch.documents, _named(batch.gold), _named(batch.system))


def _named(side: Spans) -> Spans:
    """Return a side with names of sets as ids; a side without sets stays."""
    if not side.any_id or not side.candidates:
        return side
    column, sets = side.fields["eid"], dict[str, tuple[str, ...]]()
    values = Vocabulary({value: code for code, value in enumerate(column.values)})
    codes = column.codes.copy()
    for row, listed in side.candidates.items():
        ids = sorted({one.id for one in listed if one.id is not None})
        known = [one for one in ids if not one.startswith(NIL)] or ids
        name = BETWEEN.join(known)
        if len(known) > 1:
            sets[name] = tuple(known)
        codes[row] = values[name]
    return replace(side, fields=side.fields | {"eid": Column(list(values), codes)}, id_sets=sets)


def tables(batch: Batch[Spans], given: Mapping[str, Table]) -> Mapping[str, Table]:
    """Return the tables of credits, with 1 for sets that share an id; *given* if no mention has several
    ids.
    """
    sets = dict(batch.gold.id_sets) | dict(batch.system.id_sets)
    if not sets:
        return given
    holding: dict[str, list[str]] = {}
    for name, ids in sets.items():
        for one in ids:
            holding.setdefault(one, []).append(name)
    meeting = {(a, b): 1.0 for one, names in holding.items() for a in (one, *names) for b in (one, *names)}
    return dict(given) | {field: _wider(given.get(field, {}), holding) | meeting for field in FIELDS}


def _wider(table: Table, holding: Mapping[str, list[str]]) -> dict[tuple[str, str], float]:
    """Return a table in which sets have the best credit of their ids."""
    found: dict[tuple[str, str], float] = {}
    for (gold, system), credit in table.items():
        for a in (gold, *holding.get(gold, ())):
            for b in (system, *holding.get(system, ())):
                found[a, b] = max(credit, found.get((a, b), 0.0))
    return found


def clusters_of(column: Column, sets: Mapping[str, tuple[str, ...]]) -> IntArray:
    """Return the ids of a side as codes of clusters, with one code for sets connected by shared ids, shape
    (rows,).
    """
    chief: dict[str, str] = {}

    def found(name: str) -> str:
        """Return the id that represents all ids connected with an id."""
        while chief.setdefault(name, name) != name:
            chief[name] = chief[chief[name]]
            name = chief[name]
        return name

    for ids in sets.values():
        for one in ids[1:]:
            chief[found(one)] = found(ids[0])
    heads = [found(sets[value][0]) if value in sets else found(str(value)) for value in column.values]
    first = {head: code for code, head in reversed(list(enumerate(heads)))}
    to = np.array([*(first[head] for head in heads), -1], np.int64)
    codes: IntArray = to[column.codes]
    return codes
