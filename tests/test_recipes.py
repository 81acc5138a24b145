"""The recipes of docs/architecture.md are true: each is carried out in a copy of the package, and nothing
else is edited.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import nerkit
from nerkit.readers.records import shape

PACKAGE = Path(nerkit.__file__).parent
PROJECT = Path(__file__).parents[1]


@pytest.fixture
def copy(tmp_path):
    """A copy of the package; what it is called with, and how its files are edited."""
    shutil.copytree(PACKAGE, tmp_path / "nerkit", ignore=shutil.ignore_patterns("demo"))
    return Copy(tmp_path)


class Copy:
    """A copy of the package in *folder*; `edits` counts the places that were edited or added, `files` has the
    files.
    """

    def __init__(self, folder):
        self.folder, self.edits, self.files = folder, 0, []

    def edit(self, path, before, after):
        """Replace one line or part of one."""
        file = self.folder / "nerkit" / path
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1, (path, before, text.count(before))
        file.write_text(text.replace(before, after), encoding="utf-8")
        self._edited(file)

    def add(self, path, text):
        """A new file of the package, or of the tests."""
        file = self.folder / ("" if path.startswith("tests/") else "nerkit") / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        self._edited(file)

    def _edited(self, file):
        self.edits += 1
        self.files.append(file.relative_to(self.folder).as_posix())

    @property
    def changed(self):
        """The files of the copy that the package has not, or not so."""
        mine, others = (
            {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.py")}
            for folder in (self.folder / "nerkit", PACKAGE)
        )
        return [path for path, content in mine.items() if others.get(path) != content]

    def printed(self, code):
        """What Python code prints, which may import the copy and the scripts of the project."""
        return self.python("-c", code)

    def write(self, name, text):
        """A file to score."""
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def run(self, *arguments):
        """What a command of the copy prints."""
        return self.python("-m", "nerkit", *arguments)

    def python(self, *arguments):
        """What Python prints in the copy, which may import the tests and the scripts of the project."""
        path = (self.folder, self.folder / "tests", PROJECT)
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


TREES = "1\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n2\ton\ton\tADV\t_\t_\t1\tadvmod\t_\t_\n\n"


def test_a_measure(copy):
    """Its record in the list, with its arithmetic: one file, and everything that names measures knows it."""
    copy.edit(
        "scorers/dep/measures.py",
        "MEASURES: Sequence[Measure] = (*TREES,",
        'MEASURES: Sequence[Measure] = (Measure("letters", OfWords(lambda pairs: pairs.head), "A test."),'
        " *TREES,",
    )
    gold = copy.write("gold.conllu", TREES)
    assert copy.run("dep", "-g", gold, gold, "-m", "letters", "-b") == "1.0\n"
    assert "letters" in copy.run("measures", "dep")
    assert "A test." in copy.run("explain", "letters")
    page = copy.printed("from scripts import manual_pages; print(manual_pages.measures_of('dep'))")
    assert "## `letters`\n\nA test.\n" in page
    listed = copy.printed("from scripts import manual_pages; print(manual_pages.measures())")
    assert "letters" in listed
    assert copy.changed == ["scorers/dep/measures.py"]


FOUND = "    return scored, [*warnings, *left_out, *unused]\n"
ALL_ROWS = "from scripts import manual_pages as pages; print(pages.messages(pages.SENTENCES))"


def test_a_warning(copy):
    """Its row in the table of sentences, and the line that finds it; nothing else lists warnings."""
    copy.edit(
        "ground/sentences.py",
        '    "documents-without-date":',
        '    "letters": "{count:letter} without a sound: {examples}",\n    "documents-without-date":',
    )
    copy.edit(
        "scorers/dep/scorer.py", FOUND, FOUND.replace("*unused", '*unused, Warned("letters", 2, ["a", "b"])')
    )
    copy.edit(
        "scorers/dep/scorer.py", "import UPOS\n", "import UPOS\nfrom nerkit.ground.warnings import Warned\n"
    )
    gold = copy.write("gold.conllu", TREES)
    (warning,) = json.loads(copy.run("dep", "-g", gold, gold, "-f", "json"))["warnings"]
    said = "2 letters without a sound: a, b"
    assert warning == {"key": "letters", "text": said, "count": 2, "side": None}
    assert "| `letters` | `{count:letter} without a sound: {examples}` |\n" in copy.printed(ALL_ROWS)
    assert sorted(copy.changed) == ["ground/sentences.py", "scorers/dep/scorer.py"]


READER = '''
"""Spans as `document:start-end`, one a line."""

from nerkit.corpora.spans import Spans
from nerkit.readers.format import Reader
from nerkit.readers.spans import in_memory


def read(sources):
    documents = {}
    for source in sources:
        for _, line in source.lines():
            if not line.startswith("%"):
                document, _, offsets = line.partition(":")
                start, end = map(int, offsets.split("-"))
                documents.setdefault(document, []).append((start, end, None))
    return in_memory.read(documents)


READER = Reader(read, Spans)
'''
BEFORE = "    # meaning graphs\n"


def test_a_format(copy):
    """Its module and its line in the register; then tasks read it and it is recognised by content."""
    copy.add("readers/spans/colons.py", READER)
    line = '    _format("colons", "spans", "spans", "%", has="%spans", words="what says so"),\n'
    copy.edit("readers/register.py", BEFORE, f"{BEFORE}{line}")
    gold = copy.write("gold.txt", "%spans\nd:0-4\nd:7-9\n")
    system = copy.write("system.tsv", "d\t0\t4\n")
    assert copy.run("spans", "-g", gold, "--from", "colons", gold, "-m", "sets::span", "-b") == "1.0\n"
    assert copy.run("evaluate", "-g", gold, gold, "-m", "sets::span", "-b") == "1.0\n"
    assert "colons" in copy.run("spans", "--help")
    assert copy.run("convert", gold, "--to", "span-tsv").count("\n") == 2
    assert system
    assert copy.edits == 2


SHAPE = '''
"""Mentions and links between them, a document a line; the last token of a mention is inclusive.

    {"doc": "d", "words": ["Tolkien", "left", "Oxford"],
     "mentions": [{"name": "a", "label": "PER", "from": 0, "to": 0}],
     "links": [{"label": "self", "source": "a", "target": "a"}]}
