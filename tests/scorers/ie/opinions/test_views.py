"""The measures of opinions and of tuples of aspects."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.corpora.records import Documents

PARTS = ("source", "target", "expression")
tokens = st.lists(st.integers(0, 4), max_size=3, unique=True).map(lambda some: sorted(some) or [-1])
opinion = st.builds(
    lambda polarity, *parts: {"type": polarity, **dict(zip(PARTS, parts, strict=True))},
    st.sampled_from(["pos", "neg"]),
    tokens,
    tokens,
    tokens,
)
side = st.lists(st.lists(opinion, max_size=4), min_size=2, max_size=2)


def slow(gold, system, *, polar=True, weighted=True):
    """(p_num, p_den, r_num, r_den), opinion by opinion."""

    def best(own, others):
        weights = []
        for other in others:
            shared = [set(own[part]) & set(other[part]) for part in PARTS]
            if all(shared) and (not polar or own["type"] == other["type"]):
                shares = [len(common) / len(own[part]) for common, part in zip(shared, PARTS, strict=True)]
                weights.append(sum(shares) / 3 if weighted else 1)
        return max(weights, default=0)

    numbers = [0, 0, 0, 0]
    for theirs, ours in zip(gold, system, strict=True):
        sides = [
            [each for place, each in enumerate(some) if each not in some[:place]] for some in (ours, theirs)
        ]
        for place, (some, others) in enumerate((sides, sides[::-1])):
            numbers[2 * place] += sum(best(each, others) for each in some)
            numbers[2 * place + 1] += len(some)
    return numbers


@given(side, side)
def test_the_slow_twin(gold, system):
    """Weights, best partners, duplicates: as counted one by one."""
    corpora = [
        Documents(["1", "2"], [{"opinions": each} for each in some], named=False, form="sentiment")
        for some in (gold, system)
    ]
    result = nerkit.evaluate(*corpora, task="ie", measures="sentiment-f1")
    for name, how in (("", {}), ("/nonpolar", {"polar": False}), ("/unweighted", {"weighted": False})):
        row = result[f"sentiment-f1{name}"]
        counts = row.p_num, row.p_den, row.r_num, row.r_den
        assert counts == pytest.approx(slow(gold, system, **how), abs=1e-9)


def test_the_worked_example(run, write):
    """P = (1 + 1 + 2/3) / 3, R = (1 + 1/2 + 2/3) / 3."""
    text = "We should never revisit that museum"

    def file(name, target, expression):
        pieces = {"Source": "0:2", "Target": target, "Polar_expression": expression}
        parts = {key: [[text[slice(*map(int, piece.split(":")))]], [piece]] for key, piece in pieces.items()}
        opinions = [parts | {"Polarity": "negative"}]
        return write(name, json.dumps([{"sent_id": "s", "text": text, "opinions": opinions}]))

    sides = "-g", file("g.json", "24:35", "3:23"), "-s", file("s.json", "29:35", "10:28")
    done = run("evaluate", *sides, "-m", "sentiment-f1", "-f", "json", "-q")
    row = json.loads(done.out)["rows"][0]
    assert (row["precision"], row["recall"]) == pytest.approx((8 / 9, 13 / 18))
    listed = json.loads(run("errors", *sides, "-f", "jsonl", "-q").out)
    assert (listed["class"], listed["gold_label"]) == ("boundary", "negative")
    assert listed["gold_text"] == "opinions[0] We → that museum: should never revisit"
    assert json.loads(run("evaluate", *sides, "-f", "json").out)["headline"] == "sentiment-f1"


@pytest.mark.parametrize(
    ("lines", "absa", "expected"),
    [
        ("good food####[['food', 'food quality', 'pos', 'good']]", None, ("quad", 1)),
        ("good food####[['food', 'good', 'pos'], ['food', 'x', 'pos']]", None, ("aste", 1)),
        ("good food####[([1], [0], 'POS')]", None, ("aste", 1)),
        ("good food####[['food quality', 'food', 'pos'], ['price', 'food', 'neg']]", None, ("tasd", 1)),
        ("good food####[['food quality', 'food', 'pos'], ['price', 'food', 'neg']]", "aste", ("aste", 2)),
        ("x####[]", None, ("aste", 0)),
    ],
)
def test_what_the_parts_are(run, write, lines, absa, expected):
    """By content, or as asked; the signature names it."""
    path = write("x.txt", lines + "\n")
    option = ("--absa", absa) if absa else ()
    done = run("ie", "-g", path, "-s", path, "-m", "absa-tuple/aspect", "-f", "json", *option)
    told = json.loads(done.out)
    assert told["rows"][0]["p_den"] == expected[1]
    assert f"absa:{expected[0]}|" in told["signature"]


def test_tuples_of_empty_texts_and_repeated_ones(run, write):
    """The former agree with nothing, the latter count once; a wrong polarity is a class of errors."""
    gold = write("g.txt", "x####[['', '', '', '']]\na####[['a', 'b', 'pos', 'c']]\n")
    system = write(
        "s.txt", "x####[['', '', '', '']]\na####[['a', 'b', 'neg', 'c'], ['a', 'b', 'neg', 'c']]\n"
    )
    done = run("ie", "-g", gold, "-s", system, "-m", "absa-tuple", "-f", "tsv")
    assert done.out.splitlines()[1].split("\t")[-4:] == ["0", "2", "0", "2"]
    assert "1 repeated element of tuples" in done.err or "counted once" in done.err
    listed = run("errors", "-g", gold, "-s", system, "-f", "jsonl", "-q").out.splitlines()
    assert [json.loads(line)["class"] for line in listed] == ["missed", "spurious", "label"]


def test_generated_targets_beside_quadruples(run, write):
    """By order, or all of one form; what cannot be decoded agrees with nothing, its aspect neither."""
    gold = write(
        "g.txt",
        "slow pizza####[['pizza', 'food', 'positive', 'great'], ['NULL', 'service', 'negative', 'slow']]\n"
        "ok wine####[['wine', 'drinks', 'neutral', 'ok']]\nhm####[]\n",
    )
    lists = [["pizza", "food", "positive", "great"], ["NULL", "service", "negative", "slow"]], [], []
    lines = "".join(json.dumps({"sentence": "x", "tuples": each}) + "\n" for each in lists)
    target = "service is bad because it is slow [SSEP] food is great because pizza is great\nwine: ok\n\n"
    for system, expected in ((target, ["2", "3", "2", "3"]), (lines, ["2", "2", "2", "3"])):
        done = run("evaluate", "-g", gold, "-s", write("s.txt", system), "-f", "tsv")
        assert [line.split("\t")[-4:] for line in done.out.splitlines()[1:]] == [expected, expected]
        assert ("1 generated tuple that nerkit cannot decode" in done.err) == (system is target)
    side = write("s.txt", target)
    done = run("evaluate", "-g", side, "-s", side, "-f", "tsv", "-q")
    assert [line.split("\t")[-4:] for line in done.out.splitlines()[1:]] == [["2", "3", "2", "3"]] * 2


def test_a_value_of_absa_that_is_none(run, write):
    """It is refused by name."""
    path = write("x.txt", "x####[]\n")
    assert run("ie", "-g", path, "-s", path, "--absa", "x").code == 2
