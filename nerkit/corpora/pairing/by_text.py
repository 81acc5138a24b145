"""Pairs documents by their texts, if ids do not pair them.

    gold    1 "Tolkien left."   2 "He slept."   3 "He wrote."
    system  1 "He wrote."       2 "Tolkien left."            becomes 3, 1; document 2 is lost

There are three cases:

- Only one side has ids.
- Both sides have made-up ids that differ (`own_ids`).
- Documents without ids are in the same file of both sides (`NameInFile`).

Then documents pair by order. The order is wrong if the other side has the same texts in another order. If one
side has more documents, the order pairs nothing. For these cases nerkit compares the texts, but only if they
leave no doubt. Either each text of the smaller side occurs exactly once on both sides. Or there is exactly
one way to place the texts of the smaller side, in order, on the other side.

Blanks do not matter, so a text equals its joined tokens.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from nerkit.corpora.corpus import Corpus, NameInFile
from nerkit.corpora.pairing import Policy, pair_by_order
from nerkit.exceptions import PairingError, plural, some
from nerkit.ground.warnings import Warned

Piece = TypeVar("Piece")
TELLING = 8  # a text with so many characters (without blanks) does not repeat by chance


class KnownDocuments(NamedTuple):
    """The documents of a system, renamed after the gold documents with equal texts.

    names     the new names of all documents
    counts    the numbers of documents on both sides, for messages, if they differ
    warning   the warning about pairing by text; `""` for no warning
    extra     the names of documents that gold does not have
    """

    names: list[str]
    counts: str = ""
    warning: str = ""
    extra: tuple[str, ...] = ()


def known(gold: Corpus, system: Corpus, names: tuple[str, str]) -> KnownDocuments | None:
    """The documents of a system under gold names; None if ids or the order pair them, or if texts do not
    help.

    *names* are the names of the sides. Raises PairingError if documents are in another order that their texts
    do not determine. Also raises it if files have different numbers of documents that texts cannot pair.
    """
    if _are_named(gold, system):
        return _known_in_files(gold, system, names)
    if not _are_unknown(gold, system) or _are_same(gold, system):
        return None
    if gold.named and system.named:  # both sides have made-up ids
        return _of_own_ids(gold, system, _once(_Texts.of(gold).keys, _Texts.of(system).keys))
    if getattr(system, "marks_documents", False) and len(system.documents) == 1 and not system.named:
        return None
    ours, theirs = _Texts.of(gold), _Texts.of(system)
    return _by_text(ours, theirs, names) if ours.texts and theirs.texts else None


def in_order(gold: Corpus, system: Corpus) -> bool:
    """Whether documents pair by their ids, or by an order that no text contradicts."""
    if _are_named(gold, system):
        return all(
            len(ours.names) == len(theirs.names) and _are_in_order(ours, theirs)
            for _, ours, theirs in _in_files(gold, system)
        )
    if not _are_unknown(gold, system):
        return True
    if gold.named and system.named:
        return False
    return _are_same(gold, system) or _are_in_order(_Texts.of(gold), _Texts.of(system))


class _Texts(NamedTuple):
    """The names and texts of documents (None for a document without text). *texts* is empty if no document
    has a text.
    """

    names: Sequence[str]
    texts: Sequence[str | None]

    @classmethod
    def of(cls, corpus: Any) -> "_Texts":
        """The names and texts of a corpus."""
        return cls(corpus.documents, getattr(corpus, "document_texts", ()))

    def taken(self, places: Sequence[int]) -> "_Texts":
        """The documents at these positions."""
        return _Texts([self.names[i] for i in places], [self.texts[i] for i in places] if self.texts else ())

    @property
    def keys(self) -> list[str | None]:
        """The texts without blanks; None for a document without text."""
        return [None if text is None else "".join(text.split()) for text in self.texts]

    @property
    def complete(self) -> list[str]:
        """The texts of all documents without blanks; empty if a document has no text."""
        texts = [text for text in self.keys if text is not None]
        return texts if len(texts) == len(self.names) else []


def _by_text(gold: _Texts, system: _Texts, names: tuple[str, str]) -> KnownDocuments | None:
    """The documents of a system under gold names, if their order pairs them wrongly or not at all."""
    ours, theirs = gold.complete, system.complete
    if _are_in_order(gold, system):
        return None
    if len(ours) == len(theirs):
        return _reordered(gold, system, names)
    larger, smaller = (ours, theirs) if len(ours) > len(theirs) else (theirs, ours)
    places: Sequence[int | None] = _once(larger, smaller)
    if None in places:
        found = ways(range(len(larger)), smaller, lambda place, text: larger[place] == text)
        if found is None or found[0] != found[1]:
            return None
        places = found[0]
    if smaller is ours:
        of_gold = dict(zip(places, range(len(ours)), strict=True))
        places = [of_gold.get(place) for place in range(len(theirs))]
    extra = {at: f"{names[1]}#{at + 1}" for at, place in enumerate(places) if place is None}
    known_as = [extra[at] if place is None else gold.names[place] for at, place in enumerate(places)]
    counts = f"{names[0]} has {plural(len(ours), 'document')}, {names[1]} {len(theirs):,}"
    how = f"{counts}, without ids: nerkit pairs them by their texts"
    return KnownDocuments(known_as, f"{counts}: ", how, tuple(extra.values()))


def _known_in_files(gold: Corpus, system: Corpus, names: tuple[str, str]) -> KnownDocuments | None:
    """The system documents of all files, with the names of the gold documents that have the same texts.

    None if the order of the documents pairs the documents of each file.
    """
    new: dict[str, str] = {}
    said, extra = list[KnownDocuments](), list[str]()
    for file, ours, theirs in _in_files(gold, system):
        called = names[0], f"{names[1]}: {file}"
        found = _by_text(ours, theirs, called)
        if found is None:
            pair_by_order(
                len(ours.names), len(theirs.names), Policy(), gold_name=called[0], system_name=called[1]
            )
            continue
        new |= zip(theirs.names, found.names, strict=True)
        said.append(found)
        extra += found.extra
    if not said:
        return None
    more = f" (and {plural(len(said) - 1, 'more file')})" if len(said) > 1 else ""
    documents = [new.get(name, name) for name in system.documents]
    warning = said[0].warning
    if isinstance(warning, Warned):
        warning = Warned("texts-pair", **{**warning.values, "more": more})
    return KnownDocuments(documents, said[0].counts, warning, tuple(extra))


def _in_files(gold: Corpus, system: Corpus) -> Iterator[tuple[str, _Texts, _Texts]]:
    """Yield each file that both sides have, with its documents of both sides, if only their order
    distinguishes them.
    """
    ours, theirs = _files(gold), _files(system)
    shared = [file for file in theirs if file in ours and len(ours[file]) + len(theirs[file]) > 2]
    if shared:
        sides = _Texts.of(gold), _Texts.of(system)
        for file in shared:
            yield file, sides[0].taken(ours[file]), sides[1].taken(theirs[file])


def _files(corpus: Corpus) -> dict[str, list[int]]:
    """File -> positions of its documents without ids."""
    files: dict[str, list[int]] = {}
    for place, name in enumerate(corpus.documents):
        if isinstance(name, NameInFile):
            files.setdefault(name.file, []).append(place)
    return files


def under_ids_of(gold: Corpus, systems: Sequence[Any]) -> list[Any]:
    """The systems, without their ids if ids pair no document with gold (made-up ids)."""
    return [
        replace(one, named=False) if one.named and gold.named and _are_unknown(gold, one) else one
        for one in systems
    ]


def ways(
    places: Sequence[int], pieces: Sequence[Piece], fits: Callable[[int, Piece], bool]
) -> tuple[list[int], list[int]] | None:
    """The first and the last possible place of each piece; None if the pieces cannot be placed in
    ascending order.

    There is only one way to place the pieces if both lists are equal.
    """
    first = _first_way(places, pieces, fits)
    last = None if first is None else _first_way(places[::-1], pieces[::-1], fits)
    return None if first is None or last is None else (first, last[::-1])


def _first_way(
    places: Iterable[int], pieces: Iterable[Piece], fits: Callable[[int, Piece], bool]
) -> list[int] | None:
    """The first possible place of each piece, in ascending order; None if a piece fits nowhere."""
    free, found = iter(places), list[int]()
    for piece in pieces:
        place = next((place for place in free if fits(place, piece)), None)
        if place is None:
            return None
        found.append(place)
    return found


def _are_named(gold: Corpus, system: Corpus) -> bool:
    """Whether both sides have meaningful ids."""
    return gold.named and system.named and not _are_unknown(gold, system)


def _are_unknown(gold: Corpus, system: Corpus) -> bool:
    """Whether there are several documents and ids pair none of them: a side has no ids, or a program made
    them up.
    """
    if not (gold.documents and system.documents):
        return False
    if not (gold.named and system.named):
        return len(gold.documents) > 1 or len(system.documents) > 1
    made_up = getattr(gold, "own_ids", False) or getattr(system, "own_ids", False)
    return made_up and set(gold.documents).isdisjoint(system.documents)


def _are_same(gold: Any, system: Any) -> bool:
    """Whether both sides have no ids and equal texts, by a quick comparison of columns."""
    alike = hasattr(gold, "same_texts") and type(gold) is type(system) and not (gold.named and system.named)
    return alike and gold.same_texts(system)


def _are_in_order(gold: _Texts, system: _Texts) -> bool:
    """Whether both sides have the same words in the same order, however divided into documents. True if a
    side has no texts.
    """
    if gold.texts == system.texts:
        return True
    ours, theirs = gold.complete, system.complete
    return not (ours and theirs) or "".join(ours) == "".join(theirs)


def _once(larger: Sequence[str | None], smaller: Sequence[str | None]) -> list[int | None]:
    """The place of each text of the smaller side in the larger side; None unless the text occurs once on
    both sides.
    """
    place = dict(zip(larger, range(len(larger)), strict=True))
    times, own = Counter(larger), Counter(smaller)
    return [place[text] if text is not None and times[text] == own[text] == 1 else None for text in smaller]


def _of_own_ids(gold: Corpus, system: Corpus, places: Sequence[int | None]) -> KnownDocuments | None:
    """The system's documents under gold ids, if all texts pair; if only some pair, the other documents
    keep their ids.
    """
    in_full = None not in places
    if not any(place is not None for place in places) or not (
        in_full or len(gold.documents) != len(system.documents)
    ):
        return None
    own = zip(places, system.documents, strict=True)
    return KnownDocuments([other if place is None else gold.documents[place] for place, other in own])


def _reordered(gold: _Texts, system: _Texts, names: tuple[str, str]) -> KnownDocuments | None:
    """The system's documents in gold order, if both sides have equally many; None if no text shows another
    order.

    Raises PairingError if texts are in another order and some texts are repeated or differ.
    """
    ours, theirs = gold.complete, system.complete
    places, are_same = _once(ours, theirs), sorted(ours) == sorted(theirs)
    if are_same and None not in places:
        documents = [gold.names[place] for place in places if place is not None]
        warning = Warned("texts-pair", side=names[1], gold=names[0], more="")
        return KnownDocuments(documents, warning=warning)
    moved = [
        f"its document {at + 1} has the text of document {place + 1}"
        for at, place in enumerate(places)
        if place is not None and place != at and len(theirs[at]) >= TELLING
    ]
    if not are_same and not moved:
        return None  # texts are cut or spelt differently
    doubt = "some texts differ" if moved and not are_same else "some texts occur more than once"
    raise PairingError(
        f"{names[1]}: documents without ids have another order than in "
        f"{names[0]}{': ' if moved else ''}{some(moved, 3)}. Because {doubt}, nerkit cannot "
        "pair them\n  give all documents ids, or write them in the same order"
    )
