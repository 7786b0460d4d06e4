// The seats of this page: one, or several that share the screen, of which one is looked at.

import { Link } from "./link.js";

export class Seats {
  /** Whose view is on the screen; null: nobody's yet. @type {Link | null} */ shown = null;
  /** @type {Link[]} */ links;

  /** @param {string[]} secrets @param {() => void} changed */
  constructor(secrets, changed) {
    this.links = secrets.map((secret) => new Link(secret, changed));
    if (this.links.length === 1) this.shown = this.links[0];
  }

  get shared() {
    return this.links.length > 1;
  }

  get bad() {
    return this.links.find((link) => link.status === "bad");
  }

  /** What is said while the line is dead; nothing while it is not. */
  get lost() {
    const lost = this.links.find((link) => link.status === "lost");
    return lost && (lost.fault ? `${lost.fault} Trying again…` : "The connection is lost. Reconnecting…");
  }

  /** Whose turn it is to look at the screen: who is shown, unless somebody else is asked and he is not. Nobody
   * before all have heard how things stand, so that of two who are asked at once the first is the first. */
  get due() {
    if (!this.shared) return this.shown;
    if (!this.shown && this.links.some((link) => !link.state)) return null;
    if (this.shown && (wanted(this.shown) || this.shown.state?.over)) return this.shown;
    const next = this.links.find(wanted);
    if (next) return next;
    return this.shown ?? this.links.find((link) => link.state?.over) ?? null;
  }
}

/** The seats named in the address. */
export function secretsHere() {
  return location.hash.slice(1).split(".").filter(Boolean);
}

/** Whether something is asked of who sits there. @param {Link} link */
function wanted(link) {
  const { state, scene } = link;
  if (!state || !scene || state.over) return false;
  return state.question !== null || state.asked.includes(scene.side ?? "");
}
