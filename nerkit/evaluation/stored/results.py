"""Results as files: reading a stored result, and the form with counts, which can be merged and tested.

`-f json` stores rows. `--counts-only` stores the counts of every document and label instead, and the rules
that make rows from them (`counts`). A file with counts gives the same result as scoring. A file with rows
gives its rows, and the counts of single documents and of all documents together.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeVar

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.evaluation.stored import units as stored_units
from nerkit.evaluation.stored import value_ranges
from nerkit.evaluation.stored.value_ranges import Possible
from nerkit.exceptions import InputError, NerkitError, UsageError, some, unknown
from nerkit.ground.warnings import Warned
from nerkit.io import single
from nerkit.readers import unsupported
from nerkit.readers.json_text import TOO_DEEP, TOO_LONG
from nerkit.results.counts import ALL, NUMBERS, Counts, Label, Part, label_text, own_name
from nerkit.results.result import SCHEMA, ByUnit, Result
from nerkit.results.rows import AVERAGES, Pooled, Row, Scoring, whole
from nerkit.results.scores import SCORES, Composite
from nerkit.scorers import task_named

Made = TypeVar("Made")
REMEDY = "write stored results with -f json or counts_only=True"
POOLED = ("*", *AVERAGES)
NAMED = ("system", "measure", "document", "label")  # the fields that name a row
ROW = (*NAMED, *SCORES, *NUMBERS)  # the fields that every row has, in order
SHAPE = {
    "task": str,
    "signature": str,
    "options": dict,
    "inputs": [dict],
    "rows": [dict.fromkeys(NAMED, str)],
    "warnings": [object],
}


def counts_of(result: Result) -> dict[str, Any]:
    """Return the JSON form with counts: a row for each count that is not zero."""
    result.single("the result has no counts")
    stored = result.to_dict()
    stored["counts"] = {
        "scoring": asdict(result.scoring),
        "named": result.named,
        "measures": list(
            dict.fromkeys((*result.measures, *(m for c in result.counts.values() for m in c.measures)))
        ),
        "shown": list(result.measures),
        "extras": {name: list(found) for c in result.counts.values() for name, found in c.extras.items()},
        "headlines": {
            name: list(found) for c in result.counts.values() for name, found in c.headlines.items()
        },
        "documents": {system: counts.documents for system, counts in result.counts.items()},
        "labels": {
            system: sorted(counts.labels, key=lambda label: (label != ALL, label_text(label)))
            for system, counts in result.counts.items()
        },
    }
    if result.units is not None:
        stored["counts"]["units"] = stored_units.packed(result.units)
    stored["rows"] = [row for system in result.counts for row in _count_rows(result, system)]
    return stored


def read(path: str) -> Result:
    """Read the result in a file. Raises InputError for a file without a result."""
    return made(path, _result)


def made(path: str, make: Callable[[dict[str, Any]], Made]) -> Made:
    """Return what *make* makes of the stored result in a file. Raises InputError for a file without a result,
    and if *make* finds the result damaged.
    """
    stored, name = read_json(path)
    try:
        return make(stored)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InputError(f"the stored result is damaged ({error})", source=name, remedy=REMEDY) from None


def read_json(path: str) -> tuple[dict[str, Any], str]:
    """Read the JSON object of a stored result; return it, and the name of its file. Only `schema` is
    checked.

    Raises InputError for text that is not JSON, for JSON that is not a result, and for another schema.
    """
    with single(path) as source:
        head = source.head
        text = source.text()
    try:
        stored = json.loads(text)
    except json.JSONDecodeError as error:
        line = text.split("\n")[error.lineno - 1]
        raise InputError(
            error.msg.lower(),
            source=source.name,
            line=error.lineno,
            column=error.colno,
            text=line,
            remedy=REMEDY,
        ) from None
    except (ValueError, RecursionError) as error:  # integers of thousands of digits, nesting without end
        problem = TOO_DEEP if isinstance(error, RecursionError) else TOO_LONG
        raise InputError(problem, source=source.name, remedy=REMEDY) from None
    if not isinstance(stored, dict) or not {"schema", "signature", "rows"} <= set(stored):
        kind = unsupported.looks_like(head, surely=True)
        problem = "the file is not a stored result" + (
            f": the content looks like {kind.name}" if kind else ""
        )
        raise InputError(problem, source=source.name, remedy=REMEDY)
    if stored["schema"] != SCHEMA:
        raise InputError(
            f"the result has schema {stored['schema']!r}, but nerkit knows schema {SCHEMA}",
            source=source.name,
        )
    return stored, source.name


def is_stored(path: str) -> bool:
    """Return whether a path has the name of a stored result: it ends in .json (or, for example, .json.gz)."""
    name = os.path.basename(path).lower()
    return ".json" in name and ".jsonl" not in name


def merged(results: Sequence[Result]) -> Result:
    """Add results with different documents and equal settings.

    Raises UsageError for results stored without counts, NerkitError for results that cannot be added.
    """
    if any(result.listed is not None for result in results):
        raise UsageError("results without counts cannot be added; write results with counts_only=True")
    total, *others = results
    for result in others:
        total += result
    return total


def side_by_side(results: Iterable[tuple[str, Result]]) -> Result:
    """Return one result with the systems of several results on the same gold.

    Each result is given with a name, which replaces the name of a single system. Raises NerkitError for
    results of different settings.
    """
    listed = list(results)
    first = listed[0][1]
    gold = {
        tuple(sorted(str(one.get("sha256")) for one in result.inputs if one.get("role") == "gold"))
        for _, result in listed
    }
    if len(gold) > 1:
        raise NerkitError(
            f"the results are for different gold files: {', '.join(name for name, _ in listed)}"
        )
    counts: dict[str, Counts] = {}
    units: dict[str, tuple[str, Counts]] = {}
    rows: list[Row] = []
    for name, result in listed:
        if not comparable(result, first) or set(result.measures) != set(first.measures):
            raise NerkitError(
                f"{name}: the settings differ from the first result\n  {first.signature}\n  "
                f"{result.signature}"
            )
        for system, found in result.counts.items():
            called = name if len(result.counts) == 1 else f"{name}:{system}"
            counts[called] = found
            if result.units is not None:
                units[called] = (result.units[0], result.units[1][system])
            rows += [replace(row, system=called) for row in result.rows if row.system == system]
    told = [one for _, result in listed for one in result.inputs]
    inputs = {json.dumps([one.get(name) for name in ("role", "name", "sha256")]): one for one in told}
    warnings = tuple(dict.fromkeys(note for _, result in listed for note in result.warnings))
    return replace(
        first,
        counts=counts,
        inputs=tuple(inputs.values()),
        warnings=warnings,
        listed=None if all(result.listed is None for _, result in listed) else tuple(rows),
        by_unit=_common_units(units, counts),
    )


def _common_units(units: Mapping[str, tuple[str, Counts]], systems: Iterable[str]) -> ByUnit | None:
    """Return the units of all systems, if each system has the same number of units of one kind; None
    otherwise.
    """
    kinds = {(name, len(counts.documents)) for name, counts in units.values()}
    if len(kinds) != 1 or set(units) != set(systems):
        return None
    return next(iter(kinds))[0], {system: counts for system, (_, counts) in units.items()}


def only(result: Result, measures: Sequence[str]) -> Result:
    """Return the result with only these measures. Raises UsageError for a measure that the result does
    not have.
    """
    had = result.measures
    measures = [name for each in measures for name in ([each] if each in had else each.split(","))]
    for name in measures:
        if name not in had:
            raise unknown("measure of these results", name, had)
    listed = result.listed and tuple(row for row in result.listed if row.measure in measures)
    chosen = tuple(dict.fromkeys(measures))
    return replace(result, measures=chosen, listed=listed, headline=chosen[0])


def comparable(one: Result, other: Result) -> bool:
    """Return whether the numbers of two results can be compared.

    They can if task, options (except `by` and `macro`), and value of 0/0 are equal.
    """

    def meaning(result: Result) -> tuple[Any, ...]:
        options = {name: value for name, value in result.options.items() if name not in ("by", "macro")}
        return result.task, json.dumps(options, sort_keys=True), result.scoring.empty

    return meaning(one) == meaning(other)


def check_comparable(result: Result, stored: Result, name: str) -> None:
    """Raise UsageError for a stored result whose numbers cannot be compared with the result."""
    if not comparable(result, stored):
        raise UsageError(
            f"{name}: the settings differ, so nerkit cannot compare the numbers\n  stored: "
            f"{stored.signature}\n  now:    {result.signature}"
        )


def nothing_in_common(result: Result, stored: Result) -> str:
    """Return the reason why a stored result has no row of a result: other names of systems or of measures."""
    if len(stored.counts) == 1 or set(result.counts) & set(stored.counts):
        return "the results have no measure in common"
    return (
        f"no system in common: the stored result has {some(list(stored.counts))}, not "
        f"{some(list(result.counts))}"
    )


def composites(task: str, measures: Sequence[str], options: Mapping[str, Any]) -> dict[str, Composite]:
    """Return the formulas of the measures that combine the counts of other measures."""
    known = task_named(task)
    own = {name: options[name] for name in known.option_names if name in options}
    listed = [
        measure for name in measures for measure in known.looked_up(name)
    ]  # options define other measures
    return known.composites(listed, known.own_options(own))


def lower_is_better(task: str, measures: Sequence[str]) -> tuple[str, ...]:
    """Return the measures of a stored result whose lower values are better."""
    known = task_named(task)
    listed = [measure for name in measures for measure in known.looked_up(name)]
    return tuple(dict.fromkeys(one.name for one in listed if one.lower_is_better and one.name in measures))


def _count_rows(result: Result, system: str) -> list[dict[str, Any]]:
    """Return a row for each count of a system that is not zero, sorted by measure, document and label."""
    counts = result.counts[system]
    texts = [label_text(label) for label in counts.labels]
    label_rank = np.argsort(np.argsort(texts))
    measures = list(dict.fromkeys((*result.measures, *counts.measures)))
    measure_rank = np.array([measures.index(name) for name in counts.measures] or [0])
    order = np.lexsort((label_rank[counts.label], counts.document, measure_rank[counts.measure]))
    count_rows = []
    for row in order[counts.numbers[order].any(axis=1)].tolist():
        measure = counts.measures[counts.measure[row]]
        document = int(counts.document[row])
        names = NUMBERS + counts.extras.get(measure, ())
        count_rows.append(
            {
                "system": system,
                "measure": measure,
                "document": "*" if document == NONE else own_name("document", counts.documents[document]),
                "label": texts[counts.label[row]],
                **dict(zip(names, map(whole, counts.numbers[row].tolist()), strict=False)),
            }
        )
    return count_rows


def _result(stored: Mapping[str, Any]) -> Result:
    value_ranges.check_shape(stored, SHAPE)
    about = stored.get("counts")
    read = _with_counts(stored, about) if about is not None else _with_rows(stored)
    return Result(
        task=stored["task"],
        signature=stored["signature"],
        options=stored["options"],
        inputs=tuple(stored["inputs"]),
        warnings=tuple(map(Warned.stored, stored["warnings"])),
        composites=composites(stored["task"], read["measures"], stored["options"]),
        headline=str(stored.get("headline", "")),
        lower_is_better=lower_is_better(stored["task"], read["measures"]),
        **read,
    )


def _with_counts(stored: Mapping[str, Any], about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a `Result` that was stored with its counts."""
    rows: list[dict[str, Any]] = stored["rows"]
    named, measures = about["named"], about["measures"]
    value_ranges.check_names("measures", measures)
    value_ranges.check_names("measures shown", about["shown"])
    if not isinstance(named, bool):
        raise TypeError(f"named is {named!r}")
    if not {*about["shown"], *(row["measure"] for row in rows)} <= set(measures):
        raise ValueError(f"measures are {measures!r}")
    limits = Possible(stored["task"], measures, stored["options"])
    systems = _by_system(rows)
    if set(about["documents"]) != set(about["labels"]) or not set(systems) <= set(about["labels"]):
        raise ValueError(f"systems are {sorted(about['labels'])}")
    counts = {}
    for system, labels in about["labels"].items():
        documents = about["documents"][system]
        value_ranges.check_names("documents", documents)
        if not named:
            value_ranges.check_numbered(documents)
        cuts = [tuple((name, value) for name, value in label) for label in labels]
        counts[system] = _counts(systems.get(system, []), documents, cuts, measures, about, limits=limits)
    units: ByUnit | None = None
    if "units" in about:
        units = stored_units.unpacked(about["units"], limits)
        stored_units.check(units, counts)
    return {
        "counts": counts,
        "scoring": value_ranges.scoring(about["scoring"]),
        "named": named,
        "measures": tuple(about["shown"]),
        "by_unit": units,
    }


