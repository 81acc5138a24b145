"""Measures of a field that no annotation has: refused by name, left out otherwise, never a silent 1."""

import json

import pytest

import nerkit
from nerkit.exceptions import UsageError
from nerkit.scorers.spans.aggregators import AGGREGATORS
from nerkit.scorers.spans.scorer import TASK

TYPED = [f"{name}::span+type" for name in AGGREGATORS if name != "bags"]
WITH_TYPES = [*TYPED, "strict", "type", "loss", "strong_typed_mention_match"]
WITH_IDS = [*(f"{name}::span+kbid" for name in AGGREGATORS if name != "bags"), "sets::link"]
BESIDE_THE_KEY = ["b_cubed", "muc", "mention_ceaf", "sets:is_linked:span", "sets:type:span"]
COLUMN_4 = "column 4 of g.tsv is the id and holds PER, LOC; the type is column 6"
UNTYPED = {"d": [(0, 4), (5, 9)]}


@pytest.fixture
def sides(write):
    """Gold and a system with other types, which stand where ids do."""
    gold = write("g.tsv", "d1\t0\t4\tPER\nd1\t6\t9\tLOC\n")
    return "-g", gold, write("s.tsv", "d1\t0\t4\tLOC\nd1\t6\t9\tPER\n")


def lines(*spans, **more):
    """JSON lines of a document with these spans."""
    return json.dumps({"text": "Tolkien left Oxford", "spans": list(spans), **more}) + "\n"


def span(start, **more):
    return {"start": start, "end": start + 3, **more}


@pytest.mark.parametrize("measure", WITH_TYPES)
def test_a_measure_of_types_that_nothing_has_is_refused(run, sides, measure):
    """With a message that says which column holds them, and which should."""
    done = run("spans", *sides, "-m", measure, "--fail-under", "0.1")
    assert (done.code, done.out) == (2, "")
    assert f"{measure}: no annotation has a type; " in done.err
    assert COLUMN_4 in done.err.replace(str(sides[1]), "g.tsv")


@pytest.mark.parametrize("measure", WITH_IDS)
def test_a_measure_of_ids_that_nothing_has_is_refused(measure):
    """Those whose key names an id, or what is made of one."""
    with pytest.raises(UsageError, match="no annotation has an id"):
        nerkit.evaluate(UNTYPED, UNTYPED, measures=[measure])


@pytest.mark.parametrize("measure", BESIDE_THE_KEY)
def test_a_filter_of_what_nothing_has_and_clusters_of_no_ids_are_warned_of(measure):
    """neleval has numbers for them; they are never alone."""
    warnings = nerkit.evaluate(UNTYPED, UNTYPED, measures=[measure]).warnings
    assert any(
        f"no annotation has a{'n id' if 'type' not in measure else ' type'}; " in text for text in warnings
    )


def test_groups_and_defaults_leave_such_measures_out(run, sides):
    """A note names them."""
    for options in ((), ("-m", "tac14"), ("-m", "all")):
        done = run("spans", *sides, *options)
        assert done.code == 0
        assert "typed" not in done.out
        assert "note: no annotation has a type, so nerkit leaves out strong_typed_mention_match" in done.err


def test_no_listed_measure_is_perfect_where_types_are_wrong_and_in_the_wrong_column(run, sides):
    """But those of borders, and of clusters, whose names do not matter."""
    names = [measure.name for measure in TASK.measures if measure.listed]
    perfect = set()
    for name in names:
        done = run("spans", *sides, "-m", name, "-f", "json")
        rows = json.loads(done.out)["rows"] if done.code == 0 else []
        perfect |= {row["measure"] for row in rows if row["value"] == 1}
    assert not [name for name in perfect if "typed" in name or "+type" in name or name in ("strict", "type")]


def test_a_gate_never_passes_on_what_was_left_out(run, write):
    """Where labels stand under keys of which none is known, and the headline would have looked at them."""
    path = write("a.jsonl", lines(span(0, ner="PER", x="a"), span(8, ner="LOC", x="b")))
    done = run("spans", "-g", path, path, "--fail-under", "0.9")
    assert (done.code, done.out) == (2, "")
    assert "name another measure, as sets::span=0.9" in done.err
    assert run("spans", "-g", path, path, "--fail-under", "sets::span=0.9").code == 0


