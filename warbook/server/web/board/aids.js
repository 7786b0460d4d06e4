// Aids on the board: the ruler, the cross-hair, and the board in words.

import { UNIT, inches, pill, round, svg } from "../shared/svg.js";
import { groundAt } from "./terrain.js";
import { screenRadius } from "./tokens.js";
import { cellAt, hexesApart, snapped } from "./hexes.js";

/** @typedef {import("./board.js").WarBoard} WarBoard */

/** Draws the ruler from one place of the screen to another; on a token it measures from its middle.
 * @param {WarBoard} board
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
export function measure(board, from, to) {
  const [one, two] = [from, to].map((at) =>
    snapped(board.table, board.tokens.get(board.hand.pieceAt(...at, 0) ?? "")?.piece ?? board.spotAt(...at)),
  );
  const flat = Math.hypot(two.x - one.x, two.y - one.y),
    rise = two.z - one.z,
    far = Math.hypot(flat, rise).toFixed(1);
  const hexes = board.table.kind === "hexes" ? hexesApart(board.table, one, two) : null;
  const words =
    hexes !== null
      ? `${hexes} ${hexes === 1 ? "hex" : "hexes"}`
      : Math.abs(rise) > 0.05
        ? `${far}″ · ${rise > 0 ? "up" : "down"} ${inches(Math.abs(rise))}`
        : `${far}″`;
  const [x, y, u, v] = [one.x, board.depth - one.y, two.x, board.depth - two.y].map((n) => round(n * UNIT)),
    d = `M${x} ${y}L${u} ${v}`;
  clear(board, ".wb-ruler");
  board.aids.append(
    svg(
      "g",
      { class: "wb-ruler" },
      svg("path", { class: "wb-tape back", d }),
      svg("path", { class: "wb-tape", d }),
      svg(
        "g",
        { transform: `translate(${(x + u) / 2} ${(y + v) / 2})` },
        svg("g", { class: "wb-unit" }, pill(words)),
      ),
    ),
  );
}

/** Points at pieces and at a place, until it points elsewhere.
 * @param {WarBoard} board
 * @param {string[]} pieces
 * @param {[number, number] | null} spot
 */
export function beckon(board, pieces, spot) {
  clear(board, ".wb-beckon");
  const ring = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ kind) =>
    svg(
      "g",
      {
        class: `wb-beckon ${kind}`,
        transform: `translate(${round(x * UNIT)} ${round((board.depth - y) * UNIT)})`,
      },
      svg("g", { class: "wb-unit" }, svg("circle", { class: "back", r: 22 }), svg("circle", { r: 22 })),
    );
  for (const id of pieces) {
    const piece = board.tokens.get(id)?.piece,
      there = (piece?.aboard && board.tokens.get(piece.aboard)?.piece) || piece;
    if (there?.on_table) board.aids.append(ring(there.x, there.y, "who"));
  }
  if (spot) board.aids.append(ring(spot[0], spot[1], "where"));
}

/** Draws the cross-hair, or takes it away, and says what is under it.
 * @param {WarBoard} board
 */
export function crosshair(board) {
  clear(board, ".wb-crosshair");
  board.describe();
  if (!board.crosshair) return;
  const { x, y } = board.crosshair,
    d = "M-22 0H-5M5 0H22M0 -22V-5M0 5V22";
  board.aids.append(
    svg(
      "g",
      { class: "wb-crosshair", transform: `translate(${round(x * UNIT)} ${round((board.depth - y) * UNIT)})` },
      svg(
        "g",
        { class: "wb-unit" },
        svg("path", { class: "back", d }),
        svg("path", { d }),
        svg("circle", { r: 1.6 }),
      ),
    ),
  );
}

/** What is on the table or, where there is a cross-hair, under it.
 * @param {WarBoard} board
 */
export function wordsOf(board) {
  if (!board.crosshair) {
    const there = [...board.tokens.values()].filter((token) => token.piece.on_table);
    const count = board.sides.map(
      (side) => `${side.name} ${there.filter((token) => token.piece.side === side.id).length}`,
    );
    const { table } = board,
      size = table.kind === "hexes" ? `${table.cells.length} hexes` : `${table.width} by ${table.depth} inches`;
    return `The table ${table.name}, ${size}. ${count.join(", ")}`.trim();
  }
  const { x, y, z } = board.spotOn(board.crosshair.x, board.crosshair.y);
  if (board.table.kind === "hexes") return hexWords(board, board.table, x, y);
  const piece = board.tokens.get(board.pieceNear(x, y) ?? "")?.piece;
  const words = piece ? [[piece.name, board.sideName(piece.side), ...piece.states].join(", ") + ";"] : [];
  words.push(`${x} east, ${y} north,`, z > 0.05 ? `${inches(z)} up,` : "", groundAt(board.table, x, y, z));
  if (board.marks.levels.length) words.push(board.marks.levelAt(x, y) === null ? "out of reach" : "in reach");
  return words.filter(Boolean).join(" ");
}

/** @param {WarBoard} board
 *  @param {import("../shared/types.js").HexTable} table
 *  @param {number} x
 *  @param {number} y
 */
function hexWords(board, table, x, y) {
  const cell = cellAt(table, x, y),
    there = [...board.tokens.values()].filter(
      ({ piece }) => piece.on_table && cellAt(table, piece.x, piece.y) === cell,
    );
  const chosen = (board.marks.now.options ?? []).some(
    ({ spot, barred }) => spot && !barred && cellAt(table, spot[0], spot[1]) === cell,
  );
  const who = there.map(({ piece }) => [piece.name, board.sideName(piece.side), ...piece.states].join(", "));
  return [`Hex ${cell?.name ?? ""}, ${groundAt(table, x, y, 0)}`, ...who, chosen ? "can be chosen" : ""]
    .filter(Boolean)
    .join("; ");
}

/** @param {WarBoard} board
 *  @param {string} what
 */
function clear(board, what) {
  for (const each of board.aids.querySelectorAll(what)) each.remove();
}

/** Put a card beside a piece, inside the window; in the lower middle if there is no such piece.
 * @param {WarBoard} board
 * @param {HTMLElement} card
 * @param {string} id
 */
export function beside(board, card, id) {
  const token = board.tokens.get(id),
    { width, height } = board.view,
    box = { wide: card.offsetWidth, tall: card.offsetHeight };
  const [x, y] = token?.piece.on_table ? board.view.toScreen(token.spot.x, token.spot.y) : [width / 2, height - 30];
  const room = token ? screenRadius(token, board) + 12 : 0,
    above = y - room - box.tall;
  card.style.left = `${Math.max(8, Math.min(width - box.wide - 8, x - box.wide / 2))}px`;
  card.style.top = `${Math.max(8, Math.min(height - box.tall - 8, above < 8 ? y + room : above))}px`;
}
