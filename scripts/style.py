"""Sentences that break a rule of plain English: `make lint`, or `python -m scripts.style [--list RULE]`.

`scripts/style_rules.toml` has the rules, each with patterns and with a sentence before and after. This script
applies them to five kinds of text: the prose of docs, public and private docstrings, help, and messages (all
other prose among the strings of the package). It checks two things:

- `scripts/style_ceilings.tsv` holds a ceiling for each rule and kind. A count above its ceiling fails.
  A count far below fails, too, until `--lower` writes lower ceilings.
- A new or changed sentence breaks no rule, except rules that may misjudge one. A sentence is new if the files
  that changed did not have it at the base: the merge base with main, or on main the commit before.
  `--base COMMIT` names another. Without history, as in a shallow checkout, only the ceilings are compared.
"""

import argparse
import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
RULES = tomllib.loads(Path(__file__).with_name("style_rules.toml").read_text(encoding="utf-8"))
PATTERNS = {rule: re.compile("|".join(about.get("patterns", ["$^"]))) for rule, about in RULES.items()}
CEILINGS = "scripts/style_ceilings.tsv"
KINDS = ("docs", "public", "private", "help", "messages")
TICS = "45678"  # the numbers of the rules that targets call tics
# pages made from text that counts where it is written, and the mark of such a part of a page
GENERATED = re.compile(r"docs/(?:acid|acid-cells|cli|measures(?:/\w+)?|python)\.md|nerkit/cli/summaries\.py")
PART = "<!-- What follows is written by"

LIST, LOWER = "python -m scripts.style --list", "python -m scripts.style --lower"
SLACK = 0.1  # the share by which a count may be below its ceiling
RENAMED = re.compile(r"(?i)(?:\ban? )?\b(?:mistake|error)(?=s?\b)")  # which makes no new sentence

