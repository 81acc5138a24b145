"""Sentences of a system that are cut or lost: where they belong, and what becomes of the rest."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.algorithms.columns import Column
from nerkit.corpora.pairing import truncated_output
from nerkit.corpora.tags import OUTSIDE, Tagged
from nerkit.exceptions import InputError

WORDS = st.lists(st.lists(st.sampled_from("ab"), min_size=1, max_size=3), min_size=1, max_size=6)
CUTS = st.lists(st.integers(0, 3), min_size=6, max_size=6)
TAGS = ("O", "B-X", "I-X", "B-Y")


def lines(sentences, tags):
    """A file of columns."""
    rows = iter(tags)
    return "\n".join("".join(f"{word} {next(rows)}\n" for word in words) for words in sentences if words)


def ways(gold, system):
    """All ways to file the sentences of the system under those of gold that begin with them, in order."""
    return [
        places
        for places in combinations(range(len(gold)), len(system))
        if all(gold[i][: len(own)] == own for i, own in zip(places, system, strict=True))
    ]


def slow_places(gold, system, tags):
    """The only way to file the sentences, whole ones if that is possible; None for several that differ.

    *tags* are those of gold's sentences: whole sentences with the same words and tags do not differ.
    """
    found = ways(gold, system)
    whole = [way for way in found if all(gold[i] == own for i, own in zip(way, system, strict=True))]
    if not whole:
        return found[0] if len(found) == 1 else None
    free = {place for one in zip(*whole, strict=True) if len(set(one)) > 1 for place in one}
    words = [gold[place] for place in free]
    alike = [{tuple(tags[i]) for i in range(len(gold)) if gold[i] == one} for one in words]
    return whole[0] if all(len(one) == 1 for one in alike) else None


def drawn_tags(data, number):
    """That many tags."""
    return data.draw(st.lists(st.sampled_from(TAGS), min_size=number, max_size=number))


@given(WORDS, CUTS, st.data())
def test_the_numbers_of_padding_by_hand(tmp_path_factory, gold, cuts, data):
    """Each sentence stands where the slow twin puts it, and what is not there is O; a choice is an error."""
    folder = tmp_path_factory.mktemp("cut")
    system = [words[:cut] for words, cut in zip(gold, cuts, strict=False)]
    kept = [words for words in system if words]
    gold_tags = drawn_tags(data, sum(map(len, gold)))
    tags = drawn_tags(data, sum(map(len, kept)))
    rows, padded = iter(tags), [["O"] * len(words) for words in gold]
    each = iter(gold_tags)
    places = slow_places(gold, kept, [[next(each) for _ in words] for words in gold])
    for place, words in zip(places or (), kept, strict=places is not None):
        padded[place][: len(words)] = [next(rows) for _ in words]
    texts = {
        "gold": lines(gold, gold_tags),
        "short": lines(kept, tags),
        "padded": lines(gold, [tag for sentence in padded for tag in sentence]),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    if places is None:
        with pytest.raises(InputError, match="where gold has"):
            nerkit.evaluate(str(folder / "gold"), str(folder / "short"), task="bio", missing="empty")
        return
    asked = {"task": "bio", "measures": ["chunk", "strict", "type", "token"], "by": ["label"]}
    short, whole = (
        nerkit.evaluate(str(folder / "gold"), str(folder / name), missing="empty", **asked)
        for name in ("short", "padded")
    )
    numbers = [[{**row.to_dict(), "system": ""} for row in result.rows] for result in (short, whole)]
    assert not kept or numbers[0] == numbers[1]
    lacking = sum(map(len, gold)) - len(tags)
    assert any("their tokens are scored as O" in text for text in short.warnings) == bool(lacking and kept)


@given(WORDS, CUTS)
def test_where_sentences_belong(gold, cuts):
    """As the slow twin files them, where there is no choice."""
    own = [words[:cut] for words, cut in zip(gold, cuts, strict=False) if cut]
    found = truncated_output.completed(_tagged(gold), _tagged(own))
    places = slow_places(gold, own, [["O"] * len(words) for words in gold])
    if found is None:
        assert not own or own == gold or places is None
    else:
        assert tuple(np.flatnonzero(found.tagged.line).tolist()) == places
        assert found.tagged.text == _tagged(gold).text


def _tagged(sentences):
    """Sentences without chunks, on lines of their numbers."""
    length = np.array([len(words) for words in sentences], np.int64)
    text = "".join(f"{word}\n" for words in sentences for word in words).encode()
    return Tagged(
        documents=["1"],
        first=np.cumsum(length) - length,
        document=np.zeros(len(length), np.int64),
        line=np.arange(len(length)) + 1,
        tags=Column([OUTSIDE], np.zeros(length.sum(), np.int64)),
        text=text,
        named=False,
    )


GOLD = [["B-PER", "I-PER", "O"], ["O", "B-LOC"], ["B-LOC"]]


def test_tags_without_tokens_are_cut_by_their_place():
    """A list that is shorter than gold's at its place is cut, an empty one lost; without `missing` the error
    says so.
    """
    short = [["B-PER"], [], ["B-LOC"]]
    result = nerkit.evaluate(GOLD, short, task="bio", missing="empty")
    padded = nerkit.evaluate(GOLD, [["B-PER", "O", "O"], ["O", "O"], ["B-LOC"]], task="bio")
    assert [row.to_dict() for row in result.rows] == [row.to_dict() for row in padded.rows]
    (warning,) = result.warnings
    assert "1 sentence cut (2 tokens), 1 sentence lost (2 tokens)" in warning
    with pytest.raises(InputError, match="1 sentence cut") as error:
        nerkit.evaluate(GOLD, short, task="bio")
    assert 'missing="empty"' in str(error.value)


def test_a_scorer_takes_lists_that_are_cut():
    """As `evaluate` does."""
    scorer = nerkit.Scorer("bio", missing="empty")
    for gold, tags in zip(GOLD, [["B-PER", "I-PER"], ["O", "B-LOC"], ["B-LOC"]], strict=True):
        scorer.add(gold, tags)
    assert scorer.result().f1 == 1.0


@pytest.mark.parametrize("missing", [None, "empty"])
def test_which_lists_are_lost_is_not_known(missing):
    """Fewer lists than gold's are an error that says so, whatever is asked for; ids tell."""
    with pytest.raises(InputError, match="and tags without tokens do not tell which sentences are lost"):
        nerkit.evaluate(GOLD, GOLD[1:], task="bio", missing=missing)
    named = dict(zip("abc", GOLD, strict=True))
    result = nerkit.evaluate(named, {"b": GOLD[1], "c": GOLD[2]}, task="bio", missing=missing)
    assert (result.head.p_num, result.head.r_den) == (2, 3)


