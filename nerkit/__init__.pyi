# The types of the public face; `make docs` writes them from the options.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from matplotlib.figure import Figure

from nerkit.algebra.similarity import Metric
from nerkit.algorithms.credit import Table
from nerkit.compat.ipython import load_ipython_extension as load_ipython_extension
from nerkit.corpora.spans import Spans
from nerkit.evaluation.inputs import Documents as Documents
from nerkit.evaluation.public import Scorer as Scorer
from nerkit.evaluation.public import compare_scores as compare_scores
from nerkit.evaluation.public import read as read
from nerkit.evaluation.scores import scores as scores
from nerkit.evaluation.stored.gates import check as check
from nerkit.exceptions import InputError as InputError
from nerkit.exceptions import NerkitError as NerkitError
from nerkit.exceptions import PairingError as PairingError
from nerkit.exceptions import UsageError as UsageError
from nerkit.results.error_list import ErrorList
from nerkit.results.printable import Page
from nerkit.results.result import Result as Result
from nerkit.scorers.amr.frames import Frames
from nerkit.scorers.tree.params import Params
from nerkit.stats.comparison import Comparison
from nerkit.version import __version__ as __version__

class _Table(Protocol):
    """A data frame or a data set of another library, and records: what has columns."""

    @property
    def columns(self) -> Any: ...

_Side: TypeAlias = Documents | _Table

def evaluate(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    task: Literal["spans", "bio", "noisy", "coref", "mrp", "amr", "ie", "srl", "dep", "tree", "json", "calls"]
    | None = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    type_weights: Table | str | None = ...,
    id_weights: Table | str | None = ...,
    tree_decay: float | None = ...,
    match: Any = ...,
    ignore_spans: str | Spans | None = ...,
    partial_gold: str | bool | None = ...,
    gold_candidates: Literal["first", "any"] | None = ...,
    min_score: float | None = ...,
    text: Any = ...,
    layer: str | None = ...,
    feature: str | None = ...,
    label_names: str | Sequence[str] | Mapping[Any, Any] | None = ...,
    spans_key: str | None = ...,
    n_best: str | None = ...,
    noise: str | None = ...,
    period: str | None = ...,
    min_overlap: float | None = ...,
    min_iou: float | None = ...,
    scheme: str | None = ...,
    column: int | str | None = ...,
    matching: Literal["greedy", "optimal"] | None = ...,
    threshold: float | None = ...,
    below: bool | None = ...,
    nerval: bool | None = ...,
    exact_alignment: bool | None = ...,
    noise_bins: str | None = ...,
    dictionary: str | Mapping[str, str] | None = ...,
    singletons: Literal["keep", "drop"] | None = ...,
    zeros: Literal["dependent", "linear"] | None = ...,
    blanc: Literal["conll", "luo2014"] | None = ...,
    mentions: Any = ...,
    normalize: Sequence[str] | str | None = ...,
    anchors: Literal["mtool", "page"] | None = ...,
    order: Any = ...,
    unlabeled: bool | None = ...,
    core_arguments: bool | None = ...,
    limit: int | None = ...,
    skip_invalid: bool | None = ...,
    repair: bool | None = ...,
    standardise: Literal["none", "generic", "amr"] | None = ...,
    just: Literal["instance", "attribute", "relation"] | None = ...,
    smatch_1_0_4: bool | None = ...,
    frames: Frames | str | None = ...,
    metric: Sequence[str] | Mapping[str, Metric] | Metric | str | None = ...,
    undirected: bool | None = ...,
    seen: str | frozenset[tuple[str, str, str]] | None = ...,
    clusters: str | None = ...,
    mention_similarity: Literal["subset", "phi3", "phi4", "exact", "any"] | None = ...,
    absa: Literal["quad", "aste", "tasd"] | None = ...,
    judgements: str | None = ...,
    punctuation: Any = ...,
    subtypes: Literal["keep", "drop"] | None = ...,
    elas: Literal["multiset", "udtools"] | None = ...,
    multiple_roots_okay: bool | None = ...,
    params: Params | str | None = ...,
    max_length: int | None = ...,
    functions: bool | None = ...,
    align: bool | None = ...,
    mismatch: Literal["exclude", "error"] | None = ...,
    array: Any | None = ...,
    key: Any | None = ...,
    wrap: bool | None = ...,
    ignore: str | Sequence[str] | None = ...,
    weight: Any | None = ...,
    absent: str | Sequence[str] | None = ...,
    absent_values: str | Sequence[str] | None = ...,
    numbers: Any | None = ...,
    booleans: Any | None = ...,
    dates: Any | None = ...,
    within: Any | None = ...,
    similar: Any | None = ...,
    lenient: bool | None = ...,
    schema: Any | None = ...,
    fields: Literal["union"] | None = ...,
    any_key: str | None = ...,
    any: str | Sequence[str] | None = ...,
    read: Literal["strict", "wrapped", "repaired"] | None = ...,
    choose: Literal["largest", "first", "last"] | None = ...,
    gold_field: str | None = ...,
    system_field: str | None = ...,
    id: str | None = ...,
    gold_id: str | None = ...,
    system_id: str | None = ...,
    documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    gold_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    system_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    turns: Literal["same", "join"] | None = ...,
    tools: Any | None = ...,
    defaults: Literal["fill", "off"] | None = ...,
    coerce: bool | None = ...,
    underscores: bool | None = ...,
    checker: Literal["bfcl"] | None = ...,
) -> Result:
    """Score a system.

    gold, system   paths (as on the command line), open files, data frames, or data. Dictionaries,
                   dataclasses, pydantic models and rows of `datasets` count as the file that holds them.
                   Tags are lists of lists, spans are `(start, end, label)`, words `(form, head, label)`.
                   Several systems are a list of these, or `{name: system}`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Raises InputError for input that does not parse, PairingError for documents that do not pair, UsageError
    for names that do not exist.

    >>> gold = [[(0, 5, "PER"), (9, 14, "LOC")], [(3, 8, "ORG")]]
    >>> system = [[(0, 5, "PER"), (9, 14, "ORG")], [(3, 8, "ORG")]]
    >>> result = nerkit.evaluate(gold, system, measures=["sets::span+type"])
    >>> result["ORG"].precision
    0.5

    Options of all tasks, beside the options of the task:

    task            Score this task (by content).
    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    """

