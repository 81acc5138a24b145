"""A run in shards has the bytes of a run in one piece: numbers, warnings, errors."""

import contextlib
import gzip
import hashlib
import json
import math
import os
import random
import re
import shutil
import signal
import sys
import threading
import time
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from format_cases import FILES
from hypothesis import example, given
from hypothesis import strategies as st
from laws.corpora import CORPORA, Document
from tries import matrix, tries

from nerkit import readers
from nerkit.evaluation.error_lists import Listing
from nerkit.evaluation.evaluate import evaluate_systems, list_errors
from nerkit.evaluation.request import Request
from nerkit.evaluation.sharding import one_shard, shards
from nerkit.evaluation.sharding.files import FILE, FilePart, digests_of, groups
from nerkit.evaluation.stored.results import counts_of
from nerkit.exceptions import InputError, NerkitError, UsageError
from nerkit.formatters import FORMATTERS, render
from nerkit.parallel import windowed
from nerkit.readers.cuts import IDS, way_of
from nerkit.results.counts import ALL, Counts, Part, pooled_counts
from nerkit.results.error_parts import Selected
from nerkit.scorers import SCORERS, task_named

TASKS = [task for task in CORPORA if task != "noisy"]  # of which a corpus is one file
UNCUT = ("spans:strings", "ie:opinions")  # whose files are read in one piece
CUT = [task for task in TASKS if task not in UNCUT]
MEASURES = {"spans": ["sets::span+type", "overlap-maxmax::span", "overlap-sumsum::span"]}


def documents(task, seed, count):
    """So many random documents of a task, gold and system."""
    chance = random.Random(seed)
    made = [(f"d{i}", *CORPORA[task](chance, f"d{i}", lambda name: name)) for i in range(count)]
    return [Document(name, gold, system) for name, gold, system in made]


def requested(*, task, **asked):
    """What is asked for; of a corpus of a task, `ie:scirex`, the task alone is named."""
    return Request.of(task=task.partition(":")[0], **asked)


def outcome(gold, system, **asked):
    """All that a run gives: its counts, its texts in several formats, its warnings in any order; or its
    error.
    """
    request = requested(**asked)
    try:
        result = evaluate_systems(str(gold), {"s": str(system)}, request)
        result = replace(result, warnings=tuple(sorted(result.warnings)))
        counts = json.dumps(counts_of(result)) if request.by_document else ""
        return [counts, *(shown(result, form) for form in FORMATTERS), result.warnings]
    except NerkitError as error:
        return str(error)


def shown(result, form):
    """The result in a format, or why it cannot be shown in it."""
    try:
        return render(result, form)
    except UsageError as error:
        return str(error)


def reason(gold, system, **asked):
    """Why a run was one in one piece; None if it was in shards."""
    result = evaluate_systems(str(gold), {"s": str(system)}, requested(**asked))
    return next((note for note in result.notes if "one piece" in note), None)


def written(folder, texts):
    paths = [folder / f"{side}.txt" for side in ("gold", "system")]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text.encode())
    return paths


CUTS = ((), ("label",), ("document",))
NEWDOC, MARK = "# newdoc id = n\n", "-DOCSTART- (x{})\n\n"


def less(side, place):
    return [text for i, text in enumerate(side) if i != place]


def changed(side, place, change):
    return [change(text) if i == place else text for i, text in enumerate(side)]


