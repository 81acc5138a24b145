"""Lists of coreference errors: which mention is wrong, and how."""

import pytest

import nerkit

WORDS = ["a", "b", "c", "d", "e", "f", "g", "h"]


def document(*clusters):
    """A document of one-word mentions: entities given by the places of their words."""
    return [[[(word, word + 1) for word in cluster] for cluster in clusters]]


def found(gold, system, **options):
    """(class, word of gold, word of system) of each error."""
    rows = nerkit.evaluate(document(*gold), document(*system), task="coref", **options).errors().rows
    return [(row.kind, word(row.gold_item), word(row.system_item)) for row in rows]


def word(item):
    """The word at which a mention begins."""
    return None if item["start"] is None else WORDS[item["start"]]


@pytest.mark.parametrize(
    ("gold", "system", "errors"),
    [
        ([[0, 1, 2]], [[0, 1, 3]], [("missed", "c", None), ("spurious", None, "d")]),
        ([[0, 1, 2, 3, 4]], [[0, 1, 2], [3, 4]], [("entity split", "d", "d"), ("entity split", "e", "e")]),
        ([[0, 1, 2], [3, 4]], [[0, 1, 2, 3, 4]], [("entity merged", "d", "d"), ("entity merged", "e", "e")]),
        ([[0, 1, 2], [3, 4, 5]], [[0, 1], [2, 3, 4, 5]], [("link value", "c", "c")]),
    ],
)
def test_classes(gold, system, errors):
    """Mentions without a partner, those in no pair of entities, and those in another entity."""
    assert found(gold, system) == errors


def test_equal_sides_have_no_errors():
    """Whatever entities are called and in whatever order they stand."""
    assert found([[0, 1], [2, 3]], [[3, 2], [1, 0]]) == []


def test_offsets_context_and_options(write):
    """Offsets count words of the document; what options leave out is not listed."""
    words = '"sentences": [["a", "b", "c"], ["d", "e", "f"]]'
    text = f'{{"doc_key": "d", {words}, "clusters": [[[0, 0], [1, 1]]%s]}}\n'
    gold, system = write("g.jsonl", text % ", [[4, 4]]"), write("s.jsonl", text % "")
    (row,) = nerkit.evaluate(gold, system, task="coref").errors().rows
    assert (row.gold_item["start"], row.gold_item["end"]) == (4, 5)
    assert (row.gold_item["text"], row.context) == ("e", "a b c d [e] f")
    assert not nerkit.evaluate(gold, system, task="coref", singletons="drop").errors().rows


def test_empty_nodes_and_gaps(run, write):
    """An empty node has the place of the word after it, and no text.

    A mention with a gap is listed from its first to its last word.
    """
    rows = [
        "# global.Entity = eid-etype-head-other",
        "# newdoc id = d",
        *(
            "\t".join([number, form, "_", "_", "_", "_", "0" if "." not in number else "_", "_", deps, misc])
            for number, form, deps, misc in (
                ("1", "kam", "_", "Entity=(e1[1/2]-x-1-)"),
                ("1.1", "_", "1:nsubj", "Entity=(e2-x-1-)"),
                ("2", "domů", "_", "_"),
                ("3", "brzy", "_", "Entity=(e1[2/2]-x-1-)"),
            )
        ),
        "",
        "",
    ]
    gold = write("g.conllu", "\n".join(rows))
    system = write(
        "s.conllu", "\n".join([*rows[:2], *(row.rpartition("\t")[0] + "\t_" for row in rows[2:6]), "", ""])
    )
    done = run("errors", "-g", gold, "-s", system, "-q")
    assert [line.split("  ")[-1].strip() for line in done.out.splitlines() if line.startswith(" ")] == [
        "[kam domů brzy]",
        "kam [] domů brzy",
    ]


def test_labels_are_not_tabulated(run, write):
    """Ids of entities are each side's own, so there is no confusion of labels: exit 2."""
    gold = write("g.jsonl", '{"doc_key": "d", "sentences": [["a"]], "clusters": [[[0, 0]]]}\n')
    done = run("errors", "-g", gold, "-s", gold, "--confusion")
    assert (done.code, done.out) == (2, "")
    assert "nerkit cannot tabulate labels" in done.err


CONLL = (
    "#begin document ({name}); part 000\nd\t0\t0\tAnna\tN\t(0)\nd\t0\t1\tsaw\tV\t{verb}\n"
    "d\t0\t2\tBob\tN\t(0)\n\n#end document\n"
)
UD = (
    "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
    "1\tAnna\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-p-1-)\n"
    "2\tsaw\t_\t_\t_\t_\t1\tx\t_\t_\n{empty}3\tBob\t_\t_\t_\t_\t2\tobj\t_\tEntity=(e1-p-1-)\n\n"
)
EMPTY = "2.1\t_\t_\t_\t_\t_\t_\t_\t2:obj\tEntity=(e1-p-1-)\n"
JSON = '{{"doc_key": "d", {words}"clusters": [[[0, 0], [2, 2]{more}]]}}\n'
WORDS_OF_JSON = '"sentences": [["Anna", "saw", "Bob"]], '


@pytest.mark.parametrize(
    ("gold", "system", "wanted"),
    [
        (
            CONLL.format(name="d", verb="(0)"),
            CONLL.format(name="d", verb="-"),
            [("missed", "Anna [saw] Bob")],
        ),
        (UD.format(empty=EMPTY), UD.format(empty=""), [("missed", "Anna saw [] Bob")]),
        (
            JSON.format(words=WORDS_OF_JSON, more=""),
            JSON.format(words="", more=", [1, 1]"),
            [("spurious", "Anna [saw] Bob")],
        ),
        (JSON.format(words="", more=""), JSON.format(words="", more=", [1, 1]"), [("spurious", None)]),
        (
            '{"text": "😀 Anna saw Bob", "clusters": [[[2, 6], [11, 14]]]}',
            '{"text": "😀 Anna saw Bob", "clusters": [[[2, 6], [11, 14], [7, 10]]]}',
            [("spurious", "😀 Anna [saw] Bob")],
        ),
        (
            CONLL.format(name="d", verb="-"),
            CONLL.format(name="d", verb="-") + CONLL.format(name="e", verb="-"),
            [("spurious", "[Anna] saw Bob"), ("spurious", "Anna saw [Bob]")],
        ),
    ],
)
def test_the_words_around_mentions(write, gold, system, wanted):
    """Those of the mention's side, or else of the other one.

    A mention without words has empty brackets in its place.
    """
    result = nerkit.evaluate(write("gold", gold), write("system", system), task="coref", extra="spurious")
    assert [(row.kind, row.context) for row in result.errors().rows] == wanted
