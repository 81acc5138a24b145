"""mtool's five metrics for MRP graphs: all counts exact, but shared ones at the proven optimum."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, differences, rows, run

TYPES = ("tops", "labels", "properties", "anchors", "edges", "attributes")
OTHERS = {  # metric -> row -> where mtool has it
    "sdp": {"sdp/labeled": ("labeled",), "sdp/unlabeled": ("unlabeled",)},
    "edm": {f"edm/{name}": (name,) for name in ("all", "names", "arguments", "properties", "tops")},
    "ucca": {
        f"ucca/{labels}/{kind}": (labels, kind)
        for labels in ("labeled", "unlabeled")
        for kind in ("primary", "remote")
    },
}
# --extra ignore, as mtool; --duplicates first where a case is about that
OPTIONS = {"item_dup_system": ("--duplicates", "first")}
INVALID = {  # graphs that mtool scores in part or stops at: here errors, missing with --skip-invalid
    "bad_dup_node_ids": "a node id twice",
    "ucca_ewt_raw": "a node id twice in each graph",
    "bad_props_no_values": "properties without values",
    "attr_length_mismatch": "fewer values than attributes",
}
REPAIRED = ("ucca_ewt_raw",)  # whose copies of nodes agree: with --repair the sizes are mtool's
CYCLES = {  # graphs with a cycle: mtool computes their yields in the order of a hash
    "psd_noise": ("105010", "113830"),
    "ucca_noise": ("114020",),
    "ptg_noise": ("113830",),
}


def mrp(golden: Path) -> Iterator[Case]:
    """All cases of mtool, those of the same files together.

    Not compared: mtool's own total of `mrp` where it is not the optimum, SMATCH's shared triples
    (hill-climbing) but as a lower bound, and its count where triples repeat; the shared edges of `ucca` on
    graphs with a cycle (CYCLES).
    """
    files: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for case in json.loads((golden / "index.json").read_text())["cases"]:
        files.setdefault((case["gold"], case["system"]), []).append(case)
    for cases in files.values():
        expected: dict[str, Any] = {}
        for case in cases:
            recorded = json.loads((golden / case["expected"]).read_text())
            expected |= recorded.get("metrics") or {case["metric"]: recorded}
        yield lambda case=cases[0], expected=expected: compare(golden, case, expected)


def compare(golden: Path, case: dict[str, Any], expected: dict[str, Any]) -> list[Check]:
    """The checks of all metrics on one pair of files."""
    name = case["gold"].split("/")[1].removesuffix(".gold.mrp")
    sides = ["-g", str(golden / case["gold"]), "-s", str(golden / case["system"])]
    sides += ["--extra", "ignore", *OPTIONS.get(name, ())]
    checks = []
    if name in INVALID or (name.startswith("bad_") and name != "bad_blank_line"):
        done = run("mrp", *sides)
        refused = done.returncode == 2 and not done.has_scores and ".mrp:" in done.stderr
        checks.append(Check("must be refused", None if refused else f"exit {done.returncode}"))
        sides.append("--skip-invalid")
    asked = [part for metric in expected for part in ("-m", metric)]
    by_row = rows("mrp", *sides, "--preset", "mrp2019", *asked, "--by", "document")
    for metric, wanted in expected.items():
        if name in INVALID:
            checks += missing(metric, by_row, wanted)
            if name in REPAIRED and metric == "mrp":
                checks += solved(rows("mrp", *sides, "--repair", "--by", "document"), wanted, set())
        elif metric == "mrp":
            checks += solved(by_row, wanted, {row[1].rpartition("/")[2] for row in by_row if "/" in row[1]})
            if any(item.get("optimum_monotone_c") is not None for item in wanted.get("items", ())):
                checks += ordered(rows("mrp", *sides, "--by", "document", "--order"), wanted)
        elif metric == "smatch":
            checks += climbed(by_row, wanted, [copies(golden / case[side]) for side in ("gold", "system")])
        else:
            checks += exact(metric, by_row, wanted, CYCLES.get(name, ()) if metric == "ucca" else ())
    return [Check(f"{name}: {check.name}", check.problem) for check in checks]


@against("mtool 4cee3a2, at proved optima")
def solved(by_row: dict[Any, Any], expected: dict[str, Any], shared: set[str]) -> list[Check]:
    """The total of every graph is the optimum, its parts are within the range of all optima."""
    checks = []
    items = expected.get("items") or expected.get("optimum_items") or []
    for item in items:
        document = f"{item['framework']}/{item['id']}" if item["id"] in shared else str(item["id"])
        row = by_row.get(("mrp", document, "*"))
        best = item.get("optimum_c", item.get("opt"))
        checks.append(Check(document, differences(row, {"p_num": best, "r_num": best, "optimal": True}, 0)))
        for kind in TYPES:
            counts, bounds = item.get("counts"), item.get("optimum_range")
            row = by_row.get((f"mrp/{kind}", document, "*"))
            if counts:
                wanted = {"r_den": counts[kind]["g"], "p_den": counts[kind]["s"]}
                checks.append(Check(f"{document} {kind}", differences(row, wanted, 0)))
            if bounds and row is not None:
                low, high = bounds[kind]
                inside = low <= row["p_num"] <= high
                problem = None if inside else f"{row['p_num']} not in {low}..{high}"
                checks.append(Check(f"{document} {kind} shared", problem))
    for kind in (*TYPES, "all") if expected["mtool"] else ():
        row = by_row.get(("mrp" if kind == "all" else f"mrp/{kind}", "*", "*"))
        counts = expected["mtool"][kind]
        checks.append(Check(kind, differences(row, {"r_den": counts["g"], "p_den": counts["s"]}, 0)))
    return checks


def ordered(by_row: dict[Any, Any], expected: dict[str, Any]) -> list[Check]:
    """The total without crossings."""
    return [
        Check(
            f"{item['id']} --order",
            differences(
                by_row.get(("mrp", str(item["id"]), "*")),
                {"p_num": item["optimum_monotone_c"], "optimal": True},
                0,
            ),
        )
        for item in expected["items"]
        if item["optimum_monotone_c"] is not None
    ]


@against("mtool 4cee3a2")
def exact(
    metric: str, by_row: dict[Any, Any], expected: dict[str, Any], cyclic: tuple[str, ...]
) -> list[Check]:
    """All counts, of every graph and in all; of graphs on a cycle none."""
    checks = []
    mtool = expected["mtool"]
    single = not any("/" in row[1] for row in by_row)  # else mtool keeps one graph of each id
    scores = mtool["scores"].items() if single else ()
    for document, numbers in (("*", mtool), *scores):
        if document in cyclic or (document == "*" and cyclic):
            continue
        for name, path in OTHERS[metric].items():
            counts = numbers
            for key in path:
                counts = counts.get(key) if counts else None
            if counts is None:
                continue  # `all` is there in all only
            wanted = {"r_den": counts["g"], "p_den": counts["s"], "p_num": counts["c"], "r_num": counts["c"]}
            checks.append(
                Check(f"{document} {name}", differences(by_row.get((name, document, "*")), wanted, 0))
            )
            if "m" in counts:
                row = by_row.get((f"{name}/exact", document, "*"))
                checks.append(
                    Check(f"{document} {name}/exact", differences(row, {"value": counts["m"]}, 1e-12))
                )
    return checks


def copies(path: Path) -> dict[str, int]:
    """How many triples of SMATCH repeat another one of their graph, by id, from mtool's rules."""
    repeated = {}
    for line in path.read_text().splitlines():
        try:
            graph = json.loads(line)
            repeated.setdefault(str(graph["id"]), _copies(graph))
        except (ValueError, KeyError, TypeError):
            continue  # what is no graph has no counts either
    return repeated


