"""`nerkit cky` from the command line: what it prints, how it ends."""

import json

import pytest

L1 = """S -> NP VP | Aux NP VP | VP
NP -> Pronoun | Proper-Noun | Det Nominal
Nominal -> Noun | Nominal Noun | Nominal PP
VP -> Verb | Verb NP | Verb NP PP | Verb PP | VP PP
PP -> Preposition NP
Det -> that | this | the | a
Noun -> book | flight | meal | money
Verb -> book | include | prefer
Pronoun -> I | she | me
Proper-Noun -> Houston | NWA
Aux -> does
Preposition -> from | to | on | near | through
"""
WEIGHTED = "S -> S S [0.25] | 'a' [0.75]\n"
BOOK = "(S (VP (Verb book) (NP (Det the) (Nominal (Noun flight)))))"


@pytest.fixture
def grammar(write):
    """The lecture's grammar."""
    return write("l1.cfg", L1)


def rows(done):
    """The rows of the JSON output."""
    assert done.code == 0, done.err
    return json.loads(done.out)["rows"]


def test_text(run, write, grammar):
    """A block for each sentence; a number of parses and what was asked for."""
    sentences = write("x.txt", "book the flight\n\nthe flight\nBook\n")
    done = run("cky", "-G", grammar, sentences, "--all", "3")
    assert done.out == (
        f"book the flight\n  1 parse\n  1. {BOOK}\nthe flight\n  no parse\nBook\n  no "
        "parse; the grammar does not have the words Book\n"
    )
    assert done.err == (
        f"warning: {sentences}: 1 blank line skipped\nwarning: 1 sentence with words that "
        "are not in the grammar: 'Book'\nwarning: the grammar has these words in another "
        "case: 'Book' ('book'); --ignore-case ignores case\n"
    )
    assert run("cky", "-G", grammar, sentences, "-q").err == ""


def test_json(run, grammar):
    """The fields of the contract."""
    done = run(
        *("cky", "-G", grammar, "--text", "book the flight", "--text", "TWA", "--count", "--all", "2"),
        *("-f", "json"),
    )
    assert rows(done) == [
        {
            "sentence": "book the flight",
            "recognised": True,
            "parses": 1,
            "trees": [BOOK],
            "best": None,
            "probability": None,
            "log2_probability": None,
            "unknown": [],
        },
        {
            "sentence": "TWA",
            "recognised": False,
            "parses": 0,
            "trees": [],
            "best": None,
            "probability": 0.0,
            "log2_probability": None,
            "unknown": ["TWA"],
        },
    ]
    envelope = json.loads(done.out)
    assert (envelope["schema"], envelope["task"]) == (1, "cky")
    assert [one["role"] for one in envelope["inputs"]] == ["grammar"]


def test_best_and_k_best(run, write):
    """The log stands beside a probability; several best parses are told."""
    grammar = write("g.pcfg", WEIGHTED)
    done = run("cky", "-G", grammar, "--text", "a a a", "--best", "--k-best", "5", "-f", "json")
    (row,) = rows(done)
    assert row["best"] == "(S (S a) (S (S a) (S a)))"
    assert row["probability"] == pytest.approx(0.25**2 * 0.75**3)
    assert row["log2_probability"] == pytest.approx(-4 + 3 * -0.4150374992788438)
    assert [one["tree"] for one in row["k_best"]] == [row["best"], "(S (S (S a) (S a)) (S a))"]
    assert row["parses"] == 2
    assert "1 sentence with several best parses" in done.err
    text = run("cky", "-G", grammar, "--text", "a a a")
    assert text.out == (
        "a a a\n  2 parses\n  best: probability 0.0263672, one of several\n    (S (S a) (S (S a) (S a)))\n"
    )


def test_probabilities_below_the_least_number(run, write):
    """0 beside the logarithm, by which the text gives it."""
    grammar, long = write("g.pcfg", "S -> 'a' S [0.5] | 'a' [0.5]\n"), " ".join("a" * 1200)
    (row,) = rows(run("cky", "-G", grammar, "--text", long, "--best", "-f", "json"))
    assert (row["probability"], row["log2_probability"]) == (0.0, -1200.0)
    assert "best: probability 2^-1200\n" in run("cky", "-G", grammar, "--text", long, "--best").out


def test_a_grammar_without_probabilities(run, grammar):
    """Its rules are equally probable, which is told."""
    done = run("cky", "-G", grammar, "--text", "book", "--best", "-f", "json")
    assert rows(done)[0]["probability"] == pytest.approx(1 / 3 * 1 / 5 * 1 / 3)
    assert "the grammar has no probabilities" in done.err


