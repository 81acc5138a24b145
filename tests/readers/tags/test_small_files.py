"""Small tagged files of a folder, read as one text, say what they say one by one."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers.columns import small_files
from nerkit.readers.tags import bio

FILES = {
    "two": "a B-PER\nb O\n\nc O\n",
    "no end": "a B-PER\nb O",
    "blanks": "\n\na B-PER\n\n\n\nb I-LOC\n\n",
    "four": "a x y B-PER\nb x y O\n",
    "tabs": "a\tB-PER\nb\tO\n\n",
    "trailing tabs": "a\tB-PER\t\nb\tO\t\t\n",
    "tags with blanks": "a B-Date et Lieu\nb O\n",
    "a tag of two words everywhere": "a B-x y\nb B-z w\n",
    "three columns, the last no tag": "a B-x 1\nb B-z 2\n",
    "comment": "# hello\na O\n",
    "hash": "# O\na O\n",
    "docstart": "-DOCSTART- -X-\n\na O\n-X- -X-\nb B-LOC\n",
    "newdoc": "# newdoc\na\tO\n# newdoc\nb\tB-LOC\n",
    "empty": "",
    "blank": "\n \n",
    "ragged": "a O\nb x O\n",
    "alone": "a\nb\n",
    "no tag": "a O\nb Q-PER\n",
    "no tag in tabs": "a\tO\nb\tQ-PER\n",
    "crlf": "a O\r\nb B-LOC\r\n",
    "mark": "\ufeffä O\nö I-LOC\n",
    "no utf-8": b"a O\n\xff O\n",
}


@given(
    st.lists(st.sampled_from(sorted(FILES)), min_size=1, max_size=5),
    st.sampled_from([[-1], [2], [-2], [-1, -2], [4], ["x"]]),
    st.integers(1, 100),
)
def test_small_files_are_read_together_as_one_after_the_other(names, columns, size):
    """Documents, words, lines, warnings, the first of all faults: nothing tells that files shared a text."""
    with tempfile.TemporaryDirectory() as folder:
        for i, name in enumerate(names):
            text = FILES[name]
            Path(folder, f"{i}.bio").write_bytes(text if isinstance(text, bytes) else text.encode())

        def outcome():
            try:
                found = bio.read_columns(expand(folder), columns)
            except InputError as error:
                return str(error), error.line, error.column
            return [
                (
                    [getattr(one, name).tolist() for name in ("first", "document", "line")],
                    (one.tags.values, one.tags.codes.tolist(), bytes(one.text)),
                    (one.documents, one.named, one.plain, one.origins, list(map(str, one.warnings))),
                )
                for one in found
            ]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(small_files, "TOGETHER", size)
            together = outcome()
            patch.setattr(small_files, "SMALL", -1)
            assert outcome() == together


def test_files_of_one_kind_are_read_together(tmp_path, monkeypatch):
    for i in range(9):
        (tmp_path / f"{i}.bio").write_text(FILES["docstart"] if i % 2 else FILES["two"])
    monkeypatch.setattr(bio._ColumnReading, "all", None)
    found = bio.read(expand(str(tmp_path)))
    assert (len(found.documents), found.named) == (9, True)
    assert found.place(0).endswith("0.bio:1")
