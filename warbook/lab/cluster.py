"""A study fought on a Ray cluster: the same battles, and so the same numbers, wherever they are fought."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from warbook.core.questions import Refused
from warbook.core.shelf import FOLDERS
from warbook.lab.fighting import Fought, failed, fight
from warbook.lab.plan import Plan

LOT = 4  # battles handed out together: so many are fought again when a worker dies
MOST_DEATHS = 3  # of workers, over one lot
LOOK = 5  # seconds without news, after which to look whether the cluster is still there
AHEAD = 2  # lots for each processor that are handed out


def fought_on(address: str, plan: Plan, battles: Sequence[tuple[int, int]]) -> Iterator[Fought]:
    """`address` is that of a running cluster; `auto` is the one of this machine."""
    with _cluster(address) as ray:
        from ray.exceptions import RayError, WorkerCrashedError

        fight_lot, given = ray.remote(_fight_lot), ray.put(plan)
        lots = iter([battles[at : at + LOT] for at in range(0, len(battles), LOT)])
        running: dict[Any, Sequence[tuple[int, int]]] = {}
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            while True:
                while len(running) < room and (lot := next(lots, None)):
                    running[fight_lot.options(max_retries=MOST_DEATHS).remote(given, lot)] = lot
                if not running:
                    return
                ended, _ = ray.wait(list(running), num_returns=1, timeout=LOOK)
                if not ended:
                    _look(ray)
                    continue
                done = ended[0]
                lot = running.pop(done)
                try:
                    yield from ray.get(done)
                except WorkerCrashedError:  # each by itself: only the one that kills its worker has failed
                    for variant, number in lot:
                        alone = fight_lot.options(max_retries=0).remote(given, [(variant, number)])
                        try:
                            yield from ray.get(alone)
                        except WorkerCrashedError:
                            yield failed(plan, variant, number, "its process died")
        except (RayError, OSError) as gone:
            words = " ".join(str(gone).split())[:120]
            raise Refused(
                f"--ray {address}: the cluster is gone ({words}); what was fought is kept"
            ) from gone


def _look(ray: Any) -> None:
    """Whether the cluster still answers: Ray itself would wait for a minute, and then end the program."""
    host, _, port = ray.get_runtime_context().gcs_address.rpartition(":")
    with socket.create_connection((host, int(port)), LOOK):
        pass


def _fight_lot(plan: Plan, lot: Sequence[tuple[int, int]]) -> list[Fought]:
    return [fight(plan, variant, number) for variant, number in lot]


@contextmanager
def _cluster(address: str) -> Iterator[Any]:
    """Joined for as long as it lasts, unless it was joined already."""
    try:
        import ray
    except ModuleNotFoundError:
        raise Refused('--ray: Ray is not installed; pip install "warbook[cluster]" has it') from None
    joined = ray.is_initialized()
    if not joined:
        passed = {name: os.environ[name] for name in (FOLDERS, "PYTHONPATH") if name in os.environ}
        try:
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                runtime_env={"env_vars": passed},
            )
        except (ConnectionError, ValueError, RuntimeError, TimeoutError) as missing:
            words = " ".join(str(missing).split())[:120]
            raise Refused(f"--ray {address}: no cluster is there ({words})") from None
    try:
        yield ray
    finally:
        if not joined:
            ray.shutdown()
