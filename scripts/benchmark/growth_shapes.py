"""The growth shape of every reader, writer, command and option; a test holds them to their lists.

A reader and a writer grow with copies of the small file of the format, a command with a case that names it.
An option that names a file grows with that file; another one stands in the command of a case, or here:
under the reason why it does no work of its own that could grow.
"""

import functools
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nerkit
from nerkit.evaluation.stored.results import counts_of

# commands that read no data which could grow
WHOLE = {"list", "measures", "presets", "explain", "demo", "acid", "help", "completion"}
FLAT = {  # why an option has no shape -> such options, as their parameters are called
    "only what is shown, or where": """
        color digits percent score_only quiet verbose no_progress output_format output caption
        copy exit_zero strict skip_broken title
        show_config listed opened sort summary show_alignment positions counts_only line items
    """,
    "one of a few ways to count the same": """
        absa absent align anchors blanc booleans choose core_arguments dates duplicates elas empty extra
        fields functions gamma_sampler gold_candidates interval just lenient macro matching mention_similarity
        mentions mismatch missing multiple_roots_okay nerval normalize numbers one_sided order paired preset
        settings gold_shape system_shape
        punctuation read repair runs scheme shape singletons skip_invalid smatch_1_0_4 standardise subtypes
        tags undirected units unlabeled wrap zeros cnf ambiguity ignore_case require lossy by_sentence
        ends offsets system_ends system_offsets unicode
        binary features exact_alignment below own gate_low coerce defaults turns underscores
    """,
    "a number that is compared, or a name that is looked up": """
        alpha any_key check checker annotator baseline beta column confidence document
        fail_under fail_over fail_if gate gate_alpha margin
        feature framework gamma_weights gold_field gold_id system_id group horizontal
        id kinds label layer level limit max_length max_size
        measure min_iou min_overlap min_score score seed spans_key start system_field target task threshold to
        tolerance tree_decay unit vertical
    """,
    "the work that is asked for": """
        resamples simulations trees k_best workers shard_size dask pairs correlate count best table changed
        discrimination
    """,
    "as long as a line that is typed": """
        labels absent_values any array by ignore key n_best noise noise_bins period similar text weight within
        format_file
    """,
    "the data of the command, which all cases have": """
        gold system systems path paths results annot predict folder judged_documents
    """,
}


def flat() -> set[str]:
    """The options without a shape."""
    return {name for names in FLAT.values() for name in names.split()}


Maker = Callable[[int], Iterator[str]]


def written(of: Callable[[int], str], head: str = "", tail: str = "") -> Maker:
    """A file of as many parts as its size, between what stands at the beginning and at the end."""
    return lambda size: iter([head, *map(of, range(size)), tail])


def lines(line: str, head: str = "") -> Maker:
    """A file of lines that differ in their number."""
    return written(lambda at: line.replace("N", str(at)) + "\n", head)


def mapping(value: str, head: str = "", tail: str = "") -> Maker:
    """A JSON object of as many keys, between what stands at the beginning and at the end."""
    return written(
        lambda at: f'{", " * (at > 0)}"k{at}": {value}'.replace("N", str(at)), head + "{", "}" + tail
    )


@functools.cache
def cases() -> dict[str, dict[str, Any]]:
    """The cases of the formats (`tests/readers/cases`)."""
    sys.path.append(str(Path(__file__).parents[2] / "tests"))
    from format_cases import CASES

    return CASES


def ucca(size: int) -> Iterator[str]:
    """A passage of so many words, each a scene."""
    yield '<root passageID="7"><layer layerID="0">'
    yield from (f'<node ID="0.{n}" type="Word"><attributes text="He"/></node>' for n in range(1, size + 1))
    yield '</layer><layer layerID="1"><node ID="1.1" type="FN">'
    yield from (f'<edge toID="1.{n + 1}" type="H"/>' for n in range(1, size + 1))
    yield "</node>"
    for n in range(1, size + 1):
        yield f'<node ID="1.{n + 1}" type="FN"><edge toID="0.{n}" type="Terminal"/></node>'
    yield "</layer></root>\n"


APART: dict[str, Maker] = {  # format with offsets, or with numbers of its parts
    "brat": written(lambda at: f"T{at + 1}\tPER {8 * at} {8 * at + 7}\tTolkien\n"),
    "webanno": written(
        lambda at: (
            f"#Text=Tolkien left\n{at + 1}-1\t{13 * at}-{13 * at + 7}\tTolkien\tPER\t\n"
            f"{at + 1}-2\t{13 * at + 8}-{13 * at + 12}\tleft\t_\t\n\n"
        ),
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=a.NamedEntity|value\n\n\n",
    ),
    "ucca-xml": ucca,
}


def copies(form: str) -> Maker:
    """Copies of the small file of a format, the one-letter id of its document with the number of the copy;
    of a format whose case says so, of the part `line`, behind its `head`.
    """
    case = cases()[form]
    if form in APART or "line" in case:
        return APART.get(form) or lines(case["line"].removesuffix("\n"), case.get("head", ""))
    name, numbered = case.get("numbered", ("", ""))

    def copy(at: int) -> str:
        text = re.sub(r"(?<![\w'])a(?!\w)", f"a{at}", case.get("small", ""))
        return text.replace(name, numbered.replace("N", str(at))) if name else text

    return written(copy)


def stored(size: int) -> Iterator[str]:
    """A stored result of a row for each of so many labels."""
    tags = [[f"B-T{at}"] for at in range(size)]
    yield json.dumps(counts_of(nerkit.evaluate(tags, tags, task="bio", by=["label"])))


def _of_lines(row: str) -> tuple[str, tuple[str, str, Maker]]:
    """The shape of an option whose file has lines, from a row of the table."""
    option, form, command, *texts = row.split("\t")
    return option, (form, command, lines(*(text.replace("\\t", "\t").replace("\\n", "\n") for text in texts)))


TABLE = Path(__file__).with_name("growth_sides.tsv").read_text(encoding="utf-8")
# option that names a file -> format of data, command, the long file
SIDES: dict[str, tuple[str, str, Maker]] = {
    **dict(map(_of_lines, TABLE.splitlines()[1:])),
    "compare_to": ("bio", "bio BOTH --by label --compare-to SIDE", stored),
    "schema": (
        "json",
        "json BOTH --duplicates all --schema SIDE",
        mapping("{}", '{"properties": {"total": {}, "k": {"properties": ', "}}}"),
    ),
    "seen": ("docred", "ie BOTH --seen SIDE", copies("docred")),
}
SCORED = {  # command -> format, and the words after it
    "evaluate": ("bio", "BOTH"),
    "bio": ("bio", "BOTH --by label"),
    "ie": ("ie-jsonl", "BOTH -m all"),
    "srl": ("conll09", "BOTH"),
    "tree": ("ptb", "BOTH"),
    "cky": ("ptb", "--induce GOLD"),
    "chunk": ("ptb", "GOLD"),
    "nerval": ("bio", "-a GOLD -p SYSTEM"),
    "agree": ("bio", "GOLD SYSTEM"),
    "compare": ("ie-jsonl", "-g GOLD a=SYSTEM b=SYSTEM"),
    "power": ("ie-jsonl", "-g GOLD a=SYSTEM b=SYSTEM --simulations 20"),
    "plot": ("bio", "labels BOTH -o figure.svg"),
    "convert": ("bio", "GOLD --to ie-jsonl"),
    "validate": ("bio", "GOLD"),
}
