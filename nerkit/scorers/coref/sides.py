"""What is done to the mentions of each side before they are matched, and the check that both sides have the same words."""

from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import BoolArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import EMPTY, Fragments, Mentions, Words, entity_sizes
from nerkit.errors import InputError, UsageError, plural, source_and_line, unknown
from nerkit.scorers.coref.matching import word_keys

SINGLETONS = ("keep", "drop")
REPEATED = ("first", "error", "all")


@dataclass(frozen=True, slots=True)
class Kept:
    """Which mentions of a side count; UsageError for other values.

    singletons  entities of one mention: keep | drop
    repeated    the second mention of the same words in a document: first (only that counts) | error | all
    """

    singletons: str = "keep"
    repeated: str = "first"

    def __post_init__(self) -> None:
        for name, value, known in (
            ("singletons", self.singletons, SINGLETONS),
            ("mentions", self.repeated, REPEATED),
        ):
            if value not in known:
                raise unknown(f"value of {name}", value, known)


def kept(mentions: Mentions, name: str, how: Kept) -> tuple[Mentions, list[str]]:
    """The mentions of a side that count, and what to say about the others. Raises InputError where repeats are an error."""
    warnings: list[str] = []
    if how.repeated != "all":
        again = _repeated(mentions)
        if again.any():
            warnings.append(_repeats(mentions, again, name, how))
            mentions = mentions.take(~again)
    if how.singletons == "drop":
        mentions = mentions.take(entity_sizes(mentions)[mentions.entity] > 1)
    return mentions, warnings


def check_words(batch: Batch[Mentions]) -> list[str]:
    """A warning for words that differ. Raises InputError where a document has different numbers of words on both sides.

    Documents that only one side has words of are not compared. Raises UsageError where only one side counts empty nodes.
    """
    spaced = [bool((side.span.start >= EMPTY).any()) for side in (batch.gold, batch.system) if len(side)]
    if len(set(spaced)) > 1:
        raise UsageError("CorefUD, which has empty nodes, does not compare with formats that have none")
    gold, system = batch.gold.words, batch.system.words
    if gold is None or system is None:
        return []
    sizes = np.diff(gold.first), np.diff(system.first)
    both = (sizes[0] > 0) & (sizes[1] > 0)
    unequal = np.flatnonzero(both & (sizes[0] != sizes[1]))
    if len(unequal):
        raise _different_lengths(batch, (gold, system), int(unequal[0]))
    if gold.form is None or system.form is None or (gold.form == system.form and both.all()):
        return []
    differ: list[tuple[int, int]] = []
    for document in np.flatnonzero(both).tolist():
        (a, b), (c, d) = (side.first[document : document + 2].tolist() for side in (gold, system))
        if gold.form[a:b] != system.form[c:d]:
            differ += [(a + i, c + i) for i in range(b - a) if gold.form[a + i] != system.form[c + i]]
    if not differ:
        return []
    first, other = differ[0]
    one = f"{gold.form[first]!r}, {_place(batch.gold, first)}"
    two = f"{system.form[other]!r}, {_place(batch.system, other)}"
    return [f"{plural(len(differ), 'word')} not the same on both sides (the first: {one}, and {two})"]


def _repeated(mentions: Mentions) -> BoolArray:
    """Mentions whose words another mention of the document has, of an entity that begins earlier or earlier in its own."""
    nothing = np.empty(0, np.int64)
    keys, _ = word_keys(
        (mentions.document, mentions.span), (nothing, Fragments(np.zeros(1, np.int64), nothing, nothing))
    )
    order = np.argsort(mentions.entity, kind="stable")
    again = np.ones(len(mentions), bool)
    again[order[np.unique(keys[order], return_index=True)[1]]] = False
    return again


def _repeats(mentions: Mentions, again: BoolArray, name: str, how: Kept) -> str:
    """What to say about repeated mentions; raises InputError where they are an error."""
    row = int(np.argmax(again))
    number = int(again.sum())
    what = f"{plural(number, 'mention')} of the same words as an earlier one"
    if how.repeated == "error":
        source, line = source_and_line(mentions.place(row))
        raise InputError(
            f"{what} of its document, the first of entity {mentions.entities[mentions.entity[row]]!r}",
            source=source,
            line=line,
            remedy="--mentions first counts the first of each, --mentions all counts all",
        )
    lost = int((entity_sizes(mentions) > 0).sum() - (entity_sizes(mentions.take(~again)) > 0).sum())
    emptied = f", which leaves {plural(lost, 'entity').replace('entitys', 'entities')} empty" if lost else ""
    return f"{name}: {what}, not counted{emptied} (the first: {mentions.place(row)})"


def _different_lengths(batch: Batch[Mentions], words: tuple[Words, Words], document: int) -> InputError:
    """The error for a document whose numbers of words differ, at the first word that differs."""
    (a, b), (c, d) = (side.first[document : document + 2].tolist() for side in words)
    forms = [side.form for side in words]
    same = min(b - a, d - c) - 1
    if forms[0] is not None and forms[1] is not None:
        pairs = zip(forms[0][a:b], forms[1][c:d], strict=False)
        same = next((i for i, (one, other) in enumerate(pairs) if one != other), same)
    gold, system = _place(batch.gold, a + same), _place(batch.system, c + same)
    source, line = source_and_line(system)
    return InputError(
        f"document {batch.documents[document]!r} has {plural(d - c, 'word')}, {b - a:,} in gold; "
        f"they part at the latest here and at {gold}",
        source=source,
        line=line,
        remedy="both sides must have the same words",
    )


def _place(side: Mentions, word: int) -> str:
    """`file:line` of a word."""
    assert side.words is not None
    line = int(side.words.line[word])
    document = int(np.searchsorted(side.words.first, word, "right")) - 1
    rows = np.flatnonzero(side.document == document)
    if len(side.origins) == 1 or not len(rows):
        name = side.origins[0].name if side.origins else ""
    else:
        name, known = source_and_line(side.place(int(rows[0])))
        name = "" if known is None else name
    return f"{name}:{line}" if name else f"word {word - int(side.words.first[document]) + 1}"
