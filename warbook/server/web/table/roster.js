// One's own pieces, and who of them is yet to act: those an open option refers to. Those who act together have one
// place.

import { h } from "../shared/dom.js";
import { lettersOf } from "../board/tokens.js";
import { print, sideClass } from "../shared/wording.js";

/** @import { Asked, Group, Piece, Scene } from "../shared/types.js" */

const ROOMY = 6; // of so many pieces each has room for what it carries

export class RosterStrip extends HTMLElement {
  /** What happens when a piece is chosen here, or pointed at. @type {(piece: string) => void} */ chosen = () => {};
  /** @type {(piece: string | null) => void} */ pointed = () => {};

  /**
   * @param {Scene} scene
   * @param {Piece[]} pieces
   * @param {Group[]} groups
   * @param {Asked | null} question
   */
  show(scene, pieces, groups, question) {
    const letters = lettersOf(pieces),
      mine = together(pieces, groups).filter((each) => scene.side === null || each.side === scene.side);
    const open = question ? openPieces(question) : new Set();
    const acting = question && question.kind !== "form" ? question.piece : "";
    const choosing = mine.some((piece) => open.has(piece.id));
    this.dataset.testid = "roster";
    this.replaceChildren(
      ...mine.map((piece) => {
        const ready = choosing && open.has(piece.id);
        const off = piece.id !== acting && (choosing ? !ready : !piece.on_table && !piece.aboard);
        return h(
          "button",
          {
            type: "button",
            "data-piece": piece.id,
            class:
              `chip ${sideClass(scene, piece.side)}${piece.id === acting ? " on" : ""}` +
              `${ready ? " ready" : ""}${off ? " off" : ""}${piece.on_table || piece.aboard ? "" : " gone"}`,
            title:
              `${piece.name}: ${[piece.words, ...piece.states].filter(Boolean).join(", ")}` +
              `${ready ? "; yet to act" : ""}`,
            onclick: () => this.chosen(piece.id),
            onmouseenter: () => this.pointed(piece.id),
            onmouseleave: () => this.pointed(null),
            onfocus: () => this.pointed(piece.id),
            onblur: () => this.pointed(null),
          },
          h("u", { "aria-hidden": "true" }, letters.get(piece.id) ?? piece.letter),
          h("b", null, piece.name),
          h(
            "small",
            null,
            short(
              piece,
              ready,
              mine.length <= ROOMY,
              pieces.find(({ id }) => id === piece.aboard),
            ),
          ),
        );
      }),
    );
    this.querySelector(".on, .ready")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }
}
customElements.define("roster-strip", RosterStrip);

/**
 * Several who act together as one, in the place of the first: how many are left stands for a letter.
 * @param {Piece[]} pieces
 * @param {Group[]} groups
 * @returns {Piece[]}
 */
export function together(pieces, groups) {
  const found = new Map();
  for (const piece of pieces) {
    const group = groups.find(({ id }) => id === piece.group),
      all = group ? pieces.filter((each) => each.group === piece.group) : [];
    if (!group || all.length < 2) found.set(piece.id, piece);
    else if (!found.has(group.id)) {
      const { id, name, words, states, members } = group,
        on_table = all.some((each) => each.on_table);
      found.set(id, { ...piece, id, name, words, states, letter: String(members.length), on_table });
    }
  }
  return [...found.values()];
}

/** @param {Piece} piece @param {boolean} ready @param {boolean} roomy @param {Piece} [carrier] */
function short(piece, ready, roomy, carrier) {
  if (!piece.on_table && !ready && carrier) return [...piece.states, `in ${carrier.name}`].join(", ");
  if (!piece.on_table && !ready) return piece.states.length ? piece.states.join(", ") : "off table";
  const [kind, first] = piece.words.split(", ");
  const also = piece.states.length ? (roomy ? [kind] : []) : roomy ? [kind, first] : [kind];
  return print([...piece.states, ...also].filter(Boolean).join(" · "));
}

/** The pieces that open options refer to, also within forms. @param {Asked} question @returns {Set<string>} */
function openPieces(question) {
  if (question.kind === "choose") {
    return new Set(question.options.filter((option) => option.piece && !option.barred).map((option) => option.piece));
  }
  if (question.kind === "form") {
    return new Set(Object.values(question.parts).flatMap((part) => [...openPieces(part)]));
  }
  return new Set();
}
