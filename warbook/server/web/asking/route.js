// Where to go, or where to be placed: the reach on the board, the way under the pointer, then the facing.

import { Bearing } from "./bearing.js";
import { DangerMap } from "./dangermap.js";
import { button, fill, h } from "../shared/dom.js";
import { driven } from "./answers.js";
import { alongIt, apart, cost, inward, mean, samePlace } from "./ways.js";
import { keyed } from "../shared/keys.js";
import { NotAllowed } from "../table/link.js";
import { compass, legWords, list, number, percent, print, sentence } from "../shared/wording.js";

/** @import { Danger, Leg, Reachable, Route, Spot, WayThere } from "../shared/types.js" */
/** @import { Asker, Desk, Picked } from "./ask.js" */

/** @typedef {{path: Spot[], facing: number | null}} Gone */

/** @implements {Asker} */
export class RouteAsker {
  element = h("div", { class: "route" });
  /** A path and a facing or, of a drive, its legs. @type {Gone | {legs: Leg[]} | undefined} */ value;
  /** @type {Reachable | null} */ #reach = null;
  /** The way that is drawn. @type {WayThere | null} */ #way = null;
  /** The destination that was picked and what the way there costs; what is left is the facing.
   * @type {{path: Spot[], spot: Spot, cost?: number} | null} */
  #picked = null;
  /** @type {number | null} */ #facing = null;
  /** How the hull can face at the end of a drive that was picked, if not as it likes. @type {number[] | undefined} */
  #facings = [];
  /** What else facing so would come to; a click that it was not told before waits for another. */ #amiss = "";
  #staying = false;
  /** As it is swung where one points. */ #swung = 0;
  /** What is to be asked next; null when nothing is. @type {{x: number, y: number, z: number | null} | null} */
  #wanted = null;
  #asking = false;
  #live = true;
  #status = h("div", { class: "way", "aria-live": "polite", "data-testid": "way" });
  #acts = h("div", { class: "acts" });
  #around = h("div", { class: "way", "data-testid": "outlook" });
  #bearing;
  #dangers;
  /** Why it cannot stay where it is. */ #restless = "";
  #places = h("details", { class: "folded places" });

  /**
   * @param {Route} question
   * @param {string[]} part
   * @param {Desk} desk
   * @param {() => void} done called when the answer is complete
   */
  constructor(question, part, desk, done) {
    this.question = question;
    this.part = part;
    this.desk = desk;
    this.done = done;
    this.#bearing = new Bearing(part, desk, () => this.#live && this.#mark());
    this.#dangers = new DangerMap(part, desk);
    this.#places.hidden = true;
    fill(this.element, this.#status, this.#acts, this.#around, this.#places);
    if (this.#turnsOnly) this.#stay();
    this.#show();
    this.#look();
  }

  /** Nothing to walk: only a facing is asked for. */
  get #turnsOnly() {
    return this.question.start !== null && this.question.allowance === 0 && !this.question.driven;
  }

  get endangers() {
    return !this.#turnsOnly;
  }

  get #piece() {
    return this.desk.pieces.get(this.question.piece);
  }

  /** Whether a facing belongs to the answer, besides the way. */
  get #faces() {
    return !this.question.driven && (this.question.faces || this.#piece?.arc !== 0);
  }

