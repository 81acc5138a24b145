"""Errors for programs: an object on stdout with `-f json` and `-f jsonl`, beside the text on stderr."""

import json
import random
import re
from pathlib import Path

import pytest

from nerkit.cli.commands import COMMANDS, loaded
from nerkit.exceptions import ERRORS, NerkitError

FIELDS = ["key", "message", "file", "line", "column", "remedy"]
PAGE = (Path(__file__).parents[2] / "docs" / "messages.md").read_text(encoding="utf-8")
GOOD, BAD = "Ann B-PER\nmet O\n", "Ann B-PER\nmet X-LOC\n"


def formats(name):
    """The formats of `-f` of a command that are objects."""
    options = loaded(name).params
    choices = [one.type.choices for one in options if "--format" in one.opts]
    return sorted({"json", "jsonl"} & {*choices[0]}) if choices else []


PRINTING = [(name, form) for name in COMMANDS for form in formats(name)]


def error_of(done):
    """The object that a command printed, and nothing beside it; its message is on stderr, too."""
    assert (done.code, done.out.count("\n")) == (2, 1)
    (told,) = json.loads(done.out).values()
    assert list(told) == FIELDS
    assert told["key"] in ERRORS
    words = re.sub(r"\s+", " ", done.err)
    assert re.sub(r"\s+", " ", told["message"]) in words
    assert re.sub(r"\s+", " ", told["remedy"] or "") in words
    return told


@pytest.mark.parametrize(("name", "form"), PRINTING)
def test_a_wrong_command_line_in_every_command(run, write, name, form):
    """The format is known wherever it is typed, also behind an option that the command does not have."""
    write("good.bio", GOOD)
    for words in (["--no-such-option", "-f", form, "good.bio"], ["good.bio", "--no-such", "-f", form]):
        assert error_of(run(name, *words))["key"] == "usage"


@pytest.mark.parametrize("seed", range(4))
def test_the_place_of_a_bad_line(run, write, seed):
    """Of one line among others, by every command that reads the file; also if a file has the format."""
    draw = random.Random(seed)
    lines = [f"{draw.choice('abc')}{n} O" for n in range(draw.randint(2, 30))]
    at = draw.randrange(1, len(lines))
    lines[at] = f"{'w' * draw.randint(1, 9)} X-LOC"
    write("good.bio", "".join(f"{line}\n" for line in lines).replace("X-", "B-"))
    write("bad.bio", "".join(f"{line}\n" for line in lines))
    write("pyproject.toml", '[tool.nerkit]\nformat = "jsonl"\n')
    place = {"key": "content", "file": "bad.bio", "line": at + 1, "column": lines[at].index("X") + 1}
    for command in ("bio", "compare", "errors"):
        given = [
            "-g",
            "good.bio",
            "bad.bio",
            *(["good.bio"] if command == "compare" else []),
            "--from",
            "bio",
        ]
        for form in ((), ("-f", "json")):
            assert error_of(run(command, *given, *form)).items() >= place.items()
    assert run("bio", "-g", "good.bio", "bad.bio", "-f", "table").out == ""


KEYS = {  # arguments after `-f json` -> key
    "bio -g good.bio nowhere": "not-found",
    "bio -g good.bio none*": "not-found",
    "bio -g good.bio bytes": "unreadable",
    "evaluate -g good.bio prose": "format-unknown",
    "evaluate -g good.bio graph.amr": "formats-differ",
    "spans -g one.tsv two.tsv --extra error": "pairing",
    "bio -g good.bio good.bio -m chunck": "usage",
    "bio -g good.bio good.bio --compare-to good.bio": "content",
    "verify made.json": "not-verified",
}


@pytest.mark.parametrize("line", KEYS)
def test_each_kind_has_its_key(run, write, line):
    write("good.bio", GOOD)
    write("bytes", b"a O\n\xff O\n")
    write("prose", "Once upon a time.\n")
    write("graph.amr", "(b / boy)\n")
    write("one.tsv", "d\t0\t1\n")
    write("two.tsv", "d\t0\t1\ne\t0\t1\n")
    made = json.loads(run("bio", "-g", "good.bio", "good.bio", "-f", "json").out)
    write("made.json", json.dumps({name: value for name, value in made.items() if name != "command"}))
    assert error_of(run(*line.split(), "-f", "json"))["key"] == KEYS[line]


def test_every_key_is_documented():
    """In docs/messages.md, in this order; a class of errors has one of them."""
    rows = re.findall(r'^\| <a id="error-([\w-]+)"></a>`\1` \| (.+) \|$', PAGE, re.MULTILINE)
    assert rows == list(ERRORS.items())
    kinds = [NerkitError]
    for kind in kinds:
        assert kind.key in ERRORS
        kinds += kind.__subclasses__()
