"""The matchings, level by level, that `template` is the best of, for certificates."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from nerkit.algorithms.keys import turns
from nerkit.algorithms.nested_assignment import Cell, matrix, written
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.errors import UsageError
from nerkit.results.instances import Instance, of_cells
from nerkit.scorers.ie.levels import RecordCells
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.templates.measures import SIMILAR_MENTIONS, TEMPLATE, entities

SHARES = 10**4  # no cluster of mentions is so large that its similarities have a larger denominator
DEFAULT = "subset"
Pair = tuple[int, int]


def instances(batch: Batch[Documents], _: str, options: Options) -> Iterator[Instance]:
    """The instance of every document: a matrix of templates, whose cells, where types are equal, are matrices
    of fillers, whose cells are the similarities of their mentions.

    Raises UsageError where judgements or credits decide.
    """
    if options.judgements is not None or options.credit is not None:
        raise UsageError(
            "certificate=… is of equal types and similar mentions, without judgements and credits"
        )
    level = RecordCells(batch, options).whole(TEMPLATE)
    templates = level.field("templates").elements()
    fillers = templates.field("fillers").elements()
    types = templates.field("type").codes
    document = templates.parent % max(len(batch.documents), 1)  # rows of gold come first, then the system's
    inner = entities(SIMILAR_MENTIONS[options.mention_similarity or DEFAULT]).inner  # type: ignore[attr-defined]
    found = inner.pairs(fillers, document[fillers.parent])
    place, of_template = turns(fillers.parent), np.bincount(fillers.parent, minlength=len(templates))
    cells: dict[Pair, dict[Pair, Cell]] = defaultdict(dict)
    for gold, system, value in zip(
        found.gold.tolist(), found.system.tolist(), found.value.tolist(), strict=True
    ):
        pair = int(fillers.parent[gold]), int(fillers.parent[system])
        if types[pair[0]] == types[pair[1]]:
            cells[pair][int(place[gold]), int(place[system])] = written(
                Fraction(value).limit_denominator(SHARES)
            )
    outer: dict[int, dict[Pair, Cell]] = defaultdict(dict)
    place = turns(templates.parent)
    for (gold, system), listed in sorted(cells.items()):
        cell = matrix(int(of_template[gold]), int(of_template[system]), listed)
        outer[int(document[gold])][int(place[gold]), int(place[system])] = cell
    size = np.bincount(templates.parent, minlength=len(level)).reshape(2, -1).tolist()
    for number, name in enumerate(batch.documents):
        yield of_cells(name, matrix(size[0][number], size[1][number], outer[number]))
