"""The arguments of `nerkit.evaluate`, for type checkers; `make docs` writes it from the options."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from nerkit.algebra.similarity import Metric
from nerkit.algorithms.credit import Table
from nerkit.corpora.spans import Spans
from nerkit.scorers.amr.frames import Frames


class Asked(TypedDict, total=False):
    """The keyword arguments of every task."""

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
    strict: bool
    preset: str | None
    beta: float
    empty: str
    runs: str
    workers: int
    shard_size: int | str | None
    dask: str | None
    by_document: bool


class SpansAsked(Asked, total=False):
    """The keyword arguments of the task `spans`."""

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
    label_names: str | None
    spans_key: str | None
    n_best: str | None
    noise: str | None
    period: str | None
    min_overlap: float | None
    min_iou: float | None


class BioAsked(Asked, total=False):
    """The keyword arguments of the task `bio`."""

    scheme: str | None
    column: int | str | None
    matching: str | None
    min_overlap: float | None
    label_names: str | None


class NoisyAsked(Asked, total=False):
    """The keyword arguments of the task `noisy`."""

    threshold: float | None
    below: bool | None
    nerval: bool | None
    exact_alignment: bool | None
    noise_bins: str | None
    dictionary: str | Mapping[str, str] | None


class CorefAsked(Asked, total=False):
    """The keyword arguments of the task `coref`."""

    match: str | None
    singletons: str | None
    zeros: str | None
    blanc: str | None
    mentions: str | None
    layer: str | None
    ids: Mapping[str, str] | str | None


class MrpAsked(Asked, total=False):
    """The keyword arguments of the task `mrp`."""

    anchors: str | None
    order: bool | None
    normalize: Sequence[str] | str | None
    unlabeled: bool | None
    core_arguments: bool | None
    limit: int | None
    skip_invalid: bool | None
    repair: bool | None


class AmrAsked(Asked, total=False):
    """The keyword arguments of the task `amr`."""

    standardise: str | None
    just: str | None
    smatch_1_0_4: bool | None
    skip_invalid: bool | None
    frames: Frames | str | None
    limit: int | None


class IeAsked(Asked, total=False):
    """The keyword arguments of the task `ie`."""

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


class SrlAsked(Asked, total=False):
    """The keyword arguments of the task `srl`."""


class DepAsked(Asked, total=False):
    """The keyword arguments of the task `dep`."""

    punctuation: str | None
    subtypes: str | None
    elas: str | None
    skip_invalid: bool | None
    multiple_roots_okay: bool | None


class TreeAsked(Asked, total=False):
    """The keyword arguments of the task `tree`."""

    params: Any | None
    punctuation: str | None
    max_length: int | None
    functions: bool | None
    align: bool | None
    mismatch: str | None


class JsonAsked(Asked, total=False):
    """The keyword arguments of the task `json`."""

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


class AnyAsked(Asked, total=False):
    """The keyword arguments of all tasks together."""

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
    label_names: str | None
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
    ids: Mapping[str, str] | str | None
    anchors: str | None
    order: bool | None
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
