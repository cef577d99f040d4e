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
      this.#add({ priority, isObsolete, run });
    });
  }

  #add(task: Task): void {
    const after = this.#tasks.findIndex(({ priority }) => priority > task.priority);
    this.#tasks.splice(after < 0 ? this.#tasks.length : after, 0, task);
    this.#startNext();
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
    for (;;) {
      const [task] = this.#tasks;
      if (task === undefined) return undefined;
      if (!task.isObsolete()) {
        const wait = task.priority > 0 ? this.#quietUntil - performance.now() : 0;
        if (wait > 0) {
          window.clearTimeout(this.#timer);
          this.#timer = window.setTimeout(() => this.#startNext(), wait);
          return undefined;
        }
        this.#tasks.shift();
        return task;
      }
      this.#tasks.shift();
    }
  }
}
