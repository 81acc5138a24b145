"""The table of the algorithm: what stands in it, how it is made, and where it ends."""

import pytest
from grammar_strategies import SENTENCES, grammars
from growth import counting, exponent
from hypothesis import given

from nerkit.exceptions import InputError
from nerkit.grammar import cnf, notation, table
from nerkit.grammar.binary import binary
from nerkit.grammar.chart import Chart
from nerkit.grammar.parsing import Parser, SentenceLine
from nerkit.views import parses

BOTH_WAYS = binary(notation.parse("S -> S S\nS -> a\n"))


def of(words, grammar=BOTH_WAYS):
    """The table of words."""
    return table.tables(Parser(grammar), [SentenceLine(tuple(words))])[0]


def drawing(found):
    """The drawing of one table."""
    return next(parses.drawn([found]))


@given(grammars(), SENTENCES)
def test_each_entry_has_the_versions_of_all_splits_and_rules(grammar, words):
    """Against a loop over cells, rules and splits."""
    if all(rule.unit for rule in grammar.rules):
        return
    normal = cnf.normal_form(grammar)
    found = of(words, binary(normal)).as_json()
    expected = {}
    for last in range(1, len(words) + 1):
        for first in range(last - 1, -1, -1):
            cell = expected[f"{first},{last}"] = {}
            for rule in normal.rules:
                if rule.lexical and last - first == 1 and rule.right[0].name == words[first]:
                    cell.setdefault(rule.left, []).append(repr(words[first]))
                for split in range(first + 1, last) if not rule.lexical else ():
                    left, right = (one.name for one in rule.right)
                    if left in expected[f"{first},{split}"] and right in expected[f"{split},{last}"]:
                        version = f"{left}[{first},{split}] {right}[{split},{last}]"
                        cell.setdefault(rule.left, []).append(version)
    assert found == expected


def test_cells_of_a_length_are_filled_together(monkeypatch):
    """What is done in Python grows with the entries, not with their versions, until these are written."""
    sizes, cells, pointers = [16, 32, 64], [], []
    for size in sizes:
        together = counting(monkeypatch, Chart, "edges", lambda *_: 1)
        made = counting(monkeypatch, table.Pointers, "__missing__", lambda *_: 1)
        drawing(of(["a"] * size))
        monkeypatch.undo()
        cells.append(sum(together))
        pointers.append(sum(made))
    assert exponent(sizes, cells) < 1.1
    assert exponent(sizes, pointers) < 2.1


def test_tables_of_too_many_versions_are_an_error(monkeypatch):
    """With the place of the sentence; cells count, and all sentences together."""
    monkeypatch.setattr(table, "MOST_VERSIONS", 6 + 3 + 4)
    assert sum(len(entry) for cell in of("aaa").cells.values() for entry in cell.values()) == 3 + 4
    with pytest.raises(InputError, match="4 words, the tables of the run have more than 13 cells"):
        of("aaaa")
    two = [SentenceLine(("a", "a"), "file", line) for line in (1, 2)]
    monkeypatch.setattr(table, "MOST_VERSIONS", 3 + 3 + 3 + 2)
    with pytest.raises(InputError, match="file:2: with this sentence of 2 words"):
        table.tables(Parser(BOTH_WAYS), two)


def test_cells_are_counted_before_a_sentence_is_parsed(monkeypatch):
    """They follow from the number of words."""
    charts = counting(monkeypatch, Parser, "chart", lambda *_: 1)
    with pytest.raises(InputError, match="with this sentence of 2,000 words"):
        of(["a"] * 2_000)
    assert not charts


def test_tables_of_too_many_characters_are_an_error(monkeypatch):
    """Of names in versions, and of a drawing whose columns are wide."""
    monkeypatch.setattr(table, "LONGEST_TABLES", 30)
    assert of("aaa")
    with pytest.raises(InputError, match="more than 30 characters"):
        of("aaaa")
    monkeypatch.undo()
    monkeypatch.setattr(parses, "LONGEST_TABLES", 1_000)
    assert drawing(of("aaa"))
    with pytest.raises(InputError, match="the tables of the run have more than 1,000 characters"):
        drawing(of(["a", "b" * 100, "a"], binary(notation.parse(f"S -> S S\nS -> a\nS -> {'b' * 100}\n"))))


def test_names_that_steer_are_shown_by_their_codes():
    """In pointers too."""
    drawn = drawing(of("aa", binary(notation.parse("S -> X\u202e X\u202e\nX\u202e -> a\n"))))
    assert "[0,2] S -> X\\u202e[0,1] X\\u202e[1,2]" in drawn
    assert "\u202e" not in drawn
