"""Run every cell of a folder of cases: `python -m scripts.acid.run CASES_FOLDER OUT.json`.

Each scorer of `adapters.toml` has an environment of its own, below the folder ACID_HOME (default
`.venv-acid`), made from pinned versions when it is first needed. A scorer of kind `repository` runs where
ACID_SOURCES names the folder of the checkouts (one each, under its repository's name); else its numbers are
those in `recorded.json`, which a row says. ONLY limits the run to one scorer. Every verdict is derived from
the numbers (`nerkit.cli.acid`), none is typed.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import nerkit
from nerkit.cli.acid import AcidCase, AcidCell, Printed, Run, of_nerkit, read_cases, verdict, with_prefixes

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SECONDS = 120  # of one run of one scorer
Asked = tuple[str, str, dict[str, Any]]  # gold, system, options


@dataclass(frozen=True)
class Adapter:
    """How a scorer is installed and called; one table of adapters.toml."""

    name: str
    kind: str
    licence: str
    call: str
    read: str
    package: str = ""
    source: str = ""
    version: str = ""
    requires: Sequence[str] = ()

    @property
    def pinned(self) -> str:
        """The version that is run."""
        return self.version or self.package.split("==")[1]

    @property
    def module(self) -> str:
        """The file of `adapters/` that calls it."""
        return self.name.lower().replace("-", "_").replace(".", "_")


def adapters() -> dict[str, Adapter]:
    """All scorers, by name."""
    tables = tomllib.loads((HERE / "adapters.toml").read_text(encoding="utf-8"))
    return {name: Adapter(name, **table) for name, table in tables.items()}


class Environments:
    """Python of each scorer, made when it is asked for; scorers with equal requirements share one."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.failed: dict[str, str] = {}

    def python(self, adapter: Adapter) -> Path:
        """The interpreter, whether or not the installation succeeded (`failed` says why it did not)."""
        packages = [package for package in (adapter.package, *adapter.requires) if package]
        folder = self.home / (packages[0] if adapter.package else adapter.module).replace("==", "-")
        python, done = folder / "bin" / "python", folder / "done"
        if not done.exists() or done.read_text(encoding="utf-8").split("\n") != packages:
            subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", folder], check=True)
            install = [sys.executable, "-P", "-m", "pip", "--python", python, "install", "--quiet", *packages]
            line = install if packages else ["true"]
            made = subprocess.run(line, capture_output=True, text=True, check=False)
            if made.returncode:
                lines = [said for said in made.stderr.splitlines() if said.startswith("ERROR")]
                self.failed[adapter.name] = (lines or [f"exit {made.returncode}"])[-1].removeprefix("ERROR: ")
                return python
            done.write_text("\n".join(packages), encoding="utf-8")
        return python


def cells(cases: list[AcidCase], home: Path, only: str = "") -> list[dict[str, Any]]:
    """A row for each case and scorer, in the order of the cases. A scorer without an adapter ends the run."""
    known, environments, recorded = adapters(), Environments(home), _recorded()
    peers = [(case, peer) for case in cases for peer in case.peers if only in ("", peer["scorer"])]
    missing = sorted({peer["scorer"] for _, peer in peers} - set(known))
    if missing:
        named = ", ".join(missing)
        raise SystemExit(f"no adapter is called {named}; scripts/acid/adapters.toml has {', '.join(known)}")
    runs: dict[tuple[str, str], list[Asked]] = {}  # (scorer, seed of hashes) -> what it is asked
    for case, peer in peers:
        if _can_run(known[peer["scorer"]]):
            for run in case.runs:
                runs.setdefault((peer["scorer"], _hash_seed(run)), []).append(_asked(case, peer, run))
    pythons = {name: environments.python(known[name]) for name in sorted({name for name, _ in runs})}
    able = [key for key in runs if key[0] not in environments.failed]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda key: _answers(known[key[0]], pythons[key[0]], key[1], runs[key]), able)
        each = zip(able, found, strict=True)
        answers = {key: dict(zip(map(json.dumps, runs[key]), one, strict=True)) for key, one in each}
    rows = []
    for case in cases:
        if case.nerkit and only in ("", "nerkit"):
            rows.append(_row(case, "nerkit", nerkit.__version__, of_nerkit(case), call=case.nerkit))
        for peer in (peer for found, peer in peers if found is case):
            adapter = known[peer["scorer"]]
            about = {"call": adapter.call, **({"scope": peer["scope"]} if "scope" in peer else {})}
            without = partial(_without, case, adapter, about)
            if adapter.name in environments.failed:
                rows.append(without("not installed", environments.failed[adapter.name]))
            elif adapter.name in pythons:
                cell = verdict(case, partial(_answer, answers, case, peer), scope="scope" in peer)
                rows.append(_row(case, adapter.name, adapter.pinned, cell, **about))
            elif (case.folder.name, adapter.name) in recorded:
                rows.append({**recorded[case.folder.name, adapter.name], **about, "recorded": True})
            else:
                rows.append(without("not run", "ACID_SOURCES names no folder with its checkout"))
    return rows


