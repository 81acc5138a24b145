"""Moves the offsets of a corpus, or converts them to another unit.

    text     A n n   m e t   B o b          tokens  Ann [0, 3)  met [4, 7)  Bob [8, 11)
    tokens   [2, 3)                         characters  [8, 11)

A span of tokens covers the characters from its first token to its last token. A span of characters covers the
tokens that it touches. The tokens are the tokens of the document, in their order in the text. Without tokens,
they are the words between the blanks of the text. In a document without a text, the tokens are joined by
blanks.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.corpora.corpus import origin
from nerkit.corpora.document_parts import without_parts
from nerkit.corpora.mentions import Fragments, Mentions
from nerkit.corpora.records import Documents, in_places
from nerkit.corpora.spans import Spans, Texts
from nerkit.exceptions import InputError, UsageError
from nerkit.ground.meant import CHARACTERS, TOKENS, UTF_16, Meant
from nerkit.ground.patterns import regex

WORD = regex(r"\S+")
Side = TypeVar("Side")
Offsets = tuple[IntArray, IntArray]  # starts and ends
Converter = Callable[[Offsets], Offsets]


EMPTY = np.empty(0, np.int64)


class Ground(NamedTuple):
    """The text and the tokens of a document, for counting offsets. Both can be None."""

    text: str | None
    tokens: Sequence[str] | None

    def converter(self, unit: str, target: str) -> Converter:
        """The function that converts offsets in *unit* to *target*, characters or tokens.

        Raises ValueError if text or tokens are missing.
        """
        first, last = (EMPTY, EMPTY) if unit == UTF_16 and target == CHARACTERS else self._places()
        if unit == TOKENS:
            return lambda offsets: (first[offsets[0]], last[offsets[1] - 1])
        characters = None
        if unit == UTF_16:
            if self.text is None:
                raise ValueError("no text")
            places = [place for place, one in enumerate(self.text) for _ in range(1 + (one > "\uffff"))]
            characters = np.array([*places, len(self.text)])  # of each UTF-16 unit, and of the end
        end = len(self.text) if self.text is not None else int(last[-1]) if len(last) else 0

        def converted(offsets: Offsets) -> Offsets:
            """The half-open ranges of characters, or of the tokens that the ranges touch."""
            start, stop = offsets if characters is None else (characters[offsets[0]], characters[offsets[1]])
            if target == CHARACTERS:
                return start, stop
            if (stop > end).any():
                raise IndexError
            return np.searchsorted(last, start, "right"), np.searchsorted(first, stop, "left")

        return converted

    def _places(self) -> Offsets:
        """The start and the exclusive end of each token in characters, two arrays of shape (tokens,)."""
        if self.text is None and self.tokens is None:
            raise ValueError("neither tokens nor a text")
        text = " ".join(self.tokens or ()) if self.text is None else self.text
        places = (
            [word.span() for word in WORD.finditer(text)]
            if self.tokens is None
            else list(_located(self.tokens, text))
        )
        found = np.array(places, np.int64).reshape(-1, 2)
        return found[:, 0], found[:, 1]


def _located(tokens: Sequence[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of each token in the text. Raises ValueError for a token that does not occur."""
    behind = 0
    for token in tokens:
        start = text.find(token, behind)
        if start < 0:
            raise ValueError(f"no text with the token {token!r} at its place")
        behind = start + len(token)
        yield start, behind


def grounds(corpus: Any) -> list[Ground]:
    """The text and the tokens of each document in a corpus."""
    size = len(corpus.documents)
    if isinstance(corpus, Texts):
        texts: Sequence[str | None] = corpus.texts
        tokens: Sequence[Sequence[str] | None] = corpus.spans.words
    elif isinstance(corpus, Documents):
        bodies = [body if isinstance(body, dict) else {} for body in corpus.values]
        raw = [values[0].value if values else None for values in corpus.in_file] or [None] * size
        texts = [body.get("text") for body in bodies]
        tokens = [body.get("tokens") or tokens_in(value) for body, value in zip(bodies, raw, strict=True)]
    elif isinstance(corpus, Mentions):
        texts, tokens = corpus.texts, _words(corpus)
    else:
        texts, tokens = corpus.texts, corpus.words
    nothing = [None] * size
    return [Ground(*both) for both in zip(texts or nothing, tokens or nothing, strict=True)]


