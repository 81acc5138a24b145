"""The options of `nerkit ie`: the user's formulas, files beside the corpora, and limits of work."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from nerkit.algorithms.correspondence import LIMIT
from nerkit.exceptions import UsageError
from nerkit.ground.options import check_choices, described, option
from nerkit.ground.records import record

if TYPE_CHECKING:
    from nerkit.algebra.similarity import Metric, Similarity
    from nerkit.algebra.toml import Formula
    from nerkit.algorithms.credit import Table
    from nerkit.corpora.records import Documents

READS = "records"  # what it takes of formats
ABSA = ("quad", "aste", "tasd")  # what the parts of tuples of aspects are
MENTION_SIMILARITIES = ("subset", "phi3", "phi4", "exact", "any")


@described
@record(frozen=True)
class Options:
    """The options of `nerkit ie` and the values computed from them.

    `metric` takes files, one formula, or formulas by name. Facts seen in training are a file, or (head name,
    tail name, relation). Credits are tables of (gold, system) types, or files of such tables
    (`credit_files`). The limit counts elementary steps. Raises UsageError for values that are not a choice.
    """

    metric: "Sequence[str] | Mapping[str, Metric] | Metric | str" = option(
        (),
        "Score with your own formula, a TOML file; repeatable. nerkit runs a .py file as your code.",
        metavar="FILE",
        file=True,
        several=True,
        daily=True,
    )
    limit: int = option(
        LIMIT,
        "Stop the search for one correspondence of variables after this many steps, and report a bound.",
        metavar="STEPS",
    )
    undirected: bool = option(False, "Compare the two ends of a relation without order.")
    seen: "str | frozenset[tuple[str, str, str]] | None" = option(
        None,
        "Read DocRED's training data from this file (docred-ign needs it).",
        metavar="FILE",
        file=True,
        daily=True,
    )
    clusters: str | None = option(
        None,
        "Read entity clusters from this file: of WikiEvents for wikievents-coref-*, or of a SciREX system.",
        metavar="FILE",
        file=True,
    )
    mentions: str | None = option(
        None, "Read the mentions of a SciREX system from this file.", metavar="FILE", file=True
    )
    type_weights: "Table | str | None" = option(
        None,
        "Give credit for related types: lines of gold TAB system TAB credit, or a JSON tree.",
        metavar="FILE",
        file=True,
    )
    tree_decay: float = option(
        0.5, "Multiply the credit by this factor per step up the tree (default 0.5).", metavar="D"
    )
    mention_similarity: str = option(
        MENTION_SIMILARITIES[0],
        "Choose how template compares the mentions of two fillers (default subset).",
        choices=MENTION_SIMILARITIES,
        noun="similarity of mentions",
    )
    absa: str | None = option(None, "Name the parts of aspect tuples (default: by content).", choices=ABSA)
    judgements: str | None = option(
        None, "Read judged pairs of fillers from this JSON lines file.", metavar="FILE", file=True, daily=True
    )

    def __post_init__(self) -> None:
        check_choices(self)
        from nerkit.algorithms.credit import check_decay

        check_decay(self.tree_decay)
        from nerkit.algebra.levels import Solving

        Solving(self.limit)  # raises UsageError for what is no limit

    @cached_property
    def formulas(self) -> "dict[str, Formula]":
        """All formulas by name. Raises InputError for errors in a file, and UsageError for two formulas of
        one name.
        """
        from nerkit.algebra import files
        from nerkit.algebra.similarity import Metric
        from nerkit.algebra.toml import Formula

        metrics = {str(self.metric): self.metric} if isinstance(self.metric, Metric) else self.metric
        if isinstance(metrics, Mapping):
            return {name: Formula(name, metric) for name, metric in metrics.items()}
        formulas: dict[str, Formula] = {}
        for path in [metrics] if isinstance(metrics, str) else metrics:
            for formula in files.formulas(path):
                if formula.name in formulas:
                    problem = f"two metrics have the name {formula.name!r}; set another name in one of them"
                    raise UsageError(f"{path}: {problem}")
                formulas[formula.name] = formula
        return formulas

    @cached_property
    def credit(self) -> "Similarity | None":
        """The similarity of types with the credits of the user for related types; None without credits."""
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
        """The names of the files that the user gives beside gold and system."""
        given = {"seen": self.seen, "clusters": self.clusters, "mentions": self.mentions}
        return frozenset(name for name, path in given.items() if path is not None)

    # Files are read once for all systems, since a pipe is empty the second time.

    @cached_property
    def seen_facts(self) -> "frozenset[tuple[str, str, str]]":
        """The facts of the training data: (any name of the head, any name of the tail, relation).

        Raises UsageError without such facts.
        """
        if self.seen is None:
            raise UsageError("docred-ign needs the DocRED training data: seen=FILE")
        if not isinstance(self.seen, str):
            return self.seen
        from nerkit.scorers.ie.side_files import facts

        return facts(self.seen)

    @cached_property
    def clusters_of(self) -> "Mapping[str, Sequence[Sequence[str]]]":
        """The clusters of each document, as lists of ids of entities; empty without a file."""
        if self.clusters is None:
            return {}
        from nerkit.scorers.ie.side_files import clusters

        return clusters(self.clusters)

    @cached_property
    def entities(self) -> "Sequence[Documents]":
        """The documents in SciREX's files of clusters and of mentions, one mapping per file."""
        from nerkit.scorers.ie.side_files import entities

        return [entities(path) for path in (self.clusters, self.mentions) if path is not None]
