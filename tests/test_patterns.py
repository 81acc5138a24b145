"""Every regular expression of the package takes steps that grow with the line, on the worst lines of each.

Steps are counted (`regex_steps`), so that the machine and its load play no part.
"""

import ast
import importlib
import math
import pkgutil
import re
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regex_steps import Counted, TooManyError, adversarial

import nerkit
from nerkit.grammar import induction, notation
from nerkit.grammar.chunking import rules
from nerkit.ground.patterns import LazyPattern
from nerkit.readers import register
from nerkit.readers.roles import role_brackets
from nerkit.readers.texts import elements
from nerkit.readers.values.thoughts import without_thoughts
from nerkit.scorers.tree import params

LONG, SHORT = (192, 48), (12, 24)  # characters of the lines from which growth is told, and told at once
DOUBTFUL = 2.4  # times as many steps for twice as long a line
STEEPEST = 1.4  # exponent of the growth
DEAR = 100  # steps for each character: far beyond what any pattern takes where it is linear
WHOLE = {"match": "match", "fullmatch": "fullmatch"}  # all other methods look in all of a text
USED = dict.fromkeys(  # patterns that are used under another name
    (
        "nerkit.readers.tags.spelling.SUFFIX",
        "nerkit.readers.tags.spelling.PREFIX",
        "nerkit.grammar.chunking.conll2000.HEAD_PHRASES",
        "nerkit.grammar.chunking.conll2000.HEAD_TAGS",
        "nerkit.readers.spans.aida.BEGINS",
        "nerkit.readers.spans.brat.RELATION",
        "nerkit.readers.spans.brat.EVENT",
        "nerkit.readers.spans.brat.ATTRIBUTE",
        "nerkit.scorers.mrp.predications.NUMBERED",
        "nerkit.scorers.mrp.predications.CORE",
        "nerkit.scorers.mrp.predications.LABELS",
        "nerkit.scorers.mrp.predications.ANYTHING",
    ),
    "once",
)
MADE = {  # (module, argument) of patterns that are not written where they are used
    ("nerkit.readers.graphs.penman", "{before}"): "what it makes is UNITS",
    ("nerkit.readers.coref.conll_coref", "pattern"): "text that is looked for as it is, escaped",
    ("nerkit.grammar.chunking.conll2000", "alternatives"): "what it makes are HEAD_TAGS",
    ("nerkit.algorithms.linear_pattern", "pattern"): "a user's, whose ways are counted before it is used",
    (
        "nerkit.readers.custom_formats.brackets",
        "text.replace(' ', '\\\\s+')",
    ): "a preset's, refused where a repetition stands inside another",
    ("nerkit.corpora.json_paths", "self.steps"): "a path with wildcards, as the user writes it",
    ("nerkit.scorers.spans.placement", "written"): "text that is looked for, its blanks of any length",
    ("nerkit.readers.cuts", "key"): "ids that are looked for as they are, escaped, behind what marks them",
    ("nerkit.readers.cuts", "pattern"): "marks of documents, which formats describe",
    ("nerkit.readers.cuts", "plain"): "the pattern of items, without carriage returns",
    ("nerkit.ground.patterns", "self.arguments"): "what compiles all patterns that are written as `regex`",
}


LOOKED_AT = (ast.Assign, ast.Attribute, ast.Call, ast.FunctionDef, ast.ImportFrom)
INSIDE = tuple(
    f"compat.{name}" for name in ("autoevals", "deepeval", "inspect_ai", "lighteval", "mlflow")
)  # libraries


@cache
def modules():
    """Every module of the package that can be loaded here."""
    return list(_modules())


def _modules():
    for module in pkgutil.walk_packages(nerkit.__path__, "nerkit."):
        if not module.name.endswith(("__main__", *INSIDE)):
            yield importlib.import_module(module.name)


def in_value(value, depth=0):
    """The patterns in a value of a module: itself, or in collections and records."""
    if isinstance(value, re.Pattern | LazyPattern):
        yield value if isinstance(value, re.Pattern) else value.compiled()
    elif depth < 3:
        inner = ()
        if isinstance(value, dict):
            inner = (*value, *value.values())
        elif isinstance(value, list | tuple | set | frozenset):
            inner = value
        elif type(value).__module__.startswith("nerkit") and not isinstance(value, type):
            inner = getattr(value, "__dict__", {}).values()
        for each in inner:
            yield from in_value(each, depth + 1)


def trees():
    """Module -> the nodes of its syntax that name or call anything, without those of modules that use no
    pattern: they have neither `re` nor a name in capitals, which all patterns have.
    """
    used = re.compile(r"\bre\b|\b[A-Z][A-Z_]+\b(?:\[[^]]*\])?\.")
    texts = {one.__name__: Path(one.__file__).read_text() for one in modules()}
    return {
        name: [node for node in ast.walk(ast.parse(text)) if isinstance(node, LOOKED_AT)]
        if used.search(text)
        else []
        for name, text in texts.items()
    }


