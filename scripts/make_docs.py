"""Write the generated parts of the documentation: `python -m scripts.make_docs [--check]`.

docs/cli.md holds the options of every command, docs/measures.md and docs/measures/ the list of measures,
docs/python.md the public names, the end of docs/formats.md and of each page of docs/formats/ the formats, the
end of docs/messages.md the sentence of each
warning, `nerkit/cli/summaries.py` the first sentence of every command, and `nerkit/__init__.pyi` the types of
the library's calls. In README.md and the other pages, a console block whose first line is `$ nerkit …` (or `$
cd demo/… && nerkit …`) is run by bash in the project's folder and its stdout put below the command. The
commands of README.md and docs/tutorial.md are run one after another. Between `<!-- install -->` and `<!-- end
-->` stands what installs nerkit. A row of a table whose second cell is a command, `$ …`, has its output in
the third. docs/pictures are figures and drawings of the demos. With --check nothing is written, and the exit
code is 1 when something would change.
"""

import argparse
import contextlib
import difflib
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from functools import partial
from pathlib import Path

import click

from nerkit.cli import COMMANDS, cli
from nerkit.cli.summaries import SUMMARIES
from nerkit.scorers import SCORERS
from scripts import cli_page, format_pages, manual_pages, typed_options
from scripts.pictures import pictures