def compare(
    gold: _Side,
    systems: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    skip_broken: bool = ...,
    task: Literal["spans", "bio", "noisy", "coref", "mrp", "amr", "ie", "srl", "dep", "tree", "json", "calls"]
    | None = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    type_weights: Table | str | None = ...,
    id_weights: Table | str | None = ...,
    tree_decay: float | None = ...,
    match: Any = ...,
    ignore_spans: str | Spans | None = ...,
    partial_gold: str | bool | None = ...,
    gold_candidates: Literal["first", "any"] | None = ...,
    min_score: float | None = ...,
    text: Any = ...,
    layer: str | None = ...,
    feature: str | None = ...,
    label_names: str | Sequence[str] | Mapping[Any, Any] | None = ...,
    spans_key: str | None = ...,
    n_best: str | None = ...,
    noise: str | None = ...,
    period: str | None = ...,
    min_overlap: float | None = ...,
    min_iou: float | None = ...,
    scheme: str | None = ...,
    column: int | str | None = ...,
    matching: Literal["greedy", "optimal"] | None = ...,
    threshold: float | None = ...,
    below: bool | None = ...,
    nerval: bool | None = ...,
    exact_alignment: bool | None = ...,
    noise_bins: str | None = ...,
    dictionary: str | Mapping[str, str] | None = ...,
    singletons: Literal["keep", "drop"] | None = ...,
    zeros: Literal["dependent", "linear"] | None = ...,
    blanc: Literal["conll", "luo2014"] | None = ...,
    mentions: Any = ...,
    normalize: Sequence[str] | str | None = ...,
    anchors: Literal["mtool", "page"] | None = ...,
    order: Any = ...,
    unlabeled: bool | None = ...,
    core_arguments: bool | None = ...,
    limit: int | None = ...,
    skip_invalid: bool | None = ...,
    repair: bool | None = ...,
    standardise: Literal["none", "generic", "amr"] | None = ...,
    just: Literal["instance", "attribute", "relation"] | None = ...,
    smatch_1_0_4: bool | None = ...,
    frames: Frames | str | None = ...,
    metric: Sequence[str] | Mapping[str, Metric] | Metric | str | None = ...,
    undirected: bool | None = ...,
    seen: str | frozenset[tuple[str, str, str]] | None = ...,
    clusters: str | None = ...,
    mention_similarity: Literal["subset", "phi3", "phi4", "exact", "any"] | None = ...,
    absa: Literal["quad", "aste", "tasd"] | None = ...,
    judgements: str | None = ...,
    punctuation: Any = ...,
    subtypes: Literal["keep", "drop"] | None = ...,
    elas: Literal["multiset", "udtools"] | None = ...,
    multiple_roots_okay: bool | None = ...,
    params: Params | str | None = ...,
    max_length: int | None = ...,
    functions: bool | None = ...,
    align: bool | None = ...,
    mismatch: Literal["exclude", "error"] | None = ...,
    array: Any | None = ...,
    key: Any | None = ...,
    wrap: bool | None = ...,
    ignore: str | Sequence[str] | None = ...,
    weight: Any | None = ...,
    absent: str | Sequence[str] | None = ...,
    absent_values: str | Sequence[str] | None = ...,
    numbers: Any | None = ...,
    booleans: Any | None = ...,
    dates: Any | None = ...,
    within: Any | None = ...,
    similar: Any | None = ...,
    lenient: bool | None = ...,
    schema: Any | None = ...,
    fields: Literal["union"] | None = ...,
    any_key: str | None = ...,
    any: str | Sequence[str] | None = ...,
    read: Literal["strict", "wrapped", "repaired"] | None = ...,
    choose: Literal["largest", "first", "last"] | None = ...,
    gold_field: str | None = ...,
    system_field: str | None = ...,
    id: str | None = ...,
    gold_id: str | None = ...,
    system_id: str | None = ...,
    documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    gold_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    system_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    turns: Literal["same", "join"] | None = ...,
    tools: Any | None = ...,
    defaults: Literal["fill", "off"] | None = ...,
    coerce: bool | None = ...,
    underscores: bool | None = ...,
    checker: Literal["bfcl"] | None = ...,
) -> Comparison:
    """Compare systems on the same gold: every pair tested, systems ranked.

    gold, systems                        as in `evaluate`; systems are `{name: system}` or a list
    paired, resamples, seed, one_sided   the test (`nerkit.stats.significance`). Large data have
                                         randomization, other data the exact test
    alpha                                what p, corrected by Holm, is significant
    baseline, sort                       the system that differences are from (the first), and the measure or
                                         `name` that systems are sorted by (as given)
    skip_broken                          leave out systems whose files are broken; `broken` of the comparison
                                         lists them

    Raises what `evaluate` raises. Raises UsageError for fewer than two systems, and if every measure is a
    number of the whole corpus.

    >>> gold = [[(0, 5, "PER")], [(0, 3, "LOC")], [(2, 4, "ORG")]]
    >>> half = [[(0, 5, "PER")], [(0, 3, "ORG")], []]
    >>> comparison = nerkit.compare(gold, {"half": half, "whole": gold}, measures=["sets::span+type"])
    >>> [(row.system, row.f1, row.extra["p_holm"]) for row in comparison.rows]
    [('half', 0.4, None), ('whole', 1.0, 0.5)]

    Options of all tasks, beside the options of the task:

    task            Score this task (by content).
    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    """

