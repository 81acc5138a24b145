"""Every number that an acid case expects, proved from its files by enumeration or a sum, without nerkit.

A proof is a function of the case's folder that gives a fraction for each key. Two sides are right on what
they share: P is shared of system, R shared of gold, F their harmonic mean.
"""

import itertools
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path

import pytest
from oracles.clusters import MEASURES
from tries import each

CASES = Path(__file__).parents[2] / "scripts" / "acid" / "cases"
SIDES = ("gold", "system")
Proof = Callable[[Path], dict[str, Fraction]]


def shares(gold: Iterable, system: Iterable) -> dict[str, Fraction]:
    """P, R and F of two bags."""
    gold, system = Counter(gold), Counter(system)
    right, g, s = sum((gold & system).values()), sum(gold.values()), sum(system.values())
    p, r = Fraction(right, s) if s else Fraction(0), Fraction(right, g) if g else Fraction(0)
    return {"p": p, "r": r, "f": 2 * p * r / (p + r) if p + r else Fraction(0)}


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def chunks(path: Path) -> list[tuple]:
    """(type, first line, last line) of each B- and the I- of its type that follow."""
    found: list[tuple] = []
    for number, line in enumerate(lines(path)):
        tag = line.split()[-1] if line.strip() else "O"
        if tag[0] == "B":
            found.append((tag[2:], number, number))
        elif tag[0] == "I" and found and found[-1][0] == tag[2:] and found[-1][2] == number - 1:
            found[-1] = (tag[2:], found[-1][1], number)
    return found


def rows(path: Path) -> list[tuple]:
    return [tuple(line.split("\t")) for line in lines(path)]


def of_tags(folder: Path) -> dict[str, Fraction]:
    gold, system = (chunks(folder / f"{side}.bio") for side in SIDES)
    return {**shares(gold, system), "finishes": Fraction(1)}


def swapped(folder: Path) -> dict[str, Fraction]:
    gold, system = (chunks(folder / f"{side}.bio") for side in SIDES)
    back = shares(system, gold)
    return {**shares(gold, system), "p_swapped": back["p"], "r_swapped": back["r"]}


def two_axes(folder: Path) -> dict[str, Fraction]:
    """MUC's two axes beside the chunks: texts (places) and types, each item of gold used once."""
    gold, system = (chunks(folder / f"{side}.bio") for side in SIDES)
    texts = sum((Counter(x[1:] for x in gold) & Counter(x[1:] for x in system)).values())
    both = len(set(gold) & set(system))
    axes = 2 * (texts + both) / Fraction(2 * len(gold) + 2 * len(system))
    return {**shares(gold, system), "muc_f": axes}


def ioe1(_: Path) -> dict[str, Fraction]:
    """`O E I I`: in IOE1 an E- ends a chunk where the next begins one of its type, so 1 and 2-3."""
    return shares([(1, 1), (2, 3)], [(2, 3)])


def of_spans(folder: Path) -> dict[str, Fraction]:
    sides = [
        {(first, last, label) for _, first, last, _, _, label in rows(folder / f"{side}.tsv")}
        for side in SIDES
    ]
    return shares(*sides)


def found_once(folder: Path) -> dict[str, Fraction]:
    gold, system = ({row[1:3] for row in rows(folder / f"{side}.tsv")} for side in SIDES)
    return {"r": Fraction(len(gold & system), len(gold))}


def found_by_type(folder: Path) -> dict[str, Fraction]:
    """An entity of gold is found if a span of its type overlaps it."""
    del folder
    gold, system = [("A", 0, 12), ("B", 14, 17)], [("A", 0, 17)]
    hits = [any(g[0] == s[0] and g[1] <= s[2] and s[1] <= g[2] for s in system) for g in gold]
    return {"r": Fraction(sum(hits), len(hits))}


def links(folder: Path) -> dict[str, Fraction]:
    return shares(*([(row[1], row[2], row[3]) for row in rows(folder / f"{side}.tsv")] for side in SIDES))


def distance(a: str, b: str) -> int:
    """Levenshtein's distance by its recursion."""
    if not a or not b:
        return len(a) + len(b)
    return min(distance(a[1:], b) + 1, distance(a, b[1:]) + 1, distance(a[1:], b[1:]) + (a[0] != b[0]))


