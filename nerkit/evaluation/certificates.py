"""Certificates: scores with a proof that others can check (docs/certificates.md has the format).

A certificate is JSON lines, a header and a document a line. A line states what its score is the best solution
of (`results.instances`), a solution, and potentials that no solution can exceed; all numbers are integers or
fractions. The verifier is one file of the standard library, `scripts/verify_nerkit.py`, which an installed
wheel has as `nerkit/verify_certificate.py`. It is run here too, so that both say the same, and nothing is
written that it does not accept. What it cannot do is read forty formats: `verify` reads hashed files again,
with the options that the header states, and compares.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from nerkit.errors import InputError, NerkitError, UsageError
from nerkit.evaluation.request import Request
from nerkit.ground.limits import LARGEST_CERTIFICATE
from nerkit.results.instances import Instance, of_clusters, without_proof
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.scorers import SCORERS, task_named

if TYPE_CHECKING:
    from nerkit.results.scored import Scored
    from nerkit.scorers.task import Task

CLUSTERS, HASHED = "clusters", "hashed"
CLOSE = 1e-9  # of a score in floats to the exact one
ROLES = ("gold", "system")
LEAVES = 10_000  # of the tree of a document, where nothing else is said
UNPROVED = "the score is a lower bound there, and no proof was found of that size"
SHARES = 10**6  # no denominator of a score is larger
STATED = ("form", "labels", "label_map", "only", "missing", "extra", "duplicates", "strict")  # of a request


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


def verify(
    lines: Iterable[str], files: Mapping[str, bytes], paths: Sequence[str] = (), *, proof: bool = False
) -> dict[str, Any]:
    """The row of a certificate that holds: `measure value value_exact proved instance documents`.

    lines   those of the certificate
    files   the bytes of gold and system by these names, or none
    paths   those of gold and system; where they are given, hashed files are read again
    proof   whether a gap, a score that is a lower bound only, is refused

    Raises ValueError, with document and reason, for one that does not hold; JSONDecodeError for lines that
    are no JSON.
    """
    program = verifier()
    lines = list(lines)
    try:
        header, proved, instance = program.check(iter(lines), files)
    except json.JSONDecodeError:
        raise
    except program.MALFORMED as error:
        raise ValueError(str(error)) from None
    if proof and not proved:
        raise ValueError("not all is proved")
    if instance == HASHED and paths and "options" in header:
        _check_read(header, map(json.loads, lines[1:]), paths)
    exact = Fraction(header["value"])
    return {
        "measure": header["measure"],
        "value": float(exact),
        "value_exact": str(exact),
        "proved": proved,
        "instance": instance,
        "documents": header["documents"],
    }


def certificate(
    result: Result, paths: Sequence[Any], request: Request | None = None, leaves: int = LEAVES
) -> list[str]:
    """The lines of the certificate of a result of one system and one measure.

    paths     the files of gold and of the system
    request   how they were scored, which the header states
    leaves    the most leaves of a tree, of each document; with more there is a gap

    Raises UsageError for a measure that has no certificates, for what is not in files, and where the score is
    not that of the clusters as files of them hold them, because options change them or a mention is in two.
    """
    task = task_named(result.task)
    kind, measure = _measure(result, task)
    known = zip(ROLES, paths, result.inputs, strict=True)
    files = {role: _bytes(path, given) for role, path, given in known}
    held = [verifier().in_file(data) for data in files.values() if kind == CLUSTERS]
    derived = bool(held) and None not in held
    if derived:
        gold, system = held
        found: Iterable[Instance] = (
            of_clusters(name, gold[name], system.get(name, []), verifier().PHI[measure]) for name in gold
        )
    else:
        found = _instances(_scored(result, paths, request), measure)
    documents, texts, size = [], [], 0
    for instance in found:
        line = instance.line(leaves)
        texts.append(_line(line))
        documents.append({name: line[name] for name in ("value", "tree") if name in line} | _sizes(line))
        size += len(texts[-1].encode())
        if size > LARGEST_CERTIFICATE:
            raise UsageError(
                f"certificate=… is a certificate of more than {LARGEST_CERTIFICATE:,} bytes: "
                f"{size:,} with document {len(texts)}"
            )
    row = result.pooled(result.measures[0])[0]
    if kind == CLUSTERS:
        totals = [str(sum(each[name] for each in documents)) for name in ("p_den", "r_den")]
    else:
        totals = [_exact(row.p_den), _exact(row.r_den)]
    header = _header(result, (kind, measure), documents, totals, None if derived else request)
    lines = [_line(header), *texts]
    try:
        verify(lines, files, proof=header["proved"])
    except ValueError as error:
        raise UsageError(f"certificate=…: {error}; it takes files with each mention in one cluster") from None
    _check_same(header, row)
    return [f"{line}\n" for line in lines]


def certified() -> dict[str, list[str]]:
    """The measures that have certificates, of each task."""
    tasks = (task_named(name) for name in SCORERS)
    return {task.name: list(task.certified.kinds) for task in tasks if task.certified is not None}


def open_documents(lines: Sequence[str]) -> int:
    """The number of documents of a certificate that are not proved."""
    return sum('"tree":null' in line and json.loads(line).get("tree", "") is None for line in lines)


def _measure(result: Result, task: "Task") -> tuple[str, str]:
    """The kind of the certificate, and the measure by its own name.

    Raises UsageError where there is none, or more than one system.
    """
    names = {name: one.name for one in task.measures for name in (one.name, *one.aliases)}
    first = result.measures[0]
    measure = names.get(first, "")
    kinds = task.certified.kinds if task.certified is not None else {}
    if any(not name.startswith(f"{first}/") for name in result.measures[1:]) or measure not in kinds:
        known = "; ".join(f"nerkit {name} with -m {' or '.join(own)}" for name, own in certified().items())
        raise UsageError(f"certificate=… takes one measure that has certificates: {known}")
    if len(result.systems) > 1 or result.groups:
        raise UsageError("certificate=… is for one system, and here are more")
    return kinds[measure], measure


def _scored(result: Result, paths: Sequence[Any], request: Request | None) -> "Scored":
    """The scored data; read again where they were in parts."""
    if result.scored is not None:
        return result.scored
    from nerkit.evaluation.evaluate import prepare

    assert request is not None
    return prepare(
        paths[0], {result.systems[0]: paths[1]}, replace(request, shard_size=None, dask=None)
    ).scored


def _instances(scored: "Scored", measure: str) -> Iterator[Instance]:
    """The instances of the only system, documents without unique names being numbered."""
    (batch,) = scored.batches.values()
    assert scored.task.certified is not None
    unique = len(set(batch.documents)) == len(batch.documents)
    for number, instance in enumerate(scored.task.certified(batch, measure, scored.options), 1):
        yield instance if unique else instance._replace(document=str(number))


def _check_read(header: Mapping[str, Any], lines: Iterable[dict[str, Any]], paths: Sequence[str]) -> None:
    """Raise ValueError where the certificate states another instance than the files hold, read as it says."""
    from nerkit.evaluation.evaluate import prepare

    try:
        asked = json.loads(header["options"])
        task = task_named(header["task"])
        own = _without_files(task, asked["options"])
        stated = {name: asked[name] for name in STATED if name in asked}
        request = Request(task=task.name, measures=(header["measure"],), options=own, **stated)
        scored = prepare(paths[0], {"system": paths[1]}, request).scored
        held = {one.document: one.stated for one in _instances(scored, header["measure"])}
    except (NerkitError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"the files cannot be read as the certificate says: {error}") from None
    for line in lines:
        read = json.loads(json.dumps({"document": line["document"], **held.pop(line["document"], {})}))
        if read != without_proof(header["kind"], line):
            raise ValueError(f"document {line['document']}: the files hold another instance")
    if held:
        raise ValueError(f"document {next(iter(held))} of the files is missing")


def _without_files(task: "Task", options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a certificate, which name no files: it may be from anywhere. Raises KeyError for others."""
    from dataclasses import fields

    own = {one.name: one.metadata for one in fields(task.options)}
    wrong = [name for name in options if name not in own or "FILE" in str(own[name].get("metavar", ""))]
    if wrong:
        raise KeyError(f"{wrong[0]} is no option that a certificate may state")
    return dict(options)


