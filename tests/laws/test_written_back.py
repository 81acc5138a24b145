"""What `nerkit convert` writes of a first document of 1 MB is recognised, and holds the same data."""

import random

import pytest
from format_cases import TARGETS
from laws.test_reading import SIZE
from laws.written_as import WRITTEN, long, made
from tries import matrix

from nerkit.io import expand
from nerkit.readers import FORMATS, OF_GOLD, explained
from nerkit.readers.register import of_corpus
from nerkit.writers import WRITERS

DOCUMENTS = made(random.Random(8), 3)
LONG = [long(DOCUMENTS[0], SIZE), *DOCUMENTS[1:]]
WORDS = [f"w{i:05}" for i in range(SIZE // 20)]


def graph(words):
    """A graph with a node for each word."""
    nodes = "".join(f"\n  :ARG{i % 3} (x{i} / {word})" for i, word in enumerate(words))
    return f"(r / root{nodes})\n\n(r / root :ARG0 (a / boy))\n"


def words_of_trees(words):
    """Two sentences of CoNLL-U."""
    rows = "".join(
        f"{i}\t{word}\t{word}\tNOUN\tNN\t_\t{i - 1}\t{'dep' if i > 1 else 'root'}\t_\t_\n"
        for i, word in enumerate(words, 1)
    )
    return f"{rows}\n1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n"


def constituents(words):
    """Two trees in brackets."""
    return f"(S {' '.join(f'(NP (NN {word}))' for word in words)})\n(S (NP (NN Ann)))\n"


def roles(words):
    """Two propositions in columns."""
    rows = "".join(f"-\t{'(A0*)' if i % 9 == 0 else '*'}\n" for i, _ in enumerate(words))
    return f"say\t(V*)\n{rows}\n-\t(A0*)\nrun\t(V*)\n\n"


SOURCES = {  # format -> a file whose first document has about 1 MB
    "ie-jsonl": WRITTEN["ie-jsonl"](LONG),
    "penman": graph(WORDS[:30_000]),
    "conllu": words_of_trees(WORDS[:20_000]),
    "ptb": constituents(WORDS),
    "props": roles(WORDS),
    "conll-coref": WRITTEN["conll-coref"](LONG),
    "gtt": WRITTEN["gtt"](LONG),
}
ONE_FILE = ("brat", "webanno")  # with a document in each file
ALSO = {"conllx": "conllu"}  # which a file of CoNLL-X is, too, if it has what CoNLL-U has
ONLY_NAMED = ("dot",)
PAIRS = [(form, to) for form in SOURCES for to in WRITERS if to in TARGETS[form]]
SOME = [("ie-jsonl", to) for to in ("bio", "doccano", "dygie", "label-studio")] + [("ptb", "export")]


def lines_of(text, form):
    """The lines of a file that are not blank, in any order; those of brat without the words of the text."""
    columns = 2 if form == "brat" else None
    return sorted("\t".join(line.split("\t")[:columns]) for line in text.split("\n") if line.strip())


@pytest.mark.parametrize(("form", "to"), matrix(PAIRS, SOME))
def test_it_is_recognised_and_the_same(form, to, run, write):
    """Among the formats of gold, and of its task; what is read of it is written as it stands there."""
    text = SOURCES[form] if to not in ONE_FILE else WRITTEN[form](LONG[:1])
    done = run("convert", write("source", text), "--from", form, "--to", to, "--lossy", "-q")
    assert done.code == 0, done.err
    made_of = write("made", done.out)
    kinds = [name for kind in FORMATS[to].corpora[:1] for name in of_corpus(kind)]
    for formats in (OF_GOLD, kinds) if to not in ONLY_NAMED else ():
        assert explained(expand(str(made_of)), formats)[0] in (to, ALSO.get(to))
    again = run("convert", made_of, "--from", to, "--to", to, "--lossy", "-q")
    assert again.code == 0, again.err
    assert lines_of(again.out, to) == lines_of(done.out, to)
