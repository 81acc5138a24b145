"""A person's first two minutes, from nothing: `make two-minutes`, or this with a wheel.

nerkit is installed into a new virtual environment (from the checkout, where no wheel is named), the first
data copied, and the commands of README.md typed in its folder: what they print is what stands there, F1
is seqeval's, and the page opens in a browser. Then the commands of docs/tutorial.md are typed in one
shell, in a folder of their own. Says how long each step took; fails where one does not hold.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
STEP = re.compile(  # a command of a console block, and what it prints
    r"^\$ (?P<command>(?:[^\n]*\\\n)*[^\n]*)\n(?P<output>(?:(?!\$ |```|# not ).*\n)*)", re.MULTILINE
)
REPORT = "nerkit report -g dev.bio -s words=words_1.bio -s shapes=shapes_1.bio --open"
SEQEVAL = {  # f1_score(…, mode="strict", scheme=IOB2) of seqeval 1.2.2, as `make start-data` prints it
    "words_1.bio": 0.5991352686843731,
    "words_2.bio": 0.6150030998140111,
    "words_3.bio": 0.6037267080745342,
    "shapes_1.bio": 0.6242274412855378,
    "shapes_2.bio": 0.6317088217149908,
    "shapes_3.bio": 0.6278637770897832,
}


class Person:
    """Who types commands into a shell, with nothing but Python around."""

    def __init__(self, home: Path) -> None:
        self.home, self.began = home, time.perf_counter()
        tools = os.pathsep.join([str(home / "venv" / "bin"), os.defpath])
        self.environment = {"PATH": tools, "HOME": str(home), "LANG": "C.UTF-8"}

    def types(self, command: str, folder: Path, **environment: str) -> str:
        """What a command prints; ends the program where it fails."""
        started = time.perf_counter()
        how = {"cwd": folder, "env": self.environment | environment, "stdin": subprocess.DEVNULL}
        done = subprocess.run(["bash", "-c", command], **how, capture_output=True, text=True, check=False)
        print(f"{time.perf_counter() - started:6.1f} s  {command}", flush=True)
        if done.returncode:
            sys.exit(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout


def same(what: str, shown: object, expected: object) -> None:
    """End the program where what is shown is not what is expected."""
    if shown != expected:
        sys.exit(f"{what} is\n{shown}\nand not\n{expected}")


def main() -> None:
    source = Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT
    blocks = list(STEP.finditer((ROOT / "README.md").read_text(encoding="utf-8")))
    with tempfile.TemporaryDirectory() as folder:
        person = Person(Path(folder).resolve())
        person.types(f"'{sys.executable}' -P -m venv venv", person.home)
        person.types(f"python -P -m pip install --quiet '{source}'", person.home)
        person.types("nerkit demo start --copy first", person.home)
        data = person.home / "first" / "start"
        same("that README.md shows commands", len(blocks) >= 4, True)
        for block in blocks:
            same(block["command"], person.types(block["command"], data), block["output"])
        for name, expected in SEQEVAL.items():
            value = person.types(f"nerkit bio -g dev.bio -s {name} -m strict --score-only", data)
            same(f"F1 of {name}", float(value), expected)
        browser = person.home / "browser"
        browser.write_text('#!/bin/sh\necho "$1" > "$0.shows"\n', encoding="utf-8")
        browser.chmod(0o755)
        person.types(REPORT, data, BROWSER=str(browser))
        same("the page", (person.home / "browser.shows").read_text().strip(), (data / "report.html").as_uri())
        steps = list(STEP.finditer((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")))
        same("that the tutorial shows commands", len(steps) > 8, True)
        mark = "=== next\n"
        (person.home / "tutorial").mkdir()
        typed = "".join(f"{step['command']}\necho {mark}" for step in steps)
        (person.home / "tutorial.sh").write_text(typed, encoding="utf-8")
        shown = person.types("bash ../tutorial.sh", person.home / "tutorial").split(mark)
        for step, output in zip(steps, shown, strict=False):
            same(step["command"], output, step["output"])
        print(f"{time.perf_counter() - person.began:6.1f} s  in all")


if __name__ == "__main__":
    main()
