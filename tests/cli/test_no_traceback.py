"""Inputs and options that once made a traceback: a result, or an error with its place."""

import json

import pytest

DIGITS = "9" * 5000


@pytest.fixture
def ends(run, write):
    """Run a command on a file of this content, as gold and system; gives what was said on stderr."""

    def command(code, content, *arguments, name="input"):
        path = write(name, content)
        done = run(*(path if argument == "FILE" else argument for argument in arguments))
        assert (done.code, "Traceback" in done.err) == (code, False), done.err
        return done.err

    return command


def test_a_model_that_found_nothing(run, write):
    """A label without entities: all of gold is missed."""
    gold, system = write("g.bio", "Anna B-PER\nin O\n"), write("s.json", '{"PER": []}')
    done = run("noisy", "-g", gold, system, "-f", "json", "-m", "noisy")
    (row,) = (row for row in json.loads(done.out)["rows"] if row["label"] == "*")
    assert (done.code, row["p_num"], row["p_den"], row["r_den"]) == (0, 0, 0, 1)


@pytest.mark.parametrize("blank", ["\u3000", "\u00a0", "\u2003 \u3000"])
def test_a_line_of_other_blanks_in_noisy_text(run, write, blank):
    """It is a line of blanks; with a tag behind it, a word."""
    plain, blanked = write("g.bio", "Anna B-PER\nin O\n"), write("s.bio", f"Anna B-PER\n{blank}\nin O\n")
    assert run("noisy", "-g", plain, blanked, "-b").out == "1.0\n"
    assert run("noisy", "-g", blanked, blanked, "-b").out == "1.0\n"
    word = write("w.bio", "Anna B-PER\n\u3000 O\n")
    assert run("noisy", "-g", word, word, "-b").out == "1.0\n"


@pytest.mark.parametrize(
    ("form", "content"),
    [
        ("brat", "T1\tPER 0 4\tAnna\nN1\tReference T1 KB:1\tAnna\n"),
        ("spacy", '{"text": "Anna", "ents": [{"start": 0, "end": 4, "label": "PER", "kb_id": "Q1"}]}'),
        ("prodigy", '{"text": "Anna", "spans": [{"start": 0, "end": 4, "label": "PER", "kb_id": "Q1"}]}'),
        ("span-tsv", "d\t0\t4\tQ1\n"),
        ("coref-json", "[[[0, 1]]]"),
    ],
)
def test_minimum_spans_of_formats_without_them(ends, form, content):
    """They are said to be needed."""
    assert "minimal spans" in ends(
        2, content, "coref", "--from", form, "--match", "min", "-g", "FILE", "FILE"
    )


TREE = "1\tw" + "\t_" * 7 + "\tEntity="
ENTITY = "# newdoc id = a\n# global.Entity = eid-etype-head-other\n# sent_id = 1\n"


@pytest.mark.parametrize(
    ("place", "content", "arguments"),
    [
        (":1:5009: ", f"T1\tPER {DIGITS} {DIGITS}\tx\n", ("spans", "--from", "brat")),
        (":1:10: ", f"T1\tPER 0 {DIGITS}\tx\n", ("spans", "--from", "brat")),
        (":1:5: ", f"d\t0\t{DIGITS}\n", ("spans", "--from", "span-tsv")),
        (":1:27: ", f'{{"text": "x", "a": 1, "b":{DIGITS}}}', ("spans", "--from", "spacy")),
        (
            ":1:",
            f'{{"text": "x", "spans": [{{"start": {DIGITS[:400]}, "end": 1}}]}}',
            ("spans", "--from", "spacy"),
        ),
        (":1:7: ", f'{{"id":{DIGITS}}}\n', ("mrp", "--from", "mrp")),
        (":4:", f"{ENTITY}{TREE}(e1--{DIGITS})\n\n", ("coref", "--from", "corefud")),
        (":4:", f"{ENTITY}{TREE}(e1[1/{DIGITS}]--1)\n\n", ("coref", "--from", "corefud")),
        (":4:1: ", f"{ENTITY}{TREE.replace('1', DIGITS, 1)}(e1--1)\n\n", ("coref", "--from", "corefud")),
        (":4:1: ", f"{ENTITY}1.{DIGITS}{TREE[1:]}(e1--1)\n\n", ("coref", "--from", "corefud")),
        (":1:2: ", f"[{DIGITS}]", ("coref", "--from", "coref-json")),
        (":1:", f"{DIGITS}\tw\t_\t_\t_\t_\t0\t_\t_\t_\n\n", ("dep", "--from", "conllu")),
    ],
)
def test_integers_of_thousands_of_digits(ends, place, content, arguments):
    """An error at its place."""
    task, *options = arguments
    assert f"input{place}" in ends(2, content, task, *options, "-g", "FILE", "FILE")


