"""Folders and patterns: as `glob` where there are no links, and bounded where there are."""

import glob
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit import io as nio
from nerkit.exceptions import UnreadableError
from nerkit.ground import folders

NAMES = st.sampled_from(["a", "b", "ab.x", ".h", "c.x"])
PARTS = st.sampled_from(["a", "*", "**", "?", "*.x", "[ab]", ".h", "b"])


@given(st.sets(st.lists(NAMES, min_size=1, max_size=4).map(tuple)), st.lists(PARTS, min_size=1, max_size=4))
def test_patterns_are_those_of_glob(tmp_path_factory, paths, parts):
    """Files below any folders; where a part is hidden, or a name, as `glob` has them."""
    top = tmp_path_factory.mktemp("top")
    for path in paths:
        file = top.joinpath(*path)
        if not any(parent.is_file() for parent in file.parents) and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("x")
    pattern = os.path.join(str(top), *parts)
    files = [path for path in folders.matching(pattern) if os.path.isfile(path)]
    expected = {path for path in glob.glob(pattern, recursive=True) if os.path.isfile(path)}
    assert files == sorted(expected)


def test_relative_patterns(tmp_path, monkeypatch):
    """Paths begin as the pattern does."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c.x").write_text("x")
    monkeypatch.chdir(tmp_path)
    assert folders.matching("**/*.x") == ["a/b/c.x"]
    assert folders.matching("?/**/*.x") == ["a/b/c.x"]
    assert folders.matching("./**/c.x") == ["./a/b/c.x"]


def test_circles_of_links_are_no_matter(tmp_path):
    """Two links to the folder they are in: by following them there are endlessly many paths."""
    (tmp_path / "a.tsv").write_text("x")
    for name in ("one", "two"):
        (tmp_path / name).symlink_to(".")
    for target in (str(tmp_path), f"{tmp_path}/**/*"):
        sources = nio.expand(target)
        assert [source.name for source in sources] == [f"{tmp_path}/a.tsv"]
    assert nio.expand(str(tmp_path)).warnings == (
        f"{tmp_path}: nerkit left out files that are not regular: one, two",
    )
    assert folders.matching(f"{tmp_path}/**/*.none") == []


@pytest.mark.parametrize("pattern", ["", "/**/*"])
def test_files_have_a_limit(tmp_path, monkeypatch, pattern):
    """A folder or a pattern may have as many, and not one more."""
    monkeypatch.setattr(folders, "MOST_FILES", 3)
    for number in range(3):
        (tmp_path / f"{number}").write_text("x")
    assert len(nio.expand(f"{tmp_path}{pattern}")) == 3
    (tmp_path / "3").write_text("x")
    with pytest.raises(UnreadableError, match="more than 3 files"):
        nio.expand(f"{tmp_path}{pattern}")


def test_depth_has_a_limit(tmp_path, monkeypatch):
    """Folders inside one another."""
    monkeypatch.setattr(folders, "DEEPEST_FOLDER", 3)
    (tmp_path / "a/b/c").mkdir(parents=True)
    (tmp_path / "a/b/c/x").write_text("x")
    assert len(nio.expand(str(tmp_path))) == 1
    (tmp_path / "a/b/c/d").mkdir()
    with pytest.raises(UnreadableError, match="more than 3 folders are nested here"):
        nio.expand(str(tmp_path))


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path, monkeypatch):
    """Its files are not left out silently."""
    (tmp_path / "a").mkdir()
    scan = os.scandir

    def refusing(error):
        def refused(path):
            if str(path).endswith("/a"):
                raise error
            return scan(path)

        return refused

    monkeypatch.setattr(folders.os, "scandir", refusing(PermissionError(13, "Permission denied")))
    with pytest.raises(UnreadableError, match="a: permission denied"):
        nio.expand(str(tmp_path))
    (tmp_path / "b").write_text("x")
    monkeypatch.setattr(folders.os, "scandir", refusing(FileNotFoundError(2, "taken away meanwhile")))
    assert len(nio.expand(str(tmp_path))) == 1


def test_small_files_are_not_held_open(tmp_path):
    """Looking at the beginning of all files of a folder opens one after the other."""
    for number in range(20):
        (tmp_path / f"{number}.tsv").write_text("d\t0\t1\n")
    before = len(os.listdir("/proc/self/fd"))
    sources = nio.expand(str(tmp_path))
    assert {source.head for source in sources} == {"d\t0\t1\n"}
    assert len(os.listdir("/proc/self/fd")) == before
    assert {source.text() for source in sources} == {"d\t0\t1"}
    assert len({source.sha256 for source in sources}) == 1
