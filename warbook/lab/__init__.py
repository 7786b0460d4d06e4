"""The lab: forces, scenarios and house rules judged over many battles of bots.

from warbook.lab import Study, study
found = study(Study("necromunda", battles=400))
found.rows, found.figures
"""

from warbook.lab.plan import Study, Varied
from warbook.lab.running import Found, study

__all__ = ["Found", "Study", "Varied", "study"]
