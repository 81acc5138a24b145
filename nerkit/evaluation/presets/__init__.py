"""Presets: the settings of a shared task, or a whole task, under one name. Each preset is a TOML file.

    schema = 1
    summary = "CoNLL-X shared task (2006), as eval.pl scores it by default."
    task = "dep"                      # the task of nerkit that gives measures and options
    measures = ["conllx"]             # scored if the user names no measures; default: the task's measures
    formats = ["conllx"]              # a single format is used for files whose content tells no format
    [options]
    punctuation = { value = "ignore" }

A file without a task defines a new task, which compares records with formulas:

    headline = "facts/strict"         # the most important measure, if there are several
    [format.tab]                      # a format of its files (`nerkit.readers.custom_formats`)
    [measure."facts/strict"]          # a formula, as [metric] of `nerkit.algebra.toml`
    [class.Fact]                      # a class of records for all measures
    [options.window]                  # an option that --set sets (`nerkit.ground.preset_files`)

Options that the user gives override options of a preset. A file is data: nothing in it is run.
"""

import re
from collections.abc import Mapping
from dataclasses import fields
from itertools import islice
from typing import Any, NamedTuple

from nerkit.exceptions import UsageError, nearest
from nerkit.ground import containment, preset_files
from nerkit.ground.patterns import regex
from nerkit.ground.preset_files import RECORDS, PresetFile, check_keys, tables
from nerkit.ground.toml_text import Toml

SCHEMA = 1
NAME = regex(r"[a-z0-9][a-z0-9.-]*")
ABOUT = ("schema", "name", "summary", "source", "license", "task", "headline", "formats", "options")
OF_TASKS = (*ABOUT, "measures", "format")
OF_FORMULAS = (*ABOUT, "format", "measure", "class", "alias")


class Preset(NamedTuple):
    """The task of a preset, its measures, and options of the task.

    The measures are scored if the user names none; without them, the task's default measures are. Options
    that the user gives override the options.

    about    the description of the preset
    form     the format for files whose content tells no format
    origin   `built in`, the distribution and its version, or `file`
    sha256   the digest of the file
    headline   the most important measure, for presets of formulas
    """

    name: str
    about: str
    task: str
    measures: tuple[str, ...]
    options: Mapping[str, Any]
    form: str | None
    origin: str
    sha256: str
    headline: str = ""

    def details(self) -> dict[str, Any]:
        """Return the sources of the preset, its formats, its measures with formulas, and its options
        with defaults.
        """
        from nerkit.algebra import files

        reference = preset_files.reference(self.name, {})
        toml = preset_files.opened(reference).toml
        free = {
            name: " ".join([option["type"], *([f"({option['default']})"] if "default" in option else [])])
            + (f": {option['help']}" if "help" in option else "")
            for name, option in preset_files.options_of(toml).items()
            if "value" not in option
        }
        fixed = {name: str(value) for name, value in self.options.items() if not self.headline}
        measures: Any = list(self.measures)
        if self.headline:
            measures = {
                one.name: f"{one.definition}  {one.average} {one.metric}" for one in files.formulas(reference)
            }
        return {
            "source": toml.table.get("source", []),
            "formats": [name for name, _ in tables(toml, "format")] or [*filter(None, [self.form])],
            "measures": measures,
            "options": free | fixed,
        }

    def told(self) -> dict[str, str]:
        """Return the record of the preset in the JSON of a result."""
        return {"name": self.name, "from": self.origin, "sha256": self.sha256}


def built_in() -> dict[str, Preset]:
    """Return the presets of nerkit by name."""
    return {name: preset(name) for name in preset_files.built_in()}


def preset(name: str, task: str | None = None, settings: Mapping[str, Any] | None = None) -> Preset:
    """Return the preset of this name; *settings* are values of its options.

    Raises UsageError for an unknown preset and for a preset of another task, InputError (line, column)
    for an error in its file.
    """
    reference = preset_files.reference(name, settings or {})
    found = _read(preset_files.opened(reference), reference)
    if task not in (None, found.task):
        raise UsageError(f"the preset {name} is for nerkit {found.task}, not for nerkit {task}")
    return found


def _read(file: PresetFile, reference: str) -> Preset:
    toml, table = file.toml, file.toml.table
    own = table.get("task", RECORDS)
    of_formulas = "measure" in table or "task" not in table
    check_keys(toml, table, OF_FORMULAS if of_formulas else OF_TASKS)
    _check_about(toml)
    name = table.get("name", _stem(file.place.name))
    if not isinstance(name, str) or not NAME.fullmatch(name):
        toml.fail(f"{name!r} cannot be the name of a preset; use small letters, digits, . and -", "name")
    about = " ".join(table["summary"].split())
    origin, digest = file.place.origin, file.sha256
    if of_formulas:
        if own != RECORDS:
            toml.fail(f"a preset with its own measures needs task {RECORDS!r}", "task")
        headline = _check_formulas(file, reference)
        options: dict[str, Any] = {"metric": (reference,)}
        return Preset(name, about, own, (), options, reference, origin, digest, headline)
    preset = _of_task(file, Preset(name, about, own, (), {}, None, origin, digest))
    if "format" not in table:
        return preset
    _check_format(toml, own, reference)
    return preset._replace(form=reference)


def _stem(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2].rpartition(":")[2].removesuffix(preset_files.SUFFIX)