def test_mentions_without_types_are_scored_as_such(run, write):
    """Nothing says that there should be types: a note, and a gate on the next headline."""
    path = write("g.tsv", "d1\t0\t4\nd1\t6\t9\n")
    done = run("spans", "-g", path, path, "--fail-under", "0.9")
    assert done.code == 0
    assert "note: no annotation has a type, so nerkit leaves out sets::span+type" in done.err
    assert nerkit.evaluate(UNTYPED, UNTYPED, measures=["characters"]).f1 == 1


def test_a_field_of_one_side_is_warned_of(run, write):
    """With what has it and what has not; scores are what they are."""
    gold = write("g.tsv", "d1\t0\t4\t\t\tPER\nd1\t6\t9\t\t\tLOC\n")
    done = run("spans", "-g", gold, write("s.tsv", "d1\t0\t4\nd1\t6\t9\n"), "-m", "strict")
    assert done.code == 0
    assert "s.tsv: none of 2 annotations has a type, which 2 of " in done.err
    (warning, *_) = nerkit.evaluate([[(0, 4, "PER")]], [[(0, 4)]], measures=["sets::span+type"]).warnings
    assert (
        warning == "system: none of 1 annotation has a type, which 1 of gold has; sets::span+type looks at it"
    )


def test_rows_by_label_of_annotations_without_labels(run, sides):
    """Refused where labels seem to stand elsewhere, else warned of."""
    done = run("spans", *sides, "-m", "sets::span", "--by", "label")
    assert done.code == 2
    assert "--by=label" in done.err or "by=label: no annotation has a type; column 4" in done.err
    result = nerkit.evaluate(UNTYPED, UNTYPED, measures=["sets::span"], by=["label"])
    assert any("by=label: no annotation has a type" in text for text in result.warnings)


def test_of_several_systems_one_without_types_is_named():
    """Against gold without types it would be perfect, whatever the others have."""
    request = {"measures": ["strict"], "task": "spans"}
    with pytest.raises(UsageError, match="no annotation of gold and system has a type"):
        nerkit.compare(UNTYPED, {"a": UNTYPED, "b": {"d": [(0, 4, "PER")]}}, **request)


@pytest.mark.parametrize("size", ["none", "64kB"])
@pytest.mark.parametrize("untyped", ["first", "all", "system"])
def test_parts_of_a_file_say_what_the_whole_says(run, write, size, untyped):
    """Rows, warnings and refusals are the same with shards."""

    def side(name, typed):
        columns = ["\t\t\tPER" if typed(i) else "" for i in range(6000)]
        return write(name, "".join(f"d{i:05}\t0\t4{column}\n" for i, column in enumerate(columns)))

    later = {"first": lambda i: i > 4000, "all": lambda _: False, "system": lambda _: True}[untyped]
    gold, system = side("g.tsv", later), side("s.tsv", later if untyped != "system" else lambda _: False)
    scored = ("spans", "-g", gold, f"s={system}", "-f", "json")
    whole, parts = run(*scored, "--shard-size", "none"), run(*scored, "--shard-size", size)
    assert json.loads(whole.out)["rows"] == json.loads(parts.out)["rows"]
    assert [text for text in whole.err.split("\n") if "one piece" not in text] == [
        text for text in parts.err.split("\n") if "one piece" not in text
    ]
    refused = run(*scored, "-m", "strict", "--shard-size", size)
    assert refused.code == (2 if untyped == "all" else 0)


def test_columns_of_hipe_that_one_side_has(run, write):
    """Labels in another column are no silent 0."""
    head = "TOKEN\tNE-COARSE-LIT\tNE-FINE-LIT\tMISC\n# document_id = d1\n"
    gold = write("g.tsv", f"{head}Ann\tB-pers\tO\t_\nleft\tO\tO\t_\n")
    system = write("s.tsv", f"{head}Ann\tO\tB-pers\t_\nleft\tO\tO\t_\n")
    done = run("spans", "--from", "hipe", "-g", gold, system)
    assert "none of 1 annotation has a label in NE-COARSE-LIT" in done.err


def test_agreement_and_noisy_text_need_labels(run, write, sides):
    """Two annotators who chose other types, in the wrong column, do not agree by 1."""
    done = run("agree", *sides[1:])
    assert (done.code, done.out) == (2, "")
    assert "the type is column 6" in done.err
    path = write("a.jsonl", lines(span(0, ner="PER", x="a"), span(8, ner="LOC", x="b")))
    done = run("noisy", "-g", path, path)
    assert (done.code, done.out) == (2, "")
    assert "'ner', 'x'" in done.err