DAMAGES = {  # what is unusual, or wrong: (texts of the documents, the place) of gold, and of the system
    "none": (lambda side, _: side, lambda side, _: side),
    "missing": (lambda side, _: side, less),
    "extra": (less, lambda side, _: side),
    "shuffled": (lambda side, _: side, lambda side, at: [side[at], *less(side, at)]),
    "repeated": (lambda side, at: [*side, side[at]], lambda side, at: [*side, side[at]]),
    "broken": (
        lambda side, _: side,
        lambda side, at: changed(side, at, lambda text: text.replace("\t", " ").replace("-", "", 1)),
    ),
    "bracket": (lambda side, at: changed(side, at, lambda text: text.replace("{", "[", 1)), less),
    "blank": (lambda side, at: changed(side, at, lambda text: f"{text}\n\n"), lambda side, _: side),
    "unlike": (
        lambda side, _: side,
        lambda side, at: changed(side, at, lambda text: text.replace("B-", "S-").replace("\tPER", "\t")),
    ),
    "marked": (
        lambda side, _: [MARK.format(i) + text for i, text in enumerate(side)],
        lambda side, _: [MARK.format(i) + text for i, text in enumerate(side)],
    ),
    "marked late": (
        lambda side, at: changed(side, at, lambda text: NEWDOC + text),
        lambda side, at: changed(side, at, lambda text: NEWDOC + text),
    ),
    "comment": (lambda side, at: changed(side, at, lambda text: f"# hm\n{text}"), lambda side, _: side),
    "run on": (lambda side, _: side, lambda side, at: changed(side, at, lambda text: text.rstrip() + "\n")),
    "twice": (lambda side, _: side, lambda side, at: changed(side, at, lambda text: text * 2)),
}
ENDS = {  # what is done to a whole text
    "as it is": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "cr": lambda text: text.replace("\n", "\r"),
    "no end": lambda text: text.rstrip("\n"),
    "mark": lambda text: "\ufeff" + text,
}


def damaged(damage, listed, place, end="as it is"):
    """The two sides as text, with something in one place that may be wrong, or unusual."""
    sides = [one.gold for one in listed], [one.system for one in listed]
    changes = DAMAGES[damage]
    return [
        ENDS[end]("".join(change(side, place % len(listed))))
        for change, side in zip(changes, sides, strict=True)
    ]


shapes = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 10**6),
        "count": st.integers(2, 12),
        "size": st.integers(100, 1500),
        "damage": st.sampled_from(list(DAMAGES)),
        "end": st.sampled_from(list(ENDS)),
        "place": st.integers(0, 99),
        "by": st.sampled_from(CUTS),
        "documents": st.booleans(),
    }
)
PLAIN = {"seed": 1, "count": 9, "size": 200, "end": "as it is", "place": 4, "by": (), "documents": False}


@pytest.mark.parametrize("task", TASKS)
@tries(2)
@given(shapes)
@example(PLAIN | {"damage": "none", "by": ("label",)})
@example(PLAIN | {"damage": "missing", "documents": True})
@example(PLAIN | {"damage": "twice"})
@example(PLAIN | {"damage": "run on"})
@example(PLAIN | {"damage": "none", "seed": 2666, "size": 100})
@example(PLAIN | {"damage": "none", "seed": 0, "count": 5, "size": 100, "by": ("label",)})
def test_the_same_bytes_however_files_are_cut(tmp_path, task, shape):
    """Whatever a corpus looks like, and wherever it is wrong."""
    listed = documents(task, shape["seed"], shape["count"])
    paths = written(tmp_path, damaged(shape["damage"], listed, shape["place"], shape["end"]))
    asked = {
        "task": task,
        "by": shape["by"],
        "by_document": shape["documents"],
        "measures": MEASURES.get(task, ()),
    }
    assert outcome(*paths, **asked, shard_size=shape["size"]) == outcome(*paths, **asked)


@pytest.mark.parametrize("task", CUT)
@pytest.mark.parametrize("end", ["as it is", "crlf"])
def test_large_files_are_cut(tmp_path, task, end):
    """What the test above compares is not a run in one piece with itself."""
    paths = written(tmp_path, damaged("none", documents(task, 5, 12), 0, end))
    assert reason(*paths, task=task, shard_size=300, measures=MEASURES.get(task, ())) is None


@pytest.mark.parametrize(
    ("task", "line"), [("spans", "# a comment"), ("spans", ""), ("bio", "# a comment"), ("bio", "x Y-PER Z")]
)
def test_lines_that_are_skipped_are_counted_over_all_parts(tmp_path, task, line):
    """With their numbers in the file."""
    texts = damaged("none", documents(task, 5, 30), 0)
    paths = written(
        tmp_path, ["".join(f"{line}\n{part}\n\n" for part in text.split("\n\n")) for text in texts]
    )
    asked = {"task": task, "measures": MEASURES.get(task, ())}
    assert outcome(*paths, **asked, shard_size=300) == outcome(*paths, **asked)


