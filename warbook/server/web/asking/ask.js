// The question panel: a sentence, and one way to answer for each kind of question.

import { button, fill, h } from "../shared/dom.js";
import { ChooseAsker } from "./choose.js";
import { FacesAsker } from "./faces.js";
import { FormAsker } from "./form.js";
import { RouteAsker } from "./route.js";
import { why } from "../shared/rules.js";
import { print } from "../shared/wording.js";

/** @import { Asked, Card, Group, Piece, Preview, Scene } from "../shared/types.js" */
/** @import { WarBoard } from "../board/board.js" */
/** @import { Filled } from "../shared/filled.js" */

/** A place that is picked: `clicked` with a mouse, `swung` by so many degrees from the facing along the way.
 * @typedef {{x: number, y: number, z?: number, clicked?: boolean, swung?: number}} Picked */
/** Where a piece was dragged. @typedef {{piece: string, spot: Picked}} Drop */

/**
 * What an asker needs of the page around it. `ask` sends a message about the question; `touched`: the last
 * pointer was a finger, which cannot hover; `sealed`: others answer at the same time, unseen.
 * @typedef {object} Desk
 * @property {Scene} scene
 * @property {Map<string, Piece>} pieces
 * @property {Map<string, Group>} groups
 * @property {WarBoard} board
 * @property {boolean} threats
 * @property {boolean} dangers whether places are to be tinted by how dangerous they are
 * @property {boolean} touched
 * @property {boolean} sealed
 * @property {Filled} filled what was filled in before
 * @property {(message: {do: string} & Record<string, unknown>) => Promise<any>} ask
 * @property {(marks: any) => void} mark
 * @property {(title: string, preview: Preview) => void} showOdds
 * @property {() => void} hideOdds
 * @property {(pieces: string[]) => Promise<Card[]>} look  the cards of those that are known
 * @property {(cards: Card[]) => void} showPair  beside the odds that are shown
 * @property {(words: string) => void} toast
 * @property {(asker: Asker) => void} active
 * @property {(piece: string, spot: Picked) => void} then the place that
 *   is picked as soon as the way of that piece is asked for, if that is next
 */

/**
 * Answers one question. `suggest` shows advice, says it in words, and whether it can be taken just as it is: not where
 * something is answered already, which stays; `accept` fills an answer in.
 * @typedef {object} Asker
 * @property {HTMLElement} element
 * @property {unknown} value undefined until answered
 * @property {Record<string, unknown>} [said] what the player has answered of a form
 * @property {boolean} [endangers] whether it asks where somebody goes, so that places can be more and less dangerous
 * @property {() => void} activate
 * @property {() => void} close
 * @property {() => void} focus
 * @property {(piece: string | null) => void} pointPiece
 * @property {(piece: string) => void} pickPiece
 * @property {(spot: Picked | null) => void} pointSpot
 * @property {(spot: Picked) => void} pickSpot
 * @property {(piece: string) => void} lift a piece is being dragged
 * @property {(piece: string, spot: Picked) => boolean} moveTo it was dragged there; false if it is not asked about
 * @property {(degrees: number) => void} turn
 * @property {(event: KeyboardEvent) => boolean} key
 * @property {(value: unknown) => {words: string, whole: boolean}} suggest
 * @property {(value: unknown) => void} accept
 */

/** @param {Asked} question @param {string[]} part @param {Desk} desk @param {() => void} done @returns {Asker} */
function makeAsker(question, part, desk, done) {
  if (question.kind === "choose") return new ChooseAsker(question, part, desk, done);
  if (question.kind === "route") return new RouteAsker(question, part, desk, done);
  if (question.kind === "dice") return new FacesAsker(question, desk, done);
  return new FormAsker(question, part, desk, done, makeAsker);
}

export class AskPanel extends HTMLElement {
  /** @type {Asker | null} */ asker = null;
  /** @type {unknown} */ #advised = undefined;
  #advice = h("div", { class: "advice", hidden: true, "data-testid": "advice-shown" });
  /** @type {(value: unknown) => void} */ #answer = () => {};

  /**
   * Put a question; `answer` is called with what is answered, once.
   * @param {Asked} question
   * @param {Desk} desk
   * @param {(value: unknown) => void} answer
   */
  ask(question, desk, answer) {
    this.clear();
    this.#answer = answer;
    const asker = makeAsker(question, [], desk, () => this.#done());
    this.asker = asker;
    asker.element.addEventListener("changed", () => this.unadvise());
    fill(
      this,
      h("h1", { tabindex: "-1" }, print(question.text)),
      question.rule && h("p", { class: "asked-by" }, why(desk.scene.book, [question.rule], "why am I asked?")),
      this.#advice,
      asker.element,
    );
    this.scrollTop = 0;
    if (this.parentElement) this.parentElement.scrollTop = 0; // on a small screen it is the column that scrolls
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

  /** @param {unknown} value @param {string} why */
  advise(value, why) {
    if (!this.asker) return;
    const { words, whole } = this.asker.suggest(value);
    this.#advised = value;
    this.#advice.hidden = false;
    fill(
      this.#advice,
      h("span", null, h("b", null, "Advice: "), print(words || "this")),
      why && h("span", { class: "why", "data-testid": "advice-why" }, print(why)),
      whole && button("Take it", () => this.take(), { class: "btn main", "data-testid": "advice-take" }, "Enter"),
      button(whole ? "No" : "Good", () => this.unadvise(), { class: "btn quiet" }),
    );
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
