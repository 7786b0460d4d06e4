// Several questions answered together. A few stand one below the other; many are folded, each with its present answer,
// and opened from the list, from the board or with the arrow keys.

import { button, fill, h } from "./dom.js";
import { samePlace } from "./hexes.js";
import { lettersOf } from "./tokens.js";
import { capital, list, print, sideClass } from "./wording.js";
import { answerWords, planOf } from "./answers.js";

/** @import { Form, Piece, Question } from "./types.js" */
/** @import { Asker, Desk } from "./ask.js" */

const FEW = 3; // so many parts need no folding
const ROOMY = 12; // so many options of all parts of a form within a form neither

/** @implements {Asker} */
export class FormAsker {
  element = h("div", { class: "form" });
  /** @type {Record<string, unknown> | undefined} */ value;
  /** Those that have been opened. @type {Map<string, Asker>} */ #askers = new Map();
  /** @type {Map<string, unknown>} */ #values = new Map();
  /** @type {Map<string, HTMLElement>} */ #boxes = new Map();
  /** The part that is open, or worked on. @type {string | null} */ #now = null;
  #send = button("", () => this.#finish(), { class: "btn main", "data-testid": "send-form", disabled: true });
  #left = h("span", { class: "left", "data-testid": "form-left" });
  #nested; #folds;

