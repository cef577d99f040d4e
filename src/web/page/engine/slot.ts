// What is rendered for one place of the page: the newest request wins, but something is always seen.

import type { Job } from "./job.js";
import { Pace } from "./pace.js";

/** How long a newer request waits for the first picture of the one that runs. */
const patienceMilliseconds = 250;
/** Requests that come faster belong together, such as those of a drag. */
const repeatMilliseconds = 300;

export class Slot {
  readonly pace = new Pace();
  #job: Job | undefined;
  #lastStart = -Infinity;
  #next: { start(): void; drop(): void } | undefined;

  /** Runs a job after the first picture of the one before. Resolves to false if a newer one came. */
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
