"""`make acid`: every case on every scorer; writes docs/acid.json, acid.md and acid-cells.md.

make acid
make acid ONLY=seqeval                    one scorer; prints its rows instead
make acid CASES=FOLDER OUT=FOLDER         other cases; writes these files to OUT
ACID_SOURCES=FOLDER make acid             runs the scorers that are no packages from checkouts below FOLDER
"""

import json
import os
from pathlib import Path

from nerkit.cli.acid import read_cases
from scripts.acid.page import pages
from scripts.acid.run import HERE, ROOT, main

CASES = Path(os.environ.get("CASES") or HERE / "cases")
OUT = Path(os.environ.get("OUT") or ROOT / "docs")


def _main() -> None:
    only = os.environ.get("ONLY")
    written = (ROOT / ".venv-acid" if only else OUT) / "acid.json"
    main(str(CASES), str(written))
    made = json.loads(written.read_text(encoding="utf-8"))
    if only:
        for row in made["rows"]:
            print(row["case"], row["verdict"], json.dumps(row["printed"], ensure_ascii=False))
        return
    for name, text in pages(read_cases(CASES), made["rows"], made["date"]).items():
        (OUT / name).write_text(text, encoding="utf-8")
    print(f"{len(made['rows'])} cells: {OUT / 'acid.md'}")


_main()
