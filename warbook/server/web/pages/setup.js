// Setting a battle up: book, scenario, forces, who plays, rulings, seed; files of one's own are checked at once.

import { button, fill, h } from "../shared/dom.js";
import { Picker } from "./picker.js";
import { seats, startBattle } from "./start.js";
import { draftOf, pref, setPref } from "../shared/store.js";

/** @import { NewBattle, Shelf, Switch } from "../shared/types.js" */

const LONGEST_NAME = 24;

export class SetUp {
  #body = h("div", { class: "setup-body" });
  #fault = h("pre", { class: "fault", role: "alert", "data-testid": "setup-fault", hidden: true });
  #go = button("Lay the table", () => this.#start(), { class: "btn main big", "data-testid": "start" });
  /** @type {() => NewBattle} */ #order = () => ({ book: "" });
  /** @type {Picker[]} */ #forces = [];

  /** @param {HTMLElement} section @param {Shelf[]} books */
  constructor(section, books) {
    const pick = h(
      "select",
      { "data-testid": "book", onchange: () => this.#lay(books[pick.selectedIndex]) },
      books.map((book) => h("option", { value: book.id }, book.title)),
    );
    const asked = new URLSearchParams(location.search),
      wanted = asked.get("book") ?? "necromunda";
    const first = Math.max(
      0,
      books.findIndex((book) => book.id === wanted),
    );
    pick.selectedIndex = first;
    fill(
      section,
      h("h2", { id: "setup-title" }, "Set up a battle"),
      h("label", { class: "field" }, h("span", null, "Book"), pick),
      this.#body,
      this.#fault,
      h("div", { class: "acts" }, this.#go),
    );
    this.#lay(books[first]);
    const built = asked.has("own") ? draftOf(books[first].id) : null;
    if (built) this.#forces.forEach((force, index) => force.offer(built.name, built.text, index === 0));
  }

  /** @param {Shelf} book */
  #lay(book) {
    const scenario = new Picker("Scenario", book, "scenario", book.scenarios, 0, "scenario");
    const sides = book.sides.map((side, index) => ({
      side,
      frame: h("fieldset", { class: `side-of side-${"abcd"[index % 4]}`, "data-testid": `side-${side}` }),
      force: new Picker("Force", book, "force", book.forces, index, `force-${side}`),
      player: h(
        "select",
        { "data-testid": `player-${side}` },
        h("option", { value: "me" }, "Me, at this screen"),
        h("option", { value: "friend" }, "A friend, by invitation link"),
        book.bots.map((bot, rank) =>
          h(
            "option",
            { value: bot, selected: index > 0 && rank === 0 },
            `Bot: ${bot}${rank === 0 && book.bots.length > 1 ? " (the best)" : ""}`,
          ),
        ),
      ),
    }));
    this.#forces = sides.map(({ force }) => force);
    for (const one of this.#forces)
      one.onpick = () => this.#forces.filter((each) => each !== one).forEach((other) => other.meet(one.choice));
    const switches = book.switches.map((each) => new HouseRule(each));
    const playing = () => sides.filter(({ side }) => seats(book, scenario.choice).includes(side));
    const name = h("input", {
      type: "text",
      maxlength: String(LONGEST_NAME),
      autocomplete: "nickname",
      spellcheck: "false",
      value: pref("name", ""),
      placeholder: "what the others call you",
      "data-testid": "my-name",
    });
    const seated = () => {
      const here = playing();
      for (const one of sides) {
        one.frame.hidden = !here.includes(one);
        one.force.leave(one.player.value === "friend");
      }
      const people = here.filter(({ player }) => !book.bots.includes(player.value)).length;
      for (const each of switches) each.seated(people);
    };
    for (const { player } of sides) player.addEventListener("change", seated);
    scenario.onpick = seated;
    seated();
    const seed = h("input", {
      type: "text",
      maxlength: "40",
      autocomplete: "off",
      spellcheck: "false",
      "data-testid": "seed",
      placeholder: "left to chance",
    });
    const real = h("input", { type: "checkbox", role: "switch", "data-testid": "real-dice" });
    real.addEventListener("change", () => (seed.disabled = real.checked));
    fill(
      this.#body,
      scenario.element,
      h("label", { class: "field" }, h("span", null, "Your name"), name),
      h(
        "div",
        { class: "sides-of" },
        sides.map(({ side, frame, force, player }) => {
          fill(
            frame,
            h("legend", null, `Side ${side.toUpperCase()}`),
            h("label", { class: "field" }, h("span", null, "Played by"), player),
            force.element,
          );
          return frame;
        }),
      ),
      houseRules(switches),
      h("label", { class: "field" }, h("span", null, "Seed"), seed),
      h(
        "p",
        { class: "fine" },
        "With a seed of your own the same dice fall again, but whoever knows it knows " +
          "them beforehand. Without one, everybody can check afterwards that they were fair.",
      ),
      h(
        "label",
        { class: "check" },
        real,
        " Real dice: you throw them, the bot’s too, and tap what they show (no seed then)",
      ),
    );
    const named = () => {
      const mine = playing().filter(({ player }) => player.value === "me");
      setPref("name", name.value.trim());
      return name.value.trim() && mine.length === 1 ? { names: { [mine[0].side]: name.value.trim() } } : {};
    };
    this.#order = () => ({
      book: book.id,
      ...named(),
      scenario: scenario.value,
      forces: playing().map(({ force }) => force.value),
      players: Object.fromEntries(playing().map(({ side, player }) => [side, player.value])),
      rulings: Object.fromEntries(switches.filter((each) => each.changed).map((each) => [each.id, each.value])),
      ...(real.checked ? { real_dice: true } : seed.value.trim() ? { seed: seed.value.trim() } : {}),
    });
  }

