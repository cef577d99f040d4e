// The package for Node, Deno and Bun: cobble.ts with its cobble.wasm.

import { readFile } from "node:fs/promises";
import { load as loadFrom, type Cobble, type Source } from "./cobble.js";

export * from "./cobble.js";

/** Loads a module, by default the package's cobble.wasm. */
export async function load(source?: Source): Promise<Cobble> {
  return loadFrom(source ?? (await readFile(new URL("../cobble.wasm", import.meta.url))));
}
