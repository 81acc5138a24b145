"""`nerkit demo`: what is copied where, and the first data, demo/start."""

from pathlib import Path

import pytest

from scripts.first_two_minutes import SEQEVAL
from scripts.start_data.markup import bio, documents_of

ROOT = Path(__file__).parents[2]
START = ROOT / "demo" / "start"
TEXTS = ROOT / "scripts" / "start_data"
RUNS = [f"{tagger}_{seed}.bio" for tagger in ("words", "shapes") for seed in (1, 2, 3)]
LABELS = {"LOC", "MISC", "ORG", "PER"}


def sentences_of(path):
    """The documents of a file as lists of sentences, these of (word, tag)."""
    documents = path.read_text(encoding="utf-8").split("# newdoc id = ")[1:]
    return [
        [[tuple(line.split(" ")) for line in part.split("\n")] for part in text.strip().split("\n\n")[1:]]
        for text in documents
    ]


def test_a_task_is_copied_to_a_folder_of_its_name(run, tmp_path):
    """It was copied into the folder itself, and all tasks to folders in it."""
    done = run("demo", "start", "--copy", tmp_path / "own")
    assert done.code == 0
    folder = tmp_path / "own" / "start"
    assert done.out.startswith(f"{folder}: nerkit bio -g dev.bio -s words=words_1.bio -m strict (and 2 more)")
    assert [path.name for path in (tmp_path / "own").iterdir()] == ["start"]
    assert {path.name for path in folder.iterdir()} == {path.name for path in START.iterdir()}
    assert (folder / "dev.bio").read_bytes() == (START / "dev.bio").read_bytes()


def test_all_tasks_are_copied_as_each_alone(run, tmp_path):
    """Each to a folder of its name."""
    assert run("demo", "--copy", tmp_path / "all").code == 0
    assert run("demo", "spans", "--copy", tmp_path / "one").code == 0
    names = {path.parent.name for path in START.parent.glob("*/command")}
    assert {path.name for path in (tmp_path / "all").iterdir()} == names
    one = {path.name: path.read_bytes() for path in (tmp_path / "one" / "spans").iterdir()}
    assert one == {path.name: path.read_bytes() for path in (tmp_path / "all" / "spans").iterdir()}


def test_start_is_scored_where_it_stands(run):
    """Its commands write nothing beside the data."""
    before = {path: path.read_bytes() for path in START.iterdir()}
    done = run("demo", "start")
    assert done.code == 0
    lines = (START / "command").read_text().splitlines()
    assert [line for line in done.out.splitlines() if line.startswith("$ ")] == [
        f"$ cd start && {line}" for line in lines
    ]
    assert {path: path.read_bytes() for path in START.iterdir()} == before


def test_the_text_is_what_the_page_says():
    """More than 100 documents and 200 sentences, in valid IOB2, with names of four types."""
    documents = sentences_of(START / "dev.bio")
    sentences = [sentence for document in documents for sentence in document]
    assert len(documents) >= 120
    assert len(sentences) >= 350
    assert all(2 <= len(document) <= 6 for document in documents)
    for sentence in sentences:
        before = "O"
        for _, tag in sentence:
            assert tag == "O" or (tag[:2] in ("B-", "I-") and tag[2:] in LABELS)
            assert not tag.startswith("I-") or before[2:] == tag[2:], sentence
            before = tag
    assert {tag[2:] for sentence in sentences for _, tag in sentence if tag != "O"} == LABELS
    assert len({tuple(sentence) for sentence in sentences}) == len(sentences)


@pytest.mark.parametrize("name", RUNS)
def test_taggers_have_the_tokens_of_the_text(name):
    """And its documents and sentences."""

    def words(path):
        return [[[word for word, _ in sentence] for sentence in document] for document in sentences_of(path)]

    assert words(START / name) == words(START / "dev.bio")


@pytest.mark.parametrize("name", RUNS)
def test_strict_f1_is_that_of_seqeval(run, name):
    """As seqeval itself computed it of these files, to the last digit."""
    done = run("bio", "-g", START / "dev.bio", "-s", START / name, "-m", "strict", "--score-only")
    assert float(done.out) == SEQEVAL[name]


def test_runs_differ():
    """Every run is another one: of both taggers, and of each with another sample."""
    assert len({(START / name).read_bytes() for name in [*RUNS, "dev.bio"]}) == len(RUNS) + 1


def test_the_text_comes_from_its_source():
    """dev.bio is dev.txt with tags, and no document of it is one that the taggers have seen."""
    dev, train = (documents_of(TEXTS / f"{name}.txt") for name in ("dev", "train"))
    assert bio(dev) == (START / "dev.bio").read_text(encoding="utf-8")
    seen = {tuple(sentence) for document in train for sentence in document}
    assert not [sentence for document in dev for sentence in document if tuple(sentence) in seen]


@pytest.mark.parametrize(
    "line", ["[PER Ada lives", "Ada ] lives", "[XXX Ada] lives", "Ada  lives", "[PER ] ."]
)
def test_a_error_in_the_source_has_its_place(write, line):
    """A bracket that is not closed, a label that is none, two blanks."""
    path = write("text.txt", f"[PER Ada Lind] lives in [LOC Oslo] .\n\n{line}\n")
    with pytest.raises(ValueError, match=r"text\.txt:3: "):
        documents_of(path)
