# The types of the public face; `make docs` writes them from the options.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

from nerkit.algebra.similarity import Metric
from nerkit.algorithms.credit import Table
from nerkit.compat.ipython import load_ipython_extension as load_ipython_extension
from nerkit.corpora.spans import Spans
from nerkit.evaluation.evaluate import Scorer as Scorer
from nerkit.evaluation.evaluate import read as read
from nerkit.evaluation.inputs import Documents as Documents
from nerkit.evaluation.stored.gates import check as check
from nerkit.exceptions import InputError as InputError
from nerkit.exceptions import NerkitError as NerkitError
from nerkit.exceptions import PairingError as PairingError
from nerkit.exceptions import UsageError as UsageError
from nerkit.results.result import Result as Result
from nerkit.scorers.amr.frames import Frames
from nerkit.stats.comparison import Comparison
from nerkit.version import __version__ as __version__
from nerkit.views.plots.drawing import plot as plot
from nerkit.views.report.frame import report as report

class Asked(TypedDict, total=False):
    measures: Sequence[str] | str
    by: Sequence[str] | str
    macro: bool | str
    labels: Sequence[str] | str | None
    label_map: Mapping[str, str] | str | None
    only: Sequence[str] | str
    form: str | None
    missing: str | None
    extra: str | None
    duplicates: str | None
    ends: str | None
    system_ends: str | None
    offsets: str | None
    system_offsets: str | None
    ids: Mapping[str, str] | str | None
    unicode: str | None
    strict: bool
    preset: str | None
    settings: Mapping[str, Any] | Sequence[str] | str
    beta: float
    empty: str
    runs: str
    workers: int
    shard_size: int | str | None
    dask: str | None
    by_document: bool

class SpansAsked(Asked, total=False):
    type_weights: Table | str | None
    id_weights: Table | str | None
    tree_decay: float | None
    match: str | None
    ignore_spans: str | Spans | None
    partial_gold: str | bool | None
    gold_candidates: str | None
    min_score: float | None
    text: str | Sequence[str] | None
    layer: str | None
    feature: str | None
    label_names: str | Sequence[str] | Mapping[Any, Any] | None
    spans_key: str | None
    n_best: str | None
    noise: str | None
    period: str | None
    min_overlap: float | None
    min_iou: float | None

class BioAsked(Asked, total=False):
    scheme: str | None
    column: int | str | None
    matching: str | None
    min_overlap: float | None
    label_names: str | Sequence[str] | Mapping[Any, Any] | None

class NoisyAsked(Asked, total=False):
    threshold: float | None
    below: bool | None
    nerval: bool | None
    exact_alignment: bool | None
    noise_bins: str | None
    dictionary: str | Mapping[str, str] | None

class CorefAsked(Asked, total=False):
    match: str | None
    singletons: str | None
    zeros: str | None
    blanc: str | None
    mentions: str | None
    layer: str | None

class MrpAsked(Asked, total=False):
    anchors: str | None
    order: bool | None
    normalize: Sequence[str] | str | None
    unlabeled: bool | None
    core_arguments: bool | None
    limit: int | None
    skip_invalid: bool | None
    repair: bool | None

class AmrAsked(Asked, total=False):
    standardise: str | None
    just: str | None
    smatch_1_0_4: bool | None
    skip_invalid: bool | None
    frames: Frames | str | None
    limit: int | None

class IeAsked(Asked, total=False):
    metric: Sequence[str] | Mapping[str, Metric] | Metric | str | None
    limit: int | None
    undirected: bool | None
    seen: str | frozenset[tuple[str, str, str]] | None
    clusters: str | None
    mentions: str | None
    type_weights: Table | str | None
    tree_decay: float | None
    mention_similarity: str | None
    absa: str | None
    judgements: str | None

class SrlAsked(Asked, total=False): ...

class DepAsked(Asked, total=False):
    punctuation: str | None
    subtypes: str | None
    elas: str | None
    skip_invalid: bool | None
    multiple_roots_okay: bool | None

class TreeAsked(Asked, total=False):
    params: Any | None
    punctuation: str | None
    max_length: int | None
    functions: bool | None
    align: bool | None
    mismatch: str | None

class JsonAsked(Asked, total=False):
    array: Any | None
    key: Any | None
    wrap: bool | None
    ignore: str | Sequence[str] | None
    weight: Any | None
    absent: str | Sequence[str] | None
    absent_values: str | Sequence[str] | None
    text: Any | None
    numbers: Any | None
    booleans: Any | None
    dates: Any | None
    within: Any | None
    similar: Any | None
    lenient: bool | None
    schema: Any | None
    judgements: str | None
    any_key: str | None
    any: str | Sequence[str] | None
    read: str | None
    choose: str | None
    gold_field: str | None
    system_field: str | None
    id: str | None
    gold_id: str | None
    system_id: str | None
    shape: str | None
    gold_shape: str | None
    system_shape: str | None

