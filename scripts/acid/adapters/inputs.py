"""Files of a case as libraries take them, and how commands are run; only the standard library is at hand."""

import json
import os
import subprocess
import sys


def run(*line, input=None, cwd=None):
    """Standard output of a command; its last line of error, as an exception, if it fails."""
    words = [str(word) for word in line]
    done = subprocess.run(
        words,
        input=input,
        capture_output=True,
        text=True,
        cwd=cwd,
        stdin=None if input else subprocess.DEVNULL,
    )
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or f"exit {done.returncode}").splitlines()[-1]
        raise SystemExit(said)
    return done.stdout


def tool(name):
    """A command of the scorer's own environment."""
    return os.path.join(os.path.dirname(sys.executable), name)


def source(name):
    """A file of a checkout, below the folder that ACID_SOURCES names."""
    return os.path.join(os.environ["ACID_SOURCES"], name)


def rows(path):
    """Cells of each line that is not blank."""
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip()]


def tags(path):
    """The last column, a list a sentence."""
    with open(path, encoding="utf-8") as file:
        return [
            [line.split()[-1] for line in block.splitlines()] for block in file.read().strip().split("\n\n")
        ]


def spans(path):
    """(type, first token, last token) of each line of a span table."""
    return [(row[5], int(row[1]), int(row[2])) for row in rows(path)]


def values(path):
    """The member `value` of each line of JSON."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line)["value"] for line in file]


def objects(path):
    """The values, each that is none as the member of an object."""
    return [value if isinstance(value, dict) else {"r": value} for value in values(path)]


def states(path):
    """`slot-value` of each slot, a list a turn."""
    with open(path, encoding="utf-8") as file:
        return [[f"{slot}-{value}" for slot, value in json.loads(line)["state"].items()] for line in file]


def calls(path):
    """(name, arguments) of each call of the first document."""
    named = [(call["name"], call["arguments"]) for call in values(path)[0]["calls"]]
    return [(name, json.loads(found) if isinstance(found, str) else found) for name, found in named]


def table(path):
    """Names of the annotators, and the row of each item, with None for a cell that is missing."""
    head, *items = rows(path)
    wide = len(head) - 1
    return head[1:], [[cell or None for cell in (row[1:] + [""] * wide)[:wide]] for row in items]


def graphs(path):
    """PENMAN graphs, a line each, without their comments."""
    with open(path, encoding="utf-8") as file:
        blocks = file.read().strip().split("\n\n")
    return [" ".join(line for line in block.splitlines() if not line.startswith("#")) for block in blocks]


def beside(gold, system):
    """Lines of token, gold tag and system tag."""
    with open(gold, encoding="utf-8") as first, open(system, encoding="utf-8") as second:
        pairs = zip(first.read().splitlines(), second.read().splitlines())
        return "\n".join(a and " ".join((*a.split(), b.split()[-1])) for a, b in pairs) + "\n"


def words(count=30):
    """The text that stands for the tokens of a span table: w0 w1 …"""
    return [f"w{i}" for i in range(count)]


def scores(precision, recall):
    """P, R and their harmonic mean, which is 0 where both are."""
    both = precision + recall
    return {"p": precision, "r": recall, "f": 2 * precision * recall / both if both else 0.0}
