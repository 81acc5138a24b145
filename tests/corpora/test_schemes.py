"""Tag schemes: decoding against slow twins, and writing what was read."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import tags as oracle

from nerkit.corpora.schemes import SCHEMES, Decoder, detect, evidence, scheme
from nerkit.exceptions import UsageError
from nerkit.readers.tags.tag_lists import of_objects as read
from nerkit.writers.convert_tags import in_scheme

TAGS = st.sampled_from(["O", *(f"{letter}-{name}" for letter in "BIES" for name in "XY")])
SENTENCES = st.lists(st.lists(TAGS, min_size=1, max_size=7), min_size=1, max_size=4)


def lenient(sentence):
    """conlleval's chunks."""
    return oracle.chunks([SimpleNamespace(letter=tag[0], type=tag[2:]) for tag in sentence])


STRICT = {  # (role before, role) -> by whether it starts, goes on, ends; "=" same type, "/" another, "*" any
    "IOB2": ({"*B": "*"}, {"BI": "=", "II": "="}, {"*O": "*", "*B": "*", "BI": "/", "II": "/"}),
    "BIOES": ({"*B": "*", "*S": "*"}, {"BI": "=", "II": "=", "BE": "=", "IE": "="}, {"E*": "*", "S*": "*"}),
}


def strict(sentence, name):
    """seqeval's strict chunks, walking from each start as far as tags go on."""
    tags = [(tag[0], tag[2:]) for tag in [*sentence, "O"]]

    def fits(table, i):
        (before, type_), (role, other) = tags[i - 1] if i else ("O", ""), tags[i]
        for pattern, relation in table.items():
            letters = pattern[0] in ("*", before) and pattern[1] in ("*", role)
            if letters and (relation == "*" or (relation == "=") == (type_ == other)):
                return True
        return False

    start, inside, end = STRICT[name]
    found, i = [], 0
    while i < len(sentence):
        if not fits(start, i):
            i += 1
            continue
        j = i + 1
        while j < len(tags) and fits(inside, j):
            j += 1
        if fits(end, j):
            found.append((i, j, tags[i][1]))
        i = j
    return found


def chunks(found, decoder):
    return sorted(
        (s, e, decoder.types[t]) for s, e, t in zip(*(column.tolist() for column in found), strict=True)
    )


def expected(sentences, function):
    found, offset = [], 0
    for sentence in sentences:
        found += [(s + offset, e + offset, name) for s, e, name in function(sentence)]
        offset += len(sentence)
    return sorted(found)


@given(SENTENCES)
def test_lenient_chunks_are_conllevals(sentences):
    """Any sequence of tags gives the chunks of a walk by conlleval's rules; none crosses a sentence."""
    decoder = Decoder(read(sentences))
    assert chunks(decoder.lenient(), decoder) == expected(sentences, lenient)


@pytest.mark.parametrize("name", STRICT)
@given(SENTENCES)
def test_strict_chunks_are_seqevals(name, sentences):
    """Strict chunks are those of seqeval's patterns, found by walking."""
    if name == "IOB2":
        sentences = [[tag.replace("E-", "I-").replace("S-", "B-") for tag in tags] for tags in sentences]
    decoder = Decoder(read(sentences))
    found = decoder.strict(SCHEMES[name])
    assert chunks(found, decoder) == expected(sentences, lambda sentence: strict(sentence, name))


@pytest.mark.parametrize("name", SCHEMES)
@given(SENTENCES)
def test_what_a_scheme_writes_it_reads_back(name, sentences):
    """Chunks written in a scheme are valid in it, and lenient and strict decoding both find them again."""
    tagged = read(sentences)
    written, warnings = in_scheme(tagged, SCHEMES[name])
    if warnings:  # IO merges chunks that touch
        return
    before, after = Decoder(tagged), Decoder(written)
    assert not len(after.invalid(SCHEMES[name]))
    assert chunks(after.lenient(), after) == chunks(before.lenient(), before)
    assert chunks(after.strict(SCHEMES[name]), after) == chunks(before.lenient(), before)


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        ("B-X I-X O", "IOB2"),
        ("I-X B-X O", "IOB1"),
        ("I-X I-X O", "IO"),
        ("I-X E-X O", "IOE2"),
        ("E-X I-X O", "IOE1"),
        ("B-X E-X S-X", "BIOES"),
        ("B-X L-X U-X", "BILOU"),
        ("B-X M-X E-X W-X", "BMEWO"),
        ("O O", "IO"),
        ("B-X L-X S-X", None),
    ],
)
def test_the_scheme_with_fewest_invalid_tags_is_taken(tags, name):
    """Detection takes a scheme that has all letters, and among those the one that explains the tags best."""
    tagged = read([tags.split()])
    found = detect(evidence(tagged, Decoder(tagged)))
    assert (found.name if found else None) == name


def test_invalid_tags_are_counted_where_they_stand():
    """An orphan I, a change of type, and a chunk open at the end of its sentence are invalid in BIOES."""
    decoder = Decoder(read([["I-X", "E-X", "O"], ["B-X", "I-Y", "O"], ["S-X", "B-X"]]))
    assert decoder.invalid(SCHEMES["BIOES"]).tolist() == [0, 4, 5, 7]


def test_schemes_have_other_names():
    """IOBES and BIO are known in any case; others are refused, and so is a name of two schemes."""
    assert scheme("iobes").name == "BIOES"
    assert scheme("BIO").name == "IOB2"
    with pytest.raises(UsageError, match="IOB7"):
        scheme("IOB7")
    with pytest.raises(UsageError, match="scheme IOB: IOB1 or IOB2"):
        scheme("iob")


def test_nothing_is_nothing():
    """No tokens, no chunks."""
    decoder = Decoder(read([[]]))
    assert len(decoder.lenient().start) == 0
    assert len(decoder.strict(SCHEMES["IOB2"]).start) == 0
    assert np.sum(decoder.histogram()) == 0
