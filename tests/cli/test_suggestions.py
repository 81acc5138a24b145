"""What does not work is answered with what does; what is normal is a note."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path

import pytest
from tries import each, spread

import nerkit
from nerkit.algebra import field, match_sets, record, same
from nerkit.cli import peer_words
from nerkit.cli.commands import COMMANDS
from nerkit.exceptions import nearest_name
from nerkit.ground.synonyms import FIELDS
from nerkit.scorers import SCORERS
from nerkit.scorers.vocabulary import WORDS

DEMO = Path(__file__).parents[2] / "demo"
GOLD = "Anna B-PER\nsaw O\n"
IOB1 = "Anna I-PER\nBen B-PER\n"


def test_commands_are_completed(run, monkeypatch):
    """A shell that asks for completion gets the names of the commands."""
    for name, value in {
        "_NERKIT_COMPLETE": "bash_complete",
        "COMP_WORDS": "nerkit co",
        "COMP_CWORD": "1",
    }.items():
        monkeypatch.setenv(name, value)
    done = run()
    assert done.code == 0
    assert {line.partition(",")[2] for line in done.out.splitlines()} == {
        "compare",
        "completion",
        "convert",
        "coref",
    }


@each(
    "arguments, said",
    [
        (["eval"], "did you mean 'evaluate'?"),
        (["evaluate", "g.bio", "s.bio"], "nerkit evaluate -g g.bio -s s.bio"),
        (["bio", "g.bio", "s.bio"], "nerkit bio -g g.bio -s s.bio"),
        (["errors", "g.bio", "-s", "s.bio"], "nerkit errors -g g.bio -s s.bio"),
        (["evaluate", "s.bio"], "nerkit evaluate -g GOLD -s s.bio"),
        (["bio", "-g", "g.bio", "s.bio", "-m", "f1"], "nerkit measures bio"),
        (
            ["bio", "-g", "g.bio", "s.bio", "-m", "chunk,strikt"],
            "unknown measure 'strikt'; did you mean 'strict'?",
        ),
        (
            ["compare", "-g", "g.bio", "s.bio", "--fail-under", "1"],
            "--fail-under cannot be used with nerkit compare",
        ),
    ],
)
def test_suggestions(run, write, arguments, said):
    """Exit 2, nothing on stdout, and the way out in the message."""
    write("g.bio", GOLD)
    write("s.bio", GOLD)
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_what_is_normal_is_a_note(run, write):
    """The scheme that was recognised: on stderr, in the signature, among no warnings; -q is without it."""
    path = write("g.bio", IOB1)
    done = run("bio", "-g", path, path)
    assert done.err.startswith("note: nerkit reads the tags as IOB1; --scheme names another scheme\n")
    assert "|scheme:IOB1|" in done.err
    assert "warning" not in done.err
    assert json.loads(run("bio", "-g", path, path, "-f", "json").out)["warnings"] == []
    assert run("bio", "-g", path, path, "-q").err == ""


@pytest.mark.parametrize(
    ("tags", "scheme"),
    [
        ("O B-A I-A", None),
        ("O I-A I-A", None),
        ("O I-A B-A", "IOB1"),
        ("B-A E-A", "BIOES"),
        ("S-A B-A E-A", None),
        ("U-A O", None),
        ("B-A L-A", "BILOU"),
        ("W-A O", None),
        ("E-A I-A E-A", None),
        ("I-A E-A", "IOE2"),
        ("O O", None),
    ],
)
def test_the_scheme_is_told_once_where_the_first_tag_does_not_show_it(run, write, tags, scheme):
    """In parts of the file as in one piece."""
    lines = "".join(f"word {tag}\n" for tag in tags.split())
    path = write("g.bio", f"{lines}\n" * 500)
    for options in ((), ("--shard-size", "1kB")):
        done = run("bio", "-g", path, path, f"again={path}", *options)
        notes = [line for line in done.err.splitlines() if line.startswith("note: nerkit reads the tags")]
        assert notes == (
            []
            if scheme is None
            else [f"note: nerkit reads the tags as {scheme}; --scheme names another scheme"]
        )


def test_parts_of_other_schemes_add(run, write):
    """A part whose tags happen to fit a smaller scheme adds up all the same; the sum names both."""
    paths = []
    for name, text in (("a", GOLD), ("b", "Ben I-PER\nsaw O\n")):
        path = write(f"{name}.bio", text)
        paths.append(write(f"{name}.json", run("bio", "-g", path, f"s={path}", "--counts-only").out))
    done = run("merge", *paths)
    assert done.code == 0
    assert "|scheme:IO+IOB2|" in done.err


def test_help_is_grouped(run):
    """Commands by what they are for, options by what they are about; `errors` has none of those of scores."""
    commands = run("--help-all").out
    places = [commands.index(f"\n{word}") for word in ("Score:", "  bio ", "Lecture:", "  cky ", "  chunk ")]
    assert places == sorted(places)
    text = run("bio", "--help-all").out
    for title, option in (
        ("Input:", "--gold"),
        ("Pairing:", "--missing"),
        ("Options:", "--scheme"),
        ("Output:", "--digits"),
        ("Statistics:", "--seed"),
        ("Gates:", "--exit-zero"),
    ):
        assert text.index(title) < text.index(option, text.index(title))
    listed = run("errors", "--help-all").out
    assert not any(
        option in listed for option in ("--by ", "--macro", "--beta", "--fail-under", "--confidence")
    )


def measures(done):
    """The measures of the rows of a JSON result."""
    assert done.code == 0, done.err
    return list(dict.fromkeys(row["measure"] for row in json.loads(done.out)["rows"]))


PEERS = {
    "seqeval": ["chunk", "strict"],
    "conlleval": ["chunk", "token"],
    "nervaluate": ["strict", "exact", "partial", "type"],
}


@pytest.mark.parametrize("peer", PEERS)
def test_names_of_peers_are_groups(run, write, peer):
    """On the command line, in a configuration and in Python; `explain` says which measures."""
    path = write("g.bio", GOLD)
    expected = PEERS[peer]
    asked = run("bio", "-g", path, path, "-f", "json", *(part for name in expected for part in ("-m", name)))
    done = run("bio", "-g", path, path, "-f", "json", "-m", peer)
    assert measures(done) == expected
    asked, found = (json.loads(one.out) for one in (asked, done))
    assert found == asked | {"command": found["command"]}
    write("pyproject.toml", f'[tool.nerkit.bio]\nmeasure = "{peer},token"\n')
    assert measures(run("bio", "-g", path, path, "-f", "json")) == list(dict.fromkeys([*expected, "token"]))
    tags = [["B-PER", "O"]]
    assert list(nerkit.evaluate(tags, tags, task="bio", measures=peer).measures) == expected
    told = " ".join(run("explain", peer).out.split())
    assert f"-m {peer} is {' '.join(f'-m {name}' for name in expected)}" in told


def test_a_group_of_spans(run, write):
    """`nervaluate` is a group of spans too, `seqeval` of bio alone."""
    path = write("g.tsv", "d\t0\t4\t\t\tPER\n")
    assert measures(run("spans", "-g", path, path, "-f", "json", "-m", "nervaluate")) == PEERS["nervaluate"]
    assert run("spans", "-g", path, path, "-m", "seqeval").code == 2


def test_measures_joined_by_commas(run, write):
    """`A,B` is two measures, expressions among them; in gates, statistics and Python too."""
    path = write("g.bio", GOLD)
    call = ("bio", "-g", path, path, "-f", "json")
    assert measures(run(*call, "-m", "chunk,partial")) == ["chunk", "partial"]
    assert measures(run(*call, "-m", "sets::span+type, chunk", "-m", "token")) == [
        "sets::span+type",
        "chunk",
        "token",
    ]
    assert run(*call, "-m", "chunk,partial", "--fail-under", "partial/PER=0.9").code == 0
    assert run("agree", path, f"b={path}", "-m", "kappa,chunk", "-f", "json").code == 0
    tags = [["B-PER", "O"]]
    assert nerkit.evaluate(tags, tags, task="bio", measures="chunk,type").headline == "chunk"


def test_a_name_with_a_comma_stays_whole():
    """That of a user's formula, and of a field: parts that are no measures are none."""
    items = [{"items": [{"a": 1, "b": 2}]}]
    formulas = {
        name: field("items", match_sets(record(**{name[0]: same}), normalize="f1"))
        for name in ("a,b", "a", "b")
    }
    for asked, names in (("a,b", ["a,b"]), ("a, b", ["a", "b"]), (["b,a", "a,b"], ["b", "a", "a,b"])):
        result = nerkit.evaluate(items, items, task="ie", metric=formulas, measures=asked)
        assert list(result.measures) == names
    with pytest.raises(nerkit.UsageError, match="unknown field 'a,b' in the key of measure 'sets::a,b'"):
        nerkit.evaluate([["B-PER"]], [["B-PER"]], task="bio", measures="sets::a,b")


