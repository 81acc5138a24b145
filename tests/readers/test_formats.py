"""What is known of every format: one record in its module."""

import io
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from inspect import unwrap

import pytest
from cli.test_conversions import FILES

from nerkit import readers
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError, UsageError
from nerkit.io import expand
from nerkit.readers import BY_CONTENT, FORMATS
from nerkit.readers.format import Reader
from nerkit.scorers import SCORERS, task_named


@pytest.mark.parametrize("name", FORMATS)
def test_a_module_ends_in_its_reader(name):
    """The record takes the functions that the module or its shape has, and is what the name stands for."""
    module = import_module(FORMATS[name].module)
    assert isinstance(module.READER, Reader)
    assert readers.reader(name) is module.READER
    assert (module.READER.recognise, unwrap(module.READER.read)) == (
        module.recognise,
        getattr(module, "read", None) or module.SHAPE.read,
    )


def test_formats_that_tasks_read_are_scored():
    """A format is scored exactly if a task reads it."""
    tasks = [task_named(name) for name in SCORERS]
    read = {form for task in tasks for form in task.formats}
    scored = [name for name in FORMATS if readers.reader(name).scored]
    assert set(scored) == read
    assert set(scored) - set(BY_CONTENT) == {
        *("noisy-bio", "records", "conll12", "model-output", "instructuie")
    }
    assert [name for name in FORMATS if name not in scored] == ["dot", "ucca-xml", "eds", "sdp"]


@pytest.mark.parametrize("name", FORMATS)
def test_files_begin_as_the_register_says(name):
    """What its reader recognises begins with a character that the register has for it."""
    text = FILES[name]
    (source,) = expand(io.BytesIO(text if isinstance(text, bytes) else text.encode()))
    recognised = readers.reader(name).recognise(source.head)
    assert (name in readers.in_order(FORMATS, source.head)) >= recognised


def test_a_special_case_is_asked_first():
    """What has the columns or keys of another format, and more, comes before that one."""
    pairs = {
        "primesrl": "up",
        "up": "conllu",
        "corefud": "conllu",
        "conll-coref": "span-tsv",
        "scirex": "dygie",
    }
    pairs |= {"spert": "ie-jsonl", "dygie": "ie-jsonl", "doccano": "spacy", "hf-pipeline": "gliner"}
    pairs |= {"conllu": "conllx", "spacy": "entity-json", "entity-json": "answers"}
    asked = readers.in_order(FORMATS)
    assert [pair for pair in pairs.items() if asked.index(pair[0]) > asked.index(pair[1])] == []


def test_readers_are_loaded_when_their_turn_comes():
    """What an early format recognises loads none of the later ones."""
    code = (
        "import io, sys\nfrom nerkit import readers\nfrom nerkit.io import expand\n"
        "print(readers.sniff(expand(io.StringIO('(b / boy)')), readers.BY_CONTENT))\n"
        "print('nerkit.readers.spans.brat' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["penman", "False"]


def test_an_unknown_format():
    """A name that is none is an error of the user."""
    with pytest.raises(UsageError, match="unknown format 'conlu'; did you mean 'conllu'"):
        readers.reader("conlu")


@pytest.mark.parametrize(
    ("form", "span", "between"),
    [
        ("csv", "0,7", "7,7"),
        ("webanno", "0-7", "7-7"),
        ("aida", "\nTolkien", "\n"),
        ("span-tsv", "0\t0\tQ", "0\t-1\tQ"),
        ("brat", "PER 0 7", "PER 7 7"),
        ("prodigy", '"end": 7', '"end": 0'),
        ("spacy", '"end": 7', '"end": 0'),
        ("label-studio", '"end": 7', '"end": 0'),
        ("hf-pipeline", '"end": 7', '"end": 0'),
        ("gliner", '"end": 7', '"end": 0'),
        ("uie", '"end": 7', '"end": 0'),
        ("langextract", 'end_pos": 7', 'end_pos": 0'),
        ("nif", "char=0,7", "char=7,7"),
        ("brackets", "Tolkien", ""),
        ("entity-json", "Tolkien", ""),
    ],
)
def test_no_span_is_between_two_characters(write, form, span, between):
    """Such a span is an error, or left out with a warning: nothing of it could be shared."""
    assert span in FILES[form]
    source = expand(str(write("input", FILES[form].replace(span, between, 1))))
    with suppress(InputError):
        spans = readers.reading(form, Spans)(source)
        assert (spans.start < spans.end).all()
