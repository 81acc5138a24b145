"""The options of `nerkit ie`: the user's formulas, files beside the corpora, and limits of work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from nerkit.algorithms.correspondence import LIMIT
from nerkit.errors import UsageError, unknown

if TYPE_CHECKING:
    from nerkit.algebra.similarity import Metric, Similarity
    from nerkit.algebra.toml import Formula
    from nerkit.algorithms.credit import Table
    from nerkit.corpora.records import Documents

FORMATS = (
    "scirex",
    "oneie",
    "wikievents",
    "dygie",
    "rams",
    "docred",
    "spert",
    "doccano",
    "ie-jsonl",
    "grit",
    "gtt",
    "iterx",
    "sentiment",
    "absa",
    "muc4",
    "brat",
    "label-studio",
    "prodigy",
    "records",
)
ABSA = ("quad", "aste", "tasd")  # what the parts of tuples of aspects are
MENTION_SIMILARITIES = ("subset", "phi3", "phi4", "exact", "any")


@dataclass(frozen=True)
class Options:
    """The options of `nerkit ie` and the values computed from them.

    metric   the user's formulas: files, one formula, or formulas by name
    limit    the work on one correspondence of variables (elementary steps); past it the result is a bound
    undirected  whether the two ends of a relation are compared without their order
    seen     a DocRED file of training data, whose facts docred-ign does not count; or these facts, names of
             head and tail and the relation
    clusters WikiEvents' file of the clusters of gold's entities, for wikievents-coref-i and -c; SciREX's file
             of the clusters of a system
    mentions SciREX's file of the mentions of a system
    type_weights  credits of (gold, system) types, or a file of them (`algebra.credit_files`)
    tree_decay    the credit of one step up a tree of types
    mention_similarity  how `template` compares the mentions of two fillers: one of MENTION_SIMILARITIES
    absa     what the parts of tuples of aspects are, one of ABSA; None: by content
    judgements  a file of pairs of fillers that were judged
    """

    metric: "Sequence[str] | Mapping[str, Metric] | Metric | str" = ()
    limit: int = LIMIT
    undirected: bool = False
    seen: "str | frozenset[tuple[str, str, str]] | None" = None
    clusters: str | None = None
    mentions: str | None = None
    type_weights: "Table | str | None" = None
    tree_decay: float = 0.5
    mention_similarity: str = MENTION_SIMILARITIES[0]
    absa: str | None = None
    judgements: str | None = None

    def __post_init__(self) -> None:
        if self.absa is not None and self.absa not in ABSA:
            raise unknown("value of absa", str(self.absa), ABSA)
        from nerkit.algorithms.credit import check_decay

        check_decay(self.tree_decay)
        if self.mention_similarity not in MENTION_SIMILARITIES:
            raise unknown("similarity of mentions", str(self.mention_similarity), MENTION_SIMILARITIES)
        from nerkit.algebra.levels import Solving

        Solving(self.limit)  # raises UsageError for what is no limit

    @cached_property
    def formulas(self) -> "dict[str, Formula]":
        """All formulas by name. Raises InputError for mistakes in a file, UsageError for two of one name."""
        from nerkit.algebra import files
        from nerkit.algebra.similarity import Metric
        from nerkit.algebra.toml import Formula

        metrics = {str(self.metric): self.metric} if isinstance(self.metric, Metric) else self.metric
        if isinstance(metrics, Mapping):
            return {name: Formula(name, metric) for name, metric in metrics.items()}
        formulas: dict[str, Formula] = {}
        for path in [metrics] if isinstance(metrics, str) else metrics:
            formula = files.read(path)
            if formula.name in formulas:
                raise UsageError(f"{path}: two metrics are called {formula.name!r}; set name in one of them")
            formulas[formula.name] = formula
        return formulas

    @cached_property
    def credit(self) -> "Similarity | None":
        """The similarity of types under the user's credits for related ones; None without credits."""
        if not self.type_weights:
            return None
        from nerkit.algebra import credit_files
        from nerkit.algebra.values import table

        weights = self.type_weights
        return table(
            weights if isinstance(weights, Mapping) else credit_files.read(weights, self.tree_decay),
            name="type_weights",
        )

    @property
    def beside(self) -> frozenset[str]:
        """The names of the files that are given beside gold and system."""
        given = {"seen": self.seen, "clusters": self.clusters, "mentions": self.mentions}
        return frozenset(name for name, path in given.items() if path is not None)

    # Files are read once for all systems, since a pipe is empty the second time.

    @cached_property
    def seen_facts(self) -> "frozenset[tuple[str, str, str]]":
        """The facts of the training data: every name of the head, every name of the tail, relation.

        Raises UsageError where none are given.
        """
        if self.seen is None:
            raise UsageError("docred-ign needs the training data, a DocRED file: seen=FILE")
        if not isinstance(self.seen, str):
            return self.seen
        from nerkit.scorers.ie.side_files import facts

        return facts(self.seen)

    @cached_property
    def clusters_of(self) -> "Mapping[str, Sequence[Sequence[str]]]":
        """The clusters of each document, as lists of ids of entities; none where no file is given."""
        if self.clusters is None:
            return {}
        from nerkit.scorers.ie.side_files import clusters

        return clusters(self.clusters)

    @cached_property
    def entities(self) -> "Sequence[Documents]":
        """The documents of SciREX's files of clusters and of mentions, one a file."""
        from nerkit.scorers.ie.side_files import entities

        return [entities(path) for path in (self.clusters, self.mentions) if path is not None]
