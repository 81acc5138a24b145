"""Records scored by formulas: the command, in every direction that commands have."""

import gc
import json
import subprocess
import sys

import pytest
from hypothesis import strategies as st

import nerkit
from nerkit.algebra import field, match_sets, record, same
from nerkit.algebra.levels import Level
from nerkit.exceptions import InputError, NerkitError, UsageError
from nerkit.scorers import task_named

GOLD = [
    {
        "id": "a",
        "relations": [
            {"type": "loc", "head": [0, 1], "tail": [3, 5]},
            {"type": "cap", "head": [7, 8], "tail": [3, 5]},
        ],
    },
    {"id": "b", "relations": []},
    {"id": "c", "relations": [{"type": "loc", "head": [1, 2], "tail": [4, 5]}]},
]
SYSTEM = [
    {
        "id": "c",
        "relations": [
            {"type": "loc", "head": [1, 2], "tail": [4, 5]},
            {"type": "loc", "head": [1, 2], "tail": [4, 5]},
        ],
    },
    {
        "id": "a",
        "relations": [
            {"type": "loc", "head": [0, 1], "tail": [3, 5]},
            {"type": "loc", "head": [7, 8], "tail": [3, 5]},
        ],
    },
]
UNTYPED = (
    '[metric]\nfield = "relations"\nset = "Relation"\nnormalize = "f1"\n'
    '[class.Relation]\nhead = "same"\ntail = "same"\n'
)


def lines(documents):
    return "".join(json.dumps(document) + "\n" for document in documents)


@pytest.fixture
def score(run, write):
    """Score the example, with further arguments."""

    def command(*arguments, gold=GOLD, system=SYSTEM):
        return run(
            "ie",
            "-g",
            write("gold.jsonl", lines(gold)),
            "-s",
            write("system.jsonl", lines(system)),
            *arguments,
        )

    return command


def test_relations_are_scored_without_a_formula(score):
    """The exact table, and what there is to say: a missing document, a repeated relation."""
    done = score()
    assert done.out == (
        "measure        P      R     F1    correct    sys    gold\n"
        "relation   0.667  0.667  0.667          2      3       3\n"
    )
    assert "b" in done.err.splitlines()[0]
    assert (
        "relation: 1 repeated element of relations counted once (0 in the gold file, 1 in the system)"
    ) in done.err
    assert done.err.splitlines()[-1] == "ie|relation|empty:zero|v:0.1.0"


def test_a_formula_of_ones_own(score, write):
    """Its row has the file's name, the signature its formula; documents, formats, several formulas work."""
    untyped = write("untyped.toml", UNTYPED)
    done = score("--metric", untyped, "-m", "untyped", "-m", "relation", "--by", "document", "-f", "tsv")
    rows = [line.split("\t") for line in done.out.splitlines()]
    numbers = [(row[1], row[2], row[rows[0].index("f1")]) for row in rows[1:]]
    assert numbers == [
        *(("untyped", "a", "1.0"), ("untyped", "b", "0.0"), ("untyped", "c", "1.0"), ("untyped", "*", "1.0")),
        *(("relation", "a", "0.5"), ("relation", "b", "0.0"), ("relation", "c", "1.0")),
        ("relation", "*", rows[-1][rows[0].index("f1")]),
    ]
    assert "metric:F1_relations[1:1](head × tail)" in score("--metric", untyped).err
    named = write("two.toml", UNTYPED.replace("[metric]", '[metric]\nname = "untyped"'))
    assert "two metrics have the name 'untyped'" in score("--metric", untyped, "--metric", named).err


def test_averages_and_normalizers(score, write):
    """The value is the formula's: recall, Jaccard, the sum; macro is the mean over documents."""
    for change, value in (
        ('normalize = "r"', 1.0),
        ('normalize = "j"', 1.0),
        ("", 3),
        ('normalize = "f1"\naverage = "macro"', 2 / 3),
        ('normalize = "f0.5"', 1.0),
    ):
        path = write("m.toml", UNTYPED.replace('normalize = "f1"', change))
        assert float(score("--metric", path, "-b").out) == pytest.approx(value)


def test_macro_of_a_formula_has_rows_of_documents_only(score, write):
    """There are no labels to average over."""
    rows = json.loads(score("--metric", write("m.toml", UNTYPED), "--macro", "-f", "json").out)["rows"]
    assert {row["label"] for row in rows} == {"*"}
    assert {row["document"] for row in rows} == {"macro", "micro", "weighted", "*"}


def test_documents_without_ids_pair_by_order(score):
    """And a repeated id is an error, or its lists are put together."""
    gold = [{"relations": document["relations"]} for document in GOLD[:1]]
    assert "1.000" in score(gold=gold, system=gold).out
    assert score(gold=[GOLD[0], GOLD[0]]).code == 2
    done = score("--duplicates", "all", gold=[GOLD[0], {**GOLD[2], "id": "a"}], system=[SYSTEM[1]])
    assert done.out.splitlines()[1].split()[-1] == "3"


