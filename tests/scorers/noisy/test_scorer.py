"""Entities in texts that differ: matching, projection, rows, and Nerval's conventions."""

import io
import json
import random

import numpy as np
import pytest
from growth import counting, exponent
from hypothesis import given
from hypothesis import strategies as st
from oracles.noisy import recognised

import nerkit
from nerkit.algorithms import edits
from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import UsageError
from nerkit.io import Source
from nerkit.readers.texts import noisy_bio
from nerkit.scorers.noisy import matching
from nerkit.scorers.noisy.alignment import AlignedTexts, Ranges
from nerkit.scorers.noisy.scorer import TASK

WORDS = "abcdef ghijkl mno pqrstu vwxyz"


def side(text):
    """A file given as `word/TAG word/TAG`."""
    lines = "\n".join(token.replace("/", " ") for token in text.split())
    return io.StringIO(lines + "\n")


def score(gold, system, **options):
    """label -> (matched, predicted, support)."""
    result = nerkit.evaluate(side(gold), side(system), task="noisy", **options)
    return {row.label: (row.p_num, row.p_den, row.r_den) for row in result.rows if row.measure == "noisy"}


@pytest.mark.parametrize(
    ("gold", "system", "compared"),
    [
        ("O B-P I-P I-P O", "B-P I-P I-P O O", "abcdef ghijkl mno"),  # begins before and ends inside
        ("O B-P I-P I-P O", "O O B-P I-P I-P", "mno pqrstu vwxyz"),  # begins inside and ends after
        ("O B-P I-P I-P O", "O B-P O B-P O", "ghijkl"),  # a second fragment is ignored
        ("B-P I-P O O O", "O O O B-P O", None),  # no overlap
        ("O B-P I-P I-P O", "O B-P B-L I-P O", "ghijkl "),  # a nested one stops a flat one
        ("O B-P B-L I-P O", "O B-P B-L I-P O", "ghijkl mno pqrstu"),
    ],
)
def test_delimitation(gold, system, compared):
    """What is compared with the first gold entity, in the situations that Nerval's README draws."""
    texts = []
    for tags in (gold, system):
        lines = "".join(f"{word} {tag}\n" for word, tag in zip(WORDS.split(), tags.split(), strict=True))
        texts.append(noisy_bio.read([Source(io.BytesIO(lines.encode()), "f")]))
    seen = []

    def accept(left, right):
        seen.append((left, right))
        return False

    batch = Batch(["f"], *texts)
    aligned = AlignedTexts(batch, gap_first=False, exact=False)
    matching.match(aligned, texts[0].spans, texts[1].spans, accept)
    assert [right for left, right in seen][:1] == ([compared] if compared else [])


@pytest.mark.parametrize(
    ("gold", "system", "rate"),
    [("abcdefghij", "abcdefgxyz", 3 / 10), ("Tolkien", "Tolkieene", 2 / 7), ("abc", "abc", 0)],
)
def test_threshold(gold, system, rate):
    """Recognised up to the threshold, or with `below` only under it."""
    pair = f"{gold}/B-P", f"{system}/B-P"
    assert score(*pair, threshold=rate)["*"][0] == 1
    assert score(*pair, threshold=rate, below=True)["*"][0] == 0
    assert score(*pair, threshold=rate + 1e-9, below=True)["*"][0] == 1
    with pytest.raises(UsageError):
        score(*pair, threshold=1.5)


def test_orphans_begin_an_entity_on_both_sides():
    """Inside tags without a begin are entities like others; under Nerval they match without being counted."""
    tags = "Paris/B-L was/O Tolkien/I-P was/O"
    assert score(tags, tags) == {"L": (1, 1, 1), "P": (1, 1, 1), "*": (2, 2, 2)}
    assert score(tags, tags, nerval=True) == {"L": (1, 1, 1), "P": (0, 0, 0), "*": (2, 1, 1)}


def test_no_leak_from_a_nested_entity():
    """Identical sides score 1; Nerval finds 4 of 3, as it goes on labelling spaces after the outer entity."""
    tags = "Louis/B-PER France/B-LOC roi/I-PER a/O vu/O Paris/B-LOC ./O"
    assert score(tags, tags)["*"] == (3, 3, 3)
    assert score(tags, tags, nerval=True)["*"] == (4, 3, 3)


def test_a_system_entity_matches_once():
    """One that covers two gold entities is compared with the first only."""
    gold = "Jeannette/B-P x/O Jo/B-P"
    assert score(gold, "Jeannette/B-P x/I-P Jo/I-P", threshold=1.0)["*"] == (1, 1, 2)


