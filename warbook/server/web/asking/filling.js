// What is filled in of a form: the answers to its parts, which of them the player gave, and that it is there again
// when the same is asked again.

import { begun } from "./parts.js";

/** @import { Form } from "../shared/types.js" */
/** @import { Filled } from "../shared/filled.js" */
/** @import { Asker } from "./ask.js" */
/** @import { FormAsker } from "./form.js" */

export class Filling {
  /** Those that have been opened; each knows its answer best. @type {Map<string, Asker>} */ askers = new Map();
  /** The parts that were answered, not filled in. @type {Set<string>} */ given;
  /** It was filled in before. */ kept;
  /** @type {Map<string, unknown>} */ #values;

  /** @param {Form} question @param {Filled | null} filled null for a form within a form, which is kept with that */
  constructor(question, filled) {
    this.question = question;
    this.filled = filled;
    const kept = filled?.of(question) ?? null;
    this.kept = kept !== null;
    this.given = new Set(kept?.given);
    this.#values = begun(question, kept);
  }

  get names() {
    return Object.keys(this.question.parts);
  }

  /** The parts without an answer. */
  get open() {
    return this.names.filter((name) => this.valueOf(name) === undefined);
  }

  /** The answers, if none is missing. @returns {Record<string, unknown> | undefined} */
  get whole() {
    return this.open.length ? undefined : this.#all();
  }

  /** Whether the player has answered something of it. @returns {boolean} */
  get answered() {
    return this.given.size > 0 || this.names.some((name) => this.#form(name)?.answeredHere);
  }

  /** @param {string} name @returns {unknown} */
  valueOf(name) {
    return this.askers.get(name)?.value ?? this.#values.get(name);
  }

  /** What the player has answered, of the forms in it too. @returns {Record<string, unknown>} */
  get said() {
    /** @type {Record<string, unknown>} */
    const found = {};
    for (const name of this.names) {
      const form = this.#form(name);
      if (this.given.has(name)) found[name] = this.valueOf(name);
      else if (form?.answeredHere) found[name] = form.said;
    }
    return found;
  }

  /** The asker of a part that is opened. @param {string} name @param {Asker} asker */
  opened(name, asker) {
    this.askers.set(name, asker);
    if (this.#values.has(name)) asker.accept(this.#values.get(name));
  }

  /** The player has answered a part. @param {string} name */
  give(name) {
    this.#values.set(name, this.askers.get(name)?.value);
    this.given.add(name);
  }

  /** @param {string} name @param {unknown} value */
  put(name, value) {
    this.askers.get(name)?.accept(value);
    this.#values.set(name, value);
  }

  /** Fill in what is open and leave what is answered; `over`: leave only what the player has answered, and what
   *  follows from it. @param {Record<string, unknown>} value @param {boolean} over */
  fillIn(value, over) {
    const follows = !over || (this.question.suggests === true && this.given.size > 0);
    for (const name of this.names) {
      const form = this.#form(name);
      if (this.given.has(name) || (follows && this.valueOf(name) !== undefined)) continue;
      if (form && (!over || form.answeredHere)) {
        form.fillIn(/** @type {Record<string, unknown>} */ (value[name]), over);
        this.#values.set(name, form.value);
      } else this.put(name, value[name]);
    }
  }

  /** It is there again when this is asked again. */
  keep() {
    this.filled?.keep(this.question, { values: this.#all(), given: [...this.given] });
  }

  #all() {
    return Object.fromEntries(this.names.map((name) => [name, this.valueOf(name)]));
  }

  /** The asker of a part that is a form. @param {string} name */
  #form(name) {
    const asker = this.question.parts[name].kind === "form" ? this.askers.get(name) : undefined;
    return /** @type {FormAsker | undefined} */ (asker);
  }
}
