"""The sum of two results: one result with the measures of both, over the documents of both.

part 1: 3 of 4 items right  +  part 2: 5 of 8 items right  =  8 of 12 items right
"""

from collections.abc import Sequence
from dataclasses import replace

from nerkit.exceptions import NerkitError
from nerkit.results import signature
from nerkit.results.counts import unlike
from nerkit.results.result import ByUnit, Result


def together(one: Result, other: Result) -> Result:
    """Add two results over different documents.

    If the documents have no ids, the numbering of *other* goes on after *one*. Raises NerkitError if the two
    results were not made in the same way.
    """
    if one.added or other.added:
        raise NerkitError(
            "results with intervals or tests cannot be added; add results first, then ask for "
            "intervals or tests"
        )
    if list(one.counts) != list(other.counts):
        names = " and ".join(", ".join(result.counts) for result in (one, other))
        raise NerkitError(
            f"results of different systems cannot be added: {names}; give the systems equal "
            "names with -s NAME=PATH"
        )
    asked = signature.names_scheme(one.options) or signature.names_scheme(other.options)
    if not signature.alike(one.signature, other.signature, asked=asked):
        raise NerkitError(
            f"results of different kinds cannot be added: {one.signature} and {other.signature}"
        )
    wide = {name for counts in (*one.counts.values(), *other.counts.values()) for name in counts.corpus_wide}
    if wide:
        raise NerkitError(
            f"{', '.join(sorted(wide))}: computed over a whole corpus, so results cannot be added"
        )
    if not one.named and not other.named:
        shift = max(len(counts.documents) for counts in one.counts.values())
        counts = {
            system: replace(own, documents=_shifted(own.documents, shift))
            for system, own in other.counts.items()
        }
        other = replace(other, counts=counts)
    for system in one.counts:
        shared = set(one.counts[system].documents) & set(other.counts[system].documents)
        if shared:
            raise NerkitError(
                f"both results have documents with the same name: {', '.join(sorted(shared)[:5])}"
            )
        if reason := unlike(one.counts[system], other.counts[system]):
            raise NerkitError(f"{reason}; score both in one run")
    _check_not_twice(one, other)
    return replace(
        one,
        signature=signature.together(one.signature, other.signature),
        notes=tuple(dict.fromkeys(one.notes + other.notes)),
        counts={system: counts + other.counts[system] for system, counts in one.counts.items()},
        inputs=one.inputs + other.inputs,
        scored=None,
        by_unit=_units_of(one, other),
        warnings=tuple(dict.fromkeys(one.warnings + other.warnings)),
    )


def _check_not_twice(one: Result, other: Result) -> None:
    """Raise NerkitError if every input of *other* is also an input of *one*, by name and checksum."""
    known, others = (
        [tuple(each.get(name) for name in ("role", "name", "sha256")) for each in result.inputs]
        for result in (one, other)
    )
    if others and all(key in known and key[2] for key in others):
        names = ", ".join(str(key[1]) for key in others)
        raise NerkitError(f"the results have the same part twice, by names and checksums: {names}")


def _units_of(one: Result, other: Result) -> ByUnit | None:
    """Return the name of the statistical unit and each system's counts by unit, for both results together.

    Return None if the documents of a result have ids. If a text has no documents, the units of its parts are
    the units of the whole text. The numbering of *other* then goes on after *one*.
    """
    if one.named or other.named or one.units is None or other.units is None:
        return None
    (name, counts), (others_name, others) = one.units, other.units
    if name != others_name:
        return None
    shift = max(len(own.documents) for own in counts.values())
    return name, {
        system: own + replace(others[system], documents=_shifted(others[system].documents, shift))
        for system, own in counts.items()
    }


def _shifted(numbers: Sequence[str], shift: int) -> list[str]:
    """Return document numbers with *shift* added to each."""
    return [str(int(number) + shift) for number in numbers]
