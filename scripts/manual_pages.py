"""The generated pages of the manual: docs/measures.md and docs/measures/ from the list of measures,
docs/python.md from the public names and their docstrings, and the tables of docs/messages.md from the table
of sentences.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nerkit
from nerkit import scorers
from nerkit.cli.option_names import worded
from nerkit.ground.sentences import NOTES, READING_NOTES, WARNINGS, WHOLE
from nerkit.scorers.provenance import anchor, comparisons
from nerkit.scorers.task import Measure
from scripts.cli_page import escaped
from scripts.typed_options import parameters

SCRIPT = Path(__file__).with_name("user_script.py").read_text(encoding="utf-8")
DISCRIMINATION = Path(__file__).with_name("discrimination.md")  # of `nerkit compare --discrimination`
DOCTEST, TABLE = re.compile(r"^>>> "), re.compile(r"^\w[\w, ]*\S {2,}\S")

ABOUT_MEASURES = """\
Each task has a page with its measures. `nerkit list measures TASK` names them, and `nerkit explain NAME`
prints the section of one measure. tp is the number of items on which both sides agree. A ratio 0/0 is 0,
unless you choose another value with `--empty`. `make docs` writes these pages from the list of measures."""
OF_TASK = "[All tasks](../measures.md). `nerkit explain NAME` prints the section of one measure."
ABOUT_PYTHON = """\
These are all the public names (`nerkit.__all__`). Every other name may change without notice. Each task also
has [a function](#the-function-of-each-task), and [a script](#a-script) shows the names together. `make docs`
writes this page from the docstrings, which `help(nerkit.evaluate)` shows, too. The examples are doctests."""

SENTENCES = "<!-- What follows is written by `make docs` from the table of sentences. -->"
KEYS = "| key | sentence |\n|---|---|"
ABOUT_NOTES = "## Notes of scoring\n\nNotes begin with `note:` on stderr. JSON does not contain them."

OF_TASKS = (
    '`nerkit.bio(gold, system, scheme=…)` is `evaluate` with `task="bio"`. It takes the options of all '
    "tasks and these. `evaluate`, `compare`, `errors`, `report`, `plot` and `Scorer` take them too."
)
NAMES = """\
## Names in Python and in the shell

An option has the same name in both: `--by` is `by`, and `--system-ends` is `system_ends`. These are the
exceptions:

| in the shell | in Python | because |
|---|---|---|
| `--from` | `form` | `from` is a keyword of Python |
| `--class` | `kinds` | `class` is a keyword of Python |
| `--measure` | `measures` | one option for each measure, one list for all |
| `--set` | `settings` | one option for each setting, one mapping for all |

`from_`, `label_map` and `workers` work, too: they are other names of `form`, `map` and `jobs`."""


def measures() -> str:
    """docs/measures.md: the tasks, each with links to its measures."""
    rows = [f"| [nerkit {task}](measures/{task}.md) | {_names(task)} |" for task in scorers.SCORERS]
    table = "\n".join(["| task | measures |", "|---|---|", *rows])
    return "\n\n".join(["# Measures", ABOUT_MEASURES, table, DISCRIMINATION.read_text(encoding="utf-8")])


def measures_of(task: str) -> str:
    """docs/measures/TASK.md: every measure of a task that lists have, with an anchor each."""
    own = _listed(task)
    first = {_arithmetic(measure): measure for measure in reversed(own)}
    parts = [f"# Measures of `nerkit {task}`", OF_TASK]
    return "\n\n".join([*parts, *(_measure(task, each, first[_arithmetic(each)]) for each in own)]) + "\n"


def _listed(task: str) -> list[Measure]:
    """The measures of a task that lists have."""
    return [measure for measure in scorers.task_named(task).measures if measure.listed]


def _names(task: str) -> str:
    """Links to the measures of a task; parts of one are behind it, and not named."""
    named = [one.name for one in _listed(task) if "/" not in one.name]
    return " ".join(f"[`{name}`](measures/{task}.md#{anchor(task, name)})" for name in named)


def _arithmetic(measure: Measure) -> tuple[tuple[str, ...], ...]:
    """The formula, edge cases and differences, which measures of one kind share."""
    return tuple(map(tuple, (measure.formula, measure.edge_cases, measure.differences)))


def _measure(task: str, measure: Measure, first: Measure) -> str:
    """The definition, formula, edge cases, differences and source of a measure; what the *first* of its kind
    has is not said once more.
    """
    parts = [f'<a id="{anchor(task, measure.name)}"></a>', f"## `{measure.name}`"]
    parts.append(worded(escaped(measure.definition)))
    if first is not measure and measure.formula:
        parts.append(f"Formula and edge cases: those of [`{first.name}`](#{anchor(task, first.name)}).")
    elif measure.formula:
        parts.append("```text\n" + worded("\n".join(measure.formula)) + "\n```")
    for title, lines in (
        ("Edge cases", measure.edge_cases),
        ("Differences from the reference scorer", measure.differences),
    ):
        if lines and first is measure:
            parts.append(f"{title}:\n\n" + "\n".join(f"- {worded(escaped(line))}" for line in lines))
    if measure.groups:
        parts.append("Groups: " + ", ".join(f"`{group}`" for group in measure.groups) + ".")
    if measure.source:
        parts.append(f"Source: {escaped(measure.source)}")
    if compared := [escaped(str(one)) for one in comparisons(task, measure.name)]:
        parts.append("Compared with " + "; ".join(compared) + ".")
    return "\n\n".join(parts)


def messages(page: str) -> str:
    """The page with the sentence of every warning and note behind the mark; a page without the mark stays."""
    begin, mark, _ = page.partition(SENTENCES)
    if not mark:
        return page
    warnings, notes = (
        "\n".join([KEYS, *(f"| `{key}` | `{_escaped(text)}` |" for key, text in table.items())])
        for table in (WARNINGS | WHOLE, NOTES | READING_NOTES)
    )
    return "\n\n".join([f"{begin}{mark}", warnings, ABOUT_NOTES, notes]) + "\n"


def _escaped(sentence: str) -> str:
    """A sentence in a cell of a table."""
    return sentence.replace("|", "\\|")


def python() -> str:
    """docs/python.md: every public name with its signature, docstring and example."""
    links = " · ".join(f"[`{name}`](#{anchor('nerkit', name)})" for name in nerkit.__all__)
    parts = ["# Python API", ABOUT_PYTHON, links]
    for name in nerkit.__all__:
        value = getattr(nerkit, name)
        parts += [f'<a id="{anchor("nerkit", name)}"></a>', f"## nerkit.{name}", *_described(name, value)]
    parts += ["## The function of each task", OF_TASKS]
    for task in scorers.SCORERS:
        own = parameters(scorers.task_named(task).options, set())
        listed = [f"    {name}: {kind}" for name, kind in own.items()] or ["# no options of its own"]
        parts.append("\n".join([f"```python\nnerkit.{task}", *listed, "```"]))
    about = "The tests run it in the folder that `nerkit demo start --copy .` writes."
    return "\n\n".join([*parts, NAMES, "## A script", about, f"```python\n{SCRIPT}```"]) + "\n"


def _described(name: str, value: Any) -> Iterator[str]:
    """The sections of one name: signature, docstring, and of a class what it has."""
    if isinstance(value, str):
        yield "The version of the package, a text."
    elif name == "Documents":
        yield f"```python\n{name} = {_shown(value)}\n```"
        yield (
            "The type of what `evaluate` takes for gold and for a system: a path, an open file, a corpus "
            "that was read, a list with an item for each document, or a mapping of their ids to these."
        )
    else:
        if name != "Result":  # nobody makes one
            yield f"```python\n{name}{_signature(value)}\n```"
        yield from _paragraphs(inspect.getdoc(value) or "")
        if isinstance(value, type) and not issubclass(value, Exception):
            yield "\n".join(_members(value))


def _shown(value: object) -> str:
    """A type as it is written, without the modules that its parts are from."""
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", repr(value))


def _signature(value: Callable[..., object]) -> str:
    """The signature of what can be called, without the modules of its types."""
    try:
        return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])|'", "", str(inspect.signature(value)))
    except ValueError:  # exceptions that take what Exception does
        return "(message: str)"


def _members(kind: type) -> Iterator[str]:
    """The methods and properties of a class, a line each, with the first sentence of their docstrings."""
    for name, value in inspect.getmembers(kind):
        if not name.startswith("_") and (callable(value) or isinstance(value, property)):
            called = _signature(value).replace("(self, ", "(") if callable(value) else ""
            called = called.replace("(self)", "()")
            first = " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())
            yield f"- `.{name}{called}`: {escaped(first)}"


def _paragraphs(docstring: str) -> Iterator[str]:
    """The paragraphs of a docstring: examples and tables as blocks, the rest as prose."""
    for paragraph in docstring.split("\n\n"):
        if DOCTEST.match(paragraph):
            yield f"```pycon\n{paragraph}\n```"
        elif TABLE.match(paragraph):
            yield f"```text\n{paragraph}\n```"
        else:
            yield paragraph
