// The package for Node, Deno and Bun: cobble.ts with its modules.

import { readFile } from "node:fs/promises";
import { load as loadFrom, type Cobble, type Source } from "./cobble.js";
import { fuses } from "./fused.js";

export * from "./cobble.js";

/** Loads a module, by default the package's fastest for this host. */
export async function load(source?: Source): Promise<Cobble> {
  const name = fuses() ? "cobble-fused.wasm" : "cobble.wasm";
  return loadFrom(source ?? (await readFile(new URL(`../${name}`, import.meta.url))));
}
