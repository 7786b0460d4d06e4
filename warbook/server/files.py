"""The files of the pages, and what every reply says to a browser."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from litestar.openapi import ResponseSpec

from warbook.server.messages import Fault

WEB = Path(__file__).parent / "web"
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FILES = {file.relative_to(WEB).as_posix(): file for file in WEB.rglob("*") if file.suffix in KINDS}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}


def faults(*statuses: int) -> dict[int, ResponseSpec]:
    """What an address may answer when it cannot do what was asked."""
    return {
        status: ResponseSpec(Fault, description=HTTPStatus(status).phrase, generate_examples=False)
        for status in statuses
    }
