"""The command lines of other scorers: what they print, by hand and as nerkit's own commands count."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import nerkit
from nerkit.compat import conll18, conll_coref, corefud, evalb
from nerkit.exceptions import InputError, UsageError

DEMO = Path(__file__).parents[2] / "demo"

SENTENCE = """\
1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_
2\tsea\tsea\tNOUN\t_\t_\t0\troot\t_\t_

"""
KEY = """\
#begin document (d); part 000
d\t0\t0\tAnn\t(1)
d\t0\t1\tsaw\t-
d\t0\t2\ther\t(1)
d\t0\t3\tdog\t(2
d\t0\t4\t.\t2)
#end document
#begin document (e); part 000
e\t0\t0\tBo\t(0)
e\t0\t1\tran\t(0)
#end document
"""
COREFUD = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
# sent_id = 1
1\tAnn\t_\tPROPN\t_\t_\t0\troot\t_\tEntity=(e1--1)
2\tsaw\t_\tVERB\t_\t_\t1\tdep\t_\t_
3\ther\t_\tPRON\t_\t_\t1\tdep\t_\tEntity=(e1--1)

"""


def written(tmp_path, **texts):
    """Files of these names."""
    paths = []
    for name, text in texts.items():
        path = tmp_path / name
        path.write_text(text)
        paths.append(str(path))
    return paths


def test_conll18(tmp_path):
    """Three lines; with -v a table of percentages, with -c one of counts."""
    other = SENTENCE.replace("0\troot", "1\tdep").replace("2\tdet", "0\troot")
    paths = written(tmp_path, gold=SENTENCE * 2, system=SENTENCE + other)
    assert conll18.main(paths) == "LAS F1 Score: 50.00\nMLAS Score: 40.00\nBLEX Score: 40.00\n"
    table = conll18.main(["-v", *paths]).split("\n")
    assert table[2] == "Tokens     |    100.00 |    100.00 |    100.00 |"
    assert table[11] == "LAS        |     50.00 |     50.00 |     50.00 |     50.00"
    counts = conll18.main(["-c", *paths]).split("\n")
    assert counts[2] == "Tokens     |         4 |         4 |         4 |          "
    assert counts[4] == "Words      |         4 |         4 |         4 |         4"
    assert len(counts) == 2 + 13 + 1


def test_corefud(tmp_path):
    """The metrics asked for in its own order, and the mean where all three are there."""
    paths = written(
        tmp_path,
        key=COREFUD,
        response=COREFUD.replace(
            "her\t_\tPRON\t_\t_\t1\tdep\t_\tEntity=(e1", "her\t_\tPRON\t_\t_\t1\tdep\t_\tEntity=(e2"
        ),
    )
    assert corefud.main([*paths, "-m", "bcub", "muc"]) == (
        "The scorer is evaluating coreferential mentions using head match evaluation setting.\n"
        "The following metrics will be evaluated: muc, bcub\n"
        "\n"
        "muc\n"
        "Recall: 0.00  Precision: 0.00  F1: 0.00\n"
        "bcub\n"
        "Recall: 0.00  Precision: 0.00  F1: 0.00\n"
    )
    kept = corefud.main(["-s", "-x", "-m", "all", "--", *paths])
    assert kept.startswith(
        "The scorer is evaluating coreferential mentions, singletons, zeros (using dependent match method) "
        "using exact match evaluation setting.\n"
    )
    assert "\nbcub\nRecall: 50.00  Precision: 100.00  F1: 66.67\n" in kept
    assert re.search(r"\nCoNLL score: \d+\.\d\d\n$", kept)


def test_scorer_pl_totals(tmp_path):
    """Fractions and percentages that are cut off; `none` prints totals alone, and all metrics each."""
    response = KEY.replace("her\t(1)", "her\t(3)")
    paths = written(tmp_path, key=KEY, response=response)
    text = conll_coref.main(["bcub", *paths, "none"])
    rule = "-" * 74 + "\n"
    assert text.split("\n", 1)[1] == (
        "\n====== TOTALS =======\n"
        "Identification of Mentions: Recall: (5 / 5) 100%\tPrecision: (5 / 5) 100%\tF1: 100%\n"
        + rule
        + "Coreference: Recall: (4 / 5) 80%\tPrecision: (5 / 5) 100%\tF1: 88.88%\n"
        + rule
    )
    titles = re.findall(r"METRIC (\w+):", conll_coref.main(["all", *paths, "none"]))
    assert titles == ["muc", "bcub", "ceafm", "ceafe", "blanc"]


