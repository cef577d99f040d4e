// The maps and nodes that the view offers.

import type { RecipeState } from "../contract.js";
import { objectIn } from "../json.js";
import { kinds } from "../solid/scene.js";
import { isSolid } from "./solid_view.js";

/** These come first. */
const firstMaps = ["lit", "color", "height", "normal"];
/** For files only: a screen cannot show six channels. */
const hiddenMaps = ["bumpslopes"];

/** Returns maps, and named nodes: "@rock". */
export function offeredMaps({ maps, outline, recipe }: RecipeState) {
  const own = maps.filter((map) => !hiddenMaps.includes(map));
  const first = firstMaps.filter((map) => own.includes(map));
  const nodes = objectIn(recipe, "nodes"); // without those of functions
  const names = outline.flatMap(({ name = "" }) => (name in nodes ? [`@${name}`] : []));
  return { maps: [...new Set([...first, ...own])], nodes: names };
}

export function mapTitle(map: string): string {
  return map === "lit" ? "in light" : map.replace(/^@/, "");
}

/** Whether the recipe has a map, a node or a solid. */
export function hasMap(state: RecipeState, map: string): boolean {
  if (isSolid(map) || state.maps.includes(map)) return true;
  return (
    map.startsWith("@") &&
    state.outline.some(({ name, pointer }) => map === `@${pointer}` || map === `@${name}`)
  );
}

/** Lists all that can be shown, in the order of the drop-down list. */
export function viewsOf(state: RecipeState): string[] {
  const { maps, nodes } = offeredMaps(state);
  return [...kinds, ...maps, ...nodes];
}
