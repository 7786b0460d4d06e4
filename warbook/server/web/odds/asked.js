// What is asked at the desk: a question, what is given, and another set-up or values to vary. An address holds all of
// it.

/** @import { Desk, DeskAsked, DeskParameter, DeskQuestion, DeskRole } from "../shared/types.js" */

/** Which of two set-ups. @typedef {"first" | "second"} Which */

export class Asked {
  /** By parameter or role, in the order in which they were given. @type {Map<string, string>} */ given = new Map();
  /** What the second set-up has instead; an empty value takes something away. @type {Map<string, string> | null} */
  against = null;
  /** A parameter or two, each with its values: 2..6 or none,5,4. @type {[string, string][]} */ vary = [];
  /** The outcome that a grid shows. */ of = "";

  /** @param {Desk} desk @param {DeskQuestion} question */
  constructor(desk, question) {
    this.desk = desk;
    this.question = question;
  }

  /** As one begins: by name where that gives what is needed. @param {Desk} desk @param {DeskQuestion} question */
  static start(desk, question) {
    const asked = new Asked(desk, question),
      begun = question.roles.filter((role) => role.start),
      brought = new Set(begun.flatMap((role) => role.brings));
    for (const role of begun) asked.given.set(role.id, role.start);
    for (const each of question.parameters)
      if (each.default === null && !brought.has(each.id)) asked.given.set(each.id, String(each.start));
    return asked;
  }

  /**
   * What an address asks, or how one begins where it asks nothing.
   * @param {Desk} desk
   * @param {URLSearchParams} address
   */
  static read(desk, address) {
    const question = desk.questions.find((each) => each.id === address.get("q"));
    if (!question) return Asked.start(desk, desk.questions[0]);
    if (![...address.keys()].some((key) => key !== "q")) return Asked.start(desk, question);
    const asked = new Asked(desk, question);
    for (const [key, value] of address) {
      const [name, rest] = pair(value);
      if (key === "vs") (asked.against ??= new Map()).set(name, rest);
      else if (key === "vary") asked.vary.push([name, rest]);
      else if (key === "of") asked.of = value;
      else if (key !== "q") asked.given.set(key, value);
    }
    if (address.get("vs") === "") asked.against = new Map();
    return asked;
  }

  /** The address that brings it back. */
  get address() {
    const found = new URLSearchParams({ q: this.question.id });
    for (const [name, value] of this.given) found.append(name, value);
    if (this.against?.size === 0) found.append("vs", "");
    for (const [name, value] of this.against ?? []) found.append("vs", `${name}=${value}`);
    for (const [name, values] of this.vary) found.append("vary", `${name}=${values}`);
    if (this.of && this.vary.length) found.append("of", this.of);
    return `/odds/${encodeURIComponent(this.desk.book)}?${found}`;
  }

  /** As the server is asked. @returns {DeskAsked} */
  get message() {
    const lines = (/** @type {Iterable<[string, string]>} */ pairs) =>
      [...pairs].map(([name, value]) => `${name}=${value}`);
    return {
      book: this.desk.book,
      question: this.question.id,
      given: lines(this.given),
      against: this.against && lines(this.against),
      vary: this.vary.filter(([, values]) => values).map(([name, values]) => `${name}=${values}`),
    };
  }

  /**
   * What is given to a set-up by that name; nothing where it goes by others.
   * @param {string} name
   * @param {Which} which
   */
  value(name, which) {
    const other = which === "second" ? this.against?.get(name) : undefined;
    return other ?? this.given.get(name) ?? "";
  }

  /** @param {string} name @param {string} value @param {Which} which */
  set(name, value, which) {
    if (which === "first" || !this.against) {
      if (value) this.given.set(name, value);
      else this.given.delete(name);
    } else if (value === (this.given.get(name) ?? "")) this.against.delete(name);
    else this.against.set(name, value);
  }

  /**
   * Somebody takes a role: his figures come in place of those that were given, and what he has of his own is taken up.
   * Where nobody does any more, the figures stay as they were.
   * @param {DeskRole} role
   * @param {string} name
   * @param {Which} which
   * @param {Record<string, number | string>} figures
   */
  cast(role, name, which, figures) {
    this.set(role.id, name, which);
    for (const id of role.brings) {
      const needed = this.#parameter(id)?.default === null;
      this.set(id, name || !needed ? "" : String(figures[id] ?? this.#parameter(id)?.start ?? ""), which);
    }
    const has = role.names.find((each) => each.name === name)?.has ?? {};
    for (const [other, own] of Object.entries(has)) {
      const taken = this.question.roles.find((each) => each.id === other),
        known = own.filter((each) => taken?.names.some((one) => one.name === each));
      if (taken && known.length && !known.includes(this.value(other, which)))
        this.cast(taken, known[0], which, figures);
    }
  }

  /** @param {string} id @returns {DeskParameter | undefined} */
  #parameter(id) {
    return this.question.parameters.find((each) => each.id === id);
  }
}

/** @param {string} text @returns {[string, string]} */
function pair(text) {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Every value a parameter may have, as it is written. @param {DeskParameter} parameter */
export function choices({ bounds, words }) {
  const numbers = bounds ? Array.from({ length: bounds[1] - bounds[0] + 1 }, (_, at) => String(bounds[0] + at)) : [];
  return [...words, ...numbers];
}

/**
 * A range that shows much of it: all of a small one, the middle of a large one.
 * @param {DeskParameter} parameter
 * @param {number | string} now
 */
export function usualRange({ bounds, words }, now) {
  const parts = words.slice(0, 20);
  if (bounds) {
    const [low, high] = bounds,
      middle = typeof now === "number" ? now : low;
    const from = high - low <= 12 ? low : Math.max(low, middle - 5);
    parts.push(`${from}..${Math.min(high, high - low <= 12 ? high : from + 10)}`);
  }
  return parts.join(",");
}

/** An outcome or a value as people would say it. @param {string} id */
export function called(id) {
  return id
    .replaceAll("_", " ")
    .replace(/^([a-z-]+)\./, "$1: ")
    .replace(/(?<=[a-z])-(?=[a-z])/g, " ");
}

/** A parameter by its letters, as on a card: BS, Ld, and of a side a WS. @param {string} id */
export function figureName(id) {
  const parts = id.split("_"),
    side = parts.length > 1 && /^[ab]$/.test(parts[0]) ? `${parts.shift()} ` : "";
  const short = parts.length === 1 && parts[0].length <= 2 && !(!side && /^[ab]$/.test(parts[0]));
  return side + (short ? (parts[0] === "ld" ? "Ld" : parts[0].toUpperCase()) : parts.join(" "));
}
