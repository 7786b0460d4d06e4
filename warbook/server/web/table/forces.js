// Who fights for a side, as far as it is known: opened by a press on the side's name, whoever's turn it is.

import { button, h } from "../shared/dom.js";
import { lettersOf } from "../board/tokens.js";
import { capital, print, sideClass, sideName } from "../shared/wording.js";
import { together } from "./roster.js";

/** @import { Group, Piece, Scene } from "../shared/types.js" */

/**
 * @param {Scene} scene
 * @param {string} side
 * @param {Piece[]} pieces
 * @param {Group[]} groups
 * @param {(piece: string) => void} look at one of them
 */
export function forceList(scene, side, pieces, groups, look) {
  const letters = lettersOf(pieces),
    all = together(pieces, groups).filter((each) => each.side === side);
  const dialog = h(
    "dialog",
    { class: `force-list ${sideClass(scene, side)}`, "data-testid": "force-list" },
    h("h1", { tabindex: "-1", autofocus: true }, sideName(scene, side)),
    h("p", null, all.length ? "Press one for all that is known of it." : "Nobody of them is known yet."),
    h(
      "ul",
      null,
      all.map((each) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", class: "opt", "data-piece": each.id, onclick: () => (dialog.close(), look(each.id)) },
            h("b", null, letters.get(each.id) ?? each.letter),
            h("span", null, each.name, h("small", null, print(told(each)))),
          ),
        ),
      ),
    ),
    button("Back to the table", () => dialog.close(), { class: "btn main" }),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Piece} piece */
function told({ words, states, on_table, aboard }) {
  const where = !on_table && !aboard && !states.length ? ["off table"] : [];
  return capital([words, ...states, ...where].filter(Boolean).join(" · "));
}
