// Several questions answered together. A few stand one below the other; many are folded, each with its present answer,
// and opened from the list, from the board or with the arrow keys.

import { button, fill, h } from "../shared/dom.js";
import { samePlace } from "../board/hexes.js";
import { lettersOf } from "../board/tokens.js";
import { capital, list, print, sideClass } from "../shared/wording.js";
import { pieceOf, planOf, saidLines } from "./answers.js";
import { faultWords } from "./choose.js";
import { concernList, isAbout, ending, placeOf, size, usualOf } from "./parts.js";

/** @import { Form, Question } from "../shared/types.js" */
/** @import { Asker, Desk } from "./ask.js" */

const FEW = 3; // so many parts need no folding
const ROOMY = 12; // so many options of all parts neither

/** @implements {Asker} */
export class FormAsker {
  element = h("div", { class: "form" });
  /** @type {Record<string, unknown> | undefined} */ value;
  /** Those that have been opened. @type {Map<string, Asker>} */ #askers = new Map();
  /** @type {Map<string, unknown>} */ #values = new Map();
  /** @type {Map<string, HTMLElement>} */ #boxes = new Map();
  /** The answers of each part that were judged last. @type {Map<string, string>} */ #judged = new Map();
  /** The answers to all of it that were judged last, and why they would be refused. */
  #tried = { key: "", verdict: Promise.resolve(""), no: "" };
  #judging = Promise.resolve();
  /** The parts that were answered, not filled in. @type {Set<string>} */ #given = new Set();
  /** The part that is open, or worked on. @type {string | null} */ #now = null;
  #send = button("", () => this.#finish(), { class: "btn main", "data-testid": "send-form", disabled: true });
  #rest = button("Advise the rest", () => this.#advise(), {
    class: "btn",
    "data-testid": "form-rest",
    title: "Fill in what is still open as the bot would",
  });
  #whole = h("p", { class: "whole", role: "status", "data-testid": "form-whole", hidden: true });
  /** Those who follow the first, to be placed otherwise by whoever likes. */
  #others = h("details", { class: "folded", "data-testid": "one-by-one" });
  #left = h("span", { class: "left", "data-testid": "form-left" });
  #nested;
  #folds;
  /** When one is placed the others follow. */ #follow;
  /** How the names of all end, which need not be said of each. */ #ending = "";
  /** There is nothing to look over: the one answer is sent when it is given. */ #single;
  /** The parts are told apart by the pieces they are about. */ #about;

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
    this.#about = new Set(parts.map(([name]) => this.#pieceOf(name))).size > 1 || parts.length === 1;
    const placed = parts.filter(([, each]) => each.kind === "route").map(([name]) => name);
    this.#ending = placed.length > 1 ? ending(placed.map((name) => this.#titleOf(name))) : "";
    this.#send.append(
      this.#follow ? "Go" : desk.sealed || this.#folds ? "Seal answers" : "Send answers",
      h("kbd", null, this.#follow ? "Enter" : "Ctrl Enter"),
    );
    for (const [name, each] of parts) {
      const usual = usualOf(each);
      if (usual !== undefined) this.#values.set(name, usual);
    }
    for (const [name, each] of parts)
      this.#boxes.set(name, this.#folds ? this.#folded(name, each) : this.#plain(name, each));
    const first = (parts.find(([name]) => !this.#values.has(name)) ?? parts[0])?.[0];
    const after = this.#follow ? placed.filter((name) => name !== first) : [];
    if (after.length)
      fill(
        this.#others,
        h("summary", null, `The other ${after.length}, one by one`),
        h(
          "div",
          { class: "form folds" },
          after.map((name) => this.#boxes.get(name)),
        ),
      );
    fill(
      this.element,
      !this.#nested && !this.#single && this.#whole,
      Object.keys(question.parts).flatMap((name) =>
        after.includes(name) ? (name === after[0] ? [this.#others] : []) : [this.#boxes.get(name)],
      ),
      !this.#nested &&
        !this.#single &&
        h("div", { class: "acts send" }, this.#send, this.#folds && this.#rest, this.#left),
    );
    this.element.classList.toggle("folds", this.#folds);
    this.#check();
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
    if (this.#folds && found) this.#open(found[0], true);
    else if (this.#current) this.#current.pickSpot(spot);
    else this.#again(spot);
  }

  /**
   * All is answered: another place on the board changes the one answer that is a place.
   * @param {{x: number, y: number}} spot
   */
  #again(spot) {
    const placed = Object.entries(this.question.parts).filter(
      ([, part]) => part.kind === "choose" && part.options.some((option) => option.spot),
    );
    if (placed.length !== 1) return;
    this.#open(placed[0][0], true);
    this.#current?.pickSpot(spot);
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
    const words = this.#folds
      ? "filled in below"
      : [...this.#askers]
          .filter(([name]) => !this.#given.has(name))
          .map(([name, asker]) => `${this.#titleOf(name)}: ${asker.suggest(values[name]).words}`)
          .join("; ");
    if (this.#folds) this.#close();
    if (whole) return { words: this.#folds ? `${words}. Change what you like, or take it as it is` : words, whole };
    return { words: `${words || "nothing else"}. What you had answered stays`, whole };
  }

  /** Whether the player has answered something of it. @returns {boolean} */
  get answeredHere() {
    return (
      this.#given.size > 0 ||
      [...this.#askers.values()].some((each) => each instanceof FormAsker && each.answeredHere)
    );
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

  /** Fill in what is open and leave what is answered; `over`: leave only what the player has answered, and what
   *  follows from it. @param {Record<string, unknown>} value @param {boolean} [over] */
  fillIn(value, over = false) {
    const follows = !over || (this.question.suggests === true && this.#given.size > 0);
    for (const name of Object.keys(this.question.parts)) {
      const asker = this.#askers.get(name);
      if (this.#given.has(name) || (follows && this.#valueOf(name) !== undefined)) continue;
      if (asker instanceof FormAsker && (!over || asker.answeredHere))
        asker.fillIn(/** @type {Record<string, unknown>} */ (value[name]), over);
      else asker?.accept(value[name]);
      this.#values.set(name, asker ? asker.value : value[name]);
    }
    this.value = this.#valuesOf();
    this.#check();
  }

  async #advise() {
    try {
      const { value } = await this.desk.ask({ do: "advise", part: this.part });
      this.fillIn(value);
      this.element.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
      this.#close();
      this.element.scrollIntoView({ block: "start" });
      this.#send.focus({ preventScroll: true });
    } catch (fault) {
      this.desk.toast(faultWords(fault));
    }
  }

  // -------------------------------------------------------------- the parts

  /** What a part is called: by its piece, if that tells the parts apart. @param {string} name */
  #titleOf(name) {
    const piece = this.desk.pieces.get(this.#about ? this.#pieceOf(name) : "");
    const title = piece?.name ?? capital(name.replaceAll("_", " "));
    return this.#ending && title.endsWith(this.#ending) ? title.slice(0, -this.#ending.length) : title;
  }

  /** @param {string} name */
  #letterOf(name) {
    const piece = this.desk.pieces.get(this.#about ? this.#pieceOf(name) : "");
    const letter = piece && lettersOf([...this.desk.pieces.values()]).get(piece.id);
    return letter && h("u", { "aria-hidden": "true", class: sideClass(this.desk.scene, piece.side) }, letter);
  }

  /** @param {string} name @param {Question} part */
  #plain(name, part) {
    if (this.#nested && Object.keys(this.question.parts).length === 1) {
      return h(
        "div",
        { "data-testid": "part", "data-part": name },
        h("p", { class: "part-text" }, print(part.text)),
        this.#asker(name).element,
      );
    }
    return h(
      "fieldset",
      {
        class: "part",
        "data-testid": "part",
        "data-part": name,
        onfocusin: () => this.#make(name),
        onpointerdown: () => this.#make(name),
      },
      h("legend", null, this.#letterOf(name), this.#titleOf(name)),
      part.text !== this.#titleOf(name) && h("p", { class: "part-text" }, print(part.text)),
      this.#asker(name).element,
    );
  }

  /** @param {string} name @param {Question} part */
  #folded(name, part) {
    const piece = this.#pieceOf(name),
      title = this.#titleOf(name);
    const rest = part.text.startsWith(title) ? part.text.slice(title.length).replace(/^[\s,:]+/, "") : part.text;
    const text =
      (this.#follow && part.kind === "route") || rest.toLowerCase().includes(title.toLowerCase()) ? "" : print(rest);
    return h(
      "section",
      { class: "fold", "data-testid": "part", "data-part": name },
      h(
        "button",
        {
          type: "button",
          class: "fold-head",
          "aria-expanded": "false",
          "data-testid": "part-head",
          onclick: () => (this.#now === name ? this.#close() : this.#open(name, true)),
          onmouseenter: () => piece && this.#now === null && !this.desk.touched && this.#mark({ pointed: piece }),
          onfocus: () => piece && this.#now === null && this.#mark({ pointed: piece }),
        },
        this.#letterOf(name),
        h("span", { class: "fold-name" }, h("b", null, title), text && h("small", { class: "fold-text" }, text)),
        h("span", { class: "fold-answer" }),
      ),
      h("div", { class: "fold-body", hidden: true }),
    );
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
      const open = each === name,
        body = /** @type {HTMLElement} */ (box.querySelector(":scope > .fold-body"));
      box.classList.toggle("now", open);
      box.querySelector(":scope > .fold-head")?.setAttribute("aria-expanded", String(open));
      body.hidden = !open;
      if (open && !body.firstChild) body.append(asker.element);
    }
    if (this.#others.contains(this.#boxes.get(name) ?? null)) this.#others.open = true;
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
    const names = Object.keys(this.question.parts),
      at = this.#now === null ? (by > 0 ? -1 : 0) : names.indexOf(this.#now);
    this.#open(names[(at + by + names.length) % names.length], true);
  }

  // -------------------------------------------------------------- the answers

  /** @param {string} name @returns {unknown} */
  #valueOf(name) {
    return this.#askers.get(name)?.value ?? this.#values.get(name);
  }

  /** @param {string} name */
  async #answered(name) {
    this.#values.set(name, this.#askers.get(name)?.value);
    this.#given.add(name);
    if (this.question.suggests) await this.#lead();
    this.#check();
    this.element.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
    const names = Object.keys(this.question.parts),
      from = names.indexOf(name);
    const next = [...names.slice(from), ...names.slice(0, from)].find((each) => this.#valueOf(each) === undefined);
    if (next !== undefined && this.#folds) this.#open(next, true);
    else if (next !== undefined) {
      this.#make(next);
      this.#asker(next).focus();
    } else if (this.#nested || this.#single) this.#finish();
    else {
      if (this.#folds) this.#close();
      await this.#judging;
      if (this.#follow) this.#others.open = false;
      this.#send.focus();
    }
  }

  /** Fill in what goes with the answers that were given: a squad follows its leader. */
  async #lead() {
    const given = new Set(this.#given);
    try {
      const value = Object.fromEntries([...given].map((name) => [name, this.#valueOf(name)]));
      const suggested = (await this.desk.ask({ do: "suggest", part: this.part, value })).value;
      if (!suggested || given.size !== this.#given.size) return;
      for (const name of Object.keys(this.question.parts)) {
        if (given.has(name) || suggested[name] === undefined) continue;
        this.#values.set(name, suggested[name]);
        this.#askers.get(name)?.accept(suggested[name]);
      }
      this.#current?.activate();
    } catch (fault) {
      this.desk.toast(faultWords(fault));
    }
  }

  #check() {
    const names = Object.keys(this.question.parts),
      open = names.filter((name) => this.#valueOf(name) === undefined);
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
          ? `Still open: ${list(open.map((name) => this.#titleOf(name)))}`
          : "";
    for (const [name, box] of this.#boxes) {
      const value = this.#valueOf(name),
        answer = box.querySelector(":scope > .fold-head > .fold-answer");
      box.classList.toggle("answered", value !== undefined);
      this.#judge(name, value);
      if (!answer) continue;
      const lines = value === undefined ? [] : saidLines(this.question.parts[name], value, this.desk.board.table);
      if (lines.length)
        fill(
          answer,
          lines.map(({ head, words, leads }) =>
            h(
              "span",
              { class: "said" },
              head && h("b", null, print(head)),
              print(words),
              leads && h("i", null, print(leads)),
            ),
          ),
        );
      else answer.textContent = "to be answered";
    }
  }

  /**
   * What is the matter with the answers to a part that is a form, shown with them.
   * @param {string} name
   * @param {unknown} value
   */
  async #judge(name, value) {
    const part = this.question.parts[name],
      box = this.#boxes.get(name),
      key = JSON.stringify(value);
    if (part.kind !== "form" || !part.judged || !box || this.#judged.get(name) === key) return;
    this.#judged.set(name, key);
    /** @type {import("../shared/types.js").Concern[]} */
    const concerns =
      value === undefined
        ? []
        : await this.desk.ask({ do: "judge", part: [...this.part, name], value }).then(
            (reply) => reply.concerns,
            () => [],
          );
    if (this.#judged.get(name) !== key) return;
    box.querySelector(":scope > .concerns")?.remove();
    if (concerns.length) box.querySelector(":scope > .fold-head")?.after(concernList(this.desk.scene.book, concerns));
    this.#tellWhole();
  }

  /** What would be refused cannot be sent: why stands above. */
  async #try() {
    const value = this.#valuesOf(),
      key = JSON.stringify(value);
    if (!this.question.judged) return;
    this.#send.disabled = true;
    if (this.#tried.key !== key) {
      const verdict = this.desk.ask({ do: "judge", part: this.part, value }).then(
        () => "",
        (fault) => faultWords(fault),
      );
      this.#tried = { key, verdict, no: "" };
    }
    const tried = this.#tried;
    tried.no = await tried.verdict;
    if (this.#tried !== tried || JSON.stringify(this.#valuesOf()) !== key) return;
    this.#send.disabled = this.#tried.no !== "";
    this.#tellWhole();
  }

  #tellWhole() {
    const refused = this.#valuesOf() !== undefined && this.#tried.no;
    this.#whole.classList.toggle("no-way", Boolean(refused));
    if (!this.#folds) this.#whole.hidden = !refused;
    if (refused) {
      this.#whole.textContent = `Not so: ${refused}`;
      return;
    }
    if (this.#follow) {
      this.#whole.textContent =
        this.#valuesOf() === undefined
          ? "Say where the first goes, and the others follow. What you say of others stays."
          : "All are placed, as the table shows. Go, or place somebody otherwise.";
      return;
    }
    const count = this.element.querySelectorAll("[data-testid=concern]").length;
    const beware = count
      ? ` Beware: ${count === 1 ? "one answer" : `${count} answers`} will come to nothing, see below.`
      : "";
    this.#whole.textContent = this.#whole.hidden
      ? ""
      : `All is filled in.${beware} Look it over, open what you want to change, then seal it.`;
  }

  /** The answers, if none is missing. */
  #valuesOf() {
    const values = Object.keys(this.question.parts).map((name) => [name, this.#valueOf(name)]);
    return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
  }

  #finish() {
    this.value = this.#valuesOf();
    this.done();
  }

  /** What a part points out, and with it what the others would do. With none open, who is yet to be answered for.
   * @param {any} marks @param {string} [of]
   */
  #mark(marks, of) {
    const others = Object.entries(this.question.parts)
      .filter(([name]) => name !== of)
      .flatMap(([name, part]) => planOf(part, this.#valueOf(name), this.desk.board.table, this.#pieceOf(name)))
      .map((stand) => ({
        ...stand,
        looked: this.#nested || stand.piece === marks.pointed,
        faint: of !== undefined && !this.#nested,
      }));
    const open =
      of !== undefined || this.#nested
        ? []
        : Object.keys(this.question.parts)
            .filter((name) => this.#valueOf(name) === undefined)
            .map((name) => ({
              id: name,
              piece: this.#pieceOf(name) || undefined,
              spot: placeOf(this.question.parts[name]) ?? undefined,
            }));
    const said = Object.entries(this.question.parts).flatMap(([name, part]) => {
      const spot = placeOf(part),
        value = this.#valueOf(name),
        [line] = spot && value !== undefined ? saidLines(part, value, this.desk.board.table) : [];
      return spot && line ? [{ spot, words: line.head || line.words }] : [];
    });
    this.desk.mark({ options: open, said, ...marks, plan: [...others, ...(marks.plan ?? [])] });
  }
}
