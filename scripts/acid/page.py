"""The pages of the acid test, in Markdown, from the rows that `run` makes and the cases."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nerkit.cli.acid import AcidCase

HERE = Path(__file__).parent
FAMILIES = tomllib.loads((HERE / "families.toml").read_text(encoding="utf-8"))  # of a case -> heading
HEAD = (HERE / "head.md").read_text(encoding="utf-8")
CELLS = """<!-- Made by `make acid`. -->
# The acid test: all cells

[The acid test](acid.md) explains the cells."""


def pages(cases: Sequence[AcidCase], rows: Sequence[Mapping[str, Any]], date: str) -> dict[str, str]:
    """The pages by name: the explanation, and the page with all cells."""
    by_case: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_case.setdefault(row["case"], []).append(row)
    columns = {(row["scorer"], row["version"]) for row in rows}
    counts = Counter(row["verdict"] for row in rows)
    absent = {row["scorer"]: row["printed"] for row in rows if row["verdict"].startswith("not ")}
    head = HEAD.format(
        cases=len(cases),
        scorers=len(columns),
        date=date,
        issue="../../issues/new?template=4-acid-cell.yml",
        verdicts=", ".join(f"{word} {number}" for word, number in counts.most_common()),
        missing="".join(f"{name} was not run: {why}. " for name, why in absent.items()),
    ).replace(" \n", "\n")
    parts = [CELLS]
    families = list(dict.fromkeys([*FAMILIES, *(case.family for case in cases)]))
    for family in families:
        members = [case for case in cases if case.family == family]
        if members:
            parts.append(_family(FAMILIES.get(family, family.capitalize()), members, by_case))
    parts.append(_differences(cases, by_case))
    return {"acid.md": head, "acid-cells.md": "\n\n".join(parts) + "\n"}


def _family(heading: str, cases: Sequence[AcidCase], rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """The table of a family, and the grounds of its cases."""
    mine = [row for case in cases for row in rows.get(case.folder.name, ())]
    columns = list(dict.fromkeys(f"{row['scorer']} {_version(row)}" for row in mine))
    lines = [_line(["case", *columns]), _line(["---"] * (len(columns) + 1))]
    for case in cases:
        cells = {f"{row['scorer']} {_version(row)}": _cell(row) for row in rows.get(case.folder.name, ())}
        lines.append(_line([f"{_number(case)} {case.title}", *(cells.get(column, "") for column in columns)]))
    grounds = [
        f"- **{_number(case)}** {case.kind}. Rule: {case.rule}. Sum: {case.arithmetic}."
        + (f" {case.convention}" if case.convention else "")
        + f" Expected: {_numbers({key: str(value) for key, value in case.expected.items()})}."
        + (f" By hand: `cd scripts/acid/cases/{case.folder.name} && {case.nerkit}`" if case.nerkit else "")
        for case in cases
    ]
    hidden = ["<details><summary>rules, sums, commands</summary>", "", *grounds, "", "</details>"]
    return "\n".join([f"## {heading}", "", *lines, "", *hidden])


def _version(row: Mapping[str, Any]) -> str:
    """The version as a head of a column: the first word."""
    return str(row["version"]).split(" (")[0]


def _number(case: AcidCase) -> str:
    return case.folder.name.split("-")[0]


def _cell(row: Mapping[str, Any]) -> str:
    """A verdict; with the numbers where it is not *agrees*."""
    word = "second reading" if row.get("convention") else str(row["verdict"])
    if word != "agrees" and isinstance(row["printed"], dict):
        word = f"{word}: {_numbers(row['printed'])}"
    return word + " (recorded)" * bool(row.get("recorded"))


def _numbers(printed: "Mapping[str, Any] | str") -> str:
    if isinstance(printed, str):
        return printed
    texts = {
        key: " or ".join(map(_short, value)) if isinstance(value, list) else _short(value)
        for key, value in printed.items()
    }
    return ", ".join(f"{key} {text}" for key, text in texts.items())


def _short(number: "float | str") -> str:
    return number if isinstance(number, str) else f"{number:.4f}".rstrip("0").rstrip(".")


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _differences(cases: Sequence[AcidCase], rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """What can be sent to each project as it stands."""
    notes = tomllib.loads((HERE / "notes.toml").read_text(encoding="utf-8"))
    parts = [
        "## The differences, one by one",
        "Each as it can be sent: the smallest case, what is printed, the rule.",
    ]
    for case in cases:
        for row in rows.get(case.folder.name, ()):
            if row["verdict"] not in ("agrees", "not run", "not installed") and not row.get("convention"):
                known = notes.get(case.folder.name, {}).get(row["scorer"], {})
                if not (row["scorer"] == "nerkit" and row["verdict"] in case.nerkit_may):
                    parts.append(_difference(case, row, known))
    return "\n\n".join(parts)


def _difference(case: AcidCase, row: Mapping[str, Any], known: Mapping[str, str]) -> str:
    peer = next((peer for peer in case.peers if peer["scorer"] == row["scorer"]), {"files": ()})
    files = [name for name in peer["files"] if (case.folder / name).exists()]
    if len(case.runs) > 1 and not any(run[2] for run in case.runs):
        others = [name.replace(".", "-2.", 1) for name in files]
        files += [name for name in others if (case.folder / name).exists()]
    text = [f"### {row['scorer']} {row['version']}: {case.title}", ""]
    for name in files:
        content = (case.folder / name).read_text(encoding="utf-8").rstrip("\n")
        text += [f"`{name}`", "", "```", content, "```", ""]
    expected = _numbers(row["expected"])
    text += [
        f"- Called as: {row['call']}"
        + (f" (seeds {len(case.runs)})" if case.runs[0][2].startswith("#seed") else ""),
        f"- Printed: {_numbers(row['printed'])}. Verdict: {row['verdict']}.",
        f"- Expected: {expected}. Rule: {case.rule}. Sum: {case.arithmetic}.",
    ]
    more = {name: known[name] for name in ("note", "patch", "upstream") if name in known}
    more |= {"scope": row["scope"]} if "scope" in row else {}
    text += [f"- {name.capitalize()}: {words}" for name, words in more.items()]
    return "\n".join(text)
