"""`nerkit dep`: what is typed and what is printed."""

import json

import pytest

GOLD = "".join(
    "\t".join(line.split()) + "\n"
    for line in (
        "1 book book VERB VB _ 0 root 0:root _",
        "2 the the DET DT _ 3 det 3:det _",
        "3 flight flight NOUN NN _ 1 obj 1:obj _",
        "",
    )
)
SYSTEM = GOLD.replace("obj\t1:obj", "nsubj\t1:nsubj")


@pytest.fixture
def files(write):
    write("gold.conllu", GOLD)
    write("system.conllu", SYSTEM)


SIDES = ("-g", "gold.conllu", "-s", "system.conllu")


def test_a_table(run, files):
    """UAS and LAS by default; the signature says whether punctuation counts."""
    done = run("dep", *SIDES)
    assert done.out == (
        "measure        P      R     F1    correct    sys    gold\n"
        "UAS        1.000  1.000  1.000          3      3       3\n"
        "LAS        0.667  0.667  0.667          2      3       3\n"
    )
    assert (done.code, done.err) == (0, "dep|UAS|LAS|punctuation:score|empty:zero|v:0.1.0\n")


@pytest.mark.parametrize("command", ["dep", "evaluate"])
def test_json(run, files, command):
    """Rows carry the aligned words; `evaluate` recognises the format and scores the same."""
    result = json.loads(run(command, *SIDES, "-f", "json", "--by", "label").out)
    assert result["task"] == "dep"
    assert [result["inputs"][0][name] for name in ("documents", "items")] == [1, 3]
    rows = {(row["measure"], row["label"]): row for row in result["rows"]}
    names = ("p_num", "p_den", "r_num", "r_den", "aligned")
    assert [rows["LAS", "*"][name] for name in names] == [2, 3, 2, 3, 3]
    assert [rows["LAS", "obj"][name] for name in names] == [0, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        (["--labels", "obj,root"], ["obj", "root"]),
        (["--only", "form=the"], ["det"]),
        (["-m", "CLAS"], ["nsubj", "obj", "root"]),
    ],
)
def test_labels_that_no_word_counts_under(run, files, options, labels):
    """They have no row, and are no zeros in the macro average."""
    options = options if "-m" in options else [*options, "-m", "LAS"]
    table = run("dep", *SIDES, "--by", "label", "--macro", "-f", "tsv", *options).out.splitlines()[1:]
    values = {line.split("\t")[3]: float(line.split("\t")[4]) for line in table}
    assert sorted(set(values) - {"macro", "micro", "weighted", "*"}) == labels
    assert values["macro"] == pytest.approx(sum(values[name] for name in labels) / len(labels))


def test_presets(run, files, write):
    """The thirteen measures of 2018; CoNLL-X without punctuation, whatever the files look like."""
    rows = run("dep", *SIDES, "--preset", "ud18", "-f", "tsv").out.splitlines()
    assert [line.split("\t")[1] for line in rows[1:]] == [
        *("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"),
        *("UAS", "LAS", "CLAS", "MLAS", "BLEX"),
    ]
    plain = write("x.conll", GOLD.replace("the\tthe", ".\t."))
    rows = run("evaluate", "-g", plain, plain, "--preset", "conllx", "-f", "tsv").out.splitlines()
    assert [line.split("\t")[1] for line in rows[1:]] == ["UAS", "LAS", "LA"]
    assert rows[1].split("\t")[8:10] == ["2", "2"]


def test_errors(run, files):
    """A line for each wrong word, and labels against labels."""
    assert run("errors", *SIDES, "-q").out == (
        "system.conllu:3: label  7-13 flight ← book: obj → nsubj\n    book the [flight]\n"
    )
    assert run("errors", *SIDES, "-q", "--summary").out == (
        "class      errors    share    F1 gained    with those above\nlabel           1  "
        "  1.000       +0.333              +0.333\n"
    )
    assert run("errors", *SIDES, "-q", "--confusion").out.splitlines()[2].split() == [
        *("obj", "0", "1", "0", "0")
    ]
    assert run("errors", *SIDES, "--task", "dep", "--option", "subtypes=keep", "-q").code == 0


def test_a_tree_that_is_none(run, files, write):
    """Where, the line, what to do; exit 2, nothing on stdout.

    With --skip-invalid it is left out and counted.
    """
    write("bad.conllu", SYSTEM.replace("\t3\tdet", "\t2\tdet"))
    done = run("dep", "-g", "gold.conllu", "-s", "bad.conllu")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "error: bad.conllu:2:20: a cycle: the head of this word depends on it\n"
        "  2\tthe\tthe\tDET\tDT\t_\t2\tdet\t3:det\t_\n"
        "   \t   \t   \t   \t  \t \t^\n"
        "  a head is the number of a word of the sentence, or 0 for the root. --skip-invalid leaves "
        "such sentences out on both sides; read CoNLL-X with --from conllx\n"
    )
    done = run("dep", "-g", "gold.conllu", "-s", "bad.conllu", "--skip-invalid", "-f", "jsonl", "-m", "LAS")
    assert json.loads(done.out)["r_den"] == 0
    assert "1 invalid sentence, left out on both sides (line 2: a cycle" in done.err