def misread(folder: Path) -> dict[str, Fraction]:
    named = [[line.split() for line in lines(folder / f"{side}.bio") if " B-" in line] for side in SIDES]
    right = sum(g[1] == s[1] and distance(g[0], s[0]) <= 0.3 * len(g[0]) for g, s in zip(*named, strict=True))
    return shares([*range(len(named[0]))], [i if i < right else -i for i in range(len(named[1]))])


Clusters = list[frozenset]


def clusters(path: Path) -> list[Clusters]:
    """Clusters of each document of a CorefUD file whose mentions are single words."""
    documents: list[dict[str, set]] = []
    for line in lines(path):
        if line.startswith("# newdoc"):
            documents.append({})
        for name in re.findall(r"\(e(\d+)", line.split("\t")[-1]) if "\t" in line else ():
            documents[-1].setdefault(name, set()).add(line.split("\t")[0])
    return [[frozenset(found) for found in document.values()] for document in documents]


def blanc(key: Clusters, other: Clusters) -> Fraction:
    """Mean of the shares of links and of non-links."""
    words = sorted(frozenset().union(*key))
    every = {frozenset(pair) for pair in itertools.combinations(words, 2)}
    joined = [{p for p in every if any(p <= c for c in side)} for side in (key, other)]
    together = Fraction(len(joined[0] & joined[1]), len(joined[0]))
    apart = Fraction(len((every - joined[0]) & (every - joined[1])), len(every - joined[0]))
    return (together + apart) / 2


def of_clusters(folder: Path) -> dict[str, Fraction]:
    documents = list(zip(*(clusters(folder / f"{side}.conllu") for side in SIDES), strict=True))
    numbers = {}
    for name in ("muc", "b_cubed", "lea", "ceaf_e", "ceaf_m"):
        key = "bcub" if name == "b_cubed" else name.replace("_", "")
        p, of_system, r, of_gold = map(sum, zip(*(MEASURES[name](*pair) for pair in documents), strict=True))
        numbers |= {f"{key}_p": Fraction(p) / of_system, f"{key}_r": Fraction(r) / of_gold}
    if all(len(gold) > 1 < len(system) for gold, system in documents):
        gold, system = documents[0]
        numbers |= {"blanc_p": blanc(system, gold), "blanc_r": blanc(gold, system)}
    return numbers


def triples(text: str) -> tuple[dict[str, str], list[tuple]]:
    """Concepts of the variables, and relations, attributes and top of a PENMAN graph; `-of` is turned."""
    tokens = re.findall(r"[()/]|:[\w-]+|[^\s()]+", text)
    concepts, found, stack, role = {}, [], [], None
    for before, token in zip(["", *tokens], tokens, strict=False):
        if before == "(":
            found.append((role, stack[-1], token) if stack else ("TOP", token, "top"))
            stack.append(token)
        elif token == ")":
            stack.pop()
        elif before == "/":
            concepts[stack[-1]] = token
        elif token.startswith(":"):
            role = token[1:]
        elif token not in "(/":
            found.append((role, stack[-1], token))
    turned = [(r[:-3], b, a) if r.endswith("-of") else (r, a, b) for r, a, b in found]
    return concepts, list(dict.fromkeys(turned))


def of_graphs(folder: Path) -> dict[str, Fraction]:
    """Most triples that one of all mappings of variables keeps."""
    texts = (" ".join(x for x in lines(folder / f"{side}.amr") if x[:1] != "#") for side in SIDES)
    (names, gold), (other, system) = map(triples, texts)
    every = {*(("instance", v, c) for v, c in other.items()), *system}

    def kept(image: dict[str, str]) -> int:
        mapped = {("instance", image[v], c) for v, c in names.items()}
        return len(every & {*mapped, *((r, image.get(a, a), image.get(b, b)) for r, a, b in gold)})

    best = max(
        kept(dict(zip(names, some, strict=True))) for some in itertools.permutations(other, len(names))
    )
    g, s = len(names) + len(gold), len(other) + len(system)
    return {"p": Fraction(best, s), "r": Fraction(best, g), "f": Fraction(2 * best, g + s)}


def of_meaning(folder: Path) -> dict[str, Fraction]:
    """Tuples of the graphs, whose nodes correspond by their order."""
    sides = []
    for side in SIDES:
        found: list[tuple] = []
        for number, graph in enumerate(map(json.loads, lines(folder / f"{side}.mrp"))):
            found += [(number, "top", top) for top in graph["tops"]]
            found += [
                (number, kind, n["id"], str(n[kind])) for n in graph["nodes"] for kind in ("label", "anchors")
            ]
            found += [
                (number, "property", n["id"], n["properties"][0], n["values"][0]) for n in graph["nodes"]
            ]
            found += [(number, "edge", e["source"], e["target"], e["label"]) for e in graph["edges"]]
        sides.append(found)
    return shares(*sides)


