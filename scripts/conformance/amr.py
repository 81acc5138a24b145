"""Compare `nerkit amr` with smatch 1.0.4, smatch++ 1.8.0, the fine-grained codes and SemBLEU."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scripts.conformance.checks import Case, Check, against, agreed, differences, rows, run

NUMBERS = ("p_num", "p_den", "r_den")
VARIABLE = re.compile(r'\(\s*([^\s()/:"]+)\s*/')
INVERTED = re.compile(r':(?:mod|[^\s()":]+-of)\s+("(?:[^"\\]|\\.)*"|[^\s()"]+)')
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
NOT_INVERTED = (":consist-of", ":prep-out-of", ":prep-on-behalf-of")

# what smatch 1.0.4 accepts and nerkit refuses: damage that it overlooks
REFUSED = {"malformed_second": "a node without concept and a missing parenthesis"}
FINE = {  # name there -> measure
    "Non_sense_frames": "non_sense_frames",
    "Wikification": "wikification",
    "Named Ent.": "named_entities",
    "Negations": "negation",
    "IgnoreVars": "ignore_vars",
    "Concepts": "concepts",
    "Frames": "frames",
    "Smatch": "smatch",
    "Unlabeled": "unlabeled",
    "NoWSD": "no_wsd",
    "Reentrancies": "reentrancy",
    "SRL": "srl",
}


SEARCHED = ("Reentrancies", "SRL")
DAMONTE = {
    **{name: f"{FINE[name]}-damonte" for name in ("Concepts", "Named Ent.", "Negations", "Wikification")},
    "Reentrancies": "reentrancy-damonte",
    "SRL": "srl-damonte",
}


def amr(golden: Path) -> Iterator[Case]:
    """Every pair under every mode, edge cases, documents, fine-grained measures, SemBLEU."""
    for path in sorted((golden / "expected").glob("*-vs-*.json")):
        yield lambda path=path: pairs(golden, path)
    for case in json.loads((golden / "edge" / "expected.json").read_text()):
        yield lambda case=case: edge(golden / "edge", case)
    for case in json.loads((golden / "doc" / "expected.json").read_text()):
        yield lambda case=case: document(golden / "doc", case)
    for path in sorted((golden / "expected").glob("*.finegrained.json")):
        yield lambda path=path: fine_grained(golden, path)
    for path in sorted((golden / "expected").glob("*.smatchpp_aspects.*.json")):
        yield lambda path=path: aspects(golden, path)
    yield lambda: sembleu(golden)


def graphs(path: Path) -> list[str]:
    """The texts of the graphs of a golden file, which blank lines separate."""
    blocks = re.split(r"\n\s*\n", re.sub(r"(?m)^[ \t]*#.*\n?", "", path.read_text()))
    return [block for block in blocks if block.strip()]


def lossy(text: str) -> bool:
    """Whether smatch 1.0.4 loses or cuts something of a graph, so that the default differs on purpose."""
    variables = set(VARIABLE.findall(text))
    constants = [m[1] for m in INVERTED.finditer(text) if not m[0].startswith(NOT_INVERTED)]
    lost = any(constant not in variables for constant in constants)
    return lost or "\t" in text or "~e." in text or any(" " in string for string in STRING.findall(text))


def mistaken(text: str) -> bool:
    """Whether smatch++ takes a quoted string of a graph for a variable."""
    variables = {name.lower() for name in VARIABLE.findall(text)}
    return any(re.sub("[\"']", "", string).lower() in variables for string in STRING.findall(text))


def scored(sides: list[str], *options: str) -> list[dict[str, Any]]:
    """The smatch row of every document in order."""
    by_row = rows("amr", *sides, "--by", "document", *options)
    return [row for (name, document, _), row in by_row.items() if name == "smatch" and document != "*"]


def pairs(golden: Path, path: Path) -> list[Check]:
    expected = json.loads(path.read_text())
    files = [golden / "data" / expected[name] for name in ("gold_file", "test_file")]
    sides = ["-g", str(files[0]), "-s", str(files[1])]
    texts = list(zip(*map(graphs, files), strict=True))
    checks = []
    for mode, options in MODES.items():
        expected_numbers = {pair["i"]: in_mode(mode, pair) for pair in expected["pairs"]}
        if not any(expected_numbers.values()):
            continue
        scores = scored(sides, *options)
        for i, numbers in expected_numbers.items():
            if numbers is None or any(LEFT_OUT.get(mode, never)(text) for text in texts[i]):
                continue
            scorer = "smatch++ 1.8.0" if mode.startswith("spp") else "smatch 1.0.4"
            with against(f"{scorer}, at proved optima"):
                checks.append(proved(f"{path.stem} {i}: {mode}", scores[i], numbers))
    return checks


def proved(name: str, row: dict[str, Any], numbers: tuple[float, ...]) -> Check:
    problem = differences(row, dict(zip(NUMBERS, numbers, strict=True)), 0)
    return Check(name, problem or (None if row["optimal"] else "not proved optimal"))


MODES: dict[str, tuple[str, ...]] = {
    "default": (),
    "opt": ("--smatch-1.0.4",),
    "opt_inst": ("--smatch-1.0.4", "--just", "instance"),
    "opt_attr": ("--smatch-1.0.4", "--just", "attribute"),
    "opt_rel": ("--smatch-1.0.4", "--just", "relation"),
    "spp_none": ("--standardise", "none"),
    "spp_generic": ("--standardise", "generic"),
    "spp_amr": ("--standardise", "amr"),
}


def never(_: str) -> bool:
    """What to leave out of other modes: nothing."""
    return False


LEFT_OUT = {"default": lossy, "spp_generic": mistaken, "spp_amr": mistaken}


def in_mode(mode: str, pair: dict[str, Any]) -> tuple[float, ...] | None:
    """The agreeing, system and gold triples of a pair; None where they are not recorded."""
    every = (pair["opt"], sum(pair["test"]), sum(pair["gold"]))
    if mode == "default":
        return tuple(pair.get("set", every))
    if mode == "opt":
        return every
    if mode.startswith("opt_"):
        kind = ("opt_inst", "opt_attr", "opt_rel").index(mode)
        return pair[mode], pair["test"][kind], pair["gold"][kind]
    numbers = pair.get(mode)
    return (numbers[0], numbers[2], numbers[3]) if isinstance(numbers, list) else None


@against("smatch 1.0.4, at proved optima")
def edge(folder: Path, case: dict[str, Any]) -> list[Check]:
    name = case["name"]
    sides = ["-g", str(folder / f"{name}.gold.amr"), "-s", str(folder / f"{name}.test.amr")]
    recorded = case["smatch_pairs"]
    done = run("amr", *sides, "--smatch-1.0.4", "-f", "json", "-q")
    if name in REFUSED or (done.returncode and (not recorded or "error" in recorded[0] or "fewer" in name)):
        fine = done.returncode == 2 and not done.has_scores and "Traceback" not in done.stderr
        return [Check(f"{name}: must be refused", None if fine else f"exit {done.returncode}")]
    checks = []
    if recorded and all("opt" in pair for pair in recorded):
        scores = scored(sides, "--smatch-1.0.4")
        checks += [
            proved(f"edge {name}: opt", row, (pair["opt"], pair["test"], pair["gold"]))
            for row, pair in zip(scores, recorded, strict=True)
        ]
    if any(mistaken(text) for side in ("gold", "test") for text in graphs(folder / f"{name}.{side}.amr")):
        return checks
    for kind in ("none", "generic", "amr"):
        wanted = case["smatchpp"].get(kind)
        if isinstance(wanted, list) and name not in MISREAD:
            scores = scored(sides, "--standardise", kind)
            with against("smatch++ 1.8.0, at proved optima"):
                checks += [
                    proved(f"edge {name}: smatch++ {kind}", row, (pair[0], pair[2], pair[3]))
                    for row, pair in zip(scores, wanted, strict=True)
                ]
    return checks


MISREAD = {  # edge case -> what smatch++ reads wrongly there
    "alignment_markers": "suffixes are part of words",
    "comment_indented_plain": "a comment is a part of the graph",
    "no_spaces": "words without blanks between them are one",
    "single_quotes": "the triple with the apostrophes disappears",
    "space_after_colon": "the colon is a role",
}


@against("smatch 1.0.4, at proved optima")
def document(folder: Path, case: dict[str, Any]) -> list[Check]:
    sides = [f"-g{folder / case['name']}.gold.amr", f"-s{folder / case['name']}.test.amr"]
    (row,) = scored(sides, "--smatch-1.0.4")
    return [proved(case["name"], row, (case["opt"], sum(case["test"]), sum(case["gold"])))]


NEAR = 0.002  # above: its random search finds less, and its old parser leaves some inverse roles as they are


def fine_grained(golden: Path, path: Path) -> list[Check]:
    expected = json.loads(path.read_text())
    sides = [f"-g{golden / 'data' / expected['gold_file']}", f"-s{golden / 'data' / expected['test_file']}"]
    by_row = rows("amr", *sides, "--smatch-1.0.4", *(f"-m{measure}" for measure in FINE.values()))
    checks = []
    for name, (p, r, f) in expected["amrlib_set_based[P,R,F]"].items():
        numbers = {"precision": p, "recall": r, "f1": f}
        with against("amrlib's fine-grained scores"):
            problem = differences(by_row[FINE[name], "*", "*"], numbers, 5e-7)
        checks.append(Check(f"{path.stem}: {name}", problem))
    for name in ("Smatch", "Unlabeled", "NoWSD"):
        row, numbers = by_row[FINE[name], "*", "*"], expected[f"amrlib_{name}_exact[M,T,G,P,R,F]"][:3]
        with against("amrlib's fine-grained scores, at proved optima"):
            checks.append(proved(f"{path.stem}: {name}", row, tuple(numbers)))
    for name, (_, _, f) in expected["amrlib_reentr_srl_hillclimb_best_of_3[P,R,F]"].items():
        value = by_row[FINE[name], "*", "*"]["f1"]
        short = None if f - 5e-7 <= value < f + NEAR else f"{value:.6f}, and {f} by hill-climbing"
        checks.append(Check(f"{path.stem}: {name} near", short))
    return [*checks, *damonte(path.stem, sides, expected["damonte_mdtux89_8bc6b2e_stdout"])]


def damonte(title: str, sides: list[str], printed: list[str]) -> list[Check]:
    """The two digits of Damonte's script: equal, or within one of the last digit where it searches."""
    by_row = rows("amr", *sides, "--smatch-1.0.4", *(f"-m{measure}" for measure in DAMONTE.values()))
    checks = []
    for line in printed:
        name, _, numbers = line.partition(" -> ")
        if name not in DAMONTE:
            continue
        row, near = by_row[DAMONTE[name], "*", "*"], 0.0151 if name in SEARCHED else 0.0051
        p, r, f = (float(number) for number in re.findall(r"[.0-9]+", numbers))
        problem = differences(row, {"precision": p, "recall": r, "f1": f}, near)
        checks.append(Check(f"{title}: {name}, Damonte", problem))
        if problem is None and name not in SEARCHED:
            with against("Damonte's script 8bc6b2e, to its two digits"):
                agreed(row)
    return checks