def test_deleted_text_after_an_entity_counts_as_its_own():
    """A gap has the tag of the character before it, so that a repeated name meets the one that is left."""
    gold = "Anna/O Anna/B-P"
    for nerval in (False, True):
        assert score(gold, "Anna/B-P", nerval=nerval)["*"] == score(gold, "Anna/B-P")["*"]


def test_ordinary_characters():
    """Hyphens, section signs and more than 256 different characters are text."""
    many = "".join(chr(0x4E00 + i) for i in range(300))
    tags = f"a-b§/B-P {many}/B-L O/B-O ALL/B-ALL"
    assert score(tags, tags)["*"] == (4, 4, 4)


def test_empty_sides_are_scored():
    """Without a prediction, a gold annotation, or any text there is a score."""
    assert score("a/B-P", "a/O")["*"] == (0, 0, 1)
    assert score("a/O", "a/B-P")["*"] == (0, 1, 0)
    assert nerkit.evaluate(side("a/B-P"), io.StringIO(""), task="noisy")["noisy"].recall == 0
    both = nerkit.evaluate(io.StringIO(""), io.StringIO(""), task="noisy", nerval=True)
    assert both["noisy"].value == 0


def test_documents_are_paired_by_name_and_averaged(write, tmp_path):
    """Micro over the files of a directory, and the mean over them."""
    write("g/a.bio", "ab B-P\n")
    write("g/b.bio", "cd B-P\nef B-P\nO O\n")
    write("s/b.bio", "cd B-P\nef O\nO O\n")
    write("s/a.bio", "ab O\n")
    result = nerkit.evaluate(tmp_path / "g", tmp_path / "s", task="noisy", by=["document"], macro=True)
    found = {(row.document, row.label): row.recall for row in result.rows}
    assert (found["a", "*"], found["b", "*"]) == (0, 0.5)
    assert found["*", "*"] == pytest.approx(1 / 3)
    assert found["macro", "*"] == 0.25


def test_labels_and_renaming(write):
    """`labels` and `label_map` act on both sides, on the words under Nerval's conventions too."""
    gold, system = "ab/B-P cd/B-L", "ab/B-PER cd/B-L"
    for nerval in (False, True):
        options = {"nerval": nerval, "label_map": {"PER": "P"}, "labels": ["P"]}
        assert score(gold, system, **options) == {"P": (1, 1, 1), "*": (1, 1, 1)}


def test_error_rates_beside_the_score():
    """CER and WER are quotients of numbers in the row; rows of labels have those of gold entities' text."""
    result = nerkit.evaluate(
        side("Tolkien/B-PER was/O a/O writer/B-OCC ./O"),
        side("Tolkieene/B-PER xas/O writear/B-OCC ,./O"),
        task="noisy",
    )
    assert result["noisy"].extra == {"character_errors": 7, "characters": 22, "word_errors": 5, "words": 5}
    assert result["noisy", "OCC"].extra["character_errors"] == 1


def test_noise_bins_split_both_sides():
    """Every gold and every system entity stands in one bin, recognised pairs in the same."""
    gold = "abcdefghij/B-P klmnopqrst/B-P uvwxyz/B-P"
    system = "abcdefghij/B-P klmnopqrXX/B-P WWWWWW/B-P"
    rows = score(gold, system, by=["noise"], noise_bins="0.1,0.3")
    assert {name: rows[name] for name in rows if name.startswith("noise")} == {
        "noise=0-0.1": (1, 1, 1),
        "noise=0.1-0.3": (1, 1, 1),
        "noise=0.3-": (0, 1, 1),
    }
    for wrong in ("x", "0.3,0.1", "0", "-1"):
        with pytest.raises(UsageError):
            score(gold, system, noise_bins=wrong)
    with pytest.raises(UsageError, match="label and document only"):
        score(gold, system, by=["noise"], nerval=True)


def project(gold, system):
    """The gold texts under the projected system entities, None for one that meets none."""
    texts = [noisy_bio.read([Source(io.BytesIO(side(text).read().encode()), "f")]) for text in (gold, system)]
    aligned = AlignedTexts(Batch(["f"], *texts), gap_first=False, exact=False)
    spans = matching.project(aligned, texts[1].spans)
    found = zip(spans.start.tolist(), spans.end.tolist(), strict=True)
    return [texts[0].texts[0][a:b] if b <= len(texts[0].texts[0]) else None for a, b in found]


