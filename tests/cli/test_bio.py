"""`nerkit bio`: what is typed and what is printed."""

import json
from pathlib import Path

import pytest

import nerkit

GOLD = "Louis B-PER\nof I-PER\nFrance B-LOC\n\nsaw O\nParis B-LOC\n"
SYSTEM = "Louis B-PER\nof I-PER\nFrance I-PER\n\nsaw O\nParis B-LOC\n"


@pytest.fixture
def files(write):
    write("gold.bio", GOLD)
    write("system.bio", SYSTEM)


def test_a_table(run, files):
    """Chunks by default; the signature, with the scheme, stands on stderr."""
    done = run("bio", "-g", "gold.bio", "-s", "system.bio")
    assert done.code == 0
    assert done.out == (
        "measure        P      R     F1    correct    sys    gold\n"
        "chunk      0.500  0.333  0.400          1      2       3\n"
    )
    assert done.err == "bio|chunk|scheme:IOB2|empty:zero|v:0.1.0\n"


@pytest.mark.parametrize("command", ["bio", "evaluate"])
def test_json(run, files, command):
    """Rows carry the outcomes; `evaluate` recognises the format and scores the same."""
    done = run(command, "-g", "gold.bio", "-s", "system.bio", "-f", "json")
    found = json.loads(done.out)
    assert found["task"] == "bio"
    assert found["inputs"][0] | {"sha256": None} == {
        "role": "gold",
        "name": "gold.bio",
        "path": "gold.bio",
        "sha256": None,
        "format": "bio",
        "documents": 1,
        "tokens": 5,
        "items": 3,
        "unit": "entities",
    }
    (row,) = found["rows"]
    assert (row["measure"], row["document"], row["label"]) == ("chunk", "*", "*")
    assert [row[name] for name in ("cor", "inc", "par", "mis", "spu")] == [1, 1, 0, 1, 0]


def test_one_file_with_both_columns(run, write, monkeypatch):
    """Without -g the last two columns are gold and system, from a file or from stdin."""
    both = "Louis NNP B-PER B-PER\nof IN I-PER O\n"
    path = write("both.txt", both)
    done = run("bio", path, "-b")
    assert (done.code, done.out) == (0, "0.0\n")
    with path.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        done = run("bio", "-", "-f", "conlleval", "-q")
    assert done.out.startswith(
        "processed 2 tokens with 1 phrases; found: 1 phrases; correct: 0.\naccuracy:  50.00%;"
    )


def test_peer_layouts_ask_for_their_rows(run, files):
    """-f seqeval and -f conlleval need no further options; --digits reaches seqeval's."""
    done = run("bio", "-g", "gold.bio", "-s", "system.bio", "-f", "seqeval", "-d", "3", "-q")
    assert done.out.split("\n")[2] == "         LOC      1.000     0.500     0.667         2"
    done = run("bio", "-g", "gold.bio", "-s", "system.bio", "-f", "conlleval", "-m", "strict")
    assert (done.code, done.out) == (2, "")
    assert "-m chunk -m token" in done.err


def test_options_are_in_the_signature(run, files):
    """What changes a number is in the signature."""
    options = ("--scheme", "IOB2", "--matching", "optimal", "--min-overlap", "50", "--column", "2")
    done = run("bio", "-g", "gold.bio", "-s", "system.bio", "-m", "type", *options)
    assert done.err == "bio|type|scheme:IOB2|column:2|matching:optimal|min_overlap:50.0|empty:zero|v:0.1.0\n"


def test_texts_that_part(run, write, files):
    """Different numbers of tokens are an error that names the first line where the texts part."""
    write("other.bio", SYSTEM.replace("of I-PER\n", ""))
    done = run("bio", "-g", "gold.bio", "-s", "other.bio")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "error: other.bio:2: 4 tokens where gold has 5; the texts part here: gold.bio:2 "
        "has 'of', other.bio:2 has 'France'\n  nerkit bio needs the same tokens on both "
        "sides; score texts that differ with nerkit noisy -m chunk\n"
    )
    write("short.bio", "Louis B-PER\nof I-PER\n")
    done = run("bio", "-g", "gold.bio", "-s", "short.bio")
    assert "1 sentence cut (1 token), 1 sentence lost (2 tokens); the first is cut here: " in done.err
    assert "gold.bio:3 / short.bio:2\n" in done.err


