// A worker, which answers calls one after the other.

import { CobbleError, load } from "../../module/cobble.js";
import type { BoxGraph } from "../contract.js";
import { messageOf } from "../errors.js";
import { arrange } from "../graph/arrange.js";
import { Calls } from "./calls.js";
import type { Call } from "./client.js";
import { buffersOf, type Failure, type Reply } from "./protocol.js";

/** How many bytes a worker may keep, besides those of pictures. */
const maxMemory = 512 * 2 ** 20;

// A worker's global scope sends and receives as a port does.
const scope = self as unknown as MessagePort;

let calls: Calls | undefined;
let baseMemory = 0;
// Each call waits for the one before it.
let last: Promise<void> = Promise.resolve();

async function answer({ method, values }: Call): Promise<unknown> {
  if (method === "start") {
    calls = new Calls(await load(values[0] as WebAssembly.Module));
    return undefined;
  }
  if (method === "arrange") return arrange(values[0] as BoxGraph);
  if (calls === undefined) throw new Error("the module is not loaded");
  return (calls[method] as (...values: unknown[]) => unknown)(...values);
}

function failureOf(error: unknown): Failure {
  if (error instanceof CobbleError)
    return { message: error.message, status: error.status, issues: error.issues };
  return { message: messageOf(error) };
}

// Whether so much memory is used that it should be freed.
function isLarge(): boolean {
  return (calls?.memory ?? 0) > baseMemory + maxMemory;
}

async function reply(call: Call): Promise<void> {
  const { id } = call;
  try {
    const result = await answer(call);
    if (call.method === "addImage") baseMemory = calls?.memory ?? 0;
    scope.postMessage({ id, isSpent: isLarge(), result } satisfies Reply, buffersOf(result));
  } catch (error) {
    // After a CobbleError, the module works as before.
    const isSpent = !(error instanceof CobbleError) || isLarge();
    scope.postMessage({ id, isSpent, failure: failureOf(error) } satisfies Reply);
  }
}

scope.onmessage = ({ data }: MessageEvent<Call>) => {
  last = last.then(() => reply(data));
};
