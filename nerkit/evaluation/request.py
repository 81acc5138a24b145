"""The request of an evaluation: everything but the data.

The keyword arguments of `nerkit.evaluate` are the fields of `Request`. `nerkit.evaluation.options` has the
fields that are also options of the command line.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nerkit.corpora.selection import Selection, parse_only, read_names
from nerkit.evaluation.options import UNICODE, SharedOptions, shard_size
from nerkit.exceptions import UsageError, nearest_name, unknown
from nerkit.ground.meant import Meant
from nerkit.ground.options import check_choices, field_of, options_of, public_name
from nerkit.ground.patterns import regex
from nerkit.ground.records import record, shape
from nerkit.results.conventions import BETAS, MACRO_RULES
from nerkit.results.rows import Scoring
from nerkit.scorers import SCORERS, parameters_of

if TYPE_CHECKING:
    from nerkit.corpora.new_ids import NewName
    from nerkit.evaluation.presets import Preset

SEEN = "seen"  # the field that groups items by whether training data has them
SEEN_FILE = regex(f"{SEEN}(=|$)")
# options that a result states as they are given
PLAIN = ("missing", "extra", "duplicates", "ends", "system_ends", "offsets", "system_offsets")
EXACT = 12  # decimals to which values are rounded, because binary fractions are not exact


def fraction(text: str) -> float:
    """Return the number in a text such as 0.9 or 90%. Raises ValueError for other texts."""
    return round(float(text[:-1]) / 100, EXACT) if text.endswith("%") else float(text)


@record(frozen=True)
class Request(SharedOptions):
    """Everything that an evaluation needs besides the data.

    options        the options of the task, by name
    gated          rows that gates name, MEASURE or MEASURE/LABEL; their labels are counted even if no row
                   shows labels
    by_document    whether to keep counts by document even if no row shows documents, for statistics
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    gated: tuple[str, ...] = ()
    by_document: bool = False

    @classmethod
    def of(cls, **asked: Any) -> "Request":
        """Return the request of keyword arguments: fields of the request, and options of the task.

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
        """The options of scoring in the request."""
        return Scoring(self.fields, self.macro, self.beta, self.empty)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that group rows; `seen=FILE` gives `seen`."""
        return tuple(SEEN if name.startswith(f"{SEEN}=") else name for name in self.by)

    @property
    def training(self) -> str | None:
        """The file of `seen=FILE`, None without one. Raises UsageError for `seen` without a file, and
        for several files.
        """
        files = list(dict.fromkeys(name.partition("=")[2] for name in self.by if SEEN_FILE.match(name)))
        if len(files) > 1 or (files and not files[0]):
            raise UsageError('rows by seen values need exactly one training file, as by="seen=train.bio"')
        return files[0] if files else None

    @cached_property
    def selection(self) -> Selection:
        """The selected labels, documents and items, and the new names of labels.

        Raises InputError for a damaged file of labels.
        """
        names = self.label_map or {}
        renamed = names if isinstance(names, Mapping) else read_names(names)
        return Selection(
            renamed, None if self.labels is None else tuple(self.labels), parse_only(tuple(self.only))
        )

    @cached_property
    def new_names(self) -> "dict[str, NewName]":
        """The old id -> the new id of documents. Raises InputError for a damaged file."""
        if self.ids is None:
            return {}
        from nerkit.corpora.new_ids import new_names

        return new_names(self.ids)

    def meant(self, role: str) -> Meant:
        """Return the requested meaning of the offsets of an input with the role `gold` or `system`."""
        if role != "system":
            return Meant(self.ends, self.offsets)
        return Meant(self.system_ends or self.ends, self.system_offsets or self.offsets, "system_ends")

    @property
    def form_of_texts(self) -> str | None:
        """The form of Unicode for all texts; None to keep texts unchanged."""
        return None if self.unicode == UNICODE[0] else self.unicode

    def with_preset(self) -> "Request":
        """Return the request with the task, measures, format and options of its preset, unless the
        user gave them.

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
        """The preset of the request; None without a preset. Raises the errors of `with_preset`."""
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
            **{name: getattr(self, name) for name in PLAIN},
            "ids": dict(self.ids) if isinstance(self.ids, Mapping) else self.ids,
            "unicode": self.form_of_texts,
            "beta": self.beta if self.beta != 1 else None,
        }
        options = dict(self.options)
        if self.preset is not None:  # a result names its preset outside of the options
            added = self.preset_record
            options = {
                name: value
                for name, value in options.items()
                if not (added and added.headline and value == added.options.get(name))
            }
        return {name: value for name, value in values.items() if value} | options


FIELDS = {**field_of(Request), "from_": "form"}  # other names of the fields, as `map` and `jobs`


def _check_option(name: str, task: str | None) -> None:
    """Raise UsageError for an unknown name that is closest to a shared option, which no task has."""
    tasks = [task] if task in SCORERS else SCORERS
    if any(name in parameters_of(str(one)) for one in tasks):
        return
    own = {option for one in tasks for option in parameters_of(str(one))}
    shared = [public_name(each, words) for each, words in options_of(Request)]
    if nearest_name(name, [*own, *shared]) in shared:
        raise unknown("option", name, shared)


def _settings(given: Any) -> dict[str, Any]:
    """Return the settings of a preset by name.

    Raises UsageError for a text that is not `NAME=VALUE`, and for a name that is set twice.
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
