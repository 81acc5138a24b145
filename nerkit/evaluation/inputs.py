"""The inputs of an evaluation: the name, the format and the corpus of each input."""

import os
import stat
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from nerkit import readers
from nerkit.corpora.corpus import Corpus
from nerkit.corpora.spans import Answers
from nerkit.evaluation.facts import Size, form_of
from nerkit.evaluation.objects import NoDataError, check_labels, is_objects
from nerkit.evaluation.objects import plain as plain_data
from nerkit.evaluation.request import Request
from nerkit.exceptions import FormatsError, InputError, UsageError
from nerkit.ground.limits import MOST_SYSTEMS
from nerkit.ground.meant import meaning
from nerkit.ground.progress import staged
from nerkit.ground.records import record
from nerkit.ground.streams import STDIN, new_digest
from nerkit.io import Source, Sources, expand
from nerkit.readers.conditions import condition
from nerkit.readers.format import is_json
from nerkit.readers.register import FORMATS
from nerkit.readers.sample import Sample
from nerkit.scorers import SCORERS, task_named, task_of
from nerkit.scorers.task import Task

if TYPE_CHECKING:
    from nerkit.evaluation.object_records import Taken

Documents = str | os.PathLike[str] | IO[Any] | Corpus | Sequence[Any] | Mapping[str, Any]  # gold or a system
PLAIN_COLUMNS = ("bio", "noisy-bio", "span-tsv")  # formats for which other files can be mistaken
ANY_TEXT = "model-output"  # the format that takes any text
LISTED = "entity-json"  # the format of lists of entities without offsets
OF_ANY = ("json", "calls")  # tasks in which any value can be an answer
ANY_VALUE = ("json", ANY_TEXT)  # formats that take any JSON value


@record(frozen=True)
class Input:
    """An input: its role (`gold` or `system`), its name, its data, and notes about its format.

    The data is a path, an open file, or an object.
    """

    role: str
    name: str
    target: Any
    notes: list[str] = field(default_factory=list)

    @property
    def is_file(self) -> bool:
        """Whether the data can be opened again, also in another process."""
        if not isinstance(self.target, str | os.PathLike):
            return False
        mode = os.stat(self.target).st_mode if os.path.exists(self.target) else 0
        return stat.S_ISREG(mode) or stat.S_ISDIR(mode)

    @property
    def path(self) -> str | None:
        """The path as typed; None for an object, and for a stream, because it cannot be read again."""
        origins: Sequence[Any] = getattr(self.target, "origins", ())
        target = origins[0].name if len(origins) == 1 else self.target
        if not isinstance(target, str | os.PathLike) or is_data(target) or target == STDIN:
            return None
        if os.path.exists(target) or origins:
            return os.fsdecode(target) if os.path.isfile(target) or os.path.isdir(target) else None
        return os.fsdecode(target)  # a pattern, or an address

    def told(self, size: Size, form: str, unit: str, sha256: str | None) -> dict[str, Any]:
        """Return the record of an input in a result, before anything is counted.

        The record has the role, the name, the digest of the bytes, the format, and the numbers of
        documents and items (*unit*) in the corpus.
        """
        known = {"role": self.role, "name": self.name, "path": self.path, "sha256": sha256}
        return known | size.facts(form, unit) | ({"note": "; ".join(self.notes)} if self.notes else {})


class Inputs(NamedTuple):
    """The inputs after reading.

    task, options    the task, and its options
    corpora, forms   the corpus and the format of each input
    implicit         whether documents exist only through their items
    warnings         warnings about data that nerkit left out
    """

    task: Task
    options: Any
    corpora: list[Corpus]
    forms: list[str]
    implicit: bool
    warnings: list[str]


def check_number(systems: Collection[Any]) -> None:
    """Raise UsageError if there are more systems than MOST_SYSTEMS."""
    if len(systems) > MOST_SYSTEMS:
        raise UsageError(
            f"a run can score at most {MOST_SYSTEMS:,} systems, and you gave {len(systems):,}; "
            "score them in several runs"
        )


def input_name(target: Any, default: str) -> str:
    """Return the name of an input: the path as typed, or *default*."""
    if isinstance(target, str | os.PathLike) and not is_data(target):
        return os.fspath(target)
    if typed := getattr(target, "typed", ""):  # the name of a pipe whose bytes are kept
        return str(typed)
    if getattr(target, "origins", None):  # a corpus that was read before
        return str(target.origins[0].name)
    return str(getattr(target, "name", default)) if hasattr(target, "read") else default


