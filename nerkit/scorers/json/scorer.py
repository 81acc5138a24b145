"""The way from documents to counts: the values in records, their scored parts, and the count rows."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import numpy as np

from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments, of_objects
from nerkit.corpora.json_paths import Kept, PathPattern, Steps, path_text, unfitting
from nerkit.corpora.readings import all_readings, unfolded
from nerkit.corpora.selection import Selection
from nerkit.exceptions import UsageError, check_fields, some
from nerkit.ground.warnings import Warned, counted
from nerkit.readers.values.answers import gold_answers, system_answers
from nerkit.readers.values.records import TextReading
from nerkit.results.rows import Grouping, Scoring
from nerkit.scorers import names as naming
from nerkit.scorers.batch_slices import pieces
from nerkit.scorers.json import judgements
from nerkit.scorers.json import measures as names
from nerkit.scorers.json.abstaining import PHRASES
from nerkit.scorers.json.counting import ValueView, computed
from nerkit.scorers.json.measures import ITEMS, MEASURES
from nerkit.scorers.json.nodes import ARRAY, nodes_of
from nerkit.scorers.json.options import ABSENT, RULES, Options
from nerkit.scorers.json.path_coverage import Found, coverage, sides_of
from nerkit.scorers.json.readings.batch import in_readings, plain_readings
from nerkit.scorers.json.schema import check_fits
from nerkit.scorers.json.slots import FieldsKnown, filled_paths
from nerkit.scorers.json.unwrapping import IN_PART, met
from nerkit.scorers.judgements import UNJUDGED
from nerkit.scorers.measure import BatchView
from nerkit.scorers.missing_fields import Whole
from nerkit.scorers.output_statuses import statuses_warning
from nerkit.scorers.task import OF_CORPUS, InParts, Measure, Task

FIELDS = ("document", "path", "label")
LANGUAGE = (
    "fields: document, path (rows of one matching, which add up to *), label (one path at a time is matched)",
)
CALL_KEYS = frozenset(("calls", "turns", "tool_calls", "messages", "choices", "ground_truth"))
SAMPLE = 25  # the number of documents in which calls are searched


def prepare(
    corpora: Sequence[JsonDocuments], selection: Selection, options: Options
) -> tuple[list[JsonDocuments], list[str]]:
    """Return the values of gold and the systems with the paths to score, and the warnings about them.

    Raises InputError for gold that is not JSON, UsageError for a pattern that fits no path.
    """
    if selection.items.only:
        raise UsageError("only=… keeps documents here, document=ID; paths are kept by labels=…")
    if options.of_answers:
        return _answered(corpora, selection, options)
    kept = Kept(selection.labels, names=tuple(selection.names.items()))
    gold, systems, said = met(corpora, options, of_part=selection.of_part, whole=_is_whole(kept, options))
    gold, *systems = (selection.documents(corpus) for corpus in (gold, *systems))
    if options.fields is not None:
        kept = replace(kept, filled=filled_paths(gold.values, options, kept))
        said += [IN_PART] if selection.of_part else []  # a part does not know all fields
    chosen = [replace(corpus, kept=kept) for corpus in (gold, *systems)]
    _check_paths(chosen, kept, options)
    check_any(gold.values, options)
    warnings = [statuses_warning(place, corpus) for place, corpus in enumerate(chosen[1:])]
    said = [*said, *_calls_hint(corpora[0]), *_silence_alone(options)]
    return chosen, [*said, *warnings, *_unknown_words(options), *_contradictions(gold, options)]


def _answered(
    corpora: Sequence[JsonDocuments], selection: Selection, options: Options
) -> tuple[list[JsonDocuments], list[str]]:
    """Return the questions and their answers unchanged, and the warnings about them."""
    how = [
        TextReading(options.read, False, options.choose, options.id_of(role)) for role in ("gold", "system")
    ]
    gold, notes = gold_answers(corpora[0], how[0], options.gold_field)
    systems = [system_answers(corpus, how[1], options.system_field, gold) for corpus in corpora[1:]]
    return [selection.documents(corpus) for corpus in (gold, *systems)], list(notes)


def _calls_hint(gold: JsonDocuments) -> list[Warned]:
    """Return a warning if gold holds tool calls, because `nerkit calls` scores them."""
    records = [
        one for one in gold.values[:SAMPLE] if isinstance(one, Mapping) and not CALL_KEYS.isdisjoint(one)
    ]
    if not records:
        return []
    from nerkit.readers.calls.calls import holds_calls

    return [Warned("calls-in-gold")] if any(map(holds_calls, records)) else []


def _silence_alone(options: Options) -> list[Warned]:
    """Return a note if the user asks for a measure that a silent system maximises."""
    asked = [name.strip() for each in options.asked for name in each.split(",")]
    best = next((name for name in asked if name in (names.FABRICATION, names.SILENCE)), None)
    return [] if best is None else [Warned("silence-alone", measure=best)]


def _is_whole(kept: Kept, options: Options) -> bool:
    """Return whether all paths are scored under their original names."""
    return kept.labels is None and not kept.names and not any(one.value for one in options.settings["ignore"])


def _unknown_words(options: Options) -> list[Warned]:
    """Return a warning about words `x-…` of the schema that nerkit does not read."""
    found = {} if options.loaded is None else options.loaded.unknown_words
    words = [f"{word!r}{f' (did you mean {meant}?)' if meant else ''}" for word, meant in found.items()]
    return [Warned("schema-words-unknown", words=some(words))] if words else []


def _contradictions(gold: JsonDocuments, options: Options) -> list[Warned]:
    """Return a warning with the number of gold values whose type contradicts the schema."""
    if options.loaded is None:
        return []
    read = unfolded if in_readings(options) else lambda value: [value]
    check_fits(options.loaded, [each for value in gold.values for each in read(value)])
    found = [
        (place, what)
        for place, value in enumerate(gold.values)
        for each in read(value)
        for what in options.loaded.contradictions(each)
    ]
    if not found:
        return []
    place, (path, own, due) = found[0]
    at = f" ({gold.places[place]})" if gold.at else ""
    return [Warned("schema-contradicted", len(found), [f"{path}: {own} where the schema has {due}{at}"])]


def _check_paths(corpora: Sequence[JsonDocuments], kept: Kept, options: Options) -> None:
    """Raise UsageError for a pattern that fits no path of any side."""
    patterns = [("labels", PathPattern(label)) for label in kept.labels or ()]
    patterns += [("label_map", PathPattern(old)) for old, _ in kept.names]
    patterns += typed_patterns(options)
    if not patterns or not any(len(corpus) for corpus in corpora):
        return
    values = [each for corpus in corpora for value in corpus.values for each in unfolded(value)]
    paths = nodes_of(values, []).paths.steps
    renamed = list(paths)
    if kept.names:

        def watched(steps: Steps) -> str | None:
            renamed.append(steps)  # the path below a key that has a new name already
            return kept.renamed(steps)

        renamed += nodes_of(values, [], renamed=watched).paths.steps
    check_patterns(patterns, paths, options, renamed)


def typed_patterns(options: Options) -> list[tuple[str, PathPattern]]:
    """Return the patterns that the user typed, as pairs (option, pattern)."""
    return [
        (name, one.pattern)
        for name in ("ignore", "weight", "array", "key", *RULES)
        for one in options.typed(name)
        if name == "ignore" or one.pattern.text != "**"
    ]


def check_patterns(
    patterns: Sequence[tuple[str, PathPattern]],
    paths: Sequence[Steps],
    options: Options,
    renamed: Sequence[Steps] | None = None,
) -> None:
    """Raise UsageError for a pattern that fits none of the paths.

    patterns   pairs (option, pattern)
    renamed    the paths under all their names; None if no path is renamed
    """
    known = paths if renamed is None else renamed
    for option, pattern in patterns:
        whole = option in ("array", "key", "label_map")
        if not any(pattern.fits(steps) if whole else pattern.covers(steps) for steps in known):
            raise unfitting(f'{option}="{pattern.text}"', pattern.text, paths)
    for one in options.typed("key"):
        _check_key(one.pattern, one.value, known)


def check_any(gold: Sequence[Any], options: Options) -> None:
    """Raise UsageError for a pattern of the option `any` that fits no array of the gold values."""
    left = list(options.any_paths)
    for value in gold if left else ():
        for steps, readings in all_readings(value):
            if readings.listed:
                left = [pattern for pattern in left if not pattern.fits(steps)]
        if not left:
            return
    if left and len(gold):
        values = [each for value in gold for each in unfolded(value)]
        nodes = nodes_of(values, [])
        arrays = [nodes.paths.steps[path] for path in np.unique(nodes.path[nodes.kind == ARRAY]).tolist()]
        raise unfitting(
            f'any="{left[0].text}"', left[0].text, arrays, "the gold documents have no such array"
        )


def _check_key(
    pattern: PathPattern, key: Sequence[tuple[str, ...]], paths: Sequence[tuple[str | None, ...]]
) -> None:
    """Raise UsageError for a key field that no element of the array has."""
    arrays = [steps for steps in paths if pattern.fits(steps)]
    for field in key:
        if not any((*steps, None, *field) in paths for steps in arrays):
            inside = [path for path in paths if any(path[: len(a) + 1] == (*a, None) for a in arrays)]
            raise unfitting(
                f'key="{pattern.text}={path_text(field)}"',
                path_text(field),
                [p[-1:] for p in inside if p[-1]],
            )


def view(
    batch: Batch[JsonDocuments], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the values of the batch, in pieces. Raises UsageError for an unknown field of rows."""
    cuts = {grouping.labels for grouping in plan}
    check_fields(sorted({field for grouping in plan for field in grouping.fields}), FIELDS, FIELDS)
    if ("path", "label") in cuts or ("label", "path") in cuts:
        raise UsageError("path and label both cut by paths; ask for one of them")
    fields = [(), *(one for one in (("path",), ("label",)) if one in cuts)]
    if options.of_answers:
        return BatchView(batch.documents, measures, [()], [(0, ValueView.of(batch, options))])
    whole = ("label",) in cuts or options.judgements is not None  # looks at all paths, or reads a file
    compared = ComparedPieces(batch, options, [(0, batch)] if whole else pieces(batch))
    return BatchView(batch.documents, measures, fields, compared, warnings=lambda _: compared.warnings())


