"""Warriors and vehicles as any client may draw them."""

from __future__ import annotations

from warbook.board.hulls import Mount
from warbook.books.gorkamorka.field.aboard import out_of_control
from warbook.books.gorkamorka.field.bodies import model_of, type_of
from warbook.books.gorkamorka.mob.data import weapons
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.book import Group, Hull, Piece

ARC = 90.0
CENTRES = {"front": 0.0, "left": 90.0, "rear": 180.0, "right": 270.0}
GONE = {"out": "out of action", "off": "off the table", "home": "home"}
CHASES = {"race": "racing", "tail": "tailing"}
WEAPONS = {"silent": "weapon silent", "empty": "weapon empty", "lost": "weapon smashed"}
STATES = ("down", "pinned", "burning", "hidden", "overwatch", "netted", "hobbled", "stupid", "frenzied")


def pieces(view: Battle) -> list[Piece]:
    """Everybody and everything. Who is aboard is not on the table by himself: he is where the hull is."""
    return [*(_hull(view, ride) for ride in view.vehicles), *(_warrior(view, each) for each in view.warriors)]


def groups(view: Battle) -> list[Group]:
    """Each vehicle that chases another, with that one: the two move together."""
    found = []
    for ride in view.vehicles:
        if ride.on_table and ride.chasing:
            name = f"{ride.name} {CHASES[ride.chase]} {view.vehicle(ride.chasing).name}"
            found.append(Group(f"{ride.id} chase", name, ride.side, (ride.id, ride.chasing)))
    return found


def states_of(warrior: Warrior) -> tuple[str, ...]:
    """As badges show them and the glossary explains them."""
    if warrior.place in GONE:
        return (GONE[warrior.place],)
    now = {
        **{name: getattr(warrior, name) for name in STATES},
        "terrified": warrior.terrified_of,
        f"{warrior.flesh} flesh": warrior.flesh,
        "out of ammo": warrior.empty,
        "ran": warrior.moved == "ran",
        "scrap": warrior.scrap,
        warrior.station or ("clings" if warrior.clings else "boarder"): warrior.aboard,
    }
    return tuple(name for name, holds in now.items() if holds)


def vehicle_states(view: Battle, ride: Vehicle) -> tuple[str, ...]:
    """A wreck is nothing else."""
    if ride.place in GONE:
        return (GONE[ride.place],)
    if ride.destroyed:
        return ("destroyed",)
    mobile = not ride.immobilised
    now = {
        "immobilised": ride.immobilised,
        "burning": ride.burning,
        "out of control": ride.on_table and out_of_control(view, ride),
        CHASES.get(ride.chase, ""): ride.chasing,
        "chased": any(other.chasing == ride.id for other in view.vehicles),
        WEAPONS.get(ride.weapon_state, ""): ride.weapon_state,
        "fitting lost": ride.gubbinz_lost,
        "slower": mobile and (ride.slower or ride.slower_now or ride.shorter),
        "no thrust": mobile and ride.no_thrust,
        "scrap": ride.scrap,
    }
    return tuple(name for name, holds in now.items() if holds)


def _warrior(view: Battle, warrior: Warrior) -> Piece:
    kind = type_of(warrior)
    carried = ", ".join(weapons()[weapon].name.lower() for weapon in warrior.weapons) or "knife"
    ride = view.vehicle(warrior.aboard) if warrior.aboard else None
    place = ride or warrior
    return Piece(
        id=warrior.id,
        name=warrior.name,
        side=warrior.side,
        x=place.x,
        y=place.y,
        z=0.0 if ride else warrior.z,
        facing=place.facing,
        radius=kind.radius,
        states=(*states_of(warrior), "reloading") if _reloads(view, warrior) else states_of(warrior),
        letter=_letter(warrior.name),
        words=f"{kind.name}, {carried}" + (f"; aboard {ride.name}" if ride else ""),
        on_table=warrior.on_foot,
        arc=ARC,
        aboard=ride.id if ride and warrior.on_table else "",
    )


def _reloads(view: Battle, warrior: Warrior) -> bool:
    return any(view.turn < again for _, again in warrior.reloading)


def _hull(view: Battle, ride: Vehicle) -> Piece:
    model = model_of(ride)
    gun = weapons()[ride.weapon] if ride.weapon else None
    mounts = (Mount(centre=CENTRES[ride.quadrant], width=ARC, name=gun.name),) if gun else ()
    aboard = sum(each.aboard == ride.id and each.place in ("table", "reserve") for each in view.warriors)
    return Piece(
        id=ride.id,
        name=ride.name,
        side=ride.side,
        x=ride.x,
        y=ride.y,
        z=0.0,
        facing=ride.facing,
        radius=model.width / 2,
        states=vehicle_states(view, ride),
        letter=_letter(ride.name),
        words=f"{model.name}, {aboard} aboard" + (f", {gun.name.lower()}" if gun else ""),
        on_table=ride.on_table,
        hull=Hull(model.length, model.width, None, mounts, aboard),
        group=f"{ride.id} chase" if ride.on_table and ride.chasing else "",
    )


def _letter(name: str) -> str:
    """Half of all vehicles are called Da something."""
    return (name.removeprefix("Da ") or name)[:1].upper()
