// A worker as seen from the page: calls give promises. A worker whose module failed is replaced.

import { CobbleError } from "../../module/cobble.js";
import type { Call, Failure, Methods, Reply } from "./protocol.js";

type Result<Name extends keyof Methods> = Awaited<ReturnType<Methods[Name]>>;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class WorkerClient {
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #nextId = 0;

  /** In: the address of the worker's code, the module, and calls that every worker needs at first. */
  constructor(
    private readonly url: string,
    private readonly module: WebAssembly.Module,
    private readonly first: readonly Pick<Call, "method" | "values">[] = [],
  ) {
    this.#worker = this.#start();
  }

  /** Whether a call is running. */
  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  call<Name extends keyof Methods>(
    method: Name,
    ...values: Parameters<Methods[Name]>
  ): Promise<Result<Name>> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#worker.postMessage({ id, method, values } satisfies Call);
    });
  }

  /** Ends all calls, which give `reason`, and starts anew. */
  restart(reason: Error): void {
    this.#worker.terminate();
    const waiting = this.#waiting;
    this.#waiting = new Map();
    this.#worker = this.#start();
    for (const { reject } of waiting.values()) reject(reason);
  }

  #start(): Worker {
    const worker = new Worker(this.url);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.restart(new Error(event.message || "the worker failed"));
    };
    const calls = [{ method: "start", values: [this.module] } as const, ...this.first];
    for (const call of calls) worker.postMessage({ id: -1, ...call });
    return worker;
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("result" in reply) {
      waiting?.resolve(reply.result);
      return;
    }
    const error = errorOf(reply.failure);
    waiting?.reject(error);
    if (reply.failure.isFatal) this.restart(error);
  }
}

function errorOf({ message, status, issues, isFatal }: Failure): Error {
  if (status !== undefined) return new CobbleError(message, status, issues ?? []);
  return new Error(isFatal ? `The picture failed: ${message}` : message);
}
