"""Chunks against chunklink, NLTK's RegexpParser and ChunkScore, conlleval, and the lecture's figures."""

import re
import tempfile
from functools import partial
from pathlib import Path

from scripts.conformance.checks import Cases, Check, Checks, check, refused, same
from scripts.conformance.commands import read, run, told

SCHEMES = {"Begin": "IOB2", "Between": "IOB1", "End": "IOE2", "BeginEndCombined": "BIOES"}
TREE = """(S (NP (NP (DT The) (NN morning) (NN flight)) (PP (IN from) (NP (NNP Denver))))
  (VP (VBZ has) (VP (VBN arrived))))
"""
BRACKETS = "[NP The morning flight] [PP from] [NP Denver] [VP has arrived]\n"
LEAF = re.compile(r"\(([^\s()]+) ([^\s()]+)\)")
SCORED = {  # number -> its name in ChunkScore
    "p_num": "tp", "p_den": "guessed", "r_den": "correct", "precision": "precision", "recall": "recall",
    "f1": "f",
}  # fmt: skip


def cases(golden: Path) -> Cases:
    """Each sentence of chunklink in four schemes and of RegexpParser; reports of conlleval byte for byte.

    chunklink writes no E at the end of a chunk where a word of the same phrase that is in no chunk follows;
    there the tags are compared without their letters. Its COMMA stands for a comma, its brackets for -LRB-
    and -RRB-. ChunkScore's counts are compared, and not its accuracy, which is of tags that it derives from
    trees. Tags that are none (`[-VP`, `.`), which conlleval scores, are refused with their place.
    """
    for entry in read(golden / "index.json")["entries"]:
        kind = entry["name"].partition("_")[0]
        if entry["group"] == "chunk" and kind in KINDS and "-l" not in entry["command"].split():
            yield partial(KINDS[kind], *(golden / path for path in entry["files"]))


def sentences(text: str) -> list[list[list[str]]]:
    """The lines of each sentence, in columns."""
    blocks = [block for block in text.split("\n\n") if block.strip()]
    return [[line.split() for line in block.strip("\n").split("\n")] for block in blocks]


def word(text: str) -> str:
    """A word or a tag as chunklink prints it."""
    for one, other in ((",", "COMMA"), ("-LRB-", "("), ("-RRB-", ")"), ("-LCB-", "{"), ("-RCB-", "}")):
        text = text.replace(one, other)
    return text


def chunklink(trees: Path, listing: Path) -> Checks:
    """The chunks of every sentence in a scheme."""
    scheme = SCHEMES[listing.stem.rpartition(".")[2]]
    done = run("chunk", str(trees), "--rules", "conll2000", "--scheme", scheme, "-q")
    both = zip(sentences(done.stdout), sentences(listing.read_text()), strict=True)
    for place, (ours, theirs) in enumerate(both, 1):
        wrong = [
            f"{a} for {b}"
            for row, (a, b) in enumerate(zip(ours, theirs, strict=True))
            if [word(a[0]), word(a[1])] != b[:2] or not alike(a[2], b[2].replace("C-", "S-"), theirs, row)
        ]
        yield Check(f"{listing.name} {place}", "; ".join(wrong[:3]) or None)


def alike(ours: str, theirs: str, lines: list[list[str]], row: int) -> bool:
    """Whether tags are equal, but for an end that is not marked before a word outside."""
    if ours == theirs:
        return True
    unmarked = ours.startswith(("E-", "S-")) and {"E": "I", "S": "B"}.get(ours[0]) == theirs[0]
    unmarked |= ours.startswith("E-") and theirs.startswith("I-")
    outside = row + 1 < len(lines) and lines[row + 1][2] == "O"
    return unmarked and outside and ours[1:] == theirs[1:]


def regexp(words: Path, rules: Path, listing: Path) -> Checks:
    """The tree of every sentence."""
    done = run("chunk", str(words), "--rules", str(rules), "-f", "trees", "-q")
    both = zip(done.stdout.splitlines(), listing.read_text().splitlines(), strict=True)
    for place, (ours, theirs) in enumerate(both, 1):
        shown = LEAF.sub(lambda leaf: f"{word(leaf[2])}/{word(leaf[1])}", ours)
        yield same(f"{listing.name} {place}", shown, theirs)


def conlleval(tagged: Path, listing: Path) -> Checks:
    """The report, and its numbers in JSON."""
    done, name = run("bio", str(tagged), "-f", "conlleval", "-q"), listing.name
    if listing.stem == "edge":
        yield refused(f"{name} is refused", done, ":13:5: tag '[-VP' has no known prefix")
        return
    report = listing.read_text()
    yield same(f"{name} report", done.stdout, report)
    pooled = next(row for row in told("bio", str(tagged), "--by", "label")["rows"] if row["label"] == "*")
    numbers = re.findall(r"with (\d+) phrases; found: (\d+) phrases; correct: (\d+)", report)[0]
    yield same(f"{name} counts", tuple(str(pooled[key]) for key in ("r_den", "p_den", "p_num")), numbers)


def chunkscore(tagged: Path, listing: Path) -> Checks:
    """The counts and scores of ChunkScore."""
    labels = ["--labels", "NP,PP,VP"] if "NP_PP_VP" in listing.name else []
    row, expected = told("bio", str(tagged), *labels)["rows"][0], read(listing)
    for ours, theirs in SCORED.items():
        yield check(f"{listing.name} {theirs}", row, {ours: expected[theirs]})


def lecture(full: Path, only: Path) -> Checks:
    """The tags of the figures, out of a tree by both rules and out of brackets."""
    with tempfile.TemporaryDirectory() as home:
        tree, brackets = Path(home) / "x.mrg", Path(home) / "x.txt"
        tree.write_text(TREE)
        brackets.write_text(BRACKETS)
        made = [
            (listing, rules, run("chunk", str(tree), "--rules", rules, *options))
            for listing, options in ((full, []), (only, ["--only", "NP"]))
            for rules in ("head", "conll2000")
        ]
        made.append((full, "brackets", run("convert", str(brackets), "--to", "bio")))
    for listing, what, done in made:
        found = [[line[0], line[-1].replace("-", "_")] for line in sentences(done.stdout)[0]]
        expected = [line.split() for line in listing.read_text().splitlines() if line.strip()]
        yield same(f"{listing.name} {what}", found, expected)


KINDS = {"chunk": chunklink, **{one.__name__: one for one in (regexp, conlleval, chunkscore, lecture)}}
