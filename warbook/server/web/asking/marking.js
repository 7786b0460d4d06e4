// What a form shows on the board.

import { planOf, saidLines } from "./answers.js";
import { isPlace, placeOf } from "./parts.js";

/** @import { Form, Table } from "../shared/types.js" */

/**
 * What a part points out, and with it what the others would do. With none open, who is yet to be answered for.
 * @param {Form} question
 * @param {any} marks of the part that is open
 * @param {{of: string | undefined, nested: boolean, table: Table, valueOf: (name: string) => unknown,
 *   pieceOf: (name: string) => string}} form `of`: the part that is open
 */
export function formMarks(question, marks, { of, nested, table, valueOf, pieceOf }) {
  const parts = Object.entries(question.parts);
  const others = parts
    .filter(([name]) => name !== of)
    .flatMap(([name, part]) => planOf(part, valueOf(name), table, pieceOf(name)))
    .map((stand) => ({
      ...stand,
      looked: nested || stand.piece === marks.pointed,
      faint: of !== undefined && !nested,
    }));
  const open =
    of !== undefined || nested
      ? []
      : parts
          .filter(([name]) => valueOf(name) === undefined)
          .map(([name, part]) => ({
            id: name,
            piece: pieceOf(name) || undefined,
            spot: placeOf(part) ?? undefined,
          }));
  const said = parts.flatMap(([name, part]) => {
    const spot = placeOf(part),
      value = valueOf(name),
      [line] = spot && value !== undefined ? saidLines(part, value, table) : [];
    return spot && line ? [{ spot, words: line.head || line.words }] : [];
  });
  const moves = parts.filter(([, part]) => isPlace(part)).map(([name]) => pieceOf(name));
  return { options: open, said, ...marks, moves, plan: [...others, ...(marks.plan ?? [])] };
}
