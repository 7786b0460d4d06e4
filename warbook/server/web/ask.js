// The question panel: a sentence, and one way to answer for each kind of question.

import { button, fill, h } from "./dom.js";
import { ChooseAsker } from "./choose.js";
import { RouteAsker } from "./route.js";
import { why } from "./rules.js";
import { capital, list, print } from "./wording.js";

/** @import { Form, Piece, Preview, Question, Scene } from "./types.js" */
/** @import { WarBoard } from "./board.js" */

/**
 * What an asker needs of the page around it. `ask` sends a message about the question; `touched`: the last
 * pointer was a finger, which cannot hover.
 * @typedef {object} Desk
 * @property {Scene} scene
 * @property {Map<string, Piece>} pieces
 * @property {WarBoard} board
 * @property {boolean} threats
 * @property {boolean} touched
 * @property {(message: {do: string} & Record<string, unknown>) => Promise<any>} ask
 * @property {(marks: any) => void} mark
 * @property {(title: string, preview: Preview) => void} showOdds
 * @property {() => void} hideOdds
 * @property {(words: string) => void} toast
 * @property {(asker: Asker) => void} active
 */

/**
 * Answers one question. `suggest` shows advice and says it in words; `accept` fills an answer in.
 * @typedef {object} Asker
 * @property {HTMLElement} element
 * @property {unknown} value undefined until answered
 * @property {() => void} activate
 * @property {() => void} close
 * @property {() => void} focus
 * @property {(piece: string | null) => void} pointPiece
 * @property {(piece: string) => void} pickPiece
 * @property {(spot: {x: number, y: number, z?: number} | null) => void} pointSpot
 * @property {(spot: {x: number, y: number, z?: number}) => void} pickSpot
 * @property {(degrees: number) => void} turn
 * @property {(event: KeyboardEvent) => boolean} key
 * @property {(value: unknown) => string} suggest
 * @property {(value: unknown) => void} accept
 */

/** @implements {Asker} */
class FormAsker {
  element = h("div", { class: "form" });
  /** @type {Record<string, unknown> | undefined} */ value;
  /** @type {Map<string, Asker>} */ #askers = new Map();
  /** @type {Map<string, HTMLElement>} */ #boxes = new Map();
  /** @type {Asker} */ #now;
  #send = button("Send these answers", () => this.#finish(), { class: "btn main", "data-testid": "send-form", disabled: true });
  #left = h("span", { class: "left" });
  /** A form within a form is sent with it. */ #nested = false;

