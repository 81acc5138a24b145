"""Objects of other libraries as plain data: arrays as lists, parsed documents as texts with spans.

None of these libraries is imported: an object is known by what it has.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from nerkit.errors import InputError


def plain(data: Any) -> Any:
    """The same data in lists: of a numpy array, a pandas Series, a list of them, of spaCy's documents; the
    tags of a data set of Hugging Face's `datasets`.

    Anything else is given back as it is.
    """
    if _is_dataset(data):
        from nerkit.readers.tags import hf_datasets

        return hf_datasets.of_dataset(data)
    if _is_array(data):
        data = data.tolist()
    if _is_parsed(data):
        return [_text_and_spans(data)]
    if isinstance(data, Mapping):
        return (
            {name: _document(value) for name, value in data.items()} if _any_foreign(data.values()) else data
        )
    if isinstance(data, list | tuple) and _any_foreign(data):
        return [_document(value) for value in data]
    return data


def check_labels(data: Any, name: str) -> None:
    """Raise InputError where numbers stand for labels, as a data set of ids has them."""
    documents = list(data.values()) if isinstance(data, Mapping) else data
    if not isinstance(documents, Sequence) or isinstance(documents, str):
        return
    first = next((each for each in documents if isinstance(each, list | tuple) and each), ())
    if first and all(type(label) is int for label in first):
        raise InputError(
            f"ids of labels instead of labels: {first[0]}",
            source=name,
            remedy="they need names: [[names[id] for id in sentence] for sentence in data]",
        )


PLAIN = {list, tuple, str, dict}  # of which a look at the type says that they are no other library's


def _any_foreign(values: Collection[Any]) -> bool:
    return not set(map(type, values)) <= PLAIN and any(map(_is_foreign, values))


def _is_foreign(value: Any) -> bool:
    return _is_array(value) or _is_parsed(value)


def _is_dataset(value: Any) -> bool:
    """Whether an object is a data set with described columns."""
    return hasattr(value, "features") and hasattr(value, "column_names")


def _is_array(value: Any) -> bool:
    return hasattr(value, "tolist") and hasattr(value, "dtype")


def _is_parsed(value: Any) -> bool:
    """Whether an object is a document of spaCy, or of a library that took over its names."""
    return hasattr(value, "ents") and hasattr(value, "text") and not isinstance(value, Mapping)


def _document(value: Any) -> Any:
    if _is_parsed(value):
        return _text_and_spans(value)
    return value.tolist() if _is_array(value) else value


def _text_and_spans(parsed: Any) -> tuple[str, list[tuple[Any, ...]]]:
    """The text of a parsed document and its entities: characters, label, the id in a knowledge base if it has
    one.
    """
    spans = [
        (entity.start_char, entity.end_char, entity.label_, *([entity.kb_id_] if entity.kb_id_ else []))
        for entity in parsed.ents
    ]
    return parsed.text, spans
