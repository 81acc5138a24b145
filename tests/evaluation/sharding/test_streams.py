"""Pipes that are scored in shards as they come: what is kept of them, and where they end."""

import contextlib
import gzip
import os
import signal
import subprocess
import sys
import weakref

import pytest

from nerkit import io
from nerkit.evaluation.evaluate import evaluate_systems, on_inputs
from nerkit.evaluation.public import evaluate
from nerkit.evaluation.request import Request
from nerkit.evaluation.sharding import files, one_shard, shards, streams
from nerkit.exceptions import InputError, UnreadableError

DOCUMENTS = [f"d{i}\t0\t{i + 1}\tPER\n" for i in range(40000)]


@pytest.fixture
def piped(tmp_path):
    """Makes a named pipe into which another process writes bytes once, or again and again."""
    writers = []

    def make(data, *, endless=False):
        number = len(writers)
        path, source = tmp_path / f"pipe{number}", tmp_path / f"data{number}"
        os.mkfifo(path)
        source.write_bytes(data)
        command = f"while cat {source}; do :; done" if endless else f"cat {source}"
        line = ["sh", "-c", f"( {command} ) > {path}"]
        writers.append(subprocess.Popen(line, stderr=subprocess.DEVNULL, start_new_session=True))
        return str(path)

    yield make
    for writer in writers:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(writer.pid, signal.SIGKILL)
        writer.wait()


@pytest.fixture
def short(monkeypatch):
    """Makes pipes long that are longer than 200 kB, and reads them in small blocks."""
    monkeypatch.setattr(streams, "LARGEST_STREAM", 100_000)
    monkeypatch.setattr(files, "LARGEST_STREAM", 100_000)
    monkeypatch.setattr(streams, "BEYOND", 100_000)
    monkeypatch.setattr(streams, "BLOCK", 10_000)
    monkeypatch.setattr(io, "BLOCK", 10_000)


def result(gold, system, **asked):
    """The rows, warnings and digests of a score of spans; in shards, where a size is given."""
    scored = evaluate_systems(gold, {"s": system}, Request.of(task="spans", measures=["sets::span"], **asked))
    told = scored.to_dict()
    return told["rows"], scored.warnings, [one["sha256"] for one in told["inputs"]]


@pytest.mark.parametrize("packing", [bytes, gzip.compress])
@pytest.mark.parametrize("workers", [1, 2])
def test_pipes_longer_than_what_is_kept(piped, short, packing, workers):
    """They are scored all the same, with the numbers and digests of files."""
    gold = packing("".join(DOCUMENTS).encode())
    system = packing("".join(DOCUMENTS[:30000] + DOCUMENTS[30001:]).encode())
    expected = result(piped(gold), piped(system))
    rows, warnings, digests = result(piped(gold), piped(system), shard_size=20_000, workers=workers)
    assert (rows, digests) == (expected[0], expected[2])
    assert rows[0]["r_den"] == 40000
    assert [text.split(": ")[1:] for text in warnings] == [text.split(": ")[1:] for text in expected[1]]


def test_a_document_that_is_cut_leaves_no_bytes_behind(piped, short, monkeypatch):
    """Only the shards of a pipe that nerkit works on are in memory, although all are one document."""
    alive, most = weakref.WeakSet(), 0

    def scored(work, shard):
        nonlocal most
        alive.update(part.part for side in shard for part in side)
        most = max(most, len(alive))
        return one_shard.score(work, shard)

    monkeypatch.setattr(shards, "score", scored)
    data = b"Ada B-PER\nmet O\n\n" * 10000
    evaluate_systems(piped(data), {"s": piped(data)}, Request.of(task="bio", shard_size=10_000))
    assert 2 <= most < 12


def test_an_error_far_behind(piped, short):
    """It has its line, though nothing is read again."""
    wrong = [*DOCUMENTS[:35000], "d35000\t0\tx\tPER\n", *DOCUMENTS[35001:]]
    gold, system = piped("".join(DOCUMENTS).encode()), piped("".join(wrong).encode())
    with pytest.raises(InputError, match=r"pipe1:35001:10: end 'x' is not an integer"):
        result(gold, system, shard_size=20_000)


