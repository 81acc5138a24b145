"""The entities of one column of HIPE, and documents cut like the gold documents."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans


def columns_of(sides: Sequence[Spans]) -> list[str]:
    """Return the columns that some side has annotated, in order."""
    return list(dict.fromkeys(column for side in sides for column in side.columns))


def aligned(corpora: Sequence[Spans]) -> list[Spans]:
    """Return the corpora, gold first. A corpus without ids of documents is divided as gold is.

    Raises InputError if a side has more or fewer tokens than the gold side.
    """
    gold, *systems = corpora
    if not gold.facts:
        return list(corpora)
    return [gold, *(_as_gold(gold, side) if side.facts else side for side in systems)]


def _as_gold(gold: Spans, side: Spans) -> Spans:
    """Return a side of one document without id, cut where the gold documents end."""
    sizes = [_size(gold, document) for document in range(len(gold.documents))]
    if side.named or len(side.documents) != 1 or len(sizes) < 2 or _size(side, 0) != sum(sizes):
        return side
    begin = np.append(0, np.cumsum(sizes))
    document = np.searchsorted(begin, side.start, "right") - 1
    facts = side.facts[0]
    assert facts is not None
    words = [facts.words[first:last] for first, last in pairwise(begin.tolist())]
    return replace(
        side,
        documents=list(gold.documents),
        document=document,
        start=side.start - begin[document],
        end=side.end - begin[document],
        named=gold.named,
        facts=tuple(facts._replace(words=one) for one in words),
    )


def _size(side: Spans, document: int) -> int:
    facts = side.facts[document] if side.facts else None
    return len(facts.words) if facts else 0


def of_column(batch: Batch[Spans], column: str) -> Batch[Spans]:
    """Return the batch with only the entities of a column."""
    return Batch(batch.documents, of_one_column(batch.gold, column), of_one_column(batch.system, column))


def words_of(side: Spans) -> Callable[[int], str | None]:
    """Return the words of an entity, if the words are known."""

    def text(row: int) -> str | None:
        facts = side.facts[int(side.document[row])] if side.facts else None
        return " ".join(facts.words[side.start[row] : side.end[row]]) if facts else None

    return text


def of_one_column(side: Spans, column: str) -> Spans:
    """Return the entities of a column."""
    values = side.fields.get("column")
    if values is None or column not in values.values:
        return side.take(np.zeros(len(side), bool))
    return side.take(values.codes == values.values.index(column))
