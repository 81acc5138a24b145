"""Command lines with damaged files: what the fuzzer runs.

Everything is derived from the lists of the package: readers from FORMATS, commands from COMMANDS, options
from the parameters of a command. A format without a seed, or an option file without one, fails a test.
"""

import functools
from pathlib import Path
from typing import NamedTuple

import click
from format_cases import FILES, FURTHER
from fuzz.mutations import NUMBERS, TOKENS, mutate

from nerkit.cli.commands import COMMANDS as COMMANDS
from nerkit.cli.commands import loaded
from nerkit.readers import FORMATS
from nerkit.readers.sample import Sample, recognises
from nerkit.scorers import SCORERS, task_named
from nerkit.writers.targets import targets

DEMO = Path(__file__).parent.parent.parent / "demo"
GOOD = 0.15  # of the files are left as they are
OPTION = 0.12  # chance of each option of a command
LEFT_OUT = {"help", "dask", "system", "verbose"}  # dask opens connections; systems are given as arguments


class Case(NamedTuple):
    """A command line, and the files of the folder where it is run; `-` is standard input."""

    arguments: list[str]
    files: dict[str, bytes]


METRIC = (DEMO / "ie" / "arguments.toml").read_bytes()
CONFIG = b'[tool.nerkit]\nmeasure = ["sets::span"]\nby = ["label"]\ndigits = 4\nformat = "json"\nbeta = 2.0\n'
CONFIG += b'[tool.nerkit.spans]\nmatch = "exact"\n[tool.nerkit.bio]\nscheme = "auto"\n'
SIDE_FILES = {  # parameter that names a file -> files as they should be
    "label_map": [b"PER\tperson\nLOC\tplace\n", b"# comment\nNP\tNP\n"],
    "type_weights": [b"# types\nPER\tLOC\t0.25\nLOC\tPER\t0.5\n", b'{"root": ["PER", "LOC"], "PER": ["A"]}'],
    "id_weights": [b"Q1\tQ2\t0.5\n", b'{"Q1": ["Q2", "Q3"]}'],
    "ignore_spans": [b"1\t0\t0\nharbour\t0\t5\n", b"1\t0\t0\tQ892\t1.0\tPER\n"],
    "partial_gold": [b"1\nharbour\n"],
    "frames": [b"want-01\tARG0\tARG1\n", b'{"want-01": ["ARG0"]}', b"want-01 ARG0 ARG1\n"],
    "judgements": [
        b'{"path": "items[].name", "gold": "Milk", "system": "Bread", "credit": 0.5}\n',
        b'{"path": "Victim", "gold": "juan", "system": ["maria", "juan"], "agree": true}\n',
        b'{"path": "hum-tgt-type", "gold": "CIVILIAN: JUAN", "system": "CIVILIAN: X", "credit": 0}\n',
        b'{"path": "head", "gold": [0, 2], "system": "mayor", "credit": 1}\n',
    ],
    "tools": [
        b'[{"name": "find", "parameters": {"properties": {"q": {"type": "str"}, "n": {"default": 1}}}}]',
        b'{"tools": [{"name": "find", "inputSchema": {"properties": {"q": {"default": "x"}}}}]}',
    ],
    "schema": [b'{"properties": {"total": {"type": "number", "x-nerkit": {"weight": 2}}}}'],
    "metric": [METRIC, b'[metric]\nfield = "relations"\nset = "same"\nnormalize = "f1"\n'],
    "config": [CONFIG],
    "label_names": [b"O\nB-PER\n", b'{"id2label": {"0": "O"}}', b'[{"id": 1, "text": "PER"}]'],
    "format_file": [
        b'text = "text"\n[entities]\nlist = "spans"\nlabel = "label"\nstart = "start"\nend = "end"\n',
        b"[columns]\ntag = -1\n",
    ],
    "seen": [FILES["docred"].encode()],
    "clusters": [
        b'{"doc_key": "a", "clusters": [["e1", "e2"]]}\n',
        b'{"doc_id": "a", "clusters": {"BERT": [[0, 1]], "SQuAD": []}}\n',
    ],
    "mentions": [b'{"doc_id": "a", "ner": [[0, 1, "Method"]]}\n'],
    "tokens": [b"Tolkien left Oxford\n", b"Tolkien\nleft\nOxford\n"],
    "text": [b"1\tTolkien left\n", b"7\tHe left\n", b'{"id": "7", "text": "He left"}\n'],
    "against": [b"Tolkien left Oxford\n"],
    "mapping": [b"PER;PERSON\nLOC;PLACE\n", b"PER,PERSON\n"],
    "only": [b"1\nharbour\na\n"],
    "grammar_path": [
        (DEMO / "cky" / "l1.pcfg").read_bytes(),
        b"S -> S S | 'He' | Tolkien | left\n",
        b"# \nS -> A | B S\nA -> S | B\nB -> He\n",
    ],
    "induce": [(DEMO / "cky" / "gold.mrg").read_bytes(), (DEMO / "chunk" / "trees.mrg").read_bytes()],
    "head_rules": [b"NP r NN\nVP l VP VBD\n"],
    "judged": [b"1\t0\t5\tQ1\t1.0\tPER\nd1\t0\t5\tQ1\t1.0\tPER\nd2\t0\t5\tQ1\t1.0\tPER\n"],
    "gold_documents": [b"1\nd1\n", b""],
    "judged_documents": [b"1\n2\nd1\n"],
    "ids": [b"a\tb\n", b"# ids\n(a); part 000\ta\nb\ta\n"],
    "dictionary": [b"Tolkien\tQ892\tPER\nOxford\tQ34217\n"],
    "compare_to": [],  # stored results, see `stored`
    "results": [],
}
COSTLY = ("resamples", "workers", "trees", "k_best")  # options that take the time they are asked to
OUTPUTS = {  # parameters that name what is written
    "output": "written",
    "copy": "copied",
    "undecided": "undecided",
    "caption": "captioned",
}
INPUTS = {"gold", "systems", "path", "paths", "results", "annot", "predict", "folder", "measure", "task"}
WORDS = {  # parameter -> what may stand there
    "title": ["a <b>title</b>", "\u202e", ""],
    "absent": ["phrases", "total,items[].name", "**", ""],
    "absent_values": ["null,", "n/a,none", ",", ""],
    "baseline": ["system", "a", "x", ""],
    "unit": ["source", "x", ""],
    "booleans": ["yes", "total=yes", "x=x", "="],
    "dates": ["iso", "dmy", "total=mdy", "x"],
    "numbers": ["en", "de", "total=en", "x"],
    "document": ["1", "a", "x", ""],
    "label": ["PER", "NP", "", "\u202e"],
    "feature": ["eid", "type", "value", "x", ""],
    "layer": ["a.NamedEntity", "ner", "0", "x", ""],
    "gold_field": ["value", "value.items", "x", "[", ""],
    "system_field": ["value", "output[0]", "**", ""],
    "id": ["id", "a.b", "x", ""],
    "gold_id": ["id", "a.b", "x", ""],
    "system_id": ["id", "doc_key", "x", ""],
    "group": ["sets", "x", ""],
    "line": ["nerkit spans --la", "nerkit ", "nerkit bio -g gold --labels ", "x", ""],
    "level": ["0.05", "0", "1", "nan", "x"],
    "target": ["0.8", "0", "1", "nan", "x"],
    "max_size": ["1kB", "none", "0", "-1", "1e9MB", "x"],
    "shard_size": ["64kB", "1", "0", "-1", "1e400MB", "x"],
    "n_best": ["1", "1,2", "0", "-1", "", "9" * 30],
    "noise": ["0.1", "0,0.5", "nan", "", "x"],
    "period": ["1900,1950", "x", "nan", ""],
    "params": ["collins", "x", "", "params"],
    "sort": ["name", "LAS", "x", ""],
    "spans_key": ["ents", "spans", "sc", "x", ""],
    "by": ["label", "document", "type", "sentence", "noise", "kbid", "eid", "docid", "nothing"],
    "labels": ["PER", "PER,LOC", "", ",", "*", "NP"],
    "only": ["@only", "label=PER", "label=@only", "document=1", "sentence=1", "x=y", "=", "document="],
    "form": list(FORMATS),
    "workers": ["1", "1", "0", "x", "-1", "9" * 20],
    "confidence": ["0.9", "95%", "0", "1", "nan", "-1", "1e400"],
    "fail_under": [
        *("0.5", "50%", "nan", "sets::span=0.2", "chunk/PER:recall=.1", "=", "x=1", "LAS=0.1"),
        *("a/b:c", "chunk:lower=.2"),
    ],
    "fail_over": ["0.5", "loss=0.2", "avg-crossing:upper=3", "1e400", "x"],
    "gate": ["worse", "0.5", "chunk:lower=.2", "x=", ""],
    "gate_alpha": ["0.05", "5%", "0", "nan", "x"],
    "margin": ["0.02", "2%", "0", "1", "-1", "nan", "x"],
    "annotator": ["user", "_annotator_id", "completed_by", "id", "text", "x", ""],
    "gamma_weights": ["1,1", "0,1", "1,0", "nan,1", "x", "1", "-1,1"],
    "rules": ["head", "conll2000", "x", "written"],
    "start": ["S", "NP", "x", ""],
    "trees": ["0", "1", "7", "-1"],
    "k_best": ["1", "3", "0"],
    "noise_bins": ["0.1,0.2", "0", "nan", "0.2,0.1", ",", "1e400"],
    "scheme": ["auto", "IOB1", "IOB2", "IOE1", "IOE2", "BIOES", "BILOU", "BMEWO", "IO", "x"],
    "own": ["match=overlap", "match", "limit=3", "x=1", "=", "scheme=IO", "tree_decay=nan", "threshold=2"],
    "score": ["score", "exact_match", "a", "x", ""],
    "alpha": ["0.05", "5%", "nan", "0", "1", "2"],
    "preset": ["conll03", "webnlg", "dst", "tac14", "x", "", "dist:x", "./x.toml"],
    "settings": ["slots=30", "slots=0", "slots", "=", "x=1"],
    "kind": ["measures", "formats", "presets", "tasks", "labels", "systems", "x", ""],
    "name": ["spans", "b_cubed", "sets:is_x:span", "conllu", "brat", "conll03", "cky", "x", ""],
    "kinds": ["missed", "spurious", "wrong-type", "label", "boundary"],
    "framework": ["dm", "psd", "eds", "ucca", "amr", "x"],
    "check": ["E1", "E2", "E3", "U1", "R1", "R2", "x"],
    "resamples": ["1", "7", "20", "0", "-1"],  # what is asked for takes its time
    "seed": ["0", "1", "99", "-1", str(2**64)],
    "threshold": ["0", "0.3", "1", "1e9", "-1", "nan", "inf"],
    "column": ["1", "2", "-1", "0", "-99", "9" * 30],
    "limit": ["0", "1", "100", "-1"],
    "array": ["items=set", "**=sequence", "items=position", "x=bag", "items", "items=x"],
    "any": ["items", "items[].name", "search.q", "**", "x", ""],
    "any_key": ["any", "none", "name", "x", ""],
    "key": ["items=name", "items=x", "**=name", "items="],
    "within": ["0.1", "1%", "total=0.5", "nan", "-1", "1e999"],
    "similar": ["edit:0.8", "tokens:1", "edit", "edit:2", "x:1"],
    "weight": ["total=2", "items[]=0.5", "total=-1", "**=0"],
    "ignore": ["total", "**.name", "x", "[", "items[]"],
    "text": ["casefold", "nfkc,space", "items=punct", "x", ""],
    "tree_decay": ["0", "0.5", "1", "2", "nan"],
    "measure": ["overlap-maxsum::span", "LAS", "ucca", "smatch", "sets:is_linked:span+kbid", "x::y"],
    "measures": [
        *("all", "x", "sets::", "::", "sets:is_x:span", "overlap-maxmax::span+type", "sets::type+"),
        *("ucca", "squad", "triviaqa,triviaqa/em", "drop", "anls", "anls-star"),
    ],
}


