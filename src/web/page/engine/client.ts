// A worker as the page sees it: calls give promises. If its module fails, the worker is replaced,
// and continues with the next call.

import { CobbleError } from "../../module/cobble.js";
import type { arrange } from "../graph/arrange.js";
import type { Calls } from "./calls.js";
import { buffersOf, type Failure, type Reply } from "./protocol.js";

/** The functions of workers. `arrange` works without a module. */
type Methods = Omit<Calls, "memory"> & { arrange: typeof arrange };
type Result<Name extends keyof Methods> = Awaited<ReturnType<Methods[Name]>>;
export interface Call {
  id: number;
  method: "start" | keyof Methods;
  values: unknown[];
}
export type FirstCall = Pick<Call, "method" | "values">;

interface Waiting {
  call: Call;
  /** Buffers that were moved to the worker: such a call cannot be repeated. */
  given: Transferable[];
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class WorkerClient {
  #worker: Worker;
  // In order; the first is running.
  #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #isStarted = false;

  /** In: the URL of the worker's code; the module, if it needs one; calls to make first. */
  constructor(
    private readonly url: string,
    private readonly module: WebAssembly.Module | undefined,
    private readonly first: readonly FirstCall[] = [],
  ) {
    this.#worker = this.#start();
  }

  call<Name extends keyof Methods>(
    method: Name,
    ...values: Parameters<Methods[Name]>
  ): Promise<Result<Name>> {
    const call: Call = { id: this.#nextId++, method, values };
    const given = values.flatMap(buffersOf);
    return new Promise((resolve, reject) => {
      this.#waiting.set(call.id, { call, given, resolve, reject });
      this.#worker.postMessage(call, given);
    });
  }

  /** Makes the running call throw `reason`, and starts again, unless it is still starting. */
  interrupt(reason: string): void {
    if (this.#isStarted && this.#waiting.size > 0) this.#restart(new Error(reason));
  }

  #restart(reason: Error): void {
    const [running] = this.#waiting.values();
    if (running !== undefined) this.#waiting.delete(running.call.id);
    this.#replace();
    running?.reject(reason);
  }

  #replace(): void {
    this.#worker.terminate();
    this.#worker = this.#start();
    for (const [id, { call, given, reject }] of this.#waiting) {
      if (given.length === 0) {
        this.#worker.postMessage(call);
        continue;
      }
      this.#waiting.delete(id);
      reject(new Error("the worker was replaced"));
    }
  }

  #start(): Worker {
    this.#isStarted = this.module === undefined;
    const worker = new Worker(this.url);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (worker === this.#worker) this.#receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#restart(new Error(event.message || "the worker failed"));
    };
    const { module } = this;
    const start: FirstCall[] = module === undefined ? [] : [{ method: "start", values: [module] }];
    for (const call of [...start, ...this.first]) worker.postMessage({ id: -1, ...call });
    return worker;
  }

  #receive(reply: Reply): void {
    if (reply.id < 0) this.#isStarted = true;
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    // If it failed to start, it would fail again.
    if (reply.isSpent && reply.id >= 0) this.#replace();
    if ("result" in reply) waiting?.resolve(reply.result);
    else waiting?.reject(errorOf(reply.failure));
  }
}

function errorOf({ message, status, issues }: Failure): Error {
  if (status !== undefined) return new CobbleError(message, status, issues ?? []);
  return new Error(`The module failed: ${message}`);
}
