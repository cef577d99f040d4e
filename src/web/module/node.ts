// The package in Node, Deno and Bun: cobble.ts, and cobble.wasm beside it.

import { readFile } from "node:fs/promises";
import { load as loadFrom, type Cobble, type Source } from "./cobble.js";

export * from "./cobble.js";

/** Loads a module: the cobble.wasm of the package, unless another is given. */
export async function load(source?: Source): Promise<Cobble> {
  return loadFrom(source ?? (await readFile(new URL("../cobble.wasm", import.meta.url))));
}
