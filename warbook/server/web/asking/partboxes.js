// The parts of a form as they are shown: each in a box of its own, one below the other or folded with its present
// answer.

import { fill, h } from "../shared/dom.js";
import { lettersOf } from "../board/tokens.js";
import { capital, print, sideClass } from "../shared/wording.js";
import { pieceOf, saidLines } from "./answers.js";
import { concernList, ending, foldBox, said } from "./parts.js";

/** @import { Concern, Form } from "../shared/types.js" */
/** @import { Desk } from "./ask.js" */

/** @typedef {{make: (name: string) => HTMLElement, work: (name: string) => void, toggle: (name: string) => void,
 * look: (piece: string) => void}} Deeds `make`: the element that asks for a part; `work`: one works on it now */

export class PartBoxes {
  /** @type {Map<string, HTMLElement>} */ #boxes = new Map();
  /** How the names of all end, which need not be said of each. */ #ending = "";
  /** The parts are told apart by the pieces they are about. */ #about;
  /** Those who follow the first, to be placed otherwise by whoever likes. */
  others = h("details", { class: "folded", "data-testid": "one-by-one" });

  /** @param {Form} question @param {Desk} desk @param {{folds: boolean, nested: boolean, follow: boolean}} how
   *  `follow`: when one is placed the others follow @param {Deeds} deeds */
  constructor(question, desk, how, deeds) {
    this.question = question;
    this.desk = desk;
    this.how = how;
    this.deeds = deeds;
    const names = Object.keys(question.parts);
    this.#about = new Set(names.map((name) => this.pieceOf(name))).size > 1 || names.length === 1;
    const placed = this.#placed;
    this.#ending = placed.length > 1 ? ending(placed.map((name) => this.titleOf(name))) : "";
  }

  /**
   * The boxes of all; with those after the first folded together, where they follow it.
   * @param {string | undefined} first
   */
  elements(first) {
    const names = Object.keys(this.question.parts);
    for (const name of names) this.#boxes.set(name, this.how.folds ? this.#folded(name) : this.#plain(name));
    const after = this.how.follow ? this.#placed.filter((name) => name !== first) : [];
    if (after.length)
      fill(
        this.others,
        h("summary", null, `The other ${after.length}, one by one`),
        h(
          "div",
          { class: "form folds" },
          after.map((name) => this.#boxes.get(name)),
        ),
      );
    return names.flatMap((name) =>
      after.includes(name) ? (name === after[0] ? [this.others] : []) : [this.#boxes.get(name)],
    );
  }

  get #placed() {
    return Object.entries(this.question.parts).flatMap(([name, part]) => (part.kind === "route" ? [name] : []));
  }

  /** @param {string} name */
  pieceOf(name) {
    return pieceOf(this.question.parts[name]) || (this.desk.pieces.has(name) ? name : "");
  }

  /** The part about a piece. @param {string} piece */
  partOf(piece) {
    return Object.keys(this.question.parts).find((name) => this.pieceOf(name) === piece);
  }

  /** What a part is called: by its piece, if that tells the parts apart; else by its name, where that is a word, or
   *  by what is asked. @param {string} name */
  titleOf(name) {
    const piece = this.desk.pieces.get(this.#about ? this.pieceOf(name) : "");
    const word = /^\p{L}{2}[\p{L}_ ]*\d*$/u.test(name); // "loss_1", unlike "a6/1"
    const called = word ? capital(name.replaceAll("_", " ")) : this.question.parts[name].text,
      title = piece?.name ?? called;
    return this.#ending && title.endsWith(this.#ending) ? title.slice(0, -this.#ending.length) : title;
  }

  /** Show which part one works on, of a form that is not folded. @param {string} name */
  light(name) {
    for (const [each, box] of this.#boxes) box.classList.toggle("now", each === name);
  }

  /** Open one of the folded parts, and no other. @param {string} name */
  open(name) {
    for (const [each, box] of this.#boxes) {
      const open = each === name,
        body = /** @type {HTMLElement} */ (box.querySelector(":scope > .fold-body"));
      box.classList.toggle("now", open);
      box.querySelector(":scope > .fold-head")?.setAttribute("aria-expanded", String(open));
      body.hidden = !open;
      if (open && !body.firstChild) body.append(this.deeds.make(name));
    }
    if (this.others.contains(this.#boxes.get(name) ?? null)) this.others.open = true;
  }

  /** @param {string} name */
  close(name) {
    const box = this.#boxes.get(name);
    box?.classList.remove("now");
    box?.querySelector(":scope > .fold-head")?.setAttribute("aria-expanded", "false");
    const body = box?.querySelector(":scope > .fold-body");
    if (body instanceof HTMLElement) body.hidden = true;
  }

  /** @param {string} name */
  reveal(name) {
    this.#boxes.get(name)?.scrollIntoView({ block: "nearest" });
  }

  /** Show the present answer to a part. @param {string} name @param {unknown} value */
  tell(name, value) {
    const box = this.#boxes.get(name),
      answer = box?.querySelector(":scope > .fold-head > .fold-answer");
    box?.classList.toggle("answered", value !== undefined);
    if (!answer) return;
    const lines = value === undefined ? [] : saidLines(this.question.parts[name], value, this.desk.board.table);
    fill(answer, lines.length ? said(lines) : "to be answered");
  }

  /** Show what is the matter with the answers to a part. @param {string} name @param {Concern[]} concerns */
  warn(name, concerns) {
    const box = this.#boxes.get(name);
    box?.querySelector(":scope > .concerns")?.remove();
    if (concerns.length)
      box?.querySelector(":scope > .fold-head")?.after(concernList(this.desk.scene.book, concerns));
  }

  /** @param {string} name */
  #letterOf(name) {
    const piece = this.desk.pieces.get(this.#about ? this.pieceOf(name) : "");
    const letter = piece && lettersOf([...this.desk.pieces.values()]).get(piece.id);
    return letter && h("u", { "aria-hidden": "true", class: sideClass(this.desk.scene, piece.side) }, letter);
  }

  /** @param {string} name */
  #plain(name) {
    const { text } = this.question.parts[name];
    if (this.how.nested && Object.keys(this.question.parts).length === 1) {
      return h(
        "div",
        { "data-testid": "part", "data-part": name },
        h("p", { class: "part-text" }, print(text)),
        this.deeds.make(name),
      );
    }
    return h(
      "fieldset",
      {
        class: "part",
        "data-testid": "part",
        "data-part": name,
        onfocusin: () => this.deeds.work(name),
        onpointerdown: () => this.deeds.work(name),
      },
      h("legend", null, this.#letterOf(name), this.titleOf(name)),
      text !== this.titleOf(name) && h("p", { class: "part-text" }, print(text)),
      this.deeds.make(name),
    );
  }

  /** @param {string} name */
  #folded(name) {
    const part = this.question.parts[name],
      piece = this.pieceOf(name),
      title = this.titleOf(name);
    const rest = part.text.startsWith(title) ? part.text.slice(title.length).replace(/^[\s,:]+/, "") : part.text;
    const text =
      (this.how.follow && part.kind === "route") || rest.toLowerCase().includes(title.toLowerCase())
        ? ""
        : print(rest);
    return foldBox(name, [this.#letterOf(name), title, text], {
      toggle: () => this.deeds.toggle(name),
      look: (touches) => piece && !touches && this.deeds.look(piece),
      touched: () => this.desk.touched,
    });
  }
}
