"""What annotators said of items: tables in every layout, and labels of documents of annotation tools."""

import csv
import io
import itertools
import json
import math
import subprocess
import sys

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.agreement import alpha, kappa

from nerkit.evaluation.agreement.agree import agree
from nerkit.evaluation.agreement.options import AgreeRequest
from nerkit.exceptions import InputError, UsageError

NAMES = ["anna", "ben", "carla", "dan"]
LABELS = ["pos", "neg", "neutral"]


def kappa_of(values):
    """Cohen's kappa, mean over pairs on their common items; nan where any pair has none."""
    found = []
    for pair in itertools.combinations(values, 2):
        both = [said for said in zip(*pair, strict=True) if None not in said]
        try:
            found.append(kappa(*zip(*both, strict=True)))
        except (ZeroDivisionError, TypeError):
            return math.nan
    return float(sum(found) / len(found))


def alpha_of(values):
    """Krippendorff's alpha; nan where it is undefined."""
    units = [[value for value in item if value is not None] for item in zip(*values, strict=True)]
    try:
        return float(alpha([unit for unit in units if len(unit) > 1]))
    except ZeroDivisionError:
        return math.nan


@st.composite
def tables(draw, least=8):
    """Values of two to four annotators, a few of them missing, whose coefficients are defined."""
    count, size = draw(st.integers(2, 4)), draw(st.integers(least, 16))
    value = st.sampled_from([*LABELS, *LABELS, None])
    values = [draw(st.lists(value, min_size=size, max_size=size)) for _ in range(count)]
    assume(not math.isnan(kappa_of(values)) and not math.isnan(alpha_of(values)))
    return values


def lines_of(values):
    """Item, annotator and label of each value that is there."""
    return [
        (f"d{item}", NAMES[who], own[item])
        for item in range(len(values[0]))
        for who, own in enumerate(values)
        if own[item] is not None
    ]


def separated(rows, delimiter):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue()


def coefficients(folder, *files, **asked):
    """Kappa and alpha of what is in these files, which are called a, b, …"""
    for name, text in zip(NAMES, files, strict=False):
        (folder / name).write_text(text, encoding="utf-8")
    paths = {name: str(folder / name) for name in NAMES[: len(files)]}
    result = agree(paths, AgreeRequest(measures=("kappa", "alpha"), **asked))
    return [result.pooled(measure)[0].value for measure in ("kappa", "alpha")]


