"""Each Python block of the pages of recipes runs as it stands, where its library is installed, and prints
what its comments say.
"""

import re
from pathlib import Path

import pytest

import nerkit

DOCS = Path(nerkit.__file__).parents[1] / "docs"
PAGES = ("harnesses.md", "libraries.md")
BLOCK = re.compile(r"^## (?P<title>.+?)\n|^```python\n(?P<code>.*?)^```\n", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^ *print\(.*\)  # (.*)$", re.MULTILINE)


def blocks():
    """A case for each block that prints something, under the page and the heading that it stands under."""
    for page in PAGES:
        title = ""
        for number, found in enumerate(BLOCK.finditer((DOCS / page).read_text(encoding="utf-8"))):
            if found["title"]:
                title = found["title"]
            elif PRINTED.search(found["code"]):
                yield pytest.param(found["code"], id=f"{page}-{title}-{number}")


@pytest.mark.filterwarnings("ignore")  # theirs
@pytest.mark.parametrize("code", list(blocks()))
def test_a_recipe_prints_what_its_comments_say(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "YES")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{tmp_path}/runs.db")
    printed = []

    def record(*values):
        printed.append(" ".join(map(str, values)))  # what the block prints, and not what a library does

    for module in re.findall(r"^(?:from|import) (\w+)", code, re.MULTILINE):
        pytest.importorskip(module, exc_type=ImportError)
    try:
        exec(compile(code, "recipe", "exec"), {"__name__": "recipe", "print": record})
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("nerkit"):
            raise
        pytest.skip(f"{missing.name} is not installed")
    assert printed == PRINTED.findall(code)


def test_every_library_of_the_tables_has_a_block():
    """A row of the table of libraries that nothing runs would be a claim."""
    page = (DOCS / "libraries.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| ([\w-]+) \| `", page, re.MULTILINE)
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    imports = {
        "scikit-learn": "sklearn",
        "sklearn-crfsuite": "sklearn_crfsuite",
        "transformers": "compute_metrics",
    }
    missing = {name for name in named if imports.get(name, name.lower()) not in code} - {"GLiNER"}
    assert len(named) == 8
    assert not missing
