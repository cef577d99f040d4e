// What a map's numbers mean.

import type { Json, RecipeState, Transfer } from "../contract.js";
import { objectIn } from "../json.js";

const numbers = ["value", "slope", "bumpslopes"];

/** Returns how each channel of a map becomes a byte, as in files of `cobble render`. */
export function transfersOf(
  map: string,
  channels: number,
  state?: RecipeState,
): Transfer[] {
  const pack = objectIn(state?.recipe ?? {}, "pack")[map];
  if (Array.isArray(pack) && state !== undefined)
    return pack.flatMap((part) => partTransfers(part, state));
  return Array.from({ length: channels }, () => transferOf(map, channels));
}

/** Names the measured channel, the first or luminance; "" if there is only one. */
export function measuredChannel(transfers: readonly Transfer[]): string {
  if (transfers.length <= 1) return "";
  if (isColor(transfers)) return "luminance";
  return transfers[0] === "signed" || transfers[0] === "number" ? "x" : "R";
}

/** Whether the first three channels are a colour in linear light. */
export function isColor(transfers: readonly Transfer[]): boolean {
  return transfers[0] === "light" && transfers.length >= 3;
}

function transferOf(map: string, channels: number): Transfer {
  if (map === "normal") return "signed";
  if (numbers.includes(map)) return "number";
  return channels >= 3 ? "light" : "unit";
}

// The parts of a pack are written as in files of their own. Normals and colours have three
// channels, all others one.
function partTransfers(part: Json, state: RecipeState): Transfer[] {
  if (part === "normal") return ["signed", "signed", "signed"];
  const isColored =
    part === "lit" || state.outline.some(({ pointer, color }) => color && pointer === `/maps/${part}`);
  return isColored ? ["light", "light", "light"] : ["unit"];
}
