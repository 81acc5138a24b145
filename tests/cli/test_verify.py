"""`nerkit verify`, and --certificate."""

import json

import pytest

GOLD = '{"doc_id": "a", "clusters": [[[0, 0], [2, 2]], [[4, 4]]]}\n'
SYSTEM = '{"doc_id": "a", "clusters": [[[0, 0]], [[2, 2], [4, 4]]]}\n'


@pytest.fixture
def made(run, write):
    """The files and the certificate of a score."""
    write("g.jsonl", GOLD)
    write("s.jsonl", SYSTEM)
    done = run("coref", "-g", "g.jsonl", "-s", "s.jsonl", "-m", "ceafe", "--certificate", "c.jsonl", "-b")
    assert (done.code, done.out) == (0, "0.6666666666666666\n")
    return ["c.jsonl", "-g", "g.jsonl", "-s", "s.jsonl"]


def test_a_certificate_holds_for_its_files(run, made):
    """And alone for what it states."""
    assert run("verify", *made) == (0, "ceaf_e 4/3 holds: proved, derived, documents: 1\n", "")
    assert run("verify", made[0]).out == "ceaf_e 4/3 holds: proved, stated, documents: 1\n"
    assert json.loads(run("verify", *made, "-f", "json").out)["rows"] == [
        {
            "measure": "ceaf_e",
            "value": 4 / 3,
            "value_exact": "4/3",
            "proved": True,
            "instance": "derived",
            "documents": 1,
        }
    ]


def test_what_is_refused_says_why(run, made, write):
    """Exit 1 for a certificate that does not hold, 2 for what cannot be read."""
    write("s.jsonl", SYSTEM + "\n")
    assert run("verify", *made) == (1, "", "refused: c.jsonl: the system file is another one\n")
    write("x.jsonl", "{")
    assert run("verify", "x.jsonl").code == 2
    assert run("verify", "nothing.jsonl").code == 2
    assert run("verify").code == 2
    assert run("verify", "c.jsonl", "-g", "g.jsonl").code == 2
    assert run("verify", "c.jsonl", "-g", "nothing", "-s", "s.jsonl").code == 2


def test_the_script_is_printed(run):
    """As it stands."""
    from nerkit.evaluation.certificates import script

    assert run("verify", "--script").out == script().read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["-m", "muc"], "nerkit coref with -m ceaf_e or ceaf_m"),
        (["-m", "ceaf_e", "--singletons", "drop"], "an option or a repeated mention changes"),
        (["-m", "ceaf_e", "b=s.jsonl"], "for one system"),
        (["-m", "ceaf_e", "--certificate", "g.jsonl"], "g.jsonl"),
    ],
)
def test_what_has_no_certificate_is_refused(run, made, words, reason):
    """Exit 2, no score, and no file is written or changed."""
    done = run("coref", "-g", "g.jsonl", "-s", "s.jsonl", "--certificate", "new.jsonl", *words)
    assert (done.code, done.out) == (2, "")
    assert reason in done.err
    assert run("verify", "new.jsonl").code == 2
    assert run("verify", *made).code == 0


def test_a_mention_in_two_clusters_has_no_certificate(run, write):
    """Files that the verifier reads itself hold what it refuses."""
    write("t.jsonl", '{"doc_id": "a", "clusters": [[[0, 0], [2, 2]], [[2, 2], [3, 3]]]}\n')
    done = run("coref", "-g", "t.jsonl", "-s", "t.jsonl", "-m", "ceaf_m", "--certificate", "c", "-q")
    assert (done.code, done.out) == (2, "")
    assert "an item in two clusters" in done.err


def test_other_formats_are_read_again(run, write):
    """The verifier does not read them: they have the right digest, and nerkit reads them as it did."""
    write("k.jsonl", '{"doc_key": "a", "clusters": [[[0, 0], [2, 2]]]}\n')
    sides = ["-g", "k.jsonl", "-s", "k.jsonl"]
    assert run("coref", *sides, "-m", "ceaf_m", "--certificate", "c", "-b").code == 0
    assert run("verify", "c", *sides).out == "ceaf_m 2 holds: proved, hashed, documents: 1\n"


def test_a_gap_is_told(run, write):
    """With its share; the certificate holds, and is refused where a proof is asked for."""
    write("g.amr", "(a / want :ARG0 (b / boy))\n")
    sides = ["-g", "g.amr", "-s", "g.amr"]
    done = run("amr", *sides, "-m", "smatch", "--certificate", "c", "--certificate-limit", "0", "-b")
    assert done.code == 0
    assert "1 of 1 documents of the certificate have a gap" in done.err
    assert run("verify", "c").out == "smatch 4 holds: not all proved, stated, documents: 1\n"
    assert run("verify", "c", "--require-proof").code == 1
    assert run("amr", *sides, "--certificate-limit", "5").code == 2
