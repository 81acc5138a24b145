"""Questions and answers in the files of data sets, recognised by content. Every question is a document.

    SQuAD       {"data": [{"paragraphs": [{"qas": [{"id", "answers": [{"text"}]}]}]}]}
    DROP        {passage: {"qa_pairs": [{"query_id", "answer": {number, spans, date}, "validated_answers"}]}}
    TriviaQA    {"Data": [{"QuestionId", "Answer": {"Value", "Aliases"}}]}
    DocVQA      {"data": [{"questionId", "answers": [...]}]}
    datasets    {"id", "answers": {"text": [...]}}      one per line
    own lines   {"id", "value": [...]}

Systems give {id: text}, [{"questionId", "answer"}], {"id", "prediction_text"} or own lines. The whole text of
a system is its answer; nerkit does not look for JSON in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nerkit.corpora.corpus import CLEAN, UNREADABLE
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.readings import USUAL, Readings, is_array
from nerkit.ground.warnings import Warned
from nerkit.readers.values.alternatives import with_admitted
from nerkit.readers.values.records import (
    OF_BOTH,
    OF_GOLD,
    OF_SYSTEM,
    Content,
    TextReading,
    content_of,
    fail_not_json,
    names_of,
)

ID_FIELDS = ("query_id", "QuestionId", "questionId", "question_id", "qid")
WAYS = (  # (name, the keys from a file to its questions, the id field); None is every member or element
    ("SQuAD", ("data", None, "paragraphs", None, "qas", None), "id"),
    ("DROP", (None, "qa_pairs", None), "query_id"),
    ("TriviaQA", ("Data", None), "QuestionId"),
    ("DocVQA", ("data", None), "questionId"),
)
ANSWERED = ("prediction_text", "predicted_answer", "pred_answer", "answer")


def gold_answers(
    corpus: JsonDocuments, how: TextReading, field: str | None
) -> tuple[JsonDocuments, list[Warned]]:
    """The gold questions, with alternative answers if the data set has them, and warnings about the file."""
    opened, notes = _opened(corpus)
    opened = _with_ids(opened, how)
    read, values = _read(opened, how, field, "gold"), []
    for value in read.values:
        listed = _listed(value)
        values.append(value if listed is None else Readings(listed))
    return with_admitted(replace(read, values=values), USUAL, []), notes


def system_answers(
    corpus: JsonDocuments, how: TextReading, field: str | None, gold: JsonDocuments
) -> JsonDocuments:
    """The answers of a system to the gold questions."""
    value = corpus.values[0] if len(corpus) == 1 and not corpus.named else None
    if isinstance(value, Mapping) and value and {*map(str, value)} & {*gold.documents} and gold.named:
        return replace(corpus.parted([str(key) for key in value], list(value.values())), records=False)
    read = _read(_with_ids(corpus, how), how, field, "system")
    return replace(read, values=[_answered(value) for value in read.values])


def _read(corpus: JsonDocuments, how: TextReading, field: str | None, role: str) -> JsonDocuments:
    """The documents with the values of their records.

    In a system file, text that is not JSON is an answer. In the gold file it is an InputError.
    """
    candidates = (*(OF_GOLD if role == "gold" else OF_SYSTEM), *OF_BOTH)
    names = names_of(corpus, corpus.values, how)
    if any(corpus.raw) and role == "gold":
        fail_not_json(corpus, corpus.raw.index(True))
    raw = corpus.raw or (False,) * len(corpus)
    contents = [
        Content(value) if raw[at] else content_of(value, candidates, (field, how.id), corpus, at)
        for at, value in enumerate(corpus.values)
    ]
    values = [None if one.refused else one.value for one in contents]
    status = [UNREADABLE if one.refused else CLEAN for one in contents]
    return corpus.read_as(names, values, status)


def _with_ids(corpus: JsonDocuments, how: TextReading) -> JsonDocuments:
    """The records, with the id field of a data set renamed to `id`."""
    if not corpus.records or corpus.named or how.id is not None or not len(corpus):
        return corpus
    for name in ID_FIELDS:
        if all(
            isinstance(value, Mapping) and isinstance(value.get(name), str | int) for value in corpus.values
        ):
            values = [{key: part for key, part in value.items() if key != name} for value in corpus.values]
            ids = [str(value[name]) for value in corpus.values]
            return replace(corpus, documents=ids, values=values, named=True)
    return corpus


def _opened(corpus: JsonDocuments) -> tuple[JsonDocuments, list[Warned]]:
    """The questions inside a file that is one JSON object, and a note; other files unchanged."""
    value = corpus.values[0] if len(corpus) == 1 and not corpus.named else None
    if not isinstance(value, Mapping):
        return corpus, []
    for name, way, field in WAYS:
        found = list(_at(value, way))
        if found and all(isinstance(one, Mapping) and field in one for one in found):
            made = corpus.parted([str(one[field]) for one in found], [without(one, field) for one in found])
            return made, [Warned("questions", len(found), form=name)]
    return corpus, []


def without(record: Mapping[str, Any], field: str) -> dict[str, Any]:
    """A record without a field."""
    return {key: value for key, value in record.items() if key != field}


def _at(value: Any, way: Sequence[str | None]) -> Iterator[Any]:
    """Yield the values at the end of a path of keys; None in the path means every member or element."""
    if not way:
        yield value
    elif way[0] is None:
        inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        for each in inner:
            yield from _at(each, way[1:])
    elif isinstance(value, Mapping) and way[0] in value:
        yield from _at(value[way[0]], way[1:])


def _listed(value: Any) -> list[Any] | None:
    """The alternatives of a record of a data set; None for other values."""
    if not isinstance(value, Mapping):
        return None
    answers, answer = value.get("answers"), value.get("answer", value.get("Answer"))
    if isinstance(answers, Mapping) and isinstance(answers.get("text"), list):
        answers = answers["text"]
    if isinstance(answers, list):
        return [one["text"] if isinstance(one, Mapping) and "text" in one else one for one in answers]
    if _is_drop(value) or _is_drop(answer):
        listed = (value,) if _is_drop(value) else (answer, *_elements(value.get("validated_answers")))
        return [_spans(one) for one in listed]
    return _aliases(answer) if isinstance(answer, Mapping) else None


def _aliases(answer: Mapping[str, Any]) -> list[Any] | None:
    """The value and the aliases of a TriviaQA answer; None for other objects."""
    named = {str(key).lower(): part for key, part in answer.items()}
    if "aliases" not in named and "value" not in named:
        return None
    listed = [*_elements(named.get("aliases")), named.get("value")]
    return [one for at, one in enumerate(listed) if one is not None and one not in listed[:at]]


def _elements(value: Any) -> list[Any]:
    return list(value) if is_array(value) else []


def _is_drop(answer: Any) -> bool:
    return isinstance(answer, Mapping) and {"number", "spans"} <= answer.keys()


def _spans(answer: Any) -> Any:
    """The texts of a DROP answer: its number, its spans, or its date."""
    if not isinstance(answer, Mapping):
        return answer
    number, date = answer.get("number"), answer.get("date")
    if number not in (None, ""):
        return [number]
    if answer.get("spans"):
        return answer["spans"]
    parts: Mapping[str, Any] = date if isinstance(date, Mapping) else {}
    return [" ".join(str(parts.get(part, "")) for part in ("day", "month", "year")).strip()]


def _answered(value: Any) -> Any:
    """The answer in a system's record; other values unchanged."""
    if isinstance(value, Mapping):
        for name in ANSWERED:
            if name in value and not isinstance(value[name], Mapping):
                return value[name]
    return value
