"""The reports of conlleval and seqeval, as those programs print them."""

import pytest

import nerkit
from nerkit.exceptions import UsageError

GOLD = [["B-PER", "I-PER", "O", "B-LOC", "O"], ["B-MISCELLANEOUS", "O"]]
SYSTEM = [["B-PER", "I-PER", "O", "O", "O"], ["O", "B-MISCELLANEOUS"]]


def result(**options):
    return nerkit.evaluate(GOLD, SYSTEM, measures=["chunk", "token"], by=["label"], **options)


def test_conlleval():
    """Labels right-aligned in 17 bytes, percentages with two decimals, last in a line the system's chunks."""
    assert result().render("conlleval") == (
        "processed 7 tokens with 3 phrases; found: 2 phrases; correct: 1.\n"
        "accuracy:  57.14%; precision:  50.00%; recall:  33.33%; FB1:  40.00\n"
        "              LOC: precision:   0.00%; recall:   0.00%; FB1:   0.00  0\n"
        "    MISCELLANEOUS: precision:   0.00%; recall:   0.00%; FB1:   0.00  1\n"
        "              PER: precision: 100.00%; recall: 100.00%; FB1: 100.00  1\n"
    )


def test_conlleval_counts_bytes():
    """A letter of two bytes takes two places, as in perl."""
    text = nerkit.evaluate([["B-é"]], [["B-é"]], measures=["chunk", "token"], by=["label"]).render(
        "conlleval"
    )
    assert text.split("\n")[2].startswith(" " * 15 + "é: ")


def test_conlleval_of_nothing():
    """Without tokens there is one line."""
    text = nerkit.evaluate([[]], [[]], task="bio", measures=["chunk", "token"], by=["label"]).render(
        "conlleval"
    )
    assert text == "processed 0 tokens with 0 phrases; found: 0 phrases; correct: 0.\n"


def test_seqeval():
    """The width is that of the longest label or `weighted avg`; two decimals unless asked otherwise."""
    assert result().render("seqeval") == (
        "               precision    recall  f1-score   support\n"
        "\n"
        "          LOC       0.00      0.00      0.00         1\n"
        "MISCELLANEOUS       0.00      0.00      0.00         1\n"
        "          PER       1.00      1.00      1.00         1\n"
        "\n"
        "    micro avg       0.50      0.33      0.40         3\n"
        "    macro avg       0.33      0.33      0.33         3\n"
        " weighted avg       0.33      0.33      0.33         3\n"
    )
    assert "0.4000" in result().render("seqeval", digits=4)


def test_seqeval_dictionary():
    """Labels and averages with seqeval's keys."""
    found = result().to_dict(style="seqeval")
    assert list(found) == ["LOC", "MISCELLANEOUS", "PER", "micro avg", "macro avg", "weighted avg"]
    assert found["micro avg"] == {
        "precision": 0.5,
        "recall": pytest.approx(1 / 3),
        "f1-score": pytest.approx(0.4),
        "support": 3,
    }


def test_a_label_called_macro_is_a_label():
    """Averages are told from labels of the same name."""
    found = nerkit.evaluate([["B-macro", "B-X"]], [["B-macro", "O"]], by=["label"]).to_dict(style="seqeval")
    assert found["macro"]["recall"] == 1
    assert found["macro avg"]["recall"] == 0.5


def test_what_is_missing_is_said():
    """A result without the rows of a report names them."""
    with pytest.raises(UsageError, match="-m token"):
        nerkit.evaluate(GOLD, SYSTEM).render("conlleval")
    with pytest.raises(UsageError, match="by label"):
        nerkit.evaluate([[(0, 1, "PER")]], [[(0, 1, "PER")]]).render("seqeval")
    with pytest.raises(UsageError, match="style"):
        result().to_dict(style="sequeval")


def test_conlleval_of_what_conlleval_misprints(write):
    """A `-DOCSTART-` line is no token, and the type `0` has its name (perl prints nothing, and twice)."""
    path = str(write("x.bio", "-DOCSTART- O\n\na B-0\nb O\n"))
    text = nerkit.evaluate(path, path, measures=["chunk", "token"], by=["label"]).render("conlleval")
    assert text.startswith("processed 2 tokens with 1 phrases;")
    assert text.split("\n")[2:] == [
        "                0: precision: 100.00%; recall: 100.00%; FB1: 100.00  1",
        "",
    ]


def test_seqeval_of_nothing():
    """Without any chunk there are the averages, all zero (seqeval raises an error)."""
    text = nerkit.evaluate([["O"]], [["O"]], by=["label"]).render("seqeval")
    assert text.count("0.00      0.00      0.00         0") == 3


def test_muc4(tmp_path):
    """The report of MUC-4: tallies by slot, subtotals, totals, whole percentages, F of these."""
    body = "0. MESSAGE: ID  A\n1. MESSAGE: TEMPLATE  1\n4. INCIDENT: TYPE  {}\n9. PERP: INDIVIDUAL ID  {}\n"
    for name, fills in (
        ("gold", ("BOMBING", '"REBELS"\n      "TWO MEN"')),
        ("system", ("ATTACK", '"THE MEN"')),
    ):
        (tmp_path / name).write_text(body.format(*fills))
    scored = nerkit.evaluate(
        tmp_path / "gold", tmp_path / "system", task="ie", measures=["template-muc4"], by=["slot"]
    )
    lines = scored.render("muc4").split("\n")
    assert lines[:3] == [
        "SLOT                  POS ACT|COR PAR INC|ICR IPA|SPU MIS NON|REC PRE OVG FAL",
        "-----------------------------+-----------+-------+-----------+---------------",
        "template-id             1   1|  1   0   0|  0   0|  0   0   0|100 100   0",
    ]
    assert "inc-type                1   1|  0   1   0|  0   0|  0   0   0| 50  50   0   0" in lines
    assert "perp-ind-id             2   1|  1   0   0|  0   0|  0   1   0| 50 100   0" in lines
    assert "hum-tgt-name            0   0|  0   0   0|  0   0|  0   0   1|  *   *   *" in lines
    assert "ALL TEMPLATES           3   2|  1   1   0|  0   0|  0   1  21| 50  75   0" in lines
    assert lines[-2].split() == ["F-MEASURES", "60", "68.18", "53.57"]
    with pytest.raises(UsageError, match="-f muc4 shows template-muc4 and its parts"):
        nerkit.evaluate(tmp_path / "gold", tmp_path / "system", task="ie", measures=["ree"]).render("muc4")
