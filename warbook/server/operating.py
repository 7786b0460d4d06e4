"""What whoever runs the server looks at: whether it lives, whether it can be used, figures for Prometheus.

Figures are counted where they arise and only written down here; none of them tells of anybody in particular.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from warbook.server.hall import Hall
from warbook.server.housekeeping import Housekeeper
from warbook.server.messages import Fault
from warbook.server.tally import Tally


@get("/health", media_type=MediaType.TEXT, include_in_schema=False)
async def health() -> str:
    """Whether the event loop goes round."""
    return "alive\n"


@get("/ready", media_type=MediaType.JSON, include_in_schema=False)
async def ready(request: Request[Any, Any, Any]) -> Response[Any]:
    """Whether battles can be played: the database answers, and this server still owns it."""
    hall: Hall = request.app.state.hall
    try:
        await hall.store.ask()
    except Exception:
        return Response(Fault("The database cannot be used just now."), status_code=503)
    if hall.workers.stopping:
        return Response(Fault("The server is stopping."), status_code=503)
    return Response({"ready": True})


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> Response[str]:
    """For programs on this machine alone. Whoever comes through a proxy that was named is somebody else."""
    if request.client is None or not ip_address(request.client.host).is_loopback:
        raise NotFoundException("There is no such page.")
    state = request.app.state
    lines = "\n".join(written(state.hall, state.forwarding.lines, state.housekeeper))
    return Response(f"{lines}\n", media_type="text/plain; version=0.0.4; charset=utf-8")


def written(hall: Hall, passed_on: int, housekeeper: Housekeeper) -> Iterator[str]:
    """The figures as Prometheus reads them."""
    store, workers = hall.store, hall.workers
    yield from _tally("warbook_answers", "Answers that were kept, by the seconds they took.", hall.answers)
    yield from _tally("warbook_commits", "Transactions, by the seconds they took.", store.commits)
    yield from _one("warbook_committed_jobs_total", "counter", "What was done in them.", store.jobs_done)
    yield from _one("warbook_rebuilds_total", "counter", "Battles rebuilt from the disk.", hall.rebuilds)
    yield from _one("warbook_battles_open", "gauge", "Battles that somebody is at.", len(hall.battles))
    pages = sum(len(battle.visitors) for battle in hall.battles.values())
    yield from _one("warbook_pages", "gauge", "Pages at them.", pages)
    yield from _one("warbook_pages_passed_on", "gauge", "Pages at battles of other servers.", passed_on)
    yield from _one("warbook_store_queue", "gauge", "Jobs that wait for the database.", store.queued)
    yield from _one("warbook_archived_total", "counter", "Old battles archived.", housekeeper.archived)
    yield from _one("warbook_removed_total", "counter", "Old battles removed.", housekeeper.removed)
    spent = hall.budgets.over
    yield from _one("warbook_budgets_spent", "gauge", "Battles, visitors and addresses over theirs.", spent)
    yield "# HELP warbook_worker_queue Jobs that a worker has or that wait for him."
    yield "# TYPE warbook_worker_queue gauge"
    for worker in workers.everybody:
        yield f'warbook_worker_queue{{worker="{worker.name}"}} {worker.due}'
    yield "# HELP warbook_worker_starts_total How often a worker was started."
    yield "# TYPE warbook_worker_starts_total counter"
    for worker in workers.everybody:
        yield f'warbook_worker_starts_total{{worker="{worker.name}"}} {worker.starts}'
    yield "# HELP warbook_worker_seconds_total Seconds of a processor that its jobs have taken."
    yield "# TYPE warbook_worker_seconds_total counter"
    for worker in workers.everybody:
        yield f'warbook_worker_seconds_total{{worker="{worker.name}"}} {worker.worked:.3f}'


def _one(name: str, kind: str, says: str, value: float) -> Iterator[str]:
    yield f"# HELP {name} {says}"
    yield f"# TYPE {name} {kind}"
    yield f"{name} {value}"


def _tally(name: str, says: str, tally: Tally) -> Iterator[str]:
    yield f"# HELP {name}_seconds {says}"
    yield f"# TYPE {name}_seconds histogram"
    for bound, count in tally.up_to():
        yield f'{name}_seconds_bucket{{le="{bound}"}} {count}'
    yield f"{name}_seconds_sum {tally.seconds:.6f}"
    yield f"{name}_seconds_count {tally.count}"


HANDLERS: tuple[HTTPRouteHandler, ...] = (health, ready, metrics)
