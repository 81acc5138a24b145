import json
from dataclasses import make_dataclass

import metametric.dsl as mm

Relation = make_dataclass("Relation", [("type", str), ("subject", str), ("object", str)])


def documents(path):
    lines = [json.loads(line)["relations"] for line in open(path, encoding="utf-8")]
    return [[Relation(r["type"], str(r["head"]), str(r["tail"])) for r in line] for line in lines]


def score(gold, system, options):
    same = mm.dataclass[Relation]({"type": ..., "subject": ..., "object": ...})
    micro = mm.micro_average(["precision", "recall", "f1"])
    total = mm.family(mm.set_matching[Relation, "<->", "none"](same), micro).new()
    for right, said in zip(documents(gold), documents(system)):
        total.update_single(said, right)
    return dict(zip("prf", map(total.compute().get, ("precision", "recall", "f1"))))
