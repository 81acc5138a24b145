"""The options of `nerkit json`, and their choices."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, DecimalException
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from nerkit.algorithms.scalars.dates import ORDERS
from nerkit.algorithms.scalars.numerals import Limit
from nerkit.algorithms.scalars.texts import normal_names
from nerkit.corpora.json_paths import PathPattern, Steps, path_text
from nerkit.exceptions import UsageError, nearest_fraction, unknown
from nerkit.ground.options import check_choices, described, option
from nerkit.ground.records import record
from nerkit.scorers.json.abstaining import PHRASES

if TYPE_CHECKING:
    from nerkit.scorers.json.schema import Schema

READS = "values"  # the kind of corpus that the task reads
BAG, SET, SEQUENCE, POSITION = MODES = ("bag", "set", "sequence", "position")
ABSENT = ("null", "blank", "empty")
UNION = "union"
NUMBERS = ("json", "strings", "money")
BOOLEANS = ("json", "strings")
DATES = ("off", *ORDERS)
READ = ("strict", "wrapped", "repaired")
CHOOSE = ("largest", "first", "last")
DOCUMENTS = ("lines", "array", "mapping", "one")
SIMILAR = ("edit", "tokens")
MOST = 12  # the most decimal places of a weight before or after the point
LENIENT = {
    "text": "nfkc,casefold,space",
    "numbers": "strings",
    "booleans": "strings",
    "dates": "iso",
}


@dataclass(frozen=True)
class Similar:
    """A threshold `edit:T` or `tokens:T`: two strings agree if their similarity is at least T."""

    name: str
    threshold: float

    @classmethod
    def of(cls, text: str) -> "Similar":
        """Read `edit:T` or `tokens:T`. Raises UsageError for another text."""
        name, colon, number = text.partition(":")
        if name not in SIMILAR:
            raise unknown("similarity", name, SIMILAR)
        try:
            threshold = float(number) if colon else 1.0
        except ValueError:
            threshold = -1.0
        if not 0 <= threshold <= 1:
            meant = nearest_fraction(threshold)
            raise UsageError(f"{text!r}: the threshold must be a number from 0 to 1, as in {name}:0.8{meant}")
        return cls(name, threshold)

    def __str__(self) -> str:
        """Return the setting as a user types it."""
        return f"{self.name}:{self.threshold:g}"


@dataclass(frozen=True)
class LeafRule:
    """The rule that decides whether two leaves of a path agree."""

    text: tuple[str, ...] = ()
    numbers: str = "json"
    booleans: str = "json"
    dates: str = "off"
    within: tuple[Limit, ...] = ()
    similar: tuple[Similar, ...] = ()

    @property
    def graded(self) -> bool:
        """Whether leaves with different normal forms can agree."""
        return bool(self.within or self.similar)


@dataclass(frozen=True)
class ByPath:
    """The setting of one option for the paths that a pattern covers."""

    pattern: PathPattern
    setting: str
    value: Any


def _beside(help: str, default: Any = (), **words: Any) -> Any:
    """Return an option that can be given several times, for example once per path."""
    return option(default, help, several=True, **words)


def _shape(name: str, help: str) -> Any:
    """Return an option for the shape of documents."""
    return option(None, help, name=name, choices=DOCUMENTS, noun="value of shape")


@described
@record(frozen=True)
class Options:
    """The options of `nerkit json`.

    Settings `PATH=VALUE` are texts, or mappings from paths to values. A setting without a path is for all
    paths. If several settings cover a path, the last counts; numbers may differ by the largest of several
    limits (`within`). The settings of `lenient` apply unless an option overrides them. A schema is a file or
    a mapping.

    Raises UsageError for invalid values.
    """

    array: Any = _beside(
        f"Match an array in this mode: {', '.join(MODES)} (default bag); '**' for all arrays.",
        metavar="PATH=MODE",
        daily=True,
    )
    key: Any = _beside(
        "Match elements of an array only if these fields are equal: items=sku.",
        metavar="PATH=FIELD,…",
        daily=True,
    )
    wrap: bool = option(False, "Read a value opposite an array as an array with one element.")
    ignore: str | Sequence[str] = _beside(
        "Remove this path on both sides: **.id, items[].note.", metavar="PATH", daily=True
    )
    weight: Any = _beside("Give leaves at a path this weight (default 1).", metavar="PATH=W")
    absent: str | Sequence[str] = option(
        ABSENT,
        f"Treat these values as absent: {','.join(ABSENT)} or none (default: all). {PHRASES} "
        "adds texts like N/A and not stated.",
        metavar="NAME,…",
    )
    absent_values: str | Sequence[str] = _beside(
        "Treat these strings as absent, too: N/A,unknown.", metavar="A,B"
    )
    text: Any = _beside(
        "Normalise strings: nfc nfkc casefold accents punct articles space (default none).",
        metavar="[PATH=]NORM,…",
    )
    numbers: Any = _beside(
        f"Read these as numbers: {', '.join(NUMBERS)} (default json).", metavar="[PATH=]KIND"
    )
    booleans: Any = _beside(
        f"Read these as booleans: {', '.join(BOOLEANS)} (default json).", metavar="[PATH=]KIND"
    )
    dates: Any = _beside(f"Read these as dates: {', '.join(DATES)} (default off).", metavar="[PATH=]KIND")
    within: Any = _beside(
        "Accept numbers within this distance of the gold number.", metavar="[PATH=]X|X%", daily=True
    )
    similar: Any = _beside("Accept strings with at least this similarity.", metavar="[PATH=]edit:T|tokens:T")
    lenient: bool = option(
        False,
        f"{' '.join(f'--{name} {value}' for name, value in LENIENT.items())}.",
        daily=True,
    )
    schema: Any = option(
        None,
        "Read a JSON Schema from this file, with keywords x-nerkit.",
        metavar="FILE",
        file=True,
        daily=True,
    )
    fields: str | None = option(
        None, "Score json/fabrication on all fields that any gold document fills (union).", choices=(UNION,)
    )
    judgements: str | None = option(
        None, "Read judged pairs of values from this JSON lines file.", metavar="FILE", file=True
    )
    any_key: str | None = option(
        None,
        'Read gold objects {"NAME": [v, …]} as lists of admitted readings; none turns this off.',
        metavar="NAME",
    )
    any: str | Sequence[str] = _beside(
        "Read the gold array at this path as admitted readings of one value.", metavar="PATH"
    )
    read: str = option(
        "repaired", "Allow at most this much repair of a model's text (default repaired).", choices=READ
    )
    choose: str = option(
        "largest", "Choose among several values in a text (default largest).", choices=CHOOSE
    )
    gold_field: str | None = option(None, "Read the value of a gold record from this field.", metavar="PATH")
    system_field: str | None = option(
        None,
        "Read the value of a system record from this field: answer, choices[0].message.content.",
        metavar="PATH",
    )
    id: str | None = option(None, "Read ids of records from this field.", metavar="FIELD")
    gold_id: str | None = option(None, "Read ids of gold records from this field.", metavar="FIELD")
    system_id: str | None = option(None, "Read ids of system records from this field.", metavar="FIELD")
    shape: str | None = _shape("documents", "Set what counts as a document, if nerkit misreads the content.")
    gold_shape: str | None = _shape("gold-documents", "Set what counts as a gold document.")
    system_shape: str | None = _shape("system-documents", "Set what counts as a system document.")
    words_of_absent: ClassVar[Sequence[str]] = (*ABSENT, PHRASES, "none")
    workers: int = field(default=1, repr=False)
    asked: tuple[str, ...] = field(default=(), repr=False)  # the measures, which decide how answers are read

    def __post_init__(self) -> None:
        check_choices(self)
        for one in _names(self.absent):
            if one not in self.words_of_absent:
                raise unknown("value of absent", one, self.words_of_absent)
        # each raises UsageError for a wrong setting
        _ = self.settings, self.any_paths

    def id_of(self, role: str) -> str | None:
        """Return the field with the ids of a side; *role* is `gold` or `system`."""
        return {"gold": self.gold_id, "system": self.system_id}[role] or self.id

    def shape_of(self, role: str) -> str | None:
        """Return the shape of the documents of a side, one of DOCUMENTS; None to recognise it by the
        content.
        """
        return {"gold": self.gold_shape, "system": self.system_shape}[role] or self.shape

    @cached_property
    def nothing(self) -> frozenset[str]:
        """The kinds of values that count as absent. PHRASES alone stands for all kinds."""
        named = frozenset(_names(self.absent))
        return frozenset((*ABSENT, PHRASES)) if named == {PHRASES} else named - {"none"}

    @cached_property
    def strings_of_nothing(self) -> tuple[str, ...]:
        """The strings that count as absent, from the option `absent_values`."""
        return tuple(_names(self.absent_values))

    @property
    def of_answers(self) -> bool:
        """Whether answers to questions are scored. Raises UsageError if other values are scored, too."""
        from nerkit.scorers.json.measures import ANSWER_NAMES, ANSWERS_GROUP

        known = {*ANSWER_NAMES, ANSWERS_GROUP}
        names = [name.strip() for each in self.asked for name in each.split(",")]
        answers = [name for name in names if name in known]
        others = [name for name in names if name not in known]
        if answers and others:
            raise UsageError(
                f"{answers[0]} scores answers to questions, but {others[0]} scores other "
                "values; ask for only one"
            )
        return bool(answers)

    @property
    def any_key_named(self) -> str | None:
        """The key of gold objects that list readings; None if there is no such key."""
        return None if self.any_key in (None, "none") else self.any_key

    @cached_property
    def any_paths(self) -> list[PathPattern]:
        """The patterns of the gold arrays that list readings."""
        return [PathPattern(text) for text in ([self.any] if isinstance(self.any, str) else self.any)]

    @property
    def arrays(self) -> list[ByPath]:
        """The modes and keys of arrays by path. A key is a tuple of fields, each a tuple of object keys."""
        both = "array", "key"
        of_schema = [one for name in both for one in self.of_schema if one.setting == name]
        return [*of_schema, *(one for name in both for one in self.typed(name))]

    @cached_property
    def settings(self) -> dict[str, list[ByPath]]:
        """The settings by option, the weakest first: from `lenient`, from the schema, typed by the user."""
        return {
            name: [
                *self.lenient_settings.get(name, ()),
                *(one for one in self.of_schema if one.setting == name),
                *self.typed(name),
            ]
            for name in PARSERS
        }

    @cached_property
    def loaded(self) -> "Schema | None":
        """The schema, read and checked; None without a schema."""
        if self.schema is None:
            return None
        from nerkit.scorers.json.schema import load

        return load(self.schema)

    @cached_property
    def of_schema(self) -> list[ByPath]:
        """The settings from the schema; empty if the schema has too many parts to list."""
        return [
            ByPath(PathPattern(path_text(one.steps)), one.name, PARSERS[one.name](one.value))
            for one in (self.loaded.settings() if self.loaded else None) or ()
        ]

    def for_paths(self, paths: Iterable[Steps]) -> "PathSettings":
        """Return the settings that can cover these paths."""
        of_schema: dict[str, dict[Steps, list[tuple[int, ByPath]]]] = {}
        for turn, one in enumerate((self.loaded.settings(paths) if self.loaded else None) or ()):
            setting = ByPath(PathPattern("**"), one.name, PARSERS[one.name](one.value))
            of_schema.setdefault(one.name, {}).setdefault(one.steps, []).append((turn, setting))
        return PathSettings(self, of_schema)

    def typed(self, name: str) -> list[ByPath]:
        """Return the settings of an option that the user typed."""
        given = getattr(self, name)
        if name == "ignore":
            return [
                ByPath(PathPattern(text), name, True)
                for text in ([given] if isinstance(given, str) else given)
            ]
        return _by_path(name, given, whole=name in ("array", "key"))

    @cached_property
    def lenient_settings(self) -> dict[str, list[ByPath]]:
        """The settings of `lenient` by option; empty without `lenient`."""
        listed = LENIENT.items() if self.lenient else ()
        return {name: [ByPath(PathPattern("**"), name, PARSERS[name](text))] for name, text in listed}


@dataclass(frozen=True)
class PathSettings:
    """The settings for the paths of some data: settings that the user typed, and settings from the schema.

    An endless schema is followed only as deep as the data go.

    of_schema   option -> path -> the settings there, each with its turn among all settings of the schema
    """

    options: Options
    of_schema: Mapping[str, Mapping[Steps, Sequence[tuple[int, ByPath]]]]

    def covering(self, name: str, steps: Steps) -> list[ByPath]:
        """Return the settings of an option for a path and the paths above it. The last setting counts."""
        typed, lenient = self._typed[name], self.options.lenient_settings.get(name, ())
        above = [steps[:end] for end in range(len(steps) + 1)] if name in self.of_schema else ()
        return [*lenient, *self._at(name, above), *(one for one in typed if one.pattern.covers(steps))]

    def arrays(self, steps: Steps) -> list[ByPath]:
        """Return the settings of the array at a path. The last setting counts."""
        both = "array", "key"
        of_schema = [one for name in both for one in self._at(name, [steps])]
        return [*of_schema, *(one for name in both for one in self._typed[name] if one.pattern.fits(steps))]

    def _at(self, name: str, paths: Iterable[Steps]) -> list[ByPath]:
        """Return the settings of the schema at some paths, in their order in the schema."""
        places = self.of_schema.get(name, {})
        turns = sorted((one for path in paths for one in places.get(path, ())), key=itemgetter(0))
        return [setting for _, setting in turns]

    @cached_property
    def _typed(self) -> dict[str, list[ByPath]]:
        return {name: self.options.typed(name) for name in PARSERS}


def _names(value: str | Sequence[str]) -> list[str]:
    listed = [value] if isinstance(value, str) else value
    return [name.strip() for text in listed for name in text.split(",") if name.strip()]


def _by_path(name: str, given: Any, *, whole: bool) -> list[ByPath]:
    """Return the settings of an option, given as texts `PATH=VALUE` or `VALUE`, or as a mapping from paths.

    A path ends at the last `=` of a text. With *whole*, every text must have a path.
    """
    if isinstance(given, Mapping):
        pairs: Iterable[tuple[str | None, Any]] = list(given.items())
    else:
        texts = [given] if isinstance(given, str | int | float) else given
        pairs = [_split(str(text)) for text in texts]
    settings = []
    for path, value in pairs:
        if path is None and whole:
            raise UsageError(f"{name}=… needs PATH=VALUE, not {value!r}")
        text = ",".join(value) if isinstance(value, list | tuple) else str(value)
        settings.append(ByPath(PathPattern("**" if path is None else path), name, PARSERS[name](text)))
    return settings


def _split(text: str) -> tuple[str | None, str]:
    path, equals, value = text.rpartition("=")
    return (path, value) if equals else (None, text)


def _fields(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the key fields in a text, each as a tuple of object keys."""
    fields = []
    for name in _names(text):
        parts = PathPattern(name).steps
        if any(kind != "key" for kind, _ in parts) or not parts:
            raise UsageError(f"{name!r} is not a field of a key; write a field as keys joined by dots")
        fields.append(tuple(key for _, key in parts))
    if not fields:
        raise UsageError("a key must name at least one field")
    return tuple(fields)


def _weight(text: str) -> Fraction:
    problem = f"a weight must be a number of at least 0, not {text!r}"
    try:
        weight = Decimal(text)
    except DecimalException:
        raise UsageError(problem) from None
    if not weight.is_finite() or weight < 0 or abs(weight.adjusted()) > MOST:
        raise UsageError(problem)
    return Fraction(weight)


def _one_of(noun: str, known: Sequence[str]) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in known:
            raise unknown(noun, text, known)
        return text

    return parse


PARSERS: dict[str, Callable[[str], Any]] = {  # option with settings by path -> the function that reads one
    "text": normal_names,
    "numbers": _one_of("value of numbers", NUMBERS),
    "booleans": _one_of("value of booleans", BOOLEANS),
    "dates": _one_of("value of dates", DATES),
    "within": Limit.of,
    "similar": Similar.of,
    "weight": _weight,
    "ignore": bool,
    "array": _one_of("mode of arrays", MODES),
    "key": _fields,
}
RULES = tuple(PARSERS)[:6]  # the fields of LeafRule
