"""Steampunk Fantasy: the hex game with sealed orders, for tanks and fantasy infantry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from warbook.board.hextable import Cell, HexTable, number_of
from warbook.books.steampunk.state import SIDES, Battle, Setup, Unit, field, has
from warbook.core.book import Book, Piece, chapter

RADIUS = 0.7  # of a unit's token, in inches of the drawn table
UNKNOWN = dict.fromkeys(  # what of a unit its enemy does not see: its orders
    ("movement", "gunnery", "gunnery_only", "next_movement", "next_gunnery", "next_gunnery_only"), ""
)
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
    setup_type = Setup
    battle_type = Battle
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
    draft = chapter("army.drafting")
    amend = chapter("army.drafting")
    drill = chapter("bot.drill", "Drill")
    questions = chapter("odds.questions", "QUESTIONS")

    def check(self, setup: Setup) -> Sequence[str]:
        from warbook.books.steampunk.army.building import flaws
        from warbook.books.steampunk.setup.battleground import setup_flaws

        armies = [f"{army.name}: {flaw.words}" for army in setup.armies for flaw in flaws(army)]
        return [*setup.scenario.table.check(), *armies, *setup_flaws(setup)]

    def view(self, battle: Battle, side: str | None) -> Battle:
        """Orders are their own side's secret until they are carried out; so is all of a set-up behind the
        screen, and who is under a hidden token and what is done to it. An illusion is what it looks like."""
        from warbook.books.steampunk.illusions import apparent
        from warbook.books.steampunk.movement.hiding import tokens

        battle = apparent(battle, side)
        screened = _screened(battle)
        units = [
            unit if unit.side == side else replace(unit, **UNKNOWN)
            for unit in battle.units
            if unit.side == side or not (unit.hidden or screened)
        ]
        marks = battle.marks if screened else [*battle.marks, *tokens(battle, side)]
        known = {unit.id for unit in units} if battle.blows or battle.gains else set()
        blows = [blow for blow in battle.blows if blow.unit in known]
        gains = [gain for gain in battle.gains if gain.unit in known]
        return replace(battle, units=units, marks=marks, blows=blows, gains=gains)

    def known_setup(self, battle: Battle, side: str | None) -> Setup:
        """Without what the enemy's list says from the first unit on that is still a secret, and without his
        own words about it; with illusions as what they look like."""
        from warbook.books.steampunk.illusions import apparent

        setup = apparent(battle, side).setup
        armies = []
        for each, army in zip(SIDES, setup.armies, strict=True):
            secrets = [
                unit.number for unit in battle.units if unit.side == each != side and _secret(battle, unit)
            ]
            known = army.units[: min(secrets)] if secrets else army.units
            armies.append(army if each == side else replace(army, units=known, words=""))
        return replace(setup, armies=(armies[0], armies[1]))

    def secrets(self, battle: Battle, side: str) -> Iterable[str]:
        """What the enemy's secret units are called, unless something in the open is called so too, and their
        ids as they stand in messages; until the screen goes, those of all his units. And what illusions
        are."""
        from warbook.books.steampunk.illusions import apparent, truths

        theirs = [unit for unit in battle.units if unit.side != side]
        hidden = [unit for unit in theirs if _secret(battle, unit)]
        seen = apparent(battle, side)
        known = " ".join(_called(seen, [unit for unit in seen.units if unit not in hidden]))
        names = [name for name in _called(battle, hidden) | truths(battle, theirs) if name not in known]
        ids = [f'"{unit.id}"' for unit in (theirs if _screened(battle) else hidden)]
        return sorted([*names, *ids])

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

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {side: army.name for side, army in zip(SIDES, battle.setup.armies, strict=True)}


def _called(battle: Battle, units: Iterable[Unit]) -> set[str]:
    return {word for unit in units for word in (field(battle, unit).name, unit.kind)}


def _screened(battle: Battle) -> bool:
    from warbook.books.steampunk.setup.setting_up import SCREENED

    return battle.phase in SCREENED


def _secret(battle: Battle, unit: Unit) -> bool:
    """Whether the enemy may not know what the unit is: hidden, or able to hide until the screen goes."""
    from warbook.books.steampunk.illusions import HIDING
    from warbook.books.steampunk.movement.hiding import secret

    return secret(unit) or (_screened(battle) and any(has(battle, unit, name) for name in HIDING))


def _piece(view: Battle, unit: Unit) -> Piece:
    from warbook.books.steampunk.ground import bearing

    of = field(view, unit)
    x, y = view.table.middle(unit.hex)
    states = [words for name, words in STATES if getattr(unit, name)]
    states += [f"{unit.future} to future damage"] if unit.future else []
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
