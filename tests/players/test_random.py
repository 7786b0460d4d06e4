"""The player who picks at random gives legal answers, whatever a question asks besides."""

from warbook.board.geometry import Spot
from warbook.core.questions import Refusal, Route
from warbook.players.random import Random


def _placing(refused: bool) -> Route:
    """A place whose usual facing is 90 degrees, and any other is refused or not."""

    def faces(spot: Spot, wished: float | None) -> float | Refusal:
        if wished is None:
            return 90.0
        return Refusal("no room to face so") if refused else wished

    return Route(
        "Where?",
        "a1",
        None,
        lambda path: 0.0,
        lambda: [(1.0, 2.0, 0.0)],
        lambda x, y, z=0.0: (Spot(x, y, z),),
        faces=faces,
    )


def test_who_has_no_room_to_face_as_wished_faces_as_usual():
    way = Random(1).answer("a", _placing(refused=True), None)
    assert (way.path, way.facing) == ((Spot(1.0, 2.0, 0.0),), None)
    assert _placing(refused=True).accept(way) == way


def test_who_has_room_faces_anywhere():
    facings = {Random(seed).answer("a", _placing(refused=False), None).facing for seed in range(5)}
    assert None not in facings
    assert len(facings) == 5
