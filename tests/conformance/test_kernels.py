"""Exact odds agree with sampled play, for every kernel of every book and of what books share.

Arguments to try are in tests/books/<package>/kernels.py: KERNEL_EXAMPLES, by the name of the kernel.
"""

import importlib
import pkgutil

import pytest

from tests.conformance.checks import odds_agree_with_play
from tests.kit.long import LONG
from warbook.core.chance import KERNELS
from warbook.core.shelf import book_ids, load_book

SAMPLES = 100_000 if LONG else 2_500
BOOKS = {book_id: type(load_book(book_id)).__module__ for book_id in book_ids()}
PACKAGES = {**BOOKS, "family": "warbook.books.family"}


def kernels_of(package):
    """The names of the package's kernels, once all its chapters are read."""
    book = importlib.import_module(PACKAGES[package])
    for module in pkgutil.walk_packages(book.__path__, f"{book.__name__}."):
        importlib.import_module(module.name)
    return sorted(name for name in KERNELS if name.startswith(f"{book.__name__}."))


def examples_of(package):
    try:
        module = importlib.import_module(f"tests.books.{package}.kernels")
    except ModuleNotFoundError as missing:
        if missing.name != f"tests.books.{package}.kernels":
            raise
        return {}
    return module.KERNEL_EXAMPLES


ALL = [(package, name) for package in PACKAGES for name in kernels_of(package)]


@pytest.mark.parametrize(
    ("package", "name"), ALL, ids=[name.removeprefix("warbook.books.") for _, name in ALL]
)
def test_exact_odds_agree_with_sampled_play(package, name):
    examples = examples_of(package).get(name)
    assert examples, f"tests/books/{package}/kernels.py has no example of {name}"
    for args in examples:
        odds_agree_with_play(KERNELS[name], tuple(args), SAMPLES)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_example_is_of_a_kernel_that_does_not_exist(package):
    assert set(examples_of(package)) <= set(kernels_of(package))
