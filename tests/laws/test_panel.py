"""A panel of files whose format is known: recognition is never wrong, and it seldom refuses.

The files of `demo`, of the tests and, if they are there, those of `../shared/golden`. A file that is of no
format must be refused when it is recognised or read.
"""

import io
import os
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
from format_cases import FILES, FURTHER
from laws.formats import OWN

from nerkit.exceptions import NerkitError
from nerkit.io import expand
from nerkit.readers import BY_CONTENT, FORMATS, OF_GOLD, reading, sniff

ROOT = Path(__file__).parents[2]
GOLDEN = Path(os.environ.get("GOLDEN", ROOT.parent / "shared" / "golden"))
MOST_REFUSED = 0.03
NONE = ""  # of no format: to be refused
ANY = "*"  # JSON of no format of its own: numbers, settings, values of presets
TRUTH = {  # folder -> pattern of a path in it -> format; the first pattern that fits
    ROOT / "demo": {
        "*/command": NONE,
        "*/LICENSE.txt": NONE,
        "*.toml": NONE,
        "*.yaml": NONE,
        "*.rules": NONE,
        "*cfg": NONE,
        "estimate/*.txt": NONE,
        "cky/*.txt": NONE,
        "spans/answer*": "answers entity-json spacy",
        "spans/hipe-*": "hipe",
        "spans/*.txt": NONE,
        "tasks/*.jsonl": "json",
        "tasks/*": NONE,
        "*.bio": "bio",
        "*.iob": "bio",
        "seven/*.conll": "bio",
        "amr/*": "penman",
        "mrp/*": "mrp",
        "*.mrg": "ptb",
        "coref/*": "conll-coref",
        "dep/*": "conllu",
        "srl/*": "props",
        "calls/result.json": ANY,
        "calls/tools.json": ANY,
        "calls/*": "calls",
        "ie/templates-*": "gtt",
        "ie/oneie-*": "oneie",
        "ie/muc4-*.txt": "muc4",
        "ie/muc4-judged*": "json",
        "ie/*": "ie-jsonl",
        "scirex/*": "scirex",
        "formats/gold*": "doccano",
        "formats/system*": "gliner",
        "formats/langextract*": "langextract",
        "formats/*.json": "label-studio",
        "start/part*.json": ANY,
        "*.json*": "json",
        "*.tsv": "span-tsv",
    },
    GOLDEN: {
        "acid/*.bio": "bio",
        "acid/*hipe.tsv": "hipe",
        "acid/cases/32*/*": "conllu",
        "acid/*.conll": "conll-coref",
        "acid/cases/0[0-9]*.tsv": "span-tsv",
        "acid/cases/*.mrp": "mrp",
        "acid/cases/*.amr": "penman",
        "acid/cases/*.mrg": "ptb",
        "acid/cases/*.props": "props",
        "agree/*/*.bio": "bio",
        "agree/*/*.jsonl": "spacy",
        "agree/*.tsv": NONE,
        "amr/*.amr": "penman",
        "amr/*input?.txt": "penman",
        "answers/*.jsonl": "json",
        "calls/wire.json-fenced*": "answers",
        "calls/wire.pythonic*": "answers calls",
        "calls/wire.bfcl*": "answers calls",
        "calls/error*": ANY,
        "calls/*.jsonl": "calls",
        "compat/*.txt": "bio penman",
        "compat/*": NONE,
        "coref/data/arrau/*": "arrau",
        "coref/data/conll-official/*": "conll-coref",
        "coref/data/corefud-edge/no_global*.key*": "conllu",
        "coref/data/corefud-*": "corefud",
        "coref/data/*.conllu": "corefud",
        "coref/data/*.json": "coref-json",
        "coref/data/*.tsv": "span-tsv",
        "coref/data/*": "conll-coref",
        "exact/b-cubed*": "coref-json",
        "exact/*/*.tsv": "span-tsv",
        "exact/*/*.bio": "bio",
        "exact/*.txt": NONE,
        "formats/gliner-train*": "gliner-train",
        "formats/gliner*": "gliner",
        "formats/*hf-nooffset.gold*": "spacy",
        "formats/loss.gold*": "spacy",
        "formats/hf-none-plain*": "hf-pipeline",
        "formats/hf-datasets/dataset_info.json": ANY,
        "formats/hf-datasets*.jsonl": "hf-datasets",
        "formats/*hf-*.json": "hf-pipeline",
        "formats/uie-sel*": "uie-sel",
        "formats/uie*": "uie",
        "formats/universalner*": "universalner",
        "formats/doccano*l": "doccano",
        "formats/*langextract*": "langextract",
        "formats/*.spacy": "spacy-bin",
        "formats/*webanno*": "webanno",
        "formats/*.jsonl": "answers entity-json",
        "formats/instructuie*": NONE,  # which its task alone reads
        "hipe/*.tsv": "hipe",
        "ie/*.conllu": "conllu",
        "ie/data/brat/*.ann": "brat",
        "ie/data/dygiepp*": "dygie",
        "ie/data/scirex*": "scirex",
        "ie/data/spacy_ner*": "spacy",
        "ie/data/label*": "label-studio",
        "ie/data/*.spacy": "spacy-bin",
        "ie/data/*docred*": "docred",
        "ie/data/prodigy*": "prodigy",
        "ie/data/spacy_demo.jsonl": "prodigy",
        "ie/data/*grit*": "grit",
        "ie/data/*gtt*": "gtt",
        "ie/data/*iterx*": "iterx",
        "ie/data/textee*": "oneie",
        "ie/data/wikievents_genarg*": NONE,
        "ie/data/wikievents*coref*": "json",
        "ie/data/wikievents*": "wikievents",
        "ie/data/muc4*": "muc4",
        "ie/docred*": "docred",
        "ie/ree*": "grit",
        "ie/templates*": "gtt",
        "ie/relations*": "ie-jsonl",
        "ie/events*": "oneie",
        "ie/scirex*": "scirex",
        "ie/wikievents*": "wikievents",
        "ie/muc4*.txt": "muc4",
        "json/shapes/chat_gold*": ANY,
        "json/shapes/openai_tools*": "calls",
        "json/*.jsonl": "json",
        "linking/*.tsv": "span-tsv",
        "linking/*.ttl": "nif",
        "mrp/*.mrp": "mrp",
        "neleval/*weights.tsv": NONE,
        "neleval/*gold.tsv": "span-tsv",
        "neleval/*sys*.tsv": "span-tsv",
        "ner/*.bio": "bio",
        "ner/*.csv": NONE,
        "srl/*.props": "props",
        "srl/*conll09*": "conll09",
        "syntax/*.conllu": "conllu",
    },
}


