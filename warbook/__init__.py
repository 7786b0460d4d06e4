"""Warbook: the rulebook that plays."""

__version__ = "0.1.0"

from warbook.core.shelf import load_book

__all__ = ["__version__", "load_book"]
