"""The words of the lists that are rules of their own: on weapons, skills and gubbinz."""

from __future__ import annotations

from functools import cache

from warbook.books.gorkamorka.mob.data import gubbinz, skills, weapon_rules
from warbook.books.gorkamorka.mob.describing import gubbin_words
from warbook.core.catalog import Entry


@cache
def entries() -> tuple[Entry, ...]:
    return (
        *(
            Entry(word_id(word.id), word.name, f"{word.means}.", "gce.weapon.notes")
            for word in weapon_rules().values()
        ),
        *(
            Entry(skill_id(skill.id), skill.name, f"{skill.effect}.", "gce.game.forces")
            for skill in skills().values()
        ),
        *(
            Entry(gubbin_id(gubbin.id), gubbin.name, f"{gubbin_words(gubbin)}.", "gce.vehicle-damage.resolve")
            for gubbin in gubbinz().values()
        ),
    )


def word_id(word: str) -> str:
    return f"gce.word.{word.replace('_', '-')}"


def skill_id(skill: str) -> str:
    return f"gce.skill.{skill.replace('_', '-')}"


def gubbin_id(gubbin: str) -> str:
    return f"gce.gubbin.{gubbin.replace('_', '-')}"
