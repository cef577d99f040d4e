// Shares tasks among workers, in order. What can wait does so while the user waits for something.

import type { WorkerClient } from "./client.js";

interface Task {
  /** Whether it need not start any more. */
  isObsolete(): boolean;
  /** Does not throw. */
  run(worker: WorkerClient): Promise<void>;
}

interface TaskOptions {
  waits?: boolean | undefined;
  isObsolete?: () => boolean;
}

export class Pool {
  readonly #idle: WorkerClient[];
  readonly #tasks: Task[] = [];
  readonly #waiting: Task[] = [];
  #holds = 0;

  constructor(readonly workers: readonly WorkerClient[]) {
    this.#idle = [...workers];
  }

  /** How many tasks can run at the same time. */
  get size(): number {
    return this.workers.length;
  }

  /** Calls a worker when one is free, unless the task is obsolete by then. */
  run<Result>(
    call: (worker: WorkerClient) => Promise<Result>,
    { waits = false, isObsolete = () => false }: TaskOptions = {},
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = (worker: WorkerClient) => call(worker).then(resolve, reject);
      (waits ? this.#waiting : this.#tasks).push({ isObsolete, run });
      this.#startNext();
    });
  }

  /** Starts no tasks that can wait until the promise is settled. */
  hold(until: Promise<unknown>): void {
    const release = () => {
      --this.#holds;
      this.#startNext();
    };
    ++this.#holds;
    until.then(release, release);
  }

  #startNext(): void {
    while (this.#idle.length > 0) {
      const next = this.#tasks.shift() ?? (this.#holds === 0 ? this.#waiting.shift() : undefined);
      if (next === undefined) return;
      if (!next.isObsolete()) this.#start(next, this.#idle.pop() as WorkerClient);
    }
  }

  #start({ run }: Task, worker: WorkerClient): void {
    void run(worker).finally(() => {
      this.#idle.push(worker);
      this.#startNext();
    });
  }
}