  /** How it faces at a place it is put at, if nothing else is said. @param {Spot} spot */
  #ahead(spot) {
    return this.#way?.facings.at(-1) ?? inward(spot, this.desk.scene.table);
  }

  activate() {
    this.#mark();
    this.#endanger();
  }

  #endanger() {
    if (this.#reach && !this.#turnsOnly)
      this.#dangers.show([{ option: "", spots: this.#reach.spots }], this.question.start);
  }

  close() {
    this.#live = false;
    this.#bearing.close();
    this.#dangers.close();
    this.desk.board.facingMode(null);
    this.desk.board.cursor(false);
  }

  focus() {
    this.desk.board.focus({ preventScroll: true });
  }

  pointPiece() {}

  /** @param {string} id */
  pickPiece(id) {
    const piece = this.desk.pieces.get(id);
    if (!piece) return;
    if (this.#picked) return;
    if (id === this.question.piece && this.question.start && !this.question.driven) this.#stay();
    else this.pickSpot({ x: piece.x, y: piece.y, z: piece.z });
  }

  /** @param {Picked | null} spot */
  pointSpot(spot) {
    if (!spot || this.value || this.#picked) return;
    if (this.#swung !== (spot.swung ?? 0)) {
      this.#swung = spot.swung ?? 0;
      this.#mark();
    }
    this.#want({ x: spot.x, y: spot.y, z: spot.z ?? null });
  }

  /** Clicked with a mouse: it comes to face as it went, or as far from that as it was swung. @param {Picked} spot */
  async pickSpot(spot) {
    if (this.value || this.#picked) return;
    const way = await this.#ask({ x: spot.x, y: spot.y, z: spot.z ?? null });
    if (!way || !this.#live) return;
    if (way.cost === null || !way.path.length) this.desk.toast(way.words || "There is no way there.");
    else if (this.question.driven) this.#end(way);
    else this.#pick(way.path, spot);
  }

  /** @param {string} piece */
  lift(piece) {
    if (this.#moves(piece) && (this.value || this.#picked)) this.#unpick();
  }

  /** @param {string} piece @param {Picked} spot */
  moveTo(piece, spot) {
    if (!this.#moves(piece)) return false;
    this.lift(piece);
    this.pickSpot(spot);
    return true;
  }

  /** Whether it is asked where that piece goes. @param {string} piece */
  #moves(piece) {
    return piece === this.question.piece && !this.#turnsOnly;
  }

  /** @param {number} degrees */
  turn(degrees) {
    if (!this.#picked || this.value) return;
    if (this.#facing !== degrees) this.#amiss = "";
    this.#facing = degrees;
    this.#show();
    if (this.question.driven) this.#face(degrees);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && this.#picked && !this.#turnsOnly) {
      this.#unpick();
      return true;
    }
    if (event.key === "Enter" && this.#picked) {
      this.#finish();
      return true;
    }
    if (event.key.startsWith("Arrow") && !this.value) {
      this.desk.board.focus({ preventScroll: true });
      this.#cursor();
      return keyed(this.desk.board, event);
    }
    return false;
  }

  /** @param {unknown} value */
  suggest(value) {
    if (this.question.driven) {
      const { legs } = /** @type {{legs: Leg[]}} */ (value),
        { path, facing } = driven(this.question, legs);
      this.desk.board.setGhost(path[path.length - 1], facing);
      return { words: legWords(legs), whole: true };
    }
    const { path, facing } = /** @type {Gone} */ (value);
    const end = path.at(-1);
    const stays = this.question.start !== null && (!end || samePlace(end, this.question.start));
    const turned = facing === null ? "" : `, facing ${compass(facing)}`;
    if (end && !stays) {
      this.#want({ x: end[0], y: end[1], z: end[2] });
      this.desk.board.setGhost(end, facing ?? undefined);
    }
    const there = end && `${this.question.start ? "go to" : "stand at"} ${number(end[0])}, ${number(end[1])}`;
    return { words: stays ? `stay here${turned}` : there ? `${there}${turned}` : "", whole: true };
  }

  /** @param {unknown} value */
  accept(value) {
    this.value = /** @type {Gone | {legs: Leg[]} | undefined} */ (value);
    if (!this.value && this.#picked) this.#turnThere();
    this.#show();
  }

  /** The cross-hair starts at the piece or, where it is yet to be placed, in the middle of where it may stand. */
  #cursor() {
    const { board } = this.desk,
      spots = this.#reach?.spots ?? [];
    if (!board.crosshair && !this.question.start && spots.length) {
      const x = mean(spots.map((spot) => spot[0])),
        y = mean(spots.map((spot) => spot[1]));
      const off = (/** @type {number[]} */ spot) => Math.hypot(spot[0] - x, spot[1] - y);
      const near = spots.reduce((best, spot) => (off(spot) < off(best) ? spot : best));
      board.crosshair = { x: near[0], y: near[1] };
    }
    board.cursor(true);
  }

  // -------------------------------------------------------------- asking the server

  async #look() {
    try {
      this.#reach = await this.desk.ask({ do: "reach", part: this.part });
    } catch (fault) {
      if (fault instanceof NotAllowed && !fault.lost) this.desk.toast(fault.message);
    }
    if (!this.#live || !this.#reach) return;
    this.#mark();
    this.#listPlaces(this.#reach);
    this.#endanger();
    await this.#ponderStaying();
  }

  /** Whether it may stay where it is; else that is not offered. */
  async #ponderStaying() {
    if (!this.question.start || this.#turnsOnly) return;
    const value = this.question.driven ? { legs: [[0, 0]] } : { path: [], facing: null };
    try {
      await this.desk.ask({ do: "judge", part: this.part, value });
    } catch (fault) {
      if (!(fault instanceof NotAllowed) || fault.lost || !this.#live) return;
      this.#restless = fault.message;
      this.#show();
    }
  }

  /**
   * Only one is on its way; of those asked for meanwhile the latest counts.
   * @param {{x: number, y: number, z: number | null}} spot
   */
  async #want(spot) {
    this.#wanted = spot;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted && this.#live) {
      const wanted = this.#wanted;
      this.#wanted = null;
      const way = await this.#ask(wanted);
      if (!this.#live || this.#picked) break;
      if (way) {
        this.#way = way;
        this.#show();
      }
    }
    this.#asking = false;
  }

  /** @param {{x: number, y: number, z: number | null, facing?: number}} spot @returns {Promise<WayThere | null>} */
  async #ask(spot) {
    try {
      const way = await this.desk.ask({ do: "way", part: this.part, ...spot });
      if (this.#live && !this.#picked) this.#way = way;
      return way;
    } catch (fault) {
      if (fault instanceof NotAllowed && !fault.lost && this.#live) this.desk.toast(fault.message);
      return null;
    }
  }

  // -------------------------------------------------------------- picking

  /** @param {Spot[]} path @param {Picked} picked */
  #pick(path, { clicked, swung = 0 }) {
    const spot = path[path.length - 1];
    this.#picked = { path, spot };
    this.#wanted = null;
    if (clicked) this.#facing = this.#along(path, swung);
    if (clicked || !this.#faces) this.#finish();
    else this.#turnThere();
  }

  /**
   * How it faces at the end of a way, swung from there by so many degrees.
   * @param {Spot[]} path
   * @param {number} swung
   */
  #along(path, swung) {
    const facing = this.question.start ? alongIt(path) : this.#ahead(path[path.length - 1]);
    return facing === null ? null : facing + swung;
  }

  /** The end of a drive is picked; where the hull can come to face several ways, what is left is which.
   * @param {WayThere} way */
  #end(way) {
    const spot = way.path[way.path.length - 1];
    const found = (this.#reach?.spots ?? []).filter((row) => samePlace(row, spot)).map((row) => row[3]);
    this.#facings = this.question.driven && this.question.pivots ? undefined : found;
    this.#way = way;
    if (this.#facings && this.#facings.length < 2) {
      this.#drive(way.legs);
      return;
    }
    this.#picked = { path: way.path, spot, cost: way.cost ?? 0 };
    this.#wanted = null;
    this.#turnThere();
  }

  /** The way on which the hull comes to face so at the end that was picked. @param {number} facing */
  async #face(facing) {
    const picked = this.#picked;
    if (!picked) return null;
    const [x, y, z] = picked.spot;
    const way = await this.#ask({ x, y, z, facing });
    if (!way || !this.#live || this.#picked !== picked || this.#facing !== facing) return null;
    this.#way = way;
    this.#amiss = this.#askew(way, facing);
    this.#show();
    return way;
  }

  /** What else a way to that facing comes to than the end that was picked.
   * @param {WayThere} way @param {number} wanted */
  #askew(way, wanted) {
    const comes = way.facings.at(-1) ?? wanted;
    if (apart(comes, wanted) > 1) return `No room to face so: it comes to face ${compass(comes)}.`;
    const { question } = this,
      further = question.driven && question.pivots && (way.cost ?? 0) > (this.#picked?.cost ?? 0) + 0.05;
    return further ? `To face so it goes ${number(way.cost ?? 0)}″.` : "";
  }

  /** @param {Leg[]} legs */
  #drive(legs) {
    this.#wanted = null;
    this.value = { legs };
    this.#show();
    this.done();
  }

  #stay() {
    const start = this.question.start;
    if (!start) return;
    if (this.#restless) {
      this.desk.toast(sentence(this.#restless));
      return;
    }
    if (this.question.driven) {
      this.#drive([[0, 0]]);
      return;
    }
    this.#staying = true;
    this.#picked = { path: [], spot: start };
    if (!this.#faces) this.#finish();
    else this.#turnThere();
  }

  #unpick() {
    this.#picked = null;
    this.#amiss = "";
    this.#staying = false;
    this.#facing = null;
    this.#way = null;
    this.value = undefined;
    this.desk.board.facingMode(null);
    this.#show();
  }

  /** What is left is the facing; the board lets it be turned. */
  #turnThere() {
    if (!this.#picked) return;
    const { driven, start } = this.question;
    this.#facing = driven ? (this.#way?.facings.at(-1) ?? null) : start ? null : this.#ahead(this.#picked.spot);
    this.#mark();
    this.desk.board.facingMode(
      this.#picked.spot,
      (degrees) => {
        if (!this.#live || this.value) return;
        if (degrees === null) this.#turnsOnly ? this.#turnThere() : this.#unpick();
        else this.#finish();
      },
      driven ? this.#facings : undefined,
    );
    this.#show();
  }

  async #finish() {
    if (!this.#picked || this.value) return;
    if (this.question.driven && this.#facing !== null) {
      const told = this.#amiss,
        way = await this.#face(this.#facing);
      if (!way || this.value) return;
      if (told || !this.#amiss) this.#drive(way.legs);
      else this.#turnThere();
      return;
    }
    this.value = { path: this.#picked.path, facing: this.#facing };
    this.#show();
    this.done();
  }

  // -------------------------------------------------------------- showing

  #mark() {
    const way = this.#way,
      place = this.#picked?.spot ?? way?.path.at(-1) ?? null;
    this.desk.mark({
      borne: this.#bearing.from(this.#piece, place),
      acting: this.question.piece,
      moves: this.#turnsOnly ? [] : [this.question.piece],
      turns: this.#faces && !this.#picked && !this.value,
      reach: this.#reach && !this.#picked ? this.#reach.spots : undefined,
      way:
        way && !this.#staying
          ? {
              path: way.path,
              cost: way.cost,
              allowance: this.question.allowance,
              facing: this.#facing ?? this.#foreseen(way),
              sees: way.sees,
              seenBy: way.seen_by,
              dangers: this.desk.threats ? way.dangers : [],
            }
          : undefined,
    });
  }

  /** The facing at the end of a way before it is picked, as far as it is known. @param {WayThere} way */
  #foreseen({ path, cost, facings }) {
    if (this.question.driven) return facings.at(-1);
    const known = cost !== null && (this.#swung || facings.length);
    return known ? (this.#along(path, this.#swung) ?? undefined) : undefined;
  }

  #show() {
    this.#mark();
    fill(this.#status, this.#words());
    fill(this.#acts, this.#buttons());
    const there = this.#way && this.#way.cost !== null && !this.#staying && !this.value;
    fill(this.#around, there && outlook(this.desk, this.#way));
  }

  #words() {
    const { start, allowance } = this.question,
      way = this.#way;
    if (this.value) return [h("p", { class: "way-say" }, this.#staying ? "Stays here." : "The way is chosen.")];
    if (this.#picked) {
      return [
        this.#amiss && h("p", { class: "way-say no-way" }, this.#amiss),
        h(
          "p",
          { class: "way-say" },
          this.desk.touched
            ? "Now the facing: tap where to look."
            : "Now the facing: click where to look, or turn with ← and →.",
        ),
        h(
          "p",
          { class: "way-note" },
          `Facing ${compass(this.#facing ?? this.#piece?.facing ?? 0)}${this.#facing === null ? " as now" : ""}.`,
        ),
        way?.words && h("p", { class: "way-note" }, sentence(way.words)),
        way && this.question.driven && h("p", { class: "way-note" }, sentence(legWords(way.legs))),
      ];
    }
    const pick = this.desk.touched ? "Tap" : "Click";
    const far = start ? `, within ${number(allowance)}″` : " of the table";
    const turns = this.#faces && !this.desk.touched && this.#piece !== undefined;
    const where = h(
      "p",
      { class: "way-say" },
      `${pick} a lit place${far}${turns ? "; press and drag to face elsewhere" : ""}.`,
    );
    if (!way) return [where];
    if (way.cost === null)
      return [where, h("p", { class: "way-say no-way" }, sentence(way.words || "there is no way there"))];
    return [
      where,
      start ? cost(way.cost, allowance) : null,
      way.words && h("p", { class: "way-note" }, sentence(way.words)),
      this.question.driven && h("p", { class: "way-note" }, sentence(legWords(way.legs))),
    ];
  }

  #buttons() {
    const { start } = this.question;
    if (this.value) return [button("Change", () => this.#unpick(), { class: "btn quiet" })];
    const stay =
      start &&
      !this.#turnsOnly &&
      (!this.#picked || this.#staying) &&
      button(
        this.#staying ? "Stay here, facing as now" : "Stay here",
        () => (this.#staying ? this.#finish() : this.#stay()),
        {
          "data-testid": "stay",
          class: this.#staying ? "btn main" : "btn",
          disabled: this.#restless !== "",
          title: sentence(this.#restless || "It stays where it is"),
        },
      );
    const asIs =
      this.#picked &&
      !(this.#staying && !this.#turnsOnly) &&
      button(
        this.#facing === null ? "Keep the facing" : "Face this way",
        () => this.#finish(),
        { class: "btn main", "data-testid": "as-is" },
        "Enter",
      );
    const face =
      this.#picked &&
      this.#staying &&
      !this.#turnsOnly &&
      this.#facing !== null &&
      button("Face this way", () => this.#finish(), { class: "btn", "data-testid": "as-is" }, "Enter");
    const back =
      this.#picked &&
      !this.#turnsOnly &&
      button("Another place", () => this.#unpick(), { class: "btn quiet" }, "Esc");
    return [stay, asIs, face, back];
  }

  /** @param {Reachable} reach */
  #listPlaces(reach) {
    if (!reach.landmarks.length) {
      if (!reach.spots.length && !this.#turnsOnly)
        fill(this.#status, h("p", { class: "way-say" }, "There is nowhere to go from here."));
      return;
    }
    this.#places.hidden = this.#turnsOnly;
    fill(
      this.#places,
      h("summary", null, "Places by name"),
      h(
        "ul",
        { class: "places-list" },
        reach.landmarks.map(({ words, spot }) =>
          h(
            "li",
            null,
            button(print(words), () => this.pickSpot({ x: spot[0], y: spot[1], z: spot[2] }), {
              class: "btn quiet",
              "data-testid": "landmark",
              onfocus: () => this.pointSpot({ x: spot[0], y: spot[1], z: spot[2] }),
              onmouseenter: () => this.pointSpot({ x: spot[0], y: spot[1], z: spot[2] }),
            }),
          ),
        ),
      ),
    );
  }
}

/** Whom it would see there, who would see it, and what could strike it.
 * @param {Desk} desk @param {WayThere | null} way */
function outlook(desk, way) {
  if (!way) return null;
  if (![...desk.pieces.values()].some((piece) => piece.on_table && piece.side !== desk.scene.side)) return null;
  return h(
    "div",
    { class: "outlook" },
    h(
      "p",
      null,
      way.sees.length ? [h("span", null, "Sees "), whom(desk, way.sees)] : h("span", null, "Sees no enemy"),
    ),
    h(
      "p",
      null,
      way.seen_by.length
        ? [h("span", null, "Seen by "), whom(desk, way.seen_by)]
        : h("span", null, "Seen by no enemy"),
    ),
    way.dangers.length > 0 &&
      h(
        "table",
        { class: "mods dangers", "data-testid": "dangers" },
        h("caption", null, "Next turn, chance to be taken out there"),
        h(
          "tbody",
          null,
          [...way.dangers].sort((a, b) => b.value - a.value).map((danger) => dangerRow(desk, danger)),
        ),
      ),
  );
}

/** What he could do, and on what condition. @param {Danger} danger */
export function given({ how, given }) {
  return given ? `${how} ${given}` : how;
}

/** Who acts together is named together. @param {Desk} desk @param {string[]} ids */
function whom(desk, ids) {
  return list([...new Set(ids.map((id) => nameOf(desk, id)))]);
}

/** @param {Desk} desk @param {string} id */
function nameOf(desk, id) {
  const piece = desk.pieces.get(id);
  return (piece && desk.groups.get(piece.group)?.name) || piece?.name || id;
}

/** @param {Desk} desk @param {Danger} danger */
function dangerRow(desk, danger) {
  const name = nameOf(desk, danger.piece),
    how = print(given(danger));
  return h(
    "tr",
    { title: print(danger.words) },
    h(
      "td",
      null,
      h("b", null, name),
      " ",
      h("span", null, how.startsWith(name) ? how.slice(name.length) : how),
      danger.value === 0 && h("span", null, `: ${print(danger.words)}`),
    ),
    h("td", null, percent(danger.value)),
    h("td", null, danger.value > 0 && danger.chance.length < 12 ? danger.chance : ""),
  );
}
