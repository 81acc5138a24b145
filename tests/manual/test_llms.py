"""llms.txt of the site, made from the navigation: every page once, under its title."""

import re
from pathlib import Path
from types import SimpleNamespace

from scripts import site_pages

DOCS = Path(__file__).parents[2] / "docs"


def test_every_page_of_the_manual_is_in_llms_txt():
    """With the title of the page, and the question of the table that has one."""
    nav = site_pages.on_config(SimpleNamespace()).nav
    text = site_pages.llms_text(nav, "https://x.test/")
    assert re.match(r"# nerkit\n\n> nerkit [^\n]+\.\n\n## Start\n\n- \[", text)
    links = re.findall(r"^- \[(.+)\]\(https://x\.test/([\w/-]+)\.html\)(?:: .+)?$", text, re.MULTILINE)
    assert len(links) == text.count("\n- ") == len({path for _, path in links})
    pages = {
        re.sub("README$", "index", path.relative_to(DOCS).as_posix()[:-3]) for path in DOCS.rglob("*.md")
    }
    assert pages - {"index"} <= {path for _, path in links}
    for title, path in links:
        page = DOCS / f"{re.sub('index$', 'README', path)}.md"
        assert not page.exists() or f"\n# {title}\n" in "\n" + page.read_text(encoding="utf-8")
    assert (
        "[Gate a build: CI and GitHub Actions](https://x.test/ci.html): how does a worse score fail a build?"
        in text
    )