"""

from nerkit.readers.records.document_table import Unit
from nerkit.readers.records.shape import Ends, EntityList, RelationList, Shape, TokenList, by_own_id

'''
LINKS = """{"doc": "d", "words": ["Tolkien", "left", "Oxford"], "mentions": [\
{"name": "a", "label": "PER", "from": 0, "to": 0}, {"name": "b", "label": "LOC", "from": 2, "to": 2}], \
"links": [{"label": "visit", "source": "a", "target": "b"}]}
"""
LINE = """    _format("mine", "records", "records spans", JSON, shaped=True, record="{mentions links}",
            words="JSON records with mentions and links"),
"""
CASE = f"""small = '''
{LINKS}'''
holds = "tokens"
takes = "tokens"

[[good]]
text = '''
{LINKS}'''
[good.columns]
documents = ["d"]

[[bad]]
text = '{{"words": ["Oxford"], "mentions": 5, "links": []}}'
line = 1
column = 35
message = "mentions is 5, not a list"
"""
OF_CASES = "tests/readers/test_cases.py"
DERIVED = """
from format_cases import FILES, TARGETS
from fuzz.inputs import seeds
from nerkit.readers import FORMATS
from nerkit.writers.targets import targets
from scripts.benchmark import growth
from scripts.format_pages import MARK, completed