  async #start() {
    this.#fault.hidden = true;
    this.#go.disabled = true;
    try {
      location.href = await startBattle(this.#order());
    } catch (error) {
      this.#fault.hidden = false;
      this.#fault.textContent = error instanceof Error ? error.message : "It cannot be set up just now.";
      this.#go.disabled = false;
    }
  }
}

/**
 * The house rules: those that players often want otherwise, and the rest folded away.
 * @param {HouseRule[]} all
 */
function houseRules(all) {
  if (!all.length) return false;
  const common = all.filter((each) => each.told.common),
    rest = all.filter((each) => !each.told.common);
  const list = (/** @type {HouseRule[]} */ some) =>
    h(
      "div",
      { class: "ruling-list" },
      some.map((each) => each.element),
    );
  const more = h("details", { class: "rulings" }, h("summary", null, `${rest.length} more`), list(rest));
  return h(
    "details",
    { class: "rulings", "data-testid": "house-rules" },
    h("summary", null, `House rules: ${all.length} things to settle otherwise`),
    common.length > 0 && list(common),
    rest.length > 0 && (common.length ? more : list(rest)),
  );
}

/** A house rule: its name, what it changes in play, its default and why. */
class HouseRule {
  #read;
  #write;
  #usual = h("p", { class: "fine default" });

  /** @param {Switch} told */
  constructor(told) {
    this.id = told.id;
    this.told = told;
    const { control, read, write } = knob(told);
    this.#read = read;
    this.#write = write;
    control.addEventListener("change", () => (this.changed = true));
    this.element = h(
      "div",
      { class: "ruling", "data-testid": "ruling", "data-ruling": told.id },
      h("label", null, control, h("span", null, told.name)),
      h("p", { class: "fine" }, told.changes),
      this.#usual,
    );
  }

  /** So many people play: what it is set to then, unless somebody has set it. @param {number} people */
  seated(people) {
    const { default: alone, between_people: between, why } = this.told;
    const apart = JSON.stringify(alone) !== JSON.stringify(between);
    const usual = apart ? `${spelt(alone)} against a bot, ${spelt(between)} between people` : spelt(alone);
    this.#usual.textContent =
      this.told.choices.length && typeof alone !== "boolean" ? why : `Usually ${usual}. ${why}`;
    if (!this.changed) this.#write(people > 1 ? between : alone);
  }

  get value() {
    return this.#read();
  }

  /** Whether somebody has set it. */ changed = false;
}

/**
 * What a house rule is set with: a switch, a list, or a field for numbers.
 * @param {Switch} ruling
 * @returns {{control: HTMLElement, read: () => unknown, write: (value: unknown) => void}}
 */
function knob(ruling) {
  if (typeof ruling.default === "boolean") {
    const box = h("input", { type: "checkbox", role: "switch", checked: ruling.default });
    return { control: box, read: () => box.checked, write: (value) => (box.checked = value === true) };
  }
  if (ruling.choices.length) {
    const pick = h(
      "select",
      null,
      ruling.choices.map((choice, at) =>
        JSON.stringify(choice) === JSON.stringify(ruling.default)
          ? h("option", { selected: true }, `${ruling.called[at]} (usual)`)
          : h("option", null, ruling.called[at]),
      ),
    );
    const place = (/** @type {unknown} */ value) =>
      ruling.choices.findIndex((choice) => JSON.stringify(choice) === JSON.stringify(value));
    return {
      control: pick,
      read: () => ruling.choices[pick.selectedIndex],
      write: (value) => (pick.selectedIndex = place(value)),
    };
  }
  const field = h("input", { type: "text", value: spelt(ruling.default), inputmode: "numeric" });
  return {
    control: field,
    write: (value) => (field.value = spelt(value)),
    read: () =>
      Array.isArray(ruling.default)
        ? field.value
            .split(/[\s,]+/)
            .filter(Boolean)
            .map(valued)
        : valued(field.value.trim()),
  };
}

/** @param {string} typed */
function valued(typed) {
  return typed !== "" && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

/** @param {unknown} value */
function spelt(value) {
  if (typeof value === "boolean") return value ? "on" : "off";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
