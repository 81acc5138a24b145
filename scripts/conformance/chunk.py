"""Chunks against chunklink, NLTK's RegexpParser and ChunkScore, conlleval, and the lecture's figures."""

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, run

SCHEMES = {"Begin": "IOB2", "Between": "IOB1", "End": "IOE2", "BeginEndCombined": "BIOES"}
TREE = """(S (NP (NP (DT The) (NN morning) (NN flight)) (PP (IN from) (NP (NNP Denver))))
  (VP (VBZ has) (VP (VBN arrived))))
"""
BRACKETS = "[NP The morning flight] [PP from] [NP Denver] [VP has arrived]\n"
LEAF = re.compile(r"\(([^\s()]+) ([^\s()]+)\)")
FEW = 1e-9


def chunk(golden: Path) -> Iterator[Case]:
    """Each sentence of chunklink in four schemes and of RegexpParser; reports of conlleval byte for byte.

    chunklink writes no E at the end of a chunk where a word of the same phrase that is in no chunk follows;
    there the tags are compared without their letters. Its COMMA stands for a comma, its brackets for -LRB-
    and -RRB-. ChunkScore's counts are compared, and not its accuracy, which is of tags that it derives from
    trees. Tags that are none (`[-VP`, `.`), which conlleval scores, are refused with their place.
    """
    for entry in json.loads((golden / "index.json").read_text())["entries"]:
        if entry["group"] != "chunk":
            continue
        name = entry["name"]
        paths = [golden / path for path in entry["files"]]
        if name.startswith("chunk_gumc"):
            yield lambda name=name, paths=paths: chunklink(name.rpartition("_")[2], *paths)
        elif name.startswith("regexp"):
            yield lambda paths=paths: regexp(*paths)
        elif name.startswith("conlleval") and "-l" not in entry["command"]:
            yield lambda paths=paths: conlleval(*paths)
        elif name.startswith("chunkscore"):
            yield lambda paths=paths: chunkscore(*paths)
        elif name == "lecture_chunks":
            yield lambda paths=paths: lecture(*paths)


def sentences(text: str) -> list[list[list[str]]]:
    """The lines of each sentence, in columns."""
    blocks = [block for block in text.split("\n\n") if block.strip()]
    return [[line.split() for line in block.strip("\n").split("\n")] for block in blocks]


def word(text: str) -> str:
    """A word or a tag as chunklink prints it."""
    for one, other in ((",", "COMMA"), ("-LRB-", "("), ("-RRB-", ")"), ("-LCB-", "{"), ("-RCB-", "}")):
        text = text.replace(one, other)
    return text


def chunklink(kind: str, trees: Path, listing: Path) -> list[Check]:
    """The chunks of every sentence in a scheme."""
    done = run("chunk", str(trees), "--rules", "conll2000", "--scheme", SCHEMES[kind], "-q")
    checks = []
    for place, (ours, theirs) in enumerate(
        zip(sentences(done.stdout), sentences(listing.read_text()), strict=True), 1
    ):
        wrong = [
            f"{a} for {b}"
            for row, (a, b) in enumerate(zip(ours, theirs, strict=True))
            if [word(a[0]), word(a[1])] != b[:2] or not same(a[2], b[2].replace("C-", "S-"), theirs, row)
        ]
        checks.append(Check(f"{listing.name} {place}", "; ".join(wrong[:3]) or None))
    return checks


def same(ours: str, theirs: str, lines: list[list[str]], row: int) -> bool:
    """Whether tags are equal, but for an end that is not marked before a word outside."""
    if ours == theirs:
        return True
    unmarked = ours.startswith(("E-", "S-")) and {"E": "I", "S": "B"}.get(ours[0]) == theirs[0]
    unmarked |= ours.startswith("E-") and theirs.startswith("I-")
    outside = row + 1 < len(lines) and lines[row + 1][2] == "O"
    return unmarked and outside and ours[1:] == theirs[1:]


def regexp(words: Path, rules: Path, listing: Path) -> list[Check]:
    """The tree of every sentence."""
    done = run("chunk", str(words), "--rules", str(rules), "-f", "trees", "-q")
    checks = []
    for place, (ours, theirs) in enumerate(
        zip(done.stdout.splitlines(), listing.read_text().splitlines(), strict=True), 1
    ):
        shown = LEAF.sub(lambda leaf: f"{word(leaf[2])}/{word(leaf[1])}", ours)
        checks.append(Check(f"{listing.name} {place}", None if shown == theirs else shown))
    return checks


def conlleval(tagged: Path, listing: Path) -> list[Check]:
    """The report, and its numbers in JSON."""
    done = run("bio", str(tagged), "-f", "conlleval", "-q")
    if listing.stem == "edge":
        refused = done.returncode == 2 and ":13:5: tag '[-VP' has no known prefix" in done.stderr
        return [Check(f"{listing.name} is refused", None if refused else f"exit {done.returncode}")]
    report = done.stdout
    checks = [Check(f"{listing.name} report", None if report == listing.read_text() else report)]
    rows = json.loads(run("bio", str(tagged), "--by", "label", "-f", "json", "-q").stdout)["rows"]
    pooled = next(row for row in rows if row["label"] == "*")
    numbers = re.findall(r"with (\d+) phrases; found: (\d+) phrases; correct: (\d+)", listing.read_text())[0]
    found = tuple(str(pooled[name]) for name in ("r_den", "p_den", "p_num"))
    checks.append(Check(f"{listing.name} counts", None if found == numbers else f"{found} for {numbers}"))
    return checks


def chunkscore(tagged: Path, listing: Path) -> list[Check]:
    """The counts and scores of ChunkScore."""
    expected: dict[str, Any] = json.loads(listing.read_text())
    labels = ["--labels", "NP,PP,VP"] if "NP_PP_VP" in listing.name else []
    row = json.loads(run("bio", str(tagged), *labels, "-f", "json", "-q").stdout)["rows"][0]
    pairs = {
        "tp": "p_num",
        "guessed": "p_den",
        "correct": "r_den",
        "precision": "precision",
        "recall": "recall",
        "f": "f1",
    }
    return [
        Check(f"{listing.name} {name}", None if abs(row[ours] - expected[name]) <= FEW else f"{row[ours]}")
        for name, ours in pairs.items()
    ]


def lecture(full: Path, only: Path) -> list[Check]:
    """The tags of the figures, out of a tree by both rules and out of brackets."""
    checks = []
    with tempfile.TemporaryDirectory() as home:
        tree, brackets = Path(home) / "x.mrg", Path(home) / "x.txt"
        tree.write_text(TREE)
        brackets.write_text(BRACKETS)
        for listing, options in ((full, []), (only, ["--only", "NP"])):
            expected = [line.split() for line in listing.read_text().splitlines() if line.strip()]
            for rules in ("head", "conll2000"):
                lines = sentences(run("chunk", str(tree), "--rules", rules, *options).stdout)[0]
                found = [[line[0], line[2].replace("-", "_")] for line in lines]
                checks.append(Check(f"{listing.name} {rules}", None if found == expected else str(found)))
        lines = sentences(run("convert", str(brackets), "--to", "bio").stdout)[0]
        expected = [line.split() for line in full.read_text().splitlines() if line.strip()]
        found = [[line[0], line[1].replace("-", "_")] for line in lines]
        checks.append(Check(f"{full.name} brackets", None if found == expected else str(found)))
    return checks
