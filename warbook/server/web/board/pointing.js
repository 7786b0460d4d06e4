// What a mouse or a finger does on the board: it points, picks, drags a piece to a place, draws a facing, measures.

import { measure } from "./aids.js";
import { samePlace } from "./hexes.js";
import { screenRadius } from "./tokens.js";

/** @typedef {import("./board.js").WarBoard} WarBoard */
/** @typedef {import("../shared/types.js").Spot} Spot */

const FINGER = 20; // pixels round a finger in which the nearest token is meant
const GRIP = { mouse: 8, touch: 15 }; // pixels from the middle of a small token at which it can be taken hold of
const SWING = 15; // degrees

export class Hand {
  /** Where the pointer is, in pixels. @type {[number, number] | null} */ pointer = null;
  /** The piece under it. @type {string | null} */ pointed = null;
  /** The piece that is being dragged. @type {string | null} */ lifted = null;
  /** Degrees by which whoever goes will face otherwise than along the way. */ swung = 0;
  /** Where a drag ended before what it turns was there. @type {{x: number, y: number} | null} */ released = null;
  measuring = false;
  /** Where the ruler was laid on by a click. @type {[number, number] | null} */ #from = null;
  /** The place that was painted last, while one paints. @type {string | null} */ #painted = null;

  /** @param {WarBoard} board */
  constructor(board) {
    this.board = board;
  }

  // ---------------------------------------------------------------- pointing and picking

