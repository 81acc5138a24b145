"""Lists of entity strings placed in the texts of gold."""

import io

import pytest

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.scorers.noisy import location
from nerkit.scorers.noisy.location import locate


def read(target, form):
    """The corpus in a path or an open file."""
    return readers.reader(form).read(readers.select(expand(target), form))


def gold(text):
    """A document without id."""
    return read(io.StringIO(text), "inline")


def strings(text):
    return read(io.StringIO(text), "entity-json")


def placed(found):
    """(text covered, string, whether it was located) of every span."""
    spans = found.spans
    return [
        (
            found.texts[spans.document[i]][spans.start[i] : spans.end[i]],
            spans.fields["string"].value(i),
            spans.fields["located"].value(i),
        )
        for i in range(len(spans))
    ]


GOLD = "<PER>Tolkien</PER> lived in <LOC>Oxford</LOC>. Tolkien wrote."


def test_strings_stand_where_they_are_found():
    """The texts are gold's; a string of another spelling stands at the spelling of gold."""
    found = locate(gold(GOLD), strings('{"PER": ["Tolkien", "Tolkein"], "LOC": ["Oxford"]}'), 0.3)
    assert found.texts == ["Tolkien lived in Oxford. Tolkien wrote."]
    assert placed(found) == [
        ("Tolkien", "Tolkien", True),
        ("Tolkien", "Tolkein", True),
        ("Oxford", "Oxford", True),
    ]
    assert found.spans.start.tolist() == [0, 25, 17]
    assert found.warnings == ()


def test_what_is_found_nowhere_stands_behind_the_text():
    """Each is a span of its own over characters that gold does not have, and a warning names it."""
    found = locate(gold(GOLD), strings('{"PER": ["Tolkien", "Frodo", "Frodo", ""]}'), 0.3)
    text = "Tolkien lived in Oxford. Tolkien wrote."
    assert found.texts == [text + "\ue000" * 11]
    assert found.spans.start.tolist()[1:] == [39, 44, 49]
    assert found.spans.end.tolist()[1:] == [44, 49, 50]
    assert [row[2] for row in placed(found)] == [True, False, False, False]
    assert found.warnings == (
        "<stream>: 3 strings not found in the gold text, counted as spurious ('Frodo', 'Frodo', '')",
    )


def test_the_filler_is_a_character_that_gold_does_not_have():
    """Even if gold has private characters."""
    found = locate(gold("<A>x</A>\ue000"), strings('{"A": ["yy"]}'), 0.3)
    assert found.texts == ["x\ue000\ue001\ue001"]


def test_documents_pair_by_id_or_by_order(write, tmp_path):
    """By the paths of files where both sides have them; documents without a partner are all spurious."""
    write("gold/a.txt", "<A>x1x</A>")
    write("gold/b.txt", "<A>y1y</A>")
    for name, entity in (("b", "y1y"), ("a", "x1x"), ("c", "x1x")):
        write(f"out/{name}.json", f'{{"A": ["{entity}"]}}')
    found = locate(read(tmp_path / "gold", "inline"), read(tmp_path / "out", "entity-json"), 0.3)
    assert found.documents == ["a", "b", "c"]
    assert [row[2] for row in placed(found)] == [True, True, False]
    found = locate(
        read(tmp_path / "gold", "inline"), strings('{"A": ["y1y"]}\n{"A": ["y1y"]}\n{"A": ["y1y"]}'), 0.3
    )
    assert [row[2] for row in placed(found)] == [False, True, False]


def test_texts_are_left_as_they_are():
    """Only lists of strings are located; gold must have texts."""
    text = gold(GOLD)
    assert locate(text, text, 0.3) is text
    with pytest.raises(InputError, match="gold has entities but no text"):
        locate(strings('{"A": ["x"]}'), text, 0.3)


def test_misspelt_strings_are_sought_as_far_as_a_limit(monkeypatch):
    """Beyond it only strings as they are written are found, which a warning tells, over all documents."""
    monkeypatch.setattr(location, "MOST_SEARCHED", 2 * 7 * 39)
    names = '{"PER": ["Tolkein", "Tolkeen", "Tolkian", "Tolkien"]}'
    found = locate(gold(GOLD), strings(names), 0.3)
    assert [where for _, _, where in placed(found)] == [True, False, False, True]
    assert [warning.partition(": ")[2] for warning in found.warnings] == [
        "2 strings not found in the gold text, counted as spurious ('Tolkeen', 'Tolkian')",
        (
            "for 1 string nerkit sought no misspelt form: characters of strings times characters of "
            "texts are more than 546"
        ),
    ]
