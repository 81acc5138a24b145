"""Every command that a message proposes gives the right number, or a further error: never another number.

The inputs are files of a format in a command that does not read it, and further ways to go wrong. What a
message proposes is a line that begins with `nerkit`, or an option, which is then added to the line as typed.
"""

import json
import random
import re
import shlex

import pytest
from laws.test_reading import DOCUMENTS, SYSTEM, format_of
from laws.written_as import JSON, WRITTEN
from tries import matrix

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.exceptions import NerkitError
from nerkit.readers import FORMATS
from nerkit.scorers import SCORERS, task_named

LINE = re.compile(
    r"(?:^\s*(?:or )?|&& )(nerkit [a-z]+ .*?)(?: scores .*| reads .*| shows .*|$)", re.MULTILINE
)
NAMED = re.compile(r"--from:? \(?((?:[a-z0-9-]+(?:, | or )?)+)")
OPTION = re.compile(r"(--[a-z][a-z-]*)((?: [a-z][a-z0-9-]*(?=[ ,;.)|]|$))?)")
FREE = ("--from", "--to", "--help", "--metric", "--column", "--any-key", "--clusters", "--label-map", "--map")
WITHOUT_VALUE = ("--skip-invalid", "--lossy", "--strict")
ALSO = {  # further formats that read a file as what it is
    **dict.fromkeys(("bio", "bio:blanks", "noisy-bio"), ("bio", "noisy-bio")),
    "corefud": ("conllu",),
    "brackets": ("inline",),
}
FEW = 3  # lines that are typed of those that a message proposes, and formats of a list that are all typed


def proposed(message, typed, form):
    """The command lines that a message proposes for the one that was typed, with files of a format.

    From a long list of formats one takes that of the files.
    """
    lines = [shlex.split(line)[1:] for line in LINE.findall(message) if "…" not in line]
    for names in NAMED.findall(message):
        listed = re.split(r", | or ", names.rstrip(", "))
        listed = [name for name in listed if name in FORMATS and (len(listed) <= FEW or name == form)]
        lines += [[*typed, "--from", name] for name in listed]
    for option, value in OPTION.findall(message):
        if option not in FREE and (value or option in WITHOUT_VALUE):
            lines.append([*typed, option, *value.split()])
    return lines


def value_of(done):
    """The value of the headline of a scoring command; None of any other output."""
    try:
        envelope = json.loads(done.out)
        rows = {(row["measure"], row["document"], row["label"]): row["value"] for row in envelope["rows"]}
        return rows[envelope["headline"], "*", "*"]
    except (ValueError, KeyError, TypeError):
        return None


def right_values(paths, forms):
    """The values of the headline of two files in each task that reads them in a format."""
    found = set()
    for form in forms:
        for task in SCORERS:
            if task_named(task).reads in FORMATS[form].corpora:
                try:
                    result = evaluate_systems(paths[0], {"s": paths[1]}, Request.of(task=task, form=form))
                except NerkitError:
                    continue
                values = {(row.measure, row.document, row.label): row.value for row in result.rows}
                found.add(values[result.headline, "*", "*"])
    return found


def check_proposals(run, typed, right, form, *, deep=2):
    """Type a command and what its messages propose; returns how many lines were typed."""
    done = run(*typed, *(() if typed[0] == "convert" else ("-f", "json")))
    assert done.code in (0, 1, 2), typed
    assert "Traceback" not in done.err, typed
    if done.code == 0 and (value := value_of(done)) is not None:
        assert any(value == pytest.approx(one) for one in right), (" ".join(typed), value, right, done.err)
    if deep == 0:
        return 1
    lines = proposed(done.err, typed, form)
    lines = random.Random(str(typed)).sample(lines, min(FEW, len(lines)))
    return 1 + sum(check_proposals(run, line, right, form, deep=deep - 1) for line in lines)


FORMS = [name for name in WRITTEN if not name.startswith("calls:") or name == "calls:own"]
SOME = ("bio", "spacy:entities", "doccano", "csv", "hf-datasets", "coref-json", "spert", "hipe")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """(name, gold, system) -> the files of the two sides in a format."""
    monkeypatch.chdir(tmp_path)

    def paths(name, gold, system):
        for side, documents in (("gold", gold), ("system", system)):
            (tmp_path / side).write_text(WRITTEN[name](documents), encoding="utf-8")
        return "gold", "system"

    return paths


@pytest.mark.parametrize("name", matrix(FORMS, SOME))
def test_other_commands(name, run, files):
    """Files of a format in every command, with the right formats and others named."""
    paths = files(name, DOCUMENTS, SYSTEM)
    also = ALSO.get(name, ("json",) if name in JSON else ())
    form = format_of(name)
    right = right_values(paths, [form, *also])
    number = 0
    for task in SCORERS:
        number += check_proposals(run, [task, "-g", paths[0], "-s", paths[1]], right, form)
    assert number > len(SCORERS)


def spans_of(documents, **change):
    """Lines of records with a text and entities; *change* says what they have otherwise."""
    start, end, more = change.get("start", 0), change.get("end", 0), change.get("more", {})
    form = change.get("form", "{}")
    name = change.get("name", lambda d: d.name)
    records = [
        {
            **({"id": form.format(name(d))} if change.get("ids", True) else {}),
            **({"text": d.text} if change.get("texts", True) else {}),
            "ents": [{"start": a + start, "end": b + end, "label": kind} for kind, a, b, _ in d.places],
            **more,
        }
        for d in documents
    ]
    return "".join(f"{json.dumps(record)}\n" for record in records)


def tags_of(documents, change=lambda tags: tags):
    """Lines of tokens and tags."""
    pairs = (zip(d.tokens, change(d.tags), strict=True) for d in documents)
    return "".join("".join(f"{token} {tag}\n" for token, tag in each) + "\n" for each in pairs)