def errors(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    kinds: Sequence[str] | str | None = ...,
    label: Sequence[str] | str | None = ...,
    document: Sequence[str] | str | None = ...,
    changed: bool = ...,
    items: int | None = ...,
    task: Literal["spans", "bio", "noisy", "coref", "mrp", "amr", "ie", "srl", "dep", "tree", "json", "calls"]
    | None = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    type_weights: Table | str | None = ...,
    id_weights: Table | str | None = ...,
    tree_decay: float | None = ...,
    match: Any = ...,
    ignore_spans: str | Spans | None = ...,
    partial_gold: str | bool | None = ...,
    gold_candidates: Literal["first", "any"] | None = ...,
    min_score: float | None = ...,
    text: Any = ...,
    layer: str | None = ...,
    feature: str | None = ...,
    label_names: str | Sequence[str] | Mapping[Any, Any] | None = ...,
    spans_key: str | None = ...,
    n_best: str | None = ...,
    noise: str | None = ...,
    period: str | None = ...,
    min_overlap: float | None = ...,
    min_iou: float | None = ...,
    scheme: str | None = ...,
    column: int | str | None = ...,
    matching: Literal["greedy", "optimal"] | None = ...,
    threshold: float | None = ...,
    below: bool | None = ...,
    nerval: bool | None = ...,
    exact_alignment: bool | None = ...,
    noise_bins: str | None = ...,
    dictionary: str | Mapping[str, str] | None = ...,
    singletons: Literal["keep", "drop"] | None = ...,
    zeros: Literal["dependent", "linear"] | None = ...,
    blanc: Literal["conll", "luo2014"] | None = ...,
    mentions: Any = ...,
    normalize: Sequence[str] | str | None = ...,
    anchors: Literal["mtool", "page"] | None = ...,
    order: Any = ...,
    unlabeled: bool | None = ...,
    core_arguments: bool | None = ...,
    limit: int | None = ...,
    skip_invalid: bool | None = ...,
    repair: bool | None = ...,
    standardise: Literal["none", "generic", "amr"] | None = ...,
    just: Literal["instance", "attribute", "relation"] | None = ...,
    smatch_1_0_4: bool | None = ...,
    frames: Frames | str | None = ...,
    metric: Sequence[str] | Mapping[str, Metric] | Metric | str | None = ...,
    undirected: bool | None = ...,
    seen: str | frozenset[tuple[str, str, str]] | None = ...,
    clusters: str | None = ...,
    mention_similarity: Literal["subset", "phi3", "phi4", "exact", "any"] | None = ...,
    absa: Literal["quad", "aste", "tasd"] | None = ...,
    judgements: str | None = ...,
    punctuation: Any = ...,
    subtypes: Literal["keep", "drop"] | None = ...,
    elas: Literal["multiset", "udtools"] | None = ...,
    multiple_roots_okay: bool | None = ...,
    params: Params | str | None = ...,
    max_length: int | None = ...,
    functions: bool | None = ...,
    align: bool | None = ...,
    mismatch: Literal["exclude", "error"] | None = ...,
    array: Any | None = ...,
    key: Any | None = ...,
    wrap: bool | None = ...,
    ignore: str | Sequence[str] | None = ...,
    weight: Any | None = ...,
    absent: str | Sequence[str] | None = ...,
    absent_values: str | Sequence[str] | None = ...,
    numbers: Any | None = ...,
    booleans: Any | None = ...,
    dates: Any | None = ...,
    within: Any | None = ...,
    similar: Any | None = ...,
    lenient: bool | None = ...,
    schema: Any | None = ...,
    fields: Literal["union"] | None = ...,
    any_key: str | None = ...,
    any: str | Sequence[str] | None = ...,
    read: Literal["strict", "wrapped", "repaired"] | None = ...,
    choose: Literal["largest", "first", "last"] | None = ...,
    gold_field: str | None = ...,
    system_field: str | None = ...,
    id: str | None = ...,
    gold_id: str | None = ...,
    system_id: str | None = ...,
    documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    gold_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    system_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    turns: Literal["same", "join"] | None = ...,
    tools: Any | None = ...,
    defaults: Literal["fill", "off"] | None = ...,
    coerce: bool | None = ...,
    underscores: bool | None = ...,
    checker: Literal["bfcl"] | None = ...,
) -> ErrorList:
    """List the errors of systems, one for each wrong item, with its class.

    gold, system      as in `evaluate`
    kinds             only errors of these classes, as `boundary`; `--class` on the command line
    label, document   only items of these labels, and of these documents
    changed           of two systems, what the second repaired (`fixed`) and what it broke (`broken`)
    items             list the first N; the `total` of the list counts all

    Raises what `evaluate` raises, and UsageError for a class or document that does not exist.

    >>> for error in nerkit.errors([[(0, 5, "PER")]], [[(0, 4, "PER")]]):
    ...     print(error.kind)
    boundary

    Options of all tasks, beside the options of the task:

    task            Score this task (by content).
    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    """

