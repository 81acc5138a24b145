"""Write tagged tokens in two columns, token and tag, separated by a tab; a blank line after each sentence.

If documents have ids, each document begins with a line `# document ID`. Otherwise, if there are several
documents, each one begins with `-DOCSTART-`.
"""

from collections.abc import Iterator

from nerkit.corpora.tags import Tagged
from nerkit.exceptions import UsageError, plural
from nerkit.readers.tags.spelling import spelt
from nerkit.writers.format import BREAKS, Writer, cell


def write(tagged: Tagged) -> Iterator[str]:
    """The lines of each sentence in BIO; the mark of a document precedes its first sentence."""
    words = tagged.tokens()
    tags = [cell(spelt(tag), "tag", "bio") for tag in tagged.tags.values]
    if any(tag.type == "" for tag in tagged.tags.values):
        raise UsageError("bio cannot hold an empty label, because a tag is a letter, a hyphen and a label")
    for name in tagged.documents if tagged.named else ():
        cell(name, "document id", "bio", "\n\r")
    codes, last = tagged.tags.codes.tolist(), tagged.last.tolist()
    several = tagged.named or len(tagged.documents) > 1
    begun = -1
    sentences = zip(tagged.first.tolist(), last, tagged.document.tolist(), strict=True)
    for first, after, document in sentences:
        while several and begun < document:
            begun += 1
            yield f"# document {tagged.documents[begun]}\n\n" if tagged.named else "-DOCSTART-\tO\n\n"
        yield "".join(f"{words[i]}\t{tags[codes[i]]}\n" for i in range(first, after)) + "\n"


def lost(tagged: Tagged) -> list[str]:
    """Phrases that count the tokens and labels that a column file cannot hold."""
    tokens = sum(not word or "\t" in word or word in MARKS or word.isspace() for word in set(tagged.tokens()))
    labels = sum(BREAKS.search(tag.type or "") is not None for tag in tagged.tags.values)
    counts = {"token that no column can hold": tokens, "label with a tab or the end of a line": labels}
    return [plural(count, noun) for noun, count in counts.items() if count]


MARKS = ("-DOCSTART-", "-X-")  # begin a document, and end a sentence
WRITER = Writer(write, takes=Tagged, lost=lost)
