"""`nerkit verify RESULT.json`: every outcome, and stored results that somebody made to do harm."""

import json
import os
import shlex
import shutil
from pathlib import Path

import pytest
from tries import each

import nerkit
from nerkit.cli import config, replay
from nerkit.cli.options import DATA, OUTPUT
from nerkit.evaluation.stored.results import NAMED
from nerkit.ground.limits import LONGEST_OPTIONS, MOST_ARGUMENTS
from nerkit.scorers import SCORERS
from nerkit.version import versions

DEMO = Path(nerkit.__file__).parents[1] / "demo"
GOLD = "A B-PER\nB O\n\nC B-LOC\nD B-ORG\n"
SYSTEM = "A B-PER\nB O\n\nC B-ORG\nD B-ORG\n"
COMMAND = ("bio", "-g", "gold.bio", "a=a.bio", "-m", "chunk")


@pytest.fixture
def made(run, write):
    """Write the files and a stored result of them, some options added; gives the stored object."""
    write("gold.bio", GOLD)
    write("a.bio", SYSTEM)
    write("b.bio", GOLD)

    def result(*options, command=COMMAND):
        done = run(*command, *options, "-f", "json", "-o", "r.json", "-q")
        assert done.code in (0, 1), done.err
        return json.loads(Path("r.json").read_text())

    return result


def stored(write, envelope, **changed):
    """The stored result with other values of some of its fields."""
    return write("r.json", json.dumps(envelope | changed))


def test_the_envelope_says_how_it_was_made(made):
    """The arguments as typed, versions, and the path of each input."""
    envelope = made("--by", "label", "--no-plugins")
    line = [*COMMAND, "--by", "label", "--no-plugins", "-f", "json", "-o", "r.json", "-q"]
    assert envelope["command"] == line
    divided = ("-j", "2", "--shard-size=1kB", "-j2", "--jobs", "2", "--shard-size", "none")
    assert made("--by", "label", "--no-plugins", *divided)["command"] == line
    assert envelope["versions"] == versions()
    assert set(envelope["versions"]) == {"python", "numpy", "scipy"}
    assert [one["path"] for one in envelope["inputs"]] == ["gold.bio", "a.bio"]


def test_versions_load_no_scipy():
    """Its metadata are read; the library would take 0.3 s."""
    import subprocess
    import sys

    code = "import sys; from nerkit.version import versions; versions(); print('scipy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_python_makes_no_command(made):
    """Objects have no path, files have one; the result says that it cannot be verified."""
    made()
    tags = [["B-PER", "O"], ["B-LOC", "B-ORG"]]
    found = nerkit.evaluate("gold.bio", tags, task="bio").to_dict()
    assert "command" not in found
    assert [one["path"] for one in found["inputs"]] == ["gold.bio", None]


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--by", "label", "--macro"),
        ("--by", "document", "--confidence=0.9", "--resamples", "50", "--seed", "7"),
        ("-s", "b=b.bio", "--paired", "randomization", "--resamples", "50"),
        ("-s", "b=b.bio", "--paired", "exact", "--one-sided"),
        ("--counts-only",),
        ("--counts-only", "--fail-under", "chunk/PER=0.99"),
        ("--fail-under", "1", "--compare-to", "before.json", "--tolerance", "0.1"),
        ("-j", "2", "--shard-size", "1kB", "--beta", "2", "--empty", "null"),
        ("--preset", "conll03"),
        ("--map", "map.tsv", "--only", "@ids.txt"),
        ("--by", "seen=gold.bio", "--scheme", "IOB2"),
    ],
)
def test_equal(run, made, write, options):
    """The same command, whatever gates said of it."""
    write("map.tsv", "ORG\tLOC\n")
    write("ids.txt", "1\n")
    if "--compare-to" in options:
        shutil.move(write("x", json.dumps(made())), "before.json")
    made(*options)
    done = run("verify", "r.json")
    assert (done.code, done.out, done.err) == (0, "equal\n", "")


def demos():
    """The scoring commands of the demos, those without a formula of their own."""
    for path in sorted(DEMO.glob("*/command")):
        for line in path.read_text(encoding="utf-8").splitlines():
            words = shlex.split(line)[1:]
            if words[0] in (*SCORERS, "evaluate") and not {"--metric", "-f", "-b"} & set(words):
                yield pytest.param(path.parent, words, id=shlex.join(words)[:60])


