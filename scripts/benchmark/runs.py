"""Programs run as whole processes and compared; a part of `scripts.benchmark`."""

import os
import re
import statistics
import subprocess
import sys
import venv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

NERKIT = str(Path(sys.executable).with_name("nerkit"))

# as installed
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

PEERS = (
    "neleval==3.1.1 joblib numpy scipy seqeval==1.2.2 nervaluate==1.2.1 teklia-nerval==0.3.3 "
    "metametric==0.2.1 smatch==1.0.4 smatchpp==1.8.0 udtools==0.2.9 PYEVALB==0.1.3 omni-extract-bench==0.1.7 "
    "autoevals==0.4.1 nltk==3.10.4 krippendorff==0.9.0"
)
FIXES = {  # file of an installed peer -> (what current Python lacks, what it is called now)
    "neleval/annotation.py": [
        ("import Sequence, defaultdict", "import defaultdict\nfrom collections.abc import Sequence")
    ],
    "neleval/munkres.py": [("np.bool)", "bool)"), ("np.int)", "int)")],
    "neleval/tac.py": [("xml.etree.cElementTree", "xml.etree.ElementTree")],
}


PAIRS = 5  # the fewest pairs of runs of a row on the page

Reading = Callable[[str], list[float]]  # the numbers in what a command prints


def numbers(pattern: str, scale: float = 1.0) -> Reading:
    """The groups of the first match of a pattern, divided by *scale*."""

    def read(printed: str) -> list[float]:
        match = re.search(pattern, printed)
        if match is None:
            raise RuntimeError(f"no {pattern!r} in {printed[:500]!r}")
        return [float(group) / scale for group in match.groups()]

    return read


@dataclass(frozen=True)
class Run:
    """One finished process: CPU and wall seconds, peak memory in MB, and what it printed."""

    cpu: float
    wall: float
    memory: float
    printed: str = ""


@dataclass(frozen=True)
class Comparison:
    """A command of ours, the peer's that does the same (or none), and what they do.

    *inside*: both print the CPU seconds of the scoring alone first, and these are compared.

    numbers  how ours and the peer's are read, which must be equal within *within*, or of a peer that searches
             *at_least* as high; files whose *split* into words is timed beside
    on_page  whether docs/benchmarks.md has the row; docs/benchmarks.csv has all
    """

    title: str
    ours: list[str]
    peer_name: str = ""
    peer: list[str] | None = None
    runs: int = 5
    inside: bool = False
    numbers: tuple[Reading, Reading] | None = None
    within: float = 0.00051
    at_least: bool = False
    split: tuple[str, ...] = ()
    on_page: bool = False


Rows = Iterator[Comparison]


class Place(NamedTuple):
    """Where the rows of a section are made.

    folder   for corpora
    python   the Python of the peers
    sources  checkouts of scorers that are no packages, by name; None without any
    golden   the folder of conformance, if its AMR is scored too
    """

    folder: Path
    python: Path
    sources: Path | None = None
    golden: Path | None = None

    def peer(self, program: str, *words: str) -> list[str]:
        """The command of a program that the peers installed."""
        return [str(self.python.with_name(program)), *words]

    def code(self, program: str, *words: str) -> list[str]:
        """The command that runs Python code with the peers."""
        return [str(self.python), "-c", program, *words]


def nerkit(words: str, *sides: str) -> list[str]:
    """The command of ours, with gold and the system if they are named, and what stands behind them."""
    options = ["-g", sides[0], "-s", *sides[1:]] if sides else []
    return [NERKIT, *words.split(), *options]


def own_code(program: str, *words: str) -> list[str]:
    """The command that runs Python code beside nerkit."""
    return [sys.executable, "-c", program, *words]


def written(folder: Path, name: str, pieces: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """Write the pieces of gold and of the system into a file each, `goldNAME` and `systemNAME`."""
    paths = folder / f"gold{name}", folder / f"system{name}"
    with paths[0].open("w") as gold, paths[1].open("w") as system:
        for one, other in pieces:
            gold.write(one)
            system.write(other)
    return str(paths[0]), str(paths[1])


def peers(home: Path) -> Path:
    """The Python of the environment that holds the peers; made on first use."""
    python, done = home / "bin" / "python", home / "done"
    if not done.exists() or done.read_text() != PEERS:
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PEERS.split()], check=True)
        packages = next(home.glob("lib/python*/site-packages"))
        for name, changes in FIXES.items():
            text = (packages / name).read_text()
            for old, new in changes:
                text = text.replace(old, new)
            (packages / name).write_text(text)
        done.write_text(PEERS)
    return python