def _words(mentions: Mentions) -> list[Sequence[str]]:
    """The words of each document; empty if only their number is known."""
    words = mentions.words
    if words is None or words.form is None:
        return []
    borders = words.first.tolist()
    return [words.form[a:b] for a, b in pairwise(borders)]


def tokens_in(value: Any) -> list[str] | None:
    """The tokens of a JSON document: texts, or the `text` of objects; None if the document has no tokens."""
    listed = value.get("tokens") if isinstance(value, dict) else None
    if not isinstance(listed, list):
        return None
    tokens = [one.get("text") if isinstance(one, dict) else one for one in listed]
    texts = [one for one in tokens if isinstance(one, str)]
    return texts if len(texts) == len(tokens) else None


def moved(corpus: Side, starts: int, ends: int) -> Side:
    """The corpus with *starts* added to all starts and *ends* added to all ends.

    Raises UsageError if a span becomes empty, or begins before its document.
    """

    def convert(_: int, offsets: Offsets) -> Offsets:
        """Add *starts* and *ends* to the offsets of a document."""
        start, end = offsets[0] + starts, offsets[1] + ends
        before, emptied = (start < 0) & (offsets[0] >= 0), (end <= start) & (offsets[1] > offsets[0])
        if (before | emptied).any():
            raise UsageError(f"the spans do not fit the document with starts {starts:+} and ends {ends:+}")
        return start, end

    found: Side = placed(corpus, convert)
    return found


def placed(corpus: Any, convert: Callable[[int, Offsets], Offsets]) -> Any:
    """The corpus with offsets converted by *convert*, a function (position of the document, offsets) ->
    offsets.
    """
    if isinstance(corpus, Texts):
        return replace(corpus, spans=placed(corpus.spans, convert))
    if isinstance(corpus, Documents):
        return _documents(corpus, convert)
    if isinstance(corpus, Mentions):
        documents = corpus.document[corpus.span.rows()]
        start, end = _by_document(documents, corpus.span.start, corpus.span.end, convert)
        return replace(corpus, span=Fragments(corpus.span.first, start, end))
    start, end = _by_document(corpus.document, corpus.start, corpus.end, convert)
    fields = dict(corpus.fields)
    if "fragments" in fields:
        fields["fragments"] = _fragments(corpus, convert)
    return replace(corpus, start=start, end=end, fields=fields)


def _by_document(
    document: IntArray, start: IntArray, end: IntArray, convert: Callable[[int, Offsets], Offsets]
) -> Offsets:
    """The columns of offsets, converted document by document. Strings without a place are unchanged."""
    start, end = start.copy(), end.copy()
    rows = np.flatnonzero(start >= 0)
    rows = rows[np.argsort(document[rows], kind="stable")]
    borders = np.flatnonzero(np.diff(document[rows])) + 1
    for part in np.split(rows, borders) if len(rows) else ():
        start[part], end[part] = convert(int(document[part[0]]), (start[part], end[part]))
    return start, end


def _fragments(spans: Spans, convert: Callable[[int, Offsets], Offsets]) -> Column:
    """The fragments of discontinuous spans, converted."""
    column, pieces = spans.fields["fragments"], list[str | None]()
    for row in range(len(spans)):
        text = column.value(row)
        pairs = np.array([part.split("-") for part in text.split(";")], np.int64) if text else None
        if pairs is None:
            pieces.append(None)
            continue
        start, end = convert(int(spans.document[row]), (pairs[:, 0], pairs[:, 1]))
        pieces.append(";".join(f"{a}-{b}" for a, b in zip(start.tolist(), end.tolist(), strict=True)))
    return Column.of(pieces)