def called_methods(syntax):
    """(module, name) -> where the name is from, if it is imported; and the methods that are called of it."""
    called, origins = defaultdict(set), {}
    for module, nodes in syntax.items():
        homes = {}
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                homes |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
        for node in nodes:
            if isinstance(node, ast.Attribute):
                of = node.value.value if isinstance(node.value, ast.Subscript) else node.value
                if isinstance(of, ast.Name):
                    called[homes.get(of.id, (module, of.id))].add(node.attr)
        origins |= {(module, name): home for name, home in homes.items()}
    return origins, called


def how(module, name, called):
    """How the patterns of a name are used; the dearest way, where that is not known."""
    called = called[module, name] - {"pattern", "flags", "items", "values"}
    if f"{module}.{name}" in USED:
        return USED[f"{module}.{name}"]
    if not called or not called <= set(WHOLE):
        return "search"
    return "match" if "match" in called else "fullmatch"


def texts(node, module):
    """The patterns that an argument may be; None where that cannot be told."""
    if isinstance(node, ast.Constant):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*texts(node.body, module), *texts(node.orelse, module)]
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.escape":
        return ["key"]
    if isinstance(node, ast.Name) and isinstance(vars(module).get(node.id), str):
        return [vars(module)[node.id]]
    if isinstance(node, ast.JoinedStr):
        parts = [
            texts(getattr(part, "value", part) if isinstance(part, ast.FormattedValue) else part, module)
            for part in node.values
        ]
        return None if None in parts else ["".join(part[0] for part in parts)]
    return None


def within_functions(module, nodes, called):
    """(place, pattern, how) of the patterns that are written in functions of a module."""
    names = {id(node.value): node.targets[0] for node in nodes if isinstance(node, ast.Assign)}
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef))
    inside = {id(inner) for function in functions for inner in ast.walk(function)}
    for node in nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and id(node) in inside):
            continue
        of = node.func.value
        if not isinstance(of, ast.Name) or of.id != "re" or node.func.attr == "escape":
            continue
        found, told = texts(node.args[0], module), ast.unparse(node.args[0])
        known = any(name == module.__name__ and start in told for name, start in MADE)
        place = f"{module.__name__}:{node.lineno}"
        assert found is not None or known, f"{place}: which pattern is {told}?"
        flags = [flag for flag in (re.DOTALL, re.MULTILINE) if f"re.{flag.name}" in ast.unparse(node)]
        name = names.get(id(node))
        own = how(module.__name__, name.id, called) if isinstance(name, ast.Name) else None
        used = own or WHOLE.get(node.func.attr, "search")
        for text in found or ():
            yield place, re.compile(text, sum(flags)), used


@cache
def every_pattern():
    """Each pattern once, under the first name that it has, and how that is used."""
    found, syntax = {}, trees()
    homes, called = called_methods(syntax)
    for module in modules():
        for name, value in vars(module).items():
            for pattern in in_value(value):
                place = f"{module.__name__}.{name}"
                home = homes.get((module.__name__, name), (module.__name__, name))
                found.setdefault((pattern.pattern, pattern.flags), (place, pattern, how(*home, called)))
    for module in modules():
        for place, pattern, used in within_functions(module, syntax[module.__name__], called):
            found.setdefault((pattern.pattern, pattern.flags), (place, pattern, used))
    return list(found.values())


