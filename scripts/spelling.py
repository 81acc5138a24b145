"""Words of the manual that its list of words lacks: `make spelling`, or `python -m scripts.spelling --add`.

The prose of README.md, of the pages beside it and below docs/ is looked at, without code, links and tables
of generated pages. A word that is right is added to `scripts/words.txt` with --add, after it has been read.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("words.txt")
GENERATED = ("cli.md", "acid.md")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\([^)]*\)|<[^>]*>|https?://\S+", re.DOTALL | re.MULTILINE)
WORD = re.compile(r"(?<![\w-])[a-z]{3,}(?!\w)")


def places() -> dict[str, str]:
    """Each word of the manual, and the page where it stands first."""
    pages = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]
    found: dict[str, str] = {}
    for page in pages:
        if page.name not in GENERATED:
            for word in WORD.findall(CODE.sub(" ", page.read_text(encoding="utf-8"))):
                found.setdefault(word, str(page.relative_to(ROOT)))
    return found


def main() -> None:
    known = set(LIST.read_text(encoding="utf-8").split()) if LIST.exists() else set()
    found = places()
    unknown = sorted(set(found) - known)
    for word in unknown:
        print(f"{found[word]}: {word}")
    if "--add" in sys.argv:
        LIST.write_text("\n".join(sorted(found)) + "\n", encoding="utf-8")
    else:
        sys.exit(1 if unknown else 0)


if __name__ == "__main__":
    main()
