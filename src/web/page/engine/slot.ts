// Renders for one place of the page: the newest request wins, but something is always shown.

import type { Job } from "./job.js";
import { Pace } from "./pace.js";

/** How long a newer request waits for the first picture of the running one. */
const patienceMilliseconds = 250;
/** Requests at shorter intervals belong together, for example to a drag. */
const repeatMilliseconds = 300;

export class Slot {
  readonly pace = new Pace();
  #job: Job | undefined;
  #lastStart = -Infinity;
  #next: { start(): void; drop(): void } | undefined;

  /** Runs a job after the first picture of the one before. Gives false if a newer one came. */
  run(job: Job): Promise<boolean> {
    this.#dropNext();
    const before = this.#job;
    if (before === undefined) return this.#start(job);
    return new Promise((resolve) => {
      const next = {
        start: () => {
          if (this.#next !== next) return;
          this.#next = undefined;
          resolve(this.#start(job));
        },
        drop: () => resolve(false),
      };
      this.#next = next;
      void before.firstShown.then(next.start);
      window.setTimeout(next.start, patienceMilliseconds - before.milliseconds);
    });
  }

  cancel(): void {
    this.#dropNext();
    this.#job?.cancel();
    this.#job = undefined;
  }

  #dropNext(): void {
    this.#next?.drop();
    this.#next = undefined;
  }

  async #start(job: Job): Promise<boolean> {
    this.#job?.cancel();
    this.#job = job;
    const now = performance.now();
    const isRepeated = now - this.#lastStart < repeatMilliseconds;
    this.#lastStart = now;
    try {
      return await job.run(isRepeated);
    } finally {
      if (this.#job === job) this.#job = undefined;
    }
  }
}
