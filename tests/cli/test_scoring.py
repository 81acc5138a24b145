"""The scoring commands: exact output, options, exit codes."""

import json

import pytest

GOLD = "d1\t0\t4\tE1\t1\tPER\nd1\t6\t9\tNIL1\t1\tORG\nd2\t0\t4\tE2\t1\tPER\n"
SYSTEM = "d1\t0\t4\tE1\t1\tPER\nd1\t6\t9\tE3\t1\tLOC\nd2\t0\t2\tE2\t1\tPER\n"


@pytest.fixture
def files(write):
    """Paths of a small gold and system file."""
    return write("gold.tsv", GOLD), write("system.tsv", SYSTEM)


@pytest.fixture
def score(run, files):
    """Run `nerkit spans` on the small files."""
    return lambda *options: run("spans", "-g", files[0], "-s", f"sys={files[1]}", *options)


def test_the_table(score):
    """Aligned columns on stdout, the signature on stderr."""
    done = score("-m", "sets::span", "-m", "overlap-maxsum::span+type")
    assert done.code == 0
    assert done.out == (
        "measure                        P      R     F1    correct    sys    gold\n"
        "sets::span                 0.667  0.667  0.667          2      3       3\n"
        "overlap-maxsum::span+type  0.667  0.533  0.593    2/1.600      3       3\n"
    )
    assert done.err == "spans|sets::span|overlap-maxsum::span+type|empty:zero|v:0.1.0\n"


def test_percent_digits_and_beta(score):
    """Options of human formats; the headline column is called after beta."""
    done = score("-m", "sets::span", "--percent", "-d", "1", "--beta", "2", "-q")
    assert done.out.split("\n")[0].split() == ["measure", "P%", "R%", "F2%", "correct", "sys", "gold"]
    assert done.out.split("\n")[1].split()[:4] == ["sets::span", "66.7", "66.7", "66.7"]
    assert done.err == ""


FORMATS = {
    "tsv": "system\tmeasure\tdocument\tlabel\tvalue\tprecision\trecall\tf1\tp_num\tp_den\tr_num\tr_den\n"
    ""
    ""
    ""
    ""
    ""
    "sys\tsets::span\t*\t*\t0.6666666666666666\t0.6666666666666666\t0.6666666666666666\t0.6666666666666666\t2\t3\t2\t3\n",
    "csv": "system,measure,document,label,value,precision,recall,f1,p_num,p_den,r_num,r_den\n"
    ""
    ""
    ""
    ""
    ""
    "sys,sets::span,*,*,0.6666666666666666,0.6666666666666666,0.6666666666666666,0.6666666666666666,2,3,2,3\n",
    "jsonl": '{"system": "sys", "measure": "sets::span", "document": "*", "label": "*", "value": 0.6666666666666666, '  # noqa: E501
    '"precision": 0.6666666666666666, "recall": 0.6666666666666666, "f1": 0.6666666666666666, '
    '"p_num": 2, "p_den": 3, "r_num": 2, "r_den": 3}\n',
    "markdown": "| measure    |     P |     R |    F1 |   correct |   sys |   gold |\n"
    "|:-----------|------:|------:|------:|----------:|------:|-------:|\n"
    "| sets::span | 0.667 | 0.667 | 0.667 |         2 |     3 |      3 |\n",
    "latex": "\\begin{tabular}{lrrrrrr}\n\\toprule\n"
    "measure    &     P &     R &    F1 & correct & sys & gold \\\\\n\\midrule\n"
    "sets::span & 0.667 & 0.667 & 0.667 &       2 &   3 &    3 \\\\\n"
    "\\bottomrule\n\\end{tabular}\n",
}


@pytest.mark.parametrize("form", FORMATS)
def test_formats(score, form):
    """Machine formats at full precision, human ones rounded."""
    assert score("-m", "sets::span", "-f", form).out == FORMATS[form]


def test_html_is_a_table_with_escaped_names(run, write):
    """Names from the data cannot break the page."""
    path = write("x.tsv", "<d>\t0\t1\n")
    out = run("spans", "-g", path, "-s", path, "-m", "sets::span", "--by", "document", "-f", "html").out
    assert out.startswith('<section id="scores"')
    assert 'data-document="&lt;d&gt;"' in out
    assert "<d>" not in out