def report(
    gold: _Side | Result,
    system: _Side | Sequence[_Side] | Mapping[str, Any] | None = ...,
    *,
    size: int | None = ...,
    task: Literal["spans", "bio", "noisy", "coref", "mrp", "amr", "ie", "srl", "dep", "tree", "json", "calls"]
    | None = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    type_weights: Table | str | None = ...,
    id_weights: Table | str | None = ...,
    tree_decay: float | None = ...,
    match: Any = ...,
    ignore_spans: str | Spans | None = ...,
    partial_gold: str | bool | None = ...,
    gold_candidates: Literal["first", "any"] | None = ...,
    min_score: float | None = ...,
    text: Any = ...,
    layer: str | None = ...,
    feature: str | None = ...,
    label_names: str | Sequence[str] | Mapping[Any, Any] | None = ...,
    spans_key: str | None = ...,
    n_best: str | None = ...,
    noise: str | None = ...,
    period: str | None = ...,
    min_overlap: float | None = ...,
    min_iou: float | None = ...,
    scheme: str | None = ...,
    column: int | str | None = ...,
    matching: Literal["greedy", "optimal"] | None = ...,
    threshold: float | None = ...,
    below: bool | None = ...,
    nerval: bool | None = ...,
    exact_alignment: bool | None = ...,
    noise_bins: str | None = ...,
    dictionary: str | Mapping[str, str] | None = ...,
    singletons: Literal["keep", "drop"] | None = ...,
    zeros: Literal["dependent", "linear"] | None = ...,
    blanc: Literal["conll", "luo2014"] | None = ...,
    mentions: Any = ...,
    normalize: Sequence[str] | str | None = ...,
    anchors: Literal["mtool", "page"] | None = ...,
    order: Any = ...,
    unlabeled: bool | None = ...,
    core_arguments: bool | None = ...,
    limit: int | None = ...,
    skip_invalid: bool | None = ...,
    repair: bool | None = ...,
    standardise: Literal["none", "generic", "amr"] | None = ...,
    just: Literal["instance", "attribute", "relation"] | None = ...,
    smatch_1_0_4: bool | None = ...,
    frames: Frames | str | None = ...,
    metric: Sequence[str] | Mapping[str, Metric] | Metric | str | None = ...,
    undirected: bool | None = ...,
    seen: str | frozenset[tuple[str, str, str]] | None = ...,
    clusters: str | None = ...,
    mention_similarity: Literal["subset", "phi3", "phi4", "exact", "any"] | None = ...,
    absa: Literal["quad", "aste", "tasd"] | None = ...,
    judgements: str | None = ...,
    punctuation: Any = ...,
    subtypes: Literal["keep", "drop"] | None = ...,
    elas: Literal["multiset", "udtools"] | None = ...,
    multiple_roots_okay: bool | None = ...,
    params: Params | str | None = ...,
    max_length: int | None = ...,
    functions: bool | None = ...,
    align: bool | None = ...,
    mismatch: Literal["exclude", "error"] | None = ...,
    array: Any | None = ...,
    key: Any | None = ...,
    wrap: bool | None = ...,
    ignore: str | Sequence[str] | None = ...,
    weight: Any | None = ...,
    absent: str | Sequence[str] | None = ...,
    absent_values: str | Sequence[str] | None = ...,
    numbers: Any | None = ...,
    booleans: Any | None = ...,
    dates: Any | None = ...,
    within: Any | None = ...,
    similar: Any | None = ...,
    lenient: bool | None = ...,
    schema: Any | None = ...,
    fields: Literal["union"] | None = ...,
    any_key: str | None = ...,
    any: str | Sequence[str] | None = ...,
    read: Literal["strict", "wrapped", "repaired"] | None = ...,
    choose: Literal["largest", "first", "last"] | None = ...,
    gold_field: str | None = ...,
    system_field: str | None = ...,
    id: str | None = ...,
    gold_id: str | None = ...,
    system_id: str | None = ...,
    documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    gold_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    system_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    turns: Literal["same", "join"] | None = ...,
    tools: Any | None = ...,
    defaults: Literal["fill", "off"] | None = ...,
    coerce: bool | None = ...,
    underscores: bool | None = ...,
    checker: Literal["bfcl"] | None = ...,
) -> Page:
    """The page that `nerkit report` writes, with differences and p of several systems: `report(result)`, or
    `report(gold, system)`.

    gold, system   as in `nerkit.evaluate`; or a result alone
    size           the number of bytes that the page may have, None for any: the worst documents come whole
    title          the title of the page; without it the page names the files

    Raises UsageError for a stored result, which knows no items.

    >>> result = nerkit.evaluate([[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER")]])
    >>> nerkit.report(result)[:15]
    '<!doctype html>'

    Options of all tasks, beside the options of the task:

    task            Score this task (by content).
    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    """

def plot(
    gold: _Side | Result,
    system: _Side | Sequence[_Side] | Mapping[str, Any] | None = ...,
    kind: str | None = ...,
    *,
    task: Literal["spans", "bio", "noisy", "coref", "mrp", "amr", "ie", "srl", "dep", "tree", "json", "calls"]
    | None = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str | None = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    type_weights: Table | str | None = ...,
    id_weights: Table | str | None = ...,
    tree_decay: float | None = ...,
    match: Any = ...,
    ignore_spans: str | Spans | None = ...,
    partial_gold: str | bool | None = ...,
    gold_candidates: Literal["first", "any"] | None = ...,
    min_score: float | None = ...,
    text: Any = ...,
    layer: str | None = ...,
    feature: str | None = ...,
    label_names: str | Sequence[str] | Mapping[Any, Any] | None = ...,
    spans_key: str | None = ...,
    n_best: str | None = ...,
    noise: str | None = ...,
    period: str | None = ...,
    min_overlap: float | None = ...,
    min_iou: float | None = ...,
    scheme: str | None = ...,
    column: int | str | None = ...,
    matching: Literal["greedy", "optimal"] | None = ...,
    threshold: float | None = ...,
    below: bool | None = ...,
    nerval: bool | None = ...,
    exact_alignment: bool | None = ...,
    noise_bins: str | None = ...,
    dictionary: str | Mapping[str, str] | None = ...,
    singletons: Literal["keep", "drop"] | None = ...,
    zeros: Literal["dependent", "linear"] | None = ...,
    blanc: Literal["conll", "luo2014"] | None = ...,
    mentions: Any = ...,
    normalize: Sequence[str] | str | None = ...,
    anchors: Literal["mtool", "page"] | None = ...,
    order: Any = ...,
    unlabeled: bool | None = ...,
    core_arguments: bool | None = ...,
    limit: int | None = ...,
    skip_invalid: bool | None = ...,
    repair: bool | None = ...,
    standardise: Literal["none", "generic", "amr"] | None = ...,
    just: Literal["instance", "attribute", "relation"] | None = ...,
    smatch_1_0_4: bool | None = ...,
    frames: Frames | str | None = ...,
    metric: Sequence[str] | Mapping[str, Metric] | Metric | str | None = ...,
    undirected: bool | None = ...,
    seen: str | frozenset[tuple[str, str, str]] | None = ...,
    clusters: str | None = ...,
    mention_similarity: Literal["subset", "phi3", "phi4", "exact", "any"] | None = ...,
    absa: Literal["quad", "aste", "tasd"] | None = ...,
    judgements: str | None = ...,
    punctuation: Any = ...,
    subtypes: Literal["keep", "drop"] | None = ...,
    elas: Literal["multiset", "udtools"] | None = ...,
    multiple_roots_okay: bool | None = ...,
    params: Params | str | None = ...,
    max_length: int | None = ...,
    functions: bool | None = ...,
    align: bool | None = ...,
    mismatch: Literal["exclude", "error"] | None = ...,
    array: Any | None = ...,
    key: Any | None = ...,
    wrap: bool | None = ...,
    ignore: str | Sequence[str] | None = ...,
    weight: Any | None = ...,
    absent: str | Sequence[str] | None = ...,
    absent_values: str | Sequence[str] | None = ...,
    numbers: Any | None = ...,
    booleans: Any | None = ...,
    dates: Any | None = ...,
    within: Any | None = ...,
    similar: Any | None = ...,
    lenient: bool | None = ...,
    schema: Any | None = ...,
    fields: Literal["union"] | None = ...,
    any_key: str | None = ...,
    any: str | Sequence[str] | None = ...,
    read: Literal["strict", "wrapped", "repaired"] | None = ...,
    choose: Literal["largest", "first", "last"] | None = ...,
    gold_field: str | None = ...,
    system_field: str | None = ...,
    id: str | None = ...,
    gold_id: str | None = ...,
    system_id: str | None = ...,
    documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    gold_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    system_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    turns: Literal["same", "join"] | None = ...,
    tools: Any | None = ...,
    defaults: Literal["fill", "off"] | None = ...,
    coerce: bool | None = ...,
    underscores: bool | None = ...,
    checker: Literal["bfcl"] | None = ...,
) -> Figure:
    """The figure of scores: `plot(result, kind)`, or `plot(gold, system, kind)`.

    gold, system   as in `nerkit.evaluate`; or a result alone
    kind           `systems`, `labels`, `confusion`, `loss`, `pr`, `slices`, `differences` or `ranks`
    by             the field that `slices` are cut by, `length` if not given

    Raises UsageError for a kind that does not exist, where matplotlib is not installed, and where the result
    does not have what the figure shows.

    >>> result = nerkit.evaluate([[(0, 5, "PER")]], [[(0, 5, "PER")]])
    >>> nerkit.plot(result, "labels").savefig("labels.pdf")  # doctest: +SKIP

    Options of all tasks, beside the options of the task:

    task            Score this task (by content).
    measures        Count these measures or groups (as the task does).
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    """

