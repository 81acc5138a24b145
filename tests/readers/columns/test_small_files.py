"""Small files of a folder, read together, say what they say when each is read by itself."""

import json
import tempfile
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit import io as nio
from nerkit import readers
from nerkit.algorithms.byte_spans import WordBytes
from nerkit.algorithms.columns import Column
from nerkit.corpora.json_documents import LinePlaces
from nerkit.corpora.records import Documents
from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers.columns import small_files
from nerkit.readers.leniency import strictness
from nerkit.readers.tags import bio
from nerkit.readers.trees import conllu, conllx

TEXT = "Ann met Bob in Rome.\n"
BRAT = {
    "two": ("T1\tPER 0 3\tAnn\nT2\tPER 8 11\tBob\n", TEXT),
    "unended": ("T1\tPER 0 3\tAnn", TEXT),
    "empty": ("", TEXT),
    "blank": ("\n \n", TEXT),
    "nothing beside": ("T1\tPER 0 3\tAnn\nT2\tLOC 15 19\tRom\n", None),
    "no texts": ("T1\tPER 0 3\nT2\tLOC 15 19\t\n", TEXT),
    "no texts anywhere": ("T1\tPER 0 3\nT2\tLOC 15 19\t\n", None),
    "another text": ("T1\tPER 0 3\tBen\nT2\tLOC 15 19\tR o me\n", TEXT),
    "other lines": (
        "T1\tPER 0 3\tAnn\nR1\tR Arg1:T1 Arg2:T1\n#1\tNote T1\tx\nA1\tNeg T1\n*\tEquiv T1 T1\n",
        TEXT,
    ),
    "references": ("T1\tPER 0 3\tAnn\nN1\tReference T1 KB:7\tAnn\nN2\tReference R1 KB:8\tx\n", TEXT),
    "dangling": ("T1\tPER 0 3\tAnn\nN1\tReference T9 KB:7\tAnn\n", TEXT),
    "fragments": ("T1\tPER 0 3;8 11\tAnn Bob\nT2\tPER 0 3;3 5\tAnn m\n", TEXT),
    "unparsed": ("T1\tPER 0 3\tAnn\nhello\n", TEXT),
    "beyond": ("T1\tPER 15 99\tRome\n", TEXT),
    "far beyond": ("T1\tPER 50 99\tRome\n", TEXT),
    "backwards": ("T1\tPER 3 0\tAnn\n", TEXT),
    "twice": ("T1\tPER 0 3\tAnn\nT1\tPER 8 11\tBob\n", TEXT),
    "no span": ("T1\tPER 0\tAnn\n", TEXT),
    "huge": (f"T1\tPER 0 {2**53}\tAnn\n", TEXT),
    "many digits": (f"T1\tPER 0 {'9' * 5000}\tAnn\n", TEXT),
    "crlf": ("T1\tPER 0 3\tAnn\r\nT2\tPER 8 11\tBob\r\n", TEXT.replace("\n", "\r\n")),
    "cr in the text": ("T1\tPER 5 8\tmet\n", "Ann\r\nmet"),
    "mark": ("\ufeffT1\tPER 0 3\tAnn\n", f"\ufeff{TEXT}"),
    "mark counted": ("T1\tPER 1 4\tAnn\n", f"\ufeff{TEXT}"),
    "no utf-8": (b"T1\tPER 0 3\tAnn\n\xff\n", TEXT),
    "no utf-8 beside": ("T1\tPER 0 3\tAnn\n", b"Ann\xff"),
    "nul beside": ("T1\tPER 0 3\tAnn\n", "Ann\0"),
    "other digits": ("T1\tPER ٠ ٣\tAnn\nT2\tPER 08 011\tBob\n", TEXT),
    "separators": ("T1\tPER 0 3\tA\x85n\nT2\tX\x0bY 0 3\tAnn\n", TEXT),
}
TSV = {
    "plain": "a\t0\t2\nb\t4\t6\n",
    "ids": "a\t0\t2\tQ1\nb\t4\t6\tQ2\n",
    "unended": "a\t0\t2\tQ1\nb\t4\t6\tQ3",
    "types": "a\t0\t2\tQ1\t0.5\tPER\nb\t4\t6\t\t\tLOC\n",
    "more types": "c\t0\t2\t\t1\tPER\nb\t4\t6\t\t2\tLOC\n",
    "objects": 'c\t0\t2\t\t1\t{"type": "PER", "k": 1}\n',
    "candidates": "a\t0\t2\tQ1\t0.5\tPER\tQ2\t0.7\tLOC\n",
    "several widths": "a\t0\t2\nb\t4\t6\tQ1\n",
    "trailing tabs": "a\t0\t2\t\nb\t4\t6\t\t\n",
    "comment": "# x\na\t0\t2\tQ1\n",
    "header": "doc\tstart\tend\tid\na\t0\t2\tQ1\n",
    "blank lines": "a\t0\t2\tQ1\n\nb\t4\t6\tQ1\n\n",
    "empty": "",
    "blank": "\n",
    "crlf": "a\t0\t2\tQ1\r\nb\t4\t6\tQ2\r\n",
    "mark": "\ufeffa\t0\t2\tQ1\n",
    "signs": "a\t+0\t2\tQ1\n",
    "backwards": "a\t2\t0\tQ1\n",
    "few columns": "a\t2\n",
    "no number": "a\t0\tx\tQ1\n",
    "no score": "a\t0\t2\tQ1\tx\tPER\n",
    "nan": "a\t0\t2\tQ1\tnan\tPER\n",
    "no json": "a\t0\t2\tQ1\t1\t{x\n",
    "no utf-8": b"a\t0\t2\tQ1\n\xff\n",
}
VALUES = {
    "object": '{"a": 1, "b": [1.50, null, {"c": "x"}]}',
    "spaced": ' \n{"a": 1}\n\n',
    "array": '[{"a": 1}, {"a": 2}]',
    "scalar": "12",
    "null": "null",
    "twice": '{"a": 1, "a": 2, "b": {"c": 1, "c": 1}}',
    "colons": '{"a": "10:30", "b": "http://x"}',
    "colons behind quotes": '{"a": "\\":", "b": "say \\": so"}',
    "escaped": '{"\\u0061": 1, "a": 2}',
    "lines": '{"a": 1}\n{"a": 2}\n',
    "a quote is not closed, or text follows a closing quote": '{"a": 1} and so on',
    "text": "Sure! {'a': 1}",
    "damaged": '{"a": 1',
    "empty": "",
    "blank": "\n",
    "many digits": f'{{"a": {"9" * 5000}}}',
    "exponent": '{"a": 1e999999999999999999999}',
    "constant": '{"a": NaN}',
    "crlf": '{"a":\r\n1}\r\n',
    "mark": '\ufeff{"a": 1}',
    "two marks": '\ufeff\ufeff{"a": 1}',
    "no utf-8": b'{"a": "\xff"}',
}
ITEMS = {"tokens": ["a", "b"], "entities": [{"type": "X", "start": 0, "end": 1}], "relations": []}
RECORDS = {
    "one": json.dumps(ITEMS),
    "named": json.dumps({"id": "d", **ITEMS}),
    "over lines": json.dumps(ITEMS, indent=1),
    "two": json.dumps(ITEMS) + "\n" + json.dumps(ITEMS),
    "list": json.dumps([ITEMS, ITEMS]),
    "empty": "",
    "beyond": json.dumps({**ITEMS, "entities": [{"type": "X", "start": 0, "end": 9}]}),
    "damaged": '{"tokens": [',
    "mark": "\ufeff" + json.dumps(ITEMS),
    "no utf-8": b'{"tokens": ["\xff"]}',
}
TAGS = {
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


def row(number, form="w", head=0):
    """A line of CoNLL-U."""
    return f"{number}\t{form}\t_\tX\t_\t_\t{head}\tdep\t_\t_\n"


WORDS = {
    "sound": f"# newdoc id = a\n{row(1, 'Où')}\n# newdoc\n{row(1, 'b')}\n",
    "plain": f"{row(1, 'x')}{row(2, 'y', 1)}\n{row(1, 'z')}\n",
    "range": "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n" + row(1, "de") + row(2, "le", 1) + "\n",
    "blank": "\n\n",
    "unended": row(1, "x"),
    "cycle": f"{row(1, 'x', 2)}{row(2, 'y', 1)}\n",
    "leading": f"\n{row(1)}\n",
    "commented": f"{row(1)}\n# a comment behind all\n",
    "no utf-8": f"{row(1, 'x')}\n".encode() + b"\xff\n",
}


def plain(value):
    """Everything in a corpus, as lists, dictionaries and texts that can be compared."""
    if isinstance(value, np.ndarray | WordBytes):
        return bytes(value) if isinstance(value, WordBytes) else value.tolist()
    if isinstance(value, Column):  # the order of its distinct values is no part of what a file says
        return [plain(value.value(row)) for row in range(len(value.codes))]
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, dict):
        return [(plain(key), plain(one)) for key, one in value.items()]
    if isinstance(value, list | tuple | LinePlaces):
        return [plain(one) for one in value]
    return (str(value), plain(value.data)) if hasattr(value, "together") else repr(value)


