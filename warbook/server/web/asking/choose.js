// A question with finitely many answers: numbered, linked with the board, what is barred with its reason.

import { fill, h } from "../shared/dom.js";
import { NotAllowed } from "../table/link.js";
import { Goings } from "./goings.js";
import { endOf, headed, leadsWords, planOf } from "./answers.js";
import { samePlace } from "../board/hexes.js";
import { why } from "../shared/rules.js";
import { capital, print, sentence } from "../shared/wording.js";

/** @import { Choose, Option, Preview } from "../shared/types.js" */
/** @import { Asker, Desk } from "./ask.js" */

const FOLD = 6; // more barred options than this are folded away
const FETCHED = 16; // so many options get their odds before anybody points at them
const LONG = 32; // a headline of more letters gets a line of its own
const MANY = 14; // more open options than this can be searched
const TILE = 34; // letters of a label that has a tile of its own, and of one whose odds stand below it
const CHIP = 20;
const NEAR = 1.5; // inches round an option's place that mean it
const PASSING = 150; // milliseconds on an option until its odds take the place of those that are shown

/** @implements {Asker} */
export class ChooseAsker {
  element = h("div", { class: "choose" });
  /** @type {string | undefined} */ value;
  #numbers;
  /** @type {Map<string, HTMLElement>} */ #rows = new Map();
  /** @type {Map<string, Promise<Preview | null>>} */ #odds = new Map();
  /** @type {Option | null} */ #pointed = null;
  /** The option whose odds are shown: the one pointed at last. @type {Option | null} */ #shown = null;
  /** What is pointed at was pointed at by its place. */ #placed = false;
  /** @type {Goings | null} */ #goings;
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
    { type: "button", class: "btn quiet", hidden: true, onclick: () => this.#narrow(null) },
    "Show all",
  );
  /** What a finger has tapped once: a second tap takes it. @type {Option | null} */ #tapped = null;
  /** The digits of a number that others begin with, too. */ #typed = "";
  /** What is passed over on the way to the odds that are shown does not replace them. */ #timer = 0;
  #live = true;

  /**
   * @param {Choose} question
   * @param {string[]} part
   * @param {Desk} desk
   * @param {() => void} done called when an option has been taken
   */
  constructor(question, part, desk, done) {
    this.question = question;
    this.part = part;
    this.desk = desk;
    this.done = done;
    this.#numbers = numbered(question.options);
    const goes = part.length ? [] : question.options.filter((option) => option.goes);
    this.#goings = goes.length ? new Goings(goes, desk, () => this.#live && this.#mark()) : null;
    this.#build();
    this.#fetch();
  }

  activate() {
    this.#mark();
  }

  close() {
    this.#live = false;
    clearTimeout(this.#timer);
    this.desk.hideOdds();
  }

  /** Who is led somewhere is pointed at by the place. @param {string | null} id */
  pointPiece(id) {
    const found = id === null ? [] : this.#about(id).filter(({ leads }) => !(leads && id === this.question.piece));
    this.#hover(found[0] ?? null);
  }

  /** @param {string} id */
  pickPiece(id) {
    const about = this.#about(id);
    const free = about.filter((option) => !option.barred),
      itself = free.filter((option) => option.label === this.desk.pieces.get(id)?.name),
      open = itself.length === 1 ? itself : free; // what else is said of it stands in the list
    if (open.length === 1) this.#tap(open[0]);
    else if (open.length > 1 && open[0].piece !== id) this.#narrow(open);
    else if (open.length > 1) this.#focus(open[0]);
    else if (about[0]?.barred) this.desk.toast(`${about[0].label}: ${about[0].barred.words}`);
  }

  /** The options about a piece or, where there are none, about those it acts with; else those about whoever is
   *  aboard it. @param {string} id */
  #about(id) {
    const { options } = this.question,
      group = this.desk.pieces.get(id)?.group,
      own = options.filter((option) => option.piece === id),
      about = own.length || !group ? own : options.filter((option) => option.piece === group);
    return about.length ? about : options.filter(({ piece }) => this.desk.pieces.get(piece)?.aboard === id);
  }

