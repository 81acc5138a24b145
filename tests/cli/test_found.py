"""What a configuration that nobody named may lead to: files of its repository alone, and nothing of them in
messages; and that it weakens nothing that the user typed.
"""

import builtins
import json
import os
import random
import re
from pathlib import Path

import pytest
from tries import TIMES, some

from nerkit.cli.commands import COMMANDS, loaded
from nerkit.ground.options import options_of
from nerkit.scorers import SCORERS, task_named

DEMO = Path(__file__).parents[2] / "demo"
SECRET = "words-of-somebody"
TAGS = ["-g", str(DEMO / "bio" / "gold.bio"), str(DEMO / "bio" / "system.bio")]
LINES = {  # a command line of each command whose demo is not its own
    "agree": [str(DEMO / "bio" / "gold.bio"), str(DEMO / "bio" / "system.bio")],
    "plot": ["labels", *TAGS, "-o", "figure.svg"],
    "report": [*TAGS, "-o", "page.html"],
}
SHORT = {"gold": "-g", "system": "-s"}
FORMS = ("{}", "@{}", "a={}", "seen={}", "document=@{}", "preset:{}", "x,{}", "params={}", "alias={}")
OUTSIDE = (
    *("link", "../secret", "link.toml", "link.tsv", "folder", "folder/*", "l?nk"),
    *("../*", "folder/../link"),
)


def configured():
    """The command, the key and whether it takes a list, for all that a found file may set to a text."""
    for name in COMMANDS:
        parameters = loaded(name).params
        if "--config" not in {option for one in parameters for option in one.opts}:
            continue
        for one in parameters:
            key = one.opts[-1].removeprefix("--")
            is_flag = getattr(one, "is_flag", False) and not isinstance(one.flag_value, str)
            if one.opts[-1].startswith("--") and key not in ("config", "show-config") and not is_flag:
                yield name, key, one.multiple


KEYS = list(configured())


def line_of(name, key):
    """A command line that does not have the key."""
    words = LINES.get(name, TAGS)
    demo = DEMO / name
    if name not in LINES and (demo / "command").exists():
        words = (demo / "command").read_text().splitlines()[0].split()[2:]
        words = [_in(demo, word) for word in words]
    typed = {SHORT.get(key, f"--{key}"), f"--{key}"}
    return [name, *(word for at, word in enumerate(words) if not typed & {word, words[at - 1] if at else ""})]


def _in(folder, word):
    before, equals, path = word.rpartition("=")
    return f"{before}{equals}{folder / path}" if (folder / path).exists() else word


class Repository:
    """The folder in which commands run, and every file that they open."""

    def __init__(self, folder, run):
        self.folder, self.run, self.opened = folder, run, []

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def found(self, command, key, value, *, several=False):
        """Write the found file."""
        self.write(
            "pyproject.toml",
            f"[tool.nerkit.{command}]\n{key} = {json.dumps([value] if several else value)}\n",
        )

    def outcome(self, *line):
        """What a command did, and the files outside the repository that it opened."""
        self.opened.clear()
        done, top = self.run(*line), f"{self.folder.parent}{os.sep}"
        inside = f"{self.folder}{os.sep}"
        outside = [one for one in self.opened if one.startswith(top) and not one.startswith(inside)]
        return done, outside

    def check_nothing_shown(self, line, about):
        """Whatever the command makes of the found file, it opens and shows nothing of what is outside."""
        done, outside = self.outcome(*line)
        assert done.code in (0, 1, 2), about
        assert SECRET not in done.out + done.err, about
        assert not outside, about
        return done


