"""The documents of a batch as the level that a formula looks at."""

from typing import Any

from nerkit.algebra.levels import Level, Solving
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents


def batch_level(batch: Batch[Documents], empty: Any, limit: int) -> Level:
    """The level of the documents of both sides, gold first; a document that a side lacks is *empty*."""
    values = [
        empty if value is None else value for side in (batch.gold, batch.system) for value in side.values
    ]
    level = Level(values, len(batch.documents))
    level.solving = Solving(limit)
    return level
