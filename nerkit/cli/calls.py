"""`nerkit calls`: tool calls."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, own_options, scoring_options
from nerkit.cli.scoring import run
from nerkit.scorers.calls.options import Options


@click.command(cls=GroupedCommand, daily=())
@scoring_options
@own_options(Options)
def command(shared: Shared, **options: Any) -> None:
    """Score tool calls (function calling): same calls in each turn, their tools and arguments.

    Reads logs of OpenAI, Anthropic, Gemini, Bedrock, MCP, LangChain and ollama, messages, BFCL, and the raw
    text of models, on either side.

    Measures: calls calls/exact calls/format tools arguments trajectory irrelevance calls-schema.
    Default: calls and its parts, tools and arguments, headline calls. `nerkit measures calls` lists all.

    \b
    Examples:
      nerkit calls -g gold.jsonl -s system.jsonl
      nerkit calls -g gold.jsonl -s system.jsonl --by label
      nerkit calls -g gold.jsonl log.jsonl --tools tools.json --order sequence
      nerkit calls -g gold.jsonl a=prompt1.jsonl b=prompt2.jsonl
    """
    run("calls", shared, **options)