def spans(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    type_weights: Table | str | None = ...,
    id_weights: Table | str | None = ...,
    tree_decay: float | None = ...,
    match: Literal["exact", "overlap"] | None = ...,
    ignore_spans: str | Spans | None = ...,
    partial_gold: str | bool | None = ...,
    gold_candidates: Literal["first", "any"] | None = ...,
    min_score: float | None = ...,
    text: str | Sequence[str] | None = ...,
    layer: str | None = ...,
    feature: str | None = ...,
    label_names: str | Sequence[str] | Mapping[Any, Any] | None = ...,
    spans_key: str | None = ...,
    n_best: str | None = ...,
    noise: str | None = ...,
    period: str | None = ...,
    min_overlap: float | None = ...,
    min_iou: float | None = ...,
) -> Result:
    """Score a system as `nerkit spans` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures         Count these measures or groups (as the task does).
    by               Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro            Add macro, micro and weighted averages; a rule is about groups without items.
    labels           Keep only these labels, on both sides.
    map              Rename labels: `{old: new}`, or a file of old TAB new.
    only             Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form             Read this format (by content).
    missing          Treat gold documents that the system lacks so (empty).
    extra            Treat system documents that gold lacks so (error).
    duplicates       Treat documents with the same id so (error).
    ends             Read ends of offsets so (as formats say).
    system_ends      Read ends of offsets of systems so (as `ends`).
    offsets          Read offsets in this unit (as formats say).
    system_offsets   Read offsets of systems so (as `offsets`).
    ids              Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode          Compare texts in this form of Unicode (as-is).
    strict           Make faults errors that readers forgive.
    preset           Take measures and options from a shared task or a TOML file.
    settings         Set options of the preset: `{name: value}`.
    beta             F-beta instead of F1.
    empty            Give 0/0 this value (zero).
    runs             Average the runs of a group (mean), or score `each` as a system.
    jobs             Use this number of processes; the result is the same.
    shard_size       Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask             Score the parts on the Dask scheduler at this address, or `local`.
    type_weights     Credit for related types: gold TAB system TAB credit, or a tree in JSON.
    id_weights       Credit for related ids, in the same forms.
    tree_decay       Credit per step up a tree (0.5).
    match            How cluster measures match spans: equal (default), or one to one by overlap.
    ignore_spans     Leave out what overlaps these spans, on both sides.
    partial_gold     Do not count system spans where gold has none; FILE lists the documents, all if none is given.
    gold_candidates  Which candidate a gold mention with several stands for: the first, or any that the system has.
    min_score        Leave out what a system gives with a lower score.
    text             Normal forms for `string`: nfc, nfkc, casefold, accents, punct, articles, space.
    layer            Layer of WebAnno that is read (NamedEntity, or the only one).
    feature          Feature of that layer that is the label (value).
    label_names      Names of labels that are numbers, from 0, or a file of them (Hugging Face, doccano).
    spans_key        Group of spaCy's spans to read, not the entities.
    n_best           HIPE: rows for links among the system's first N, as 1,3,5.
    noise            HIPE: rows by the noise of entities, as 0.0-0.0,0.001-0.1.
    period           HIPE: rows by the date of documents, as 1790-1850,1850-1900.
    min_overlap      Percent of a gold span that must be shared, in strict, exact, partial, type (1).
    min_iou          And the least intersection over union, from 0 to 1 (0).
    """

def bio(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    scheme: str | None = ...,
    column: int | str | None = ...,
    matching: Literal["greedy", "optimal"] | None = ...,
    min_overlap: float | None = ...,
    label_names: str | Sequence[str] | Mapping[Any, Any] | None = ...,
) -> Result:
    """Score a system as `nerkit bio` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    scheme          IO, IOB1, IOB2, IOE1, IOE2, BIOES, BILOU, BMEWO (auto).
    column          Column of the tags, from 1; negative from the end (-1); or its name in the first line.
    matching        Pairs of exact, partial, type (greedy).
    min_overlap     Percent of a gold chunk that must be shared (1).
    label_names     Names of labels that are numbers or LABEL_n, from 0, or a file of them.
    """

