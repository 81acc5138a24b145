"""What two states of nerkit are asked: files as they are, damaged files, and every pair of formats."""

import base64
import os
import random
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from format_cases import FILES, FURTHER  # of tests/, which is on the path
from fuzz.inputs import DEMO, of_reader, of_writer
from fuzz.mutations import mutate

from nerkit import readers
from nerkit.exceptions import NerkitError
from nerkit.io import expand
from nerkit.readers import FORMATS
from nerkit.writers import WRITERS
from nerkit.writers.convert import convert
from nerkit.writers.targets import targets

ROOT = Path(__file__).parents[2]
LARGEST = 2_000_000  # bytes of a file that is asked for
SMALL = 8_000  # bytes of a file that is damaged
MOST = 40  # such files for each format
RICHES = 20  # times that what becomes of RICH in a format stands among these
RICH = (Path(__file__).parent / "rich.jsonl").read_bytes()  # a document with all that a record may have
FOLDERS = (".ann", ".conllu", ".txt")  # suffixes of files that make a folder an input of its own


def all_questions(golden: Path | None, damaged: int, seed: str, only: str = "") -> Iterator[dict[str, Any]]:
    """All whose ids contain *only*; *damaged* is the number of damaged inputs."""
    whole = chain(of_files(golden), of_pairs())
    yield from (question for question in whole if only in question["id"])
    yield from of_damage(damaged, seed, golden, only)


def of_files(golden: Path | None) -> Iterator[dict[str, Any]]:
    """Each demo, test and golden file, and folders of files that belong together."""
    for name, home in (("demo", DEMO), ("tests", ROOT / "tests" / "data"), ("golden", golden)):
        if home is None:
            continue
        for folder, _, members in sorted(os.walk(home)):
            where = Path(folder)
            label = f"{name}/{where.relative_to(home)}"
            if sum(member.endswith(suffix) for member in members for suffix in FOLDERS) > 1:
                yield {"id": f"folder {label}", "path": str(where)}
            for member in sorted(members):
                if (where / member).stat().st_size <= LARGEST:
                    yield {"id": f"file {label}/{member}", "path": str(where / member)}


def of_pairs() -> Iterator[dict[str, Any]]:
    """Small files of each format, converted to each that is written, with losses and without."""
    for form, small in FILES.items():
        for number, text in enumerate((small, *FURTHER.get(form, ()))):
            files = {"input": text if isinstance(text, bytes) else text.encode()}
            for to in WRITERS:
                for more in ([], ["--lossy"]):
                    arguments = ["convert", "input", "--from", form, "--to", to, *more]
                    yield _asked(
                        f"convert {form} {number} to {to} {''.join(more)}".rstrip(), arguments, files
                    )


def of_damage(number: int, seed: str, golden: Path | None, only: str) -> Iterator[dict[str, Any]]:
    """Damaged inputs: files that a reader reads, and command lines for readers and writers, in turn."""
    seeds = _seeds(golden)
    turns = [("file", name) for name in FORMATS for _ in range(3)]
    turns += [("reader", name) for name in FORMATS] + [("writer", name) for name in WRITERS]
    for i in range(number):
        kind, form = turns[i % len(turns)]
        name = f"damaged {kind} {form} {i}"
        if only not in name:
            continue
        chance = random.Random(f"parity/{seed}/{name}")
        if kind == "file":
            data = mutate(chance, chance.choice(seeds[form]), chance.choice(seeds[form]))
            content = base64.b64encode(data).decode()
            yield {"id": name, "path": "input", "content": content, "form": form}
        else:
            case = of_reader(chance, form) if kind == "reader" else of_writer(chance, form)
            yield _asked(name, case.arguments, case.files)


def _seeds(golden: Path | None) -> dict[str, list[bytes]]:
    """Small files in each format: those of tests, demos and golden, and what is converted from them."""
    seeds = {
        form: [each if isinstance(each, bytes) else each.encode() for each in (small, *FURTHER.get(form, ()))]
        for form, small in FILES.items()
    }
    for question in list(of_files(golden)):
        path = Path(question["path"])
        if path.is_dir() or path.stat().st_size > SMALL:
            continue
        with suppress(NerkitError):
            form = readers.sniff(expand(str(path)), readers.BY_CONTENT)
            if form and len(seeds[form]) < MOST:
                seeds[form].append(path.read_bytes())
    written = {form: [RICH] if form == "ie-jsonl" else list[bytes]() for form in seeds}
    for form in list(seeds):
        for text in [*written[form], *seeds[form][:MOST:5]]:
            for to in targets(form):
                with suppress(NerkitError), tempfile.NamedTemporaryFile() as file:
                    file.write(text)
                    file.flush()
                    pieces, _ = convert(file.name, to, form, lossy=True)
                    (written if text is RICH else seeds)[to].append("".join(pieces).encode())
    rich = {form: texts * RICHES for form, texts in written.items()}
    return {form: [*dict.fromkeys(texts), *rich[form]] for form, texts in seeds.items()}


def _asked(name: str, arguments: list[str], files: Mapping[str, bytes]) -> dict[str, Any]:
    encoded = {name: base64.b64encode(data).decode() for name, data in files.items()}
    return {"id": name, "arguments": arguments, "files": encoded}