  /**
   * @param {Form} question
   * @param {string[]} part
   * @param {Desk} desk
   * @param {() => void} done
   */
  constructor(question, part, desk, done) {
    this.question = question;
    this.done = done;
    for (const [name, each] of Object.entries(question.parts)) {
      const quiet = /** @type {Desk} */ (Object.create(desk));
      quiet.mark = (marks) => this.#now === this.#askers.get(name) && desk.mark(marks);
      quiet.active = (asker) => {
        if (this.#askers.get(name) === asker) this.#make(name);
        desk.active(this);
      };
      const asker = makeAsker(each, [...part, name], quiet, () => this.#answered());
      this.#askers.set(name, asker);
      const box = h("fieldset", {
        class: "part", "data-testid": "part", "data-part": name,
        onfocusin: () => this.#make(name), onpointerdown: () => this.#make(name),
      }, h("legend", null, capital(name.replaceAll("_", " "))), h("p", { class: "part-text" }, print(each.text)), asker.element);
      this.#boxes.set(name, box);
    }
    this.#now = /** @type {Asker} */ (this.#askers.values().next().value);
    this.#nested = part.length > 0;
    fill(this.element, [...this.#boxes.values()], !this.#nested && h("div", { class: "acts send" }, this.#send, this.#left));
    this.#check();
  }

  activate() {
    this.#now?.activate();
  }

  close() {
    for (const asker of this.#askers.values()) asker.close();
  }

  focus() {
    this.#now?.focus();
  }

  /** @param {string | null} piece */
  pointPiece(piece) {
    this.#now?.pointPiece(piece);
  }

  /** @param {string} piece */
  pickPiece(piece) {
    this.#now?.pickPiece(piece);
  }

  /** @param {{x: number, y: number, z?: number} | null} spot */
  pointSpot(spot) {
    this.#now?.pointSpot(spot);
  }

  /** @param {{x: number, y: number, z?: number}} spot */
  pickSpot(spot) {
    this.#now?.pickSpot(spot);
  }

  /** @param {number} degrees */
  turn(degrees) {
    this.#now?.turn(degrees);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !this.#send.disabled) {
      this.#finish();
      return true;
    }
    return this.#now?.key(event) ?? false;
  }

  /** @param {unknown} value */
  suggest(value) {
    const values = /** @type {Record<string, unknown>} */ (value);
    const words = [...this.#askers].map(([name, asker]) => {
      asker.accept(values[name]);
      return `${name.replaceAll("_", " ")}: ${asker.suggest(values[name])}`;
    });
    this.#check();
    return words.join("; ");
  }

  /** @param {unknown} value */
  accept(value) {
    if (value === undefined) return;
    this.value = /** @type {Record<string, unknown>} */ (value);
    for (const [name, asker] of this.#askers) asker.accept(this.value[name]);
    this.#check();
  }

  /** @param {string} name */
  #make(name) {
    const asker = this.#askers.get(name);
    if (!asker || this.#now === asker) return;
    this.#now = asker;
    for (const [each, box] of this.#boxes) box.classList.toggle("now", each === name);
    asker.activate();
  }

  #answered() {
    this.#check();
    const next = [...this.#askers].find(([, asker]) => asker.value === undefined);
    if (next) {
      this.#make(next[0]);
      next[1].focus();
    } else if (this.#nested) {
      this.#finish();
    } else {
      this.#send.focus();
    }
  }

  #check() {
    const open = [...this.#askers].filter(([, asker]) => asker.value === undefined).map(([name]) => name.replaceAll("_", " "));
    this.#send.disabled = open.length > 0;
    this.#left.textContent = open.length ? `Still open: ${list(open)}` : "";
    for (const [name, box] of this.#boxes) box.classList.toggle("answered", this.#askers.get(name)?.value !== undefined);
  }

  #finish() {
    this.value = Object.fromEntries([...this.#askers].map(([name, asker]) => [name, asker.value]));
    this.done();
  }
}

/** @param {Question} question @param {string[]} part @param {Desk} desk @param {() => void} done @returns {Asker} */
function makeAsker(question, part, desk, done) {
  if (question.kind === "choose") return new ChooseAsker(question, part, desk, done);
  if (question.kind === "route") return new RouteAsker(question, part, desk, done);
  return new FormAsker(question, part, desk, done);
}

export class AskPanel extends HTMLElement {
  /** @type {Asker | null} */ asker = null;
  /** @type {unknown} */ #advised = undefined;
  #advice = h("div", { class: "advice", hidden: true, "data-testid": "advice-shown" });
  /** @type {(value: unknown) => void} */ #answer = () => {};

  /**
   * Put a question; `answer` is called with what is answered, once.
   * @param {Question} question
   * @param {Desk} desk
   * @param {(value: unknown) => void} answer
   */
  ask(question, desk, answer) {
    this.clear();
    this.#answer = answer;
    const asker = makeAsker(question, [], desk, () => this.#done());
    this.asker = asker;
    fill(this,
      h("h1", { tabindex: "-1" }, print(question.text)),
      question.rule && h("p", { class: "asked-by" }, why(desk.scene.book, [question.rule], "why am I asked?")),
      this.#advice, asker.element);
    asker.activate();
  }

  /** Say something instead of asking. @param {string} words @param {...(Node | string | null | false)} more */
  say(words, ...more) {
    this.clear();
    fill(this, h("h1", { tabindex: "-1" }, print(words)), ...more);
  }

  clear() {
    this.asker?.close();
    this.asker = null;
    this.#advised = undefined;
    this.#advice.hidden = true;
    this.classList.remove("sent");
    this.replaceChildren();
  }

  /** The answer was refused: it can be given again. */
  again() {
    this.classList.remove("sent");
    this.asker?.accept(undefined);
  }

  /** @param {unknown} value */
  advise(value) {
    if (!this.asker) return;
    const words = this.asker.suggest(value);
    this.#advised = value;
    this.#advice.hidden = false;
    fill(this.#advice, h("span", null, h("b", null, "Advice: "), print(words || "this")),
      button("Take it", () => this.take(), { class: "btn main", "data-testid": "advice-take" }, "Enter"),
      button("No", () => this.unadvise(), { class: "btn quiet" }));
  }

  get advised() {
    return this.#advised !== undefined;
  }

  take() {
    if (this.#advised === undefined) return;
    this.#send(this.#advised);
  }

  unadvise() {
    this.#advised = undefined;
    this.#advice.hidden = true;
    for (const row of this.querySelectorAll(".advised")) row.classList.remove("advised");
  }

  #done() {
    this.#send(this.asker?.value);
  }

  /** @param {unknown} value */
  #send(value) {
    if (this.classList.contains("sent")) return;
    this.classList.add("sent");
    this.#answer(value);
  }
}
customElements.define("ask-panel", AskPanel);