def noisy(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    threshold: float | None = ...,
    below: bool | None = ...,
    nerval: bool | None = ...,
    exact_alignment: bool | None = ...,
    noise_bins: str | None = ...,
    dictionary: str | Mapping[str, str] | None = ...,
) -> Result:
    """Score a system as `nerkit noisy` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures         Count these measures or groups (as the task does).
    by               Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro            Add macro, micro and weighted averages; a rule is about groups without items.
    labels           Keep only these labels, on both sides.
    map              Rename labels: `{old: new}`, or a file of old TAB new.
    only             Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form             Read this format (by content).
    missing          Treat gold documents that the system lacks so (empty).
    extra            Treat system documents that gold lacks so (error).
    duplicates       Treat documents with the same id so (error).
    ends             Read ends of offsets so (as formats say).
    system_ends      Read ends of offsets of systems so (as `ends`).
    offsets          Read offsets in this unit (as formats say).
    system_offsets   Read offsets of systems so (as `offsets`).
    ids              Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode          Compare texts in this form of Unicode (as-is).
    strict           Make faults errors that readers forgive.
    preset           Take measures and options from a shared task or a TOML file.
    settings         Set options of the preset: `{name: value}`.
    beta             F-beta instead of F1.
    empty            Give 0/0 this value (zero).
    runs             Average the runs of a group (mean), or score `each` as a system.
    jobs             Use this number of processes; the result is the same.
    shard_size       Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask             Score the parts on the Dask scheduler at this address, or `local`.
    threshold        Edit distance / gold length up to which (0.3).
    below            Below the threshold instead of up to it.
    nerval           Nerval 0.3.3's conventions.
    exact_alignment  Never align by chunks.
    noise_bins       Rows by the entity's own error rate: 0.1,0.2,0.3.
    dictionary       Names and their entries, name TAB entry: score whether entities find the right one.
    """

def coref(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    match: Literal["exact", "partial", "head", "min"] | None = ...,
    singletons: Literal["keep", "drop"] | None = ...,
    zeros: Literal["dependent", "linear"] | None = ...,
    blanc: Literal["conll", "luo2014"] | None = ...,
    mentions: Literal["first", "error", "all"] | None = ...,
    layer: str | None = ...,
) -> Result:
    """Score a system as `nerkit coref` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    match           Which mentions are the same: words (exact), part with head, head, minimal span.
    singletons      Entities of one mention (keep).
    zeros           Match empty nodes by what they depend on (dependent) or by position.
    blanc           BLANC without links of a kind: as scorer.pl (conll), or as Luo et al. 2014.
    mentions        Mentions of the same words in a document (first).
    layer           Layer of WebAnno that is read (the only one of chains).
    """

def mrp(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    normalize: Sequence[str] | str | None = ...,
    anchors: Literal["mtool", "page"] | None = ...,
    order: bool | None = ...,
    unlabeled: bool | None = ...,
    core_arguments: bool | None = ...,
    limit: int | None = ...,
    skip_invalid: bool | None = ...,
    repair: bool | None = ...,
) -> Result:
    """Score a system as `nerkit mrp` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    normalize       Parts of the normalisation that are done; repeatable (all).
    anchors         Punctuation at the ends of each span (mtool, the default) or of the anchor as a whole (page).
    order           Keep dm, psd nodes in the order of the file.
    unlabeled       Compare edges without their labels.
    core_arguments  Predications have the core arguments of their framework alone.
    limit           Work for one pair of graphs; 0 proves least.
    skip_invalid    Leave invalid graphs out; in a system they are missing.
    repair          Merge the copies of a node (one id) that agree or are empty.
    """

def amr(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    standardise: Literal["none", "generic", "amr"] | None = ...,
    just: Literal["instance", "attribute", "relation"] | None = ...,
    smatch_1_0_4: bool | None = ...,
    skip_invalid: bool | None = ...,
    frames: Frames | str | None = ...,
    limit: int | None = ...,
) -> Result:
    """Score a system as `nerkit amr` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    standardise     smatch++'s standardisation of graphs.
    just            Only triples of one kind, with a correspondence of their own.
    smatch_1_0_4    That program's triples, with its losses and multiple counts.
    skip_invalid    Damaged graphs count as empty.
    frames          PropBank's descriptions of frames, by which aspects tell arguments.
    limit           Work on one pair of graphs; past it a bound is given.
    """

def ie(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    metric: Sequence[str] | Mapping[str, Metric] | Metric | str | None = ...,
    limit: int | None = ...,
    undirected: bool | None = ...,
    seen: str | frozenset[tuple[str, str, str]] | None = ...,
    clusters: str | None = ...,
    mentions: str | None = ...,
    type_weights: Table | str | None = ...,
    tree_decay: float | None = ...,
    mention_similarity: Literal["subset", "phi3", "phi4", "exact", "any"] | None = ...,
    absa: Literal["quad", "aste", "tasd"] | None = ...,
    judgements: str | None = ...,
) -> Result:
    """Score a system as `nerkit ie` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures            Count these measures or groups (as the task does).
    by                  Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro               Add macro, micro and weighted averages; a rule is about groups without items.
    labels              Keep only these labels, on both sides.
    map                 Rename labels: `{old: new}`, or a file of old TAB new.
    only                Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form                Read this format (by content).
    missing             Treat gold documents that the system lacks so (empty).
    extra               Treat system documents that gold lacks so (error).
    duplicates          Treat documents with the same id so (error).
    ends                Read ends of offsets so (as formats say).
    system_ends         Read ends of offsets of systems so (as `ends`).
    offsets             Read offsets in this unit (as formats say).
    system_offsets      Read offsets of systems so (as `offsets`).
    ids                 Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode             Compare texts in this form of Unicode (as-is).
    strict              Make faults errors that readers forgive.
    preset              Take measures and options from a shared task or a TOML file.
    settings            Set options of the preset: `{name: value}`.
    beta                F-beta instead of F1.
    empty               Give 0/0 this value (zero).
    runs                Average the runs of a group (mean), or score `each` as a system.
    jobs                Use this number of processes; the result is the same.
    shard_size          Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask                Score the parts on the Dask scheduler at this address, or `local`.
    metric              A formula of your own, in TOML; repeatable. A .py file is run as your code.
    limit               Work on one correspondence of variables; past it a bound is given.
    undirected          Compare the ends of relations without their order.
    seen                DocRED's training data, for docred-ign.
    clusters            WikiEvents' clusters of entities, for wikievents-coref-*; SciREX's clusters of a system.
    mentions            SciREX's mentions of a system.
    type_weights        Credit for related types: gold TAB system TAB credit, or a tree in JSON.
    tree_decay          Credit per step up a tree (0.5).
    mention_similarity  How template compares the mentions of two fillers (default: subset).
    absa                What the parts of tuples of aspects are (by content).
    judgements          Pairs of fillers that were judged, JSON lines.
    """

