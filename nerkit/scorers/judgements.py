"""Pairs of values that a person or a model judged once: JSON lines with a path, two values and a credit.

    {"path": "items[].name", "gold": "Flat white", "system": "flat white coffee", "credit": 1}
    {"path": "seller.name", "gold": "Acme", "system": "ACME Corp.", "agree": true}

A credit from 0 to 1 decides before any rule does; `"agree": true` is 1, `"agree": false` 0. The task defines
paths and decides when two values are written alike.
"""

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from functools import cache
from pathlib import Path
from typing import Any

from nerkit.exceptions import InputError, UsageError, some
from nerkit.ground.containment import admit
from nerkit.io import single

FORM = '{"path": "items[].name", "gold": "Flat white", "system": "flat white coffee", "credit": 1}'
PAIR = {"path", "gold", "system"}
UNJUDGED = "/unjudged"  # what the name of a row ends in that leaves judgements out


@dataclass(frozen=True)
class Judgement:
    """The credit of a system value at a path where gold has another value, and the line in the file."""

    path: str
    gold: Any
    system: Any
    credit: float
    source: str
    line: int
    text: str

    def fail(self, problem: str, column: int = 1) -> InputError:
        """Return the error for this line."""
        return InputError(
            problem,
            source=self.source,
            line=self.line,
            column=column,
            text=self.text,
            remedy=f"write lines as {FORM}",
        )

    def contradicting(self, other: "Judgement") -> InputError:
        """Return the error for a line that gives the pair of another line another credit."""
        return self.fail(f"the pair of line {other.line}, which has the credit {other.credit:g}")


def read(path: str) -> tuple[tuple[Judgement, ...], str]:
    """Return the judgements of a file, and the beginning of its digest. A file is read again if it has
    changed, a pipe only once.

    Raises InputError for a line that is not a judgement, and for two lines that judge one pair differently.
    """
    admit(path)
    try:
        status = os.stat(path)
    except (OSError, ValueError):  # a path with a NUL is a ValueError
        return _read(path, None)
    return _read(path, (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None)


@cache
def _read(path: str, _version: tuple[int, int] | None) -> tuple[tuple[Judgement, ...], str]:
    with single(path) as source:
        lines = list(source.lines())
        name = source.name
    judgements = [_judgement(name, number, line) for number, line in lines if line.strip()]
    known: dict[str, Judgement] = {}
    for one in judgements:
        pair = json.dumps([one.path, one.gold, one.system], sort_keys=True, default=str)
        if known.setdefault(pair, one).credit != one.credit:
            raise one.contradicting(known[pair])
    text = "\n".join(line for _, line in lines)
    return tuple(judgements), hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _judgement(name: str, number: int, line: str) -> Judgement:
    empty = Judgement("", None, None, 0.0, name, number, line)
    try:
        record = json.loads(line, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise empty.fail(f"not valid JSON: {error.msg.lower()}", error.colno) from None
    except (ValueError, RecursionError, DecimalException):
        raise empty.fail("not valid JSON") from None
    if not isinstance(record, dict) or not record.keys() >= PAIR:
        raise empty.fail("the line is not a judgement, which needs path, gold and system")
    agreed: Mapping[Any, int] = {True: 1, False: 0}
    agree = record.get("agree")
    if "agree" in record and not isinstance(agree, bool):
        raise empty.fail(f"agree must be true or false, not {agree}", line.find('"agree"') + 1)
    credit = record.get("credit", agreed.get(agree))
    if isinstance(credit, bool) or not isinstance(credit, int | float | Decimal) or not 0 <= credit <= 1:
        raise empty.fail(
            f"the credit must be a number from 0 to 1, not {credit}",
            max(line.find('"credit"') + 1, 1),
        )
    if isinstance(agree, bool) and credit != agree:
        raise empty.fail(f"the credit is {credit}, but agree is {agree}", line.find('"agree"') + 1)
    return Judgement(str(record["path"]), record["gold"], record["system"], float(credit), name, number, line)


def stated(path: str | None) -> dict[str, str]:
    """Return the entry of the signature for a file of judgements: its digest; empty without a file."""
    return {} if path is None else {"judgements": read(path)[1]}


def append(path: str, pairs: Iterable[tuple[str, str, str]]) -> int:
    """Append pairs to a file, each a path and two values in JSON, without pairs that the file already has.
    Return the number of new pairs. Raises InputError for a file that cannot be written, or that has other
    content.
    """
    lines = [
        f'{{"path": {json.dumps(at)}, "gold": {gold}, "system": {system}}}' for at, gold, system in pairs
    ]
    try:
        with open(path, "a", encoding="utf-8") as file:
            is_file = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            text = Path(path).read_text(encoding="utf-8") if is_file else ""
            known = _pairs_of(path, text)
            new = [line for line in dict.fromkeys(lines) if _without_credit(line) not in known]
            file.write("\n" if text and not text.endswith("\n") else "")
            file.writelines(f"{line}\n" for line in new)
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), source=path) from None
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8: {error.reason}", source=path) from None
    return len(new)


def _pairs_of(path: str, text: str) -> set[str]:
    """Return the pairs of a file of judgements, judged or not, in one form. Raises InputError for another
    file, to which nothing is added.
    """
    pairs = set[str]()
    for number, line in enumerate(text.split("\n"), 1):
        pair = _without_credit(line)
        if pair is not None:
            pairs.add(pair)
        elif line.strip():
            problem = (
                "the line is not a judgement, which needs path, gold and system; nerkit adds "
                "nothing to this file"
            )
            raise InputError(problem, source=path, line=number, text=line, remedy=f"write lines as {FORM}")
    return pairs


def _without_credit(line: str) -> str | None:
    """Return a judgement without its credit, in a form equal for equal pairs; None for a line without a
    judgement.
    """
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or not record.keys() >= PAIR:
        return None
    return json.dumps({key: record[key] for key in PAIR}, sort_keys=True)


def none_judged(names: Sequence[str], judged: Sequence[str]) -> UsageError:
    """Return the error for judgements if they concern none of the measures."""
    return UsageError(
        f"judgements=… decides pairs that {some(names)} does not compare; score {' or '.join(judged)} too"
    )