class ComparedPieces:
    """The pieces of a batch, one after another, and the facts in them that warnings mention."""

    def __init__(
        self,
        batch: Batch[JsonDocuments],
        options: Options,
        pieces: Iterable[tuple[int, Batch[JsonDocuments]]],
    ) -> None:
        self.batch, self.options, self.pieces = batch, options, pieces
        self.repeated, self.plain, self.found = 0, 0, Found()

    def __iter__(self) -> Iterator[tuple[int, ValueView]]:
        """Yield the first document and the view of each piece. Facts for warnings are noted after a piece
        is measured.
        """
        options = self.options
        for first, piece in self.pieces:
            view = ValueView.of(piece, options)
            yield first, view
            if options.arrays or options.schema is not None:
                self.repeated += view.judged.exact_rows.repeated_keys
            for rows in view.judged.compared_rows[:1]:
                sides_of(rows, self.found)
                self.plain += plain_readings(rows) if options.any_key is None else 0

    def warnings(self) -> list[str]:
        """Return the warnings about all pieces."""
        told = _is_whole(self.batch.gold.kept, self.options)
        return [
            coverage(self.found, self.batch.system, told=told),
            *counted("elements-with-key-repeated", self.repeated),
            *counted("readings-as-objects", self.plain),
        ]


def stated(corpora: Sequence[JsonDocuments], options: Options) -> dict[str, str]:
    """Return the entries of the signature: every setting, in full."""
    arrays = [f"{one.pattern.text}({_shown(one.value)})" for one in options.arrays]
    if options.of_answers:
        said = {"any": "key(any),root"}
        rounding = any(name.strip().startswith("drop") for each in options.asked for name in each.split(","))
        return said | ({"rounded": "2 decimals, half to even"} if rounding else {})
    said = {
        "arrays": ",".join(["bag", *arrays]),
        "absent": ",".join(name for name in (*ABSENT, PHRASES) if name in options.nothing) or "none",
    }
    defaults = {"text": "none", "numbers": "json", "booleans": "json", "dates": "off"}
    for name in RULES:
        settings = [_setting(one.pattern, one.value) for one in options.settings[name]]
        if settings or name in defaults:
            said[name] = ",".join(settings) or defaults[name]
    if options.loaded is not None and options.loaded.settings() is None:
        said["schema"] = options.loaded.digest
    if in_readings(options):
        parts = [f"key({options.any_key_named})"] if options.any_key_named else []
        parts += [f"paths({','.join(one.text for one in options.any_paths)})"] if options.any_paths else []
        said |= {"any": ",".join(parts), "reading": "document-f1"}
    if options.fields is not None and corpora:  # results with other fields must not be added
        fields = sorted(map(path_text, corpora[0].kept.filled or ()))
        said["fields"] = f"{options.fields}({sha256(json.dumps(fields).encode()).hexdigest()[:12]})"
    if options.judgements is not None:
        said["judgements"] = judgements.read(options.judgements)[1]
    return said


