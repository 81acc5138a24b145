"""Inputs that several formats explain: refused, or read alike."""

import io
import json

import pytest

from nerkit import readers
from nerkit.exceptions import TiedFormatsError
from nerkit.io import expand
from nerkit.readers.sample import Sample
from nerkit.readers.ties import reading_alike

TEXT = {"text": "Ann met Bob", "spans": [{"start": 0, "end": 3, "label": "PER"}]}
BOTH = {
    "tokens": ["Ann", "left"],
    "ner_tags": ["B-LOC", "O"],
    "entities": [{"start": 0, "end": 3, "label": "PER"}],
}


def readers_of(names):
    """The readers of formats."""
    return {name: readers.reader(name).read for name in names}


def test_different_items_are_refused(run, write):
    """The error names both formats, and the line to type for each."""
    with pytest.raises(TiedFormatsError) as raised:
        readers.recognised(expand(io.StringIO(json.dumps(BOTH))), readers.BY_CONTENT)
    assert raised.value.tied == ("hf-datasets", "spacy")
    gold = write("gold.jsonl", json.dumps(BOTH))
    done = run("evaluate", "-g", gold, "-s", gold)
    assert done.code == 2
    assert "as hf-datasets (2 items) or as spacy (1 item)" in done.err
    assert f"nerkit evaluate -g {gold} -s {gold} --from hf-datasets\n" in done.err
    assert f"  or nerkit evaluate -g {gold} -s {gold} --from spacy\n" in done.err


def test_equal_items_are_read():
    """Formats that read the same items tie without harm; one that cannot read the sample is none of them."""
    sample = Sample(json.dumps(TEXT))
    assert reading_alike(sample, readers_of(["prodigy", "spacy"]), "gold") == ["prodigy", "spacy"]
    assert reading_alike(sample, readers_of(["docred", "prodigy", "spacy"]), "gold") == ["prodigy", "spacy"]
    assert reading_alike(sample, readers_of(["docred", "mrp"]), "gold") == ["docred"]


def test_a_sample_that_is_cut_is_closed():
    """Formats read whole records, also of a list that goes on."""
    text = "[" + ",\n".join(json.dumps({**TEXT, "text": "Ann" * 1000}) for _ in range(40)) + "]"
    sample = Sample.of(expand(io.StringIO(text))[0])
    assert not sample.whole
    assert 20 <= len(json.loads(sample.text_of_records)) < 40