@pytest.fixture
def repository(run, tmp_path, monkeypatch):
    """A repository with links to files beside it."""
    inner = tmp_path / "repository"
    (inner / ".git").mkdir(parents=True)
    (inner / "folder").mkdir()
    for suffix in ("", ".toml", ".tsv"):
        (tmp_path / f"secret{suffix}").write_text(f"{SECRET}\t{SECRET}\n")
        (inner / f"link{suffix}").symlink_to(tmp_path / f"secret{suffix}")
    (inner / "folder" / "a.tsv").symlink_to(tmp_path / "secret")
    monkeypatch.chdir(inner)
    made = Repository(inner, run)
    for module in (os, builtins):

        def noting(path, *more, real=module.open, **named):
            made.opened.append(os.path.realpath(path) if isinstance(path, str) else "")
            return real(path, *more, **named)

        monkeypatch.setattr(module, "open", noting)
    return made


def walked():
    """Each key that takes a text, of one of the commands that have it, with values that lead outside."""
    chance = random.Random(0)
    commands = {}
    for name, key, several in KEYS:
        commands.setdefault(key, []).append((name, several))
    values = [form.format(path) for form in FORMS for path in OUTSIDE[:2]]
    values += [*OUTSIDE, "memory://x", "a=memory://x", "file:///etc/passwd"]
    for key, having in commands.items():
        yield from (
            (*chance.choice(having), key, value)
            for value in ("link", *chance.sample(values, 6 if TIMES > 1 else 2))
        )


def test_no_key_leads_outside(repository):
    """Whatever the key, and however its value is written."""
    count = 0
    for name, several, key, value in walked():
        repository.found(name, key, value, several=several)
        repository.check_nothing_shown(line_of(name, key), (name, key, value))
        count += 1
    assert count > 150


NUMBERS = (bool, int, float, int | None, float | None)


@pytest.mark.parametrize("task", SCORERS)
def test_no_option_of_a_preset_leads_outside(repository, task):
    """The values of options of a preset that a found file names, for every option that may take a text."""
    repository.found(task, "preset", "mine.toml")
    for field, words in options_of(task_named(task).options):
        if field.type in NUMBERS or words.choices:
            continue
        for value in (
            ("link", "seen=link", "preset:..%2Fsecret.toml") if words.file or words.several else ["link"]
        ):
            listed = json.dumps([value] if words.several else value)
            about = f'schema = 1\nsummary = "x"\ntask = "{task}"\n'
            repository.write("mine.toml", f"{about}[options]\n{field.name} = {{ value = {listed} }}\n")
            repository.check_nothing_shown(line_of(task, field.name), (field.name, value))


FORMULA = """schema = 1
summary = "x"
[options.alias]
type = "word"
default = "none"
[options.table]
type = "word"
default = "inner.tsv"
[format.one]
kind = "jsonl"
fields = {{ f = "f" }}
[measure.m]
field = "f"
set = {{ {} }}
"""
STEPS = {  # how files follow one another, the first named in pyproject.toml
    "a formula's weights": ('metric = "f.toml"', 'weights = "../secret"'),
    "a formula's weights by a link": ('metric = "f.toml"', 'weights = "link"'),
    "a formula's alias": ('metric = "f.toml"', 'is = "same", alias = "link.tsv"'),
    "a preset's weights": ('preset = "p.toml"', 'weights = "../../../../../../../../etc/passwd"'),
    "a preset's alias": ('preset = "p.toml"', 'is = "same", alias = "link.tsv"'),
    "a preset's alias as set": (
        'preset = "p.toml"\nset = ["alias=link.tsv"]',
        'is = "same", alias = { option = "alias" }',
    ),
    "a preset's weights as set": (
        'preset = "p.toml"\nset = ["table=../secret"]',
        'weights = { option = "table" }',
    ),
    "a preset in a formula": (
        'metric = "preset:./p.toml?table=..%2Fsecret"',
        'weights = { option = "table" }',
    ),
    "a preset of a preset": ('preset = "q.toml"', 'weights = "../secret"'),
}


