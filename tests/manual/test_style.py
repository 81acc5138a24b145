"""`make lint`: which sentences break a rule of plain English, and what the ceilings allow."""

import subprocess
from collections import Counter

import pytest

from scripts import style
from scripts.style import (
    KINDS,
    RULES,
    Sentence,
    ceilings,
    faults,
    has_prose,
    lowered,
    new,
    of_file,
    sentences,
)

PAIRS = [(rule, *pair) for rule, about in RULES.items() for pair in about["pairs"]]
PLAIN = """
-q prints only the reason. With -f github it also drops the warnings.
the first document where e reaches E
as the input of nervaluate
if it is not installed
one token per line
Errors name the line. A name that occurs in no document is an error, too.
stop_at needs paired="sequential"
Draw the worst documents until about `size` bytes are used; list the rest
np.bincount is five times as fast as np.unique here
report: filter errors by trait
3 I- tags without a preceding B-; read as B-.
bert.bio has no -DOCSTART- lines; nerkit treats all its sentences as one document.
p-values are exact (all permutations). Use --paired randomization to sample.
--from and --to cannot be used with --preset.
systems must be a dict {name: documents}, not a list.
The texts of the column, decoded; shape (distinct,).
Builds the branch-and-bound proof tree. The stack holds (open node, parent slot).
Reasons why sentence rows cannot be counted per shard.
There is no line without a tag. The counts are the same as in conlleval, and they are no longer empty.
nerkit gives a reader a line. A one-to-one pairing is the best. It says where the file begins.
There should be no need for it. The value is no greater than the sum in cases where there are no ties.
""".strip().splitlines()


def broken(text, kind, *, strict=False):
    """The rules that a text breaks; with strict only those that a new sentence must not break."""
    found = list(sentences(text, kind, "page"))
    rules = [rule for rule, about in RULES.items() if not (strict and about.get("lax"))]
    return {rule for each in found for rule in rules if each.broken(rule)}


def about(text, path="nerkit/module.py"):
    """Kind and text of each sentence of a file."""
    return [(each.kind, each.text) for each in of_file(path, text)]


@pytest.mark.parametrize(("rule", "before", "after"), PAIRS)
def test_the_first_sentence_of_a_pair_breaks_its_rule_and_the_second_none(rule, before, after):
    for kind in RULES[rule].get("kinds", KINDS):
        assert rule in broken(before, kind)
        assert rule not in broken(after, kind)
    assert broken(after, "messages", strict=True) == set()


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_sentence_breaks_no_rule(text):
    for kind in ("messages", "public"):
        assert broken(text, kind, strict=True) == set()


def test_a_sentence_may_have_25_words():
    assert broken("word " * 25, "docs") == set()
    assert broken("word " * 26, "docs") == {"2 length"}
    assert broken("word " * 26 + "of Smith et al. (2013), pp. 3", "docs") == set()


def test_a_page_is_prose_without_code_and_a_table_its_cells():
    page = "# A title\n\nOne `a; b` line\ngoes on. Next e.g. This.\n\n```text\nthe same.\n```\n<!-- no; -->\n"
    page += "| a cell | [the other](b.md) |\n"
    found = [(each.place, each.text) for each in sentences(page, "docs", "page")]
    assert found == [
        ("page:1", "A title"),
        ("page:3", "One ◦ line goes on."),
        ("page:3", "Next e.g. This."),
        ("page:10", "a cell"),
        ("page:10", "the other"),
    ]


def test_the_strings_of_a_module_have_kinds():
    module = '''"""What the module has."""
from click import command, option
THE_HELP = "Read all the files."
@command()
def run():
    """Score the files.

    \\b
    Examples:
      nerkit the same as
    """
class Shown:
    """The class."""
    a = option("one", "Name of the column.")
    def _hidden(self):
        """The method."""
        raise ValueError(f"{self}: the column is not {1}", help="Take the column.", key="some-key")
    def shown(self):
        """The method.

        name   the words of it

            of an example
        """
        def inner():
            """An inner function."""
'''
    assert sorted(about(module)) == [
        ("help", "Name of the column."),
        ("help", "Read all the files."),
        ("help", "Score the files."),
        ("help", "Take the column."),
        ("messages", "◦: the column is not ◦"),
        ("private", "An inner function."),
        ("private", "The method."),
        ("public", "The class."),
        ("public", "The method."),
        ("public", "What the module has."),
        ("public", "the words of it"),
    ]


def test_the_values_of_a_table_are_messages():
    assert about('summary = "Score the facts of \\"it\\"."\nname = "tac"\n', "nerkit/a.toml") == [
        ("messages", 'Score the facts of \\"it\\".')
    ]


def test_generated_pages_do_not_count():
    paths = [
        *("README.md", "docs/ci.md", "docs/cli.md", "nerkit/io.py"),
        *("nerkit/cli/summaries.py", "tests/a.py"),
    ]
    assert [path for path in paths if has_prose(path)] == ["README.md", "docs/ci.md", "nerkit/io.py"]


def test_a_ceiling_only_falls():
    rule = "6 verb"
    start = lowered(Counter({(rule, "docs"): 100}), {})
    assert ceilings(start)[rule, "docs"] == (100, 100)
    less, more = Counter({(rule, "docs"): 40}), Counter({(rule, "docs"): 101})
    assert lowered(more, ceilings(start)) == start
    fallen = lowered(less, ceilings(start))
    assert ceilings(fallen)[rule, "docs"] == (100, 40)
    assert list(faults(less, ceilings(fallen), start)) == []
    assert [line.partition("; ")[0] for line in faults(more, ceilings(start), start)] == [
        "docs: rule '6 verb' has 101 places, 100 are allowed"
    ]
    assert [line.partition("; ")[2] for line in faults(less, ceilings(start), "")] == [f"type: {style.LOWER}"]
    assert list(faults(Counter({(rule, "docs"): 100}), ceilings(start), fallen)) == [
        f"{style.CEILINGS}: rule '6 verb' for docs was 100/40; a ceiling only falls"
    ]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with a page, committed on main; git runs in it."""
    monkeypatch.setattr(style, "ROOT", tmp_path)

    def git(*arguments):
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-b", "main")
    (tmp_path / "a.md").write_text("Old words of one. A mistake is here.\n")
    git("add", ".")
    git("commit", "-m", "first")
    return tmp_path, git


def fresh(folder):
    """The new sentences of the pages of a project."""
    found = [each for path in sorted(folder.glob("*.md")) for each in of_file(path.name, path.read_text())]
    commit = style.base(None)
    return [each.text for each in new(found, commit)] if commit else None


def test_a_sentence_that_moved_is_not_new(project):
    """A renamed word makes no new sentence. The base is main on a branch, and the last commit on main."""
    folder, git = project
    assert fresh(folder) is None
    git("switch", "-c", "branch")
    (folder / "a.md").write_text("Another\nline. An error is here.\n")
    git("commit", "-am", "second")
    (folder / "b.md").write_text("New words. Old words of one.\n")
    assert fresh(folder) == ["Another line.", "New words."]
    git("switch", "main")
    git("merge", "branch")
    assert fresh(folder) == ["Another line.", "New words."]


def test_without_history_no_sentence_is_new(tmp_path, monkeypatch):
    monkeypatch.setattr(style, "ROOT", tmp_path)
    assert style.base(None) == ""


def test_an_opening_rule_looks_at_the_first_sentence():
    first, second = sentences("Read the file. What it holds.", "public", "a")
    assert (first.opening, second.opening) == (True, False)
    assert Sentence("Why so.", "public", "a", opening=True).broken("11 first line")
    assert not second.broken("11 first line")