def test_texts_that_part(run, files, write):
    """Both places, the tokens around them, and the remedy."""
    write("other.conllu", SYSTEM.replace("flight\tflight", "fight\tfight"))
    done = run("dep", "-g", "gold.conllu", "-s", "other.conllu")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "error: other.conllu:3: the text differs from the gold text from here on: gold "
        "at gold.conllu:3: book the [flight]; system at other.conllu:3: book the "
        "[fight]\n  both sides need the same text; blanks do not matter\n"
    )


def test_what_is_not_recognised(run, files, write):
    """Inside the command, columns that are no trees are read as CoNLL-U; prose is none.

    The reader of CoNLL-U says what is wrong.
    """
    write("prose.txt", "This is not a tree.\n")
    done = run("dep", "-g", "gold.conllu", "-s", "prose.txt")
    assert (done.code, done.out) == (2, "")
    assert "prose.txt:1: this looks like text without annotations" in done.err
    done = run("dep", "-g", "gold.conllu", "-s", write("short.txt", "a\tb\n\n"))
    assert "short.txt:1:4: 2 columns where CoNLL-U has 10" in done.err
    done = run("evaluate", "-g", "gold.conllu", "-s", write("s.tsv", "d\t0\t3\tE1\t1\tPER\n"))
    assert "s.tsv: span-tsv, and gold.conllu is conllu: no task reads both" in done.err
    assert "conllu is for nerkit dep; span-tsv is for nerkit spans" in done.err


def test_blank_sides(run, files, write):
    """A blank file is a side without words."""
    write("empty.conllu", "\n")
    done = run("dep", "-g", "gold.conllu", "-s", "empty.conllu", "-f", "jsonl", "-m", "UAS")
    assert json.loads(done.out)["r_den"] == 3
    assert "warning: empty.conllu: the file has no items" in done.err
    done = run("dep", "-g", "empty.conllu", "-s", "gold.conllu", "-f", "jsonl", "-m", "UAS")
    assert json.loads(done.out)["p_den"] == 3
    assert run("dep", "-g", "empty.conllu", "-s", "empty.conllu", "-m", "all", "-q").code == 0


def test_convert(run, files, write):
    """To CoNLL-X: words without multiword tokens, and marks of documents."""
    token = "1-2\tdu" + "\t_" * 8 + "\n"
    write("m.conllu", "# newdoc id = d\n" + token + GOLD)
    done = run("convert", "m.conllu", "--to", "conllx")
    assert done.out == "# newdoc id = d\n" + GOLD.replace("0:root", "_").replace("3:det", "_").replace(
        "1:obj", "_"
    )
    write("m.conll", done.out)
    assert run("dep", "-g", "m.conll", "-s", "m.conll", "--from", "conllx", "-b", "-q").out == "1.0\n"


def test_validate(run, files, write):
    """The first finding of each sentence, with its code; a file without any is silent."""
    bad = (
        GOLD.replace("\t3\tdet", "\t2\tdet")
        + GOLD
        + GOLD.replace("\t0:root", "\troot")
        + "2"
        + GOLD[1:]
        + "\n"
        + GOLD[:-1]
    )
    path = write("bad.conllu", bad)
    done = run("validate", path)
    assert done.code == 1
    assert [line.removeprefix(f"{path}:").split(" ", 2)[:2] for line in done.out.splitlines()] == [
        ["2:20:", "U203"],
        ["9:", "U301"],
        ["13:1:", "U104"],
        ["17:1:", "U102"],
        ["20:1:", "U103"],
    ]
    assert run("validate", path, "--check", "U2").out.count("\n") == 1
    assert run("validate", "gold.conllu")[:2] == (0, "")
    assert run("validate", write("short.conllu", "1\ta\n\n")).out.endswith(
        "U101 2 columns where CoNLL-U has 10\n"
    )
    assert run("validate", "--list", "--from", "conllu").out.startswith("U101  a line without its columns\n")
    other = write(
        "x.conll", "1 a _ N N _ 0 ROOT\n2 b _ N N _ 9 A\n\n1 a _ N N _ 1 ROOT\n\n2 a _ N N _ 0 ROOT\n"
    )
    assert run("validate", other).out == (
        f"{other}:2:13: U202 the head is not in the sentence\n{other}:6:1: U104 id '2', "
        "but word 1 comes next\n"
    )
