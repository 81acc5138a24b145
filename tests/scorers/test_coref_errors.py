"""Lists of coreference errors: which mention is wrong, and how."""

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


def test_mentions_of_one_side():
    """Without a partner: missed, spurious."""
    assert found([[0, 1, 2]], [[0, 1, 3]]) == [("missed", "c", None), ("spurious", None, "d")]


def test_an_entity_in_two_parts():
    """The part that is in no pair is split off."""
    assert found([[0, 1, 2, 3, 4]], [[0, 1, 2], [3, 4]]) == [
        ("entity split", "d", "d"),
        ("entity split", "e", "e"),
    ]


def test_two_entities_in_one():
    """The smaller one was merged into the entity of the larger."""
    assert found([[0, 1, 2], [3, 4]], [[0, 1, 2, 3, 4]]) == [
        ("entity merged", "d", "d"),
        ("entity merged", "e", "e"),
    ]


def test_a_mention_in_another_entity():
    """Both entities have partners of their own: a wrong link."""
    assert found([[0, 1, 2], [3, 4, 5]], [[0, 1], [2, 3, 4, 5]]) == [("wrong link", "c", "c")]


def test_equal_sides_have_no_errors():
    """Whatever entities are called and in whatever order they stand."""
    assert found([[0, 1], [2, 3]], [[3, 2], [1, 0]]) == []


def test_offsets_context_and_options(write):
    """Offsets count words of the document; what options leave out is not listed."""
    text = '{"doc_key": "d", "sentences": [["a", "b", "c"], ["d", "e", "f"]], "clusters": [[[0, 0], [1, 1]]%s]}\n'
    gold, system = write("g.jsonl", text % ", [[4, 4]]"), write("s.jsonl", text % "")
    (row,) = nerkit.evaluate(gold, system, task="coref").errors().rows
    assert (row.gold_item["start"], row.gold_item["end"]) == (4, 5)
    assert (row.gold_item["text"], row.context) == ("e", "a b c d [e] f")
    assert not nerkit.evaluate(gold, system, task="coref", singletons="drop").errors().rows


def test_empty_nodes_and_gaps(run, write):
    """An empty node has the place of the word after it, and no text; a mention with a gap is listed from its first to its last word."""
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
    assert [line.split("  ")[-1].strip() for line in done.out.splitlines()[1:]] == [
        "[kam domů brzy]",
        "kam [] domů brzy",
    ]


def test_labels_are_not_tabulated(run, write):
    """Ids of entities are each side's own, so there is no confusion of labels: exit 2."""
    gold = write("g.jsonl", '{"doc_key": "d", "sentences": [["a"]], "clusters": [[[0, 0]]]}\n')
    done = run("errors", "-g", gold, "-s", gold, "--confusion")
    assert (done.code, done.out) == (2, "")
    assert "no labels to tabulate" in done.err