@pytest.mark.parametrize(
    ("gold", "system", "expected"),
    [
        ("Tolkien/O was/O", "Tolkie/B-P was/O", ["Tolkien"]),  # to the edge of the word
        ("Tolkien/O was/O", "Tolkieene/B-P xas/O", ["Tolkien"]),
        ("New/O York/O City/O", "New/B-L Yrk/I-L", ["New York"]),
        ("Tolkienson/O", "Tolk/B-P ienson/O", ["Tolk"]),  # less than half of a word: as far as it goes
        ("a/O b/O", "a/O qqqqqq/B-P b/O", [None]),  # nothing opposite
    ],
)
def test_projection(gold, system, expected):
    """System spans go where their characters stand, to the edges of words."""
    assert project(gold, system) == expected


def test_span_measures_after_projection():
    """A `spans` measure and a group of them score the projected spans; nothing is lost."""
    gold = "Tolkien/B-PER was/O a/O writer/B-OCC ./O"
    system = "Tolkieene/B-PER xas/O writear/B-OCC ,./O zz/B-PER"
    result = nerkit.evaluate(
        side(gold), side(system), task="noisy", measures=["sets::span+type", "noisy", "strong_mention_match"]
    )
    for measure in result.measures:
        row = result[measure]
        assert (row.p_num, row.p_den, row.r_den) == (2, 3, 2)
    with pytest.raises(UsageError, match="unknown measure"):
        nerkit.evaluate(side(gold), side(system), task="noisy", measures=["nois"])


def test_measures_of_tagged_text_after_projection():
    """All entities count as written in their scheme; tokens are gold's words, tagged by what covers them."""
    gold = "Tolkien/B-PER was/O a/O writer/B-OCC ./O"
    system = "Tolkieene/B-PER xas/O writear/B-PER ,./O"
    names = ["chunk", "strict", "exact", "partial", "type", "token"]
    result = nerkit.evaluate(side(gold), side(system), task="noisy", measures=[*names, "noisy"])
    found = [(row.p_num, row.p_den, row.r_den) for row in result.rows if row.label == "*"]
    assert found == [(1, 2, 2), (1, 2, 2), (2, 2, 2), (2, 2, 2), (1, 2, 2), (4, 5, 5), (1, 2, 2)]


def test_texts_in_memory():
    """(text, spans) pairs, spans as everywhere; without words Nerval's labels come from the spans."""
    gold = [("Tolkien was a writer", [(0, 7, "PER"), (14, 20, "OCC")])]
    system = [("Tolkieene xas writear", [(0, 9, "PER"), (14, 21, "OCC")])]
    for nerval in (False, True):
        assert nerkit.evaluate(gold, system, task="noisy", nerval=nerval).f1 == 1
    texts = TASK.read_objects(gold)
    assert nerkit.evaluate(texts, texts, task="noisy").f1 == 1
    with pytest.raises(UsageError, match="pairs"):
        nerkit.evaluate([[(0, 1)]], [[(0, 1)]], task="noisy")


def test_json_names_the_threshold():
    """The signature says how far an entity may differ, and whether up to there or below."""
    for options, text in (({}, "threshold:<=0.3"), ({"below": True, "threshold": 0.25}, "threshold:<0.25")):
        result = nerkit.evaluate(side("a/O"), side("a/O"), task="noisy", **options)
        assert text in result.signature.split("|")
        json.dumps(result.to_dict())


TAGS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "ab", "ba", "Jean"]), st.sampled_from(["O", "B-P", "I-P", "B-L", "I-L"])
    ),
    max_size=8,
)


def entities(side_):
    """The text of a document, and its entities in order, as the oracle has them."""
    spans = side_.spans
    columns = zip(spans.start.tolist(), (-spans.end).tolist(), strict=True)
    listed = sorted((*place, spans.fields["type"].value(at)) for at, place in enumerate(columns))
    return side_.texts[0], [(start, -end, kind) for start, end, kind in listed]


def flat(tags):
    """The same words with each inside tag after another type made a begin, so that nothing is nested."""
    before, out = "O", []
    for word, tag in tags:
        out.append((word, "B" + tag[1:] if tag[0] == "I" and tag[1:] != before[1:] else tag))
        before = tag
    return "".join(f"{word} {tag}\n" for word, tag in out)


@given(TAGS, TAGS)
def test_matching_is_the_definition(gold, system):
    """Two pointers over sorted ranges find what the definition says, and nothing matches twice."""
    texts = [noisy_bio.read([Source(io.BytesIO(flat(tags).encode()), "f")]) for tags in (gold, system)]
    aligned = AlignedTexts(Batch(["f"], *texts), gap_first=False, exact=False)
    found = matching.match(
        aligned, texts[0].spans, texts[1].spans, matching.Acceptance(0.3, below=False, exact=False)
    )
    partners = found.partner[found.partner >= 0]
    assert len(set(partners.tolist())) == len(partners)
    assert found.recognised.sum() == recognised(*map(entities, texts))