def _setting(pattern: PathPattern, value: Any) -> str:
    return _shown(value) if pattern.text == "**" else f"{pattern.text}={_shown(value)}"


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return "+".join(".".join(one) if isinstance(one, tuple) else str(one) for one in value) or "none"
    return str(value)


def beside(measures: Sequence[Measure], options: Options) -> list[Measure]:
    """Return the measures. With judgements, each measure of values is followed by a variant without them."""
    if options.judgements is None:
        return list(measures)
    both: list[Measure] = []
    for measure in measures:
        both.append(measure)
        if measure.name not in (names.FORMAT, names.SCHEMA):
            both.append(replace(measure, name=f"{measure.name}{UNJUDGED}"))
    return both


FIELDS_OF_DATA = {
    names.ANSWERS_GROUP: Whole(lambda _, options: options.of_answers),
    names.VALUES: Whole(lambda _, options: not options.of_answers),
    names.SCHEMA: Whole(lambda _, options: options.schema is not None),
    names.SLOTS: FieldsKnown(),
}


class ValueParts(InParts):
    """The division of documents into shards. The option `fields` forbids it, because all fields must be
    known.
    """

    def whole(self, options: Options) -> str:
        """Return the reason why the documents must stay together; an empty text if they need not."""
        return 'fields="union" needs all gold documents' if options.fields else ""


TASK = Task(
    name="json",
    options=Options,
    measures=computed(MEASURES),
    prepare=prepare,
    view=view,
    headlines=(names.LEAVES,),
    read_objects=of_objects,
    reading=lambda options, role: {"shape": options.shape_of(role)},
    stated=stated,
    fields=FIELDS_OF_DATA,
    beside=beside,
    language=LANGUAGE,
    items={OF_CORPUS: "values", **ITEMS},
    scoring=lambda _: Scoring(averaged=("document", "path")),
    names_in_items=naming.in_json,
    parts=ValueParts(),
)
