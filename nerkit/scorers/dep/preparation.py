"""Preparation of the words of both sides: columns are added, words and sentences left out.

Columns that are added: `role` (`content`, `function`, or none), `counted` (whether a word counts at all),
and, where statistics resample sentences, `unit`.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import BoolArray, Column, IntArray, Vocabulary
from nerkit.corpora.corpus import Batch, side_names
from nerkit.corpora.selection import Selection
from nerkit.corpora.trees import Dependencies
from nerkit.exceptions import UsageError, nearest
from nerkit.ground.warnings import Warned
from nerkit.scorers.dep.text import Tokens, differently_cut, in_line, placed, token_lengths
from nerkit.scorers.slices import LENGTH, SEEN, Seen, Slices, by_length, by_seen

# Zeman et al. 2018, section 4: what CLAS, MLAS and BLEX look at; what MLAS compares beside a content word
CONTENT = (
    *("nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl"),
    *("advmod", "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound"),
    *("list", "parataxis", "orphan", "goeswith", "reparandum", "root", "dep"),
)
FUNCTION = ("aux", "cop", "mark", "det", "clf", "case", "cc")
UNIVERSAL = (
    *("PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number", "Case"),
    *("Definite", "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity"),
    *("Person", "Polite"),
)
FILTERED = {"label": "deprel", "upos": "upos", "xpos": "xpos", "form": "form", "lemma": "lemma"}  # of --only


def same_documents(corpora: Sequence[Dependencies]) -> tuple[Sequence[Dependencies], list[str]]:
    """Return each side as a single document, with a note, if the marks of documents differ.

    The marks differ if only some sides mark documents, or if all sides have the same text but other documents
    or other ids.
    """
    unmarked = [len(corpus.documents) == 1 and not corpus.named for corpus in corpora]
    marks = [len(corpus.documents) > 1 or corpus.named for corpus in corpora if corpus.documents]
    if any(unmarked) and any(marks):
        note = Warned("documents-not-marked", side=side_names(corpora)[unmarked.index(True)])
    elif differently_cut(corpora):
        note = Warned("documents-marked-differently")
    else:
        return corpora, []
    whole = [
        replace(corpus.in_documents(["1"], np.zeros(len(corpus.documents), np.int64)), named=False)
        if corpus.documents
        else corpus
        for corpus in corpora
    ]
    return whole, [note]


def without_invalid(corpora: Sequence[Dependencies]) -> tuple[Sequence[Dependencies], list[str]]:
    """Return all sides without the sentences that are not trees on some side.

    Sentences that share characters with such a sentence are left out, too.
    """
    if not any(corpus.invalid.any() for corpus in corpora):
        return corpora, []
    spans = _sentences(corpora)
    left_out = [corpus.invalid for corpus in corpora]
    number, is_left_out = 0, _left_out(spans, left_out)
    while number < (number := int(is_left_out.sum())):  # sentences may overlap in chains
        total = np.append(0, np.cumsum(is_left_out))
        left_out = [total[end] > total[start] for start, end in spans]
        is_left_out = _left_out(spans, left_out)
    valid = [corpus.take(np.flatnonzero(~out)) for corpus, out in zip(corpora, left_out, strict=True)]
    return valid, [Warned("sentences-left-out", int(left_out[0].sum()))]


def _sentences(corpora: Sequence[Dependencies]) -> list[tuple[IntArray, IntArray]]:
    """Return start and end of the sentences of each side, in one line of characters (or words) for all
    sides.
    """
    named = all(corpus.named for corpus in corpora)
    names = [
        corpus.documents if named else [str(i) for i in range(len(corpus.documents))] for corpus in corpora
    ]
    place = Vocabulary()
    codes = [place.codes(each) for each in names]
    documents = [
        code[corpus.document[corpus.sentence[corpus.word_of_token]]]
        for code, corpus in zip(codes, corpora, strict=True)
    ]
    lengths = token_lengths(corpora)
    _, starts = in_line(documents, lengths, len(place))
    spans = []
    for corpus, start, length in zip(corpora, starts, lengths, strict=True):
        first, last = corpus.token[corpus.first], corpus.token[corpus.last - 1]
        spans.append((start[first], start[last] + length[last]))
    return spans


def _left_out(spans: Sequence[tuple[IntArray, IntArray]], left_out: Sequence[BoolArray]) -> BoolArray:
    """Return a mask of the characters in sentences that are left out on any side."""
    steps = np.zeros(max(int(end.max(initial=0)) for _, end in spans) + 1, np.int64)
    for (start, end), out in zip(spans, left_out, strict=True):
        np.add.at(steps, start[out], 1)
        np.add.at(steps, end[out], -1)
    inside: BoolArray = np.cumsum(steps) > 0  # more of these sentences begin up to here than end
    return inside


def marked(corpus: Dependencies, *, subtypes: bool) -> Dependencies:
    """Return the words with their roles and with sorted universal features; labels keep subtypes only with
    *subtypes*.
    """
    plain = corpus.columns["deprel"].map(lambda label: label.partition(":")[0])
    columns = corpus.columns | {
        "feats": corpus.columns["feats"].map(_features),
        "deprel": corpus.columns["deprel"] if subtypes else plain,
        "role": plain.map(
            lambda name: "content" if name in CONTENT else "function" if name in FUNCTION else None
        ),
    }
    return replace(corpus, columns=columns)


def selected(corpus: Dependencies, selection: Selection, *, punctuation: bool) -> Dependencies:
    """Return the selected documents, with renamed labels and a mask of the words that count.

    Raises UsageError for an unknown field of --only.
    """
    corpus = selection.documents(corpus)
    label = corpus.columns["deprel"].map(lambda name: selection.names.get(name, name))
    columns = corpus.columns | {"deprel": label}
    counted = np.ones(len(corpus), bool)
    if selection.labels is not None:
        counted &= _among(label, frozenset(selection.labels))
    for name, values in selection.only.items():
        if name == "document":
            continue
        if name not in FILTERED:
            fields = ["document", *FILTERED]
            raise UsageError(
                f"only=…: unknown field {name!r}{nearest(name, fields)} (known: {', '.join(fields)})"
            )
        counted &= _among(columns[FILTERED[name]], values)
    if not punctuation:
        counted &= ~_true(columns["form"].map(is_punctuation))
    return replace(corpus, columns=columns | {"counted": Column([False, True], counted.astype(np.int64))})


def by_sentence(batch: Batch[Dependencies]) -> Batch[Dependencies]:
    """Return the batch with the gold sentences as units."""
    tokens, _ = placed(batch)
    gold, system = (
        replace(side, columns=side.columns | {"unit": Column([], unit)})
        for side, unit in zip((batch.gold, batch.system), sentences_of_gold(batch, tokens), strict=True)
    )
    count = max(len(batch.gold.first), 1)  # of a blank gold there is one
    return Batch([str(i + 1) for i in range(count)], gold, system)


def sentences_of_gold(batch: Batch[Dependencies], tokens: Tokens) -> tuple[IntArray, IntArray]:
    """Return the gold sentence in which each gold word and each system word begins, or the sentence before
    it.
    """
    begin = tokens.start[0][batch.gold.token[batch.gold.first]]
    place = np.searchsorted(begin, tokens.start[1][batch.system.token], "right") - 1
    return batch.gold.sentence, np.maximum(place, 0)


def sliced(batch: Batch[Dependencies], slices: Slices) -> Batch[Dependencies]:
    """Return the batch with the columns of slices. The length of a word is the number of words in its
    sentence, on its side.
    """
    gold, system = (_with_slices(side, slices) for side in (batch.gold, batch.system))
    return Batch(batch.documents, gold, system)


def seen_items(side: Dependencies) -> Iterator[Seen]:
    """Yield form and label of each word of training data."""
    form, label = side.columns["form"], side.columns["deprel"]
    return ((form.value(row), label.value(row)) for row in range(len(side)))


def _with_slices(side: Dependencies, slices: Slices) -> Dependencies:
    columns = side.columns | {LENGTH: by_length((side.last - side.first)[side.sentence])}
    if slices.known is not None:
        columns[SEEN] = by_seen(slices.known, seen_items(side))
    return replace(side, columns=columns)


def is_punctuation(form: str) -> bool:
    """Return whether every character is punctuation: of a Unicode category P*."""
    return all(unicodedata.category(letter)[0] == "P" for letter in form)


def _features(text: str) -> str:
    """Return the universal features of a cell, sorted."""
    return "|".join(sorted(part for part in text.split("|") if part.partition("=")[0] in UNIVERSAL))


def _among(column: Column, values: frozenset[str]) -> BoolArray:
    return _true(column.map(lambda value: value in values))


def _true(column: Column) -> BoolArray:
    """Return a mask of the rows at which a column of truth values is true."""
    return np.array([*column.values, False], bool)[column.codes]  # absent values, of code -1, are not
