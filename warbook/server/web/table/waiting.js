// While there is nothing to answer: who is thinking, who is away, who has yet to come, and the links to invite them.

import { h } from "../shared/dom.js";
import { battle as kept } from "../shared/store.js";
import { list, sideName } from "../shared/wording.js";
import { linkField, seatAddress } from "./cards.js";

/** @import { Scene, SideCard, State } from "../shared/types.js" */
/** @import { AskPanel } from "../asking/ask.js" */
/** @import { Link } from "./link.js" */

/** The sides that have to answer before we do. @param {Scene} scene @param {State} state */
export function waitedFor(scene, state) {
  return state.waiting.filter((side) => side !== scene.side);
}

/** @param {AskPanel} panel @param {Link} link @param {Scene} scene @param {State} state */
export function sayWaiting(panel, link, scene, state) {
  const others = waitedFor(scene, state);
  const people = scene.sides.filter((card) => others.includes(card.id) && isPerson(card)).map((card) => card.id);
  const away = people.filter((side) => link.present && !link.present.sides.includes(side));
  const who = list(others.map((side) => sideName(scene, side)));
  panel.say(
    others.length === 0 ? "A moment…" : people.length ? `${who} are to answer` : `${who} are thinking`,
    h(
      "p",
      { class: "waiting-note" },
      scene.side === null
        ? "You are watching."
        : away.length
          ? `${list(away.map((side) => sideName(scene, side)))} are away just now.`
          : h("span", { class: "dots", "aria-hidden": "true" }),
    ),
    ...invitations(scene, away),
  );
}

/** Before the battle. @param {AskPanel} panel @param {Scene} scene @param {string[]} missing */
export function sayMissing(panel, scene, missing) {
  const names = list(missing.map((side) => sideName(scene, side))),
    invited = invitations(scene, missing);
  panel.say(
    missing.length ? `Waiting for ${names}` : "The battle is about to begin",
    h("p", { class: "waiting-note" }, "The battle begins when everybody has sat down."),
    invited.length > 0 &&
      h(
        "p",
        { class: "waiting-note" },
        "Send this link to whoever plays them. It is their seat, so give it to nobody else.",
      ),
    ...invited,
  );
}

/** @param {Scene} scene @param {string[]} sides */
function invitations(scene, sides) {
  const invites = kept(scene.battle)?.invites ?? {};
  return sides
    .filter((side) => invites[side])
    .map((side) => linkField(`Invitation for ${sideName(scene, side)}`, seatAddress(invites[side])));
}

/** Whether a person plays another side. @param {Scene} scene */
export function against(scene) {
  return scene.sides.some((card) => card.id !== scene.side && isPerson(card));
}

/** @param {SideCard} card */
function isPerson({ player }) {
  return player === "me" || player === "friend";
}
