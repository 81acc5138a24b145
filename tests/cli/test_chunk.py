"""`nerkit chunk` from the command line: what it prints, how it ends."""

import json

import pytest

TREE = (
    "(S (NP (NP (DT The) (NN morning) (NN flight)) (PP (IN from) (NP (NNP Denver)))) "
    "(VP (VBZ has) (VP (VBN arrived))))\n"
)
COLUMNS = """\
The DT B-NP
morning NN I-NP
flight NN I-NP
from IN B-PP
Denver NNP B-NP
has VBZ B-VP
arrived VBN I-VP

"""
SLASHES = "The/DT morning/NN flight/NN from/IN Denver/NNP has/VBZ arrived/VBN\n"
RULES = "NP: {<DT>?<NN.*>+}\nPP: {<IN><NP>}\n"


@pytest.fixture
def tree(write):
    """The lecture's sentence."""
    return write("x.mrg", TREE)


@pytest.mark.parametrize("rules", ["head", "conll2000"])
def test_columns(run, tree, rules):
    """Word, tag and chunk tag."""
    done = run("chunk", tree, "--rules", rules)
    assert (done.code, done.out, done.err) == (0, COLUMNS, "")


@pytest.mark.parametrize(
    ("scheme", "tags"),
    [
        ("IOB1", "I-NP I-NP I-NP I-PP I-NP I-VP I-VP"),
        ("IOE2", "I-NP I-NP E-NP E-PP E-NP I-VP E-VP"),
        ("BIOES", "B-NP I-NP E-NP S-PP S-NP B-VP E-VP"),
        ("bilou", "B-NP I-NP L-NP U-PP U-NP B-VP L-VP"),
        ("IO", "I-NP I-NP I-NP I-PP I-NP I-VP I-VP"),
    ],
)
def test_schemes(run, tree, scheme, tags):
    """All that `nerkit bio` reads."""
    lines = run("chunk", tree, "--scheme", scheme).out.split("\n")
    assert " ".join(line.split()[2] for line in lines if line) == tags


def test_other_forms(run, tree):
    """Brackets, trees, JSON, features."""
    assert run("chunk", tree, "-f", "brackets").out == (
        "[NP The morning flight] [PP from] [NP Denver] [VP has arrived]\n"
    )
    assert run("chunk", tree, "-f", "trees", "--only", "VP").out == (
        "(S (DT The) (NN morning) (NN flight) (IN from) (NNP Denver) (VP (VBZ has) (VBN arrived)))\n"
    )
    row = json.loads(run("chunk", tree, "-f", "json", "--only", "PP").out)["rows"][0]
    assert row["chunks"] == [{"type": "PP", "start": 3, "end": 4}]
    first = run("chunk", tree, "--features").out.splitlines()[0]
    assert first == "_ _ The morning flight _ _ DT NN NN _ _ B-NP"


@pytest.mark.parametrize(("name", "text"), [("x.iob", COLUMNS), ("x.txt", SLASHES), ("x.mrg", TREE)])
def test_rules_over_tags(run, write, name, text):
    """Of columns, of words with slashes, and of trees, whose phrases do not count then."""
    rules = write("np.rules", RULES)
    done = run("chunk", write(name, text), "--rules", rules, "-f", "trees")
    assert done.out == (
        "(S (NP (DT The) (NN morning) (NN flight)) (PP (IN from) (NP (NNP Denver))) "
        "(VBZ has) (VBN arrived))\n"
    )
    flat = run("chunk", name, "--rules", rules, "-f", "brackets")
    assert flat.out == "[NP The morning flight] [PP from Denver] has arrived\n"
    assert run("chunk", name, "--rules", rules, "-f", "brackets", "--only", "NP").out == (
        "[NP The morning flight] from [NP Denver] has arrived\n"
    )


def test_chunks_are_scored_and_reviewed(run, tree):
    """By `nerkit bio`; to brat and back."""
    run("chunk", tree, "-o", "gold.iob")
    assert run("bio", "-g", "gold.iob", "-s", "gold.iob", "-b").out == "1.0\n"
    assert run("convert", "gold.iob", "--to", "brat", "-o", "review").code == 0
    back = run("convert", "review", "--to", "bio", "-o", "back.iob")
    assert back.code == 0
    with open("back.iob", encoding="utf-8") as file:
        tags = [line.split("\t") for line in file.read().splitlines() if "\t" in line]
    assert [f"{word} {tag}" for word, tag in tags] == [
        f"{line.split()[0]} {line.split()[2]}" for line in COLUMNS.splitlines() if line
    ]


def test_a_stage_that_waits_for_a_later_one(run, write, tree):
    """Told with its place."""
    rules = write("c.rules", "VP: {<VB.*><NP>}\nNP: {<NN>}\n")
    done = run("chunk", tree, "--rules", rules)
    assert done.code == 0
    assert f"warning: {rules}:1:13: NP is made by this stage or a later stage" in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "you gave no input; name a file of trees or tagged words, or - for stdin"),
        (["x.iob"], "the rules of head need trees, but columns has none; name a file of rules instead"),
        (["x.iob", "--rules", "conll2000"], "the rules of conll2000 need trees, but columns has none"),
        (["x.mrg", "--rules", "conll"], "conll: no such file or directory"),
        (
            ["x.mrg", "--rules", "bad.rules"],
            "bad.rules:1:5: the line is not a rule, because its braces are not one pair\n  NP: <NN>\n",
        ),
        (["x.mrg", "--rules", "np.rules", "--head-rules", "h"], "--head-rules needs --rules head"),
        (
            ["x.mrg", "--features", "-f", "trees"],
            "--features writes columns and cannot be used with -f trees",
        ),
        (["x.mrg", "--scheme", "IOBX"], "unknown scheme 'IOBX'"),
        (["open.mrg"], "open.mrg:1:1: unbalanced: 1 bracket from here on not closed"),
        (["words.txt", "--rules", "np.rules"], "words.txt:1: the file holds neither trees nor tagged words"),
        (["half.iob", "--rules", "np.rules"], "half.iob:2:4: the word has no tag"),
        (["half.txt", "--rules", "np.rules"], "half.txt:2:8: the word has no tag"),
        (["d.dbr"], "d.dbr:1: the discontinuous constituent VP cannot become a chunk"),
    ],
)
def test_what_is_refused(run, write, tree, arguments, message):
    """Exit 2, with the place; nothing on stdout."""
    write("x.iob", COLUMNS)
    write("np.rules", RULES)
    write("bad.rules", "NP: <NN>\n")
    write("open.mrg", "(S (NP (NN x))\n")
    write("words.txt", "one\n")
    write("half.iob", "The DT\ndog\n")
    write("half.txt", "The/DT\nThe/DT dog\n")
    write("d.dbr", "(S (VP (V 0=a) (P 2=c)) (N 1=b))\n")
    done = run("chunk", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_blank_input(run, write):
    """Nothing in, nothing out."""
    done = run("chunk", write("x.mrg", "\n"))
    assert done.code == 0
    assert done.out.strip() == ""
