// Building a force: the draft is the text of its file, kept here; the server says how it stands and what can be done.

import { button, byId, fill, h, headed, typing } from "../shared/dom.js";
import { lineCard, offerList, remarks, settingField, totals } from "./buildsheet.js";
import { draftOf, keepDraft } from "../shared/store.js";
import { announce, pageState, toast } from "../shared/voice.js";
import { sentence } from "../shared/wording.js";

/** @import { Fault, Sheet, Shelf, Written } from "../shared/types.js" */

const LARGEST = 200_000; // bytes of a file; the server has the last word

export class Builder {
  /** @type {Sheet} */ sheet;
  /** The number of the line that is open. @type {number | null} */ open = null;
  /** Entries whose details are shown. @type {Set<string>} */ unfolded = new Set();
  /** The drafts before this one. @type {Written[]} */ #past = [];
  #shifting = false;
  /** @type {Promise<void>} */ #work = Promise.resolve();
  #pressed = false;

  /** @param {HTMLElement} element @param {Shelf} book @param {Shelf[]} books that build @param {Sheet} sheet */
  constructor(element, book, books, sheet) {
    this.book = book;
    this.sheet = sheet;
    this.parts = {
      head: h("section", { class: "plan-head" }),
      totals: h("section", { class: "totals", "aria-label": "What is spent" }),
      faults: h("section", { class: "verdict", "aria-label": "What is wrong" }),
      lines: h("section", { class: "lines", "aria-labelledby": "lines-title", tabindex: "0" }),
      shop: h("section", { class: "shop", "aria-labelledby": "shop-title" }),
    };
    const { head, totals: spent, faults, lines, shop } = this.parts;
    this.books = books;
    fill(element, head, h("div", { class: "standing" }, spent, faults), h("div", { class: "columns" }, lines, shop));
    addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && !typing(event.target)) {
        event.preventDefault();
        this.undo();
      }
    });
    addEventListener("pointerdown", () => (this.#pressed = true));
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, () => setTimeout(() => (this.#pressed = false)));
    this.show();
  }

  /**
   * Do an act, one after the other. While one is under way that `shifts` what others are about, none is heard.
   * @param {string} act
   * @param {{words?: string, said?: string, line?: number | null, shifts?: boolean}} [how] `line` is the one to be
   * open then
   */
  act(act, { words = "", said = "", line = this.open, shifts = false } = {}) {
    this.#then(async () => {
      const before = this.sheet.file;
      await this.#go({ file: before, act, words }, line, said);
      if (this.sheet.file.text !== before.text) this.#past.push(before);
    }, shifts);
  }

  /** Which line is open; what can be bought for it is asked for. @param {number | null} line */
  openLine(line) {
    this.#then(() => this.#go({ file: this.sheet.file }, line, ""));
  }

  undo() {
    this.#then(async () => {
      const before = this.#past.pop();
      if (before) await this.#go({ file: before }, this.open, "Taken back.");
    }, true);
  }

  /** @param {() => Promise<void>} work @param {boolean} [shifts] */
  #then(work, shifts = false) {
    if (this.#shifting) return;
    this.#shifting = shifts;
    this.#work = this.#work
      .then(work)
      .catch((error) => toast(error.message))
      .then(() => this.#released())
      .then(() => {
        if (shifts) this.#shifting = false;
        this.show();
      });
  }

  /** Go on with a file of one's own. @param {File} file */
  async take(file) {
    try {
      if (file.size > LARGEST) throw new Error(`${file.name} is larger than a force can be (${LARGEST / 1000} kB).`);
      const before = this.sheet.file;
      await this.#go({ file: { name: file.name, text: await file.text() } }, null, `${file.name} is open.`);
      this.#past.push(before);
      this.show();
    } catch (error) {
      const fault = byId("file-fault");
      fault.hidden = false;
      fault.textContent = error instanceof Error ? error.message : "The file cannot be read.";
    }
  }

  /** @param {{file: Written, act?: string, words?: string}} draft @param {number | null} line @param {string} said */
  async #go(draft, line, said) {
    this.sheet = await asked({ book: this.book.id, ...draft, line });
    this.open = line !== null && line < this.sheet.lines.length ? line : null;
    keepDraft(this.book.id, this.sheet.file);
    const wrong = this.sheet.faults.map((fault) => sentence(fault.words)).join(" ");
    announce(`${said} ${wrong || "Nothing is wrong with it."}`);
  }

  /** When no button is held down: a press must end on what it began on. */
  async #released() {
    while (this.#pressed) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  // ------------------------------------------------------------ what is shown

  show() {
    const key = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
    const { sheet, parts } = this;
    document.title = `${sheet.title} · Warbook`;
    fill(parts.head, ...this.#head());
    fill(parts.totals, totals(sheet));
    fill(parts.faults, remarks(this.book.id, sheet));
    fill(
      parts.lines,
      h(
        "h2",
        { id: "lines-title" },
        sheet.lines.length
          ? `Your force: ${sheet.lines.length} ${sheet.lines.length === 1 ? "entry" : "entries"}`
          : "Your force",
      ),
      sheet.lines.length
        ? sheet.lines.map((_, number) => lineCard(this, number))
        : h(
            "p",
            { class: "fine empty" },
            "Nothing yet. Buy something from the list, or start from a ready-made force.",
          ),
    );
    fill(parts.shop, h("h2", { id: "shop-title" }, "Add to it"), offerList(this, sheet.offers, sheet.lines.length));
    if (key) this.#focus(key);
    pageState("waiting");
  }

  #head() {
    const { sheet } = this;
    const file = h("input", {
      type: "file",
      accept: ".toml",
      class: "sr",
      "data-testid": "open-file",
      "aria-label": "Open a file",
      onchange: () => file.files?.[0] && this.take(file.files[0]),
    });
    const starts = h(
      "select",
      {
        "data-testid": "start-from",
        "data-key": "starts",
        "aria-label": "Start from a ready-made force",
        onchange: () => starts.value && this.act(starts.value, { said: "Begun anew.", line: null, shifts: true }),
      },
      h("option", { value: "" }, "Start from…"),
      headed(
        sheet.starts,
        (each) => each.group,
        (each) => h("option", { value: each.act, title: each.words }, each.name),
      ),
    );
    const ready = sheet.faults.length === 0;
    return [
      h(
        "div",
        { class: "plan-title" },
        h("h1", { tabindex: "-1" }, sheet.title || "A force without a name"),
        this.books.length > 1
          ? h(
              "select",
              {
                "aria-label": "Book",
                "data-testid": "book",
                onchange: (/** @type {Event} */ event) =>
                  (location.href = `/build?book=${/** @type {HTMLSelectElement} */ (event.target).value}`),
              },
              this.books.map((book) =>
                h("option", { value: book.id, selected: book.id === this.book.id }, book.title),
              ),
            )
          : h("p", { class: "of-book" }, this.book.title),
      ),
      h(
        "div",
        { class: "settings" },
        sheet.settings.map((setting) => settingField(this, setting)),
      ),
      h(
        "div",
        { class: "acts plan-acts" },
        starts,
        h("label", { class: "btn upload" }, "Open a file…", file),
        button("Undo", () => this.undo(), {
          disabled: this.#past.length === 0,
          "data-testid": "undo",
          "data-key": "undo",
          title: "Take back the last change (Ctrl+Z)",
        }),
        button("Save to a file", () => this.#download(), { "data-testid": "download", "data-key": "download" }),
        button("Play with it", () => this.#play(), {
          class: "btn main",
          disabled: !ready,
          "data-testid": "play-with-it",
          "data-key": "play",
          title: ready ? "" : "Put right what is wrong first",
        }),
      ),
      h("pre", { id: "file-fault", class: "fault", role: "alert", "data-testid": "file-fault", hidden: true }),
    ];
  }

  /** Where the keyboard was, or near it. @param {string} key */
  #focus(key) {
    const near = /^(\d+)\//.exec(key);
    const found =
      document.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`) ??
      (near && document.querySelector(`[data-key="${near[1]}/open"]`)) ??
      document.querySelector("#build h1");
    if (found instanceof HTMLElement) found.focus({ preventScroll: true });
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.sheet.file.text], { type: "application/toml" }));
    h("a", { href: address, download: this.sheet.save_as }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    toast(`Saved as ${this.sheet.save_as}`);
  }

  #play() {
    keepDraft(this.book.id, { ...this.sheet.file, name: this.sheet.save_as });
    location.href = `/?book=${encodeURIComponent(this.book.id)}&own#setup`;
  }
}