@functools.cache
def command_of(name):
    return loaded(name)


@functools.cache
def seeds(form):
    """Pairs of gold and system in a format: its small files, each with itself, and the demo data in it."""

    small = FILES[form] if isinstance(FILES[form], bytes) else FILES[form].encode()
    pairs = [(each, each) for each in (small, *map(str.encode, FURTHER.get(form, ())))]
    for folder in sorted(DEMO.iterdir()):
        files = [next(folder.glob(f"{side}.*"), None) for side in ("gold", "system")]
        if None in files:
            continue
        sides = [file.read_bytes() for file in files]
        if recognises(form, Sample(sides[0].decode(errors="replace"))):
            pairs.append(tuple(sides))
    return pairs


@functools.cache
def stored():
    """Stored results, with and without counts, of the demo data of every task."""
    from fuzz.judge import carried_out

    results = []
    for folder in (DEMO / name for name in sorted(SCORERS) if (DEMO / name).exists()):
        line = (folder / "command").read_text().split()[1:]
        files = {
            path.name: path.read_bytes()
            for path in folder.iterdir()
            if path.is_file() and path.name != "command"
        }
        for more in (["-f", "json"], ["--counts-only"]):
            done = carried_out(Case([*line, *more], files))
            assert done.code == 0, done.err
            results.append(done.out.encode())
    return results


