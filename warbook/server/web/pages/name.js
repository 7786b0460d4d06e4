// A name with a passphrase: for who wants their battles on every device, or may only set some up with one.

import { button, fill, h, surely } from "../shared/dom.js";
import { changePassphrase, house, me, signIn, signOut, signOutOthers } from "../shared/me.js";
import { pref, setPref } from "../shared/store.js";
import { toast } from "../shared/voice.js";
import { sentence } from "../shared/wording.js";

/** @import { House } from "../shared/types.js" */

const LONGEST_NAME = 24;

export class NameBox {
  #fault = h("p", { class: "fault", role: "alert", "data-testid": "name-fault", hidden: true });

  /** @param {HTMLElement} section @param {() => void} changed called when somebody has signed in or out */
  constructor(section, changed) {
    this.section = section;
    this.changed = changed;
  }

  async show() {
    const told = await house().catch(() => null);
    if (!told) return;
    const known = me();
    this.section.hidden = false;
    this.#fault.hidden = true;
    fill(
      this.section,
      h("h2", { id: "name-title" }, "A name of your own"),
      !told.admitted && this.#door(told),
      known ? this.#signedIn(known.name) : this.#signedOut(told),
      this.#fault,
    );
  }

  /** @param {() => Promise<unknown>} act @param {string} done */
  async #try(act, done) {
    this.#fault.hidden = true;
    try {
      await act();
    } catch (error) {
      this.#fault.hidden = false;
      this.#fault.textContent = error instanceof Error ? sentence(error.message) : "";
      return;
    }
    toast(done);
    await this.show();
    this.changed();
  }

  /** Where not everybody may set up battles. @param {House} told */
  #door({ word }) {
    const field = h("input", { type: "text", autocomplete: "off", spellcheck: "false", "data-testid": "word" });
    return h(
      "div",
      { "data-testid": "invite-only" },
      h(
        "p",
        null,
        word
          ? "On this server battles are set up by those who have a name here or know its word."
          : "On this server battles are set up by those who have a name here, from whoever runs it.",
        " Whoever was invited needs neither.",
      ),
      word &&
        h(
          "form",
          {
            class: "name-form",
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              setPref("word", field.value.trim());
              this.#try(async () => {
                if (!(await house()).admitted) throw new Error("that is not the word");
              }, "You may set up battles here");
            },
          },
          h("label", { class: "field" }, h("span", null, "The word"), field),
          h("button", { class: "btn", "data-testid": "tell-word" }, "Tell it"),
        ),
    );
  }

  /** @param {House} told */
  #signedOut(told) {
    const name = h("input", {
        type: "text",
        maxlength: String(LONGEST_NAME),
        autocomplete: "username",
        spellcheck: "false",
        value: pref("name", ""),
        "data-testid": "own-name",
      }),
      phrase = h("input", { type: "password", autocomplete: "current-password", "data-testid": "passphrase" }),
      go = (/** @type {boolean} */ fresh) =>
        this.#try(
          () => signIn(fresh, name.value.trim(), phrase.value),
          "You are signed in: your battles follow you from device to device",
        );
    return h(
      "details",
      { open: !told.admitted },
      h("summary", { "data-testid": "name-open" }, "Sign in, or take a name"),
      h(
        "p",
        { class: "fine" },
        "Nobody needs a name to play. With one and a passphrase your battles follow you from device to device. " +
          "Write the passphrase down: nobody here could tell it to you.",
      ),
      h(
        "form",
        {
          class: "name-form",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            go(false);
          },
        },
        h("label", { class: "field" }, h("span", null, "Name"), name),
        h("label", { class: "field" }, h("span", null, "Passphrase"), phrase),
        h("button", { class: "btn main", "data-testid": "sign-in" }, "Sign in"),
        button("Take this name", () => go(true), { "data-testid": "take-name" }),
      ),
    );
  }

  /** @param {string} name */
  #signedIn(name) {
    const old = h("input", { type: "password", autocomplete: "current-password", "data-testid": "old-passphrase" }),
      fresh = h("input", { type: "password", autocomplete: "new-password", "data-testid": "new-passphrase" });
    return h(
      "div",
      { "data-testid": "signed-in" },
      h("p", null, "You are signed in as ", h("b", null, name), ": your battles follow you from device to device."),
      h(
        "div",
        { class: "acts" },
        surely("Sign out", "Your battles leave this browser, and stay with your name.", "sign-out", () =>
          this.#try(signOut, "You are signed out"),
        ),
        button("Sign out everywhere else", () => this.#try(signOutOthers, "Only this device is signed in now"), {
          "data-testid": "sign-out-others",
        }),
      ),
      h(
        "details",
        null,
        h("summary", null, "Another passphrase"),
        h(
          "form",
          {
            class: "name-form",
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              this.#try(() => changePassphrase(old.value, fresh.value), "All other devices are signed out");
            },
          },
          h("label", { class: "field" }, h("span", null, "The one so far"), old),
          h("label", { class: "field" }, h("span", null, "The new one"), fresh),
          h("button", { class: "btn", "data-testid": "change-passphrase" }, "Change it"),
        ),
      ),
    );
  }
}