def read(folder, form, kind="", *, strict=False):
    """The corpus of a folder, or the error."""
    with strictness(strict=strict):
        return outcome(lambda: readers.reading(form, kind)(readers.select(expand(folder), form)))


def outcome(reading):
    """What is read, or the error."""
    try:
        return plain(reading())
    except InputError as error:
        return str(error), error.line, error.column, error.text, error.remedy


def write(folder, name, text):
    if text is not None:
        Path(folder, name).write_bytes(text if isinstance(text, bytes) else text.encode())


def one_by_one(patch, form="brat"):
    """No file is read together with others; of values each is read as the first one of a text."""
    patch.setattr(nio.Source, "small_text", lambda *_: None)
    if form == "json":
        patch.setattr(json.JSONDecoder, "decode", refused)


def refused(*_):
    raise ValueError


def tagged(folder, columns):
    return outcome(lambda: bio.read_columns(expand(folder), columns))


def parsed(folder, module, *, skipped):
    return outcome(lambda: module.read(expand(folder), skip_invalid=skipped))


COLUMNS = ([-1], [2], [-2], [-1, -2], [4], ["x"])
FORMS = {  # format -> its files, and ways to read a folder of them
    "brat": (BRAT, [partial(read, form="brat", kind=k, strict=s) for k in ("", Documents) for s in (0, 1)]),
    "span-tsv": (TSV, [partial(read, form="span-tsv")]),
    "json": (VALUES, [partial(read, form="json")]),
    "ie-jsonl": (RECORDS, [partial(read, form="ie-jsonl", kind=Documents)]),
    "bio": (TAGS, [partial(tagged, columns=columns) for columns in COLUMNS]),
    "conllu": (WORDS, [partial(parsed, module=conllu, skipped=skipped) for skipped in (False, True)]),
    "conllx": (WORDS, [partial(parsed, module=conllx, skipped=skipped) for skipped in (False, True)]),
}


