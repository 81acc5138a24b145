"""Tag schemes: converts chunks to one tag per token, and back.

A letter plays one of five roles: outside, begin, inside, end, single (L is an end, U and W are singles, M is
inside). The meaning of a tag depends on the tag before it: on the roles of both and on whether their types
are equal. So a decoder is a table over (role before, role, same type), and decoding is one table lookup
per token. Each sentence is between two outside tags.

Two ways of reading:

    lenient   conlleval's way: every tag that is not O belongs to a chunk. A chunk opens at a begin or
              single, after an outside, end or single, and at a change of type. It continues to the next
              opening or outside tag. It needs no scheme.
    strict    seqeval's: a chunk counts only if it opens, continues and closes as its scheme requires,
              according to the patterns below.

A pattern `BI>E=` is a transition from B or I to E with the same type. The mark `/` means another type, and no
mark means any type. In the patterns letters are roles. IOB1 and IOE1 write B and E only where two chunks of
one type touch.

    tag          B-PER  I-PER  O     I-LOC
    transition   O>B/   B>I=   I>O   O>I      (from the tag before, or from the outside tag before
                                              the sentence)
    opens        yes                 yes      lenient: chunks [0, 2) PER and [3, 4) LOC; strict IOB2:
                                              only the first
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, Column, IntArray
from nerkit.algorithms.keys import expand, first_of_each
from nerkit.corpora.corpus import origins_among
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import OUTSIDE, Tag, Tagged
from nerkit.exceptions import UsageError, unknown
from nerkit.ground.records import record

ROLES = "OBIES"
ROLE_OF = {"O": "O", "B": "B", "I": "I", "M": "I", "E": "E", "L": "E", "S": "S", "U": "S", "W": "S"}
SIZE = len(ROLES) ** 2 * 2  # transitions


@record(frozen=True)
class Scheme:
    """A tag scheme: its *letters* for roles, and the transitions that open, continue and close a chunk.

    start, inside, end   masks of transitions, shape (SIZE,)
    """

    name: str
    letters: dict[str, str]
    start: BoolArray
    inside: BoolArray
    end: BoolArray

    @cached_property
    def invalid(self) -> BoolArray:
        """The mask of the transitions that chunks in this scheme cannot have, shape (SIZE,)."""
        before, role, _ = np.unravel_index(np.arange(SIZE), (len(ROLES), len(ROLES), 2))
        entered = (role == 0) | self.start | self.inside
        exited = (before == 0) | self.end | self.inside
        invalid: BoolArray = ~(entered & exited)
        return invalid

    def letter(
        self, opens: BoolArray, closes: BoolArray, *, touches: tuple[BoolArray, BoolArray]
    ) -> IntArray:
        """The role code of each token of a chunk, from whether the token opens or closes the chunk.

        *touches* has two masks: whether another chunk of the same type is directly before the chunk, and
        directly after it.
        """
        single, begin, end = opens & closes, opens, closes
        if self.name in ("IOB1", "IOE1"):
            begin, end = opens & touches[0], closes & touches[1]
        roles = np.full(len(opens), ROLES.index("I"))
        for role, where in (("E", end), ("B", begin), ("S", single)):
            if role in self.letters:
                roles[where] = ROLES.index(role)
        return roles


def _table(*patterns: str) -> BoolArray:
    """The mask of the transitions that match any of these patterns, shape (SIZE,)."""
    table = np.zeros((len(ROLES), len(ROLES), 2), bool)
    for pattern in patterns:
        before, after = pattern.rstrip("=/").split(">")
        same = {"=": [1], "/": [0]}.get(pattern[-1], [0, 1])
        for cell in itertools.product(map(ROLES.index, before), map(ROLES.index, after), same):
            table[cell] = True
    return table.reshape(-1)


def _scheme(name: str, letters: str, start: tuple[str, ...], inside: str, end: tuple[str, ...]) -> Scheme:
    roles = {ROLE_OF[letter]: letter for letter in letters}
    return Scheme(name, roles, _table(*start), _table(inside), _table(*end))


FIVE = (("OBIES>BS",), "BI>IE=", ("ES>OBIES",))
SCHEMES = {  # earlier schemes win ties
    scheme.name: scheme
    for scheme in (
        _scheme("IO", "OI", ("O>I", "I>I/"), "I>I=", ("I>O", "I>I/")),
        _scheme("IOB2", "OBI", ("OBI>B",), "BI>I=", ("BI>OB", "BI>I/")),
        _scheme("IOE2", "OIE", ("OE>IE", "I>IE/"), "I>IE=", ("E>OIE",)),
        _scheme("BIOES", "OBIES", *FIVE),
        _scheme("BILOU", "OBILU", *FIVE),
        _scheme("BMEWO", "OBMEW", *FIVE),
        _scheme("IOB1", "OBI", ("O>I", "I>I/", "B>I", "BI>B="), "BI>I=", ("I>OB", "BI>I/", "B>O", "B>B=")),
        _scheme("IOE1", "OIE", ("OE>IE", "I>IE/"), "I>IE=", ("I>O", "I>IE/", "E>IE=")),
    )
}
ALIASES = {"IOBES": "BIOES", "IOBE": "BIOES", "BIO": "IOB2", "BIO2": "IOB2"}
AMBIGUOUS = {  # ambiguous name -> its schemes, and the form of their chunks
    "IOB": {
        "IOB2": "B on the first token of every chunk, as most files have it",
        "IOB1": "B only if the chunk before it touches and has its type, as in CoNLL-2003",
    },
    "IOE": {
        "IOE2": "E on the last token of every chunk",
        "IOE1": "E only if the chunk after it touches and has its type",
    },
}
# letter of the first tag that is not O -> scheme assumed by readers
SHOWN_BY = {"B": "IOB2", "I": "IO", "E": "IOE2", "S": "BIOES", "U": "BILOU", "W": "BMEWO"}
LENIENT = _table("OBIES>BS", "OES>IE", "BI>IE/")  # transitions that open a chunk in lenient reading


def scheme(name: str) -> Scheme:
    """The scheme with this name, in any case. Raises UsageError for an unknown or ambiguous name."""
    upper = name.upper()
    upper = ALIASES.get(upper, upper)
    if upper in AMBIGUOUS:
        lines = (f'\n  scheme="{each}"  {words}' for each, words in AMBIGUOUS[upper].items())
        raise UsageError(f"scheme {upper}: {' or '.join(sorted(AMBIGUOUS[upper]))}?{''.join(lines)}")
    if upper not in SCHEMES:
        raise unknown("scheme", name, ["auto", *SCHEMES])
    return SCHEMES[upper]


def transition(before: str, after: str, same: bool) -> int:
    """The table index of the transition between two letters; *same* says whether their types are equal."""
    roles = ROLES.index(ROLE_OF[before]), ROLES.index(ROLE_OF[after])
    return (roles[0] * len(ROLES) + roles[1]) * 2 + same


class Chunks(NamedTuple):
    """Half-open ranges of tokens, counted over the whole corpus, and the code of each range's type."""

    start: IntArray
    end: IntArray
    type: IntArray


