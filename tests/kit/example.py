"""The example book as if it were installed: found by its entry point, here and in every process started from
here."""

import atexit
import os
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

DUEL = Path(__file__).parents[2] / "examples" / "duel"


def install() -> None:
    """Write what an installer would write from its pyproject.toml."""
    project = tomllib.loads((DUEL / "pyproject.toml").read_text("utf-8"))["project"]
    site = Path(tempfile.mkdtemp(prefix="warbook-site-"))
    atexit.register(shutil.rmtree, site, ignore_errors=True)
    known = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    known.mkdir()
    (known / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())])
        for group, entries in project["entry-points"].items()
    ]
    (known / "entry_points.txt").write_text("\n\n".join(groups) + "\n", "utf-8")
    added = [str(site), str(DUEL.parent)]
    sys.path += added
    os.environ["PYTHONPATH"] = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), *added])