def test_json(score, files):
    """The envelope of schema 1, its names in order."""
    found = json.loads(
        score("-m", "sets::span+type", "--by", "label", "--labels", "PER,LOC", "-f", "json").out
    )
    assert list(found) == [
        *("schema", "nerkit", "versions", "command"),
        *("task", "signature", "headline", "options", "inputs", "rows", "warnings"),
    ]
    assert (found["schema"], found["task"], found["headline"]) == (1, "spans", "sets::span+type")
    assert found["signature"] == "spans|sets::span+type|by:label|labels:PER,LOC|empty:zero|v:0.1.0"
    assert found["options"] == {"by": ["label"], "labels": ["PER", "LOC"]}
    import hashlib

    assert found["inputs"][0] == {
        "role": "gold",
        "name": str(files[0]),
        "path": str(files[0]),
        "sha256": hashlib.sha256(GOLD.encode()).hexdigest(),
        "format": "span-tsv",
        "documents": 2,
        "items": 2,  # with these labels
        "unit": "entities",
    }
    assert [(row["label"], row["p_num"], row["p_den"], row["r_den"]) for row in found["rows"]] == [
        ("LOC", 0, 1, 0),
        ("PER", 1, 2, 2),
        ("*", 1, 3, 2),
    ]


def test_nulls(run, write):
    """A number that does not exist is null, an empty field, or a dash; counts are 0."""
    empty, gold = write("e.tsv", "\n"), write("g.tsv", "d\t0\t1\n")
    arguments = ("spans", "-g", gold, "-s", empty, "-m", "sets::span", "--empty", "null", "-q", "-f")
    row = json.loads(run(*arguments, "jsonl").out)
    assert (row["precision"], row["recall"], row["value"], row["p_den"]) == (None, 0.0, 0.0, 0)
    assert run(*arguments, "tsv").out.split("\n")[1].split("\t")[4:8] == ["0.0", "", "0.0", "0.0"]
    assert run(*arguments, "table").out.split("\n")[1].split()[1] == "-"


def test_score_only_is_one_number(score):
    """Full precision, or as many digits as asked for."""
    assert score("-m", "sets::span", "-m", "sets::type", "-b").out == "0.6666666666666666\n"
    assert score("-m", "sets::span", "-b", "-d", "2").out == "0.67\n"
    assert score("-m", "sets::span", "-b", "-d", "1", "--percent").out == "66.7\n"


def test_several_systems(run, files):
    """Names and paths, options before arguments; each is a line, the best value is bold on a page."""
    gold, system = files
    done = run("evaluate", "-g", gold, "-s", f"new={system}", f"old={gold}", "-m", "sets::span")
    assert done.out == (
        "measure     system        P      R     F1    correct    sys    gold\n"
        "sets::span  new       0.667  0.667  0.667          2      3       3\n"
        "sets::span  old       1.000  1.000  1.000          3      3       3\n"
    )
    page = run("evaluate", "-g", gold, f"new={system}", f"old={gold}", "-m", "sets::span", "-f", "html").out
    assert page.count("<strong>") == page.count("<strong>1.000</strong>") == 1


def test_output_file(score, tmp_path):
    """-o writes the same bytes; a file that cannot be written is an error."""
    expected = score("-f", "jsonl").out
    assert score("-f", "jsonl", "-o", tmp_path / "x.json").out == ""
    assert (tmp_path / "x.json").read_text() == expected
    done = score("-o", tmp_path / "no" / "x.json")
    assert (done.code, done.out) == (2, "")
    assert "nerkit cannot write the file: no such file or directory" in done.err


def test_colour(score):
    """Bold on request only: tests have no terminal."""
    assert "\x1b[1m" not in score().out
    assert score("--color", "always").out.startswith("\x1b[1mmeasure")


def test_jobs_do_not_change_a_byte(score):
    """One process or two."""
    assert score("-f", "json", "-j", "2") == score("-f", "json", "-j", "auto") == score("-f", "json")


def test_jobs_report_errors_of_other_processes(run, write, files):
    """The place of an error survives the way back."""
    bad = write("bad.tsv", "d\t0\t1\nd\t3\t1\n")
    done = run("spans", "-g", files[0], "-s", bad, "-j", "2")
    assert (done.code, done.out) == (2, "")
    assert f"{bad}:2:5: end 1 is before start 3" in done.err


def test_policies(run, write):
    """Documents that only one side has: defaults and options of span files."""
    gold, system = write("g", "a\t0\t1\nb\t0\t1\n"), write("s", "a\t0\t1\nc\t0\t1\n")

    def counts(*options):
        done = run("spans", "-g", gold, "-s", system, "-m", "sets::span", "-f", "jsonl", *options)
        row = json.loads(done.out) if done.code == 0 else {}
        return done.code, row.get("p_den"), row.get("r_den"), done.err.count("warning")

    assert counts() == (0, 2, 2, 2)
    assert counts("--extra", "ignore", "--missing", "ignore") == (0, 1, 1, 2)
    assert counts("--extra", "error") == (2, None, None, 0)
    assert counts("--missing", "error") == (2, None, None, 0)


