"""The options of `nerkit calls`, and their choices."""

from collections.abc import Mapping, Sequence
from dataclasses import field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from nerkit.corpora.json_paths import PathPattern
from nerkit.ground.options import described, option
from nerkit.ground.records import record
from nerkit.scorers.json.options import ABSENT, BAG, MODES, POSITION, SEQUENCE, SET, ByPath
from nerkit.scorers.json.options import Options as ValueOptions

if TYPE_CHECKING:
    from nerkit.scorers.calls.tool_schemas import Tools

READS = "calls"
ORDERS = (BAG, SEQUENCE, SET)
SAME, JOIN = TURNS = ("same", "join")
FILL, OFF = DEFAULTS = ("fill", "off")
CHECKERS = ("bfcl",)


def _json_alone() -> Any:
    """A hidden field in place of an option that only `nerkit json` has."""
    return field(default=None, repr=False)


@described
@record(frozen=True)
class Options(ValueOptions):
    """The options of `nerkit calls`: its own options, and the options of `nerkit json` about values.

    Paths begin with the tool. Only null is absent, and arrays keep their order. Schemas are a file, a list of
    tools, or a mapping from names to schemas. Raises UsageError for invalid values.
    """

    array: Any = option(
        (),
        f"Match an array in this mode: {', '.join(MODES)} (default sequence); '**' for all arrays.",
        metavar="PATH=MODE",
        several=True,
    )
    ignore: str | Sequence[str] = option(
        (),
        "Remove this path on both sides: search.limit; search alone removes all its arguments.",
        metavar="PATH",
        several=True,
        daily=True,
    )
    absent: str | Sequence[str] = option(
        ("null",),
        "Treat these values as absent, beside null: blank,empty, or none (default none).",
        metavar="NAME,…",
    )
    words_of_absent: ClassVar[Sequence[str]] = (*ABSENT, "none")
    schema: Any = _json_alone()
    fields: str | None = _json_alone()
    judgements: str | None = _json_alone()
    choose: str = field(default="largest", repr=False)
    shape: str | None = _json_alone()
    gold_shape: str | None = _json_alone()
    system_shape: str | None = _json_alone()
    order: str = option(
        BAG, "Match the calls of a turn in this mode (default bag).", choices=ORDERS, daily=True
    )
    turns: str = option(
        SAME, "Compare turn k with turn k, or all turns as one (default same).", choices=TURNS, daily=True
    )
    tools: Any = option(
        None,
        "Read schemas of tools from this file, if gold records have none.",
        metavar="FILE",
        file=True,
        daily=True,
    )
    defaults: str = option(
        FILL,
        "Fill in the defaults of schemas on both sides, or ignore them (default fill).",
        choices=DEFAULTS,
    )
    coerce: bool = option(False, "Convert values to the type in their schema.")
    underscores: bool = option(False, "Read dots in names of tools as underscores.")
    checker: str | None = option(
        None, "Take the verdicts of this checker on arguments: bfcl.", choices=CHECKERS
    )
    any_key: str | None = option(
        "any",
        (
            'Read gold objects {"NAME": [v, …]} as lists of admitted readings (default any); none '
            "turns this off."
        ),
        metavar="NAME",
    )

    @cached_property
    def nothing(self) -> frozenset[str]:
        """The kinds of values that count as absent; null is always among them."""
        return super().nothing | {"null"}

    @cached_property
    def values(self) -> "CallValues":
        """The options for the comparison of a turn as a nested value, a list of `{tool: arguments}`."""
        return self.values_in(SEQUENCE if self.order == SEQUENCE else BAG, 1)  # sets are bags by then

    def values_in(self, order: str, depth: int) -> "CallValues":
        """The options of nested values whose calls are inside *depth* lists and matched by *order*."""
        own = {one.name: getattr(self, one.name) for one in fields(ValueOptions)}
        return CallValues(**own, order=order, depth=depth)

    @cached_property
    def known_tools(self) -> "Tools | None":
        """The schemas for all documents; None without schemas, or if each document has its own."""
        return None if isinstance(self._loaded_tools, Mapping) else self._loaded_tools

    @cached_property
    def tools_by_document(self) -> Mapping[str, Any]:
        """The lists of tools by the id of their document; empty if tools are not given by document."""
        return self._loaded_tools if isinstance(self._loaded_tools, Mapping) else {}

    @cached_property
    def _loaded_tools(self) -> "Tools | Mapping[str, Any] | None":
        if self.tools is None:
            return None
        from nerkit.scorers.calls.tool_schemas import load

        return load(self.tools)


@record(frozen=True)
class CallValues(ValueOptions):
    """The options of nested values whose calls are inside *depth* lists. The user's paths begin inside the
    calls.

    order   how the calls of a turn are matched
    depth   1: calls are in the list of their turn; 2: turns are in the list of their document, too
    """

    order: str = BAG
    depth: int = 1

    @cached_property
    def nothing(self) -> frozenset[str]:
        """The kinds of values inside calls that count as absent; null is always among them."""
        return super().nothing | {"null"}

    def typed(self, name: str) -> list[ByPath]:
        """The settings of an option, with patterns that begin outside the lists around calls."""
        around = "[]" * self.depth
        inside = [replace(one, pattern=_inside(one.pattern, around)) for one in super().typed(name)]
        if name != "array":
            return inside
        turn = around.removesuffix("[]") or "$"
        usual = ByPath(PathPattern(f"{around}.**"), name, SEQUENCE)
        modes = [usual, *inside, ByPath(PathPattern(turn), name, self.order)]
        return [*modes, ByPath(PathPattern("$"), name, POSITION)] if self.depth > 1 else modes


def _inside(pattern: PathPattern, around: str) -> PathPattern:
    """A pattern for the same paths inside the lists *around* calls."""
    text = pattern.text.strip()
    if text == "$":
        return PathPattern(around)
    return PathPattern(f"{around}{text}" if text.startswith("[") else f"{around}.{text}")