def _can_run(adapter: Adapter) -> bool:
    """Whether a scorer can be run here: a package, or a repository that is checked out."""
    sources, folder = os.environ.get("ACID_SOURCES"), adapter.source.split(" ")[0].split("/")[-1]
    return adapter.kind == "wheel" or (bool(sources) and Path(str(sources), folder).is_dir())


def _asked(case: AcidCase, peer: Mapping[str, Any], run: Run) -> Asked:
    """Files and options of a run."""
    files = [str(case.folder.resolve() / with_prefixes(name, run)) for name in peer["files"]]
    options = dict(peer.get("options", {}))
    if run[2].startswith("#seed"):
        options["seed"] = int(run[2].removeprefix("#seed"))
    return files[0], files[-1], options


def _hash_seed(run: Run) -> str:
    return run[2].removeprefix("#hash") if run[2].startswith("#hash") else "0"


def _answers(adapter: Adapter, python: Path, hash_seed: str, runs: list[Asked]) -> list[dict[str, Any]]:
    """What a scorer gives for each run, in an environment without the variables of this one."""
    with tempfile.TemporaryDirectory() as folder:
        sources = os.path.abspath(os.environ.get("ACID_SOURCES", ""))
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", "ACID_SOURCES": sources}
        environment |= {"PYTHONHASHSEED": hash_seed, "OPENBLAS_NUM_THREADS": "1"}
        line = [python.absolute(), HERE / "cell.py", adapter.module, str(SECONDS)]
        how = {"cwd": folder, "env": environment, "input": json.dumps(runs), "text": True}
        done = subprocess.run(line, **how, capture_output=True, check=False)
    try:
        answers: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        said = (done.stderr.strip() or f"exit {done.returncode}").splitlines()[-1]
        answers = [{"stopped": said, "by": "crashes"}] * len(runs)
    return answers


Answers = Mapping[tuple[str, str], Mapping[str, dict[str, Any]]]  # (scorer, seed of hashes) -> run -> answer


def _answer(answers: Answers, case: AcidCase, peer: Mapping[str, Any], run: Run) -> tuple[str, Printed]:
    """The answer of a run, as `verdict` takes it; folders are left out of messages."""
    found = answers[peer["scorer"], _hash_seed(run)][json.dumps(_asked(case, peer, run))]
    if "stopped" in found:
        return found["by"], re.sub(r"(/[\w.-]+)+/", "", found["stopped"])
    return "", found["printed"]


def _row(case: AcidCase, scorer: str, version: str, cell: AcidCell, **more: Any) -> dict[str, Any]:
    """A row of acid.json."""
    row = {"case": case.folder.name, "scorer": scorer, "version": version, "verdict": cell.verdict}
    row |= {"printed": cell.printed, "expected": {key: str(value) for key, value in cell.expected.items()}}
    return {**row, **({"convention": True} if cell.convention else {}), **more}


def _without(
    case: AcidCase, adapter: Adapter, about: Mapping[str, Any], word: str, why: str
) -> dict[str, Any]:
    """The row of a scorer that was not run; it has no verdict."""
    return _row(case, adapter.name, adapter.pinned, AcidCell(word, why, case.expected), **about)


def _recorded() -> dict[tuple[str, str], dict[str, Any]]:
    """The rows of scorers that no registry has, as they were run once."""
    rows = json.loads((HERE / "recorded.json").read_text(encoding="utf-8"))
    return {(row["case"], row["scorer"]): row for row in rows}


def main(folder: str, out: str) -> None:
    """Run a folder of cases, and write the rows."""
    home = Path(os.environ.get("ACID_HOME") or ROOT / ".venv-acid")
    rows = cells(read_cases(Path(folder)), home, os.environ.get("ONLY", ""))
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_text(as_json(rows), encoding="utf-8")


def as_json(rows: list[dict[str, Any]]) -> str:
    """The rows with today's date, a row a line."""
    lines = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in rows)
    return f'{{\n  "date": "{datetime.now(UTC).date()}",\n  "rows": [\n{lines}\n  ]\n}}\n'


if __name__ == "__main__":
    main(*sys.argv[1:])