class Decoder:
    """The tags of a corpus as transitions: `into[i]` is the transition from token *i* - 1 to token *i*.

    types     the distinct types of tags; `type` has the code of each token's type, -1 without a type
    last      the last token of each sentence; `closing` is the transition from it to the outside
    outside   whether each token is outside of all chunks
    """

    def __init__(self, tagged: Tagged) -> None:
        values = tagged.tags.values
        self.types = list(dict.fromkeys([tag.type for tag in values if tag.type is not None]))
        types = {name: code for code, name in enumerate(self.types)}
        role_of = np.array([ROLES.index(ROLE_OF[tag.letter]) for tag in values] or [0], np.int8)
        type_of = np.array([types.get(tag.type or "", -1) for tag in values] or [0], np.int32)
        codes = tagged.tags.codes
        role, self.type = role_of[codes], type_of[codes]
        before, same = np.zeros(len(role), np.int8), np.zeros(len(role), bool)
        before[1:], same[1:] = role[:-1], self.type[1:] == self.type[:-1]
        before[tagged.first] = 0
        self.into = before * np.int8(2 * len(ROLES)) + role * np.int8(2) + same
        self.last = tagged.last - 1
        self.closing = role[self.last] * np.int8(2 * len(ROLES))  # transitions out of sentences
        self.outside = role == 0

    def histogram(self) -> IntArray:
        """The number of occurrences of each transition."""
        return np.bincount(self.into, minlength=SIZE) + np.bincount(self.closing, minlength=SIZE)

    def lenient(self) -> Chunks:
        """The chunks as conlleval reads them, but with the end and single roles interpreted."""
        opens = LENIENT[self.into]
        border = np.ones(len(opens) + 1, bool)  # also behind the last token
        border[:-1] = opens | self.outside
        start = opens.nonzero()[0]
        end = start + 1
        longer = (~border[end]).nonzero()[0]  # only longer chunks need a search; most chunks have one token
        if len(longer):
            borders = border.nonzero()[0]
            end[longer] = borders[borders.searchsorted(end[longer])]
        return Chunks(start, end, self.type[start].astype(np.int64))

    def strict(self, scheme: Scheme) -> Chunks:
        """The chunks that are written exactly as the scheme requires.

        Tokens that continue the previous token form stretches. A chunk begins at the first opening of a
        stretch and ends with the stretch, if its last token closes.
        """
        borders = np.flatnonzero(~scheme.inside[self.into])
        start = np.flatnonzero(scheme.start[self.into])
        stretch = np.searchsorted(borders, start, "right") - 1
        leaders = first_of_each(stretch)
        start, stretch = start[leaders], stretch[leaders]
        end = np.append(borders[1:], len(self.into))[stretch] if len(start) else start
        out = np.append(self.into[1:], np.int8(0))[: len(self.into)]  # the transition after each token
        out[self.last] = self.closing
        closed = scheme.end[out[end - 1]]
        return Chunks(start[closed], end[closed], self.type[start[closed]].astype(np.int64))

    def invalid(self, scheme: Scheme) -> IntArray:
        """The tokens whose tag cannot follow the previous tag in this scheme, or cannot end a sentence."""
        wrong: BoolArray = scheme.invalid[self.into]
        wrong[self.last[scheme.invalid[self.closing]]] = True
        return wrong.nonzero()[0]