@pytest.mark.parametrize(("folder", "words"), list(demos()))
def test_every_demo_is_equal(run, tmp_path, folder, words):
    """Of every task, several systems and presets among them, and by documents with intervals."""
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    words = [word for word in words if word != "--show-alignment"]
    assert run(*words, "-f", "json", "-o", "r.json", "-q").code == 0
    assert run("verify", "r.json")[:2] == (0, "equal\n")


def test_runs_and_folders(run, made, tmp_path):
    """A pattern of runs, and a folder of files."""
    made(command=("bio", "-g", "gold.bio", "-s", "x=[ab].bio", "-m", "chunk"))
    assert run("verify", "r.json").out == "equal\n"
    for name in ("g", "s"):
        (tmp_path / name).mkdir()
        shutil.copy(tmp_path / "a.bio", tmp_path / name / "one.bio")
        shutil.copy(tmp_path / "gold.bio", tmp_path / name / "two.bio")
    made(command=("bio", "-g", "g", "s"))
    assert run("verify", "r.json").out == "equal\n"
    (tmp_path / "s" / "one.bio").write_text(GOLD)
    assert run("verify", "r.json")[:2] == (1, "files differ: s\n")


def test_one_file_with_both_sides(run, made, write):
    """`bio` without -g, also with the file elsewhere."""
    write("both.bio", "A B-PER B-PER\nB O B-LOC\n")
    made(command=("bio", "both.bio"))
    assert run("verify", "r.json").out == "equal\n"
    shutil.move("both.bio", "moved.bio")
    done = run("verify", "r.json")
    assert (done.code, done.err) == (2, "cannot: both.bio: no such file or directory\n")
    assert run("verify", "r.json", "-s", "moved.bio").out == "equal\n"


@pytest.mark.parametrize("text", [GOLD, SYSTEM + "\nE O\n", "", "what is no\tcolumn of a tag\nfile\n"])
def test_files_differ(run, made, write, text):
    """Before numbers are looked at, also when the file cannot be scored any more."""
    made()
    write("a.bio", text)
    assert run("verify", "r.json")[:2] == (1, "files differ: a\n")
    write("a.bio", SYSTEM)
    assert run("verify", "r.json", "-g", "b.bio").out == "equal\n"  # the same bytes under another name
    assert run("verify", "r.json", "-g", "a.bio")[:2] == (1, "files differ: gold.bio\n")


def test_any_number_that_differs_is_told(run, made, write):
    """Every numeric field of every row, by the last bit."""
    envelope = made("--by", "label", "--confidence", "--resamples", "20")
    checked = 0
    for at, row in enumerate(envelope["rows"]):
        for field, value in row.items():
            if field in NAMED or not isinstance(value, int | float):
                continue
            wrong = value + 1 if isinstance(value, int) else value + 2**-50
            rows = [dict(one) for one in envelope["rows"]]
            rows[at][field] = wrong
            stored(write, envelope, rows=rows)
            done = run("verify", "r.json")
            assert done.code == 1
            name = " ".join(row[key] for key in NAMED)
            said = f"numbers differ\n  {name}: {field} {json.dumps(wrong)} is now {json.dumps(value)}\n"
            assert done.out == said
            checked += 1
    assert checked > 40


def test_rows_that_only_one_side_has(run, made, write):
    """Rows that are left out, added, repeated or renamed."""
    envelope = made("--by", "label")
    first, *rest = envelope["rows"]
    for rows in (rest, [first, *envelope["rows"]], [first | {"label": "X"}, *rest], []):
        stored(write, envelope, rows=rows)
        done = run("verify", "r.json", "-f", "json")
        assert done.code == 1
        told = json.loads(done.out)
        assert told["verdict"] == "numbers differ"
        assert "row" in {one["field"] for one in told["rows"]}
    many = [first | {"label": f"L{at}"} for at in range(50)]
    stored(write, envelope, rows=[*envelope["rows"], *many])
    assert run("verify", "r.json").out.endswith("  and 30 more\n")


