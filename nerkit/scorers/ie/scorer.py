"""Count documents by formulas."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents, in_places
from nerkit.corpora.selection import Selection
from nerkit.exceptions import UsageError, unknown_field
from nerkit.ground.warnings import Warned, listed
from nerkit.results.rows import AVERAGED, Grouping
from nerkit.scorers import judgements
from nerkit.scorers import names as naming
from nerkit.scorers.ie.applicable import FIELDS, defaults, lists_in, with_needs, without_lists
from nerkit.scorers.ie.counting import BroughtFormula, RecordView
from nerkit.scorers.ie.measures import ITEMS, MEASURES
from nerkit.scorers.ie.opinions.views import reading
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.side_files import with_entities
from nerkit.scorers.ie.slices import seen_items, sliced
from nerkit.scorers.ie.views import RecordFormula
from nerkit.scorers.judgements import UNJUDGED
from nerkit.scorers.measure import BatchView, computes, cuts_of
from nerkit.scorers.task import OF_CORPUS, Measure, Task, counted

OWN = {"ner": "entities", "relations": "relations", "events": "events"}  # as DyGIE++ and documents call them
OF_TEMPLATES = ("gtt", "iterx", "muc4")  # formats
PREFERRED = (  # the main measures of kinds of data
    "docred",
    "wikievents-c",
    "argument-c",
    "ree",
    "template",
    "scirex",
    "sentiment-f1",
    "absa-tuple",
)
LANGUAGE = (
    "nerkit ie metric=FILE scores your own formula, in TOML or Python (docs/algebra.md).",
    "fields: document, label (of the measures listed here), slot (of measures of role fillers and templates)",
)


def read_objects(objects: Any, name: str = "<memory>") -> Documents:
    """Return a corpus as it is, or make a corpus from a list of documents without items. Raises UsageError
    for other values.
    """
    if isinstance(objects, Documents):
        return objects
    if not isinstance(objects, Sequence | Mapping) or isinstance(objects, str):
        raise UsageError(f"{name}: nerkit ie needs a list of documents, or a dict from ids to documents")
    return Documents([str(place) for place in range(1, len(objects) + 1)], list(objects), named=False)


def prepare(
    corpora: Sequence[Documents], selection: Selection, options: Options
) -> tuple[list[Documents], list[str]]:
    """Return the documents that are scored, and warnings about differences between the sides.

    If spans of a side are strings, spans of all sides become strings.
    """
    if options.beside & {"clusters", "mentions"} and any(each.form == "scirex" for each in corpora):
        corpora = [corpora[0], *(with_entities(corpus, options.entities) for corpus in corpora[1:])]
    selected = [selection.documents(corpus) for corpus in corpora]
    if any(corpus.strings for corpus in selected):
        selected = [as_strings(corpus) for corpus in selected]
    if selection.concerns_items:
        selected = [replace(corpus, selection=selection) for corpus in selected]
    if beside := options.beside:
        selected = [replace(corpus, beside=beside) for corpus in selected]
    return selected, [*own_gold(corpora), *without_items(corpora)]


def own_gold(corpora: Sequence[Documents]) -> list[Warned]:
    """Return a warning for each system whose file has gold lists of another size than the gold file;
    otherwise an empty text.
    """
    warnings = []
    for place, corpus in enumerate(corpora[1:]):
        held = [body["own_gold"] for body in corpus.values if corpus.form and "own_gold" in body]
        present = {name for name in OWN if any(name in each for each in held)}
        lists = {
            name: {"gold": _total(corpora[0], OWN[name]), "own": sum(each.get(name, 0) for each in held)}
            for name in OWN
        }
        facts = {"lists": lists, "present": frozenset(present), "side": _name(corpus)}
        warnings += [Warned("own-gold-differs", facts=facts, detail=_other_gold, place=place)] if held else []
    return warnings


def _other_gold(warned: Warned) -> dict[str, str] | None:
    """Return the gold lists in a system's file whose sizes differ from the gold file."""
    lists, present = warned.facts["lists"], warned.facts["present"]
    different = [
        f"{lists[name]['own']:,} {noun} (gold: {lists[name]['gold']:,})"
        for name, noun in (("ner", "entities"), ("relations", "relations"), ("events", "events"))
        if name in present and lists[name]["own"] != lists[name]["gold"]
    ]
    return {"different": ", ".join(different)} if different else None