def _stated(request: Request, task: "Task") -> str | None:
    """The options of a request as the header states them; None where they are no JSON, or name files."""
    request = request.with_preset()
    asked = {name: value for name in STATED if (value := getattr(request, name))}
    if isinstance(asked.get("label_map"), str):
        asked["label_map"] = dict(request.selection.names)
    if any("@" in text for text in asked.get("only", ())):
        return None
    try:
        return json.dumps({**asked, "options": _without_files(task, request.options)}, ensure_ascii=False)
    except (TypeError, ValueError, KeyError):
        return None


def _bytes(path: Any, known: Mapping[str, Any]) -> bytes:
    """The bytes of a file that was scored. Raises UsageError for what is no file, or another one now."""
    if not isinstance(path, str) or not os.path.isfile(path):
        raise UsageError(f"certificate=… needs gold and system as a file each, not {path}")
    data = Path(path).read_bytes()
    if hashlib.sha256(data).hexdigest() != known["sha256"]:
        raise InputError("is not the file that was scored: it has changed meanwhile", source=path)
    return data


def _sizes(line: Mapping[str, Any]) -> dict[str, int]:
    """The denominators of a document of clusters: numbers of clusters under φ4, of items under φ3."""
    if "similarity" not in line:
        return {}
    sides = (("p_den", "system"), ("r_den", "gold"))
    phi4 = line["similarity"] == "phi4"
    return {name: len(line[side]) if phi4 else sum(map(len, line[side])) for name, side in sides}


def _exact(number: float | None) -> str:
    return str(Fraction(number or 0).limit_denominator(SHARES))


def _header(
    result: Result,
    known: tuple[str, str],
    documents: Sequence[dict[str, Any]],
    totals: Sequence[str],
    request: Request | None,
) -> dict[str, Any]:
    kind, measure = known
    stated = None if request is None else _stated(request, task_named(result.task))
    return {
        "certificate": 1,
        "kind": kind,
        **({"similarity": verifier().PHI[measure]} if kind == CLUSTERS else {}),
        "task": result.task,
        "measure": measure,
        "system": result.systems[0],
        "signature": result.signature,
        **({} if stated is None else {"options": stated}),
        "inputs": [
            {"role": role, "name": given["name"], "sha256": given["sha256"]}
            for role, given in zip(ROLES, result.inputs, strict=True)
        ],
        "documents": len(documents),
        "value": str(sum((Fraction(line["value"]) for line in documents), Fraction(0))),
        "p_den": totals[0],
        "r_den": totals[1],
        "proved": all(line.get("tree", "") is not None for line in documents),
    }


def _check_same(header: Mapping[str, Any], scored: Row) -> None:
    """Raise UsageError where the score that is printed is another one than that of the files."""
    exact = [float(Fraction(header[name])) for name in ("value", "p_den", "value", "r_den")]
    numbers = scored.p_num, scored.p_den, scored.r_num, scored.r_den
    if any(abs(a - (b or 0)) > CLOSE * max(1, abs(a)) for a, b in zip(exact, numbers, strict=True)):
        raise UsageError(
            "certificate=… proves the score of what the files hold, and an option or a "
            "repeated mention changes what is scored here; write the clusters that count to files, and "
            "score those"
        )


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
