"""The verdicts of BFCL's checker on arguments, written into gold as admitted readings.

    possible answers {"x": [[1.5, 2.0]]}, x an array of floats
    calls            f(x=[1.5, 2.0])   right
                     f(x=[1.5, 2])     wrong: 2 is an integer

An argument is right or wrong as a whole, by its type and its value together. So gold gets more readings:
every value that the calls of a turn give and the checker admits. A reading that equals a value that the
checker rejects becomes `{"exactly": reading}`, which no value equals.

    typed     the type of an argument comes from the schema, or from the first possible answer. An integer
              counts as a float, but not inside an array
    inside    each element of an array has the type in the schema, or the type of the first element of a
              possible answer. If an array can be left out, the elements can have any types
    equal     texts are compared as `--text bfcl` does: outermost texts, elements of an array, and values of
              an object. Values inside these are compared as they are written
    absent    an argument can be left out if "" is among its possible answers and it is not required; null
              is a value

Without a schema the types come from the possible answers, and integers can replace floats.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import compress
from operator import not_
from typing import TYPE_CHECKING, Any, NamedTuple

from nerkit.algorithms.scalars.texts import NORMALISERS
from nerkit.corpora.readings import Readings
from nerkit.exceptions import UsageError
from nerkit.ground.patterns import regex
from nerkit.readers.calls.call import Call, mapped

if TYPE_CHECKING:
    from nerkit.scorers.calls.tool_schemas import Tools

KINDS = {  # type in JSON Schema -> type in Python; values of other types are texts
    "integer": int,
    "number": float,
    "boolean": bool,
    "array": list,
    "object": dict,
}
LEFT_OUT = ""  # the possible answer that lets an argument be left out
EXACTLY, GIVEN = "exactly", "given"  # keys around a reading, or a value, that must not be equal to others
REQUIRED = "required"  # in the place of a value that is needed and that gold does not have
LARGEST_FLOAT = int(sys.float_info.max)
NULL = "null"  # in place of null, which counts as absent
LITERALS = regex(r"(?:simple_)?java(?:script)?_\d+")  # ids whose calls hold literals of another language
normal = NORMALISERS["bfcl"]


class ParameterType(NamedTuple):
    """The type of a parameter, the type of its elements (None if unknown), and whether it is required."""

    kind: type | None = None
    inside: type | None = None
    required: bool = False


class GivenValue(NamedTuple):
    """A value that a call gives to an argument, as it is (`value`) and as it is compared (`told`)."""

    value: Any
    told: Any


ByForm = dict[Any, dict[str, GivenValue]]  # form of a value -> as written -> the value
Turn = dict[str | None, dict[str, ByForm]]  # tool -> argument -> the distinct values that the calls give


def check_language(documents: Iterable[str]) -> None:
    """Raise UsageError for a document in which arguments are not values of JSON or Python."""
    name = next(filter(LITERALS.fullmatch, documents), None)
    if name is not None:
        language = "JavaScript" if "script" in name else "Java"
        raise UsageError(
            f"arguments of document {name!r} are written as literals of {language}. BFCL's checker "
            "converts them, but nerkit does not; without the preset bfcl nerkit compares them "
            "as texts"
        )


def followed(gold: Any, system: Sequence[Any], tools: "Tools | None") -> tuple[Any, list[Any]]:
    """The turns of both sides, with the checker's verdicts.

    Gold has all readings that the checker admits. System values that the checker may treat differently are
    unequal.
    """
    turns = [_given(turn) for turn in system]
    judged = [_turn(turn, turns[at][0] if at < len(turns) else {}, tools) for at, turn in enumerate(gold)]
    return judged, [calls for _, calls in turns]


def _given(turn: Sequence[Call]) -> tuple[Turn, list[Call]]:
    """The values in the calls of a turn (by tool, argument and form), and the calls with comparable
    values.
    """
    given: Turn = {}
    calls = []
    for call in turn:
        of_tool = given.setdefault(call.name, {})
        made = {}
        for name, value in call.arguments.items():
            plain = _as_in_python(value)
            alike = of_tool.setdefault(name, {}).setdefault(_form(plain), {})
            if repr(plain) not in alike:
                told = NULL if _is_silent(plain) else value
                for _ in alike:
                    told = {GIVEN: told}
                alike[repr(plain)] = GivenValue(plain, told)
            made[name] = alike[repr(plain)].told
        calls.append(call._replace(arguments=made))
    return given, calls


def _near(answers: Sequence[Any], given: ByForm) -> list[GivenValue]:
    """The given values that can equal a possible answer, strictly or in the eyes of the checker."""
    if any(map(_has_object, answers)):
        return [one for alike in given.values() for one in alike.values()]
    forms = dict.fromkeys(map(_form, answers))
    forms |= {
        tuple(map(_form, one)): None for one in answers if isinstance(one, str)
    }  # as a list of characters
    return [one for form in forms for one in given.get(form, {}).values()]


def _has_object(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and any(map(_has_object, value)))


def _is_silent(value: Any) -> bool:
    """Whether a value, or one of its readings, is null or holds only null."""
    if isinstance(value, Readings):
        return any(map(_is_silent, value.values))
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return value is None or (bool(inside) and all(map(_is_silent, inside)))


def _form(value: Any) -> Any:
    """A hashable form of a value, shared by all values that are equal except for the types inside them."""
    if _is_silent(value):
        return NULL
    if isinstance(value, Mapping):
        return frozenset((name, _form(one)) for name, one in value.items() if not _is_silent(one))
    if isinstance(value, list):
        return tuple(_form(one) for one in value if not _is_silent(one))
    return _text(value)


def _turn(turn: Any, given: Turn, tools: "Tools | None") -> Any:
    """A turn of the gold side with the readings that the checker admits."""

    def judged(call: Call) -> Call:
        return call._replace(arguments=dict(_arguments(call, given.get(call.name, {}), tools)))

    return mapped(turn, judged)


def _arguments(call: Call, given: Mapping[str, ByForm], tools: "Tools | None") -> Iterator[tuple[str, Any]]:
    """The arguments of a gold call, then the arguments that only its schema requires, as pairs (name,
    value).
    """
    possible = call.possible
    if possible is None:
        possible = {name: _answers(value) for name, value in call.arguments.items()}
    wanted = _types_of_schema(call, tools)
    for name, answers in possible.items():
        about = ParameterType() if wanted is None else wanted.get(name)
        plain = _as_in_python(answers)
        yield name, _readings(call.arguments[name], plain, _near(plain, given.get(name, {})), about)
    for name, about in (wanted or {}).items():
        if about.required and name not in possible:
            yield name, {EXACTLY: REQUIRED}


def _answers(value: Any) -> list[Any]:
    listed = value.values if isinstance(value, Readings) else [value]
    return [LEFT_OUT if one is None else _answer(one) for one in listed]


def _answer(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _answers(one) for name, one in value.items()}
    return [_answer(one) for one in value] if isinstance(value, list) else value


def _types_of_schema(call: Call, tools: "Tools | None") -> dict[str, ParameterType] | None:
    """The types of the parameters in the schema of a call's tool; None without a schema."""
    schema = None if tools is None else tools.schemas.get(call.name or "")
    if schema is None:
        return None
    root = schema.referred(schema.root)
    properties, required = root.get("properties"), root.get("required")
    wanted: dict[str, ParameterType] = {}
    for name, part in (properties if isinstance(properties, Mapping) else {}).items():
        known = schema.referred(part)
        kind = _kind(known)
        inside = _kind(schema.referred(known.get("items"))) if kind is list else None
        wanted[name] = ParameterType(kind, inside, isinstance(required, list) and name in required)
    return wanted