@each("word", ["f1", "F1", "precision", "recall", "p", "r", "accuracy", "f-score", "f_score", "support"])
def test_what_every_row_has_is_no_measure(run, write, word):
    """The message names the measures."""
    path = write("g.bio", GOLD)
    done = run("bio", "-g", path, path, "-m", word)
    assert done.code == 2
    assert "every row has P, R and F1. The measures of nerkit bio are chunk, strict, exact" in done.err


@each("word", ["macro", "micro", "weighted", "macro_f1"])
def test_averages_are_no_measures(run, write, word):
    """They are rows that an option adds."""
    path = write("g.bio", GOLD)
    assert "--macro adds averages" in run("bio", "-g", path, path, "-m", word).err
    assert run("bio", "-g", path, path, "--macro").code == 0


@each(
    "task, word, meant",
    [
        ("bio", "ent_type", "type"),
        ("bio", "overlap", "partial"),
        ("bio", "exact_match", "exact"),
        ("coref", "b3", "b_cubed"),
        ("spans", "ceafe", "entity_ceaf"),
        ("spans", "bcub", "b_cubed"),
        ("dep", "attachment", "LAS"),
        ("tree", "parseval", "brackets"),
        ("spans", "seqeval", "strict"),
        ("spans", "neleval", "sets::span+type"),
    ],
)
def test_measures_as_peers_call_them(run, task, word, meant):
    """What is meant is one of the task's measures, and works."""
    (gold,) = (DEMO / task).glob("gold.*")
    assert f"did you mean {meant!r}?" in run(task, "-g", gold, gold, "-m", word).err
    assert run(task, "-g", gold, gold, "-m", meant).code == 0