def of_brackets(folder: Path) -> dict[str, Fraction]:
    """Brackets above the tags, as (label, first word, end)."""
    sides = []
    for side in SIDES:
        found, stack, words = [], [], 0
        for label, word in re.findall(r"\((\w+)|(\w*)\)", (folder / f"{side}.mrg").read_text()):
            if label:
                stack.append((label, words))
            else:
                name, first = stack.pop()
                words += bool(word)
                found += [] if word else [(name, first, words)]
        sides.append(found)
    return shares(*sides)


def of_heads(folder: Path) -> dict[str, Fraction]:
    """Words in the order of their letters; a head is a place in the whole text."""
    trees, sentences = [], []
    for side in SIDES:
        words: list[tuple] = []
        ends: list[tuple] = []
        for block in (folder / f"{side}.conllu").read_text().strip().split("\n\n"):
            cells = [line.split("\t") for line in block.splitlines() if line[0] != "#"]
            first = len(words)
            words += [(c[1], int(c[6]) and first + int(c[6]), c[7]) for c in cells]
            ends.append((first, len(words)))
        trees.append(words)
        sentences.append(ends)
    pairs = list(zip(*trees, strict=True))
    edges = [Counter(re.findall(r"(\d+):(\w+)", (folder / f"{side}.conllu").read_text())) for side in SIDES]
    return {
        "uas": Fraction(sum(g[1] == s[1] for g, s in pairs), len(pairs)),
        "las": Fraction(sum(g == s for g, s in pairs), len(pairs)),
        "words": Fraction(sum(g[0] == s[0] for g, s in pairs), len(pairs)),
        "sentences": Fraction(len({*sentences[0]} & {*sentences[1]}), len(sentences[0])),
        "eulas": Fraction(sum((edges[0] & edges[1]).values()), sum(edges[0].values()) or 1),
    }


def of_roles(folder: Path) -> dict[str, Fraction]:
    found = (
        [(i, role) for i, x in enumerate(lines(folder / f"{s}.props")) for role in re.findall(r"\((A\d)", x)]
        for s in SIDES
    )
    return shares(*found)


def common(a: object, b: object) -> tuple[int, int, int]:
    """Leaves in common, of a, of b; lists of objects are bags."""
    if isinstance(a, dict) and isinstance(b, dict):
        parts = [common(a.get(key), b.get(key)) for key in {*a, *b}]
        return tuple(map(sum, zip(*parts, strict=True))) if parts else (0, 0, 0)  # type: ignore[return-value]
    if isinstance(a, list) and isinstance(b, list):
        short, long = sorted((a, b), key=len)
        pairings = itertools.permutations(long, len(short))
        best = max(sum(common(x, y)[0] for x, y in zip(short, some, strict=True)) for some in pairings)
        return best, sum(common(x, x)[1] for x in a), sum(common(x, x)[1] for x in b)
    return int(a is not None and a == b), int(a is not None), int(b is not None)


def of_values(folder: Path) -> dict[str, Fraction]:
    """F over leaves, and as a score; a text that holds a JSON object is that object."""

    def value(line: str) -> object:
        def opened(pairs: list) -> dict:
            return {k: json.loads(v) if isinstance(v, str) and v[:1] == "{" else v for k, v in pairs}

        return json.loads(line, object_pairs_hook=opened)["value"]

    gold, system = (value(lines(folder / f"{side}.jsonl")[0]) for side in SIDES)
    right, g, s = common(gold, system)
    f = Fraction(2 * right, g + s) if g + s else Fraction(0)
    return {
        "f": f,
        "score": f,
        "perfect": Fraction(gold == system),
        "p": Fraction(right, s or 1),
        "r": Fraction(right, g or 1),
    }


def of_calls(folder: Path) -> dict[str, Fraction]:
    """Shares of right parameters too, under the best pairing of the calls."""
    gold, system = (json.loads(lines(folder / f"{side}.jsonl")[0])["value"]["calls"] for side in SIDES)

    def right(a: dict, b: dict) -> Fraction:
        keys = {*a["arguments"], *b["arguments"]}
        return Fraction(sum(a["arguments"].get(k) == b["arguments"].get(k) for k in keys), len(keys))

    best = max(sum(map(right, gold, some)) for some in itertools.permutations(system))
    return {**of_values(folder), "parameters": best / len(gold)}


