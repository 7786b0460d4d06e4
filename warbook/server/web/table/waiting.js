// While there is nothing to answer: who is thinking, who is away, who has yet to come, and the links to invite them.

import { button, h } from "../shared/dom.js";
import { battle as kept, wasInvited } from "../shared/store.js";
import { isPerson, list, sideName } from "../shared/wording.js";
import { invitationAddress, linkField } from "./cards.js";
import { forceChoice, nameField } from "./people.js";
import { tell } from "./takingback.js";

/** @import { Scene, State } from "../shared/types.js" */
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
    ...people.filter((side) => scene.side !== null).map((side) => botOffer(link, scene, side, away.includes(side))),
    ...invitations(link, scene, away),
  );
}

/**
 * After a while of silence the bot may answer for somebody; the server has the last word on how long that is.
 * @param {Link} link @param {Scene} scene @param {string} side @param {boolean} away
 */
export function botOffer(link, scene, side, away) {
  const company = link.company,
    ask = button(
      `Let the bot answer for ${sideName(scene, side)}`,
      () => tell(link, { do: "stand-in", side, on: true }),
      { "data-testid": "stand-in", "data-side": side },
    ),
    offer = h(
      "div",
      { class: "bot-offer", hidden: true },
      h("p", { class: "waiting-note" }, "They can have their seat back at any time."),
      ask,
    );
  if (!company || company.stand_ins.includes(side)) return offer;
  setTimeout(() => (offer.hidden = false), 1000 * (away ? company.away : company.silent));
  return offer;
}

/** Before the battle. @param {AskPanel} panel @param {Link} link @param {Scene} scene */
export function sayMissing(panel, link, scene) {
  const { missing, choosing } = link,
    mine = scene.side !== null && scene.side in choosing,
    names = list(missing.map((side) => (side in choosing ? `side ${side.toUpperCase()}` : sideName(scene, side)))),
    invited = invitations(
      link,
      scene,
      missing.filter((side) => side !== scene.side),
    );
  panel.say(
    mine ? "Choose your force" : missing.length ? `Waiting for ${names}` : "The battle is about to begin",
    mine && scene.side !== null && forceChoice(link, scene, choosing[scene.side]),
    ...Object.keys(choosing)
      .filter((side) => side !== scene.side)
      .map((side) =>
        h(
          "p",
          { class: "waiting-note", "data-testid": "choosing" },
          `Whoever plays side ${side.toUpperCase()} chooses their force themselves.`,
        ),
      ),
    scene.side !== null && nameField(link, scene),
    h(
      "p",
      { class: "waiting-note" },
      missing.length ? "The battle begins when all have taken their seats." : "The table is being laid…",
    ),
    ...invited,
    wasInvited(link.seat) &&
      h(
        "p",
        { class: "waiting-note", "data-testid": "seat-is-mine" },
        "This seat is yours now, in this browser: the link of your invitation opens it here and nowhere else.",
      ),
  );
}

/** The links with which others are invited, or that somebody has used them. @param {Link} link @param {Scene} scene
 * @param {string[]} sides */
export function invitations(link, scene, sides) {
  const { invites = {}, claims } = kept(scene.battle) ?? {};
  return sides
    .filter((side) => invites[side])
    .map((side) =>
      claims && !link.company?.invited.includes(side)
        ? h(
            "p",
            { class: "waiting-note", "data-testid": "invite-taken" },
            `The invitation for ${sideName(scene, side)} was taken. ` +
              "Its link opens in one browser now, and nowhere else.",
          )
        : h(
            "div",
            null,
            h(
              "p",
              { class: "waiting-note" },
              "Send this link to whoever plays them: who takes it first has the seat.",
            ),
            linkField(`Invitation for ${sideName(scene, side)}`, invitationAddress(invites[side])),
          ),
    );
}

/** Whether a person plays another side. @param {Scene} scene */
export function against(scene) {
  return scene.sides.some((card) => card.id !== scene.side && isPerson(card));
}