@each("word", WORDS)
def test_words_are_explained(run, word):
    """What the columns and averages are: definition, formula, edge case; in any case."""
    done = run("explain", word)
    assert (done.code, "Edge cases\n  - " in done.out) == (0, True)
    assert run("explain", word.upper().replace("-", "_")).out == done.out


@each(
    "task, field, meant",
    [
        ("bio", "sentance", "sentence"),
        ("bio", "class", "label"),
        ("bio", "lenght", "length"),
        ("bio", "lable", "label"),
        ("bio", "doc", "document"),
        ("spans", "category", "label"),
        ("dep", "type", "label"),
        ("dep", "deprel", "label"),
        ("tree", "class", "label"),
        ("mrp", "type", "label"),
        ("srl", "role", "label"),
        ("json", "doc", "document"),
    ],
)
def test_fields_by_what_is_meant(run, task, field, meant):
    """What is proposed works."""
    (gold,) = (DEMO / task).glob("gold.*")
    assert f"did you mean {meant!r}?" in run(task, "-g", gold, gold, "--by", field).err
    assert run(task, "-g", gold, gold, "--by", meant).code == 0


@each("word", FIELDS)
def test_words_for_fields_mean_fields(run, write, word):
    """Each is answered with a field that works, or is one."""
    path = write("g.bio", GOLD)
    done = run("bio", "-g", path, path, "--by", word)
    meant = FIELDS[word][0]
    assert done.code == 0 or f"did you mean {meant!r}?" in done.err
    assert run("bio", "-g", path, path, "--by", meant.replace("seen", f"seen={path}")).code == 0


@pytest.fixture
def pair(write):
    """Gold and a system, tagged."""
    write("gold.bio", GOLD)
    write("system.bio", GOLD)


def proposed(done):
    """The command line that a message ends with; with `-f json` the object on stdout has it, too."""
    assert done.code == 2
    assert done.out == "" or json.loads(done.out)["error"]["remedy"] in done.err
    last = done.err.splitlines()[-1]
    assert last.startswith("  nerkit "), done.err
    return shlex.split(last)[1:]