def test_only_some_documents(score, write):
    """--only document=ID; labels are those of the task's own measures, formulas of one's own have none."""
    assert score("--only", "document=c").out.splitlines()[1].split()[1] == "1.000"
    for arguments in (("--labels", "x"), ("--only", "type=x"), ("--by", "label")):
        done = score("--metric", write("untyped.toml", UNTYPED), *arguments)
        assert (done.code, done.out) == (2, "")
    assert score("--by", "type").code == 2
    assert "unknown field 'color'" in score("--only", "color=x").err


@pytest.mark.parametrize("arguments", [("--labels", "loc"), ("--only", "type=loc"), ("--only", "label=loc")])
def test_only_some_labels(score, arguments):
    """Both sides are filtered, then matched."""
    assert score(*arguments).out.splitlines()[1].split() == [
        *("relation", "0.667", "1.000", "0.800", "2", "3", "2")
    ]


def test_labels_are_renamed(score, write):
    """`cap` is `loc`, so that the system's `loc` is right."""
    assert score("--map", write("names.tsv", "cap\tloc\n"), "-b").out == "1.0\n"


def test_rows_by_label(score):
    """A row for every type of either side, and for every type of a document."""
    rows = json.loads(score("--by", "label", "--by", "document", "-f", "json").out)["rows"]
    numbers = {
        (row["document"], row["label"]): [row[name] for name in ("p_num", "p_den", "r_den")] for row in rows
    }
    assert numbers["*", "cap"] == [0, 0, 1]
    assert numbers["*", "loc"] == [2, 3, 2]
    assert numbers["a", "loc"] == [1, 2, 1]
    assert ("b", "loc") not in numbers
    done = score("--labels", "loc", "--by", "label", "-f", "tsv")
    assert [line.split("\t")[3] for line in done.out.splitlines()[1:]] == ["loc", "*"]


@pytest.mark.parametrize(
    ("gold", "message"),
    [
        (
            '{"id": 1, "relations": [{"type": "x", "head": 1, "tial": 2}]}',
            "gold.jsonl:1:25: no field 'tail'; did you mean 'tial'?",
        ),
        ('{"id": 1, "relations": []}\n{"id": 2, "relations": 7}', "gold.jsonl:2:24: 7 is not a collection"),
        ('{"id": 1, "relations": []}\n3', "gold.jsonl:2:1: 3 is not a document"),
        ('{"id": 1.5, "relations": []}', "gold.jsonl:1:8: the id 1.5 is neither text nor an integer"),
        ('{"id": 1, "relations": [}', "gold.jsonl:1:25: not valid JSON"),
        ("1\t2\t3", "gold.jsonl: span-tsv, which nerkit ie does not read"),
    ],
)
def test_data_of_another_shape(run, write, gold, message):
    """The file, the line, the column, and the formula that asked; no score."""
    system = write("system.jsonl", '{"id": 1, "relations": [{"type": "x", "head": 1, "tail": 2}]}')
    write("gold.jsonl", gold)
    done = run("ie", "-g", "gold.jsonl", "-s", system, "--extra", "ignore")
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_field_that_no_document_has_is_the_formulas_error(score, write):
    """The error points at the line of the TOML file."""
    done = score("--metric", write("m.toml", UNTYPED.replace("head", "haed")))
    assert "m.toml:6:1: no field 'haed'; did you mean 'head'? (the fields are type, head, tail)" in done.err
    done = score("--metric", write("m.toml", UNTYPED.replace('"relations"', '"relation"')))
    assert "m.toml:2:1: no field 'relation'; did you mean 'relations'?" in done.err


def test_options_load_no_numpy():
    """The command can take the task's formats and options at no cost."""
    code = "import sys, nerkit.scorers.ie.options as options; print(options.READS, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "records False\n"


def test_without_a_known_field_a_formula_is_asked_for(score):
    """Nothing is guessed."""
    done = score(gold=[{"id": "a", "x": []}], system=[{"id": "a", "x": []}])
    assert "give your own formula with --metric FILE" in done.err
    assert "unknown measure 'relatoin'; did you mean 'relation'?" in score("-m", "relatoin").err


def test_in_python():
    """Lists and mappings of documents, formulas as objects or files."""
    metric = field("relations", match_sets(record(head=same, tail=same), normalize="f1"))
    gold, system = ({document["id"]: document for document in side} for side in (GOLD, SYSTEM))
    result = nerkit.evaluate(gold, system, task="ie", metric={"untyped": metric}, by=["document"])
    assert result["untyped"].f1 == 1
    assert result["untyped", "*", "b"].r_den == 0
    alone = nerkit.evaluate(GOLD, GOLD, task="ie", metric=metric)
    assert alone.f1 == 1
    assert json.loads(alone.render("json"))["options"] == {"metric": "F1_relations[1:1](head × tail)"}
    assert nerkit.evaluate(GOLD, GOLD, task="ie").f1 == 1
    scorer = nerkit.Scorer("ie", metric=metric)
    scorer.add(GOLD[0], SYSTEM[1])
    assert scorer.result().f1 == 1
    with pytest.raises(
        UsageError, match="nerkit ie needs a list of documents, or a dict from ids to documents"
    ):
        task_named("ie").read_objects(3)
    with pytest.raises(InputError, match="gold:1:2: no field 'relations'"):
        nerkit.evaluate([{}], [{}], task="ie", metric=metric)