@record(frozen=True)
class Evidence:
    """The evidence for a scheme: the *letters* of tags, and the number of occurrences of each transition.

    histogram   shape (SIZE,)
    """

    letters: frozenset[str]
    histogram: IntArray

    @property
    def tagged(self) -> bool:
        """Whether any tag is not O."""
        return not self.letters <= {OUTSIDE.letter}

    def invalid(self, scheme: Scheme) -> int:
        """The number of transitions that chunks in this scheme cannot have."""
        return int(np.add.reduce(self.histogram[scheme.invalid]))


def evidence(tagged: Tagged, decoder: Decoder) -> Evidence:
    """The evidence in the tags of a corpus."""
    return Evidence(frozenset(map(attrgetter("letter"), tagged.tags.values)), decoder.histogram())


def together(parts: Sequence[Evidence]) -> Evidence:
    """The sum of several pieces of evidence."""
    letters = frozenset[str]().union(*map(attrgetter("letters"), parts))
    return Evidence(letters, np.add.reduce([part.histogram for part in parts]))


def detect(found: Evidence, like: Scheme | None = None) -> Scheme | None:
    """The scheme that has all letters and the fewest invalid transitions; None if no scheme has all letters.

    In a tie the result is *like*, or else the first scheme in SCHEMES.
    """
    candidates = [s for s in SCHEMES.values() if found.letters <= set(s.letters.values())]
    if like is not None and like in candidates:  # *like* wins ties
        candidates.insert(0, like)
    return min(candidates, key=found.invalid, default=None)