@each("word", sorted(set(peer_words.COMMANDS) - set(COMMANDS)))
def test_words_for_commands(run, word):
    """Each is answered with a command that there is, however it is written."""
    meant = peer_words.COMMANDS[word]
    for typed in (word, word.upper().replace("-", "_")):
        done = run(typed)
        assert (done.code, done.out) == (2, "")
        assert f"no such command {typed!r}; did you mean {meant!r}?" in done.err
    assert run(*meant.split(), *([] if meant.startswith("-") else ["--help"])).code == 0


@each(
    "word", [word for word, meant in peer_words.COMMANDS.items() if meant in SCORERS and word not in COMMANDS]
)
def test_words_for_tasks_with_files(run, word):
    """The command that is printed has the files, and works when typed."""
    task = peer_words.COMMANDS[word]
    gold, system = (next((DEMO / task).glob(f"{side}.*")) for side in ("gold", "system"))
    line = proposed(run(word, gold, system))
    assert line == [task, "-g", str(gold), "-s", str(system)]
    assert run(*line).code == 0


@each("word", [word for word, meant in peer_words.COMMANDS.items() if meant == "evaluate"])
@each("typed", [["gold.bio", "system.bio"], ["-g", "gold.bio", "--pred", "system.bio"]])
def test_words_for_evaluate_with_files(run, pair, word, typed):
    """What is wrong behind the word is repaired too."""
    line = proposed(run(word, *typed))
    assert line == ["evaluate", "-g", "gold.bio", "-s", "system.bio"]
    assert run(*line).code == 0


VALUES = {
    "-s {}": "system.bio",
    "-g {}": "gold.bio",
    "-m {}": "strict",
    "-f {}": "md",
    "-o {}": "out.txt",
} | {
    "--from {}": "bio",
    "--by {}": "label",
    "--fail-under {}": "0.5",
    "--min-overlap {}": "50",
    "-d {}": "2",
    "--resamples {}": "20",
    "--seed {}": "7",
    "-j {}": "1",
    "--labels {}": "PER",
    "--color {}": "never",
    "--scheme {}": "IOB2",
    "--beta {}": "2",
    "--paired {}": "permutation",
}
WITH = {
    "--paired": ["-s", "b=system.bio"],
    "--resamples": ["--confidence"],
    "--seed": ["--confidence"],
}  # what an option goes with


@each("word, joined", spread(peer_words.OPTIONS, [False, True, False]))
def test_words_for_options(run, pair, word, joined):
    """Each in its place is answered with a command line that works when typed."""
    meant = peer_words.OPTIONS[word]
    for value, template in meant.items() if isinstance(meant, Mapping) else [(VALUES.get(meant, ""), meant)]:
        if template in ("--min-iou {}", "--compare-to {}"):
            return  # of other commands, or with a file of its own: below
        option = template.partition(" ")[0]
        call = ["bio", *WITH.get(option, [])]
        call += [] if option == "-g" else ["-g", "gold.bio"]
        call += [] if option == "-s" else ["-s", "system.bio"]
        typed = [word] if not value else [f"{word}={value}"] if joined and word[:2] == "--" else [word, value]
        line = proposed(run(*call, *typed))
        assert run(*line).code == 0, line
        assert line[: len(call)] == call
        shown = template.format({"md": "markdown", "permutation": "randomization"}.get(value, value)).split()
        assert line[len(call) :] == shown


def test_options_that_other_commands_have(run, write, pair):
    """Words whose option needs another task, or a stored result."""
    gold = next((DEMO / "spans").glob("gold.*"))
    for word in ("--iou", "--iou-threshold"):
        line = proposed(run("spans", "-g", gold, gold, "-m", "strict", word, "0.5"))
        assert line[-2:] == ["--min-iou", "0.5"]
        assert run(*line).code == 0
    write("before.json", run("bio", "-g", "gold.bio", "system.bio", "-f", "json").out)
    for word in ("--regression", "--previous", "--against"):
        line = proposed(run("bio", "-g", "gold.bio", "system.bio", word, "before.json"))
        assert line[-2:] == ["--compare-to", "before.json"]
        assert run(*line).code == 0


VALUE_WORDS = [(option, word) for option, known in peer_words.VALUES.items() for word in known]