@pytest.mark.parametrize("form", FORMS)
@given(data=st.data(), size=st.integers(1, 300))
def test_files_read_together_are_as_each_alone(form, data, size):
    """Documents, items, lines, warnings, the first of all faults: nothing tells that files shared a text."""
    files, ways = FORMS[form]
    names = data.draw(st.lists(st.sampled_from(sorted(files)), min_size=1, max_size=6))
    way = data.draw(st.sampled_from(ways))
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for i, name in enumerate(names):
            texts = files[name] if form == "brat" else (files[name],)
            for suffix, text in zip((".ann", ".txt"), texts, strict=False):
                write(folder, f"{i}{suffix}", text)
        patch.setattr(small_files, "TOGETHER", size)
        together = way(folder)
        one_by_one(patch, form)
        assert way(folder) == together


def test_compressed_and_hidden_files_and_folders_stand_in_their_order(tmp_path, monkeypatch):
    import gzip

    for i, name in enumerate(["two", "other lines", "references", "empty", "two"]):
        folder = tmp_path / str(i % 2)
        folder.mkdir(exist_ok=True)
        for suffix, text in zip((".ann", ".txt"), BRAT[name], strict=True):
            packed = gzip.compress(text.encode())
            write(folder, f"{i}{suffix}" + (".gz" if i == 2 else ""), packed if i == 2 else text)
    write(tmp_path, ".hidden.ann", "no annotation")
    together = read(tmp_path, "brat")
    assert [name.strip("'") for name in together["documents"]] == ["0/0", "0/2", "0/4", "1/1", "1/3"]
    one_by_one(monkeypatch)
    assert read(tmp_path, "brat") == together


def test_plain_files_are_read_together(tmp_path, monkeypatch):
    """A line of them is never looked at by itself."""
    from nerkit.readers.spans import span_tsv

    for i in range(3):
        write(tmp_path, f"{i}.tsv", TSV["types"])
    monkeypatch.setattr(span_tsv, "_add", None)
    assert readers.reader("span-tsv").read(expand(tmp_path)).line.tolist() == [1, 2] * 3


def test_tagged_files_of_one_kind_are_read_together(tmp_path, monkeypatch):
    for i in range(9):
        write(tmp_path, f"{i}.bio", TAGS["docstart" if i % 2 else "two"])
    monkeypatch.setattr(bio._ColumnReading, "all", None)
    found = bio.read(expand(str(tmp_path)))
    assert (len(found.documents), found.named) == (9, True)
    assert found.place(0).endswith("0.bio:1")
