"""The switches of rulings.toml, with their defaults."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Rulings(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    weapon_damage_vs_vehicles: Literal["single", "profile"] = "single"
    overboard_placement: Literal["behind_2", "random_d3"] = "behind_2"
    blast_diameter: Annotated[int, Meta(ge=2, le=4)] = 4
    teardrop_length: Annotated[int, Meta(ge=4, le=12)] = 8
    teardrop_width: Annotated[float, Meta(ge=1, le=5)] = 2.5
    large_target_priority: Literal["may", "must"] = "may"
    auto_fail_on_max: bool = False
    premeasuring: bool = True
    disputes: Literal["geometry", "dice"] = "geometry"
    leave_moving_vehicle: Literal["s3_hit", "initiative_test_or_s3_hit"] = "s3_hit"
    charge_needs_sight: bool = True
    catch_fire_on_foot: Literal["4+", "never"] = "4+"
    forced_moves_off_table: Literal["terror_only", "all", "none"] = "terror_only"
    unreliable_origin: Literal["aim_point", "thrower"] = "aim_point"
    save_per: Literal["hit", "wound"] = "hit"
    save_one_fails: bool = True
    pinned_in_own_turn: Literal["until_next_recovery", "until_this_recovery"] = "until_next_recovery"
    hth_save_modifier_from: Literal["wielder", "hit"] = "wielder"
    split_needs_contact: bool = False
    boarders_may_drive: bool = False
    chaser_moves_own_turn: bool = False
    parallel_tolerance_degrees: Annotated[int, Meta(ge=5, le=45)] = 30
    chase_fire: Literal["any", "chased_only"] = "any"
    push_causes_collision: bool = False
    missing_location: Literal["reroll", "no_effect"] = "reroll"
    impact_strength_on_crew: Annotated[int, Meta(ge=1, le=10)] = 3
    fear_lasts: Literal["first_round", "whole_combat"] = "first_round"
    stupid_may_shoot: bool = False
    hatred_ld_for_bottle: bool = True
    frenzied_drivers_ram_friends: bool = False
    overwatch_step_inches: Annotated[int, Meta(ge=1, le=6)] = 1
    overwatch_priority: bool = False
    spotting_initiative: Literal["spotter", "hider"] = "spotter"
    voluntary_bottle: Literal["at_threshold", "any_turn"] = "at_threshold"
    turn_limit: Annotated[int, Meta(ge=0, le=100)] = 0