def inputs_of(gold: Any, systems: Mapping[str, Any]) -> list[Input]:
    """Return gold and the systems, given by name, as inputs."""
    named = [Input("system", name, target) for name, target in systems.items()]
    return [Input("gold", input_name(gold, "gold"), gold), *named]


def read_all(inputs: Sequence[Input], request: Request, *, plain: bool = False) -> Inputs:
    """Read gold and the systems into corpora.

    With *plain* and without a task, each corpus stays as its reader makes it.

    Raises InputError for data that does not parse or has another format than requested, UsageError for
    unknown names.
    """
    sources, own, likely = dict[int, Sources](), dict[int, Any](), "spans"
    if not all(_is_path(one.target) for one in inputs):
        sources, own, asked_for, likely = _objects(inputs, request)
        request = request if asked_for in (None, request.task) else replace(request, task=asked_for)
    opened = {
        i: sources[i] if i in sources else expand(one.target) for i, one in enumerate(inputs) if i not in own
    }
    try:
        if opened or request.form is not None:
            task, forms = formats_of(opened, request, inputs, plain=plain, likely=likely)
        else:
            task, forms = task_named(request.task or likely), {}
        options = task.own_options(request.options, request.workers, request.measures)
        hows = [task.reading(options, one.role) for one in inputs]
        readers.check_known(hows[0], forms.values())
        corpora: list[Corpus] = []
        for i, one in staged(list(enumerate(inputs)), "reading"):
            meant = request.meant(one.role)
            with meaning(meant):
                if i in own:
                    if meant.ends and hasattr(own[i], "in_documents"):
                        raise UsageError(f"ends=… has no effect on {one.name}, which is already read")
                    corpora.append(task.reading_objects(hows[i])(own[i], one.name))
                else:
                    corpora.append(_read_sources(opened[i], forms[i], one.name, hows[i], task.reads))
    finally:
        for each in opened.values():
            for source in each:
                source.close()
    implicit = any(readers.reader(form).implicit_documents for form in forms.values())
    known = [forms[i] if i in forms else form_of(one.target) for i, one in enumerate(inputs)]
    left_out = [note for sources in opened.values() for note in sources.warnings]
    return Inputs(task, options, corpora, known, implicit, left_out)


def _is_path(target: Any) -> bool:
    """Return whether a target is a path or an open file, and not data as text."""
    return hasattr(target, "read") or (isinstance(target, str | os.PathLike) and not is_data(target))


def _objects(inputs: Sequence[Input], request: Request) -> "Taken":
    """Return the objects among the inputs. Raises InputError for an object that cannot be an input."""
    from nerkit.evaluation.object_records import ACCEPTED, taken

    objects = {i: plain_data(one.target) for i, one in enumerate(inputs) if is_data(one.target)}
    is_named = request.task == "bio" and "label_names" in request.options
    for i, one in enumerate(inputs):
        if i in objects and request.task in (None, "spans", "bio") and not is_named:
            check_labels(objects[i], one.name)
        elif i not in objects and not _is_path(one.target):
            problem = f"give a path, an open file or data, not {type(one.target).__name__}"
            raise NoDataError(problem, source=one.name, remedy=ACCEPTED)
    return taken(objects, [one.name for one in inputs], request.task, request.form)


def _read_sources(
    sources: Sequence[Source], form: str, name: str, options: Mapping[str, Any], kind: str
) -> Corpus:
    """Read the corpus of an input; *options* are for the reader, *kind* is the kind of corpus."""
    chosen = readers.select(sources, form)
    if not chosen:
        raise InputError(f"the file is not of the format {form}", source=name)
    try:
        corpus: Corpus = readers.reading(form, kind)(chosen, **readers.known_to(form, options))
    except InputError as error:
        if form in PLAIN_COLUMNS:
            from nerkit.readers.unsupported import doubted

            raise doubted(error, chosen) from None
        raise
    return corpus


