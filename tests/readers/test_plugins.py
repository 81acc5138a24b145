"""Formats of installed packages: a package of one module whose metadata name it under `nerkit.formats`."""

import os
import subprocess
import sys

import pytest

MODULE = '''
"""Spans, one a line: document:start-end."""

import os
from pathlib import Path

import numpy as np

from nerkit.corpora.corpus import Origin
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError
from nerkit.readers.format import Reader
from nerkit.readers.spans.span_table import SpanTable

Path(os.environ["MARK"]).write_text("imported")


def read(sources, **_):
    sources, table = list(sources), SpanTable()
    for source in sources:
        table.source(source)
        for number, line in source.lines():
            name, _, span = line.partition(":")
            start, _, end = span.partition("-")
            if not end.isdigit():
                where = {"source": source.name, "line": number, "column": 1, "text": line}
                raise InputError("no span", **where, remedy="d:0-4")
            table.document(name, None)
            table.span(int(start), int(end), number, type=None, eid=None)
    return table.spans(sources)


READER = Reader(read, Spans, characters=True)
'''


@pytest.fixture
def package(tmp_path):
    """What runs a command with the package: gives exit code, stdout, stderr, whether it was imported."""
    site = tmp_path / "site"
    info = site / "toy_formats-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "toy_formats.py").write_text(MODULE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-formats\nVersion: 1.0\n")
    names = "colons = toy_formats\nlost = toy_lost\nbare = toy_formats:read\nbio = toy_formats\n"
    (info / "entry_points.txt").write_text(f"[nerkit.formats]\n{names}")
    (tmp_path / "a.txt").write_text("d:0-4\n")
    (tmp_path / "b.txt").write_text("d:0-4\nd:x\n")
    mark = tmp_path / "mark"

    def run(*arguments, **environment):
        mark.unlink(missing_ok=True)
        more = {"PYTHONPATH": str(site), "MARK": str(mark), "COLUMNS": "100", **environment}
        line = [sys.executable, "-P", "-m", "nerkit", *arguments]
        done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, env=os.environ | more)
        return done.returncode, done.stdout, done.stderr, mark.exists()

    return run


def test_a_format_of_a_package_is_scored_converted_and_validated(package):
    """It is known by its name to every command, and its errors are those of any format."""
    assert package("evaluate", "-g", "a.txt", "a.txt", "--from", "colons", "-b")[:2] == (0, "1.0\n")
    assert package("spans", "-g", "a.txt", "a.txt", "--from", "colons", "-b", "--jobs", "2")[1] == "1.0\n"
    code, out, _, _ = package("convert", "a.txt", "--from", "colons", "--to", "span-tsv")
    assert (code, out.split("\t")[1:3]) == (0, ["0", "3"])
    code, out, _, _ = package("validate", "b.txt", "--from", "colons")
    assert (code, out) == (1, "b.txt: colons\nb.txt:2:1: R101 no span\n")
    code, _, err, _ = package("spans", "-g", "a.txt", "b.txt", "--from", "colons")
    assert (code, err) == (2, "error: b.txt:2:1: no span\n  d:x\n  ^\n  d:0-4\n")
    code, _, err, _ = package("dep", "-g", "a.txt", "a.txt", "--from", "colons")
    assert (code, err) == (2, "error: nerkit dep does not read colons; it reads conllu, conllx\n")


def test_a_package_is_imported_only_when_its_format_is_named(package):
    """Completion takes names from metadata, and recognition by content never asks for them."""
    completing = {"_NERKIT_COMPLETE": "bash_complete", "COMP_CWORD": "3"}
    for words in ("nerkit spans --from col", "nerkit convert --from col", "nerkit validate --from col"):
        _, out, _, imported = package(COMP_WORDS=words, **completing)
        assert ("colons" in out, imported) == (True, False)
    for command in ("evaluate", "spans"):
        assert not package(command, "-g", "b.txt", "b.txt")[3]
    code, _, err, imported = package("spans", "-g", "a.txt", "a.txt", "--from", "colon")
    assert (code, "did you mean 'colons'" in err, imported) == (2, True, False)
    code, _, _, imported = package("bio", "-g", "a.txt", "a.txt", "--from", "bio")
    assert (code, imported) == (2, False)  # nerkit's own goes before it


def test_a_format_of_a_package_is_listed(package):
    """With its package, from metadata; all that is known of it where it is named."""
    code, out, _, imported = package("list", "formats")
    lines = [line for line in out.splitlines() if "of toy-formats" in line]
    assert [line.split()[0] for line in lines] == ["colons", "lost", "bare"]
    assert (code, imported, out.count("\nbio ")) == (0, False, 1)
    code, out, _, _ = package("list", "formats", "colons")
    assert code == 0
    said = [line.split(None, 2) for line in out.splitlines()]
    assert ["read", "as", "spans"] in said
    assert ["tasks", "spans"] in said
    assert "Spans, one a line: document:start-end." in out
    code, _, err, _ = package("list", "formats", "lost")
    assert (code, "No module named 'toy_lost'" in err) == (2, True)
    completing = {"_NERKIT_COMPLETE": "bash_complete", "COMP_CWORD": "3"}
    _, out, _, imported = package(COMP_WORDS="nerkit list formats col", **completing)
    assert ("colons" in out, imported) == (True, False)
    assert package("list", "formats", "colons", NERKIT_PLUGINS="0")[0] == 2
    assert package("list", "formats", "colons", "--no-plugins")[0] == 2
    assert package("--no-plugins", "list", "formats", "colons")[0] == 2


def test_what_is_no_reader_is_an_error(package):
    """The message says which package named it."""
    code, _, err, _ = package("spans", "-g", "a.txt", "a.txt", "--from", "lost")
    problem = "ModuleNotFoundError: No module named 'toy_lost'"
    assert (code, err) == (2, f"error: nerkit cannot load the format lost of toy-formats: {problem}\n")
    code, _, err, _ = package("spans", "-g", "a.txt", "a.txt", "--from", "bare")
    problem = "is not a reader, because toy_formats:read has no READER, a nerkit.readers.format.Reader"
    assert (code, err) == (2, f"error: the format bare of toy-formats {problem}\n")


@pytest.mark.parametrize("form", ["colons", "my.toml"])
def test_a_configuration_that_was_found_names_no_such_format(package, tmp_path, form):
    """Only a file that is named with --config may."""
    (tmp_path / "pyproject.toml").write_text(f'[tool.nerkit]\nfrom = "{form}"\n')
    code, _, err, imported = package("spans", "-g", "a.txt", "a.txt")
    assert (code, imported) == (2, False)
    assert (
        "pyproject.toml:2:1: a file that nerkit found by itself can name only nerkit's own formats"
    ) in err
