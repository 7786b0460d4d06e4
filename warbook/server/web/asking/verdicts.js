// What is the matter with what is filled in of a form: with each part that is a form itself, and with all of it.

import { faultWords } from "../table/link.js";

/** @import { Concern, Form } from "../shared/types.js" */
/** @import { Desk } from "./ask.js" */

export class Verdicts {
  /** The answers of each part that were judged last. @type {Map<string, string>} */ #judged = new Map();
  /** The answers to all of it that were judged last, why they would be refused, and what else is to be said of them. */
  #tried = { key: "", verdict: Promise.resolve({ no: "", mind: "" }), no: "", mind: "" };

  /** @param {Form} question @param {string[]} part @param {Desk} desk */
  constructor(question, part, desk) {
    this.question = question;
    this.part = part;
    this.desk = desk;
  }

  /** Why all of it, as it was judged last, would be refused. */
  get no() {
    return this.#tried.no;
  }

  /** What is to be minded of all of it, as it was judged last, though it would be accepted. */
  get mind() {
    return this.#tried.mind;
  }

  /**
   * What is the matter with the answers to a part that is a form.
   * @param {string} name
   * @param {unknown} value
   * @returns {Promise<Concern[] | null>} null if that was told before, or other answers were given meanwhile
   */
  async ofPart(name, value) {
    const part = this.question.parts[name],
      key = JSON.stringify(value);
    if (part.kind !== "form" || !part.judged || this.#judged.get(name) === key) return null;
    this.#judged.set(name, key);
    /** @type {Concern[]} */
    const concerns =
      value === undefined
        ? []
        : await this.desk.ask({ do: "judge", part: [...this.part, name], value }).then(
            (reply) => reply.concerns,
            () => [],
          );
    return this.#judged.get(name) === key ? concerns : null;
  }

  /**
   * Judge all of it.
   * @param {unknown} value
   * @returns {Promise<boolean>} whether these are still the answers judged last
   */
  async ofAll(value) {
    const key = JSON.stringify(value);
    if (this.#tried.key !== key) {
      const verdict = this.desk.ask({ do: "judge", part: this.part, value }).then(
        (reply) => ({
          no: "",
          mind: counted(reply.concerns),
        }),
        (fault) => ({ no: faultWords(fault), mind: "" }),
      );
      this.#tried = { key, verdict, no: "", mind: "" };
    }
    const tried = this.#tried;
    Object.assign(tried, await tried.verdict);
    return this.#tried === tried;
  }
}

/** What is said of several is said once. @param {Concern[]} concerns */
function counted(concerns) {
  /** @type {Map<string, number>} */ const times = new Map();
  for (const { words } of concerns) times.set(words, (times.get(words) ?? 0) + 1);
  return [...times].map(([words, many]) => (many > 1 ? `${words} (${many} of them)` : words)).join("; ");
}
