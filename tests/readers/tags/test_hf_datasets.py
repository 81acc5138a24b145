"""Rows of Hugging Face's `datasets`."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit import readers
from nerkit.corpora.schemes import Decoder, as_spans
from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers.tags.token_spans import spans_of

NAMES = ["O", "B-PER", "I-PER", "B-LOC"]
ROWS = [
    {"id": "a", "tokens": ["Ann", "Lee", "left"], "ner_tags": [1, 2, 0]},
    {"id": "b", "tokens": ["Oslo"], "ner_tags": [3]},
    {"id": "c", "tokens": [], "ner_tags": []},
]


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def read(write, rows, kind="tags", **options):
    return readers.reading("hf-datasets", kind)(expand(str(write("data/in.jsonl", lines(rows)))), **options)


def spelt(tagged):
    return [tagged.tags.values[code] for code in tagged.tags.codes]


INFO = {"features": {"ner_tags": {"feature": {"names": NAMES, "_type": "ClassLabel"}, "_type": "List"}}}
README = """---
dataset_info:
  features:
  - name: pos
    sequence:
      class_label:
        names:
          '0': X
  - name: ner_tags
    sequence:
      class_label:
        names:
          '0': O
          '1': B-PER
          '2': I-PER
          '3': B-LOC
  splits: []
