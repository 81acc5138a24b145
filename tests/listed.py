"""What corpora hold, as rows that can be compared."""


def spans_listed(spans, *names):
    """(document, start, end, the values of fields) of every span."""
    columns = zip(spans.document.tolist(), spans.start.tolist(), spans.end.tolist(), strict=True)
    return [
        (spans.documents[document], start, end, *(spans.fields[name].value(row) for name in names))
        for row, (document, start, end) in enumerate(columns)
    ]


def mentions_listed(mentions):
    """(document, start, end, entity) of every mention."""
    columns = (mentions.document, mentions.span.start, mentions.span.end, mentions.entity)
    return [
        (mentions.documents[document], start, end, mentions.entities[entity])
        for document, start, end, entity in zip(*(column.tolist() for column in columns), strict=True)
    ]
