// Makes only the newest of calls that come faster than they are answered.

/** How long a call may run while a newer one waits. */
const maxStaleMilliseconds = 2000;

interface Waiting<Result> {
  start(): Promise<Result>;
  settle(result: Promise<Result | undefined>): void;
}

export class Newest<Result> {
  #isRunning = false;
  #isSuperseded = false;
  #waiting: Waiting<Result> | undefined;
  #timer = 0;

  /** In: ends the running call, so that it fails. */
  constructor(private readonly interrupt: () => void = () => {}) {}

  /** Calls `start` when no other call is running. Gives undefined if a newer one came first. */
  run(start: () => Promise<Result>): Promise<Result | undefined> {
    return new Promise((resolve) => {
      this.#waiting?.settle(Promise.resolve(undefined));
      this.#waiting = { start, settle: resolve };
      if (this.#isRunning) this.#interruptLater();
      else void this.#next();
    });
  }

  #interruptLater(): void {
    if (this.#isSuperseded) return;
    this.#isSuperseded = true;
    this.#timer = window.setTimeout(this.interrupt, maxStaleMilliseconds);
  }

  async #next(): Promise<void> {
    while (this.#waiting !== undefined) {
      const { start, settle } = this.#waiting;
      this.#waiting = undefined;
      this.#isRunning = true;
      const result = start().catch((error: unknown) => {
        if (this.#isSuperseded) return undefined;
        throw error;
      });
      settle(result);
      await result.catch(() => undefined);
      window.clearTimeout(this.#timer);
      this.#isSuperseded = false;
    }
    this.#isRunning = false;
  }
}
