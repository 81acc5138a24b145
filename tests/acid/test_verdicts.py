"""Verdicts of the acid test, derived from numbers; the form of cases and adapters."""

import json
import shutil
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from nerkit.cli.acid import AcidCase, read_cases, verdict
from nerkit.exceptions import UsageError
from scripts.acid.cell import stopped
from scripts.acid.page import pages
from scripts.acid.run import adapters, cells

ROOT = Path(__file__).parents[2] / "scripts" / "acid"
ORDERS = (("gold", "system", ""), ("gold-2", "system-2", ""))


def case(**more) -> AcidCase:
    known = {"title": "", "kind": "law", "family": "tags", "rule": "", "arithmetic": ""}
    return AcidCase(folder=Path("01-x"), **{**known, "expected": {"p": Fraction(1, 2)}, **more})


def judged(found: AcidCase, *printed, **options):
    """The verdict where the runs of a case print these, in turn."""
    answers = dict(zip(found.runs, printed, strict=True))
    return verdict(found, lambda run: answers[run], **options)


@pytest.mark.parametrize(("number", "word"), [(0.5, "agrees"), (0.5006, "agrees"), (0.5007, "differs")])
def test_a_number_agrees_within_six_ten_thousandths(number, word):
    assert judged(case(), ("", {"p": number})).verdict == word


def test_only_the_keys_that_a_scorer_prints_are_compared():
    cell = judged(case(expected={"p": Fraction(1, 2), "r": Fraction(1)}), ("", {"p": 0.5, "x": 3}))
    assert (cell.verdict, cell.printed, cell.expected) == ("agrees", {"p": 0.5}, {"p": Fraction(1, 2)})


def test_runs_that_print_other_numbers_depend_even_where_one_is_right():
    cell = judged(case(runs=ORDERS), ("", {"p": 0.5}), ("", {"p": 0.25}), scope=True)
    assert (cell.verdict, cell.printed) == ("depends", {"p": [0.25, 0.5]})


def test_what_differs_or_refuses_is_outside_where_a_scope_is_declared():
    assert judged(case(), ("", {"p": 0.1}), scope=True).verdict == "outside"
    assert judged(case(), ("refuses", "no"), scope=True).verdict == "outside"
    assert judged(case(), ("crashes", "TypeError: x"), scope=True).verdict == "crashes"
    assert judged(case(), ("", {"p": 0.5}), scope=True).verdict == "agrees"


def test_the_suffix_of_a_run_names_other_keys():
    found = case(runs=(("gold", "system", ""), ("system", "gold", "_swapped")))
    found = case(runs=found.runs, expected={"p": Fraction(1, 2), "p_swapped": Fraction(1)})
    assert judged(found, ("", {"p": 0.5}), ("", {"p": 1.0})).verdict == "agrees"
    assert judged(found, ("", {"p": 0.5}), ("", {"p": 0.5})).verdict == "differs"


def test_a_second_reading_is_marked_and_a_third_is_not():
    found = case(kind="convention", expected={"p": Fraction(0)}, otherwise={"p": Fraction(1)})
    assert judged(found, ("", {"p": 1.0})).convention
    assert not judged(found, ("", {"p": 0.5})).convention


def test_perfect_and_more_than_one_follow_from_the_numbers():
    assert judged(case(expected={"perfect": Fraction(1)}), ("", {"p": 1.0, "r": 1.0})).verdict == "agrees"
    assert judged(case(expected={"perfect": Fraction(1)}), ("", {"p": 1.0, "r": 0.9})).verdict == "differs"
    above = judged(case(expected={"above_one": Fraction(0)}), ("", {"p": 1.3, "r": 1.3}))
    assert (above.verdict, above.printed) == ("differs", {"above_one": 2.0})


@pytest.mark.parametrize(
    ("error", "by"),
    [
        (TypeError("x"), "crashes"),
        (ValueError("the tag is not of the scheme"), "refuses"),
        (SystemExit("Invalid transition"), "refuses"),
        (SystemExit("ImportError: cannot import name"), "crashes"),
        (SystemExit("Illegal division by zero at x.pl line 3."), "crashes"),
        (SystemExit(""), "crashes"),
    ],
)
def test_a_message_about_the_input_refuses_and_one_about_code_crashes(error, by):
    assert stopped(error)["by"] == by


def test_a_case_without_its_claim_is_an_error(tmp_path):
    (tmp_path / "01-x").mkdir()
    (tmp_path / "01-x" / "case.toml").write_text('kind = "law"\n')
    with pytest.raises(UsageError, match=r"case.toml: missing .* 'title'"):
        read_cases(tmp_path)


def test_a_case_is_added_without_python(tmp_path):
    shutil.copytree(ROOT / "cases" / "10-one-over-two", tmp_path / "60-mine")
    file = tmp_path / "60-mine" / "case.toml"
    file.write_text(file.read_text().split("[[peer]]")[0].replace('p = "1/2"', 'p = "1/3"'))
    rows = cells(read_cases(tmp_path), tmp_path)
    assert [(row["case"], row["scorer"], row["verdict"]) for row in rows] == [
        ("60-mine", "nerkit", "differs")
    ]
    assert "60-mine" in pages(read_cases(tmp_path), rows, "2026-11-23")["acid-cells.md"]


def test_an_adapter_has_at_most_twenty_lines_and_knows_no_case():
    for adapter in adapters().values():
        text = (ROOT / "adapters" / f"{adapter.module}.py").read_text()
        assert sum(bool(line.strip()) for line in text.splitlines()) <= 20, adapter.name
        assert not any(folder.name in text for folder in (ROOT / "cases").iterdir())


def test_every_scorer_of_a_case_has_an_adapter_and_every_package_a_version():
    known = adapters()
    assert {peer["scorer"] for found in read_cases(ROOT / "cases") for peer in found.peers} == set(known)
    assert all("==" in adapter.package for adapter in known.values() if adapter.kind == "wheel")


def test_the_page_and_the_rows_have_every_case_and_no_typed_verdict():
    docs = ROOT.parents[1] / "docs"
    rows = json.loads((docs / "acid.json").read_text())["rows"]
    expected = {
        (folder.folder.name, scorer)
        for folder in read_cases(ROOT / "cases")
        for scorer in [*(["nerkit"] if folder.nerkit else []), *(peer["scorer"] for peer in folder.peers)]
    }
    assert {(row["case"], row["scorer"]) for row in rows} == expected
    date = json.loads((docs / "acid.json").read_text())["date"]
    for name, text in pages(read_cases(ROOT / "cases"), rows, date).items():
        assert (docs / name).read_text() == text


def test_a_note_is_about_a_cell_that_does_not_agree():
    notes = tomllib.loads((ROOT / "notes.toml").read_text())
    rows = json.loads((ROOT.parents[1] / "docs" / "acid.json").read_text())["rows"]
    verdicts = {(row["case"], row["scorer"]): row["verdict"] for row in rows}
    assert not [(c, s) for c, of in notes.items() for s in of if verdicts[c, s] == "agrees"]
