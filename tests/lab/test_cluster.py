"""A study on a real Ray: two workers, one of which is killed on the way. Ray takes long to start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.long import LONG
from warbook.core.questions import Refused
from warbook.lab import Study, Varied, study

WANTED = Study("marksmen", vary=(Varied("ruling", "need", ("4", "3")),), battles=40)


def test_without_ray_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused, match="Ray is not installed"):
        study(WANTED, ray="auto")


@pytest.mark.skipif(not LONG, reason="Ray takes long to start")
def test_a_cluster_finds_what_one_process_finds_and_a_killed_worker_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = pytest.importorskip("ray")
    root = str(Path(__file__).parents[2])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([root, os.environ.get("PYTHONPATH", "")]))
    passed = {name: os.environ[name] for name in ("PYTHONPATH", "WARBOOK_BOOKS")}
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": passed})
    try:
        pid = ray.remote(lambda: os.getpid())
        workers = set(ray.get([pid.remote() for _ in range(8)]))
        killed = []

        def kill_one(found) -> None:
            if not killed and found.done > 8:
                killed.append(workers.pop())
                os.kill(killed[0], signal.SIGKILL)

        several, alone = study(WANTED, tmp_path, progress=kill_one, ray="auto"), study(WANTED)
        assert killed and not several.failed
        for variant in (0, 1):
            assert several.of(variant) == alone.of(variant)
        assert several.used == alone.used and several.felled == alone.felled
    finally:
        ray.shutdown()


@pytest.mark.skipif(not LONG, reason="Ray takes long to look for a cluster")
def test_a_cluster_that_is_not_there_is_told_in_a_sentence() -> None:
    pytest.importorskip("ray")
    with pytest.raises(Refused, match="no cluster is there"):
        study(WANTED, ray="auto")


GONE = """
import os, signal, subprocess
import ray
from warbook.core.questions import Refused
from warbook.lab import Study, study

passed = {name: os.environ[name] for name in ("PYTHONPATH", "WARBOOK_BOOKS")}
ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": passed})
listed = ["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())]
ours = [line.split() for line in subprocess.run(listed, capture_output=True, text=True).stdout.splitlines()]

def end(found):
    if found.done == 12:
        for pid, name in ours:
            if name in ("gcs_server", "raylet"):
                os.kill(int(pid), signal.SIGKILL)

try:
    study(Study("marksmen", battles=2_000), progress=end, ray="auto")
except Refused as gone:
    print(gone, flush=True)
"""


@pytest.mark.skipif(not LONG, reason="Ray takes long to start")
def test_a_cluster_that_goes_on_the_way_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, for Ray ends the process whose cluster has gone if nobody looks."""
    pytest.importorskip("ray")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    done = subprocess.run([sys.executable, "-c", GONE], capture_output=True, text=True)
    assert "--ray auto: the cluster is gone" in done.stdout and "what was fought is kept" in done.stdout
    assert done.returncode == 0
