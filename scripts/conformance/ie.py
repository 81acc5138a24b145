"""Information extraction: formulas of the algebra against metametric 0.2.1, GRIT, TextEE and tables by hand.

Every golden file is rewritten as JSON lines and scored by `nerkit ie --metric` with a formula in TOML or
Python. Where metametric gives an empty collection a score of 1, the golden numbers used are those with 0.
"""

import json
import re
import string
import tempfile
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Checks, check, check_ie
from scripts.conformance.commands import Row, read, rows

CONSTRAINTS = {"<->": "1:1", "->": "N:1", "<-": "1:N", "~": "N:N"}
FORMULA = tomllib.loads(Path(__file__).with_name("formulas.toml").read_text(encoding="utf-8"))
PHI = {"subset": '"subset"', "3": '{ set = "same" }', "4": '{ set = "same", normalize = "f1" }'}
SIDES = ("ref", "sys")


def cases(golden: Path) -> Cases:
    """All comparisons of the folder that formulas of the matching algebra can make."""
    index = {case["name"]: case for case in read(golden / "index.json")}
    yield partial(coreference, golden, index["coref_algebra"])
    for name in ("gram_matching", "sequence_matching", "graph_matching_dag", "graph_matching_tree"):
        for arrow in CONSTRAINTS:
            yield partial(matching, golden, name, arrow)
    yield partial(hierarchical_types, golden)
    yield partial(normalizers, golden)
    yield partial(latent_triples, golden, index["latent_triples"])
    for name in ("relations_hand", "relations_rand100"):
        yield partial(relations, golden, index[name])
    for name in ("events_hand", "events_rand80"):
        yield partial(events, golden, index[name])
    for name in ("ree_hand", "ree_rand60", "ree_muc4_real"):
        yield partial(role_fillers, golden, index[name])


def scored(gold: list[Any], system: list[Any], metric: str, suffix: str = "toml") -> dict[str, Row]:
    """The rows of a formula by document."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("gold.jsonl", "system.jsonl", f"metric.{suffix}")]
        for path, documents in zip(paths, (gold, system), strict=False):
            path.write_text("".join(json.dumps(document) + "\n" for document in documents))
        paths[2].write_text(metric)
        arguments = ["-g", str(paths[0]), "-s", str(paths[1]), "--metric", str(paths[2])]
        return {key[1]: row for key, row in rows("ie", *arguments, "--by", "document").items()}


def coreference(golden: Path, case: dict[str, Any]) -> Checks:
    """Eq. 17-24 document by document, and pooled."""
    documents, expected = (read(golden / f"coref_algebra.{part}jsonl") for part in ("", "expected."))
    sides = [[clusters(document["id"], document[side]) for document in documents] for side in SIDES]
    for name in ("muc", "ceaf_phi3", "ceaf_phi4", "b3"):
        scores = scored(*sides, FORMULA[name])
        for row in expected:
            if name == "b3":
                wanted = {"precision": row["b3_p"], "recall": row["b3_r"]}
            else:
                wanted = dict(zip(("p_num", "p_den", "r_den"), row[name], strict=True))
            yield check(f"{name} {row['id']}", scores[row["id"]], wanted)
        yield check_ie(f"{name} pooled", scores["*"], case["expected"][name])


def clusters(name: str, entities: list[Any]) -> dict[str, Any]:
    memberships = [{"mention": mention, "entity": entity} for entity in entities for mention in entity]
    return {"id": name, "entities": entities, "memberships": memberships}


def matching(golden: Path, name: str, arrow: str) -> Checks:
    """Scores of matrices, sequences or graphs under a constraint."""
    documents = read(golden / f"{name}.jsonl")
    constraint, suffix = CONSTRAINTS[arrow], "py"
    if name.startswith("graph"):
        sides = [[{"id": d["id"], **d[side]} for d in documents] for side in SIDES]
        metric, suffix = FORMULA["graph"].format(constraint=constraint), "toml"
    else:
        sets = name == "gram_matching"
        key = "matrix" if sets else "similarity"
        given = [
            (d["id"], [list(row) for row in zip(*d[key], strict=True)], list(range(len(d[key]))))
            if key in d
            else (d["id"], d["ref"], d["sys"])
            for d in documents
        ]
        sides = [[{"id": one[0], "rows": one[side]} for one in given] for side in (1, 2)]
        how = ("match_sets", ', duplicates="multiset"') if sets else ("match_sequences", "")
        metric = FORMULA["cells"].format(matching=how[0], constraint=constraint, options=how[1])
    scores = scored(*sides, metric, suffix)
    for row in read(golden / f"{name}.expected.jsonl"):
        yield check(f"{name} {arrow} {row['id']}", scores[row["id"]], {"p_num": row[arrow]})


def hierarchical_types(golden: Path) -> Checks:
    """Eq. 38 and 39."""
    table = read(golden / "hierarchical_types.json")
    sides = [[{"id": f"t{i}", "types": [row[side]]} for i, row in enumerate(table)] for side in SIDES]
    for key, how in (("eq38", "depth"), ("eq39", "ancestors")):
        scores = scored(*sides, FORMULA["tree"].format(how=how))
        for i, row in enumerate(table):
            if row[key] is not None:
                yield check(f"{key} {i}", scores[f"t{i}"], {"p_num": row[key]})


def normalizers(golden: Path) -> Checks:
    """Eq. 4-7 on three numbers; where metametric divides by zero, 0."""
    from nerkit.algebra.normalizers import normalized

    names = {"precision": "p", "recall": "r", "jaccard": "j", "f1": "f1", "f0.5": "f0.5", "f2": "f2"}
    for row in read(golden / "normalizers.json"):
        for key, name in names.items():
            got = float(normalized(name, row["sxy"], row["sxx"], row["syy"]))
            yield check(f"{key} of {row}", {key: got}, {key: 0.0 if isinstance(row[key], str) else row[key]})


def latent_triples(golden: Path, case: dict[str, Any]) -> Checks:
    """Eq. 34-36: triples whose variables correspond one to one."""
    documents, expected = (read(golden / case["files"][key]) for key in ("input", "expected"))
    sides = [
        [
            {"id": d["id"], "vars": d[side]["vars"], "triples": list(map(triple, d[side]["triples"]))}
            for d in documents
        ]
        for side in SIDES
    ]
    scores = scored(*sides, FORMULA["latent"])
    names = {"num": "p_num", "n_sys": "p_den", "n_ref": "r_den", "f1": "f1"}
    for row in expected:
        wanted = {names[key]: row[key] for key in names}
        yield check(f"latent_triples {row['id']}", scores[row["id"]], wanted)
    yield check_ie("latent_triples pooled", scores["*"], case["expected"])


def triple(parts: list[str]) -> dict[str, str]:
    return dict(zip(("subj", "rel", "obj"), parts, strict=True))


def fields(*names: str) -> str:
    return "".join(f'{name} = "same"\n' for name in names)


def relations(golden: Path, case: dict[str, Any]) -> Checks:
    """Eq. 10, typed and untyped, as sets and as multisets."""
    sides = [read(golden / case["files"][side]) for side in SIDES]
    for duplicates in ("set", "multiset"):
        for kind, names in (("typed", ("type", "head", "tail")), ("untyped", ("head", "tail"))):
            metric = FORMULA["records"].format(
                field="relations", duplicates=duplicates, fields=fields(*names)
            )
            name = f"{duplicates}_{kind}"
            yield check_ie(f"{case['name']} {name}", scored(*sides, metric)["*"], case["expected"][name])


def events(golden: Path, case: dict[str, Any]) -> Checks:
    """TextEE's six numbers as sets of records, and Eq. 16 nested, with every copy counted."""
    sides = [[event_document(d) for d in read(golden / case["files"][side])] for side in SIDES]
    flat = {
        "textee_trigger_id": ("events", "trigger"),
        "textee_trigger_cls": ("events", "trigger type"),
        "textee_argument_id": ("args", "type span"),
        "textee_argument_cls": ("args", "type span role"),
        "textee_argument_attached_id": ("args", "type span trigger"),
        "textee_argument_attached_cls": ("args", "type span trigger role"),
    }
    metrics = {
        name: FORMULA["records"].format(field=field, duplicates="set", fields=fields(*names.split()))
        for name, (field, names) in flat.items()
    }
    for name, role in (("labelled", fields("role")), ("unlabelled", "")):
        metrics[f"paper_eq16_{name}_empty0_micro"] = FORMULA["nested"].format(role=role)
    for name, metric in metrics.items():
        yield check_ie(f"{case['name']} {name}", scored(*sides, metric)["*"], case["expected"][name])


