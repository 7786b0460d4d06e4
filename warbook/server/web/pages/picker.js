// A force or a scenario is picked: one of the book's, or a file of one's own, which is checked at once.

import { h, headed } from "../shared/dom.js";
import { Members } from "./members.js";
import { print } from "../shared/wording.js";

/** @import { Choice, Shelf, Written } from "../shared/types.js" */

const BRIEF = 60; // letters of what is said beside a name
const THEIRS = "theirs:"; // stands for a force that is left to who is invited
const LARGEST = 200_000; // bytes of a file; the server has the last word

/** A choice of the book's, or a file of one's own. */
export class Picker {
  /** @type {Map<string, Written>} */ #own = new Map();
  #select;
  #words = h("p", { class: "fine words-of" });
  #changed = h("p", { class: "changed", role: "status", "data-testid": "force-changed", hidden: true });
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
    if (kind === "force") this.#members = new Members(book.id, () => this.value ?? "");
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
      this.#changed,
      this.#words,
      this.#members?.element,
      this.#fault,
    );
    this.#show();
  }

  /** Whether it is left to who is invited. */
  get open() {
    return this.#select.value === THEIRS;
  }

  /** Whoever is invited may choose, or no longer. @param {boolean} may */
  leave(may) {
    const theirs = this.#select.querySelector(`option[value="${THEIRS}"]`);
    if (may && !theirs) this.#select.prepend(h("option", { value: THEIRS }, "Left to them: they choose"));
    if (!may) theirs?.remove();
    this.#show();
  }

  /** @returns {string | Written | null} */
  get value() {
    if (this.open) return null;
    return this.#own.get(this.#select.value) ?? this.#select.value;
  }

  /** Who is told when something else is picked. @type {() => void} */
  onpick = () => {};

  #picked() {
    this.#changed.hidden = true;
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
    if (!fit.length) return;
    this.#select.value = (fit.find(({ id }) => id !== other.id) ?? fit[0]).id;
    this.#show();
    this.#changed.hidden = false;
    this.#changed.textContent =
      `Changed from ${here.name} to ${this.choice?.name}: ` +
      `${other.name} meets only those under “${kinds.join("” and “")}”.`;
  }

  #show() {
    const choice = this.choice;
    const said = choice && this.kind === "force" ? brief(choice) : "";
    const words = choice?.words.slice(said.length).replace(/^[.\s]+/, "") ?? "";
    this.#words.textContent = print([words, choice?.announced ?? ""].filter(Boolean).join(" "));
    if (this.#members) this.#members.element.hidden = this.open;
    if (!this.open) this.#members?.update();
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
