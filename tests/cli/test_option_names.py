"""Options in messages: the library names them as Python does, the command line as they are typed."""

import ast
import re
from pathlib import Path

import pytest

import nerkit
from nerkit import InputError
from nerkit.cli.option_names import reworded, worded

PACKAGE = Path(nerkit.__file__).parent
TYPED = re.compile(r"(?<![\w-])--[a-z][\w-]*")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def texts(module):
    """The string literals of a module, docstrings aside, and their lines."""
    tree = ast.parse(module.read_text())
    docstrings = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, DOCUMENTED) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings
    ]


def test_no_message_of_the_library_names_an_option_as_it_is_typed():
    """Who calls a function has no command line."""
    typed = {"cli", "compat"}  # the drop-ins for command lines are typed too
    modules = [path for path in PACKAGE.rglob("*.py") if not typed & {*path.relative_to(PACKAGE).parts}]
    assert [
        f"{path.relative_to(PACKAGE)}:{line}: {text}"
        for path in modules
        for line, text in texts(path)
        if "nerkit agree" not in text
        and not text.startswith("\n  --")  # lines to type
        and TYPED.search(
            text.replace("var(--", "").replace("{--c:", "").replace("{--w:", "")
        )  # a variable of CSS, and its value
    ] == []


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ('leave it out with missing="ignore"', "leave it out with --missing ignore"),
        ("skip_invalid=True leaves the sentence out", "--skip-invalid leaves the sentence out"),
        ("smatch_1_0_4=True does so", "--smatch-1.0.4 does so"),
        ('it is read with form="conllx"', "it is read with --from conllx"),
        ("past limit=…, and label_map=… too", "past --limit, and --map too"),
        ("map=… and jobs=…", "--map and --jobs"),
        ("give the tokens with tokens=FILE", "give the tokens with --tokens FILE"),
        ("length=10+ of chunk/PER=0.9 NAME=PATH", "length=10+ of chunk/PER=0.9 NAME=PATH"),
        ('the tag <w form="x"> is not closed', 'the tag <w form="x"> is not closed'),
        ('nothing="known" here', 'nothing="known" here'),
    ],
)
def test_options_as_they_are_typed(text, typed):
    """Values and flags, under the names of the command line; what is no option stays."""
    assert worded(text) == typed


def test_the_line_that_an_error_shows_stays():
    """It is of the file."""
    error = InputError('no form="x"', source="f", line=1, column=2, text='form="x"', remedy='form="bio"')
    assert str(reworded(error)) == 'f:1:2: no --from x\n  form="x"\n   ^\n  --from bio'
    assert type(reworded(error)) is InputError


def test_both_voices(run, write):
    """The same error from the library and on the command line."""
    gold, system = write("g.tsv", "a\t0\t1\n"), write("s.jsonl", '{"id": "b", "text": "x", "ents": []}\n')
    other = write("g.jsonl", '{"id": "a", "text": "x", "ents": []}\n')
    with pytest.raises(nerkit.PairingError) as error:
        nerkit.evaluate(str(other), str(system), missing="error")
    assert 'score them as empty with missing="empty"' in str(error.value)
    done = run("spans", "-g", other, "-s", system, "--missing", "error")
    assert "score them as empty with --missing empty, or leave them out with --missing ignore" in done.err
    assert "0/0 is 0 unless --empty sets another value" in run("explain", "muc").out.replace("\n    ", " ")
    assert run("spans", "-g", gold, "-s", gold, "--fail-under", "x").err.startswith(
        "error: --fail-under: write a gate as"
    )