def growth(counted, lead, pump, end):
    """The exponent of the steps in the length of the line; infinite where they are beyond counting."""

    def steps(size):
        return counted.count(lead + pump * (size // len(pump) + 1) + end, DEAR * size)

    try:
        if steps(SHORT[1]) <= DOUBTFUL * steps(SHORT[0]):
            return 1.0
        return math.log(steps(LONG[0]) / steps(LONG[1])) / math.log(LONG[0] / LONG[1])
    except TooManyError:
        return math.inf


@pytest.fixture(autouse=True)
def deep():
    """The counting of a long line is a deep recursion."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.parametrize("part", range(4))
def test_steps_grow_with_the_line(part):
    """Whatever leads to a repetition, whatever is repeated, and whatever comes after it."""
    for place, pattern, used in every_pattern()[part::4]:
        counted = Counted(pattern, used)
        for line in dict.fromkeys(adversarial(counted)):
            assert growth(counted, *line) < STEEPEST, (place, pattern.pattern, line)


SLOW = [  # patterns that have been in the package, and how they were used
    (r"(?:[^\"\\]|\\.)*\"", "search", 0),
    (r"[^\s:]*:?[^\s]+!", "match", 0),
    (r"(a|aa)+b", "match", 0),
    (r"(?:a*)*b", "match", 0),
    (r"\s+$", "search", 0),
    (r"^[ \t]*#.*?::(snt|tok)[ \t]+(.*?)[ \t]*$", "search", re.MULTILINE),
    (r"(\S+)(?:\s+(.*\S))?\s*\Z", "match", 0),
    (r"\([^\s()]*\s+(\d+=)?[^\s()]*\s*\)", "search", 0),
    (r"(?:(?<=.)[-=][0-9]+)+\Z", "search", 0),
    (r"'(?:\\['\\]|[^'])*'", "match", 0),
    (r"\s*(?P<name>[^\s:][^:]*?)\s*:(?P<rule>.*)", "fullmatch", 0),
    (r'[\[\]{}]|"[^"\\]*+(?:\\.[^"\\]*+)*+"', "search", 0),
]


@pytest.mark.parametrize(("text", "used", "flags"), SLOW)
def test_slow_patterns_are_found(text, used, flags):
    """Quadratic and exponential ones: what the test above is for."""
    counted = Counted(re.compile(text, flags), used)
    assert any(growth(counted, *line) >= STEEPEST for line in adversarial(counted))


@given(st.data())
def test_the_steps_are_those_of_a_real_search(data):
    """What is carried out step by step finds what `re` finds, on lines of what a pattern tells apart."""
    _, pattern, used = data.draw(st.sampled_from(every_pattern()))
    counted = Counted(pattern, used)
    line = data.draw(st.text(st.sampled_from(counted.alphabet), max_size=12))
    as_text = re.compile(counted.text, counted.flags)
    counted.count(line, 10**6)
    match = as_text.fullmatch(line) if used == "fullmatch" else as_text.match(line)
    assert counted.matched(0) == (match and match.end())


SAME = [  # a pattern before it was made linear, as it is, how it is used, and what its texts are made of
    (r"\s*\([^\s()]*\s*(?:\(|[^\s()/:]+\s*\)|\))", register.TREE, "match", "() /a\n"),
    (r"(\S+)(?:\s+(.*\S))?\s*\Z", params.LINE, "match", "ab \t"),
    (r"\s*(?P<name>[^\s:{}<>#][^:{}<>#]*?)\s*:(?P<rule>.*)", rules.STAGE, "fullmatch", "ab :#\t"),
    (r"([^()]*)\)", role_brackets.CLOSING, "findall", "(a b)"),
    (
        r"""(?P<quoted>'(?:\\['"\\]|[^'])*'|"(?:\\['"\\]|[^"])*")""",
        re.compile(notation.TOKEN.pattern.partition("|(?P<unclosed>")[0].partition("\n")[0]),
        "match",
        "'\"\\a",
    ),
]


@pytest.mark.parametrize(("before", "now", "used", "letters"), SAME, ids=lambda one: str(one)[:20])
@given(data=st.data())
def test_linear_patterns_find_what_the_slow_ones_found(before, now, used, letters, data):
    """Groups included."""
    text = data.draw(st.text(letters, max_size=14))
    if used == "findall":
        assert now.findall(text) == re.findall(before, text)
    else:
        one, other = getattr(re.compile(before), used)(text), getattr(now, used)(text)
        assert (one and (one[0], one.groups())) == (other and (other[0], other.groups()))


@given(st.lists(st.sampled_from(["<think>", "</THINK>", "a", " ", "\n"]), max_size=9).map("".join))
def test_texts_without_thoughts(text):
    """What the shortest stretch from a beginning to an end takes away."""
    before = re.compile(r"<think>.*?</think>", re.DOTALL | re.IGNORECASE)
    assert without_thoughts(text) == before.sub(" ", text)


@given(
    st.lists(
        st.sampled_from(["<?", "?>", "<!--", "-->", "<!", ">", "<teiHeader", "</teiHeader", " ", "a"]),
        max_size=12,
    ).map("".join)
)
def test_pieces_of_xml_without_text(text):
    """What one pattern of all of them found, in quadratic time."""
    before = re.compile(r"<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>]*+>|<(teiHeader)\b[\s\S]*?</\1\s*>")
    assert list(elements.no_text(text)) == [piece.span() for piece in before.finditer(text)]


@pytest.mark.parametrize("begin", elements.ENDS)
def test_pieces_of_xml_that_do_not_end_are_looked_for_once(begin):
    """However many there are: 200,000 in much less than a second."""
    assert not list(elements.no_text(f"{begin} " * 200_000))


@given(st.text("-=01a", max_size=12))
def test_labels_without_indices(label):
    """What a pattern of any number of indices at the end takes away."""
    assert induction._without_indices(label) == re.sub(r"(?:(?<=.)[-=][0-9]+)+\Z", "", label)