def formats_of(
    opened: Mapping[int, Sequence[Source]],
    request: Request,
    inputs: Sequence[Input],
    *,
    plain: bool = False,
    likely: str = "spans",
) -> tuple[Task, dict[int, str]]:
    """Return the task and the format of each input: as requested, or by content.

    A blank input has the format of the other inputs. If no content tells the task, but some inputs are
    objects, the task is *likely*.
    """
    if request.form is not None:
        readers.reader(request.form)
        task = task_named(request.task) if request.task else _task_for(request.form, opened, plain)
        task.check_format(request.form)
        forms = dict.fromkeys(opened, request.form)
        gold = {i: sources for i, sources in opened.items() if inputs[i].role != "system"}
        return task, forms | _beside_answers(request.form, gold, task)
    asked = task_named(request.task) if request.task else None
    allowed = {
        i: asked.formats if asked else readers.BY_CONTENT if inputs[i].role == "system" else readers.OF_GOLD
        for i in opened
    }
    recognised = _recognised(opened, allowed, inputs, of_one_task=asked is not None)
    if asked is None:
        recognised |= {i: LISTED for i, form in recognised.items() if form == "json" and _lists(opened[i])}
    elif None not in recognised.values():
        _check_read({inputs[i].name: str(form) for i, form in recognised.items()}, asked, asked.name)
    known = [form for form in recognised.values() if form]
    if not known and request.task is None and len(opened) < len(inputs):
        task = task_named(likely)
        return task, dict.fromkeys(opened, task.formats[0])
    if not known and request.task is None and opened:
        blank = inputs[next(iter(opened))].name
        remedy = "name the format with form=…, or use the command of the task, for example nerkit spans"
        raise InputError(
            "every input is blank, so nerkit cannot tell the format", source=blank, remedy=remedy
        )
    default = known[0] if known else (asked.formats[0] if asked else "span-tsv")
    task = asked or _task_for(default, opened, plain)
    forms = {i: form or default for i, form in recognised.items()}
    if asked is None and task.name in OF_ANY:  # any value can be an answer, whatever its format
        forms = {
            i: form if form in task.formats else readers.recognised(opened[i], task.formats) or form
            for i, form in forms.items()
        }
    for i, form in forms.items():
        if form in ANY_VALUE and form not in task.formats:  # any JSON value may be an answer
            forms[i] = readers.meant(opened[i], task.formats) or form
    if any_text := [
        opened[i] for i, form in forms.items() if form == ANY_TEXT and inputs[i].role != "system"
    ]:
        _check_gold(any_text, task)
    if asked is None and not plain:
        task = _shared(task, forms)
        _note_entities(inputs, opened.get(0, ()), forms.get(0))
    _check_read({inputs[i].name: form for i, form in forms.items()}, task, request.task)
    return task, forms


def _lists(sources: Sequence[Source]) -> bool:
    """Return whether JSON values are lists of texts with labels."""
    from nerkit.readers.texts.entity_json import LABELS_BESIDE_TEXTS

    return _meets(sources, LABELS_BESIDE_TEXTS)


def _meets(sources: Sequence[Source], text: str) -> bool:
    """Return whether the first source that is not blank meets a condition of formats."""
    first = next((source for source in sources if source.head.strip()), None)
    return first is not None and condition(text)(Sample.of(first).told)


def _note_entities(inputs: Sequence[Input], gold: Sequence[Source], form: str | None) -> None:
    """Add a note if gold was read as JSON values but could be lists of entities."""
    if form != "json":
        return
    from nerkit.readers.texts.entity_json import LISTS_OF_STRINGS

    if _meets(gold, LISTS_OF_STRINGS):
        from shlex import join

        typed = join(["nerkit", "spans", "-g", *(one.name for one in inputs)])
        inputs[0].notes.append(f"the data could also be lists of entities, as {typed} reads them")


def _check_read(formats: Mapping[str, str], task: Task, asked: str | None) -> None:
    """Raise FormatsError for the first file whose format the task does not read.

    *formats* maps names of files to formats; *asked* is the requested task.
    """
    strange = next((name for name, form in formats.items() if form not in task.formats), None)
    if strange is None:
        return
    problem = f"{formats[strange]}, which nerkit {asked} does not read"
    if asked is None:
        other = next(name for name, form in formats.items() if form in task.formats)
        problem = f"{formats[strange]}, and {other} is {formats[other]}: no task reads both"
    raise FormatsError(problem, formats=formats, task=asked, source=strange)


