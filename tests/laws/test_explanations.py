"""A file that two formats explain is refused, or both read the same from it, or one extends the other.

The files are all texts of the tests, records with the keys of two formats, and tables of columns by chance.
"""

import io
import json
import random

import pytest
from laws.test_panel import fixtures
from laws.test_reading import format_of, records_of
from laws.written_as import JSON, WRITTEN, made, relabelled, shifted, swapped
from tries import some

from nerkit.exceptions import NerkitError
from nerkit.io import expand
from nerkit.readers import FORMATS, OF_GOLD, explained, reading
from nerkit.readers.register import ITEM_KEYS, TEXT_KEYS, extended
from nerkit.readers.sample import Sample, recognises
from nerkit.readers.ties import _equal as equal

DOCUMENTS = made(random.Random(3), 2)
OTHERS = [swapped(relabelled(shifted(each))) for each in DOCUMENTS]
MIXED = [
    name
    for name in JSON
    if name
    not in ("iterx", "spacy:lists", "hf-pipeline", "gliner")  # whose records have no keys of their own
    and (not name.startswith("calls:") or name in ("calls:own", "calls:openai-chat", "calls:messages"))
]
CELLS = {  # kind of column -> cell of a row by chance
    "number": lambda row, _: str(row + 1),
    "from 0": lambda row, _: str(row),
    "document": lambda row, _: f"d{row // 4}",
    "word": lambda row, _: f"w{row}",
    "start": lambda row, _: str(4 * row),
    "end": lambda row, _: str(4 * row + 2),
    "tag": lambda _, chance: chance.choice(("O", "O", "B-PER", "B-LOC")),
    "type": lambda _, chance: chance.choice(("PER", "LOC")),
    "entity": lambda row, chance: chance.choice(("-", f"({row % 3})")),
    "part": lambda _, chance: chance.choice(("*", "(A0*)", "(V*)")),
    "head": lambda row, _: str(row),
    "none": lambda *_: "_",
    "score": lambda *_: "1.0",
}


def read(name, text):
    """What a format reads from a text; None if it does not recognise it, or cannot read it."""
    try:
        if not recognises(name, Sample(text)):
            return None
        return reading(name, None)(expand(io.StringIO(text)))
    except NerkitError:
        return None


def chosen(text):
    """The format of a text and what it reads; None if nerkit refuses it."""
    try:
        names = explained(expand(io.StringIO(text)), OF_GOLD)
        return (names[0], reading(names[0], None)(expand(io.StringIO(text)))) if names else None
    except NerkitError:
        return None


def rivals(text):
    """The formats that explain a text otherwise than the chosen one, which does not win over them."""
    if (found := chosen(text)) is None:
        return []
    name, corpus = found
    others = [
        other
        for other in OF_GOLD
        if other != name
        and other not in extended(name)
        and not (FORMATS[other].fallback and not FORMATS[name].fallback)
    ]
    readings = ((other, read(other, text)) for other in others)
    return [other for other, items in readings if items is not None and not equal(items, corpus)]


@pytest.mark.parametrize("first", MIXED)
def test_records_with_the_keys_of_two_formats(first):
    """They are refused, or read as a format that knows all keys with items, or extends the other."""
    wrong = []
    for second in some(MIXED[MIXED.index(first) :] + MIXED, 8):
        if format_of(first) == format_of(second):
            continue
        own, more = records_of(WRITTEN[first](DOCUMENTS)), records_of(WRITTEN[second](OTHERS))
        mixed = [{**other, **one} for one, other in zip(own, more, strict=True)]
        text = "".join(f"{json.dumps(record)}\n" for record in mixed)
        found = chosen(text)
        keys = FORMATS[found[0]].keys if found else None
        unread = ITEM_KEYS.intersection(mixed[0]).difference(keys, TEXT_KEYS) if keys is not None else ()
        if unread or rivals(text):
            wrong.append((second, found[0], sorted(unread), rivals(text)))
    assert not wrong


def test_texts_of_the_tests():
    """What is read of a fixture no other format reads otherwise, unless the register says which one wins."""
    texts = [text for _, text in fixtures() if isinstance(text, str)]
    texts += [write(DOCUMENTS) for write in WRITTEN.values()]
    wrong = {text[:120]: found for text in texts if (found := rivals(text))}
    assert not wrong


def test_columns():
    """A table whose columns fit several formats is refused, or is of the one that extends the others."""
    chance = random.Random(53)
    wrong = {}
    for _ in range(300):
        kinds = chance.choices(list(CELLS), k=chance.randint(2, 7))
        separator = chance.choice("\t\t, ")
        rows = [separator.join(CELLS[kind](row, chance) for kind in kinds) for row in range(8)]
        head = chance.choice(("", "", "#begin document (d)\n", f"{separator.join(kinds)}\n"))
        text = head + "\n".join(rows) + "\n\n"
        if found := rivals(text):
            wrong[f"{kinds} {separator!r} {head!r}"] = [chosen(text)[0], *found]
    assert not wrong