def fixtures():
    """(what is recognised, its format) of the tests' own texts."""
    for name, text in FILES.items():
        yield name, text
    for name, texts in (*FURTHER.items(), *((name, [text]) for name, text in OWN.items())):
        for text in texts:
            yield name, text
    for path in sorted((ROOT / "tests" / "readers" / "cases").glob("*.toml")):
        for table in tomllib.loads(path.read_text("utf-8")).get("good", ()):
            yield path.stem, table["text"]


def format_of(root, path):
    """What TRUTH says of a file; None if it says nothing."""
    inside = path.relative_to(root).as_posix()
    return next((form for pattern, form in TRUTH[root].items() if fnmatch(inside, pattern)), None)


def found(sources, right):
    """The format of an input, as recognition and then its reader take it; empty if one of them refuses it."""
    formats = OF_GOLD if all(FORMATS[form].for_gold for form in right) else BY_CONTENT
    try:
        name = sniff(sources(), formats)
        if name and name not in right:
            reading(name, None)(sources())
    except NerkitError:
        return NONE
    return name


@pytest.mark.parametrize("root", TRUTH, ids=lambda root: root.name)
def test_files(root):
    """A file is of the format that its name tells, or it is refused."""
    paths = [
        path
        for path in sorted(root.rglob("*"))
        if path.is_file() and format_of(root, path) not in (None, ANY)
    ]
    wrong, refused = {}, []
    for path in paths:
        right = format_of(root, path).split()
        name = found(lambda path=path: expand(str(path)), right)
        if name and name not in right:
            wrong[path.relative_to(root).as_posix()] = name
        refused += [path.relative_to(root).as_posix()] if right and name == NONE else []
    assert not wrong, str(wrong)
    assert len(refused) <= MOST_REFUSED * len(paths), refused


NAMED_ONLY = ("conll12", "noisy-bio", "instructuie", "records", "model-output")  # if no task is named
EXCEPTIONS = [
    ("calls", "json")
] * 4  # calls as texts: any JSON may hold such texts, so `nerkit calls` reads them


def test_fixtures():
    """The texts of the tests are recognised as what they are, or refused."""
    wrong, refused, number = [], [], 0
    for form, text in fixtures():
        if form in NAMED_ONLY or not FORMATS[form].corpora:
            continue
        number += 1
        data = text if isinstance(text, bytes) else text.encode()
        name = found(lambda data=data: expand(io.BytesIO(data)), [form])
        if name and name != form:
            wrong.append((form, name))
        refused += [(form, text[:150])] if name == NONE else []
    assert wrong == EXCEPTIONS
    assert len(refused) <= MOST_REFUSED * number, "\n".join(map(str, refused))
