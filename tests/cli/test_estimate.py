"""`nerkit estimate` on files: which documents are whose, gates, what is refused."""

import json

import pytest

GOLD, OTHERS = 30, 12


@pytest.fixture
def files(tmp_path):
    """Span tables: 30 documents of gold (the last without a span), 42 of the judge and of the system."""

    def rows(spans):
        return "".join(f"d{i:02}\t{at}\t{at + 4}\t\t1.0\tX\n" for i, at in spans)

    everything = [(i, 10 * k) for i in range(GOLD + OTHERS) for k in range(1 + i % 3)]
    gold = [(i, at) for i, at in everything if i < GOLD - 1]
    judge = [(i, at) for i, at in everything if (i + at) % 7]
    system = [(i, at if (i * 3 + at) % 4 else at + 500) for i, at in everything]
    for name, spans in (("gold", gold), ("judge", judge), ("system", system)):
        (tmp_path / f"{name}.tsv").write_text(rows(spans))
    (tmp_path / "people.txt").write_text("".join(f"d{i:02}\n" for i in range(GOLD)))
    (tmp_path / "all.txt").write_text("".join(f"d{i:02}\n" for i in range(GOLD + OTHERS)))
    return tmp_path


def line(files, *more):
    sides = ("-g", files / "gold.tsv", "--judged", files / "judge.tsv", "-s", files / "system.tsv")
    return ("estimate", *sides, "-m", "sets::span", *more)


def lists(files):
    return ("--gold-documents", files / "people.txt", "--judged-documents", files / "all.txt")


def test_rows_have_every_number_of_the_three_scores(run, files):
    row = json.loads(run(*line(files, *lists(files), "-f", "json")).out)["rows"][0]
    assert (row["gold_documents"], row["judged_documents"]) == (GOLD, OTHERS)
    assert row["value"] == row["f1"]
    for name in ("precision", "recall", "f1"):
        assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]
    assert row["p_num"] is None


def test_a_format_that_hides_empty_documents_wants_their_list(run, files):
    done = run(*line(files))
    assert done.code == 2
    assert "--gold-documents FILE" in done.err


def test_a_gold_document_that_the_judge_lacks_is_named(run, files):
    (files / "all.txt").write_text("".join(f"d{i:02}\n" for i in range(1, GOLD + OTHERS)))
    done = run(*line(files, *lists(files)))
    assert done.code == 2
    assert "the judge lacks 1 gold document: d00" in done.err


def test_a_list_that_is_empty_or_lacks_documents_of_gold_is_an_error(run, files):
    """Else gold would be left out, or the documents with an item taken for all that people annotated."""
    empty = files / "none.txt"
    empty.write_text("\n")
    done = run(*line(files, "--gold-documents", empty))
    assert (done.code, "the list of documents is empty; write one id per line" in done.err) == (2, True)
    done = run(*line(files, "--gold-documents", files / "gold.tsv"))
    assert (done.code, "the gold file has 29 documents that the list" in done.err) == (2, True)


def test_a_document_that_only_the_system_has_is_an_error_unless_told(run, files):
    (files / "all.txt").write_text("".join(f"d{i:02}\n" for i in range(GOLD + OTHERS - 1)))
    done = run(*line(files, *lists(files)))
    assert done.code == 2
    assert "d41" in done.err
    left_out = json.loads(run(*line(files, *lists(files), "--extra", "ignore", "-f", "json")).out)["rows"][0]
    assert left_out["judged_documents"] == OTHERS - 1
    kept = json.loads(run(*line(files, *lists(files), "--extra", "spurious", "-f", "json")).out)["rows"][0]
    assert kept["judged_documents"] == OTHERS


def test_a_gate_on_the_lower_end_fails_where_the_estimate_passes(run, files):
    row = json.loads(run(*line(files, *lists(files), "-f", "json")).out)["rows"][0]
    limit = str((row["f1"] + row["f1_low"]) / 2)
    assert run(*line(files, *lists(files), "--fail-under", limit)).code == 0
    assert run(*line(files, *lists(files), "--fail-under", limit, "--gate-low")).code == 1


def test_the_assumptions_are_said_and_nothing_is_called_unbiased(run, files):
    done = run(*line(files, *lists(files)))
    assert "random sample of all" in done.err
    assert "unbiased" not in done.err + done.out


