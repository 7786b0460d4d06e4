"""The switches of rulings.toml, with their defaults."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    pursuit_order: Literal["hack_then_rally", "rally_then_hack"] = "hack_then_rally"
    rout_moves: Literal["every_player_turn", "own_turn_only"] = "every_player_turn"
    failed_charge_retry: bool = False
    resolution_method: Literal["signed_difference", "wounds_inflicted"] = "signed_difference"
    suppression_threshold: Literal["at_least_quarter", "more_than_quarter"] = "at_least_quarter"
    fleeting_and_cover: Literal["replaces", "worse_of_the_two", "adds"] = "replaces"
    pinning_is_morale_test: bool = True
    pick_ups: bool = True
    mixed_unit_initiative: Literal["majority", "leader", "lowest"] = "majority"
    busts_allowed: Annotated[int, Meta(ge=1, le=10)] = 1
    split_actions: bool = True
    free_move: bool = True
    initiative_tests: Literal["per_model", "per_unit"] = "per_model"
    characteristic_six_fails: bool = False
    scatter_seven: bool = False
    variable_terrain: bool = True
    models_block_sight: bool = True
    split_fire: bool = False
    wounded_firer: bool = False
    aiming: bool = True
    hit_the_cover: bool = False
    look_out_sir: bool = True
    large_battle_allocation: bool = False
    melee_fire_split: Literal["per_figure", "per_side"] = "per_figure"
    template_cover_fallback: bool = False
    deliberate_friendly_templates: bool = False
    guess_range: Literal["player_guess", "auto_true_distance"] = "player_guess"
    half_casualties: bool = False
    general_interception: bool = True
    rout_path: Literal["owner_choice", "automatic"] = "owner_choice"
    second_weapon_attack: bool = True
    overwatch: bool = False
    hidden_units: bool = False
    blocking: bool = False
    vehicles: bool = False
    psionics: bool = False