  /** Browsers tell of a move once a frame: what it shows is in that very frame. @param {number} px
   *  @param {number} py */
  hover(px, py) {
    this.pointer = [px, py];
    const { board } = this,
      spot = board.spotAt(px, py);
    if (this.measuring) {
      if (this.#from) measure(board, this.#from, [px, py]);
      return;
    }
    if (board.turning) {
      board.turn(board.bearing(spot), false);
      return;
    }
    if (this.#painted !== null) {
      this.#paint(spot);
      return;
    }
    if (this.lifted) board.setGhost([spot.x, spot.y, spot.z]);
    else this.point(this.pieceAt(px, py, 0));
    board.tell("point-spot", board.onTable(spot) ? { ...spot, swung: this.swung } : null);
  }

  leave() {
    this.pointer = null;
    if (this.board.turning || this.measuring) return;
    this.point(null);
    this.board.tell("point-spot", null);
  }

  /** A long press or a right click on a piece: its card, to stay. @param {number} px @param {number} py */
  look(px, py) {
    const piece = this.pieceAt(px, py, FINGER);
    if (piece) this.board.tell("look-piece", { piece, stays: true });
    return piece !== null;
  }

  /** @param {number} px @param {number} py @param {PointerEvent} event */
  click(px, py, event) {
    const { board } = this,
      finger = event.pointerType === "mouse" ? 0 : FINGER,
      spot = board.spotAt(px, py);
    if (this.measuring) this.#lay([px, py]);
    else if (board.turning) board.turn(board.bearing(spot), true);
    else this.pick(this.pieceAt(px, py, finger), spot, finger === 0);
  }

  /** @param {string | null} piece
   *  @param {{x: number, y: number, z: number}} spot
   *  @param {boolean} [clicked]  with a mouse
   */
  pick(piece, spot, clicked = false) {
    const { board } = this,
      { now } = board.marks,
      options = now.options ?? [],
      group = board.tokens.get(piece ?? "")?.piece.group,
      about = options.some((option) => option.piece && (option.piece === piece || option.piece === group));
    const off = (/** @type {{spot?: Spot | null}} */ option) =>
      Math.hypot((option.spot?.[0] ?? Infinity) - spot.x, (option.spot?.[1] ?? Infinity) - spot.y);
    const near = options
      .filter(
        (option) =>
          option.spot && samePlace(board.table, { x: option.spot[0], y: option.spot[1] }, spot, FINGER / board.scale),
      )
      .sort((a, b) => off(a) - off(b))[0];
    const goes = near && (near.leads ? piece === now.acting : board.table.kind === "hexes" && !about);
    if (piece && !goes) {
      this.point(piece);
      if (!about) board.tell("look-piece", { piece, stays: false });
      board.tell("pick-piece", { piece, option: options.find((option) => option.piece === piece)?.id ?? null });
    } else if (near?.spot)
      board.tell("pick-spot", { x: near.spot[0], y: near.spot[1], z: near.spot[2], option: near.id });
    else if (board.onTable(spot)) board.tell("pick-spot", { ...spot, option: null, clicked, swung: this.#spent() });
  }

  /** @param {string | null} piece */
  point(piece) {
    if (piece === this.pointed) return;
    this.pointed = piece;
    this.board.classList.toggle("wb-over", piece !== null);
    this.board.tell("point-piece", { piece });
  }

  /** The nearest token that is meant there. Where one chooses a place to go, only what is on the token itself.
   * @param {number} px
   * @param {number} py
   * @param {number} finger
   * @returns {string | null}
   */
  pieceAt(px, py, finger) {
    const { board } = this,
      going = board.marks.levels.length > 0,
      chosen = (board.marks.now.options ?? []).some((option) => option.piece),
      [x, y] = board.view.toTable(px, py);
    let best = null,
      least = Infinity;
    for (const [id, token] of board.tokens) {
      if (!token.piece.on_table) continue;
      const far = (going ? Math.hypot(x - token.spot.x, y - token.spot.y) : token.off(x, y)) * board.scale;
      const room = going
        ? Math.max(token.radius * board.scale, 7)
        : Math.max(screenRadius(token, board) + 3, chosen ? FINGER : finger);
      if (far <= room && far < least) [best, least] = [id, far];
    }
    return best;
  }

  // ---------------------------------------------------------------- dragging

  /** What a drag from there does, if it does not move the table: it takes a piece along or, with a mouse, is drawn from
   *  a place, which it picks, to where one looks from it. @param {number} px @param {number} py @param {boolean} mouse
   *  @returns {"lifts" | "draws" | "paints" | null} */
  drags(px, py, mouse) {
    const { board } = this;
    this.released = null;
    if (board.turning) return null;
    this.lifted = this.#held(px, py, mouse);
    if (this.lifted) {
      this.swung = 0;
      board.classList.add("wb-lifting");
      board.tell("lift-piece", { piece: this.lifted });
      return "lifts";
    }
    const spot = board.spotAt(px, py);
    if (board.marks.now.paints) {
      this.#painted = "";
      this.#paint(spot);
      return "paints";
    }
    if (!mouse || !board.marks.now.turns || board.marks.levelAt(spot.x, spot.y) === null) return null;
    board.tell("pick-spot", { ...spot, option: null });
    return "draws";
  }

  /** A drag picks every place it comes over, once. @param {{x: number, y: number, z: number}} spot */
  #paint(spot) {
    const place = `${spot.x} ${spot.y}`;
    if (place === this.#painted || !this.board.onTable(spot)) return;
    this.#painted = place;
    this.board.tell("pick-spot", { ...spot, option: null });
  }

  /** The piece that is taken hold of there, as it would stand or as it stands.
   * @param {number} px @param {number} py @param {boolean} mouse */
  #held(px, py, mouse) {
    const { board } = this,
      moves = new Set(board.marks.now.moves ?? []),
      [x, y] = board.view.toTable(px, py);
    const stands = [
      ...board.marks.planned().map(({ token, spot }) => ({ token, x: spot[0], y: spot[1] })),
      ...[...board.tokens.values()].filter(({ piece }) => piece.on_table).map((token) => ({ token, ...token.spot })),
    ];
    const held = stands.find(({ token, ...at }) => {
      const { id, group } = token.piece,
        off = at.x === token.spot.x && at.y === token.spot.y ? token.off(x, y) : Math.hypot(x - at.x, y - at.y);
      const room = Math.max(screenRadius(token, board), GRIP[mouse ? "mouse" : "touch"]);
      return (moves.has(id) || moves.has(group)) && off * board.scale <= room;
    });
    return held?.token.piece.id ?? null;
  }

  /** The end of a drag; that of a facing may come before the way to the place is known.
   * @param {number} px @param {number} py */
  release(px, py) {
    const { board, lifted: piece } = this,
      spot = board.spotAt(px, py);
    if (this.#painted !== null) {
      this.#paint(spot);
      this.#painted = null;
      return;
    }
    if (!piece) {
      if (board.turning) board.turn(board.bearing(spot), true);
      else this.released = spot;
      return;
    }
    this.letGo();
    const token = board.tokens.get(piece),
      back = token?.piece.on_table && token.off(spot.x, spot.y) * board.scale < screenRadius(token, board);
    if (board.onTable(spot) && !back)
      board.tell("drop-piece", { piece, spot: { ...spot, clicked: true, swung: this.#spent() } });
  }

  /** What was dragged is put down where it was. */
  letGo() {
    this.lifted = null;
    this.board.classList.remove("wb-lifting");
    this.board.setGhost(null);
  }

  /** Whoever goes where one points will face further to the left (1) or to the right (-1). @param {number} way */
  swing(way) {
    if (!this.board.marks.now.turns) return false;
    this.swung += way * SWING;
    if (this.pointer) this.hover(...this.pointer);
    return true;
  }

  /** The facing that was set counts for one place. */
  #spent() {
    const { swung } = this;
    this.swung = 0;
    return swung;
  }

  // ---------------------------------------------------------------- measuring

  /** Clicks and drags measure, until it is switched off. @param {boolean} on */
  ruler(on) {
    this.measuring = on;
    this.#from = null;
    this.board.classList.toggle("wb-measuring", on);
    this.board.aids.querySelector(".wb-ruler")?.remove();
  }

  /** @param {[number, number]} from @param {[number, number]} to */
  measure(from, to) {
    this.#from = null;
    measure(this.board, from, to);
  }

  /** The first click lays the ruler on, the second reads it. @param {[number, number]} at */
  #lay(at) {
    measure(this.board, this.#from ?? at, at);
    this.#from = this.#from ? null : at;
  }
}
