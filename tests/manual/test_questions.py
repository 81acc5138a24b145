"""questions.toml: each of fifty questions is answered at an anchor, at most three links from home."""

import re
import tomllib
from collections import deque
from pathlib import Path

import pytest
from test_project_files import LINK, anchors
from tries import each

ROOT = Path(__file__).parents[2]
HOME = ROOT / "docs" / "README.md"
QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))["question"]


def links(page):
    """The pages that a page links to, without those in code."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return {
        (page.parent / link).resolve()
        for link, _ in LINK.findall(re.sub(r"`[^`\n]*`", "`", text))
        if link.endswith(".md")
    }


@pytest.fixture(scope="module")
def distances():
    """Pages -> how many links lead there from the home page."""
    found, waiting = {HOME: 0}, deque([HOME])
    while waiting:
        page = waiting.popleft()
        for target in links(page) - set(found):
            found[target] = found[page] + 1
            waiting.append(target)
    return found


def test_there_are_fifty():
    assert len(QUESTIONS) == 50
    assert {len({one[key] for one in QUESTIONS}) for key in ("ask", "search")} == {50}
    assert all(set(one) == {"ask", "search", "at"} for one in QUESTIONS)


@each("one", QUESTIONS)
def test_three_links_lead_to_the_answer(distances, one):
    """The link from a page's own contents to one of its anchors is the last."""
    name, _, anchor = one["at"].partition("#")
    page = ROOT / name
    assert distances[page] + bool(anchor) <= 3
    assert not anchor or anchor in anchors(page)


def test_every_page_is_reached(distances):
    """In two links."""
    pages = set((ROOT / "docs").rglob("*.md"))
    assert {page.name for page in pages if distances.get(page, 9) > 2} == set()
