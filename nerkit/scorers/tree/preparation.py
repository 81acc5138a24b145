"""Preparation of both sides for comparison: labels are cut and renamed, brackets and words that count
selected.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.exceptions import UsageError, nearest
from nerkit.ground.warnings import Warned
from nerkit.scorers.slices import Seen, Slices
from nerkit.scorers.tree.labels import EqualLabels, cut
from nerkit.scorers.tree.options import Options
from nerkit.scorers.tree.params import NAMELESS
from nerkit.scorers.tree.terminals import among

LABEL, TAG = ("label", "type"), "tag"  # the fields of --only

LONG = 200  # words of a constituent above which a number stands for them
BASE, PRIME = 2**89 - 1, 2**127 - 1


def prepare(
    corpora: Sequence[Constituents], selection: Selection, options: Options
) -> tuple[list[Constituents], list[str]]:
    """Return the sides as they are scored, and warnings. Raises UsageError for an unknown field of --only."""
    corpora, notes = without_last_blank_lines(corpora)
    sides = [_named(corpus, selection, options) for corpus in corpora]
    labels = {name for side in sides for column in (side.label, side.tag) for name in column.values}
    notes += [*options.parameters.warnings, *selection.unused_among(labels, lambda _: labels)]
    sides = [_selected(side, selection, options) for side in sides]
    return [_whole(side) if options.align else side for side in sides], notes


def without_last_blank_lines(corpora: Sequence[Constituents]) -> tuple[list[Constituents], list[str]]:
    """Remove blank lines at the end of a side if only these lines give it more sentences than other sides."""
    shortened, notes = [], list[str]()
    least = min((corpus.sentences for corpus in corpora if corpus.sentences), default=0)
    for corpus in corpora:
        last = int(np.flatnonzero(corpus.lengths).max(initial=-1)) + 1
        extra = corpus.sentences - max(last, least)
        if corpus.named or extra <= 0:
            shortened.append(corpus)
            continue
        name = corpus.place(corpus.sentences - 1)
        notes.append(Warned("blank-lines-left-out", extra, side=name))
        keep = corpus.sentences - extra
        shorter = replace(corpus, documents=corpus.documents[:keep])
        shortened.append(shorter.take(np.arange(keep)))
    return shortened, notes


def by_sentence(batch: Batch[Constituents]) -> Batch[Constituents]:
    """Return the batch with the gold sentences as units."""
    count = max(batch.gold.sentences, 1)  # of a blank gold there is one
    gold = replace(batch.gold, unit=np.arange(batch.gold.sentences))
    return Batch([str(i + 1) for i in range(count)], gold, batch.system)


def sliced(batch: Batch[Constituents], slices: Slices) -> Batch[Constituents]:
    """Return the batch, with the known items of training data on both sides."""
    gold, system = (replace(side, known=slices.known) for side in (batch.gold, batch.system))
    return Batch(batch.documents, gold, system)


def seen_items(corpus: Constituents) -> Iterator[Seen]:
    """Yield the words and the label of each constituent of training data, and each word with its tag."""
    yield from items_of(corpus, np.arange(len(corpus)))
    yield from items_of(corpus, None, np.arange(len(corpus.above)))


def items_of(
    corpus: Constituents, constituents: IntArray | None, terminals: IntArray | None = None
) -> Iterator[Seen]:
    """Yield the text and the label of these constituents, or of these terminals."""
    if constituents is not None:
        text = _texts(corpus)
        words = [text(row) for row in constituents.tolist()]
        labels = corpus.label.take(constituents)
    else:
        assert terminals is not None
        words, labels = corpus.words(terminals), corpus.tag.take(terminals)
    yield from zip(words, map(labels.value, range(len(words))), strict=True)


def _texts(corpus: Constituents) -> Callable[[int], str]:
    """Return a function from a row to the words of its constituent. Above LONG words it returns a number,
    because nested constituents could repeat their words without end.
    """
    numbers = [0]  # for the terminals up to each one, as digits of a number
    if int((corpus.last - corpus.first).max(initial=0)) > LONG:
        from hashlib import blake2b

        of_word = [int.from_bytes(blake2b(repr(word).encode()).digest()[:15]) for word in corpus.word.values]
        for code in corpus.word.codes.tolist():
            numbers.append((numbers[-1] * BASE + of_word[code]) % PRIME)

    def text(row: int) -> str:
        """Return the words of the constituent and of its gaps, or the number of this text."""
        first, last = int(corpus.first[row]), int(corpus.last[row])
        if last - first <= LONG:
            return " ".join(corpus.words(np.arange(first, last)))
        number = (numbers[last] - numbers[first] * pow(BASE, last - first, PRIME)) % PRIME
        return f"{last - first}:{number}"

    return text


def _named(corpus: Constituents, selection: Selection, options: Options) -> Constituents:
    """Return the side with shortened labels and with tags without features, both renamed."""
    params = options.parameters
    short = cut(feature=params.feature, functions=options.functions)
    plain = cut(feature=params.feature, functions=True) if params.feature else str
    names = selection.names
    return replace(
        corpus,
        label=corpus.label.map(lambda label: names.get(short(label), short(label)) or NAMELESS),
        tag=corpus.tag.map(lambda tag: names.get(plain(tag), plain(tag))),
    )


def _selected(corpus: Constituents, selection: Selection, options: Options) -> Constituents:
    """Return the selected documents, with masks of the scored constituents and terminals."""
    corpus = selection.documents(corpus)
    if not selection.items.only and selection.labels is None:
        return corpus
    same = EqualLabels(options.parameters.same_labels)
    counted = [np.ones(len(corpus), bool), np.ones(len(corpus.above), bool)]
    wanted = [] if selection.labels is None else [(LABEL[0], frozenset(selection.labels))]
    for name, values in [*wanted, *selection.items.only.items()]:
        if name not in (*LABEL, TAG):
            fields = ["document", LABEL[0], TAG]
            raise UsageError(
                f"only=…: unknown field {name!r}{nearest(name, fields)} (known: {', '.join(fields)})"
            )
        chosen = frozenset(map(same.name, values))
        columns = (corpus.label, corpus.tag)
        for i, column in enumerate(columns):
            if i == 1 or name != TAG:
                counted[i] &= among(column.map(same.name), chosen)
    return replace(corpus, counted=(counted[0], counted[1]))


def _whole(corpus: Constituents) -> Constituents:
    """Return all sentences as one document."""
    if not corpus.documents:
        return corpus
    document = corpus.in_documents(["1"], np.zeros(len(corpus.documents), np.int64))
    return replace(document, named=False)
