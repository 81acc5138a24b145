"""Results as files: read back, merged, refused."""

import itertools
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mrp_lines import JOINED, line

import nerkit
from nerkit.evaluation.stored import results as stored
from nerkit.exceptions import NerkitError
from nerkit.results.counts import ALL, Counts
from nerkit.results.rows import Pooled

spans = st.lists(
    st.tuples(st.integers(0, 9), st.integers(10, 14), st.sampled_from(["A", "B=C", "D;E"])), max_size=4
)
MEASURES = ["sets::span+type", "overlap-maxsum::span"]


def scored(pairs, first=0):
    gold, system = ({f"d{first + i}": pair[side] for i, pair in enumerate(pairs)} for side in (0, 1))
    return nerkit.evaluate(
        gold, system, measures=MEASURES, by=["label", "document"], macro=True, extra="spurious"
    )


def through_a_file(result, folder):
    path = folder / "r.json"
    path.write_text(json.dumps(stored.counts_of(result)))
    return stored.read(str(path))


@given(st.lists(st.tuples(spans, spans), min_size=2, max_size=6), st.data())
def test_shards_add_up_to_the_whole(tmp_path_factory, pairs, data):
    """Whatever the cut, merged shards print what a single run prints, to the byte, and store the same
    counts.
    """
    cut = data.draw(st.integers(1, len(pairs) - 1))
    folder = tmp_path_factory.mktemp("shards")
    parts = [through_a_file(scored(pairs[:cut]), folder), through_a_file(scored(pairs[cut:], cut), folder)]
    whole = scored(pairs)
    merged = stored.merged(parts)
    for form in ("table", "tsv", "csv", "jsonl"):
        assert merged.render(form) == whole.render(form)
    read = {name: whole.to_dict()[name] for name in ("inputs", "warnings")}  # a merge has those of all shards
    assert json.dumps(merged.to_dict() | read) == json.dumps(whole.to_dict())
    for key in ("counts", "rows", "signature"):
        assert stored.counts_of(merged)[key] == stored.counts_of(whole)[key]
    pooled = [row.to_dict() for row in stored.merged(parts[::-1]).rows if row.document == "*"]
    assert pooled == [row.to_dict() for row in whole.rows if row.document == "*"]


def test_numbered_documents_are_numbered_on(run, write):
    """Documents without ids continue where the shard before has ended."""
    shards = []
    for name, tag in (("a", "B-X"), ("b", "O")):
        gold = write(f"{name}.gold", "-DOCSTART- O\n\nw B-X\n\n-DOCSTART- O\n\nw O\n")
        system = write(f"{name}.sys", f"-DOCSTART- O\n\nw {tag}\n\n-DOCSTART- O\n\nw O\n")
        out = run("bio", "-g", gold, f"s={system}", "--by", "document", "--counts-only").out
        shards.append(write(f"{name}.json", out))
    rows = [json.loads(line) for line in run("merge", *shards, "-f", "jsonl").out.splitlines()]
    assert [(row["document"], row["p_num"], row["r_den"]) for row in rows] == [
        ("1", 1, 1),
        ("2", 0, 0),
        ("3", 0, 1),
        ("4", 0, 0),
        ("*", 1, 2),
    ]


def test_shards_of_different_frameworks(run, write):
    """The rows of frameworks and their mean are those of the whole, though each shard alone has a single
    framework.
    """
    one = line("1", framework="dm", flavor=0, **JOINED)
    two = line("2", framework="psd", flavor=0, **JOINED | {"tops": [0]})
    for number, text in (("1", one), ("2", two), ("3", one + two)):
        gold, system = write("g.mrp", text), write("s.mrp", text.replace("ARG1", "ARG2"))
        write(f"{number}.json", run("mrp", "-g", gold, f"s={system}", "--counts-only").out)
    assert run("merge", "1.json", "2.json").out == run("merge", "3.json").out
    assert "macro" in run("merge", "2.json", "1.json").out


