"""Pairs gold documents with system documents, and treats documents without a partner.

Documents are paired by id if both sides have unique ids, and by order if not. They are never paired by order
if ids disagree. The three policies are the options `--missing`, `--extra` and `--duplicates`. `by_text` pairs
documents without ids by their texts.
"""

from collections.abc import Callable, Sequence
from itertools import repeat

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.exceptions import PairingError, plural, some
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned, listed

Places = Callable[[], Sequence[str]]  # function () -> places of a side's documents; empty if unknown
SHOWN = 5  # repeated ids that are listed


@record(frozen=True)
class Policy:
    """The treatment of documents without a partner, and of repeated ids.

    missing     error | empty (count as a system document without items) | ignore (leave the gold document
                out)
    extra       error | spurious (count as a gold document without items) | ignore (leave the system document
                out)
    duplicates  error | first (keep the first document) | all (join the items of all documents)
    """

    missing: str = "empty"
    extra: str = "error"
    duplicates: str = "error"


@record(frozen=True)
class Pairing:
    """Documents of both sides in one list.

    documents     the gold documents in order, then documents of the system alone
    gold, system  the position in `documents` of each document of the side, or -1
    """

    documents: list[str]
    gold: IntArray
    system: IntArray
    warnings: tuple[str, ...]


def pair(
    gold: Sequence[str],
    system: Sequence[str],
    policy: Policy,
    *,
    system_name: str = "the system",
    places: tuple[Places, Places] = (tuple, tuple),
) -> Pairing:
    """Pair documents by their ids. If ids repeat on a side, `policy.duplicates` applies.

    *places* has the places of the documents of each side, as far as known. Raises PairingError if a policy
    is `error` and applies.
    """
    warnings: list[str] = []
    if len(gold) == len(system) and gold == system and len(set(gold)) == len(gold):
        every = np.arange(len(gold))
        return Pairing(list(gold), every, every, ())
    gold_first = _deduplicated(gold, ("gold", places[0]), policy.duplicates, warnings)
    system_first = _deduplicated(system, (system_name, places[1]), policy.duplicates, warnings)
    missing = [name for name in gold_first if name not in system_first]
    extra = [name for name in system_first if name not in gold_first]
    strangers = len(missing) == len(gold_first)
    _judge_missing(missing, policy.missing, system_name, warnings)
    judge_extra(extra, policy.extra, system_name, warnings, ids_of_gold=missing if strangers else ())
    documents = [name for name in gold_first if policy.missing != "ignore" or name in system_first]
    documents += [] if policy.extra == "ignore" else extra
    place = dict(zip(documents, range(len(documents)), strict=True))

    def filed(names: Sequence[str], first: dict[str, int]) -> IntArray:
        """The position in `documents` of each name; NONE for dropped documents."""
        places = np.fromiter(map(place.get, names, repeat(NONE)), np.int64, len(names))
        if len(first) < len(names) and policy.duplicates != "all":
            counts = np.array([first[name] == i for i, name in enumerate(names)])
            places = np.where(counts, places, NONE)
        return places

    return Pairing(documents, filed(gold, gold_first), filed(system, system_first), tuple(warnings))


def pair_by_order(
    gold: int,
    system: int,
    policy: Policy,
    *,
    gold_name: str = "gold",
    system_name: str = "the system",
    names: Sequence[str] = (),
) -> Pairing:
    """Pair the first gold document with the first system document, and so on. Documents are called `1`,
    `2`, ….

    *names* has the gold names, if documents should keep them. They must keep them if another system has ids,
    because tests pair the documents of systems by name.

    Raises PairingError if the numbers of documents differ, whatever the policy. A side without documents
    counts as blank, and the policy applies.
    """
    warnings: list[str] = []
    numbers = list(map(str, range(1, max(gold, system) + 1)))
    names = [*names[:gold], *numbers[len(names[:gold]) :]]
    if len(set(names)) < len(names):
        names = numbers
    counts = f"{gold_name} has {plural(gold, 'document')}, {system_name} {system:,}: "
    if gold != system and gold and system:
        lacking = f"{plural(gold - system, f'{gold_name} document')} without a partner in {system_name}"
        added = f"{plural(system - gold, 'document')} in {system_name} without a partner in {gold_name}"
        raise PairingError(
            f"{counts}{lacking if gold > system else added}, and neither ids nor texts tell "
            "which\n  give the documents of both sides ids, or write an empty document for "
            "each missing document"
        )
    if gold > system:
        _judge_missing(names, policy.missing, system_name, warnings, counts=counts)
    if system > gold:
        judge_extra(names, policy.extra, system_name, warnings, counts=counts)
    ignored = (policy.missing if gold > system else policy.extra) == "ignore"
    count = 0 if gold != system and ignored else max(gold, system)
    places = [np.where(np.arange(side) < count, np.arange(side), NONE) for side in (gold, system)]
    return Pairing(names[:count], places[0], places[1], tuple(warnings))