def test_blank_files(run, write):
    """A blank side is scored with a warning; two blank sides need to be told what they are."""
    gold, blank = write("g.tsv", "d\t0\t1\n"), write("b.tsv", "")
    done = run("evaluate", "-g", gold, "-s", blank, "-m", "sets::span", "-b")
    assert (done.code, done.out) == (0, "0.0\n")
    assert f"{blank}: the file has no items" in done.err
    assert run("evaluate", "-g", blank, "-s", gold).code == 0
    done = run("evaluate", "-g", blank, "-s", blank)
    assert (done.code, done.out) == (2, "")
    assert "--from" in done.err
    assert run("evaluate", "-g", blank, "-s", blank, "--from", "span-tsv").code == 0
    assert run("spans", "-g", blank, "-s", blank).code == 0


def test_directories_and_globs(run, write, tmp_path):
    """A directory is all its files; a quoted glob is expanded."""
    write("gold/a.tsv", "a\t0\t1\n"), write("gold/b.tsv", "b\t0\t1\n"), write("all.tsv", "a\t0\t1\nb\t0\t1\n")
    for gold in (tmp_path / "gold", tmp_path / "gold" / "*.tsv"):
        assert run("spans", "-g", gold, "-s", tmp_path / "all.tsv", "-b").out == "1.0\n"


def test_markdown_shows_labels_as_they_are(run, write):
    """What would begin a column or an HTML tag is escaped."""
    gold = write("g.tsv", "d\t0\t1\t\t\t<s>\nd\t3\t4\t\t\ta|b\n")
    out = run("spans", "-g", gold, gold, "-m", "sets::span+type", "--by", "label", "-f", "markdown").out
    assert "| \\<s>    |" in out
    assert "| a\\|b    |" in out


CONFIG = (
    '[tool.nerkit]\nmeasure = "sets::span"\npercent = true\n[tool.nerkit.spans]\nby = ["label"]\ndigits = 1\n'
)


def test_configuration(score, write, run):
    """The nearest pyproject.toml gives defaults, a command's own table wins, the command line wins over
    both.
    """
    write("pyproject.toml", CONFIG)
    assert score().out.splitlines()[-1].split()[:4] == ["sets::span", "*", "66.7", "66.7"]
    assert score("-m", "sets::type", "-d", "0").out.splitlines()[-1].split()[:3] == ["sets::type", "*", "50"]
    other = write("other.toml", "[tool.nerkit]\nscore-only = true\n")
    assert score("--config", other, "-m", "sets::span").out == "0.6666666666666666\n"


def test_a_configuration_of_gates_leaves_other_commands_alone(run, write):
    """What compare and errors have no use for is an error when it is typed, not when it is configured."""
    gold = write("g.tsv", "".join(f"{name}\t0\t1\n" for name in "defghi"))  # 6: the fewest of an interval
    sides = ("-g", gold, f"a={gold}", f"b={gold}", "-m", "sets::span")
    write(
        "pyproject.toml",
        '[tool.nerkit]\ntolerance = 0.1\ninterval = "bca"\nresamples = 9\none-sided = true\n',
    )
    assert run("spans", *sides).code == 0
    write("pyproject.toml", '[tool.nerkit]\nfail-under = ["sets::span=90%"]\nconfidence = true\n')
    assert run("compare", *sides).code == run("errors", *sides).code == 0
    assert run("compare", *sides, "--fail-under", "0.9").code == 2
    assert "1.000–1.000" in run("spans", *sides).out


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[tool.nerkit]\n\nmesure = "x"\n', "c.toml:3:1: unknown option 'mesure'; did you mean 'measure'"),
        ("[tool.nerkit.spans]\ndigits = 2\nmatch = 3\n", "c.toml:3:1: match: 3 is not one of"),
        ('[tool.nerkit]\ndigits = "two"\n', "c.toml:2:1: digits: 'two' is not a valid"),
        ("[tool.nerkit.spanz]\ndigits = 2\n", "c.toml:1:1: unknown command 'spanz'; did you mean 'spans'"),
        ("[tool.nerkit]\npercent = 1\n", "c.toml:2:1: percent: the option cannot have the value 1"),
        ("[tool.nerkit]\nmacro = 1\n", "c.toml:2:1: macro: 1 is not one of 'zero', 'skip'"),
        ('[tool.nerkit]\nconfig = "x"\n', "c.toml:2:1: unknown option 'config'"),
        ("tool = 3\n", "no [tool.nerkit]"),
        ("[tool]\nnerkit = 3\n", "nerkit must be a table: [tool.nerkit]"),
        ("[tool.nerkit\n", "not valid TOML"),
        ("[tool.other]\n", "no [tool.nerkit]"),
    ],
)
def test_what_is_wrong_with_a_configuration(score, write, text, problem):
    """Typos are errors, not ignored."""
    done = score("--config", write("c.toml", text))
    assert (done.code, done.out) == (2, "")
    assert problem in done.err
