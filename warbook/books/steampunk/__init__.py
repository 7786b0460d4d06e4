"""Steampunk Fantasy: the hex game with sealed orders, for tanks and fantasy infantry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from warbook.board.hextable import Cell, HexTable, number_of
from warbook.books.steampunk.state import SIDES, Battle, Setup, Unit, field, has
from warbook.core.book import Book, Piece, chapter
from warbook.core.questions import Refused

RADIUS = 0.7  # of a unit's token, in inches of the drawn table
STATES = (  # a unit's tokens as they are named on the table
    ("shaken", "shaken"),
    ("jammed", "jammed"),
    ("crippled_crew", "crippled crew"),
    ("unconscious", "unconscious"),
    ("fires", "on fire"),
    ("acid", "acid"),
    ("minor_acid", "minor acid"),
    ("poison", "poisoned"),
    ("bleeding", "bleeding"),
    ("aims", "aimed"),
    ("critical", "critical damage"),
)


class Steampunk(Book[Battle]):
    id = "steampunk"
    title = "Steampunk Fantasy"
    version = "1"
    source = "Steampunk Fantasy, rules and army lists version 2"
    licence = "no licence stated; rules told in our own words, figures only"
    sides = SIDES
    builds = True
    phases = (
        "orders",
        "gunnery 1",
        "movement 1",
        "movement 2",
        "movement 3",
        "gunnery 2",
        "agony",
        "aftermath",
    )

    force_offers = chapter("army.offers")
    scenario_offers = chapter("setup.battleground")
    make_setup = chapter("setup.battleground")
    muster = chapter("setup.setting_up")
    card = chapter("cards.units")
    force_cards = chapter("cards.units")
    briefing = chapter("cards.battles")
    standing = chapter("cards.battles")
    view = chapter("secrecy")
    known_setup = chapter("secrecy")
    secrets = chapter("secrecy")
    sight_map = chapter("ground")
    outlook = chapter("cards.outlook", "outlook_at")
    whereabouts = chapter("orders.whereabouts")
    entries = chapter("army.entries")
    draft = chapter("army.drafting")
    amend = chapter("army.drafting")
    drill = chapter("bot.drill", "Drill")
    questions = chapter("odds.questions", "QUESTIONS")

    def check(self, setup: Setup) -> Sequence[str]:
        from warbook.books.steampunk.army.building import flaws
        from warbook.books.steampunk.setup.battleground import setup_flaws

        armies = [f"{army.name}: {flaw.words}" for army in setup.armies for flaw in flaws(army)]
        return [*setup.scenario.table.check(), *armies, *setup_flaws(setup)]

    def table(self, battle: Battle) -> HexTable:
        """As laid out, and as the battle has changed it."""
        laid = battle.table
        if not battle.ground and not battle.roads:
            return laid
        cells = [
            Cell(*number_of(hex_), battle.ground_at(hex_), battle.has_road(hex_)) for hex_ in laid.hexes()
        ]
        return replace(laid, cells=tuple(cells))

    def pieces(self, view: Battle) -> Sequence[Piece]:
        return [_piece(view, unit) for unit in view.units]

    def put(
        self, battle: Battle, piece: str, spot: tuple[float, float, float], facing: float | None = None
    ) -> None:
        hex_ = battle.table.at(*spot[:2])
        unit = next((unit for unit in battle.on_map() if unit.id == piece), None)
        if unit is None:
            raise Refused("only what stands on the map can be put elsewhere")
        if hex_ is None:
            raise Refused("that is not on the map")
        unit.q, unit.r = hex_
        if facing is not None:
            unit.facing = round((90.0 - facing) / 60.0) % 6

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {side: army.name for side, army in zip(SIDES, battle.setup.armies, strict=True)}


def _piece(view: Battle, unit: Unit) -> Piece:
    from warbook.books.steampunk.cards.ammunition import filled
    from warbook.books.steampunk.ground import bearing

    of = field(view, unit)
    x, y = view.table.middle(unit.hex)
    states = [words for name, words in STATES if getattr(unit, name)]
    states += [f"{unit.future} to future damage"] if unit.future else []
    states += filled(view, unit)
    states += ["hidden"] if unit.hidden else []
    states += ["illusion"] if has(view, unit, "illusion") else []
    states += [unit.place] if unit.gone else []
    states += [f"aboard {field(view, view.unit(unit.carrier)).name}"] if unit.place == "aboard" else []
    living = f", {len(unit.living)} of {len(of.models)} models" if len(of.models) > 1 else ""
    return Piece(
        id=unit.id,
        name=of.name,
        side=unit.side,
        x=x,
        y=y,
        z=0.0,
        facing=bearing(unit.facing),
        radius=RADIUS,
        states=tuple(states),
        letter=of.name[:1].upper(),
        words=f"{unit.speed.replace('-', ' ')}{living}",
        on_table=unit.on_map,
        arc=60.0,
    )


BOOK = Steampunk()