assert [*FILES] == [*FORMATS]
assert {form: made for form in FORMATS if (made := targets(form))} == TARGETS
assert (FILES["mine"].encode(), FILES["mine"].encode()) in seeds("mine")
assert {"reader mine", "writer mine"} <= {*growth.CASES}
print(completed(MARK, "records").partition("### `mine`")[2].partition("<a id=")[0])
"""


def test_a_format_touches_its_description_and_its_cases(copy):
    """What asks every format has it then: fuzz targets, growth shapes, conversions, the page of formats."""
    tests = Path(__file__).parent
    for part in (tests, tests.parent / "scripts"):
        shutil.copytree(part, copy.folder / part.name, ignore=shutil.ignore_patterns("__pycache__", "*.json"))
    (copy.folder / "demo").symlink_to(tests.parent / "demo")
    shown = shape.__doc__.partition("\n\n")[2].partition("\n\n")[0]
    copy.add("readers/records/mine.py", SHAPE + textwrap.dedent(shown))
    copy.edit("readers/register.py", BEFORE, f"{BEFORE}{LINE}")
    copy.add("tests/readers/cases/mine.toml", CASE)
    section = copy.python("-c", DERIVED)
    assert "- **Recognised**: JSON records with mentions and links." in section
    assert "`mentions is 5, not a list`" in section
    assert "5 passed" in copy.python("-m", "pytest", "-q", "-p", "no:cacheprovider", OF_CASES)
    description, cases = copy.files[:2], copy.files[2:]
    assert description == ["nerkit/readers/records/mine.py", "nerkit/readers/register.py"]
    assert cases == ["tests/readers/cases/mine.toml"]


def test_a_json_format_of_entities_and_relations(copy):
    """Its module, whose shape is the one shown, and a line; it is recognised, scored, refused and written."""
    shown = shape.__doc__.partition("\n\n")[2].partition("\n\n")[0]
    module = SHAPE + textwrap.dedent(shown)
    assert len(module.splitlines()) <= 40
    copy.add("readers/records/mine.py", module)
    copy.edit("readers/register.py", BEFORE, f"{BEFORE}{LINE}")
    gold = copy.write("gold.jsonl", LINKS)
    plain = copy.run("convert", gold, "--to", "ie-jsonl")
    assert '"head": [0, 1]' in plain
    written = LINKS.replace('"a"', "0").replace('"b"', "1")  # ids are numbers
    assert json.loads(copy.run("convert", gold, "--to", "mine")) == json.loads(written)
    assert copy.run("ie", "-g", gold, copy.write("plain.jsonl", plain), "-m", "relation", "-b") == "1.0\n"
    wrong = copy.write("wrong.jsonl", LINKS.replace('"source": "a"', '"source": "c"'))
    said = r"""wrong.jsonl:1:\d+: source "c" is not an entity of the document"""
    with pytest.raises(AssertionError, match=said):
        copy.run("ie", "-g", gold, wrong)
    wrong = copy.write("wrong.jsonl", LINKS.replace('"to": 0', '"at": 0'))
    form = re.escape('a document is {"words": […], "mentions": [{"label": …, "from": 0, "to": 1}]')
    with pytest.raises(AssertionError, match=form):
        copy.run("ie", "-g", gold, wrong)
    assert copy.edits == 2


FORMATTER = '''
"""The values alone, one a line."""

from nerkit import views
from nerkit.formatters import Formatter


def render(rows, style):
    return "\\n".join(f"{row.measure}={row.value}" for row in rows)


FORMATTER = Formatter(render, views.rows)
'''


def test_an_output_format(copy):
    """Its module and its line in FORMATTERS."""
    copy.add("formatters/lines.py", FORMATTER)
    copy.edit(
        "formatters/__init__.py",
        '    "tsv": "nerkit.formatters.tsv",\n',
        '    "tsv": "nerkit.formatters.tsv",\n    "lines": "nerkit.formatters.lines",\n',
    )
    gold = copy.write("gold.tsv", "d\t0\t4\n")
    assert copy.run("spans", "-g", gold, gold, "-m", "sets::span", "-f", "lines") == "sets::span=1.0\n"
    assert copy.edits == 2


def test_an_option_of_a_task(copy):
    """Its field and its use; the command, its help, the signature and `--option` know it without more."""
    copy.edit(
        "scorers/dep/options.py",
        "\n    def __post_init__(",
        '    nothing: bool = option(False, "Refuse to score.")\n\n    def __post_init__(',
    )
    copy.edit(
        "scorers/dep/scorer.py",
        "    words = ComparedWords(",
        '    if options.nothing:\n        raise UsageError("nothing")\n    words = ComparedWords(',
    )
    gold = copy.write("gold.conllu", TREES)
    assert copy.run("dep", "-g", gold, gold, "-m", "LAS", "-b") == "1.0\n"
    assert "Refuse to score." in copy.run("dep", "--help-all")
    with pytest.raises(AssertionError, match="error: nothing"):
        copy.run("dep", "-g", gold, gold, "--nothing")
    with pytest.raises(AssertionError, match="error: nothing"):
        copy.run("compare", "-g", gold, gold, f"b={gold}", "--task", "dep", "--option", "nothing")
    assert copy.edits == 2


def test_a_shared_option(copy):
    """Its field, and its use."""
    copy.edit(
        "evaluation/options.py",
        '    empty: str = option("zero", "Set the value of 0/0 (default zero).", choices=tuple(EMPTY))\n',
        '    empty: str = option("zero", "Set the value of 0/0 (default zero).", choices=tuple(EMPTY))\n'
        '    loud: bool = option(False, "Fail.")\n',
    )
    copy.edit(
        "evaluation/evaluate.py",
        "    request = request.with_preset()\n    if not systems:\n",
        "    request = request.with_preset()\n    if request.loud:\n"
        '        raise UsageError("loud")\n    if not systems:\n',
    )
    gold = copy.write("gold.tsv", "d\t0\t4\n")
    assert copy.run("spans", "-g", gold, gold, "-m", "sets::span", "-b") == "1.0\n"
    with pytest.raises(AssertionError, match="error: loud"):
        copy.run("evaluate", "-g", gold, gold, "--loud")
    assert copy.edits == 2


DOORS = {
    "__init__": '"""Counts of documents: a task of a test."""\n',
    "options": '''
from dataclasses import dataclass

READS = "spans"


@dataclass(frozen=True)
class Options:
    """Nothing to choose."""
''',
    "measures": """
