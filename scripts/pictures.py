"""The pictures of the documentation: figures of `nerkit plot`, and drawings of `nerkit report`."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = "docs/pictures"
DRAWINGS = {"dep": "dep", "amr": "amr", "tree": "tree"}  # picture -> the demo whose report has it
STYLED = (":root", ".drawing")  # rules of the page's style that a drawing needs


def pictures() -> dict[str, str]:
    """Path -> the text of the picture."""
    return figures() | drawings()


def figures() -> dict[str, str]:
    """A figure of each kind, of seven systems; differences of two of them."""
    from nerkit.evaluation.evaluate import evaluate_systems
    from nerkit.evaluation.request import Request
    from nerkit.views.plots.drawing import written
    from nerkit.views.plots.kinds import KINDS

    demo = ROOT / "demo" / "seven"
    gold, request = str(demo / "gold.conll"), Request.of(task="bio")
    files = {path.stem: str(path) for path in sorted(demo.glob("*.conll")) if path.stem != "gold"}
    every = evaluate_systems(gold, files, request)
    two = evaluate_systems(gold, {name: files[name] for name in ("arcade", "lighthouse")}, request)
    one = evaluate_systems(gold, {"lighthouse": files["lighthouse"]}, request)
    results = {"differences": two, "labels": one, "confusion": one}
    texts = {}
    for kind in KINDS:
        data, _ = written(results.get(kind, every).plot(kind), "svg")
        texts[f"{FOLDER}/{kind}.svg"] = data.decode()
    return texts


def drawings() -> dict[str, str]:
    """The first drawing of a report of each demo, with the style that it needs."""
    style = (ROOT / "nerkit/views/report/page.css").read_text(encoding="utf-8").splitlines()
    rules = "".join(line for line in style if line.startswith(STYLED))
    texts = {}
    for name, task in DRAWINGS.items():
        page = report(ROOT / "demo" / task, task)
        found = re.search(r'<svg class="drawing" (.*?)>(.*?)</svg>', page, re.DOTALL)
        assert found is not None, f"no drawing in the report of {task}"
        head, body = found[1], re.sub(r' (?:data-[a-z]+|id)="[^"]*"', "", found[2])
        texts[f"{FOLDER}/report-{name}.svg"] = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" {head}>'
            f"<style>{rules}svg{{background:#fff}}</style>{body}</svg>\n"
        )
    return texts


def report(folder: Path, task: str) -> str:
    """The report of a demo."""
    files = [next(folder.glob(f"{side}.*")) for side in ("gold", "system")]
    with tempfile.TemporaryDirectory() as beside:
        path = Path(beside) / "report.html"
        command = [sys.executable, "-m", "nerkit", "report", "-q", "--task", task, "-o", str(path)]
        subprocess.run([*command, "-g", str(files[0]), "-s", str(files[1])], check=True, cwd=folder)
        return path.read_text(encoding="utf-8")
