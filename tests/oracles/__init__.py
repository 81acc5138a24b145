"""Oracles: the measures of each family straight from their definition, to check the numbers of nerkit.

A module reads two files with nerkit's readers, uses nothing else of it, and counts by enumeration:

    scores(gold, system) -> measure -> (p_num, p_den, r_num, r_den), or (value,)

All are slow, and some try all matchings: they are for small files. They refuse what their short definition
leaves out, for example empty nodes.

    python -m tests.oracles bio -g gold.bio -s system.bio
    python -m tests.oracles.every FOLDER                     all small files that an oracle can read
"""

FAMILIES = {  # command -> module
    "bio": "tags",
    "spans": "spans",
    "noisy": "noisy",
    "coref": "clusters",
    "amr": "graphs",
    "tree": "trees",
    "srl": "roles",
    "ie": "records",
    "json": "values",
    "calls": "calls",
    "templates": "templates",
    "agree": "agreement",
}