@pytest.mark.parametrize(
    ("task", "damage", "asked", "why"),
    [
        ("ie:opinions", "none", {}, "sentiment is read in one piece"),
        ("spans", "none", {"measures": ["sets::candidates"]}, "is computed over the whole corpus"),
        ("tree", "none", {"align": True}, "nerkit aligns sentences over the whole text"),
        ("bio", "none", {"measures": ["sets::start"]}, "is computed over the whole corpus"),
        ("bio", "none", {"measures": ["muc"], "by": "sentence"}, "muc is computed over all sentences"),
        ("bio", "none", {"measures": ["muc"], "by_document": True}, "muc is computed over all sentences"),
        ("spans", "shuffled", {"measures": ["sets::span"]}, "documents"),
        ("bio", "marked late", {}, "its parts differ in kind"),
        ("ie:aspects", "none", {"only": ["document=1"]}, "nerkit selects documents by position"),
    ],
)
def test_a_note_says_why_files_are_scored_in_one_piece(tmp_path, task, damage, asked, why):
    """And the numbers are the same all the same."""
    paths = written(tmp_path, damaged(damage, documents(task, 5, 12), 9))
    assert why in (reason(*paths, task=task, shard_size=200, **asked) or "")


@pytest.mark.slow
@pytest.mark.parametrize("task", CUT)
@pytest.mark.parametrize("workers", [2, 3])
def test_the_same_bytes_for_any_number_of_processes(tmp_path, task, workers):
    """By label, and by document."""
    paths = written(tmp_path, damaged("none", documents(task, 7, 40), 0))
    by = "label" if task in ("spans", "bio") else "document"
    asked = {"task": task, "by": by, "measures": MEASURES.get(task, ())}
    whole = outcome(*paths, **asked)
    assert outcome(*paths, **asked, shard_size=2000, workers=workers) == whole