def test_tokens_spelt_differently(run, write, files):
    """As many tokens, but with another text, are compared by position, with a warning."""
    write("other.bio", SYSTEM.replace("Paris", "paris"))
    done = run("bio", "-g", "gold.bio", "-s", "other.bio")
    assert done.code == 0
    assert (
        "warning: 1 token has another text in the system, the first at gold.bio:6 and other.bio:6."
        in done.err
    )


def test_sentences_cut_differently(run, write, files):
    """A sentence border on one side only is warned of."""
    write("other.bio", SYSTEM.replace("\n\n", "\n"))
    done = run("bio", "-g", "gold.bio", "-s", "other.bio")
    assert "warning: 1 sentence border is on one side only, the first before gold.bio:5" in done.err


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        ("Louis B-PER\nof\n", (), "error: x.bio:2:1: 1 column where the first line has 2\n  of\n  ^\n"),
        (
            "Louis Q-PER\n",
            (),
            "error: x.bio:1:7: tag 'Q-PER' has no known prefix\n  Louis Q-PER\n        ^\n",
        ),
        ("Louis B-\n", (), "error: x.bio:1:7: tag 'B-' has nothing after its '-'"),
        (
            "Louis B-PER\nof E-PER\n",
            ("--scheme", "IOB2"),
            "error: x.bio:2:4: tag 'E-PER' is not of the scheme IOB2 (B I O)\n  of E-PER\n     ^\n",
        ),
        ("Louis B-PER\n", ("--scheme", "X"), "error: unknown scheme 'X' (known: auto, IO, IOB2"),
        (
            "Louis B-PER\n",
            ("--column", "4"),
            "error: x.bio:1:12: there is no column 4, because lines have 2 columns",
        ),
        ("Louis B-PER\n", ("--min-overlap", "0"), "error: --min-overlap must be a percentage"),
    ],
)
def test_bad_input(run, write, text, arguments, message):
    """Nothing on stdout, exit code 2, and where it is."""
    write("x.bio", text)
    done = run("bio", "-g", "x.bio", "-s", "x.bio", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)


def test_bad_calls(run, write):
    """Without -g there is one file, with a token and two tags, and no column to choose."""
    write("x.bio", "Louis B-PER\n")
    assert "give -g GOLD and systems, or one FILE whose" in run("bio").err
    assert "--column needs -g; without -g nerkit reads gold and" in run("bio", "x.bio", "--column", "2").err
    assert "2 columns where token and tags need 3" in run("bio", "x.bio").err


def test_spans_and_tags_do_not_mix(run, write, files):
    """A span file is not a column file."""
    write("spans.tsv", "d\t0\t3\tE1\t1\tPER\n")
    done = run("evaluate", "-g", "gold.bio", "-s", "spans.tsv")
    assert (done.code, done.out) == (2, "")
    assert "spans.tsv: span-tsv, and gold.bio is bio: no task reads both" in done.err


SENTENCES = [["Ada", "met", "Bob", "in", "Rome"], ["He", "left"], ["Eve", "stayed", "in", "Oslo"]]
CHUNKS = {"Ada": "B-PER", "Bob": "B-PER", "Rome": "B-LOC", "Eve": "B-PER", "Oslo": "B-LOC"}


def columns(sentences, tag=lambda word: CHUNKS.get(word.rstrip("0123456789"), "O")):
    """A file of columns."""
    return "\n".join("".join(f"{word} {tag(word)}\n" for word in words) for words in sentences)


def test_sentences_that_are_cut_or_lost(run, write):
    """Every command scores what is not there as O where that is asked for, and counts it; else the error says
    what is the case, where on both sides, and which commands score it.
    """
    write("gold.bio", columns(SENTENCES))
    write("sys.bio", columns([SENTENCES[0][:3], SENTENCES[2]]))
    refused = run("bio", "-g", "gold.bio", "-s", "sys.bio")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "error: sys.bio:3: 7 tokens where gold has 11: 1 sentence cut (2 tokens), 1 "
        "sentence lost (2 tokens); the first is cut here: gold.bio:4 / sys.bio:3\n  "
        "--missing empty scores cut or lost tokens as O; nerkit noisy -m chunk scores "
        "the texts as they are\n"
    )
    warning = (
        "warning: sys.bio: 1 sentence cut (2 tokens), 1 sentence lost (2 tokens), the first at gold.bio:4; "
    )
    for command in ("bio", "evaluate"):
        done = run(command, "-g", "gold.bio", "-s", "sys.bio", "--missing", "empty", "-b")
        assert (done.code, done.out) == (0, "0.8888888888888888\n")
        assert warning in done.err
    done = run("errors", "-g", "gold.bio", "-s", "sys.bio", "--missing", "empty")
    assert (done.out.count("missed"), "Rome" in done.out) == (1, True)
    assert warning in done.err
    done = run("compare", "-g", "gold.bio", "a=gold.bio", "b=sys.bio", "--missing", "empty")
    assert (done.code, warning in done.err) == (0, True)
    done = run("noisy", "-g", "gold.bio", "-s", "sys.bio", "-m", "chunk", "-b")
    assert done.out == "0.8888888888888888\n"


