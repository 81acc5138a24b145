"""One page of HTML with everything that is known of an evaluation: `nerkit report`.

    contents         what the page says, computed: headline, errors, documents, sums, scores
    headline, gains  the top of the page, and what would help most
    labels           the numbers of labels, for all systems side by side
    document_texts   the text of a document, and where the offsets of items are in it
    flow             items above and below the sentences of a text
    terse            the same as little HTML, for large pages
    table            errors and items as the script reads them
    page             templates, style and script, put together

The page asks for nothing: its policy forbids every request, and style and script are named by their hashes.
"""
