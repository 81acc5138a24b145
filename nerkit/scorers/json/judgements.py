"""Pairs of values that a person or a model judged once: JSON lines with a path, two values and a credit.

    {"path": "items[].name", "gold": "Flat white", "system": "flat white coffee", "credit": 1}
    {"path": "seller.name", "gold": "Acme", "system": "ACME Corp.", "agree": true}

A credit from 0 to 1 decides before any rule does; `"agree": true` is 1. They are looked up by the path and by
normal forms, so that one line decides all pairs that the rules write alike.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from functools import cache
from typing import Any

from nerkit.corpora.json_paths import PathPattern, Steps
from nerkit.errors import InputError, UsageError
from nerkit.io import single
from nerkit.scorers.json.options import Options
from nerkit.scorers.json.rules import Form, Leaves, normal_form

FORM = '{"path": "items[].name", "gold": "Flat white", "system": "flat white coffee", "credit": 1}'


@dataclass(frozen=True)
class Judgement:
    """The credit of a system's value at a path where gold has another one."""

    path: PathPattern
    gold: Any
    system: Any
    credit: float


@cache
def read(path: str) -> tuple[tuple[Judgement, ...], str]:
    """The judgements of a file, and the beginning of its digest. InputError for a line that is none."""
    with single(path) as source:
        lines = list(source.lines())
        name = source.name
    judgements = []
    for number, line in lines:
        if line.strip():
            judgements.append(_judgement(name, number, line))
    text = "\n".join(line for _, line in lines)
    return tuple(judgements), hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _judgement(name: str, number: int, line: str) -> Judgement:
    def fail(problem: str, column: int = 1) -> InputError:
        remedy = f"a line is {FORM}"
        return InputError(problem, source=name, line=number, column=column, text=line, remedy=remedy)

    try:
        record = json.loads(line, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise fail(f"not valid JSON: {error.msg.lower()}", error.colno) from None
    except (ValueError, RecursionError, DecimalException):
        raise fail("not valid JSON") from None
    if not isinstance(record, dict) or not {"path", "gold", "system"} <= record.keys():
        raise fail("no judgement: path, gold and system are needed")
    credit = record.get("credit", 1 if record.get("agree") is True else 0 if "agree" in record else None)
    if isinstance(credit, bool) or not isinstance(credit, int | float | Decimal) or not 0 <= credit <= 1:
        raise fail(f"the credit is a number from 0 to 1, not {credit}", max(line.find('"credit"') + 1, 1))
    try:
        return Judgement(PathPattern(str(record["path"])), record["gold"], record["system"], float(credit))
    except UsageError as error:
        raise fail(str(error)) from None


def append(path: str, pairs: Sequence[tuple[str, str, str]]) -> int:
    """Append pairs to a file, each a path and two values in JSON, without those that it has; how many they
    are. Raises InputError for a file that cannot be written.
    """
    lines = [
        f'{{"path": {json.dumps(at)}, "gold": {gold}, "system": {system}}}' for at, gold, system in pairs
    ]
    try:
        with open(path, "a+", encoding="utf-8") as file:
            file.seek(0)
            text = file.read()
            known = {_without_credit(line) for line in text.splitlines()}
            new = [line for line in dict.fromkeys(lines) if _without_credit(line) not in known]
            file.write("\n" if text and not text.endswith("\n") else "")
            file.writelines(f"{line}\n" for line in new)
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), source=path) from None
    return len(new)


def _without_credit(line: str) -> str:
    """A judgement without what was judged, in one form."""
    try:
        record = json.loads(line)
    except ValueError:
        return line
    kept = (
        {key: record.get(key) for key in ("path", "gold", "system")} if isinstance(record, dict) else record
    )
    return json.dumps(kept, sort_keys=True)


def judged_codes(
    options: Options, leaves: Leaves, paths: Sequence[Steps]
) -> dict[tuple[int, int, int], float]:
    """(path, code of gold, code of the system) -> credit, for all judgements that can occur."""
    if options.judgements is None:
        return {}
    from nerkit.algorithms.scalars.texts import normaliser

    judged: dict[tuple[int, int, int], float] = {}

    def code_of(value: Any, path: int) -> int | None:
        rule = leaves.rules[int(leaves.rule[path])]
        form: Form = normal_form(value, rule, normaliser(rule.text))
        return leaves.codes.get(form)

    for judgement in read(options.judgements)[0]:
        for path, steps in enumerate(paths):
            if judgement.path.fits(steps):
                gold, system = code_of(judgement.gold, path), code_of(judgement.system, path)
                if gold is not None and system is not None:
                    judged[path, gold, system] = judgement.credit
    return judged
