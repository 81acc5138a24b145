"""Words of the manual that its list of words lacks: `make spelling`, or `python -m scripts.spelling --add`.

The prose of README.md, of the pages beside it and below docs/ is looked at, without code, links and tables
of generated pages. `scripts/words.txt` knows a word if it has one of the same stem: `aligns` and `aligning`
are known by `align`. With --add the words that it does not know are added, after they have been read.
`make test` fails for those alone that are one slip from a known word, as `recieve` is: a new sentence may
have a new word.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("words.txt")
GENERATED = ("cli.md", "acid.md", "acid-cells.md")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\([^)]*\)|<[^>]*>|https?://\S+", re.DOTALL | re.MULTILINE)
WORD = re.compile(r"(?<![\w-])[a-z]{3,}(?!\w)")
BEFORE = re.compile(r"^(?:un|re|non)(?=[a-z]{4})")
ENDINGS = re.compile(r"(?<=[a-z]{2})(?:ly|s|ings?|ed|er|ers|est|e|es|d)$")
DOUBLED = re.compile(r"([bdgklmnprt])\1$")


def stem(word: str) -> str:
    """A word without a prefix and the endings of inflection: `planned`, `plans` and `plan` have one stem."""
    bare = ENDINGS.sub("", ENDINGS.sub("", BEFORE.sub("", word)))
    return re.sub(r"i$", "y", DOUBLED.sub(r"\1", bare))


def unknown(text: str, known: set[str]) -> set[str]:
    """The words of a page that have no stem in common with those that are known."""
    stems = set(map(stem, known))
    return {word for word in WORD.findall(CODE.sub(" ", text)) if stem(word) not in stems}


def slips(words: set[str], known: set[str]) -> set[str]:
    """Those of the words, of five letters or more, that are one letter more, less or other, or two letters
    exchanged, away from a known word.
    """
    near = {each for word in known if len(word) > 3 for each in _holes(word)} | known
    return {word for word in words if len(word) > 4 and any(each in near for each in (word, *_holes(word)))}


def _holes(word: str) -> set[str]:
    """The word without one letter, with a blank for one, and with two neighbours exchanged."""
    letters = range(len(word))
    less = {word[:at] + word[at + 1 :] for at in letters}
    other = {f"{word[:at]} {word[at + 1 :]}" for at in letters}
    return less | other | {word[:at] + word[at : at + 2][::-1] + word[at + 2 :] for at in letters}


def places() -> dict[str, str]:
    """Each word that the list does not know, and the page where it stands first."""
    known = set(LIST.read_text(encoding="utf-8").split())
    found: dict[str, str] = {}
    for page in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]:
        if page.name not in GENERATED:
            for word in unknown(page.read_text(encoding="utf-8"), known):
                found.setdefault(word, str(page.relative_to(ROOT)))
    return found


def main() -> None:
    found = places()
    for word in sorted(found):
        print(f"{found[word]}: {word}")
    if "--add" in sys.argv:
        known = LIST.read_text(encoding="utf-8").split()
        LIST.write_text("\n".join(sorted({*known, *found})) + "\n", encoding="utf-8")
    else:
        sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
