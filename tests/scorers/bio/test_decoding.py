"""Each side is decoded in its own scheme: the same entities have the same score in any scheme."""

import itertools
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tries import tries

import nerkit
from nerkit.exceptions import UsageError

SCHEMES = ("IOB1", "IOB2", "IOE1", "IOE2", "BIOES", "BILOU", "BMEWO")
LETTERS = {  # begin, inside, end, single
    "IOB2": "BIIB",
    "IOE2": "IIEE",
    "BIOES": "BIES",
    "BILOU": "BILU",
    "BMEWO": "BMEW",
}
PAIRS = list(itertools.product(SCHEMES, repeat=2))


def tags_of(size, entities, scheme):
    """The tags of a sentence, entity by entity: (start, end, label), ascending."""
    tags = ["O"] * size
    for at, (start, end, label) in enumerate(entities):
        begin, inside, close, single = LETTERS.get(scheme, "IIII")
        letters = [begin, *[inside] * (end - start - 2), close] if end - start > 1 else [single]
        if scheme == "IOB1" and at and entities[at - 1][1:] == (start, label):
            letters[0] = "B"
        if scheme == "IOE1" and at + 1 < len(entities) and entities[at + 1][::2] == (end, label):
            letters[-1] = "E"
        tags[start:end] = [f"{letter}-{label}" for letter in letters]
    return tags


@st.composite
def sentences(draw):
    """A sentence as its size and the entities of gold and of two systems; they often touch."""
    size = draw(st.integers(1, 8))

    def entities():
        borders = sorted(draw(st.sets(st.integers(0, size))))
        labels = [draw(st.sampled_from(["X", "Y", None])) for _ in borders[1:]]
        return [
            (*pair, label) for pair, label in zip(itertools.pairwise(borders), labels, strict=True) if label
        ]

    return size, [entities() for _ in range(3)]


def texts_of(written, schemes):
    """The tags of each side, side by side with its scheme."""
    return [[tags_of(size, sides[i], scheme) for size, sides in written] for i, scheme in enumerate(schemes)]


def expected(written, system):
    """Right, system and gold entities."""
    pairs = [(set(sides[0]), set(sides[system])) for _, sides in written]
    return tuple(
        sum(map(len, each))
        for each in ([g & s for g, s in pairs], [s for _, s in pairs], [g for g, _ in pairs])
    )


def numbers(row):
    return row.p_num, row.p_den, row.r_den


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@tries(3)
@given(st.lists(sentences(), min_size=1, max_size=6))
def test_the_same_entities_in_any_two_schemes(pair, written):
    """Strict mode counts what is written, for each pair of schemes, and warns of nothing."""
    result = nerkit.evaluate(*texts_of(written, pair), task="bio", measures=["strict", "chunk"])
    for measure in ("strict", "chunk"):
        assert numbers(result[measure]) == expected(written, 1)
    assert not [text for text in result.warnings if "scheme" in text or "follow" in text]


@given(
    st.lists(sentences(), min_size=1, max_size=6),
    st.tuples(*[st.sampled_from(SCHEMES)] * 3),
    st.tuples(*[st.integers(0, 40)] * 3),
)
def test_a_system_changes_no_number_of_another(written, schemes, spoilt):
    """With a second system of any scheme, well written or not, the first one has the numbers that it had."""
    gold, one, two = texts_of(written, schemes)
    for side, place in zip((gold, one, two), spoilt, strict=True):
        sentence = side[place % len(side)]
        if place > 20 and sentence[0] != "O":
            sentence[0] = f"{'IBES'[place % 4]}{sentence[0][1:]}"
    alone = [nerkit.evaluate(gold, each, task="bio", measures=["strict"]) for each in (one, two)]
    both = nerkit.compare(gold, {"one": one, "two": two}, task="bio", measures=["strict"])
    found = [next(row for row in both.result.rows if row.system == name) for name in ("one", "two")]
    assert list(map(numbers, found)) == [numbers(result.head) for result in alone]


def random_text(random, size):
    written = []
    for _ in range(size):
        length, sides, at = random.randint(1, 9), [], 0
        for _ in range(3):
            entities, at = [], 0
            while at < length:
                end = min(length, at + random.randint(1, 3))
                if random.random() < 0.4:
                    entities.append((at, end, random.choice("XY")))
                at = end
            sides.append(entities)
        written.append((length, sides))
    return written


def columns(sentences):
    return "\n".join("".join(f"w {tag}\n" for tag in tags) for tags in sentences) + "\n"


@pytest.fixture
def files(write):
    """Three sides of the same text, in files of these schemes, and the numbers of both systems."""

    def files(schemes, size=60):
        written = random_text(Random(size), size)
        # a beginning without entities that touch looks as IO
        written[:20] = [(2, [[(0, 1, "X")]] * 3)] * 20
        for name, tags in zip(("gold", "a", "b"), texts_of(written, schemes), strict=True):
            write(f"{name}.bio", columns(tags))
        return [expected(written, system) for system in (1, 2)]

    return files


@pytest.mark.parametrize(
    "schemes", [("IOB2", "IOB2", "BILOU"), ("IOB1", "BMEWO", "IOE1"), ("IOE2", "IOE1", "IOB1")]
)
@pytest.mark.parametrize("cut", [(), ("--shard-size", "1kB"), ("--shard-size", "1kB", "--jobs", "2")])
def test_every_command_reads_each_file_in_its_scheme(run, files, schemes, cut):
    """Also in parts, the first of which looks like another scheme than the whole."""
    found = files(schemes, 300)
    sides = ("-g", "gold.bio", "a.bio", "b.bio", "-m", "strict", "-f", "json")
    for command in ("bio", "evaluate", "compare"):
        done = run(command, *sides, *cut)
        told = json.loads(done.out)
        rows = [tuple(row[name] for name in ("p_num", "p_den", "r_den")) for row in told["rows"]]
        assert rows == found
        assert f"|scheme:{','.join(schemes)}|" in told["signature"]
        assert "conlleval does" not in done.err
        assert "the sides have different schemes" in done.err