# A process begins with the peak memory of the one that starts it, so a small one starts and measures it.
LAUNCHER = """
import os, sys, time
begin = time.perf_counter()
errors = [(os.POSIX_SPAWN_OPEN, 2, sys.argv[1], os.O_WRONLY | os.O_CREAT, 0o666)]
process = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ, file_actions=errors)
_, status, usage = os.wait4(process, 0)
wall = time.perf_counter() - begin
cpu = usage.ru_utime + usage.ru_stime
print(os.waitstatus_to_exitcode(status), cpu, wall, usage.ru_maxrss / 1024, file=sys.stderr)
"""


def launched(command: list[str], folder: Path, errors: str = os.devnull) -> tuple[int, Run]:
    """The exit code and the run of a command, carried out in a folder; its messages go to a file."""
    launcher = [sys.executable, "-I", "-S", "-c", LAUNCHER, errors, *command]
    process = subprocess.run(launcher, capture_output=True, env=ENVIRONMENT, cwd=folder, check=True)
    code, *measured = map(float, process.stderr.split())
    return int(code), Run(*measured, process.stdout.decode("utf-8", "replace"))


def timed(command: list[str], *, inside: bool = False) -> Run:
    """Run a command to its end, its output kept; *inside*: it begins with the CPU time."""
    code, run = launched(command, Path("/"))  # where no configuration is found
    if code:
        raise RuntimeError(f"exit {code}: {' '.join(command)}")
    return replace(run, cpu=float(run.printed.split()[0])) if inside else run


def compare(what: Comparison) -> dict[str, str]:
    """A row of docs/benchmarks.csv: medians of both, and the ratio pair by pair with its range."""
    timed(what.ours, inside=what.inside)  # warm caches
    pairs = []
    for _ in range(what.runs):
        ours = timed(what.ours, inside=what.inside)
        pairs.append((ours, timed(what.peer, inside=what.inside) if what.peer else None))
    median = statistics.median
    own, others = [ours for ours, _ in pairs], [peer for _, peer in pairs if peer]
    row = {
        "what": what.title,
        "pairs": str(what.runs),
        "nerkit CPU": seconds(median(run.cpu for run in own)),
        "nerkit wall": f"{median(run.wall for run in own):.2f} s",
        "nerkit memory": f"{median(run.memory for run in own):.0f} MB",
        "load": f"{os.getloadavg()[0]:.1f}",
        "page": "yes" * (what.on_page and what.runs >= PAIRS),
    }
    if others:
        ratios = [peer.cpu / ours.cpu for ours, peer in zip(own, others, strict=True)]
        row |= {"peer": what.peer_name, "peer CPU": seconds(median(run.cpu for run in others))}
        row["peer memory"] = f"{median(run.memory for run in others):.0f} MB"
        for name, of in (("ratio", median), ("lowest", min), ("highest", max)):
            row[name] = f"{of(ratios):.2f}"
        row["numbers"] = agreed(what, pairs[0])
    if what.split:
        split = [timed(own_code(SPLIT, *what.split), inside=True).cpu for _ in range(3)]
        row["times split"] = f"{median(run.cpu for run in own) / median(split):.1f}"
    return row


SPLIT = """
import sys, time
begin = time.process_time()
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        file.read().split()
print(time.process_time() - begin)
"""


def agreed(what: Comparison, pair: tuple[Run, Run | None]) -> str:
    """The note that both print the same numbers, or ours none below; RuntimeError where they do not."""
    ours, peer = pair
    if what.numbers is None or peer is None:
        return ""
    own, other = (read(run.printed) for read, run in zip(what.numbers, (ours, peer), strict=True))
    differences = [a - b for a, b in zip(own, other, strict=True)]
    if min(differences) < -what.within or (max(differences) > what.within and not what.at_least):
        raise RuntimeError(f"{what.title}: {own} is not {other}")
    return "≥" if what.at_least else "yes"


def seconds(number: float) -> str:
    """Seconds, or microseconds below a hundredth of one."""
    return f"{number:.2f} s" if number >= 0.01 else f"{number * 1e6:.0f} µs"
