// Of calls that come faster than they are answered, only the newest are made.

export class Newest<Result> {
  #running = false;
  #waiting: { start(): Promise<Result>; settle(result: Promise<Result> | undefined): void } | undefined;

  /** Calls `start` when no other call is running; undefined if a newer one came first. */
  run(start: () => Promise<Result>): Promise<Result | undefined> {
    return new Promise((resolve) => {
      this.#waiting?.settle(undefined);
      this.#waiting = { start, settle: resolve };
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    if (this.#running || this.#waiting === undefined) return;
    const { start, settle } = this.#waiting;
    this.#waiting = undefined;
    this.#running = true;
    const result = start();
    settle(result);
    await result.catch(() => undefined);
    this.#running = false;
    void this.#next();
  }
}