  /** @param {{x: number, y: number} | null} spot */
  pointSpot(spot) {
    this.#goings?.point(spot);
    const there = spot ? this.#at(spot) : [],
      found = this.desk.board.table.kind === "hexes" ? there : nearest(there, spot);
    if (found.length !== 1 && !this.#placed) return;
    this.#hover(found.length === 1 ? found[0] : null);
    this.#placed = found.length === 1;
  }

  /** @param {{x: number, y: number, z?: number, clicked?: boolean}} spot */
  pickSpot(spot) {
    const going = this.#goings?.by(spot);
    if (going) {
      this.desk.then(this.question.piece, spot);
      this.#take(going);
      return;
    }
    const there = this.#at(spot),
      exact = this.desk.board.table.kind === "hexes",
      found = exact ? there : nearest(there, spot),
      open = found.filter((option) => !option.barred);
    if (open.length > 1 || (exact && open[0]?.leads)) this.#narrow(open);
    else if (open.length) this.#tap(open[0]);
    else if (found[0]?.barred) this.desk.toast(`${found[0].label}: ${found[0].barred.words}`);
  }

  /** The options at a place, and those that may lead there. @param {{x: number, y: number}} spot */
  #at(spot) {
    const { table } = this.desk.board,
      here = (/** @type {import("../shared/types.js").Spot} */ [x, y]) => samePlace(table, { x, y }, spot, NEAR);
    return this.question.options.filter((option) =>
      [endOf(option), ...(option.leads?.ends ?? [])].some((place) => place && here(place)),
    );
  }

  turn() {}

