"""Nothing in the tests is judged by how fast the machine is. Where something must happen they wait for it; a
test that would wait for ever ends some time."""

PATIENCE = 300.0  # seconds


def unhurried() -> None:
    """The web table in this process takes its time, too: nobody is late to sit down, no referee too slow,
    stopping waits for everybody, and however long something takes, nobody has used up his share."""
    from warbook.server import limits, serve, workers

    limits.UNSEATED = workers.SLOWEST = PATIENCE
    limits.BATTLE_WORK = limits.VISITOR_WORK = limits.ADDRESS_WORK = limits.ERRANDS = (1e9, 1.0)
    serve.GRACE = int(PATIENCE)