def test_other_versions_are_told_beside_other_numbers(run, made, write):
    """With another version equal numbers are equal; with other numbers it may be the reason."""
    envelope = made()
    old = {"nerkit": "0.0.9", "versions": {"python": "3.9.1", "numpy": None, "odd": "1"}}
    old["signature"] = envelope["signature"].replace(f"v:{envelope['nerkit']}", "v:0.0.9")
    stored(write, envelope, **old)
    assert run("verify", "r.json").out == "equal\n"
    stored(write, envelope, **old, rows=[])
    assert f"  nerkit 0.0.9 is now {nerkit.__version__}\n  python 3.9.1 is now" in run("verify", "r.json").out


def test_streams_are_given_again(run, made, monkeypatch):
    """What came through a pipe cannot be read again, unless the user names a file with the same bytes."""
    import io

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOLD.encode())))
    envelope = made(command=("bio", "-g", "-", "a=a.bio"))
    assert envelope["inputs"][0]["path"] is None
    done = run("verify", "r.json")
    assert (done.code, done.out) == (2, "")
    assert done.err == "cannot: the gold file was a stream; give its content with -g FILE\n"
    assert run("verify", "r.json", "-g", "gold.bio").out == "equal\n"


def test_systems_are_replaced_by_name(run, made):
    """One system without its name; of several each by its own."""
    made()
    shutil.move("a.bio", "c.bio")
    assert run("verify", "r.json").code == 2
    for text in ("c.bio", "a=c.bio"):
        assert run("verify", "r.json", "-s", text).out == "equal\n"
    made(command=("bio", "-g", "gold.bio", "c.bio", "-s", "b=b.bio"))
    shutil.move("c.bio", "d.bio")
    assert run("verify", "r.json", "-s", "c.bio=d.bio").out == "equal\n"
    done = run("verify", "r.json", "-s", "d.bio")
    assert (done.code, done.out) == (2, "")
    assert "-s d.bio: the result has other systems: -s b=FILE, -s c.bio=FILE" in done.err


def test_a_configuration_is_not_read(run, made, write):
    """Neither one that is found now, nor one that made the result: the settings are others then."""
    made()
    write("pyproject.toml", "[tool.nerkit]\nbeta = 2\n")
    assert run("verify", "r.json").out == "equal\n"
    made()
    done = run("verify", "r.json")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("cannot: the settings differ from its `command`")


HOSTILE = {  # arguments of a stored command -> what is said
    "another command": (["report", "-g", "gold.bio", "a.bio"], "is not a scoring command"),
    "a tool": (["convert", "gold.bio", "--to", "brat"], "is not a scoring command"),
    "nothing": ([], "is not a scoring command"),
    "no such command": (["; rm -rf ."], "is not a scoring command"),
    "an unknown option": ([*COMMAND, "--run", "x"], "has no option --run"),
    "gold above": (["bio", "-g", "../secret.bio", "a=a.bio"], "outside the current folder"),
    "gold far above": (["bio", "-g", "../../../../../../etc/passwd", "a=a.bio"], "outside the current"),
    "an absolute path": (["bio", "-g", "/etc/passwd", "a=a.bio"], "outside the current folder"),
    "a system above": (["bio", "-g", "gold.bio", "a=../secret.bio"], "outside the current folder"),
    "a link": (["bio", "-g", "link.bio", "a=a.bio"], "outside the current folder"),
    "a folder with a link": (["bio", "-g", "folder", "a=a.bio"], "outside the current folder"),
    "a link to a folder": (["bio", "-g", "up/secret.bio", "a=a.bio"], "outside the current folder"),
    "a pattern": (["bio", "-g", "../*.bio", "a=a.bio"], "outside the current folder"),
    "a pattern of links": (["bio", "-g", "l*k.bio", "a=a.bio"], "outside the current folder"),
    "everything": (["bio", "-g", "/**", "a=a.bio"], "outside the current folder"),
    "an address": (["bio", "-g", "https://example.org/x", "a=a.bio"], "is an address"),
    "standard input": (["bio", "-g", "-", "a=a.bio"], "is a stream, which nerkit cannot read again"),
    "a pipe": (["bio", "-g", "pipe", "a=a.bio"], "is a stream, which nerkit cannot read again"),
    "a map above": ([*COMMAND, "--map", "../secret.bio"], "outside the current folder"),
    "a map from a stream": ([*COMMAND, "--map", "-"], "is a stream, which nerkit cannot read again"),
    "a list above": ([*COMMAND, "--only", "@/etc/passwd"], "outside the current folder"),
    "a field above": ([*COMMAND, "--by", "seen=link.bio"], "outside the current folder"),
    "names above": ([*COMMAND, "--label-names", "../secret.bio"], "outside the current folder"),
    "a schema above": (["json", "-g", "g.json", "s.json", "--schema", "/etc/passwd"], "outside the current"),
    "a formula": (["ie", "-g", "g", "s", "--metric", "evil.py"], "does not run --metric"),
    "a configuration": ([*COMMAND, "--config", "evil.toml"], "does not run --config"),
    "its defaults": ([*COMMAND, "--show-config"], "does not run --show-config"),
    "help": (["bio", "--help"], "does not run --help"),
    "a cluster": ([*COMMAND, "--dask", "tcp://example.org:1"], "does not run --dask"),
    "a format file": ([*COMMAND, "--format-file", "evil.toml"], "does not run --format-file"),
    "a format": ([*COMMAND, "--from", "evil.toml"], "is not nerkit's own"),
    "a preset file": ([*COMMAND, "--preset", "./evil.toml"], "is not nerkit's own"),
    "a preset of a package": ([*COMMAND, "--preset", "evil:toy"], "is not nerkit's own"),
    "long work": ([*COMMAND, "--confidence", "--resamples", "9" * 5000], "is more than 1,000,000"),
    "long options": ([*COMMAND, "--only", "x=" + "," * LONGEST_OPTIONS], "more than 10,000 characters"),
    "systems of one name": (["bio", "-g", "gold.bio", "a=a.bio", "a=b.bio"], "two systems have the name"),
}


