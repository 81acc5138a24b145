"""`nerkit json`: nested values."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.json.options import Options


@click.command(cls=GroupedCommand, daily=())
@scoring_options
@own_options(Options)
def command(shared: Shared, **options: Any) -> None:
    """Score nested JSON (structured output): leaves that agree when arrays are matched best.

    Reads JSON lines, folders with a file a document, arrays, batch and chat files; a system may be the raw
    text of a model.

    Measures: json json/exact json/item json/format json-soft json-accuracy json-schema; of answers to
    questions squad triviaqa drop anls anls-strict anls-star, each with a preset.
    Default: json and its parts, headline json. `nerkit measures json` lists all.

    \b
    Examples:
      nerkit json -g gold.jsonl -s system.jsonl
      nerkit json -g gold.jsonl -s system.jsonl --by path
      nerkit json -g gold.jsonl system.jsonl --lenient --within total=1%
      nerkit json -g gold/ -s outputs/ --ignore '**.id' --key items=sku
      nerkit json -g gold.jsonl a=prompt1.jsonl b=prompt2.jsonl
    """
    run("json", shared, **options)