def test_a_byte_order_mark_is_a_character_for_nerval_only(write):
    """Nerval counts it as an error of the first entity; by default it is skipped."""
    gold, system = write("g", b"\xef\xbb\xbfTom B-PER\nmet O\n"), write("s", "Tom B-PER\nmet O\n")
    scores = [
        nerkit.evaluate(str(gold), str(system), task="noisy", threshold=0.0, nerval=nerval).f1
        for nerval in (None, True)
    ]
    assert scores == [1.0, 0.0]


def test_errors_show_the_text_around():
    """Gold's, onto which system entities are carried, or the system's for one that stands nowhere in it."""
    gold = {"a": ("Anna met Bob", [(9, 12, "PER")]), "b": ("x", [])}
    system = {"a": ("Anna met Bob", [(0, 4, "PER")]), "b": ("x and Carl", [(6, 10, "PER")])}
    rows = nerkit.evaluate(gold, system, task="noisy").errors().rows
    assert [(row.kind, row.context) for row in rows] == [
        ("spurious", "[Anna] met Bob"),
        ("missed", "Anna met [Bob]"),
        ("spurious", "x and [Carl]"),
    ]


def test_one_long_entity_is_compared_by_pieces(monkeypatch):
    """An entity that is the whole text: what is compared at once does not grow with it."""
    pairs = counting(monkeypatch, edits, "distance", lambda a, b, **_: len(a) * len(b))
    chance, sizes, work = random.Random(1), (4_000, 8_000, 16_000, 32_000), []
    for size in sizes:
        words = ["".join(chance.choices("abcdefghij", k=5)) for _ in range(size)]
        noisy = [word[: 5 - (chance.random() < 0.3)] for word in words]
        texts = " ".join(words), " ".join(noisy)
        sides = [[(text, [(0, len(text), "X")])] for text in texts]
        row = nerkit.evaluate(*sides, task="noisy")["noisy"]
        assert row.f1 == 1
        work.append(sum(pairs))
        pairs.clear()
    assert exponent(sizes, work) < 1.2


@given(st.text("ab ", max_size=30), st.text("ab ", max_size=30), st.floats(0, 1), st.booleans())
def test_near_enough_is_what_the_rate_says(gold, system, threshold, below):
    """Distances are computed only as far as they matter."""
    if gold:
        rate = edits.distance(gold, system) / len(gold)
        expected = rate < threshold if below else rate <= threshold
        assert matching.Acceptance(threshold, below, exact=False)(gold, system) == expected


def test_a_gold_text_without_a_word():
    """All that the system marks lies behind it, and nothing of it matches."""
    gold, system = side(""), side("a/B-PER b/O c/B-LOC")
    result = nerkit.evaluate(gold, system, task="noisy", form="noisy-bio", measures=["sets::span+type"])
    row = result["sets::span+type"]
    assert (row.p_num, row.p_den, row.r_den) == (0, 2, 0)


entity_lists = st.lists(
    st.tuples(st.integers(0, 1), st.integers(0, 12), st.integers(0, 5), st.sampled_from("XY")), max_size=8
)


def first_free(gold, system):
    """The partner of each gold entity, looked for one by one: in order of columns, wider ones first."""
    free = [row for row, (_, _, length, _) in enumerate(system) if length]
    partners = [-1] * len(gold)

    def place(entities):
        return lambda row: (entities[row][0], entities[row][3], entities[row][1], -entities[row][2], row)

    for row in sorted((row for row, one in enumerate(gold) if one[2]), key=place(gold)):
        document, start, length, kind = gold[row]
        for other in sorted(free, key=place(system)):
            there, begin, size, same = system[other]
            if (there, same) == (document, kind) and begin < start + length and start < begin + size:
                partners[row] = other
                free.remove(other)
                break
    return partners


@given(entity_lists, entity_lists)
def test_partners_are_the_first_that_are_free(gold, system):
    """However entities nest and cross; those over no column have none. A slow twin looks for each."""

    def columns(entities):
        document, start, length = (np.array([one[k] for one in entities], np.int64) for k in range(3))
        types = Column(["X", "Y"], np.array(["XY".index(one[3]) for one in entities], np.int64))
        spans = Spans(["a", "b"], document, start, start + length, 0 * start, {"type": types})
        return Ranges(document, start, start + length), spans

    (gold_at, gold_spans), (system_at, system_spans) = columns(gold), columns(system)
    found = matching._partners((gold_at, system_at), gold_spans, system_spans)
    assert found.tolist() == first_free(gold, system)