LENGTH, LONG, LONGER = "2 length", 25, 30  # words of a sentence
BLOCK = re.compile(r"^( *)(```|~~~).*?(?:^\1\2 *$|\Z)|<!--.*?-->|^[\b]\n(?:.+\n?)*", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`+([^`]*)`+|\$[^$\s][^$]*\$|https?://\S+")
MARKUP = re.compile(
    r"!?\[([^\]]*)\](?:\([^)\s]*\)|\[[^\]]*\])|</?[a-z][^>]*>|&\w+;|\*\*|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)"
)
ITEM = re.compile(r"\s*(?:(?:[-*+]|\d+[.)]|#+|>)\s+|(?P<row>[\w*|][\w,.|*=/ -]*? {2,}(?=\S)))")
END = re.compile(
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bcf\.)(?<!\bal\.)(?<!\bvs\.)(?<=[.!?])[\"')]*\s+(?=[\"'(]*[A-Z0-9◦-])"
)
CITATION = re.compile(r"\bet al\b|[A-Z]\w+ & [A-Z]|\((?:19|20)\d\d\)|\bpp?\. ?\d")
PROSE = re.compile(r"[A-Za-z][a-z]+,? [a-z]+,? [a-z]+")
GRAMMAR = re.compile(r"\b(?:the|an?|is|are|of|in|to|and|or|not|no|for|with|by|as|it|that|has|than|on|from)\b")
RATES = {
    ";": ";",
    "of": r"\bof\b",
    "you": r"(?i)\byour?\b",
    "because/for example": r"(?i)\bbecause\b|\bso that\b|\bfor example\b",
}


Key = tuple[str, str]  # a rule, and a kind of text
IDLE = (ast.expr_context, ast.Name)  # nodes without text


class Sentence(NamedTuple):
    """A sentence with ◦ for code, its kind and place, and whether it opens a docstring or string."""

    text: str
    kind: str
    place: str
    opening: bool = False

    @property
    def words(self) -> int:
        return len(re.findall(r"\S*[\w◦]\S*", self.text))

    def broken(self, rule: str) -> int:
        """How often the sentence breaks a rule."""
        about = RULES[rule]
        if self.kind not in about.get("kinds", KINDS) or (about.get("opening") and not self.opening):
            return 0
        if rule.startswith("2") and CITATION.search(self.text):
            return 0
        if rule == LENGTH:
            return self.words > LONG
        return len(PATTERNS[rule].findall(self.text))


def sentences(text: str, kind: str, path: str, line: int = 1) -> Iterator[Sentence]:
    """The sentences of Markdown or of a docstring that begins at a line: without code, tables by cells."""
    text = BLOCK.sub(lambda match: "\n" * match[0].count("\n"), text.partition(PART)[0])
    passages, listed = list[tuple[int, str]](), False
    going = False  # the line before belongs to the passage
    for number, each in enumerate(text.split("\n"), line):
        begins = ITEM.match(each)
        if each.lstrip().startswith("|"):
            passages += [(number, cell) for cell in re.split(r"(?<!\\)\|", each)]
            going = listed = False
        elif begins:
            passages.append((number, each[begins.end() :]))
            going, listed = True, not begins["row"]
        elif not each.strip():
            going = False
        elif going:
            passages[-1] = passages[-1][0], f"{passages[-1][1]} {each}"
        elif listed or not each.startswith("    "):  # else an example
            passages.append((number, each))
            going, listed = True, listed and each.startswith(" ")
    opening = True
    for number, passage in passages:
        plain = CODE.sub(lambda match: "◇" if re.match("_[a-z]", match[1] or "") else "◦", passage)
        for part in END.split(MARKUP.sub(r"\1", plain)):
            if re.search("[a-z]{2}", part):
                yield Sentence(" ".join(part.split()), kind, f"{path}:{number}", opening)
                opening = False


def of_file(path: str, text: str) -> Iterator[Sentence]:
    """The sentences of a page of the manual, a module, or a table in TOML."""
    if path.endswith(".md"):
        yield from sentences(text, "docs", path)
    elif path.endswith(".py"):
        yield from _of_module(path, text)
    else:
        for string in re.findall(r'"((?:[^"\\]|\\.)*)"', text):
            yield from _of_string(string, "messages", path)


def _of_module(path: str, code: str) -> Iterator[Sentence]:
    todo: list[tuple[Any, bool, str]] = [(ast.parse(code), "/_" not in path.replace("/__", "/"), "messages")]
    for node, outer, kind in todo:
        inner, docstring, helps = outer, None, list[ast.AST]()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            public = outer and not getattr(node, "name", "").startswith("_")
            inner = public and isinstance(node, ast.Module | ast.ClassDef)
            if text := ast.get_docstring(node):
                docstring = node.body[0]
                command = any("command" in ast.unparse(each) for each in getattr(node, "decorator_list", ()))
                about = "help" if command else "public" if public else "private"
                yield from sentences(text, about, path, docstring.lineno)
        elif isinstance(node, ast.JoinedStr):
            parts = [str(each.value) if isinstance(each, ast.Constant) else "◦" for each in node.values]
            yield from _of_string("".join(parts), kind, path, node.lineno)
            continue
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _of_string(node.value, kind, path, node.lineno)
        elif (isinstance(node, ast.keyword) and node.arg in {"help", "short_help", "epilog"}) or (
            isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("HELP")
        ):
            helps = [node.value]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "option":  # option(DEFAULT, HELP)
            helps = [*node.args[1:2]]
        children = (each for each in ast.iter_child_nodes(node) if not isinstance(each, IDLE))
        todo += [
            (each, inner, "help" if each in helps else kind) for each in children if each is not docstring
        ]


def _of_string(text: str, kind: str, path: str, line: int = 1) -> Iterator[Sentence]:
    if PROSE.search(text) and GRAMMAR.search(text) and "${" not in text:  # which is of a shell
        yield from sentences(text.strip(), kind, path, line)


def has_prose(path: str) -> bool:
    """Whether a file of the project has text that counts."""
    manual = path.endswith(".md") and ("/" not in path or path.startswith("docs/"))
    package = path.startswith("nerkit/") and path.endswith((".py", ".toml"))
    return (manual or package) and not GENERATED.fullmatch(path)


def git(*arguments: str) -> str:
    """What git prints; nothing if it fails, as in a folder without history."""
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)
    return "" if done.returncode or not (ROOT / ".git").exists() else done.stdout.decode("utf-8", "replace")


def base(named: str | None) -> str:
    """The commit with which sentences are compared; empty without history."""
    head = git("rev-parse", "-q", "--verify", "HEAD")
    merges = (git("merge-base", each, "HEAD") for each in ([named] if named else ["main", "origin/main"]))
    found = next((each for each in merges if each and (named or each != head)), "")
    found = found or git("rev-parse", "-q", "--verify", "HEAD^") or git("describe", "--tags", "--abbrev=0")
    return found.strip()


def new(found: Iterable[Sentence], commit: str) -> list[Sentence]:
    """The sentences that the changed files did not have at a commit, apart from words that were renamed."""
    changed = list(filter(has_prose, git("diff", "--name-only", "--no-renames", commit).splitlines()))
    files = {*changed, *git("ls-files", "--others", "--exclude-standard").splitlines()}
    with ThreadPoolExecutor() as pool:
        texts = pool.map(lambda path: git("show", f"{commit}:{path}"), changed)
    before = zip(changed, texts, strict=True)
    old = {RENAMED.sub("error", each.text) for path, text in before for each in of_file(path, text)}
    ours = (each for each in found if each.place.rpartition(":")[0] in files)
    return [each for each in ours if RENAMED.sub("error", each.text) not in old]


def ceilings(text: str) -> dict[Key, tuple[int, int]]:
    """(rule, kind) -> the count at the start and the ceiling, of a table with a row per rule."""
    return {
        (rule, kind): (int(start), int(ceiling))
        for rule, *cells in (line.split("\t") for line in text.splitlines()[1:])
        for kind, cell in zip(KINDS, cells, strict=True)
        for start, _, ceiling in [cell.partition("/")]
    }


def lowered(counts: Mapping[Key, int], table: Mapping[Key, tuple[int, int]]) -> str:
    """The table with lower counts as ceilings; a new rule starts with its counts."""
    lines = ["\t".join(["rule (start/ceiling)", *KINDS])]
    for rule in RULES:
        old = {kind: table.get((rule, kind), (counts[rule, kind],) * 2) for kind in KINDS}
        cells = [f"{start}/{min(ceiling, counts[rule, kind])}" for kind, (start, ceiling) in old.items()]
        lines.append("\t".join([rule, *cells]))
    return "\n".join(lines) + "\n"


def faults(counts: Mapping[Key, int], now: Mapping[Key, tuple[int, int]], earlier: str) -> Iterator[str]:
    """What is wrong with counts and ceilings; *earlier* is the table of ceilings at the base."""
    for rule, kind in product(RULES, KINDS):
        count, (_, ceiling) = counts[rule, kind], now.get((rule, kind), (0, 0))
        if count > ceiling:
            yield f"{kind}: rule '{rule}' has {count} places, {ceiling} are allowed; type: {LIST} '{rule}'"
        elif count < ceiling * (1 - SLACK) - 1:
            yield f"{kind}: rule '{rule}' has {count} places, fewer than {ceiling}; type: {LOWER}"
    for (rule, kind), (start, ceiling) in ceilings(earlier).items():
        row = now.get((rule, kind))
        if rule in RULES and (row is None or row[0] != start or row[1] > ceiling):
            yield f"{CEILINGS}: rule '{rule}' for {kind} was {start}/{ceiling}; a ceiling only falls"


def totals(found: Sequence[Sentence], counts: Mapping[Key, int]) -> Iterator[str]:
    """One line for each kind of text: its tics beside those of the start, and rates per 100 words."""
    starts = {key: start for key, (start, _) in ceilings(read(CEILINGS)).items()}
    for kind in KINDS:
        own = [each for each in found if each.kind == kind]
        words, text = sum(each.words for each in own), "\n".join(each.text for each in own)
        keys = [(rule, kind) for rule in RULES if rule[0] in TICS]
        tics, start = (sum(table.get(key, 0) for key in keys) for table in (counts, starts))
        rates = [f"{name} {100 * len(re.findall(regex, text)) / words:.2f}" for name, regex in RATES.items()]
        longer = sum(each.words > LONGER for each in own) / len(own)
        share = f"{tics} tics, {tics / start:.2f} of the {start} at the start"
        yield f"{kind}: {share}; of 100 words: {', '.join(rates)}; {longer:.1%} sentences over {LONGER} words"


def read(path: str) -> str:
    """The text of a file of the project; empty if it does not exist."""
    return (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).exists() else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--base", metavar="COMMIT", help="compare sentences with this commit")
    parser.add_argument("--list", metavar="RULE", help="print the sentences that break a rule: 4, '4 noun'")
    parser.add_argument("--lower", action="store_true", help="write lower counts as ceilings")
    asked = parser.parse_args()
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("nerkit/**/*.*")]
    paths = filter(has_prose, sorted(str(path.relative_to(ROOT)) for path in files))
    found = [each for path in paths for each in of_file(path, read(path))]
    broken = [(each, rule, times) for each in found for rule in RULES if (times := each.broken(rule))]
    if asked.list:
        found = [each for each, rule, _ in broken if rule.startswith(asked.list)]
        print("\n".join(f"{each.place}: {each.text}" for each in found))
        return
    counts = Counter[Key]()
    for each, rule, times in broken:
        counts[rule, each.kind] += times
    if asked.lower:
        (ROOT / CEILINGS).write_text(lowered(counts, ceilings(read(CEILINGS))), encoding="utf-8")
    commit = base(asked.base)
    earlier = git("show", f"{commit}:{CEILINGS}") if commit else ""
    wrong = list(faults(counts, ceilings(read(CEILINGS)), earlier))
    fresh = set(map(id, new(found, commit))) if commit else ()
    strict = [(each, rule) for each, rule, _ in broken if id(each) in fresh and "lax" not in RULES[rule]]
    wrong += [f"{each.place}: new, but breaks rule '{rule}': {each.text}" for each, rule in strict]
    print("\n".join([*totals(found, counts), *wrong]))
    print(f"compared with {commit[:12]}" if commit else "without history: only ceilings are compared")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
