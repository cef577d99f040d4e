// Checksums of whole pictures: a newer one ends the one that is computed, and files come first.

import type { WorkerClient } from "./client.js";

interface Wanted {
  text: string;
  settle(result: Promise<string | undefined>): void;
}

export class Checksums {
  #wanted: Wanted | undefined;
  #isRunning = false;
  // Being written by the same worker.
  #files = 0;

  constructor(private readonly worker: WorkerClient) {}

  /** Resolves to undefined if a newer call comes. */
  run(text: string): Promise<string | undefined> {
    this.#wanted?.settle(Promise.resolve(undefined));
    this.#interrupt();
    return new Promise((resolve) => {
      this.#wanted = { text, settle: resolve };
      void this.#start();
    });
  }

  /** Calls the worker for a file; a checksum starts again after it. */
  async afterFile<Result>(call: () => Promise<Result>): Promise<Result> {
    ++this.#files;
    try {
      this.#interrupt();
      return await call();
    } finally {
      --this.#files;
      void this.#start();
    }
  }

  #interrupt(): void {
    if (this.#isRunning) this.worker.interrupt(new Error("replaced by a newer call"));
    this.#isRunning = false;
  }

  async #start(): Promise<void> {
    const wanted = this.#wanted;
    if (wanted === undefined || this.#isRunning || this.#files > 0) return;
    this.#isRunning = true;
    const result = this.worker.call("checksum", wanted.text);
    await result.catch(() => undefined);
    if (!this.#isRunning || this.#wanted !== wanted) return;
    this.#isRunning = false;
    this.#wanted = undefined;
    wanted.settle(result);
  }
}
