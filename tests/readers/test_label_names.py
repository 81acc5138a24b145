"""Names for the numbers of labels."""

import pytest

from nerkit.exceptions import InputError, UsageError
from nerkit.readers.label_names import read


@pytest.mark.parametrize(
    "text",
    [
        "O\nB-PER\n",
        '["O", "B-PER"]',
        '{"0": "O", "1": "B-PER"}',
        '{"O": 0, "B-PER": 1}',
        '{"model_type": "bert", "id2label": {"0": "O", "1": "B-PER"}}',
        '[{"id": 0, "text": "O"}, {"id": 1, "text": "B-PER", "color": "#fff"}]',
        '{"features": {"id": {"dtype": "string"}, "tags": {"feature": {"names": ["O", "B-PER"]}}}}',
    ],
)
def test_files(write, text):
    """Every form in which such names are found."""
    assert dict(read(str(write("names", text)))) == {"0": "O", "1": "B-PER"}


def test_typed():
    """Names separated by commas; what looks like a file has to be there."""
    assert dict(read("O,B-PER")) == {"0": "O", "1": "B-PER"}
    assert dict(read("PER")) == {"0": "PER"}
    with pytest.raises(UsageError, match=r"x\.json is neither a file nor names"):
        read("x.json")


@pytest.mark.parametrize("text", ["{}", "[]", "[1]", '{"a": "b"}', '[{"id": 1}]'])
def test_what_holds_no_names(write, text):
    """It is an error with its place."""
    with pytest.raises(InputError, match="the file has no names of labels"):
        read(str(write("names", text)))
