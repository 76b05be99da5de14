"""Where work runs: in this process, on this machine's cores, or on a Dask cluster. The results are the same."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any, Protocol, TypeVar

from paiju import own
from paiju.games.refusals import Refusal

T = TypeVar("T")
R = TypeVar("R")


class Executor(Protocol):
    """Runs a picklable function over items; results come as they are ready, in no fixed order."""

    def map(self, function: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]: ...


class Inline:
    """In this process, one after the other."""

    def map(self, function: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        return (function(item) for item in items)


class Processes:
    """On several processes of this machine, with a bounded number of items under way."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(self, function: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        # spawned, not forked: a fork copies whatever threads and sockets the caller holds
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self.workers, mp_context=context, initializer=own.add_inherited) as pool:
            waiting: set[Future[R]] = set()
            rest = iter(items)
            try:
                while True:
                    while len(waiting) < 4 * self.workers:
                        try:
                            waiting.add(pool.submit(function, next(rest)))
                        except StopIteration:
                            break
                    if not waiting:
                        return
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


class Cluster:
    """On a Dask cluster by the address of its scheduler (`pip install 'paiju[cluster]'`)."""

    def __init__(self, address: str) -> None:
        self.address = address

    def map(self, function: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        try:
            from distributed import Client, as_completed
        except ImportError:
            raise Refusal("extra.missing", extra="cluster") from None
        try:
            client: Any = Client(self.address, timeout=10)  # type: ignore[no-untyped-call]
        except (ValueError, OSError):
            raise Refusal("arena.no_cluster", address=self.address) from None
        with client:
            futures = client.map(function, list(items), pure=False)
            for future in as_completed(futures):  # type: ignore[no-untyped-call]
                yield future.result()


def executor(workers: int = 1, cluster: str | None = None) -> Executor:
    """The executor a command line asks for."""
    if cluster:
        return Cluster(cluster)
    return Processes(workers) if workers > 1 else Inline()