def _copies(graph: dict[str, Any]) -> int:
    triples: list[tuple[Any, ...]] = [("top", top) for top in graph.get("tops") or ()]
    for node in graph.get("nodes") or ():
        pairs = zip(node.get("properties") or (), node.get("values") or (), strict=False)
        triples += [(node["id"], _plain(name), _plain(value)) for name, value in pairs]
    collapsed = {
        (edge["source"], edge["target"], edge.get("label")): edge
        for edge in reversed(graph.get("edges") or ())  # the first of equal ones stays
    }
    for (source, target, label), edge in collapsed.items():
        normal, is_plain = edge.get("normal"), isinstance(label, str) and not label.startswith("prep-")
        if not normal and label == "mod":
            normal = "domain"
        elif not normal and is_plain and label.endswith("-of"):
            normal = label.removesuffix("-of")
        ends = (target, source) if normal else (source, target)
        triples.append(("edge", *ends, None if label is None else _plain(normal or label)))
        names = edge.get("attributes") or edge.get("properties") or ()
        pairs = {(_lower(n), _lower(v)) for n, v in zip(names, edge.get("values") or (), strict=False)}
        pairs -= {(name, "false") for name in ("remote", "effective", "member")}
        triples += [("attribute", *ends, _lower(name), value) for name, value in pairs]
    return len(triples) - len(set(triples))


def _lower(value: Any) -> str:
    return str(value).lower()


def _plain(value: Any) -> str:
    return str(value).rstrip("¦").lower().rstrip("_")


def climbed(
    by_row: dict[Any, Any], expected: dict[str, Any], repeated: Sequence[dict[str, int]]
) -> list[Check]:
    """The sizes of gold and system as sets; as many shared triples as hill-climbing, or more.

    repeated   by id, how many triples of gold and of the system repeat another one, which mtool counts
    """
    checks = []
    scores = expected["mtool"]["scores"] if expected["mtool"] else {}
    for document, counts in scores.items():
        row = by_row.get(("smatch", document, "*"))
        if row is None:
            continue  # one of several graphs with this id
        gold, system = (copies_by_id.get(str(document), 0) for copies_by_id in repeated)
        wanted = {"r_den": counts["g"] - gold, "p_den": counts["s"] - system, "optimal": True}
        checks.append(Check(document, differences(row, wanted, 0)))
        if gold or system:
            continue  # mtool's shared triples are products of copies
        fewer = row["p_num"] < counts["c"]
        checks.append(Check(f"{document} shared", f"{row['p_num']} below {counts['c']}" if fewer else None))
    if not scores:  # mtool stops at edges without label
        row = by_row.get(("smatch", "*", "*"))
        checks.append(Check("scored", differences(row, {"optimal": True}, 0)))
    return checks


def missing(metric: str, by_row: dict[Any, Any], expected: dict[str, Any]) -> list[Check]:
    """Nothing from the system, and all of gold where mtool counts it."""
    name = {
        "mrp": "mrp",
        "smatch": "smatch",
        "sdp": "sdp/labeled",
        "edm": "edm/names",
        "ucca": "ucca/labeled/primary",
    }
    row = by_row.get((name[metric], "*", "*"))
    wanted: dict[str, Any] = {"p_den": 0, "p_num": 0, "optimal": True}
    mtool = expected["mtool"]
    if mtool:
        kind = {
            "mrp": ("all",),
            "smatch": (),
            "sdp": ("labeled",),
            "edm": ("names",),
            "ucca": ("labeled", "primary"),
        }
        for key in kind[metric]:
            mtool = mtool[key]
        wanted["r_den"] = mtool["g"]
    return [Check("missing", differences(row, wanted, 0))]