def _documents(corpus: Documents, convert: Callable[[int, Offsets], Offsets]) -> Documents:
    """The JSON documents with converted spans."""

    def at_place(place: int, span: Any) -> Any:
        """Convert the offsets of a span; strings stay as they are."""
        if not isinstance(span, list) or not span:
            return span
        pairs = np.array(span, np.int64).reshape(-1, 2)
        return np.column_stack(convert(place, (pairs[:, 0], pairs[:, 1]))).ravel().tolist()

    values = [
        in_places(value, partial(at_place, place)) if isinstance(value, dict) else value
        for place, value in enumerate(corpus.values)
    ]
    return replace(corpus, values=values)


def counted_in(corpus: Any, unit: str, target: str, beside: Sequence[Ground], option: str) -> Any:
    """The corpus, with offsets converted from *unit* to *target*.

    *beside* has the text and tokens of gold documents, for documents that lack them. *option* is the option
    that names the unit. Raises UsageError for a document without the text or tokens that conversion needs,
    and InputError for offsets beyond a document.
    """
    own = _beside_own(corpus, beside)
    ways = dict[int, Converter]()

    def convert(place: int, offsets: Offsets) -> Offsets:
        """Convert the offsets of a document from *unit* to *target*."""
        try:
            if place not in ways:
                ways[place] = own[place].converter(unit, target)
            start, end = ways[place](offsets)
        except ValueError as lack:
            document = f"the document {corpus.documents[place]} has {lack}"
            raise UsageError(f"{option}: {document}, so {unit} cannot become {target}") from None
        except IndexError:
            raise _beyond(corpus, place, offsets, unit, option) from None
        for row in np.flatnonzero((end <= start) & (offsets[1] > offsets[0]))[:1].tolist():
            span = f"the span from {offsets[0][row]} to {offsets[1][row]} of {corpus.documents[place]}"
            problem = f"{option}: {span}, counted in {unit}, covers no {target.removesuffix('s')}"
            raise InputError(problem, source=origin(corpus.origins, 0))
        return start, end

    return _grounded(placed(corpus, convert), own, target)


def _grounded(corpus: Any, own: Sequence[Ground], target: str) -> Any:
    """The corpus with offsets in *target*, and with the texts or tokens that these offsets count."""
    texts = [ground.text for ground in own] if target == CHARACTERS else []
    if isinstance(corpus, Texts):
        return corpus
    if isinstance(corpus, Mentions):
        return replace(corpus, texts=texts, words=None if texts else corpus.words)
    if isinstance(corpus, Documents):
        return replace(corpus, characters=target == CHARACTERS, values=_with_grounds(corpus, own, target))
    words = [] if texts else [ground.tokens for ground in own]
    fields = dict(corpus.fields)
    if texts and "text" in fields:
        stated = [
            text[a:b] if (text := texts[document]) is not None and a >= 0 else fields["text"].value(row)
            for row, (document, a, b) in enumerate(
                zip(corpus.document.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True)
            )
        ]
        fields["text"] = Column.of(stated)
    return replace(corpus, texts=texts, words=words, fields=fields)


def _with_grounds(corpus: Documents, own: Sequence[Ground], target: str) -> list[Any]:
    """The documents, with the text or the tokens that their offsets count."""
    key, other = ("text", "tokens") if target == CHARACTERS else ("tokens", "text")
    values = list[Any](corpus.values)
    for place, (value, ground) in enumerate(zip(values, own, strict=True)):
        if isinstance(value, dict):
            kept = {name: part for name, part in value.items() if name != other}
            counted = getattr(ground, key)
            values[place] = kept if counted is None else kept | {key: counted}
    return values


NOTHING = Ground(None, None)


