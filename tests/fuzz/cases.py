"""Cases as files: a command line, and its files as text (bytes that are no UTF-8 as lone surrogates)."""

import hashlib
import json
from pathlib import Path

from fuzz.inputs import Case

FOLDER = Path(__file__).parent / "cases"


def keep(case, problem):
    """Write a case; gives the name of the file."""
    files = {name: data.decode("utf-8", "surrogateescape") for name, data in case.files.items()}
    body = {"problem": problem, "arguments": case.arguments, "files": files}
    digest = hashlib.sha256(json.dumps([case.arguments, files]).encode()).hexdigest()[:12]
    path = FOLDER / f"{case.arguments[0]}-{digest}.json"
    path.write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    return path.name


def read(path):
    """The case in a file."""
    body = json.loads(path.read_text(encoding="utf-8"))
    files = {name: text.encode("utf-8", "surrogateescape") for name, text in body["files"].items()}
    return Case(body["arguments"], files)
