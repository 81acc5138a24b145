"""Faults of published files that official scorers read: forgiven and counted, or errors if it is strict.

    forgive(BEYOND_TEXT, partial(fail, "end 36 is beyond the text, which has 35 characters"))

Readers forgive what the records of their formats list as `forgives`. Strictness is set once, around all
reading.
"""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import replace
from functools import wraps
from typing import Any

from nerkit.exceptions import InputError, plural
from nerkit.ground.meant import Meanwhile
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.io import Source


@record(frozen=True)
class Forgiveness:
    """A fault that a reader forgives; warnings read `FILE: 3 nouns verdict`."""

    noun: str
    verdict: str


Met = dict[Forgiveness, tuple[int, str]]  # how often a fault was met, and the place of the first
BEYOND_TEXT = Forgiveness("annotation", "beyond the end of the text, cut there")

_strict: ContextVar[bool] = ContextVar("strict", default=False)
_met: ContextVar[Met | None] = ContextVar("met", default=None)


def strictness(*, strict: bool) -> Meanwhile:
    """A context in which faults are refused instead of forgiven if *strict*."""
    return Meanwhile(_strict, strict)


def is_strict() -> bool:
    """Whether reading is strict."""
    return _strict.get()


def forgive(what: Forgiveness, fail: Callable[[], object], count: int = 1) -> None:
    """Count a fault *count* times. In strict reading, *fail* raises the InputError about the first fault
    instead.
    """
    met = _met.get()
    if _strict.get():
        fail()
    if met is None:
        return
    before, first = met.get(what, (0, ""))
    met[what] = before + count, first or _place_of(fail)


def _place_of(fail: Callable[[], object]) -> str:
    try:
        fail()
    except InputError as error:
        return error.place
    return ""


def counting(read: Callable[..., Any], forgives: Sequence[Forgiveness]) -> Callable[..., Any]:
    """The reader's function *read*, wrapped so that it also warns of faults that it forgave."""

    @wraps(read)
    def counted(sources: Sequence[Source], *positional: Any, **options: Any) -> Any:
        """The corpus, with a warning for each kind of fault that was met and forgiven."""
        sources, met = list(sources), Met()
        token = _met.set(met)
        try:
            corpus = read(sources, *positional, **options)
        finally:
            _met.reset(token)
        warnings = _warnings(sources, forgives, met)
        return replace(corpus, warnings=(*warnings, *corpus.warnings)) if warnings else corpus

    return counted


def of_part(sources: Sequence[Source]) -> bool:
    """Whether the sources are only a part of the input: of a file, or of several files."""
    return bool(sources) and (sources[0].part is not None or sources[0].among is not None)


def where(sources: Sequence[Source]) -> str:
    """The name of the input, or of the first of several."""
    if sources and sources[0].among is not None:
        return sources[0].among
    return together([source.name for source in sources])


def together(names: Sequence[str]) -> str:
    """The common name of inputs with these names."""
    more = f" and {plural(len(names) - 1, 'more file')}" if len(names) > 1 else ""
    return names[0] + more if names else "<nothing>"


def _warnings(sources: Sequence[Source], forgives: Sequence[Forgiveness], met: Met) -> list[str]:
    """A sentence for each kind of fault, in the order of *forgives*."""
    if unlisted := met.keys() - set(forgives):
        raise ValueError(f"a reader forgives faults that its record does not list: {unlisted}")
    warnings = []
    for what in forgives:
        if what in met:
            count, first = met[what]
            about: dict[str, Any] = {"side": where(sources), "noun": what.noun, "verdict": what.verdict}
            warnings.append(Warned("forgiven", count, [first], detail=_first, **about))
    return [*warnings]


def _first(warned: Warned) -> dict[str, str]:
    """The place of the first fault, without the name of the file, which the sentence already has."""
    first = warned.examples[0]
    line = first.removeprefix(f"{warned.values['side']}:")
    is_elsewhere = line == first
    return {"first": f"first at {first}" if is_elsewhere else f"first in line {line.partition(':')[0]}"}
