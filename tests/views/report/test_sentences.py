"""A page about one tagged document goes by sentences; lines end where sentences end."""

import random
import re

import pytest

import nerkit
from nerkit.views.report.contents import contents

WORDS = ["Anna", "in", "Köln", "𝄞", "der"]
TAGS = ["O", "O", "B-PER", "B-LOC"]


def written(seed, marks):
    """Gold and a system, by sentences of random lengths; *marks*: with documents."""
    draw = random.Random(seed)
    sentences = [[draw.choice(WORDS) for _ in range(draw.randint(1, 6))] for _ in range(30)]
    texts = []
    for _ in range(2):
        lines = [
            ("-DOCSTART- O\n\n" if marks and number % 7 == 0 else "")
            + "".join(f"{word} {draw.choice(TAGS)}\n" for word in sentence)
            for number, sentence in enumerate(sentences)
        ]
        texts.append("\n".join(lines) + "\n")
    return sentences, texts


@pytest.mark.parametrize("seed", range(3))
def test_a_document_without_marks_goes_by_sentences(tmp_path, seed):
    """Errors stand under the sentence that `nerkit errors` says, at the same offsets, on its line."""
    sentences, texts = written(seed, marks=False)
    paths = [tmp_path / name for name in ("gold.bio", "system.bio")]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    result = nerkit.evaluate(*paths, task="bio")
    page = contents(result, None)
    assert page.unit == "sentence"
    known = {error.key: (one.name, error.range) for one in page.documents for error in one.errors}
    for key, error in enumerate(nerkit.errors(*paths, task="bio"), 1):
        row = error.to_dict()
        start, end = row["gold_start"], row["gold_end"]
        if start is None:
            start, end = row["system_start"], row["system_end"]
        assert known[key] == (str(row["sentence"]), f"{start}–{end}")
    for one in page.documents:
        (part,) = one.parts
        drawn = "".join(segment.text for sentence in part.sentences for segment in sentence.segments)
        assert drawn.split() == sentences[int(one.name) - 1]


def test_lines_of_a_document_end_with_its_sentences(tmp_path):
    """Also if documents are marked, which then stay the units."""
    sentences, texts = written(7, marks=True)
    paths = [tmp_path / name for name in ("gold.bio", "system.bio")]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    page = contents(nerkit.evaluate(*paths, task="bio"), None)
    assert page.unit == "document"
    lines = [
        "".join(segment.text for segment in sentence.segments).split()
        for one in sorted(page.documents, key=lambda one: int(re.sub(r"\D", "", one.name)))
        for part in one.parts
        for sentence in part.sentences
    ]
    assert lines == sentences