@pytest.mark.parametrize("drop", [slice(2, 3), slice(20, None)])
@pytest.mark.parametrize("demo", ["bio", "start", "noisy"])
def test_no_remedy_names_a_command_that_fails(run, write, demo, drop):
    """`nerkit noisy -m chunk` is named where it scores the files: not where these hold document marks."""
    folder = Path(nerkit.__file__).parents[1] / "demo" / demo
    gold = folder / "dev.bio" if demo == "start" else folder / "gold.bio"
    lines = (folder / ("words_1.bio" if demo == "start" else "system.bio")).read_text().splitlines()
    del lines[drop]
    write("short.bio", "\n".join(lines) + "\n")
    refused = run("bio", "-g", gold, "-s", "short.bio")
    assert refused.code == 2
    done = run("noisy", "-m", "chunk", "-g", gold, "-s", "short.bio")
    assert ("with nerkit noisy -m chunk\n" in refused.err) == (done.code == 0) == (demo == "noisy")
    if "--missing empty" in refused.err:
        assert run("bio", "-g", gold, "-s", "short.bio", "--missing", "empty").code == 0


@pytest.mark.parametrize("tag", ["B-PER", "B_PER", "PER", "[PER"])
@pytest.mark.parametrize("above", ["", "# a comment\n", "-DOCSTART- -X- O\n"])
def test_noisy_is_named_for_words_and_tags_that_it_reads(run, write, tag, above):
    write("gold.bio", f"{above}Anna {tag}\nlives O\nin O\nRome O\n")
    write("sys.bio", f"{above}Anna {tag}\nlives O\n")
    refused = run("bio", "-g", "gold.bio", "-s", "sys.bio")
    assert refused.code == 2
    if "; nerkit noisy -m chunk scores the texts as they are" in refused.err:
        assert run("noisy", "-m", "chunk", "-g", "gold.bio", "-s", "sys.bio").code == 0
        assert not above
    else:
        assert above or tag != "B-PER"


def test_a_lost_sentence_in_front(run, write):
    """Its place in the system is its beginning."""
    write("gold.bio", columns(SENTENCES))
    write("sys.bio", columns(SENTENCES[1:]))
    done = run("bio", "-g", "gold.bio", "-s", "sys.bio")
    assert "1 sentence lost (5 tokens); the first is lost here: gold.bio:1 / sys.bio:1\n" in done.err


def test_cut_sentences_in_shards(write):
    """Of documents with ids the parts say what the whole says; without ids all is looked at in one piece."""
    documents = [[[f"{word}{i}" for word in words] for words in SENTENCES] for i in range(30)]
    cut = [[words[:3] for words in sentences[i % 2 :]] for i, sentences in enumerate(documents)]
    for marks in ("# newdoc id = d{}\n", ""):
        gold, system = (
            write(name, "\n".join(marks.format(i) + columns(one) for i, one in enumerate(side)))
            for name, side in (("gold", documents), ("system", cut))
        )
        asked = {"task": "bio", "missing": "empty", "measures": ["chunk", "token"]}
        whole, parts = (
            nerkit.evaluate(str(gold), str(system), shard_size=size, **asked) for size in (None, 300)
        )
        assert (parts.rows, parts.warnings) == (whole.rows, whole.warnings)
        assert "45 sentences cut (60 tokens), 15 sentences lost (75 tokens)" in "".join(whole.warnings)
        assert any("in one piece" in note for note in parts.notes) == (not marks)