---
"""


@pytest.mark.parametrize(
    ("name", "content"), [("dataset_info.json", json.dumps(INFO)), ("README.md", README), (None, "")]
)
def test_names_of_numbers(write, name, content):
    """They stand beside the file, or are given."""
    if name:
        write(f"data/{name}", content)
    tagged = read(write, ROWS, **({} if name else {"label_names": ",".join(NAMES)}))
    assert spelt(tagged) == [("B", "PER"), ("I", "PER"), ("O", None), ("B", "LOC")]
    assert (tagged.documents, tagged.named, tagged.line.tolist()) == (["a", "b", "c"], True, [1, 2])


def test_older_descriptions(write):
    """`Sequence` was a list of one feature."""
    write("data/dataset_info.json", json.dumps({"features": {"ner_tags": [{"names": NAMES}]}}))
    assert len(spelt(read(write, ROWS))) == 4


@pytest.mark.parametrize("key", ["ner_tags", "ner", "tags", "labels"])
def test_strings_are_tags(write, key):
    """In any of the columns that hold tags; rows without ids are numbered."""
    tagged = read(write, [{"tokens": ["Ann", "x"], key: ["B-PER", "O"]}])
    assert (spelt(tagged), tagged.named) == ([("B", "PER"), ("O", None)], False)


def test_spans_count_characters_of_the_tokens_joined_by_blanks(run, write):
    """`nerkit spans` takes them beside other formats."""
    spans = read(write, ROWS, "spans", label_names=",".join(NAMES))
    assert (spans.start.tolist(), spans.end.tolist()) == ([0, 0], [7, 4])
    assert spans.texts == ["Ann Lee left", "Oslo", ""]
    system = write("s.json", '[[], [{"start": 0, "end": 4, "label": "LOC", "score": 1}], []]')
    done = run("spans", "-g", "data/in.jsonl", "-s", system, "--label-names", ",".join(NAMES), "-m",
               "sets::span+type", "-f", "tsv", "-q")  # fmt: skip
    assert done.out.splitlines()[1].split("\t")[-4:] == ["1", "1", "1", "2"]


@given(
    st.lists(st.lists(st.tuples(st.text("ab é", max_size=3), st.sampled_from(["O", "B-X", "I-X", "B-Y"]))))
)
def test_spans_of_tokens_as_counted_one_by_one(rows):
    """A slow twin: the tokens of a document are joined, and each chunk stands where its tokens do."""
    text = lines([{"tokens": [a for a, _ in row], "ner_tags": [b for _, b in row]} for row in rows])
    tagged = readers.reader("hf-datasets").read([nerkit.io.Source(_bytes(text), "x")])
    spans, decoder = spans_of(tagged), Decoder(tagged)
    tokens = as_spans(tagged, decoder.lenient(), decoder.types)
    for row in range(len(spans)):
        words = [a for a, _ in rows[spans.document[row]]]
        begin = sum(len(word) + 1 for word in words[: tokens.start[row]])
        covered = " ".join(words[tokens.start[row] : tokens.end[row]])
        assert (spans.start[row], spans.end[row]) == (begin, begin + len(covered))
        assert spans.texts[spans.document[row]][begin : begin + len(covered)] == covered


def _bytes(text):
    import io

    return io.BytesIO(text.encode())


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"tokens": ["a"], "ner_tags": [4]}, "in.jsonl:1:32: the label id 4 of 'ner_tags' has no name"),
        ({"tokens": ["a"], "ner_tags": [1, 0]}, "2 tags of 1 token"),
        ({"tokens": ["a"], "ner_tags": [None]}, "null is neither a tag nor the number of a tag"),
        ({"tokens": ["a"], "ner_tags": ["PER"]}, "tag 'PER' has no known prefix"),
        ({"tokens": [1], "ner_tags": ["O"]}, "not a list of tokens"),
        ({"tokens": "a", "ner_tags": ["O"]}, "not a row with tokens and tags"),
    ],
)
def test_bad_input(write, row, message):
    """A number without a name is not a label."""
    with pytest.raises(InputError) as error:
        read(write, [row], label_names="O,B-X")
    assert message in str(error.value)


def test_numbers_without_any_names(run, write):
    """It is said where names come from, in the words of the command."""
    path = write("in.jsonl", lines(ROWS))
    done = run("evaluate", "-g", path, "-s", path)
    assert done.code == 2
    assert "the label id 1 of 'ner_tags' has no name" in done.err
    assert "give them with --label-names O,B-PER,…" in done.err
    wrong = run("bio", "-g", path, "-s", path, "--label-names", "no/such.txt")
    assert (wrong.code, wrong.err.startswith("error: no/such.txt is neither a file nor")) == (2, True)


def test_a_parquet_file(run, write, tmp_path):
    """Names stand in its description; without pyarrow it is said what to install."""
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pa.table({key: [row[key] for row in ROWS] for key in ROWS[0]})
    described = table.replace_schema_metadata({"huggingface": json.dumps({"info": INFO})})
    parquet.write_table(described, tmp_path / "x.parquet")
    done = run("evaluate", "-g", "x.parquet", "-s", "x.parquet", "-m", "sets::span+type", "-f", "tsv", "-q")
    assert done.out.splitlines()[1].split("\t")[-4:] == ["2", "2", "2", "2"]
    parquet.write_table(table, tmp_path / "y.parquet")
    assert "the label id 1 of 'ner_tags' has no name" in run("bio", "-g", "y.parquet", "-s", "y.parquet").err


def test_parquet_without_pyarrow(run, write, monkeypatch):
    """It is said what to install."""
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = write("x.parquet", b"PAR1\x15\x04")
    done = run("evaluate", "-g", path, "-s", path)
    assert (done.code, "pip install pyarrow" in done.err) == (2, True)


class Described(list):
    """A data set as `datasets` has it in memory: rows, the names of its columns, what these are."""

    column_names = ("id", "tokens", "ner_tags")

    class features:  # noqa: N801  (called so there)
        """The description of the columns."""

        @staticmethod
        def to_dict():
            return INFO["features"]


def test_a_data_set_in_memory():
    """Its features have the names; the same scores as from a file."""
    result = nerkit.evaluate(Described(ROWS), Described(ROWS))
    assert (result.task, result["chunk"].p_den) == ("bio", 2)
    with pytest.raises(InputError, match="the label id 7 of 'ner_tags' has no name"):
        nerkit.evaluate(Described([{"tokens": ["x"], "ner_tags": [7]}]), Described(ROWS))


def test_names_among_numbers(run, write):
    """Tags are all names, or all numbers."""
    path = write("x.jsonl", '{"tokens": ["a", "b"], "ner_tags": [-1, "O"]}\n')
    done = run("bio", "--from", "hf-datasets", "-g", path, "-s", path)
    assert done.code == 2
    assert "is among numbers of tags" in done.err


def test_a_span_of_empty_tokens(run, write):
    """It covers no character, so it is no span; the tags can be compared."""
    path = write("x.jsonl", '{"tokens": ["", "b"], "ner_tags": ["B-PER", "O"]}\n')
    assert run("bio", "--from", "hf-datasets", "-g", path, "-s", path).code == 0
    done = run("spans", "--from", "hf-datasets", "-g", path, "-s", path)
    assert (done.code, done.out) == (2, "")
    assert "x.jsonl:1: the span has only empty tokens" in done.err