def formats_of(name):
    """The formats that a command is for; of one that is not a task, all."""
    if name not in SCORERS:
        return list(FORMATS)
    task = task_named(name)
    return [*task.formats, *task.named_formats]


def commands_for(form):
    """The commands that read a format."""
    return [
        name
        for name in ("evaluate", "errors", "validate", "convert", "compare", *SCORERS)
        if form in formats_of(name)
    ]


def of_reader(random, form):
    """A case that lets one reader read."""
    return of_command(random, random.choice(commands_for(form)), form)


def of_writer(random, to):
    """A case that lets one writer write what it can of some format."""
    form = random.choice([form for form in FORMATS if to in targets(form)])
    case = of_command(random, "convert", form)
    # the last --to counts
    return Case(
        [*case.arguments, "--to", to, *random.choice([[], ["--lossy"], ["--by-sentence"]])], case.files
    )


def of_command(random, name, form=None):
    """A case for one command."""
    form = form or random.choice(formats_of(name))
    files, arguments = {}, [name]
    _options(random, name, files, arguments)
    parameters = {parameter.name: parameter for parameter in command_of(name).params}
    if "form" in parameters and "--from" not in arguments and random.random() < 0.4:
        arguments += ["--from", form]
    gold, system = random.choice(seeds(form))
    if "gold" in parameters and random.random() < 0.97:
        arguments += ["-g", _file(random, files, "gold", gold, system)]
    if "annot" in parameters:
        arguments += ["-a", _file(random, files, "annot", gold, system)]
        arguments += ["-p", _file(random, files, "predict", system, gold)]
    for parameter in parameters.values():
        if isinstance(parameter, click.Argument):
            arguments += _arguments(random, parameter, files, (gold, system))
    if name == "convert" and "--to" not in arguments and random.random() < 0.8:
        arguments += ["--to", random.choice(list(parameters["to"].type.choices))]
    return Case(arguments, files)