def event_document(document: dict[str, Any]) -> dict[str, Any]:
    records: dict[str, Any] = {"id": document["wnd_id"], "events": [], "args": []}
    places = {entity["id"]: [entity["start"], entity["end"]] for entity in document["entity_mentions"]}
    for event in document["event_mentions"]:
        trigger = event["trigger"]
        head = {"type": event["event_type"], "trigger": [trigger["start"], trigger["end"]]}
        args = [{"role": arg["role"], "span": places[arg["entity_id"]]} for arg in event["arguments"]]
        records["events"].append({**head, "args": args})
        records["args"] += [{**head, **arg} for arg in args]
    return records


def role_fillers(golden: Path, case: dict[str, Any]) -> Checks:
    """Eq. 26-28 and CEAF-REE with phi 3 and phi 4, over normalised strings."""
    gold = [
        {"id": document["docid"], "args": fillers(document["extracts"], first=True)}
        for document in read(golden / case["files"]["ref"])
    ]
    predicted = read(golden / case["files"]["sys"])
    system = [
        {"id": f"TST{int(key) // 10000}-MUC4-{int(key) % 10000:04}", "args": fillers(said["pred_extracts"])}
        for key, said in predicted.items()
    ]
    for name, constraint, phi in (
        ("ree_phi_subset", "1:1", "subset"),
        ("ree_phi3", "1:1", "3"),
        ("ree_phi4", "1:1", "4"),
        ("rme_phi_subset", "N:1", "subset"),
        ("rme_phi3", "N:1", "3"),
    ):
        key, metric = f"paper_ceaf_{name}(empty0)", FORMULA["ree"].format(constraint=constraint, phi=PHI[phi])
        yield check_ie(f"{case['name']} {key}", scored(gold, system, metric)["*"], case["expected"][key])


def fillers(roles: dict[str, Any], *, first: bool = False) -> list[dict[str, Any]]:
    """One record per entity that has a mention; *first*: mentions are [text, offset]."""
    return [
        {"role": role, "entity": [plain(mention[0] if first else mention) for mention in entity]}
        for role, entities in roles.items()
        for entity in entities
        if entity
    ]


def plain(text: str) -> str:
    """The text in lower case, without punctuation, articles and doubled blanks."""
    text = "".join(letter for letter in text.lower() if letter not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())
