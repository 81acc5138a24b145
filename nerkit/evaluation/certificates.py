"""Certificates: scores with a proof that others can check (docs/certificates.md has the format).

A certificate is JSON lines, a header and a document a line. It states clusters of gold and of a system, an
alignment of them, and potentials that no alignment can exceed (`algorithms.potentials`); all numbers are
integers or fractions. The verifier is one file of the standard library, `scripts/verify_nerkit.py`, which an
installed wheel has as `nerkit/verify_certificate.py`. It is run here too, so that both say the same, and
nothing is written that it does not accept.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from math import lcm
from pathlib import Path
from types import ModuleType
from typing import Any

from nerkit.errors import InputError, UsageError
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.scorers import task_named

Held = list[list[str]]  # the clusters of a document, each the items in it
CERTIFIED = {"ceaf_e": "phi4", "ceaf_m": "phi3"}  # measures and their similarities of clusters
CLOSE = 1e-9  # of a score in floats to the exact one
FORM = '{"doc_id": "d1", "clusters": [[[0, 1], [2, 2]]]}, a document a line'
ROLES = ("gold", "system")
TASK = "coref"


def script() -> Path:
    """The file of the verifier: in a wheel inside the package, in a checkout among the scripts."""
    package = Path(__file__).parents[1]
    places = package / "verify_certificate.py", package.parent / "scripts" / "verify_nerkit.py"
    return next(path for path in places if path.is_file())


@cache
def verifier() -> ModuleType:
    """The verifier as a module: `check(lines, files)`, `in_file(data)`, `MALFORMED`."""
    spec = spec_from_file_location("nerkit_verifier", script())
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def verify(lines: Iterator[str], files: Mapping[str, bytes], *, proof: bool = False) -> dict[str, Any]:
    """The row of a certificate that holds: `measure value value_exact proved instance documents`.

    lines   those of the certificate
    files   the bytes of gold and system by these names, or none
    proof   whether a gap, a score that is a lower bound only, is refused

    Raises ValueError, with document and reason, for one that does not hold; JSONDecodeError for lines that
    are no JSON.
    """
    program = verifier()
    try:
        header, proved, instance = program.check(lines, files)
    except json.JSONDecodeError:
        raise
    except program.MALFORMED as error:
        raise ValueError(str(error)) from None
    if proof and not proved:
        raise ValueError("not all is proved")
    exact = Fraction(header["value"])
    return {
        "measure": header["measure"],
        "value": float(exact),
        "value_exact": str(exact),
        "proved": proved,
        "instance": instance,
        "documents": header["documents"],
    }


def certificate(result: Result, paths: Sequence[Any]) -> list[str]:
    """The lines of the certificate of a result of one system and one measure.

    paths   the files of gold and of the system, JSON lines of `doc_id` and `clusters`

    Raises UsageError for a measure that has no certificates, for other files, and where the score is not that
    of the clusters as the files hold them, because options change them or a mention is in two.
    """
    measure = _measure(result)
    known = zip(ROLES, paths, result.inputs, strict=True)
    files = {role: _bytes(path, given) for role, path, given in known}
    gold, system = (_clusters(data, str(path)) for data, path in zip(files.values(), paths, strict=True))
    documents = [_document(name, gold[name], system.get(name, []), measure) for name in gold]
    lines = [_line(_header(result, measure, documents, gold, system)), *map(_line, documents)]
    try:
        row = verify(iter(lines), files, proof=True)
    except ValueError as error:
        raise UsageError(f"certificate=…: {error}; it takes files with each mention in one cluster") from None
    _check_same(row, json.loads(lines[0]), result.pooled(result.measures[0])[0])
    return [f"{line}\n" for line in lines]


def _measure(result: Result) -> str:
    """The measure of the certificate, by its own name.

    Raises UsageError where there is none, or more than one system.
    """
    names = {name: one.name for one in task_named(TASK).measures for name in (one.name, *one.aliases)}
    measure = names.get(result.measures[0], "")
    if len(result.measures) > 1 or result.task != TASK or measure not in CERTIFIED:
        known = " or ".join(f"-m {name}" for name in CERTIFIED)
        raise UsageError(f"certificate=… takes one measure that has certificates: nerkit coref with {known}")
    if len(result.systems) > 1:
        raise UsageError("certificate=… is for one system, and here are more")
    return measure


def _bytes(path: Any, known: Mapping[str, Any]) -> bytes:
    """The bytes of a file that was scored. Raises UsageError for what is no file, or another one now."""
    if not isinstance(path, str) or not os.path.isfile(path):
        raise UsageError(f"certificate=… needs gold and system as a file each, not {path}")
    data = Path(path).read_bytes()
    if hashlib.sha256(data).hexdigest() != known["sha256"]:
        raise InputError("is not the file that was scored: it has changed meanwhile", source=path)
    return data


def _clusters(data: bytes, path: str) -> dict[str, Held]:
    held: dict[str, Held] | None = verifier().in_file(data)
    if held is None:
        raise UsageError(f"certificate=… needs files that its verifier reads, which {path} is not: {FORM}")
    return held


def _document(name: str, gold: Held, system: Held, measure: str) -> dict[str, Any]:
    """The line of a document: its clusters, the best alignment and the potentials that prove it."""
    pairs, u, v, worth = _proof(gold, system, CERTIFIED[measure])
    return {
        "document": name,
        "gold": gold,
        "system": system,
        "similarity": CERTIFIED[measure],
        "pairs": [list(pair) for pair in pairs],
        "u": [str(potential) for potential in u],
        "v": [str(potential) for potential in v],
        "value": str(worth),
    }


def _proof(
    gold: Held, system: Held, similarity: str
) -> tuple[list[tuple[int, int]], list[Fraction], list[Fraction], Fraction]:
    """The pairs of the best alignment, ascending, the potentials of both sides, and what the pairs earn."""
    import numpy as np

    from nerkit.algorithms.assignment import best_matching
    from nerkit.algorithms.potentials import proved

    where = {item: j for j, cluster in enumerate(system) for item in cluster}
    shared = dict[tuple[int, int], int]()
    for i, j in ((i, where[item]) for i, cluster in enumerate(gold) for item in cluster if item in where):
        shared[i, j] = shared.get((i, j), 0) + 1
    sizes = {(i, j): len(gold[i]) + len(system[j]) if similarity == "phi4" else 1 for i, j in shared}
    scale = lcm(*sizes.values())  # of the weights, which are integers then
    factor = 2 if similarity == "phi4" else 1
    weights = {pair: factor * n * (scale // sizes[pair]) for pair, n in shared.items()}
    cells = np.array(list(weights), np.int64).reshape(-1, 2)
    chosen = best_matching(cells[:, 0], cells[:, 1], np.array([w / scale for w in weights.values()]))
    matched, u, v = proved(weights, dict(cells[chosen].tolist()))
    pairs = sorted(matched.items())
    rows = [Fraction(u.get(i, 0), scale) for i in range(len(gold))]
    columns = [Fraction(v.get(j, 0), scale) for j in range(len(system))]
    return pairs, rows, columns, Fraction(sum(weights[pair] for pair in pairs), scale)


def _header(
    result: Result,
    measure: str,
    documents: Sequence[dict[str, Any]],
    gold: Mapping[str, Held],
    system: Mapping[str, Held],
) -> dict[str, Any]:
    totals = [
        sum(len(each) if measure == "ceaf_e" else sum(map(len, each)) for each in side.values())
        for side in (system, gold)
    ]
    return {
        "certificate": 1,
        "kind": "clusters",
        "similarity": CERTIFIED[measure],
        "measure": measure,
        "system": result.systems[0],
        "signature": result.signature,
        "inputs": [
            {"role": role, "name": given["name"], "sha256": given["sha256"]}
            for role, given in zip(ROLES, result.inputs, strict=True)
        ],
        "documents": len(documents),
        "value": str(sum((Fraction(line["value"]) for line in documents), Fraction(0))),
        "p_den": str(totals[0]),
        "r_den": str(totals[1]),
        "proved": True,
    }


def _check_same(row: Mapping[str, Any], header: Mapping[str, Any], scored: Row) -> None:
    """Raise UsageError where the score that is printed is another one than that of the files."""
    exact = row["value"], float(header["p_den"]), row["value"], float(header["r_den"])
    numbers = scored.p_num, scored.p_den, scored.r_num, scored.r_den
    if any(abs(a - b) > CLOSE * max(1, abs(a)) for a, b in zip(exact, numbers, strict=True)):
        raise UsageError(
            "certificate=… proves the score of the clusters as the files hold them, and an option or a "
            "repeated mention changes what is scored here; write the clusters that count to files, and "
            "score those"
        )


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