def _arguments(random, parameter, files, pair):
    """What stands without an option: files, stored results, or a name."""
    if parameter.name in WORDS:
        return [random.choice(WORDS[parameter.name])]
    if parameter.name == "task":
        return [random.choice([*SCORERS, "x"])] if random.random() < 0.7 else []
    if not isinstance(parameter.type, click.Path):
        return [random.choice(TOKENS)]
    most = 3 if parameter.nargs == -1 else 1
    number = random.choice(range(1, most + 1))
    if parameter.name == "results" or (most > 1 and random.random() < 0.05):
        return [_file(random, files, f"stored{i}.json", *random.sample(stored(), 2)) for i in range(number)]
    return [_file(random, files, f"system{i}" if i else "system", *pair[::-1]) for i in range(number)]


def _options(random, name, files, arguments):
    """Options of the command, each with a small chance."""
    for parameter in command_of(name).params:
        if not isinstance(parameter, click.Option) or parameter.name in LEFT_OUT | INPUTS:
            continue
        if random.random() > OPTION or (parameter.name == "show_config" and random.random() < 0.8):
            continue
        long = parameter.opts[-1]
        if parameter.is_flag:
            arguments.append(long)
        else:
            arguments.append(f"{long}={_value(random, parameter, files)}")


def _value(random, parameter, files):
    """A value of an option, mostly one of its kind."""
    name = parameter.name
    if name in OUTPUTS:
        return OUTPUTS[name]
    if isinstance(parameter.type, click.Path) or (name in SIDE_FILES and name not in WORDS):
        good = random.choice(SIDE_FILES[name] or stored())
        return _file(random, files, f"{name}.toml" if name in ("metric", "config") else name, good, CONFIG)
    if isinstance(parameter.type, click.Choice) and random.random() < 0.97:
        return random.choice(list(parameter.type.choices))
    words = WORDS.get(name, NUMBERS + TOKENS)
    if random.random() < 0.1 and name not in COSTLY:
        words = NUMBERS + TOKENS
    value = random.choice(words).replace("\0", "")
    if "@only" in value:
        _file(random, files, "only", SIDE_FILES["only"][0], METRIC)
    return value


def _file(random, files, name, good, other):
    """Write a file that is damaged or not; gives its name."""
    files[name] = good if random.random() < GOOD else mutate(random, good, other)
    if random.random() < 0.01:
        files["-"] = files.pop(name)
        return "-"
    return name
