// A question with finitely many answers: pointed at and taken in the list, on the board or with keys.

import { Bearing } from "./bearing.js";
import { DangerMap } from "./dangermap.js";
import { Foretelling } from "./foretelling.js";
import { Goings } from "./goings.js";
import { OptionList } from "./optionlist.js";
import { endOf, endsOf, planOf } from "./answers.js";
import { foretold, nearest, split } from "./options.js";
import { samePlace } from "../board/hexes.js";
import { print } from "../shared/wording.js";

/** @import { Choose, Option, Preview } from "../shared/types.js" */
/** @import { Asker, Desk, Picked } from "./ask.js" */

const NEAR = 1.5; // inches round an option's place that mean it
const PASSING = 150; // milliseconds on an option until its odds take the place of those that are shown

/** @implements {Asker} */
export class ChooseAsker {
  element;
  /** @type {string | undefined} */ value;
  #list;
  #odds;
  #bearing;
  /** @type {Option | null} */ #pointed = null;
  /** The option whose odds are shown: the one pointed at last. @type {Option | null} */ #shown = null;
  /** What is said of the one pointed at. */ #headline = "";
  /** What is pointed at was pointed at by its place. */ #placed = false;
  /** @type {Goings | null} */ #goings;
  /** What a finger has tapped once: a second tap takes it. @type {Option | null} */ #tapped = null;
  /** The digits of a number that others begin with, too. */ #typed = "";
  /** What is passed over on the way to the odds that are shown does not replace them. */ #timer = 0;
  /** How dangerous the places are that the options lead to. @type {DangerMap | null} */ #dangers;
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
    const goes = part.length ? [] : question.options.filter((option) => option.goes);
    this.#goings = goes.length ? new Goings(goes, desk, () => this.#live && this.#mark()) : null;
    this.#list = new OptionList(question, desk, this.#goings !== null, {
      tap: (option) => this.#tap(option),
      hover: (option) => this.#hover(option),
      point: (option) => this.#point(option),
    });
    this.element = this.#list.element;
    this.#odds = new Foretelling(part, desk, (option, preview) => {
      this.#list.foretell(option, preview);
      if (preview.vain && this.#live) this.#mark(this.#headline); // it has another number now
    });
    this.#odds.fetch(question);
    this.#bearing = new Bearing(part, desk, () => this.#live && this.#mark(this.#headline));
    this.#dangers = !this.#goings && endsOf(question).length ? new DangerMap(part, desk) : null;
  }

  get endangers() {
    return this.#goings !== null || this.#dangers !== null;
  }

  activate() {
    this.#mark();
    this.#goings?.endanger();
    this.#dangers?.show([{ option: "", spots: endsOf(this.question) }], this.desk.pieces.get(this.question.piece));
  }

  close() {
    this.#live = false;
    this.#goings?.dangers.close();
    this.#dangers?.close();
    clearTimeout(this.#timer);
    this.#odds.close();
    this.#bearing.close();
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

  /** @param {Picked} spot */
  async pickSpot(spot) {
    await this.#goings?.known;
    const going = this.#goings?.by(spot);
    if (going && this.#live) {
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
    else if (this.#goings) this.desk.toast("That is too far, or there is no way there.");
  }

  /** Who is dragged is chosen, if somebody is to be. @param {string} id */
  lift(id) {
    const open = this.#about(id).filter((option) => !option.barred);
    if (!this.#goes(id) && open.length === 1) this.#take(open[0]);
    else if (!this.#goes(id)) this.pickPiece(id);
  }

  /** @param {string} id @param {Picked} spot */
  moveTo(id, spot) {
    if (!this.#goes(id)) return false;
    this.pickSpot(spot);
    return true;
  }

  /** Whether it is asked where or how that piece goes. @param {string} id */
  #goes(id) {
    const { piece } = this.question;
    return piece !== "" && (piece === id || piece === this.desk.pieces.get(id)?.group);
  }

  /** Whom one may drag: who goes or, where somebody is to be chosen, one's own. @returns {string[]} */
  get #moves() {
    const { side } = this.desk.scene;
    if (this.question.piece) return this.#goings || this.question.options.some(endOf) ? [this.question.piece] : [];
    return this.question.options.flatMap(({ piece, barred }) => {
      const whose = this.desk.pieces.get(piece)?.side ?? this.desk.groups.get(piece)?.side;
      return piece && !barred && whose === side ? [piece] : [];
    });
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
    if (event.key === "/" && this.#list.seek()) return true;
    if (event.key === "Enter" && this.#pointed && !this.#pointed.barred) {
      this.#take(this.#pointed);
      return true;
    }
    return false;
  }

  /** @param {unknown} value */
  suggest(value) {
    this.#list.single("advised", value);
    const option = this.question.options.find((each) => each.id === value);
    if (option) this.#focus(option);
    return { words: option?.label ?? "", whole: true };
  }

  /** @param {unknown} value */
  accept(value) {
    this.value = /** @type {string} */ (value);
    this.#list.press(value);
  }

  focus() {
    this.#list.focusFirst();
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
    this.#headline = "";
    this.desk.active(this);
    this.#list.single("on", option?.id);
    if (option?.preview) this.#tellOdds(option, option.preview);
    else {
      this.#mark();
      this.#showOdds(option);
    }
  }

  /** @param {Option} option */
  #focus(option) {
    this.#list.focus(option);
    this.#point(option);
  }

  /** @param {1 | -1} by */
  #step(by) {
    const { open } = this.#list;
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
    const plan = planOf(this.question, pointed, this.desk.board.table, piece),
      stands = plan.find((stand) => stand.piece === piece)?.spot ?? null;
    this.desk.mark({
      acting: piece,
      moves: this.#moves,
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
            ? this.#list.numbers.get(option.id)
            : undefined,
          leads: option.leads !== undefined,
        })),
      plan: plan.map((stand) => ({ ...stand, looked: true })),
      pointed: this.#pointed?.piece || this.#pointed?.id || this.value || "",
      label: headline || (this.#pointed?.barred ? print(this.#pointed.barred.words) : ""),
      hindered: this.#pointed?.hindered?.spot ?? null,
      borne: this.question.bears
        ? this.#bearing.of(this.#pointed?.id ?? "")
        : this.#bearing.from(this.desk.pieces.get(piece), stands),
      ...this.#goings?.marks,
    });
  }

  /** @param {Option | null} option */
  async #showOdds(option) {
    if (!option) return;
    const preview = await this.#odds.of(option);
    if (!this.#live || this.#pointed !== option) return;
    if (preview) return this.#tellOdds(option, preview);
    this.#shown = null;
    this.desk.hideOdds();
  }

  /** @param {Option} option @param {Preview} preview */
  async #tellOdds(option, preview) {
    this.#shown = option;
    const [title] = split(option.label, this.desk.pieces.get(option.piece)?.name ?? "");
    const asked = this.question.text.split(/:|\. (?=[A-Z])/)[0].replace(/\?$/, "");
    this.desk.showOdds(`${asked}: ${title}`, preview);
    this.#headline = print(preview.headline);
    this.#mark(this.#headline);
    const two = [this.question.piece, option.piece];
    if (!two[0] || !two[1] || two[0] === two[1]) return;
    const cards = await this.desk.look(two);
    if (this.#live && this.#shown === option) this.desk.showPair(cards);
  }

  /** Of many options list only some. @param {Option[]} there */
  #narrow(there) {
    this.#list.narrow(there);
    this.#focus(there[0]);
  }

  // -------------------------------------------------------------- taking

  /** A finger cannot hover: its first tap shows the odds, or where it leads. @param {Option} option */
  #tap(option) {
    if (!this.desk.touched || !foretold(option) || this.#tapped === option) {
      this.#take(option);
      return;
    }
    this.#tapped = option;
    this.#list.single("tapped", option.id);
    this.#point(option);
    this.#list.reveal(option);
  }

  /** @param {Option} option */
  #take(option) {
    this.value = option.id;
    this.#pointed = null;
    this.#typed = "";
    this.#list.single("on", null);
    this.#list.press(option.id);
    this.done();
  }

  /** The last digit of a number takes its option. Where others begin with it, it only points at that option: another
   *  digit goes on, Enter takes it. @param {string} digit */
  #digit(digit) {
    const numbers = [...this.#list.numbers];
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
