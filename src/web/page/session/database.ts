// The browser's storage of sessions and their pictures.

import type { SolidSettings, SourceFile } from "../contract.js";

/** What a tab shows. */
export interface Session {
  id: string;
  /** What the tab was opened with: a session is continued by the same page and link only. */
  opened: string;
  time: number;
  name: string;
  text: string;
  map: string;
  solid?: SolidSettings;
  history?: unknown;
  selection: string;
  /** The regions that are folded. */
  folded: string[];
}

/** A picture of a session, by the name that its recipe has for it. */
export interface StoredPicture {
  session: string;
  name: string;
  file: SourceFile;
}

type Call = (store: IDBObjectStore) => IDBRequest;

/** Older sessions are forgotten. */
const maxSessions = 12;

/** Calls of IndexedDB, which reject if the browser has no storage for the page. */
export class Database {
  readonly #opened = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("cobble", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("sessions", { keyPath: "id" });
      request.result.createObjectStore("pictures", { keyPath: ["session", "name"] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no storage"));
    window.setTimeout(() => reject(new Error("no answer")), 4000); // as some browsers do
  });

  /** Returns all sessions, the newest first. */
  async sessions(): Promise<Session[]> {
    const all = await this.#run<Session[]>("sessions", "readonly", (store) => store.getAll());
    return all.sort((a, b) => b.time - a.time);
  }

  async put(session: Session): Promise<void> {
    await this.#run("sessions", "readwrite", (store) => store.put(session));
  }

  async pictures(session: string): Promise<StoredPicture[]> {
    return this.#run("pictures", "readonly", (store) => store.getAll(picturesOf(session)));
  }

  async putPicture(picture: StoredPicture): Promise<void> {
    await this.#run("pictures", "readwrite", (store) => store.put(picture));
  }

  async forgetPictures(session: string): Promise<void> {
    await this.#run("pictures", "readwrite", (store) => store.delete(picturesOf(session)));
  }

  /** Forgets the oldest sessions of tabs that are closed. */
  async forgetOld(): Promise<void> {
    const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
    const open = new Set(held.map(({ name }) => name));
    for (const { id } of (await this.sessions()).slice(maxSessions)) {
      if (open.has(id)) continue;
      await this.forgetPictures(id);
      await this.#run("sessions", "readwrite", (store) => store.delete(id));
    }
  }

  async #run<Result>(name: string, mode: IDBTransactionMode, call: Call): Promise<Result> {
    const database = await this.#opened;
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = call(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result as Result);
      transaction.onabort = () => reject(transaction.error ?? new Error("no storage"));
    });
  }
}

function picturesOf(session: string): IDBKeyRange {
  return IDBKeyRange.bound([session, ""], [session, []]); // lists come after texts
}
