"""`nerkit.evaluate` and `nerkit.compare`, for type checkers; `make docs` writes them."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import IO, Any, Literal, Protocol, Unpack, overload

from nerkit.corpora.corpus import Corpus
from nerkit.evaluation.asked import (
    AmrAsked,
    AnyAsked,
    Asked,
    BioAsked,
    CorefAsked,
    DepAsked,
    IeAsked,
    JsonAsked,
    MrpAsked,
    NoisyAsked,
    SpansAsked,
    SrlAsked,
    TreeAsked,
)
from nerkit.results.result import Result
from nerkit.stats.comparison import Comparison

Documents = str | PathLike[str] | IO[Any] | Corpus | Sequence[Any] | Mapping[str, Any]  # gold or a system


class Evaluate(Protocol):
    """`nerkit.evaluate`."""

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["spans"], **asked: Unpack[SpansAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["bio"], **asked: Unpack[BioAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["noisy"], **asked: Unpack[NoisyAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["coref"], **asked: Unpack[CorefAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["mrp"], **asked: Unpack[MrpAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["amr"], **asked: Unpack[AmrAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["ie"], **asked: Unpack[IeAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["srl"], **asked: Unpack[SrlAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["dep"], **asked: Unpack[DepAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["tree"], **asked: Unpack[TreeAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: Literal["json"], **asked: Unpack[JsonAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: None = ..., **asked: Unpack[AnyAsked]
    ) -> Result: ...

    @overload
    def __call__(
        self, gold: Documents, system: Documents, *, task: str, **asked: Unpack[Asked]
    ) -> Result: ...


class Compare(Protocol):
    """`nerkit.compare`."""

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["spans"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[SpansAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["bio"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[BioAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["noisy"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[NoisyAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["coref"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[CorefAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["mrp"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[MrpAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["amr"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[AmrAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["ie"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[IeAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["srl"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[SrlAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["dep"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[DepAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["tree"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[TreeAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: Literal["json"],
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[JsonAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: None = ...,
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[AnyAsked],
    ) -> Comparison: ...

    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        task: str,
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[Asked],
    ) -> Comparison: ...