def test_what_is_neither_short_nor_cut(piped, short):
    """The reason is told, and what to do."""
    again = [*DOCUMENTS[:39999], DOCUMENTS[0]]
    gold, system = piped("".join(again).encode()), piped("".join(again).encode())
    with pytest.raises(
        InputError, match=r"(?s)the stream is larger than .*share an id.*write the stream to a file"
    ):
        result(gold, system, shard_size=5000)


@pytest.mark.parametrize("line", [b"d\t0\t1\n", b"a O\n"])
def test_endless_pipes(piped, short, line):
    """Of one document, which is cut nowhere: an error, whatever the other side is."""
    for other in ({"data": line * 100, "endless": True}, {"data": line * 10}):
        with pytest.raises(InputError, match="may never end"):
            evaluate(piped(line * 100, endless=True), piped(**other), shard_size=20_000)


def test_a_device_that_gives_no_text():
    """What is wrong is said, with its place."""
    with pytest.raises(InputError, match="zero:1:1: the line has a NUL character"):
        result("/dev/zero", "/dev/zero", shard_size=20_000)


def test_no_copy_is_left(tmp_path):
    """What is kept of a pipe has no name that could stay when the process is killed."""
    home = tmp_path / "temporary"
    home.mkdir()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "nerkit", "spans", "--shard-size=1MB", "-g", str(pipe), str(pipe)]
    environment = {**os.environ, "TMPDIR": str(home)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with contextlib.suppress(BrokenPipeError), pipe.open("wb") as file:
            file.write("".join(DOCUMENTS).encode() * 30)
            assert not list(home.iterdir())
    finally:
        process.kill()
        process.wait()
    assert not list(home.iterdir())


@pytest.mark.parametrize("size", [20_000, 10**6])
def test_no_place_for_what_is_kept(piped, monkeypatch, size):
    """It is an error, not half a score."""
    monkeypatch.setattr(streams, "IN_MEMORY", 50_000)
    monkeypatch.setattr(streams, "BLOCK", 10_000)
    monkeypatch.setattr("tempfile.tempdir", "/nowhere/at/all")
    data = "".join(DOCUMENTS).encode()
    with pytest.raises(UnreadableError, match=r"pipe\d: .*no such file or directory"):
        result(piped(data), piped(data), shard_size=size)


@pytest.mark.parametrize("count", [1, 100])
def test_one_document_is_cut_nowhere(piped, short, count):
    """It is scored in one piece, of what is kept and what follows."""
    data = b"".join(b"d\t%d\t%d\n" % (i, i + 1) for i in range(200 * count))
    assert result(piped(data), piped(data), shard_size=500)[0][0]["r_den"] == 200 * count


def test_small_files_are_known_without_being_read(tmp_path, monkeypatch):
    """They do not go through shards, unless one of them is compressed, larger or a folder."""
    monkeypatch.setattr(shards, "in_shards", lambda *_, **__: ("shards", ""))
    plain, packed = tmp_path / "plain.tsv", tmp_path / "packed.tsv"
    text = "".join(f"d{i * i}\t0\t{i}\n" for i in range(100)).encode()
    plain.write_bytes(text)
    packed.write_bytes(gzip.compress(text))

    def way(one, size):
        return on_inputs(plain, {"s": one}, Request.of(shard_size=size), lambda *_: "whole")

    assert way(str(plain), len(text)) == "whole"
    assert way(plain, len(text) - 1) == "shards"
    assert [way(one, len(text)) for one in (packed, tmp_path)] == ["shards"] * 2
    assert way(3, 5) == "whole"
    monkeypatch.undo()
    for one in (tmp_path / "none.tsv", "d\t0\t1\n"):
        with pytest.raises(InputError, match="no such file or directory"):
            way(one, 5)
