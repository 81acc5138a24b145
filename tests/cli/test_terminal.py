"""What one sees on a terminal, a real one (a pty): widths, marks, progress; nothing of it in a pipe."""

import os
import pty
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from nerkit.ground.plain_text import width

NAMES = [
    *("Arcada", "Drexel-CCI", "FLYTXT", "MIC-CIS", "SJTU-Adapt"),
    *("SpinningBytes-with-a-long-name", "UH-RiTUAL"),
]
TYPES = ["person", "location", "corporation", "creative-work", "group", "product"]


@pytest.fixture
def seven(tmp_path):
    """Gold and seven systems of tagged text, each a little worse than the one before; their folder."""
    tags = [f"B-{TYPES[i % 6]}" if i % 3 == 0 else "O" for i in range(120)]
    for place, name in enumerate(["gold", *NAMES]):
        own = ["O" if i % 40 < place else tag for i, tag in enumerate(tags)]
        lines = (f"word{i} {tag}" + ("\n" if i % 10 == 9 else "") for i, tag in enumerate(own))
        (tmp_path / f"{name}.conll").write_text("\n".join(lines) + "\n")
    return tmp_path


def on_a_terminal(folder, columns, *arguments):
    """What a command writes to a terminal of that many columns, both streams."""
    main, side = pty.openpty()
    code = "import sys; from nerkit.cli import main, output; output.AFTER = 0.05; main(sys.argv[1:])"
    environment = {**os.environ, "COLUMNS": str(columns), "LINES": "24", "PAGER": "cat", "TERM": "xterm"}
    done = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=folder, stdout=side, stderr=side, env=environment
    )
    os.close(side)
    text = b""
    while True:
        try:
            piece = os.read(main, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
    os.close(main)
    done.wait()
    return text.decode().replace("\r\n", "\n")


def plain(text):
    """Without colours."""
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m"):
        text = text.replace(code, "")
    return text


@pytest.mark.parametrize(
    "arguments",
    [
        ["bio", "-m", "chunk", "-m", "strict", "--by", "label"],
        [
            *("bio", "-m", "partial", "--by", "label", "--percent", "--macro", "--confidence"),
            *("--resamples", "20"),
        ],
        ["compare", "--resamples", "50", "-m", "chunk", "--sort", "chunk"],
        ["compare", "--resamples", "50", "-m", "chunk", "--pairs"],
        ["errors"],
        ["errors", "--confusion"],
        ["errors", "--summary"],
    ],
)
def test_seven_systems_fit(seven, arguments):
    """No line of data is wider than the terminal, and every system is there."""
    systems = [f"{name}.conll" for name in NAMES]
    text = plain(on_a_terminal(seven, 80, *arguments, "-g", "gold.conll", *systems, "-q"))
    assert "Arcada" in text or "gold" in text
    assert max(width(line) for line in text.split("\n")) <= 80


def test_the_best_is_marked_on_a_terminal(seven):
    """The first system is the best of the seven; its value alone is bold."""
    systems = [f"{name}.conll" for name in NAMES]
    lines = on_a_terminal(seven, 80, "bio", "-g", "gold.conll", *systems, "-q").split("\n")
    assert ["Arcada" in line for line in lines if "\x1b[1m" in line] == [False, True]  # the header, and it
    assert not any("*" in line for line in lines)
    same = on_a_terminal(seven, 80, "bio", "-g", "gold.conll", "a=Arcada.conll", "b=Arcada.conll", "-q")
    assert sum("\x1b[1m" in line for line in same.split("\n")) == 1


def test_measures_fit(seven):
    """The list of measures is as wide as the terminal."""
    text = on_a_terminal(seven, 80, "measures", "bio")
    assert (
        max(width(line) for line in plain(text).split("\n")) <= 100
    )  # what is said of the language is prose
    assert max(width(line) for line in plain(text).split("\n\n")[0].split("\n")) <= 80


def test_progress(seven):
    """A line says what goes on, and is taken away before anything else is written; not with --no-progress."""
    systems = [f"{name}.conll" for name in NAMES]
    arguments = [
        "compare",
        "-g",
        "gold.conll",
        *systems,
        "-m",
        "chunk",
        "--paired",
        "bootstrap",
        "--resamples",
        "100000",
    ]
    text = on_a_terminal(seven, 80, *arguments)
    assert "testing pairs" in text
    assert text.rindex("\r\x1b[K") < text.index("better than")
    quiet = on_a_terminal(seven, 80, *arguments, "--no-progress")
    assert "\r\x1b[K" not in quiet


def test_nothing_of_it_in_a_pipe(run, seven):
    """No colour, nothing cut, no progress."""
    systems = [f"{name}.conll" for name in NAMES]
    done = run("bio", "-g", "gold.conll", *systems, "--by", "label")
    assert "SpinningBytes-with-a-long-name.conll" in done.out
    assert "…" not in done.out
    assert "\x1b" not in done.out + done.err


@pytest.mark.parametrize("more", [[], ["--by", "label"], ["-m", "chunk", "-m", "strict", "--by", "label"]])
def test_a_comparison_keeps_ranks_and_marks(seven, more):
    """Whatever systems are called: long names stand below, each beside its number."""
    names = [f"{name}-of-the-second-season-with-another-seed" for name in NAMES]
    systems = [f"{long}={name}.conll" for long, name in zip(names, NAMES, strict=True)]
    arguments = ["compare", "-g", "gold.conll", *systems, "--resamples", "50", "-q", *more]
    shown = on_a_terminal(seven, 80, *arguments)
    lines = plain(shown).rstrip("\n").split("\n")
    assert max(map(width, lines)) <= 80
    assert lines[0].split()[-3:] == ["rank", "better", "than"]
    assert shown.count("\x1b[1m") > 1
    end = lines.index("rank = 1 + better systems; better = p (Holm) ≤ 0.05 and an interval without 0")
    assert [line.split("  ")[0] for line in lines[end - 7 : end]] == list("1234567")
    assert [line.split("  ")[1][:6] for line in lines[end - 7 : end]] == [name[:6] for name in names]


def test_a_comparison_of_short_names_has_them_in_its_lines(seven):
    """Precision and recall give way to the names; elsewhere than on a terminal everything is there."""
    arguments = [
        *("compare", "-g", "gold.conll", "a=gold.conll", f"b={NAMES[1]}.conll", "--resamples"),
        *("50", "-q"),
    ]
    header, first = plain(on_a_terminal(seven, 70, *arguments)).split("\n")[:2]
    assert header.split() == [
        *("system", "F1", "Δ", "95", "%,", "n=12", "p", "(Holm)", "rank", "better", "than")
    ]
    assert first.split()[:2] == ["a", "1.000"]


def test_a_report_on_a_terminal_is_a_file(seven):
    """It was written to the terminal."""
    pytest.importorskip("jinja2")
    shown = on_a_terminal(seven, 80, "report", "-g", "gold.conll", "-s", "Arcada.conll")
    assert "note: the page is report.html" in shown
    assert "<" not in shown
    assert (seven / "report.html").read_text().startswith("<!doctype html>")


def test_a_list_of_errors_has_the_form_of_compilers(tmp_path):
    """The place and the class, then the words around the item; no word is cut, and no folder is repeated."""
    words = [f"Wort-{'a' * (i % 17)}-{i}" for i in range(60)]
    tags = {"gold": {30: "B-LOC"}, "bert": {n: f"{'IB'[n == 27]}-ORG" for n in range(27, 41)}}
    for name, own in tags.items():
        lines = "".join(f"{word} {own.get(i, 'O')}\n" for i, word in enumerate(words))
        (tmp_path / "data" / name).mkdir(parents=True)
        (tmp_path / "data" / name / "dev.bio").write_text(lines)
    sides = ["-g", "data/gold/dev.bio", "-s", "data/bert/dev.bio"]
    first, *rest = plain(on_a_terminal(tmp_path, 80, "errors", *sides, "-q", "--no-progress")).splitlines()
    assert first.startswith(f"bert/dev.bio:28: label+boundary  LOC {words[30]} → ORG")
    assert (rest[-1][:4], f"[{words[30]}]" in rest[-1]) == ("    ", True)
    assert max(map(width, [first, *rest])) <= 80
    shown = " ".join(rest).replace("[", " ").replace("]", " ").replace("…", " ").split()
    assert set(shown) <= set(words)


def test_messages_and_signatures_are_folded(run, tmp_path):
    """On a terminal at blanks and bars, so that nothing is lost; commands and carets stay whole, and lines in
    a pipe. The reason of a failed gate is last.
    """
    (tmp_path / "g.bio").write_text("Ann B-PER\nran O\n" * 9)
    (tmp_path / "s.bio").write_text("Ann I-PER\nran B-LOC\n" * 9)
    (tmp_path / "bad.bio").write_text("Ann B-PER\nran wrong\n")
    sides = ["bio", "-g", "g.bio", "-s", "s.bio", "--confidence", "--resamples", "20", "--fail-under", ".99"]
    sides.append("--no-progress")
    shown = plain(on_a_terminal(tmp_path, 60, *sides)).splitlines()
    piped = run(*sides).err
    assert max(map(width, shown)) <= 60 < max(map(width, piped.splitlines()))
    assert "failed: " in "".join(shown[-2:])
    for line in piped.splitlines():
        assert "".join(line.split()) in "".join("".join(shown).split())
    bad = on_a_terminal(tmp_path, 40, "bio", "-g", "g.bio", "-s", "bad.bio", "--no-progress").splitlines()
    caret = next(i for i, line in enumerate(bad) if line.strip() == "^")
    assert bad[caret - 1][bad[caret].index("^")] == "w"
    assert max(map(width, bad)) <= 40


DEMO = Path(__file__).parents[2] / "demo"
START = "-g dev.bio words=words_1.bio shapes=shapes_1.bio --no-progress"
TABLES = {  # further commands that print tables, by the folder of their data
    "start": [
        f"nerkit bio {START} -m chunk,strict,partial --by label --macro --confidence --resamples 50",
        f"nerkit errors {START} -n 20",
        f"nerkit errors {START} --confusion",
        f"nerkit errors {START} --changed -n 20",
        f"nerkit compare {START} --pairs --resamples 50 -m chunk,strict,partial",
        f"nerkit power {START}",
        "nerkit validate dev.bio words_1.bio",
        "nerkit list measures",
        "nerkit list formats",
        "nerkit list presets",
        "nerkit list tasks",
        "nerkit presets ontonotes",
        "nerkit explain chunk",
    ],
    "agree": ["nerkit agree anna.bio ben.bio carla.bio", "nerkit errors anna.bio ben.bio carla.bio"],
    "invoices": ["nerkit errors -g gold.jsonl careful=careful.jsonl eager=eager.jsonl"],
    "calls": ["nerkit errors -g gold.jsonl log=log.jsonl raw=raw.jsonl"],
    "seven": ["nerkit bio -g gold.conll " + " ".join(f"{name}.conll" for name in ("arcade", "driftwood"))],
}
BRACKETS = "-f brackets"  # of chunk: a sentence is a line, which other programs read
PRINTED = [
    *(
        (path.parent.name, line)
        for path in sorted(DEMO.glob("*/command"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ),
    *((folder, line) for folder, lines in TABLES.items() for line in lines),
]
PRINTED = [(folder, line) for folder, line in PRINTED if BRACKETS not in line]


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "line"), PRINTED, ids=[line for _, line in PRINTED])
def test_what_is_printed_fits_80_columns(folder, line):
    """No line is wider, on both streams, unless it is one word that cannot be broken."""
    text = plain(on_a_terminal(DEMO / folder, 80, *shlex.split(line)[1:]))
    lines = [one.rpartition("\r\x1b[K")[2] for one in text.split("\n")]
    assert any(lines)
    assert not any(one.startswith("error: ") for one in lines)
    assert [one for one in lines if width(one) > 80 and len(one.split()) > 1] == []


def test_measures_keep_their_names_in_a_comparison():
    """The interval gives way to names of measures; systems and the rank stay."""
    sides = ["-g", "gold.jsonl", "careful=careful.jsonl", "eager=eager.jsonl", "--schema", "schema.json"]
    asked = ["-m", "json/fabrication,json/silence", "--resamples", "50", "-q"]
    lines = plain(on_a_terminal(DEMO / "invoices", 80, "compare", *sides, *asked)).splitlines()
    assert [line.split()[:2] for line in lines[1:4]] == [
        ["json/fabrication", "careful"],
        ["json/fabrication", "eager"],
        ["json/fabrication/elements", "careful"],
    ]
    assert max(map(width, lines)) <= 80