def test_fewer_than_thirty_gold_documents_are_refused(run, files):
    """An interval from fewer holds the true score too rarely."""
    for name in ("people.txt", "gold.tsv"):
        kept = [line for line in (files / name).read_text().splitlines() if line[:3] < "d29"]
        (files / name).write_text("\n".join(kept) + "\n")
    done = run(*line(files, *lists(files)))
    assert (done.code, done.out) == (2, "")
    assert "29 gold documents: an estimate needs at least 30" in done.err
    assert "annotate more documents, or score only the gold documents" in done.err
    sides = (
        "-g",
        files / "gold.tsv",
        "-s",
        files / "system.tsv",
        "--only",
        f"document=@{files / 'people.txt'}",
    )
    alone = run("spans", *sides, "-m", "sets::span", "--confidence", "--interval", "t")
    assert (alone.code, "95 %, n=" in alone.out) == (0, True)


def test_few_gold_documents_that_decide_are_warned_of(run, files):
    """One document of 200 spans, of which the system has one."""
    assert "make" not in run(*line(files, *lists(files))).err
    for name, step in (("gold", 1), ("judge", 1), ("system", 2)):
        with (files / f"{name}.tsv").open("a") as out:
            out.writelines(f"d00\t{10000 + k * 10}\t{10004 + k * 10 * step}\t\t1.0\tX\n" for k in range(200))
    done = run(*line(files, *lists(files), "--lambda", "0"))
    assert "warning: sets::span: 1 of 30 gold documents, with 7" in done.err
    assert "annotate more documents" in done.err


def test_stored_counts_give_the_same_numbers(run, files):
    for name in ("gold", "judge"):
        only = [] if name == "judge" else ["--only", f"document=@{files / 'people.txt'}"]
        sides = ("-g", files / f"{name}.tsv", "-s", f"s={files / 'system.tsv'}")
        done = run("spans", *sides, "-m", "sets::span", "--counts-only", *only, "-o", files / f"{name}.json")
        assert done.code == 0, done.err
    stored = run(
        "estimate", "-g", files / "gold.json", "--judged", files / "judge.json", *lists(files), "-f", "json"
    )
    direct = run(*line(files, *lists(files), "-f", "json"))
    numbers = [json.loads(done.out)["rows"][0] for done in (stored, direct)]
    for row in numbers:
        row.pop("system")
    assert numbers[0] == numbers[1]


def test_a_measure_that_is_no_ratio_of_sums_is_refused(run, files):
    done = run(*line(files, *lists(files), "-m", "mention_ceaf:max:span"))
    assert done.code == 2


def test_a_lambda_that_is_no_number_is_an_error(run, files):
    assert run(*line(files, *lists(files), "--lambda", "x")).code == 2
    assert run(*line(files, *lists(files), "--lambda", "2")).code == 2


def test_units_are_sums_over_the_documents_of_a_field(run, write):
    """As if the documents of a source were one; a document without items is a unit of its own."""
    sides = {"gold": [], "judge": [], "system": []}
    for i in range(72):
        for k in range(1 + i % 3):
            at = 10 * k
            if i < 60:
                sides["gold"].append((i, at))
            sides["judge"].append((i, at if (i + at) % 7 else at + 300))
            sides["system"].append((i, at if (i * 3 + at) % 4 else at + 500))
    for name, spans in sides.items():
        write(f"{name}.tsv", "".join(f"d{i:02}\t{at}\t{at + 4}\t\t1.0\tS{i // 2:02}\n" for i, at in spans))
        moved = "".join(
            f"S{i // 2:02}\t{at + 1000 * (i % 2)}\t{at + 1000 * (i % 2) + 4}\n" for i, at in spans
        )
        write(f"{name}-joined.tsv", moved)
    write("people.txt", "".join(f"d{i:02}\n" for i in range(60)))
    write("sources.txt", "".join(f"S{i:02}\n" for i in range(30)))
    rows = []
    for end, listed, more in (("", "people.txt", ["--unit", "type"]), ("-joined", "sources.txt", [])):
        files = ["-g", f"gold{end}.tsv", "--judged", f"judge{end}.tsv", "-s", f"x=system{end}.tsv"]
        done = run(
            "estimate", *files, "-m", "sets::span", "--gold-documents", listed, *more, "-f", "json", "-q"
        )
        assert done.code == 0, done.err
        rows.append(next(row for row in json.loads(done.out)["rows"] if row["label"] == "*"))
    assert rows[0] == pytest.approx(rows[1])
    assert (rows[0]["gold_documents"], rows[0]["judged_documents"]) == (30, 6)
    write("mixed.tsv", "d00\t0\t4\t\t1.0\tS00\nd00\t10\t14\t\t1.0\tS9\n")
    files = ["-g", "gold.tsv", "--judged", "judge.tsv", "-s", "mixed.tsv", "--gold-documents", "people.txt"]
    done = run("estimate", *files, "-m", "sets::span", "--unit", "type")
    assert (done.code, "d00 has type" in done.err) == (2, True)
    assert run("estimate", *files, "-m", "sets::span", "--unit", "nothing").code == 2