@each("option, word", VALUE_WORDS)
def test_words_for_values(run, pair, option, word):
    """Values of a choice, by meaning; the line that is printed works."""
    meant = peer_words.VALUES[option][word]
    if meant == word:
        return
    line = proposed(run("bio", "-g", "gold.bio", "system.bio", "b=system.bio", option, word))
    assert line[-2:] == [option, meant]
    assert run(*line).code == 0


@each(
    "typed, line",
    [
        ("bio -g gold.bio -s system.bio -f jsn", "bio -g gold.bio -s system.bio -f json"),
        ("bio -g gold.bio --sytem system.bio", "bio -g gold.bio --system system.bio"),
        ("bio -ref gold.bio -pred system.bio", "bio -g gold.bio -s system.bio"),
        ("bio gold.bio -p system.bio", "bio -g gold.bio -s system.bio"),
        ("bio --true gold.bio --pred system.bio -qfjson", "bio -g gold.bio -s system.bio -qfjson"),
        ("bio -g gold.bio system.bio --metrics f1 --json", "bio -g gold.bio system.bio -f json"),
        ("bio -g gold.bio system.bio --metrics f1,macro", "bio -g gold.bio system.bio --macro"),
        ("bio -g gold.bio system.bio --metric ent_type", "bio -g gold.bio system.bio -m type"),
        ("bio -g gold.bio system.bio --metric seqeval", "bio -g gold.bio system.bio -m seqeval"),
        ("bio -g gold.bio system.bio --average", "bio -g gold.bio system.bio --macro"),
        ("errors --gold gold.bio --hyp system.bio", "errors --gold gold.bio -s system.bio"),
        ("report -g gold.bio --hyp system.bio -o r.html", "report -g gold.bio -s system.bio -o r.html"),
        ("errors -g gold.bio --hyp system.bio --scheme IO", "errors -g gold.bio -s system.bio --scheme IO"),
        ("neleval evaluate -g gold.bio system.bio", "evaluate -g gold.bio system.bio"),
        ("conlleval gold.bio system.bio -r", None),
        ("scorer muc gold.bio system.bio", "coref -m muc -g gold.bio -s system.bio"),
        ("evalb -p COLLINS.prm gold.bio system.bio", "tree --params COLLINS.prm -g gold.bio -s system.bio"),
        ("-g gold.bio -s system.bio", "evaluate -g gold.bio -s system.bio"),
        ("gold.bio system.bio", "evaluate -g gold.bio -s system.bio"),
        ("bio -g gold.bio --pred", None),
        ("bio -g gold.bio --pred system.bio --wibble", None),
        ("score gold.bio system.bio -m f1 -m seqeval", "evaluate -g gold.bio -s system.bio -m seqeval"),
        ("score gold.bio system.bio -m wibble", None),
        ("score gold.bio system.bio --decimals many", None),
        ("score gold.bio system.bio --resamples few", None),
        ("score gold.bio system.bio --out report.txt", "evaluate -g gold.bio -s system.bio -o report.txt"),
        ("bio -g gold.bio --pred system.bio --metric wibble", None),
        ("convert gold.bio --pred system.bio", None),
        ("bio --noplugins -g gold.bio -s system.bio", "bio --no-plugins -g gold.bio -s system.bio"),
        ("report --no-plugin -g gold.bio system.bio", "report --no-plugins -g gold.bio system.bio"),
    ],
)
def test_whole_lines(run, pair, typed, line):
    """All that is wrong is repaired at once; if not all is understood the line shows the options."""
    done = run(*typed.split())
    assert done.code == 2
    if line is None:
        line = f"{nearest_name(typed.split()[0], COMMANDS) or 'evaluate'} --help-all"
        assert "\n  nerkit" not in done.err.removesuffix(f"\n  nerkit {line}\n")
    else:
        assert proposed(done) == line.split()


@pytest.mark.parametrize(
    ("typed", "others"),
    [
        ("report -g gold.bio system.bio --caption x", "nerkit plot has this option"),
        ("report -g gold.bio system.bio --baseline x", "nerkit compare has this option"),
    ],
)
def test_options_of_other_commands(run, pair, typed, others):
    """It is said which commands have them, and no other option is taken for them."""
    done = run(*typed.split())
    assert done.code == 2
    said, shown = done.err.splitlines()
    assert said == f"error: nerkit report has no option {typed.split()[-2]}; {others}"
    assert shown == f"  {others.removesuffix(' has this option')} --help-all"
    assert run(*shown.split()[1:]).code == 0


