"""Brackets of a block, read at once, say what a stack for each entity says, line by line."""

import io
import random
import re

import numpy as np
import pytest

from nerkit import io as nio
from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.readers.coref import conll_coref

CELLS = [
    *("-", "-", "-", "_", "*", "(1)", "(1", "1)", "(2", "2)", "(a|(b", "b)", "a)|b)", "(1|1)"),
    *("2)|(2", "(é)"),
]
LINES = [
    *("", "", "# a comment", "#begin document (d); part 000", "#begin document"),
    *("#end document", "#\tx\t(7)"),
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
            lines[-1] += chance.choice([" ", "\t", "("])
    lines += [separator.join(("w", f"{name})")) for name in opened]
    return "\n".join(lines) + "\n" * chance.randrange(3)


def said(given):
    """The mentions that the reader finds in a text, or the line of its error."""
    try:
        mentions = readers.reader("conll-coref").read(nio.expand(io.BytesIO(given.encode())))
    except InputError as error:
        return error.line
    entities = [mentions.entities[code] for code in mentions.entity.tolist()]
    columns = (mentions.document, mentions.line, mentions.sentence, mentions.span.start, mentions.span.end)
    return list(zip(entities, *(column.tolist() for column in columns), strict=True))


class ByLines:
    """The slow twin: a stack of open mentions for each entity of a document, line by line."""

    def __init__(self):
        self.found, self.documents, self.stacks, self.narrow = [], -1, None, None

    def read(self, given):
        """The mentions of a text. Raises ValueError with the line of the first fault."""
        for number, line in enumerate(re.split(r"[ \t]*\n", given), 1):
            cells = line.split("\t") if "\t" in line else line.split()
            if line.startswith("#") and not ("\t" in line and conll_coref.is_cell(cells[-1])):
                if line.startswith(("#begin document", "#end document")):
                    self.end()
                    self.stacks = {} if line.startswith("#begin") else None
                    self.documents += line.startswith("#begin")
                    self.position, self.sentence, self.broken = 0, 0, 0
            elif not line:
                if self.stacks is not None and self.position > self.broken:
                    self.sentence, self.broken = self.sentence + 1, self.position
            elif self.stacks is None:
                raise ValueError(number)
            else:
                self.token(cells, number)
        self.end()
        return self.found

    def token(self, cells, number):
        """Read the brackets of a token: of one word, those that end, those that begin."""
        if not conll_coref.is_cell(cells[-1]):
            raise ValueError(number)
        self.narrow = self.narrow or (number if len(cells) < 2 else None)
        brackets = [part for part in re.findall(r"\(?[^()|]+\)?", cells[-1]) if part not in "-_*"]
        begins = [part[1:] for part in brackets if part[-1] != ")"]
        here = (self.documents, number, self.sentence, self.position)
        for part in brackets:
            if part[0] == "(" and part[-1] == ")":
                self.found.append((part[1:-1], *here, self.position + 1))
        for part in brackets:
            if part[0] != "(":
                name, begin = part[:-1], here
                if self.stacks.get(name):
                    begin = self.stacks[name].pop()
                elif name in begins:
                    begins.remove(name)
                else:
                    raise ValueError(number)
                self.found.append((name, *begin, self.position + 1))
        for name in begins:
            self.stacks.setdefault(name, []).append(here)
        self.position += 1

    def end(self):
        """End a document. Raises ValueError for a token of one column, and for what is open."""
        begins = [stack[0][1] for stack in (self.stacks or {}).values() if stack]
        for number in [self.narrow] * bool(self.narrow) or sorted(begins)[:1]:
            raise ValueError(number)


@pytest.mark.parametrize("separator", ["\t", " ", "   "])
@pytest.mark.parametrize("block", [64, 1 << 20])
def test_a_block_says_what_its_lines_say(monkeypatch, separator, block):
    monkeypatch.setattr(nio, "BLOCK", block)
    monkeypatch.setattr(nio, "HEAD", block)
    chance = random.Random(block + len(separator))
    read = 0
    for _ in range(400):
        given = text(chance, separator)
        try:
            by_lines = ByLines().read(given)
            read += 1
        except ValueError as error:
            by_lines = error.args[0]
        assert said(given) == by_lines, given
    assert 40 < read < 400


def test_late_words_compare_with_words_that_are_there():
    from nerkit.algorithms.byte_spans import LateWords

    words = LateWords("a\nü\n".encode())
    assert words == ["a", "ü"]
    assert words != LateWords(b"a\nb\n")
    assert (len(words), words[1], words[:1]) == (2, "ü", ["a"])
    assert np.array_equal(np.array(words), ["a", "ü"])
