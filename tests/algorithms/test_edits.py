"""Edit distances come from python-Levenshtein or from rapidfuzz, whichever there is."""

import subprocess
import sys
from pathlib import Path

import pytest

import nerkit

WITHOUT = """
import sys
{absent}
from nerkit.cli import main
main(["noisy", "-g", sys.argv[1], "-s", sys.argv[2], "-q", "-f", "tsv"])
"""
ABSENT = {
    "both": "",
    "rapidfuzz alone": "sys.modules['Levenshtein'] = None",
    "python-Levenshtein alone": """
import types, rapidfuzz.distance.Levenshtein as behind
alone = types.ModuleType('Levenshtein')  # its own functions; rapidfuzz cannot be imported by anybody else
alone.distance = behind.distance
alone.editops = lambda left, right: behind.editops(left, right).as_list()
sys.modules |= {'Levenshtein': alone, 'rapidfuzz': None, 'rapidfuzz.distance': None}
sys.modules['rapidfuzz.distance.Levenshtein'] = None
""",
}


@pytest.mark.parametrize("absent", ABSENT.values(), ids=ABSENT)
def test_either_library_serves(absent, tmp_path):
    """Alignment, distances and edits of a recognised text are the same with each of the two alone."""
    gold, system = tmp_path / "gold.bio", tmp_path / "system.bio"
    gold.write_text("Tolkien B-PER\nwas O\na O\nwriter B-OCC\n. O\nOxford B-LOC\n")
    system.write_text("Tolkieene B-PER\nxas O\nwritear B-OCC\n,. O\nOxferd B-LOC\n")
    program = [sys.executable, "-c", WITHOUT.format(absent=absent), str(gold), str(system)]
    printed = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-1].split("\t")[1:8] == ["noisy", "*", "*", "1.0", "1.0", "1.0", "1.0"]


def test_the_libraries_are_called_in_one_module():
    """No other module imports either of them."""
    package = Path(nerkit.__file__).parent
    libraries = ("from Levenshtein", "import Levenshtein", "from rapidfuzz", "import rapidfuzz")
    callers = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip().startswith(libraries)
    ]
    assert callers == ["algorithms/edits.py", "algorithms/edits.py"]
