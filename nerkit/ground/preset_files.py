"""Find and read preset files: from a name to a file, and from a file to its table with option values
inserted.

    webnlg                   a preset of nerkit or an installed package
    my-package:toy           the preset `toy` of this package
    ./mine.toml              a path (has .toml or a slash)

A package lists its preset files in the entry point group `nerkit.presets`, as name =
"package:path/in/it.toml". The package is not imported. `NERKIT_PLUGINS=0` disables presets of packages.

A *reference* such as `preset:NAME?slots=30` names a preset and the values of its options. It can be used
instead of a file of formulas or of a format. In a preset file, `{ option = "slots" }` stands for the value of
that option.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from nerkit.exceptions import UsageError, nearest, unknown
from nerkit.ground import containment
from nerkit.ground.streams import hashing
from nerkit.ground.toml_text import Path, Toml, parse
from nerkit.io import Source

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "nerkit.presets"
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "evaluation", "presets")
SUFFIX = ".toml"
PREFIX = "preset:"
RECORDS = "ie"  # the default task of a preset: formulas over records
BUILT_IN = "built in"
TYPES: Mapping[str, tuple[type, ...]] = {
    "number": (int, float),
    "integer": (int,),
    "word": (str,),
    "flag": (bool,),
    "list": (list,),
}
FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
NUMBERS = ("number", "integer")
OF_OPTIONS = ("type", "default", "choices", "least", "most", "help", "value")


class FoundFile(NamedTuple):
    """A preset file: the name as typed, the path, and the origin of the file."""

    name: str
    path: str
    origin: str


class PresetFile(NamedTuple):
    """The content of a preset file with option values inserted.

    unset   path of a table -> the first option that the table needs and that has no value
    """

    place: FoundFile
    toml: Toml
    sha256: str
    settings: Mapping[str, Any]
    unset: Mapping[Path, str]

    def needs(self, *path: str) -> str | None:
        """The name of an option that the table at *path* needs and that has no value; None if all have
        values.
        """
        return self.unset.get(path)


@cache
def built_in() -> tuple[str, ...]:
    """The names of the presets that nerkit contains, in alphabetical order."""
    return tuple(sorted(name.removesuffix(SUFFIX) for name in os.listdir(FOLDER) if name.endswith(SUFFIX)))


def are_installed_looked_up() -> bool:
    """Whether nerkit searches installed packages for presets and formats."""
    return os.environ.get("NERKIT_PLUGINS") != "0"


def installed() -> "dict[str, list[EntryPoint]]":
    """Name -> entry points with that name in installed packages. No package is imported."""
    from importlib.metadata import entry_points

    named: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP) if are_installed_looked_up() else ():
        named.setdefault(entry.name, []).append(entry)
    return named


def find(name: str) -> FoundFile:
    """Find the file of a preset. Raises UsageError if no preset or several presets have this name."""
    if name.endswith(SUFFIX) or "/" in name:
        return FoundFile(name, name, "file")
    if name in built_in():
        return FoundFile(name, os.path.join(FOLDER, name + SUFFIX), BUILT_IN)
    owner, colon, own = name.rpartition(":")
    known = installed()
    entries = [
        one for one in known.get(own, ()) if not colon or _distribution(one).partition(" ")[0] == owner
    ]
    if not entries:
        raise unknown("preset", name, [*built_in(), *known])
    if len(entries) > 1:
        owners = " and ".join(sorted(_distribution(one) for one in entries))
        raise UsageError(f"{owners} have a preset {own}; choose with DISTRIBUTION:{own}")
    return FoundFile(name, _path(entries[0]), _distribution(entries[0]))


def _distribution(entry: "EntryPoint") -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an installed package"


def _path(entry: "EntryPoint") -> str:
    """The path of a preset file in an installed package, which is not imported."""
    from importlib.util import find_spec

    package, _, inside = entry.value.partition(":")
    top, *below = package.strip().split(".")
    spec = find_spec(top) if top.isidentifier() else None
    inside = inside.strip()
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = os.path.normpath(os.path.join(folder, *below, inside))
        if inside.endswith(SUFFIX) and path.startswith(folder + os.sep) and os.path.isfile(path):
            containment.trust(path)
            return path
    raise UsageError(
        f"the preset {entry.name} of {_distribution(entry)} has no file: {entry.value} is not "
        "package:path/in/package.toml"
    )


def reference(name: str, settings: Mapping[str, Any]) -> str:
    """Make the reference to a preset with these option values."""
    from urllib.parse import quote, urlencode

    values = {
        key: ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        for key, value in settings.items()
    }
    return PREFIX + quote(os.fspath(name), safe="/:") + (f"?{urlencode(values)}" if values else "")


def is_reference(name: str) -> bool:
    """Whether the name of a file or format is a reference to a preset."""
    return name.startswith(PREFIX)


def refers_to(text: str) -> tuple[str, dict[str, str]]:
    """Split a reference into (name, option values)."""
    from urllib.parse import parse_qsl, unquote

    name, _, query = text.removeprefix(PREFIX).partition("?")
    return unquote(name), dict(parse_qsl(query, keep_blank_values=True))


def opened(text: str) -> PresetFile:
    """Read the preset file of a reference. Raises InputError (line, column) for errors in the file, and
    UsageError for unknown settings.
    """
    name, settings = refers_to(text)
    place = find(name)
    containment.admit(place.path)
    stamp = os.stat(place.path).st_mtime_ns if os.path.isfile(place.path) else 0
    return _opened(place, tuple(settings.items()), stamp)


@lru_cache(maxsize=32)
def _opened(place: FoundFile, settings: tuple[tuple[str, str], ...], _: int) -> PresetFile:
    called = f"preset {place.name}" if place.origin == BUILT_IN else place.path
    with hashing(wanted=True), Source(place.path, called) as source:
        toml = parse(source)
        digest = source.sha256
    values = _values(toml, dict(settings))
    unset: dict[Path, str] = {}
    options = _Filling(toml, options_of(toml), values, unset)
    table = {
        key: value if key == "options" else _filled(options, value, (key,))
        for key, value in toml.table.items()
    }
    given = {key: values[key] for key, _ in settings}
    return PresetFile(place, Toml(table, toml.source, toml.text), str(digest), given, unset)


def options_of(toml: Toml) -> dict[str, dict[str, Any]]:
    """Option name -> table of the option. Raises InputError for malformed tables."""
    options = toml.table.get("options", {})
    if not isinstance(options, dict):
        toml.fail("options must be a table with a table for each option, [options.NAME]", "options")
    for name, option in options.items():
        at = ("options", name)
        if not isinstance(option, dict):
            toml.fail(f"the option {name} must be a table", *at)
        check_keys(toml, option, OF_OPTIONS, *at)
        if "value" in option:
            continue
        if option.get("type") not in tuple(TYPES):
            toml.fail(f"the type of {name} must be one of {', '.join(TYPES)}", *at, "type")
        if not isinstance(option.get("choices", []), list):
            toml.fail(f"the choices of {name} must be a list", *at, "choices")
        for key in ("least", "most"):
            if key in option and not (option["type"] in NUMBERS and isinstance(option[key], int | float)):
                toml.fail(f"{key} must be a number, and {name} an integer or a number", *at, key)
        if "default" in option:
            try:
                _checked(option, option["default"])
            except ValueError as error:
                toml.fail(f"the default of {name} is {error}", *at, "default")
    return options


def _values(toml: Toml, settings: Mapping[str, str]) -> dict[str, Any]:
    """Option name -> value. Options without a value are omitted."""
    options = options_of(toml)
    free = [name for name, option in options.items() if "value" not in option]
    values = {name: options[name]["default"] for name in free if "default" in options[name]}
    for name, text in settings.items():
        if name not in free:
            listed = f"the preset has {', '.join(free)}" if free else "the preset has no options"
            raise UsageError(f"settings=…: unknown option {name!r}{nearest(name, free)} ({listed})")
        try:
            values[name] = _checked(options[name], _parsed(options[name]["type"], text))
        except ValueError as error:
            raise UsageError(f"settings=… {name}={text}: {error}") from None
    return values


def _parsed(kind: str, text: str) -> Any:
    """Convert a text to a value of the type *kind*. A text that cannot be converted is returned unchanged."""
    if kind == "list":
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind == "flag":
        return FLAGS.get(text.lower(), text)
    if kind == "word":
        return text
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text) if kind == "number" else text
    except ValueError:
        return text


def _checked(option: Mapping[str, Any], value: Any) -> Any:
    """Return *value* if it has the type of the option and is within its bounds. Raises ValueError
    otherwise.
    """
    kind = option["type"]
    if not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "flag"):
        raise ValueError(f"not of the type {kind}: {value!r}")
    choices, least, most = (option.get(key) for key in ("choices", "least", "most"))
    if choices is not None and value not in choices:
        raise ValueError(f"none of {', '.join(map(str, choices))}{nearest(str(value), map(str, choices))}")
    if least is not None and not value >= least:
        raise ValueError(f"less than {least}")
    if most is not None and not value <= most:
        raise ValueError(f"more than {most}")
    return value


class _Filling(NamedTuple):
    """The state of inserting option values: the options, their values, and the tables that need an option
    without a value.
    """

    toml: Toml
    known: Mapping[str, Any]
    values: Mapping[str, Any]
    unset: dict[Path, str]


def _filled(options: _Filling, value: Any, path: Path) -> Any:
    """Replace each `{ option = NAME }` in a value by the value of the option."""
    if isinstance(value, list):
        return [_filled(options, one, path) for one in value]
    if not isinstance(value, dict):
        return value
    if list(value) == ["option"]:
        name = value["option"]
        if not isinstance(name, str) or name not in options.known:
            problem = f"the preset has no option {name!r}{nearest(str(name), options.known)}"
            options.toml.fail(problem, *path, "option")
        if name not in options.values:
            for steps in range(len(path) + 1):
                options.unset.setdefault(path[:steps], name)
        return options.values.get(name)
    return {key: _filled(options, one, (*path, key)) for key, one in value.items()}


def check_keys(toml: Toml, table: Mapping[str, Any], known: Sequence[str], *path: str) -> None:
    """Raise InputError at the first key of a table that is not in *known*."""
    for key in table:
        if key not in known:
            problem = f"unknown key {key!r}{nearest(key, known)}"
            toml.fail(problem, *path, key, remedy=f"the keys are {', '.join(known)}")


def tables(toml: Toml, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """(NAME, table) for each table `[kind.NAME]`. Raises InputError if a value is not a table."""
    listed = toml.table.get(kind, {})
    if not isinstance(listed, dict):
        toml.fail(f"{kind} must be a table of tables, [{kind}.NAME]", kind)
    for name, table in listed.items():
        if not isinstance(table, dict):
            toml.fail(f"{kind}.{name} must be a table", kind, name)
        yield name, table
