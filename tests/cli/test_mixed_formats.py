"""Files of two formats: the message names both, and the command in it works."""

import re
import shlex

import pytest
from format_cases import FILES
from tries import TIMES

from nerkit import readers
from nerkit.corpora.spans import Spans
from nerkit.io import expand

FORMS = [form for form in readers.BY_CONTENT if form != "spacy-bin"]
PROBLEM = re.compile(r"error: (\S+): (\S+), and (\S+) is (\S+): no task reads both\n  (.*)\n")
BARE = "tag-lists has no tokens to which spans could be aligned"
# of files that do not belong together
OTHERS = (
    "without a partner",
    "\n  no gold document has such an id",
    "offsets of ",
    "1 sentence but the gold file has 2",
)


@pytest.mark.parametrize("gold", FORMS)
def test_every_pair(run, write, gold):
    """Beside each other format: both are named as what they are, and what is named can be typed."""
    told = {gold: readers.recognised(expand(write("gold.x", FILES[gold])), readers.OF_GOLD)}
    for system in FORMS if TIMES > 1 else FORMS[FORMS.index(gold) % 7 :: 7]:
        told["system"] = readers.recognised(expand(write("sys.x", FILES[system])), readers.BY_CONTENT)
        done = run("evaluate", "-g", "gold.x", "-s", "sys.x", "-q")
        assert done.code in (0, 2)
        assert "where the other side is" not in done.err
        if (match := PROBLEM.match(done.err)) is None:
            continue
        assert {match[1]: match[2], match[3]: match[4]} == {"gold.x": told[gold], "sys.x": told["system"]}
        if "nerkit cannot convert one format so that it can" in match[5] or BARE in match[5]:
            continue
        for line in match[5].removesuffix(" scores such files").split(" && "):
            done = run(*shlex.split(line)[1:], "-q")
            assert done.code == 0 or any(each in done.err for each in OTHERS), (line, done.err)


@pytest.mark.parametrize("form", [form for form in FORMS if readers.reader(form).makes is Spans])
def test_tags_without_tokens_beside_spans(run, write, form):
    """No command that cannot score them is named: no text has the tokens of the tags."""
    write("tags.x", FILES["tag-lists"])
    write("spans.x", FILES[form])
    for files in (("-g", "tags.x", "spans.x"), ("-g", "spans.x", "tags.x")):
        done = run("evaluate", *files)
        assert (done.code, done.out) == (2, "")
        assert "nerkit convert" not in done.err
        if PROBLEM.match(done.err):
            assert BARE in done.err


@pytest.mark.parametrize("task", ["spans", "noisy", "dep", "coref", "amr", "tree", "srl", "mrp", "bio"])
def test_gold_of_another_task(run, write, task):
    """It is said what it is, and which command reads it."""
    form = "conllu" if task in ("bio", "noisy") else "bio"
    path = write("gold.x", FILES[form])
    done = run(task, "-g", path, path)
    assert done.code == 2
    assert f"gold.x: {form}, which nerkit {task} does not read" in done.err
    typed(run, done)


def typed(run, done):
    """What the last command of a remedy prints; each must work."""
    for line in done.err.split("\n")[1].strip().removesuffix(" scores such files").split(" && "):
        last = run(*shlex.split(line)[1:])
        assert last.code == 0, (line, last.err)
    return last


def test_shortened_tags_with_marks_of_documents(run, write):
    """The words differ, so `bio` would refuse the files: their texts are converted, from folders too."""
    marked = "# newdoc id = d1\n\nAnn B-PER\nleft O\n{}\n# newdoc id = d2\n\nBo B-PER\n"
    gold = write("gold/x.bio", marked.format("Oslo B-LOC\n"))
    system = write("system/x.bio", marked.format(""))
    done = run("noisy", "-g", gold, system)
    assert done.code == 2
    assert "x.bio: bio, which nerkit noisy does not read" in done.err
    assert "0.800" in typed(run, done).out  # both of two, of three


def test_tags_beside_a_pipeline(run, write):
    """Tags become spans over their text, which the others are too."""
    gold = write("gold.bio", "Tolkien\tB-PER\nleft\tO\n")
    system = write("pipe.json", FILES["hf-pipeline"])
    for command in (["evaluate"], ["spans"]):
        done = run(*command, "-g", "gold.bio", "-s", "pipe.json")
        assert done.code == 2
        for line in done.err.split("\n")[1].strip().split(" && "):
            done = run(*shlex.split(line)[1:])
            assert done.code == 0, done.err
        assert "1.000" in done.out
    assert gold.exists()
    assert system.exists()
