"""The generated parts of docs/formats.md and of docs/formats/: a page per family, with a section per format.

A family is a folder of nerkit/readers. The docstring of a reader has the form and the conventions. The words
of its evidence say how nerkit recognises it. The docstring of its function says which input is wrong, and the
messages are those of tests/readers/cases.
"""

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from inspect import unwrap
from itertools import groupby
from pathlib import Path
from typing import Any

from nerkit.cli.option_names import worded
from nerkit.readers import FORMATS, plugins, reader
from nerkit.scorers import SCORERS, formats_of
from nerkit.writers import WRITERS
from nerkit.writers.targets import targets

CASES = Path(__file__).parents[1] / "tests" / "readers" / "cases"
MARK = "<!-- What follows is written by `make docs` from the register of formats. -->"
FAMILIES = {  # page of docs/formats -> the folders of readers whose formats it has
    **{name: (name,) for name in ("tags", "spans", "texts", "coref", "records", "graphs", "trees", "roles")},
    "values": ("values", "calls"),
}
LISTED = "formats"  # the page that lists all
ABOUT = """\
## Each format

`nerkit list formats NAME` prints the section of one format. If a file is wrong, the exit code is 2, and the
message has file, line and column. The messages below are examples."""
MOST = 6  # messages of a format
INDENT = "    "  # of an example in a docstring
WHEN = re.compile(r"(?:True when|Whether)\s+(?P<when>.*)|True for\s+(?P<what>.*)", re.DOTALL)
REFUSED = re.compile(
    r"[Rr]aises InputError(?: \([^()]*\))? (?:for )?(?P<what>.*?(?:\. Further errors are .*?)?)\.(?:\s|\Z)",
    re.DOTALL,
)


def completed(page: str, name: str) -> str:
    """The page of this name with what the register knows behind the mark; one without the mark as it is."""
    begin, mark, _ = page.partition(MARK)
    if not mark:
        return page
    own = [_table()] if name == LISTED else [ABOUT, *map(_section, of_family(name))]
    return "\n\n".join([f"{begin}{mark}", *own]) + "\n"


def of_family(name: str) -> list[str]:
    """The formats of a family, as the register orders them."""
    return [each for each in FORMATS if FORMATS[each].module.split(".")[2] in FAMILIES[name]]


def _table() -> str:
    """All formats by family: links to their sections, and the first sentence of each."""
    rows = ["| family | `--from` | what it is |", "|---|---|---|"]
    for family in FAMILIES:
        for name in of_family(family):
            first = _prose((import_module(FORMATS[name].module).__doc__ or "").split("\n\n")[0])
            page = f"formats/{family}.md"
            cells = f"[{family}]({page})", f"[`{name}`]({page}#format-{name})", first.replace("|", "\\|")
            rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _section(name: str) -> str:
    """The section of a format."""
    text = import_module(FORMATS[name].module).__doc__ or ""
    facts = "\n".join(f"- **{fact}**: {words}." for fact, words in _facts(name))
    heading = f'<a id="format-{name}"></a>\n\n### `{name}`'
    return "\n\n".join([heading, *_paragraphs(worded(text.strip())), facts])


def _paragraphs(docstring: str) -> Iterator[str]:
    """The paragraphs of a docstring, examples as blocks."""
    lines = docstring.splitlines()
    for is_example, part in groupby(lines, lambda line: line.startswith(INDENT) if line.strip() else None):
        own = list(part)
        if is_example:
            yield "```text\n" + "\n".join(line.removeprefix(INDENT) for line in own) + "\n```"
        elif is_example is False:
            yield "\n".join(own)


def _facts(name: str) -> Iterator[tuple[str, str]]:
    """What is known of a format: the fact and its words."""
    one, record = FORMATS[name], reader(name)
    tasks = [task for task in SCORERS if name in formats_of(task)]
    of_tasks = ", ".join(f"`nerkit {task}`" for task in tasks) or "`nerkit convert` alone"
    yield "Holds", f"{', '.join(plugins.held(record))}, for {of_tasks}"
    said = worded(one.evidence.words) or _said(name)
    named = f"where its task is named, {said}; else by `--from {name}`"
    yield "Recognised", said if one.by_content else named
    if one.extends:
        yield "Wins over", ", ".join(f"`{other}`" for other in one.extends)
    if record.forgives:
        yield "Forgiven and counted", "; ".join(f"{each.noun} {each.verdict}" for each in record.forgives)
    read = unwrap(record.read)
    methods = vars(type(getattr(read, "__self__", None)))  # a format of lines says it where it adds units
    texts = (each.__doc__ for each in (methods.get("add"), methods.get("add_file"), read) if each)
    refused = next(filter(None, (REFUSED.search(_prose(text)) for text in texts)), None)
    shown = [f"`{message}`" for message in _messages(name)]
    said = [refused["what"]] if refused else []
    if said or shown:
        yield "Refused", ". For example: ".join([*said, *([" · ".join(shown)] if shown else ())])
    if becomes := targets(name):
        own = "; it is written itself" if name in WRITERS else ""
        yield "Converted", f"to {' '.join(f'`{each}`' for each in becomes)}{own}"


def _said(name: str) -> str:
    """How a format with code is recognised, as the docstring of its function says."""
    when = WHEN.fullmatch(_prose(import_module(FORMATS[name].module).recognise.__doc__))
    return (when["what"] or f"when {when['when']}").rstrip(".") if when else ""


def _prose(docstring: str | None) -> str:
    """A docstring on one line, its first paragraph and the errors."""
    return " ".join(worded(docstring or "").split())


def _messages(name: str) -> list[str]:
    """The first messages of the cases of a format, each once."""
    cases: list[dict[str, Any]] = tomllib.loads((CASES / f"{name}.toml").read_text("utf-8")).get("bad", [])
    return list(dict.fromkeys(worded(each["message"]) for each in cases if "`" not in each["message"]))[:MOST]