def _with_rows(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a `Result` that was stored without its counts."""
    rows: list[dict[str, Any]] = stored["rows"]
    measures = tuple(dict.fromkeys(row["measure"] for row in rows))
    limits = Possible(stored["task"], measures, stored["options"])
    for row in rows:
        limits.check_row(row)
    signed = dict(part.split(":", 1) for part in stored["signature"].split("|") if ":" in part)
    beta = stored["options"].get("beta", 1.0)
    value_ranges.check_beta(beta)
    return {
        "counts": {system: _pooled_counts(own, limits) for system, own in _by_system(rows).items()},
        "scoring": Scoring(beta=float(beta), empty=signed["empty"]),
        "measures": measures,
        "listed": tuple(map(_row, rows)),
    }


def _by_system(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each system, in the order of the first row of each system."""
    systems: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        systems.setdefault(row["system"], []).append(row)
    return systems


def _row(stored: Mapping[str, Any]) -> Row:
    """Return a stored row as a Row; averages are recognised by their names."""
    document, label = (
        Pooled(text) if text in POOLED else text for text in (stored["document"], stored["label"])
    )
    cut: Label = ALL if label == "*" else (("label", label),)
    extra = {name: value for name, value in stored.items() if name not in ROW}
    return Row(**{name: stored[name] for name in ROW}, extra=extra, cut=(document, cut))


def _pooled_counts(rows: Sequence[dict[str, Any]], limits: Possible) -> Counts:
    """Return the counts in rows of scores, without labels: by document if there are such rows, otherwise
    pooled.
    """
    plain = [row for row in rows if row["label"] == "*" and row["p_num"] is not None]
    single = [row for row in plain if row["document"] not in POOLED]
    documents = list(dict.fromkeys(row["document"] for row in single))
    by_document = {row["measure"] for row in single}
    pooled = [row for row in plain if row["document"] == "*" and row["measure"] not in by_document]
    measures = list(dict.fromkeys(row["measure"] for row in plain))
    return _counts([*single, *pooled], documents, [ALL], measures, {}, limits=limits)


def _counts(
    rows: Sequence[dict[str, Any]],
    documents: list[str],
    labels: Sequence[Label],
    measures: Sequence[str],
    about: Mapping[str, Mapping[str, Any]],
    *,
    limits: Possible,
) -> Counts:
    """Return the counts in stored rows.

    *labels* begin with the label for everything. *about* has the extra numbers and headlines of measures.
    Raises TypeError or ValueError for counts that the measures cannot have.
    """
    extras, headlines = about.get("extras", {}), about.get("headlines", {})
    named = {own_name("document", name): i for i, name in enumerate(documents)}
    place = {name: i for i, name in enumerate(documents)} | named | {"*": NONE}
    texts = {label_text(label): i for i, label in enumerate(labels)}
    parts = []
    for measure in measures:
        own = [row for row in rows if row["measure"] == measure]
        names = NUMBERS + tuple(extras.get(measure, ()))
        numbers = value_ranges.count_table(measure, [[row.get(name, 0) for name in names] for row in own])
        numbers = numbers.reshape(-1, len(names))
        limits.check_counts(measure, numbers)
        parts.append(
            Part(
                measure,
                np.array([place[row["document"]] for row in own], np.int64),
                labels,
                np.array([texts[row["label"]] for row in own], np.int64),
                numbers,
                names[len(NUMBERS) :],
                value_ranges.headline(headlines[measure]) if measure in headlines else None,
            )
        )
    return Counts.collect(documents, labels[1:], parts)
