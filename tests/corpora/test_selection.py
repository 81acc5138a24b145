"""--map, --labels, --only."""

import pytest
from mrp_lines import line, node

import nerkit
from nerkit.corpora.selection import parse_only, read_names
from nerkit.exceptions import InputError, UsageError

GOLD = {"a": [(0, 4, "PER"), (5, 9, "LOC")], "b": [(0, 4, "GPE")]}
SYSTEM = {"a": [(0, 4, "PER"), (5, 9, "GPE")], "b": [(0, 4, "GPE")]}


def score(**options):
    row = nerkit.evaluate(GOLD, SYSTEM, measures=["sets::span+type"], **options).head
    return row.p_num, row.p_den, row.r_den


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (2, 3, 3)),
        ({"label_map": {"GPE": "LOC"}}, (3, 3, 3)),
        ({"labels": ["PER"]}, (1, 1, 1)),
        ({"labels": ["LOC"], "label_map": {"GPE": "LOC"}}, (2, 2, 2)),
        ({"only": ["document=a"]}, (1, 2, 2)),
        ({"only": ["docid=b", "document=a"]}, (2, 3, 3)),
        ({"only": ["label=PER"]}, (1, 1, 1)),
        ({"only": ["type=GPE", "document=b"]}, (1, 1, 1)),
    ],
)
def test_both_sides_are_selected_before_scoring(options, expected):
    """Labels are renamed, then kept; documents that are left out do not count as missing."""
    assert score(**options) == expected
    assert not nerkit.evaluate(GOLD, SYSTEM, **options).warnings


def test_labels_that_occur_nowhere_are_warned_of():
    """A typo in --labels is seen."""
    result = nerkit.evaluate(GOLD, SYSTEM, labels=["PRE", "LOC"])
    assert "label 'PRE' occurs on neither side; did you mean 'PER'?" in result.warnings


def test_many_labels_that_occur_nowhere_are_one_warning(tmp_path):
    """However many a map names, without a comparison of each with all; the same from shards."""
    file = tmp_path / "gold.tsv"
    file.write_text("".join(f"d{at}\t0\t5\tQ\t1.0\tT{at % 70}\n" for at in range(600)))
    names = {f"T{at}": "X" for at in range(1500)}
    results = [
        nerkit.evaluate(str(file), str(file), task="spans", label_map=names, **more)
        for more in ({}, {"shard_size": 4096})
    ]
    assert [list(result.warnings) for result in results] == [
        [
            (
                "you ask for 1,430 labels that occur on neither side: T100, T1000, T1001, "
                "T1002, T1003 and 1,425 more"
            )
        ]
    ] * 2


@pytest.mark.parametrize(
    ("only", "warning"),
    [
        ("type=PRE", "type 'PRE' occurs on neither side; did you mean 'PER'?"),
        ("label=PRE", "label 'PRE' occurs on neither side; did you mean 'PER'?"),
        ("document=c", "1 document of only=… is on neither side: c"),
    ],
)
def test_what_only_asks_for_and_nobody_has_is_warned_of(only, warning):
    """A typo in --only is seen, instead of a score of nothing."""
    assert nerkit.evaluate(GOLD, SYSTEM, only=[only]).warnings == (warning,)


def test_documents_that_nobody_has_are_warned_of_in_every_task(write):
    """--only document=… is checked where the documents of all tasks are known."""
    graph = line("1", nodes=[node(0, "a")], tops=[0], flavor=0)
    for name, text in (("amr", "# ::id 1\n(a / a)\n"), ("mrp", graph), ("bio", "# document 1\na B-X\n")):
        path = write(name, text)
        result = nerkit.evaluate(path, path, task=name, only=["document=2"])
        assert "1 document of only=… is on neither side: 2" in result.warnings
    scored = nerkit.evaluate(write("mrp", graph), write("mrp", graph), only=["flavor=1"])
    assert "flavor '1' occurs on neither side" in scored.warnings


def test_lists_in_files(write):
    """@FILE holds ids, one a line; it may stand for a field's values."""
    path = write("ids", "a\n\nb\r\n")
    expected = {"document": frozenset("ab")}
    assert parse_only([f"@{path}"]) == parse_only([f"document=@{path}"]) == expected


@pytest.mark.parametrize("term", ["a", "=x"])
def test_what_is_no_selection(term):
    """The form is FIELD=VALUE."""
    with pytest.raises(UsageError, match="FIELD=VALUE"):
        parse_only([term])


def test_unknown_fields_are_named():
    """The nearest field is offered."""
    with pytest.raises(UsageError, match="did you mean 'type'"):
        score(only=["tipe=PER"])


def test_a_file_of_names(write):
    """Old label, tab, new label; anything else is an error with its line."""
    assert read_names(write("m", "# coarse\nGPE\tLOC\n\nFAC\tLOC\n")) == {"GPE": "LOC", "FAC": "LOC"}
    with pytest.raises(InputError, match="the line does not have two columns") as error:
        read_names(write("m", "GPE\tLOC\nGPE LOC\n"))
    assert error.value.line == 2