@pytest.mark.parametrize(
    ("mark", "pieces"),
    [
        ("##", ["Washing", "##ton", "slept"]),
        ("\u2581", ["\u2581Washing", "ton", "\u2581slept"]),
        ("\u0120", ["Washing", "ton", "\u0120slept"]),
        ("@@", ["Washing@@", "ton", "slept"]),
        ("</w>", ["Washing", "ton</w>", "slept</w>"]),
    ],
)
def test_subword_pieces(run, write, mark, pieces):
    """The error says what they are, and the command that it names scores them."""
    write("gold.bio", "Washington B-LOC\nslept O\n")
    write("sys.bio", "".join(f"{p} {t}\n" for p, t in zip(pieces, ("B-LOC", "I-LOC", "O"), strict=True)))
    for options in ((), ("--missing", "empty")):
        done = run("bio", "-g", "gold.bio", "-s", "sys.bio", *options)
        assert (done.code, f"subword pieces, marked by {mark} (" in done.err) == (2, True)
        assert "nerkit noisy -m chunk" in done.err
    assert run("noisy", "-g", "gold.bio", "-s", "sys.bio", "-m", "chunk", "-b").out == "1.0\n"


NUMBERS = {"O": 0, "B-PER": 1, "B-LOC": 2}


@pytest.mark.parametrize("prefix", ["", "LABEL_"])
def test_labels_without_names(run, write, prefix):
    """Are said to be these, and have names where these are given, on both sides or on one."""
    gold = write("gold.bio", columns(SENTENCES))
    ids = write("ids.bio", columns(SENTENCES, lambda word: f"{prefix}{NUMBERS[CHUNKS.get(word, 'O')]}"))
    names = write("names.txt", "O\nB-PER\nB-LOC\n")
    done = run("bio", "-g", gold, ids)
    assert (done.code, "--label-names O,B-PER,… (or a file)" in done.err) == (2, True)
    assert (
        "is a model's placeholder for a label without a name" if prefix else "is a number: the id of a label"
    ) in done.err
    for sides in ((gold, ids), (ids, ids), (ids, gold)):
        for given in ("O,B-PER,B-LOC", names):
            assert run("bio", "-g", *sides, "--label-names", given, "-b").out == "1.0\n"
    few = run("bio", "-g", gold, ids, "--label-names", "O,B-PER")
    assert (few.code, f"label '{prefix}2' has no name: --label-names gives 2 names" in few.err) == (2, True)
    both = write("both.bio", columns(SENTENCES, lambda word: f"{CHUNKS.get(word, 'O')} {prefix}0"))
    assert run("bio", both, "--label-names", "O", "-m", "token", "-b").out == f"{6 / 11}\n"


def test_a_hash_with_the_id_of_a_label_is_a_token(run, write):
    """Where ids have names; else such a line is a comment."""
    both = write("x.bio", "a 1\n# 0\nb 1\n"), write("y.bio", "a B-X\n# O\nb B-X\n")
    done = run("bio", "-g", both[0], both[1], "--label-names", "O,B-X", "-m", "token", "-f", "json")
    assert '"p_den": 3' in done.out


@pytest.mark.parametrize(
    ("tag", "problem", "remedy"),
    [
        (lambda t: "0" if t == "O" else t, "tag '0' is a zero, not the letter O", "--label-names O reads 0"),
        (str.lower, "tag 'b-per' has a small letter as its prefix", "tags in capitals (B-PER)"),
        (lambda t: "o" if t == "O" else t, "tag 'o' is a small letter", "tags in capitals (O)"),
    ],
)
def test_tags_that_are_nearly_tags(run, write, tag, problem, remedy):
    """Are said to be what they are, with what to do about it."""
    gold = write("gold.bio", columns(SENTENCES))
    system = write("s.bio", columns(SENTENCES, lambda word: tag(CHUNKS.get(word, "O"))))
    done = run("bio", "-g", gold, system)
    assert done.code == 2
    assert problem in done.err
    assert remedy in done.err
    if "zero" in problem:
        assert run("bio", "-g", gold, system, "--label-names", "O", "-b").out == "1.0\n"


def test_tags_without_tokens(run, write):
    """A file of tags alone is said to be one."""
    write("gold.bio", columns(SENTENCES))
    write("tags.txt", "".join(line.rpartition(" ")[2] for line in columns(SENTENCES).splitlines(True)))
    done = run("bio", "-g", "gold.bio", "tags.txt")
    assert done.code == 2
    assert "1 column where token and tag need 2: tags without tokens" in done.err
    assert "paste GOLD tags.txt | tr '\\t' ' ' | nerkit bio -" in done.err
