"""What is known of every format: one record in its module."""

import hashlib
import io
import random
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from inspect import unwrap
from itertools import chain

import pytest
from format_cases import CASES, FILES, FURTHER
from fuzz.mutations import mutate
from tries import each

from nerkit import readers
from nerkit.exceptions import InputError, UsageError
from nerkit.io import expand
from nerkit.readers import BY_CONTENT, FORMATS, register
from nerkit.readers.format import Reader
from nerkit.readers.records.templates import TemplateShape
from nerkit.readers.sample import Sample, recognises
from nerkit.scorers import SCORERS, task_named


@each("name", FORMATS)
def test_a_module_ends_in_its_reader(name):
    """The record takes the functions that the module or its shape has, and is what the name stands for."""
    module = import_module(FORMATS[name].module)
    assert isinstance(module.READER, Reader)
    assert readers.reader(name) is module.READER
    holder = module if hasattr(module, "read") else module.SHAPE
    own = [getattr(holder, key, None) for key in ("read", "spans")]
    assert unwrap(module.READER.read) in own or isinstance(module.SHAPE, TemplateShape)  # which makes one


def test_formats_that_tasks_read_are_scored():
    """A format is scored exactly if a task reads it."""
    tasks = [task_named(name) for name in SCORERS]
    read = {form for task in tasks for form in task.formats}
    scored = [name for name in FORMATS if FORMATS[name].scored]
    assert set(scored) == read
    assert set(scored) - set(BY_CONTENT) == {
        *("noisy-bio", "records", "conll12", "model-output", "instructuie")
    }
    assert [name for name in FORMATS if name not in scored] == ["dot", "ucca-xml", "eds", "sdp"]


@each("name", sorted(FILES.keys() - {"spacy-bin"}))  # which spaCy reads
def test_origins_have_the_digest_of_the_whole_file(name, tmp_path):
    """Also where a reader notes the file before it has read it."""
    data = FILES[name] if isinstance(FILES[name], bytes) else FILES[name].encode()
    path = tmp_path / "input"
    path.write_bytes(data)
    corpus = readers.reader(name).read(expand(path))
    corpus = corpus[0] if isinstance(corpus, tuple) else corpus
    assert {origin.sha256 for origin in corpus.origins} <= {hashlib.sha256(data).hexdigest()}


def beginnings():
    """The first texts of small files of all formats, of the cases that are read, and of damaged ones."""
    chance, cases = random.Random(3), [each["text"] for one in CASES.values() for each in one.get("good", ())]
    texts = [*FILES.values(), *chain.from_iterable(FURTHER.values()), *cases]
    raw = [text if isinstance(text, bytes) else text.encode() for text in texts]
    damaged = [mutate(chance, one, chance.choice(raw)) for one in raw for _ in range(4)]
    heads = []
    for one in (*raw, *damaged):
        with suppress(InputError):
            heads += [source.head for source in expand(io.BytesIO(one))]
    return heads


HEADS = beginnings()


@each("name", FORMATS)
def test_every_format_recognises_a_text(name):
    """Its evidence fits a small file, one of the cases, or one of these with damage."""
    assert any(recognises(name, Sample(head)) for head in HEADS)


@each("name", FORMATS)
def test_readers_guess_where_the_register_says(name):
    """A reader that takes an unknown text for a broken one of its own is asked about it."""
    guess = readers.reader(name).guess
    for formats in (list(BY_CONTENT), *(task_named(task).formats for task in SCORERS)):
        candidates = [one for one in formats if one in FORMATS]
        guessed = [head for head in HEADS if name in candidates and guess(head, candidates)]
        assert [head for head in guessed if name not in register.guessing([name], head)] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The quick brown fox jumps over the lazy dog.\nIt is here, with words.\n" * 300, "text without"),
        ("a\tb\tc\td\te\tf\n" * 500, "CSV, tabs between a, b, c, d, e, f"),
        ("name: x\nitems:\n  - a: 1\n    b: 2\n" * 100, "settings"),
        ("<?xml version='1.0'?>\n<root><a x='1'>t</a></root>\n", "XML"),
    ],
)
def test_an_unknown_text_is_refused_by_a_few_features(text, said):
    """The refusal says what it looks like; hardly any reader is loaded for it."""
    code = (
        "import io, sys\nfrom nerkit import readers\nfrom nerkit.io import expand\n"
        "from nerkit.exceptions import InputError\n"
        "try:\n    readers.sniff(expand(io.StringIO(sys.argv[1])), readers.BY_CONTENT)\n"
        "except InputError as error:\n    print(error.problem)\n"
        "modules = [one.module for one in readers.FORMATS.values()]\n"
        "print(sum(module in sys.modules for module in modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, text], capture_output=True, text=True, check=True)
    problem, loaded = done.stdout.splitlines()
    assert problem.startswith(f"this looks like {said}")
    assert int(loaded) < len(FORMATS) / 5


def test_a_special_case_wins():
    """A format with the columns or keys of another format, and more, extends that one."""
    pairs = {
        "primesrl": "up",
        "up": "conllu",
        "corefud": "conllu",
        "conll-coref": "span-tsv",
        "scirex": "dygie",
    }
    pairs |= {"spert": "ie-jsonl", "dygie": "ie-jsonl", "doccano": "spacy", "hf-pipeline": "gliner"}
    pairs |= {"conllu": "conllx", "entity-json": "answers"}
    assert [pair for pair in pairs.items() if pair[1] not in register.extended(pair[0])] == []


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
        spans = readers.reading(form, "spans")(source)
        assert (spans.start < spans.end).all()
