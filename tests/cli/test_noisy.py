"""`nerkit noisy`: exact output, options, errors."""

import json

import pytest

GOLD = "Tolkien B-PER\nwas O\na O\nwriter B-OCC\n. O\n"
SYSTEM = "Tolkieene B-PER\nxas O\nwritear B-OCC\n,. O\n"


@pytest.fixture
def sides(write):
    write("gold.bio", GOLD)
    write("system.bio", SYSTEM)
    return "noisy", "-g", "gold.bio", "-s", "system.bio"


def test_table(run, sides):
    """Rows for every label and for all; the signature and the quality of the text go to stderr."""
    done = run(*sides)
    assert done.out == (
        "measure    label        P      R     F1    correct    sys    gold\n"
        "noisy      OCC      1.000  1.000  1.000          1      1       1\n"
        "noisy      PER      1.000  1.000  1.000          1      1       1\n"
        "noisy      *        1.000  1.000  1.000          2      2       2\n"
    )
    assert done.err == (
        "noisy|noisy|threshold:<=0.3|empty:zero|v:0.1.0\n"
        "text of system.bio: CER 0.318 (7 errors in 22 characters), WER 1.000 (5 errors in 5 words)\n"
    )


def test_show_alignment(run, sides):
    """The drawing of Nerval's README: types above and below the two texts."""
    done = run(*sides, "--show-alignment", "-b")
    assert done.out == (
        "system.bio: C OCC, P PER; O outside\n"
        "\n"
        "         PPPPPPPPPOOOOOOOCCCCCCCOOO\n"
        "gold   : Tolkie-n- was a write-r -.\n"
        "system : Tolkieene xas --writear ,.\n"
        "         PPPPPPPPPOOOOOOOCCCCCCCOOO\n"
        "\n"
        "1.0\n"
    )
    refused = run(*sides, "--show-alignment", "-f", "json")
    assert (refused.code, refused.out[:9]) == (2, '{"error":')


def test_show_alignment_wraps_and_picks_a_free_gap(run, write):
    """Long texts are drawn in lines of 80 columns; a text with hyphens has another sign for gaps."""
    write("g.bio", "a-b B-PER\n" + "word O\n" * 20)
    write("s.bio", "a-bc B-PER\n" + "word O\n" * 20)
    drawn = run("noisy", "-g", "g.bio", "s.bio", "--show-alignment", "-q", "-b").out.split("\n")
    assert drawn[2:4] == ["         " + "PPPP" + "O" * 76, "gold   : " + ("a-b~ " + "word " * 15).rstrip()]
    assert len(drawn[7]) == 9 + 24


def test_json_and_score_only(run, sides):
    """The row has the counts that are fixed for `noisy`, and the errors of the text."""
    rows = json.loads(run(*sides, "--threshold", "0.2", "-f", "json").out)["rows"]
    assert [(row["label"], row["p_num"], row["p_den"], row["r_num"], row["r_den"]) for row in rows] == [
        ("OCC", 1, 1, 1, 1),
        ("PER", 0, 1, 0, 1),
        ("*", 1, 2, 1, 2),
    ]
    assert rows[-1]["character_errors"] == 7
    assert run(*sides, "--threshold", "0.2", "-b").out == "0.5\n"


def test_noise_bins(run, sides):
    """`--noise-bins` adds the rows; `--by label` makes their product with labels."""
    out = run(*sides, "--noise-bins", "0.15,0.5", "-f", "tsv", "-q").out
    labels = [line.split("\t")[3] for line in out.splitlines()[1:]]
    assert labels == ["OCC", "PER", "noise=0-0.15", "noise=0.15-0.5", "*"]
    assert (
        "PER;noise=0-0.15" in run(*sides, "--noise-bins", "0.15,0.5", "--by", "label", "-f", "tsv", "-q").out
    )


def test_below_and_the_nerval_notice(run, write, sides):
    """The signature says `<`; long documents under --nerval are aligned by chunks, and that is said."""
    assert "threshold:<0.3" in run(*sides, "--below").err
    long = "".join(f"word{i} O\n" for i in range(1950))
    write("g.bio", "Jean B-PER\n" + long)
    write("s.bio", "Jaen B-PER\n" + long)
    assert (
        "1 document above 16,000 characters: nerkit aligns these texts in chunks"
        in run("noisy", "-g", "g.bio", "s.bio", "--nerval").err
    )
    assert "chunks" not in run("noisy", "-g", "g.bio", "s.bio", "--nerval", "--exact-alignment").err


def test_unrelated_texts_are_warned_of(run, write, monkeypatch):
    """Where nothing corresponds texts are cut evenly and a warning says it; not with --exact-alignment."""
    monkeypatch.setattr("nerkit.algorithms.text_alignment.alignment.EVEN", 4_000)
    for name, step in (("g.bio", 7), ("s.bio", 11)):
        write(
            name,
            "".join(f"{i * i * step % 99_991:x} {'B-PER' if i % 9 == 0 else 'O'}\n" for i in range(4500)),
        )
    sides = ("noisy", "-g", "g.bio", "s.bio")
    assert "in which over" in run(*sides).err
    assert "characters share no unique run of 16" not in run(*sides, "--exact-alignment").err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Tolkien Q-PER\n", "system.bio:1:9: tag 'Q-PER' has no known prefix"),
        ("Tolkien B-PER\nwas\n", "system.bio:2:1: there is no tag after the word"),
        ("x O\n\nJean PER\n", "system.bio:3:6: tag 'PER' has no known prefix"),
    ],
)
def test_bad_input(run, write, sides, content, message):
    """File, line and column, nothing on stdout."""
    write("system.bio", content)
    done = run(*sides, "--from", "noisy-bio")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {message}")


