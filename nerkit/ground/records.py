"""Dataclasses that are fast to define, because they share their methods.

`@dataclass` compiles methods for each class, which takes 0.4 ms, and a small run of a command loads a hundred
classes. A record works like a dataclass with `fields`, `replace`, `asdict`, pattern matching and type
checkers. For classes with millions of objects, use `@dataclass(slots=True)`, which needs less memory.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, NoReturn, ParamSpec, TypeVar

__all__ = ["record", "remembered", "shape"]

Own = TypeVar("Own")
Asked = ParamSpec("Asked")
Given = TypeVar("Given")


class _Shape(NamedTuple):
    """The facts about a record class that the shared methods need."""

    names: tuple[str, ...]
    positional: tuple[str, ...]
    blank: Mapping[str, Any]  # all names with their defaults, MISSING where there is none
    factories: Mapping[str, Callable[[], Any]]
    needed: tuple[str, ...]
    compared: tuple[str, ...]
    shown: tuple[str, ...]
    finish: bool  # whether the class has `__post_init__`


def _shape(kind: Any) -> _Shape:
    known = fields(kind)
    return _Shape(
        names=tuple(each.name for each in known),
        positional=tuple(each.name for each in known if not each.kw_only),
        blank={each.name: each.default for each in known},
        factories={each.name: each.default_factory for each in known if each.default_factory is not MISSING},
        needed=tuple(
            each.name for each in known if each.default is MISSING and each.default_factory is MISSING
        ),
        compared=tuple(each.name for each in known if each.compare),
        shown=tuple(each.name for each in known if each.repr),
        finish=hasattr(kind, "__post_init__"),
    )


shape: Callable[[Any], _Shape] = cache(_shape)  # the facts of a dataclass


def _init(self: Any, /, *arguments: Any, **named: Any) -> None:
    own, state = shape(self.__class__), self.__dict__  # three times as fast as object.__setattr__
    state.update(own.blank)
    state.update(zip(own.positional, arguments, strict=False))
    if named:
        if not named.keys().isdisjoint(own.positional[: len(arguments)]):
            raise TypeError(f"{type(self).__name__}() takes each of {', '.join(own.positional)} once")
        state.update(named)
    if len(arguments) > len(own.positional) or len(state) > len(own.names):
        wrong = next(iter(state.keys() - {*own.names}), f"number {len(arguments)}")
        raise TypeError(f"{type(self).__name__}() takes no argument {wrong!r}")
    for name in own.needed:
        if state[name] is MISSING:
            raise TypeError(f"{type(self).__name__}() needs the argument {name!r}")
    for name, make in own.factories.items():
        if state[name] is MISSING:
            state[name] = make()
    if own.finish:
        self.__post_init__()


def _values(self: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple([getattr(self, name) for name in names])


def _repr(self: Any) -> str:
    shown = shape(self.__class__).shown
    listed = zip(shown, _values(self, shown), strict=True)
    return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in listed)})"


def _eq(self: Any, other: object) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    compared = shape(self.__class__).compared
    return _values(self, compared) == _values(other, compared)


def _hash(self: Any) -> int:
    return hash(_values(self, shape(self.__class__).compared))


def _refuse_assignment(_: Any, name: str, __: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(_: Any, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _methods(*, frozen: bool, eq: bool, repr: bool) -> dict[str, Any]:
    methods: dict[str, Any] = {"__init__": _init}
    if repr:
        methods["__repr__"] = _repr
    if eq:
        methods |= {"__eq__": _eq, "__hash__": _hash if frozen else None}
    if frozen:
        methods |= {"__setattr__": _refuse_assignment, "__delattr__": _refuse_deletion}
    return methods


if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(
        kind: type[Any] | None = None,
        /,
        *,
        frozen: bool = False,
        eq: bool = True,
        repr: bool = True,
        kw_only: bool = False,
    ) -> Any:
        """Class decorator: make the class a dataclass with the shared methods. Methods defined in the class
        are kept.
        """

        def made(kind: type[Any]) -> type[Any]:
            """Make the class *kind* a record."""
            own = {name for name, method in vars(kind).items() if method is not None}
            for name, method in _methods(frozen=frozen, eq=eq, repr=repr).items():
                if name not in own:
                    setattr(kind, name, method)
            return dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(kind)

        return made if kind is None else made(kind)


def remembered(method: Callable[Concatenate[Own, Asked], Given]) -> Callable[Concatenate[Own, Asked], Given]:
    """Cache the results of a method in its object, by arguments.

    The cache does not hold the bound method, because this would make a reference cycle. Then the object and
    its arrays would stay in memory until the garbage collector runs.
    """
    own = f"_{method.__name__}_remembered"

    @wraps(method)
    def again(self: Own, *given: Asked.args, **named: Asked.kwargs) -> Given:
        """Return the cached result for the arguments, or compute it."""
        results: dict[Any, Given] = self.__dict__.setdefault(own, {})
        asked = (given, *named.items())
        if asked not in results:
            results[asked] = method(self, *given, **named)
        return results[asked]

    return again  # type: ignore[return-value]
