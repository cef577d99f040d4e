// The package for browsers: cobble.ts with its modules, which bundlers find by the URLs.

import { load as loadFrom, type Cobble, type Source } from "./cobble.js";
import { fuses } from "./fused.js";

export * from "./cobble.js";

/** Loads a module, by default the package's fastest for this host. */
export async function load(source?: Source): Promise<Cobble> {
  const fastest = fuses()
    ? new URL("../cobble-fused.wasm", import.meta.url)
    : new URL("../cobble.wasm", import.meta.url);
  return loadFrom(source ?? (await fetch(fastest)));
}
