"""Every kernel of the book has examples, and every example has odds that are a whole."""

import pytest

import warbook.books.necromunda.turn  # noqa: F401  so that all kernels are registered
from tests.books.necromunda.kernels import KERNEL_EXAMPLES
from warbook.core.chance import KERNELS

OURS = {name: kernel for name, kernel in KERNELS.items() if name.startswith("warbook.books.necromunda.")}


def test_no_kernel_is_without_an_example():
    assert KERNEL_EXAMPLES.keys() == OURS.keys()
    assert all(1 <= len(examples) <= 4 for examples in KERNEL_EXAMPLES.values())


@pytest.mark.parametrize("name", KERNEL_EXAMPLES)
def test_the_odds_are_a_whole(name):
    for args in KERNEL_EXAMPLES[name]:
        assert sum(OURS[name].odds(*args).values()) == 1
