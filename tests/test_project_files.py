"""The files around the package: README, the index of the manual, how to cite it, forms of reports."""

import json
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from tries import each

import nerkit
from nerkit.cli import COMMANDS
from scripts import make_docs, site_pages
from scripts.make_docs import IN_ORDER, in_order

ROOT = Path(__file__).parents[1]
LINK = re.compile(
    r"\]\(([a-zA-Z0-9_./-]*)(?:#([\w-]+))?\)"
)  # not of other sites, nor `[label](x)` of formulas
GROUPS = ["Start", "Tasks", "How to", "Coming from", "Background", "Reference", "Project"]


def test_the_index_lists_each_page_of_the_manual_once():
    """docs/README.md has the groups, and a row for every other page; at most 26 are on two levels."""
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    headings = re.findall(r"^### ([^:\n]+)", index, re.MULTILINE)
    assert list(dict.fromkeys(headings)) == GROUPS
    rows = re.findall(r"^\| \[[^]]+\]\(([\w/-]+\.md)\) \| [^|]+\? ?[^|]*\|$", index, re.MULTILINE)
    pages = [path.name for path in (ROOT / "docs").glob("*.md") if path.name != "README.md"]
    folders = [f"{path.parent.name}/README.md" for path in (ROOT / "docs").glob("*/README.md")]
    assert sorted(rows) == sorted(pages + folders)
    nav = site_pages.on_config(SimpleNamespace()).nav
    listed = [page for group in nav for page in next(iter(group.values()))]
    assert sum(isinstance(page, str) for page in listed) <= 26


def test_the_index_of_a_folder_lists_each_of_its_pages_once():
    for index in (ROOT / "docs").glob("*/README.md"):
        rows = re.findall(r"^\| \[[^]]+\]\(([\w-]+\.md)\)", index.read_text(encoding="utf-8"), re.MULTILINE)
        assert sorted([*rows, "README.md"]) == sorted(path.name for path in index.parent.glob("*.md"))


PAGES = ["README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", "SECURITY.md"]


def anchors(page):
    """The anchors of a page: those that are written, and of each heading the one that GitHub makes."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = [
        re.sub(r"[^\w\- ]", "", title.lower()) for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    ]
    return {title.replace(" ", "-") for title in titles} | set(re.findall(r'<a id="([^"]+)"></a>', text))


@each("name", [*PAGES, *(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md"))])
def test_links_lead_to_files_and_anchors(name):
    page = ROOT / name
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for link, anchor in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
        target = page.parent / link if link else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), f"{link}#{anchor}"


def test_readme_is_short_and_links_each_task_once():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.count("\n") < 200
    table = readme[readme.index("## Tasks") : readme.index("## In Python")]
    rows = [line for line in table.splitlines() if line.startswith("| [")]
    assert len(rows) == 13
    assert all(line.count("](") == 1 for line in rows)


BEGINNING = (  # of README, in this order
    *("# nerkit\n", "<!-- install -->", "`nerkit demo start --copy . && cd start`"),
    *(
        "$ nerkit compare -g dev.bio words=words_1.bio shapes=shapes_1.bio\n",
        "…+",
        "# not shown: the interval includes 0\n",
    ),
    *("error: bad.bio:1:6: ", "| you have | type | same numbers as |\n"),
    *("- In Python:", "- In CI:", "- Which score do I report?", "- Check the numbers yourself:"),
)


def test_readme_begins_with_what_a_stranger_asks():
    """Within 25 lines, and their outputs are what the commands print."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    begins = "".join(readme.splitlines(keepends=True)[:25])
    places = [begins.index(words) for words in BEGINNING]
    assert places == sorted(places)
    assert "`make demo`" in readme
    assert "`make test`" in readme
    assert in_order(begins, IN_ORDER["README.md"]) == begins


