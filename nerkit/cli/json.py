"""`nerkit json`: nested values."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH, Shared, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.json.options import ABSENT, BOOLEANS, CHOOSE, DATES, DOCUMENTS, MODES, NUMBERS, READ

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _several(name: str, metavar: str, text: str) -> Callable[[Decorated], Decorated]:
    return click.option(name, multiple=True, metavar=metavar, help=text)


def _shape(side: str, text: str) -> Callable[[Decorated], Decorated]:
    option, name = (f"--{side}-documents", f"{side}_shape") if side else ("--documents", "shape")
    return click.option(option, name, type=click.Choice(DOCUMENTS), help=text)


@click.command(cls=GroupedCommand)
@scoring_options
@_several("--array", "PATH=MODE", f"How an array is matched: {', '.join(MODES)} (bag); '**' for all.")
@_several("--key", "PATH=FIELD,…", "Elements are a pair only where these fields are equal: items=sku.")
@click.option("--wrap", is_flag=True, default=None, help="A value beside an array is an array of one.")
@_several("--ignore", "PATH", "Remove this path on both sides: **.id, items[].note.")
@_several("--weight", "PATH=W", "Weight of the leaves at a path (1).")
@click.option("--absent", metavar="NAME,…", help=f"What says nothing: {','.join(ABSENT)} (all), or none.")
@_several("--absent-values", "A,B", "Strings that say nothing too: N/A,unknown.")
@_several(
    "--text",
    "[PATH=]NORM,…",
    "Normal forms of strings: nfc nfkc casefold accents punct articles space (none).",
)
@_several("--numbers", "[PATH=]KIND", f"What is a number: {', '.join(NUMBERS)} (json).")
@_several("--booleans", "[PATH=]KIND", f"What is a boolean: {', '.join(BOOLEANS)} (json).")
@_several("--dates", "[PATH=]KIND", f"What is a date: {', '.join(DATES)} (off).")
@_several("--within", "[PATH=]X|X%", "Numbers agree within this distance from gold's.")
@_several("--similar", "[PATH=]edit:T|tokens:T", "Strings agree from this similarity on.")
@click.option(
    "--lenient",
    is_flag=True,
    default=None,
    help="--text nfkc,casefold,space --numbers strings --booleans strings --dates iso.",
)
@click.option("--schema", type=PATH, metavar="FILE", help="JSON Schema, with keywords x-nerkit.")
@click.option("--judgements", type=PATH, metavar="FILE", help="Pairs of values that were judged, JSON lines.")
@click.option("--read", type=click.Choice(READ), help="The most repair of a model's text (repaired).")
@click.option("--choose", type=click.Choice(CHOOSE), help="Which of several values in a text (largest).")
@click.option("--gold-field", metavar="PATH", help="The field of a gold record that holds its value.")
@click.option(
    "--system-field", metavar="PATH", help="That of a system record: answer, choices[0].message.content."
)
@click.option("--id", metavar="FIELD", help="The field of a record that is its id.")
@click.option("--gold-id", metavar="FIELD", help="The same of gold alone.")
@click.option("--system-id", metavar="FIELD", help="The same of systems alone.")
@_shape("", "What a document is, where content misleads.")
@_shape("gold", "The same of gold alone.")
@_shape("system", "The same of systems alone.")
def command(shared: Shared, **options: Any) -> None:
    """Score nested JSON (structured output): leaves that agree when arrays are matched best.

    Reads JSON lines, folders with a file a document, arrays, batch and chat files; a system may be the raw
    text of a model.

    Measures: json json/exact json/item json/format json-soft json-accuracy json-schema.
    Default: json and its parts, headline json. `nerkit measures json` lists all.

    \b
    Examples:
      nerkit json -g gold.jsonl -s system.jsonl
      nerkit json -g gold.jsonl -s system.jsonl --by path
      nerkit json -g gold.jsonl system.jsonl --lenient --within total=1%
      nerkit json -g gold/ -s outputs/ --ignore '**.id' --key items=sku
      nerkit json -g gold.jsonl a=prompt1.jsonl b=prompt2.jsonl
    """
    listed: dict[str, Any] = {
        name: (list(value) if isinstance(value, tuple) else value) or None for name, value in options.items()
    }
    run("json", shared, **listed)
