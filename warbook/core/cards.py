"""What a person must know about a battle, as data that every client shows and none understands: the card of a
piece, the briefing before the first move, how the battle stands, and the words of a book."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

# The pictures that every client can draw; a term may name one of them.
ICONS = (
    "down", "pinned", "hidden", "broken", "overwatch", "webbed", "wound", "ammo", "loot", "fire", "stunned",
    "immobilised", "acid", "poison", "smoke", "bomb", "blind", "frenzied", "jammed", "charging", "wreck",
    "loaded",
)  # fmt: skip


class Figure(Struct, frozen=True):
    """A characteristic in a cell of the profile; `words` is its name in full, or what it means."""

    name: str
    value: str
    words: str = ""


class Trait(Struct, frozen=True):
    """An ability, or a state that the piece is in with its cause and its end."""

    name: str
    words: str
    rule: str = ""


class Arm(Struct, frozen=True):
    """A weapon: range, strength and the like in `words`, its special words in `traits`, how it stands now in
    `state` ("loaded", "empty"), and whether that means it is of no use now."""

    name: str
    words: str
    state: str = ""
    useless: bool = False
    rule: str = ""
    traits: tuple[Trait, ...] = ()


class Chart(Struct, frozen=True):
    """A table that belongs to the piece, such as its damage: rows of what falls and what follows."""

    name: str
    rows: tuple[tuple[str, str], ...]
    rule: str = ""


class Card(Struct, frozen=True):
    """All that a side may know of a piece or a group. `done` is what it has done this turn and `may` what it
    may still do, as sentences without subject and full stop: "walked 3.5 inches", "shoot". `cost` is what it
    was bought for, told of a force on offer: "75 credits"."""

    id: str
    name: str
    kind: str
    profile: tuple[Figure, ...] = ()
    arms: tuple[Arm, ...] = ()
    charts: tuple[Chart, ...] = ()
    abilities: tuple[Trait, ...] = ()
    states: tuple[Trait, ...] = ()
    done: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    cost: str = ""


class Goal(Struct, frozen=True):
    """How one side wins, and by which rule."""

    side: str
    words: str
    rule: str = ""


class Briefing(Struct, frozen=True):
    """Who fights whom and why, how each side wins (in one way or another, each a goal), how long it lasts and
    by which rule it ends."""

    title: str
    words: str
    goals: tuple[Goal, ...]
    lasts: str
    rule: str = ""


class Tally(Struct, frozen=True):
    """How a side stands: its score, and how near it is to the limit at which it breaks, flees or loses."""

    side: str
    words: str
    value: float = 0.0
    limit: float = 0.0  # 0 where there is none


class Standing(Struct, frozen=True):
    """How the battle stands: the turn, of how many (0: as long as it takes), and each side."""

    turn: int
    turns: int
    sides: tuple[Tally, ...]


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """What a word of the book means, by which rule, and the icon it is drawn with: one of `ICONS`. It can be
    looked up wherever it stands in a text, in its other `forms` too, unless it is also an `everyday` word."""

    words: str
    rule: str = ""
    icon: str = ""
    short: str = ""  # on a badge or in a narrow column, where the word itself is too long
    forms: tuple[str, ...] = ()
    everyday: bool = False


class Glossary(Struct, frozen=True, forbid_unknown_fields=True):
    """The words a book uses: states of pieces, phases, codes such as orders, markers, and what else whoever
    plays it must know, `terms`; and in `help` how one plays it, a line each."""

    states: Mapping[str, Term] = {}
    phases: Mapping[str, Term] = {}
    codes: Mapping[str, Term] = {}
    markers: Mapping[str, Term] = {}
    terms: Mapping[str, Term] = {}
    help: tuple[str, ...] = ()

    def state(self, name: str) -> Term | None:
        """A state may carry a number or a name besides its word: "2 flesh", "locked on Bob"."""
        if name in self.states:
            return self.states[name]
        words = name.split()
        return next((term for word, term in self.states.items() if word in words), None)

    @property
    def spoken(self) -> Mapping[str, tuple[str, Term]]:
        """What can be looked up wherever it stands, by each of its forms: the word, and what it means. Phases
        have names that are everyday words, and single letters are none."""
        found: dict[str, tuple[str, Term]] = {}
        for terms in (self.terms, self.states, self.codes, self.markers):
            for name, term in terms.items():
                if not term.everyday:
                    for form in (name, *term.forms):
                        found.setdefault(form, (name, term))
        return {form: told for form, told in found.items() if sum(map(str.isalpha, form)) > 1}
