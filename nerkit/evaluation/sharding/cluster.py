"""Shards scored by the workers of a Dask cluster.

A `Work` and `FilePart`s travel to the workers, and `Scores` come back; documents never travel. A worker reads
the files itself. They must have the same absolute paths there. Each worker compares sizes and checksums
before it scores the first shard of a file.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import chain, islice
from typing import Any

from nerkit.evaluation.sharding.files import Shard, digest
from nerkit.evaluation.sharding.one_shard import score
from nerkit.evaluation.sharding.records import Scores, Work
from nerkit.exceptions import InputError, NerkitError, UsageError
from nerkit.ground.paths import absolute, is_remote, state_of
from nerkit.parallel import child_environment
from nerkit.version import __version__

LOCAL = "local"
PATIENCE = 10  # seconds in which a scheduler must answer
AHEAD = 2  # shards per thread of the cluster that are submitted in advance


@contextmanager
def connected(address: str, workers: int) -> Iterator[Any]:
    """Yield a client of the scheduler at an address; `local` starts a cluster of *workers* processes
    here.

    Raises UsageError if Dask is not installed, NerkitError if no scheduler answers.
    """
    try:
        import distributed
    except ImportError:
        raise UsageError("dask=… needs distributed; install it with: pip install distributed") from None
    where: dict[str, Any] = {"address": address}
    if address == LOCAL:
        processes = workers if workers > 1 else os.cpu_count()
        where = {"n_workers": processes, "threads_per_worker": 1, "dashboard_address": None}
    with child_environment():
        try:
            client: Any = distributed.Client(timeout=PATIENCE, **where)  # type: ignore[no-untyped-call]
        except (OSError, TimeoutError, ValueError) as error:
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            raise NerkitError(f"no Dask scheduler answers at {address} ({reason})") from None
        with client:
            yield client


def on_cluster(
    client: Any, work: Work, shards: Iterable[Shard], files: Mapping[str, tuple[int, str]]
) -> Iterator[Scores]:
    """Yield the scores of each shard, in order; *files* maps paths to sizes and digests.

    If a worker dies, other workers score its shards. Raises NerkitError for a worker with another version
    of nerkit or other files, and if workers die again and again.
    """
    from distributed.scheduler import KilledWorker

    expected = {absolute(path): told for path, told in files.items()}
    left = (tuple(tuple(part.absolute() for part in side) for side in shard) for shard in shards)

    def submitted(shard: Shard) -> Any:
        return client.submit(score_there, work, (__version__, expected), shard, pure=False)

    threads = sum(client.nthreads().values()) or 1
    waiting = deque(submitted(shard) for shard in islice(left, threads * AHEAD))
    while waiting:
        try:
            made = waiting.popleft().result()
        except KilledWorker:
            raise NerkitError("the system ended workers of the Dask cluster, one after the other") from None
        except (ImportError, AttributeError) as error:
            problem = f"a worker of the Dask cluster cannot run nerkit {__version__}: {error}"
            raise NerkitError(problem) from None
        waiting.extend(submitted(shard) for shard in islice(left, 1))
        yield made


def score_there(work: Work, expected: tuple[str, Mapping[str, tuple[int, str]]], shard: Shard) -> Scores:
    """Return the counts of a shard, on a worker; *expected* is the version of nerkit, and the size and digest
    of each file by path.

    Raises NerkitError for another version or other files.
    """
    version, files = expected
    if version != __version__:
        raise NerkitError(
            f"a worker of the Dask cluster has nerkit {__version__}, not {version}; "
            "install the same version everywhere"
        )
    for part in chain.from_iterable(shard):
        _check(part.path, *files[part.path])
    return score(work, shard)


@cache
def _check(path: str, size: int, sha256: str) -> None:
    """Raise InputError if a file differs from the file on the machine that started the run."""
    remedy = (
        "put the files where all machines find them under the same path, because every worker "
        "reads the files itself"
    )
    if not (is_remote(path) or os.path.isfile(path)):
        raise InputError("a worker of the Dask cluster does not have this file", source=path, remedy=remedy)
    if state_of(path).size != size or digest(path) != sha256:
        raise InputError("a worker of the Dask cluster has another file here", source=path, remedy=remedy)