class CallsAsked(Asked, total=False):
    array: Any | None
    ignore: str | Sequence[str] | None
    absent: str | Sequence[str] | None
    schema: Any | None
    judgements: str | None
    choose: str | None
    shape: str | None
    gold_shape: str | None
    system_shape: str | None
    order: str | None
    turns: str | None
    tools: Any | None
    defaults: str | None
    coerce: bool | None
    underscores: bool | None
    checker: str | None
    any_key: str | None

class AnyAsked(Asked, total=False):
    type_weights: Table | str | None
    id_weights: Table | str | None
    tree_decay: float | None
    match: str | None
    ignore_spans: str | Spans | None
    partial_gold: str | bool | None
    gold_candidates: str | None
    min_score: float | None
    text: Any
    layer: str | None
    feature: str | None
    label_names: str | Sequence[str] | Mapping[Any, Any] | None
    spans_key: str | None
    n_best: str | None
    noise: str | None
    period: str | None
    min_overlap: float | None
    min_iou: float | None
    scheme: str | None
    column: int | str | None
    matching: str | None
    threshold: float | None
    below: bool | None
    nerval: bool | None
    exact_alignment: bool | None
    noise_bins: str | None
    dictionary: str | Mapping[str, str] | None
    singletons: str | None
    zeros: str | None
    blanc: str | None
    mentions: str | None
    anchors: str | None
    order: Any
    normalize: Sequence[str] | str | None
    unlabeled: bool | None
    core_arguments: bool | None
    limit: int | None
    skip_invalid: bool | None
    repair: bool | None
    standardise: str | None
    just: str | None
    smatch_1_0_4: bool | None
    frames: Frames | str | None
    metric: Sequence[str] | Mapping[str, Metric] | Metric | str | None
    undirected: bool | None
    seen: str | frozenset[tuple[str, str, str]] | None
    clusters: str | None
    mention_similarity: str | None
    absa: str | None
    judgements: str | None
    punctuation: str | None
    subtypes: str | None
    elas: str | None
    multiple_roots_okay: bool | None
    params: Any | None
    max_length: int | None
    functions: bool | None
    align: bool | None
    mismatch: str | None
    array: Any | None
    key: Any | None
    wrap: bool | None
    ignore: str | Sequence[str] | None
    weight: Any | None
    absent: str | Sequence[str] | None
    absent_values: str | Sequence[str] | None
    numbers: Any | None
    booleans: Any | None
    dates: Any | None
    within: Any | None
    similar: Any | None
    lenient: bool | None
    schema: Any | None
    any_key: str | None
    any: str | Sequence[str] | None
    read: str | None
    choose: str | None
    gold_field: str | None
    system_field: str | None
    id: str | None
    gold_id: str | None
    system_id: str | None
    shape: str | None
    gold_shape: str | None
    system_shape: str | None
    turns: str | None
    tools: Any | None
    defaults: str | None
    coerce: bool | None
    underscores: bool | None
    checker: str | None

@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["spans"], **asked: Unpack[SpansAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["bio"], **asked: Unpack[BioAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["noisy"], **asked: Unpack[NoisyAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["coref"], **asked: Unpack[CorefAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["mrp"], **asked: Unpack[MrpAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["amr"], **asked: Unpack[AmrAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["ie"], **asked: Unpack[IeAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["srl"], **asked: Unpack[SrlAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["dep"], **asked: Unpack[DepAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["tree"], **asked: Unpack[TreeAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["json"], **asked: Unpack[JsonAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: Literal["calls"], **asked: Unpack[CallsAsked]
) -> Result: ...
@overload
def evaluate(
    gold: Documents, system: Documents, *, task: None = ..., **asked: Unpack[AnyAsked]
) -> Result: ...
@overload
def evaluate(gold: Documents, system: Documents, *, task: str, **asked: Unpack[Asked]) -> Result: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["spans"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[SpansAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["bio"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[BioAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["noisy"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[NoisyAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["coref"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[CorefAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["mrp"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[MrpAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["amr"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[AmrAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["ie"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[IeAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["srl"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[SrlAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["dep"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[DepAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["tree"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[TreeAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["json"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[JsonAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: Literal["calls"],
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[CallsAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: None = ...,
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[AnyAsked],
) -> Comparison: ...
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    task: str,
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[Asked],
) -> Comparison: ...