def _check_about(toml: Toml) -> None:
    """Raise InputError for a wrong schema and for a wrong summary."""
    table = toml.table
    if "schema" not in table:
        toml.fail("no schema", remedy=f"schema = {SCHEMA}")
    if table["schema"] != SCHEMA or isinstance(table["schema"], bool):
        toml.fail(f"unknown schema {table['schema']!r}", "schema", remedy=f"the newest known is {SCHEMA}")
    source = table.get("source", [])
    if not isinstance(source, list) or not all(isinstance(one, str) for one in source):
        toml.fail("source must be a list of texts", "source")
    if not isinstance(table.get("summary"), str) or not table["summary"].strip():
        toml.fail("no summary", "summary", remedy='summary = "…", a sentence')


def _check_formulas(file: PresetFile, reference: str) -> str:
    """Return the headline of a preset of formulas. Raises InputError for an error in formats and formulas."""
    from nerkit.algebra import files
    from nerkit.readers.custom_formats import reader

    toml = file.toml
    measures = dict(tables(toml, "measure"))
    if not measures:
        toml.fail("no measure", "measure", remedy="write a measure as a table, [measure.NAME], like [metric]")
    if not dict(tables(toml, "format")):
        toml.fail("no format", "format", remedy="write a format as a table, [format.NAME]")
    headline = toml.table.get("headline", "" if len(measures) > 1 else next(iter(measures)))
    if headline not in tuple(measures):
        problem = f"the headline {headline!r} is not a measure{nearest(str(headline), measures)}"
        problem = problem if "headline" in toml.table else "the preset has several measures and no headline"
        toml.fail(problem, "headline", remedy=f"the measures are {', '.join(measures)}")
    files.formulas(reference)
    reader(reference)
    return str(headline)


def _check_format(toml: Toml, task: str, reference: str) -> None:
    """Raise InputError for a format that the task does not take."""
    from nerkit.readers.custom_formats import reader
    from nerkit.readers.plugins import corpora
    from nerkit.scorers import task_named

    if task_named(task).reads not in corpora(reader(reference)):
        name = next(name for name, _ in tables(toml, "format"))
        toml.fail(f"nerkit {task} cannot read a format of this kind", "format", name)


def _follow(file: PresetFile, name: str, value: Any) -> None:
    """Read the files of an option like the preset. Raises InputError for Python, which would run."""
    for text in map(str, value if isinstance(value, list) else [value]):
        if name == "metric" and text.endswith(".py"):
            file.toml.fail("a preset is data and cannot name Python to run", "options", name)
        for path in islice(containment.named_paths(text), containment.MOST_NAMED):
            containment.follow(file.place.path, path)


def _check_kind(toml: Toml, name: str, value: Any, annotation: str) -> None:
    """Raise InputError for a value of a kind that the annotation of the option does not name."""
    words = set(re.findall(r"\w+", annotation))
    listed = bool(words & {"Any", "Sequence"})
    whole = isinstance(value, int) and not isinstance(value, bool)
    kinds = {
        "a text": (listed or "str" in words, isinstance(value, str)),
        "a list of texts": (listed, isinstance(value, list) and all(isinstance(one, str) for one in value)),
        "an integer": ("int" in words, whole),
        "a number": ("float" in words, whole or isinstance(value, float)),
        "true or false": ("bool" in words, isinstance(value, bool)),
    }
    if not any(takes and is_one for takes, is_one in kinds.values()):
        taken = " or ".join(kind for kind, (takes, _) in kinds.items() if takes)
        toml.fail(f"{name} needs {taken}, not {value!r}", "options", name, "value")


def _of_task(file: PresetFile, plain: Preset) -> Preset:
    """Return the preset of a task of nerkit."""
    from nerkit.scorers import SCORERS, task_named

    toml, table = file.toml, file.toml.table
    if plain.task not in tuple(SCORERS):
        toml.fail(f"unknown task {plain.task!r}{nearest(str(plain.task), SCORERS)}", "task")
    fixed = {name: one["value"] for name, one in preset_files.options_of(toml).items() if "value" in one}
    lists: dict[str, list[str]] = {}
    for key in ("measures", "formats"):
        lists[key] = table.get(key, [])
        if not isinstance(lists[key], list) or not all(isinstance(one, str) for one in lists[key]):
            toml.fail(f"{key} must be a list of names", key)
    task = task_named(plain.task)
    typed = {option.name: option.type for option in fields(task.options)}
    for name, value in fixed.items():
        if name not in task.option_names:
            problem = f"nerkit {plain.task} has no option {name!r}{nearest(name, task.option_names)}"
            toml.fail(problem, "options", name)
        _check_kind(toml, name, value, str(typed[name]))
        _follow(file, name, value)
        try:
            task.own_options({name: value})
        except UsageError as error:
            toml.fail(str(error), "options", name, "value")
    for name in lists["measures"]:
        if not task.is_known(name):
            toml.fail(f"nerkit {plain.task} has no measure {name!r}", "measures")
    for name in lists["formats"]:
        if name not in (*task.formats, *task.named_formats):
            toml.fail(f"nerkit {plain.task} does not read {name!r}", "formats")
    form = lists["formats"][0] if len(lists["formats"]) == 1 else None
    return plain._replace(measures=tuple(lists["measures"]), options=fixed, form=form)