def of_each(sides: Sequence[Evidence], like: Scheme | None = None) -> list[Scheme | None]:
    """The scheme of each side, gold first; None for tags with letters of several schemes.

    If all sides follow one scheme, every side has this scheme. Otherwise every side has the scheme that fits
    its tags best; in a tie *like*, or else gold's scheme. A side without tags has the scheme of the first
    side with tags.
    """
    whole = together(sides)
    shared = detect(whole)
    if shared is not None and not whole.invalid(shared):
        return [shared] * len(sides)
    if like is None and sides[0].tagged:
        like = detect(sides[0])
    own = [detect(side, like) for side in sides]
    tagged = (scheme for side, scheme in zip(sides, own, strict=True) if side.tagged)
    shown = next(filter(None, tagged), SCHEMES["IO"])
    return [scheme if side.tagged else shown for side, scheme in zip(sides, own, strict=True)]


def first_letter(tagged: Tagged) -> str:
    """The letter of the first tag that is not O; empty if all tags are O."""
    if not len(tagged):
        return ""
    inside = np.array([tag != OUTSIDE for tag in tagged.tags.values], bool)
    where = inside[tagged.tags.codes]
    first = int(where.argmax())
    return str(tagged.tags.value(first).letter) if where[first] else ""


def as_spans(tagged: Tagged, chunks: Chunks | None, types: list[str]) -> Spans:
    """The chunks (ranges of tokens of the whole corpus) as spans of their documents, with their `type`."""
    none = np.empty(0, np.int64)
    start, end, type_ = chunks or (none, none, none)
    sentence = tagged.first.searchsorted(start, "right") - 1
    document = tagged.document[sentence]
    sizes = tagged.sizes()
    offset = (sizes.cumsum() - sizes)[document]
    return Spans(
        documents=tagged.documents,
        document=document,
        start=start - offset,
        end=end - offset,
        line=tagged.lines(start),
        fields={"type": Column(list(types), type_)},
        origins=origins_among(tagged.origins, start),
        named=tagged.named,
    )


def tagged_in(tagged: Tagged, chunks: Chunks, types: list[str], scheme: Scheme) -> Tagged:
    """The tokens with tags for these chunks, which are in order and do not overlap. *types* has the names
    of type codes.
    """
    before, after = touching(tagged, chunks)
    rows, at = expand(chunks.start, chunks.end)  # for every token in a chunk: the chunk, the token
    opens, closes = at == chunks.start[rows], at == chunks.end[rows] - 1
    roles = scheme.letter(opens, closes, touches=(before[rows], after[rows]))
    # a type and a role make one number, so that each tag is spelt once
    used, codes = np.unique(chunks.type[rows] * len(ROLES) + roles, return_inverse=True)
    values = [
        Tag(scheme.letters[ROLES[code % len(ROLES)]], types[code // len(ROLES)]) for code in used.tolist()
    ]
    tags = np.zeros(len(tagged), np.int64)
    tags[at] = codes + 1
    return replace(tagged, tags=Column([OUTSIDE, *values], tags))


def touching(tagged: Tagged, chunks: Chunks) -> tuple[BoolArray, BoolArray]:
    """Whether a chunk of the same type and sentence ends directly before each chunk, and begins directly
    after it.

    Two masks of shape (chunks,).
    """
    meets = (chunks.end[:-1] == chunks.start[1:]) & (chunks.type[:-1] == chunks.type[1:])
    meets &= ~np.isin(chunks.start[1:], tagged.first)
    none = np.zeros(min(len(chunks.start), 1), bool)
    return np.concatenate([none, meets]), np.concatenate([meets, none])