def edited(folder: Path) -> dict[str, Fraction]:
    gold, system = (json.loads(lines(folder / f"{side}.jsonl")[0])["value"] for side in SIDES)
    return {"score": 1 - Fraction(distance(gold, system), max(len(gold), len(system)))}


def of_table(folder: Path) -> dict[str, Fraction]:
    """One text of four nodes (table, tr, td, td) is renamed at the cost of 1."""
    cells = [re.findall(r"<td>(.*?)</td>", (folder / f"{side}.html").read_text()) for side in SIDES]
    nodes = len(re.findall(r"<(table|tr|td)>", (folder / "gold.html").read_text()))
    return {"score": 1 - Fraction(sum(a != b for a, b in zip(*cells, strict=True)), nodes)}


def of_relations(folder: Path) -> dict[str, Fraction]:
    found = []
    for side in SIDES:
        documents = map(json.loads, lines(folder / f"{side}.jsonl"))
        found.append(
            [(d["id"], r["type"], *r["head"], *r["tail"]) for d in documents for r in d["relations"]]
        )
    return shares(*found)


def kappa(folder: Path) -> dict[str, Fraction]:
    items = [row[1:] for row in rows(folder / "gold.tsv")[1:]]
    n, said = len(items), [Counter(column) for column in zip(*items, strict=True)]
    agreed = Fraction(sum(a == b for a, b in items), n)
    chance = sum((Fraction(said[0][x] * said[1][x], n * n) for x in said[0]), Fraction(0))
    return {"kappa": (agreed - chance) / (1 - chance)}


def alpha(folder: Path) -> dict[str, Fraction]:
    """Over the values of items that two have judged."""
    items = [row[1:] for row in rows(folder / "gold.tsv")[1:] if all(row[1:]) and len(row) == 3]
    values = Counter(value for item in items for value in item)
    n = sum(values.values())
    seen = Fraction(2 * sum(a != b for a, b in items), n)
    chance = Fraction(sum(values[x] * values[y] for x in values for y in values if x != y), n * (n - 1))
    return {"alpha": 1 - seen / chance}


def window_diff(folder: Path) -> dict[str, Fraction]:
    gold, system = (lines(folder / f"{side}.seg")[0] for side in SIDES)
    windows = [(gold[i : i + 2].count("1"), system[i : i + 2].count("1")) for i in range(len(gold) - 1)]
    return {"windowdiff": Fraction(sum(a != b for a, b in windows), len(windows))}


def window_ends(folder: Path, apart: int = 2) -> dict[str, Fraction]:
    """Units so far apart, in one segment or in two; the segment of a unit is the boundaries before it."""
    sides = [lines(folder / f"{side}.seg")[0] for side in SIDES]
    segments = [[side[:unit].count("1") for unit in range(len(side) + 1)] for side in sides]
    parted = [[one[i] != one[i + apart] for i in range(len(one) - apart)] for one in segments]
    return {"pk": Fraction(sum(a != b for a, b in zip(*parted, strict=True)), len(parted[0]))}


