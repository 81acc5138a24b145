"""`make spelling`: which words of a page the list of words does not know."""

import pytest

from scripts.spelling import LIST, places, slips, stem, unknown


@pytest.mark.parametrize(
    ("one", "other"),
    [("plan", "planned"), ("align", "aligning"), ("match", "matches"), ("use", "used"), ("note", "renotes")],
)
def test_inflections_have_one_stem(one, other):
    assert stem(one) == stem(other)


def test_a_misspelt_word_is_unknown():
    """Code, links and other cases than lower are not looked at."""
    text = "The scroe of a [systme](wrod.md) `mentoin`, Holm.\n```text\nalingment\n```\n"
    assert unknown(text, {"the", "score", "system"}) == {"scroe", "systme"}


@pytest.mark.parametrize("slip", ["recieve", "misspeled", "documment", "docoment", "interwal"])
def test_a_slip_is_one_letter_from_a_known_word(slip):
    known = {"receive", "misspelled", "document", "interval"}
    assert slips({slip, "ontology"}, known) == {slip}


def test_the_manual_has_no_slip():
    """A word that is none: mend it, or `python -m scripts.spelling --add`."""
    found = places()
    assert {word: found[word] for word in slips(set(found), set(LIST.read_text("utf-8").split()))} == {}


def test_the_list_is_sorted_and_has_each_word_once():
    words = LIST.read_text(encoding="utf-8").split()
    assert words == sorted(set(words))
