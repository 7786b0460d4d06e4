// The options of a question as a list: numbered, what is barred with its reason, what is less likely folded away.

import { fill, h } from "../shared/dom.js";
import { headed, leadsWords } from "./answers.js";
import { asides, foretold, listed, numbered, split } from "./options.js";
import { why } from "../shared/rules.js";
import { print } from "../shared/wording.js";

/** @import { Choose, Option, Preview } from "../shared/types.js" */
/** @import { Desk } from "./ask.js" */

const FOLD = 6; // more barred options than this are folded away
const LONG = 32; // a headline of more letters gets a line of its own
const MANY = 14; // more open options than this can be searched
const TILE = 34; // letters of a label that has a tile of its own, and of one whose odds stand below it
const CHIP = 20;

/** What is done with a row: it is tapped or clicked, the pointer comes over it or leaves, it gets the focus.
 * @typedef {{tap: (option: Option) => void, hover: (option: Option | null) => void, point: (option: Option) => void}}
 *   Deeds
 */

export class OptionList {
  element = h("div", { class: "choose" });
  numbers;
  /** @type {Map<string, HTMLElement>} */ #rows = new Map();
  /** Only these are listed, those that lead to one place. @type {Option[] | null} */ #there = null;
  #sought = h("input", {
    type: "search",
    class: "seek",
    placeholder: "Search these",
    "aria-label": "Search the options",
    oninput: () => this.#sift(),
  });
  #all = h(
    "button",
    { type: "button", class: "btn quiet", hidden: true, onclick: () => this.narrow(null) },
    "Show all",
  );

  /**
   * @param {Choose} question
   * @param {Desk} desk
   * @param {boolean} goes somebody goes to a place that is picked
   * @param {Deeds} deeds
   */
  constructor(question, desk, goes, deeds) {
    this.question = question;
    this.desk = desk;
    this.deeds = deeds;
    this.numbers = numbered(question.options);
    this.#build(goes);
  }

  /** The open options that are listed now. */
  get open() {
    return listed(this.question.options, this.numbers).filter((option) => !this.#rows.get(option.id)?.hidden);
  }

  /** Of many options list only some. @param {Option[] | null} there */
  narrow(there) {
    this.#there = there;
    this.#all.hidden = there === null;
    this.#sift();
  }

  /** Look for one among many; false where that cannot be done. */
  seek() {
    if (!this.#sought.isConnected) return false;
    this.#sought.focus();
    return true;
  }

  /** Give a class to the row of one option, and take it from the others. @param {string} style @param {unknown} id */
  single(style, id) {
    for (const [each, row] of this.#rows) row.classList.toggle(style, each === id);
  }

  /** @param {unknown} id of the option that is taken */
  press(id) {
    for (const [each, row] of this.#rows)
      row.querySelector("button")?.setAttribute("aria-pressed", String(each === id));
  }

  /** @param {Option} option */
  focus(option) {
    const found = this.#rows.get(option.id)?.querySelector("button.opt"),
      fold = found?.closest("details");
    if (fold) fold.open = true;
    if (found instanceof HTMLElement) found.focus();
  }

  focusFirst() {
    const first = this.element.querySelector("button.opt");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** @param {Option} option */
  reveal(option) {
    this.#rows.get(option.id)?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Option} option @param {Preview} preview */
  foretell(option, preview) {
    const cell = this.#rows.get(option.id)?.querySelector(".pct");
    if (!cell) return;
    option.preview = preview;
    if (preview.vain) this.#sort();
    cell.textContent = print(preview.headline);
    cell.classList.toggle("vain", preview.vain === true);
    cell.classList.toggle("long", preview.headline.length > LONG || option.leads !== undefined);
  }

  /** That nothing can come of an option may be known only once it is listed. */
  #sort() {
    this.numbers = numbered(this.question.options);
    const rows = listed(this.question.options, this.numbers).flatMap(({ id }) => this.#rows.get(id) ?? []),
      lists = new Set(rows.map((row) => row.parentElement));
    for (const list of lists) {
      const own = rows.filter((row) => row.parentElement === list),
        first = list?.children[0],
        held = own.find((row) => row.contains(document.activeElement));
      if (own.every((row, n) => list?.children[n] === row)) continue;
      list?.prepend(...own);
      (held === first ? own[0] : held)?.querySelector("button")?.focus({ preventScroll: true });
    }
    for (const [id, row] of this.#rows)
      if (this.numbers.has(id)) fill(/** @type {HTMLElement} */ (row.querySelector(".n")), this.numbers.get(id));
  }

  #sift() {
    const words = this.#sought.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const option of this.question.options) {
      const row = this.#rows.get(option.id),
        label = option.label.toLowerCase();
      if (row)
        row.hidden =
          (this.#there !== null && !this.#there.includes(option)) || !words.every((word) => label.includes(word));
    }
  }

  /** @param {boolean} goes */
  #build(goes) {
    const open = listed(this.question.options, this.numbers);
    const barred = this.question.options.filter((option) => option.barred);
    const onBoard = this.desk.board.table.kind !== "hexes";
    const short = (/** @type {Option} */ { label, previewed, leads }) =>
      label.length <= (previewed ? (onBoard && leads ? CHIP : 0) : TILE);
    const likely = open.filter((option) => !option.aside);
    const brief = likely.length > 6 && likely.every(short);
    const rows = barred.map((option) => this.#barred(option));
    const many = likely.length > MANY && !brief;
    fill(
      this.element,
      many && h("div", { class: "seek-row" }, this.#sought),
      this.#all,
      goes &&
        h(
          "p",
          { class: "way-say" },
          this.desk.touched
            ? "Tap a lit place, or say what else."
            : "Click a lit place, press and drag to face elsewhere, or say what else.",
        ),
      open.some(foretold) &&
        h(
          "p",
          { class: "tap-hint" },
          `Tap once ${open.some((option) => option.leads) ? "to see where it leads" : "for the odds"}, twice to do it.`,
        ),
      h(
        "ol",
        { class: `opts${brief ? " brief" : ""}${many ? " many" : ""}` },
        likely.map((option) => this.#open(option)),
        rows.length <= FOLD && rows,
      ),
      asides(open).map(([aside, kept]) =>
        h(
          "details",
          { class: "folded", "data-testid": "aside" },
          h("summary", null, `${kept.length} more ${print(aside)}`),
          h(
            "ol",
            { class: "opts" },
            kept.map((option) => this.#open(option)),
          ),
        ),
      ),
      rows.length > FOLD &&
        h(
          "details",
          { class: "folded" },
          h("summary", null, `${rows.length} ${open.length ? "more are" : "are"} not possible, and why`),
          h("ol", { class: "opts" }, rows),
        ),
    );
  }

  /** @param {Option} option */
  #open(option) {
    const [label, fine] = split(option.label, this.desk.pieces.get(option.piece)?.name ?? "");
    const { table } = this.desk.board,
      leads = option.leads && table.kind === "hexes" && leadsWords(table, option.leads), // the table shows other places
      small = [leads, fine].filter(Boolean).join("; "),
      [head, words] = headed(label);
    const row = h(
      "li",
      { class: this.numbers.get(option.id) === "0" ? "zero" : null },
      h(
        "button",
        {
          type: "button",
          class: "opt",
          "data-testid": "option",
          "data-option": option.id,
          onclick: () => this.deeds.tap(option),
          onmouseenter: () => !this.desk.touched && this.deeds.hover(option),
          onmouseleave: () => !this.desk.touched && this.deeds.hover(null),
          onfocus: () => this.deeds.point(option),
        },
        h("span", { class: "n" }, this.numbers.get(option.id) ?? ""),
        h(
          "span",
          { class: "words" },
          head && h("b", null, print(head)),
          print(words),
          small && h("small", null, print(small)),
        ),
        h("span", { class: "pct" }),
        foretold(option) && h("span", { class: "again" }, "Tap again to do it"),
      ),
    );
    this.#rows.set(option.id, row);
    return row;
  }

  /** @param {Option} option */
  #barred(option) {
    const { words = "", rule = "" } = option.barred ?? {};
    const [label, small] = split(option.label, this.desk.pieces.get(option.piece)?.name ?? "");
    const row = h(
      "li",
      {
        class: "no",
        "data-testid": "barred",
        "data-option": option.id,
        onmouseenter: () => this.deeds.hover(option),
        onmouseleave: () => this.deeds.hover(null),
      },
      h("span", { class: "n", "aria-hidden": "true" }, "–"),
      h(
        "span",
        { class: "words" },
        h("span", { class: "sr" }, "Not possible: "),
        print(label),
        h(
          "small",
          null,
          print([small, words].filter(Boolean).join("; ")),
          " ",
          rule && why(this.desk.scene.book, [rule]),
        ),
      ),
    );
    this.#rows.set(option.id, row);
    return row;
  }
}
