"""docs/i-have.md: each command runs on the demo data, as it stands, and prints a result."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "i-have.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| .* \| .* \| `(nerkit .*)` \|$", re.MULTILINE)


def commands():
    """Each command with the demo folder that the heading of its table names."""
    for part in PAGE.split("\n## ")[1:]:
        folder = re.search(r"`(\w+)`$", part.splitlines()[0])[1]
        yield from ((command, folder) for command in ROW.findall(part))


def test_there_are_sixty_rows():
    """No command twice, and none outside a table."""
    assert len(set(commands())) == len(ROW.findall(PAGE)) >= 60


@pytest.fixture(scope="module")
def demos(tmp_path_factory):
    """The demo data, and what the page speaks of beside it: files made of these."""
    demos = tmp_path_factory.mktemp("have") / "demo"
    shutil.copytree(ROOT / "demo", demos)
    bio = demos / "bio"
    gold, system = ((bio / name).read_text().splitlines() for name in ("gold.bio", "system.bio"))
    both = [
        f"{left} {right.split()[-1]}" if left.strip() else ""
        for left, right in zip(gold, system, strict=True)
    ]
    (bio / "both.bio").write_text("\n".join(both) + "\n")
    (bio / "short.bio").write_text("\n".join(system[:20]) + "\n")
    (bio / "train.bio").write_text("Anna B-PER\nLind I-PER\n\n")
    (bio / "coarse.tsv").write_text("PER\tNAME\nLOC\tNAME\n")
    return demos


@pytest.mark.parametrize(("command", "folder"), list(commands()))
def test_it_runs(run, monkeypatch, demos, command, folder):
    """In the folder of its table; it prints a result, or writes it where it says."""
    monkeypatch.chdir(demos / folder)
    if folder == "formats" and not Path("brat").exists():
        for name in ("anna.json", "ben.json", "carla.json"):
            assert run("convert", "gold.jsonl", "--to", "label-studio", "-o", name, "-q").code == 0
        assert run("convert", "gold.jsonl", "--to", "brat", "-o", "brat/", "-q").code == 0
    if "merge" in command:
        for part, piece in enumerate((slice(60), slice(60, None)), 1):
            for side in ("dev.bio", "words_1.bio"):
                documents = Path(side).read_text(encoding="utf-8").split("# newdoc")[1:]
                Path(f"half-{side}").write_text("".join(f"# newdoc{one}" for one in documents[piece]))
            counted = (
                "-g",
                "half-dev.bio",
                "-s",
                "a=half-words_1.bio",
                "--counts-only",
                "-o",
                f"part{part}.json",
            )
            assert run("bio", *counted).code == 0
    program, *arguments = shlex.split(command)
    done = run(*arguments)
    assert program == "nerkit"
    assert done.code == (1 if arguments[0] == "validate" else 0), done.err
    assert done.out or Path("report.html").stat().st_size > 10_000
