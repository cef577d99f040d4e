// Keeps the recipe, its pictures and the view over a reload. Each tab has a session of its own, so
// that tabs do not overwrite one another.

import type { App, Editor, View } from "../contract.js";
import { button, make } from "../elements.js";
import { Newest } from "../engine/newest.js";
import { givePicture, onPicture } from "../share/files.js";
import { Database, type Session } from "./database.js";

const tabKey = "cobble-session";

export class TabSession {
  readonly #database = new Database();
  #id = `${Date.now()}-${Math.random()}`;
  // Changes that come while one is written are written together.
  readonly #saves = new Newest<void>();
  #hasFailed = false;

  /** In: foldable, regions; given, the text of the recipe that the page was made with. */
  constructor(
    private readonly app: App,
    private readonly editor: Editor,
    private readonly view: View,
    private readonly foldable: readonly HTMLDetailsElement[],
    private readonly given: string,
  ) {}

  get #opened(): string {
    return `${location.pathname}${location.hash}\n${this.given}`;
  }

  /** Shows what the tab showed before, or what was shown last. Returns whether there is any. */
  async restore(): Promise<boolean> {
    try {
      const before = sessionStorage.getItem(tabKey);
      // A copy of a tab has its storage, too, but becomes a session of its own.
      if (before !== null && isReload()) this.#id = before;
      sessionStorage.setItem(tabKey, this.#id);
      const all = await this.#database.sessions();
      const same = all.filter(({ opened }) => opened === this.#opened);
      const own = same.find(({ id }) => id === before);
      const found = own ?? (location.hash === "" ? same[0] : undefined);
      if (found === undefined) return false;
      await this.#show(found);
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  async #show(session: Session): Promise<void> {
    const { app } = this;
    for (const picture of await this.#database.pictures(session.id)) {
      await givePicture(app, picture.name, picture.file);
      await this.#database.putPicture({ ...picture, session: this.#id });
    }
    for (const details of this.foldable)
      details.open = !session.folded.includes(details.parentElement?.ariaLabel ?? "");
    app.document.open(session.name, session.text);
    this.editor.history = session.history;
    const { solid } = this.view;
    solid.settings = { ...solid.settings, ...session.solid }; // older pages have fewer
    this.view.setMap(session.map);
    app.document.select(session.selection);
  }

  /** Saves each change from now on. */
  follow(): void {
    const { document } = this.app;
    const save = () =>
      void this.#saves.run(() => this.#database.put(this.#session)).catch(this.#failed);
    for (const event of ["text", "name", "selection"] as const) document.on(event, save);
    for (const details of this.foldable) details.addEventListener("toggle", save);
    this.view.onChange = save;
    onPicture((name, file) => {
      this.#database.putPicture({ session: this.#id, name, file }).catch(this.#failed);
    });
    save();
    // Held while the tab is open. Pages from plain http have no locks.
    navigator.locks?.request(this.#id, () => new Promise(() => {})).catch(() => undefined);
    this.#database.forgetOld().catch(this.#failed);
  }

  /** Forgets the pictures; the next recipe that is opened replaces the text. */
  forget(): void {
    this.#database.forgetPictures(this.#id).catch(this.#failed);
  }

  get #session(): Session {
    const { name, text, selection } = this.app.document;
    const folded = this.foldable.filter(({ open }) => !open);
    return {
      id: this.#id,
      opened: this.#opened,
      time: Date.now(),
      name,
      text,
      map: this.view.map,
      solid: this.view.solid.settings,
      history: this.editor.history,
      selection,
      folded: folded.map(({ parentElement }) => parentElement?.ariaLabel ?? ""),
    };
  }

  // Without storage, the browser asks before changes are lost.
  readonly #failed = (_error: unknown): void => {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    addEventListener("beforeunload", (event) => {
      if (this.app.document.lastChange.origin !== "open") event.preventDefault();
    });
  };
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return (navigation as PerformanceNavigationTiming | undefined)?.type === "reload";
}

/** Says that the work goes on, and offers to start afresh until it does. */
export function mountContinued(header: HTMLElement, app: App, startAfresh: () => void): void {
  const start = button({ class: "start-afresh", text: "Start afresh" }, () => {
    banner.remove();
    startAfresh();
  });
  const text = "This is what you had here before.";
  const banner = make("p", { class: "banner", role: "status" }, text, start);
  header.append(banner);
  app.document.on("text", () => banner.remove());
}
