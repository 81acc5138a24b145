"""No regular expression of the package takes more than linear work on one line, whatever stands in it."""

import math
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from time import process_time

import pytest

import nerkit

UNITS = [
    *' \t\n\ra1"O(){}[]<>#/\\.|*~=@:_-,',
    *("a ", "a O ", "B-x ", " O", "- ", "-X- ", '\\"', '"a" ', "(a ", "(a)", "(a / ", "](", "](a", "[a "),
    *("[A] ", "<a ", "<a>", "</a>", "# ::snt ", " ::snt", "#\n", "a:", ":1", ":a ", "1,1", "1 2;", "1:1"),
    *("_a:", "~1", "~e.1", "a\t", "1\t", "\t_", " \n", "a/", "a|", "'a"),
]
HEADS = [
    "",
    "a",
    "# ",
    "#",
    '"',
    '(a / b :x "',
    "a B-x",
    "-DOCSTART- ",
    "# ::snt a",
    "{e: ",
    "[A",
    "T1\tX 1 2",
]
TAILS = ["", "!"]
SIZES = (
    4_000,
    8_000,
    16_000,
    32_000,
)  # characters; a pattern of squared cost takes 64 times as long at the last
TRIAL = 400  # characters
SUSPICIOUS = 300  # times the cost per character of a plain search, from which the exponent is fitted


def patterns():
    """Every compiled pattern of the package by its place, in dictionaries and tuples too."""
    for module in walk_packages(nerkit.__path__, "nerkit."):
        if not module.name.endswith("__main__"):
            for name, value in vars(import_module(module.name)).items():
                members = value.values() if isinstance(value, Mapping) else (value,)
                if isinstance(value, tuple):
                    members = value
                for place, member in enumerate(members):
                    if isinstance(member, re.Pattern):
                        yield f"{module.name}.{name}.{place}", member


def methods(place):
    """The ways in which the package uses a pattern: those it calls by name; all where none is called."""
    name = place.split(".")[-2]
    text = Path(import_module(place.rsplit(".", 2)[0]).__file__).read_text(encoding="utf-8")
    calls = set(re.findall(rf"\b{name}\.(\w+)\(", text))
    calls = {
        call
        for call in calls
        if call in {"match", "fullmatch", "search", "sub", "split", "findall", "finditer"}
    }
    searching = {"findall"} if not calls or calls - {"match", "fullmatch"} else set()
    return sorted(calls & {"match", "fullmatch"} | searching)


PATTERNS = {}
for where, compiled in patterns():
    PATTERNS.setdefault((compiled.pattern, compiled.flags), (where, compiled))


def line(pattern, head, unit, tail, size):
    text = head + unit * (size // len(unit)) + tail
    return text.encode() if isinstance(pattern.pattern, bytes) else text


def cost(call, text):
    """CPU time of one use, the least of three."""
    times = []
    for _ in range(3):
        begin = process_time()
        call(text)
        times.append(process_time() - begin)
        if times[-1] > 1:
            break
    return max(min(times), 1e-7)


def exponent(call, texts):
    """The slope of the logarithm of the cost over that of the length."""
    points = [(math.log(len(text)), math.log(cost(call, text))) for text in texts]
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def worst(pattern, call):
    """The lines of growing length that cost this use most, by a small trial; None if all are cheap."""
    plain = cost(re.compile("b").search, "a" * 100_000) / 100_000 * TRIAL
    trials = {}
    for head in HEADS:
        for unit in UNITS:
            for tail in TAILS:
                begin = process_time()
                call(line(pattern, head, unit, tail, TRIAL))
                trials[head, unit, tail] = process_time() - begin
    shape = max(trials, key=trials.__getitem__)
    if trials[shape] < SUSPICIOUS * plain:
        return None
    return [line(pattern, *shape, size) for size in SIZES]


def test_the_patterns_are_found():
    """The walk meets those of modules and of dictionaries."""
    names = {where for where, _ in PATTERNS.values()}
    assert {"nerkit.readers.tags.bio.TYPED.0", "nerkit.readers.graphs.penman.UNITS.1"} <= names
    assert len(names) > 70


@pytest.mark.parametrize(
    ("where", "pattern"), PATTERNS.values(), ids=[where for where, _ in PATTERNS.values()]
)
def test_every_pattern_is_linear(where, pattern):
    """The fitted exponent over four sizes of the line that costs most is under 1.5."""
    for method in methods(where):
        call = getattr(pattern, method)
        texts = worst(pattern, call)
        if texts is not None:
            assert exponent(call, texts) < 1.5, (method, texts[0][:40])


def test_a_squared_pattern_is_noticed():
    """The trial and the fit find the expression that this test is for."""
    squared = re.compile(r"[ \t]*[^ \t]+[ \t]+(O|B-.+?)[ \t]*\Z")
    texts = worst(squared, squared.match)
    assert exponent(squared.match, texts) > 1.7
