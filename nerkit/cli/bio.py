"""`nerkit bio`: tagged tokens in column files."""

from typing import Any

import click

from nerkit.cli.help import GoldError, GroupedCommand, without_gold
from nerkit.cli.options import Shared, in_order, own_options, scoring_options
from nerkit.cli.scoring import run, say
from nerkit.exceptions import UsageError
from nerkit.scorers.bio.options import NUMBER, Options


@click.command(cls=GroupedCommand, daily=())
@scoring_options(
    gold=(
        "Read gold from this file, folder, glob or - (default: the last two columns of FILE are "
        "gold and system)."
    )
)
@own_options(Options)
def command(shared: Shared, **options: Any) -> None:
    """Score tagged tokens: NER tags, chunks, slots in BIO columns, of any scheme.

    Without -g, nerkit reads gold and system from the last two columns of one FILE (or -), as conlleval does.

    Measures: chunk strict exact (boundaries only) partial type token, and all measures of spans. Default:
    chunk, headline chunk. `nerkit measures bio` lists all.

    \b
    Examples:
      nerkit bio -g gold.bio -s system.bio --by label
      nerkit bio output.txt -f conlleval
      nerkit bio -g gold.bio -s a=run1.bio -s b=run2.bio -m partial
      nerkit bio -g gold.bio -s system.bio -m strict --scheme BILOU -f seqeval
      nerkit bio -g gold.tsv -s system.tsv --column NE-COARSE-LIT
      nerkit bio -g gold.bio -s system.bio -m overlap-maxsum::span+type
      paste -d' ' gold.bio <(cut -d' ' -f2 system.bio) | nerkit bio -
    """
    options = in_order(Options, options)
    column = options["column"]
    if column is not None and NUMBER.fullmatch(column):
        options["column"] = int(column)
    if shared.gold is not None:
        run("bio", shared, **options)
        return
    systems = shared.named_systems()
    if len(systems) != 1:
        if len(shared.systems) > 1:
            raise without_gold(shared.systems)
        raise GoldError("give -g GOLD and systems, or one FILE whose last two columns are gold and system")
    if column is not None:
        raise UsageError(
            "--column needs -g; without -g nerkit reads gold and system from the last two columns"
        )
    from nerkit.corpora.corpus import with_form
    from nerkit.io import expand
    from nerkit.readers.tags import bio

    ((name, path),) = systems.items()
    sources = expand(path)
    columns = bio.read_columns(sources, (-2, -1), options["label_names"])
    gold, system = (with_form(corpus, "bio") for corpus in columns)
    say(sources.warnings, shared)
    run("bio", shared, data=(gold, {name: system}), **options)