@pytest.mark.parametrize(("task", "alone"), [("bio", 1), ("srl", 0)])
def test_processes_begin_at_once(tmp_path, monkeypatch, task, alone):
    """They share even shards; the first is scored before them only where its content settles something."""
    handed = []

    def taken(function, work, items, workers):
        for item in items:
            handed.append(item)
            yield function(work, item)

    paths = written(tmp_path, damaged("none", documents(task, 7, 60), 0))
    monkeypatch.setattr(shards, "windowed", taken)
    monkeypatch.setattr(shards, "LEAST", 100)
    monkeypatch.setattr(shards, "SHARDS", 4)
    size = paths[0].stat().st_size
    outcome(*paths, task=task, shard_size=size // 2, workers=2)
    begins = [gold.part.begin for (gold,), _ in handed]
    assert (begins[0] > 0) == alone
    assert 6 <= len(begins) + alone <= 8


LISTINGS = {
    "rows": Listing(Selected()),
    "changed": Listing(Selected(), changed=True),
    "selected": Listing(Selected(labels=("PER",), documents=("d1",))),
    "summary": Listing(Selected(), rows=False, sums=True),
    "confusion": Listing(Selected(), rows=False),
    "undecided": Listing(Selected(), undecided=True),
}


def errors(gold, system, kind, **asked):
    """The errors of two systems, as JSON with their warnings; or the error."""
    systems = {"s": str(system), "t": str(gold)}
    try:
        found = list_errors(str(gold), systems, requested(**asked), LISTINGS[kind])
        if kind == "undecided":
            return found.undecided()
        shown = {"summary": found.summary, "confusion": found.confusion}.get(kind, lambda: found)()
        return render(shown, "json"), found.warnings
    except NerkitError as error:
        return str(error)


@pytest.mark.parametrize(
    ("task", "kind"),
    matrix(
        [*product(TASKS, LISTINGS)],
        [
            *zip(("spans", "coref", "json") * 2, LISTINGS, strict=True),
            ("json", "rows"),
            ("bio", "rows"),
            ("dep", "rows"),
            ("ie", "rows"),
        ],
    ),
)
@tries(1)
@given(shapes)
@example(PLAIN | {"damage": "none"})
@example(PLAIN | {"damage": "missing"})
@example(PLAIN | {"damage": "marked"})
def test_the_same_errors_however_files_are_cut(tmp_path, task, kind, shape):
    """Lists, sums and pairs of values that are open."""
    listed = documents(task, shape["seed"], shape["count"])
    paths = written(tmp_path, damaged(shape["damage"], listed, shape["place"], shape["end"]))
    assert errors(*paths, kind, task=task, shard_size=shape["size"]) == errors(*paths, kind, task=task)


@pytest.mark.parametrize("task", ["spans", "coref", "dep", "json"])
def test_errors_are_listed_in_shards(tmp_path, task):
    """What the test above compares is not a run in one piece with itself."""
    paths = written(tmp_path, damaged("none", documents(task, 5, 12), 0))
    asked = requested(task=task, shard_size=300)
    assert (
        shards.in_shards(str(paths[0]), {"s": str(paths[1])}, asked, listing=LISTINGS["rows"])[0] is not None
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["as they are", "packed", "pattern", "missing"])
@pytest.mark.parametrize("task", CORPORA)
@tries(2)
@given(seed=st.integers(0, 10**6), size=st.integers(100, 2500))
@example(seed=3, size=300)
def test_the_same_bytes_of_folders(tmp_path, task, kind, seed, size):
    """A part is files of both sides with the same names."""
    folders = [tmp_path / side for side in ("gold", "system")]
    for side, folder in enumerate(folders):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for i, document in enumerate(documents(task, seed, 9)):
            text = document[1 + side].encode()
            if kind == "missing" and side and i % 4 == 2:
                continue
            packed = kind == "packed" and i % 2
            path = folder / f"{document.name}.txt{'.gz' * packed}"
            path.write_bytes(gzip.compress(text) if packed else text)
    paths = [folder / "*.txt" if kind == "pattern" else folder for folder in folders]
    asked = {"task": task, "by_document": True, "measures": MEASURES.get(task, ())}
    assert outcome(*paths, **asked, shard_size=size) == outcome(*paths, **asked)


@pytest.mark.parametrize("task", [task for task in CORPORA if task not in ("ie:templates", "ie:opinions")])
def test_folders_are_cut(tmp_path, task):
    """But not where warnings are about all files, or files are read together."""
    folders = [tmp_path / side for side in ("gold", "system")]
    for side, folder in enumerate(folders):
        folder.mkdir()
        for document in documents(task, 3, 12):
            (folder / f"{document.name}.txt").write_text(document[1 + side])
    assert reason(*folders, task=task, shard_size=4 * FILE, measures=MEASURES.get(task, ())) is None


@pytest.mark.parametrize("task", ["spans", "ie"])
def test_folders_of_standoff_annotation(tmp_path, task):
    """What is counted of some files alone adds up; a file counts for more than its few bytes, so that many
    small ones are several shards.
    """
    folders = [tmp_path / side for side in ("gold", "system")]
    for folder in folders:
        folder.mkdir()
        for i in range(40):
            lines = [
                "T1\tPER 0 2\tab\n",
                "T2\tLOC 3 5\tcd\n",
                *["R1\trel Arg1:T1 Arg2:T2\n"] * (i > 30 or task == "ie"),
            ]
            (folder / f"{i}.ann").write_text("".join([*lines, *["#1\tNote T1\tx\n"] * (i % 9 == 7)]))
            (folder / f"{i}.txt").write_text("ab cx" if i == 20 else "ab cd")
    asked = {"task": task, "by_document": True, "measures": ["relation"] if task == "ie" else ()}
    size = 5 * FILE
    assert reason(*folders, **asked, shard_size=size) is None
    assert outcome(*folders, **asked, shard_size=size) == outcome(*folders, **asked)
    listed = [path for path in sorted(folders[0].iterdir()) if path.suffix == ".ann"]
    files = [FilePart(str(path), str(path), path.stat().st_size, member=path.name) for path in listed]
    assert [len(gold) for gold, _ in groups([files, files], size)] == [5] * 8


@pytest.mark.parametrize("task", ["bio", "dep", "srl:heads"])
def test_statistics_over_sentences(tmp_path, task):
    """Of a file that marks no documents, in shards and in one piece."""
    texts = (text.replace("# newdoc", "# hm") for text in damaged("none", documents(task, 5, 30), 0))
    paths = written(tmp_path, list(texts))
    runs = [
        evaluate_systems(
            str(paths[0]), {"s": str(paths[1])}, requested(task=task, by_document=True, shard_size=size)
        )
        for size in (None, 700)
    ]
    assert all(run.units[0] == "sentence" for run in runs)
    assert runs[1].scored is None
    first, second = (render(run.confidence(resamples=20), "json") for run in runs)
    assert first == second


@pytest.mark.slow
@pytest.mark.parametrize("form", [form for form, text in FILES.items() if isinstance(text, str)])
def test_a_format_is_cut_where_its_documents_begin(tmp_path, form):
    """Files of sixty documents, of which the system lacks some."""
    many = _numbered(form, 60)
    if way_of(readers.reader(form).cut, many[0].encode()) is None:
        return
    for task in (task for task in SCORERS if form in task_named(task).formats):
        for sides in ((many, many), (many, [text for i, text in enumerate(many) if i % 7])):
            paths = written(tmp_path, ["".join(side) for side in sides])
            asked = {"task": task, "form": form}
            assert outcome(*paths, **asked, shard_size=150) == outcome(*paths, **asked)


def _numbered(form, count):
    """So many documents with ids of their own, of the small file of a format."""
    text = FILES[form].strip()
    if text[0] in "{[" and form not in ("brackets", "eds"):
        first = json.loads(text)
        first = first[0] if isinstance(first, list) else first
        if not isinstance(first, dict):
            return [text + "\n"] * count
        ids = [key for key in IDS if key in first]
        names = [{key: i if type(first[key]) is int else f"n{i}" for key in ids} for i in range(count)]
        return [json.dumps(first | own) + "\n" for own in names]
    changes = {
        "conll-coref": (r"\(a\)", "(n{})"),
        "semeval": ("document a", "document n{}"),
        "corefud": ("id = a", "id = n{}"),
        "span-tsv": ("(?m)^1", "n{}"),
        "triples-tsv": ("(?m)^a", "n{}"),
        "aida": (r"\(1 a\)", "({} a)"),
        "export": (r"(BOS|EOS) \d+", r"\g<1> {}"),
    }
    pattern, made = changes.get(form, ("(?!)", ""))
    end = "\n" if form in ("span-tsv", "triples-tsv", "brackets", "ptb", "discbracket", "absa") else "\n\n"
    return [re.sub(pattern, made.format(i), text) + end for i in range(count)]


def test_fractions_that_no_sum_of_rounded_sums_gives(tmp_path):
    """Sums stay exact however documents were cut: 0.1 ten thousand times, and thirds."""
    gold = "".join(f"d{i}\t0\t{i % 9 + 2}\n" for i in range(400))
    system = "".join(f"d{i}\t0\t1\n" for i in range(400))
    paths = written(tmp_path, [gold, system])
    asked = {"task": "spans", "measures": ["overlap-maxmax::span"]}
    whole = outcome(*paths, **asked)
    for size in (64, 100, 999, 2500):
        assert outcome(*paths, **asked, shard_size=size) == whole


def test_a_scheme_that_only_later_parts_show(tmp_path):
    """The first shard has IO tags alone; those scored by its scheme are scored again."""
    early = "a I-PER\nb O\n\n" * 40
    late = "a B-PER\nb I-PER\nc B-PER\n\n" * 80
    paths = written(tmp_path, [early + late, early + late.replace("c B-PER", "c I-PER")])
    assert outcome(*paths, task="bio", shard_size=200) == outcome(*paths, task="bio")
    assert reason(*paths, task="bio", shard_size=200) is None


def test_measures_of_two_tasks_beside_each_other(tmp_path):
    """Sets of types wait for all parts; accuracy, tags by their scheme and pairs of chunks do not."""
    paths = written(tmp_path, damaged("none", documents("bio", 5, 60), 0))
    asked = {
        "task": "bio",
        "measures": ["strict", "token", "sets::type", "chunk", "sets::span"],
        "by": "label",
    }
    assert outcome(*paths, **asked, shard_size=200) == outcome(*paths, **asked)
    assert reason(*paths, **asked, shard_size=200) is None


def test_an_error_in_the_last_shard(tmp_path):
    """It has the line of the whole file; no note about shards."""
    text = "d1\t0\t3\n" * 100 + "d2\t5\tx\n"
    paths = written(tmp_path, [text.replace("x", "9"), text])
    with pytest.raises(InputError, match=r"system.txt:101:6: end 'x' is not an integer"):
        evaluate_systems(str(paths[0]), {"s": str(paths[1])}, Request.of(task="spans", shard_size=100))


def test_compressed_files(tmp_path):
    """Their digests are those of what is in the folder."""
    paths = written(tmp_path, damaged("none", documents("bio", 7, 60), 0))
    for path in paths:
        path.with_suffix(".gz").write_bytes(gzip.compress(path.read_bytes()))
    packed = [str(path.with_suffix(".gz")) for path in paths]
    asked = {"task": "bio", "by": "label"}
    assert outcome(*packed, **asked, shard_size=500) == outcome(*packed, **asked)
    assert reason(*packed, **asked, shard_size=500) is None


def test_a_file_that_changes_while_it_is_read(tmp_path, monkeypatch):
    """It is an error, whatever its numbers are."""
    paths = written(tmp_path, damaged("none", documents("spans", 7, 30), 0))
    score = one_shard.score

    def slow(work, shard):
        with paths[0].open("a") as file:
            file.write("d99\t0\t1\n")
        return score(work, shard)

    monkeypatch.setattr(shards, "score", slow)
    with pytest.raises(InputError, match=r"gold.txt: the file changed while nerkit read it"):
        evaluate_systems(
            str(paths[0]),
            {"s": str(paths[1])},
            Request.of(task="spans", measures=["sets::span"], shard_size=300),
        )


def _once(folder, item):
    """Ends its process the first time it gets item 3."""
    flag = folder / "died"
    if item == 3 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


def _always(_, item):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_dies_loses_nothing(tmp_path):
    """What it had in hand is done by another one, in its place."""
    assert list(windowed(_once, tmp_path, range(12), 2)) == [item * item for item in range(12)]


def test_processes_that_die_again_and_again_are_an_error(tmp_path):
    """After the third."""
    with pytest.raises(NerkitError, match="the system ended a process, most often because memory ran out"):
        list(windowed(_always, tmp_path, range(4), 2))


def test_items_are_not_taken_before_there_is_work_for_them():
    """Two for each process."""
    taken = []
    results = windowed(divmod, 10, (taken.append(item) or item for item in range(1, 50)), 2)
    assert next(results) == (10, 0)
    assert len(taken) <= 5
    results.close()


def test_digests_of_files_that_are_gone(tmp_path):
    """What is gone is told where the digest is asked for, and only there."""
    paths = [tmp_path / name for name in ("a", "b")]
    for path in paths:
        path.write_bytes(b"x")
    files = [FilePart(str(path), str(path), 1, path.stat().st_mtime_ns) for path in paths]
    assert digests_of(files) == [hashlib.sha256(b"x").hexdigest()] * 2
    paths[1].unlink()
    with pytest.raises(InputError, match="the file changed while nerkit read it"):
        digests_of(files)


@pytest.mark.parametrize("size", ["64", "64kB", "8MB", "1 GB", "none", None])
def test_sizes(size):
    """Decimal units, as files have."""
    expected = {"64": 64, "64kB": 64_000, "8MB": 8_000_000, "1 GB": 10**9}.get(size)
    assert Request.of(shard_size=size).shard_size == expected


@pytest.mark.parametrize("size", ["", "0", "-1", "8XB", "many", pytest.param("9" * 5000, id="digits")])
def test_what_is_no_size(size):
    """With what a size looks like."""
    with pytest.raises(UsageError, match="shard_size=… must be a number of bytes as 64kB,"):
        Request.of(shard_size=size)


@pytest.mark.slow
def test_a_dask_cluster_of_which_a_worker_is_killed(tmp_path):
    """Its shards are scored by another."""
    distributed = pytest.importorskip("distributed")
    paths = written(tmp_path, damaged("none", documents("spans", 7, 3000), 0))
    asked = {"task": "spans", "measures": MEASURES["spans"], "by": "label"}
    whole = outcome(*paths, **asked)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        worker = next(iter(cluster.workers.values()))

        def kill():
            time.sleep(0.5)
            os.kill(worker.process.pid, signal.SIGKILL)

        threading.Thread(target=kill, daemon=True).start()
        assert outcome(*paths, **asked, shard_size=3000, dask=cluster.scheduler_address) == whole
        paths[1].write_text(paths[1].read_text() + "d1\t0\t3\n")
        changed_too = outcome(*paths, **asked, shard_size="64kB", dask=cluster.scheduler_address)
        assert changed_too == outcome(*paths, **asked)


@pytest.mark.slow
def test_the_same_bytes_on_a_dask_cluster(tmp_path):
    """Of every task, of its counts, its errors, and of folders."""
    distributed = pytest.importorskip("distributed")
    folders = [tmp_path / side for side in ("gold", "system")]
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        for task in TASKS:
            listed = documents(task, 7, 24)
            paths = written(tmp_path, damaged("none", listed, 0))
            asked = {"task": task, "measures": MEASURES.get(task, ())}
            there = {"shard_size": 1500, "dask": cluster.scheduler_address}
            assert outcome(*paths, **asked, **there) == outcome(*paths, **asked)
            assert errors(*paths, "rows", **asked, **there) == errors(*paths, "rows", **asked)
            for side, folder in enumerate(folders):
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                for document in listed:
                    (folder / f"{document.name}.txt").write_text(document[1 + side])
            assert outcome(*folders, **asked, **there) == outcome(*folders, **asked)


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer(tmp_path):
    """Within seconds."""
    pytest.importorskip("distributed")
    paths = written(tmp_path, damaged("none", documents("spans", 7, 3), 0))
    with pytest.raises(NerkitError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        evaluate_systems(
            str(paths[0]), {"s": str(paths[1])}, Request.of(shard_size=300, dask="tcp://127.0.0.1:1")
        )


@pytest.mark.parametrize("asked", [{}, {"shard_size": 500}, {"shard_size": 500, "workers": 2}])
@pytest.mark.parametrize("scheme", ["file", "memory"])
def test_remote_files(tmp_path, scheme, asked):
    """What fsspec opens is read as a file is, and cut as one; workers open it themselves."""
    fsspec = pytest.importorskip("fsspec")
    texts = damaged("none", documents("spans", 7, 60), 0)
    paths = written(tmp_path, texts)
    remote = [f"{scheme}://{path}" for path in paths]
    for name, text in zip(remote, texts, strict=True):
        with fsspec.open(name, "w") as file:
            file.write(text)
    if scheme == "memory" and "workers" in asked:
        return  # it is of this process alone
    request = requested(task="spans", measures=MEASURES["spans"], by="label", **asked)
    found = evaluate_systems(remote[0], {"s": remote[1]}, request)
    whole = evaluate_systems(
        *(str(paths[0]), {"s": str(paths[1])}),
        requested(task="spans", measures=MEASURES["spans"], by="label"),
    )
    assert [row.to_dict() for row in found.rows] == [row.to_dict() for row in whole.rows]
    assert [one["sha256"] for one in found.inputs] == [one["sha256"] for one in whole.inputs]


@pytest.mark.parametrize("asked", [{}, {"shard_size": 500}])
@pytest.mark.parametrize("pattern", ["", "/", "/**/*.ann"])
def test_remote_folders(tmp_path, pattern, asked):
    """They are listed as those of this machine are, hidden files and folders left out, and brat's texts are
    found beside their annotations.
    """
    memory = pytest.importorskip("fsspec").filesystem("memory")
    for side in ("gold", "system"):
        for i in range(12):
            files = {"ann": f"T1\tPER 0 2\tab\nT2\tLOC 3 {5 - i % 2}\tcd\n", "txt": "ab cd"}
            for suffix, text in files.items():
                (tmp_path / side / "sub").mkdir(parents=True, exist_ok=True)
                name = f"{side}/sub/{i}.{suffix}"
                (tmp_path / name).write_text(text)
                memory.pipe(f"/folders/{name}", text.encode())
        memory.pipe(f"/folders/{side}/.hidden/x.ann", b"no annotation")
    found, whole = (
        evaluate_systems(
            f"{top}/gold{pattern}",
            {f"{top}/system{pattern}": f"{top}/system{pattern}"},
            requested(task="spans", **how),
        )
        for top, how in (("memory://folders", asked), (str(tmp_path), {}))
    )
    numbers = [[{**row.to_dict(), "system": ""} for row in run.rows] for run in (found, whole)]
    assert numbers[0] == numbers[1]
    assert [one["sha256"] for one in found.inputs] == [one["sha256"] for one in whole.inputs]
    expected = [text.replace(str(tmp_path), "memory://folders") for text in whole.warnings]
    assert list(found.warnings) == expected
    assert [note for note in found.notes if "one piece" in note] == []


@pytest.mark.parametrize(
    ("broken", "size"), [("open", None), ("read", None), ("info", 500), ("open", 500), ("read", 500)]
)
def test_errors_of_a_driver_of_remote_files(monkeypatch, broken, size):
    """It raises classes of its own, for want of a key for one: an error of the input, which names it."""
    from fsspec.implementations import memory

    class DriverError(Exception):
        """An error of a driver."""

    def refuse(*_, **__):
        raise DriverError("no key\nin the environment")

    memory.MemoryFileSystem().pipe("/key/gold.tsv", b"d\t1\t2\n")
    owner, name = (memory.MemoryFile, "read") if broken == "read" else (memory.MemoryFileSystem, broken)
    monkeypatch.setattr(owner, name, refuse)
    path = "memory://key/gold.tsv"
    with pytest.raises(InputError, match=r"nerkit cannot read the file \(DriverError: no key\)"):
        evaluate_systems(path, {"s": path}, Request.of(task="spans", shard_size=size))


@pytest.mark.parametrize("size", [None, 500])
@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("memory://nowhere/*.tsv", "no file matches"),
        ("memory://nowhere/gold.tsv", "no such file or directory"),
        ("unheard-of://gold.tsv", "fsspec cannot open the remote file"),
    ],
)
def test_remote_files_that_cannot_be_opened(path, problem, size):
    """Whether in shards or not."""
    pytest.importorskip("fsspec")
    with pytest.raises(InputError, match=problem):
        evaluate_systems(path, {"s": path}, Request.of(task="spans", shard_size=size))


