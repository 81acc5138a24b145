"""Lists of entity strings placed in the texts of the gold side, to be scored like any other system output.

The place of a string is where approximate search finds it (`nerkit.algorithms.approximate_search`: exact
before approximate, left to right, each occurrence used once). A string that is not found counts as a
prediction, too. It becomes a span after the gold text, over a filler character that this text does not have.
So it equals nothing in the gold side, and every alignment of the two texts leaves it unmatched.
"""

from dataclasses import replace

import numpy as np

from nerkit.algorithms.approximate_search import locate as located
from nerkit.algorithms.columns import Column, IntArray
from nerkit.corpora.spans import EntityLists, Texts
from nerkit.exceptions import InputError
from nerkit.ground.limits import MOST_SEARCHED
from nerkit.ground.warnings import Warned, counted, listed

FILLERS = range(0xE000, 0xF900)  # characters without meaning; one that gold does not have fills


def locate(gold: Texts, entities: Texts, threshold: float) -> Texts:
    """Return the strings of *entities* as spans of the gold texts of the paired documents.

    Documents pair by their ids if both sides have ids, and by order if not; a document without a partner has
    no text to search. The result has gold's texts followed by fillers. The field `located` is False for spans
    on fillers, `string` is the string as it was read. The *threshold* is a distance divided by the length of
    the string, inclusive. Corpora with texts are returned as they are. Raises InputError if gold has no
    texts.
    """
    if isinstance(gold, EntityLists):
        name = gold.origins[0].name if gold.origins else "gold"
        remedy = "give the gold side as tagged texts; only a system can be lists of strings"
        raise InputError("gold has entities but no text", source=name, remedy=remedy)
    if not isinstance(entities, EntityLists):
        return entities
    partners = _partners(gold, entities)
    strings = entities.spans.fields.get(
        "string", Column([], np.empty(0, np.int64))
    )  # absent without entities
    start, end = np.zeros(len(entities), np.int64), np.zeros(len(entities), np.int64)
    texts, missed, unsought, work = [], list[int](), list[int](), MOST_SEARCHED
    rows_of = _rows_of(entities)
    for document, partner in enumerate(partners):
        text = gold.texts[partner] if partner is not None else ""
        rows = rows_of[document].tolist()
        places = located(text, [str(strings.value(row)) for row in rows], threshold, work)
        unsought += [rows[place] for place in places.unsought]
        work -= places.work
        size = len(text)
        for row, window in zip(rows, places.windows, strict=True):
            if window is None:
                missed.append(row)
                window = (size, size := size + max(1, len(str(strings.value(row)))))  # noqa: PLW2901
            start[row], end[row] = window
        filler = next((chr(code) for code in FILLERS if chr(code) not in text), "\uffff")
        texts.append(text + filler * (size - len(text)))
    is_located = np.ones(len(entities), np.int64)
    is_located[missed] = 0
    spans = replace(
        entities.spans,
        start=start,
        end=end,
        fields={**entities.spans.fields, "string": strings, "located": Column([False, True], is_located)},
        warnings=(*entities.warnings, *_warning(entities, sorted(missed), len(unsought))),
    )
    return Texts(texts, spans)


def _partners(gold: Texts, entities: Texts) -> list[int | None]:
    """Return the gold document of each document of strings, -1 without a gold document."""
    if gold.named and entities.named:
        place = {name: code for code, name in reversed(list(enumerate(gold.documents)))}
        return [place.get(name) for name in entities.documents]
    count = len(gold.documents)
    return [code if code < count else None for code in range(len(entities.documents))]


def _rows_of(entities: Texts) -> list[IntArray]:
    """Return the rows of each document, in order."""
    document = entities.spans.document
    order = np.argsort(document, kind="stable")
    return np.split(order, np.searchsorted(document[order], np.arange(1, len(entities.documents))))


def _warning(entities: Texts, missed: list[int], unsought: int) -> list[Warned]:
    name = entities.origins[0].name if entities.origins else "system"
    strings = [repr(entities.spans.fields["string"].value(row)) for row in missed]
    return [
        *listed("strings-not-found", strings, side=name),
        *counted("strings-sought-as-written", unsought, side=name, most=MOST_SEARCHED),
    ]