def test_a_label_that_is_called_as_everything_is(run, write):
    """Rows call it `label=*`, a document `document=*`, before and after it is stored."""
    gold = write("g.tsv", "*\t0\t1\t\t\t*\nmacro\t0\t1\t\t\tmacro\nd\t0\t1\t\t\tX\n")
    score = (
        *("spans", "-g", gold, f"s={gold}", "-m", "sets::span+type", "--by", "label", "--by"),
        *("document", "--macro"),
    )
    stored = write("stored.json", run(*score, "--counts-only").out)
    for done in (run(*score, "-f", "json"), run("merge", stored, "-f", "json")):
        named = [(row["document"], row["label"]) for row in json.loads(done.out)["rows"]]
        assert len(named) == len(set(named))
        assert {("*", "*"), ("*", "macro"), ("macro", "*")} <= set(named)
        assert {("*", "label=*"), ("*", "label=macro"), ("document=*", "*"), ("document=macro", "*")} <= set(
            named
        )


def test_what_does_not_add(run, write):
    """Other options, the same documents, a measure of the corpus as a whole: exit 2 and nothing on stdout."""
    gold = write("g.tsv", "d\t0\t1\t\t\tPER\n")

    def made(name, *options):
        return write(name, run("spans", "-g", gold, f"s={gold}", *options, "--counts-only").out)

    one, again = made("1.json", "-m", "sets::span"), made("2.json", "-m", "sets::span")
    other, wide = made("3.json", "-m", "overlap-maxmax::span"), made("4.json", "-m", "sets::type")
    named = write("5.json", run("spans", "-g", gold, f"t={gold}", "-m", "sets::span", "--counts-only").out)
    for pair, said in (
        ((one, named), "results of different systems cannot be added: s and t"),
        ((one, other), "results of different kinds"),
        ((one, again), "documents with the same name: d"),
        ((wide, wide), "computed over a whole corpus, so results cannot be added"),
    ):
        done = run("merge", *pair)
        assert (done.code, done.out) == (2, "")
        assert said in done.err


def test_statistics_of_a_merged_result(run, write):
    """Intervals of a merge are those of the single run."""
    gold = "".join(f"d{i}\t0\t1\n" for i in range(9))
    system = "".join(f"d{i}\t0\t{1 + i % 2}\n" for i in range(9))
    files = write("g.tsv", gold), write("s.tsv", system)
    score = ("spans", "-g", files[0], f"s={files[1]}", "-m", "sets::span")
    path = write("r.json", run(*score, "--counts-only").out)
    assert run("merge", path, "--confidence").out == run(*score, "--confidence").out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{\n  oops", "r.json:2:3: expecting property name enclosed in double quotes\n    oops\n    ^"),
        ("[]", "the file is not a stored result"),
        ('{"schema": 2, "signature": "", "rows": []}', "the result has schema 2, but nerkit knows schema 1"),
        ('{"schema": 1, "signature": "x", "rows": [{}]}', "the stored result is damaged"),
    ],
)
def test_files_that_hold_no_result(run, write, text, said):
    """Place and remedy, exit 2."""
    done = run("merge", write("r.json", text))
    assert (done.code, done.out) == (2, "")
    assert said in done.err


WRONG = ("DELETED", None, "x", [], {}, [1], {"a": 1})


def places(value, path=()):
    """Where a stored result can be damaged: the keys down to every value, of lists to the first two
    elements.
    """
    children = (
        value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    )
    for key, child in children:
        yield (*path, key)
        yield from places(child, (*path, key))


def damaged(stored, path, value):
    """A copy with another value in a place, or without it."""
    copy = json.loads(json.dumps(stored))
    at = copy
    for key in path[:-1]:
        at = at[key]
    if value == "DELETED":
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return json.dumps(copy)


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 5])
@pytest.mark.parametrize("option", ["-fjson", "--counts-only"])
def test_no_damage_is_a_traceback(run, write, option, every):
    """Whatever is changed in a stored result, commands that read it end with a code of theirs."""
    gold = write("g.bio", "a B-PER\nb B-LOC\n")
    result = json.loads(run("bio", "-g", gold, f"s={gold}", option, "--by", "label").out)
    for path, value in list(itertools.product(places(result), WRONG))[::every]:
        found = write("r.json", damaged(result, path, value))
        for command in (("merge", found), ("compare", f"a={found}", f"b={found}")):
            assert run(*command).code in (0, 2), (path, value)


def test_a_value_that_is_no_number(run, write):
    """A row that was edited by hand: exit 2, as for other damage."""
    gold = write("g.tsv", "d\t0\t1\n")
    score = ("spans", "-g", gold, f"s={gold}", "-m", "sets::span")
    damaged = run(*score, "-f", "json").out.replace('"value": 1.0', '"value": "high"')
    done = run(*score, "--compare-to", write("r.json", damaged))
    assert (done.code, done.out) == (2, "")
    assert "r.json: the stored result is damaged (value is 'high', not a number)" in done.err


