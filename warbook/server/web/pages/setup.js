// Setting a battle up: book, scenario, forces, who plays, rulings, seed; files of one's own are checked at once.

import { button, fill, h, headed } from "../shared/dom.js";
import { Members } from "./members.js";
import { seats, startBattle } from "./start.js";
import { draftOf } from "../shared/store.js";
import { print } from "../shared/wording.js";

/** @import { Choice, NewBattle, Shelf, Switch, Written } from "../shared/types.js" */

const BRIEF = 60; // letters of what is said beside a name
const LARGEST = 200_000; // bytes of a file; the server has the last word

/** A choice of the book's, or a file of one's own. */
class Picker {
  /** @type {Map<string, Written>} */ #own = new Map();
  #select;
  #words = h("p", { class: "fine words-of" });
  #fault = h("pre", { class: "fault", role: "alert", "data-testid": "file-fault", hidden: true });
  /** @type {Members | null} */ #members = null;
  #file = h("input", { type: "file", accept: ".toml", class: "sr", "data-testid": "file" });

  /**
   * @param {string} label
   * @param {Shelf} book
   * @param {"force" | "scenario"} kind
   * @param {Choice[]} choices
   * @param {number} first which of them is chosen at first
   * @param {string} testid
   */
  constructor(label, book, kind, choices, first, testid) {
    this.book = book;
    this.kind = kind;
    this.choices = [...choices];
    this.#select = h(
      "select",
      { "data-testid": testid, onchange: () => this.#picked() },
      headed(
        choices,
        (each) => each.kind,
        (each) => entry(each, kind),
      ),
    );
    this.#select.selectedIndex = Math.min(first, choices.length - 1);
    if (kind === "force") this.#members = new Members(book.id, () => this.value);
    this.#file.setAttribute("aria-label", `${label}: a file of your own`);
    this.#file.addEventListener("change", () => this.#take());
    this.element = h(
      "div",
      { class: "picker" },
      h("label", { class: "field" }, h("span", null, label), this.#select),
      h(
        "span",
        { class: "own" },
        h("label", { class: "btn quiet upload" }, `Use a ${kind} of your own…`, this.#file),
        kind === "force" &&
          book.builds &&
          h("a", { class: "btn quiet", href: `/build?book=${book.id}`, "data-testid": "build-one" }, "Build one…"),
      ),
      this.#words,
      this.#members?.element,
      this.#fault,
    );
    this.#show();
  }

  /** @returns {string | Written} */
  get value() {
    return this.#own.get(this.#select.value) ?? this.#select.value;
  }

  /** Who is told when something else is picked. @type {() => void} */
  onpick = () => {};

  #picked() {
    this.#show();
    this.onpick();
  }

  get choice() {
    return this.choices.find((each) => each.id === this.#select.value);
  }

  /**
   * Unless it may meet the other, pick the first that may, of the kind that is met first; but leave a file of one's
   * own.
   * @param {Choice | undefined} other
   */
  meet(other) {
    const kinds = other && kindsMet(other),
      here = this.choice;
    if (!kinds || !here || kinds.includes(here.kind) || this.#own.has(here.id)) return;
    const fit = this.choices
      .filter(({ kind }) => kinds.includes(kind))
      .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
    if (fit.length) this.#select.value = (fit.find(({ id }) => id !== other.id) ?? fit[0]).id;
    this.#show();
  }

  #show() {
    const choice = this.choice;
    const said = choice && this.kind === "force" ? brief(choice) : "";
    const words = choice?.words.slice(said.length).replace(/^[.\s]+/, "") ?? "";
    this.#words.textContent = print([words, choice?.announced ?? ""].filter(Boolean).join(" "));
    this.#members?.update();
  }

  async #take() {
    const file = this.#file.files?.[0];
    this.#file.value = "";
    if (!file) return;
    if (file.size > LARGEST)
      this.#refuse(`${file.name} is larger than a ${this.kind} can be (${LARGEST / 1000} kB).`);
    else await this.offer(file.name, file.text(), true);
  }

  /**
   * Put something of one's own on offer, and take it.
   * @param {string} name
   * @param {string | Promise<string>} text
   * @param {boolean} taken
   */
  async offer(name, text, taken) {
    this.#fault.hidden = true;
    try {
      const written = { name, text: await text };
      const response = await fetch("/api/check", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ book: this.book.id, kind: this.kind, file: written }),
      });
      const reply = await response.json();
      if (!response.ok) throw new Error(reply.words);
      this.#add(/** @type {Choice} */ (reply), written, taken);
    } catch (error) {
      this.#refuse(error instanceof Error ? error.message : "The file cannot be read.");
    }
  }

  /** @param {string} words */
  #refuse(words) {
    this.#fault.hidden = false;
    this.#fault.textContent = words;
  }

  /** @param {Choice} choice @param {Written} written @param {boolean} taken */
  #add(choice, written, taken) {
    const own = { ...choice, id: `own:${written.name}`, name: `${choice.name} (your file)` };
    this.choices = [...this.choices.filter((each) => each.id !== own.id), own];
    this.#own.set(own.id, written);
    this.#select.querySelector(`option[value="${CSS.escape(own.id)}"]`)?.remove();
    this.#select.append(entry(own, this.kind));
    if (taken) this.#select.value = own.id;
    if (taken) this.#picked();
    else this.#show();
  }
}

/** The kinds that a force meets. @param {Choice} choice */
function kindsMet({ kind, meets }) {
  return meets.length ? meets : [kind];
}

/** @param {Choice} choice @param {"force" | "scenario"} kind */
function entry(choice, kind) {
  const what = kind === "force" ? brief(choice) : "";
  return h("option", { value: choice.id }, what ? `${choice.name} (${print(what)})` : choice.name);
}

/** What a force is, to be compared with others: how its words begin. @param {Choice} choice */
function brief({ words }) {
  const what = words.split(". ")[0].replace(/\.$/, "");
  return what.length <= BRIEF ? what : "";
}

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
    const seated = () => {
      const here = playing();
      for (const one of sides) one.frame.hidden = !here.includes(one);
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
    fill(
      this.#body,
      scenario.element,
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
    );
    this.#order = () => ({
      book: book.id,
      scenario: scenario.value,
      forces: playing().map(({ force }) => force.value),
      players: Object.fromEntries(playing().map(({ side, player }) => [side, player.value])),
      rulings: Object.fromEntries(switches.filter((each) => each.changed).map((each) => [each.id, each.value])),
      ...(seed.value.trim() ? { seed: seed.value.trim() } : {}),
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
