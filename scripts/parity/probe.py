"""Ask one state of nerkit: `python -P probe.py QUESTIONS ANSWERS`, with its folder first on PYTHONPATH.

QUESTIONS are lines of JSON. {"id", "arguments", "files": {name: base64}} is a command line in a new folder.
{"id", "path"} is a file or folder that is recognised, read as every kind of corpus that it can be, and
validated; with "content" (base64) and "form" it has this content, and that format's reader is shown it too.
ANSWERS gets a line for each, {"id", "answer": {part: text}}; of long texts the digest stands for the rest.

This file imports nothing but the standard library and nerkit, whose two states may be of different shape:
what has other names in them is looked for in `_registered`.
"""

import base64
import gc
import hashlib
import io
import json
import os
import resource
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LONGEST = 4_000  # characters of an answer that are kept; a digest stands for the whole
SECONDS = 60  # of the clock for one question
MEMORY = 6 << 30  # bytes of address space
BY_KEY = " by key"  # the end of the name of an answer in which warnings are their keys and counts
SAID: dict[str, str] = {}  # the sentence of each warning -> its key and count


class SlowError(BaseException):
    """The alarm; no `except Exception` stops it."""


def main() -> None:
    """Answer every question."""
    import nerkit

    home = os.environ["PYTHONPATH"]
    assert Path(nerkit.__file__).is_relative_to(home), f"{nerkit.__file__} is not in {home}"
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, _ring)
    os.environ["COLUMNS"] = "100"
    note_warnings()
    with (
        Path(sys.argv[1]).open(encoding="utf-8") as asked,
        Path(sys.argv[2]).open("w", encoding="utf-8") as file,
    ):
        for number, line in enumerate(asked):
            question = json.loads(line)
            signal.alarm(SECONDS)
            SAID.clear()
            try:
                answer = of_file(question) if "path" in question else of_command(question)
            except SlowError:
                answer = {"problem": f"more than {SECONDS} s"}
            except MemoryError:  # most often of a dump; a command says that of itself
                answer = {"problem": f"more than {MEMORY:,} bytes"}
            signal.alarm(0)
            if number % 100 == 0:  # a command leaves its circles to the end of its process
                gc.unfreeze()
                gc.collect()
            kept = {name: shortened(text) for name, text in (answer | by_key(answer)).items()}
            file.write(json.dumps({"id": question["id"], "answer": kept}) + "\n")


def note_warnings() -> None:
    """Note the sentence of each warning from now on, as states may word it otherwise."""
    from nerkit.ground import warnings as known

    warned = getattr(known, "Warned", None)
    if warned is None:  # a state before warnings had keys
        return
    reworded = warned.reworded

    def noting(one: Any, text: str) -> Any:
        for said in (text, text.partition(": ")[2], json.dumps(text, ensure_ascii=False)[1:-1]):
            SAID[said] = f"{one.key} {one.number}"
        return reworded(one, text)

    warned.reworded = noting


def by_key(answer: Mapping[str, str]) -> dict[str, str]:
    """The answers that have warnings, with the key and the count of each in place of its sentence."""
    said = sorted(filter(None, SAID), key=len, reverse=True)
    keyed = dict(answer)
    for name, text in answer.items():
        for one in said:
            keyed[name] = keyed[name].replace(one, SAID[one])
        if keyed[name] == text:
            del keyed[name]
    return {f"{name}{BY_KEY}": text for name, text in keyed.items()}


def _ring(*_: Any) -> None:
    raise SlowError


def shortened(text: str) -> str:
    """A text; of a long one the beginning and the digest of the whole."""
    if len(text) <= LONGEST:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{text[:LONGEST]}… {len(text)} characters, sha256 {digest}"


def of_command(question: Mapping[str, Any]) -> dict[str, str]:
    """What a command line prints, how it ends, and the files that it leaves behind."""
    given = {name: base64.b64decode(data) for name, data in question["files"].items()}
    with _folder({name: data for name, data in given.items() if name != "-"}) as folder:
        answer = carried_out(question["arguments"], given.get("-", b""))
        for path in sorted(path for path in Path().rglob("*") if path.is_file()):
            data = path.read_bytes()
            if data != given.get(str(path)):
                answer[f"file {path}"] = data.decode(errors="backslashreplace")
        return {name: text.replace(folder, "FOLDER") for name, text in answer.items()}


