"""The task bio: measures, schemes, selection, and the differences from the scorers it follows."""

import pytest

import nerkit
from nerkit.exceptions import InputError, UsageError

GOLD = [["B-PER", "I-PER", "O", "B-LOC"], ["B-LOC", "O"]]
SYSTEM = [["B-PER", "I-ORG", "O", "B-LOC"], ["B-LOC", "I-LOC"]]


def score(gold, system, *measures, **options):
    return nerkit.evaluate(gold, system, task="bio", measures=measures, **options)


def numbers(row):
    return row.p_num, row.p_den, row.r_num, row.r_den


def test_conlleval_merges_what_schemes_separate():
    """E before B of the same type, and adjacent S, are two chunks (in conlleval one)."""
    result = score([["B-X", "E-X", "B-X", "E-X", "S-X", "S-X"]], [["B-X", "I-X", "I-X", "E-X", "S-X", "S-X"]])
    assert numbers(result["chunk"]) == (2, 3, 2, 4)


@pytest.mark.parametrize("letters", ["BIES", "BILU", "BMEW"])
def test_five_letters_read_alike(letters):
    """BIOES, BILOU and BMEWO are one scheme in three alphabets (seqeval reads L and U in strict mode)."""
    begin, inside, end, single = letters
    tags = [f"{begin}-X", f"{inside}-X", f"{end}-X", f"{single}-X", "O", f"{single}-X"]
    result = score([tags], [tags], "chunk", "strict")
    assert numbers(result["chunk"]) == numbers(result["strict"]) == (3, 3, 3, 3)


def test_strict_reads_ioe1():
    """E-X I-Y and the like are valid in IOE1 where chunks of one type touch (seqeval loses them)."""
    tags = ["I-X", "E-X", "I-X", "I-Y", "E-Y", "E-Y", "I-Y"]
    result = score([tags], [tags], "strict", scheme="IOE1")
    assert result["strict"].p_den == 5


def test_the_scheme_is_found_on_both_sides():
    """Gold without I or B leaves the scheme open; the system's tags decide, and the notice says so."""
    result = score([["O", "O"]], [["B-X", "E-X"]])
    assert result.notes[0].startswith("nerkit reads the tags as BIOES")
    assert "|scheme:BIOES|" in result.signature


def test_one_side_in_several_schemes():
    """Letters of no single scheme are read for what they are, with a warning."""
    result = score([["B-X", "L-X", "S-X"]], [["B-X", "E-X", "S-X"]])
    assert result.f1 == 1
    assert "gold: the tags mix schemes (B L S)" in result.warnings[0]


def test_invalid_sequences_are_counted():
    """Places where the scheme does not allow a tag are counted, with the first."""
    result = score([["B-X", "I-X"]], [["B-X", "I-Y"]])
    assert result.warnings[0] == (
        "system: tags do not follow IOB2 in 1 place (the first: sentence 1, token 2); "
        "chunk reads them as conlleval does"
    )


def test_a_tag_outside_the_scheme():
    """With a scheme that is asked for, other letters are errors."""
    with pytest.raises(InputError) as error:
        score([["O"]], [["O", "E-X"]], scheme="IOB2")
    assert str(error.value).startswith(
        "system: sentence 1, token 2: tag 'E-X' is not of the scheme IOB2 (B I O)"
    )


def test_underscores_and_suffixes_are_the_same_tags():
    """`B_NP`, `B-NP` and `NP-B` agree (seqeval reads the type `_NP`)."""
    result = score([["B_NP", "I_NP"]], [["NP-B", "NP-I"]], "chunk", "token")
    assert result["chunk"].f1 == result["token"].value == 1


def test_labels_are_selected_on_both_sides():
    """Chunks of other labels do not count; their tokens are O."""
    result = score(GOLD, SYSTEM, "chunk", "token", labels=["LOC"])
    assert numbers(result["chunk"]) == (1, 2, 1, 2)
    assert numbers(result["token"]) == (5, 6, 5, 6)


def test_labels_are_renamed_after_decoding():
    """B-PER I-ORG stay two chunks when both are called NAME."""
    names = {"PER": "NAME", "ORG": "NAME"}
    result = score(GOLD, SYSTEM, "chunk", "token", label_map=names, by=["label"])
    assert numbers(result["chunk", "NAME"]) == (0, 2, 0, 1)
    assert numbers(result["token", "NAME"]) == (2, 2, 2, 2)


def test_a_missing_document_has_no_correct_token():
    """It counts as a document without chunks, and its tokens as wrong."""
    result = score({"a": ["B-X"], "b": ["O", "O"]}, {"a": ["B-X"]}, "chunk", "token", by=["document"])
    assert numbers(result["chunk"]) == (1, 1, 1, 1)
    assert numbers(result["token"]) == (1, 3, 1, 3)
    assert numbers(result["token", "*", "b"]) == (0, 2, 0, 2)


def test_tokens_by_label():
    """Of a label: tokens that both sides tag alike, of those that each side tags with it."""
    result = score(GOLD, SYSTEM, "token", by=["label", "document"])
    assert numbers(result["token", "LOC"]) == (2, 3, 2, 2)
    assert numbers(result["token", "LOC", "2"]) == (1, 2, 1, 1)


def test_tokens_have_no_other_fields():
    """A cut by start makes sense for chunks only."""
    with pytest.raises(UsageError, match="token: tokens can be split only by document and label"):
        score(GOLD, SYSTEM, "token", by=["start"])


def test_nothing_at_all():
    """Sides without chunks score 0 by default, and one without tokens too."""
    assert score([["O"]], [["O"]]).f1 == 0
    assert score([["O"]], [["O"]], empty="one").f1 == 1
    assert score([["B-X"]], [[]], "chunk", "token").f1 == 0


def test_a_side_that_does_not_mark_documents_is_compared_as_one(write):
    """Predictions often come without gold's -DOCSTART- lines; other numbers of tokens are an error."""
    tokens = "Maria B-PER\n\nin O\n\nParis B-LOC\n"
    gold = write("g", "-DOCSTART- O\n\nMaria B-PER\n\n-DOCSTART- O\n\nin O\n\nParis B-LOC\n")
    result = nerkit.evaluate(str(gold), str(write("s", tokens)))
    assert (result.f1, result.head.r_den) == (1.0, 2)
    assert any("does not mark documents" in warning for warning in result.warnings)
    with pytest.raises(nerkit.exceptions.NerkitError, match=r"1 token .*: 2 sentences lost \(2 tokens\)"):
        nerkit.evaluate(str(gold), str(write("s", "Maria B-PER\n")))


def test_errors_show_the_words_around(write):
    """Those of the chunk's own side, without a document on the other, too; tags from memory borrow them."""
    document = "-DOCSTART- -X- O\n\n{} N {}\nran V O\n\n"
    anna = document.format("Anna", "B-P")
    gold = write("gold", anna)
    system = write("system", document.format("Anna", "O") + document.format("Carl", "B-P"))
    rows = nerkit.evaluate(gold, system, extra="spurious").errors().rows
    assert [(row.kind, row.context) for row in rows] == [("missed", "[Anna] ran"), ("spurious", "[Carl] ran")]
    (row,) = nerkit.evaluate(gold, [["O", "B-P"]]).errors(["spurious"]).rows
    assert (row.context, row.system_item["text"]) == ("Anna [ran]", "ran")
    (row,) = nerkit.evaluate([["O"]], [["B-P"]]).errors().rows
    assert (row.context, row.system_item["text"]) == (None, None)