def test_bad_options(run, sides):
    """A threshold or bins out of range, and an unknown measure, are usage errors."""
    for options in (("--threshold", "2"), ("--noise-bins", "b"), ("-m", "nois")):
        done = run(*sides, *options)
        assert (done.code, done.out) == (2, "")


def test_the_demo_and_the_descriptions(run):
    """`demo`, `explain` and `measures` know the task."""
    assert "CER" in run("demo", "noisy").err
    assert "edit_distance" in run("explain", "noisy").out
    assert "noise" in run("measures", "noisy").out


HARBOUR = "Maria B-PER\nVance I-PER\nmet O\nTom B-PER\nin O\nPort B-LOC\nEllery I-LOC\n"


def test_lists_of_strings_are_located_in_the_text_of_gold(run, write):
    """As language models return them; what is found nowhere is spurious, and there is no CER to print."""
    gold, system = (
        write("gold.bio", HARBOUR),
        write("s.json", '{"PER": ["Maria Vence", "Nobody Atall"], "LOC": ["Port Ellery"]}\n'),
    )
    done = run("noisy", "-g", gold, "-s", system, "-f", "tsv")
    rows = {line.split("\t")[3]: line.split("\t")[8:12] for line in done.out.splitlines()[1:]}
    assert rows == {"LOC": ["1", "1", "1", "1"], "PER": ["1", "2", "1", "2"], "*": ["2", "3", "2", "3"]}
    assert "'Nobody Atall'" in done.err
    assert "CER" not in run("noisy", "-g", gold, "-s", system).err


def test_marked_text_is_aligned_with_gold(run, write):
    """Inline tags and links around the entities of a text that differs."""
    gold = write("gold.bio", HARBOUR)
    for name, text in (
        ("a", "<PER>Maria Vence</PER> met <PER>Tom</PER> in <LOC>Prot Ellery</LOC>\n"),
        ("b", "[Maria Vence](PER) met [Tom](PER) in [Prot Ellery](LOC)\n"),
    ):
        done = run("noisy", "-g", gold, "-s", write(name, text), "-b")
        assert done.out == "1.0\n", done.err


def test_measures_of_tagged_text_after_projection(run, write):
    """`chunk` and its relatives score the system's spans carried onto the gold text."""
    gold, system = (
        write("gold.bio", HARBOUR),
        write("s.bio", HARBOUR.replace("Vance", "Vence").replace("Ellery I-LOC", "Ellry O")),
    )
    out = run(
        "noisy", "-g", gold, "-s", system, "-m", "chunk", "-m", "partial", "-m", "type", "-f", "tsv"
    ).out
    found = {
        line.split("\t")[1]: float(line.split("\t")[7])
        for line in out.splitlines()
        if line.split("\t")[3] == "*"
    }
    assert found == {"chunk": pytest.approx(2 / 3), "partial": pytest.approx(5 / 6), "type": 1.0}


def test_bad_markup_in_gold_is_an_error(run, write):
    """In a system it is kept as text, with a warning."""
    good, bad = write("good", "<PER>Tom</PER> met Ann\n"), write("bad", "<PER>Tom met Ann\n<LOC>x</LOC>\n")
    done = run("noisy", "-g", bad, "-s", good)
    assert (done.code, done.out) == (2, "")
    assert run("noisy", "-g", good, "-s", bad).code == 0


def test_strict_and_token_after_projection(run, write):
    """Of seven gold words the system tags one wrongly: Ellery, which it reads as Ellry and leaves outside."""
    gold, system = (
        write("gold.bio", HARBOUR),
        write("s.bio", HARBOUR.replace("Vance", "Vence").replace("Ellery I-LOC", "Ellry O")),
    )
    out = run("noisy", "-g", gold, "-s", system, "-m", "strict", "-m", "token", "-f", "tsv").out
    found = {
        tuple(line.split("\t")[i] for i in (1, 3)): line.split("\t")[8:12] for line in out.splitlines()[1:]
    }
    assert found["strict", "*"] == ["2", "3", "2", "3"]
    assert found["token", "*"] == ["6", "7", "6", "7"]
    assert found["token", "LOC"][3] == "2"


def test_errors_point_at_the_place(run, write):
    """A list that is cut off, a line without a tag, a measure with a typo."""
    gold = write("gold.bio", HARBOUR)
    assert (
        "s.json:1:15: not valid JSON"
        in run("noisy", "-g", gold, "-s", write("s.json", '{"PER": ["Tom"\n')).err
    )
    assert (
        "s.bio:1:1: there is no tag after the word"
        in run("noisy", "-g", gold, "-s", write("s.bio", "Tom\n")).err
    )
    assert "did you mean 'noisy'" in run("noisy", "-g", gold, "-s", gold, "-m", "nois").err