def _check_gold(inputs: Iterable[Sequence[Source]], task: Task) -> None:
    """Raise the InputError for gold in an unsupported format, in tasks where any text can be an answer."""
    from nerkit.readers import unsupported

    for sources in inputs:
        head = sources[0].head
        if unsupported.looks_like(head, surely=True) or (unsupported.is_known(head) and not is_json(head)):
            raise unsupported.refusal(sources[0], task.formats, any_task=False)


def _shared(task: Task, forms: Mapping[int, str]) -> Task:
    """Return the task if it reads all formats, otherwise the first task that does."""
    if all(form in task.formats for form in forms.values()):
        return task
    tasks = map(task_named, SCORERS)
    return next((one for one in tasks if all(form in one.formats for form in forms.values())), task)


def _beside_answers(form: str, gold: Mapping[int, Sequence[Source]], task: Task) -> dict[int, str]:
    """Return the format of each gold input that does not have the format *form* of the model's answers.

    Beside any text as an answer, gold is JSON. Beside strings as answers, gold has places.
    """
    if form == ANY_TEXT:
        formats = [name for name in task.formats if name != ANY_TEXT]
    elif readers.reader(form).makes is Answers:
        gold = {i: sources for i, sources in gold.items() if not readers.recognised(sources, [form])}
        formats = [name for name in task.formats if readers.reader(name).characters]
    else:
        return {}
    recognised = {i: readers.recognised(sources, formats) for i, sources in gold.items()}
    return {i: name for i, name in recognised.items() if name}


def _recognised(
    opened: Mapping[int, Sequence[Source]],
    allowed: Mapping[int, Iterable[str]],
    inputs: Sequence[Input],
    *,
    of_one_task: bool,
) -> dict[int, str | None]:
    """Return the format of each input by its content; None for a blank input. A note lists other fitting
    formats.

    An input in no format of *allowed* gets a format of the task of the other inputs, because any text may
    be a model's answer. Raises InputError for an input in no format.
    """
    forms = dict[int, str | None]()
    for i, sources in opened.items():
        found = readers.explained(sources, allowed[i])
        forms[i] = found[0] if found else None
        inputs[i].notes.extend(f"{name} reads the same items" for name in found[1:])
    known = next(filter(None, forms.values()), None)
    beside = task_of(known).formats if known and not of_one_task else ()
    elsewhere = readers.STRICT if of_one_task else beside  # where a task is named its formats come first
    if of_one_task:
        forms = {i: _surer(opened[i], form, elsewhere) or form for i, form in forms.items()}
    for i, sources in opened.items():
        other = None if forms[i] else readers.recognised(sources, elsewhere)
        own = (name for name in allowed[i] if other and readers.reader(name).extends == other)
        forms[i] = forms[i] or next(own, other) or readers.sniff(sources, allowed[i])
    return forms


def _surer(sources: Sequence[Source], form: str | None, elsewhere: Iterable[str]) -> str | None:
    """Return the format of another task that fits an input, if its own format only guesses that it is an
    answer.

    For example, strings in tool calls are not entities.
    """
    if form is None or not FORMATS[form].fallback or form in ANY_VALUE or form == "records":
        return None
    other = readers.recognised(sources, elsewhere)
    return other if other and not FORMATS[other].fallback else None


def _task_for(form: str, opened: Mapping[int, Sequence[Source]], plain: bool) -> Task:
    """Return the task of a format. If several tasks read the format, the content decides.

    For *plain* inputs it is the task of the reader.
    """
    if plain:
        return task_of(form)
    chosen = [readers.selected(sources, form) for sources in opened.values()]
    named = readers.first_task([readers.meant_for(form, sources) for sources in chosen])
    return task_named(named) if named else task_of(form)


def digest_of_digests(digests: Iterable[str]) -> str | None:
    """Return the only digest, or the digest of several digests; None if a digest is missing or the list
    is empty.
    """
    listed = list(digests)
    if not all(listed):
        return None
    if len(listed) < 2:
        return listed[0] if listed else None
    return str(new_digest("\n".join(listed).encode()).hexdigest())


def is_data(given: Any) -> bool:
    """Return whether *given* is data, and not a path or an open file.

    A text is data if it contains a graph or trees and is not a path.
    """
    if isinstance(given, str):
        if "\n" not in given and "(" not in given:  # neither a graph nor a tree
            return False
        from nerkit.evaluation.object_records import text_format

        return text_format(given) is not None and not os.path.exists(given)
    return is_objects(given)
