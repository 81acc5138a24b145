"""TOML: keys of too many parts are refused before Python reads them, at their place, in linear time."""

import tomllib
from itertools import pairwise

import pytest
from growth import exponent
from hypothesis import given
from hypothesis import strategies as st

from nerkit.cli.commands import COMMANDS
from nerkit.ground.bad_bytes import TOML_TOKENS, toml_table
from nerkit.ground.limits import LARGEST_CONFIG, MOST_KEY_PARTS

TOO_LONG = r"the key has more than 100 parts \(at line (\d+), column (\d+)\)"
PARTS = st.sampled_from(["a", "b-1", "7", '"x.y"', "'.'", '"\\"."', "'#'", '"[{="', '""'])
DOTS = st.sampled_from([".", " . ", "\t."])
PLACES = ("{} = 1", "[{}]", "[[ {} ]]", "x = {{ y = 1, {} = 2 }}", "x = [ {{ {} = 1 }} ]  # a.b", "  {}=1 ")
STRINGS = st.sampled_from(
    ['"%s"', "'%s'", '"""\n%s\n"""', "'''\n%s'''", '"""\\"""%s"""', "1  # %s", '"\\\\%s"']
)


@st.composite
def keys(draw, least, most):
    """A key of so many parts, as it is written."""
    parts = draw(st.lists(PARTS, min_size=least, max_size=most))
    return draw(DOTS).join(parts)


@given(keys(1, MOST_KEY_PARTS), st.sampled_from(PLACES), STRINGS)
def test_other_files_are_read_as_python_does(key, place, string):
    """However a key is written, and whatever is in strings and comments: dots there do not count."""
    text = f"first = {string % ('z.' * 300)}\n{place.format(key)}\n"
    assert outcome_of(toml_table, text) == outcome_of(tomllib.loads, text)


def outcome_of(read, text):
    """The table, or the message (of a key that is there twice)."""
    try:
        return read(text)
    except ValueError as error:
        return str(error)


@given(keys(MOST_KEY_PARTS + 1, MOST_KEY_PARTS + 9), st.sampled_from(PLACES), STRINGS)
def test_a_key_of_too_many_parts(key, place, string):
    """The line and the column of the key are told."""
    text = f"first = {string % 'z'}\n{place.format(key)}\n"
    with pytest.raises(ValueError, match=TOO_LONG) as raised:
        toml_table(text)
    at = text.index(place.format(key)) + place.format("\0" * 5).replace("{{", "{").index("\0")
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    assert str(raised.value).endswith(f"(at line {line}, column {column})")


HOSTILE = {  # texts that a scanner could take twice, for a size
    "quotes": lambda size: '"' * size,
    "quotes behind backslashes": lambda size: '"' + '\\"' * (size // 2) + "\\\nx",
    "three quotes in a string": lambda size: '"""' + '\\"""' * (size // 4) + "\\",
    "three apostrophes": lambda size: "'''" + "''a" * (size // 3),
    "blanks": lambda size: "a" + " " * size,
    "blanks before dots": lambda size: "a ." * (size // 3),
    "dots": lambda size: "a." * (size // 2),
    "dots alone": lambda size: "." * size,
    "a long part": lambda size: "a" * size + "!",
    "strings that are not closed": lambda size: '"a\n' * (size // 3),
    "parts in quotes": lambda size: "''." * (size // 3),
    "comments": lambda size: "#\n" * (size // 2),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_keys_are_looked_for_in_linear_time(name):
    """No token begins inside another one, so that none is looked at twice."""
    sizes, work = [1 << 12, 1 << 14, 1 << 16], []
    for size in sizes:
        tokens = [match.span() for match in TOML_TOKENS.finditer(HOSTILE[name](size))]
        assert all(end <= begin for (_, end), (begin, _) in pairwise(tokens))
        work.append(1 + sum(end - begin for begin, end in tokens))
    assert exponent(sizes, work) < 1.1


SHAPES = {
    "a line": "{}.end = 1\n",
    "a header": "[{}]\n",
    "an inline table": "x = {{ {} = 1 }}\n",
    "a list of tables": "[[{}]]\n",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_any_command_beside_such_a_file(run, write, shape):
    """Exit 2 with the place in the time of a small run, where 30,000 parts took half a minute and 3.5 GB."""
    key = ".".join(f'"{part}"' if part % 2 else str(part) for part in range(10_000))
    path = write("pyproject.toml", f"[project]\n{SHAPES[shape].format(key)}")
    gold = write("gold.bio", "a B-PER\n")
    for command in COMMANDS:
        done = run(command, "-g", gold, gold)
        if "pyproject" in done.err:
            column = SHAPES[shape].format("\0").index("\0") + 1
            place = f"error: {path}:2:{column}: not valid TOML: the key has more than 100 parts\n"
            assert (done.code, done.out, done.err[: len(place)]) == (2, "", place)
    assert "pyproject" in run("bio", "-g", gold, gold).err
    preset = write("mine.toml", f"schema = 1\n{SHAPES[shape].format(key)}")
    path.unlink()
    assert f"{preset}:2:" in run("bio", "-g", gold, gold, "--preset", preset).err


def test_a_preset_of_more_than_1_mb(run, write):
    """Before it is parsed, with the line up to which it was read."""
    preset = write("mine.toml", "schema = 1\n" + "#\n" * (LARGEST_CONFIG // 2))
    done = run("presets", preset, "--check")
    assert done.code == 2
    assert f"{preset}:{LARGEST_CONFIG // 2 - 3}: the TOML file is larger than 1 MB" in done.err