def test_scorer_pl_documents(tmp_path):
    """The entities of both sides, first and last token of each mention, and what was found."""
    response = KEY.replace("her\t(1)", "her\t-")
    paths = written(tmp_path, key=KEY, response=response)
    text = conll_coref.main(["muc", *paths, "(d); part 000"])
    assert text.split("\n", 1)[1].startswith(
        "====> (d); part 000:\nFile (d); part 000:\nEntity 0: (0,0) (2,2)\nEntity 1: (3,4)\n"
        "====> (d); part 000:\nFile (d); part 000:\nEntity 0: (0,0)\nEntity 1: (3,4)\n"
        "(d); part 000:\nTotal key mentions: 3\nTotal response mentions: 2\n"
        "Strictly correct identified mentions: 2\nPartially correct identified mentions: 0\n"
        "No identified: 1\nInvented: 0\n"
        "Recall: (0 / 1) 0%\tPrecision: (0 / 0) 0%\tF1: 0%\n"
    )
    assert "Recall: (2 / 3) 66.66%" in text
    assert "(e)" not in text


def test_blanc_has_lines_of_its_own(tmp_path):
    """Links of both kinds, then the measure as a fraction of 1."""
    paths = written(tmp_path, key=KEY, response=KEY)
    text = conll_coref.main(["BLANC", *paths, "none"])
    assert "\nCoreference:\nCoreference links: Recall: (2 / 2) 100%" in text
    assert "\nBLANC: Recall: (1 / 1) 100%\tPrecision: (1 / 1) 100%\tF1: 100%\n" in text


def test_scorer_pl_arguments(tmp_path):
    """Too few print the usage; a metric or a document that does not exist is an error."""
    paths = written(tmp_path, key=KEY, response=KEY)
    assert conll_coref.main(["muc"]).startswith("usage:")
    with pytest.raises(UsageError, match="unknown metric 'mux'"):
        conll_coref.main(["mux", *paths])
    with pytest.raises(UsageError, match=r"\(x\)"):
        conll_coref.main(["muc", *paths, "(x)"])


def test_evalb_prints_the_report(tmp_path):
    """As `nerkit tree -f evalb` does; without -p nothing is deleted."""
    gold, system = (str(DEMO / "tree" / f"{side}.mrg") for side in ("gold", "system"))
    plain = evalb.main([gold, system])
    assert plain.startswith("  Sent.                        Matched  Bracket")
    result = nerkit.evaluate(gold, system, task="tree", params="none", measures="brackets")
    assert f"Bracketing FMeasure       ={100 * result.f1:7.2f}\n" in plain
    params = written(tmp_path, params="DELETE_LABEL TOP\nDELETE_LABEL .\nCUTOFF_LEN 5\n")[0]
    assert "-- len<=5 --" in evalb.main(["-p", params, gold, system])


@pytest.mark.parametrize(
    ("arguments", "cutoff"),
    [(["-c", "7", "-p", "FILE"], 5), (["-p", "FILE", "-c", "7"], 7), (["-c", "7"], 7)],
)
def test_the_cutoff_that_is_read_last_counts(tmp_path, arguments, cutoff):
    """That of the parameter file where it stands behind -c."""
    (params,) = written(tmp_path, params="CUTOFF_LEN 5\n")
    arguments = [params if argument == "FILE" else argument for argument in arguments]
    gold, system = (str(DEMO / "tree" / f"{side}.mrg") for side in ("gold", "system"))
    assert f"-- len<={cutoff} --" in evalb.main([*arguments, gold, system])


@pytest.mark.parametrize("name", ["conll18", "corefud", "evalb", "conll_coref"])
def test_as_modules(tmp_path, name):
    """A file that cannot be read is exit code 2 with a message, and nothing on stdout."""
    first = ["muc"] if name == "conll_coref" else []
    missing = [str(tmp_path / "no"), str(tmp_path / "no")]
    done = subprocess.run(
        [sys.executable, "-m", f"nerkit.compat.{name}", *first, *missing], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_bad_input_points_at_the_line(tmp_path):
    """With its place, instead of a traceback."""
    paths = written(tmp_path, gold=SENTENCE, system=SENTENCE.replace("2\tdet", "7\tdet"))
    with pytest.raises(InputError, match="system:1"):
        conll18.main(paths)


def test_warnings_go_to_stderr(tmp_path, capsys):
    """What nerkit warns of is not lost."""
    paths = written(tmp_path, key=KEY, response=KEY.replace("Ann\t(1)", "Ann\t(1)|(5)"))
    conll_coref.main(["muc", *paths, "none"])
    assert "warning: system: 1 mention with the words" in capsys.readouterr().err