def test_one_row_a_line_and_trees_a_line(run, write, grammar):
    """For programs: JSON lines, and trees that `nerkit tree` reads."""
    sentences = write("x.txt", "book the flight\nthe flight\n")
    lines = run("cky", "-G", grammar, sentences, "-f", "jsonl").out.splitlines()
    assert [json.loads(line)["parses"] for line in lines] == [1, 0]
    assert run("cky", "-G", grammar, sentences, "-f", "ptb", "-q").out == f"{BOOK}\n(())\n"
    written = run("cky", "-G", grammar, sentences, "-f", "ptb", "-o", "out.mrg", "-q")
    assert written.out == ""
    assert run("tree", "-g", "out.mrg", "-s", "out.mrg", "-b").out == "1.0\n"


def test_require(run, write, grammar):
    """Exit 1 where a sentence has no parse: grammar checking as a gate."""
    good, bad = write("good.txt", "book\n"), write("bad.txt", "book\nbook a\n")
    assert run("cky", "-G", grammar, good, "--require").code == 0
    assert run("cky", "-G", grammar, bad, "--require").code == 1
    assert run("cky", "-G", grammar, bad).code == 0
    assert run("cky", "-G", grammar, "--text", "Book", "--require", "--ignore-case").code == 0


def test_the_normal_form(run, grammar):
    """Beside the rules, as JSON, or to a file that is a grammar."""
    shown = run("cky", "-G", grammar, "--cnf")
    assert shown.out.startswith(
        "grammar                    normal form\n"
        "S -> NP VP                 S -> NP VP\n"
        "S -> Aux NP VP             S -> X1 VP\n"
        "                           X1 -> Aux NP\n"
    )
    assert shown.err == "37 rules, 53 in normal form\n"
    written = run("cky", "-G", grammar, "--cnf", "-o", "cnf.cfg")
    assert (written.code, written.out) == (0, "")
    with open("cnf.cfg", encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert lines[:2] == ["%start S", "S -> NP VP"]
    assert len(lines) == 54
    assert sum(len(row["cnf"]) for row in rows(run("cky", "-G", grammar, "--cnf", "-f", "json"))) == 53
    parsed = run("cky", "-G", grammar, "--cnf", "--text", "does she include a meal", "--all", "1", "-q")
    assert "(X1 (Aux does) (NP she))" in parsed.out


def test_the_table(run, grammar):
    """Drawn, with its pointers; in JSON each nonterminal with its versions."""
    done = run("cky", "-G", grammar, "--text", "book a meal", "--table")
    assert (
        done.out
        == """\
book a meal
  1 parse

  book      a       meal
+---------+-------+---------+
| S       |       | S       |
| Nominal |       | X2      |
| VP      |       | VP      |
| Noun    |       |         |
| Verb    |       |         |
| [0,1]   | [0,2] | [0,3]   |
          +-------+---------+
          | Det   | NP      |
          | [1,2] | [1,3]   |
                  +---------+
                  | Nominal |
                  | Noun    |
                  | [2,3]   |
                  +---------+

[0,1] S -> 'book'
[0,1] Nominal -> 'book'
[0,1] VP -> 'book'
[0,1] Noun -> 'book'
[0,1] Verb -> 'book'
[1,2] Det -> 'a'
[2,3] Nominal -> 'meal'
[2,3] Noun -> 'meal'
[1,3] NP -> Det[1,2] Nominal[2,3]
[0,3] S -> Verb[0,1] NP[1,3]
[0,3] X2 -> Verb[0,1] NP[1,3]
[0,3] VP -> Verb[0,1] NP[1,3]
"""
    )
    (row,) = rows(run("cky", "-G", grammar, "--text", "a meal", "--table", "-f", "json"))
    assert row["table"] == {
        "0,1": {"Det": ["'a'"]},
        "1,2": {"Nominal": ["'meal'"], "Noun": ["'meal'"]},
        "0,2": {"NP": ["Det[0,1] Nominal[1,2]"]},
    }


def test_ambiguity(run, grammar):
    """As text, and as JSON."""
    sentence = "book the flight through Houston"
    assert run("cky", "-G", grammar, "--text", sentence, "--ambiguity").out == (
        f"{sentence}\n  3 parses\n  attachment: PP 'through Houston' [3,5]\n"
        "    1 parse: to Nominal 'flight'\n    2 parses: to VP 'book the flight'\n"
    )
    (row,) = rows(run("cky", "-G", grammar, "--text", sentence, "--ambiguity", "-f", "json"))
    assert row["ambiguity"] == [
        {
            "kind": "attachment",
            "category": "PP",
            "span": [3, 5],
            "text": "through Houston",
            "readings": [
                {"category": "Nominal", "spans": [[2, 3]], "texts": ["flight"], "parses": 1},
                {"category": "VP", "spans": [[0, 3]], "texts": ["book the flight"], "parses": 2},
            ],
        }
    ]


def test_counts_of_many_digits(run, write):
    """Exact; above what JSON readers take, by their logarithm."""
    grammar = write("g.cfg", "S -> S S | 'a'\n")
    (row,) = rows(run("cky", "-G", grammar, "--text", " ".join("a" * 30), "-f", "json"))
    assert row["parses"] == 1002242216651368
    from nerkit.grammar.parsing import ParsedSentence, ParseOptions, SentenceLine

    huge = ParsedSentence(SentenceLine(("a",)), recognised=True, parses=10**5000)
    assert huge.row(ParseOptions())["parses"] is None
    assert huge.row(ParseOptions())["parses_log10"] == pytest.approx(5000)


def test_induction(run, write):
    """A grammar read off trees parses them; functions and traces are gone."""
    trees = write(
        "x.mrg",
        "( (S (NP-SBJ-1 (PRP He)) (VP (VBD left) (S (NP-SBJ (-NONE- *-1)) "
        "(VP (TO to) (VP (VB eat))))) (. .)) )\n"
        "( (S (NP-SBJ (PRP She)) (VP (VBD left)) (. .)) )\n",
    )
    done = run("cky", "--induce", trees)
    assert done.out == (
        "%start S\nS -> NP VP . [0.6666666666666666]\nS -> VP [0.3333333333333333]\n"
        ". -> '.' [1.0]\nNP -> PRP [1.0]\n"
        "PRP -> 'He' [0.5]\nPRP -> 'She' [0.5]\nVP -> VBD S [0.25]\nVP -> TO VP [0.25]\nVP -> VB [0.25]\n"
        "VP -> VBD [0.25]\nVBD -> 'left' [1.0]\nTO -> 'to' [1.0]\nVB -> 'eat' [1.0]\n"
    )
    run("cky", "--induce", trees, "-o", "g.pcfg", "--horizontal", "1", "--vertical", "1")
    parsed = run("cky", "-G", "g.pcfg", "--text", "She left .", "--best", "-f", "ptb")
    assert parsed.out == "(S (NP^<S> (PRP She)) (S|<VP> (VP^<S> (VBD left)) (. .)))\n"
    tags = run("cky", "--induce", trees, "--tags", "--functions").out
    assert "NP-SBJ -> PRP [1.0]\nPRP -> 'PRP' [1.0]\n" in tags


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.txt"], "Missing option '-G' / '--grammar': the file with the rules"),
        (
            ["-G", "l1.cfg"],
            ("you gave no sentences; name a file with one sentence per line, - for stdin, or use --text"),
        ),
        (
            ["-G", "l1.cfg", "--start", "Verp", "--text", "x"],
            "unknown start symbol 'Verp'; did you mean 'Verb'",
        ),
        (
            ["-G", "l1.cfg", "--induce", "x.mrg"],
            "--induce makes a grammar; parse with it in a second command",
        ),
        (["-G", "bad.cfg", "--text", "x"], "bad.cfg:2:1: the rule has no arrow\n  NP Det\n  ^\n"),
        (["-G", "start.cfg", "--text", "x"], "start.cfg:1:8: the start symbol X has no rules"),
        (["-G", "epsilon.cfg", "--text", "x"], "epsilon.cfg:1:5: the right side of S is empty"),
        (["--induce", "x.mrg"], "x.mrg:1:1: unbalanced: 1 bracket from here on not closed"),
        (["--induce", "d.dbr"], "d.dbr:1: the discontinuous constituent VP"),
        (["-G", "nowhere", "--text", "x"], "nowhere: no such file or directory"),
    ],
)
def test_what_is_refused(run, write, grammar, arguments, message):
    """Exit 2, with the place; nothing on stdout."""
    write("bad.cfg", "S -> 'a'\nNP Det\n")
    write("start.cfg", "%start X\nS -> 'a'\n")
    write("epsilon.cfg", "S ->\n")
    write("x.mrg", "(S (NP x)\n")
    write("d.dbr", "(S (VP (V 0=a) (P 2=c)) (N 1=b))\n")
    done = run("cky", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_sums_are_told(run, write):
    """The grammar is used all the same."""
    done = run("cky", "-G", write("g.pcfg", "S -> 'a' [0.5] | 'b' [0.4]\n"), "--text", "a", "--best")
    assert done.code == 0
    assert "warning: " in done.err
    assert "g.pcfg: probabilities that do not sum to 1: S 0.9" in done.err


def test_a_sentence_that_is_too_long(run, write):
    """By the number of parts of it and the symbols that they may be."""
    grammar = write("g.cfg", "S -> S S | 'a'\n")
    sentence = write("x.txt", " ".join("a" * 11_000) + "\n")
    done = run("cky", "-G", grammar, sentence)
    assert (done.code, done.out) == (2, "")
    assert "more than 60,000,000 entries" in done.err
    assert f"{sentence}:1: the sentence has 11,000 words" in done.err
