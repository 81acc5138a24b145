"""`nerkit srl`: semantic roles."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.scoring import run


@click.command(cls=GroupedCommand, daily=())
@scoring_options
def command(shared: Shared, **options: Any) -> None:
    """Score semantic roles (SRL): propositions (CoNLL-2004, 2005, 2012), heads of arguments (CoNLL-2008,
    2009, PriMeSRL, Universal Propositions).

    Both sides have the same sentences and words. An argument of spans is right with the same predicate, label
    and pieces (A1 and the C-A1 behind it are one argument); V is in no total.

    Measures: of spans srl, srl/unlabeled, srl/propositions, and srl-conll05 as srl-eval.pl counts; of heads
    srl-dep and its parts, LAS UAS LA (as eval09.pl), primesrl. Default: by what the files hold, headline srl
    (of heads srl-dep, beside CoNLL-U primesrl/arguments). `nerkit measures srl` lists all.

    \b
    Examples:
      nerkit srl -g gold.props -s system.props
      nerkit srl -g gold.props -s system.props -m srl-conll05 --by label
      nerkit srl -g gold.conll09 a=run1.conll09 b=run2.conll09
      nerkit srl -g gold.conllu -s system.conllu -m primesrl
      nerkit srl -g gold.v4_gold_conll -s system.v4_auto_conll --by predicate
    """
    run("srl", shared, **options)