ROOT = Path(__file__).parents[1]
CONSOLE = re.compile(
    r"^```console(?P<columns> \d+)?\n\$ (?P<command>(?:[^\n]*\\\n)*[^\n]*)\n(?P<output>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
ROW = re.compile(  # in a fourth cell, which has no code, why it must be so
    r"^\| (?P<statement>.*) \| `\$ (?P<command>.*?)` \|(?P<output> `.*`)?(?P<why> \| [^`|]+)? \|$",
    re.MULTILINE,
)
TYPED = "nerkit/__init__.pyi"
SUMMARIZED = "nerkit/cli/summaries.py"
MEASURED = "docs/benchmarks.md"
STEP = re.compile(  # a command of a console block that has several, its output, and a comment on that
    r"^\$ (?P<command>(?:[^\n]*\\\n)*[^\n]*)\n(?P<output>(?:(?!\$ |```|# not ).*\n)*)"
    r"(?P<said>(?:# not .*\n)?)",
    re.MULTILINE,
)
INSTALLED = re.compile(r"(?<=<!-- install -->).*?(?=<!-- end -->)")  # what to type, by [project.urls]
LISTED = "<!-- the pages of this folder, by `make docs` -->\n"  # behind it they are listed
IN_ORDER = {"README.md": "demo/start", "docs/tutorial.md": None}  # whose blocks build on one another -> data


PROGRESS = re.compile(r"[^\n]*\x1b\[K")  # what a line said of long work before it was cleared


GENERATED = {
    "docs/cli.md": lambda: cli_page.page(commands()),
    "docs/measures.md": manual_pages.measures,
    **{f"docs/measures/{task}.md": partial(manual_pages.measures_of, task) for task in SCORERS},
    "docs/python.md": manual_pages.python,
}


def commands() -> list[tuple[str, click.Command]]:
    """All commands with their names."""
    context = click.Context(cli)
    return [(name, command) for name in COMMANDS if (command := cli.get_command(context, name)) is not None]


def summarize() -> str:
    """The module with the first sentence of every command's help, which `nerkit --help-all` shows."""
    SUMMARIES.clear()
    SUMMARIES.update((name, command.get_short_help_str(limit=1000)) for name, command in commands())
    lines = "".join(f"{name!r}: {summary!r},\n" for name, summary in SUMMARIES.items())
    explained = "The lines of `nerkit --help-all`, so that it loads no command; `make docs` writes them."
    return f'"""{explained}"""\n\nSUMMARIES = {{\n{lines}}}\n'


def formatted(code: str, name: str) -> str:
    """Python as the formatter has it in a file of this name."""
    ruff = str(Path(sys.executable).parent / "ruff")
    command = [ruff, "format", "--quiet", "--stdin-filename", name, "-"]
    return subprocess.run(command, input=code, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def on_a_terminal(command: str, columns: str) -> str:
    """What a command shows on a terminal of so many columns, without colours."""
    own, terminal = pty.openpty()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    settings = {"PATH": path, "COLUMNS": columns, "LINES": "50", "NO_COLOR": "1", "PAGER": "cat"}
    how = {"cwd": ROOT, "env": os.environ | settings, "stdout": terminal, "stderr": terminal}
    done = subprocess.Popen(["bash", "-c", command], **how)
    os.close(terminal)
    shown = b""
    with contextlib.suppress(OSError):  # the end of what a terminal shows
        while piece := os.read(own, 1 << 16):
            shown += piece
    os.close(own)
    done.wait()
    return PROGRESS.sub("", shown.decode().replace("\r\n", "\n"))


def output_of(command: str, folder: str | Path = ROOT) -> str:
    """What bash prints of a command in a folder, the project's if none is named; where it fails, its errors
    too.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    how = {"cwd": folder, "env": os.environ | {"PATH": path}, "capture_output": True, "text": True}
    done = subprocess.run(["bash", "-c", command], **how, check=False)
    return done.stdout + ("" if done.returncode in (0, 1) else done.stderr)


def executed(page: str) -> str:
    """The page with the output of its console blocks."""

    def run(match: re.Match[str]) -> str:
        command, columns = match["command"], match["columns"] or ""
        shown = on_a_terminal(command, columns.strip()) if columns else output_of(command)
        return f"```console{columns}\n$ {command}\n{shown}```"

    return CONSOLE.sub(run, page)


def in_order(page: str, data: str | None = None) -> str:
    """The page with the output of the commands of its console blocks, which run one after another, beginning
    in a folder with a copy of the *data* alone; each stays in the folder to which the one before has gone.
    """
    with tempfile.TemporaryDirectory() as empty:
        folder = Path(empty).resolve() / "start"
        shutil.copytree(ROOT / data, folder) if data else folder.mkdir()
        at = [str(folder)]

        def run(match: re.Match[str]) -> str:
            *shown, went = output_of(f"{match['command']}\npwd", at[-1]).splitlines(True)
            at.append(went.strip())
            return f"$ {match['command']}\n{''.join(shown)}{match['said']}"

        return CONSOLE.sub(lambda block: STEP.sub(run, block[0]), page)


def address() -> str | None:
    """The address of the repository, which stands in [project.urls] alone; None until there is one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return next(iter(project["urls"].values()), None)


def installed(page: str) -> str:
    """The page with the line that installs nerkit: from its repository, or from a checkout until that has an
    address.
    """
    line = f"`pip install git+{address()}`" if address() else "`pip install .` in a checkout"
    return INSTALLED.sub(line, page)


def tabled(page: str) -> str:
    """The page with the output of its tables: a row is a statement, a command, and what that prints."""

    def row(match: re.Match[str]) -> str:
        lines = output_of(match["command"].replace("\\|", "|")).replace("\t", "  ").splitlines()
        cell = "<br>".join(f"`{line.replace('|', chr(92) + '|')}`" for line in lines)
        return f"| {match['statement']} | `$ {match['command']}` | {cell}{match['why'] or ''} |"

    return ROW.sub(row, page)


def listed(page: str, folder: Path) -> str:
    """The page with a table of the pages beside it behind the mark: the title of each, and its question."""
    begin, mark, _ = page.partition(LISTED)
    if not mark:
        return page
    rows = []
    for path in sorted(folder.glob("[!R]*.md")):
        title, _, question = path.read_text(encoding="utf-8").split("\n", 3)[:3]
        rows.append(f"| [{title.removeprefix('# ')}]({path.name}) | {question} |")
    return "\n".join([f"{begin}{mark}", "| task | what its page answers |", "|---|---|", *rows]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    made = {SUMMARIZED: summarize, TYPED: typed_options.stub}
    pages = {ROOT / name: formatted(written(), name) for name, written in made.items()}
    pages |= {ROOT / name: written() for name, written in GENERATED.items()}
    for path in [ROOT / "README.md", ROOT / "tests" / "seeds.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        name = path.relative_to(ROOT).as_posix()
        if name in IN_ORDER:
            pages[path] = in_order(installed(path.read_text(encoding="utf-8")), IN_ORDER[name])
        elif name not in (*GENERATED, MEASURED):
            page = listed(path.read_text(encoding="utf-8"), path.parent)
            page = tabled(executed(installed(page)))
            pages[path] = manual_pages.messages(format_pages.completed(page, path.stem))
    pages |= {ROOT / name: text for name, text in pictures().items()}
    stale = False
    for path, text in pages.items():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if text == old:
            continue
        stale = True
        name = str(path.relative_to(ROOT))
        if check and path.suffix == ".svg":
            print(f"{name} would be another picture")
        elif check:
            print("".join(difflib.unified_diff(old.splitlines(True), text.splitlines(True), name, name)))
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    sys.exit(1 if stale and check else 0)


if __name__ == "__main__":
    main()
