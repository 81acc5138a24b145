"""Forgive and count faults of published files that official scorers accept. Strict reading refuses them.

    forgive(BEYOND_TEXT, partial(fail, "end 36 is beyond the text, which has 35 characters"))

A reader forgives the faults in the field `forgives` of its format. Strictness is set once, by a context
around all reading.
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
    """A kind of fault that a reader forgives; its warning is `FILE: 3 NOUNs VERDICT`."""

    noun: str
    verdict: str


Met = dict[Forgiveness, tuple[int, str]]  # kind of fault -> number of faults, place of the first fault
BEYOND_TEXT = Forgiveness("annotation", "beyond the end of the text, cut there")

_strict: ContextVar[bool] = ContextVar("strict", default=False)
_met: ContextVar[Met | None] = ContextVar("met", default=None)


def strictness(*, strict: bool) -> Meanwhile:
    """A context in which readers refuse faults if *strict*, and forgive faults if not."""
    return Meanwhile(_strict, strict)


def is_strict() -> bool:
    """Whether reading is strict."""
    return _strict.get()


def forgive(what: Forgiveness, fail: Callable[[], object], count: int = 1) -> None:
    """Count *count* faults of the kind *what*; in strict reading, call *fail* to raise the InputError."""
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
    """Wrap the reading function *read* so that its corpus has warnings about the faults that it forgave."""

    @wraps(read)
    def counted(sources: Sequence[Source], *positional: Any, **options: Any) -> Any:
        """Read the corpus, and add a warning for each kind of fault that was forgiven."""
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
    """Whether the sources are only a part of the input, because a file or a list of files was cut."""
    return bool(sources) and (sources[0].part is not None or sources[0].among is not None)


def where(sources: Sequence[Source]) -> str:
    """The name of the input for messages: of its file, or of the first file and the number of more files."""
    if sources and sources[0].among is not None:
        return sources[0].among
    return together([source.name for source in sources])


def together(names: Sequence[str]) -> str:
    """A name for several inputs: the first name and the number of more files."""
    more = f" and {plural(len(names) - 1, 'more file')}" if len(names) > 1 else ""
    return names[0] + more if names else "<nothing>"


def _warnings(sources: Sequence[Source], forgives: Sequence[Forgiveness], met: Met) -> list[str]:
    """One warning for each kind of fault in *met*, in the order of *forgives*."""
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
    """The place of the first fault for the warning: without the file name if the warning already has it."""
    first = warned.examples[0]
    line = first.removeprefix(f"{warned.values['side']}:")
    is_elsewhere = line == first
    return {"first": f"first at {first}" if is_elsewhere else f"first in line {line.partition(':')[0]}"}
