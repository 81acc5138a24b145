"""Inputs: pipes, compression, newlines, directories, and what is wrong with them."""

import bz2
import gzip
import hashlib
import io
import lzma
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from nerkit import io as nio
from nerkit.exceptions import InputError, UsageError
from nerkit.ground import streams

TEXT = "d\t1\t2\ne\t3\t4\n"


def read(target):
    (source,) = nio.expand(target)
    with source:
        return source.text()


@pytest.mark.parametrize(
    "pack",
    [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.ZstdCompressor().compress],
    ids=["plain", "gzip", "bzip2", "xz", "zstandard"],
)
def test_compression_is_recognised_by_content(write, pack):
    """The name says nothing: each file is called plain.tsv."""
    assert read(write("plain.tsv", pack(TEXT.encode()))) == TEXT.rstrip("\n")


def test_a_second_member_of_a_compressed_file_is_read(write):
    """Concatenated gzip and zstandard files are one text, as with zcat."""
    for pack in (gzip.compress, zstandard.ZstdCompressor().compress):
        assert read(write("two", pack(b"a\n") + pack(b"b\n"))) == "a\nb"


def test_the_digest_is_that_of_the_file(write):
    """`sha256sum` of the file as it lies there, compressed or not."""
    import hashlib

    data = gzip.compress(TEXT.encode())
    (source,) = nio.expand(write("x.gz", data))
    source.text()
    assert source.sha256 == hashlib.sha256(data).hexdigest()


@given(
    st.lists(st.text("ab\t é€", max_size=5), max_size=8),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.integers(1, 9),
)
def test_every_newline_ends_a_line_wherever_blocks_end(lines, newline, block):
    """LF, CRLF and CR give the same lines, with blocks of any size."""
    data = "".join(line + newline for line in lines).encode()
    before = nio.BLOCK, nio.HEAD
    nio.BLOCK = nio.HEAD = block
    try:
        (source,) = nio.expand(io.BytesIO(data))
        assert [text for _, text in source.lines()] == lines
        (source,) = nio.expand(io.BytesIO(data))
        assert [number for number, _ in source.lines()] == list(range(1, len(lines) + 1))
    finally:
        nio.BLOCK, nio.HEAD = before


def test_only_newlines_end_a_line(write):
    """Form feeds and Unicode separators are part of a line."""
    assert read(write("x", "a\x0bb\x0cc\x1cd\u2028e\x85f\ng")) == "a\x0bb\x0cc\x1cd\u2028e\x85f\ng"


def test_a_byte_order_mark_is_skipped(write):
    """It is not part of the first document id."""
    assert read(write("x", b"\xef\xbb\xbf" + TEXT.encode())) == TEXT.rstrip("\n")


def test_bytes_that_are_not_utf8_are_an_error_with_the_place(write):
    """Line and column count characters, not bytes."""
    with pytest.raises(InputError) as error:
        read(write("x", "é\nöö".encode() + b"\xff!\n"))
    assert (error.value.line, error.value.column) == (2, 3)
    assert "byte 0xff is not valid UTF-8" in str(error.value)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress], ids=["gzip", "bz2", "xz"])
def test_damaged_compressed_data_is_an_input_error(write, pack):
    """A truncated download is an error, not a short text."""
    with pytest.raises(InputError, match="the compressed data are damaged"):
        read(write("x", pack(TEXT.encode() * 100)[:-5]))


def test_open_files_and_text_streams(write):
    """Binary files, text files and io.StringIO are read like paths."""
    path = write("x", TEXT)
    with path.open("rb") as binary, path.open() as text:
        assert {read(binary), read(text), read(io.StringIO(TEXT))} == {TEXT.rstrip("\n")}


def test_a_directory_is_all_files_below_it(write, tmp_path):
    """Sorted by relative path; hidden files are not data; members are named without a compression suffix."""
    for name in ("b/x.ann.gz", "a.ann", ".hidden", "b/.git/y"):
        write(f"data/{name}", TEXT)
    assert [source.member for source in nio.expand(tmp_path / "data")] == ["a.ann", "b/x.ann"]


@pytest.mark.parametrize("data", [b"", b"a\nb\n", b"x" * 100_000])
def test_there_is_no_digest_where_none_is_wanted(write, tmp_path, data):
    """Of a small file, a large one, and one of a folder, which is forgotten."""
    write("folder/one.txt", data)
    with streams.hashing(wanted=False):
        for target in (tmp_path / "folder", tmp_path / "folder" / "one.txt"):
            (source,) = nio.expand(target)
            assert source.text() == data.decode().removesuffix("\n")
            assert not source.sha256
    assert streams.is_hashing()


def test_files_of_a_directory_are_forgotten_when_they_are_read(write, tmp_path):
    """Each keeps its digest, and can be opened again; what was never opened has no digest of its own yet."""
    data = b"a\nb\n"
    write("folder/one.txt", data)
    write("folder/two.txt", b"x" * 100_000)
    one, two = nio.expand(tmp_path / "folder")
    assert (one.head, two.head[:2]) == ("a\nb\n", "xx")
    assert list(one.lines()) == [(1, "a"), (2, "b")]
    assert one.sha256 == hashlib.sha256(data).hexdigest()
    assert not one._head
    assert one._stream is None
    assert one.head == "a\nb\n"
    assert list(one.lines()) == [(1, "a"), (2, "b")]
    assert one.sha256 == hashlib.sha256(data).hexdigest()
    assert next(iter(two.blocks()))[0] == 1