def _name(corpus: Documents) -> str:
    return corpus.origins[0].name if corpus.origins else "the system"


def without_items(corpora: Sequence[Documents]) -> list[Warned]:
    """Return a warning for each system that lacks the lists of the gold documents (relations, events,
    fillers); otherwise an empty text.
    """
    warnings = []
    for place, corpus in enumerate(corpora[1:]):
        held = {"gold": lists_in(corpora[:1]), "own": lists_in([corpus])}
        facts = {"held": held, "side": _name(corpus)}
        lacking = Warned("lists-lacking", len(corpus.values), facts=facts, detail=_lacking, place=place)
        warnings.append(lacking)
    return warnings


def _lacking(warned: Warned) -> dict[str, str] | None:
    """Return the lists in the gold documents that a system lacks completely."""
    gold, own = warned.facts["held"].values()
    return {"lists": " or ".join(sorted(gold))} if gold and not own & gold else None


def _total(corpus: Documents, key: str) -> int:
    """Return the number of items in a list of all documents."""
    lists = [body.get(key) for body in corpus.values if isinstance(body, dict)]
    return sum(len(each) for each in lists if isinstance(each, list))


def stated(corpora: Sequence[Documents], options: Options) -> dict[str, str]:
    """Return the entries of the signature for options and data (strings as spans, the similarity of mentions,
    the parts of tuples).
    """
    formulas = options.formulas.values()
    presets = dict.fromkeys(formula.preset for formula in formulas if formula.preset)
    texts = [
        f"{f'{formula.average} ' * (formula.average != 'micro')}{formula.metric}"
        for formula in formulas
        if not formula.preset
    ]
    facts = {"preset": ",".join(presets)} if presets else {}
    facts |= {"metric": ",".join(texts)} if texts else {}
    facts |= judgements.stated(options.judgements)
    if any(corpus.strings for corpus in corpora):
        facts["spans"] = "strings"
    if any(corpus.form in OF_TEMPLATES for corpus in corpora):
        facts["mention-similarity"] = options.mention_similarity
    if any("tuples" in body for corpus in corpora for body in corpus.values if isinstance(body, dict)):
        facts["absa"] = reading(corpora, options)
    return facts


def brought(options: Options) -> dict[str, Measure]:
    """Return the measures that the options add, by name; they are the default if there are any."""
    return {
        name: Measure(
            name,
            BroughtFormula.of(formula),
            definition=formula.definition,
            differences=formula.differs,
            lower_is_better=formula.lower_is_better,
        )
        for name, formula in options.formulas.items()
    }


def beside(measures: Sequence[Measure], options: Options) -> list[Measure]:
    """Return the measures. With judgements, each measure that compares fillers is followed by its form
    without judgements.

    Raises UsageError if judgements concern no measure.
    """
    if options.judgements is None:
        return list(measures)
    both: list[Measure] = []
    for measure in measures:
        both += [measure, _unjudged(measure)] if _is_judged(measure, options) else [measure]
    if len(both) == len(measures):
        known = [one.name for one in MEASURES if one.name in PREFERRED and _is_judged(one, options)]
        raise judgements.none_judged([one.name for one in measures], known)
    return both


def formulas_of(measures: Sequence[Measure]) -> list[RecordFormula | BroughtFormula]:
    """Return the formulas of measures, from the task or from the user."""
    return [*computes(measures, RecordFormula), *computes(measures, BroughtFormula)]


def _is_judged(measure: Measure, options: Options) -> bool:
    """Return whether judgements concern a measure, or a measure that it combines."""
    return any(one.is_judged(options) for one in formulas_of(counted([measure])))