def _kind(part: Any) -> type | None:
    named = part.get("type") if isinstance(part, Mapping) else None
    return None if isinstance(named, list) else KINDS.get(str(named), str)


def _readings(own: Any, answers: list[Any], given: Sequence[GivenValue], about: ParameterType | None) -> Any:
    """A gold argument that admits every given value that is right.

    own       the gold value so far, which can have readings
    answers   the possible answers
    given     the values that the system's calls give
    about     the type of the parameter; None if the schema lacks the parameter, which is then never right
    """
    right = [about is not None and is_right(one.value, answers, about) for one in given]
    made = list(compress((one.told for one in given), right))
    wrong = list(compress((one.told for one in given), map(not_, right)))
    required = LEFT_OUT not in answers or (about is not None and about.required)
    made += [
        {EXACTLY: one} if any(_is_alike(one, value) for value in wrong) else one
        for one in (own.values if isinstance(own, Readings) else [own])
        if answers and one is not None and not (required and _is_silent(one))
    ]
    if not required:
        made.append(None)
    made = made or [{EXACTLY: REQUIRED}]
    return made[0] if len(made) == 1 else Readings(made)


def _as_in_python(value: Any) -> Any:
    """A value with decimals as floats, as the checker reads JSON."""
    if isinstance(value, Mapping):
        return {name: _as_in_python(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return list(map(_as_in_python, value))
    return float(value) if isinstance(value, Decimal) else value


def is_right(value: Any, answers: Sequence[Any], about: ParameterType) -> bool:
    """Whether the checker accepts a value, given the possible answers and the type of the parameter."""
    first = _first_type(answers)
    kind, inside = (about.kind, about.inside) if about.kind is not None else _types(value, answers, first)
    if kind is float and type(value) is int and abs(value) < LARGEST_FLOAT:
        value = float(value)
    own: type = type(value)
    if own not in (kind, first):
        return False
    if own is kind and inside is not None and not _has_types(value, answers, inside):
        return False
    if first not in (None, kind):  # the possible answers write a variable
        return value in answers
    if kind is dict:
        return _is_right_object(value, answers)
    if kind is list:  # a text among the answers is the list of its characters
        answers = [list(one) if isinstance(one, str) else one for one in answers]
    if inside is dict:
        return any(_are_right_objects(value, one) for one in answers)
    return _texts(value) in map(_texts, answers)


def _first_type(answers: Sequence[Any]) -> type | None:
    return next((type(one) for one in answers if one != LEFT_OUT), None)


def _types(value: Any, answers: Sequence[Any], first: type | None) -> tuple[type | None, type | None]:
    """The outer and the inner type of an argument without a schema, taken from the possible answers."""
    if first in (None, type(None)):
        return type(value) if isinstance(value, str | list) else None, None
    if first is not list:
        return (float if {type(value), first} == {int, float} else first), None
    elements = [each for one in answers if isinstance(one, list) for each in one]
    kinds = set(map(type, elements))
    if kinds <= {int, float} and float not in kinds:  # integers can replace floats
        kinds = set(map(type, value)) & {int, float} if isinstance(value, list) else kinds
    return list, float if float in kinds else next(map(type, elements), None)


def _has_types(value: Sequence[Any], answers: Sequence[Any], inside: type) -> bool:
    """Whether the elements of a value have types that a possible answer allows."""
    kinds = set(map(type, value))
    return any(not isinstance(one, list) or kinds <= {inside, _first_type(one)} for one in answers)


def _text(value: Any) -> Any:
    """A text as the checker compares it; a value of another type as it is."""
    return normal(value) if isinstance(value, str) else value


def _texts(value: Any) -> Any:
    """The comparable form of a text, or of each element of an array."""
    return list(map(_text, value)) if isinstance(value, list) else _text(value)


def _is_right_object(value: Mapping[str, Any], answers: Sequence[Any]) -> bool:
    """Whether a possible answer has every value of an object and needs no value that the object lacks."""
    return any(
        all(name in one and _text(each) in map(_text, one[name]) for name, each in value.items())
        and all(name in value or LEFT_OUT in listed for name, listed in one.items())
        for one in answers
        if isinstance(one, Mapping) and all(isinstance(listed, list | str) for listed in one.values())
    )


def _are_right_objects(value: Sequence[Any], answer: Any) -> bool:
    """Whether each object in a list is right by the object at its place in a possible answer."""
    return (
        isinstance(answer, list)
        and len(value) == len(answer)
        and all(
            isinstance(one, Mapping) and _is_right_object(one, [other])
            for one, other in zip(value, answer, strict=True)
        )
    )


def _is_alike(gold: Any, value: Any) -> bool:
    """Whether a reading can equal a wrong value."""
    if isinstance(gold, Readings):
        return any(_is_alike(one, value) for one in gold.values)
    if value is None or gold is None:
        return _is_silent(gold) and _is_silent(value)
    if isinstance(gold, Mapping) and isinstance(value, Mapping):
        return all(_is_alike(gold.get(name), value.get(name)) for name in {*gold, *value})
    if isinstance(gold, list) and isinstance(value, list):
        ours, theirs = ([one for one in side if one is not None] for side in (gold, value))
        return len(ours) == len(theirs) and all(map(_is_alike, ours, theirs))
    if isinstance(gold, Mapping | list) or isinstance(value, Mapping | list):
        return False
    return bool(_form(_as_in_python(gold)) == _form(_as_in_python(value)))