# what smatch++ has downloaded
FRAMES = "*/lib/python*/site-packages/smatchpp/**/propbank-amr-frames-arg-descr.txt"
UNDESCRIBED = ("CONCEPT", "FOCUS", "MATHS", "NER", "POLARITY", "QUESTION", "WIKI")  # the same without it
OTHER_NAMES = {"NER": "named-entities", "LOCATION (spatial)": "location", "TIME (temporal)": "time"}
RANGES = {  # aspect -> the least and the most that agree under the best correspondences of all triples
    "coli": {
        "AGENT": (2206, 2259), "CAUSE": (243, 245), "CONCEPT": (3811, 3921), "FOCUS": (615, 620),
        "INSTRUMENT": (26, 26), "LOCATION (spatial)": (1685, 1700), "MATHS": (0, 0), "NER": (1586, 1607),
        "PATIENT": (4882, 4932), "POLARITY": (152, 155), "POSSESSION": (164, 175), "PURPOSE": (180, 182),
        "QUANTIFIER": (266, 267), "QUESTION": (42, 42), "SRL-core": (6095, 6138),
        "TIME (temporal)": (561, 566), "TOPIC": (46, 47), "WIKI": (643, 651), "REENTRANCIES": (1605, 1651),
    },
    "lpp_ab": {
        "AGENT": (1149, 1172), "CAUSE": (219, 221), "CONCEPT": (1784, 1827), "FOCUS": (345, 345),
        "INSTRUMENT": (6, 6), "LOCATION (spatial)": (399, 408), "MATHS": (5, 5), "NER": (18, 19),
        "PATIENT": (2226, 2247), "POLARITY": (120, 121), "POSSESSION": (179, 186), "PURPOSE": (65, 66),
        "QUANTIFIER": (176, 178), "QUESTION": (59, 60), "SRL-core": (2692, 2714),
        "TIME (temporal)": (418, 423), "TOPIC": (18, 18), "WIKI": (0, 0), "REENTRANCIES": (1268, 1296),
    },
}  # fmt: skip