def in_one_unit(corpora: Sequence[Any], names: Sequence[str], meant: Sequence[Meant]) -> list[Any]:
    """Gold and the systems, *names*, with offsets in the unit of the gold offsets.

    Raises UsageError for different units that cannot be converted, and InputError for offsets beyond a
    document.
    """
    gold, *systems = corpora
    own = gold.offset_unit
    target = own or meant[0].offsets
    if target == UTF_16:
        target = CHARACTERS
    sides = [_converted(gold, meant[0], target, [NOTHING] * len(gold.documents), "offsets")]
    for name, system, asked in zip(names[1:], systems, meant[1:], strict=True):
        beside = _beside(sides[0], system)
        if asked.offsets is None and target and system.offset_unit not in (None, target):
            raise _of_two_units((names[0], name), system, target, beside)
        option = "offsets" if asked.offsets == meant[0].offsets else "system_offsets"
        sides.append(_converted(system, asked, target or system.offset_unit, beside, option))
    return sides


def _converted(corpus: Any, asked: Meant, target: str | None, beside: Sequence[Ground], option: str) -> Any:
    """The corpus in the unit *target*; *asked* has the user's options. Raises the errors of `in_one_unit`."""
    if asked.offsets is None:
        return corpus
    named = f'{option}="{asked.offsets}"'
    if target is None:
        raise UsageError(
            f"{named}: nerkit cannot tell what the gold offsets count; name the unit with offsets=…"
        )
    if asked.offsets == target:
        _within(corpus, target, named)
        known = corpus.offset_unit in (None, target)
        return corpus if known else _grounded(corpus, _beside_own(corpus, beside), target)
    return counted_in(corpus, asked.offsets, target, beside, named)


def _within(corpus: Any, unit: str, option: str) -> None:
    """Raise the InputError for an offset beyond its document, if the corpus has the text or tokens of the
    document.
    """
    own = grounds(corpus)

    def check(place: int, offsets: Offsets) -> Offsets:
        """Return the offsets of a document unchanged, after checking their bounds."""
        counted = own[place].text if unit == CHARACTERS else own[place].tokens
        if counted is not None and offsets[1].max() > len(counted):
            raise _beyond(corpus, place, offsets, unit, option)
        return offsets

    placed(corpus, check)


def _beyond(corpus: Any, place: int, offsets: Offsets, unit: str, option: str) -> InputError:
    problem = f"{option}: end {int(offsets[1].max())} is after the end of document {corpus.documents[place]}"
    return InputError(f"{problem}, counted in {unit}", source=origin(corpus.origins, 0))


def _beside_own(corpus: Any, beside: Sequence[Ground]) -> list[Ground]:
    """The text and tokens of each document, or of the gold document if they are missing."""
    return [
        Ground(of_gold.text if own.text is None else own.text, own.tokens or of_gold.tokens)
        for own, of_gold in zip(grounds(corpus), beside, strict=True)
    ]


def _beside(gold: Any, system: Any) -> list[Ground]:
    """The gold text and tokens of each document of a system, paired by id, otherwise by position."""
    of_gold = grounds(gold)
    if isinstance(gold, Mentions):  # ids may differ by a part number
        system = without_parts([gold, system])[0][1]
    if gold.named and system.named:
        known = dict(zip(gold.documents, of_gold, strict=True))
        return [known.get(name, NOTHING) for name in system.documents]
    return [*of_gold, *[NOTHING] * len(system.documents)][: len(system.documents)]


def _of_two_units(names: tuple[str, str], system: Any, target: str, beside: Sequence[Ground]) -> UsageError:
    """The error for a system whose unit differs from gold's, with the option that converts them if
    conversion is possible.
    """
    unit = str(system.offset_unit)
    option = f'system_offsets="{unit}"'
    problem = f"offsets of {names[0]} count {target}, but offsets of {names[1]} count {unit}"
    try:
        counted_in(system, unit, target, beside, option)
    except (UsageError, InputError) as error:
        return UsageError(f"{problem}; {error.problem if isinstance(error, InputError) else error}")
    return UsageError(f"{problem}; {option} converts them")
