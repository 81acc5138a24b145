"""The options of spans: credits for related types and ids, matching by overlap, and incomplete gold."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nerkit.exceptions import UsageError, nearest_fraction, unknown
from nerkit.ground.options import check_choices, described, option
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.readers.register import of_corpus

if TYPE_CHECKING:
    from nerkit.algorithms.credit import Table
    from nerkit.corpora.spans import Spans
    from nerkit.scorers.spans.incomplete_gold import Partial

READS = "spans"  # the kind of corpus that the task reads
MATCHES = ("exact", "overlap")  # how the items of cluster measures are matched
GOLD_CANDIDATES = ("first", "any")  # choices between the candidates of a gold annotation
NUMBERS = regex(r"[1-9][0-9]*(?:,[1-9][0-9]*)*")
BIN_OF_NOISE = regex(r"([0-9]+(?:\.[0-9]+)?)-([0-9]+(?:\.[0-9]+)?)")
BIN_OF_TIME = regex(r"(\d{4}(?:/\d\d/\d\d)?)-(\d{4}(?:/\d\d/\d\d)?)")
NOISE, TIME = "noise", "time"  # fields of bins
EVERY_DOCUMENT = "*"  # in place of a file of documents
OPTIMAL = "optimal"
MATCHINGS = ("greedy", OPTIMAL)


@record(frozen=True)
class MucRules:
    """The rules for pairs of a system and a gold span: which pairs are candidates and which are chosen
    (`meetings`).

    matching      a value of MATCHINGS
    min_overlap   the percentage of a gold span, from 1 to 100, that a system span must share to pair
    min_iou       the least intersection over union of their positions, from 0 to 1

    Raises UsageError for values that do not exist.
    """

    matching: str = MATCHINGS[0]
    min_overlap: float = 1
    min_iou: float = 0

    def __post_init__(self) -> None:
        if self.matching not in MATCHINGS:
            raise unknown("matching", self.matching, MATCHINGS)
        if 0 < self.min_overlap < 1:
            small = "half a percent" if self.min_overlap == 0.5 else "less than one percent"
            meant = f"{self.min_overlap:g} is {small}; did you mean {100 * self.min_overlap:g}?"
            raise UsageError(f"min_overlap=…: {meant}")
        if not 1 <= self.min_overlap <= 100:
            raise UsageError(f"min_overlap=… must be a percentage from 1 to 100, not {self.min_overlap}")
        if not 0 <= self.min_iou <= 1:
            meant = f"{self.min_iou:g}{nearest_fraction(self.min_iou)}"
            raise UsageError(f"min_iou=… must be a number from 0 to 1, not {meant}")


@described
@record(frozen=True)
class Options:
    """The options of `nerkit spans`.

    Raises UsageError for values that do not exist. Credits are tables of (gold, system), or files of them
    (`credit_files`); what is ignored is spans, or a file of them. `incomplete_gold` explains `ignore_spans`,
    `partial_gold` and `gold_candidates`; `hipe` explains `n_best`, `noise` and `period`. `MucRules` explains
    `min_overlap` and `min_iou`, and `readers.format.OPTIONS` the options of formats.
    """

    type_weights: "Table | str | None" = option(
        None,
        "Give credit for related types: lines of gold TAB system TAB credit, or a JSON tree.",
        file=True,
        daily=True,
    )
    id_weights: "Table | str | None" = option(
        None, "Give credit for related ids: lines of gold TAB system TAB credit, or a JSON tree.", file=True
    )
    tree_decay: float = option(
        0.5, "Multiply the credit by this factor per step up the tree (default 0.5).", metavar="D"
    )
    match: str = option(
        MATCHES[0],
        "Match spans in cluster measures if they are equal (default), or one to one by overlap.",
        choices=MATCHES,
        daily=True,
    )
    ignore_spans: "str | Spans | None" = option(
        None, "Leave out all spans that overlap these spans, on both sides.", metavar="FILE", file=True
    )
    partial_gold: str | bool | None = option(
        None,
        "Do not count system spans outside the gold spans; FILE lists the documents (default all).",
        metavar="[=FILE]",
        bare=EVERY_DOCUMENT,
    )
    gold_candidates: str = option(
        GOLD_CANDIDATES[0],
        "Use the first candidate of a gold mention, or any candidate that the system has.",
        choices=GOLD_CANDIDATES,
        noun="choice of gold candidates",
    )
    min_score: float | None = option(None, "Leave out system spans with a lower score.", metavar="X")
    text: str | Sequence[str] = option(
        (),
        "Normalise strings for `string`: nfc, nfkc, casefold, accents, punct, articles, space.",
        metavar="NORM,…",
    )
    layer: str | None = option(
        None, "Read this layer of WebAnno (default: NamedEntity, or the only layer).", metavar="NAME"
    )
    feature: str | None = option(
        None, "Read the label from this feature of the layer (default value).", metavar="NAME"
    )
    label_names: "str | Sequence[str] | Mapping[Any, Any] | None" = option(
        None,
        "Name labels that are numbers, from 0; a list or a file (Hugging Face, doccano).",
        metavar="A,B|FILE",
    )
    spans_key: str | None = option(
        None, "Read this group of spaCy's spans instead of the entities.", metavar="KEY"
    )
    n_best: str = option(
        "1", "HIPE: add rows for links among the system's first N, as 1,3,5.", metavar="N,N…"
    )
    noise: str = option("", "HIPE: add rows by the noise of entities, as 0.0-0.0,0.001-0.1.", metavar="BINS")
    period: str = option(
        "", "HIPE: add rows by the date of documents, as 1790-1850,1850-1900.", metavar="BINS"
    )
    min_overlap: float = option(
        1,
        ("Pair spans that share this percentage of the gold span (default 1)."),
        metavar="PERCENT",
        daily=True,
    )
    min_iou: float = option(
        0, "Pair spans with at least this intersection over union, from 0 to 1 (default 0).", metavar="X"
    )

    def __post_init__(self) -> None:
        self.muc_rules()
        if self.text != Options.text:
            from nerkit.algorithms.scalars.texts import normal_names

            normal_names(self.text)
        check_choices(self)
        if self.tree_decay != Options.tree_decay:
            from nerkit.algorithms.credit import check_decay

            check_decay(self.tree_decay)
        if self.min_score != self.min_score:
            raise UsageError("min_score=… must be a number, not nan")
        if not NUMBERS.fullmatch(self.n_best):
            raise UsageError(f"n_best=… must be numbers of links, as 1,3,5, not {self.n_best!r}")
        for name, text, pattern, example in (
            ("noise", self.noise, BIN_OF_NOISE, "0.0-0.0,0.001-0.1"),
            ("period", self.period, BIN_OF_TIME, "1790-1850 or 1790/06/01-1790/07/01"),
        ):
            wrong = [each for each in text.split(",") if text and not pattern.fullmatch(each)]
            if wrong:
                raise UsageError(f"{name}=… must be bins, as {example}, not {wrong[0]!r}")

    @property
    def best(self) -> list[int]:
        """The values n of the option `n_best`; for each n, nerkit scores the n best links of a span."""
        return [int(number) for number in self.n_best.split(",")]

    @property
    def noises(self) -> list[tuple[str, tuple[float, float]]]:
        """The bins of noise: their text, and their limits."""
        matches = [(text, BIN_OF_NOISE.fullmatch(text)) for text in self.noise.split(",") if text]
        return [(text, (float(match[1]), float(match[2]))) for text, match in matches if match]

    @property
    def periods(self) -> list[tuple[str, tuple[str, str]]]:
        """The bins of time: their text, and their limits."""
        matches = [(text, BIN_OF_TIME.fullmatch(text)) for text in self.period.split(",") if text]
        return [(text, (match[1], match[2])) for text, match in matches if match]

    def muc_rules(self) -> MucRules:
        """Return the rules that pair spans."""
        return MucRules(min_overlap=self.min_overlap, min_iou=self.min_iou)

    # Files are read once for all systems, because a pipe is empty when it is read again.

    @cached_property
    def ignored(self) -> "Spans | None":
        """The spans to ignore, None without such spans."""
        if not isinstance(self.ignore_spans, str):
            return self.ignore_spans
        from nerkit.scorers.spans import incomplete_gold

        return incomplete_gold.read(self.ignore_spans, of_corpus(READS))

    @cached_property
    def partial(self) -> "Partial | None":
        """The documents whose gold is partial, None for no document."""
        if not self.partial_gold:
            return None
        from nerkit.scorers.spans.incomplete_gold import Partial

        everywhere = self.partial_gold is True or self.partial_gold == EVERY_DOCUMENT
        return Partial(None) if everywhere else Partial.read(str(self.partial_gold))

    @property
    def leave_out(self) -> bool:
        """Whether nerkit leaves annotations out, or chooses some, before the comparison."""
        chosen = self.gold_candidates != GOLD_CANDIDATES[0]
        return chosen or self.ignore_spans is not None or bool(self.partial_gold)

    @cached_property
    def tables(self) -> "dict[str, Table]":
        """The credits by the field of the key to which they apply."""
        tables: dict[str, Table] = {}
        for fields, table in ((("type",), self.type_weights), (("eid", "kbid"), self.id_weights)):
            if table:
                from nerkit.algebra import credit_files

                read = table if isinstance(table, Mapping) else credit_files.read(table, self.tree_decay)
                tables |= dict.fromkeys(fields, read)
        return tables
