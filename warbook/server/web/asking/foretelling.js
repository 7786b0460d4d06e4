// The odds of options: fetched once each, those of the first ones before anybody points at them.

/** @import { Choose, Option, Preview } from "../shared/types.js" */
/** @import { Desk } from "./ask.js" */

const FETCHED = 16; // so many options get their odds before anybody points at them

export class Foretelling {
  /** @type {Map<string, Promise<Preview | null>>} */ #known = new Map();
  #live = true;

  /** @param {string[]} part @param {Desk} desk @param {(option: Option, preview: Preview) => void} told */
  constructor(part, desk, told) {
    this.part = part;
    this.desk = desk;
    this.told = told;
  }

  /** @param {Option} option @returns {Promise<Preview | null>} null where there is nothing to tell */
  of(option) {
    if (!option.previewed || option.barred) return Promise.resolve(null);
    const known = this.#known.get(option.id);
    if (known) return known;
    const found = option.preview
      ? Promise.resolve(option.preview)
      : this.desk.ask({ do: "odds", part: this.part, option: option.id }).then(
          (reply) => reply.preview,
          () => null,
        );
    this.#known.set(option.id, found);
    found.then((preview) => preview && this.told(option, preview));
    return found;
  }

  /** One after the other, for the list. @param {Choose} question */
  async fetch({ options }) {
    for (const option of options.filter((each) => each.previewed && !each.barred).slice(0, FETCHED)) {
      if (!this.#live) return;
      await this.of(option);
    }
  }

  close() {
    this.#live = false;
  }
}
