"""The pages of the site as mkdocs wants them, which calls these functions (`hooks` in mkdocs.yml).

The navigation is the tables of docs/README.md. Pages beside docs/ (README.md, CHANGELOG.md …) are pages of
the site too. Lists need no blank line before them and may be indented by as many characters as their mark
has, as Markdown is read elsewhere; `\\|` within code in a table is `|`. On the home page the sections between
`<!-- tabs -->` and `<!-- end of tabs -->` become tabs. The site has an `llms.txt`, which lists the pages for
programs that read them.
"""

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.structure.files import Files

ROOT = Path(__file__).parents[1]
BESIDE = {  # file beside docs/ -> where it is in the site
    "README.md": "start-here.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md": "CODE_OF_CONDUCT.md",
    "SECURITY.md": "SECURITY.md",
    "CITATION.cff": "CITATION.cff",
    "LICENSE": "LICENSE.txt",
}
BACK = {site: name for name, site in BESIDE.items()}
FENCE = re.compile(r"^( *)(`{3,}|~{3,})")
INDENT = re.compile(" *")  # within an item: four here at least
CODE = re.compile(r"(`+[^`]*`+)")
ITEM = re.compile(r"^( *)([-*]|\d+\.)( +)\S")
QUESTION = re.compile(r"^\| \[[^]]+\]\(([\w./-]+\.md)\) \| ([^|]+) \|$", re.MULTILINE)
LISTS = (
    "acid.md",
    "seeds.md",
    "cli.md",
    "measures.md",
    "python.md",
    "CHANGELOG.md",
)  # found last
LINK = re.compile(r"\[((?:[^][`]|`[^`]*`)*)\]\(([\w./-]+)((?:\?[^)#]*)?(?:#[\w-]+)?)\)")
ROW = re.compile(r"^\| \[[^]]+\]\(([\w./-]+\.md)\) \|", re.MULTILINE)
TABS = re.compile(r"<!-- tabs -->\n(.*?)<!-- end of tabs -->\n", re.DOTALL)


def on_config(config: Any) -> Any:
    """The navigation: a group for each table of the home page, a page for each row."""
    home = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    groups = re.split(r"^## ", home, flags=re.MULTILINE)[1:]
    config.nav = [{"nerkit": "README.md"}]
    for group in groups:
        title, _, table = group.partition("\n")
        pages = [BESIDE.get(page.removeprefix("../"), page) for page in ROW.findall(table)]
        entries: list[Any] = []
        for page in pages:
            folder = Path(page).parent
            if folder.name:  # a page of its own folder has the others of it below
                inside = sorted(path.name for path in (ROOT / "docs" / folder).glob("[!R]*.md"))
                entries.append({_title(page): [page, *(f"{folder}/{name}" for name in inside)]})
            else:
                entries.append(page)
        if pages:
            config.nav.append({title: entries})
    config.nav[-1]["Project"].append("CODE_OF_CONDUCT.md")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    config.repo_url = next(iter(project["urls"].values()), None)
    return config


def _questions() -> dict[str, str]:
    """Pages of the site -> the question that each answers."""
    home = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    return {BESIDE.get(page.removeprefix("../"), page): question for page, question in QUESTION.findall(home)}


def _title(page: str) -> str:
    """The title of a page."""
    text = (ROOT / BACK.get(page, f"docs/{page}")).read_text(encoding="utf-8")
    return f"\n{text}".partition("\n# ")[2].partition("\n")[0]


def on_files(files: "Files", config: Any) -> "Files":
    """The pages beside docs/ are added."""
    from mkdocs.structure.files import File

    for name, site in BESIDE.items():
        files.append(File.generated(config, site, abs_src_path=str(ROOT / name)))
    return files


def on_post_build(config: Any) -> None:
    """Write llms.txt."""
    Path(config.site_dir, "llms.txt").write_text(
        llms_text(config.nav, config.site_url or ""), encoding="utf-8"
    )


def llms_text(nav: list[Any], address: str) -> str:
    """llms.txt: the title of the site, its first sentences, and a link to each page with its question."""
    home = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    lines = ["# nerkit", f"> {home.split(chr(10) * 2)[1]}"]
    for group in nav[1:]:
        ((title, pages),) = group.items()
        lines += [f"## {title}", "\n".join(_link_lines(pages, address))]
    return "\n\n".join(lines) + "\n"


def _link_lines(pages: list[Any], address: str) -> Iterator[str]:
    """The lines of llms.txt about pages of the navigation."""
    for page in pages:
        if isinstance(page, dict):
            yield from _link_lines(next(iter(page.values())), address)
            continue
        own = re.sub(r"(^|/)README\.md$", r"\1index.md", page)
        question = _questions().get(page)
        link = f"[{_title(page)}]({address}{own.removesuffix('.md')}.html)"
        yield f"- {link}: {question}" if question else f"- {link}"


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page with its links, lists and tables as they are read here."""
    source = page.file.src_uri
    here = (ROOT / BACK.get(source, f"docs/{source}")).parent

    def link(match: re.Match[str]) -> str:
        """A link to where the page is in the site; the text alone where it is not there."""
        target = os.path.relpath(os.path.normpath(here / match[2]), ROOT)
        site = BESIDE.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
        if site is None:
            return match[1]
        return f"[{match[1]}]({os.path.relpath(site, Path(source).parent)}{match[3]})"

    question = _questions().get(source)
    if question:
        title, _, rest = markdown.partition("\n")
        markdown = f"{title}\n\n*{question[0].upper()}{question[1:]}*\n{rest}"
    page.meta["search"] = {"boost": 0.3 if source in LISTS else 3 if source.startswith("coming-from") else 1}
    lines: list[str] = []
    fence: tuple[str, str] | None = None
    before = ""
    for line in markdown.split("\n"):
        mark, inside, shown = FENCE.match(line), fence, line
        if inside:
            fence = None if mark and line.strip().startswith(inside[1]) else inside
        elif mark:
            fence = (mark[1], mark[2])
        else:
            if ITEM.match(line) and before.strip() and not ITEM.match(before) and before[0] != " ":
                lines.append("")
            shown = "".join(_part(part, line) for part in CODE.split(LINK.sub(link, line)))
        before = line
        indent = (inside or fence)[0] if inside or fence else INDENT.match(line)[0]
        lines.append((indent if 0 < len(indent) < 4 else "") + shown)
    return TABS.sub(_tabs, "\n".join(lines))


def _part(part: str, line: str) -> str:
    """Code of a row of a table with `|` as it is; the rest as it stands."""
    return part.replace("\\|", "|") if part[:1] == "`" and line[:1] == "|" else part


def _tabs(match: re.Match[str]) -> str:
    """The sections as tabs: their titles, and their text indented."""
    sections = re.split(r"^### ", match[1], flags=re.MULTILINE)[1:]
    parts = []
    for section in sections:
        title, _, text = section.partition("\n")
        parts.append(f'=== "{title}"\n\n' + "\n".join(f"    {line}".rstrip() for line in text.split("\n")))
    return "\n\n".join(parts) + "\n"