def test_results_with_intervals_do_not_add():
    """Intervals are not sums."""
    data = {"a": [(0, 1, "X")], "b": [(0, 1, "X")]}
    with pytest.raises(NerkitError, match="results with intervals or tests cannot be added; add"):
        nerkit.evaluate(data, data).confidence() + nerkit.evaluate(data, data)


def test_rows_stand_for_themselves(run, write):
    """A result without counts has its rows as they were written, composites, labels and averages too; it is
    ranked and not added.
    """
    gold = write(
        "g.jsonl", '{"doc_key": "d", "sentences": [["a", "b", "c"]], "clusters": [[[0, 0], [1, 1]]]}\n'
    )
    out = run("coref", "-g", gold, f"s={gold}", "--macro", "--by", "document", "-f", "json").out
    path = write("r.json", out)
    assert [row.to_dict() for row in stored.read(str(path)).rows] == json.loads(out)["rows"]
    done = run("compare", f"a={path}", f"b={path}", "-m", "conll", "-f", "jsonl")
    ranks = [json.loads(line) for line in done.out.splitlines()]
    assert {(row["value"], row["rank"]) for row in ranks if row["measure"] == "conll"} >= {(1.0, 1)}
    done = run("merge", path, path)
    assert (done.code, done.out) == (2, "")
    assert "results without counts cannot be added; write results with" in done.err


def test_values_that_are_not_f_are_stored(run, write):
    """A formula's own headline, precision averaged over documents, comes back from counts."""
    text = '[metric]\nname = "p"\nfield = "xs"\nset = "same"\nnormalize = "p"\naverage = "macro"\n'
    gold, system = (
        write("g.jsonl", '{"xs": [1]}\n{"xs": [1]}\n'),
        write("s.jsonl", '{"xs": [1, 2]}\n{"xs": [1]}\n'),
    )
    score = ("ie", "-g", gold, f"s={system}", "--metric", write("m.toml", text))
    path = write("r.json", run(*score, "--counts-only").out)
    assert run("merge", path).out == run(*score).out
    assert "0.750" in run("merge", path).out


SENTENCES = [
    *("a B-X\nb O\n\n", "c O\nd B-Y\n\n", "e B-X\nf I-X\n\n", "g B-Y\nh O\n\n"),
    *("i O\nj O\n\n", "k B-X\nl O\n\n"),
]
TAGGED = [
    *("a B-X\nb O\n\n", "c O\nd B-X\n\n", "e B-X\nf O\n\n", "g B-Y\nh O\n\n"),
    *("i O\nj B-X\n\n", "k B-X\nl O\n\n"),
]


@pytest.fixture
def shards(run, write):
    """Counts of two parts of a text without documents under two systems, and the score of the whole."""

    def made(system, measure="chunk"):
        paths = []
        for number, part in enumerate((slice(0, 2), slice(2, 6))):
            gold = write(f"gold{number}.bio", "".join(SENTENCES[part]))
            tags = write(f"{system}{number}.bio", "".join((TAGGED if system == "a" else SENTENCES)[part]))
            score = ("bio", "-g", gold, f"{system}={tags}", "-m", measure, "-m", "strict", "--by", "label")
            paths.append(write(f"{system}{number}.json", run(*score, "--counts-only").out))
        return paths

    return made


def test_merged_parts_of_a_text_have_the_intervals_of_the_whole(run, write, shards):
    """Counts are stored by the sentences that statistics draw; documents alone would be two."""
    gold, system = write("gold.bio", "".join(SENTENCES)), write("system.bio", "".join(TAGGED))
    score = ("bio", "-g", gold, f"a={system}", "-m", "chunk", "-m", "strict", "--by", "label", "--confidence")
    whole, merged = run(*score), run("merge", *shards("a"), "--confidence")
    assert "unit:sentence" in whole.err
    assert merged.out == whole.out
    again = run("merge", *shards("a"), "--counts-only").out
    assert run("merge", write("again.json", again), "--confidence").out == whole.out


