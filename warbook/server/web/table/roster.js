// One's own pieces, and who of them is yet to act: those an open option refers to.

import { h } from "../shared/dom.js";
import { lettersOf } from "../board/tokens.js";
import { print, sideClass } from "../shared/wording.js";

/** @import { Piece, Question, Scene } from "../shared/types.js" */

const ROOMY = 9; // of so many pieces each has room for what it carries

export class RosterStrip extends HTMLElement {
  /** What happens when a piece is chosen here, or pointed at. @type {(piece: string) => void} */ chosen = () => {};
  /** @type {(piece: string | null) => void} */ pointed = () => {};

  /**
   * @param {Scene} scene
   * @param {Piece[]} pieces
   * @param {Question | null} question
   */
  show(scene, pieces, question) {
    const mine = pieces.filter((piece) => scene.side === null || piece.side === scene.side);
    const letters = lettersOf(pieces);
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

/** @param {Piece} piece @param {boolean} ready @param {boolean} roomy @param {Piece} [carrier] */
function short(piece, ready, roomy, carrier) {
  if (!piece.on_table && !ready && carrier) return [`in ${carrier.name}`, ...piece.states].join(", ");
  if (!piece.on_table && !ready) return piece.states.length ? piece.states.join(", ") : "off table";
  const [kind, first] = piece.words.split(", ");
  return print((piece.states.length ? piece.states : roomy ? [kind, first] : [kind]).filter(Boolean).join(" · "));
}

/** The pieces that open options refer to, also within forms. @param {Question} question @returns {Set<string>} */
function openPieces(question) {
  if (question.kind === "choose") {
    return new Set(question.options.filter((option) => option.piece && !option.barred).map((option) => option.piece));
  }
  if (question.kind === "form") {
    return new Set(Object.values(question.parts).flatMap((part) => [...openPieces(part)]));
  }
  return new Set();
}
