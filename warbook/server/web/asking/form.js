// Several questions answered together. A few stand one below the other; many are folded, each with its present answer,
// and opened from the list, from the board or with the arrow keys.

import { button, fill, h } from "../shared/dom.js";
import { samePlace } from "../board/hexes.js";
import { list } from "../shared/wording.js";
import { Brush, isPainted } from "./brush.js";
import { Filling } from "./filling.js";
import { faultWords } from "../table/link.js";
import { formMarks } from "./marking.js";
import { PartBoxes } from "./partboxes.js";
import { alwaysAdvised, filledWords, isAbout, placeOf, presetRow, size } from "./parts.js";
import { Verdicts } from "./verdicts.js";

/** @import { Form, Question } from "../shared/types.js" */
/** @import { Asker, Desk, Picked } from "./ask.js" */

const FEW = 3; // so many parts need no folding
const ROOMY = 12; // so many options of all parts neither

/** @implements {Asker} */
export class FormAsker {
  element = h("div", { class: "form" });
  /** @type {Record<string, unknown> | undefined} */ value;
  #filling;
  #boxes;
  #verdicts;
  #judging = Promise.resolve();
  /** The part that is open, or worked on. @type {string | null} */ #now = null;
  #send = button("", () => this.#finish(), { class: "btn main", "data-testid": "send-form", disabled: true });
  #rest = button("Advise the rest", () => this.#advise(), {
    class: "btn",
    "data-testid": "form-rest",
    title: "Fill in what is still open as the bot would",
  });
  #whole = h("p", { class: "whole", role: "status", "data-testid": "form-whole", hidden: true });
  #left = h("span", { class: "left", "data-testid": "form-left" });
  #nested;
  #folds;
  /** When one is placed the others follow. */ #follow;
  /** There is nothing to look over: the one answer is sent when it is given. */ #single;
  /** @type {Brush | null} */ #brush;

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
    this.#single = !this.#nested && parts.length === 1 && parts[0][1].kind === "choose";
    this.#folds =
      parts.length > FEW ||
      parts.some(([, each]) => each.kind === "form") ||
      (parts.length > 1 && size(question) > ROOMY);
    this.#follow = this.#folds && !this.#nested && question.suggests === true;
    this.#send.append(
      this.#follow ? "Go" : desk.sealed || this.#folds ? "Seal answers" : "Send answers",
      h("kbd", null, this.#follow ? "Enter" : "Ctrl Enter"),
    );
    this.#brush =
      this.#folds && !this.#nested && isPainted(question)
        ? new Brush(question, {
            changed: () => this.#close(),
            all: (id) => this.#paint(this.#filling.names, id),
          })
        : null;
    this.#filling = new Filling(question, this.#nested ? null : desk.filled);
    this.#verdicts = new Verdicts(question, part, desk);
    this.#boxes = new PartBoxes(
      question,
      desk,
      { folds: this.#folds, nested: this.#nested, follow: this.#follow },
      {
        make: (name) => this.#asker(name).element,
        work: (name) => this.#make(name),
        toggle: (name) => (this.#now === name ? this.#close() : this.#open(name, true)),
        look: (piece) => this.#now === null && this.#mark({ pointed: piece }),
      },
    );
    const { names, open, kept } = this.#filling,
      first = open[0] ?? names[0];
    fill(
      this.element,
      !this.#nested && !this.#single && this.#whole,
      question.presets && presetRow(question.presets, (values) => this.#lay(values)),
      this.#brush?.element,
      this.#boxes.elements(first),
      !this.#nested &&
        !this.#single &&
        h(
          "div",
          { class: "acts send" },
          this.#send,
          this.#folds && [this.#rest, alwaysAdvised.box(() => this.#advise(false))],
          this.#left,
        ),
    );
    this.element.classList.toggle("folds", this.#folds);
    this.#check();
    if (first !== undefined && (!this.#folds || this.#nested)) this.#now = first;
    if (this.#folds && first !== undefined && !(kept && !open.includes(first))) this.#open(first, false);
    if (!this.#nested && !this.#single && !kept && alwaysAdvised.on) this.#advise(false);
  }

  // -------------------------------------------------------------- as any asker

  activate() {
    const asker = this.#current;
    if (asker) asker.activate();
    else this.#mark({});
  }

  get endangers() {
    return this.#current?.endangers ?? false;
  }

  close() {
    for (const asker of this.#filling.askers.values()) asker.close();
  }

  focus() {
    if (this.#follow && !this.#filling.open.length) this.#judging.then(() => this.#send.focus());
    else if (this.#current) this.#current.focus();
    else if (!this.#send.disabled) this.#send.focus();
  }

  /** @param {string | null} piece */
  pointPiece(piece) {
    this.#current?.pointPiece(piece);
  }

  /** @param {string} piece */
  pickPiece(piece) {
    const now = this.#now === null ? null : this.question.parts[this.#now];
    const found = this.#boxes.partOf(piece);
    const there = this.desk.pieces.get(piece);
    if (this.#folds && found !== undefined && !(now && isAbout(now, piece))) this.#open(found, true);
    else if (this.#current) this.#current.pickPiece(piece);
    else if (there) this.#again(there);
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
    if (found && this.#brush?.held) this.#paint([found[0]], this.#brush.held);
    else if (this.#folds && found) this.#open(found[0], true);
    else if (this.#current) this.#current.pickSpot(spot);
    else this.#again(spot);
  }

  /** Answer parts with what is held. @param {string[]} names @param {string} id */
  #paint(names, id) {
    if (this.#now !== null) this.#close();
    for (const name of names) {
      this.#filling.put(name, id);
      this.#filling.given.add(name);
    }
    this.#check();
    this.#mark({});
  }

  /** Begin with a whole answer. @param {Record<string, unknown>} values */
  #lay(values) {
    if (this.#now !== null) this.#close();
    for (const name of this.#filling.names) {
      this.#filling.put(name, values[name]);
      this.#filling.given.add(name);
    }
    this.#check();
    this.#mark({});
  }

  /** All is answered: another place on the board changes the one that is a place. @param {Picked} spot */
  #again(spot) {
    const placed = Object.entries(this.question.parts).filter(
      ([, part]) => part.kind === "choose" && part.options.some((option) => option.spot),
    );
    if (placed.length !== 1) return;
    this.#open(placed[0][0], true);
    this.#current?.pickSpot(spot);
  }

  /** Work on the part about a piece that is dragged. @param {string} piece */
  lift(piece) {
    const name = this.#boxes.partOf(piece);
    if (name === undefined) return;
    if (this.#folds) this.#open(name, true);
    else this.#make(name);
    this.#current?.lift(piece);
  }

  /** @param {string} piece @param {Picked} spot */
  moveTo(piece, spot) {
    const name = this.#boxes.partOf(piece);
    if (name === undefined) return false;
    if (this.#now !== name) this.lift(piece);
    return this.#current?.moveTo(piece, spot) ?? false;
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
    const whole = !this.answeredHere;
    this.fillIn(values, true);
    const open = [...this.#filling.askers].filter(([name]) => !this.#filling.given.has(name)),
      told = open.map(([name, asker]) => `${this.#boxes.titleOf(name)}: ${asker.suggest(values[name]).words}`),
      words = this.#folds ? "filled in below" : told.join("; ");
    if (this.#folds) this.#close();
    if (whole) return { words: this.#folds ? `${words}. Change what you like, or take it as it is` : words, whole };
    return { words: `${words || "nothing else"}. What you had answered stays`, whole };
  }

  /** Whether the player has answered something of it. @returns {boolean} */
  get answeredHere() {
    return this.#filling.answered;
  }

  /** What the player has answered of it. */
  get said() {
    return this.#filling.said;
  }

  /** @param {unknown} value */
  accept(value) {
    if (value === undefined) return;
    this.value = /** @type {Record<string, unknown>} */ (value);
    for (const name of this.#filling.names) this.#filling.put(name, this.value[name]);
    this.#check();
  }

  /** Fill in what is open and leave what is answered; `over`: leave only what the player has answered, and what
   *  follows from it. @param {Record<string, unknown>} value @param {boolean} [over] */
  fillIn(value, over = false) {
    this.#filling.fillIn(value, over);
    this.value = this.#filling.whole;
    this.#check();
  }

  async #advise(wanted = true) {
    try {
      const { value } = await this.desk.ask({ do: "advise", part: this.part, value: this.said });
      this.fillIn(value, !wanted);
      this.element.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
      this.#close();
      if (wanted) this.element.scrollIntoView({ block: "start" });
      this.#send.focus({ preventScroll: true });
    } catch (fault) {
      if (wanted) this.desk.toast(faultWords(fault));
    }
  }

  // -------------------------------------------------------------- the parts

  /** @param {string} name @returns {Asker} */
  #asker(name) {
    const known = this.#filling.askers.get(name);
    if (known) return known;
    const quiet = /** @type {Desk} */ (Object.create(this.desk));
    quiet.mark = (marks) => this.#now === name && this.#mark(marks, name);
    quiet.active = (asker) => {
      if (this.#filling.askers.get(name) === asker && !this.#folds) this.#make(name);
      this.desk.active(this);
    };
    const made = this.make(this.question.parts[name], [...this.part, name], quiet, () => this.#answered(name));
    this.#filling.opened(name, made);
    return made;
  }

  get #current() {
    return this.#now === null ? undefined : this.#filling.askers.get(this.#now);
  }

  /** Work on a part of a form that is not folded. @param {string} name */
  #make(name) {
    if (this.#now === name) return;
    this.#now = name;
    this.#boxes.light(name);
    this.#asker(name).activate();
  }

  /** @param {string} name @param {boolean} focus */
  #open(name, focus) {
    this.#now = name;
    const asker = this.#asker(name);
    this.#boxes.open(name);
    if (!focus) return;
    asker.activate();
    asker.focus();
    this.#boxes.reveal(name);
  }

  #close() {
    if (this.#now !== null) this.#boxes.close(this.#now);
    this.#now = null;
    this.desk.hideOdds();
    this.#mark({});
  }

  /** @param {1 | -1} by */
  #step(by) {
    const { names } = this.#filling,
      at = this.#now === null ? (by > 0 ? -1 : 0) : names.indexOf(this.#now);
    this.#open(names[(at + by + names.length) % names.length], true);
  }

  // -------------------------------------------------------------- the answers

  /** @param {string} name */
  async #answered(name) {
    this.#filling.give(name);
    if (this.question.suggests) await this.#lead();
    this.#check();
    this.element.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
    const { names, open } = this.#filling,
      from = names.indexOf(name);
    const next = [...names.slice(from), ...names.slice(0, from)].find((each) => open.includes(each));
    if (next !== undefined && this.#folds) this.#open(next, true);
    else if (next !== undefined) {
      this.#make(next);
      this.#asker(next).focus();
    } else if (this.#nested || this.#single) this.#finish();
    else {
      if (this.#folds) this.#close();
      await this.#judging;
      if (this.#follow) this.#boxes.others.open = false;
      this.#send.focus();
    }
  }

  /** Fill in what goes with the answers that were given: a squad follows its leader. */
  async #lead() {
    const given = new Set(this.#filling.given);
    try {
      const value = Object.fromEntries([...given].map((name) => [name, this.#filling.valueOf(name)]));
      const suggested = (await this.desk.ask({ do: "suggest", part: this.part, value })).value;
      if (!suggested || given.size !== this.#filling.given.size) return;
      for (const name of this.#filling.names)
        if (!given.has(name) && suggested[name] !== undefined) this.#filling.put(name, suggested[name]);
      this.#current?.activate();
    } catch (fault) {
      this.desk.toast(faultWords(fault));
    }
  }

  #check() {
    const { names, open } = this.#filling;
    this.#filling.keep();
    this.#send.disabled = open.length > 0;
    this.#rest.hidden = open.length === 0;
    this.#whole.hidden = open.length > 0 && !this.#follow;
    if (!open.length && !this.#nested) this.#judging = this.#try();
    this.#tellWhole();
    this.#left.textContent = this.#follow
      ? ""
      : this.#folds
        ? `${names.length - open.length} of ${names.length}`
        : open.length
          ? `Still open: ${list(open.map((name) => this.#boxes.titleOf(name)))}`
          : "";
    for (const name of names) {
      const value = this.#filling.valueOf(name);
      this.#boxes.tell(name, value);
      this.#judge(name, value);
    }
  }

  /** @param {string} name @param {unknown} value */
  async #judge(name, value) {
    const concerns = await this.#verdicts.ofPart(name, value);
    if (concerns === null) return;
    this.#boxes.warn(name, concerns);
    this.#tellWhole();
  }

  /** What would be refused cannot be sent: why stands above. */
  async #try() {
    const value = this.#filling.whole;
    if (!this.question.judged) return;
    this.#send.disabled = true;
    const latest = await this.#verdicts.ofAll(value);
    if (!latest || JSON.stringify(this.#filling.whole) !== JSON.stringify(value)) return;
    this.#send.disabled = this.#verdicts.no !== "";
    this.#tellWhole();
  }

  #tellWhole() {
    const refused = this.#filling.whole !== undefined && this.#verdicts.no;
    this.#whole.classList.toggle("no-way", Boolean(refused));
    if (!this.#folds) this.#whole.hidden = !refused;
    if (refused) {
      this.#whole.textContent = `Not so: ${refused}`;
      return;
    }
    if (this.#follow) {
      const { mind } = this.#verdicts;
      this.#whole.textContent =
        this.#filling.whole === undefined
          ? "Say where the first goes, and the others follow. What you say of others stays."
          : (mind && `Mind: ${mind}. `) +
            (this.#walks()
              ? "All are placed, as the table shows. Go, or place somebody otherwise."
              : "All is filled in. Go, or change what you like.");
      return;
    }
    const count = this.element.querySelectorAll("[data-testid=concern]").length;
    this.#whole.textContent = this.#whole.hidden ? "" : filledWords(count);
  }

  /** Whether it says where somebody goes. */
  #walks() {
    return Object.values(this.question.parts).some((part) => part.kind !== "choose");
  }

  #finish() {
    this.value = this.#filling.whole;
    this.done();
  }

  /** What a part points out, and with it what the others would do. @param {any} marks @param {string} [of] */
  #mark(marks, of) {
    this.desk.mark({
      paints: Boolean(this.#brush?.held),
      ...formMarks(this.question, marks, {
        of,
        nested: this.#nested,
        table: this.desk.board.table,
        valueOf: (name) => this.#filling.valueOf(name),
        pieceOf: (name) => this.#boxes.pieceOf(name),
      }),
    });
  }
}