def test_merged_parts_compare(run, write, shards):
    """Systems whose parts were merged are tested on the sentences of all parts."""
    for system in "ab":
        write(f"{system}.json", run("merge", *shards(system), "--counts-only").out)
    gold = write("gold.bio", "".join(SENTENCES))
    systems = [f"a={write('a.bio', ''.join(TAGGED))}", f"b={write('b.bio', ''.join(SENTENCES))}"]
    whole = run("compare", "-g", gold, *systems, "-m", "chunk", "-f", "tsv")
    compared = run("compare", "a=a.json", "b=b.json", "-m", "chunk", "-f", "tsv")
    pooled = [line for line in compared.out.splitlines() if "\tchunk\t*\t*\t" in line]
    assert pooled == [line for line in whole.out.splitlines() if "\tchunk\t*\t*\t" in line]
    other = write("other.json", run("merge", *shards("a")[:1], "--counts-only").out)
    assert "different gold" in run("compare", "a=a.json", f"b={other}").err


def test_a_part_counts_once(run, shards):
    """The same names and checksums of gold and system: an accident with a wildcard."""
    first, second = shards("a")
    done = run("merge", first, second, first)
    assert (done.code, done.out) == (2, "")
    assert "the same part twice" in done.err


def test_what_cannot_be_resampled_is_left_out(run, write):
    """The other measures have their intervals and tests; a measure alone says why it has none."""
    gold = write("g.tsv", "".join(f"{name}\t0\t1\tE\t1\tX\n" for name in "defghi"))
    score = ("spans", "-g", gold, f"a={gold}", f"b={gold}", "-m", "sets::type", "-m", "sets::span")
    done = run(*score, "--confidence", "--paired", "randomization", "-f", "jsonl")
    assert done.code == 0
    rows = {row["measure"]: row for row in map(json.loads, done.out.splitlines()) if row["system"] == "b"}
    assert rows["sets::type"]["value_low"] is rows["sets::type"]["p"] is None
    assert rows["sets::span"]["value_low"] == rows["sets::span"]["p"] == 1.0
    assert "sets::type: not a sum over documents, so no interval" in done.err
    assert "sets::type: not a sum over documents, so not tested" in done.err
    assert run(*score[:6], "sets::type", "--confidence").code == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "r.json: nested too deeply"),
        ('{"schema": 1, "rows": ' + "9" * 5000 + "}", "r.json: the integer has more than 4,300 digits"),
    ],
    ids=["nesting", "digits"],
)
def test_json_that_python_gives_up_on(run, write, text, said):
    """An error of the file."""
    done = run("merge", write("r.json", text))
    assert (done.code, said in done.err) == (2, True)


@pytest.mark.parametrize("damage", ["documents", "rows", "labels"])
def test_systems_are_the_same_everywhere(run, write, damage):
    """One that has documents or rows and no labels, or labels and no documents, is told."""
    gold = write("g.tsv", "d\t0\t1\n")
    result = json.loads(run("spans", "-g", gold, f"s={gold}", "--counts-only").out)
    counts = result["counts"]
    if damage == "rows":
        result["rows"].append(result["rows"][0] | {"system": "t"})
    else:
        counts[damage]["t"] = counts[damage]["s"]
    done = run("merge", write("r.json", json.dumps(result)))
    assert (done.code, done.out) == (2, "")
    assert "the stored result is damaged (systems are ['s'" in done.err


@pytest.mark.parametrize("by", [[], ["document"], ["label"], ["document", "label"]])
def test_counts_are_told_by_rows(by, tmp_path):
    """Of documents where there are such rows, else of everything; averages and labels are no counts."""
    gold = {"d": [(0, 1, "A"), (2, 3, "B")], "e": [(0, 1, "A")]}
    system = {"d": [(0, 1, "A"), (2, 3, "A")], "e": []}
    made = nerkit.evaluate(gold, system, measures=["sets::span+type"], by=by, macro=True)
    path = tmp_path / "r.json"
    path.write_text(json.dumps(made.to_dict()))
    read = stored.read(str(path))
    (counts,) = read.counts.values()
    assert counts.documents == (["d", "e"] if "document" in by else [])
    assert counts.pooled().tolist() == [[[1, 2, 1, 3]]]

    def cuts(result):
        rows = [row.cut for row in result.rows if ";" not in row.label]
        return [
            (*cut, isinstance(cut[0], Pooled), [isinstance(v, Pooled) for _, v in cut[1]]) for cut in rows
        ]

    assert cuts(read) == cuts(made)


@pytest.mark.parametrize("count", ["-1", "1e300", "1" + "0" * 400])
def test_counts_that_are_not_possible(run, write, count):
    """Negative ones, and those too large to add."""
    gold = write("g.tsv", "d\t0\t1\n")
    stored = run("spans", "-g", gold, gold, "--counts-only").out.replace('"p_num": 1', f'"p_num": {count}')
    done = run("merge", write("r.json", stored))
    assert (done.code, "the stored result is damaged" in done.err) == (2, True)


