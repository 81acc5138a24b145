"""Parse tags as seqeval does, and let nerkit count their chunks. All functions of `metrics` use these counts.

In strict mode, tags must open and close a chunk as the scheme requires. Without a scheme, a tag is a letter,
a hyphen and a type.
"""

import warnings
from collections.abc import Callable, Sequence
from itertools import chain
from operator import eq
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import Column, FloatArray, IntArray, Vocabulary
from nerkit.corpora import schemes
from nerkit.corpora.tags import OUTSIDE, Tag, Tagged
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.results.result import Result
from nerkit.scorers.bio.measures import CHUNK, STRICT
from nerkit.scorers.bio.options import AUTO

Tags = Sequence[Sequence[str]]  # a list of tags for each sentence
Spelling = Callable[[str], Tag]  # a tag, of its text
UNTYPED = "_"
LETTERS = "BIES"  # that seqeval knows in its default mode, besides O
SYSTEM = "system"


class EntityCounts(NamedTuple):
    """The sorted names of types, and for each type the number of correct, system and gold chunks, shape
    (types, 3).
    """

    names: list[str]
    numbers: FloatArray


def evaluate(y_true: Tags, y_pred: Tags, *, scheme: str | None = None, suffix: bool = False) -> Result:
    """The nerkit result of the chunks by label, with the measure `chunk`, or `strict` if a scheme is given
    (`IOB2`, `BILOU` …).

    Every sentence is a unit of statistics. Raises TypeError for values that are not lists of lists. Raises
    ValueError if sentences have different lengths, and for letters that are not in the scheme.
    """
    check_consistent_length(y_true, y_pred)
    spelling = _strict_spelling(scheme, suffix) if scheme else _lenient_spelling(suffix)
    gold, system = (tagged(sentences, spelling) for sentences in (y_true, y_pred))
    return _scored(gold, system, STRICT.name if scheme else CHUNK.name, scheme or AUTO)


def counts(y_true: Tags, y_pred: Tags, *, scheme: str | None = None, suffix: bool = False) -> EntityCounts:
    """The chunks of each type. Raises errors as `evaluate` does."""
    result = evaluate(y_true, y_pred, scheme=scheme, suffix=suffix)
    counted = result.counts[SYSTEM]
    labels = {label[0][1]: i for i, label in enumerate(counted.labels) if label}
    names = sorted(labels)
    if not counted.measures:
        return EntityCounts(names, np.zeros((0, 3)))
    cells = counted.pooled()[0]
    return EntityCounts(names, cells[[labels[name] for name in names]][:, [0, 1, 3]])


def equal_tags(y_true: Tags, y_pred: Tags) -> tuple[int, int]:
    """(number of tokens with equal tags, whatever their spelling, number of gold tokens).

    The tokens of all sentences are compared as one sequence. If one side is longer, its last tokens are not
    equal to any token.
    """
    gold, system = chain.from_iterable(y_true), chain.from_iterable(y_pred)
    return int(sum(map(eq, gold, system))), sum(map(len, y_true))


def check_consistent_length(y_true: Tags, y_pred: Tags) -> None:
    """Raise TypeError unless both sides are lists of lists, and ValueError unless their lengths are equal."""
    kinds = {type(sentence) for side in (y_true, y_pred) for sentence in side}
    if kinds != {list}:
        raise TypeError("tags must be a list of lists, one list per sentence")
    lengths = [list(map(len, side)) for side in (y_true, y_pred)]
    if lengths[0] != lengths[1]:
        raise ValueError(f"sentences of different lengths: {_difference(*lengths)}")


def tagged(sentences: Tags, spelling: Spelling) -> Tagged:
    """The sentences as tags of one document. *spelling* parses each tag."""
    spelt = Vocabulary()
    codes = spelt.codes(list(chain.from_iterable(sentences)))
    lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
    lengths = lengths[lengths > 0]
    tags = Vocabulary()
    recode = np.array([tags[spelling(text)] for text in spelt], np.int64)
    return Tagged(
        documents=["1"],
        first=np.cumsum(lengths) - lengths,
        document=np.zeros(len(lengths), np.int64),
        line=np.zeros(len(lengths), np.int64),
        tags=Column(list(tags), recode[codes] if len(recode) else codes),
        named=False,
    )