def _unjudged(measure: Measure) -> Measure:
    """Return the measure without judgements."""
    judged = {part.name for part in measure.of for one in computes([part], RecordFormula) if one.judged}
    of = tuple(_unjudged(part) if part.name in judged else part for part in measure.of)
    return replace(measure, name=f"{measure.name}{UNJUDGED}", of=of)


def view(
    batch: Batch[Documents], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the documents of the batch under every formula.

    Raises UsageError for rows by a field other than the document, and, for measures of the task, the label.
    """
    measures = counted(measures)
    formulas, own = formulas_of(measures), computes(measures, RecordFormula)
    are_own = len(own) == len(formulas)
    slices = sorted(batch.gold.slices.fields) if batch.gold.slices else []
    known = ["document", "label", *slices] if are_own else ["document"]
    if not are_own and any(one.label for one in formulas):
        known.append("label")
    if are_own and all(one.slots for one in own):
        known.append("slot")
    for grouping in plan:
        for field in grouping.fields:
            if field not in known and (grouping.shown or field not in AVERAGED):
                raise unknown_field(field, known)
    warnings = [*_different_tokens(batch), *_idle(measures, options)]
    warnings += without_lists(measures, [batch.gold, batch.system])
    records = RecordView(batch, options)
    return BatchView(
        batch.documents,
        measures,
        cuts_of(plan),
        [(0, records)],
        labels=lambda parts: sorted({label for part in parts for label in part.labels}),
        warnings=lambda _: [*warnings, *records.notes],
    )


def _idle(measures: Sequence[Measure], options: Options) -> list[Warned]:
    """Return a warning for credits of types if no measure compares types by equality."""
    own = computes(measures, RecordFormula)
    if options.credit is None or any(formula.compares_types(options) for formula in own):
        return []
    why = "no measure here compares types, except measures of published scorers"
    return [Warned("no-effect", option="type_weights=…", why=why)]


def _different_tokens(batch: Batch[Documents]) -> list[Warned]:
    """Return a warning if both sides have tokens of a document and the tokens differ."""
    different = [
        name
        for name, gold, system in zip(batch.documents, batch.gold.values, batch.system.values, strict=True)
        if isinstance(gold, dict)
        and isinstance(system, dict)
        and gold.get("tokens") != system.get("tokens")
        and "tokens" in gold
        and "tokens" in system
    ]
    return listed("documents-of-other-tokens", different)


Body = dict[str, Any]
PLACES = ("head", "tail", "trigger", "span")


def as_strings(corpus: Documents) -> Documents:
    """Replace the offsets of relations, triggers and arguments in documents by strings.

    Raises UsageError for offsets in a document without tokens or text.
    """
    values = [
        body if not isinstance(body, dict) else _document(body, name)
        for name, body in zip(corpus.documents, corpus.values, strict=True)
    ]
    return replace(corpus, values=values)


def _document(body: Body, name: str) -> Body:
    lists = {key: body[key] for key in ("relations", "events") if body.get(key)}
    return {**body, **in_places(lists, partial(_string, body=body, name=name), PLACES)}


def _string(span: Any, body: Body, name: str) -> Any:
    """Return the string that a span covers, with fragments joined by blanks; other values stay as they
    are.
    """
    if not isinstance(span, list):
        return span
    ranges = list(zip(span[::2], span[1::2], strict=True))
    if isinstance(body.get("tokens"), list):
        return " ".join(token for start, end in ranges for token in body["tokens"][start:end])
    if not isinstance(body.get("text"), str):
        raise UsageError(
            f"document {name}: one side has strings instead of offsets, but this document has "
            "neither tokens nor a text to find the strings in"
        )
    return " ".join(body["text"][start:end] for start, end in ranges)


TASK = Task(
    name="ie",
    options=Options,
    measures=with_needs(MEASURES),
    prepare=prepare,
    view=view,
    headlines=(*PREFERRED, MEASURES[0].name),
    read_objects=read_objects,
    stated=stated,
    defaults=defaults,
    fields=FIELDS,
    brought=brought,
    beside=beside,
    language=LANGUAGE,
    items={OF_CORPUS: "documents", **ITEMS},
    sliced=sliced,
    seen_items=seen_items,
    names_in_items=naming.in_records,
)
