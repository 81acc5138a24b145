"""mtool's five metrics for MRP graphs: all counts exact, but shared ones at the proven optimum."""

import json
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Check, Checks, against, check, refused, titled
from scripts.conformance.commands import Rows, asked, read, rows, run, sides

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
FIRST = {  # metric -> the row of an invalid graph, and where mtool has it
    "mrp": ("mrp", ("all",)),
    "smatch": ("smatch", ()),
    "sdp": ("sdp/labeled", ("labeled",)),
    "edm": ("edm/names", ("names",)),
    "ucca": ("ucca/labeled/primary", ("labeled", "primary")),
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


def cases(golden: Path) -> Cases:
    """All cases of mtool, those of the same files together.

    Not compared: mtool's own total of `mrp` where it is not the optimum, SMATCH's shared triples
    (hill-climbing) but as a lower bound, and its count where triples repeat; the shared edges of `ucca` on
    graphs with a cycle (CYCLES).
    """
    files: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for case in read(golden / "index.json")["cases"]:
        files.setdefault((case["gold"], case["system"]), []).append(case)
    for alike in files.values():
        expected: dict[str, Any] = {}
        for case in alike:
            recorded = read(golden / case["expected"])
            expected |= recorded.get("metrics") or {case["metric"]: recorded}
        name = alike[0]["gold"].split("/")[1].removesuffix(".gold.mrp")
        yield partial(compare, golden, name, alike[0], expected)


def compare(golden: Path, name: str, case: dict[str, Any], expected: dict[str, Any]) -> Checks:
    """The checks of all metrics on one pair of files."""
    paths = sides(golden, case["gold"], case["system"])
    command = ["mrp", *paths, "--extra", "ignore", *OPTIONS.get(name, ())]
    if name in INVALID or (name.startswith("bad_") and name != "bad_blank_line"):
        yield refused(f"{name}: must be refused", run(*command), ".mrp:")
        command.append("--skip-invalid")
    by_document = ["--by", "document"]
    by_row = rows(*command, "--preset", "mrp2019", *asked(expected), *by_document)
    for metric, wanted in expected.items():
        found: list[Iterable[Check]] = []
        if name in INVALID:
            found.append(missing(metric, by_row, wanted))
            if name in REPAIRED and metric == "mrp":
                found.append(solved(rows(*command, "--repair", *by_document), wanted, set()))
        elif metric == "mrp":
            shared = {document.rpartition("/")[2] for _, document, _ in by_row if "/" in document}
            found.append(solved(by_row, wanted, shared))
            if any(item.get("optimum_monotone_c") is not None for item in wanted.get("items", ())):
                found.append(ordered(rows(*command, *by_document, "--order"), wanted))
        elif metric == "smatch":
            found.append(climbed(by_row, wanted, [copies(Path(path)) for path in paths[1::2]]))
        else:
            found.append(exact(metric, by_row, wanted, CYCLES.get(name, ()) if metric == "ucca" else ()))
        for checks in found:
            yield from titled(name, checks)


@against("mtool 4cee3a2, at proved optima")
def solved(by_row: Rows, expected: dict[str, Any], shared: set[str]) -> Checks:
    """The total of every graph is the optimum, its parts are within the range of all optima."""
    for item in expected.get("items") or expected.get("optimum_items") or []:
        document = f"{item['framework']}/{item['id']}" if item["id"] in shared else str(item["id"])
        best = item.get("optimum_c", item.get("opt"))
        yield check(document, by_row.of("mrp", document), {"p_num": best, "r_num": best, "optimal": True}, 0)
        for kind in TYPES:
            counts, bounds = item.get("counts"), item.get("optimum_range")
            row = by_row.of(f"mrp/{kind}", document)
            if counts:
                wanted = {"r_den": counts[kind]["g"], "p_den": counts[kind]["s"]}
                yield check(f"{document} {kind}", row, wanted, 0)
            if bounds and row is not None:
                low, high = bounds[kind]
                inside = low <= row["p_num"] <= high
                problem = None if inside else f"{row['p_num']} not in {low}..{high}"
                yield Check(f"{document} {kind} shared", problem)
    for kind in (*TYPES, "all") if expected["mtool"] else ():
        counts = expected["mtool"][kind]
        row = by_row.of("mrp" if kind == "all" else f"mrp/{kind}")
        yield check(kind, row, {"r_den": counts["g"], "p_den": counts["s"]}, 0)


def ordered(by_row: Rows, expected: dict[str, Any]) -> Checks:
    """The total without crossings."""
    for item in expected["items"]:
        if item["optimum_monotone_c"] is not None:
            wanted = {"p_num": item["optimum_monotone_c"], "optimal": True}
            yield check(f"{item['id']} --order", by_row.of("mrp", str(item["id"])), wanted, 0)


@against("mtool 4cee3a2")
def exact(metric: str, by_row: Rows, expected: dict[str, Any], cyclic: tuple[str, ...]) -> Checks:
    """All counts, of every graph and in all; of graphs on a cycle none."""
    mtool = expected["mtool"]
    single = not any("/" in document for _, document, _ in by_row)  # else mtool keeps one graph of each id
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
            yield check(f"{document} {name}", by_row.of(name, document), wanted, 0)
            if "m" in counts:
                row = by_row.of(f"{name}/exact", document)
                yield check(f"{document} {name}/exact", row, {"value": counts["m"]}, 1e-12)


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


def climbed(by_row: Rows, expected: dict[str, Any], repeated: Sequence[dict[str, int]]) -> Checks:
    """The sizes of gold and system as sets; as many shared triples as hill-climbing, or more.

    repeated   by id, how many triples of gold and of the system repeat another one, which mtool counts
    """
    scores = expected["mtool"]["scores"] if expected["mtool"] else {}
    for document, counts in scores.items():
        row = by_row.of("smatch", document)
        if row is None:
            continue  # one of several graphs with this id
        gold, system = (copies_by_id.get(str(document), 0) for copies_by_id in repeated)
        wanted = {"r_den": counts["g"] - gold, "p_den": counts["s"] - system, "optimal": True}
        yield check(document, row, wanted, 0)
        if not gold and not system:  # else mtool's shared triples are products of copies
            fewer = f"{row['p_num']} below {counts['c']}" if row["p_num"] < counts["c"] else None
            yield Check(f"{document} shared", fewer)
    if not scores:  # mtool stops at edges without label
        yield check("scored", by_row.of("smatch"), {"optimal": True}, 0)


def missing(metric: str, by_row: Rows, expected: dict[str, Any]) -> Checks:
    """Nothing from the system, and all of gold where mtool counts it."""
    wanted: dict[str, Any] = {"p_den": 0, "p_num": 0, "optimal": True}
    (name, path), mtool = FIRST[metric], expected["mtool"]
    if mtool:
        for key in path:
            mtool = mtool[key]
        wanted["r_den"] = mtool["g"]
    yield check("missing", by_row.of(name), wanted, 0)
