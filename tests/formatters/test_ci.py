"""Formats for build servers: GitHub annotations and summary, JUnit XML."""

from xml.etree import ElementTree as ET

import pytest


@pytest.fixture
def score(run, write, monkeypatch):
    """Score half of the chunks right."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    gold, system = write("g.bio", "a B-PER\nb B-LOC\n"), write("s.bio", "a B-PER\nb O\n")
    return lambda *options: run("bio", "-g", gold, f"s={system}", "--scheme", "IOB2", *options)


def test_annotations(score, write, monkeypatch, tmp_path):
    """A failed gate is an error, its text escaped; the summary is Markdown; the reason stays on stderr."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    done = score("-f", "github", "--fail-under", "chunk=90%", "--fail-under", "0.1")
    assert done.code == 1
    assert (
        done.out.splitlines()[-1] == "::error title=fail-under chunk=90%25::chunk of s is 0.667, below 90%25"
    )
    assert done.err.splitlines() == [
        "costs: missed LOC: 1 error, +0.333 F1 if repaired",
        "failed: chunk of s is 0.667, below 90% (--fail-under)",
    ]
    summary = (tmp_path / "summary.md").read_text()
    assert summary.startswith("| measure   |")
    assert summary.endswith("- **failed**: chunk of s is 0.667, below 90%\n")


def test_an_input_is_no_summary(score, write, monkeypatch):
    """Nothing is added to a file that is read, though the environment names it as the summary."""
    gold = write("g.bio", "a B-PER\nb B-LOC\n")
    before = gold.read_bytes()
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(gold))
    done = score("-f", "github")
    assert (done.code, done.out) == (2, "")
    assert "nerkit does not write to inputs" in done.err
    assert gold.read_bytes() == before


def test_an_input_error_is_an_annotation_at_its_line(run, write):
    """File, line and column, beside the usual message; exit 2, nothing on stdout."""
    bad = write("bad.bio", "a B-PER\nb X-LOC\n")
    done = run("bio", "-g", bad, bad, "-f", "github")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"::error file={bad},line=2,col=3::")
    assert f"error: {bad}:2:3: " in done.err


def test_junit(score):
    """A test case for each gate; without gates each measure, with its value."""
    suite = ET.fromstring(score("-f", "junit", "--fail-under", "0.9", "--fail-under", "chunk=0.5").out)[0]
    assert suite.attrib == {"name": "nerkit", "tests": "2", "failures": "1"}
    assert [case.attrib["name"] for case in suite] == ["fail-under chunk=0.9", "fail-under chunk=0.5"]
    assert suite[0][0].attrib["message"] == "chunk of s is 0.667, below 0.9"
    (case,) = ET.fromstring(score("-f", "junit").out)[0]
    assert (case.attrib, case[0].text) == ({"classname": "nerkit.bio.s", "name": "chunk"}, "0.667")
