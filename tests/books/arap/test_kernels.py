"""Every kernel of the book has examples, and its odds are those of its play."""

import importlib
import pkgutil

import pytest

from tests.books.arap.kernels import KERNEL_EXAMPLES
from tests.conformance.checks import odds_agree_with_play
from warbook.books import arap
from warbook.core.chance import KERNELS

for module in pkgutil.walk_packages(arap.__path__, "warbook.books.arap."):
    importlib.import_module(module.name)
OURS = {name: kernel for name, kernel in KERNELS.items() if name.startswith("warbook.books.arap.")}


def test_every_kernel_has_examples():
    assert KERNEL_EXAMPLES.keys() == OURS.keys()


@pytest.mark.parametrize("name", KERNEL_EXAMPLES)
def test_odds_are_those_of_play(name):
    for args in KERNEL_EXAMPLES[name]:
        odds_agree_with_play(KERNELS[name], args, 300)
