"""Pairing of documents: by id, by order, and the policies."""

import pytest

from nerkit.corpora.pairing import Policy, pair, pair_by_order
from nerkit.errors import PairingError


def test_by_id_in_gold_order_then_system_only():
    """Gold order decides; missing ones are named in a warning."""
    pairing = pair(["b", "a"], ["c", "a"], Policy(extra="spurious"), system_name="s.tsv")
    assert pairing.documents == ["b", "a", "c"]
    assert (pairing.gold.tolist(), pairing.system.tolist()) == ([0, 1], [2, 1])
    assert pairing.warnings == (
        "1 gold document without a partner in s.tsv: b; counted as empty",
        "1 document in s.tsv without a partner in gold: c; their items are spurious",
    )


def test_ignoring_leaves_documents_out():
    """-1 means that a document's items are dropped."""
    pairing = pair(["b", "a"], ["c", "a"], Policy(missing="ignore", extra="ignore"))
    assert (pairing.documents, pairing.gold.tolist(), pairing.system.tolist()) == (["a"], [-1, 0], [-1, 0])


@pytest.mark.parametrize(
    ("policy", "remedy"),
    [(Policy(), 'extra="spurious"'), (Policy(missing="error", extra="ignore"), 'missing="empty"')],
)
def test_errors_name_the_remedy(policy, remedy):
    """What is wrong, which documents, and the option that allows it."""
    with pytest.raises(PairingError, match=remedy):
        pair(["b", "a"], ["c", "a"], policy)


def test_no_policy_is_recommended_where_no_document_has_a_partner():
    """Counted as spurious beside empty documents, the items would score 0 for a matter of ids."""
    with pytest.raises(PairingError, match=r"no id is that of a gold document \(a\)") as error:
        pair(["a"], ["x"], Policy())
    assert "extra=" not in str(error.value)


@pytest.mark.parametrize(("duplicates", "gold"), [("first", [0, -1, 1]), ("all", [0, 0, 1])])
def test_repeated_ids(duplicates, gold):
    """An error by default; the first, or all of them together."""
    with pytest.raises(PairingError, match="more than once: a"):
        pair(["a", "a", "b"], ["a", "b"], Policy())
    pairing = pair(["a", "a", "b"], ["a", "b"], Policy(duplicates=duplicates))
    assert (pairing.gold.tolist(), pairing.documents) == (gold, ["a", "b"])


@pytest.mark.parametrize(
    ("gold", "system", "policy", "documents"),
    [
        (2, 2, Policy(), 2),
        (3, 2, Policy(), 3),
        (3, 2, Policy(missing="ignore"), 2),
        (2, 3, Policy(extra="spurious"), 3),
        (2, 3, Policy(extra="ignore"), 2),
    ],
)
def test_by_order(gold, system, policy, documents):
    """Positions are the names; the policies say what a difference in number means."""
    pairing = pair_by_order(gold, system, policy)
    assert pairing.documents == [str(i + 1) for i in range(documents)]
    assert pairing.gold.tolist() == [i if i < documents else -1 for i in range(gold)]
    assert pairing.system.tolist() == [i if i < documents else -1 for i in range(system)]


def test_more_system_documents_by_order_are_an_error():
    """Nothing is cut to the shorter side."""
    with pytest.raises(PairingError, match="1 document in the system without a partner"):
        pair_by_order(2, 3, Policy())
