"""Compiled functions over flat arrays, cached on disk."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ParamSpec, TypeAlias, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile on first use. Python callers must pass floats as floats: for ints it would compile anew."""
    compiled: Callable[P, R] = numba.njit(cache=True, error_model="numpy")(function)
    return compiled


def _forget_old_kernels() -> None:
    """numba checks a cached kernel against its own module only, yet a kernel may call those of another."""
    here = Path(__file__).parent
    modules = [module for module in here.glob("*.py") if "@kernel" in module.read_text("utf-8")]
    edited = max(module.stat().st_mtime for module in modules)
    for index in (here / "__pycache__").glob("*.nbi"):
        with suppress(FileNotFoundError):  # another process forgets it at the same moment
            if index.stat().st_mtime < edited:
                index.unlink()


_forget_old_kernels()