def test_offsets_with_zeros_before_them(ends):
    """They are numbers too, and the caret finds them where they are wrong."""
    assert (
        ends(0, f"T1\tPER 0{'0' * 5000} 04\tAnna\n", "spans", "--from", "brat", "-g", "FILE", "FILE", "-q")
        == ""
    )
    assert "input:1:8: end 3 is not after start 5" in ends(
        2, "T1\tPER 05 03\tAnna\n", "spans", "--from", "brat", "-g", "FILE", "FILE"
    )


@pytest.mark.parametrize("content", [f"x = {DIGITS}\n", f"x = {'[' * 5000}\n"])
def test_metrics_that_tomllib_gives_up_on(ends, write, content):
    """Integers of thousands of digits, and nesting without end."""
    records = write("g.jsonl", '{"id": "1", "relations": []}\n')
    assert "metric.toml" in ends(
        2, content, "ie", "--metric", "FILE", "-g", records, records, name="metric.toml"
    )


@pytest.mark.parametrize("blank", ["\u2028", "\u00a0", "\x0c"])
def test_what_json_takes_for_no_blank(ends, blank):
    """A separator of lines behind an object is not JSON."""
    assert "input:1:8: " in ends(2, f'{{"a":1}}{blank}\n', "mrp", "--from", "mrp", "-g", "FILE", "FILE")


@pytest.mark.parametrize("beta", ["1e200", "1e-200", "inf", "nan", "0", "-1"])
def test_a_beta_that_counts_cannot_be_multiplied_by(ends, beta):
    """It is refused."""
    assert "beta must be" in ends(2, "a B-PER\n", "bio", "-g", "FILE", "FILE", f"--beta={beta}")


@pytest.mark.parametrize("beta", ["1e100", "1e-100"])
def test_the_largest_beta(run, write, beta):
    """F is recall, or precision."""
    gold, system = write("g.bio", "a B-PER\nb O\n"), write("s.bio", "a B-PER\nb B-LOC\n")
    value = run("bio", "-g", gold, system, "--beta", beta, "-b", "-q").out
    assert value == ("1.0\n" if beta == "1e100" else "0.5\n")


def test_a_long_cell_of_a_mapping(ends, tmp_path):
    """The limit of the library is an error of the file."""
    long = f"Annotation,Prediction\n{'a' * 2_000_000}.bio,b.bio\n"
    assert "field larger than" in ends(2, long, "nerval", "-c", "FILE", "-f", tmp_path)
    short = f"Annotation,Prediction\n{'a' * 140_000}.bio,b.bio\n"
    assert "no such file" in ends(2, short, "nerval", "-c", "FILE", "-f", tmp_path)


@pytest.mark.parametrize(
    "options", [("--interval", "bca"), ("--tolerance", "0.1"), ("--compare-to", "none.json")]
)
def test_nothing_is_drawn_before_options_are_checked(run, write, options):
    """Standard output stays empty where the command is refused."""
    gold = write("g.bio", "Anna B-PER\n")
    done = run("noisy", "-g", gold, gold, "--show-alignment", *options)
    assert (done.code, done.out) == (2, "")
    assert run("noisy", "-g", gold, gold, "--show-alignment").out.startswith(f"{gold}: P PER; O outside\n")