def test_errors_and_the_report_read_each_file_in_its_scheme(run, files):
    """They list the errors of strict mode, and the page shows its score, as if all had one scheme."""
    told = []
    for schemes in (("IOB2", "IOB2", "IOB2"), ("IOB1", "BILOU", "IOE2")):
        ((right, system, gold), _) = files(schemes)
        done = run("errors", "-g", "gold.bio", "a.bio", "-m", "strict", "-f", "json")
        told.append(json.loads(done.out)["rows"])
        run("report", "-g", "gold.bio", "a.bio", "-m", "strict", "-o", "page.html")
        assert f"{2 * right / (system + gold):.3f}" in Path("page.html").read_text()
    assert told[0] == told[1] != []


def test_a_system_in_another_scheme_leaves_gold_alone(run, write):
    """Beside a BILOU system, gold and another system are read as before; the note names every file."""
    write("gold.bio", columns([["B-PER", "I-PER", "O"], ["B-LOC", "B-LOC", "O"]]))
    write("a.bio", columns([["B-PER", "I-PER", "O"], ["B-LOC", "O", "O"]]))
    write("b.bio", columns([["B-PER", "L-PER", "O"], ["U-LOC", "U-LOC", "O"]]))
    done = run("bio", "-g", "gold.bio", "a.bio", "b.bio", "-m", "strict,token", "-f", "tsv")
    lines = [line.split("\t") for line in done.out.splitlines()]
    place = lines[0].index("value")
    assert [float(line[place]) for line in lines[1:]] == pytest.approx([0.8, 5 / 6, 1.0, 3 / 6])
    assert done.err.startswith(
        "note: the sides have different schemes (gold.bio, a.bio: IOB2; b.bio: BILOU); "
        "nerkit reads each side in its own scheme; token compares tags as they are "
        "written\n"
    )


@pytest.mark.parametrize(
    ("measures", "does"),
    [
        (["chunk"], "chunk reads them as conlleval does"),
        (["strict"], "strict leaves such entities out"),
        (["seqeval"], "chunk reads them as conlleval does, strict leaves such entities out"),
        (["exact,type"], "exact, type read them as conlleval does"),
        (["token"], "token compares them as they are written"),
        ([], "chunk reads them as conlleval does"),
    ],
)
def test_the_warning_says_what_the_measure_does(measures, does):
    """With tags that fit no scheme; those of gold are read as before."""
    gold, system = [["B-X", "I-X", "O", "B-X"]], [["B-X", "I-Y", "O", "B-X"]]
    result = nerkit.evaluate(gold, system, task="bio", measures=measures)
    assert result.warnings == (
        f"system: tags do not follow IOB2 in 1 place (the first: sentence 1, token 2); {does}",
    )


def test_a_scheme_that_does_not_fit_is_the_options_fault(run, write):
    """The number is seqeval's; the warning names the scheme that fits each correct file."""
    tags = [["I-X", "I-X", "O"], ["I-X", "B-X", "O"]]
    write("gold.bio", columns(tags))
    done = run("bio", "-g", "gold.bio", "s=gold.bio", "-m", "strict", "--scheme", "IOB2", "-f", "json")
    told = json.loads(done.out)
    assert [told["rows"][0][name] for name in ("p_num", "p_den", "r_den")] == [1, 1, 1]
    assert told["warnings"][0]["text"] == (
        "gold.bio: --scheme IOB2 does not fit: tags do not follow it in 2 places (the first: gold.bio:1). "
        "--scheme IOB1 fits best; strict leaves such entities out"
    )
    assert run("bio", "-g", "gold.bio", "gold.bio", "-m", "strict", "--scheme", "IOB1", "-b").err == ""


def test_a_tag_outside_the_named_scheme_names_the_one_that_fits(run, write):
    """And the remedy works when it is typed."""
    write("gold.bio", columns([["B-X", "L-X", "U-X"]]))
    done = run("bio", "-g", "gold.bio", "gold.bio", "--scheme", "IOB2")
    assert done.code == 2
    assert done.err.endswith("  --scheme auto finds the scheme of each file; the file fits BILOU\n")
    assert run("bio", "-g", "gold.bio", "gold.bio", "--scheme", "auto", "-b").out == "1.0\n"


@pytest.mark.parametrize("name", ["IOB", "iob", "IOE"])
def test_a_name_of_two_schemes_is_refused(run, write, name):
    """Wherever a scheme is named; both lines work when they are typed."""
    x = write("x.bio", columns([["I-X", "O"]] if name != "IOE" else [["E-X", "O"]]))
    one, two = (f"{name.upper()}{number}" for number in "12")
    for line in (("bio", "-g", x, "s=x.bio"), ("validate", x), ("convert", x), ("chunk", x, "--rules", x)):
        done = run(*line, "--scheme", name)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"error: scheme {name.upper()}: {one} or {two}?\n  --scheme {two}  ")
        assert f"\n  --scheme {one}  " in done.err
    for each in (one, two):
        assert run("bio", "-g", x, "s=x.bio", "--scheme", each).code == 0
    with pytest.raises(UsageError, match=f'{one} or {two}\\?\n  scheme="{two}"'):
        nerkit.evaluate([["B-X"]], [["B-X"]], task="bio", scheme=name)