@pytest.mark.parametrize("steps", STEPS)
def test_no_further_file_leads_outside(repository, steps):
    """Formulas and presets name files, too; the message names the file, and what to type."""
    settings, formula = STEPS[steps]
    repository.write("p.toml", FORMULA.format(formula))
    repository.write("f.toml", f'[metric]\nfield = "f"\nset = {{ {formula} }}\n')
    repository.write(
        "q.toml",
        'schema = 1\nsummary = "x"\ntask = "ie"\n[options]\nmetric = { value = ["preset:./p.toml"] }\n',
    )
    repository.write("g.jsonl", '{"id": "a", "f": ["x"]}\n')
    repository.write("pyproject.toml", f"[tool.nerkit.ie]\n{settings}\n")
    done = repository.check_nothing_shown(["ie", "-g", "g.jsonl", "g.jsonl"], steps)
    assert done.code == 2
    if "\nset" in settings:
        assert (
            "pyproject.toml:3:1: a file that nerkit found by itself can name only files of its repository"
        ) in done.err
    else:
        assert (
            "the configuration that nerkit found names this path, which is outside its repository"
        ) in done.err
        assert "name the file on the command line, or the configuration with --config" in done.err


def test_the_remedies_work(repository, tmp_path):
    """The same preset, typed, reads the same file; so does a configuration that is named."""
    (tmp_path / "secret").write_text("x\tx\t0.5\n")
    repository.write("p.toml", FORMULA.format('weights = "../secret"'))
    repository.write("g.jsonl", '{"id": "a", "f": ["x"]}\n')
    repository.found("ie", "preset", "p.toml")
    line = ["ie", "-g", "g.jsonl", "g.jsonl", "-b"]
    assert repository.run(*line).code == 2
    for typed in (["--preset", "p.toml"], ["--config", "pyproject.toml"]):
        assert repository.run(*line, *typed).code == 0, typed


def test_a_value_is_of_who_gives_it(repository, tmp_path):
    """A found file that sets an option of a preset which the user typed leads no further than others."""
    (tmp_path / "secret").write_text("x\tx\t0.5\n")
    (repository.folder / "sub").mkdir()
    (repository.folder / "sub" / "leads").symlink_to(tmp_path / "secret")
    repository.write("sub/p.toml", FORMULA.format('weights = { option = "table" }'))
    repository.write("g.jsonl", '{"id": "a", "f": ["x"]}\n')
    line = ["ie", "-g", "g.jsonl", "g.jsonl", "-b", "--preset", "sub/p.toml"]
    for name, code in (("leads", 2), ("other", 0)):
        repository.found("ie", "set", f"table={name}", several=True)
        (repository.folder / "sub" / "other").write_text("x\tx\t0.5\n")
        assert repository.run(*line).code == code
        assert repository.run(*line, "--set", "table=leads").code == 0


def test_what_is_typed_is_read_anywhere(repository, tmp_path):
    """A folder with links, a pattern, the text beside brat's annotations; and a message shows their lines."""
    repository.write("pyproject.toml", "[tool.nerkit]\npercent = true\n")
    (tmp_path / "secret").write_text("d\t0\t1\t\t\tA\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.ann").write_text("T1\tPER 0 4\tAnna\n")
    (tmp_path / "out" / "a.txt").write_text("Anna")
    for path in ("folder", "folder/*", "fold??/a*", "link", "../secret", tmp_path / "secret"):
        assert repository.run("spans", "-g", path, "../secret", "-q").code == 0, path
    assert repository.run("spans", "-g", "../out/a.ann", "-g../out/a.ann", "../out").code == 0
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    assert SECRET in repository.run("spans", "-g", "../secret", "../secret").err


