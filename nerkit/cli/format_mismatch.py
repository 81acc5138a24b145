"""Advice for the case that no task can read the formats of all files together."""

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nerkit.exceptions import FormatsError

EASIEST = ("spacy", "span-tsv", "bio")  # formats to try first, because most scorers read them
TEXTS, TOKENS = "noisy", "bio"  # a task that allows different texts, and a task that requires equal tokens
WITHOUT_TEXT = ("span-tsv", "brat", "ie-jsonl")  # formats to which offsets are converted without a text


def with_remedy(error: FormatsError) -> FormatsError:
    """Add to the error a command that makes the files comparable, if such a command exists."""
    error.remedy = _remedy(error.formats, error.task)
    return error


def _remedy(formats: Mapping[str, str], wanted: str | None) -> str:
    """The commands that convert the files to one format. Without such commands, the name of the task for each
    format.
    """
    from nerkit import readers
    from nerkit.corpora.spans import Spans
    from nerkit.scorers import task_of

    tasks = _tasks(list(formats.values()), wanted)
    if wanted == TEXTS and tasks[:1] == [TOKENS]:
        return _all_converted(formats, wanted)
    if tasks:
        return f"{_scored(tasks[0], list(formats))} scores such files"
    ways = [way for name in formats for way in _ways(name, formats, wanted)]
    if ways:
        *_, name, to, task = min(ways)
        made = f"{os.path.basename(name)}.{to}"
        files = [made if each == name else each for each in formats]
        return f"{_converting(name, formats[name], to, made)} && {_scored(task, files)}"
    forms = list(dict.fromkeys(formats.values()))
    own = "; ".join(f"{form} is for nerkit {task_of(form).name}" for form in forms)
    bare = next((form for form in forms if _is_bare(form)), None)
    if bare and any(readers.reader(form).makes is Spans for form in forms):
        return f"{own}; {bare} has no tokens to which spans could be aligned"
    return f"{own}; nerkit cannot convert one format so that it can be scored beside the other"


def _all_converted(formats: Mapping[str, str], task: str) -> str:
    """Commands that convert every file, followed by the scoring command. Every file is converted because the
    texts of the files may differ.
    """
    to = EASIEST[0]
    made = {name: f"{os.path.basename(name)}.{to}" for name in formats}
    if len(set(made.values())) < len(made):  # files with the same name in different folders
        made = {name: f"{place}.{made[name]}" for place, name in enumerate(formats, 1)}
    lines = [_converting(name, form, to, made[name]) for name, form in formats.items()]
    return " && ".join([*lines, _scored(task, list(made.values()))])


def _converting(name: str, form: str, to: str, made: str) -> str:
    """The `nerkit convert` command that converts the file *name* and writes *made*."""
    convert = f"nerkit convert {shlex.quote(_typed(name))} --from {form} --to {to} --lossy"
    return f"{convert} -o {shlex.quote(made)}"


def _typed(name: str) -> str:
    return "-" if name == "<stdin>" else name


def _scored(task: str, files: Sequence[str]) -> str:
    gold, *systems = [shlex.quote(_typed(name)) for name in files]
    return " ".join(["nerkit", task, "-g", gold, *(systems or [gold])])


def _tasks(forms: Sequence[str], wanted: str | None) -> list[str]:
    """The tasks that can read all of these formats. The task *wanted* is first if it is among them."""
    from nerkit.scorers import SCORERS, task_named

    names = sorted(SCORERS, key=lambda name: name != wanted)
    return [name for name in names if all(form in task_named(name).formats for form in forms)]


def _is_bare(form: str) -> bool:
    """Whether a format has tags but no tokens, so that offsets cannot be computed."""
    from nerkit import readers

    return readers.reader(form).without_tokens


def _ways(name: str, formats: Mapping[str, str], wanted: str | None) -> Iterator[tuple[Any, ...]]:
    """The ways to convert one file so that all files can be scored together. Each is a sort key (smallest is
    easiest), then file, format and task.
    """
    from nerkit import readers
    from nerkit.corpora.spans import Spans
    from nerkit.scorers import SCORERS, task_named
    from nerkit.writers.targets import targets

    others = [form for each, form in formats.items() if each != name]
    clusters = formats[name] in task_named("coref").formats
    for to in targets(formats[name]):
        if not readers.FORMATS[to].scored:
            continue
        easy = (*EASIEST, to).index(to)
        for task in _tasks([to, *others], wanted):
            if task == "coref" and not clusters:  # no conversion can find clusters
                continue
            needs_text = readers.reader(formats[name]).makes is Spans and to not in WITHOUT_TEXT
            if needs_text and any(map(_is_bare, others)):  # their tokens may differ from the text
                continue
            yield task != wanted, needs_text, easy, list(SCORERS).index(task), name, to, task
