"""The errors in nested values: leaf by leaf, and whole elements of arrays.

    field value                      both sides have the leaf, and the values disagree
    field missed, field spurious     the other side has no leaf there
    item missed, item spurious       an element of an array has no partner; one line for the whole element
    format                           the system's document cannot be read; one line

For a measure of slots, only fabricated values or elements (as spurious) or only missed values are errors.

The label of an item is its path. Its text is its place, which has the positions of elements, and its value.
Its context is a note.
"""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.json_paths import path_text
from nerkit.corpora.readings import without
from nerkit.exceptions import plural
from nerkit.results.errors import CORRECT, Errors, Items, OpenPair
from nerkit.scorers.json import measures as names
from nerkit.scorers.json.answers.errors import of_answers
from nerkit.scorers.json.counting import ComparedValues
from nerkit.scorers.json.leaf_outcomes import (
    AGREE,
    FORMAT,
    INVENTED_ITEM,
    MISREAD,
    MISSING_ITEM,
    Outcomes,
)
from nerkit.scorers.json.nodes import KIND_NAMES, ValueNodes
from nerkit.scorers.json.options import Options
from nerkit.scorers.json.readings.batch import NumberedSteps, TakenReading, taken
from nerkit.scorers.json.readings.choice import ChosenReadings
from nerkit.scorers.json.rows import Rows
from nerkit.scorers.json.slots import ELEMENT, FABRICATED
from nerkit.scorers.json.slots import MISSED as MISSED_SLOT
from nerkit.scorers.json.written_values import shown
from nerkit.scorers.judgements import UNJUDGED
from nerkit.scorers.task import Measure

KINDS = (  # in the order of `outcomes.CLASSES`
    *(CORRECT, "field value", "field missed", "item missed", "field spurious", "item spurious", "format"),
)
IN_SLOTS = {  # measure of slots -> (the verdict that is an error, its class)
    names.FABRICATION: (FABRICATED, "field spurious"),
    names.SILENCE: (FABRICATED, "field spurious"),
    names.ELEMENTS: (ELEMENT, "item spurious"),
    names.COVERAGE: (MISSED_SLOT, "field missed"),
}


def find(batch: Batch[JsonDocuments], measures: Sequence[Measure], options: Options) -> Errors:
    """Return the errors in leaves and elements of all documents, in the order of the files."""
    if options.of_answers:
        return of_answers(batch, measures)
    compared = ComparedValues(batch, options)
    if measures and (listed := IN_SLOTS.get(measures[0].name.removesuffix(UNJUDGED))):
        return _of_slots(compared, *listed)
    outcomes = compared.outcomes
    nodes = outcomes.nodes
    kind = outcomes.kind
    single = ~np.isin(kind, (MISSING_ITEM, INVENTED_ITEM, FORMAT))
    single &= ~(outcomes.system & (kind <= MISREAD))  # pairs are listed once, at gold's leaf
    rows = np.flatnonzero(single)
    partner = outcomes.partner[rows]
    beside = np.where(partner == NONE, NONE, outcomes.leaf[np.maximum(partner, 0)])
    own = outcomes.leaf[rows]
    ours = np.where(outcomes.system[rows], NONE, own)
    theirs = np.where(outcomes.system[rows], own, beside)
    whole, whole_kind = _elements(outcomes)
    of_own = nodes.system[whole]
    gold = np.concatenate([ours, np.where(of_own, NONE, whole)])
    system = np.concatenate([theirs, np.where(of_own, whole, NONE)])
    kinds = np.concatenate([kind[rows], whole_kind])
    document = nodes.document[np.where(gold == NONE, system, gold)]
    order = np.lexsort((system, gold == NONE, gold, document))
    items = (
        _items(outcomes.rows, batch.gold, False, _readings(batch.gold, compared.chosen().chosen)),
        _items(outcomes.rows, batch.system, True, {}),
    )
    misread = order[kinds[order] == MISREAD]

    def undecided() -> list[OpenPair]:
        pairs = zip(document[misread].tolist(), gold[misread].tolist(), system[misread].tolist(), strict=True)
        paths, values = nodes.paths.steps, nodes.values
        return [
            OpenPair(where, path_text(paths[int(nodes.path[one])]), shown(values[one]), shown(values[other]))
            for where, one, other in pairs
        ]

    return Errors(
        batch.documents,
        document[order],
        KINDS,
        kinds[order] - AGREE,
        gold[order],
        system[order],
        items,
        labelled=False,
        undecided=undecided,
    )


