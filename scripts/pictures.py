"""The pictures of the documentation: figures of `nerkit plot`, and drawings of `nerkit report`."""

import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

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
        found = re.search(r"<svg class=drawing .*?</svg>", page, re.DOTALL)
        assert found is not None, f"no drawing in the report of {task}"
        drawing = _DrawingInXml()
        drawing.feed(found[0])
        head, _, body = "".join(drawing.pieces).partition(">")
        texts[f"{FOLDER}/report-{name}.svg"] = f"{head}><style>{rules}svg{{background:#fff}}</style>{body}\n"
    return texts


class _DrawingInXml(HTMLParser):
    """The drawing of a page as XML: values of attributes in quotes, without what only the page needs."""

    KEPT = ("data-side", "data-status")

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag(tag, attrs, ">")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag(tag, attrs, "/>")

    def _tag(self, tag: str, attrs: list[tuple[str, str | None]], end: str) -> None:
        namespace = [("xmlns", "http://www.w3.org/2000/svg")] if tag == "svg" else []
        kept = [(n, v) for n, v in attrs if n in self.KEPT or not (n == "id" or n.startswith("data-"))]
        said = "".join(f" {name}={quoteattr(value or '')}" for name, value in [*namespace, *kept])
        self.pieces.append(f"<{tag}{said}{end}")

    def handle_endtag(self, tag: str) -> None:
        self.pieces.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.pieces.append(escape(data))


def report(folder: Path, task: str) -> str:
    """The report of a demo."""
    files = [next(folder.glob(f"{side}.*")) for side in ("gold", "system")]
    with tempfile.TemporaryDirectory() as beside:
        path = Path(beside) / "report.html"
        command = [sys.executable, "-m", "nerkit", "report", "-q", "--task", task, "-o", str(path)]
        subprocess.run([*command, "-g", str(files[0]), "-s", str(files[1])], check=True, cwd=folder)
        return path.read_text(encoding="utf-8")
