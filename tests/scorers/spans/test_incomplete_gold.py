"""Gold that is incomplete or undecided."""

import numpy as np
import pytest

import nerkit
from nerkit.corpora.corpus import Batch
from nerkit.exceptions import UsageError
from nerkit.scorers.spans import incomplete_gold
from nerkit.scorers.spans.options import Options

GOLD = "d1\t0\t4\nd1\t10\t14\nd2\t0\t4\n"
SYSTEM = "d1\t0\t4\nd1\t12\t16\nd1\t30\t34\nd2\t0\t4\nd2\t40\t44\n"


@pytest.fixture
def score(run, write):
    """p_num, p_den, r_den of exact spans, and what is said."""
    gold, system = write("g.tsv", GOLD), write("s.tsv", SYSTEM)

    def numbers(*options):
        done = run("spans", "-g", gold, "-s", system, "-m", "sets::span", "-f", "tsv", *options)
        return [int(cell) for cell in done.out.splitlines()[1].split("\t")[8:12]], done.err

    return numbers


def test_ignored_spans(score, write):
    """What overlaps an ignored span is left out on both sides."""
    ignored = write("i.tsv", "d1\t13\t13\nd1\t32\t50\nd9\t0\t1\n")
    found, said = score("--ignore-spans", ignored)
    assert found == [2, 3, 2, 2]
    assert said == (
        "warning: gold: nerkit leaves out 1 annotation on ignored spans\nwarning: system: nerkit "
        "leaves out 2 annotations on ignored spans\nwarning: the file of ignored "
        "spans names 1 document that nerkit does not score\n"
    )
    assert score()[0] == [2, 5, 2, 3]


def test_partial_gold(score, write):
    """System spans where gold has none are not counted, everywhere or in the documents listed."""
    assert score("--partial-gold")[0] == [2, 3, 2, 3]
    found, said = score(f"--partial-gold={write('partial.txt', 'd2' + chr(10))}")
    assert found == [2, 4, 2, 3]
    assert said == (
        "warning: nerkit does not count 1 system annotation outside the gold annotations (partial gold)\n"
    )


def test_errors_leave_them_out_too(run, write):
    """A list of errors has no spurious item that partial gold cannot judge."""
    gold, system = {"d": [(0, 4)]}, {"d": [(0, 4), (8, 9)]}
    assert len(nerkit.evaluate(gold, system).errors()) == 1
    assert len(nerkit.evaluate(gold, system, partial_gold=True).errors()) == 0


def test_candidates(run, write):
    """A gold mention with several ids stands for the first, or for the one that the system has there."""
    gold = write("g.tsv", "d\t0\t4\tE1\t0.9\tA\tE2\t0.1\tB\nd\t6\t9\tE3\t0.9\tA\tE4\t0.1\tA\n")
    system = write("s.tsv", "d\t0\t4\tE2\t1\tB\nd\t6\t8\tE4\t1\tA\n")

    def matched(*options):
        done = run(
            "spans",
            "-g",
            gold,
            "-s",
            system,
            "-m",
            "strong_all_match",
            "-m",
            "sets::span+type",
            "-f",
            "tsv",
            *options,
        )
        return [line.split("\t")[8] for line in done.out.splitlines()[1:]]

    assert matched() == ["0", "0"]
    assert matched("--gold-candidates", "any") == ["1", "1"]
    with pytest.raises(UsageError, match="unknown choice of gold candidates 'all'"):
        nerkit.evaluate(str(gold), str(system), gold_candidates="all")


def test_partial_documents_that_are_not_there(run, write):
    """A list of documents that names one which is not scored is warned about."""
    gold = write("g.tsv", "d\t0\t1\n")
    done = run(
        "spans",
        "-g",
        gold,
        gold,
        "-m",
        "sets::span",
        f"--partial-gold={write('list', 'd' + chr(10) + 'e' + chr(10))}",
    )
    assert done.code == 0
    assert "nerkit does not score 1 document, for example e" in done.err


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_a_blank_file_ignores_nothing(score, write, content):
    """It is a side without items: scored, with a warning."""
    found, said = score("--ignore-spans", write("i.tsv", content))
    assert found == [2, 5, 2, 3]
    assert "i.tsv: the file has no spans to ignore\n" in said


def test_files_of_options_serve_every_system(write):
    """They are read once, since a pipe can be read once; warnings of the reader are heard."""
    gold, system = write("g.tsv", GOLD), write("s.tsv", SYSTEM)
    given = [("ignore_spans", "# x\nd1\t13\t13\n"), ("partial_gold", "d2\n"), ("id_weights", "E1\tE2\t1\n")]
    for name, content in given:
        options = Options(**{name: str(write("file", content))})
        batch = Batch(
            ["d1"], *(nerkit.read(path).in_documents(["d1"], np.array([0, -1])) for path in (gold, system))
        )
        first = incomplete_gold.judged(batch, options), options.tables
        write("file", "")
        again = incomplete_gold.judged(batch, options), options.tables
        assert [len(each[0][0].system) for each in (first, again)] == [len(first[0][0].system)] * 2
        assert (first[0][1], first[1]) == (again[0][1], again[1])
    options = Options(ignore_spans=str(write("file", "# x\nd1\t13\t13\n")))
    assert "skipped 1 comment line" in str(incomplete_gold.judged(batch, options)[1])
