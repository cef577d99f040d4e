// Shares tasks among workers: by priority, lowest number first, then in order.

import type { WorkerClient } from "./client.js";

interface Task {
  /** 0 is for what the user looks at. */
  priority: number;
  /** Whether it need not start any more. */
  isObsolete(): boolean;
  /** Does not throw. */
  run(worker: WorkerClient): Promise<void>;
}

export class Pool {
  readonly #idle: WorkerClient[];
  #tasks: Task[] = [];
  #quietUntil = 0;
  #timer = 0;

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
    priority = 0,
    isObsolete = () => false,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = (worker: WorkerClient) => call(worker).then(resolve, reject);
      const after = this.#tasks.findIndex((task) => task.priority > priority);
      const at = after < 0 ? this.#tasks.length : after;
      this.#tasks.splice(at, 0, { priority, isObsolete, run });
      this.#startNext();
    });
  }

  /** For some time, starts only tasks of priority 0. */
  keepQuiet(milliseconds: number): void {
    this.#quietUntil = performance.now() + milliseconds;
  }

  #startNext(): void {
    while (this.#tasks.length > 0) {
      const worker = this.#idle.pop();
      if (worker === undefined) return;
      const task = this.#nextWanted();
      if (task === undefined) {
        this.#idle.push(worker);
        return;
      }
      void task.run(worker).finally(() => {
        this.#idle.push(worker);
        this.#startNext();
      });
    }
  }

  #nextWanted(): Task | undefined {
    while (this.#tasks[0]?.isObsolete()) this.#tasks.shift();
    const isUrgent = this.#tasks[0]?.priority === 0;
    const wait = isUrgent ? 0 : this.#quietUntil - performance.now();
    if (wait <= 0 || this.#tasks.length === 0) return this.#tasks.shift();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#startNext(), wait);
    return undefined;
  }
}
