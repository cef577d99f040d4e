// The package in browsers: cobble.ts, and cobble.wasm beside it. Bundlers find the file by its URL.

import { load as loadFrom, type Cobble, type Source } from "./cobble.js";

export * from "./cobble.js";

/** Loads a module: the cobble.wasm of the package, unless another is given. */
export async function load(source?: Source): Promise<Cobble> {
  return loadFrom(source ?? (await fetch(new URL("../cobble.wasm", import.meta.url))));
}