  /**
   * @param {Form} question
   * @param {string[]} part
   * @param {Desk} desk
   * @param {() => void} done
   * @param {(question: Question, part: string[], desk: Desk, done: () => void) => Asker} make
   */
  constructor(question, part, desk, done, make) {
    this.question = question;
    this.part = part;
    this.desk = desk;
    this.done = done;
    this.make = make;
    this.#nested = part.length > 0; // a form within a form is sent with it
    const parts = Object.entries(question.parts);
    this.#folds = parts.length > FEW || parts.some(([, each]) => each.kind === "form") || (this.#nested && parts.length > 1 && size(question) > ROOMY);
    this.#send.append(desk.sealed ? "Seal these answers" : "Send these answers", h("kbd", null, "Ctrl Enter"));
    for (const [name, each] of parts) this.#boxes.set(name, this.#folds ? this.#folded(name, each) : this.#plain(name, each));
    fill(this.element, [...this.#boxes.values()], !this.#nested && h("div", { class: "acts send" }, this.#send, this.#left));
    this.element.classList.toggle("folds", this.#folds);
    this.#check();
    const first = parts[0]?.[0];
    if (first !== undefined && (!this.#folds || this.#nested)) this.#now = first;
    if (this.#folds && first !== undefined) this.#open(first, false);
  }

  // -------------------------------------------------------------- as any asker

  activate() {
    const asker = this.#current;
    if (asker) asker.activate();
    else this.#mark({});
  }

  close() {
    for (const asker of this.#askers.values()) asker.close();
  }

  focus() {
    if (this.#current) this.#current.focus();
    else if (!this.#send.disabled) this.#send.focus();
  }

  /** @param {string | null} piece */
  pointPiece(piece) {
    this.#current?.pointPiece(piece);
  }

  /** @param {string} piece */
  pickPiece(piece) {
    const now = this.#now === null ? null : this.question.parts[this.#now];
    const found = Object.keys(this.question.parts).find((name) => this.#pieceOf(name) === piece);
    if (this.#folds && found !== undefined && !(now && concerns(now, piece))) this.#open(found, true);
    else this.#current?.pickPiece(piece);
  }

  /** @param {{x: number, y: number, z?: number} | null} spot */
  pointSpot(spot) {
    this.#current?.pointSpot(spot);
  }

  /** @param {{x: number, y: number, z?: number}} spot */
  pickSpot(spot) {
    const { table } = this.desk.board;
    const found = Object.entries(this.question.parts).find(([, part]) => {
      const place = placeOf(part);
      return place !== null && samePlace(table, { x: place[0], y: place[1] }, spot, 0.5);
    });
    if (this.#folds && found) this.#open(found[0], true);
    else this.#current?.pickSpot(spot);
  }

  /** @param {number} degrees */
  turn(degrees) {
    this.#current?.turn(degrees);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !this.#nested && !this.#send.disabled) {
      this.#finish();
      return true;
    }
    if (this.#folds && !this.#nested && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      this.#step(event.key === "ArrowRight" ? 1 : -1);
      return true;
    }
    return this.#current?.key(event) ?? false;
  }

  /** @param {unknown} value */
  suggest(value) {
    const values = /** @type {Record<string, unknown>} */ (value);
    if (this.#folds) {
      this.accept(value);
      this.#close();
      return this.#nested ? answerWords(this.question, value) : "filled in below. Change what you like, or take it as it is";
    }
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
    for (const name of Object.keys(this.question.parts)) {
      this.#values.set(name, this.value[name]);
      this.#askers.get(name)?.accept(this.value[name]);
    }
    this.#check();
  }

  // -------------------------------------------------------------- the parts

  /** @param {string} name @param {Question} part */
  #plain(name, part) {
    return h("fieldset", {
      class: "part", "data-testid": "part", "data-part": name,
      onfocusin: () => this.#make(name), onpointerdown: () => this.#make(name),
    }, h("legend", null, capital(name.replaceAll("_", " "))), h("p", { class: "part-text" }, print(part.text)), this.#asker(name).element);
  }

  /** @param {string} name @param {Question} part */
  #folded(name, part) {
    const piece = this.desk.pieces.get(this.#nested ? "" : this.#pieceOf(name));
    const title = piece?.name ?? capital(name.replaceAll("_", " "));
    const text = print(piece ? part.text.replace(piece.name, "").replace(/^[\s,:]+/, "") : part.text);
    const letter = piece && lettersOf([...this.desk.pieces.values()]).get(piece.id);
    return h("section", { class: "fold", "data-testid": "part", "data-part": name },
      h("button", {
        type: "button", class: "fold-head", "aria-expanded": "false", "data-testid": "part-head",
        onclick: () => (this.#now === name ? this.#close() : this.#open(name, true)),
        onmouseenter: () => piece && this.#now === null && !this.desk.touched && this.#mark({ pointed: piece.id }),
      },
      letter && h("u", { "aria-hidden": "true", class: sideClass(this.desk.scene, piece.side) }, letter),
      h("span", { class: "fold-name" }, h("b", null, title), text && h("small", { class: "fold-text" }, text)),
      h("span", { class: "fold-answer" })),
      h("div", { class: "fold-body", hidden: true }));
  }

  /** @param {string} name @returns {Asker} */
  #asker(name) {
    const known = this.#askers.get(name);
    if (known) return known;
    const quiet = /** @type {Desk} */ (Object.create(this.desk));
    quiet.mark = (marks) => this.#now === name && this.#mark(marks, name);
    quiet.active = (asker) => {
      if (this.#askers.get(name) === asker && !this.#folds) this.#make(name);
      this.desk.active(this);
    };
    const made = this.make(this.question.parts[name], [...this.part, name], quiet, () => this.#answered(name));
    this.#askers.set(name, made);
    if (this.#values.has(name)) made.accept(this.#values.get(name));
    return made;
  }

  get #current() {
    return this.#now === null ? undefined : this.#askers.get(this.#now);
  }

  /** @param {string} name */
  #pieceOf(name) {
    return pieceOf(this.question.parts[name]) || (this.desk.pieces.has(name) ? name : "");
  }

  /** Work on a part of a form that is not folded. @param {string} name */
  #make(name) {
    if (this.#now === name) return;
    this.#now = name;
    for (const [each, box] of this.#boxes) box.classList.toggle("now", each === name);
    this.#asker(name).activate();
  }

  /** @param {string} name @param {boolean} focus */
  #open(name, focus) {
    this.#now = name;
    const asker = this.#asker(name);
    for (const [each, box] of this.#boxes) {
      const open = each === name, body = /** @type {HTMLElement} */ (box.querySelector(":scope > .fold-body"));
      box.classList.toggle("now", open);
      box.querySelector(":scope > .fold-head")?.setAttribute("aria-expanded", String(open));
      body.hidden = !open;
      if (open && !body.firstChild) body.append(asker.element);
    }
    if (!focus) return;
    asker.activate();
    asker.focus();
    this.#boxes.get(name)?.scrollIntoView({ block: "nearest" });
  }

  #close() {
    const box = this.#now === null ? undefined : this.#boxes.get(this.#now);
    this.#now = null;
    box?.classList.remove("now");
    box?.querySelector(":scope > .fold-head")?.setAttribute("aria-expanded", "false");
    const body = box?.querySelector(":scope > .fold-body");
    if (body instanceof HTMLElement) body.hidden = true;
    this.desk.hideOdds();
    this.#mark({});
  }

  /** @param {1 | -1} by */
  #step(by) {
    const names = Object.keys(this.question.parts), at = this.#now === null ? (by > 0 ? -1 : 0) : names.indexOf(this.#now);
    this.#open(names[(at + by + names.length) % names.length], true);
  }

  // -------------------------------------------------------------- the answers

  /** @param {string} name @returns {unknown} */
  #valueOf(name) {
    return this.#askers.get(name)?.value ?? this.#values.get(name);
  }

  /** @param {string} name */
  #answered(name) {
    this.#values.set(name, this.#askers.get(name)?.value);
    this.#check();
    this.element.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
    const names = Object.keys(this.question.parts), from = names.indexOf(name);
    const next = [...names.slice(from), ...names.slice(0, from)].find((each) => this.#valueOf(each) === undefined);
    if (next !== undefined && this.#folds) this.#open(next, true);
    else if (next !== undefined) {
      this.#make(next);
      this.#asker(next).focus();
    } else if (this.#nested) this.#finish();
    else {
      if (this.#folds) this.#close();
      this.#send.focus();
    }
  }

  #check() {
    const names = Object.keys(this.question.parts), open = names.filter((name) => this.#valueOf(name) === undefined);
    this.#send.disabled = open.length > 0;
    this.#left.textContent = this.#folds ? `${names.length - open.length} of ${names.length} done`
      : open.length ? `Still open: ${list(open.map((name) => name.replaceAll("_", " ")))}` : "";
    for (const [name, box] of this.#boxes) {
      const value = this.#valueOf(name), answer = box.querySelector(":scope > .fold-head > .fold-answer");
      box.classList.toggle("answered", value !== undefined);
      if (answer) answer.textContent = value === undefined ? "to be answered" : print(answerWords(this.question.parts[name], value));
    }
  }

  #finish() {
    this.value = Object.fromEntries(Object.keys(this.question.parts).map((name) => [name, this.#valueOf(name)]));
    this.done();
  }

  /** What a part points out, and with it what the others would do. With none open, who is yet to be answered for.
   * @param {any} marks @param {string} [of]
   */
  #mark(marks, of) {
    const others = Object.entries(this.question.parts).filter(([name]) => name !== of)
      .flatMap(([name, part]) => planOf(part, this.#valueOf(name), this.desk.board.table, this.#pieceOf(name)));
    const open = of !== undefined || this.#nested ? [] : Object.keys(this.question.parts).filter((name) => this.#valueOf(name) === undefined)
      .map((name) => ({ id: name, piece: this.#pieceOf(name) || undefined, spot: placeOf(this.question.parts[name]) ?? undefined }));
    this.desk.mark({ options: open, ...marks, plan: [...others, ...(marks.plan ?? [])] });
  }
}

/** How many options there are in all. @param {Question} question @returns {number} */
function size(question) {
  if (question.kind === "form") return Object.values(question.parts).reduce((sum, part) => sum + size(part), 0);
  return question.kind === "choose" ? question.options.length : 1;
}

/** The piece that a question is about, if it is about one. @param {Question} question @returns {string} */
function pieceOf(question) {
  if (question.kind !== "form") return question.piece;
  const pieces = new Set(Object.values(question.parts).map(pieceOf));
  return pieces.size === 1 ? [...pieces][0] : "";
}

/** The place that a question is about: that of all its options. @param {Question} question */
function placeOf(question) {
  if (question.kind !== "choose" || question.options.length < 2) return null;
  const [first, ...rest] = question.options.map((option) => option.spot);
  return first && rest.every((spot) => spot && spot[0] === first[0] && spot[1] === first[1]) ? first : null;
}

/** Whether an option is about a piece other than the one that is asked for. @param {Question} question @param {string} piece @returns {boolean} */
function concerns(question, piece) {
  if (question.kind === "form") return Object.values(question.parts).some((part) => concerns(part, piece));
  return question.kind === "choose" && question.piece !== piece && question.options.some((option) => option.piece === piece);
}
