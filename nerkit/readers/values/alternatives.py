"""Documents of the gold side, with their alternative values (readings)."""

import json
import re
from dataclasses import replace
from typing import NoReturn

from nerkit.algorithms.scalars.json_texts import is_deep
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.json_paths import PathPattern
from nerkit.corpora.readings import NEEDS, with_readings
from nerkit.ground.patterns import regex
from nerkit.readers.json_text import TOO_DEEP
from nerkit.readers.values.records import failure

FORM = 'write readings as {{"{key}": ["NYC", "New York"]}}; null among them admits a missing value'

FLATTER = "write the value with less nesting"
EMPTY = r"\s*:\s*([^\s\[]|\[\s*\])"  # text after a key that is not a list with elements


def with_admitted(corpus: JsonDocuments, key: str | None, patterns: list[PathPattern]) -> JsonDocuments:
    """The documents with their readings. Raises InputError if a lone *key* does not hold a list of
    readings.
    """
    if key is None and not patterns:
        return corpus
    values = []
    for at, value in enumerate(corpus.values):

        def fail(problem: str, at: int = at) -> NoReturn:
            """Raise the InputError for a problem with the readings of document *at*."""
            if NEEDS not in problem:
                raise failure(corpus, at, problem, FLATTER)
            place = corpus.at[at] if corpus.at else None
            written = place and regex(f"{re.escape(json.dumps(key))}{EMPTY}").search(place.text, place.offset)
            there = place._replace(offset=written.start()) if place and written else place
            raise failure(replace(corpus, at=(there,)), 0, problem, FORM.format(key=key))

        values.append(with_readings(value, key, patterns, fail))
    return replace(corpus, values=values)


def check_depth(system: JsonDocuments, key: str | None, patterns: list[PathPattern]) -> None:
    """Raise InputError for a document that is nested too deeply for a gold side with readings."""
    for at, value in enumerate(system.values if key is not None or patterns else ()):
        if is_deep([value]):
            raise failure(system, at, f"{TOO_DEEP}, beside gold that admits several readings", FLATTER)
