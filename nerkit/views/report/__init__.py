"""One page of HTML with everything that is known of an evaluation: `nerkit report`.

    contents         what the page says, computed: scores, labels, classes, confusion, documents, mistakes
    document_texts   the text of a document, and where the offsets of items stand in it
    lanes            items above and below the lines of a text
    page             the three files of the page (template, style, script), put together

The page asks for nothing: its policy forbids every request, and style and script are named by their hashes.
"""