def expected(values):
    return pytest.approx([kappa_of(values), alpha_of(values)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("items")


HEADERS = [("item", "coder", "label"), ("doc_id", "Annotator", "value"), ("id", "rater_id", "category")]


@pytest.mark.parametrize("delimiter", ["\t", ",", ";", " "])
@given(tables(), st.permutations([0, 1, 2]), st.randoms())
def test_a_long_table_with_names(folder, delimiter, values, order, chance):
    """Columns in any order, lines in any order."""
    lines, header = lines_of(values), chance.choice(HEADERS)
    chance.shuffle(lines)
    rows = [[row[place] for place in order] for row in [header, *lines]]
    assert coefficients(folder, separated(rows, delimiter)) == expected(values)
    assert coefficients(folder, separated(rows, delimiter), units="item") == expected(values)


@pytest.mark.parametrize("delimiter", ["\t", ",", " "])
@given(tables(), st.permutations([0, 1, 2]))
def test_a_long_table_without_names(folder, delimiter, values, order):
    """What is in the columns says which is which; where it does not, nerkit refuses."""
    rows = [[row[place] for place in order] for row in lines_of(values)]
    try:
        found = coefficients(folder, separated(rows, delimiter))
    except InputError as error:
        found = error.remedy
    assert found == expected(values) or "nerkit agree --units item -" in found


@given(tables(least=12))
def test_most_long_tables_without_names_are_read(folder, values):
    """Several items that all annotators labelled are enough."""
    full = [[label or "pos" for label in own] for own in values]
    assume(not math.isnan(kappa_of(full)) and not math.isnan(alpha_of(full)))
    pairs = [(item, label) for item, _, label in lines_of(full)]
    assume(len(set(pairs)) < len(pairs))  # two annotators once agree
    for order in ([0, 1, 2], [1, 0, 2], [2, 0, 1]):
        rows = [[row[place] for place in order] for row in lines_of(full)]
        assert coefficients(folder, separated(rows, "\t")) == expected(full)


@pytest.mark.parametrize("delimiter", ["\t", ",", ";"])
@given(tables(), st.sampled_from(["id", "item", "", "nr", None]))
def test_a_wide_table(folder, delimiter, values, name):
    """An empty cell is a missing value; a column of ids may be there, and may be called anything."""
    rows = [[label or "" for label in item] for item in zip(*values, strict=True)]
    assume(all(any(row) for row in rows))
    rows = [NAMES[: len(values)], *rows]
    if name is not None:
        rows = [[name if not place else f"d{place}", *row] for place, row in enumerate(rows)]
    try:
        found = coefficients(folder, separated(rows, delimiter), units="item")
    except InputError as error:  # few lines may be all different in two columns
        found = error.remedy if name is None else error
    assert found == expected(values) or "awk" in found


def choice(label):
    value = {"choices": [label]}
    return {"type": "choices", "from_name": "tone", "to_name": "text", "value": value}


def tasks(values, who):
    """Tasks of Label Studio that these annotators labelled."""
    return [
        {
            "id": place,
            "data": {"text": f"text {place}"},
            "annotations": [
                {"id": 9 * place + k, "completed_by": k + 1, "result": [choice(values[k][place])]}
                for k in who
                if values[k][place] is not None
            ],
        }
        for place in range(len(values[0]))
    ]


@given(tables())
def test_choices_of_label_studio(folder, values):
    """Of several annotators in one file, and in a file for each; a skipped task is missing."""
    everybody = range(len(values))
    assert coefficients(folder, json.dumps(tasks(values, everybody))) == expected(values)
    named = coefficients(folder, json.dumps(tasks(values, everybody)), annotator="completed_by")
    assert named == expected(values)
    assert coefficients(folder, *(json.dumps(tasks(values, [who])) for who in everybody)) == expected(values)
    whole = tasks(values, everybody)
    whole[0]["annotations"].append({"completed_by": 1, "was_cancelled": True, "result": [choice("pos")]})
    assert coefficients(folder, json.dumps(whole)) == expected(values)


def documents(own, key, user=None, listed=True):
    lines = [
        {
            "id": place,
            "text": f"text {place}",
            key: ([] if label is None else [label]) if listed else label,
            **({"user": user} if user else {}),
        }
        for place, label in enumerate(own)
        if listed or label is not None
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize(("key", "listed"), [("label", True), ("labels", True), ("label", False)])
@given(tables())
def test_document_labels_of_doccano(folder, key, listed, values):
    """A file for each annotator, or one with the field `user`; a document without a label is missing."""
    assert coefficients(folder, *(documents(own, key, listed=listed) for own in values)) == expected(values)
    whole = "".join(documents(own, key, user, listed) for own, user in zip(values, NAMES, strict=False))
    assert coefficients(folder, whole) == expected(values)
    assert coefficients(folder, whole, annotator="user") == expected(values)


@given(tables())
def test_annotations_of_doccano(folder, values):
    """Numbers of labels, with the user of each."""
    lines = [
        {
            "id": place,
            "text": f"text {place}",
            "annotations": [
                {"label": LABELS.index(label), "user": who}
                for who, label in enumerate(item)
                if label is not None
            ],
        }
        for place, item in enumerate(zip(*values, strict=True))
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    assert coefficients(folder, text, annotator="user") == expected(values)


@given(tables(), st.randoms())
def test_files_in_another_order(folder, values, chance):
    """Documents are paired by their ids; where ids differ, by their texts; a table for each annotator too."""
    files, columns = [], []
    for k, own in enumerate(values):
        lines = documents(own, "label").splitlines()
        chance.shuffle(lines)
        files.append("\n".join(lines))
        columns.append(
            separated([("id", "label"), *((f"d{i}", label or "") for i, label in enumerate(own))], ",")
        )
        columns[k] = "\n".join(
            [columns[k].split("\n")[0], *sorted(columns[k].split("\n")[1:], reverse=bool(k))]
        )
    assert coefficients(folder, *files) == expected(values)
    assert coefficients(folder, *columns) == expected(values)
    renumbered = [
        "\n".join(
            json.dumps({**json.loads(line), "id": 1000 * k + n}) for n, line in enumerate(file.split("\n"))
        )
        for k, file in enumerate(files)
    ]
    assert coefficients(folder, *renumbered) == expected(values)


@given(tables(), st.randoms())
def test_a_line_or_an_object_for_each_label(folder, values, chance):
    """Flat exports of Label Studio, whose questions have any name, and objects of item, coder and label."""
    lines = lines_of(values)
    chance.shuffle(lines)
    flat = [
        {
            "annotation_id": n,
            "annotator": who,
            "created_at": f"2024-{n}",
            "id": item,
            "tone": label,
            "text": f"of {item}",
        }
        for n, (item, who, label) in enumerate(lines)
    ]
    table = separated([flat[0], *(one.values() for one in flat)], ",")
    objects = "".join(json.dumps(dict(zip(HEADERS[0], line, strict=True))) + "\n" for line in lines)
    for text in (json.dumps(flat), table, objects):
        assert coefficients(folder, text) == expected(values)


def test_sets_of_labels(folder):
    """Several labels of a document are one value, in whatever order."""
    one = '{"id": 1, "label": ["a", "b"]}\n{"id": 2, "label": ["a"]}\n{"id": 3, "label": ["b"]}\n'
    other = one.replace('["a", "b"]', '["b", "a"]')
    assert coefficients(folder, one, other) == [1.0, 1.0]
    assert coefficients(folder, one, other.replace('["b", "a"]', '["b"]'))[0] == pytest.approx(0.5)


QUESTIONS = [
    {
        "id": place,
        "data": {"text": f"text {place}"},
        "annotations": [
            {
                "completed_by": who,
                "result": [
                    choice(LABELS[place % 2]),
                    {**choice(LABELS[(place + who) % 3]), "from_name": "topic"},
                ],
            }
            for who in (1, 2)
        ],
    }
    for place in range(6)
]


def test_choices_of_several_questions(folder):
    """One is chosen: a coefficient over all of them would compare nothing."""
    with pytest.raises(UsageError, match=r"2 questions[^\0]*--only from_name=tone\n  --only from_name=topic"):
        coefficients(folder, json.dumps(QUESTIONS))
    assert coefficients(folder, json.dumps(QUESTIONS), only=("from_name=tone",)) == [1.0, 1.0]
    assert coefficients(folder, json.dumps(QUESTIONS), only=("from_name=topic",))[0] < 0


SPANS = (
    '{"id": 1, "text": "Tolkien left", "label": [[0, 7, "PER"]]}\n{"id": 2, "text": "He left", "label": []}\n'
)


def test_spans_are_read_as_before(run, write):
    """One span in a file says that labels are not those of documents; so do tags."""
    write("a", SPANS)
    write("b", SPANS.replace("7", "4"))
    assert "units:token" in run("agree", "a", "b").err
    assert run("agree", "a", "b", "--units", "item").code == 2
    write("c", '{"tokens": ["Anna", "left"], "ner_tags": ["B-PER", "O"]}\n')
    assert "units:token" in run("agree", "c", "d=c").err


REFUSED = [
    (
        "1 1 1\n1 2 1\n2 1 2\n2 2 1\n3 1 2\n3 2 2\n",
        "nerkit cannot tell if each line holds one label or the labels of all annotators",
    ),
    (
        "a x pos\na y neg\nb x pos\nb y pos\n",
        "nerkit cannot tell which column has the items and which the annotators",
    ),
    ("pos,pos,neg,neg\nneg,neg,neg,neg\npos,neg,neg,neg\nneg,neg,neg,neg\n", "the first line has labels"),
    (
        "nr,anna,ben\n1,1,2\n2,2,1\n3,3,3\n4,1,1\n",
        "nerkit cannot tell if 'nr' is an annotator or the ids of items",
    ),
    (
        "item,coder,x,y\na,b,1,2\na,c,1,1\nb,b,1,1\nb,c,2,1\n",
        "nerkit cannot tell which column has the labels",
    ),
    ("id,anna,ben,key\n1,a,b,k1\n2,b,b,k2\n3,a,a,k3\n4,a,a,k4\n", "the column 'key' has no labels"),
]


@pytest.mark.parametrize(("text", "problem"), REFUSED)
def test_a_table_that_may_be_read_in_two_ways(run, write, text, problem):
    """Exit 2; each line of the remedy, typed as it stands, gives a number."""
    write("table", text)
    done = run("agree", "table", "--units", "item")
    assert (done.code, done.out) == (2, "")
    assert problem in done.err
    lines = [line.strip() for line in done.err.split("\n") if "| nerkit agree --units item -" in line]
    assert lines
    for line in lines:
        typed = line.replace("nerkit agree", f"{sys.executable} -m nerkit agree")
        shown = subprocess.run(["bash", "-c", typed], capture_output=True, text=True, check=False)
        assert (shown.returncode, "kappa" in shown.stdout) == (0, True), (line, shown.stderr)


@pytest.mark.parametrize(
    ("files", "arguments", "message"),
    [
        (["id,label\n1,a\n2,b\n"], [], "fewer than two annotators"),
        (["item,coder,label\n1,a,x\n1,b,x\n1,b,y\n"], [], "b has already given item '1' a label"),
        (["item,coder,label\n1,a,x\n,b,x\n"], [], "the columns are not item, annotator and label"),
        (["item,coder,label\n1,a,x\n1,b,x\n"], ["--annotator", "who"], "the table has no column 'who'"),
        (
            ['{"id": 1, "label": "a"}\n', '{"id": 2, "label": "a"}\n'],
            [],
            "neither ids nor texts tell which documents belong together",
        ),
        (
            ['{"id": 1, "text": "x", "label": "a"}\n', '{"id": 1, "text": "y", "label": "a"}\n'],
            [],
            "neither ids nor texts tell which documents belong together",
        ),
        (
            ['{"label": "a"}\n{"label": "b"}\n', '{"label": "a"}\n'],
            [],
            "neither ids nor texts tell which documents belong together",
        ),
        (
            ['{"id": 1, "label": "a", "user": "x", "coder": "y"}\n'],
            [],
            "--annotator user\n  --annotator coder",
        ),
        ([json.dumps([QUESTIONS[0]]), json.dumps([QUESTIONS[0]])], [], "--annotator completed_by"),
        (["id,user,model\n1,x,p\n2,y,q\n3,x,p\n"], [], "an annotator labels an item twice"),
        (
            ['{"label": "a", "user": "x"}\n{"label": "a", "user": "y"}\n'],
            [],
            "neither ids nor texts tell which documents belong together",
        ),
        (["a,b\n1\n", "b"], ["--units", "item"], "these files have neither"),
        (["item,label\n", "item,label\n"], [], "fewer than two annotators have a line with an item"),
    ],
)
def test_what_is_refused(run, write, files, arguments, message):
    """The message says what is wrong, and nothing is printed."""
    for name, text in zip("ab", files, strict=False):
        write(name, text)
    done = run("agree", *"ab"[: len(files)], *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_warnings(run, write):
    """Documents without a label, columns that are not read, and documents that are paired otherwise."""
    write("a", '{"text": "x", "label": ["p"]}\n{"text": "y", "label": []}\n{"text": "z", "label": ["n"]}\n')
    write(
        "b", '{"text": "x", "label": ["p"]}\n{"text": "y", "label": ["n"]}\n{"text": "z", "label": ["n"]}\n'
    )
    assert "a: nerkit leaves out 1 document without a label as not annotated" in run("agree", "a", "b").err
    write("t", "id,text,anna,ben\n1,x,p,p\n2,y,n,p\n3,z,n,n\n")
    assert "t: nerkit does not read the columns text" in run("agree", "t").err
    write("c", '{"label": "p"}\n{"label": "n"}\n')
    assert "nerkit pairs documents by their order" in run("agree", "c", "d=c").err


def test_pipes(run, write):
    """A table from standard input is read once."""
    write("t", "id,anna,ben\n1,p,p\n2,n,p\n3,n,n\n")
    typed = f"cat t | {sys.executable} -m nerkit agree - -m kappa -b"
    shown = subprocess.run(["bash", "-c", typed], capture_output=True, text=True, check=False)
    assert (shown.returncode, shown.stdout) == (0, run("agree", "t", "-m", "kappa", "-b").out)


def test_page_of_annotators_without_a_common_item(run, write):
    """The page has no table of labels for such a pair."""
    write("t.csv", "item,anna,ben\n1,x,\n2,,y\n3,x,\n4,,x\n")
    assert run("report", "t.csv", "--units", "item", "-o", "r.html").code == 0
