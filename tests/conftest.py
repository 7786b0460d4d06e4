import gc
import signal
import threading
from itertools import groupby

import pytest
from hypothesis import HealthCheck, settings

from tests.kit.example import install
from tests.kit.long import examples

# The same examples in every run, and no clock: a test that fails once fails again.
settings.register_profile(
    "warbook",
    max_examples=examples(25, 400),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("warbook")

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would the programs they start.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

install()

# Thousands of tests are collected and stay: the garbage collector need not look through them again and again.
gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Modules that wait for servers and browsers are spread among those that only work, so that there is
    always something to do meanwhile."""
    modules = [list(module) for _, module in groupby(items, lambda item: item.path)]
    waiting = [module for module in modules if "server" in module[0].path.parts]
    working = [module for module in modules if "server" not in module[0].path.parts]
    places = [(place / len(kind), module) for kind in (waiting, working) for place, module in enumerate(kind)]
    items[:] = [item for _, module in sorted(places, key=lambda each: each[0]) for item in module]


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()