def aspects(golden: Path, path: Path) -> list[Check]:
    """Sizes are the same, and what agrees under a correspondence of its own.

    What agrees under that of all triples lies in the range of the best ones.
    Aspects that depend on descriptions of frames are compared where smatch++'s file of them is found.
    """
    expected = json.loads(path.read_text())
    own = path.stem.endswith("multialign")
    described = next(Path().glob(FRAMES), None)
    wanted = expected["aspect_sums[match12,match21,len1,len2]"]
    measures = {
        name: f"aspect/{OTHER_NAMES.get(name, name.lower())}{'-own' if own else ''}"
        for name in (wanted if described else UNDESCRIBED)
    }
    sides = [f"-g{golden / 'data' / expected['gold_file']}", f"-s{golden / 'data' / expected['test_file']}"]
    options = ["--standardise", "amr", "--by", "document", *(f"-m{measure}" for measure in measures.values())]
    by_row = rows("amr", *sides, *options, *([f"--frames={described}"] if described else []))
    checks = []
    for name, measure in measures.items():
        of_measure = [row for (m, document, _), row in by_row.items() if m == measure and document != "*"]
        first = of_measure[: expected["first_n"]]
        agreeing, system, gold = (sum(row[number] for row in first) for number in NUMBERS)
        match, _, *sizes = wanted[name]
        least, most = (match, match) if own else RANGES[path.name.partition(".")[0]][name]
        right = [system, gold] == sizes and least <= agreeing <= most
        checks.append(
            Check(f"{path.stem}: {name}", None if right else f"{agreeing, system, gold}, {wanted[name]}")
        )
        with against(f"smatch++ 1.8.0, {'at' if own else 'within the range of all'} proved optima"):
            for row in first if right else ():
                agreed(row)
    return checks


