// The texts of presets.

import type { App } from "./contract.js";

/** Returns the brief text of a preset. Throws a CobbleError for an unknown name. */
export function presetText({ cobble }: App, name: string): string {
  using recipe = cobble.preset(name);
  return recipe.json("brief");
}
