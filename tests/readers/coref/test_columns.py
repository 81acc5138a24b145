"""Blocks of brackets read at once say what reading them line by line says."""

import io
import random
from dataclasses import replace

import numpy as np
import pytest

from nerkit import io as nio
from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.readers.coref import columns

CELLS = [
    "-",
    "-",
    "-",
    "_",
    "*",
    "(1)",
    "(1",
    "1)",
    "(2",
    "2)",
    "(a|(b",
    "b)",
    "a)|b)",
    "(1|1)",
    "2)|(2",
    "(é)",
]
LINES = [
    "",
    "",
    "# a comment",
    "#begin document (d); part 000",
    "#begin document",
    "#end document",
    "#\tx\t(7)",
]


def text(chance, separator):
    """Lines most of which fit together."""
    lines = ["#begin document (first)"]
    opened = []
    for _ in range(chance.randrange(1, 60)):
        if chance.random() < 0.2:
            line = chance.choice(LINES)
            if line.startswith(("#end", "#begin")):
                lines += [separator.join(("w", f"{name})")) for name in opened if chance.random() < 0.9]
                opened = []
                line = "#end document\n#begin document (x)" if chance.random() < 0.8 else line
            lines.append(line)
            continue
        cell = "-"
        if opened and chance.random() < 0.4:
            cell = f"{opened.pop(chance.randrange(len(opened)))})"
        elif chance.random() < 0.4:
            opened.append(chance.choice("123"))
            cell = f"({opened[-1]}"
        elif chance.random() < 0.3:
            cell = chance.choice(CELLS if chance.random() < 0.3 else ["(4)", "-"])
        cells = [
            "d",
            "0",
            "1",
            chance.choice(["Wort", "größe", "of", "x y" if separator == "\t" else "x"]),
            "NN",
            cell,
        ]
        lines.append(separator.join(cells[-chance.choice([6, 6, 6, 6, 2, 3, 5]) :]))
        if chance.random() < 0.01:
            lines[-1] += chance.choice([" ", "\t", "(", "\x0b"])
    lines += [separator.join(("w", f"{name})")) for name in opened]
    return "\n".join(lines) + "\n" * chance.randrange(3)


def said(given, form="conll-coref"):
    """Everything that the reader says of a text."""
    try:
        mentions = readers.reader(form).read(nio.expand(io.BytesIO(given.encode())))
    except InputError as error:
        return str(error), error.line, error.column
    words = mentions.words
    assert words is not None
    whole = replace(mentions, words=None)
    fields = [getattr(whole, name) for name in ("documents", "entities", "warnings", "named", "other_ids")]
    arrays = [
        mentions.document,
        mentions.entity,
        mentions.line,
        mentions.head,
        mentions.sentence,
        *mentions.span,
    ]
    arrays += [words.first, words.line]
    return fields, [array.tolist() for array in arrays], list(words.form)


@pytest.mark.parametrize("separator", ["\t", " ", "   "])
@pytest.mark.parametrize("block", [64, 1 << 20])
def test_a_block_says_what_its_lines_say(monkeypatch, separator, block):
    monkeypatch.setattr(nio, "BLOCK", block)
    monkeypatch.setattr(nio, "HEAD", block)
    chance = random.Random(block + len(separator))
    taken = []
    take = columns.DocumentBlocks.take
    monkeypatch.setattr(
        columns.DocumentBlocks, "take", lambda *block: taken.append(take(*block)) or taken[-1]
    )
    for _ in range(400):
        given = text(chance, separator)
        monkeypatch.setattr(columns, "FEW", 1 << 30)
        by_lines = said(given)
        monkeypatch.setattr(columns, "FEW", 0)
        at_once = said(given)
        assert at_once == by_lines, given
    assert sum(comments is not None for comments in taken) > 40  # others have errors


def test_blocks_are_read_at_once(monkeypatch):
    chance = random.Random(0)
    given = "#begin document (d)\n" + "".join(f"w{i}\t{chance.choice(['-', '(5)'])}\n" for i in range(4000))
    by_lines = []
    monkeypatch.setattr(
        "nerkit.readers.coref.conll_coref._ConllLines.read", lambda *a: by_lines.append(a) or []
    )
    said(given)
    assert not by_lines


def test_late_words_compare_with_words_that_are_there():
    from nerkit.algorithms.byte_spans import LateWords

    words = LateWords("a\nü\n".encode())
    assert words == ["a", "ü"]
    assert words != LateWords(b"a\nb\n")
    assert (len(words), words[1], words[:1]) == (2, "ü", ["a"])
    assert np.array_equal(np.array(words), ["a", "ü"])