@pytest.fixture
def traps(tmp_path, write, monkeypatch):
    """Links, a pipe and files that should not be used; gives the paths that are opened from now on."""
    outside = tmp_path.parent / "secret.bio"
    outside.write_text("Secret B-PER\n")
    (tmp_path / "link.bio").symlink_to(outside)
    (tmp_path / "up").symlink_to(tmp_path.parent)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inner.bio").symlink_to(outside)
    os.mkfifo(tmp_path / "pipe")
    write("evil.py", "open('ran', 'w')\n")
    write("evil.toml", "[tool.nerkit]\n")
    opened, real = [], os.open

    def noting(path, *more, **named):
        opened.append(str(path))
        return real(path, *more, **named)

    monkeypatch.setattr(os, "open", noting)
    return opened


@each("name", HOSTILE)
def test_what_nobody_confirmed_is_not_read(run, made, write, traps, name):
    """Exit 2 with the reason; no file outside is opened, nothing is written, nothing is run."""
    arguments, reason = HOSTILE[name]
    envelope = made()
    inputs = [one | {"path": one["path"] or "x"} for one in envelope["inputs"]]
    stored(write, envelope, command=arguments, inputs=inputs)
    before = sorted(os.listdir())
    done = run("verify", "r.json")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("cannot: ")
    assert reason in done.err
    assert "Secret" not in done.err
    assert sorted(os.listdir()) == before
    assert not [path for path in traps if "secret" in path or "passwd" in path]


def test_what_the_user_types_is_read_anywhere(run, made, write, tmp_path):
    """The same files outside, with -g and -s."""
    made()
    elsewhere = tmp_path.parent / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    for name in ("gold.bio", "a.bio"):
        shutil.move(tmp_path / name, elsewhere / name)
    assert run("verify", "r.json", "-g", "../elsewhere/gold.bio", "-s", elsewhere / "a.bio").out == "equal\n"
    assert run("verify", "r.json", "-g", "../elsewhere/gold.bio").code == 2


def test_options_that_write_are_left_out(run, made, write, tmp_path):
    """-o of a stored command writes nothing."""
    envelope = made()
    write("precious", "precious")
    stored(write, envelope, command=[*COMMAND, "-f", "html", "-o", "precious", "-d", "1", "--percent"])
    assert run("verify", "r.json").out == "equal\n"
    assert (tmp_path / "precious").read_text() == "precious"


