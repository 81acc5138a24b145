"""Streams that are read no further than a sequential test needs (`--stop-at`)."""

import subprocess
import sys
from functools import partial

import pytest

from nerkit.errors import UsageError
from nerkit.evaluation import evaluate as way
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.evaluation.sharding import shards, streams
from nerkit.stats.rows import enough
from nerkit.stats.significance import PairedTest

HOW = PairedTest("sequential")
SIZE = 150_000  # bytes of a stream, of which the first 64 kB are waited for in any case


def label(n):
    """The label of a document; one is seen late, behind where reading ends."""
    return "LATE" if n == 7_000 else ("PER", "LOC", "ORG")[n % 3]


def bio(n, right):
    """A sentence without a document."""
    return f"w{n} {'B-' + label(n) if right else 'O'}\nx O\n\n"


def columns(n, right):
    """A document with an id."""
    return f"-DOCSTART- ({n})\n\n{bio(n, right)}"


def tsv(n, right):
    """A document of one annotation."""
    return f"d{n}\t0\t{5 if right else 6}\te{n}\t1\t{label(n)}\n"


def lines(n, right):
    """A line of JSON."""
    return f'{{"id": "d{n}", "x": {1 if right else 2}}}\n'


def conllu(n, right):
    """A sentence."""
    head = 0 if right else 2
    return (
        f"# sent_id = s{n}\n1\ta\ta\tNOUN\t_\t_\t{head}\t{'root' if right else 'dep'}\t_\t_\n"
        f"2\tb\tb\tNOUN\t_\t_\t{1 if right else 0}\t{'dep' if right else 'root'}\t_\t_\n\n"
    )


def penman(n, right):
    """A graph with an id."""
    return f"# ::id g{n}\n(a / {'cat' if right else 'dog'})\n\n"


FORMATS = [
    ("bio", bio, {"measures": ["chunk"], "by": ["label"]}),
    ("bio", columns, {"measures": ["chunk"]}),
    ("spans", tsv, {"measures": ["sets::span"], "by": ["label"]}),
    ("json", lines, {"measures": ["json"]}),
    ("dep", conllu, {"measures": ["LAS"]}),
    ("amr", penman, {"measures": ["smatch"]}),
]


def texts(make):
    """Gold, and two systems of which the second is better."""
    sides, count = [lambda _: True, lambda n: n % 5 > 2, lambda n: n % 5 > 1], SIZE // len(make(10, True))
    return ["".join(make(n, right(n)) for n in range(count)) for right in sides]


@pytest.fixture
def small(monkeypatch):
    """Looks at every two kilobytes."""
    for module in (shards, streams, way):
        monkeypatch.setattr(module, "LOOK", 2_000)


@pytest.fixture
def piped(tmp_path):
    """Makes pipes that hold texts."""
    writers = []

    def make(sides):
        paths = [tmp_path / f"side{i}" for i in range(len(sides))]
        for path, text in zip(paths, sides, strict=True):
            path.write_text(text)
            writers.append(subprocess.Popen(["cat", path], stdout=subprocess.PIPE))
        return [f"/dev/fd/{writer.stdout.fileno()}" for writer in writers[-len(sides) :]]

    yield make
    for writer in writers:
        writer.stdout.close()
        writer.wait()


def scored(paths, stop, **asked):
    """The result of two systems, stopped."""
    request = Request.of(shard_size="8MB", by_document=True, **asked)
    gold, *systems = paths
    reached = partial(enough, how=HOW, most=stop)
    read = evaluate_systems(gold, dict(zip("ab", systems, strict=True)), request, enough=reached)
    return read, read.paired("sequential", stop_at=stop)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form[1].__name__)
@pytest.mark.parametrize("workers", [1, 2])
def test_numbers_are_those_of_all_that_is_read_and_then_cut(small, piped, tmp_path, form, workers):
    """Rows, signature and the last note but its total; of a stream that was not read to its end no digest."""
    task, make, asked = form
    sides = texts(make)
    files = [tmp_path / f"file{i}" for i in range(3)]
    for path, text in zip(files, sides, strict=True):
        path.write_text(text)
    asked = {"task": task, **asked}
    read, cut = scored(piped(sides), 20, workers=workers, **asked)
    _, expected = scored(list(map(str, files)), 20, **asked)
    assert [row.to_dict() for row in cut.rows] == [row.to_dict() for row in expected.rows]
    assert cut.signature == expected.signature
    assert cut.notes[-1].split(" of ")[:2] == expected.notes[-1].split(" of ")[:2]
    assert "no further than" in read.notes[-1]
    assert {one["sha256"] for one in read.inputs} == {None}
    assert 0 < read.inputs[0]["items"] < expected.inputs[0]["items"]
    assert all(one["sha256"] for one in expected.inputs)


def test_a_wealth_that_is_never_reached_reads_everything(small, piped):
    """With the digests of the whole streams."""
    read, cut = scored(piped(texts(tsv)), 1e300, task="spans", measures=["sets::span"])
    assert read.inputs[0]["documents"] == texts(tsv)[0].count("\n")
    assert all(one["sha256"] for one in read.inputs)
    assert "never reached" in cut.notes[-1]


def test_what_cannot_be_cut_is_read_to_its_end(small, piped):
    """A note says so, with the reason."""
    sides = ["[" + text.replace("\n", ",")[:-1] + "]" for text in texts(lines)]
    read, _ = scored(piped(sides), 20, task="json", measures=["json"])
    assert read.notes[-1].startswith("streams were read to their ends, and scored in one piece: ")


def test_a_measure_of_the_whole_corpus_stops_nothing(small, piped):
    """It is refused before the streams end."""
    with pytest.raises(UsageError, match="computed over the corpus as a whole"):
        scored(piped(texts(tsv)), 20, task="spans", measures=["b_cubed"])


PRODUCER = """
import sys, itertools
for n in itertools.count():
    tag = "B-PER" if n % 5 >= int(sys.argv[1]) else "O"
    sys.stdout.write(f"w{n} {tag}\\nx O\\n\\n")
"""


@pytest.mark.parametrize("command", ["bio", "compare"])
def test_endless_producers_in_a_shell(tmp_path, command):
    """They end by a signal, nerkit with the table and without an error."""
    script = tmp_path / "producer.py"
    script.write_text("import signal\nsignal.signal(signal.SIGPIPE, signal.SIG_DFL)\n" + PRODUCER)
    made = f"{sys.executable} {script}"
    line = (
        f"{made} 2 | {sys.executable} -m nerkit {command} -m chunk -g <({made} 0) -s a=<({made} 3) -s b=- "
        "--paired sequential --stop-at 20; echo ${PIPESTATUS[@]}"
    )
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines()[-1] == "141 0"
    assert "annotation may stop" in done.stderr
    assert "streams were read no further than" in done.stderr
    assert "Traceback" not in done.stderr
    rows = [row.split() for row in done.stdout.splitlines()]
    assert any("b" in row and "1.000" in row for row in rows)
