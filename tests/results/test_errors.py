"""Excerpts of texts."""

import json

import numpy as np
import pytest

import nerkit
from nerkit.exceptions import UsageError
from nerkit.results.errors import AROUND, excerpt, piece, shortened

LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"


@pytest.mark.parametrize(
    ("text", "ranges", "wanted"),
    [
        ("Ada met Bob.", [(0, 3)], "[Ada] met Bob."),
        ("Ada\r\n met\tBob.", [(6, 9)], "Ada [met] Bob."),
        ("😀😀Ada", [(2, 5)], "😀😀[Ada]"),
        ("Ada met Bob.", [(8, 11), (0, 3)], "[Ada] met [Bob]."),
        ("Ada met Bob.", [(0, 3), (2, 5), (5, 7)], "[Ada met] Bob."),
        ("Ada met Bob.", [(4, 4)], "Ada []met Bob."),
        ("Ada met Bob.", [(8, 13)], None),
        ("Ada met Bob.", [], None),
        ("", [(0, 0)], None),
        (LONG, [(41, 45)], "four five six seven eight n[ine ]ten eleven twelve thirteen"),
        (LONG, [(0, 3)], "[one] two three four five six seven"),
        ("x" * 99, [(50, 52)], f"{'x' * AROUND}[xx]{'x' * AROUND}"),
    ],
)
def test_excerpt(text, ranges, wanted):
    """Each range in brackets, whole words around, blanks made one; nothing for what is not in the text."""
    assert excerpt(text, ranges) == wanted


def test_far_ranges():
    """The middle of what stands between two is left out."""
    text = f"Ada {'y' * 100} Bob"
    assert excerpt(text, [(0, 3), (105, 108)]) == f"[Ada] {'y' * (AROUND - 1)} … {'y' * (AROUND - 1)} [Bob]"


def nested_mentions(size, by):
    """One document in CoNLL columns whose mentions lie in each other."""
    cells = [[] for _ in range(4 * size + 4)]
    for i in range(size):
        cells[2 * i + by].append(f"({i % 5}")
        cells[4 * size + 1 - 2 * i - by].insert(0, f"{i % 5})")
    lines = "".join(f"d 0 {k} w{k} {'|'.join(cell) or '-'}\n" for k, cell in enumerate(cells))
    return f"#begin document (d); part 000\n{lines}\n#end document\n"


def test_texts_of_nested_mentions_grow_with_their_number(run, write):
    """Beginnings and ends of long items are shown, and it is said how many; short items are whole."""
    sizes, lengths = [100, 200, 400, 800], []
    for size in sizes:
        gold, system = (write(f"{by}.conll", nested_mentions(size, by)) for by in (0, 1))
        done = run("errors", "--task", "coref", "-g", gold, "-s", system, "-f", "json")
        listed = json.loads(done.out)
        texts = [row["gold_text"] or row["system_text"] for row in listed["rows"]]
        long = sum(len(text) > 1000 for text in texts)
        assert [one["text"] for one in listed["warnings"]] == [
            f"{long:,} items are longer than 1,000 characters: nerkit shows only the beginning and the end"
        ]
        assert min(map(len, texts)) < 50
        assert {len(text) for text in texts if len(text) > 1000} == {1003}
        lengths.append(len(done.out))
    assert np.polyfit(np.log(sizes), np.log(lengths), 1)[0] < 1.3


def test_long_items_show_their_beginning_and_end():
    """A text up to the limit is whole; a shortened one stays as it is when it is shortened again."""
    text = "".join(chr(0x4E00 + i) for i in range(1001))
    assert shortened(text[:1000]) == text[:1000]
    assert shortened(text) == shortened(shortened(text)) == f"{text[:500]} … {text[-500:]}"
    assert piece(text, 1, 1001) == text[1:]
    assert shortened(None) is None
    assert excerpt(f"a {text} b", [(2, 1003)]) == f"a [{shortened(text)}] b"


def test_the_first_errors():
    """A list of so many, which knows the number of all; sums stay those of all."""
    result = nerkit.evaluate({"d": [(0, 4, "A"), (5, 9, "B")]}, {"d": []})
    first = result.errors(items=1)
    assert (len(first), first.total, result.errors().total) == (1, 2, None)
    assert first.rows == result.errors().rows[:1]
    assert [row["errors"] for row in first.summary().rows] == [2]
    assert str(first).splitlines()[-1] == "1 of 2 errors"
    with pytest.raises(UsageError, match="not -1"):
        result.errors(items=-1)