def test_lists_that_are_longer():
    """Are not cut, and no padding makes them fit."""
    with pytest.raises(InputError, match="4 tags where gold has 3"):
        nerkit.evaluate(GOLD, [[*GOLD[0], "O"], *GOLD[1:]], task="bio", missing="empty")


def test_documents_by_their_ids(tmp_path):
    """Within documents of the same id, in any order; those that are lacking altogether are told apart."""
    gold = tmp_path / "gold"
    gold.write_text(
        "# newdoc id = a\nx B-X\ny O\n\nz O\n\n# newdoc id = b\nx B-X\n\n# newdoc id = c\nv B-X\n"
    )
    system = tmp_path / "system"
    system.write_text("# newdoc id = b\nx B-X\n\n# newdoc id = a\nx B-X\n\n")
    result = nerkit.evaluate(str(gold), str(system), missing="empty", measures=["chunk", "token"])
    assert (result.head.p_num, result.head.p_den, result.head.r_den) == (2, 2, 3)
    assert (result["token"].p_num, result["token"].p_den) == (4, 5)
    cut, lost = result.warnings
    assert "1 sentence cut (1 token), 1 sentence lost (1 token)" in cut
    assert "1 gold document has no partner" in lost


@pytest.mark.parametrize("marks", [("-DOCSTART- O\n\n", "-DOCSTART- O\n\n"), ("-DOCSTART- O\n\n", "")])
def test_documents_without_ids(tmp_path, marks):
    """Sentences are sought over all of the text where a document is lost, or a side does not mark any."""
    sentences = ["x B-X\ny O\n\n", "z B-X\n\n", "v B-X\nw O\n\n"]
    gold, system = tmp_path / "gold", tmp_path / "system"
    gold.write_text("".join(marks[0] + text for text in sentences))
    system.write_text("".join(marks[1] + text for text in (sentences[0], sentences[2][:6])))
    result = nerkit.evaluate(str(gold), str(system), task="bio", missing="empty")
    assert (result.head.p_num, result.head.p_den, result.head.r_den) == (2, 2, 3)
