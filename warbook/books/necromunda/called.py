"""What the rolls that this book shares with others are called here."""

from __future__ import annotations

from warbook.books.family.called import Called

CALLED = Called(
    to_hit="nec.shooting.to-hit",
    second_die="nec.shooting.required-7-to-9",
    dodge="nec.shooting.weapon-hit-modifier",
    sustained="nec.M17",
    ammo="nec.M9",
    explodes="nec.M9",
    wound="nec.shooting.wound-chart",
    save="nec.combat.saves",
    damage="nec.injury.trigger",
    injury="nec.injury.chart",
    recovery="nec.recovery.down-roll",
    attack_dice="nec.combat.attack-dice",
    scatter="nec.M17",
    unreliable="nec.M17",
    caught="nec.M17",
)