def _deduplicated(
    names: Sequence[str], side: tuple[str, Places], policy: str, warnings: list[str]
) -> dict[str, int]:
    """The position of the first document of each name, after applying the policy to repeated names."""
    first = dict(zip(names, range(len(names)), strict=True))
    if len(first) == len(names):
        return first
    first = {}
    for i, name in enumerate(names):
        first.setdefault(name, i)
    repeated = list(dict.fromkeys(name for i, name in enumerate(names) if first[name] != i))
    if repeated:
        places = side[1]()
        shown = [name + _places(name, names, places) for name in repeated[:SHOWN]] + repeated[SHOWN:]
        if policy == "error":
            what = f"{plural(len(repeated), 'document id')} given more than once: {some(shown, SHOWN)}"
            remedy = 'make ids unique, or choose with duplicates="first|all"'
            raise PairingError(f"{side[0]}: {what}\n  {remedy}")
        then = "the first counts" if policy == "first" else "nerkit joins their items"
        warnings += listed("ids-repeated", shown, side=side[0], then=then)
    return first


def _places(name: str, names: Sequence[str], places: Sequence[str]) -> str:
    """The places of the documents with this name, in parentheses. Further lines of a file are given
    without the file name.
    """
    same = [place for each, place in zip(names, places, strict=False) if each == name and place]
    source = same[0].rpartition(":")[0] if same else ""
    lines = [place.removeprefix(f"{source}:") for place in same[1:]]
    return f" ({some([*same[:1], *lines])})" if same else ""


def _judge_missing(
    missing: list[str], policy: str, system_name: str, warnings: list[str], *, counts: str = ""
) -> None:
    """Raise or warn about gold documents that the system lacks. The message begins with *counts*."""
    if not missing:
        return
    if policy == "error":
        lacking = plural(len(missing), "gold document")
        what = f"{counts}{lacking} without a partner in {system_name}: {some(missing)}"
        raise PairingError(
            f'{what}\n  score them as empty with missing="empty", or leave them out with missing="ignore"'
        )
    then = "counted as empty" if policy == "empty" else "left out"
    warnings += _told("documents-missing", missing, system_name, then, counts)


def judge_extra(
    extra: list[str],
    policy: str,
    system_name: str,
    warnings: list[str],
    *,
    ids_of_gold: Sequence[str] = (),
    counts: str = "",
) -> None:
    """Raise or warn about system documents that gold lacks. *ids_of_gold* is given if no document has a
    partner.

    Without any partner, no policy would help, so the message recommends no policy. The message begins with
    *counts*.
    """
    if not extra:
        return
    added = plural(len(extra), "document")
    what = f"{counts}{added} in {system_name} without a partner in gold: {some(extra)}"
    if policy == "error" and ids_of_gold:
        from nerkit.corpora.pairing import id_affixes

        renamed = id_affixes.option(id_affixes.renames(ids_of_gold, extra))
        remedy = renamed or "give documents the same ids on both sides"
        raise PairingError(f"{what}\n  no gold document has such an id ({some(list(ids_of_gold))}): {remedy}")
    if policy == "error":
        raise PairingError(
            f'{what}\n  count their items as spurious with extra="spurious", or leave the '
            'documents out with extra="ignore"'
        )
    then = "their items are spurious" if policy == "spurious" else "left out"
    warnings += _told("documents-extra", extra, system_name, then, counts)


def _told(key: str, names: list[str], system_name: str, then: str, counts: str) -> list[Warned]:
    return listed(key, names, side=system_name, then=then, counts=counts, is_whole=bool(counts))
