"""Many systems are scored a few at a time, with the bytes of a run that reads them all."""

import weakref

import pytest

from nerkit.evaluation import evaluate
from nerkit.evaluation.sharding import groups

HEAD = "document\tstart\tend\tlabel\n"
GOLD = f"{HEAD}d\t0\t4\tPER\nd\t6\t9\tLOC\ne\t0\t2\tORG\n"
SPANS = [
    f"{HEAD}d\t0\t4\tPER\nd\t6\t9\tORG\ne\t0\t2\tORG\n",
    f"{HEAD}d\t0\t4\tPER\n",
    f"{HEAD}d\t1\t4\tLOC\ne\t0\t2\tORG\n",
    f"{HEAD}x\t1\t4\tLOC\n",
    HEAD,
    f"{HEAD}d\t0\t4\tHUMAN\ne\t0\t2\tBODY\n",
]
GOLD_TAGS = "Ada B-PER\nmet O\n\nBob B-PER\nLee I-PER\n"
TAGS = [GOLD_TAGS, "Ada B-LOC\nmet O\n\nBob B-PER\nLee I-PER\n", "Ada O\nmet O\n\nBob B-PER\nLee O\n"]
BROKEN = f"{HEAD}d\t0\tnowhere\tPER\n"


@pytest.fixture
def scored(monkeypatch):
    """What comes of the attempts to score systems in groups, whose batches end before the next is read."""
    attempts, batches = [], []
    in_groups, prepare = groups.in_groups, evaluate.prepare

    def attempt(*given):
        attempts.append(in_groups(*given))
        return attempts[-1]

    def prepared(*given):
        assert not [batch for batch in batches if batch() is not None]
        one = prepare(*given)
        batches.extend(weakref.ref(batch) for batch in one.scored.batches.values())
        return one

    monkeypatch.setattr(groups, "in_groups", attempt)
    monkeypatch.setattr(evaluate, "prepare", prepared)
    return attempts


@pytest.fixture
def compared(run, write, monkeypatch):
    """Run a command that reads one system at a time, and one that reads all; what they do."""

    def both(command, gold, texts, *options):
        systems = [part for i, text in enumerate(texts) for part in ("-s", f"s{i}={write(f's{i}', text)}")]
        outcomes = []
        for size in (1, 1 << 30):
            monkeypatch.setattr(groups, "TOGETHER", size)
            outcomes.append(run(command, "-g", write("gold", gold), *systems, *options))
        return outcomes

    return both


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--by", "document", "--by", "label"),
        ("-f", "json", "--macro"),
        ("--confidence", "--resamples", "20"),
        ("--paired", "randomization", "--resamples", "20"),
        ("--counts-only",),
        ("--fail-under", "sets::span+type=0.99"),
        ("--fail-under", "sets::span+type/PER=0.99"),
    ],
)
@pytest.mark.parametrize("case", [("spans", GOLD, SPANS), ("bio", GOLD_TAGS, TAGS)], ids=["spans", "bio"])
def test_groups_have_the_bytes_of_the_whole(compared, scored, case, options):
    """Numbers, notes, warnings in their order, and exit codes; no batch of a group is kept, so that what
    costs most is told of the whole alone.
    """
    if case[0] == "bio" and "--fail-under" in options:
        options = ("--fail-under", "0.99")
    grouped, whole = compared(*case, *options)
    lines = whole.err.splitlines(keepends=True)
    assert any(line.startswith("costs: ") for line in lines) == (whole.code == 1)
    assert grouped == whole._replace(err="".join(line for line in lines if not line.startswith("costs: ")))
    assert [one is not None for one in scored] == [True, False]


def test_compared_systems_have_the_bytes_of_the_whole(compared, scored):
    """Tests need the counts of documents, which are kept."""
    grouped, whole = compared("compare", GOLD, SPANS[:3], "-m", "sets::span", "--resamples", "20")
    assert grouped == whole
    assert [one is not None for one in scored] == [True, False]


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        ((), [*SPANS, BROKEN]),
        (("--only", "PER,NOTHING"), SPANS),
        (("--from", "span-tsv", "--missing", "error"), SPANS),
        (("-m", "conll", "--paired", "randomization", "--resamples", "20"), SPANS[:2]),
    ],
)
def test_what_groups_cannot_say_is_said_of_the_whole(compared, scored, options, texts):
    """An error, a warning about all systems, a statistic that looks at what was scored."""
    grouped, whole = compared("spans", GOLD, texts, *options)
    assert grouped == whole
    assert not any(scored)
