"""`make parity OLD=WHEEL`: whether this state reads, writes and refuses as that of a wheel, byte for byte.

    make parity OLD=nerkit_eval-0.1.0-py3-none-any.whl
    make parity N=2000 ONLY='convert spert'

Without OLD the other state is the commit in `scripts/parity/base`. Both are asked the same (`questions`):
the format recognised, the corpus, stdout, stderr, exit code, files written. Warnings are equal if their keys
and counts are, whatever they say. Other differences must stand, with a reason, in
scripts/parity_allowed.toml; an entry there that nothing needs is a difference too. Exit code 1 if any is
left. In the environment: OLD, N (damaged inputs, 20,000), SEED, ONLY (a part of the ids), GOLDEN.
"""

import difflib
import fnmatch
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

from scripts.parity.probe import BY_KEY

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ALLOWED = ROOT / "scripts" / "parity_allowed.toml"
SHOWN = 20  # differences that are printed whole
LINES = 12  # of a difference


def main() -> int:
    """Ask both and compare; gives the exit code."""
    from scripts.parity.questions import all_questions

    wheel, number = os.environ.get("OLD"), int(os.environ.get("N") or 20_000)
    golden = Path(os.environ.get("GOLDEN") or ROOT.parent / "shared" / "golden").resolve()
    only, seed = os.environ.get("ONLY", ""), os.environ.get("SEED") or "0"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        _unpack(wheel, folder / "before")
        asked = folder / "questions"
        with asked.open("w", encoding="utf-8") as file:
            for question in all_questions(golden if golden.exists() else None, number, seed, only):
                file.write(json.dumps(question) + "\n")
        homes = {folder / "old": folder / "before", folder / "new": ROOT}
        runs = [_started(asked, answers, home) for answers, home in homes.items()]
        codes = [run.wait() for run in runs]
        if any(codes):
            return 1
        return compared(*map(_answers, homes))


def _unpack(wheel: str | None, home: Path) -> None:
    """The package of the state before, from its wheel or from the commit in `base`, as a folder."""
    if wheel:
        zipfile.ZipFile(wheel).extractall(home)
        return
    commit = (HERE / "base").read_text(encoding="utf-8").split()[0]
    line = ["git", "archive", commit, "nerkit", "demo"]
    packed = subprocess.run(line, cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(home, filter="data")


def _started(asked: Path, answers: Path, home: Path) -> "subprocess.Popen[bytes]":
    """A process that asks one state, which stands first on the path, before what is installed."""
    environment = {**os.environ, "PYTHONPATH": str(home), "PYTHONHASHSEED": "0"}
    line = [sys.executable, "-P", str(HERE / "probe.py"), str(asked), str(answers)]
    return subprocess.Popen(line, env=environment, cwd=answers.parent)


def _answers(path: Path) -> dict[str, dict[str, str]]:
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["id"]: line["answer"] for line in lines}


def compared(old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> int:
    """Print what differs and is not allowed; gives the exit code."""
    allowed: list[dict[str, Any]] = tomllib.loads(ALLOWED.read_text(encoding="utf-8")).get("allowed", [])
    used, shown, kinds = [0] * len(allowed), 0, Counter[str]()
    for name, before in old.items():
        after = new.get(name, {})
        for part in dict.fromkeys([*before, *after]):
            one, other = before.get(part, ""), after.get(part, "")
            keyed = part + BY_KEY
            if (
                one == other
                or part.endswith(BY_KEY)
                or (before.get(keyed) or one) == (after.get(keyed) or other)
            ):
                continue
            entry = _entry(allowed, name, part, (one, other))
            if entry is not None:
                used[entry] += 1
                continue
            kinds[f"{name.split()[0]}: {part.split()[0]}"] += 1
            shown += 1
            if shown <= SHOWN:
                changed = difflib.unified_diff(_lines(one), _lines(other), "before", "after", "", "", 1, "")
                print(f"\n{name}: {part}", *[line[:300] for line in islice(changed, LINES)], sep="\n")
    whole = not os.environ.get("ONLY")
    unused = [one["question"] for one, times in zip(allowed, used, strict=True) if whole and not times]
    answers, wrong = sum(map(len, old.values())), sum(kinds.values())
    print(f"\n{len(old)} questions, {answers} answers: {wrong} differ, {sum(used)} more as allowed")
    for kind, times in kinds.most_common():
        print(f"  {times} x {kind}")
    for name in unused:
        print(f"  nothing needs what is allowed for {name!r}")
    return int(bool(kinds or unused or not old or old.keys() != new.keys()))


def _entry(allowed: list[dict[str, Any]], name: str, part: str, answers: tuple[str, str]) -> int | None:
    """The place of the entry that allows a difference: all of it, that in what its `within` matches, or that
    only one state has an answer (`alone`).
    """
    for place, one in enumerate(allowed):
        if one.get("alone") and "" not in answers:
            continue
        if fnmatch.fnmatch(name, one["question"]) and fnmatch.fnmatch(part, one["part"]):
            before, after = (re.sub(one["within"], "", text) if "within" in one else "" for text in answers)
            if before == after:
                return place
    return None


def _lines(text: str) -> list[str]:
    """Lines of an answer; of a corpus, which is one, a piece for each value."""
    return text.replace(", ", ",\n").splitlines() if text.startswith(("{", "[")) else text.splitlines()


if __name__ == "__main__":
    sys.exit(main())