class TypedChunk(NamedTuple):
    """A chunk: its sentence, its first token and its end (exclusive) in that sentence, its type."""

    sentence: int
    start: int
    end: int
    type: str


def chunks(sentences: Tags, *, scheme: str | None = None, suffix: bool = False) -> list[TypedChunk]:
    """The chunks of all sentences, in order. Raises ValueError for letters that are not in the scheme."""
    spelling = _strict_spelling(scheme, suffix) if scheme else _lenient_spelling(suffix)
    return chunks_of(sentences, spelling, scheme)


def chunks_of(sentences: Tags, spelling: Spelling, scheme: str | None = None) -> list[TypedChunk]:
    """The chunks of all sentences, in order, of tags that *spelling* parses; without a scheme of any tags."""
    side = tagged(sentences, spelling)
    if not len(side):
        return []
    decoder = schemes.Decoder(side)
    start, end, kind = decoder.strict(schemes.scheme(scheme)) if scheme else decoder.lenient()
    row = np.searchsorted(side.first, start, "right") - 1
    numbers = np.flatnonzero(np.fromiter(map(len, sentences), np.int64, len(sentences)))
    columns: list[IntArray] = [numbers[row], start - side.first[row], end - side.first[row], kind]
    return [
        TypedChunk(sentence, first, last, decoder.types[code])
        for sentence, first, last, code in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _scored(gold: Tagged, system: Tagged, measure: str, scheme: str) -> Result:
    """The result of one measure of `nerkit bio`, by label. The system has the name SYSTEM."""
    request = Request.of(task="bio", measures=[measure], by=["label"], scheme=scheme)
    return evaluate_systems(gold, {SYSTEM: system}, request)


def _difference(gold: list[int], system: list[int]) -> str:
    """A description of the first difference between the sentence lengths of the two sides."""
    if len(gold) != len(system):
        return f"{len(gold):,} gold sentences, but {len(system):,} system sentences"
    first = next(i for i, (left, right) in enumerate(zip(gold, system, strict=True)) if left != right)
    return f"sentence {first + 1} has {gold[first]:,} gold tags, but {system[first]:,} system tags"


def _lenient_spelling(suffix: bool) -> Spelling:
    """The tag parser of seqeval's default mode: any letter, and the type after the first hyphen."""

    def spelling(text: str) -> Tag:
        """Parse a tag. Warns if the text does not look like a tag, or if seqeval parses it differently."""
        letter, kind = _parts(text, suffix)
        if len(text) > 1 and text[-2 if suffix else 1] != "-":
            warnings.warn(
                f"{text} does not look like a tag, which is a letter, a hyphen and a type", stacklevel=2
            )
        elif letter in schemes.ROLE_OF and letter not in (*LETTERS, OUTSIDE.letter):
            warnings.warn(f"nerkit reads {text} by its scheme (as seqeval does in strict mode)", stacklevel=2)
        if letter in (OUTSIDE.letter, "."):
            return OUTSIDE
        # a letter of no scheme goes on with a chunk of its type
        return Tag(letter if letter in schemes.ROLE_OF else "I", kind or UNTYPED)

    return spelling


def _parts(text: str, suffix: bool) -> tuple[str, str]:
    """Split a tag into (letter, type). The type follows the first hyphen, or with *suffix* it precedes the
    last hyphen.
    """
    if suffix:
        return text[-1], text[:-1].rsplit("-", maxsplit=1)[0]
    return text[0], text[1:].split("-", maxsplit=1)[-1]


def _strict_spelling(scheme: str, suffix: bool) -> Spelling:
    """The tag parser for a scheme: a letter of the scheme, and a type without hyphens at its ends."""
    letters = set(schemes.scheme(scheme).letters.values())

    def spelling(text: str) -> Tag:
        """Parse a tag. Raises ValueError if its letter is not in the scheme."""
        letter = text[-1] if suffix else text[0]
        if letter not in letters:
            allowed = " ".join(sorted(letters))
            raise ValueError(f"tag {text!r} is not of the scheme {scheme}, whose letters are {allowed}")
        kind = (text[:-1] if suffix else text[1:]).strip("-")
        return OUTSIDE if letter == OUTSIDE.letter else Tag(letter, kind or UNTYPED)

    return spelling
