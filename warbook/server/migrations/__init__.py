"""How a database of one schema becomes one of the next: `versions/vN.py` leads to schema N."""