def test_names_of_files_are_quoted(run, write):
    """As a shell takes them."""
    write("my gold.bio", GOLD)
    write("my system.bio", GOLD)
    line = proposed(run("bio", "my gold.bio", "my system.bio"))
    assert line == ["bio", "-g", "my gold.bio", "-s", "my system.bio"]


@pytest.mark.parametrize("command", [*SCORERS, "evaluate", "errors", "plot"])
def test_gold_first_as_for_other_programs(run, command):
    """`nerkit TASK GOLD SYSTEM` is answered with the command that does it, options and all."""
    task = command if command in SCORERS else "bio"
    names = ("gold", "log" if task == "calls" else "system")
    gold, system = (next((DEMO / task).glob(f"{name}.*")) for name in names)
    own = {"plot": ["labels"]}.get(command, [])
    more = {"plot": ["-o", "f.svg"], "errors": ["-q"]}.get(command, ["-q", "-f", "json"])
    if command == "errors":  # two files alone are those of annotators
        line = proposed(run(command, gold, "-s", system, *more))
    else:
        line = proposed(run(command, *own, gold, system, *more))
    assert line == [command, *own, "-g", str(gold), "-s", str(system), *more]
    if command == "plot":
        pytest.importorskip("matplotlib")
    assert run(*line).code == 0


WRONG_LINES = [  # one for each way in which click refuses a line
    "--foo",
    "foo",
    "help foo",
    "bio --foo",
    "bio -x",
    "bio -g",
    "bio --by",
    "bio -g gold.bio -s system.bio --quiet=3",
    "bio -g gold.bio -s system.bio -d x",
    "bio -g gold.bio -s system.bio -d 99",
    "bio -g gold.bio -s system.bio --beta x",
    "bio -g gold.bio -s system.bio --paired foo",
    "bio -g gold.bio -s system.bio -o .",
    "bio -q",
    "bio",
    "agree",
    "errors --task ner",
    "convert",
    "convert gold.bio system.bio",
    "convert gold.bio --to wibble",
    "explain",
    "plot",
    "plot wibble",
    "completion wibble",
    "verify",
    "cky -x",
    "nerval -x",
]


@each("typed", WRONG_LINES)
def test_every_usage_error_has_one_form(run, pair, typed):
    """`error: …`, then the line to type, which is a command; nothing of click's own words."""
    done = run(*typed.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    for words_of_click in ("Usage:", "Try '", "Error:", "No such", "Invalid value", "requires an argument"):
        assert words_of_click not in done.err
    line = proposed(done)
    if "GOLD" in line:
        line = [{"GOLD": "gold.bio", "SYSTEM": "system.bio"}.get(word, word) for word in line]
    done = run(*line)
    assert (done.code, "Traceback" in done.err) == (0, False) or "--task ner" in typed


@each("command", COMMANDS)
def test_no_command_speaks_as_click(run, command):
    """An unknown option of each command, one without a value, and a flag with one."""
    for option in ("--wibble", "-Y", "--wibble=3", "-f", "--quiet=3"):
        done = run(command, option)
        assert done.code in {0, 2}
        assert not any(word in done.err for word in ("Usage:", "Try '", "Error:", "No such option"))


def test_a_test_is_asked_for_with_paired(run, pair):
    """`--test` is the name of a test, not that of a file to score."""
    call = ("compare", "-g", "gold.bio", "a=system.bio", "b=gold.bio")
    done = run(*call, "--test")
    assert "did you mean --paired?" in done.err
    assert proposed(run(*call, "--test", "bootstrap")) == [*call, "--paired", "bootstrap"]
    done = run("bio", "-g", "gold.bio", "--test", "system.bio")
    assert (done.code, "-s" in done.err.split()) == (2, False)


@pytest.mark.parametrize("option", ["-n", "--items", "--limit", "--top"])
def test_errors_are_limited_by_every_name(run, write, option):
    """The first N, whatever the option is called; on a command without a list `errors` is named."""
    gold, system = write("gold.bio", GOLD * 5), write("system.bio", "Anna O\nsaw B-LOC\n" * 5)
    call = ("errors", "-g", gold, "-s", system, "-q", "-f", "tsv")
    whole = run(*call).out.splitlines()
    assert len(whole) > 4
    assert run(*call, option, "3").out.splitlines() == whole[:4]
    write("pyproject.toml", f"[tool.nerkit.errors]\n{option.lstrip('-')} = 3\n")
    if option != "-n":
        assert run(*call).out.splitlines() == whole[:4]
        assert "nerkit errors" in run("bio", "-g", gold, system, option, "3").err


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("convert no.bio --to conll", ["bio", "conllx", "props"]),
        ("convert gold.bio --to conll", ["bio"]),
        ("convert gold.bio --to=CoNLL", ["bio"]),
        ("convert gold.bio --from conll2003", ["bio"]),
        ("convert gold.bio --from conll-2012 --to props", ["conll12"]),
        ("validate gold.bio --from conll2012", ["conll12", "conll-coref"]),
        ("bio -g gold.bio -s system.bio --from conll", ["bio"]),
        ("dep -g gold.bio -s system.bio --from conll", ["conllu", "conllx"]),
        ("evaluate -g gold.bio -s system.bio --from conll2012", ["conll12", "conll-coref"]),
    ],
)
def test_a_name_of_several_formats_is_asked_about(run, pair, typed, names):
    """The line with each of the formats that the command knows, and what that is."""
    done = run(*typed.split())
    assert (done.code, done.out) == (2, "")
    typed = typed.replace("=", " ").split()
    lines = [line.replace("=", " ").split()[1:] for line in done.err.splitlines()[1:]]
    (wrong,) = {place for place, word in enumerate(typed) if word.lower().startswith("conll")}
    assert lines == [[*typed[:wrong], name, *typed[wrong + 1 :]] for name in names]