import numpy as np

from nerkit.results.counts import ALL, Part
from nerkit.scorers.task import Measure


def items(batch, name, fields):
    gold, system = len(batch.gold), len(batch.system)
    both = min(gold, system)
    return [Part(name, np.array([0]), [ALL], np.array([0]), np.array([[both, system, both, gold]], float))]


MEASURES = (Measure("items", items, "How many items both sides have.", default=True),)
""",
    "scorer": """
from nerkit.readers.spans.in_memory import read
from nerkit.scorers.counting.measures import MEASURES
from nerkit.scorers.counting.options import Options
from nerkit.scorers.measure import BatchView
from nerkit.scorers.task import Task


def prepare(corpora, selection, options):
    return [selection.apply(corpus) for corpus in corpora], []


def view(batch, measures, plan, options):
    return BatchView(batch.documents, measures, [()], [(0, batch)])


TASK = Task(
    name="counting",
    read_objects=read,
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    headlines=(MEASURES[0].name,),
)
""",
    "errors": """
from nerkit.scorers.spans.errors import find as find_spans


def find(batch, measures, options):
    return find_spans(batch, measures, None)
""",
}
COMMAND = '''
"""`nerkit counting`: a task of a test."""

import click

from nerkit.cli.options import scoring_options
from nerkit.cli.scoring import run


@click.command()
@scoring_options
def command(shared):
    """Score how many items there are."""
    run("counting", shared)
'''


def test_a_task(copy):
    """A folder with the five doors, its line in SCORERS, its command and the line of that; and it has
    statistics.
    """
    for door, text in DOORS.items():
        copy.add(f"scorers/counting/{door}.py", text)
    copy.add("cli/counting.py", COMMAND)
    copy.edit(
        "scorers/__init__.py",
        '    "dep": "nerkit.scorers.dep.scorer",\n',
        '    "dep": "nerkit.scorers.dep.scorer",\n    "counting": "nerkit.scorers.counting.scorer",\n',
    )
    copy.edit(
        "cli/commands.py",
        '    "dep": TASKS,\n',
        '    "dep": TASKS,\n    "counting": "nerkit.cli.counting",\n',
    )
    gold = copy.write("gold.tsv", "d\t0\t4\nd\t5\t6\n")
    system = copy.write("system.tsv", "d\t7\t8\n")
    assert copy.run("counting", "-g", gold, system, "-f", "tsv").splitlines()[1].split("\t")[4:8] == [
        *("0.6666666666666666", "1.0"),
        *("0.5", "0.6666666666666666"),
    ]
    assert "items" in copy.run("measures", "counting")
    assert "value_low" in copy.run("counting", "-g", gold, system, "--confidence", "-f", "json")
    assert copy.edits == len(DOORS) + 3


def test_a_preset(copy):
    """A file: measures and options under one name."""
    path = copy.folder / "nerkit" / "evaluation" / "presets" / "spot.toml"
    path.write_text('schema = 1\nsummary = "Tags."\ntask = "dep"\nmeasures = ["UPOS"]\n')
    gold = copy.write("gold.conllu", TREES)
    assert copy.run("evaluate", "-g", gold, gold, "--preset", "spot", "-f", "tsv").count("UPOS") == 1
    assert copy.edits == 0


def test_a_task_that_is_a_file(copy):
    """A file and its data: without it the package does not know the task, with it every command does."""
    place = copy.folder / "nerkit" / "evaluation" / "presets" / "webnlg.toml"
    text = place.read_text(encoding="utf-8")
    place.unlink()
    with pytest.raises(AssertionError, match="unknown preset 'webnlg'"):
        copy.run("presets", "webnlg")
    copy.add("evaluation/presets/webnlg.toml", text)
    gold = copy.write("gold.jsonl", '[["A", "b", "C"], ["D", "e", "F"]]\n')
    system = copy.write("system.jsonl", '[["a", "b", "x"]]\n')
    asked = ("--preset", "webnlg", "-g", gold, "-s", system)
    assert copy.run("evaluate", *asked, "-b") == "0.4444444444444444\n"
    assert "webnlg/triple" in copy.run("presets", "webnlg")
    assert "missed" in copy.run("errors", *asked)
    assert copy.run("convert", gold, "--preset", "webnlg").count('"s": "a"') == 1
    assert copy.edits == 1
