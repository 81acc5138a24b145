"""Completion: what may follow on a command line, and the scripts in the shells that are installed."""

import json
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nerkit.cli import cli
from nerkit.cli.commands import COMMANDS
from nerkit.cli.completion import SCRIPTS, completions

BIO = Path(__file__).parents[2] / "demo" / "bio" / "gold.bio"


def values(line):
    """The plain values that may complete a line."""
    return [value for kind, value in completions(cli, line) if kind == "plain"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("nerkit ", list(COMMANDS)),
        ("nerkit com", ["compare", "completion"]),
        ("nerkit completion ", ["bash", "zsh", "fish"]),
        ("nerkit bio --conf", ["--confidence", "--config"]),
        ("nerkit bio -f json", ["json", "jsonl"]),
        ("nerkit tree --from ", ["ptb", "discbracket", "export"]),
        (f"nerkit bio -g {BIO} --labels ", ["LOC", "ORG", "PER"]),
        (f"nerkit bio -g {BIO} --labels PER,", ["PER,LOC", "PER,ORG"]),
        (f"nerkit bio -g {BIO} --labels=P", ["--labels=PER"]),
        (f"nerkit bio -g {BIO} --confidence --labels P", ["PER"]),
        (f"nerkit errors -g {BIO} --label L", ["LOC"]),
        ("nerkit bio --by se", ["sentence", "seen="]),
    ],
)
def test_what_may_follow(line, expected):
    """Commands, options, formats, and the labels of the gold file."""
    assert values(line) == expected


def test_labels_are_no_commands(tmp_path):
    """Shells put what completes a word on the command line, where `$(…)` would run."""
    names = [
        *("$(id)", "`id`", "a;id", "-x", "a|b", "~", "%self", "a b", "a\u0085b", "a{b,c}"),
        *("*", "ÄÖ-2.1:x/y"),
    ]
    lines = "".join(f"d\t{i}\t{i}\t\t\t{name}\n" for i, name in enumerate(names))
    (tmp_path / "gold.tsv").write_text(lines, encoding="utf-8")
    assert values(f"nerkit spans -g {tmp_path}/gold.tsv --labels ") == ["ÄÖ-2.1:x/y"]


def test_measures_of_the_task():
    """Names, groups, and the expressions that names stand for; of any task where none is named."""
    assert values("nerkit bio -m par") == ["partial"]
    assert {"chunk", "sets::span+type", "tac14", "conll03"} <= set(values("nerkit bio -m "))
    assert "sets::span+type" in values("nerkit spans -m sets::span+t")
    assert "smatch" in values("nerkit compare -m sma")
    assert values("nerkit compare --task tree -m sma") == []


@pytest.mark.parametrize(
    "line", ["nerkit bio -g no-such-file --labels ", "nerkit bio --labels P", "nerkit nonsense -"]
)
def test_what_is_not_known_completes_to_nothing(line):
    """Without a word."""
    assert values(line) == []


def test_a_broken_gold_file_completes_to_nothing(tmp_path):
    """Labels that cannot be read are none."""
    path = tmp_path / "gold.bio"
    path.write_text("a B-PER\nb Q-PER\n")
    assert values(f"nerkit bio -g {path} --labels ") == []


def test_files():
    """Are the shell's own business."""
    assert completions(cli, "nerkit bio -g ") == [("file", "")]


def surroundings(name, tmp_path):
    """The environment of a shell, with nerkit on its path."""
    command = tmp_path / "nerkit"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m nerkit "$@"\n')
    command.chmod(0o755)
    path = f"{tmp_path}:{Path(shutil.which(name)).parent}:/usr/bin:/bin"
    return {"PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(tmp_path), "PYTHONPATH": str(BIO.parents[2])}


def shell(name, script, tmp_path):
    """What a shell prints."""
    environment = surroundings(name, tmp_path)
    done = subprocess.run([name, "-c", script], capture_output=True, text=True, env=environment)
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("nerkit evalu", ["evaluate"]),
        ("nerkit spans -m sets::span+typ", ["span+type", "span+type+kbid"]),  # a colon ends a word
        (f"nerkit bio -g {BIO} --labels=L", ["LOC"]),
        (f"nerkit bio -g {BIO} --labels PER,O", ["PER,ORG"]),
    ],
)
def test_bash(line, expected, tmp_path):
    """The function of the script gives what stands behind the last border of a word."""
    script = (
        'eval "$(nerkit completion bash)"; complete -p nerkit >/dev/null; '
        f"COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; _nerkit; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    assert [value for value in shell("bash", script, tmp_path) if value in expected] == expected


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("nerkit evalu", ["evaluate"]),
        ("nerkit spans -m sets::span+typ", ["sets::span+type", "sets::span+type+kbid"]),
        (f"nerkit bio -g {BIO} --labels=L", ["--labels=LOC"]),
        (f"nerkit bio -g {BIO} --labels PER,", ["PER,LOC", "PER,ORG"]),
        (f"nerkit bio -g '{BIO}' --labels ", ["LOC", "ORG", "PER"]),
        ("nerkit spans --from web", ["webanno"]),
        (f"nerkit bio -g {BIO.parent}/gold", [str(BIO)]),
    ],
)
def test_fish(line, expected, tmp_path):
    """fish says what may complete a command line: measures, labels of the gold file, formats, files."""
    script = f'nerkit completion fish | source; complete -C "{line}"'
    assert [value.split("\t")[0] for value in shell("fish", script, tmp_path)] == expected