CONCEPTS = re.compile(r'\(\s*([^\s()/:"]+)\s*/\s*([^\s()]+)')
MENTIONS = re.compile(r'(:[^\s()":]+\s+)([^\s()":]+)(?=[\s)])')
SEMBLEU = {"sembleu_k3_default": "sembleu", "sembleu_k2": "sembleu-k2", "sembleu_k1": "sembleu-k1"}


def as_sembleu_reads(text: str) -> str:
    """A graph as SemBLEU's code takes it.

    A variable of several letters that stands before its node is a leaf with the node's concept.
    """
    nodes = {node[1]: (node.start(), node[2]) for node in CONCEPTS.finditer(text)}

    def leaf(mention: re.Match[str]) -> str:
        place, concept = nodes.get(mention[2], (-1, ""))
        early = mention.start() < place and not re.fullmatch(r"[a-z]\d*", mention[2])
        return f'{mention[1]}"{concept}"' if early else mention[0]

    return MENTIONS.sub(leaf, text)


@against("SemBLEU")
def sembleu(golden: Path) -> list[Check]:
    expected = json.loads((golden / "expected" / "other_metrics.json").read_text())
    checks = []
    for name, numbers in expected.items():
        corpus, _, sides = name.partition(".")
        with TemporaryDirectory() as folder:
            paths = []
            for side in sides.split("-vs-"):
                path = Path(folder) / f"{side}.amr"
                path.write_text(
                    "\n\n".join(map(as_sembleu_reads, graphs(golden / "data" / f"{corpus}.{side}.amr")))
                )
                paths.append(str(path))
            test, gold = paths
            by_row = rows(
                "amr", "-g", gold, "-s", test, "--smatch-1.0.4", *(f"-m{m}" for m in SEMBLEU.values())
            )
        for key, measure in SEMBLEU.items():
            problem = differences(by_row[measure, "*", "*"], {"value": numbers[key]}, 1e-9)
            checks.append(Check(f"{name}: {measure}", problem))
    return checks