def test_remote_files_without_fsspec(monkeypatch):
    """The message says what to install."""
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(InputError, match="pip install fsspec"):
        evaluate_systems("s3://b/gold.tsv", {"s": "s3://b/system.tsv"}, Request.of(task="spans"))


@pytest.mark.parametrize("size", [300, 10**6])
def test_pipes(tmp_path, size):
    """Of a short one the beginning is kept, of a long one a copy, which is gone afterwards."""
    texts = damaged("none", documents("spans", 7, 60), 0)
    paths = written(tmp_path, texts)
    pipes = [tmp_path / f"{side}.pipe" for side in ("gold", "system")]
    for pipe, text in zip(pipes, texts, strict=True):
        os.mkfifo(pipe)
        threading.Thread(target=pipe.write_text, args=(text,), daemon=True).start()
    asked = {"task": "spans", "measures": MEASURES["spans"], "by": "label"}
    whole = outcome(*paths, **asked)[1]
    assert outcome(*pipes, **asked, shard_size=size)[1] == whole


def test_a_pipe_of_no_format(tmp_path):
    """What is wrong is said at its first line."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def long():
        with contextlib.suppress(BrokenPipeError), pipe.open("w") as file:
            file.writelines(f"{i}\n" for i in range(10**6))

    threading.Thread(target=long, daemon=True).start()
    assert "pipe:1:" in outcome(pipe, pipe, task="bio", shard_size=10**5)


def test_dask_and_pipes_do_not_go_together(tmp_path):
    """Its workers could not read them."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="dask=… cannot be used with a pipe, because only"):
        evaluate_systems(str(pipe), {"s": str(pipe)}, Request.of(shard_size=300, dask="local"))


def test_counts_keep_exact_sums_when_documents_are_added_up():
    """Of 0.1, ten times, and of what it takes to make that 1."""
    counts = Counts.collect(
        [str(i) for i in range(10)],
        (),
        [Part("m", np.arange(10), [ALL], np.zeros(10, np.int64), np.full((10, 4), 0.1))],
    )
    lean = pooled_counts(counts)
    assert len(lean.numbers) < 4
    assert pooled_counts(lean + lean).pooled().ravel().tolist() == [math.fsum([0.1] * 20)] * 4