def _of_slots(compared: ComparedValues, verdict: int, kind: str) -> Errors:
    """Return the leaves or elements with the verdict *verdict* as errors of the class *kind*."""
    verdicts, rows, batch = compared.slots.verdicts, compared.exact_rows, compared.batch
    node = np.sort(verdicts.node[verdicts.verdict == verdict])
    document, system = rows.nodes.document[node], rows.nodes.system[node]
    order = np.argsort(document, kind="stable")
    gold, own = (np.where(side, node, NONE)[order] for side in (~system, system))
    sides = _items(rows, batch.gold, False, {}), _items(rows, batch.system, True, {})
    kinds = np.ones(len(node), np.int64)
    return Errors(batch.documents, document[order], (CORRECT, kind), kinds, gold, own, sides, labelled=False)


def _elements(outcomes: Outcomes) -> tuple[IntArray, IntArray]:
    """Return the nodes of outermost elements without a partner and of unreadable documents, and the class
    of each.
    """
    nodes, leaf = outcomes.nodes, outcomes.leaf
    lost = np.isin(outcomes.kind, (MISSING_ITEM, INVENTED_ITEM))
    top = nodes.passed_down(np.where(outcomes.alone, np.arange(len(nodes)), NONE))
    elements, first = np.unique(top[leaf[lost]], return_index=True)
    kinds = outcomes.kind[lost][first]
    unread = np.unique(outcomes.document[outcomes.kind == FORMAT])
    roots = np.flatnonzero((nodes.parent == NONE) & ~nodes.system & np.isin(nodes.document, unread))
    return np.concatenate([elements, roots]), np.concatenate([kinds, np.full(len(roots), FORMAT)])


def _readings(gold: JsonDocuments, chosen: dict[int, ChosenReadings]) -> dict[int, list[TakenReading]]:
    """Return the readings taken in each document that admits several, inner readings first."""
    return {at: taken(gold.values[at], one.picks)[::-1] for at, one in chosen.items()}


def _items(rows: Rows, side: JsonDocuments, system: bool, readings: dict[int, list[TakenReading]]) -> Items:
    nodes = rows.nodes
    leaves = nodes.sums_up(rows.leaf.astype(np.int64))
    sizes = nodes.sums_up(np.where(rows.leaf, rows.weight, 0.0)) / rows.scale
    texts = [path_text(steps) for steps in nodes.paths.steps]
    there = {  # (document, path) -> kind of the other side's value
        (d, p): KIND_NAMES[k]
        for d, p, k, s in zip(
            nodes.document.tolist(),
            nodes.path.tolist(),
            nodes.kind.tolist(),
            nodes.system.tolist(),
            strict=True,
        )
        if s != system
    }

    def text(row: int) -> str:
        """Return the value of a row, preceded by its place if the place differs from the path."""
        where, value = place(nodes, row), shown(nodes.values[row])
        return value if where == texts[int(nodes.path[row])] else f"{where}: {value}"

    def note(row: int) -> str | None:
        """Return the number of leaves, the kind of the other side's value if it differs, and the taken
        reading.
        """
        count = int(leaves[row])
        said = [plural(count, "leaf").replace("leafs", "leaves")] if not rows.leaf[row] else []
        own = KIND_NAMES[int(nodes.kind[row])]
        path = int(nodes.path[row])
        other = there.get((int(nodes.document[row]), path))
        array = nodes.parent[row] != NONE and nodes.place[row] != NONE
        above = there.get((int(nodes.document[row]), nodes.paths.parent[path])) if array else None
        if above not in (None, "array"):
            said.append(_expected("array", above, system))
        elif other in ("array", "object") and other != own:
            said.append(_expected(own, other, system))
        steps = steps_to(nodes, row) if readings else ()
        for one in readings.get(int(nodes.document[row]), ()):
            if steps[: len(one.steps)] == one.steps and len(one.readings.values) > 1:
                listed = " | ".join(map(shown, map(without, one.readings.values)))
                said.append(f"reading {one.number} of {len(one.readings.values)}: {listed}")
                break
        return "; ".join(said) or None

    def line(row: int) -> tuple[str, int] | None:
        at = side.at[int(nodes.document[row])] if side.at else None
        return (at.source, at.line) if at else None

    more = {"path": lambda row: place(nodes, row), "value": lambda row: shown(nodes.values[row])}
    return Items(Column(texts, nodes.path), text=text, around=note, place=line, more=more, size=sizes)


def _expected(own: str, other: str | None, system: bool) -> str:
    expected, found = (other, own) if system else (own, other)
    return f"{expected} expected, {found} found"


def place(nodes: ValueNodes, row: int) -> str:
    """Return the place of a node in its document as text: `items[2].price`."""
    return path_text(steps_to(nodes, row))


def steps_to(nodes: ValueNodes, row: int) -> NumberedSteps:
    """Return the keys and the positions of elements that lead to a node."""
    steps: list[str | int] = []
    while nodes.parent[row] != NONE:
        at = int(nodes.place[row])
        steps.append(str(nodes.paths.steps[int(nodes.path[row])][-1]) if at == NONE else at)
        row = int(nodes.parent[row])
    return tuple(reversed(steps))