def test_a_small_file_that_grows_is_read_to_its_end(write, monkeypatch):
    """What has come since its size was asked for is read too, and belongs to the digest."""
    path = write("gold.txt", TEXT)
    whole = os.stat(path)
    asked = {name: getattr(whole, name) for name in ("st_mode", "st_dev", "st_ino")}
    monkeypatch.setattr(streams.os, "fstat", lambda _: SimpleNamespace(st_size=3, **asked))
    (source,) = nio.expand(path)
    assert source.text() == TEXT.removesuffix("\n")
    assert source.sha256 == hashlib.sha256(TEXT.encode()).hexdigest()


def test_a_glob_is_expanded_in_order(write, tmp_path):
    """A quoted pattern is ours to expand; a file whose name holds the pattern's characters is that file."""
    write("b.tsv", TEXT), write("a.tsv", TEXT), write("[c].tsv", "own")
    assert [source.name[-5:] for source in nio.expand(str(tmp_path / "?.tsv"))] == ["a.tsv", "b.tsv"]
    assert read(str(tmp_path / "[c].tsv")) == "own"


@pytest.mark.parametrize(
    ("name", "problem"),
    [("nowhere.tsv", "no such file"), ("empty", "the folder has no files"), ("*.none", "no file matches")],
)
def test_what_is_not_there(tmp_path, name, problem):
    """Missing files, directories without files, patterns without matches."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=problem):
        nio.expand(str(tmp_path / name))


def test_standard_input_stands_for_one_input():
    """Two dashes are a usage error."""
    with pytest.raises(UsageError, match="standard input"):
        nio.check_stdin(["-", "-"])


def test_a_pipe_that_gives_a_byte_at_a_time():
    """Compression is recognised though the first read gives one byte."""
    code = "import nerkit.io as i; (s,) = i.expand('-'); print(s.text())"
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for byte in gzip.compress(b"slow"):
        process.stdin.write(bytes([byte]))
        process.stdin.flush()
    assert process.communicate()[0].strip() == b"slow"


def test_an_error_of_the_first_read_is_an_input_error(monkeypatch, write):
    """A failing disk or a device without data is reported with the name of the input."""

    def broken(_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(nio, "open_binary", broken)
    with pytest.raises(InputError, match="input/output error"):
        read(write("x", "a"))


def test_characters_keep_line_breaks(write):
    """For offsets that count them; a byte order mark is no character."""
    (source,) = nio.expand(write("a", b"\xef\xbb\xbfa\r\nb\rc\n"))
    with source:
        assert source.characters() == "a\r\nb\rc\n"
        assert source.marked


def test_a_side_file_is_one_file(run, write):
    """A folder or a pattern stands for the one file in it; of several the error names one."""
    gold = write("gold.tsv", "d\t0\t1\tE1\t1\tPER\n")
    write("maps/a.tsv", "PER\tPERSON\n")
    scored = ("spans", "-g", gold, "-s", gold, "-b")
    assert run(*scored, "--map", "maps").code == 0
    write("maps/b.tsv", "PER\tLOC\n")
    for path in ("maps", "maps/*.tsv"):
        done = run(*scored, "--map", path)
        assert (done.code, done.out) == (2, "")
        assert (
            f"{path}: 2 files, but nerkit reads only one here\n  name the file, for example maps/a.tsv"
        ) in done.err


def test_what_is_no_regular_file_is_left_out_with_a_warning(write, tmp_path):
    """A pipe and a link that leads nowhere in a folder, or under a pattern; a folder of nothing else is an
    error that names them. A pipe that is named itself is read.
    """
    path = write("f/a.tsv", "x")
    os.mkfifo(tmp_path / "f" / "b.tsv")
    os.symlink("nowhere", tmp_path / "f" / "c.tsv")
    os.mkdir(tmp_path / "f" / "d.tsv")
    folder, pattern = str(tmp_path / "f"), str(tmp_path / "f" / "*.tsv")
    for target, names in ((folder, "b.tsv, c.tsv"), (pattern, f"{folder}/b.tsv, {folder}/c.tsv")):
        sources = nio.expand(target)
        assert [source.name for source in sources] == [str(path)]
        assert sources.warnings == (f"{target}: nerkit left out files that are not regular: {names}",)
    os.remove(path)
    for target, problem in ((folder, "the folder has no files"), (pattern, "no file matches this pattern")):
        with pytest.raises(InputError, match=problem) as caught:
            nio.expand(target)
        assert "b.tsv" in str(caught.value)
        assert "not a regular file; name the file itself if nerkit should read it" in str(caught.value)
    assert nio.expand(str(tmp_path / "f" / "b.tsv")).warnings == ()


def test_what_begins_with_blanks_is_not_blank(write):
    """However many: readers and checks ask the beginning whether there is anything at all."""
    path = write("blank.tsv", b"\n" * 200_000 + b"d\t0\t1\n" + b"x" * 100_000)
    (source,) = nio.expand(path)
    assert source.head.startswith("d\t0\t1\nxx")
    assert len(source.head) <= nio.HEAD
    assert [number for number, line in source.lines() if line] == [200_001, 200_002]
