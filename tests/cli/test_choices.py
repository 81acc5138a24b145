"""The command line writes the values of options out, since it loads nothing of the library at its start; here they are compared."""

import click
import pytest

from nerkit.cli import COMMANDS, cli
from nerkit.corpora import pairing
from nerkit.evaluation.presets import PRESETS
from nerkit.formatters import FORMATTERS
from nerkit.readers import READERS
from nerkit.results import scores
from nerkit.scorers.amr import rules as amr_rules
from nerkit.scorers.amr import triples as amr_triples
from nerkit.scorers.bio import matching as chunk_matching
from nerkit.scorers.mrp import normal as mrp_normal
from nerkit.scorers.mrp import scorer as mrp
from nerkit.scorers.spans import incomplete_gold
from nerkit.scorers.spans import scorer as spans
from nerkit.stats import confidence, significance
from nerkit.writers import WRITERS
from nerkit.writers import convert as conversion
from nerkit.writers import convert_graphs as graph_conversion

DERIVED = ("coref", "dep")  # commands that take the choices of their own options from the task
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
    "anchors": mrp.ANCHORS,
    "normalize": (*mrp_normal.PARTS, "all", "none"),
    "standardise": amr_rules.STANDARDS,
    "just": amr_triples.KINDS,
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
            if name in DERIVED and (name, option.name) not in KNOWN and option.name not in KNOWN:
                continue
            known = KNOWN.get((name, option.name)) or KNOWN[option.name]
            assert sorted(option.type.choices) == sorted(known), option.name
