// What has been filled in of a question that is not sent yet, kept in this browser: it is there again after a reload,
// when the answer is taken back, and in the other view.

/** @import { Question } from "./types.js" */

/** The whole answers to parts of a form, and which of them the player gave.
 * @typedef {{values: Record<string, unknown>, given: string[]}} Plan */

const KEPT = "warbook.filled";
const MOST = 12; // questions whose answers are kept, the latest ones

export class Filled {
  #of;

  /** @param {string} battle @param {string} seat */
  constructor(battle, seat) {
    this.#of = `${battle} ${seat.slice(0, 8)}`;
  }

  /** @param {Question} question @returns {Plan | null} */
  of(question) {
    const { values, given } = kept()[this.#key(question)] ?? {};
    return values && typeof values === "object" && Array.isArray(given) ? { values, given } : null;
  }

  /** @param {Question} question @param {Plan} plan */
  keep(question, plan) {
    const key = this.#key(question),
      others = Object.entries(kept()).filter(([each]) => each !== key);
    try {
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries([[key, plan], ...others].slice(0, MOST))));
    } catch {
      // a browser that keeps nothing still plays
    }
  }

  /** A question is the same if all of it is. @param {Question} question */
  #key(question) {
    let sum = 7;
    for (const letter of JSON.stringify(question)) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0;
    return `${this.#of} ${sum}`;
  }
}

/** @returns {Record<string, Plan>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