  /** @param {KeyboardEvent} event */
  key(event) {
    if (/^[0-9]$/.test(event.key)) {
      this.#digit(event.key);
      return true;
    }
    if (event.key !== "Enter") this.#typed = "";
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.#step(event.key === "ArrowDown" ? 1 : -1);
      return true;
    }
    if (event.key === "/" && this.#sought.isConnected) {
      this.#sought.focus();
      return true;
    }
    if (event.key === "Enter" && this.#pointed && !this.#pointed.barred) {
      this.#take(this.#pointed);
      return true;
    }
    return false;
  }

  /** @param {unknown} value */
  suggest(value) {
    for (const [id, row] of this.#rows) row.classList.toggle("advised", id === value);
    const option = this.question.options.find((each) => each.id === value);
    if (option) this.#focus(option);
    return { words: option?.label ?? "", whole: true };
  }

  /** @param {unknown} value */
  accept(value) {
    this.value = /** @type {string} */ (value);
    this.#shownValue();
  }

  focus() {
    const first = this.element.querySelector("button.opt");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  // -------------------------------------------------------------- the list

  #build() {
    const open = listed(this.question.options, this.#numbers);
    const barred = this.question.options.filter((option) => option.barred);
    const onBoard = this.desk.board.table.kind !== "hexes";
    const short = (/** @type {Option} */ { label, previewed, leads }) =>
      label.length <= (previewed ? (onBoard && leads ? CHIP : 0) : TILE);
    const brief = open.length > 6 && open.every(short);
    const rows = barred.map((option) => this.#barred(option));
    const many = open.length > MANY && !brief;
    fill(
      this.element,
      many && h("div", { class: "seek-row" }, this.#sought),
      this.#all,
      this.#goings &&
        h(
          "p",
          { class: "way-say" },
          this.desk.touched
            ? "Tap a place in the lit area, or say what else."
            : "Click a place in the lit area, press and drag to face elsewhere, or say what else.",
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
        open.map((option) => this.#open(option)),
        rows.length <= FOLD && rows,
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
      { class: this.#numbers.get(option.id) === "0" ? "zero" : null },
      h(
        "button",
        {
          type: "button",
          class: "opt",
          "data-testid": "option",
          "data-option": option.id,
          onclick: () => this.#tap(option),
          onmouseenter: () => !this.desk.touched && this.#hover(option),
          onmouseleave: () => !this.desk.touched && this.#hover(null),
          onfocus: () => this.#point(option),
        },
        h("span", { class: "n" }, this.#numbers.get(option.id) ?? ""),
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
        onmouseenter: () => this.#hover(option),
        onmouseleave: () => this.#hover(null),
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

  // -------------------------------------------------------------- pointing

  /** The pointer is over an option, in the list or on the board. Odds that are shown stay until it rests on another,
   *  so that their links can be reached. @param {Option | null} option */
  #hover(option) {
    clearTimeout(this.#timer);
    const rests = option && this.#shown && this.#shown !== option;
    if (rests) this.#timer = window.setTimeout(() => this.#live && this.#point(option), PASSING);
    else this.#point(option);
  }

  /** It scrolls nothing: what is looked at stays where it is. @param {Option | null} option */
  #point(option) {
    clearTimeout(this.#timer);
    if (this.#pointed === option) return;
    this.#pointed = option;
    this.desk.active(this);
    for (const [id, row] of this.#rows) row.classList.toggle("on", id === option?.id);
    this.#mark();
    this.#showOdds(option);
  }

  /** @param {Option} option */
  #focus(option) {
    const found = this.#rows.get(option.id)?.querySelector("button.opt");
    if (found instanceof HTMLElement) found.focus();
    this.#point(option);
  }

  /** @param {1 | -1} by */
  #step(by) {
    const open = listed(this.question.options, this.#numbers).filter((option) => !this.#rows.get(option.id)?.hidden);
    if (!open.length) return;
    const now = this.#pointed ? open.indexOf(this.#pointed) : -1;
    this.#focus(open[now < 0 ? (by > 0 ? 0 : open.length - 1) : (now + by + open.length) % open.length]);
  }

  #mark(headline = "") {
    const { options } = this.question,
      piece = this.question.piece || (this.desk.pieces.has(this.part[0]) ? this.part[0] : "");
    const place = (/** @type {Option} */ option) => endOf(option)?.join() ?? option.id;
    const at = new Map(options.map((option) => [place(option), option]));
    const own = (/** @type {Option} */ option) => option.piece === piece && !endOf(option);
    const free = options.filter((option) => !option.barred),
      first = new Map(free.reverse().map((option) => [option.piece, option])); // a piece has one number
    const alone = (/** @type {Option} */ option) =>
      !option.leads && options.filter((each) => place(each) === place(option)).length === 1;
    const pointed = this.#pointed && !this.#pointed.barred ? this.#pointed.id : this.value;
    this.desk.mark({
      acting: piece,
      options: options
        .filter(
          (option) =>
            (option.piece || endOf(option)) &&
            !own(option) &&
            (option.piece !== piece || at.get(place(option)) === option),
        )
        .map((option) => ({
          id: option.id,
          piece: option.piece || undefined,
          spot: endOf(option) ?? undefined,
          on: option === this.#pointed,
          barred: option.barred !== null,
          n: (endOf(option) ? alone(option) : first.get(option.piece) === option)
            ? this.#numbers.get(option.id)
            : undefined,
          leads: option.leads !== undefined,
        })),
      plan: planOf(this.question, pointed, this.desk.board.table, piece).map((stand) => ({ ...stand, looked: true })),
      pointed: this.#pointed?.piece || this.#pointed?.id || this.value || "",
      label: headline || (this.#pointed?.barred ? print(this.#pointed.barred.words) : ""),
      ...this.#goings?.marks,
    });
  }

  /** @param {Option | null} option */
  async #showOdds(option) {
    if (!option) return;
    const preview = option.previewed && !option.barred ? await this.#preview(option) : null;
    if (!this.#live || this.#pointed !== option) return;
    this.#shown = preview && option;
    if (!preview) return this.desk.hideOdds();
    const [title] = split(option.label, this.desk.pieces.get(option.piece)?.name ?? "");
    const asked = this.question.text.split(/:|\. (?=[A-Z])/)[0].replace(/\?$/, "");
    this.desk.showOdds(`${asked}: ${title}`, preview);
    this.#mark(print(preview.headline));
  }

  /** @param {Option} option @returns {Promise<Preview | null>} */
  #preview(option) {
    let found = this.#odds.get(option.id);
    if (!found) {
      found = option.preview
        ? Promise.resolve(option.preview)
        : this.desk.ask({ do: "odds", part: this.part, option: option.id }).then(
            (reply) => reply.preview,
            () => null,
          );
      this.#odds.set(option.id, found);
      found.then((preview) => {
        const cell = this.#rows.get(option.id)?.querySelector(".pct");
        if (!cell || !preview) return;
        cell.textContent = print(preview.headline);
        cell.classList.toggle("long", preview.headline.length > LONG);
      });
    }
    return found;
  }

  /** The odds of every option, one after the other, for the list. */
  async #fetch() {
    for (const option of this.question.options.filter((each) => each.previewed && !each.barred).slice(0, FETCHED)) {
      if (!this.#live) return;
      await this.#preview(option);
    }
  }

  // -------------------------------------------------------------- finding

  /** Of many options list only some. @param {Option[] | null} there */
  #narrow(there) {
    this.#there = there;
    this.#all.hidden = there === null;
    this.#sift();
    if (there) this.#focus(there[0]);
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

  // -------------------------------------------------------------- taking

  /** A finger cannot hover: its first tap shows the odds, or where it leads. @param {Option} option */
  #tap(option) {
    if (!this.desk.touched || !foretold(option) || this.#tapped === option) {
      this.#take(option);
      return;
    }
    this.#tapped = option;
    for (const [id, row] of this.#rows) row.classList.toggle("tapped", id === option.id);
    this.#point(option);
    this.#rows.get(option.id)?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Option} option */
  #take(option) {
    this.value = option.id;
    this.#pointed = null;
    this.#typed = "";
    for (const row of this.#rows.values()) row.classList.remove("on");
    this.#shownValue();
    this.done();
  }

  #shownValue() {
    for (const [id, row] of this.#rows)
      row.querySelector("button")?.setAttribute("aria-pressed", String(id === this.value));
  }

  /** The last digit of a number takes its option. Where others begin with it, it only points at that option: another
   *  digit goes on, Enter takes it. @param {string} digit */
  #digit(digit) {
    const numbers = [...this.#numbers];
    const begun = (/** @type {string} */ typed) => numbers.filter(([, n]) => n.startsWith(typed));
    this.#typed = begun(this.#typed + digit).length ? this.#typed + digit : digit;
    const found = begun(this.#typed),
      id = found.find(([, n]) => n === this.#typed)?.[0],
      option = this.question.options.find((each) => each.id === id);
    if (found.length > 1 && option) this.#focus(option);
    else {
      this.#typed = "";
      if (option) this.#take(option);
    }
  }
}

/**
 * Those of the options whose place is nearest to a spot.
 * @param {Option[]} options
 * @param {{x: number, y: number} | null} spot
 */
export function nearest(options, spot) {
  const off = (/** @type {Option} */ option) => {
    const [x, y] = endOf(option) ?? [NaN, NaN];
    return spot ? Math.hypot(x - spot.x, y - spot.y) : NaN;
  };
  const least = Math.min(...options.map(off));
  return options.filter((option) => off(option) - least < 1e-6);
}

/** Whether there is something to be seen before one takes it. @param {Option} option */
function foretold(option) {
  return option.previewed || option.leads !== undefined;
}

/**
 * The number of each open option: from 1, and 0 for the one about nobody among others about pieces.
 * @param {Option[]} options
 * @returns {Map<string, string>}
 */
export function numbered(options) {
  const open = options.filter((option) => !option.barred);
  const about = options.filter((option) => option.piece || option.spot);
  const nobody = open.filter((option) => !option.piece && !option.spot);
  const zero = about.length > 0 && nobody.length === 1 ? nobody[0] : null;
  const rest = open.filter((option) => option !== zero);
  const numbers = new Map(rest.map((option, index) => [option.id, String(index + 1)]));
  if (zero) numbers.set(zero.id, "0");
  return numbers;
}

/** The open options as they are listed: 0 comes last. @param {Option[]} options @param {Map<string, string>} numbers */
export function listed(options, numbers) {
  return options
    .filter((option) => !option.barred)
    .sort((a, b) => Number(numbers.get(a.id) === "0") - Number(numbers.get(b.id) === "0"));
}

/**
 * A label as its main words and its small print: what follows the piece's name, or stands in brackets at the end.
 * @param {string} label
 * @param {string} name
 * @returns {[string, string]}
 */
export function split(label, name) {
  if (name && label.startsWith(`${name}, `)) return [name, label.slice(name.length + 2)];
  const bracket = /^([^()]+) \(([^()]+)\)$/.exec(label);
  if (bracket) return [bracket[1], bracket[2]];
  const colon = label.length > 40 ? /^(.+?[^ ]): (.+)$/.exec(label) : null;
  return colon ? [colon[1], capital(colon[2])] : [label, ""];
}

/** A refusal as a sentence. @param {unknown} fault */
export function faultWords(fault) {
  return fault instanceof NotAllowed ? sentence(fault.message) : "Something went wrong; please try again.";
}
