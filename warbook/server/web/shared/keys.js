// The board by keyboard: moving the cross-hair, turning, zoom.

import { crosshair } from "../board/aids.js";
import { beside, cellAt } from "../board/hexes.js";

/** @typedef {import("../board/board.js").WarBoard} WarBoard */

const STEP = 0.5,
  STRIDE = 3;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** What a key does on the board.
 * @param {WarBoard} board
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it meant anything
 */
export function keyed(board, event) {
  const arrow = ARROWS[event.key];
  if (board.turning) {
    if (arrow) board.turn(turnedBy(board.turning, arrow[1] - arrow[0], event.shiftKey ? 45 : 15), false);
    else if (event.key === "Enter") board.turn(board.turning.facing, true);
    else if (event.key === "Escape") board.stopTurning();
    else return false;
    return true;
  }
  if (event.key === "+" || event.key === "=") board.zoom(1.25);
  else if (event.key === "-") board.zoom(0.8);
  else if (event.key === "PageUp") board.level(1);
  else if (event.key === "PageDown") board.level(-1);
  else if (board.crosshair && arrow) step(board, board.crosshair, arrow, event.shiftKey ? STRIDE : STEP);
  else if (board.crosshair && event.key === "Enter") {
    const { x, y } = board.crosshair;
    board.hand.pick(board.pieceNear(x, y), board.spotOn(x, y));
  } else return false;
  return true;
}

/** The facing after a step to the left (1) or right (-1): by so many degrees, or to the next of those there are.
 * @param {{facing: number, facings?: number[]}} turning
 * @param {number} way
 * @param {number} by
 */
function turnedBy({ facing, facings }, way, by) {
  if (!facings) return facing + way * by;
  const far = (/** @type {number} */ each) => ((((each - facing) * way) % 360) + 360) % 360 || 360;
  return facings.reduce((best, each) => (far(each) < far(best) ? each : best));
}

/** @param {WarBoard} board
 *  @param {{x: number, y: number}} at
 *  @param {[number, number]} arrow
 *  @param {number} by
 */
function step(board, at, [right, up], by) {
  const [dx, dy] = board.view.along(right, up);
  const { width, depth } = board.table;
  const along = (/** @type {number} */ from, /** @type {number} */ most) =>
    Math.max(0, Math.min(most, Math.round(from / STEP) * STEP));
  const { x, y } =
    board.table.kind === "hexes"
      ? nextHex(board.table, at, [dx, dy])
      : { x: along(at.x + dx * by, width), y: along(at.y + dy * by, depth) };
  board.crosshair = { x, y };
  const [px, py] = board.view.toScreen(x, y),
    edge = 40;
  const back = (/** @type {number} */ at, /** @type {number} */ room) =>
    Math.max(0, edge - at) - Math.max(0, at - room + edge);
  board.view.pan(back(px, board.view.width), back(py, board.view.height));
  crosshair(board);
  board.hand.point(board.pieceNear(x, y));
  board.tell("point-spot", board.spotOn(x, y));
}

/** The hex beside another towards an arrow: sideways up or down in turn, so that one goes straight on.
 * @param {import("./types.js").HexTable} table
 * @param {{x: number, y: number}} at
 * @param {[number, number]} arrow
 */
function nextHex(table, at, [dx, dy]) {
  const cell = cellAt(table, at.x, at.y) ?? table.cells[0];
  const low = Math.round(cell.y / (table.spacing / 2)) % 2 === 0;
  const ways = dy > 0 ? [0] : dy < 0 ? [3] : dx > 0 ? [1, 2] : [5, 4];
  const found = (low ? ways : ways.reverse()).map((way) => beside(table, cell, way)).find(Boolean);
  return found ?? cell;
}
