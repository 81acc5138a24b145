"""The drop-ins against the peers' own tests, and their command lines against captured output."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import Any

from nerkit.compat import conll18, conll_coref, corefud, evalb
from nerkit.exceptions import NerkitError
from scripts.conformance.checks import Cases, Check, Checks, same
from scripts.conformance.commands import read
from scripts.conformance.coref import REFUSED, SCORED

ROOT = Path(__file__).parents[2]
PASSED = "passed"
LEFT_OUT = {  # tests that do not run, and why
    "test_by_ground_truth": "it runs conlleval.pl, which is not there",
    "test_statistical_tests": "the same",
}
IOE1 = "IOE1 loses chunks: O before E opens none, and E ends none of another type"
DIFFERENT = {  # tests that fail, and the defect of the peer that they hold fast
    f"test_scheme.py::test_ioe1_{test}": IOE1
    for test in (
        *("start_inside_end[O-E-PER-expected2]", "start_inside_end[I-PER-E-ORG-expected7]"),
        *("start_inside_end[E-PER-E-ORG-expected12]", "tokens[tokens11-expected11]"),
        *("tokens[tokens13-expected13]", "tokens_without_tag[tokens10-expected10]"),
        "tokens_without_tag[tokens11-expected11]",
    )
}
# captured outputs that differ: the peer counts by a rule that `nerkit.scorers.coref` does not follow
REPEATED = "repeated mentions count once"
OUTPUTS = {
    "edge-comment_line_counts_as_token": "comment lines are no tokens",
    "edge-duplicate_in_key": REPEATED,
    "edge-duplicate_in_key_same_entity": REPEATED,
    "edge-three_duplicates_in_response": "the warning about repeated mentions is on stderr",
    "conll-TC-M-3": "a sum of thirds is exact, so that 56 % is not cut to 55.99",
    "corefud-edge-same_span_two_entities_in_response": REPEATED,
    "corefud-edge-zero_without_deps": "zeros without parents are scored (there it stops)",
    "corefud-edge-zeros_shifted_chain": "the alignment of zeros counts",
    "corefud-edge-zeros_swapped_positions": "the alignment of zeros counts",
    "corefud-random-ud10": "the alignment of zeros counts",
}
OPTIONS = {
    "exact": ["-x"],
    "default": [],
    **{variant: ["-s"] for variant in ("head_-s", "default_-s", "corefud_default_-s")},
}


def cases(golden: Path) -> Cases:
    """Every test of the suites, and every captured output of the four command lines.

    Of scorer.pl the first line, which has a path, is not compared, and blanks at the end of a document's name
    are left out. Of EVALB not the runs that stop, and no traces.
    """
    for peer in ("seqeval", "nervaluate", "smatch"):
        yield partial(suite, peer, golden / peer / "tests")
    syntax, coref = golden.parent / "syntax", golden.parent / "coref"
    for entry in read(syntax / "index.json")["entries"]:
        if entry["group"] == "ud" and not entry["rc"]["v"]:
            yield partial(ud, syntax / "ud", entry)
        elif entry["group"] == "evalb" and entry["tool"].startswith("EVALB"):
            yield partial(brackets, syntax / "evalb", entry)
    listed = read(coref / "index.json")["cases"]
    files = {case["name"].rpartition(":")[0]: case["files"] for case in listed}
    for path in sorted((coref / "stdout").iterdir()):
        yield partial(clusters, coref, path, files)


def suite(peer: str, tests: Path) -> Checks:
    """A check for each test: it passes, or fails where the peer's defect is known."""
    command = [sys.executable, "-m", "scripts.conformance.peer_suite", peer, str(tests), *LEFT_OUT]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if not done.stdout:
        yield Check(f"{peer}: its tests", done.stderr[-500:])
        return
    outcomes: dict[str, str] = json.loads(done.stdout)
    for name, outcome in outcomes.items():
        yield same(f"{peer} {name}", outcome, "failed" if name in DIFFERENT else PASSED)
    number = sum(outcome == PASSED for outcome in outcomes.values())
    sys.stderr.write(f"  {peer}: {number} of {len(outcomes)} tests of its own pass\n")


def ud(folder: Path, entry: dict[str, Any]) -> Checks:
    """conll18_ud_eval with -v and -c."""
    name = entry["name"].removeprefix("ud_")
    sides = [str(folder / f"{name}.{side}.conllu") for side in ("gold", "sys")]
    for flag in "vc":
        text = printed(conll18.main, [f"-{flag}", *sides])
        yield compared(f"conll18 {name} -{flag}", text, folder / f"{name}.{flag}.out")


def brackets(folder: Path, entry: dict[str, Any]) -> Checks:
    """EVALB, where it ran to its end."""
    arguments, name = entry["command"].split()[1:], entry["name"]
    if not entry["rc"] and not {"-d", "-D"} & set(arguments):
        arguments = [str(folder / a) if (folder / a).exists() else a for a in arguments]
        yield compared(f"evalb {name}", printed(evalb.main, arguments), folder / f"{name}.out")


def clusters(folder: Path, path: Path, files: dict[str, list[str]]) -> Checks:
    """scorer.pl and corefud-scorer, where they are not known to be wrong."""
    name, _, variant = path.stem.rpartition(".")
    text = path.read_text()
    if "coval" in variant or name in (*REFUSED, *SCORED, *OUTPUTS) or text.strip() == "(skipped)":
        return
    ending = ".conllu" if variant.startswith("corefud") else ""
    sides = [f"{folder / file}{ending}" for file in files[name][:2]]
    if variant in OPTIONS:
        yield compared(path.stem, printed(corefud.main, [*OPTIONS[variant], *sides]), path)
    else:
        whole = ["none"] if variant.endswith("none") else []
        text = printed(conll_coref.main, ["all", *sides, *whole])
        yield compared(path.stem, text, path, skipped=1)


def printed(main: Callable[[Sequence[str]], str], arguments: Sequence[str]) -> str:
    """What a command line prints, or its error."""
    with redirect_stderr(StringIO()), redirect_stdout(StringIO()):
        try:
            return main(arguments)
        except NerkitError as error:
            return str(error)


def compared(name: str, text: str, path: Path, skipped: int = 0) -> Check:
    """Whether a text is that of a file, but for the first lines and blanks before colons."""
    ours, theirs = (part.replace("; :\n", ";:\n").split("\n")[skipped:] for part in (text, path.read_text()))
    for line, (left, right) in enumerate(zip_longest(ours, theirs), skipped + 1):
        if left != right:
            return Check(name, f"line {line}: {left!r} instead of {right!r}")
    return Check(name)


os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")  # the golden folder stays as it is
