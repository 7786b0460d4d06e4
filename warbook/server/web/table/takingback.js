// Taking an answer back, and what the others say to it.

import { faultWords } from "../asking/choose.js";
import { button, fill, h } from "../shared/dom.js";
import { announce, toast } from "../shared/voice.js";
import { askedBack, sideName } from "../shared/wording.js";

/** @import { Scene, State } from "../shared/types.js" */
/** @import { Link } from "./link.js" */

/** @param {Link | null} link */
export async function takeBack(link) {
  const state = link?.state;
  if (!link || !state?.undo) return;
  const asks = state.undo === "consent";
  try {
    const done = await link.ask({ do: "undo", at: state.at, how: state.undo });
    toast(done.words || (asks ? "The others have been asked" : "Taken back"));
  } catch (fault) {
    toast(faultWords(fault));
  }
}

/**
 * Who asks to take an answer back, and whom: whoever is asked allows or refuses it here.
 * @param {HTMLElement} notice
 * @param {Link} link
 * @param {Scene} scene
 * @param {State} state
 */
export function showRequest(notice, link, scene, state) {
  notice.hidden = !state.asking;
  if (!state.asking) {
    notice.replaceChildren();
    return;
  }
  if (!state.asked.includes(scene.side ?? "")) {
    fill(notice, h("p", null, askedBack(scene, state)));
    return;
  }
  const reply = (/** @type {boolean} */ yes) => {
    notice.hidden = true;
    link.ask({ do: "consent", at: state.at, asking: state.asking, yes }).then(
      (done) => done.words && toast(done.words),
      (fault) => toast(faultWords(fault)),
    );
  };
  const who = sideName(scene, state.asking);
  fill(
    notice,
    h(
      "p",
      null,
      h("b", null, who),
      " ask to take back their last answer. What was rolled, shown or sealed since will be undone.",
    ),
    h(
      "div",
      { class: "acts" },
      button("Allow it", () => reply(true), { class: "btn main", "data-testid": "consent-yes" }),
      button("Refuse", () => reply(false), { "data-testid": "consent-no" }),
    ),
  );
  announce(`${who} ask to take back their last answer.`);
}
