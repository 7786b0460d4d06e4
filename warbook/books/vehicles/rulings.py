"""The switches of rulings.toml, with their defaults."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    game_length: Literal["random", 5, 6, 7] = "random"
    hull_arc: Literal[45, 90] = 45
    unseen_facing_cover: Literal[3, 4] = 3
    barrage_off_hull: Literal["side", "facing_hole"] = "side"
    melee_ap_dash: bool = False
    passengers_fire_at_cruising: bool = False
    stunned_skimmer_dodges: bool = False
    weapon_destroyed_stops_tank: bool = True