def srl(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
) -> Result:
    """Score a system as `nerkit srl` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    """

def dep(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    punctuation: Literal["score", "ignore"] | None = ...,
    subtypes: Literal["keep", "drop"] | None = ...,
    elas: Literal["multiset", "udtools"] | None = ...,
    skip_invalid: bool | None = ...,
    multiple_roots_okay: bool | None = ...,
) -> Result:
    """Score a system as `nerkit dep` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures             Count these measures or groups (as the task does).
    by                   Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro                Add macro, micro and weighted averages; a rule is about groups without items.
    labels               Keep only these labels, on both sides.
    map                  Rename labels: `{old: new}`, or a file of old TAB new.
    only                 Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form                 Read this format (by content).
    missing              Treat gold documents that the system lacks so (empty).
    extra                Treat system documents that gold lacks so (error).
    duplicates           Treat documents with the same id so (error).
    ends                 Read ends of offsets so (as formats say).
    system_ends          Read ends of offsets of systems so (as `ends`).
    offsets              Read offsets in this unit (as formats say).
    system_offsets       Read offsets of systems so (as `offsets`).
    ids                  Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode              Compare texts in this form of Unicode (as-is).
    strict               Make faults errors that readers forgive.
    preset               Take measures and options from a shared task or a TOML file.
    settings             Set options of the preset: `{name: value}`.
    beta                 F-beta instead of F1.
    empty                Give 0/0 this value (zero).
    runs                 Average the runs of a group (mean), or score `each` as a system.
    jobs                 Use this number of processes; the result is the same.
    shard_size           Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask                 Score the parts on the Dask scheduler at this address, or `local`.
    punctuation          Words of nothing but punctuation: count them (score), or not.
    subtypes             What follows the colon of a label (drop in CoNLL-U, keep in CoNLL-X).
    elas                 Edges of ELAS and EULAS agree with one other at most (multiset), or with every equal one.
    skip_invalid         Leave sentences that are no trees out, on both sides.
    multiple_roots_okay  A sentence may have several roots.
    """

def tree(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    params: Params | str | None = ...,
    punctuation: Literal["own", "gold"] | None = ...,
    max_length: int | None = ...,
    functions: bool | None = ...,
    align: bool | None = ...,
    mismatch: Literal["exclude", "error"] | None = ...,
) -> Result:
    """Score a system as `nerkit tree` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    params          What is left out and what is the same: collins, new, nk, spmrl, proper, none (collins), or a parameter file of EVALB.
    punctuation     Whose tag leaves punctuation out: each side's own, as in EVALB, or gold's on both (own; under proper gold).
    max_length      Only sentences of gold with up to N words.
    functions       Labels are compared with their functions: NP-SBJ.
    align           Sentences and words may differ: they are aligned by their characters.
    mismatch        Sentences whose words differ: exclude them (the default), or refuse them.
    """

def json(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    array: Any | None = ...,
    key: Any | None = ...,
    wrap: bool | None = ...,
    ignore: str | Sequence[str] | None = ...,
    weight: Any | None = ...,
    absent: str | Sequence[str] | None = ...,
    absent_values: str | Sequence[str] | None = ...,
    text: Any | None = ...,
    numbers: Any | None = ...,
    booleans: Any | None = ...,
    dates: Any | None = ...,
    within: Any | None = ...,
    similar: Any | None = ...,
    lenient: bool | None = ...,
    schema: Any | None = ...,
    fields: Literal["union"] | None = ...,
    judgements: str | None = ...,
    any_key: str | None = ...,
    any: str | Sequence[str] | None = ...,
    read: Literal["strict", "wrapped", "repaired"] | None = ...,
    choose: Literal["largest", "first", "last"] | None = ...,
    gold_field: str | None = ...,
    system_field: str | None = ...,
    id: str | None = ...,
    gold_id: str | None = ...,
    system_id: str | None = ...,
    documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    gold_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
    system_documents: Literal["lines", "array", "mapping", "one"] | None = ...,
) -> Result:
    """Score a system as `nerkit json` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures          Count these measures or groups (as the task does).
    by                Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro             Add macro, micro and weighted averages; a rule is about groups without items.
    labels            Keep only these labels, on both sides.
    map               Rename labels: `{old: new}`, or a file of old TAB new.
    only              Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form              Read this format (by content).
    missing           Treat gold documents that the system lacks so (empty).
    extra             Treat system documents that gold lacks so (error).
    duplicates        Treat documents with the same id so (error).
    ends              Read ends of offsets so (as formats say).
    system_ends       Read ends of offsets of systems so (as `ends`).
    offsets           Read offsets in this unit (as formats say).
    system_offsets    Read offsets of systems so (as `offsets`).
    ids               Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode           Compare texts in this form of Unicode (as-is).
    strict            Make faults errors that readers forgive.
    preset            Take measures and options from a shared task or a TOML file.
    settings          Set options of the preset: `{name: value}`.
    beta              F-beta instead of F1.
    empty             Give 0/0 this value (zero).
    runs              Average the runs of a group (mean), or score `each` as a system.
    jobs              Use this number of processes; the result is the same.
    shard_size        Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask              Score the parts on the Dask scheduler at this address, or `local`.
    array             How an array is matched: bag, set, sequence, position (bag); '**' for all.
    key               Elements are a pair only where these fields are equal: items=sku.
    wrap              A value beside an array is an array of one.
    ignore            Remove this path on both sides: **.id, items[].note.
    weight            Weight of the leaves at a path (1).
    absent            Treat as absent: null,blank,empty (all), or none. phrases adds texts like N/A and not stated.
    absent_values     Strings that say nothing too: N/A,unknown.
    text              Normal forms of strings: nfc nfkc casefold accents punct articles space (none).
    numbers           What is a number: json, strings, money (json).
    booleans          What is a boolean: json, strings (json).
    dates             What is a date: off, iso, dmy, mdy (off).
    within            Numbers agree within this distance from gold's.
    similar           Strings agree from this similarity on.
    lenient           --text nfkc,casefold,space --numbers strings --booleans strings --dates iso.
    schema            JSON Schema, with keywords x-nerkit.
    fields            Give json/fabrication the fields that any gold document fills (union).
    judgements        Pairs of values that were judged, JSON lines.
    any_key           Gold objects {"NAME": [v, …]} hold several admitted readings; none: they do not.
    any               The gold array at this path lists admitted readings of one value.
    read              The most repair of a model's text (repaired).
    choose            Which of several values in a text (largest).
    gold_field        The field of a gold record that holds its value.
    system_field      That of a system record: answer, choices[0].message.content.
    id                The field of a record that is its id.
    gold_id           The same of gold alone.
    system_id         The same of systems alone.
    documents         What a document is, where content misleads.
    gold_documents    The same of gold alone.
    system_documents  The same of systems alone.
    """

