"""Values of options that the command line writes out, since it loads nothing of the library at its start."""

import click
import pytest

from nerkit.cli import COMMANDS, cli
from nerkit.corpora import pairing
from nerkit.evaluation.presets import PRESETS
from nerkit.formatters import FORMATTERS
from nerkit.readers import READERS
from nerkit.results import scores
from nerkit.scorers import clusters as composites
from nerkit.scorers.bio import matching as chunk_matching
from nerkit.scorers.coref import matching as mention_matching
from nerkit.scorers.coref import sides as mention_sides
from nerkit.scorers.dep import scorer as dep
from nerkit.scorers.spans import incomplete_gold
from nerkit.scorers.spans import scorer as spans
from nerkit.stats import confidence, significance
from nerkit.writers import WRITERS
from nerkit.writers import convert as conversion
from nerkit.writers import convert_graphs as graph_conversion

KNOWN = {  # option -> values; command and option where commands differ
    "color": ("auto", "always", "never"),
    "output_format": FORMATTERS,
    "preset": PRESETS,
    "missing": pairing.MISSING,
    "extra": pairing.EXTRA,
    "duplicates": pairing.DUPLICATES,
    "empty": scores.EMPTY,
    "interval": confidence.KINDS,
    "paired": significance.METHODS,
    ("spans", "match"): spans.MATCHES,
    "gold_candidates": incomplete_gold.CANDIDATES,
    "matching": chunk_matching.MATCHINGS,
    ("coref", "match"): mention_matching.MATCHES,
    "zeros": mention_matching.ZEROS,
    "singletons": mention_sides.SINGLETONS,
    "mentions": mention_sides.REPEATED,
    "blanc": composites.BLANC,
    "punctuation": dep.PUNCTUATION,
    "subtypes": dep.SUBTYPES,
    "elas": dep.ELAS,
    "to": WRITERS,
    ("convert", "form"): (*conversion.FORMATS, *graph_conversion.GRAPHS, *conversion.TREES),
    ("validate", "form"): READERS,
    ("validate", "output_format"): ("text", "json"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_choice_offers_what_the_library_knows(name):
    """No value more and none less; those of tasks are taken from the task's `options` itself."""
    for option in cli.get_command(click.Context(cli), name).params:
        if isinstance(option.type, click.Choice):
            known = KNOWN.get((name, option.name)) or KNOWN.get(option.name, option.type.choices)
            assert sorted(option.type.choices) == sorted(known), option.name
