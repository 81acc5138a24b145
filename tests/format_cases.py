"""The cases of formats, `readers/cases/FORMAT.toml`: texts in each, and what becomes of them."""

import tomllib
from base64 import b64decode
from pathlib import Path

from wire_formats import RECORDS, written

from nerkit.readers import FORMATS

FOLDER = Path(__file__).parent / "readers" / "cases"
CASES = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))}


def small(form):
    """The small file of a format: a text, or bytes where it is no text."""
    case = CASES[form]
    return b64decode(case["base64"]) if "base64" in case else case["small"]


def told(key):
    """What the cases say under a key, by format in the order of the register."""
    return {form: CASES[form][key] for form in FORMATS if key in CASES.get(form, ())}


FILES = {form: small(form) for form in FORMATS if form in CASES}
FURTHER = {**told("further"), "calls": [*map(written, RECORDS)]}  # further forms of a format
TARGETS = {  # format -> what it can be converted to; the others to nothing
    form: [to for to, taken in told("takes").items() if kind in taken.split()]
    for form, kind in told("holds").items()
}