def calls(
    gold: _Side,
    system: _Side | Sequence[_Side] | Mapping[str, Any],
    *,
    confidence: bool | float = ...,
    measures: Sequence[str] | str = ...,
    by: Sequence[str] | str = ...,
    macro: bool | str = ...,
    labels: Sequence[str] | str | None = ...,
    map: Mapping[str, str] | str | None = ...,
    only: Sequence[str] | str = ...,
    form: str | None = ...,
    missing: Literal["error", "empty", "ignore"] | None = ...,
    extra: Literal["error", "spurious", "ignore"] | None = ...,
    duplicates: Literal["error", "first", "all"] | None = ...,
    ends: Literal["exclusive", "inclusive"] | None = ...,
    system_ends: Literal["exclusive", "inclusive"] | None = ...,
    offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    system_offsets: Literal["characters", "tokens", "utf-16"] | None = ...,
    ids: Mapping[str, str] | str | None = ...,
    unicode: Literal["as-is", "nfc", "nfkc"] | None = ...,
    strict: bool = ...,
    preset: str | None = ...,
    settings: Mapping[str, Any] | Sequence[str] | str = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    runs: Literal["mean", "each"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
    array: Any | None = ...,
    key: Any | None = ...,
    wrap: bool | None = ...,
    ignore: str | Sequence[str] | None = ...,
    weight: Any | None = ...,
    absent: str | Sequence[str] | None = ...,
    absent_values: str | Sequence[str] | None = ...,
    text: Any | None = ...,
    numbers: Any | None = ...,
    booleans: Any | None = ...,
    dates: Any | None = ...,
    within: Any | None = ...,
    similar: Any | None = ...,
    lenient: bool | None = ...,
    any_key: str | None = ...,
    any: str | Sequence[str] | None = ...,
    read: Literal["strict", "wrapped", "repaired"] | None = ...,
    gold_field: str | None = ...,
    system_field: str | None = ...,
    id: str | None = ...,
    gold_id: str | None = ...,
    system_id: str | None = ...,
    order: Literal["bag", "sequence", "set"] | None = ...,
    turns: Literal["same", "join"] | None = ...,
    tools: Any | None = ...,
    defaults: Literal["fill", "off"] | None = ...,
    coerce: bool | None = ...,
    underscores: bool | None = ...,
    checker: Literal["bfcl"] | None = ...,
) -> Result:
    """Score a system as `nerkit calls` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures        Count these measures or groups (as the task does).
    by              Add rows by `label`, `document`, `sentence`, `length`, `seen=FILE` or a field of the data.
    macro           Add macro, micro and weighted averages; a rule is about groups without items.
    labels          Keep only these labels, on both sides.
    map             Rename labels: `{old: new}`, or a file of old TAB new.
    only            Keep documents or items: FIELD=VALUE, FIELD=@FILE or @FILE.
    form            Read this format (by content).
    missing         Treat gold documents that the system lacks so (empty).
    extra           Treat system documents that gold lacks so (error).
    duplicates      Treat documents with the same id so (error).
    ends            Read ends of offsets so (as formats say).
    system_ends     Read ends of offsets of systems so (as `ends`).
    offsets         Read offsets in this unit (as formats say).
    system_offsets  Read offsets of systems so (as `offsets`).
    ids             Rename documents of systems: `{old: new}`, or a file of old TAB new.
    unicode         Compare texts in this form of Unicode (as-is).
    strict          Make faults errors that readers forgive.
    preset          Take measures and options from a shared task or a TOML file.
    settings        Set options of the preset: `{name: value}`.
    beta            F-beta instead of F1.
    empty           Give 0/0 this value (zero).
    runs            Average the runs of a group (mean), or score `each` as a system.
    jobs            Use this number of processes; the result is the same.
    shard_size      Score large files in parts of this size, as `8MB`; the result then lists no errors.
    dask            Score the parts on the Dask scheduler at this address, or `local`.
    array           How an array is matched: bag, set, sequence, position (sequence); '**' for all.
    key             Elements are a pair only where these fields are equal: items=sku.
    wrap            A value beside an array is an array of one.
    ignore          Remove this path on both sides: search.limit; search is all its arguments.
    weight          Weight of the leaves at a path (1).
    absent          What says nothing beside null: blank,empty, or none (none).
    absent_values   Strings that say nothing too: N/A,unknown.
    text            Normal forms of strings: nfc nfkc casefold accents punct articles space (none).
    numbers         What is a number: json, strings, money (json).
    booleans        What is a boolean: json, strings (json).
    dates           What is a date: off, iso, dmy, mdy (off).
    within          Numbers agree within this distance from gold's.
    similar         Strings agree from this similarity on.
    lenient         --text nfkc,casefold,space --numbers strings --booleans strings --dates iso.
    any_key         Gold objects {"NAME": [v, …]} list admitted readings (any); none: they do not.
    any             The gold array at this path lists admitted readings of one value.
    read            The most repair of a model's text (repaired).
    gold_field      The field of a gold record that holds its value.
    system_field    That of a system record: answer, choices[0].message.content.
    id              The field of a record that is its id.
    gold_id         The same of gold alone.
    system_id       The same of systems alone.
    order           How the calls of a turn are matched (bag).
    turns           Turn k against turn k, or all turns as one (same).
    tools           Schemas of tools, where gold records have none.
    defaults        Defaults of schemas, on both sides (fill).
    coerce          Values take the type of their schema.
    underscores     Dots in names of tools are underscores.
    checker         Take the verdicts of this checker on arguments: bfcl.
    """
