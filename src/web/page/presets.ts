// The texts of presets.

import type { App } from "./contract.js";

/** Returns the brief text of a preset. Throws a CobbleError if there is none of the name. */
export function presetText({ cobble }: App, name: string): string {
  using recipe = cobble.preset(name);
  return recipe.json("brief");
}
