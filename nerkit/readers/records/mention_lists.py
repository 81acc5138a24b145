"""Entities as lists of mentions. The offsets of a mention count the tokens of its sentence.

    [[{"name": "Tolkien", "sent_id": 0, "pos": [0, 1], "type": "PER"}], [{"name": "Oxford", …}]]

`MentionLists` reads the mentions as entities, with offsets in the document. Relations refer to the lists by
number, from 0. `MentionClusters` adds the clusters and the names of their mentions.
"""

from functools import partial
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.records import SENTENCES
from nerkit.ground.records import record
from nerkit.readers.json_text import shown
from nerkit.readers.records.document_table import Body
from nerkit.readers.records.shape import EntityList, ShapedReading


@record(frozen=True)
class MentionLists(EntityList):
    """Entities as a list of lists of mentions.

    sentence  the key of a mention's sentence number
    offsets   the key of a mention's offsets in its sentence
    """

    sentence: str = "sent_id"
    offsets: str = "pos"

    def read(self, reading: ShapedReading, body: Body) -> list[Body]:
        """The mentions of all entities, each as an entity."""
        if not isinstance(body.get(self.key), list):
            reading.fail(f"no {self.key}", self.key)
        chains = reading.clusters(body[self.key], self.key, partial(self._mention, reading))
        reading.known = {
            number: {"span": number, "type": chain[0]["type"]} for number, chain in enumerate(chains)
        }
        reading.chains = [[mention["span"] for mention in chain] for chain in chains]
        return [mention for chain in chains for mention in chain]

    def _mention(self, reading: ShapedReading, mention: Any, *path: str | int) -> Body:
        """One mention, with offsets in the document."""
        sentence = reading.record(mention, self.what, *path).get(self.sentence)
        first = reading.first
        if type(sentence) is not int or not 0 <= sentence < max(len(first) - 1, 1):
            problem = f"{self.sentence} {shown(sentence)} is not a sentence of the document"
            reading.fail(problem, *path, self.sentence)
        before = first[sentence]
        reading.size = first[sentence + 1] - before if len(first) > 1 else LARGEST
        start, end = reading.pair(mention.get(self.offsets), *path, self.offsets)
        return {
            "type": reading.label(mention, str(self.label), *path),
            "span": [start + before, end + before],
        }


@record(frozen=True)
class MentionClusters:
    """The clusters of a document (mentions as *listed*), and the names of the mentions."""

    listed: MentionLists

    def read(self, reading: ShapedReading, body: Body, made: Body) -> None:
        """Add the clusters and the names to the document. A document without sentences gets no tokens."""
        key, name = self.listed.key, self.listed.text
        made["clusters"] = reading.chains
        made["names"] = reading.clusters(
            body[key], key, lambda mention, *path: reading.label(mention, name, *path)
        )
        if len(reading.first) == 1:
            del made["tokens"], made[SENTENCES]
