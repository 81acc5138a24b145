"""`nerkit acid`: the installation checked on small cases."""

from nerkit.cli import acid


def test_all_cases_hold_here(run):
    done = run("acid")
    assert done.code == 0, done.out
    assert done.out.endswith("cases hold\n")
    assert "differs" not in done.out


def test_one_case_shows_its_rule_and_its_sum(run):
    done = run("acid", "30-attachment")
    assert done.code == 0
    assert "  rule:     " in done.out
    assert "  expected: p 1, r 6/7, f 12/13\n  printed:  p 1.0, r 0.857143, f 0.923077\n" in done.out


def test_a_case_that_does_not_hold_ends_with_1(run, tmp_path, monkeypatch):
    import shutil

    shutil.copytree(acid.home() / "30-attachment", tmp_path / "30-attachment")
    file = tmp_path / "30-attachment" / "case.toml"
    file.write_text(file.read_text().replace('"6/7"', '"5/7"'))
    monkeypatch.setattr(acid, "home", lambda: tmp_path)
    done = run("acid")
    assert done.code == 1
    assert done.out.startswith("differs  30-attachment ")
    assert done.out.endswith("0 of 1 cases hold\n")


def test_an_unknown_case_is_an_error_that_names_one(run):
    done = run("acid", "30-atachment")
    assert done.code == 2
    assert "30-attachment" in done.err