CONTENTS = (
    f"{SECRET}\n",
    f"{SECRET} {SECRET}\n{SECRET}\n",
    f"d\t0\t1\t\t\t{SECRET}\textra\n{SECRET}\t{SECRET}\t{SECRET}\t7\n",
    f"PER\t{SECRET}\n{SECRET}\tY\n",
    f'{{"type": "{SECRET}", "{SECRET}": 1}}\n',
    f'{{"properties": {{"{SECRET}": {{"type": "string"}}}}}}\n',
    f'{{"path": "{SECRET}", "gold": "{SECRET}", "system": "x", "credit": 1}}\n',
    f"x = {SECRET} {SECRET}\n",
    f'"{SECRET}" = 1\n',
    f'document = "x"\n[[entities]]\nlist = "{SECRET}"\nlabel = "x"\nstart = "a"\nend = "b"\n',
    f'schema = 1\nsummary = "x"\ntask = "bio"\n[options]\nscheme = {{ value = "{SECRET}" }}\n',
    f'schema = 1\nsummary = "x"\ntask = "bio"\nmeasures = ["{SECRET}"]\n',
)


FORM_OF = {"only": "document=@{}", "by": "seen={}", "set": "alias={}", "option": "params={}"}


@pytest.mark.parametrize("content", CONTENTS)
def test_no_message_has_a_word_of_a_file_inside(repository, content):
    """Neither an error nor a warning, for each key on the page."""
    file = "inside.toml" if " = " in content else "inside"
    repository.write(file, content)
    for key in some(page_keys(), 10):
        name, several = next((name, several) for name, one, several in KEYS if one == key)
        repository.found(name, key, FORM_OF.get(key, "{}").format(file), several=several)
        done = repository.run(*line_of(name, key))
        assert SECRET not in done.err, (name, key)


def test_words_that_are_not_of_the_file_stay(repository):
    """A warning says what it said, with `…` for the names that the file alone has."""
    repository.write("ids.txt", f"{SECRET}\n")
    repository.found("bio", "only", "document=@ids.txt", several=True)
    done = repository.run("bio", *TAGS)
    assert "1 document of --only is on neither side: …" in done.err
    typed = repository.run("bio", *TAGS, "--only", "document=@ids.txt")
    assert f"1 document of --only is on neither side: {SECRET}" in typed.err


def test_the_found_file_may_be_a_link(repository, tmp_path):
    """To TOML inside the repository, or to a file that does not concern nerkit; no other is shown."""
    (repository.folder / "pyproject.toml").symlink_to(tmp_path / "secret.toml")
    path = repository.folder / "pyproject.toml"
    for text, problem in (
        ("[project]\n", ""),
        (f"x = {SECRET}\n", "the link leads to a file that is not valid TOML"),
        (f"[tool.nerkit]\n{SECRET} = 1\n", "the link leads outside its repository"),
    ):
        (tmp_path / "secret.toml").write_text(text)
        done = repository.run("bio", *TAGS)
        assert (done.code, SECRET in done.err) == (2 if problem else 0, False)
        assert (f"{path}: {problem}" if problem else "") in done.err
    path.unlink()
    repository.write("config", f"[core]\n  token = {SECRET}\n")
    path.symlink_to("config")
    done = repository.run("bio", *TAGS)
    assert (done.code, SECRET in done.err) == (2, False)
    repository.write("config", "[tool.nerkit]\nscore-only = true\n")
    assert repository.run("bio", *TAGS).code == 0


@pytest.mark.parametrize("by", ["found", "typed"])
def test_a_preset_runs_no_python(repository, by):
    """It is data, whoever names it: `metric` among its options is a file of formulas."""
    repository.write("evil.py", "open('ran', 'w').close()\n")
    for value in ('"evil.py"', '["evil.py"]'):
        repository.write(
            "p.toml", f'schema = 1\nsummary = "x"\ntask = "ie"\n[options]\nmetric = {{ value = {value} }}\n'
        )
        repository.write("pyproject.toml", '[tool.nerkit.ie]\npreset = "p.toml"\n' if by == "found" else "")
        done = repository.run(*line_of("ie", "metric"), *(["--preset", "p.toml"] if by == "typed" else []))
        assert (done.code, (repository.folder / "ran").exists()) == (2, False)


