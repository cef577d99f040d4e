// Which maps and nodes a view offers.

import type { RecipeState } from "../contract.js";
import { kinds } from "../solid/scene.js";
import { isSolid } from "./solid_view.js";

/** Those that come first, if the recipe has them. */
const firstMaps = ["lit", "color", "height", "normal"];
/** For files alone: six channels, which no screen shows. */
const hiddenMaps = ["bumpslopes"];

interface OfferedMaps {
  maps: string[];
  /** "@rock", for the nodes that have names. */
  nodes: string[];
}

export function offeredMaps({ maps, outline }: RecipeState): OfferedMaps {
  const own = maps.filter((map) => !hiddenMaps.includes(map));
  const first = firstMaps.filter((map) => own.includes(map));
  const names = outline.flatMap(({ name }) => (name === undefined ? [] : [`@${name}`]));
  return { maps: [...first, ...own.filter((map) => !first.includes(map))], nodes: names };
}

/** Whether the recipe has what is shown. */
export function hasMap(state: RecipeState, map: string): boolean {
  if (isSolid(map) || state.maps.includes(map)) return true;
  return (
    map.startsWith("@") &&
    state.outline.some(({ name, pointer }) => map === `@${pointer}` || map === `@${name}`)
  );
}

/** All that can be shown, in the order of the list. */
export function viewsOf(state: RecipeState): string[] {
  const { maps, nodes } = offeredMaps(state);
  return [...kinds, ...maps, ...nodes];
}
