"""The mentions of each side that count, and the check for equal words on both sides."""

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.algorithms.keys import first_of_each
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import EMPTY, Fragments, Mentions, Words, entity_sizes
from nerkit.exceptions import InputError, UsageError, plural, source_and_line
from nerkit.ground.warnings import Warned
from nerkit.scorers.coref.matching import word_keys
from nerkit.scorers.coref.options import ALL, DROP, ERROR, Options


def counted_mentions(batch: Batch[Mentions], options: Options) -> tuple[Batch[Mentions], list[str]]:
    """Return the scored mentions of both sides, and warnings.

    Raises InputError for documents with different numbers of words, and for repeated mentions if they are an
    error.
    """
    warnings = check_words(batch)
    gold, notes_on_gold = _counted(batch.gold, "gold", options)
    system, notes_on_system = _counted(batch.system, "system", options)
    return Batch(batch.documents, gold, system), [*warnings, *notes_on_gold, *notes_on_system]


def _counted(mentions: Mentions, name: str, options: Options) -> tuple[Mentions, list[str]]:
    """Return the scored mentions of a side, and a warning about repeated mentions that are not scored.

    Raises InputError if repeated mentions are an error.
    """
    warnings: list[str] = []
    if options.mentions != ALL:
        again = _repeated(mentions)
        if again.any():
            warnings.append(_repeats(mentions, again, name, refused=options.mentions == ERROR))
            mentions = mentions.take(~again)
    if options.singletons == DROP:
        mentions = mentions.take(entity_sizes(mentions)[mentions.entity] > 1)
    return mentions, warnings


def check_words(batch: Batch[Mentions]) -> list[str]:
    """Return a warning if the words of both sides differ.

    Raises InputError if a document has different numbers of words on both sides.

    Documents with words on only one side are not compared. Raises UsageError if only one side counts empty
    nodes.
    """
    has_empty_nodes = {
        bool((side.span.start >= EMPTY).any()) for side in (batch.gold, batch.system) if len(side)
    }
    if len(has_empty_nodes) > 1:
        raise UsageError("CorefUD has empty nodes and cannot be compared with formats without empty nodes")
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
    differing = _differing_words(gold, system, np.flatnonzero(both))
    if not differing:
        return []
    word, word_of_system = differing[0]
    places = (
        f"the first: {gold.form[word]!r}, {_place(batch.gold, word)}, "
        f"and {system.form[word_of_system]!r}, {_place(batch.system, word_of_system)}"
    )
    return [Warned("words-differ", len(differing), [places])]


def _differing_words(gold: Words, system: Words, documents: IntArray) -> list[tuple[int, int]]:
    """Return the positions (gold, system) of the words in these documents whose forms differ."""
    assert gold.form is not None
    assert system.form is not None
    pairs: list[tuple[int, int]] = []
    for document in documents.tolist():
        (a, b), (c, d) = (side.first[document : document + 2].tolist() for side in (gold, system))
        if gold.form[a:b] != system.form[c:d]:
            pairs += [(a + i, c + i) for i in range(b - a) if gold.form[a + i] != system.form[c + i]]
    return pairs


def _repeated(mentions: Mentions) -> BoolArray:
    """Return a mask of the mentions that repeat the words of another mention of the document.

    Among mentions of the same words, the mention of the entity that begins first is kept; within an entity,
    the first mention.
    """
    none = np.empty(0, np.int64)
    no_mentions = none, Fragments(np.zeros(1, np.int64), none, none)  # word_keys takes two sides
    keys, _ = word_keys((mentions.document, mentions.span), no_mentions)
    order = np.argsort(mentions.entity, kind="stable")
    again = np.ones(len(mentions), bool)
    again[order[first_of_each(keys[order])]] = False
    return again


def _repeats(mentions: Mentions, again: BoolArray, name: str, *, refused: bool) -> Warned:
    """Return the warning about repeated mentions. Raises InputError if they are refused."""
    row = int(np.argmax(again))
    what = f"{plural(int(again.sum()), 'mention')} with the words of an earlier mention"
    if refused:
        source, line = source_and_line(mentions.place(row))
        raise InputError(
            f"{what} of its document, the first of entity {mentions.entities[mentions.entity[row]]!r}",
            source=source,
            line=line,
            remedy=(
                'mentions="first" counts only the first mention of equal words, mentions="all" counts all'
            ),
        )
    lost = int((entity_sizes(mentions) > 0).sum() - (entity_sizes(mentions.take(~again)) > 0).sum())
    first, facts = [mentions.place(row)], {"lost": lost}
    return Warned("mentions-repeated", int(again.sum()), first, facts=facts, detail=_not_counted, side=name)


def _not_counted(warned: Warned) -> dict[str, str]:
    """Return the number of entities that consist of repeated mentions, in words."""
    lost = warned.facts["lost"]
    return {"emptied": f", which leaves {plural(lost, 'entity')} empty" if lost else ""}


def _different_lengths(batch: Batch[Mentions], words: tuple[Words, Words], document: int) -> InputError:
    """Return the error for a document with different numbers of words, at the first different word."""
    (a, b), (c, d) = (side.first[document : document + 2].tolist() for side in words)
    forms = [side.form for side in words]
    at = min(b - a, d - c) - 1  # the last word that both have, if no earlier one differs
    if forms[0] is not None and forms[1] is not None:
        pairs = zip(forms[0][a:b], forms[1][c:d], strict=False)
        at = next((i for i, (word, word_of_system) in enumerate(pairs) if word != word_of_system), at)
    gold, system = _place(batch.gold, a + at), _place(batch.system, c + at)
    source, line = source_and_line(system)
    return InputError(
        (
            f"document {batch.documents[document]!r} has {plural(d - c, 'word')}, the gold document "
            f"{b - a:,}; the words differ at the latest here and at {gold}"
        ),
        source=source,
        line=line,
        remedy="both sides must have the same words",
    )


def _place(side: Mentions, word: int) -> str:
    """Return `file:line` of a word."""
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