@contextmanager
def _folder(files: Mapping[str, bytes]) -> Iterator[str]:
    """A new folder with these files, which is the working folder as long as it exists."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, data in files.items():
                Path(name).write_bytes(data)
            yield folder
        finally:
            os.chdir(here)


def carried_out(arguments: list[str], stdin: bytes = b"") -> dict[str, str]:
    """Exit code, stdout and stderr of a command line in this process."""
    from nerkit.cli import main as nerkit

    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace") for _ in range(2))
    code: Any = None
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(stdin), "utf-8"), out, err
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nerkit(arguments)
    except SystemExit as end:
        code = end.code
    except Exception as error:  # noqa: BLE001  (what gets through is an answer too)
        code = f"{type(error).__name__}: {error}"
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(errors="backslashreplace"))  # type: ignore[attr-defined]
    return {"exit code": str(code), "stdout": texts[0], "stderr": texts[1]}


def of_file(question: Mapping[str, Any]) -> dict[str, str]:
    """What is said of a file that is there, or of one with the question's content and the format *form*."""
    if "content" not in question:
        return _read(question["path"], {})
    with _folder({question["path"]: base64.b64decode(question["content"])}):
        return _read(question["path"], {question["form"]: None})


def _read(path: str, names: dict[str, None]) -> dict[str, str]:
    """The format for every task, what its readers and those of *names* make of it, what `validate` says."""
    from nerkit.exceptions import NerkitError

    answer = {}
    recognised, reads = _registered()
    for task, recognise in recognised.items():
        try:
            name = recognise(path)
            names[str(name)] = None
            answer[f"format {task}"] = str(name)
        except NerkitError as error:
            answer[f"format {task}"] = f"{type(error).__name__}: {error}"
    for name in names:
        for kind, read in reads(name) if name != "None" else ():
            try:
                answer[f"corpus {name} {kind}"] = canonical(read(path))
            except NerkitError as error:
                answer[f"corpus {name} {kind}"] = f"{type(error).__name__}: {error}"
    answer |= {f"validate {part}": text for part, text in carried_out(["validate", path]).items()}
    return answer


def _registered() -> tuple[dict[str, Callable[[str], Any]], Callable[[str], Iterator[tuple[str, Any]]]]:
    """How an input is recognised, for any task and for each; and what reads a format, kind by kind."""
    from nerkit import readers
    from nerkit.io import expand
    from nerkit.readers import format as record_of_format
    from nerkit.scorers import SCORERS, task_named

    def recognising(formats: Any) -> Callable[[str], Any]:
        return lambda path: readers.sniff(expand(path), formats)

    def reads(name: str) -> Iterator[tuple[str, Any]]:
        record, kinds_of = readers.reader(name), getattr(record_of_format, "CORPORA", {})
        kinds = [None, *record.others]
        if name in getattr(readers, "RELATIONS", ()):
            from importlib import import_module

            kinds.append(import_module(readers.RELATIONS[name]).MAKES)
        for kind in kinds:
            # older trees take the class of a corpus, and not its kind
            of_class = kind is None or not kinds_of
            read = readers.reading(name, kind if of_class else kinds_of[kind.__name__][0])
            label = "as made" if kind is None else kind.__name__
            yield label, lambda path, read=read: read(readers.select(expand(path), name))

    recognised = {"any": recognising(readers.BY_CONTENT), "gold": recognising(readers.OF_GOLD)}
    for task in SCORERS:
        recognised[task] = recognising(task_named(task).formats)
    return recognised, reads


def canonical(value: Any) -> str:
    """All that an object holds, as text: its fields by name, and arrays as lists."""
    return json.dumps(_plain(value, frozenset()), ensure_ascii=False, default=str)


def _plain(value: Any, around: frozenset[int]) -> Any:  # noqa: PLR0911
    """A value as JSON can hold it; *around* are the identities of the objects that it stands in."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, bytes) or hasattr(type(value), "__bytes__"):  # words as they are stored
        value = bytes(value)
        return value.decode("latin-1")
    if isinstance(value, type):
        return value.__name__
    if id(value) in around:
        return "…"
    around |= {id(value)}
    if hasattr(value, "tolist"):
        return [str(value.dtype.kind), *_plain(value.tolist(), around)] if value.shape else value.tolist()
    if isinstance(value, Mapping):
        return {"{}": [[_plain(key, around), _plain(each, around)] for key, each in value.items()]}
    if isinstance(value, set | frozenset):
        return sorted((_plain(each, around) for each in value), key=str)
    if isinstance(value, Sequence):  # words that are cut late, too
        return [_plain(each, around) for each in value]
    if callable(value) and not hasattr(value, "__dataclass_fields__"):
        return "a function"
    names = dict.fromkeys(getattr(value, "__dataclass_fields__", ()))
    for base in type(value).__mro__:
        slots = base.__dict__.get("__slots__", ())
        names |= dict.fromkeys([slots] if isinstance(slots, str) else slots)
    names |= dict.fromkeys(getattr(value, "__dict__", ()))
    fields = {name: getattr(value, name) for name in names if hasattr(value, name)}
    return {name: _plain(each, around) for name, each in fields.items()} or type(value).__name__


if __name__ == "__main__":
    main()
