"""Nothing in the tests is judged by how fast the machine is. Where something must happen they wait for it; a
test that would wait for ever ends some time."""

PATIENCE = 300.0  # seconds


def unhurried() -> None:
    """The web table in this process takes its time, too: nobody is late to sit down, no referee too slow, and
    stopping waits for everybody."""
    from warbook.server import limits, serve, workers

    limits.UNSEATED = workers.SLOWEST = PATIENCE
    serve.GRACE = int(PATIENCE)
