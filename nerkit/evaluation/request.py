"""The request of an evaluation: everything but the data.

The fields of `Request` are the keyword arguments of `nerkit.evaluate` and the shared options of the command
line, with the same names. Their defaults are defined here, and nowhere else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nerkit.corpora.selection import Selection, parse_only, read_names
from nerkit.evaluation.options import DUPLICATES, EXTRA, MEAN, MISSING, RUNS, UNICODE, shard_size
from nerkit.exceptions import UsageError, nearest_name, unknown
from nerkit.ground.meant import ENDS, UNITS, Meant
from nerkit.ground.options import check_choices, field_of, option, options_of, public_name
from nerkit.ground.patterns import regex
from nerkit.ground.records import record, shape
from nerkit.results.conventions import BETAS, EMPTY, MACRO_RULES
from nerkit.results.rows import Scoring
from nerkit.scorers import SCORERS, parameters_of

if TYPE_CHECKING:
    from nerkit.corpora.new_ids import NewName
    from nerkit.evaluation.presets import Preset

SEEN = "seen"  # rows by what training data has
SEEN_FILE = regex(f"{SEEN}(=|$)")
EXACT = 12  # decimals after which binary fractions are no longer the numbers that were meant


def fraction(text: str) -> float:
    """Return a number given as 0.9 or 90%. Raises ValueError for other texts."""
    return round(float(text[:-1]) / 100, EXACT) if text.endswith("%") else float(text)


@record(frozen=True)
class Request:
    """Everything that is asked for besides the data; None stands for the default of the task or format.

    options        the task's own options by name
    gated          rows that gates name, MEASURE or MEASURE/LABEL: their labels are counted though no row may
                   show them
    by_document    whether counts by document are wanted though no row may show them, as statistics do
    """

    task: str | None = option(None, "Score this task (by content).")
    measures: Sequence[str] | str = option((), "Count these measures or groups (as the task does).")
    by: Sequence[str] | str = option(
        (), "Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data."
    )
    macro: bool | str = option(
        False,
        "Add macro, micro and weighted averages, with this rule for groups without items.",
    )
    labels: Sequence[str] | str | None = option(None, "Keep only these labels, on both sides.")
    label_map: Mapping[str, str] | str | None = option(
        None, "Rename labels: `{old: new}`, or a file of old TAB new.", name="map"
    )
    only: Sequence[str] | str = option((), "Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.")
    form: str | None = option(None, "Read this format (by content).")
    missing: str | None = option(
        None, "Treat gold documents without a system document in this way (default `empty`).", choices=MISSING
    )
    extra: str | None = option(
        None, "Treat system documents without a gold document in this way (default `error`).", choices=EXTRA
    )
    duplicates: str | None = option(
        None, "Treat documents with the same id in this way (default `error`).", choices=DUPLICATES
    )
    ends: str | None = option(
        None, "Read the ends of offsets in this way (default: by format).", choices=ENDS
    )
    system_ends: str | None = option(
        None, "Read the ends of system offsets in this way (default: as `ends`).", choices=ENDS
    )
    offsets: str | None = option(None, "Read offsets in this unit (default: by format).", choices=UNITS)
    system_offsets: str | None = option(
        None, "Read system offsets in this unit (default: as `offsets`).", choices=UNITS
    )
    ids: Mapping[str, str] | str | None = option(
        None, "Rename documents of systems: `{old: new}`, or a file of old TAB new."
    )
    unicode: str | None = option(None, "Compare texts in this form of Unicode (as-is).", choices=UNICODE)
    strict: bool = option(False, "Treat faults that readers forgive as errors.")
    preset: str | None = option(None, "Take measures and options from a shared task or a TOML file.")
    settings: Mapping[str, Any] | Sequence[str] | str = option(
        (), "Set options of the preset: `{name: value}`."
    )
    beta: float = option(1.0, "F-beta instead of F1.")
    empty: str = option("zero", "Give 0/0 this value (zero).", choices=tuple(EMPTY))
    runs: str = option(MEAN, "Average the runs of a group (mean), or score `each` as a system.", choices=RUNS)
    workers: int = option(1, "Use this number of processes; the result does not change.", name="jobs")
    shard_size: int | str | None = option(
        None, "Score large files in parts of this size, as `8MB`; the result then lists no errors."
    )
    dask: str | None = option(None, "Score the parts on the Dask scheduler at this address, or `local`.")
    options: Mapping[str, Any] = field(default_factory=dict)
    gated: tuple[str, ...] = ()
    by_document: bool = False

    @classmethod
    def of(cls, **asked: Any) -> "Request":
        """Return the request of keyword arguments: its own fields by name, and the options of the task.

        An option of None stays at its default.
        """
        own = {*shape(cls).names} - {"options"}
        given = {FIELDS.get(name, name): value for name, value in asked.items()}
        if len(given) < len(asked):
            twice = next(name for name in asked if FIELDS.get(name, name) != name)
            raise UsageError(f"{twice} and {FIELDS[twice]} are one option; give only {twice}")
        options = {name: value for name, value in given.items() if name not in own and value is not None}
        for name in options:
            _check_option(name, given.get("task"))
        return cls(options=options, **{name: value for name, value in given.items() if name in own})

    def __post_init__(self) -> None:
        object.__setattr__(self, "settings", _settings(self.settings))
        if self.settings and self.preset is None:
            raise UsageError("settings=… sets an option of a preset, but you name no preset")
        for name in ("measures", "by", "only", "labels"):
            value = getattr(self, name)
            if value is None or (type(value) is tuple and not value):
                continue
            value = (value,) if isinstance(value, str) else tuple(value)  # a single name is a list of one
            object.__setattr__(self, name, value)
            if wrong := [each for each in value if not isinstance(each, str)]:
                raise UsageError(f"{name} must be texts, not {wrong[0]!r}")
        if isinstance(self.label_map, Mapping):
            wrong = [each for pair in self.label_map.items() for each in pair if not isinstance(each, str)]
            if wrong:
                raise UsageError(f"a map of labels must have texts, not {wrong[0]!r}")
        check_choices(self)
        if not isinstance(self.macro, bool) and self.macro not in MACRO_RULES:
            raise unknown("value of macro", self.macro, MACRO_RULES)
        object.__setattr__(self, "shard_size", shard_size(self.shard_size))
        if self.dask is not None and self.shard_size is None:
            raise UsageError('dask=… cannot be used with shard_size="none", because Dask scores shards')
        if not BETAS[0] <= self.beta <= BETAS[1]:
            raise UsageError(
                f"beta must be a positive number from {BETAS[0]:g} to {BETAS[1]:g}, not {self.beta}"
            )

    @cached_property
    def scoring(self) -> Scoring:
        """Return the options of scoring in the request."""
        return Scoring(self.fields, self.macro, self.beta, self.empty)

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the fields that group rows; `seen=FILE` gives `seen`."""
        return tuple(SEEN if name.startswith(f"{SEEN}=") else name for name in self.by)

    @property
    def training(self) -> str | None:
        """Return the file of `seen=FILE`. Raises UsageError for `seen` without a file, and for several
        files.
        """
        files = list(dict.fromkeys(name.partition("=")[2] for name in self.by if SEEN_FILE.match(name)))
        if len(files) > 1 or (files and not files[0]):
            raise UsageError('rows by seen values need exactly one training file, as by="seen=train.bio"')
        return files[0] if files else None

    @cached_property
    def selection(self) -> Selection:
        """Return the items that count and the new names of their labels. Raises InputError for a damaged
        file of labels.
        """
        names = self.label_map or {}
        renamed = names if isinstance(names, Mapping) else read_names(names)
        return Selection(
            renamed, None if self.labels is None else tuple(self.labels), parse_only(tuple(self.only))
        )

    @cached_property
    def new_names(self) -> "dict[str, NewName]":
        """Return the old id -> the new id of documents. Raises InputError for a damaged file."""
        if self.ids is None:
            return {}
        from nerkit.corpora.new_ids import new_names

        return new_names(self.ids)

    def meant(self, role: str) -> Meant:
        """Return the meaning of the offsets of an input, of `gold` or of a `system`."""
        if role != "system":
            return Meant(self.ends, self.offsets)
        return Meant(self.system_ends or self.ends, self.system_offsets or self.offsets, "system_ends")

    @property
    def form_of_texts(self) -> str | None:
        """Return the form of Unicode for all texts; None for texts as they are."""
        return None if self.unicode == UNICODE[0] else self.unicode

    def with_preset(self) -> "Request":
        """Return the request with the additions of its preset.

        Raises UsageError for an unknown preset and for a preset of another task.
        """
        if self.preset is None:
            return self
        added = self.preset_record
        assert added is not None
        return replace(
            self,
            task=added.task,
            measures=self.measures or added.measures,
            form=self.form or added.form,
            options={**added.options, **self.options},
        )

    @property
    def preset_record(self) -> "Preset | None":
        """Return the preset, None without a name. Raises the errors of `with_preset`."""
        if self.preset is None:
            return None
        from nerkit.evaluation.presets import preset

        return preset(self.preset, self.task, _settings(self.settings))

    def changed(self) -> dict[str, Any]:
        """Return the options that are not at their defaults, by their names on the command line."""
        values = {
            "by": list(self.by),
            "macro": self.macro,
            "labels": list(self.labels or ()),
            "map": dict(self.selection.names),
            "only": {name: sorted(values) for name, values in self.selection.only.items()},
            "missing": self.missing,
            "extra": self.extra,
            "duplicates": self.duplicates,
            "ends": self.ends,
            "system_ends": self.system_ends,
            "offsets": self.offsets,
            "system_offsets": self.system_offsets,
            "ids": dict(self.ids) if isinstance(self.ids, Mapping) else self.ids,
            "unicode": self.form_of_texts,
            "beta": self.beta if self.beta != 1 else None,
        }
        options = dict(self.options)
        if self.preset is not None:  # which is told apart from the options
            added = self.preset_record
            options = {
                name: value
                for name, value in options.items()
                if not (added and added.headline and value == added.options.get(name))
            }
        return {name: value for name, value in values.items() if value} | options


FIELDS = {**field_of(Request), "from_": "form"}  # other names of the fields, as `map` and `jobs`


def _check_option(name: str, task: str | None) -> None:
    """Raise UsageError for a name that no task has, if the name is closest to an option of all tasks."""
    tasks = [task] if task in SCORERS else SCORERS
    if any(name in parameters_of(str(one)) for one in tasks):
        return
    own = {option for one in tasks for option in parameters_of(str(one))}
    shared = [public_name(each, words) for each, words in options_of(Request)]
    if nearest_name(name, [*own, *shared]) in shared:
        raise unknown("option", name, shared)


def _settings(given: Any) -> dict[str, Any]:
    """Return values by name. Raises UsageError for a text that is not `NAME=VALUE`, and for a name given
    twice.
    """
    if isinstance(given, Mapping):
        return dict(given)
    values: dict[str, Any] = {}
    for text in [given] if isinstance(given, str) else given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"settings=… needs NAME=VALUE, not {text!r}")
        if name in values:
            raise UsageError(f"settings=… gives {name} twice")
        values[name] = value
    return values
