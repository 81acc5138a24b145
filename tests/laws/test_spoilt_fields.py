"""Two laws beside that gold has 1: wrong values of a field never give 1, and no number is perfect in silence.

A system has wrong values of one field of a file. As the file should be, those rows fall that look at it. Then
the field is renamed, removed or moved, on both sides or on the system's alone: a row that fell and is 1 now
must not come without an error or a warning, nor must a headline of 0 where all values are right.
"""

from itertools import count

import pytest
from laws.changes import fields_of
from laws.formats import SCORED, file_of
from tries import matrix, some

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.exceptions import NerkitError

OWN_SYNTAX = {  # formats without fields: labels are brackets, tags, questions, or the user's own keys
    *("ptb", "discbracket", "penman", "inline", "brackets", "entity-json", "uie-sel", "uie", "universalner"),
    *("instructuie", "answers", "absa", "json", "model-output", "gtt", "iterx", "grit", "muc4", "spacy-bin"),
    *("nif", "webanno", "csv"),  # the first line of CSV says what its columns are
}
OF_FIELDS = [form for form in SCORED if form not in OWN_SYNTAX]
TOLD_BY_NOBODY = {  # (format, field, way): what stands there then is as good a value of the field
    ("oneie", "relation_mentions.[].relation_type", "moved"): "subtypes are types",
    ("oneie", "entity_mentions.[].entity_type", "moved"): "kinds of mentions are types",
    ("docred", "[].vertexSet.[].[].type", "moved"): "names are texts, as types are",
    ("ie-jsonl", "relations.[].tail", "moved"): "a span may be a text",
    ("records", "[].relations.[].tail", "moved"): "a span may be a text",
    ("records", "[].events.[].trigger", "moved"): "the head of a span is a span",
    ("records", "[].events.[].arguments.[].span", "moved"): "the head of a span is a span",
    ("records", "[].events.[].arguments.[].head", "moved"): "roles of heads as a text",
    ("records", "[].events.[].arguments.[].role", "moved"): "a span may be a text",
    ("mrp", "[].nodes.[].anchors.[].from", "moved"): "one of the wrong anchors is one then, too",
    ("mrp", "[].nodes.[].anchors.[].to", "moved"): "one of the wrong anchors is one then, too",
    **{
        ("span-tsv", column, way): "any text is an id or a type; an empty cell is none"
        for column in ("4", "6")
        for way in ("removed", "dashed")
    },
    ("calls", "[].turns", "moved"): "a turn given as a text is one without calls",
    ("triples-tsv", "4", "dashed"): "so few nodes may have one concept",
    **{
        (form, f"[].{key}", way): "documents without ids pair by their order"
        for form, key in (("sentiment", "sent_id"), ("records", "id"), ("calls", "id"))
        for way in ("renamed", "removed")
    },
    **{
        ("calls", f"[].turns.[].[].{key}", way): "a tool has what arguments it has, or none"
        for key in ("arguments", "arguments.n", "arguments.q", "arguments.tags")
        for way in ("renamed", "removed", "moved")
    },
}
WORDS = {  # what both sides share, and no measure compares: words of tags and trees, ids that pair documents
    **dict.fromkeys(("bio", "noisy-bio", "export", "aida", "hipe", "arrau", "conll-coref"), ("1",))
}


@pytest.fixture
def rows_of(tmp_path):
    """(format, gold, system, measures) -> measure -> value, and whether something is said; None: an error."""
    number = count()

    def rows(form, gold, system, *measures):
        paths = [tmp_path / f"{side}{next(number)}" for side in ("gold", "system")]
        for path, text in zip(paths, (gold, system), strict=True):
            path.write_text(text, encoding="utf-8")
        request = Request.of(form=form, measures=measures)
        try:
            result = evaluate_systems(str(paths[0]), {"s": str(paths[1])}, request)
        except NerkitError:
            return None
        values = {row.measure: row.value for row in result.rows if (row.document, row.label) == ("*", "*")}
        return values, result.warnings or any("left out" in note for note in result.notes), result.headline

    return rows


def perfect(values, fallen):
    """The measures that are 1 now, of those that fell."""
    return [name for name in fallen if values.get(name) == 1]


@pytest.mark.parametrize(
    "form", matrix(OF_FIELDS, ("span-tsv", "docred", "oneie", "conllu", "calls", "records"))
)
def test_no_row_is_perfect_in_silence(form, rows_of):
    """Wrong values that nobody reads any more are told of."""
    gold, silent = file_of(form), []
    for field in fields_of(gold):
        right = rows_of(form, gold, field.permuted, "all")
        fallen = [name for name, value in right[0].items() if value < 1] if right else []
        if field.name in WORDS.get(form, ()) or not fallen:
            continue
        for name, spoil in some(field.ways.items(), 1):
            both = rows_of(form, spoil(gold), spoil(field.permuted), "all")
            alone = rows_of(form, gold, spoil(field.permuted), "all")
            told = [found is None or found[1] or not perfect(found[0], fallen) for found in (both, alone)]
            silent += [] if all(told) else [(form, field.name, name)]
    assert set(silent) <= set(TOLD_BY_NOBODY), sorted(set(silent) - set(TOLD_BY_NOBODY))


@pytest.mark.parametrize("form", OF_FIELDS)
def test_no_headline_is_zero_in_silence(form, rows_of):
    """Right values that the system has elsewhere are told of."""
    gold, silent = file_of(form), []
    for field in fields_of(gold):
        for name, spoil in some(field.ways.items(), 1):
            found = rows_of(form, gold, spoil(gold))
            if found is not None and not found[1] and found[0][found[2]] == 0:
                silent.append((form, field.name, name))
    assert not silent
