// The package for browsers: cobble.ts with its cobble.wasm, which bundlers find by the URL.

import { load as loadFrom, type Cobble, type Source } from "./cobble.js";

export * from "./cobble.js";

/** Loads a module, by default the package's cobble.wasm. */
export async function load(source?: Source): Promise<Cobble> {
  return loadFrom(source ?? (await fetch(new URL("../cobble.wasm", import.meta.url))));
}
