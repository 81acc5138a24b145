"""The files around the package: README, the index of the manual, how to cite it, forms of reports."""

import re
import tomllib
from pathlib import Path

import pytest

import nerkit

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)")
GROUPS = ["Start", "Tasks", "Across tasks", "Project"]


def test_the_index_lists_each_page_of_the_manual_once():
    """docs/README.md has the four groups, and a row for every other page beside it."""
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", index, re.MULTILINE) == GROUPS
    rows = re.findall(r"^\| \[[^]]+\]\(([\w-]+\.md)\) \| [^|]+\? ?[^|]*\|$", index, re.MULTILINE)
    assert sorted(rows) == sorted(
        path.name for path in (ROOT / "docs").glob("*.md") if path.name != "README.md"
    )


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "docs/README.md"])
def test_links_lead_to_files(name):
    page = ROOT / name
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_readme_is_short_and_links_each_task_once():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.count("\n") < 200
    table = readme[readme.index("## Tasks") : readme.index("Over all of them")]
    rows = [line for line in table.splitlines() if line.startswith("| [")]
    assert len(rows) == 13
    assert all(line.count("](") == 1 for line in rows)


def test_the_citation_has_the_version_and_the_licence():
    """CITATION.cff says of version and licence what the package says."""
    told = dict(re.findall(r"^(version|license): (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert told == {"version": nerkit.__version__, "license": project["license"]}


def test_the_distribution_has_a_name_of_its_own():
    """`ner-kit`, whose name is ours but for the hyphen, installs a folder nerkit too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["name"] == "nerkit-eval"
    assert project["scripts"]["nerkit"] == "nerkit.cli:main"
    assert any(need.startswith("jinja2") for need in project["dependencies"])


def test_forms_ask_for_what_decides_who_is_right():
    """A wrong number is the first form; it wants files, command, expected number and its source."""
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[0-9]-*.yml"))
    first = forms[0].read_text(encoding="utf-8")
    assert first.startswith("name: Wrong number\n")
    assert re.findall(r"^    id: (\w+)$", first, re.MULTILINE) == ["files", "command", "expected", "source"]
    assert first.count("validations: {required: true}") == 4
    for form in forms:
        assert re.match(
            r"name: .+\ndescription: .+\nlabels: |name: .+\ndescription: .+\nbody:", form.read_text()
        )
