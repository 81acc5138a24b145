"""Every block of every page is run, or data, or marked as an excerpt, whose commands and options exist."""

import ast
import doctest
import re
import shlex
from importlib import import_module
from pathlib import Path

import click
from tries import each

from nerkit.cli import COMMANDS, cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS = [
    (str(page.relative_to(ROOT)), match["kind"], match["text"])
    for page in PAGES
    for match in BLOCK.finditer(page.read_text(encoding="utf-8"))
]
EXCERPT = "bash excerpt"
SIGNATURES = "docs/python.md"  # which have no bodies; its examples are doctests
RUN = re.compile(r"console( \d+)?|pycon")  # by `make docs`, and as doctests
DATA = ("", "text", "toml", "yaml", "json", "ini", "groovy")
COMMAND = re.compile(r"^\$ |^(?:nerkit|python3?|pip|make) ", re.MULTILINE)
LINE = re.compile(r"\bnerkit (?P<arguments>[^|<>;()&#\n]*)")


def test_kinds_of_blocks_are_known():
    """`console` is run by `make docs`, `pycon` is a doctest, Python is compiled; data has no command."""
    kinds = {kind for _, kind, _ in BLOCKS}
    assert {kind for kind in kinds if not RUN.fullmatch(kind)} <= {*DATA, "python", EXCERPT}
    told = [(page, text[:60]) for page, kind, text in BLOCKS if kind in DATA[:2] and COMMAND.search(text)]
    assert told == []
    assert all(text.startswith("$ ") for _, kind, text in BLOCKS if kind.startswith("console"))


def lines():
    """The command lines of nerkit in excerpts, with their pages."""
    for page, kind, text in BLOCKS:
        if kind == EXCERPT:
            for match in LINE.finditer(text.replace("\\\n", " ")):
                yield page, match["arguments"]


def spellings(command):
    """The options of a command as they may be typed."""
    options = [one for one in command.params if isinstance(one, click.Option)]
    return {name for one in options for name in (*one.opts, *one.secondary_opts)}


@each("page, line", list(lines()))
def test_the_commands_of_excerpts_exist(page, line):
    """With each of their options."""
    name, *arguments = shlex.split(line.rstrip("'"), comments=True)
    assert name in COMMANDS
    known = spellings(cli.get_command(click.Context(cli), name)) | {"--help", "--help-all", "--show-config"}
    typed = [re.match(r"--[\w-]+|-\w", word)[0] for word in arguments if re.match(r"--\w|-[a-zA-Z]", word)]
    assert [option for option in typed if option not in known] == []


@each("page, text", [(page, text) for page, kind, text in BLOCKS if kind == "python" and page != SIGNATURES])
def test_python_compiles_and_what_it_imports_of_nerkit_exists(page, text):
    examples = doctest.DocTestParser().get_examples(text) if text.startswith(">>> ") else []
    code = "".join(example.source for example in examples) or text
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "nerkit":
            path = ROOT / (node.module.replace(".", "/") + ".py")
            source = path if path.exists() else path.with_suffix("") / "__init__.py"
            defined = source.read_text(encoding="utf-8")
            missing = [one.name for one in node.names if not re.search(rf"\b{one.name}\b", defined)]
            assert missing == [] or all(import_module(f"{node.module}.{name}") for name in missing)
