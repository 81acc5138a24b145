"""docs/cli.md: every option of every command is said exactly once."""

import re
from collections import Counter

from tries import each

from nerkit.scorers import SCORERS
from scripts.cli_page import LOOKING, options, page
from scripts.make_docs import commands

PAGE = page(commands())
SHARED, *OWN = re.split(r"^## nerkit ", PAGE.partition("## Shared options")[2], flags=re.MULTILINE)
SECTIONS = {section.split("\n")[0]: section for section in OWN}
LINE = re.compile(r"^- `([^`]*)` .*?(?: \*\(([^)]*)\)\*)?$", re.MULTILINE)
NAMES = [name for name, _ in commands()]
KINDS = {"score": ["evaluate", *SCORERS], "look": list(LOOKING)}


def named(where):
    """The commands that the words behind a shared option stand for."""
    if not where:
        return set(NAMES)
    found = set()
    for part in where.split(", "):
        kind, _, lacking = part.partition(" except ")
        found |= set(KINDS[kind]) - set(lacking.split()) if kind in KINDS else set(part.split())
    return found


def test_the_page_is_short():
    """At most 7,000 words, without the marks of lists."""
    assert len(re.findall(r"\S*\w\S*", PAGE)) <= 7000


def test_each_command_has_a_section():
    assert list(SECTIONS) == NAMES


@each("name, command", commands())
def test_each_option_is_said_once(name, command):
    """Among the shared ones, or under the command."""
    shared = [declared for declared, where in LINE.findall(SHARED) if name in named(where)]
    own = [declared for declared, _ in LINE.findall(SECTIONS[name])]
    assert Counter(shared + own) == Counter(option.declared for option in options(name, command))


def test_what_is_said_of_the_kinds_of_commands_is_so():
    """The names in the first paragraph."""
    for kind in KINDS.values():
        assert " ".join(name for name in kind if name != "evaluate") in " ".join(PAGE.split())
        assert set(kind) <= set(NAMES)