SETUP = {
    "bash": 'eval "$(nerkit completion bash)"',
    "zsh": 'autoload -U compinit; compinit -u -D; eval "$(nerkit completion zsh)"',
}
INTERACTIVE = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}


def typed(name, lines, tmp_path):
    """The words of command lines after TAB was typed behind each, in a shell with a terminal."""
    import pty

    environment = surroundings(name, tmp_path) | {"TERM": "dumb", "PS1": "", "INPUTRC": "/dev/null"}
    child, terminal = pty.fork()
    if child == 0:
        os.execve(shutil.which(name), INTERACTIVE[name], environment)
    try:
        os.write(terminal, f"PS1=; {SETUP[name]}; echo RE''ADY\n".encode())
        screen(terminal, b"READY\r\n")
        for line in lines:
            os.write(terminal, f"{line}\t\x01printf 'word:%s:end\\n' \n echo RE''ADY\n".encode())
            yield re.findall(r"word:(.*?):end\r\n", screen(terminal, b"READY\r\n").decode())
    finally:
        os.kill(child, signal.SIGKILL)
        os.close(terminal)
        os.waitpid(child, 0)


def screen(terminal, last):
    """What a terminal shows until it shows *last*, or says nothing for half a minute."""
    seen = b""
    while last not in seen and select.select([terminal], [], [], 30)[0]:
        seen += os.read(terminal, 65536)
    return seen


@pytest.mark.parametrize("name", INTERACTIVE)
def test_tab(name, tmp_path):
    """TAB completes what is typed."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    expected = {
        "nerkit evalu": ["evaluate"],
        "nerkit spans -m sets::span+type+k": ["spans", "-m", "sets::span+type+kbid"],
        "nerkit spans --from web": ["spans", "--from", "webanno"],
        f"nerkit bio -g '{BIO}' --labels=L": ["bio", "-g", str(BIO), "--labels=LOC"],
        f"nerkit bio -g {BIO} --labels PER,O": ["bio", "-g", str(BIO), "--labels", "PER,ORG"],
        "nerkit bio --by see": ["bio", "--by", "seen="],
        f"nerkit bio -g {BIO.parent}/gol": ["bio", "-g", str(BIO)],
    }
    assert list(typed(name, expected, tmp_path)) == [["nerkit", *words] for words in expected.values()]


@pytest.mark.parametrize("name", SCRIPTS)
def test_labels_run_nothing_in_a_shell(name, tmp_path):
    """Of labels that a shell would carry out or show as something else, none gets onto the command line."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    mark = tmp_path / "mark"
    labels = [
        *(f"P;touch {mark}", f"P$(touch {mark})", f"P`touch {mark}`", f"P>{mark}", "P*"),
        *("P\x1b[31m", "P'Q"),
    ]
    spans = [{"start": 0, "end": 3, "label": label} for label in (*labels, "PER-1")]
    gold = tmp_path / "a;b $(touch mark).jsonl"
    gold.write_text(json.dumps({"id": "1", "text": "Ann", "spans": spans}) + "\n")
    line = f"nerkit spans -g '{gold}' --labels P"
    if name == "fish":
        offered = shell("fish", f"nerkit completion fish | source; complete -C {shlex.quote(line)}", tmp_path)
        assert [value.split("\t")[0] for value in offered] == ["PER-1"]
    else:
        assert list(typed(name, [line], tmp_path)) == [
            ["nerkit", "spans", "-g", str(gold), "--labels", "PER-1"]
        ]
    assert not mark.exists()
    assert not Path("mark").exists()


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_as_a_file(tmp_path):
    """The script is a function of $fpath too."""
    (tmp_path / "_nerkit").write_text(SCRIPTS["zsh"])
    script = f"fpath=({tmp_path} $fpath); autoload -U compinit; compinit -u -D; print $_comps[nerkit]"
    assert shell("zsh", script, tmp_path) == ["_nerkit"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_script_is_printed(name, capsys):
    """As it is, to be evaluated or kept."""
    cli.main(["completion", name], standalone_mode=False)
    assert capsys.readouterr().out == SCRIPTS[name]


def test_starting_stays_cheap():
    """Names of commands and options need no numpy: a shell waits for them."""
    program = (
        "import sys; from nerkit.cli import cli; from nerkit.cli.completion import completions; "
        "completions(cli, 'nerkit '); completions(cli, 'nerkit bio --'); assert 'numpy' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stderr == ""


@pytest.mark.parametrize("command", ["errors", "mrp", "noisy", "spans", "evaluate", "compare"])
def test_no_sentence_completes_a_measure(command):
    """What a shell puts on the command line is a word; what a measure is in words is none."""
    assert [value for value in values(f"nerkit {command} -m ") if not re.fullmatch(r"\S+", value)] == []
