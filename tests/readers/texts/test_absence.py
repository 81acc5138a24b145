"""Answers that say in words that there is nothing."""

import json

import pytest

from nerkit.readers.texts.absence import says_nothing


@pytest.mark.parametrize(
    "text",
    [
        "No entities found.",
        "None",
        "none.",
        "N/A",
        "No.",
        "Nothing was found",
        "There are no named entities in this text.",
        "There are no people or locations mentioned in the sentence.",
        "Sorry, I could not find any entities in the text.",
        "I couldn’t identify any named entities.",
        "The given text does not contain any named entities.",
        "The text contains no entities of the requested types.",
        "**No entities found.**",
        "`None`",
        "<think>Is Rome {here}? No.</think>\nNo named entities were found.",
        "There are no named entities. The sentence is a general statement about weather.",
        "Answer: no relevant entities",
    ],
)
def test_nothing(text):
    """However it is put."""
    assert says_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I found one place: Paris.",
        "No entities but Oslo.",
        "No entities of type PER were found, only LOC.",
        "There are no persons. Locations: Paris",
        'There are no persons. "Paris" is a place.',
        "Nonetheless",
        "Norway",
        "Nobody knows.",
        "no idea",
        "None of your business",
        "[]",
        "I cannot help with that.",
        "No entities found. " + "x" * 300,
    ],
)
def test_something(text):
    """Whatever else is said is no such answer."""
    assert not says_nothing(text)


GOLD = '{"id": "a", "text": "Ann left", "ents": [{"start": 0, "end": 3, "label": "PER"}]}\n'


@pytest.mark.parametrize(
    ("answer", "note", "kind"),
    [
        ("No entities found.", "1 answer saying in words that nothing was found, read as empty", "missed"),
        ("I cannot help with that.", "1 answer, of which 1 unreadable", "format"),
        ("[]", None, "missed"),
    ],
)
def test_answers_without_entities(run, write, answer, note, kind):
    """An answer without entities misses what gold has; of one that cannot be read it is lost for its form."""
    gold = write("gold.jsonl", GOLD)
    record = write("system.jsonl", json.dumps({"id": "a", "output": answer}) + "\n")
    done = run("spans", "-g", gold, "-s", record, "-b")
    assert (done.code, float(done.out)) == (0, 0)
    assert (note or "no items") in done.err
    (row,) = run("errors", "-g", gold, "-s", record, "-f", "jsonl", "-q").out.splitlines()
    assert json.loads(row)["class"] == kind


@pytest.mark.parametrize("command", ["spans", "noisy", "evaluate"])
def test_a_file_that_says_so(run, write, command):
    """It is recognised."""
    done = run(command, "-g", write("gold.jsonl", GOLD), "-s", write("answer.txt", "No entities found.\n"))
    assert (done.code, "read as empty" in done.err) == (0, True)


def test_the_format_of_answers_is_the_systems(run, write):
    """Gold with places is read as what it is; answers of gold that cannot be read are refused."""
    gold, system = write("gold.jsonl", GOLD), write("system.txt", "PER: Ann\n")
    assert float(run("spans", "-g", gold, "-s", system, "--from", "instructuie", "-b").out) == 1
    done = run("spans", "-g", write("gold.txt", "PER: Ann\n???\n"), "-s", system, "--from", "instructuie")
    assert (done.code, done.err.splitlines()[0].partition(": ")[2]) == (
        2,
        f"{write('gold.txt', '')}: nerkit cannot read the answer 2, and gold must be readable",
    )