def test_a_format_that_a_file_cannot_become_is_not_proposed(run, write):
    """The line of the help stands there instead; what is proposed works."""
    words = "1\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    write("gold.conllu", words)
    write("gold.bio", GOLD)
    assert run("convert", "gold.conllu", "--to", "jsonl").err.endswith("\n  nerkit convert --help\n")
    for file, word in (("gold.conllu", "conll"), ("gold.bio", "conll"), ("gold.bio", "jsonl")):
        line = run("convert", file, "--to", word).err.splitlines()[1].split()[1:]
        assert run(*line).code == 0


ANY_TASK = ["errors", "report", "compare", "plot labels -o f.svg"]


@each("command", [*ANY_TASK, "evaluate", "bio"])
@each("word, task", [("ner", "bio"), ("OCR", "noisy"), ("coreference", "coref")])
def test_tasks_by_the_words_of_others(run, pair, command, word, task):
    """`--task ner` means bio: on a command of any task as its value, elsewhere as the command."""
    call = ["-g", "gold.bio", "a=system.bio", "b=system.bio"]
    done = run(*command.split(), *call, "--task", word)
    line = proposed(done)
    assert line == [*command.split(), *call, "--task", task] if command in ANY_TASK else [task, *call]
    with pytest.raises(nerkit.UsageError, match=f"unknown task '{word}'; did you mean '{task}'"):
        nerkit.evaluate([["B-PER"]], [["B-PER"]], task=word)


def test_an_option_of_others_in_a_configuration(run, write, pair):
    """Commands that have it are named, not an option that looks a little like it; misspelt ones are told."""
    for text, said in (
        ('task = "json"', "unknown option 'task'; nerkit errors and nerkit report have this option"),
        ('mesure = "chunk"', "unknown option 'mesure'; did you mean 'measure'?"),
        ('wibble = "chunk"', "unknown option 'wibble'\n"),
    ):
        write("pyproject.toml", f"[tool.nerkit]\n{text}\n")
        done = run("bio", "-g", "gold.bio", "system.bio")
        assert (done.code, done.out, said in done.err, "dask" in done.err) == (2, "", True, False)


def test_a_command_without_systems_gets_files(run, pair):
    """`validate` has -g and no -s, and a word for a measure is no option there."""
    assert proposed(run("check", "gold.bio", "system.bio")) == ["validate", "gold.bio", "system.bio"]
    assert proposed(run("check", "seqeval")) == ["validate", "seqeval"]


def test_a_value_of_several_meanings_behind_an_unknown_command(run, pair):
    """The command is told; its value has no one correction."""
    done = run("transform", "gold.bio", "--from", "conll")
    assert (done.code, done.out) == (2, "")
    assert "no such command 'transform'; did you mean 'convert'?" in done.err
