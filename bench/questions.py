"""`python -m bench.questions FOLDER`: fights the studies of docs/studies, each kept in a folder of its own in
FOLDER, and draws the plots that docs/lab.md shows."""

from __future__ import annotations

import sys
from pathlib import Path

from warbook.lab import study
from warbook.lab.plan import read_study
from warbook.lab.telling import ROW, WIDE, Line, lines, plot

DOCS = Path(__file__).parents[1] / "docs"
SHOWN = "first force", "first side", "losses"
STYLE = """<style>
svg { font: 13px system-ui, sans-serif; fill: #222; } line { stroke: #4878cf; stroke-width: 3; }
circle { fill: #4878cf; } .dim { font-size: 11px; } .head { font-weight: bold; }
@media (prefers-color-scheme: dark) { svg { fill: #ddd; } }
</style>"""


def main() -> None:
    for file in sorted((DOCS / "studies").glob("*.toml")):
        found = study(read_study(file), Path(sys.argv[1]) / file.stem)
        (DOCS / "pictures" / f"lab-{file.stem}.svg").write_text(drawn(lines(found)) + "\n", "utf-8")


def drawn(told: list[Line]) -> str:
    parts, y = [], 0
    for name in SHOWN:
        several = [line for line in told if line.measure.name == name]
        if several:
            words = several[0].measure.words
            parts.append(f'<text x="0" y="{y + 16}" class="head">{words[:1].upper()}{words[1:]}</text>')
            high = ROW * len(several) + 6
            whole = plot(several[0].measure, several)
            parts.append(whole.replace("<svg ", f'<svg y="{y + 24}" width="{WIDE}" height="{high}" ', 1))
            y += high + 40
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {y}" role="img">'
    return f"{head}{STYLE}{''.join(parts)}</svg>"


if __name__ == "__main__":
    main()
