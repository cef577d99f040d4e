// Calls of the module in workers.

import type { Engine } from "../contract.js";

export async function createEngine(parts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<Engine> {
  void parts;
  throw new Error("not yet");
}