@pytest.mark.parametrize("url", [None, "https://forge.test/who/nerkit"])
def test_the_address_of_the_repository_stands_in_one_place(monkeypatch, url):
    """[project.urls]; until it is filled, README and docs/ci.md install from a checkout."""
    monkeypatch.setattr(make_docs, "address", lambda: url)
    for name in ("README.md", "docs/ci.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert len(make_docs.INSTALLED.findall(text)) == 1
        made = make_docs.installed(text)
        assert (f"`pip install git+{url}`" in made) == (url is not None)
        assert ("`pip install .` in a checkout<" in made) == (url is None)
        assert (made == text) == (url is None)


def test_the_citation_has_the_version_and_the_licence():
    """CITATION.cff says of version and licence what the package says."""
    told = dict(re.findall(r"^(version|license): (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert told == {"version": nerkit.__version__, "license": project["license"]}


def test_codemeta_says_what_the_project_file_says():
    told = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert told["version"] == nerkit.__version__
    assert told["license"].endswith("/" + project["license"])
    assert (told["alternateName"], told["keywords"]) == (project["name"], project["keywords"])
    needs = [re.match(r"[\w-]+", need)[0] for need in project["dependencies"]]
    assert told["softwareRequirements"] == needs


def test_the_changelog_is_a_page():
    """At most 1,200 words a version."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", text, re.MULTILINE)[0] == nerkit.__version__
    assert len(text.split()) <= 1200 * text.count("\n## ")


def test_every_command_has_a_place_in_the_table_of_support():
    """Each once; those that list, explain and complete need none."""
    page = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
    table = page[page.index("| stable") : page.index("Python 3.11")]
    named = re.findall(r"(?<=[`(])[a-z]+(?=`)", table)
    told = [name for name in named if name in COMMANDS]
    helping = {"list", "measures", "presets", "explain", "demo", "help", "completion"}
    assert sorted(told) == sorted(set(COMMANDS) - helping)


def test_the_release_is_built_tested_and_published_in_this_order():
    """Wheel and sdist, each alone in an environment of its own; no secret, and rights only to publish."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert re.findall(r"^  (\w+):\n(?:    needs: (\w+))?", text.partition("jobs:\n")[2], re.MULTILINE) == [
        ("build", ""),
        ("test", "build"),
        ("publish", "test"),
    ]
    assert "kind: [whl, tar.gz]" in text
    assert not re.search(r"secrets\.|password:|run: .*\$\{\{", text)
    assert text.count("id-token: write") == 1


WORKFLOWS = ROOT / ".github" / "workflows"
POSIX = re.compile(
    r"\b(?:resource|fcntl|pty|mkfifo|chmod|symlink|SIGKILL|ulimit)\b|/dev/|/proc/|\"(?:ba)?sh\"|os\.fork"
)


def test_every_python_is_checked_on_every_pull_request():
    """Those that the classifiers name: lint, types, tests and the wheel; on release each on Windows, too."""
    named = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pythons = re.findall(r"Python :: (3\.\d+)", named)
    assert pythons[-1] == "3.14"
    listed = f"python: {json.dumps(pythons)}"
    text = (WORKFLOWS / "ci.yml").read_text(encoding="utf-8")
    on_linux, on_windows = text.split("  windows:\n")
    assert "  pull_request:\n" in on_linux
    assert listed in on_linux
    assert re.findall(r"run: make (.+)", text) == ["lint", "types", "test", "wheel-test"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(f"\n{target}: " in makefile for target in ("lint", "types", "test", "wheel-test"))
    assert "runs-on: windows-latest" in on_windows
    assert "run: nerkit demo\n" in on_windows
    release = (WORKFLOWS / "release.yml").read_text(encoding="utf-8")
    assert listed in release
    assert "windows-latest]" in release


def test_what_is_tested_on_windows_needs_no_posix():
    """Neither the tests that the workflow names, nor what all tests share."""
    text = (WORKFLOWS / "ci.yml").read_text(encoding="utf-8")
    folders = [ROOT / one for one in re.search(r"pytest -n 2 (.+)", text)[1].split()]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    assert all(any(folder in path.parents for path in files) for folder in folders)
    for path in [*files, *(ROOT / "tests").glob("[!t]*.py")]:
        assert not (found := POSIX.search(path.read_text(encoding="utf-8"))), f"{path}: {found[0]}"


def test_the_distribution_has_a_name_of_its_own():
    """`ner-kit`, whose name is ours but for the hyphen, installs a folder nerkit too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["name"] == "nerkit-eval"
    assert project["scripts"] == {"nerkit": "nerkit.cli:main", "nerval": "nerkit.cli:nerval"}
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
