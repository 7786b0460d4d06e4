// What real dice show: whoever throws them taps the faces, or types them.

import { button, fill, h } from "../shared/dom.js";
import { keyed } from "../shared/keys.js";

/** @import { Faces } from "../shared/types.js" */
/** @import { Asker, Desk } from "./ask.js" */

/** The faces of a die, and what stands on them; of those that say the same the first.
 * @param {Faces} question @returns {[face: number, words: string][]} */
export function facesOf({ sides, labels }) {
  const all = Array.from(
    { length: sides },
    (_, n) => /** @type {[number, string]} */ ([n + 1, labels[n] ?? `${n + 1}`]),
  );
  return all.filter(([, words], n) => all.findIndex(([, other]) => other === words) === n);
}

/** @implements {Asker} */
export class FacesAsker {
  element = h("div", { class: "faces", "data-testid": "faces" });
  /** @type {number[] | undefined} */ value;
  /** @type {number[]} */ #read = [];
  #shown = h("p", { class: "faces-read", "aria-live": "polite", "data-testid": "faces-read" });
  #back = button("Take the last one back", () => this.#takeBack(), { class: "btn quiet" }, "⌫");

  /** @param {Faces} question @param {Desk} desk @param {() => void} done */
  constructor(question, desk, done) {
    this.question = question;
    this.desk = desk;
    this.done = done;
    fill(
      this.element,
      this.#shown,
      h(
        "div",
        { class: "acts", role: "group", "aria-label": "Faces" },
        facesOf(question).map(([face, words]) =>
          button(words, () => this.#take(face), {
            class: "btn face",
            "data-testid": "face",
            "data-face": String(face),
          }),
        ),
      ),
      this.#back,
      h(
        "p",
        { class: "fine" },
        "Tap what your dice show, or type it. Misread? “Undo” takes back what was read last, and what came of it.",
      ),
    );
    this.#show();
  }

  activate() {
    this.desk.mark({ acting: this.question.piece });
  }

  close() {}

  focus() {
    const first = this.element.querySelector("button");
    if (!this.desk.touched) first?.focus({ preventScroll: true });
  }

  pointPiece() {}
  pickPiece() {}
  pointSpot() {}
  pickSpot() {}
  lift() {}
  turn() {}

  moveTo() {
    return false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Backspace") {
      this.#takeBack();
      return true;
    }
    const face = facesOf(this.question).find(([, words]) => words === event.key)?.[0];
    if (face !== undefined && !event.ctrlKey && !event.metaKey) {
      this.#take(face);
      return true;
    }
    return event.target === this.desk.board && keyed(this.desk.board, event);
  }

  suggest() {
    return { words: "", whole: false };
  }

  /** @param {unknown} value */
  accept(value) {
    this.value = /** @type {number[] | undefined} */ (value);
    this.#read = this.value ?? [];
    this.#show();
  }

  /** @param {number} face */
  #take(face) {
    if (this.value) return;
    this.#read = [...this.#read, face];
    this.#show();
    if (this.#read.length < this.question.count) return;
    this.value = this.#read;
    this.done();
  }

  #takeBack() {
    if (this.value) return;
    this.#read = this.#read.slice(0, -1);
    this.#show();
  }

  #show() {
    const { count, labels } = this.question,
      words = this.#read.map((face) => labels[face - 1] ?? `${face}`);
    const left = count - words.length;
    this.#shown.textContent =
      words.join("  ") + (left > 0 && count > 1 ? `  ${"·  ".repeat(Math.min(left, 30))}` : "");
    this.#back.hidden = !words.length || count === 1;
  }
}