def test_a_caption_is_not_written(repository):
    """`caption` of `nerkit plot` names a file that is replaced, as `output` does."""
    repository.write("precious", "precious")
    repository.found("plot", "caption", "precious")
    done = repository.run(*line_of("plot", "caption"))
    assert (done.code, (repository.folder / "precious").read_text()) == (2, "precious")
    assert (
        "pyproject.toml:2:1: nerkit does not read caption from a file that it found by itself"
    ) in done.err


GATE = ["bio", *TAGS, "-m", "chunk"]


def test_a_found_file_adds_gates_and_weakens_none(repository):
    """Its exit-zero is for its own gates; --exit-zero as typed is for all."""
    repository.write(
        "pyproject.toml", '[tool.nerkit]\nexit-zero = true\n[tool.nerkit.bio]\nfail-under = ["chunk=1"]\n'
    )
    assert repository.run(*GATE).code == 0
    done = repository.run(*GATE, "--fail-under", "chunk=1")
    assert done.code == 1
    assert "exit-zero of" in done.err
    assert "because you typed --fail-under" in done.err
    assert repository.run(*GATE, "--fail-under", "chunk=.1").code == 0
    assert repository.run(*GATE, "--fail-under", "chunk=1", "--exit-zero").code == 0
    assert repository.run(*GATE, "--fail-under", "chunk=1", "--config", "pyproject.toml").code == 0
    repository.write("pyproject.toml", '[tool.nerkit.bio]\nfail-under = ["chunk=1"]\n')
    assert repository.run(*GATE).code == 1


def test_a_tolerance_that_was_found_is_for_gates_that_were_found(repository):
    """--compare-to as typed fails if anything is worse."""
    repository.run("bio", "-g", TAGS[1], TAGS[1], "-m", "chunk", "-f", "json", "-o", "best.json")
    worse = [*GATE, "--compare-to", "best.json"]
    repository.write("pyproject.toml", "[tool.nerkit]\ntolerance = 0.99\n")
    done = repository.run(*worse)
    assert done.code == 1
    assert "tolerance of" in done.err
    assert repository.run(*worse, "--tolerance", ".99").code == 0
    repository.write(
        "pyproject.toml", '[tool.nerkit]\ntolerance = 0.99\n[tool.nerkit.bio]\ncompare-to = "best.json"\n'
    )
    assert repository.run(*GATE).code == 0


def test_a_level_that_was_found_narrows_no_gate(repository):
    """`nerkit estimate --gate-low` looks at the end of the interval that was asked for."""
    line = line_of("estimate", "level")
    shown = repository.run(*line, "-f", "json").out
    low = min(row["f1_low"] for row in json.loads(shown)["rows"] if row.get("f1_low") is not None)
    typed = [*line, "--gate-low", "--fail-under", f"{low + 0.01}"]
    code = repository.run(*typed).code
    repository.write("pyproject.toml", '[tool.nerkit.estimate]\nlevel = "0.01"\n')
    assert (code, repository.run(*typed).code) == (1, 1)
    assert repository.run(*typed, "--level", "0.01").code == 0


def test_a_found_file_hides_itself_from_nobody(repository):
    """The line that names it is there unless the user types -q."""
    repository.write("pyproject.toml", "[tool.nerkit]\nquiet = true\n")
    assert "note: defaults from" in repository.run("bio", *TAGS).err
    assert "note: defaults from" not in repository.run("bio", *TAGS, "-q").err


def page_keys():
    """The keys that SECURITY.md lists."""
    page = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"keys that may name files: `([^`]+)`", page)
    return listed.split()


def test_every_option_of_a_file_is_on_the_page():
    """The options of tasks whose values are files are among the keys."""
    files = {
        words.name or field.name.replace("_", "-")
        for task in SCORERS
        for field, words in options_of(task_named(task).options)
        if words.file
    }
    assert files
    assert files <= set(page_keys())