def bilou(tags):
    """The same tags in BILOU."""
    following = [*tags[1:], "O"]
    last = [not other.startswith("I-") for other in following]
    letters = {("B", True): "U", ("B", False): "B", ("I", True): "L", ("I", False): "I"}
    pairs = zip(tags, last, strict=True)
    return [tag if tag == "O" else f"{letters[tag[0], ends]}{tag[1:]}" for tag, ends in pairs]


PROSE = "Once upon a time there was a village by the sea.\nIt had a harbour, and a light.\n"
BOTH = {
    "tokens": ["Ann", "met", "Bo"],
    "ner_tags": ["B-LOC", "O", "O"],
    "entities": [{"start": 0, "end": 3, "label": "PER"}],
}
CSV = "".join(f"{d.name};{a};{b};{kind}\n" for d in SYSTEM for kind, a, b, _ in d.places)
HALF, LAST = {0.5}, SYSTEM[:5]
ERRORS = {  # name -> task, gold, system, the values that are right
    "prose": ("evaluate", PROSE, PROSE, ()),
    "html": ("spans", "<html><body><p>Ann</p></body></html>\n", spans_of(SYSTEM), ()),
    "xml": ("evaluate", "<doc><s id='1'>Ann</s></doc>\n", "<doc><s id='1'>Bo</s></doc>\n", ()),
    "yaml": ("spans", "entities:\n  - text: Ann\n", "entities:\n  - text: Bo\n", ()),
    "markdown": ("evaluate", "# Title\n\n- one\n- two\n", spans_of(SYSTEM), ()),
    "swapped formats": ("spans", spans_of(DOCUMENTS), WRITTEN["doccano"](SYSTEM), HALF),
    "tags beside spans": ("evaluate", tags_of(DOCUMENTS), spans_of(SYSTEM), HALF),
    "spans beside tags": ("bio", spans_of(DOCUMENTS), tags_of(SYSTEM), HALF),
    "other columns": ("spans", spans_of(DOCUMENTS), f"name;from;to;kind\n{CSV}", HALF),
    "no header": ("spans", spans_of(DOCUMENTS), CSV, HALF),
    "a tie": ("evaluate", f"{json.dumps(BOTH)}\n", f"{json.dumps(BOTH)}\n", {1.0}),
    "an unread key": (
        "spans",
        spans_of(DOCUMENTS),
        spans_of(SYSTEM, more={"relations": [{"head": 0, "tail": 1}]}),
        HALF,
    ),
    "no ids": ("spans", spans_of(DOCUMENTS), spans_of(SYSTEM, ids=False), HALF),
    "fewer, without ids": ("spans", spans_of(DOCUMENTS), spans_of(LAST, ids=False), {24 / 44}),
    "fewer, no texts": ("spans", spans_of(DOCUMENTS), spans_of(LAST, ids=False, texts=False), {24 / 44}),
    "fewer, with ids": ("spans", spans_of(DOCUMENTS), spans_of(LAST), {24 / 44}),
    "fewer sentences": ("bio", tags_of(DOCUMENTS), tags_of(LAST), {24 / 44}),
    "more, with ids": ("spans", spans_of(DOCUMENTS[:5]), spans_of(SYSTEM), {24 / 44, 24 / 40}),
    "a suffix of ids": ("spans", spans_of(DOCUMENTS), spans_of(SYSTEM, form="{}.pred"), HALF),
    "ids twice": ("spans", spans_of(DOCUMENTS), spans_of([*SYSTEM, SYSTEM[0]]), {0.5, 24 / 52}),
    "inclusive ends": ("spans", spans_of(DOCUMENTS), spans_of(SYSTEM, end=-1), {0.0, 0.5}),
    "offsets from 1": ("spans", spans_of(DOCUMENTS), spans_of(SYSTEM, start=1, end=1), {0.0, 0.5}),
    "another scheme": ("bio", tags_of(DOCUMENTS), tags_of(SYSTEM, bilou), HALF),
    "a scheme of two names": ("bio --scheme IOB -m strict", tags_of(DOCUMENTS), tags_of(SYSTEM), HALF),
    "small letters": (
        "bio",
        tags_of(DOCUMENTS),
        tags_of(SYSTEM, lambda tags: [t.lower() for t in tags]),
        HALF,
    ),
    "gold of a model": ("spans", WRITTEN["entity-json"](DOCUMENTS), WRITTEN["entity-json"](SYSTEM), HALF),
    "a wrong format": (
        "spans --from prodigy",
        WRITTEN["doccano"](DOCUMENTS),
        WRITTEN["doccano"](SYSTEM),
        HALF,
    ),
    "a misspelt format": (
        "spans --from docano",
        WRITTEN["doccano"](DOCUMENTS),
        WRITTEN["doccano"](SYSTEM),
        HALF,
    ),
    "a misspelt measure": ("bio -m chunks", tags_of(DOCUMENTS), tags_of(SYSTEM), HALF),
    "half a percent": ("bio -m muc --min-overlap 0.5", tags_of(DOCUMENTS), tags_of(SYSTEM), HALF),
    "clusters as spans": ("spans", WRITTEN["coref-json"](DOCUMENTS), WRITTEN["coref-json"](SYSTEM), HALF),
}


@pytest.mark.parametrize("error", ERRORS)
def test_errors(error, run, tmp_path):
    """What is proposed against an error gives the number of the files without it, or a further error."""
    line, gold, system, right = ERRORS[error]
    for side, text in (("gold", gold), ("system", system)):
        (tmp_path / side).write_text(text, encoding="utf-8")
    task, *more = line.split()
    typed = [task, "-g", "gold", "-s", "system", *more]
    check_proposals(run, typed, right, "doccano")
