// A worker: answers calls, one after the other.

import { CobbleError, load } from "../../module/cobble.js";
import { Calls } from "./calls.js";
import type { Call, Failure, Reply } from "./protocol.js";

// The part of the global scope of workers that is used.
interface WorkerScope {
  onmessage: ((event: MessageEvent<Call>) => void) | null;
  postMessage(message: Reply, transfer: Transferable[]): void;
}
const scope = self as unknown as WorkerScope;

let calls: Calls | undefined;

async function answer({ method, values }: Call): Promise<unknown> {
  if (method === "start") {
    calls = new Calls(await load(values[0] as WebAssembly.Module));
    return undefined;
  }
  if (calls === undefined) throw new Error("the module is not loaded");
  return (calls[method] as (...values: unknown[]) => unknown)(...values);
}

function failureOf(error: unknown): Failure {
  if (error instanceof CobbleError)
    return { message: error.message, status: error.status, issues: error.issues, isFatal: false };
  const message = error instanceof Error ? error.message : String(error);
  return {
    message,
    isFatal: error instanceof WebAssembly.RuntimeError || error instanceof RangeError,
  };
}

// Buffers that are given away instead of being copied.
function buffersOf(result: unknown): Transferable[] {
  if (result instanceof Uint8Array) return [result.buffer];
  const maps = (result as { maps?: unknown } | undefined)?.maps;
  if (!Array.isArray(maps)) return [];
  return maps.flatMap((entry) => {
    const samples = (entry as [string, { samples?: Float32Array }])[1]?.samples;
    return samples === undefined ? [] : [samples.buffer];
  });
}

scope.onmessage = async ({ data }) => {
  const { id } = data;
  try {
    const result = await answer(data);
    scope.postMessage({ id, result }, buffersOf(result));
  } catch (error) {
    scope.postMessage({ id, failure: failureOf(error) }, []);
  }
};
