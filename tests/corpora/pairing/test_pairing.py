"""Pairing of documents: by id, by order, and the policies."""

import pytest

from nerkit.corpora.pairing import Policy, pair, pair_by_order
from nerkit.exceptions import PairingError


def test_by_id_in_gold_order_then_system_only():
    """Gold order decides; missing ones are named in a warning."""
    pairing = pair(["b", "a"], ["c", "a"], Policy(extra="spurious"), system_name="s.tsv")
    assert pairing.documents == ["b", "a", "c"]
    assert (pairing.gold.tolist(), pairing.system.tolist()) == ([0, 1], [2, 1])
    assert pairing.warnings == (
        "1 gold document has no partner in s.tsv: b; counted as empty",
        "1 document in s.tsv has no partner in gold: c; their items are spurious",
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
    with pytest.raises(PairingError, match=r"no gold document has such an id \(a\)") as error:
        pair(["a"], ["x"], Policy())
    assert "extra=" not in str(error.value)


@pytest.mark.parametrize(("duplicates", "gold"), [("first", [0, -1, 1]), ("all", [0, 0, 1])])
def test_repeated_ids(duplicates, gold):
    """An error by default; the first, or all of them together."""
    with pytest.raises(PairingError, match="more than once: a"):
        pair(["a", "a", "b"], ["a", "b"], Policy())
    pairing = pair(["a", "a", "b"], ["a", "b"], Policy(duplicates=duplicates))
    assert (pairing.gold.tolist(), pairing.documents) == (gold, ["a", "b"])


@pytest.mark.parametrize("gold", [0, 3])
@pytest.mark.parametrize("policy", [Policy(), Policy(missing="ignore"), Policy(extra="spurious")])
def test_by_order(gold, policy):
    """Positions are the names; a side without any document is a blank one."""
    for system in {gold, 0}:
        pairing = pair_by_order(gold, system, policy)
        documents = 0 if system < gold and policy.missing == "ignore" else gold
        assert pairing.documents == [str(i + 1) for i in range(documents)]
        assert pairing.gold.tolist() == [i if i < documents else -1 for i in range(gold)]
        assert pairing.system.tolist() == list(range(system))


@pytest.mark.parametrize("counts", [(2, 3), (3, 2)])
@pytest.mark.parametrize("policy", ["error", "empty", "ignore"])
def test_other_numbers_of_documents_pair_by_no_order(counts, policy):
    """Nobody knows which are lost, whatever the policies are; the message says both numbers."""
    extra = {"empty": "spurious"}.get(policy, policy)
    with pytest.raises(
        PairingError, match=f"gold has {counts[0]} documents, the system {counts[1]}"
    ) as error:
        pair_by_order(*counts, Policy(missing=policy, extra=extra))
    assert "missing=" not in str(error.value)
    assert "ids" in str(error.value)
