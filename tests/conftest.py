import gc
import signal
import threading

from hypothesis import HealthCheck, settings

from tests.kit.example import install

# The same examples in every run, and no clock: a test that fails once fails again.
settings.register_profile(
    "warbook", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("warbook")

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would the programs they start.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

install()

# Thousands of tests are collected and stay: the garbage collector need not look through them again and again.
gc.disable()


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()