def test_results_side_by_side_are_of_the_same_measures(run, write):
    """Another one, or one that they do not have, is named: exit 2, nothing on stdout."""
    gold = write("g.tsv", "d\t0\t1\t\t\tPER\n")
    paths = {
        name: write(f"{name}.json", run("spans", "-g", gold, f"s={gold}", "-m", name, "-f", "json").out)
        for name in ("sets::span", "sets::span+type")
    }
    one, other = paths.values()
    done = run("compare", f"a={one}", f"b={other}")
    assert (done.code, done.out) == (2, "")
    assert "b: the settings differ from the first result" in done.err
    done = run("compare", f"a={one}", f"b={one}", "-m", "sets::spam")
    assert (done.code, done.out) == (2, "")
    assert "sets::spam" in done.err
    assert "sets::span" in done.err


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("a.json", True),
        ("x.jsonl/A.JSON.gz", True),
        ("a.jsonl", False),
        ("a.jsonl.gz", False),
        ("a.bio", False),
        ("x.json/a", False),
    ],
)
def test_how_stored_results_are_named(path, wanted):
    """By the name of the file, whatever its folders are called."""
    assert stored.is_stored(path) == wanted


def test_rows_are_read_as_they_were_written(write):
    """With what they have besides; a result without a beta was made with 1."""
    gold = {"d": [(0, 1, "A"), (2, 3, "B")]}
    made = nerkit.evaluate(gold, {"d": [(0, 1, "A")]}, measures=["sets::span"]).to_dict()
    made["rows"][0] |= {"optimal": True}
    assert "beta" not in made["options"]
    read = stored.read(write("r.json", json.dumps(made)))
    (row,) = read.rows
    assert (row.extra, row.value, read.scoring.beta) == ({"optimal": True}, 2 / 3, 1)


def test_units_of_statistics_are_those_that_all_systems_have():
    """As many of the same kind of each."""
    one, two = (Counts.collect([str(i) for i in range(n)], [], []) for n in (1, 2))
    both = {"a": ("sentence", one), "b": ("sentence", one)}
    assert stored._common_units(both, "ab") == ("sentence", {"a": one, "b": one})
    assert stored._common_units(both, "abc") is None
    for other in (("sentence", two), ("document", one)):
        assert stored._common_units({"a": ("sentence", one), "b": other}, "ab") is None


def test_labels_of_which_nothing_is_counted_are_kept(tmp_path):
    """Behind the one for everything, in the order of their texts."""
    spans = {"d": [(0, 1, label, "NIL1") for label in ("b", "!", "A")]}
    made = nerkit.evaluate(spans, spans, measures=["strong_linked_mention_match"], by=["label"])
    labels = [ALL, *((("label", name),) for name in ("!", "A", "b"))]
    assert stored.counts_of(made)["counts"]["labels"] == {"system": labels}
    (counts,) = through_a_file(made, tmp_path).counts.values()
    assert counts.labels == labels


def test_further_numbers_that_are_not_written_are_zero(run, write):
    """As those of a file of rows that count nothing."""
    graph = write("g.amr", "(a / b :ARG0 (c / d))\n")
    made = json.loads(run("amr", "-g", graph, f"s={graph}", "--counts-only").out)
    for row in made["rows"]:
        assert row.pop("unproven") == 0
    rows = stored.read(write("r.json", json.dumps(made))).rows
    assert {json.dumps(row.extra) for row in rows} == {'{"optimal": true}'}


def test_results_that_compare():
    """Cuts and the order of options make no difference; other options and tasks do."""
    made = nerkit.evaluate({"d": [(0, 1, "A")]}, {"d": []}, measures=["sets::span"])
    options = made.options | {"match": "equal", "beta": 2.0}
    one = replace(made, options=options)
    for same in (dict(reversed(options.items())), options | {"by": ["label"], "macro": True}):
        assert stored.comparable(one, replace(one, options=same))
    for other in (replace(one, options=options | {"match": "overlap"}), replace(one, task="bio")):
        assert not stored.comparable(one, other)


def test_measures_of_which_lower_values_are_better():
    """Those alone, of any that a result has."""
    assert stored.lower_is_better("spans", ["sets::span", "loss"]) == ("loss",)
