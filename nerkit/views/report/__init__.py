"""One page of HTML with everything that is known of an evaluation: `nerkit report`.

    contents               the contents of the page, computed: headline, errors, documents, sums, scores
    headline, repair_bars  the top of the page, and the gains of repairs
    labels                 the numbers of labels, for all systems side by side
    document_texts         the text of a document, and the characters of the units of offsets
    flow                   items above and below the sentences of a text
    compact_html           the texts of large pages, as little HTML
    table                  errors and items in a table for the script
    page                   templates, style and script, put together

The page loads nothing: its policy forbids every request, and style and script are named by their hashes.
"""