def test_a_message_shows_nothing_of_a_file(run, made, write):
    """A file of the folder that is no data of the command may hold anything."""
    envelope = made()
    write("key.txt", "password = hunter2\nx\n")
    stored(write, envelope, command=[*COMMAND, "--map", "key.txt"])
    done = run("verify", "r.json")
    assert (done.code, done.out) == (2, "")
    assert "key.txt" in done.err
    assert "hunter2" not in done.err


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"command": "bio -g x"}, "command must be a list"),
        ({"command": ["bio", 1]}, "command[1] must be a text"),
        ({"command": ["bio", "-g", "a\0b"]}, "command[2] is not an argument that you can type"),
        ({"command": ["bio", "\ud800"]}, "command[1] is not an argument that you can type"),
        ({"command": ["x"] * (MOST_ARGUMENTS + 1)}, "the command has more than 30,000 arguments"),
        ({"inputs": {}}, "inputs must be a list"),
        ({"inputs": [1]}, "inputs[0] must be an object"),
        ({"inputs": [{"role": "gold"}]}, "inputs[0].name must be a text"),
        ({"inputs": [{"role": "gold", "name": "x", "path": 5}]}, "inputs[0].path must be a text"),
        ({"inputs": [{"role": "gold", "name": "x", "sha256": []}]}, "inputs[0].sha256 must be a text"),
        ({"rows": 1}, "rows must be a list"),
        ({"rows": ["x"]}, "rows[0] must be an object"),
        ({"rows": [{"system": "a", "measure": ["x"]}]}, "rows[0].measure must be a text"),
        ({"signature": None}, "signature must be a text"),
        ({"versions": []}, "versions must be an object"),
        ({"versions": {"numpy": 2}}, "versions.numpy must be a text"),
        ({"schema": 2}, "the result has schema 2, but nerkit knows schema 1"),
    ],
)
def test_a_damaged_result(run, made, write, changed, place):
    """An error with the file and the part, exit 2."""
    stored(write, made(), **changed)
    done = run("verify", "r.json")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: r.json: ")
    assert place in done.err


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "{}", "[" * 100_000, '{"schema": 1', '{"certificate": 1}\n{}\n']
)
def test_what_is_no_result(run, write, text):
    """JSON or not; an old certificate too."""
    write("r.json", text)
    done = run("verify", "r.json")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: r.json")


def test_an_older_result(run, made, write):
    """Without a command there is nothing to run."""
    envelope = made()
    for name in ("command", "versions"):
        del envelope[name]
    stored(write, envelope)
    done = run("verify", "r.json")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("cannot: the result has no `command`")


def test_a_large_result(run, made, write):
    """Fifty thousand rows are compared, and as many systems of a command are refused."""
    envelope = made()
    row = envelope["rows"][0]
    stored(write, envelope, rows=[row | {"label": f"L{at}"} for at in range(50_000)])
    assert run("verify", "r.json").out.startswith("numbers differ\n")
    stored(write, envelope, command=["bio", "-g", "gold.bio", *(f"s{at}=a.bio" for at in range(25_000))])
    assert run("verify", "r.json").err == (
        "cannot: a run can score at most 10,000 systems, and you gave 25,000; score them in several runs\n"
    )


@pytest.mark.parametrize("text", ["\x1b[2J", "\u202e", "::error::x"])
def test_names_are_harmless_in_a_terminal(run, made, write, text):
    """Control characters of a stored result are shown by their codes."""
    envelope = made()
    stored(write, envelope, rows=[envelope["rows"][0] | {"system": text}])
    done = run("verify", "r.json")
    assert done.code == 1
    assert text not in done.out
    stored(write, envelope, command=[text])
    assert text.isprintable() or text not in run("verify", "r.json").err


def test_every_shared_option_is_kept_dropped_or_refused():
    """An option that is new has to be looked at: whether it reads, writes or changes no number."""
    known = {
        *("confidence", "interval", "paired", "one_sided"),
        *(
            *("resamples", "seed", "fail_under", "fail_over", "score_only", "counts_only", "measures"),
            *("by", "macro", "labels"),
        ),
        *("label_map", "only", "form", "extra", "missing", "duplicates", "strict", "preset", "settings"),
        *("runs", "beta", "empty", "ends", "system_ends", "offsets", "system_offsets", "ids", "unicode"),
    }
    shared = {str(one.name) for one in (*DATA, *OUTPUT)}
    assert shared - {*replay.WITHOUT_EFFECT, *replay.REFUSED} <= known
    assert set(config.UNASKED) <= set(replay.REFUSED)
