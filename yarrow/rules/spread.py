"""Run a function over many items: here, over processes, or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Any

from yarrow.errors import Fault, YarrowError

ANSWER = "10s"  # how long a scheduler may take to answer

def spread(function: Callable, items: Iterable, workers: int = 1,
           scheduler: str | None = None) -> Iterator[tuple[Any, Any]]:
    """Pairs (item, function(item)) as they are done, in any order.

    workers: processes on this machine; scheduler: the address of a Dask scheduler whose workers
    (which need this package) are used instead. No more than two items a worker are under way, so
    that memory stays bounded. function and items must be picklable unless one process does it all.
    YarrowError if Dask is not installed or the scheduler does not answer.
    """
    if scheduler:
        yield from _on_cluster(function, items, scheduler)
    elif workers > 1:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            try:
                yield from _windowed(pool.submit, function, items, 2 * workers, _any_future)
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
    else:
        for item in items:
            yield item, function(item)


def _any_future(futures):
    return wait(futures, return_when=FIRST_COMPLETED).done


def _windowed(submit, function, items, window: int, any_done) -> Iterator[tuple[Any, Any]]:
    waiting: dict = {}
    for item in items:
        waiting[submit(function, item)] = item
        if len(waiting) >= window:
            for done in any_done(list(waiting)):
                yield waiting.pop(done), done.result()
    while waiting:
        for done in any_done(list(waiting)):
            yield waiting.pop(done), done.result()


def _on_cluster(function, items, scheduler: str) -> Iterator[tuple[Any, Any]]:
    try:
        from dask.distributed import Client
        from dask.distributed import wait as wait_for
    except ImportError:
        raise YarrowError(Fault("--scheduler", "Dask is not installed",
                                "pip install 'yarrow-corpus[distributed]'")) from None
    try:
        client = Client(scheduler, timeout=ANSWER)
    except (OSError, ValueError) as error:
        raise YarrowError(Fault("--scheduler", f"{scheduler} does not answer: {error}",
                                "give the address that `dask scheduler` prints")) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise YarrowError(Fault("--scheduler", f"{scheduler} has no workers",
                                    "start some with `dask worker`"))

        def submit(work, item):
            return client.submit(work, item, pure=False)

        def any_done(futures):
            return wait_for(futures, return_when="FIRST_COMPLETED").done
        yield from _windowed(submit, function, items, 2 * threads, any_done)