/**
 * @param {{book: string, file?: Written, act?: string, words?: string, line?: number | null}} building
 * @returns {Promise<Sheet>}
 */
async function asked(building) {
  const response = await fetch("/api/draft", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(building),
  });
  const reply = await response.json().catch(() => ({ words: "The server cannot answer just now." }));
  if (!response.ok) throw new Error(/** @type {Fault} */ (reply).words);
  return reply;
}

async function begin() {
  const element = byId("build");
  try {
    /** @type {Shelf[]} */
    const books = (await fetch("/api/books").then((response) => response.json())).filter(
      (/** @type {Shelf} */ book) => book.builds,
    );
    const wanted = new URLSearchParams(location.search).get("book");
    const book = books.find((each) => each.id === wanted) ?? books[0];
    if (!book) throw new Error("No book on the shelf has rules for building forces.");
    const kept = draftOf(book.id);
    const sheet = await asked({ book: book.id, ...(kept && { file: kept }) }).catch((error) =>
      kept ? asked({ book: book.id }) : Promise.reject(error),
    );
    new Builder(element, book, books, sheet);
  } catch (error) {
    fill(
      element,
      h("h1", null, "Build a force"),
      h(
        "p",
        { class: "fault" },
        error instanceof Error ? error.message : "It cannot be done just now. Reload the page to try again.",
      ),
    );
    pageState("bad");
  }
}

begin();
