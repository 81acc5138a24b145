"""Large files of lines: what stands in them, and where, is that of small ones."""

import json

from nerkit.io import Source
from nerkit.readers.values import json_values
from nerkit.readers.values.json_values import LARGE


def test_lines_of_a_large_file_have_their_places(tmp_path):
    """The values and places of a file that is read at once are those of its parts, line by line."""
    lines = [
        json.dumps({"id": f"d{at}", "calls": [{"name": "f", "arguments": {"x": at / 4}}]})
        for at in range(4000)
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines))
    assert path.stat().st_size > LARGE
    read = json_values.read([Source(path, str(path))])
    assert read.values == [json.loads(line) for line in lines]
    assert read.places == tuple(f"{path}:{number}" for number in range(1, len(lines) + 1))
    assert [place.text[place.offset :].partition("\n")[0] for place in read.at[:50]] == lines[:50]
    assert not any(read.raw)