def half_a_segment(folder: Path) -> dict[str, Fraction]:
    """The first reading: half of the units over the segments of gold."""
    gold = lines(folder / "gold.seg")[0]
    return window_ends(folder, (len(gold) + 1) // (gold.count("1") + 1) // 2)


def begun(folder: Path) -> dict[str, Fraction]:
    """The first reading: a run of I- without a B- is a chunk too."""
    sides = []
    for side in SIDES:
        text = "".join(line.split()[-1][0] for line in lines(folder / f"{side}.bio"))
        sides.append([match.span() for match in re.finditer("[BI]I*", text)])
    return shares(*sides)


def best_annotators(folder: Path) -> dict[str, Fraction]:
    """F0.5 of the best choice of an annotator for each sentence, by trying all."""
    sides = []
    for side in SIDES:
        sentences = (folder / f"{side}.m2").read_text(encoding="utf-8").strip().split("\n\n")
        sides.append([corrections(sentence.splitlines()[1:]) for sentence in sentences])
    found = []
    for chosen in itertools.product(*(gold.values() for gold in sides[0])):
        pairs = [(gold, system["0"]) for gold, system in zip(chosen, sides[1], strict=True)]
        right = sum(len(gold & system) for gold, system in pairs)
        gold, system = (sum(len(pair[i]) for pair in pairs) for i in range(2))
        found.append(Fraction(5, 4) * right / (Fraction(gold, 4) + system))
    return {"f": max(found)}


def corrections(edits: list[str]) -> dict[str, set]:
    """Annotator -> (place, correction) of each edit; an annotator of no edit is there too."""
    cells = [edit.split("|||") for edit in edits]
    return {
        name: {(row[0], row[2]) for row in cells if row[5] == name and row[1] != "noop"}
        for name in {row[5] for row in cells}
    }


def before(folder: Path) -> dict[str, Fraction]:
    """Of each side the fewest relations that entail all of its own; right is what follows from the other."""
    links = [
        set(re.findall(r'eventInstanceID="(\w+)" relatedToEventInstance="(\w+)"', "".join(lines(path))))
        for path in (folder / f"{side}.tml" for side in SIDES)
    ]
    fewest = [
        next(
            set(kept)
            for size in range(len(own) + 1)
            for kept in itertools.combinations(sorted(own), size)
            if own <= follows(set(kept))
        )
        for own in links
    ]
    right = [len(few & follows(other)) for few, other in zip(fewest, reversed(links), strict=True)]
    return {"p": Fraction(right[1], len(fewest[1])), "r": Fraction(right[0], len(fewest[0]))}


def follows(links: set[tuple]) -> set[tuple]:
    """What is before what, by way of others."""
    found = set(links)
    while more := {(a, d) for a, b in found for c, d in found if b == c} - found:
        found |= more
    return found


def of_slots(folder: Path) -> dict[str, Fraction]:
    """Each slot of a triple with its role; no two triples of these share one, so none is chosen."""
    sides = []
    for side, mark in zip(SIDES, "mg", strict=True):
        text = (folder / f"{side}.xml").read_text(encoding="utf-8")
        triples = re.findall(f"<{mark}triple>(.*?)</{mark}triple>", text)
        sides.append([role for triple in triples for role in enumerate(triple.split(" | "))])
    return shares(*sides)


def slots_of_turns(folder: Path) -> dict[str, Fraction]:
    """Of 30 slots those in which the only turn's states are the same."""
    gold, system = (json.loads(lines(folder / f"{side}.jsonl")[0])["state"] for side in SIDES)
    wrong = sum(gold.get(slot) != system.get(slot) for slot in {*gold, *system})
    return {"slot_accuracy": Fraction(30 - wrong, 30)}


PROOFS: dict[str, Proof] = {
    **dict.fromkeys(("02", "03", "04", "05", "06", "08", "10", "11", "52"), of_tags),
    "01": two_axes,
    "07": swapped,
    "09": ioe1,
    "12": of_spans,
    "13": found_once,
    "14": found_by_type,
    "15": links,
    "16": misread,
    **dict.fromkeys(("17", "18", "19", "20", "21", "22", "23"), of_clusters),
    **dict.fromkeys(("24", "25", "26", "27"), of_graphs),
    **dict.fromkeys(("28", "29"), of_meaning),
    **dict.fromkeys(("30", "31"), of_brackets),
    **dict.fromkeys(("32", "33", "34"), of_heads),
    "35": of_roles,
    **dict.fromkeys(("36", "37", "38", "39", "40", "43"), of_values),
    **dict.fromkeys(("41", "42", "53"), of_calls),
    "44": edited,
    "45": of_table,
    **dict.fromkeys(("46", "47"), of_relations),
    "48": kappa,
    "49": alpha,
    "50": window_diff,
    "54": window_ends,
    "55": half_a_segment,
    "51": begun,
    "56": best_annotators,
    "57": before,
    **dict.fromkeys(("58", "59"), of_slots),
    "60": slots_of_turns,
}


@each("folder", sorted(CASES.iterdir()))
def test_an_expected_number_follows_from_the_files(folder: Path):
    case = tomllib.loads((folder / "case.toml").read_text())
    proved = PROOFS[folder.name[:2]](folder)
    assert {key: proved[key] for key in case["expected"]} == {
        k: Fraction(v) for k, v in case["expected"].items()
    }


@pytest.mark.parametrize(("name", "reading"), [("51", of_tags), ("52", None)])
def test_the_second_reading_of_a_convention_follows_from_the_files(name: str, reading: Proof | None):
    folder = next(CASES.glob(f"{name}-*"))
    case = tomllib.loads((folder / "case.toml").read_text())
    proved = reading(folder) if reading else dict.fromkeys("prf", Fraction(1))
    assert {k: Fraction(v) for k, v in case["otherwise"].items()} == {k: proved[k] for k in case["otherwise"]}