def test_a_python_file(score, write):
    """`--metric my.py` is run as the user's own code; what its functions return is checked."""
    text = (
        "from nerkit.algebra import field, func, match_sets\n"
        "metric = field('relations', match_sets(field('type', func({}))))\n"
    )
    good = text.format("lambda gold, system: float(gold == system)")
    assert score("--metric", write("types.py", good)).out.splitlines()[1].startswith("types ")
    done = score("--metric", write("types.py", text.format("lambda gold, system: float('nan')")))
    assert (done.code, done.out) == (2, "")
    assert "is nan, but a similarity must be a finite number of at least 0" in done.err


def test_empty_sides_are_scored(run, write):
    """A blank file is a side without documents."""
    gold, blank = write("gold.jsonl", lines(GOLD)), write("blank.jsonl", "")
    done = run("ie", "-g", gold, "-s", blank, "-f", "json")
    row = json.loads(done.out)["rows"][0]
    assert (row["p_den"], row["r_den"], row["value"]) == (0, 3, 0)


end = st.integers(0, 2)
span = st.tuples(end, st.integers(3, 4)).map(list)


def scored(name, gold, system, **options):
    return nerkit.evaluate(gold, system, task="ie", measures=[name], **options)


def test_blank_sides(run, write):
    """Two blank files are sides without records: scored, and said."""
    done = run("ie", "-g", write("g.jsonl", ""), "-s", write("s.jsonl", "\n"), "-b")
    assert (done.code, done.out) == (0, "0.0\n")
    assert "no items" in done.err


def test_a_system_without_the_lists_of_gold_is_told(write):
    """A file of something else would score 0 in silence, as would lists that are empty in all documents."""
    event = {"id": "e", "event_type": "Sale", "trigger": {"start": 0, "end": 1, "text": "a"}, "arguments": []}
    gold = write("g.json", json.dumps({"doc_id": "a", "tokens": ["a"], "event_mentions": [event]}) + "\n")
    other = write("o.json", json.dumps({"doc_id": "a", "predicted": "sold"}) + "\n")
    empty = write("e.json", json.dumps({"doc_id": "a", "tokens": ["a"], "event_mentions": []}) + "\n")
    options = {"task": "ie", "measures": ["argument-c"]}
    result = nerkit.evaluate(gold, other, **options)
    assert f"{other}: no document has events or relations" in result.warnings
    assert nerkit.evaluate(gold, empty, **options).warnings == (
        f"{empty}: no document has events, and gold's have, which argument-c compares",
    )


@pytest.mark.parametrize(
    ("name", "lacking"),
    [
        ("relation-strict", {"relations": [{"type": "x", "head": [2, 3], "tail": [4, 5], "head_type": "P"}]}),
        ("trigger-c", {"events": [{"type": "x", "arguments": []}]}),
        ("event-eq16", {"events": [{"type": "x", "arguments": [{"role": "r", "span": [0, 1]}]}]}),
    ],
)
def test_a_field_that_one_item_lacks(name, lacking):
    """It is absent on both sides, or on one; where no item has it, it is an error."""
    relation = {"type": "x", "head": [0, 1], "tail": [2, 3], "head_type": "P", "tail_type": "Q"}
    event = {"type": "x", "trigger": [0, 1], "arguments": [{"role": "r", "span": [1, 2]}]}
    whole = {"relations": [relation], "events": [event]}
    both = {key: [*whole[key], *lacking.get(key, ())] for key in whole}
    assert scored(name, [both], [both], form="records")[name].f1 == 1
    (key,) = lacking
    full = {**lacking[key][0], "tail_type": "Q", "trigger": [8, 9]}
    found = scored(name, [both], [{**both, key: [*whole[key], full]}], form="records")[name]
    assert (found.p_num, found.p_den) == (1, 2)
    with pytest.raises(NerkitError, match="no field"):
        scored(name, [lacking], [lacking], form="records")


def test_documents_are_freed_when_they_are_counted():
    """Nothing waits for the collector of circles, which looks at all that many shards have read."""
    gc.collect()
    gc.disable()
    try:
        nerkit.evaluate(GOLD, GOLD, task="ie", by=["label"])
        assert not [one for one in gc.get_objects() if isinstance(one, Level)]
    finally:
        gc.enable()
