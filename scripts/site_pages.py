"""The pages of the site as mkdocs wants them, which calls these functions (`hooks` in mkdocs.yml).

The navigation is the tables of docs/README.md, below *All pages*. Pages beside docs/ (README.md, CHANGELOG.md
…) are pages of the site too. Lists need no blank line before them and may be indented by as many characters
as their mark has, as Markdown is read elsewhere; `\\|` within code in a table is `|`. The site has an
`llms.txt`, which lists the pages for programs that read them.
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
    **{f"{name}.md": f"{name}.md" for name in ("CHANGELOG", "CONTRIBUTING", "CODE_OF_CONDUCT", "SECURITY")},
    "CITATION.cff": "CITATION.cff",
    "LICENSE": "LICENSE.txt",
}
BACK = {site: name for name, site in BESIDE.items()}
FENCE = re.compile(r"^( *)(`{3,}|~{3,})")
INDENT = re.compile(" *")  # within an item: four here at least
CODE = re.compile(r"(`+[^`]*`+)")
ITEM = re.compile(r"^( *)([-*]|\d+\.)( +)\S")
QUESTION = re.compile(r"^\| \[[^]]+\]\(([\w./-]+\.md)\) \| ([^|]+) \|$", re.MULTILINE)
BOOSTS = {  # pages -> the factor of their rank in the search; reference ranks below guides
    r"measures/\w+\.md": 0.1,
    r"(?:measures|formats(?:/\w+)?|cli|messages|CHANGELOG)\.md": 0.3,
    r"(?:coming-from/.*|glossary)\.md": 3,
}
FOR_CONTRIBUTORS = tuple(
    f"{name}.md"
    for name in ("acid", "architecture", "benchmarks", "limits", "releasing", "acid-cells", "testing")
)
LINK = re.compile(r"\[((?:[^][`]|`[^`]*`)*)\]\(([\w./-]+)((?:\?[^)#]*)?(?:#[\w-]+)?)\)")
ROW = re.compile(r"^\| \[[^]]+\]\(([\w./-]+\.md)\) \|", re.MULTILINE)


def on_config(config: Any) -> Any:
    """The navigation: the tables of the home page, with a page for each row.

    The heading of a table is `### Group` or `### Group: subgroup`.
    """
    home = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    groups: dict[str, list[Any]] = {}
    for part in re.split(r"^### ", home, flags=re.MULTILINE)[1:]:
        heading, _, table = part.partition("\n")
        group, _, subgroup = heading.partition(": ")
        entries = [entry for page in ROW.findall(table) for entry in _entries(page)]
        listed = groups.setdefault(group, [])
        if subgroup:
            listed.append({subgroup[0].upper() + subgroup[1:]: entries})
        else:
            listed += entries
    groups["Start"].insert(0, {"Home": "README.md"})
    config.nav = [{group: pages} for group, pages in groups.items()]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    config.repo_url = next(iter(project["urls"].values()), None)
    return config


def _entries(page: str) -> list[Any]:
    """The entries of a page in the navigation; the index of a folder has the pages of the folder below it.

    The index of a folder is its README.md, or the page beside the folder with its name.
    """
    page = BESIDE.get(page.removeprefix("../"), page)
    if page == BESIDE["README.md"]:
        return [{"The first two minutes": page}]  # its title is "nerkit", as is the title of the home page
    folder = Path(page).parent if page.endswith("/README.md") else Path(page).with_suffix("")
    if not (ROOT / "docs" / folder).is_dir():
        return [page]
    inside = sorted(path.name for path in (ROOT / "docs" / folder).glob("[!R]*.md"))
    return [{_title(page): [page, *(f"{folder}/{name}" for name in inside)]}]


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
    text = llms_text(config.nav, config.site_url or "")
    Path(config.site_dir, "llms.txt").write_text(text, encoding="utf-8")


def llms_text(nav: list[Any], address: str) -> str:
    """llms.txt: the title of the site, its first sentences, and a link to each page with its question."""
    home = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    lines = ["# nerkit", f"> {home.split(chr(10) * 2)[1]}"]
    for group in nav:
        ((title, pages),) = group.items()
        lines += [f"## {title}", "\n".join(_link_lines(pages, address))]
    return "\n\n".join(lines) + "\n"


def _link_lines(pages: list[Any], address: str) -> Iterator[str]:
    """The lines of llms.txt about pages of the navigation."""
    for page in pages:
        if isinstance(page, dict):
            inside = next(iter(page.values()))
            yield from _link_lines(inside, address) if isinstance(inside, list) else ()
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
    boost = next((factor for pages, factor in BOOSTS.items() if re.fullmatch(pages, source)), 1)
    page.meta["search"] = {"boost": boost, "exclude": source in FOR_CONTRIBUTORS}
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
    return "\n".join(lines)


def _part(part: str, line: str) -> str:
    """Code of a row of a table with `|` as it is; the rest as it stands."""
    return part.replace("\\|", "|") if part[:1] == "`" and line[:1] == "|" else part
