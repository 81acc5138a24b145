"""The command line writes the values of options out, since it loads nothing of the library at its start; here they are compared."""

import click
import pytest

from nerkit import conversion, graph_conversion, pairing, scores
from nerkit.cli import COMMANDS, cli
from nerkit.formatters import FORMATTERS
from nerkit.presets import PRESETS
from nerkit.readers import READERS
from nerkit.scorers import (
    amr_rules,
    amr_triples,
    chunk_matching,
    composites,
    dep,
    incomplete_gold,
    mention_matching,
    mention_sides,
    mrp,
    mrp_normal,
    spans,
)
from nerkit.stats import confidence, significance
from nerkit.writers import WRITERS

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
    "anchors": mrp.ANCHORS,
    "normalize": (*mrp_normal.PARTS, "all", "none"),
    "standardise": amr_rules.STANDARDS,
    "just": amr_triples.KINDS,
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
    """No value more and none less, whatever the option."""
    for option in cli.get_command(click.Context(cli), name).params:
        if isinstance(option.type, click.Choice):
            known = KNOWN.get((name, option.name)) or KNOWN[option.name]
            assert sorted(option.type.choices) == sorted(known), option.name
