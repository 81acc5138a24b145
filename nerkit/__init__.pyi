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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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
    confidence     add 95 % bootstrap intervals to every row; a number sets another level, for example 0.9

    Raises InputError for input that does not parse, PairingError for documents that do not pair, UsageError
    for names that do not exist.

    >>> gold = [[(0, 5, "PER"), (9, 14, "LOC")], [(3, 8, "ORG")]]
    >>> system = [[(0, 5, "PER"), (9, 14, "ORG")], [(3, 8, "ORG")]]
    >>> result = nerkit.evaluate(gold, system, measures=["sets::span+type"])
    >>> result["ORG"].precision
    0.5

    Options of all tasks, beside the options of the task:

    task            Score this task (default: by content).
    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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
    alpha                                the largest p, corrected by Holm, that is significant
    baseline, sort                       the system to compare with (default: the first), and the measure or
                                         `name` to sort systems by (default: the given order)
    skip_broken                          leave out systems whose files are broken; `broken` of the comparison
                                         lists them

    Raises the errors of `evaluate`. Raises UsageError for fewer than two systems, and if every measure needs
    the whole corpus.

    >>> gold = [[(0, 5, "PER")], [(0, 3, "LOC")], [(2, 4, "ORG")]]
    >>> half = [[(0, 5, "PER")], [(0, 3, "ORG")], []]
    >>> comparison = nerkit.compare(gold, {"half": half, "whole": gold}, measures=["sets::span+type"])
    >>> [(row.system, row.f1, row.extra["p_holm"]) for row in comparison.rows]
    [('half', 0.4, None), ('whole', 1.0, 0.5)]

    Options of all tasks, beside the options of the task:

    task            Score this task (default: by content).
    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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
    kinds             only errors of these classes, for example `boundary`; `--class` on the command line
    label, document   only errors with these labels, and in these documents
    changed           for two systems, only errors that the second repaired (`fixed`) or added (`broken`)
    items             list the first N errors; the `total` of the list counts all errors

    Raises the errors of `evaluate`, and UsageError for a class or document that does not exist.

    >>> for error in nerkit.errors([[(0, 5, "PER")]], [[(0, 4, "PER")]]):
    ...     print(error.kind)
    boundary

    Options of all tasks, beside the options of the task:

    task            Score this task (default: by content).
    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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
    """Make the page that `nerkit report` writes: `report(result)`, or `report(gold, system)`.

    gold, system   as in `nerkit.evaluate`; or only a result
    size           the largest size of the page in bytes, None for no limit; the worst documents are complete
    title          the title of the page; without a title the page names the files

    For several systems, the page has differences and p. Raises UsageError for a stored result, because it has
    no items.

    >>> result = nerkit.evaluate([[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER")]])
    >>> nerkit.report(result)[:15]
    '<!doctype html>'

    Options of all tasks, beside the options of the task:

    task            Score this task (default: by content).
    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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
    """Draw a figure of scores: `plot(result, kind)`, or `plot(gold, system, kind)`.

    gold, system   as in `nerkit.evaluate`; or only a result
    kind           `systems`, `labels`, `confusion`, `loss`, `pr`, `slices`, `differences` or `ranks`
    by             the field that cuts `slices` (default `length`)

    Raises UsageError for a kind that does not exist, if matplotlib is not installed, and if the result lacks
    the data of the figure.

    >>> result = nerkit.evaluate([[(0, 5, "PER")]], [[(0, 5, "PER")]])
    >>> nerkit.plot(result, "labels").savefig("labels.pdf")  # doctest: +SKIP

    Options of all tasks, beside the options of the task:

    task            Score this task (default: by content).
    measures        Score this measure or group.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures         Score this measure or group.
    by               Add rows by label, document, sentence, length, seen=FILE or any field.
    macro            Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels           Keep only these labels, on both sides.
    map              Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only             Keep only these documents or items (@FILE lists documents).
    form             Read this format (default: by content).
    missing          Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra            Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates       Refuse documents with the same id (default), or take the first or all.
    ends             Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends      Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets          Read offsets in this unit (default: by format).
    system_offsets   Read system offsets in this unit (default: as gold).
    ids              Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode          Compare texts in this form of Unicode (default as-is).
    strict           Treat faults that nerkit forgives with a warning as errors.
    preset           Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings         Set an option of the preset (in Python {name: value}).
    runs             Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta             Compute F-beta instead of F1.
    empty            Set the value of 0/0 (default zero).
    jobs             Use N processes; the output is equal for any N.
    shard_size       Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask             Score parts on a Dask cluster; the output does not change.
    type_weights     Give credit for related types: lines of gold TAB system TAB credit, or a JSON tree.
    id_weights       Give credit for related ids: lines of gold TAB system TAB credit, or a JSON tree.
    tree_decay       Multiply the credit by this factor per step up the tree (default 0.5).
    match            Match spans in cluster measures if they are equal (default), or one to one by overlap.
    ignore_spans     Leave out all spans that overlap these spans, on both sides.
    partial_gold     Do not count system spans outside the gold spans; FILE lists the documents (default all).
    gold_candidates  Use the first candidate of a gold mention, or any candidate that the system has.
    min_score        Leave out system spans with a lower score.
    text             Normalise strings for `string`: nfc, nfkc, casefold, accents, punct, articles, space.
    layer            Read this layer of WebAnno (default: NamedEntity, or the only layer).
    feature          Read the label from this feature of the layer (default value).
    label_names      Name labels that are numbers, from 0; a list or a file (Hugging Face, doccano).
    spans_key        Read this group of spaCy's spans instead of the entities.
    n_best           HIPE: add rows for links among the system's first N, as 1,3,5.
    noise            HIPE: add rows by the noise of entities, as 0.0-0.0,0.001-0.1.
    period           HIPE: add rows by the date of documents, as 1790-1850,1850-1900.
    min_overlap      Pair spans that share this percentage of the gold span (default 1).
    min_iou          Pair spans with at least this intersection over union, from 0 to 1 (default 0).
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
    scheme          Read tags in this scheme: IO, IOB1, IOB2, IOE1, IOE2, BIOES, BILOU, BMEWO (default auto).
    column          Read tags from this column: a number from 1, negative from the end (default -1), or a name in the first line.
    matching        Pair chunks of exact, partial and type in this way (default greedy).
    min_overlap     Pair chunks that share at least this percentage of the gold chunk (default 1).
    label_names     Name labels that are numbers or LABEL_n, from 0; a list or a file.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures         Score this measure or group.
    by               Add rows by label, document, sentence, length, seen=FILE or any field.
    macro            Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels           Keep only these labels, on both sides.
    map              Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only             Keep only these documents or items (@FILE lists documents).
    form             Read this format (default: by content).
    missing          Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra            Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates       Refuse documents with the same id (default), or take the first or all.
    ends             Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends      Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets          Read offsets in this unit (default: by format).
    system_offsets   Read system offsets in this unit (default: as gold).
    ids              Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode          Compare texts in this form of Unicode (default as-is).
    strict           Treat faults that nerkit forgives with a warning as errors.
    preset           Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings         Set an option of the preset (in Python {name: value}).
    runs             Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta             Compute F-beta instead of F1.
    empty            Set the value of 0/0 (default zero).
    jobs             Use N processes; the output is equal for any N.
    shard_size       Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask             Score parts on a Dask cluster; the output does not change.
    threshold        Recognise entities up to this edit distance / gold length (default 0.3).
    below            Require a value below the threshold, not equal to it.
    nerval           Follow Nerval 0.3.3's conventions.
    exact_alignment  Align every text as a whole, never in chunks.
    noise_bins       Add rows by the error rate of the entity's text: 0.1,0.2,0.3.
    dictionary       Score if entities find the right entry in this dictionary: lines of name TAB entry.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
    match           Match mentions by their words (exact), by a part with the head, by the head, or by minimal spans.
    singletons      Keep or drop entities with one mention (default keep).
    zeros           Match empty nodes by their heads (dependent) or by position.
    blanc           Score BLANC without links of a kind as scorer.pl does (conll), or as Luo et al. 2014.
    mentions        Count the first or all mentions of equal words in a document, or refuse them (default first).
    layer           Read this layer of WebAnno (default: the only layer of chains).
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
    normalize       Apply this part of the normalisation; repeatable (default all).
    anchors         Strip punctuation at the ends of each span (mtool, the default) or of the whole anchor (page).
    order           Keep dm and psd nodes in the order of the file.
    unlabeled       Compare edges without their labels.
    core_arguments  Give predications only the core arguments of their framework.
    limit           Stop the search on one pair of graphs after this many steps; 0 proves least.
    skip_invalid    Leave out invalid graphs; an invalid system graph counts as missing.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
    standardise     Standardise graphs as smatch++ does.
    just            Score only triples of this kind, under their own best correspondence.
    smatch_1_0_4    Read triples as smatch 1.0.4 does, with its losses and multiple counts.
    skip_invalid    Count damaged graphs as empty.
    frames          Read PropBank's frame descriptions from this file, for the aspects of arguments.
    limit           Stop the search on one pair of graphs after this many steps, and report a bound.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures            Score this measure or group.
    by                  Add rows by label, document, sentence, length, seen=FILE or any field.
    macro               Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels              Keep only these labels, on both sides.
    map                 Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only                Keep only these documents or items (@FILE lists documents).
    form                Read this format (default: by content).
    missing             Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra               Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates          Refuse documents with the same id (default), or take the first or all.
    ends                Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends         Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets             Read offsets in this unit (default: by format).
    system_offsets      Read system offsets in this unit (default: as gold).
    ids                 Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode             Compare texts in this form of Unicode (default as-is).
    strict              Treat faults that nerkit forgives with a warning as errors.
    preset              Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings            Set an option of the preset (in Python {name: value}).
    runs                Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta                Compute F-beta instead of F1.
    empty               Set the value of 0/0 (default zero).
    jobs                Use N processes; the output is equal for any N.
    shard_size          Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask                Score parts on a Dask cluster; the output does not change.
    metric              Score with your own formula, a TOML file; repeatable. nerkit runs a .py file as your code.
    limit               Stop the search for one correspondence of variables after this many steps, and report a bound.
    undirected          Compare the two ends of a relation without order.
    seen                Read DocRED's training data from this file (docred-ign needs it).
    clusters            Read entity clusters from this file: of WikiEvents for wikievents-coref-*, or of a SciREX system.
    mentions            Read the mentions of a SciREX system from this file.
    type_weights        Give credit for related types: lines of gold TAB system TAB credit, or a JSON tree.
    tree_decay          Multiply the credit by this factor per step up the tree (default 0.5).
    mention_similarity  Choose how template compares the mentions of two fillers (default subset).
    absa                Name the parts of aspect tuples (default: by content).
    judgements          Read judged pairs of fillers from this JSON lines file.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
    jobs: int = ...,
    shard_size: int | str | None = ...,
    dask: str | None = ...,
) -> Result:
    """Score a system as `nerkit srl` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9

    Options, by name:

    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures             Score this measure or group.
    by                   Add rows by label, document, sentence, length, seen=FILE or any field.
    macro                Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels               Keep only these labels, on both sides.
    map                  Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only                 Keep only these documents or items (@FILE lists documents).
    form                 Read this format (default: by content).
    missing              Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra                Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates           Refuse documents with the same id (default), or take the first or all.
    ends                 Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends          Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets              Read offsets in this unit (default: by format).
    system_offsets       Read system offsets in this unit (default: as gold).
    ids                  Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode              Compare texts in this form of Unicode (default as-is).
    strict               Treat faults that nerkit forgives with a warning as errors.
    preset               Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings             Set an option of the preset (in Python {name: value}).
    runs                 Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta                 Compute F-beta instead of F1.
    empty                Set the value of 0/0 (default zero).
    jobs                 Use N processes; the output is equal for any N.
    shard_size           Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask                 Score parts on a Dask cluster; the output does not change.
    punctuation          Score or ignore words that consist of punctuation (default score).
    subtypes             Keep or drop the part of a label after the colon (default: drop in CoNLL-U, keep in CoNLL-X).
    elas                 Let an edge in ELAS and EULAS agree with at most one edge (multiset), or with every equal edge (udtools).
    skip_invalid         Leave out sentences that are not trees, on both sides.
    multiple_roots_okay  Allow several roots in a sentence.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
    params          Choose what nerkit leaves out and treats as equal: collins, new, nk, spmrl, proper, none (default collins), or a parameter file of EVALB.
    punctuation     Find punctuation by each side's own tags, as EVALB does, or by the gold tags (default own; gold for proper).
    max_length      Score only sentences with up to N gold words.
    functions       Compare labels with their functions: NP-SBJ.
    align           Align sentences and words by their characters, so that both may differ.
    mismatch        Exclude sentences with different words (default), or refuse them.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures          Score this measure or group.
    by                Add rows by label, document, sentence, length, seen=FILE or any field.
    macro             Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels            Keep only these labels, on both sides.
    map               Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only              Keep only these documents or items (@FILE lists documents).
    form              Read this format (default: by content).
    missing           Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra             Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates        Refuse documents with the same id (default), or take the first or all.
    ends              Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends       Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets           Read offsets in this unit (default: by format).
    system_offsets    Read system offsets in this unit (default: as gold).
    ids               Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode           Compare texts in this form of Unicode (default as-is).
    strict            Treat faults that nerkit forgives with a warning as errors.
    preset            Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings          Set an option of the preset (in Python {name: value}).
    runs              Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta              Compute F-beta instead of F1.
    empty             Set the value of 0/0 (default zero).
    jobs              Use N processes; the output is equal for any N.
    shard_size        Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask              Score parts on a Dask cluster; the output does not change.
    array             Match an array in this mode: bag, set, sequence, position (default bag); '**' for all arrays.
    key               Match elements of an array only if these fields are equal: items=sku.
    wrap              Read a value opposite an array as an array with one element.
    ignore            Remove this path on both sides: **.id, items[].note.
    weight            Give leaves at a path this weight (default 1).
    absent            Treat these values as absent: null,blank,empty or none (default: all). phrases adds texts like N/A and not stated.
    absent_values     Treat these strings as absent, too: N/A,unknown.
    text              Normalise strings: nfc nfkc casefold accents punct articles space (default none).
    numbers           Read these as numbers: json, strings, money (default json).
    booleans          Read these as booleans: json, strings (default json).
    dates             Read these as dates: off, iso, dmy, mdy (default off).
    within            Accept numbers within this distance of the gold number.
    similar           Accept strings with at least this similarity.
    lenient           --text nfkc,casefold,space --numbers strings --booleans strings --dates iso.
    schema            Read a JSON Schema from this file, with keywords x-nerkit.
    fields            Score json/fabrication on all fields that any gold document fills (union).
    judgements        Read judged pairs of values from this JSON lines file.
    any_key           Read gold objects {"NAME": [v, …]} as lists of admitted readings; none turns this off.
    any               Read the gold array at this path as admitted readings of one value.
    read              Allow at most this much repair of a model's text (default repaired).
    choose            Choose among several values in a text (default largest).
    gold_field        Read the value of a gold record from this field.
    system_field      Read the value of a system record from this field: answer, choices[0].message.content.
    id                Read ids of records from this field.
    gold_id           Read ids of gold records from this field.
    system_id         Read ids of system records from this field.
    documents         Set what counts as a document, if nerkit misreads the content.
    gold_documents    Set what counts as a gold document.
    system_documents  Set what counts as a system document.
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
    runs: Literal["mean", "each"] = ...,
    beta: float = ...,
    empty: Literal["zero", "one", "null"] = ...,
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

    measures        Score this measure or group.
    by              Add rows by label, document, sentence, length, seen=FILE or any field.
    macro           Add macro, micro and weighted averages; RULE for groups without items: zero, skip, both-empty-one.
    labels          Keep only these labels, on both sides.
    map             Rename labels by this file: lines of old TAB new (in Python also {old: new}).
    only            Keep only these documents or items (@FILE lists documents).
    form            Read this format (default: by content).
    missing         Count gold documents without a system document as empty (default), or ignore or refuse them.
    extra           Count system documents without a gold document as errors or spurious, or ignore them.
    duplicates      Refuse documents with the same id (default), or take the first or all.
    ends            Read the ends of offsets as exclusive or inclusive (default: by format).
    system_ends     Read the ends of system offsets as exclusive or inclusive (default: as gold).
    offsets         Read offsets in this unit (default: by format).
    system_offsets  Read system offsets in this unit (default: as gold).
    ids             Rename system documents by this file: lines of old TAB new (in Python also {old: new}).
    unicode         Compare texts in this form of Unicode (default as-is).
    strict          Treat faults that nerkit forgives with a warning as errors.
    preset          Score as this shared task did, or as a TOML file describes (nerkit presets).
    settings        Set an option of the preset (in Python {name: value}).
    runs            Show the mean of the runs of a system, NAME=GLOB (default), or each run.
    beta            Compute F-beta instead of F1.
    empty           Set the value of 0/0 (default zero).
    jobs            Use N processes; the output is equal for any N.
    shard_size      Score large files in parts of 64kB, 8MB, none (default 8MB, or 4MB with several processes; in Python none). The output does not change.
    dask            Score parts on a Dask cluster; the output does not change.
    array           Match an array in this mode: bag, set, sequence, position (default sequence); '**' for all arrays.
    key             Match elements of an array only if these fields are equal: items=sku.
    wrap            Read a value opposite an array as an array with one element.
    ignore          Remove this path on both sides: search.limit; search alone removes all its arguments.
    weight          Give leaves at a path this weight (default 1).
    absent          Treat these values as absent, beside null: blank,empty, or none (default none).
    absent_values   Treat these strings as absent, too: N/A,unknown.
    text            Normalise strings: nfc nfkc casefold accents punct articles space (default none).
    numbers         Read these as numbers: json, strings, money (default json).
    booleans        Read these as booleans: json, strings (default json).
    dates           Read these as dates: off, iso, dmy, mdy (default off).
    within          Accept numbers within this distance of the gold number.
    similar         Accept strings with at least this similarity.
    lenient         --text nfkc,casefold,space --numbers strings --booleans strings --dates iso.
    any_key         Read gold objects {"NAME": [v, …]} as lists of admitted readings (default any); none turns this off.
    any             Read the gold array at this path as admitted readings of one value.
    read            Allow at most this much repair of a model's text (default repaired).
    gold_field      Read the value of a gold record from this field.
    system_field    Read the value of a system record from this field: answer, choices[0].message.content.
    id              Read ids of records from this field.
    gold_id         Read ids of gold records from this field.
    system_id       Read ids of system records from this field.
    order           Match the calls of a turn in this mode (default bag).
    turns           Compare turn k with turn k, or all turns as one (default same).
    tools           Read schemas of tools from this file, if gold records have none.
    defaults        Fill in the defaults of schemas on both sides, or ignore them (default fill).
    coerce          Convert values to the type in their schema.
    underscores     Read dots in names of tools as underscores.
    checker         Take the verdicts of this checker on arguments: bfcl.
    """
