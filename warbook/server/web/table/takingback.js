// Taking an answer back, and what the others say to it.

import { faultWords } from "./link.js";
import { button, fill, h } from "../shared/dom.js";
import { announce, toast } from "../shared/voice.js";
import { askedBack, print, sideName } from "../shared/wording.js";

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
  const standIn = botNotice(link, scene, state);
  notice.hidden = !state.asking && !standIn;
  if (!state.asking) {
    fill(notice, standIn);
    return;
  }
  if (!state.asked.includes(scene.side ?? "")) {
    fill(
      notice,
      standIn,
      h("p", null, askedBack(scene, state)),
      state.asking === scene.side &&
        h(
          "div",
          { class: "acts" },
          button("Withdraw it", () => tell(link, { do: "withdraw" }), { "data-testid": "withdraw" }),
        ),
    );
    return;
  }
  const reply = (/** @type {boolean} */ yes) => {
    notice.hidden = true;
    tell(link, consent(state, yes));
  };
  const who = whoAsks(link, scene, state),
    words = pleaWords(state);
  fill(
    notice,
    standIn,
    h("p", null, h("b", null, who), ` ${words}`),
    undoneList(state),
    h(
      "div",
      { class: "acts" },
      button(state.asks === "draw" ? "Agree: a draw" : "Allow it", () => reply(true), {
        class: "btn main",
        "data-testid": "consent-yes",
      }),
      button(state.asks === "draw" ? "Fight on" : "Refuse", () => reply(false), { "data-testid": "consent-no" }),
    ),
  );
  announce(`${who} ${words}`);
}

/** What is asked for, after the name of who asks. @param {State} state */
export function pleaWords({ asks }) {
  return asks === "draw"
    ? "offer a draw. Who plays on has it lapse."
    : "ask to take back their last answer. What was rolled, shown or sealed since will be undone:";
}

/** @param {Link} link @param {Scene} scene @param {State} state */
export function whoAsks({ company }, scene, { asking }) {
  const name = company?.names[asking];
  return `${sideName(scene, asking)}${name ? ` (${name})` : ""}`;
}

/** The reply to what is asked for. @param {State} state @param {boolean} yes */
export function consent(state, yes) {
  return { do: "consent", at: state.at, asking: state.asking, what: state.asks, yes };
}

/** What would be taken back. @param {State} state */
export function undoneList({ undone }) {
  return (
    undone.length > 0 &&
    h(
      "ul",
      { class: "undone", "data-testid": "undone" },
      undone.map((line) => h("li", null, print(line))),
    )
  );
}

/** While the bot answers for who sits here. @param {Link} link @param {Scene} scene @param {State} state */
export function botNotice(link, { side }, { over }) {
  if (!side || over || !link.company?.stand_ins.includes(side)) return false;
  return h(
    "div",
    { class: "acts", "data-testid": "stood-in" },
    h("p", null, "The bot answers for you."),
    button("Answer myself again", () => tell(link, { do: "stand-in", side, on: false }), {
      class: "btn main",
      "data-testid": "seat-back",
    }),
  );
}

/**
 * Send something, and say what came of it.
 * @param {Link} link
 * @param {{do: string} & Record<string, unknown>} message
 */
export function tell(link, message) {
  return link.ask(message).then(
    (done) => {
      if (done.words) toast(done.words);
      return true;
    },
    (fault) => {
      toast(faultWords(fault));
      return false;
    },
  );
}
